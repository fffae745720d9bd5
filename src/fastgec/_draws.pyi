import numpy as np
from numpy.typing import NDArray

def draw(
    n_draws: int, n_choices: int, key: NDArray[np.uint32], is_python2: bool
) -> NDArray[np.int64]: ...
