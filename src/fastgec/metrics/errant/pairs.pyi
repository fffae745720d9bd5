import numpy as np
from numpy.typing import NDArray

def count_pairs(
    hyp_rows: NDArray[np.int64],
    hyp_offsets: NDArray[np.int64],
    hyp_keys: NDArray[np.int32],
    hyp_kind_offsets: NDArray[np.int64],
    hyp_kinds: NDArray[np.int32],
    ref_rows: NDArray[np.int64],
    ref_offsets: NDArray[np.int64],
    ref_keys: NDArray[np.int32],
    ref_kind_offsets: NDArray[np.int64],
    ref_kinds: NDArray[np.int32],
    n_keys: int,
    noop: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...
def count_kinds(
    pairs: NDArray[np.int64],
    hyp_offsets: NDArray[np.int64],
    hyp_keys: NDArray[np.int32],
    hyp_kind_offsets: NDArray[np.int64],
    hyp_kinds: NDArray[np.int32],
    ref_offsets: NDArray[np.int64],
    ref_keys: NDArray[np.int32],
    ref_kind_offsets: NDArray[np.int64],
    ref_kinds: NDArray[np.int32],
    n_keys: int,
    n_kinds: int,
    noop: int,
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]: ...
