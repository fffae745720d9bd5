import numpy as np
from numpy.typing import NDArray

def running_grid(
    table: NDArray[np.int64],
    offsets: NDArray[np.int64],
    betas: NDArray[np.float64],
    folds: NDArray[np.int32],
    n_folds: int,
    cancel: NDArray[np.int32],
) -> NDArray[np.int64]: ...
