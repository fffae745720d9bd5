import numpy as np
from numpy.typing import NDArray

MAX_ORDER: int
N_REGIONS: int

def count_regions(
    ids: NDArray[np.int32],
    offsets: NDArray[np.int64],
    sources: NDArray[np.int64],
    hypotheses: NDArray[np.int64],
    references: NDArray[np.int64],
    reference_offsets: NDArray[np.int64],
    order: int,
    absent: bool,
    table: NDArray[np.int64],
    first: int,
    last: int,
    cancel: NDArray[np.int32],
    memory_limit: int,
    *,
    trim: bool = ...,
) -> int: ...
