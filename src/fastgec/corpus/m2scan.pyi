from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec._tokens import Vocabulary

class Fault(IntEnum):
    NONE = 0
    EDIT_WITHOUT_SOURCE = 1
    TOO_FEW_FIELDS = 2
    BAD_OFFSETS = 3
    BAD_SPAN = 4
    BAD_ANNOTATOR = 5
    UNKNOWN_LINE = 6
    NO_MEMORY = 7

def find_sources(
    data: bytes | memoryview, first: int, most: int, is_line_start: bool
) -> tuple[int, int, int, int]: ...
def rows_in_order(
    mention_sentence: NDArray[np.int32],
    mention_annotator: NDArray[np.int32],
    edit_mention: NDArray[np.int64],
    n_sentences: int,
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]] | None: ...
def scan(
    data: bytes | memoryview, vocabulary: Vocabulary, kinds: Vocabulary
) -> tuple[Fault, int, dict[str, Any]]: ...
def encode_alternatives(
    data: bytes | memoryview,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    vocabulary: Vocabulary,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...
