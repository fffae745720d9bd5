import numpy as np
from numpy.typing import NDArray

from fastgec.kernels.tokens import Vocabulary

def project(
    source_data: bytes | memoryview,
    source_starts: NDArray[np.int64],
    source_ends: NDArray[np.int64],
    data: bytes | memoryview,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    marks: NDArray[np.uint16],
    whole: Vocabulary,
    affixes: Vocabulary,
    pairs: Vocabulary,
    *,
    memory_limit: int,
    cancel: NDArray[np.int32],
) -> tuple[int, NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]: ...
def cut_lines(
    source_data: bytes | memoryview,
    source_ends: NDArray[np.int64],
    data: bytes | memoryview,
    marks: NDArray[np.uint16],
    *,
    memory_limit: int,
    cancel: NDArray[np.int32],
) -> tuple[bool, NDArray[np.int64]]: ...
