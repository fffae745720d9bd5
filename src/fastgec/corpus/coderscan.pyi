from enum import IntEnum
from typing import Any

from fastgec._tokens import Vocabulary

class CoderFault(IntEnum):
    FINE = 0
    NO_SOURCE = 1
    SECOND_SOURCE = 2
    FEW_FIELDS = 3
    BAD_PLACE = 4
    BAD_CODER = 5
    BAD_LINE = 6
    NO_ROOM = 7

def scan_coders(
    data: bytes, kinds: Vocabulary, corrections: Vocabulary
) -> tuple[CoderFault, int, dict[str, Any]]: ...
