import numpy as np
from numpy.typing import NDArray

def rounded_best(
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
    weight: float,
    totals: NDArray[np.int64],
    is_running: bool = ...,
) -> NDArray[np.int64]: ...
def rounded(values: NDArray[np.float64]) -> NDArray[np.int64]: ...
