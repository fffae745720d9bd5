import numpy as np
from numpy.typing import NDArray

from fastgec.maxmatch.matcher import Matcher

class FaithfulMatcher(Matcher): ...

def describe_list(
    source: NDArray[np.int32], hypothesis: NDArray[np.int32], max_unchanged_words: int
) -> tuple[int, list[tuple[int, int, int]]]: ...
