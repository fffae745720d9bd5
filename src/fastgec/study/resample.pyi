from typing import Any

import numpy as np
from numpy.typing import NDArray

def fold_draws(
    table: NDArray[Any],
    places: NDArray[np.int64],
    draws: NDArray[np.int32],
    totals: NDArray[Any],
    beta: float,
    is_running: bool,
) -> None: ...
def fold_swaps(
    first: NDArray[Any],
    second: NDArray[Any],
    first_places: NDArray[np.int64],
    second_places: NDArray[np.int64],
    swaps: NDArray[np.uint8],
    first_totals: NDArray[Any],
    second_totals: NDArray[Any],
    beta: float,
    is_running: bool,
) -> None: ...
