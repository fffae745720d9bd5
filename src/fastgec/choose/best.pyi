from typing import Any

import numpy as np
from numpy.typing import NDArray

def running_best(
    table: NDArray[Any],
    offsets: NDArray[np.int64],
    beta: float,
    totals: NDArray[Any],
    is_running: bool = ...,
) -> memoryview: ...
def sum_rows(table: Any, rows: Any) -> memoryview: ...
def sentence_best(ranks: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]: ...
def rounded_best(
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
    weight: float,
    totals: NDArray[np.int64],
    is_running: bool = ...,
) -> NDArray[np.int64]: ...
def rounded_grid(
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
    weights: NDArray[np.float64],
    folds: NDArray[np.int32],
    n_folds: int,
    cancel: NDArray[np.int32],
) -> NDArray[np.int64]: ...
def row_scores(table: NDArray[Any], beta: float) -> NDArray[np.float64]: ...
def rounded(values: NDArray[np.float64]) -> NDArray[np.int64]: ...
