r"""The best of candidates that are too many to make one by one: the I-measure's mix mode.

**What is computed.** An annotated sentence has errors, each error has choices, and each combination
of choices is a text that a system may be compared with, a *candidate*: 17 billion of them for one
sentence of CoNLL-2014. The metric aligns source, hypothesis and candidate three ways (`alignment`),
counts columns, and takes the candidate whose counts make the best score.

**Why not one by one.** Candidates are ways through a chain: the source is cut into segments, and a
candidate takes one of the texts of each (two or three where there is an error, else the source). An
alignment goes through that chain from left to right, and what it needs of the way behind it is
little:

    ways so far        c1    c2    c3      all different
                        \    |    /
    at a border      [ cells and costs ]   where alignments may stand
                        /          \
    one step each    text 1      text 2    whatever way led here

 1. Cells that no cheapest way of any candidate can pass are left out before they are filled; what
    is left at a border is nearly always one cell, or a few (`chain.Chain`).
 2. Ways that stand in the same cells at the same costs go on alike; their counts differ by one
    vector. So a state is (cells, vector), and equal states are one (`chain.Walk`, `states`).
 3. Of two states with the same cells, one may be better whatever follows; the other is dropped
    (`states`; the metric says what is better).

A state is what is known of a candidate so far: the pattern of its alignment, the pattern of the
baseline's, and seven counts. Candidates of equal states have equal futures, so of these the first
is kept; and a state goes, too, where another of the same patterns beats it whatever follows. What
is left at the end are few candidates, and they are compared by their values.

All costs are integers and no bound is a guess: time may grow, a result is never in doubt. The
oracle of the tests makes every candidate and fills whole tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fastgec.metrics.imeasure.chain import Chain, Walk

MOST_STATES = 500_000  # at one border
MOST_STEPS = 1_000_000  # of patterns through texts: half a minute, and some 300 MB
TOGETHER = 512  # states that are compared with each other at once

Integers = NDArray[np.int64]
Counts = tuple[int, ...]
Key = tuple[int, int, int, int, int, int, int, int, int]  # two patterns, seven counts


class TooManyError(ValueError):
    """There are more candidates, or kinds of them, than can be tried."""


class Segment(NamedTuple):
    """A piece of the source, and the texts that may stand there.

    start, end  of the source
    texts       of which a candidate has one, each once, in order of preference
    """

    start: int
    end: int
    texts: tuple[tuple[str, ...], ...]


class Order(Protocol):
    """How candidates are compared, by vectors of seven counts.

    These are true negatives, false negatives, false positives, true positives with the right
    correction, those with another; the baseline's true and false negatives.
    """

    def key(self, counts: Integers) -> tuple[float, ...]:
        """Return the key of a candidate, int64[7]: the first with the highest key is chosen."""

    def beaten(self, counts: Integers, kinds: Integers, most: int) -> NDArray[np.bool_]:
        """Say of candidates so far, int64[k, 7], if another of its kind beats it for ever.

        Args:
            counts: in the order in which the first of equals is chosen.
            kinds: int64[k].
            most: columns of an alignment, the most there may be.
        """


class Best(NamedTuple):
    """The candidate that is chosen.

    choices  number of the text of each segment
    counts   int64[7], see `Order`
    """

    choices: tuple[int, ...]
    counts: Integers


class _Patterns:
    """Patterns seen, and for each text the pattern that follows (by number) and its counts."""

    def __init__(
        self, first: tuple[bytes, Counts], step: Callable[[int, int, bytes], tuple[bytes, Counts]]
    ) -> None:
        self._step = step
        self._seen: dict[bytes, int] = {}
        self._patterns: list[bytes] = []
        self._steps: dict[tuple[int, int], list[tuple[int, Counts]]] = {}
        self._n_steps = 0
        self.first = self._numbered(first)

    def _numbered(self, found: tuple[bytes, Counts]) -> tuple[int, Counts]:
        content, counts = found
        number = self._seen.setdefault(content, len(self._patterns))
        if number == len(self._patterns):
            self._patterns.append(content)
        return number, counts

    def n_steps_with(self, numbers: Iterable[int], n_texts: int) -> int:
        """Return how many steps are known once some patterns have gone through n texts."""
        return self._n_steps + len(set(numbers)) * n_texts

    def after(self, number: int, segment: int, texts: Iterable[int]) -> list[tuple[int, Counts]]:
        """Return for each of a segment's texts the next pattern and its counts."""
        found = self._steps.get((number, segment))
        if found is None:
            content = self._patterns[number]
            found = [self._numbered(self._step(segment, text, content)) for text in texts]
            self._steps[number, segment] = found
            self._n_steps += len(found)
        return found


def best_of(
    source: Sequence[str],
    hypothesis: Sequence[str],
    segments: Sequence[Segment],
    order: Order,
    cancel: NDArray[np.int32],
    limit: int,
) -> Best:
    """Return the candidate that the I-measure chooses.

    Args:
        source: tokens, at least one.
        hypothesis: tokens.
        segments: the parts of candidates.
        order: by which they are compared.
        cancel: int32[1], 0 until work must stop.
        limit: bytes of memory.

    Raises:
        TooManyError: more states than there may be.
        MemoryError: tables would need more than the limit.
        KeyboardInterrupt: work was stopped.
    """
    chain = _chain(source, hypothesis, segments, cancel, limit)
    walk = Walk(chain)
    aligned = _Patterns(walk.start(), walk.step)
    baseline = _Patterns(walk.start_baseline(), walk.step_baseline)
    (own, counts), (other, base) = aligned.first, baseline.first
    first: Any = (own, other, *counts, *base)
    states: dict[Key, Any] = {first: None}  # to the choices, as a linked list
    most = len(source) + len(hypothesis)
    most += sum(max(map(len, segment.texts)) for segment in segments)
    text = 0
    for segment, (_, _, texts) in enumerate(segments):
        n_steps = aligned.n_steps_with((key[0] for key in states), len(texts))
        n_steps += baseline.n_steps_with((key[1] for key in states), len(texts))
        if n_steps > MOST_STEPS:
            raise TooManyError(
                f"{n_steps:.3g} alignments of its errors: expected at most {MOST_STEPS}"
            )
        numbers = range(text, text + len(texts))
        found: dict[Key, Any] = {}
        for (own, other, tn, fn, fp, right, wrong, btn, bfn), choices in states.items():
            if cancel[0]:
                raise KeyboardInterrupt
            ways = zip(
                aligned.after(own, segment, numbers),
                baseline.after(other, segment, numbers),
                strict=True,
            )
            for choice, ((own_next, more), (other_next, base)) in enumerate(ways):
                key = (
                    own_next,
                    other_next,
                    tn + more[0],
                    fn + more[1],
                    fp + more[2],
                    right + more[3],
                    wrong + more[4],
                    btn + base[0],
                    bfn + base[1],
                )
                if key not in found:
                    found[key] = (choices, choice)
        if len(found) > MOST_STATES:
            raise TooManyError(f"{len(found)} kinds of candidates, expected at most {MOST_STATES}")
        states = _thinned(found, order, most) if len(texts) > 1 else found
        text += len(texts)
    keys = [np.array(key[2:], np.int64) for key in states]
    values = [order.key(key) for key in keys]
    chosen = values.index(max(values))
    return Best(_unlinked(list(states.values())[chosen]), keys[chosen])


def _thinned(states: dict[Key, Any], order: Order, most: int) -> dict[Key, Any]:
    """Return the states that none of the same patterns beats, in order."""
    keys = np.array(list(states), np.int64)
    kinds = keys[:, 0] * (int(keys[:, 1].max()) + 1) + keys[:, 1]
    numbers = np.argsort(kinds, kind="stable")
    _, sizes = np.unique(kinds, return_counts=True)
    if len(sizes) == len(states):
        return states
    stays = np.zeros(len(states), np.bool_)
    first = last = 0
    for size in [*sizes.tolist(), 0]:  # as many kinds at once as go together, at least one
        if last > first and (size == 0 or last + size - first > TOGETHER):
            stays[_unbeaten(numbers[first:last], kinds, keys[:, 2:], order, most)] = True
            first = last
        last += size
    return {key: one for (key, one), is_kept in zip(states.items(), stays, strict=True) if is_kept}


def _unbeaten(
    numbers: Integers, kinds: Integers, counts: Integers, order: Order, most: int
) -> Integers:
    """Return the states that none of their kind beats; many are first compared in parts."""
    if len(numbers) > TOGETHER:
        half = len(numbers) // 2
        parts = (numbers[:half], numbers[half:])
        numbers = np.concatenate([_unbeaten(part, kinds, counts, order, most) for part in parts])
        if len(numbers) > 4 * TOGETHER:
            return numbers
    return numbers[~order.beaten(counts[numbers], kinds[numbers], most)]


def _unlinked(choices: Any) -> tuple[int, ...]:
    found: list[int] = []
    while choices is not None:
        choices, one = choices
        found.append(one)
    return tuple(reversed(found))


def _chain(
    source: Sequence[str],
    hypothesis: Sequence[str],
    segments: Sequence[Segment],
    cancel: NDArray[np.int32],
    limit: int,
) -> Chain:
    numbers: dict[str, int] = {}

    def numbered(tokens: Iterable[str]) -> list[int]:
        return [numbers.setdefault(token, len(numbers)) for token in tokens]

    texts = [text for segment in segments for text in segment.texts]

    def array(numbers: Iterable[int]) -> NDArray[np.int32]:
        return np.array(list(numbers), np.int32)

    return Chain(
        array(numbered(source)),
        array(numbered(hypothesis)),
        array([0, *(segment.end for segment in segments)]),
        array(accumulate((len(segment.texts) for segment in segments), initial=0)),
        array(accumulate(map(len, texts), initial=0)),
        array(numbered(token for text in texts for token in text)),
        cancel,
        limit,
    )
