import numpy as np
from numpy.typing import NDArray

from fastgec._tokens import Vocabulary

def find_breaks(data: bytes | memoryview, first: int, most: int) -> tuple[int, int]: ...
def split_lines(data: bytes | memoryview) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def find_sources(
    data: bytes | memoryview, first: int, most: int, is_line_start: bool
) -> tuple[int, int, int, int]: ...
def encode_alternatives(
    data: bytes | memoryview,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    vocabulary: Vocabulary,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...
