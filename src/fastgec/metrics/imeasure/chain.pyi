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
    def start(self) -> tuple[bytes, tuple[int, ...]]: ...
    def step(self, g: int, c: int, content: bytes) -> tuple[bytes, tuple[int, ...]]: ...
    def start_baseline(self) -> tuple[bytes, tuple[int, ...]]: ...
    def step_baseline(self, g: int, c: int, content: bytes) -> tuple[bytes, tuple[int, ...]]: ...
