import numpy as np
from numpy.typing import NDArray

N_COLUMNS: int

def count_columns(
    ids: NDArray[np.int32],
    offsets: NDArray[np.int64],
    n_sentences: int,
    n_references: int,
    n_systems: int,
    table: NDArray[np.int64],
    cancel: NDArray[np.int32],
    memory_limit: int,
) -> tuple[int, int, NDArray[np.int64]]: ...
def moves_of(
    source: NDArray[np.int32],
    hypothesis: NDArray[np.int32],
    reference: NDArray[np.int32],
    cancel: NDArray[np.int32],
    memory_limit: int,
) -> tuple[int, NDArray[np.int8]]: ...
