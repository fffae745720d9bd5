import numpy as np
from numpy.typing import NDArray

MERGINGS: tuple[str, ...]
COLUMNS: tuple[str, ...]
RULE_WIDTH: int

class Annotator:
    def __init__(
        self,
        points: NDArray[np.int32],
        word_offsets: NDArray[np.int64],
        alphabetic: NDArray[np.int32],
        marks: NDArray[np.uint8],
        kind_of_tag: NDArray[np.int8],
        aux: NDArray[np.uint8],
        tokens: NDArray[np.int32],
        sentence_offsets: NDArray[np.int64],
        rules: NDArray[np.int32] | None,
    ) -> None: ...
    def annotate(
        self,
        pairs: NDArray[np.int64],
        first: int,
        last: int,
        edits: NDArray[np.int32],
        edit_offsets: NDArray[np.int64],
        cancel: NDArray[np.int32],
        memory_limit: int,
        *,
        merging: str,
        is_plain: bool,
        needs_types: bool,
    ) -> tuple[str, int]: ...
    def classify(
        self,
        pairs: NDArray[np.int64],
        spans: NDArray[np.int32],
        types: NDArray[np.int32],
        cancel: NDArray[np.int32],
        memory_limit: int,
    ) -> tuple[str, int]: ...
