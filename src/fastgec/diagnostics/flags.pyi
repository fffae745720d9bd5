import numpy as np
from numpy.typing import NDArray

JUDGED: int
GLUED: int
SPLIT: int
LOWERED: int
CASED: int
EMPTY: int
MARKUP: int
UNLIKE: int
CUT: int
FRAMED: int
RAISED: int
ALIEN: int
BRACKETED: int
SHORTENED: int
RUNAWAY: int
CAPITALISED: int
UNSPLIT: int
RAW: int

def set_flags(
    source: bytes | memoryview,
    source_starts: NDArray[np.int64],
    source_ends: NDArray[np.int64],
    output: bytes | memoryview,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    flags: NDArray[np.uint32],
    likeness: NDArray[np.uint8],
    votes: NDArray[np.int8],
    is_reference: bool = False,
) -> tuple[list[int], int]: ...
def count_equal(
    columns: list[tuple[bytes | memoryview, NDArray[np.int64], NDArray[np.int64]]],
    n_references: int,
    first: int,
    last: int,
) -> list[int]: ...
