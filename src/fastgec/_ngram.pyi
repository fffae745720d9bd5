from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_ORDER: int
N_REGIONS: int

class Scratch: ...

def count_lines(
    columns: list[tuple[bytes | memoryview, NDArray[np.int64], NDArray[np.int64]]],
    n_references: int,
    order: int,
    is_char: bool,
    absent: bool,
    cancel: NDArray[np.int32],
    memory_limit: int,
    *,
    trim: bool = ...,
    scratch: Scratch | None = ...,
) -> tuple[memoryview, int]: ...
def count_texts(
    texts: Sequence[bytes],
    n_references: int,
    order: int,
    is_char: bool,
    absent: bool,
    memory_limit: int = ...,
    *,
    trim: bool = ...,
) -> NDArray[np.int64]: ...
def green_ratios(
    rows: Any, empty: float, precisions: Any, recalls: Any, *, is_mean: bool
) -> None: ...
def green_best(
    table: Any, offsets: Any, alpha: float, empty: float, chosen: Any, scores: Any | None
) -> None: ...
def gleu_statistics(table: Any, is_clipped: bool, rows: Any) -> None: ...
def gleu_scores(rows: Any, scores: Any, *, rule: str = ...) -> None: ...
