from typing import Final

import numpy as np
from numpy.typing import NDArray

WORDS: Final[int]
MOST_SYSTEMS: Final[int]

def updated(
    mean: float,
    variance: float,
    other_mean: float,
    other_variance: float,
    is_draw: bool,
    beta: float,
    margin: float,
) -> tuple[float, float, float, float]: ...
def run_judgments(
    wins: NDArray[np.int64],
    ties: NDArray[np.int64],
    states: NDArray[np.uint64],
    means: NDArray[np.float64],
    first: int,
    last: int,
    n_steps: int,
    variance: float,
    beta: float,
    margin: float,
    cancel: NDArray[np.int32],
) -> None: ...
def pass_scores(
    scores: NDArray[np.float64],
    means: NDArray[np.float64],
    variance: float,
    beta: float,
    margin: float,
    cancel: NDArray[np.int32],
) -> None: ...
