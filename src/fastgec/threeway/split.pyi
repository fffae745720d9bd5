import numpy as np
from numpy.typing import NDArray

from fastgec._tokens import Vocabulary

def split_ascii(
    data: bytes | memoryview,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    vocabulary: Vocabulary,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...
