"""Mix mode: a system is compared with the best mixture of the annotators' edits.

Every combination of choices of a sentence's errors is a candidate. Where they are few each is
aligned; where they are many the best is found without making them (`fastgec.choose`).

The candidate of a sentence is chosen while it is counted. So what it is chosen by belongs to the
parameters of the counts, as words: `Scoring` has them too, and scores by another one are refused.
Every row of a sentence holds the chosen candidate's counts.

Segments. Errors far apart do not meet: the sentence is cut into groups of errors that may, and the
source between them, which every candidate keeps. A group's texts are found by applying each of its
combinations, and so is what they eat: edits that overlap act on text already changed, and may reach
beyond their spans.

Order: which of two candidates stays above the other, whatever text follows. The I-measure compares
candidates by a list of values. Each is a *level* here; all but single counts are a ratio up / (up +
down) of sums of counts, and the text that follows adds the same to both candidates. So more of `up`
and less of `down` is at least as high for ever, and above where the products up x down' differ.
Values are compared as floating-point numbers in the end: "above" leaves a margin for their errors,
so that what comes too close to call is left to the values themselves. A vector of counts is: true
negatives, false negatives, false positives, true positives with the right correction, those with
another, and the baseline's true and false negatives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Integers
from fastgec.choose.best import sentence_best
from fastgec.machine import Cancel
from fastgec.metrics.imeasure.chain import Chain, Walk
from fastgec.metrics.imeasure.counter import count_columns
from fastgec.metrics.imeasure.gold import Annotations, Edit, Sentence, Tokens, applied, split
from fastgec.metrics.imeasure.score import COLUMNS, Scoring, key_of, keys
from fastgec.metrics.references import ParallelText
from fastgec.read import FormatError

# The best of candidates that are too many to make one by one: the I-measure's mix mode.
#
# **What is computed.** An annotated sentence has errors, each error has choices, and each
# combination of choices is a text that a system may be compared with, a *candidate*: 17 billion
# of them for one sentence of CoNLL-2014. The metric aligns source, hypothesis and candidate three
# ways (`alignment`), counts columns, and takes the candidate whose counts make the best score.
#
# **Why not one by one.** Candidates are ways through a chain: the source is cut into segments,
# and a candidate takes one of the texts of each (two or three where there is an error, else the
# source). An alignment goes through that chain from left to right, and what it needs of the way
# behind it is little:
#
#     ways so far        c1    c2    c3      all different
#                         \    |    /
#     at a border      [ cells and costs ]   where alignments may stand
#                         /          \
#     one step each    text 1      text 2    whatever way led here
#
#  1. Cells that no cheapest way of any candidate can pass are left out before they are filled; what
#     is left at a border is nearly always one cell, or a few (`chain.Chain`).
#  2. Ways that stand in the same cells at the same costs go on alike; their counts differ by one
#     vector. So a state is (cells, vector), and equal states are one (`chain.Walk`, `states`).
#  3. Of two states with the same cells, one may be better whatever follows; the other is dropped
#     (`states`; the metric says what is better).
#
# A state is what is known of a candidate so far: the pattern of its alignment, the pattern of the
# baseline's, and seven counts. Candidates of equal states have equal futures, so of these the
# first is kept; and a state goes, too, where another of the same patterns beats it whatever
# follows. What is left at the end are few candidates, and they are compared by their values.
#
# All costs are integers and no bound is a guess: time may grow, a result is never in doubt. The
# oracle of the tests makes every candidate and fills whole tables.


MOST_STATES = 500_000  # at one border
MOST_STEPS = 1_000_000  # of patterns through texts: half a minute, and some 300 MB
TOGETHER = 512  # states that are compared with each other at once
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
                found.setdefault(key, (choices, choice))
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
    columns = (
        *(numbered(source), numbered(hypothesis)),
        [0, *(segment.end for segment in segments)],
        np.cumsum([0, *(len(segment.texts) for segment in segments)]),
        np.cumsum([0, *map(len, texts)]),
        numbered(chain.from_iterable(texts)),
    )
    arrays: Any = [np.array(column, np.int32) for column in columns]
    return Chain(*[*arrays, cancel, limit])


Numbers = NDArray[np.integer[Any]] | NDArray[np.floating[Any]]
Booleans = NDArray[np.bool_]

TN, FN, FP, RIGHT, OTHER, BASE_TN, BASE_FN = range(7)
TOLERANCE = 1e-12  # values that differ by less may be equal as floating-point numbers


class Aspect(NamedTuple):
    """Counts of detection or correction, each int64[k]."""

    tp: Integers
    tn: Integers
    fp: Integers
    fn: Integers
    fpn: Integers


def aspect_of(counts: Integers, is_correction: bool) -> Aspect:
    """Return the counts of an aspect from vectors int64[k, 7]."""
    tn, fn, fp, right, other = (counts[:, column] for column in range(5))
    if is_correction:
        return Aspect(right, tn, fp + other, fn + other, other)
    return Aspect(right + other, tn, fp, fn, np.zeros_like(other))


def row_of(counts: Integers) -> Integers:
    """Return the columns of the metric, int64[12], of a vector, int64[7]."""
    tn, fn, fp, right, other, base_tn, base_fn = counts
    detection = right + other, tn, fp, fn, 0
    return np.array(
        [*detection, right, tn, fp + other, fn + other, other, base_tn, base_fn], np.int64
    )


def vector_of(row: Integers) -> Integers:
    """Return the vector, int64[7], of columns of the metric, int64[12]."""
    _, tn, fp, fn, _, right, _, _, _, other, base_tn, base_fn = row
    return np.array([tn, fn, fp, right, other, base_tn, base_fn], np.int64)


class Order:
    """The order of candidates: by a measure, given the counts of the text before them.

    scoring  by which, see `Scoring`
    totals   counts of the sentences before, int64[12]; zeros where each sentence is on its own
    """

    def __init__(self, scoring: Scoring, totals: Integers) -> None:
        self._scoring = scoring
        self._totals = totals
        self._before = vector_of(totals)
        # Sums with such weights are exact, so that a ratio is rounded once, and rises with `up`.
        weight = scoring.weight
        self._is_exact = 2**-6 <= weight <= 2**20 and (weight * 64).is_integer()

    def key(self, counts: Integers) -> tuple[float, ...]:
        """Return the key of a candidate, int64[7]: the highest is chosen.

        Raises:
            FormatError: nothing is there to divide by.
        """
        return key_of((row_of(counts) + self._totals).tolist(), self._scoring)

    def beaten(self, counts: Integers, kinds: Integers, most: int) -> Booleans:
        """Say of each candidate so far if another beats it whatever follows.

        Args:
            counts: int64[k, 7], in the order in which the first of equals is chosen.
            kinds: int64[k]; only candidates of the same kind are compared.
            most: columns of a candidate, the most there may be.

        Returns:
            bool[k]
        """
        counts = counts + self._before
        most += int(self._before.sum())
        found = np.zeros(len(counts), np.bool_)
        is_same_kind = kinds[:, None] == kinds
        np.fill_diagonal(is_same_kind, False)
        pairs = Pairs(*np.nonzero(is_same_kind))
        is_first = self._scoring.maximise[0] == "c"
        for is_correction in (is_first, not is_first):
            aspect = aspect_of(counts, is_correction)
            for name in (self._scoring.maximise[1:], "i", "wacc", "acc"):
                level = self._level(name, aspect, counts, most, pairs)
                found[pairs.x[level.above]] = True
                is_open = level.at_least & ~found[pairs.x]
                pairs = Pairs(pairs.x[is_open], pairs.y[is_open])
                if len(pairs.x) == 0:
                    return found
        found[pairs.x[pairs.x > pairs.y]] = True
        return found

    def _level(self, name: str, aspect: Aspect, counts: Integers, most: int, pairs: Pairs) -> Level:
        tp, tn, fp, fn, fpn = aspect
        if name in ("tp", "tn", "fp", "fn"):
            count: Integers = getattr(aspect, name)
            less, more = count[pairs.x], count[pairs.y]
            return Level(less < more, less <= more)
        ratios = {"p": (tp, fp), "r": (tp, fn), "acc": (tp + tn, fp + fn - fpn)}
        if name in ratios:
            return ratio(*ratios[name], most, pairs)
        if name == "wacc":
            return self._wacc(aspect, most, pairs)[0]
        if name == "i":
            return self._improvement(aspect, counts, most, pairs)
        square = self._scoring.beta * self._scoring.beta
        level = ratio(tp, square * fn + fp, most * max(1.0, square), pairs)
        at_least = _same(pairs, tp, fp, fn) | level.above
        if 1e-3 <= square <= 1e3:  # then no two values come close, but those of nothing right
            x, y = pairs
            at_least |= (tp[x] <= tp[y]) & (fp[x] >= fp[y]) & (fn[x] >= fn[y])
        return Level(level.above, at_least)

    def _wacc(self, aspect: Aspect, most: int, pairs: Pairs) -> tuple[Level, Booleans]:
        """Return the level of WAcc, and of which `x` it is neither 0 nor 1 at the end."""
        weight = self._scoring.weight
        up = weight * aspect.tp + aspect.tn
        down = weight * aspect.fp + aspect.fn - (weight + 1) * (aspect.fpn / 2)
        level = ratio(up, down, most * (weight + 1), pairs)
        if not self._is_exact:
            level = Level(level.above, level.above | _same(pairs, *aspect))
        return level, ((up > 0) & (down > 0))[pairs.x]

    def _improvement(self, aspect: Aspect, counts: Integers, most: int, pairs: Pairs) -> Level:
        """Return the level of I: higher where WAcc is, and where the baseline's is lower."""
        wacc, between = self._wacc(aspect, most, pairs)
        tn, fn = counts[:, BASE_TN], counts[:, BASE_FN]
        is_same = _same(pairs, tn, fn)
        # I moves with the baseline by 1 - WAcc or by WAcc, at the least: 0 or not below 1 part of
        # all. Where that may be lost in rounding nothing is said of unequal baselines.
        parts = most * max(1.0, self._scoring.weight)
        if parts**-3 < TOLERANCE or not self._is_exact:
            return Level(wacc.above & is_same, wacc.at_least & is_same)
        lower = ratio(fn, tn, most, pairs)
        return Level(
            (wacc.above & (is_same | lower.at_least)) | (wacc.at_least & lower.above & between),
            wacc.at_least & (is_same | lower.at_least),
        )


class Pairs(NamedTuple):
    """Pairs of candidates: two arrays of their numbers. The question is whether y beats x."""

    x: Integers
    y: Integers


class Level(NamedTuple):
    """Of each pair: is y above x whatever follows, is it at least as high."""

    above: Booleans
    at_least: Booleans


def ratio(up: Numbers, down: Numbers, most: float, pairs: Pairs) -> Level:
    """Compare up / (up + down), where the text that follows adds the same to each `up` and `down`.

    Args:
        up: numbers [k].
        down: numbers [k].
        most: what up + down may become.
        pairs: of the k candidates.
    """
    up, down = np.asarray(up, np.float64), np.asarray(down, np.float64)
    up_x, up_y, down_x, down_y = up[pairs.x], up[pairs.y], down[pairs.x], down[pairs.y]
    at_least = (up_x <= up_y) & (down_x >= down_y)
    ahead = up_y * down_x - up_x * down_y  # what follows can only add to it
    return Level(at_least & (ahead > TOLERANCE * most * most), at_least)


def _same(pairs: Pairs, *numbers: Numbers) -> Booleans:
    return np.logical_and.reduce([one[pairs.x] == one[pairs.y] for one in numbers])


Choices = Sequence[tuple[Edit, ...]]  # of an error

MOST_TOKENS = 1 << 21  # of all texts of errors that meet


def segments_of(source: Tokens, errors: Sequence[Choices]) -> list[Segment] | None:
    """Cut a sentence into segments that may be chosen one by one.

    Args:
        source: tokens.
        errors: for each error its choices, in order; errors by (smallest start, largest end).

    Returns:
        Segments from left to right; None where no combination is possible, as two errors always
        edit the same span.

    Raises:
        TooManyError: errors that meet have too many combinations.

    Example:
        >>> for segment in segments_of(("a", "b"), [[(), (Edit(1, 2, ("c",)),)]]) or []:
        ...     print(*segment)
        0 1 (('a',),)
        1 2 (('b',), ('c',))
    """
    n = len(source)
    groups: list[_Group] = []
    for error in errors:
        group = _Group(source, [error])
        while groups and groups[-1].meets(group):
            group = _Group(source, [*groups.pop().errors, *group.errors])
        groups.append(group)
    if len(groups) > 1 and sum(group.end - group.start for group in groups) == n:
        groups = [_Group(source, errors)]  # nothing is sure to stay: an edit may be left out
    segments: list[Segment] = []
    done = 0
    for group in groups:
        if not group.texts:
            return None
        if done < group.start:
            segments.append(Segment(done, group.start, (source[done : group.start],)))
        segments.append(Segment(group.start, group.end, group.texts))
        done = group.end
    if done < n:
        segments.append(Segment(done, n, (source[done:],)))
    return segments


class _Group:
    """Errors that may meet.

    start, end  the part of the source that their edits change in any combination
    texts       the corrections of that part, each once
    """

    def __init__(self, source: Tokens, errors: Sequence[Choices]) -> None:
        self.errors = errors
        edits = [edit for error in errors for choice in error for edit in choice]
        n = len(source)
        self.start = min(min(start, n) for start, _, _ in edits)
        self.end = max(min(end, n) for _, end, _ in edits)
        self._insertions = {min(start, n) for start, end, _ in edits if start == end or start >= n}
        # Edits reach no further than this: an edit that overlaps others acts on text that is
        # shorter by what they deleted.
        reach = max(self.end, *(end for _, end, _ in edits)) + sum(e - s for s, e, _ in edits)
        seen = min(n, reach + 1)
        n_combinations = prod(len(error) for error in errors)
        if n_combinations * (seen - self.start + 1) > MOST_TOKENS:
            raise TooManyError(
                f"{n_combinations:.3g} combinations of edits that meet: expected at most "
                f"{MOST_TOKENS // (seen - self.start + 1)}"
            )
        # What the groups after it put at the end is there when its edits are applied: a group that
        # reaches past the end must be joined to them.
        past = max(reach, seen)
        texts = list(self._texts(past))
        end = max((past - _kept(text, past) for text in texts), default=past)
        self.is_open = end > n
        self.end = max(self.end, min(end, n))
        kept = seen - self.end
        texts = texts if seen == past else list(self._texts(seen))
        found = (text[: len(text) - kept] for text in texts)
        self.texts = tuple(dict.fromkeys(tuple(_unmarked(text, source)) for text in found))

    def _texts(self, n: int) -> Iterator[Tokens]:
        """Yield for each combination the correction of tokens start to n of a sentence of n tokens.

        Tokens of the sentence are marks, see `_mark`. What precedes the group is still there when
        its edits are applied, so that the text is never empty: one mark stands for it.
        """
        before = min(self.start, 1)
        marks = tuple(map(_mark, range(self.start - before, n)))
        shift = self.start - before
        for choices in product(*self.errors):
            edits = [
                Edit(start - shift, end - shift, tokens)
                for choice in choices
                for start, end, tokens in choice
            ]
            if len({edit[:2] for edit in edits}) == len(edits):
                yield applied(marks, edits)[before:]

    def meets(self, later: _Group) -> bool:
        """Whether edits may meet those of a group that begins no earlier."""
        if self.is_open:
            return True
        if self.end == later.start:
            return bool(self._insertions & later._insertions)
        return self.end > later.start


def _mark(number: int) -> str:
    """Return a placeholder for a token of the source while edits are applied, unlike any token."""
    return f" {number}"


def _unmarked(text: Tokens, source: Tokens) -> Iterator[str]:
    for token in text:
        yield source[int(token)] if token[0] == " " else token


def _kept(text: Tokens, n: int) -> int:
    """Return how many tokens of the source a text keeps at its end."""
    kept = 0
    while kept < len(text) and text[-1 - kept] == _mark(n - 1 - kept):
        kept += 1
    return kept


KEPT = 4096  # sentences whose candidates are kept
FEW = 128  # candidates that are aligned one by one


class Mixture:
    """The mixed candidates of a sentence.

    has_none  whether no combination was possible, so that the source stands for it
    """

    def __init__(self, sentence: Sentence) -> None:
        """Find the groups of errors that candidates are made of.

        Raises:
            TooManyError: errors that meet have too many combinations.
        """
        self._source = sentence.source
        segments = segments_of(sentence.source, sentence.choices())
        self.has_none = segments is None
        if segments is None:
            segments = [Segment(0, len(self._source), (self._source,))]
        self._segments = segments
        self._candidates: list[Tokens] | None = None
        if prod(len(segment.texts) for segment in segments) <= FEW:
            texts = product(*(segment.texts for segment in segments))
            self._candidates = list(dict.fromkeys(tuple(chain(*text)) for text in texts))

    def best(
        self,
        hypotheses: Sequence[Tokens],
        scoring: Scoring,
        totals: Sequence[Integers] | None,
        cancel: NDArray[np.int32],
        limit: int,
    ) -> tuple[Integers, list[Tokens]]:
        """Return counts, int64[H, 12], and text of the candidate chosen for each hypothesis.

        Args:
            hypotheses: tokens of each system.
            scoring: by which candidates are chosen.
            totals: int64[12] of each system, counts of the sentences before, or None where each
                sentence is on its own.
            cancel: int32[1], 0 until work must stop.
            limit: bytes of scratch memory.

        Raises:
            TooManyError: the candidates are of too many kinds.
            FormatError: a candidate has no column to divide by.
            MemoryError: it needs more memory than the limit.
            KeyboardInterrupt: work was stopped.
        """
        nothing = np.zeros(len(COLUMNS), np.int64)
        before = [nothing] * len(hypotheses) if totals is None else totals
        if self._candidates is not None:
            return self._tried(self._candidates, hypotheses, scoring, before, cancel, limit)
        rows, texts = [], []
        for hypothesis, so_far in zip(hypotheses, before, strict=True):
            order = Order(scoring, so_far)
            found = best_of(self._source, hypothesis, self._segments, order, cancel, limit)
            rows.append(row_of(found.counts))
            chosen = zip(self._segments, found.choices, strict=True)
            texts.append(tuple(chain(*(segment.texts[one] for segment, one in chosen))))
        return np.array(rows).reshape(-1, len(COLUMNS)), texts

    def _tried(
        self,
        candidates: Sequence[Tokens],
        hypotheses: Sequence[Tokens],
        scoring: Scoring,
        totals: Sequence[Integers],
        cancel: NDArray[np.int32],
        limit: int,
    ) -> tuple[Integers, list[Tokens]]:
        numbers: dict[str, int] = {}
        texts = [self._source, *candidates, *hypotheses]
        ids = [numbers.setdefault(token, len(numbers)) for text in texts for token in text]
        offsets = np.cumsum([0, *map(len, texts)])
        table = np.empty((len(hypotheses), 1, len(candidates), len(COLUMNS)), np.int64)
        refused, _, _ = count_columns(
            np.array(ids, np.int32),
            offsets,
            1,
            len(candidates),
            len(hypotheses),
            table,
            cancel,
            limit,
        )
        if refused >= 0:
            raise MemoryError
        if len(candidates) == 1:
            return table[:, 0, 0], [candidates[0]] * len(hypotheses)
        rows = table.reshape(-1, len(COLUMNS))
        so_far = np.repeat(np.array(totals), len(candidates), axis=0)
        places = np.arange(0, len(rows) + 1, len(candidates))
        chosen = sentence_best(keys(rows + so_far, scoring), places)
        return rows[chosen], [candidates[one] for one in (chosen - places[:-1]).tolist()]


class MixedCounter:
    """Counts sentences of annotations, one block after the other.

    Where each sentence is on its own, equal outputs of one are compared with its candidates once.

    n_without  sentences of which no combination was possible, so that the source stands for it
    """

    def __init__(self, gold: Annotations, scoring: Scoring, n_systems: int) -> None:
        """Take the gold, and the scoring that chooses candidates."""
        self._gold = gold
        self._scoring = scoring
        self._known: dict[Sentence, tuple[Mixture, dict[Tokens, tuple[Integers, Tokens]]]] = {}
        self._totals: list[Integers] | None = None
        if scoring.optimise == "corpus":
            self._totals = [np.zeros(len(COLUMNS), np.int64) for _ in range(n_systems)]
        self.n_without = 0

    def count(self, text: ParallelText, parameters: Any, cancel: Cancel, limit: int) -> Integers:
        """Count some sentences: int64[H, S, N, 12], alike for all N; the text gets candidates.

        Raises:
            FormatError: a sentence has too many combinations, or needs too much memory.
        """
        shape = len(text.systems), len(text), len(text.references), len(COLUMNS)
        table = np.empty(shape, np.int64)
        chosen: list[list[str]] = [[] for _ in text.systems]
        for line in range(len(text)):
            number = text.first + line
            hypotheses = [split(system[line]) for system in text.systems]
            rows, candidates = self._best(number, hypotheses, cancel, limit)
            for own, candidate in zip(chosen, candidates, strict=True):
                own.append(" ".join(candidate))
            table[:, line] = rows[:, None]
            if self._totals is not None:
                self._totals = [a + b for a, b in zip(self._totals, rows, strict=True)]
        text.candidates = chosen
        return table

    def _best(
        self, number: int, hypotheses: Sequence[tuple[str, ...]], cancel: Cancel, limit: int
    ) -> tuple[Integers, list[Tokens]]:
        try:
            sentence = self._gold.sentences[number]
            known = self._known.get(sentence)
            if known is None:  # other threads may clear, too
                if len(self._known) >= KEPT:
                    self._known.clear()
                known = self._known[sentence] = Mixture(sentence), {}
            mixture, found = known
            self.n_without += mixture.has_none
            if self._totals is not None:
                return mixture.best(hypotheses, self._scoring, self._totals, cancel, limit)
            new = list(dict.fromkeys(own for own in hypotheses if own not in found))
            if new:
                best = mixture.best(new, self._scoring, None, cancel, limit)
                found.update(zip(new, zip(*best, strict=True), strict=True))
            rows, texts = zip(*(found[own] for own in hypotheses), strict=True)
            return np.array(rows), list(texts)
        except TooManyError as error:
            reason = f"sentence {number + 1}: {error}; plain mode (without --mix) counts it"
        except MemoryError:
            reason = (
                f"sentence {number + 1}: mixed candidates need more than {limit / 1e9:.1f} GB of "
                "memory; plain mode (without --mix) counts it"
            )
        raise FormatError(self._gold.name, None, reason)

    def warnings(self) -> tuple[str, ...]:
        """Return warnings for users."""
        if not self.n_without:
            return ()
        sentences = "sentence has" if self.n_without == 1 else "sentences have"
        reason = "no combination of choices whose edits differ in place: the source is taken"
        return (f"{self._gold.name}: {self.n_without} {sentences} {reason}",)
