import numpy as np
from numpy.typing import NDArray

def cheapest_steps(
    source: NDArray[np.int32], hypothesis: NDArray[np.int32]
) -> list[tuple[int, int, int, int, int]]: ...
