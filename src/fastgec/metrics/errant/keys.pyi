import numpy as np
from numpy.typing import NDArray

TOKENS: int
SPANS: int
CORRECTIONS: int
TYPES: int

class KeyTable:
    def __len__(self) -> int: ...
    def columns(self) -> NDArray[np.int32]: ...

def key_edits(
    table: KeyTable,
    edit_offsets: NDArray[np.int64],
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    kind: NDArray[np.int32],
    correction: NDArray[np.int32],
    is_counted: NDArray[np.uint8],
    what: int,
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]: ...
