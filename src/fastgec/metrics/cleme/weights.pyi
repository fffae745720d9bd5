import numpy as np
from numpy.typing import NDArray

def weigh_cells(
    table: NDArray[np.int64],
    cell_row: NDArray[np.int64],
    cell_kind: NDArray[np.uint8],
    cell_length: NDArray[np.int32],
    bias: float,
) -> NDArray[np.float64]: ...
