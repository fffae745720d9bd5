import numpy as np
from numpy.typing import NDArray

from fastgec.maxmatch.matcher import Matcher

STATUSES: tuple[str, ...]

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
