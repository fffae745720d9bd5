import numpy as np
from numpy.typing import NDArray

def lines_grid(
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
    precisions: NDArray[np.float64],
    recalls: NDArray[np.float64],
    alphas: NDArray[np.float64],
    folds: NDArray[np.int32],
    sums: NDArray[np.int64],
    cancel: NDArray[np.int32],
) -> None: ...
def running_grid(
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
    betas: NDArray[np.float64],
    folds: NDArray[np.int32],
    n_folds: int,
    cancel: NDArray[np.int32],
) -> NDArray[np.int64]: ...
