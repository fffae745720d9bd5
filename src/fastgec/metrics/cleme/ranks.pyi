from typing import Any

import numpy as np
from numpy.typing import NDArray

def best_by_f(
    table: NDArray[Any], offsets: NDArray[np.int64], weight: float
) -> NDArray[np.int64]: ...
def best_by_ratios(
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
    weights: NDArray[np.float64],
    totals: NDArray[np.int64],
    is_running: bool = ...,
) -> NDArray[np.int64]: ...
