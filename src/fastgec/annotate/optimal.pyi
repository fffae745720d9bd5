import numpy as np
from numpy.typing import NDArray

MATCH: int
TRANSPOSE: int
SUBSTITUTE: int
INSERT: int
DELETE: int

def operations(
    source: NDArray[np.int32], target: NDArray[np.int32], costs: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]: ...
