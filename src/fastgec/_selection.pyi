import numpy as np
from numpy.typing import NDArray

def running_best(
    table: NDArray[np.int64], offsets: NDArray[np.int64], beta: float
) -> NDArray[np.int64]: ...
