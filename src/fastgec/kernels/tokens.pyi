from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

UNKNOWN: int

class Vocabulary:
    def __init__(self, tokens: Iterable[bytes] = ...) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, token: int) -> bytes: ...
    def index(self, token: bytes) -> int: ...

def encode_words(
    data: bytes | memoryview,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    vocabulary: Vocabulary,
    *,
    is_ascii: bool = ...,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...
def plain_text(
    data: bytes | memoryview,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    as_words: bool,
) -> NDArray[np.uint8]: ...
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
def is_valid(data: bytes | memoryview) -> bool: ...
