"""Pairs of a hypothesis row and a reference row of one sentence: their counts, whole and by type.

Rows hold keys as `metrics.errant.keys` makes them, those of a row all different. A key of both
sides is correct (tp), once for each of its types in the reference; one of the hypothesis alone is
not (fp), one of the reference alone is missed (fn), once for each of their types. A key whose first
type is noop proposes nothing and misses nothing, but it does match.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Integers
from fastgec.counts import gather, offsets_of
from fastgec.read.coders import CodedEdits


class Side(NamedTuple):
    """Edits of one file as keys.

    edits         the edits
    key_offsets   int64[R+1]: row r owns the keys key_offsets[r] to key_offsets[r+1]
    keys          int32[N]
    kind_offsets  int64[N+1]: a key has the types kind_offsets[n] to kind_offsets[n+1], in order
    kinds         int32[M]
    """

    edits: CodedEdits
    key_offsets: Integers
    keys: NDArray[np.int32]
    kind_offsets: Integers
    kinds: NDArray[np.int32]

    def sizes(self) -> Integers:
        """Return how many types each key has."""
        return np.diff(self.kind_offsets)

    def proposed(self, noop: int) -> Integers:
        """Return how many edits each key proposes: its types, or none if the first is noop."""
        return self.sizes() * (self.kinds[self.kind_offsets[:-1]] != noop)


class Meeting(NamedTuple):
    """The keys of both rows of some pairs.

    own, own_pair      of hypotheses: the key, and its pair
    other, other_pair  of references
    own_in, other_in   of those that are in both rows: where they stand in the arrays above
    """

    own: Integers
    own_pair: Integers
    other: Integers
    other_pair: Integers
    own_in: Integers
    other_in: Integers


def _meet(pairs: Integers, hypothesis: Side, reference: Side, n_keys: int) -> Meeting:
    own, own_offsets = gather(hypothesis.key_offsets, pairs[:, 0])
    other, other_offsets = gather(reference.key_offsets, pairs[:, 1])
    numbers = np.arange(len(pairs))
    own_pair = numbers.repeat(np.diff(own_offsets))
    other_pair = numbers.repeat(np.diff(other_offsets))
    _, own_in, other_in = np.intersect1d(
        own_pair * n_keys + hypothesis.keys[own],
        other_pair * n_keys + reference.keys[other],
        assume_unique=True,
        return_indices=True,
    )
    return Meeting(own, own_pair, other, other_pair, own_in, other_in)


def count_pairs(
    hypothesis: Side, reference: Side, n_keys: int, noop: int
) -> tuple[Integers, Integers, Integers]:
    """Count every pair of a hypothesis row and a reference row of a sentence.

    Args:
        hypothesis: the keys of its rows.
        reference: the keys of its rows.
        n_keys: how many different keys there are.
        noop: the number of that type.

    Returns:
        int64[R, 3] of tp, fp, fn; int64[S+1]; int64[R, 2], the row of either side. Pairs of a
        sentence stand in order of the hypothesis row, then the reference row.
    """
    other_rows = reference.edits.row_offsets
    n_own, n_other = np.diff(hypothesis.edits.row_offsets), np.diff(other_rows)
    sentences = np.arange(len(n_own)).repeat(n_own)
    others, offsets = gather(other_rows, sentences)
    pairs = np.stack([np.arange(len(sentences)).repeat(np.diff(offsets)), others], axis=1)
    met = _meet(pairs, hypothesis, reference, n_keys)
    own, other = met.own[met.own_in], met.other[met.other_in]
    proposed, wanted = hypothesis.proposed(noop), reference.proposed(noop)

    def sums(pair: Integers, numbers: Integers) -> Integers:
        return np.bincount(pair, numbers, len(pairs)).astype(np.int64)

    both = met.own_pair[met.own_in]
    table = np.empty((len(pairs), 3), np.int64)
    table[:, 0] = sums(both, reference.sizes()[other] * (proposed[own] > 0))
    table[:, 1] = sums(met.own_pair, proposed[met.own]) - sums(both, proposed[own])
    table[:, 2] = sums(met.other_pair, wanted[met.other]) - sums(both, wanted[other])
    return table, offsets_of(n_own * n_other), pairs


def count_kinds(
    pairs: Integers, hypothesis: Side, reference: Side, n_keys: int, n_kinds: int, noop: int
) -> tuple[Integers, NDArray[np.int32], Integers]:
    """Count some pairs by type.

    Args:
        pairs: int64[P, 2], the row of either side.
        hypothesis: the keys of rows.
        reference: the keys of rows.
        n_keys: how many different keys there are.
        n_kinds: how many types there are.
        noop: the number of that type.

    Returns:
        int64[P+1]; int32[N], the types of each pair in the order in which they are counted first;
        int64[N, 3], their tp, fp, fn.
    """
    met = _meet(pairs, hypothesis, reference, n_keys)
    # Types that are counted of each key: for one of both rows those of the reference.
    is_own, is_other = (
        side.proposed(noop)[at] > 0 for side, at in ((hypothesis, met.own), (reference, met.other))
    )
    is_other[met.other_in] = False
    places, columns = met.own.copy(), np.ones(len(met.own), np.int64)
    places[met.own_in] = len(hypothesis.keys) + met.other[met.other_in]
    columns[met.own_in] = 0
    missed = met.other[is_other]
    places = np.concatenate([places[is_own], len(hypothesis.keys) + missed])
    columns = np.concatenate([columns[is_own], np.full(len(missed), 2)])
    pair = np.concatenate([met.own_pair[is_own], met.other_pair[is_other]])
    order = np.argsort(pair, kind="stable")
    at, offsets = gather(
        offsets_of(np.concatenate([hypothesis.sizes(), reference.sizes()])), places[order]
    )
    sizes = np.diff(offsets)
    kinds = np.concatenate([hypothesis.kinds, reference.kinds])[at]
    codes, firsts, numbers = np.unique(
        pair[order].repeat(sizes) * n_kinds + kinds, return_index=True, return_inverse=True
    )
    # From the order of codes to that of first counts.
    by_first = np.argsort(firsts)
    place = np.empty(len(codes), np.int64)
    place[by_first] = np.arange(len(codes))
    counts = np.bincount(
        3 * place[numbers] + columns[order].repeat(sizes), minlength=3 * len(codes)
    )
    of_pair, found = np.divmod(codes[by_first], n_kinds)
    ends = offsets_of(np.bincount(of_pair, minlength=len(pairs)))
    return ends, found.astype(np.int32), counts.reshape(-1, 3)
