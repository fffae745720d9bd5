import numpy as np
from numpy.typing import NDArray

Edits = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]

def count_chunks(
    hypothesis: Edits,
    reference: Edits,
    kept_offsets: NDArray[np.int64],
    kept: NDArray[np.int64],
    source: NDArray[np.int32],
    source_offsets: NDArray[np.int64],
    words: NDArray[np.int32],
    word_offsets: NDArray[np.int64],
    is_independent: bool,
    cancel: NDArray[np.int32],
) -> tuple[
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.uint8],
    NDArray[np.int32],
    NDArray[np.int64],
]: ...
