"""Which sentences of a large corpus are in the page: those that tell most about its systems.

Of several systems these are the sentences where the errors of the best and of the worst are
furthest apart; of equal ones, and of one system, those with most errors; then the first ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.errors import counted

Integers = NDArray[np.int64]

MOST = 20_000  # sentences of a corpus in the page, unless another number is wanted


def most_telling(errors: NDArray[np.float64], most: int) -> Integers | None:
    """Return the numbers of the sentences in the page, from 0, ascending; None for all.

    Args:
        errors: float64[H, S], the larger the worse.
        most: how many there may be; 0: there is no limit.

    Example:
        >>> most_telling(np.array([[1.0, 2, 0, 3], [1, 0, 0, 3]]), 2).tolist()
        [1, 3]
    """
    n_sentences = errors.shape[1]
    if most == 0 or n_sentences <= most:
        return None
    worst, best = errors.max(axis=0), errors.min(axis=0)
    order = np.lexsort((np.arange(n_sentences), -worst, best - worst))
    return np.sort(order[:most])


def cut_note(n_kept: int, n_sentences: int, n_systems: int) -> str:
    """Say in plain words which sentences are in the page.

    >>> cut_note(2, 4, 1)
    '2 of 4 sentences are shown: those with most errors. All numbers are of 4 sentences.'
    """
    which = "those where systems differ most" if n_systems > 1 else "those with most errors"
    whole = counted(n_sentences, "sentence")
    return f"{n_kept} of {whole} are shown: {which}. All numbers are of {whole}."
