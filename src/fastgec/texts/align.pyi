import numpy as np
from numpy.typing import NDArray

def align(
    source_ids: NDArray[np.int32],
    source_offsets: NDArray[np.int64],
    target_ids: NDArray[np.int32],
    target_offsets: NDArray[np.int64],
    *,
    max_unchanged_words: int,
    memory_limit: int,
    cancel: NDArray[np.int32] | None = ...,
) -> tuple[int, NDArray[np.int32], NDArray[np.int64]]: ...
