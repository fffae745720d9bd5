import numpy as np
from numpy.typing import NDArray

from fastgec.kernels.tokens import Vocabulary

def elect(
    vocabulary: Vocabulary,
    source_offsets: NDArray[np.int64],
    offsets: NDArray[np.int64],
    spans: NDArray[np.int32],
    written: NDArray[np.int64],
    tokens: NDArray[np.int32],
    weights: NDArray[np.int64],
    least: int,
    *,
    cancel: NDArray[np.int32],
    memory_limit: int,
) -> tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...
def make(
    vocabulary: Vocabulary,
    source_ids: NDArray[np.int32],
    source_offsets: NDArray[np.int64],
    spans: NDArray[np.int32],
    written: NDArray[np.int64],
    tokens: NDArray[np.int32],
    kept: NDArray[np.int64],
    kept_offsets: NDArray[np.int64],
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
