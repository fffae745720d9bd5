"""Edits that wait for weights: of one system, with what their counts are sums of.

Each edit comes with its sentence and with the sentence that this edit alone makes of it, which is
what a model judges. An edit that a system makes against several annotators stands here once, and
has one weight, unless weights are asked for each annotator. Sums are made of terms: a cell of the
table of counts, the edit whose weight goes into it, and how many times. They are added in the order
of sentences, so a sum is the same to the last bit whoever makes it.

Edits of MaxMatch are the sequence against each annotator, and the gold: those that the counts of
`fastgec m2` count. An edit that makes several gold edits is correct as many times, as in the
published scorer.

Files hold edits, a JSON object a line, or weights, a line for each edit. Edits of the system come
first, then those of the gold. A line of weights is a number, or the line of the edit itself with a
"weight" more: then it must be the edit that stands in that place.

    {"side": "system", "sentence": 1, "annotators": [0], "start": 3, "end": 4, "replaced": "at",
     "correction": "on", "source": "The cat sat at mat .", "text": "The cat sat on mat ."}
"""

from __future__ import annotations

import hashlib
import math
import os
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats
from fastgec.counts import LARGEST_COUNT, Counts, freeze, made_from_fields
from fastgec.machine import RepeatedKeyError, loads, require_holdable
from fastgec.metrics.base import (
    FMetric,
    Fold,
    Metric,
    OwnRows,
    Reading,
    Scoring,
    SumScoreT,
    counted_blocks,
    same,
)
from fastgec.metrics.declarations import as_dict, named
from fastgec.metrics.edits import GoldText
from fastgec.metrics.errant.metric import COLUMNS as ERRANT_COLUMNS
from fastgec.metrics.errant.metric import METRIC as ERRANT_METRIC
from fastgec.metrics.errant.metric import Compared, PairScore, PairSums, Parameters, Side
from fastgec.metrics.errant.metric import Parameters as ErrantParameters
from fastgec.metrics.m2.counting import COLUMNS as M2_COLUMNS
from fastgec.metrics.m2.counting import MaxMatchScore
from fastgec.metrics.m2.counting import Parameters as M2Parameters
from fastgec.metrics.m2.metric import METRIC as M2_METRIC
from fastgec.metrics.m2.metric import MaxMatchSums
from fastgec.metrics.m2.words import found_edits
from fastgec.read import FormatError, counted, visible
from fastgec.read.coders import Annotations, CodedEdits
from fastgec.read.files import Source, read_utf8
from fastgec.read.gold import Gold
from fastgec.read.lines import Column
from fastgec.texts.corrected import with_edit
from fastgec.values import short

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
        """Sums float64[R, K] of weights of all edits, the proposed ones first."""
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
        raise TypeError(f"edits: {type(edits).__name__}, expected the result of weights.edits")
    if gold_weights is None:
        if not callable(weights):
            raise TypeError("gold_weights is required: one for each gold edit")
        gold_weights = weights
    own = checked(weights, edits.proposed, "weights")
    return np.concatenate([own, checked(gold_weights, edits.gold, "gold_weights")])


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
        raise ValueError(f"{name} of {values.dtype}: expected numbers")
    if values.shape != (len(edits),):
        raise ValueError(
            f"{name} of shape {values.shape}: expected ({len(edits)},), one for each edit"
        )
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
            f"correct edits weigh {correct:g} and all gold edits {gold:g}: expected less: an edit "
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
            yield f"all {what} weigh 0, so {ratio} is 1"


# MaxMatch


CORRECT, PROPOSED, GOLD = range(3)
ANYBODY = -1  # in the place of an annotator: an edit weighs the same against all


def columns_of(terms: Sequence[tuple[int, int, int]], n_proposed: int) -> tuple[Any, Any, Any]:
    """Return cells, items and times as `Edits` has them; the item of gold edit g is -1 - g here."""
    cells, items, times = np.array(terms, np.int64).reshape(-1, 3).T
    return cells, np.where(items < 0, n_proposed - 1 - items, items), times


def joined(parts: Iterable[Edits]) -> Edits:
    """Return the edits of consecutive sentences, one part at least, as one.

    Raises:
        LimitError: memory does not hold them.
    """
    kept: list[Edits] = []
    n_bytes = n_terms = 0
    for part in parts:
        kept.append(part)
        n_bytes += sum(EDIT_BYTES + len(edit.text) for edit in chain(part.proposed, part.gold))
        n_terms += len(part.cells)
        require_holdable(n_bytes + TERM_BYTES * n_terms, "edits with their sentences")
    n_all = sum(len(part.proposed) for part in kept)
    n_rows = n_proposed = n_gold = 0
    offsets, cells, items = [np.zeros(1, np.int64)], [], []
    for part in kept:
        n_mine = len(part.proposed)
        offsets.append(part.offsets[1:] + n_rows)
        cells.append(part.cells + n_rows * len(part.columns))
        is_gold = part.items >= n_mine
        items.append(part.items + np.where(is_gold, n_all - n_mine + n_gold, n_proposed))
        n_rows += len(part.labels)
        n_proposed += n_mine
        n_gold += len(part.gold)
    return replace(
        kept[0],
        proposed=tuple(chain.from_iterable(part.proposed for part in kept)),
        gold=tuple(chain.from_iterable(part.gold for part in kept)),
        offsets=np.concatenate(offsets),
        labels=np.concatenate([part.labels for part in kept]),
        cells=np.concatenate(cells),
        items=np.concatenate(items),
        times=np.concatenate([part.times for part in kept]),
    )


def m2_edits(
    hypotheses: Column,
    gold: Gold | Source,
    parameters: M2Parameters,
    reading: Reading,
    *,
    per_annotator: bool = False,
) -> Iterator[Edits]:
    """Yield the edits of one system and of the gold, some sentences at a time.

    Raises:
        FormatError: files that do not fit, or a sentence that needs more memory than there is.
        ValueError: parameters of another mode than correction: weights are those of repairs.
    """
    if not parameters.is_plain:
        of = f"mode {parameters.mode}, optional {parameters.optional}"
        raise ValueError(f"{of}: weights require correction and required")

    for block in M2_METRIC.blocks([hypotheses], gold, parameters, same, reading):
        text: GoldText = block.text
        table = text.gold.edits
        rows, firsts = table.row_offsets.tolist(), table.edit_offsets.tolist()
        terms: list[tuple[int, int, int]] = []
        proposed: list[Edit] = []
        golden: list[Edit] = []
        offsets, labels = [0], array("i")
        sequences = found_edits(text, 0, parameters).in_words(is_placed=True)
        annotators, corrections = table.annotator.tolist(), text.corrections
        for s in range(len(text)):
            source = Sentence(text.first + s, text.gold.sources[s])
            made: dict[tuple[int, int, str, int], int] = {}
            writers: dict[int, list[int]] = {}
            for row in range(rows[s], rows[s + 1]):
                annotator = annotators[row]
                cell = len(M2_COLUMNS) * len(labels)
                labels.append(annotator)
                for edit in next(sequences):
                    whose = annotator if per_annotator else ANYBODY
                    key = edit.start, edit.end, edit.correction, whose
                    item = made.setdefault(key, len(proposed) + len(made))
                    writers.setdefault(item, []).append(annotator)
                    if edit.gold:
                        terms.append((cell + CORRECT, item, len(edit.gold)))
                    terms.append((cell + PROPOSED, item, 1))
                for number in range(firsts[row], firsts[row + 1]):
                    terms.append((cell + GOLD, -1 - len(golden), 1))
                    span = int(table.start[number]), int(table.end[number])
                    correction = corrections[number][0]
                    golden.append(source.edit((annotator,), span, correction))
            for (start, end, correction, _), item in made.items():
                who = tuple(dict.fromkeys(writers[item]))
                proposed.append(source.edit(who, (start, end), correction))
            offsets.append(len(labels))
        yield Edits(
            "m2",
            tuple(proposed),
            tuple(golden),
            np.array(offsets),
            np.array(labels, np.int32),
            M2_COLUMNS,
            *columns_of(terms, len(proposed)),
            M2_METRIC.kind(parameters)[2],
        )


class Sentence:
    """A sentence whose edits stand with what they make of it; all of them share its text."""

    __slots__ = ("number", "text", "tokens")

    def __init__(self, number: int, line: str) -> None:
        """Take a sentence and its number, from 0."""
        self.number = number
        self.tokens = line.split()
        self.text = " ".join(self.tokens)

    def edit(self, annotators: tuple[int, ...], span: tuple[int, int], correction: str) -> Edit:
        """Return an edit; one that lies outside the sentence makes nothing of it."""
        start, end = span
        replaced, made = "", self.text
        if 0 <= start <= end <= len(self.tokens):
            replaced = " ".join(self.tokens[start:end])
            made = with_edit(self.tokens, start, end, correction)
        return Edit(self.number, annotators, start, end, replaced, correction, self.text, made)


# Files


DIGITS = 16  # of a fingerprint
MOST_SHOWN = 40  # characters of a line that is no weight
# What a line of an edit is known by; the texts may have been left out.
KEYS = ("side", "sentence", "annotators", "start", "end", "correction")


def edit_rows(side: str, edits: Iterable[Edit]) -> Iterator[dict[str, Any]]:
    r"""Yield what a file says of each edit of the "system" or the "gold"; sentences count from 1.

    Example:
        >>> from fastgec import Gold, weights
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n")
        >>> [row["text"] for row in edit_rows("gold", weights.edits(["c b"], gold).gold)]
        ['c b']
    """
    for edit in edits:
        yield {"side": side, **edit._asdict(), "sentence": edit.sentence + 1}


def read_weights(path: Source, edits: Edits) -> Floats:
    """Return the weights of all edits, the proposed ones first: float64[P + G].

    Args:
        path: a file with a line for each edit, as `edit_rows` has them; "-" is standard input.
        edits: whose weights they are.

    Raises:
        FormatError: other than a number from 0 for each edit; it names the line.
    """
    name = str(path)
    lines = read_utf8(path).decode().split("\n")
    if lines and not lines[-1].strip():
        lines.pop()
    weights = np.empty(len(lines))
    sides = chain((("system", edit) for edit in edits.proposed), (("gold", e) for e in edits.gold))
    number = 0
    for number, (line, (side, edit)) in enumerate(zip(lines, sides, strict=False), 1):
        weights[number - 1] = _weight(line.strip(), side, edit, name, number)
    n_edits = len(edits.proposed) + len(edits.gold)
    if len(lines) != n_edits:
        proposed = counted(len(edits.proposed), "edit")
        found = counted(len(lines), "weight")
        reason = f"{found}, expected {n_edits}: {proposed} of the system, then the gold's"
        raise FormatError(name, min(len(lines), n_edits) + 1, reason)
    return weights


def fingerprint_of(weights: Floats) -> str:
    """Return what names weights in signatures.

    Example:
        >>> fingerprint_of(np.array([0.5]))
        '4cfa5b42ca669328'
    """
    return hashlib.sha256(np.ascontiguousarray(weights, "<f8").tobytes()).hexdigest()[:DIGITS]


def _weight(line: str, side: str, edit: Edit, name: str, number: int) -> float:
    text: Any = line
    if line.startswith("{"):
        text = _weight_of_row(line, side, edit, name, number)
    try:
        is_number = isinstance(text, int | float) or (isinstance(text, str) and "_" not in text)
        value = float(text) if is_number else math.nan
    except (ValueError, OverflowError):
        value = math.nan
    if isinstance(text, bool) or not 0 <= value < LARGEST_COUNT:
        shown = text if isinstance(text, str) else str(text)
        shown = visible(shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}...")
        raise FormatError(name, number, f"{shown or 'nothing'}: expected {RANGE}")
    return value


def _weight_of_row(line: str, side: str, edit: Edit, name: str, number: int) -> Any:
    """Return the weight in the line of an edit, which must be this one."""
    try:
        row = loads(line)
        weight = row["weight"]
    except RepeatedKeyError as error:
        raise FormatError(name, number, str(error)) from None
    except (ValueError, RecursionError, KeyError):
        reason = 'no JSON object with a "weight": expected a number, or an edit with its own'
        raise FormatError(name, number, reason) from None
    places = {"sentence": edit.sentence + 1, "annotators": list(edit.annotators)}
    own = {"side": side, **edit._asdict(), **places}
    for key in KEYS:
        if row.get(key, own[key]) != own[key]:
            found, expected = (visible(str(value))[:MOST_SHOWN] for value in (row[key], own[key]))
            reason = f'"{key}" {found}: expected {expected}: the edits of these files'
            raise FormatError(name, number, reason)
    if missing := [key for key in KEYS if key not in row]:
        reason = f'"weight" without the "{missing[0]}" of its edit: expected the edit\'s own line'
        raise FormatError(name, number, f"{reason} with a weight, or a number alone")
    return weight


# Sums of weights as metrics: intervals, tests, tables and JSON take them.
#
# A system is `Counts` that `weights.count` made, since its weights come from elsewhere; the gold
# is that which its edits were found with. So `study.intervals(weights.M2, [counts], gold)`
# resamples weighted scores, and chooses annotators anew in each resample.
#
# Precision, recall and F are those of MaxMatch and ERRANT. Empty sets are those of the two
# metrics, and edits whose weights sum to 0 are one: precision is 1 where nothing that weighs is
# proposed. `sentence_scores` has another rule for them.


# Scores


@dataclass(frozen=True, slots=True)
class WeightedM2Score(MaxMatchScore):
    """Sums of weights of the chosen annotators, and the ratios made from them.

    >>> WeightedM2Score(correct=0.5, proposed=1.0, gold=2.0, beta=0.5)
    WeightedM2Score(f=0.4167, correct=0.5, proposed=1, gold=2, precision=0.5, recall=0.25, beta=0.5)
    """


@dataclass(frozen=True, slots=True)
class WeightedErrantScore(PairScore):
    """Sums of weights of the chosen pairs of coders, and the ratios made from them.

    >>> WeightedErrantScore(tp=0.5, fp=0.5, fn=1.5, beta=0.5)
    WeightedErrantScore(f=0.4167, tp=0.5, fp=0.5, fn=1.5, precision=0.5, recall=0.25, beta=0.5)
    """


@dataclass(frozen=True, slots=True)
class WeightedM2Parameters(M2Parameters):
    """Options of sums of weights: the edits, and the name of the weights."""

    weights: str = ""


@dataclass(frozen=True, slots=True)
class WeightedErrantParameters(ErrantParameters):
    """Options of sums of weights: the edits, and the name of the weights."""

    weights: str = ""


def counts_blocks(
    metric: Metric[Any], systems: Sequence[Any], fold: Fold, reading: Reading, n_sentences: int
) -> Generator[Any]:
    """Yield fold(block) of tables that were counted before.

    Args:
        metric: whose counts they are.
        systems: counts of each system.
        fold: see `Metric.blocks`.
        reading: which sentences are wanted.
        n_sentences: of the gold.

    Raises:
        TypeError: a system is not `Counts`.
        ValueError: counts of another metric, or of unlike sentences.
    """
    for system in systems:
        if not isinstance(system, Counts):
            what = type(system).__name__
            raise TypeError(f"system is a {what}, expected Counts of fastgec.weights.count")
        metric.require_own(system)
        if system.n_sentences != n_sentences:
            found, expected = system.n_sentences, counted(n_sentences, "sentence")
            raise ValueError(f"counts of {found} sentences, expected {expected} as the gold has")
    if reading.projection is not None:
        raise ValueError("retokenize requires a metric that reads text")
    first, last = reading.span.within(0, n_sentences)
    tables = [system.sentences(first, last) for system in systems]
    for block in counted_blocks(tables, has_own_rows=metric.has_own_rows):
        block.first += first
        block.text = ()  # edits were weighed before: there is none, and nothing asks for it
        yield fold(block)
        if reading.progress:
            reading.progress(block.first + len(block) - first)
    reading.span.require_within(n_sentences, "gold")


class Weighing(FMetric[SumScoreT]):
    """Base class of sums of weights, of MaxMatch's edits and of ERRANT's."""

    def is_weighted(self, parameters: Any) -> bool:
        """Whether rows are sums of weights: they are."""
        return True

    def settings(self, parameters: Any, scoring: Scoring, score: SumScoreT) -> Mapping[str, Any]:
        """Return the settings that name the score."""
        return {**as_dict(scoring), **named(parameters)}


class WeightedM2(Weighing[WeightedM2Score], MaxMatchSums[WeightedM2Score]):
    """F of sums of weights of MaxMatch's edits."""

    name = "weighted-m2"
    reads = "edits"
    chooses = "annotator"
    parameters = WeightedM2Parameters
    made = WeightedM2Score
    citations = M2_METRIC.citations

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Fold blocks of counts, see `counts_blocks`.

        Raises:
            ValueError: likewise, or counts against other annotators than the gold has.
        """
        gold = gold if isinstance(gold, Gold) else Gold.read(gold)
        for system in systems:
            if isinstance(system, Counts) and system.metric == self.name:
                values: dict[str, Any] = dict(system.parameters)
                made = self.parameters(**values)
                rows = M2_METRIC.compared(gold, made).edits.row_offsets
                if system.n_sentences == len(gold) and not np.array_equal(system.offsets, rows):
                    raise ValueError("counts against other annotators than the gold's")
        if reading.summary is not None:
            reading.summary.add(gold)
        yield from counts_blocks(self, systems, fold, reading, len(gold))

    summarize = M2_METRIC.summarize


class WeightedErrant(Weighing[WeightedErrantScore], PairSums[WeightedErrantScore]):
    """F of sums of weights of ERRANT's edits."""

    name = "weighted-errant"
    reads = "pairs"
    chooses = "annotators"
    has_own_rows = True
    parameters = WeightedErrantParameters
    made = WeightedErrantScore
    citations = ERRANT_METRIC.citations

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Fold blocks of counts, see `counts_blocks`."""
        gold = gold if isinstance(gold, Annotations) else Annotations.read(os.fspath(gold))
        if reading.summary is not None:  # which only blocks of its own metric fill
            alone = Reading(summary=reading.summary)
            for _ in ERRANT_METRIC.blocks([gold], gold, ErrantParameters(), len, alone):
                pass
        yield from counts_blocks(self, systems, fold, reading, len(gold))

    summarize = ERRANT_METRIC.summarize


M2 = WeightedM2()
ERRANT = WeightedErrant()


# Edits of ERRANT's comparison that wait for weights: M2 files of edits on both sides.
#
# What agrees in what the mode compares is one edit, as in the counts of `fastgec errant compare`:
# a correct one counts once for each of its types in the reference, a wrong or missed one once for
# each of its own. A noop is no edit. Correct edits have the weights of the system's.


MODES = ("cs", "cse")  # in which an edit has one text
TP, FP, FN = range(3)
NONE = "-NONE-"

Against = Sequence[tuple[int, int]]  # rows, each with its coder


def errant_edits(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    parameters: Parameters,
    reading: Reading,
    *,
    per_annotator: bool = False,
) -> Iterator[Edits]:
    """Yield the edits of one system and of the reference, some sentences at a time.

    Raises:
        FormatError: files that do not fit.
        ValueError: a mode in which edits of several texts are one.
    """
    if parameters.mode not in MODES:
        raise ValueError(f"mode {parameters.mode!r} with weights: expected {' or '.join(MODES)}")

    for block in ERRANT_METRIC.blocks([hypotheses], gold, parameters, same, reading):
        yield _edits_of(block, per_annotator=per_annotator)


def _edits_of(block: OwnRows, *, per_annotator: bool) -> Edits:
    """Return the edits of a block."""
    compared: Compared = block.text
    own = block.of_system(0)
    system, reference = compared.systems[0], compared.reference
    sides = _keys(system, compared.noop), _keys(reference, compared.noop)
    pairs = compared.pairs[0].tolist()
    coders = reference.edits.coder.tolist()
    held: dict[int, list[tuple[int, int]]] = {}  # against what each row of the system is held
    for h, r in pairs if per_annotator else ():
        held.setdefault(h, []).append((r, coders[r]))
    all_proposed: list[Edit] = []
    all_gold: list[Edit] = []
    proposed = _edits(all_proposed, block.first, system, compared, held)
    golden = _edits(all_gold, block.first, reference, compared, {})
    terms: list[tuple[int, int, int]] = []
    for number, (h, r) in enumerate(pairs):
        cell = len(ERRANT_COLUMNS) * number
        whose = r if per_annotator else ANYBODY
        ours, theirs = sides[0][h], sides[1][r]
        for key, (size, is_noop) in ours.items():
            if is_noop:
                continue
            column, times = (TP, theirs[key][0]) if key in theirs else (FP, size)
            terms.append((cell + column, proposed[h, key, whose], times))
        for key, (size, is_noop) in theirs.items():
            if not is_noop and key not in ours:
                terms.append((cell + FN, -1 - golden[r, key, ANYBODY], size))
    return Edits(
        "errant",
        tuple(all_proposed),
        tuple(all_gold),
        own.offsets,
        own.labels.reshape(-1, 2),
        ERRANT_COLUMNS,
        *columns_of(terms, len(all_proposed)),
        block.kind[2],
    )


def _edits(
    edits: list[Edit], n_before: int, side: Side, compared: Compared, held: Mapping[int, Against]
) -> dict[tuple[int, int, int], int]:
    """Add the edits of a side; return the number of each by its row, its key and against whom.

    Parameters: held, the rows against which a row is held with their coders, if that matters.
    """
    columns = compared.table.tolist()
    numbers = {}
    coded: CodedEdits = side.edits
    rows, coders = coded.row_offsets.tolist(), coded.coder.tolist()
    keys = _keys(side, compared.noop)
    for s, (first, last) in enumerate(pairwise(rows)):
        source = Sentence(n_before + s, coded.sources[s])
        for row in range(first, last):
            for whose, coder in held.get(row, [(ANYBODY, coders[row])]):
                for key, (_, is_noop) in keys[row].items():
                    if is_noop:
                        continue
                    numbers[row, key, whose] = len(edits)
                    start, end, _, correction = columns[key]
                    text = compared.text.corrections[correction].decode()
                    text = "" if text == NONE else text
                    edits.append(source.edit((coder,), (start, end), text))
    return numbers


def _keys(side: Side, noop: int) -> list[dict[int, tuple[int, bool]]]:
    """Return for each row its keys, each with how many types it has and whether it is a noop."""
    sizes = np.diff(side.kind_offsets).tolist()
    firsts = (side.kinds[side.kind_offsets[:-1]] == noop).tolist()
    keys = side.keys.tolist()
    return [
        {keys[at]: (sizes[at], firsts[at]) for at in range(first, last)}
        for first, last in pairwise(side.key_offsets.tolist())
    ]
