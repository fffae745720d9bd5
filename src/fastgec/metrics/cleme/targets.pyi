import numpy as np
from numpy.typing import NDArray

FINE: int
OUTSIDE: int
OVERLAP: int

def find_fault(
    edit_offsets: NDArray[np.int64],
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    n_source: NDArray[np.int64],
) -> tuple[int, int, int]: ...
def kept_rows(
    row_offsets: NDArray[np.int64],
    edit_offsets: NDArray[np.int64],
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    correction: NDArray[np.int32],
    n_source: NDArray[np.int64],
    word_offsets: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def weigh_cells(
    table: NDArray[np.int64],
    cell_row: NDArray[np.int64],
    cell_kind: NDArray[np.uint8],
    cell_length: NDArray[np.int32],
    bias: float,
) -> NDArray[np.float64]: ...
