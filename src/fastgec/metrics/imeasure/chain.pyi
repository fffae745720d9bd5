import numpy as np
from numpy.typing import NDArray

class Chain:
    def __init__(
        self,
        source: NDArray[np.int32],
        hypothesis: NDArray[np.int32],
        borders: NDArray[np.int32],
        choices: NDArray[np.int32],
        offsets: NDArray[np.int32],
        tokens: NDArray[np.int32],
        cancel: NDArray[np.int32],
        limit: int,
    ) -> None: ...

class Walk:
    def __init__(self, chain: Chain) -> None: ...
    def start(self) -> NDArray[np.int32]: ...
    def step(self, g: int, c: int, pattern: NDArray[np.int32]) -> NDArray[np.int32]: ...

def start_baseline(chain: Chain) -> NDArray[np.int32]: ...
def step_baseline(
    chain: Chain, g: int, c: int, pattern: NDArray[np.int32]
) -> NDArray[np.int32]: ...
