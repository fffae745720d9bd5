import numpy as np
from numpy.typing import NDArray

def running_best(
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
    beta: float,
    totals: NDArray[np.int64],
    is_running: bool = ...,
) -> NDArray[np.int64]: ...
def sum_rows(table: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.int64]: ...
def sentence_best(ranks: NDArray[np.float64], offsets: NDArray[np.int64]) -> NDArray[np.int64]: ...
