from enum import IntEnum
from typing import Any

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

def scan(
    data: bytes | memoryview, vocabulary: Vocabulary, kinds: Vocabulary
) -> tuple[Fault, int, dict[str, Any]]: ...
