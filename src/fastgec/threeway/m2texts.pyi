import numpy as np
from numpy.typing import NDArray

from fastgec._tokens import Vocabulary

def annotated_texts(
    data: bytes,
    touched: Vocabulary,
    is_treebank: bool,
    known: bytes,
    known_offsets: NDArray[np.int64],
) -> (
    tuple[
        bytes,
        NDArray[np.int64],
        NDArray[np.int64],
        NDArray[np.uint8],
        NDArray[np.int64],
        NDArray[np.int64],
    ]
    | None
): ...
