"""Frequent errors of a system: which edits are wrong, and which gold edits are missed, how often.

The key of an edit is its text, "of" to "for", or its type. Edits are those that the score counts,
against the annotators that were chosen for it.

MaxMatch: an edit may take in unchanged words beside it; these are cut off before edits are compared
by text (`Edit.cut`). A system's edits have no type; by type they are M, U or R, as they insert,
delete or replace words. A missed edit has the gold's type, and as text all its alternatives, with
"||" between; it is counted, too, how often the system changed its place all the same
(`m2.statuses`: recognised or detected). ERRANT: edits have the types of their file; one that both
sides have counts for the reference's.
"""

from __future__ import annotations

import csv
import re
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fastgec import choose
from fastgec.choose import Chosen
from fastgec.metrics.base import AnyMetric, Block, Reading
from fastgec.metrics.edit_texts import require_same_rules
from fastgec.metrics.edits import GoldText
from fastgec.metrics.errant.metric import Compared, Side
from fastgec.metrics.m2.words import STATUSES, SystemEdits, found_edits, unchanged_ends
from fastgec.read import FormatError, shortened, visible
from fastgec.read.lines import Lines, require_paths
from fastgec.study.arguments import checked_metric, checked_systems, observed_run
from fastgec.study.resampling import ChosenRows, Clusters, Resampled, Sample
from fastgec.study.run import Request, Run, signed
from fastgec.texts.m2write import MISSING, REPLACEMENT, UNNECESSARY

BY = ("text", "type", "both")
METRICS = ("m2", "errant")
MISSED = STATUSES.index("missed")


class Key(NamedTuple):
    """The key of an edit; fields that are not compared are empty."""

    kind: str
    source: str
    correction: str


class Example(NamedTuple):
    """A sentence in which an edit was wrong, or missed.

    words       of its source
    start       first word that the edit replaces
    end         the word after the last one
    correction  the words that are written there
    """

    words: Sequence[str]
    start: int
    end: int
    correction: str

    @property
    def replaced(self) -> str:
        """The words that the edit replaces."""
        return " ".join(self.words[self.start : self.end])

    def marked(self, width: int | None = None) -> str:
        """Return the sentence with the edit in brackets, cut to a width.

        >>> one = Example("I am agree with you .".split(), 1, 2, "")
        >>> one.marked(), one.marked(30)
        ('I [- am] agree with you .', 'I [- am] agree with ...')
        >>> one._replace(start=2, correction="in").marked(), one._replace(correction="do").marked()
        ('I am [+ in] agree with you .', 'I [am -> do] agree with you .')
        """
        first = max(0, min(self.start, len(self.words)))
        last = max(first, min(self.end, len(self.words)))
        old, new = " ".join(self.words[first:last]), self.correction
        edit = f"[{old} -> {new}]" if old and new else f"[- {old}]" if old else f"[+ {new}]"
        text, longest = edit, sys.maxsize if width is None else width - len("...  ...")
        is_wider = True
        while is_wider:
            is_wider = False
            if first > 0 and len(f"{self.words[first - 1]} {text}") <= longest:
                text, first, is_wider = f"{self.words[first - 1]} {text}", first - 1, True
            if last < len(self.words) and len(f"{text} {self.words[last]}") <= longest:
                text, last, is_wider = f"{text} {self.words[last]}", last + 1, True
        return f"{'... ' * (first > 0)}{text}{' ...' * (last < len(self.words))}"


class ErrorCount(NamedTuple):
    """How often edits with the same key were errors.

    kind        their type, if the key has it
    source      the words of the source, if the key has them; none for an insertion
    correction  the correction, if the key has it; nothing for a deletion
    errors      how often they were wrong, or missed
    right       how often they were correct, or made
    first       number of the first sentence with the error, from 1; 0 if there is none
    touched     of missed edits (MaxMatch): how often their place was changed all the same; None
                where that is not known
    example     the first sentence with the error; None if there is none
    """

    kind: str
    source: str
    correction: str
    errors: int
    right: int
    first: int
    touched: int | None = None
    example: Example | None = None


class Errors(NamedTuple):
    """Errors of a system, most frequent first; edits that are never wrong, or missed, come last.

    wrong   edits of the system
    missed  edits of the gold
    """

    wrong: list[ErrorCount]
    missed: list[ErrorCount]

    def of_type(self, name: str) -> Errors:
        """Those of a type, and of the types below it: R:VERB has R:VERB:SVA, too."""
        return Errors(
            *([one for one in errors if f"{one.kind}:".startswith(f"{name}:")] for errors in self)
        )


def errors(
    systems: Sequence[Any],
    gold: Any,
    *,
    metric: str = "m2",
    by: str = "text",
    parameters: Any = None,
    scoring: Any = None,
    jobs: int | None = None,
) -> list[Errors]:
    r"""Frequencies of wrong and missed edits of each system.

    Args:
        systems: for each a path, or sentences in memory (ERRANT: a path of M2 or Annotations).
        gold: a Gold or a path (ERRANT: a path of M2 or Annotations).
        metric: "m2" or "errant".
        by: the key of edits: "text", "type" or "both".
        parameters: the counting options.
        scoring: the scoring options, by which annotators are selected.
        jobs: threads (None: all cores).

    Returns:
        For each system its errors.

    Raises:
        FormatError: files that do not fit.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: another metric or `by`, a mode that is not correction, or no system.

    Example:
        >>> from fastgec import Gold
        >>> gold = Gold.parse("S a b\nA 0 1|||R:DET|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
        >>> found, = errors([["c e"]], gold)
        >>> found.wrong[0][:6], found.wrong[0].example.marked()
        (('', 'b', 'e', 1, 0, 1), 'a [b -> e]')
        >>> found, = errors([["c e"]], gold, by="type")
        >>> [(one.kind, one.errors, one.right) for one in found.missed]
        [('R', 1, 0), ('R:DET', 0, 1)]
    """
    if metric not in METRICS:
        raise ValueError(f"metric {metric!r}: expected one of {', '.join(METRICS)}")
    if by not in BY:
        raise ValueError(f"by {by!r}: expected one of {', '.join(BY)}")
    known: AnyMetric
    known, used, scored = checked_metric(metric, gold, parameters, scoring)
    asked = checked_systems(systems)
    require_correction(used)
    tallies = tallies_of(metric, len(asked), used)
    if metric == "m2":
        require_paths(asked, gold)
    else:
        asked, gold = require_same_rules(asked, gold)
    reading = Reading(jobs=jobs)
    observed_run(Request(known, (), asked, gold, used, [scored], reading, observers=tallies))
    return [tally.errors(by) for tally in tallies]


def require_correction(parameters: Any) -> None:
    """Raise ValueError for a mode of MaxMatch by which other edits count as correct."""
    if not getattr(parameters, "is_plain", True):
        raise ValueError(
            f"mode {parameters.mode!r} and optional {parameters.optional!r}: expected "
            "'correction' and 'required'"
        )


def tallies_of(metric: str, n_systems: int, parameters: Any) -> list[ErrorTally]:
    """Return an error counter (`ErrorTally`) for each system, to be called with each block.

    Args:
        metric: "m2" or "errant".
        n_systems: how many systems the blocks have.
        parameters: the counting options.
    """
    return [
        CodedTally(system) if metric == "errant" else MatchedTally(system, parameters)
        for system in range(n_systems)
    ]


class Sums:
    """Sums over the edits with one key, see `ErrorCount`."""

    __slots__ = ("errors", "example", "first", "right", "touched")

    def __init__(self) -> None:
        self.errors = self.right = self.touched = self.first = 0
        self.example: tuple[str, int, int, str] | None = None  # words as a line: shorter

    def add(self, other: Sums) -> None:
        """Add other sums; the earlier example stays."""
        self.errors += other.errors
        self.right += other.right
        self.touched += other.touched
        if other.first and not 0 < self.first <= other.first:
            self.first, self.example = other.first, other.example


class ErrorTally(ABC):
    """Edits of one system and of its gold, counted block by block."""

    has_places = False

    def __init__(self, system: int) -> None:
        """Take the number of the system in the blocks."""
        self.system = system
        self.watch: Callable[[int, Example], None] | None = None  # called with each wrong edit
        self._own: dict[tuple[str, str, str], Sums] = {}
        self._gold: dict[tuple[str, str, str], Sums] = {}

    @abstractmethod
    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""

    def add(
        self,
        key: tuple[str, str, str],
        sentence: int,
        words: Sequence[str],
        span: tuple[int, int],
        *,
        is_gold: bool,
        is_error: bool,
        touched: bool = False,
    ) -> None:
        """Add an edit.

        Args:
            key: the whole key, see `Key`.
            sentence: number from 0.
            words: of the source sentence.
            span: the words that it replaces: first, and the one after the last.
            is_gold: whether it is the gold's.
            is_error: whether it is wrong, or missed.
            touched: whether the place of a missed edit was changed.
        """
        counts = self._gold if is_gold else self._own
        sums = counts.get(key)
        if sums is None:
            sums = counts[key] = Sums()
        if not is_error:
            sums.right += 1
            return
        sums.errors += 1
        sums.touched += touched
        if self.watch is not None and not is_gold:
            self.watch(sentence, Example(words, *span, key[2]))
        if not sums.first:
            sums.first = sentence + 1
            sums.example = " ".join(words), *span, key[2]

    def errors(self, by: str) -> Errors:
        """The sums, edits grouped by "text", "type" or "both"."""
        return Errors(
            _sorted(self._own, by, has_places=False),
            _sorted(self._gold, by, has_places=self.has_places),
        )


def _sorted(
    counts: dict[tuple[str, str, str], Sums], by: str, *, has_places: bool
) -> list[ErrorCount]:
    merged: dict[Key, Sums] = {}
    for (kind, source, correction), sums in counts.items():
        key = Key(
            kind if by != "text" else "", *((source, correction) if by != "type" else ("", ""))
        )
        merged.setdefault(key, Sums()).add(sums)
    found = [
        ErrorCount(
            *key,
            sums.errors,
            sums.right,
            sums.first,
            sums.touched if has_places else None,
            sums.example and Example(sums.example[0].split(), *sums.example[1:]),
        )
        for key, sums in merged.items()
    ]
    return sorted(found, key=lambda one: (-one.errors, -one.right, one[:3]))


# MaxMatch


class MatchedTally(ErrorTally):
    """Counter of MaxMatch's edits, of a system and of the gold."""

    has_places = True

    def __init__(self, system: int, parameters: Any) -> None:
        """Take the number of the system in the blocks, and the counting options."""
        super().__init__(system)
        self._parameters = parameters

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        rows: Any = chosen[0].rows
        found = found_edits(
            block.text, self.system, self._parameters, rows[self.system], has_statuses=True
        )
        self.add_edits(block.text, found)

    def add_edits(self, text: GoldText, found: SystemEdits) -> None:
        """Add edits.

        Args:
            text: some sentences.
            found: the system's edits against the rows that were chosen, with statuses.
        """
        table, golden = text.gold.edits, found.golden
        gold_starts, gold_ends = table.start[golden].tolist(), table.end[golden].tolist()
        kinds = [table.kind_names[kind] for kind in table.kind[golden].tolist()]
        corrections = ["||".join(text.corrections[edit]) for edit in golden.tolist()]
        missed = found.makers < 0
        touched = (missed & (found.statuses != MISSED)).tolist()
        is_missed, is_correct = missed.tolist(), found.is_correct.tolist()
        spans = found.spans.tolist()
        offsets, gold_offsets = found.offsets.tolist(), found.gold_offsets.tolist()
        for place in range(len(text)):
            edits = range(offsets[place], offsets[place + 1])
            gold_edits = range(gold_offsets[place], gold_offsets[place + 1])
            if not edits and not gold_edits:
                continue
            sentence = text.first + place
            source = text.gold.sources[place].split()
            hypothesis = found.lines[place].split() if edits else []
            for edit in edits:
                start, end, i, i_end, j, j_end = spans[edit]
                key, span = _key_and_span(start, end, source[i:i_end], hypothesis[j:j_end])
                self.add(key, sentence, source, span, is_gold=False, is_error=not is_correct[edit])
            for edit in gold_edits:
                span = start, end = gold_starts[edit], gold_ends[edit]
                key = kinds[edit], " ".join(source[start:end]), corrections[edit]
                how = {"is_error": is_missed[edit], "touched": touched[edit]}
                self.add(key, sentence, source, span, is_gold=True, **how)


def _key_and_span(
    start: int, end: int, replaced: list[str], written: list[str]
) -> tuple[tuple[str, str, str], tuple[int, int]]:
    """Return the key and the span of an edit without the words at its ends that do not change."""
    front, back = unchanged_ends(replaced, written)
    if front + back < max(len(replaced), len(written)):  # one that changes nothing stays as it is
        replaced = replaced[front : len(replaced) - back]
        written = written[front : len(written) - back]
        start, end = start + front, end - back
    kind = MISSING if not replaced else UNNECESSARY if not written else REPLACEMENT
    return (kind, " ".join(replaced), " ".join(written)), (start, end)


# ERRANT


class CodedTally(ErrorTally):
    """Counter of ERRANT's edits, of a system and of the reference."""

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        rows: Any = chosen[0].rows
        compared: Compared = block.text
        own, reference = compared.systems[self.system], compared.reference
        names, keys = compared.kinds(), compared.table.tolist()
        pairs = compared.pairs[self.system][rows[self.system]].tolist()
        for number, (row, other) in enumerate(pairs):
            words = own.edits.sources[number].split()
            made, wanted = _kinds_of(own, row), _kinds_of(reference, other)
            # A key whose first type is noop proposes nothing and misses nothing, but it does match.
            of_system = [(key, wanted.get(key, kinds), kinds[0]) for key, kinds in made.items()]
            of_gold = [(key, kinds, kinds[0]) for key, kinds in wanted.items()]
            for is_gold, found, others in ((False, of_system, wanted), (True, of_gold, made)):
                for key, kinds, first in found:
                    start, end, _, correction = keys[key]
                    # Spans stand as in the file.
                    replaced = " ".join(words[start:end] if 0 <= start < end else ())
                    texts = compared.text.corrections
                    written = texts[correction].decode() if correction >= 0 else ""
                    how = {"is_gold": is_gold, "is_error": key not in others}
                    for kind in () if first == compared.noop else kinds:
                        edit = names[kind], replaced, written
                        self.add(edit, block.first + number, words, (start, end), **how)


def _kinds_of(side: Side, row: int) -> dict[int, list[int]]:
    """Return the keys of a row, each with its types."""
    bounds, kinds = side.kind_offsets, side.kinds
    places = range(int(side.key_offsets[row]), int(side.key_offsets[row + 1]))
    return {int(side.keys[at]): kinds[bounds[at] : bounds[at + 1]].tolist() for at in places}


# False positives that somebody judged: which to judge, and scores that count the valid ones.
#
# An edit is judged in its place: sentence, span and correction. The same words elsewhere are
# another edit. References do not list every good correction, so some false positives are good;
# one that was judged valid is a true positive. It is no gold edit that was missed before, so the
# missed ones stay, and it counts among the gold edits of that system alone:
#
#     precision  (TP + valid) / (TP + FP)
#     recall     (TP + valid) / (TP + valid + FN)
#
# Where a valid edit stands for a gold edit of the same place, that one still counts as missed:
# recall is a lower bound. Edits that nobody judged stay wrong. Annotators are those that the
# score without judgments chose, also in resamples.


FIELDS = ("judged", "systems", "sentence", "start", "end", "source", "correction", "context")
VERDICTS = {"": None, "yes": True, "1": True, "no": False, "0": False}
# What a valid edit adds to the counts of its sentence, by metric.
SHIFTS = {"m2": (1, 0, 1), "errant": (1, -1, 0)}  # correct, proposed, gold; tp, fp, fn


class Place(NamedTuple):
    """An edit in its place: number of the sentence from 1, span in source tokens, correction."""

    sentence: int
    start: int
    end: int
    correction: str


class ToJudge(NamedTuple):
    """A false positive to be judged.

    place    where, and what is written there
    source   the words that it replaces
    systems  how many systems propose it
    context  the sentence, with the edit in brackets
    """

    place: Place
    source: str
    systems: int
    context: str


class Judged(NamedTuple):
    """A system's score, and that with valid edits.

    wrong     how many false positives it has
    judged    how many of these were judged
    valid     how many of these are valid
    values    precision, recall and F
    bounds    float64[3, 2], their interval
    accepted  the same where valid edits are correct
    accepted_bounds  their interval
    """

    wrong: int
    judged: int
    valid: int
    values: tuple[float, ...]
    bounds: NDArray[np.float64]
    accepted: tuple[float, ...]
    accepted_bounds: NDArray[np.float64]


Judgments: TypeAlias = Mapping[Place, tuple[bool | None, str]]  # see `read_judgments`


class WrongEdits:
    """Observer of blocks: the false positives of a system, and the counts of each sentence."""

    def __init__(self, tally: ErrorTally) -> None:
        """Take the error counter of the system."""
        self.found: dict[Place, int] = {}
        self.examples: dict[Place, Example] = {}
        tally.watch = self._watch
        self._tally = tally
        self.rows: list[NDArray[Any]] = []

    def _watch(self, sentence: int, example: Example) -> None:
        place = Place(sentence + 1, example.start, example.end, example.correction)
        self.found[place] = self.found.get(place, 0) + 1
        self.examples.setdefault(place, example)

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        self._tally(block, chosen)
        rows: Any = chosen[0].rows
        number = self._tally.system
        self.rows.append(block.of_system(number).table[0][rows[number]])

    def numbers(self, judgments: Judgments) -> tuple[int, int, int]:
        """Return how many false positives there are, how many were judged, how many are valid."""
        verdicts = [(judgments.get(one, (None, ""))[0], n) for one, n in self.found.items()]
        n_judged = sum(times for verdict, times in verdicts if verdict is not None)
        return sum(self.found.values()), n_judged, sum(times for is_ok, times in verdicts if is_ok)

    def table(
        self, judgments: Judgments = MappingProxyType({}), shift: Sequence[int] = (0, 0, 0)
    ) -> NDArray[np.int64]:
        """Return the counts of each sentence: int64[S, K], with those that valid edits add."""
        table = np.concatenate(self.rows).astype(np.int64)
        for place, times in self.found.items():
            if judgments.get(place, (None, ""))[0]:
                table[place.sentence - 1, :3] += np.multiply(shift, times)
        return table


def wrong_edits_of(metric: AnyMetric, parameters: Any, n_systems: int) -> list[WrongEdits]:
    """An observer of wrong edits for each system."""
    return [WrongEdits(tally) for tally in tallies_of(metric.name, n_systems, parameters)]


def require_judged(metric: AnyMetric, parameters: Any) -> None:
    """Raise ValueError for a metric or a mode whose wrong edits cannot be judged."""
    if metric.name not in SHIFTS:
        raise ValueError(f"metric {metric.name}: expected {' or '.join(SHIFTS)}")
    require_correction(parameters)
    if metric.name == "errant" and parameters != metric.parameters():
        raise ValueError("options of errant: expected its defaults, spans and corrections (cs)")


def _sample(table: NDArray[np.int64], clusters: Clusters | None) -> Sample:
    rows = ChosenRows(table.shape[1])
    rows.add(table)
    return replace(rows.sample(), clusters=clusters)


def accepted_run(run: Run, systems: Sequence[WrongEdits], judgments: Judgments) -> Run:
    """Return a run by its first scoring where edits that were judged valid are correct.

    Resamples keep the annotators that the whole corpus selects.
    """
    metric, scoring = run.metric, run.scorings[0]
    tables = [one.table(judgments, SHIFTS[metric.name]) for one in systems]
    scores = [
        (metric.score(choose.Sums(table.sum(axis=0), len(table)), run.parameters, scoring),)
        for table in tables
    ]
    samples = tuple(_sample(table, run.clusters) for table in tables)
    n_valid = sum(verdict is True for verdict, _ in judgments.values())
    done = run._replace(
        scorings=(scoring,), scores=scores, counts=(), samples=(samples,) if run.samples else ()
    )
    return signed(done, {"judged": len(judgments), "valid": n_valid})


def doubts(
    names: Sequence[str], systems: Sequence[WrongEdits], judgments: Judgments, path: str
) -> list[str]:
    """Return lines about what makes scores with valid edits doubtful.

    Args:
        names: of the systems.
        systems: their false positives.
        judgments: verdicts.
        path: of their file.

    Raises:
        FormatError: the file is of another corpus.
    """
    known = {place: one for each in systems for place, one in each.examples.items()}
    for place, (_, source) in judgments.items():
        if place in known and known[place].replaced != source:
            reason = (
                f'sentence {place.sentence} has "{known[place].replaced}" there, not "{source}"'
            )
            raise FormatError(path, None, f"{reason}: is it for another gold?")
    lines = []
    if unknown := sum(place not in known for place in judgments):
        lines.append(
            f"{path}: {unknown} of {len(judgments)} edits are wrong edits of no system "
            "here, and have no effect"
        )
    for name, one in zip(names, systems, strict=True):
        wrong, n_judged, _ = one.numbers(judgments)
        if 2 * n_judged < wrong:
            lines.append(
                f"{visible(name)}: {n_judged} of {wrong} wrong edits were judged, the others "
                "count as wrong: do not compare its score with one of which more were judged"
            )
    return lines


def edits_to_judge(systems: Sequence[WrongEdits], most: int) -> list[ToJudge]:
    """Return distinct false positives: those of most systems first, then of the commonest words."""
    proposed = Counter(place for one in systems for place in one.found)
    examples = {place: one for each in systems for place, one in each.examples.items()}
    words = {place: (example.replaced, place.correction) for place, example in examples.items()}
    texts = Counter(words.values())
    order = sorted(examples, key=lambda place: (-proposed[place], -texts[words[place]], place))
    return [
        ToJudge(place, words[place][0], proposed[place], examples[place].marked())
        for place in order[:most]
    ]


def read_judgments(path: str) -> dict[Place, tuple[bool | None, str]]:
    """Return the verdict about each edit of a file (None: not judged), and the words it replaces.

    Raises:
        FormatError: a file of another form, or two verdicts about an edit.
    """
    lines = Lines.read(path)
    header, *rows = _cells(lines) or [[]]
    if tuple(header) != FIELDS:
        raise FormatError(lines.name, 1, f"expected the header of --to-judge: {' '.join(FIELDS)}")
    found: dict[Place, tuple[bool | None, str]] = {}
    for number, fields in enumerate(rows, 1):
        if len(fields) != len(FIELDS):
            reason = f"{len(fields)} columns, expected {len(FIELDS)}"
        elif fields[0].strip().lower() not in VERDICTS:
            reason = f"judged {shortened(fields[0])!r}: expected yes, no or nothing"
        elif not all(field.isascii() and field.isdigit() for field in fields[2:5]):
            reason = "expected numbers under sentence, start and end"
        else:
            sentence, start, end = map(int, fields[2:5])
            place = Place(sentence, start, end, fields[6])
            reason = "the edit of an earlier line" if place in found else ""
        if reason:
            raise FormatError(lines.name, number + 1, reason)
        found[place] = VERDICTS[fields[0].strip().lower()], fields[5]
    return found


QUOTED = re.compile(r'"(?:[^"]|"")*"')


def _cells(lines: Lines) -> list[list[str]]:
    """Return the cells of each line: as --to-judge writes them, or as spreadsheets save them.

    These put quotation marks around a cell that has some, so each cell with marks is quoted then.

    Raises:
        FormatError: quotation marks that do not close.
    """
    texts = [lines[number] for number in range(len(lines))]
    head = texts[0] if texts else ""
    delimiter = "\t" if "\t" in head else max(",;", key=head.count)
    rows = [text.split(delimiter) for text in texts]
    marked = [cell for row in rows for cell in row if '"' in cell]
    if delimiter == "\t" and not all(map(QUOTED.fullmatch, marked)):
        return rows
    try:
        return list(csv.reader(texts, delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise FormatError(lines.name, None, f"invalid CSV: {error}") from None


def judged_scores(
    metric: AnyMetric,
    scoring: Any,
    systems: Sequence[WrongEdits],
    judgments: Judgments,
    *,
    resamples: int,
    seed: int,
    clusters: Clusters | None = None,
    jobs: int | None = None,
) -> list[Judged]:
    """For each system its score, and that with valid edits, both by the same resamples.

    Parameters: clusters, of sentences, that resamples take as a whole.
    """
    values = partial(metric.values, scoring=scoring)
    numbers = [one.numbers(judgments) for one in systems]
    plain = [one.table() for one in systems]
    accepted = [one.table(judgments, SHIFTS[metric.name]) for one in systems]
    bounds = []
    for tables in (plain, accepted):
        samples = [_sample(table, clusters) for table in tables]
        found: Any = Resampled(samples, seed=seed, jobs=jobs).intervals(values, n=resamples)
        scores = [tuple(values(table.sum(axis=0)).tolist()) for table in tables]
        bounds.append(zip(scores, found, strict=True))
    return [Judged(*own, *one, *other) for own, one, other in zip(numbers, *bounds, strict=True)]
