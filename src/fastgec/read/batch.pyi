from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.kernels.tokens import Vocabulary

class Fault(IntEnum):
    NONE = 0
    EDIT_WITHOUT_SOURCE = 1
    TOO_FEW_FIELDS = 2
    BAD_OFFSETS = 3
    BAD_SPAN = 4
    BAD_ANNOTATOR = 5
    UNKNOWN_LINE = 6
    NO_MEMORY = 7
    SECOND_SOURCE = 8
    EMPTY_SOURCE = 9

class Dialect(IntEnum):
    MAXMATCH = 0
    ERRANT = 1
    IMEASURE = 2
    INSPECTED = 3

class Batch:
    tables: Any
    def __init__(self, data: bytes | memoryview, dialect: int = 0) -> None: ...
    @staticmethod
    def of_arrays(
        data: bytes | memoryview,
        starts: NDArray[Any],
        ends: NDArray[Any],
        row_offsets: NDArray[Any],
        edit_offsets: NDArray[Any],
        start: NDArray[Any],
        end: NDArray[Any],
        alternative_offsets: NDArray[Any],
        alternative_ids: NDArray[Any],
        alternative_token_offsets: NDArray[Any],
        vocabulary: Vocabulary,
    ) -> Batch: ...
    @staticmethod
    def of_edits(
        data: bytes,
        sources: NDArray[Any],
        offsets: NDArray[Any],
        edits: NDArray[Any],
        optional: NDArray[Any],
    ) -> Batch: ...
    def take(self, sentences: NDArray[np.int64]) -> Batch: ...
    @property
    def fault(self) -> Fault: ...
    @property
    def line(self) -> int: ...
    @property
    def n_sentences(self) -> int: ...
    @property
    def annotators(self) -> tuple[int, ...]: ...
    @property
    def row_offsets(self) -> Any: ...
    @property
    def odd(self) -> dict[str, Any]: ...
    def columns(self) -> dict[str, Any]: ...
    def kinds(self, names: Vocabulary) -> Any: ...
    def fields(self, texts: Vocabulary) -> tuple[Any, Any]: ...
    def lines(self) -> Any: ...
    @property
    def faults(self) -> list[tuple[int, Fault]]: ...
    def sentence(self, number: int) -> list[tuple[int, int, int, int, str]]: ...
    def corrections(self) -> list[list[str]]: ...
    def numbered(self) -> tuple[Vocabulary, Any, Any, Any, Any, Any]: ...
