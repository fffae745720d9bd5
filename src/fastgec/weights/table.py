"""Edits that wait for weights: of one system, with what their counts are sums of.

Each edit comes with its sentence and with the sentence that this edit alone makes of it, which is
what a model judges. An edit that a system makes against several annotators stands here once, and
has one weight, unless weights are asked for each annotator. Sums are made of terms: a cell of the
table of counts, the edit whose weight goes into it, and how many times. They are added in the order
of sentences, so a sum is the same to the last bit whoever makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, made_from_fields
from fastgec.counts import LARGEST_COUNT, Counts
from fastgec.glimpse import short
from fastgec.machine.memory import require_holdable

Floats = NDArray[np.float64]
SLACK = 1e-9  # sums of the same weights in another order differ by less
RANGE = f"a number from 0 to below {LARGEST_COUNT}"


class Edit(NamedTuple):
    """One edit that has a weight.

    sentence    its number, from 0
    annotators  of a system's edit those against whom it is proposed (of ERRANT's the coder of the
                system's file, or of the gold's where weights are asked for each), of a gold edit
                the annotator whose it is
    start, end  half-open span in source tokens
    replaced    the source tokens there, joined by spaces
    correction  what stands in their place; of several alternatives the first
    source      the sentence, tokens joined by single spaces
    text        the sentence that this edit alone makes of it
    """

    sentence: int
    annotators: tuple[int, ...]
    start: int
    end: int
    replaced: str
    correction: str
    source: str
    text: str


EDIT_BYTES = 500  # of an edit in memory, beside the sentence that it makes
TERM_BYTES = 24

Weights = Sequence[float] | NDArray[Any] | Callable[[Edit], float]


@dataclass(frozen=True, slots=True, eq=False)
class Edits:
    """The edits of a system and those of the gold, and what is counted of them.

    by          "m2" or "errant": whose edits they are
    proposed    edits of the system, in the order of sentences
    gold        edits of the gold, likewise
    offsets     int64[S+1]: sentence s owns the rows offsets[s] to offsets[s+1] of counts
    labels      int32[R]: the annotator of each row; int32[R, 2] of ERRANT's coders
    columns     names of the counts
    cells       int64[T]: terms of sums, the cell of each: row x number of columns + column
    items       int64[T]: its edit: a proposed one, or the number of these + a gold one
    times       int64[T]: how many times the weight goes into the cell
    parameters  what the edits depend on
    """

    by: str
    proposed: tuple[Edit, ...]
    gold: tuple[Edit, ...]
    offsets: NDArray[np.int64]
    labels: NDArray[np.int32]
    columns: tuple[str, ...]
    cells: NDArray[np.int64]
    items: NDArray[np.int64]
    times: NDArray[np.int64]
    parameters: Mapping[str, Any]

    def __post_init__(self) -> None:
        integers = dict.fromkeys(("offsets", "cells", "items", "times"), np.int64)
        freeze(self, labels=np.int32, **integers)

    __reduce__ = made_from_fields

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        facts = {"by": self.by, "sentences": len(self)}
        return short("Edits", facts | {"proposed": len(self.proposed), "gold": len(self.gold)})

    def table(self, weights: Floats) -> Floats:
        """Return sums float64[R, K] of weights of all edits, the proposed ones first."""
        n_cells = len(self.labels) * len(self.columns)
        # In the order of the terms, one after the other, in doubles.
        sums = np.bincount(self.cells, self.times * weights[self.items], n_cells)
        return sums.astype(np.float64).reshape(-1, len(self.columns))


def weights_of(edits: Edits, weights: Weights, gold_weights: Weights | None) -> Floats:
    """Return the weights of all edits, the proposed ones first: float64[P + G].

    Args:
        edits: what has weights.
        weights: of the proposed edits; or a function of an edit.
        gold_weights: of the gold edits; None where `weights` is a function, for these, too.

    Raises:
        TypeError: no such edits; no weights of gold edits, and no function.
        ValueError: other lengths, or a weight that is no number from 0.
    """
    if not isinstance(edits, Edits):
        raise TypeError(f"edits: {type(edits).__name__} found, expected those of weights.edits")
    if gold_weights is None:
        if not callable(weights):
            raise TypeError("no gold_weights found, expected one for each gold edit")
        gold_weights = weights
    return np.concatenate(
        [
            checked(weights, edits.proposed, "weights"),
            checked(gold_weights, edits.gold, "gold_weights"),
        ]
    )


def checked(weights: Weights, edits: Sequence[Edit], name: str) -> Floats:
    """Return weights of edits as doubles: float64[n].

    Raises:
        ValueError: another length, or a weight that is no number from 0, or too large.

    Example:
        >>> checked([0.5, float("nan")], [None, None], "weights")
        Traceback (most recent call last):
        ValueError: weights[1] is nan, expected a number from 0 to below 2147483648
    """
    if callable(weights):
        weights = [weights(edit) for edit in edits]
    values = np.asarray(weights)
    if values.size == 0:
        values = values.astype(np.float64)
    if values.dtype.kind not in "iuf":
        raise ValueError(f"{name} of {values.dtype}, expected numbers")
    if values.shape != (len(edits),):
        raise ValueError(f"{name} of shape {values.shape}, expected ({len(edits)},): one an edit")
    values = values.astype(np.float64)
    is_good = (values >= 0) & (values < LARGEST_COUNT)
    if not is_good.all():
        at = int(np.argmin(is_good))
        raise ValueError(f"{name}[{at}] is {values[at]}, expected {RANGE}")
    return values


def counts_of(edits: Edits, weights: Floats, *, name: str = "") -> Counts:
    """Return sums of weights as counts.

    Args:
        edits: whose they are.
        weights: of all edits, the proposed ones first.
        name: what the weights are called in signatures; counts by other names do not join.

    Raises:
        ValueError: a sum is too large.
    """
    return Counts(
        edits.table(weights),
        edits.offsets,
        edits.labels,
        edits.columns,
        METRIC_OF[edits.by],
        {**edits.parameters, "weights": name},
        is_weighted=True,
    )


def require_room(edits: Sequence[Edit], n_before: int, n_terms: int) -> int:
    """Return how many bytes edits take, together with those before and with terms of sums.

    Raises:
        LimitError: memory does not hold them.
    """
    n_bytes = n_before + sum(EDIT_BYTES + len(edit.text) for edit in edits)
    require_holdable(n_bytes + TERM_BYTES * n_terms, "edits with their sentences")
    return n_bytes


METRIC_OF = {"m2": "weighted-m2", "errant": "weighted-errant"}


def contradictions(edits: Edits, table: Floats) -> Iterable[str]:
    """Say if correct edits weigh more than the gold edits that they make: recall is above 1.

    In a sentence they may, where a system chose another alternative of a gold edit than the first.
    """
    if edits.by != "m2":
        return
    correct, _, gold = table.sum(axis=0).tolist()
    if correct > gold * (1 + SLACK):
        yield (
            f"correct edits weigh {correct:g} and all gold edits {gold:g}, expected less: an edit "
            "and the gold edit that it makes weigh the same"
        )


def voids(edits: Edits, table: Floats) -> Iterable[str]:
    """Say if nothing that a ratio is made of weighs anything: then it is 1, as of no edits."""
    first, second, third = table.sum(axis=0).tolist()
    proposed, gold = (second, third) if edits.by == "m2" else (first + second, first + third)
    sides = (
        (edits.proposed, proposed, "edits of the system", "precision"),
        (edits.gold, gold, "gold edits", "recall"),
    )
    for side, weight, what, ratio in sides:
        if side and weight == 0:
            yield f"all {what} weigh 0, expected some that weigh more: {ratio} is 1"
