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
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, made_from_fields
from fastgec.counts import LARGEST_COUNT, Counts
from fastgec.machine.jsontext import RepeatedKeyError, loads
from fastgec.machine.memory import require_holdable
from fastgec.metrics.base import Reading
from fastgec.metrics.block import same
from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.counting import COLUMNS
from fastgec.metrics.m2.counting import Parameters as M2Parameters
from fastgec.metrics.m2.metric import METRIC
from fastgec.metrics.m2.words import found_edits
from fastgec.read.blocks import Column
from fastgec.read.errors import FormatError, counted, visible
from fastgec.read.gold import Gold
from fastgec.read.pieces import Source, read_utf8
from fastgec.reprs import short
from fastgec.texts.corrected import with_edit

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


class Terms:
    """Terms of sums as they are found, see `Edits`; items of gold edits are told apart by sign."""

    def __init__(self) -> None:
        self.cells, self.items, self.times = array("q"), array("q"), array("q")

    def add(self, cell: int, item: int, times: int = 1) -> None:
        """Add a term; the item of gold edit g is -1 - g."""
        self.cells.append(cell)
        self.items.append(item)
        self.times.append(times)

    def columns(self, n_proposed: int) -> dict[str, Any]:
        """Return cells, items and times as `Edits` has them."""
        items = np.array(self.items, np.int64)
        items = np.where(items < 0, n_proposed - 1 - items, items)
        return {
            "cells": np.array(self.cells, np.int64),
            "items": items,
            "times": np.array(self.times, np.int64),
        }


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

    for block in METRIC.blocks([hypotheses], gold, parameters, same, reading):
        text: GoldText = block.text
        table = text.gold.edits
        rows, firsts = table.row_offsets.tolist(), table.edit_offsets.tolist()
        terms = Terms()
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
                cell = len(COLUMNS) * len(labels)
                labels.append(annotator)
                for edit in next(sequences):
                    whose = annotator if per_annotator else ANYBODY
                    key = edit.start, edit.end, edit.correction, whose
                    item = made.setdefault(key, len(proposed) + len(made))
                    writers.setdefault(item, []).append(annotator)
                    if edit.gold:
                        terms.add(cell + CORRECT, item, len(edit.gold))
                    terms.add(cell + PROPOSED, item)
                for number in range(firsts[row], firsts[row + 1]):
                    terms.add(cell + GOLD, -1 - len(golden))
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
            COLUMNS,
            **terms.columns(len(proposed)),
            parameters=METRIC.kind(parameters)[2],
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
