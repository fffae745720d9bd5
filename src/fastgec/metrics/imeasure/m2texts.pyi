import numpy as np
from numpy.typing import NDArray

from fastgec.read.batch import Batch

def annotated_texts(
    batch: Batch, numbers: NDArray[np.int32], text: bytes, text_offsets: NDArray[np.int64]
) -> tuple[bytes, NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]: ...
