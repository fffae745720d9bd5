import numpy as np
from numpy.typing import NDArray

def find_breaks(data: bytes | memoryview, first: int, most: int) -> tuple[int, int]: ...
def split_lines(data: bytes | memoryview) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def cut_lines(
    data: bytes | memoryview,
    first: int,
    n_lines: int,
    enough: int,
    starts: memoryview[int],
    ends: memoryview[int],
) -> tuple[int, int]: ...
def find_sources(
    data: bytes | memoryview,
    first: int,
    n_sources: int,
    most: int,
    enough: int,
    is_line_start: bool,
) -> tuple[int, int, int, int]: ...
