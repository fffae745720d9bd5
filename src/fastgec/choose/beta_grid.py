"""Totals of a corpus at many choices at once: of a grid of betas, whole and without each fold.

What the kinds of choice have in common over a grid is used where it can be, see the kernels;
other choices are made one after the other. Totals are the same either way, integer for integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Integers, Totals, best
from fastgec.choose.grid_totals import lines_grid, running_grid
from fastgec.choose.rules import FRank, PerSentence, RoundedFRank, Running, add_rows
from fastgec.counts import gather
from fastgec.machine import require_holdable

if TYPE_CHECKING:
    from fastgec.choose.rules import Choice
    from fastgec.machine import Cancel


Folds = NDArray[np.int32]

LEAST, LARGEST = 1e-3, 1e3  # betas between which the load of one edit more is never lost


def grid_totals(
    choices: Sequence[Any],
    table: Totals,
    offsets: Integers,
    folds: Folds | None = None,
    n_folds: int = 0,
    *,
    is_fixed: bool = False,
    cancel: Cancel | None = None,
) -> Totals:
    """Sum what each choice takes of a corpus, and of that corpus without each fold.

    Args:
        choices: `Choice`s of one kind, such as of a metric at betas that grow; rows are not drawn.
        table: int64[R, K], rows of one system; float64[R, K] of weights.
        offsets: int64[S+1], sentence s owns the rows offsets[s] to offsets[s+1].
        folds: int32[S], the fold of each sentence, from 0; None: there are none.
        n_folds: how many folds there are.
        is_fixed: whether a corpus without a fold keeps the choices of the whole one; if not, a
            running choice is made again on what is left, in order.
        cancel: int32[1], 0 until work must stop; what is returned then is of no use.

    Returns:
        int64[1 + n_folds, B, K], float64 of weights: of the whole corpus, then without fold 0,
        without fold 1, ...

    Raises:
        LimitError: so many totals do not fit into memory.
        ValueError: a sentence without a row, or one that has no fold.

    Example:
        >>> table, offsets = np.array([[1, 2, 2], [1, 2, 1], [0, 1, 1]]), np.array([0, 2, 3])
        >>> choices = [Running(FRank(beta)) for beta in (0.5, 1.0)]
        >>> folds = np.array([0, 1], np.int32)
        >>> grid_totals(choices, table, offsets, folds, 2)[:, 0].tolist()
        [[1, 3, 2], [0, 1, 1], [1, 2, 1]]
    """
    n_betas, width = len(choices), table.shape[1]
    require_holdable(8 * (3 * max(n_folds, 1) + 2) * n_betas * width, "totals")
    if folds is None:
        folds, n_folds = np.zeros(len(offsets) - 1, np.int32), 0
    flag = np.zeros(1, np.int32) if cancel is None else cancel
    kinds = {_kind(choice) for choice in choices}
    # Sums of doubles depend on their order: what is weighed is added one beta after the other.
    kind = kinds.pop() if len(kinds) == 1 and table.dtype == np.int64 else None
    if kind is FRank and not is_fixed:
        betas = np.array([choice.rank.beta for choice in choices])
        return _by_f(table, offsets, betas, folds, n_folds, flag)
    if kind is RoundedFRank and not is_fixed:
        # As the published program squares it, see `RoundedFRank`.
        weights = np.array([choice.rank.beta**2 for choice in choices])
        return best.rounded_grid(table, offsets, weights, folds, n_folds, flag)
    if isinstance(kind, tuple):
        return _by_lines(choices, table, offsets, folds, n_folds, flag)
    return plain_totals(choices, table, offsets, folds, n_folds, is_fixed=is_fixed, cancel=flag)


def plain_totals(
    choices: Sequence[Choice],
    table: Totals,
    offsets: Integers,
    folds: Folds,
    n_folds: int,
    *,
    is_fixed: bool = False,
    cancel: Cancel | None = None,
) -> Totals:
    """Return what `grid_totals` returns, one choice after the other."""
    totals = np.zeros((1 + n_folds, len(choices), table.shape[1]), table.dtype)
    for at, choice in enumerate(choices):
        if cancel is not None and cancel[0]:
            break
        chosen = choice.select(table, offsets)
        totals[0, at] = _sum(table, chosen)
        for fold in range(n_folds):
            left = np.flatnonzero(folds != fold)
            if is_fixed or choice.kind == "sentence":
                totals[1 + fold, at] = _sum(table, chosen[left])
            else:
                rows, places = gather(offsets, left)
                own = table[rows]
                totals[1 + fold, at] = _sum(own, choice.select(own, places))
    return totals


def _sum(table: Totals, rows: Integers) -> Totals:
    if table.dtype == np.int64:
        return np.asarray(best.sum_rows(table, rows))
    totals = np.zeros(table.shape[1])
    add_rows(table, rows, totals)
    return totals


def _kind(choice: Choice) -> Any:
    """Return what choices must have in common to be made at once; None of those that cannot be."""
    if isinstance(choice, Running) and isinstance(choice.rank, FRank | RoundedFRank):
        return type(choice.rank)
    if isinstance(choice, PerSentence) and choice.means is not None:
        return ("lines", choice.means)
    return None


def _by_f(
    table: Integers, offsets: Integers, betas: Any, folds: Folds, n_folds: int, flag: Cancel
) -> Integers:
    """Choose at all betas; those at which loads may tie apart from the others, which are faster."""
    totals = np.empty((1 + n_folds, len(betas), 3), np.int64)
    is_odd = (betas < LEAST) | (betas > LARGEST)
    for places in (is_odd, ~is_odd):
        totals[:, places] = running_grid(table, offsets, betas[places], folds, n_folds, flag)
    return totals


def _by_lines(
    choices: Sequence[Any],
    table: Integers,
    offsets: Integers,
    folds: Folds,
    n_folds: int,
    flag: Cancel,
) -> Integers:
    """Bisect the grid: betas that fall are taken in the order in which they grow."""
    alphas = np.array([choice.alpha for choice in choices])
    order = np.argsort(-alphas, kind="stable")
    precisions, recalls = map(np.ascontiguousarray, choices[0].means(table))
    sums = np.zeros((max(n_folds, 1), len(choices), table.shape[1]), np.int64)
    of_fold = np.ascontiguousarray(folds, np.int32)
    lines_grid(table, offsets, precisions, recalls, alphas[order], of_fold, sums, flag)
    whole = sums.sum(axis=0)
    totals = np.empty((1 + n_folds, *whole.shape), np.int64)
    totals[0, order] = whole
    for fold in range(n_folds):
        totals[1 + fold, order] = whole - sums[fold]
    return totals
