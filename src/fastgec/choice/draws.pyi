import numpy as np
from numpy.typing import NDArray

STATE: int

def seeded(key: NDArray[np.uint32]) -> NDArray[np.uint32]: ...
def draw(
    state: NDArray[np.uint32], n_draws: int, n_choices: int, is_python2: bool
) -> NDArray[np.int64]: ...
def group_size(n_choices: int, n_draws: int) -> int: ...
def grouped(rows: NDArray[np.int64], size: int) -> NDArray[np.int64]: ...
def add_drawn(
    states: NDArray[np.uint32],
    sums: NDArray[np.int64],
    totals: NDArray[np.int64],
    n_sentences: int,
    n_choices: int,
    size: int,
    first: int,
    last: int,
    is_python2: bool,
) -> None: ...
