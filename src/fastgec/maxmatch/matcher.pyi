import numpy as np
from numpy.typing import NDArray

from fastgec.read.batch import Batch

WAYS: tuple[str, ...]
STATUSES: tuple[str, ...]

class TooManyAlignmentsError(ValueError):
    sentence: int
    def __init__(self, sentence: int) -> None: ...

class TooLargeError(MemoryError):
    sentence: int
    def __init__(self, sentence: int) -> None: ...

class Matcher:
    n_sentences: int
    n_rows: int
    def __init__(
        self,
        batch: Batch,
        text: bytes | memoryview,
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        *,
        max_unchanged_words: int,
        is_release_3_2: bool,
        is_wdiff: bool = ...,
        source_folded: tuple[bytes, NDArray[np.int64], NDArray[np.int64]] | None = ...,
        hypothesis_folded: tuple[bytes, NDArray[np.int64], NDArray[np.int64]] | None = ...,
    ) -> None: ...
    def count(
        self,
        first: int,
        last: int,
        table: NDArray[np.int64],
        cancel: NDArray[np.int32],
        memory_limit: int,
        *,
        is_ordered: bool = ...,
        ways: NDArray[np.uint8] | None = ...,
    ) -> int: ...
    def edits(
        self,
        rows: NDArray[np.int64],
        cancel: NDArray[np.int32],
        memory_limit: int,
        *,
        statuses: NDArray[np.uint8] | None = ...,
        sequences: tuple[NDArray[np.int64], NDArray[np.int32]] | None = ...,
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]: ...

class ModeMatcher(Matcher):
    def open(
        self,
        table: NDArray[np.int64],
        optional: NDArray[np.uint8] | None = ...,
    ) -> None: ...
    def recount(
        self,
        sentence: int,
        row: int,
        edits: NDArray[np.int32],
        n_correct: int,
        cancel: NDArray[np.int32],
        memory_limit: int,
    ) -> bool: ...
