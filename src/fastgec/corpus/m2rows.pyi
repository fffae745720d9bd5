import numpy as np
from numpy.typing import NDArray

def rows_in_order(
    mention_sentence: NDArray[np.int32],
    mention_annotator: NDArray[np.int32],
    edit_mention: NDArray[np.int64],
    n_sentences: int,
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]] | None: ...
