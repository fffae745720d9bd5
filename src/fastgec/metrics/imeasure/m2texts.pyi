import numpy as np
from numpy.typing import NDArray

from fastgec.kernels.tokens import Vocabulary
from fastgec.read.batch import Batch

def touched_corrections(batch: Batch, touched: Vocabulary) -> None: ...
def annotated_texts(
    batch: Batch, touched: Vocabulary, known: bytes, known_offsets: NDArray[np.int64]
) -> tuple[bytes, NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]: ...
