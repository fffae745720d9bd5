import numpy as np
from numpy.typing import NDArray

def draw_below(
    seed: int, stream: int, number: int, bound: int, n_draws: int
) -> NDArray[np.int32]: ...
def draw_bits(seed: int, stream: int, number: int, n_draws: int) -> NDArray[np.uint8]: ...

class Choices:
    n_sentences: int
    usual: NDArray[np.float64] | NDArray[np.int32]
    ends: NDArray[np.int32]
    is_small: bool
    rivals: NDArray[np.float64]

    def __init__(
        self,
        table: NDArray[np.float64],
        places: NDArray[np.int64],
        weight: float,
        is_rounded: bool,
        bound: float,
        is_whole: bool,
        is_regular: bool,
    ) -> None: ...
    def add_drawn(
        self,
        draws: NDArray[np.int32],
        offsets: NDArray[np.int64],
        totals: NDArray[np.float64],
    ) -> None: ...
    def add_exchanged(
        self,
        other: Choices,
        swaps: NDArray[np.uint8],
        totals: NDArray[np.float64],
        other_totals: NDArray[np.float64],
    ) -> None: ...

class Exchange:
    def __init__(self, systems: list[Choices], pairs: NDArray[np.int32]) -> None: ...
    def add_totals(
        self,
        swaps: NDArray[np.uint8],
        totals: NDArray[np.int64],
        other_totals: NDArray[np.int64],
    ) -> None: ...
