from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Integers = NDArray[np.int32]
_Lists = tuple[_Integers, _Integers]  # offsets and values
_Edit = TypeVar("_Edit")

class Costs:
    def __init__(
        self,
        codes: _Integers,
        is_han: NDArray[np.uint8],
        is_mark: NDArray[np.uint8],
        letters: _Lists,
        syllables: _Lists,
        confusions: NDArray[np.uint8],
    ) -> None: ...

def alignments(
    source: _Integers,
    target: _Integers,
    tags: tuple[_Integers, _Integers] | None,
    costs: Costs,
    make: Callable[[str, int, int, int, int], _Edit],
    *,
    is_first: bool,
    most: int,
) -> list[list[_Edit]] | None: ...
