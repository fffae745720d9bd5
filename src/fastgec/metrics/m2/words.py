"""Edits of MaxMatch: a system's, which were correct, and which gold edits they make.

They are the counted edits, against the annotators of the request; the edits against the chosen
annotators add up to the score. One kernel call finds the edits of all rows of a batch, as arrays;
words are made of them where text is printed. A system's edits have no error type, so there is
recall of a type, and no precision.

Candidates are scored against one another by the edits of each, as of `fastgec convert`: they are
gold for the others in turn. Such a score is the F of a sentence as a corpus of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats, Integers
from fastgec.counts import gather, offsets_of, sealed
from fastgec.fscore import ratio
from fastgec.machine import Budget, Cancel, available_memory
from fastgec.maxmatch.matcher import STATUSES as STATUSES  # of gold edits, for all who show them
from fastgec.maxmatch.matcher import Matcher, ModeMatcher, TooLargeError, TooManyAlignmentsError
from fastgec.metrics import m2
from fastgec.metrics.base import Scoring
from fastgec.metrics.edits import GoldMetric, GoldText
from fastgec.metrics.m2.counting import MODES, M2Score, Parameters, count_all, matcher_of, too_large
from fastgec.read import FormatError
from fastgec.read.gold import EditTable, Gold, TokenTable
from fastgec.read.lines import Column, Lines, in_characters, listed, read_lines
from fastgec.texts.m2write import edit_line, require_correction, source_line

if TYPE_CHECKING:
    from fastgec.texts.m2write import ColumnEdits


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit of a hypothesis.

    start, end   half-open span in source tokens, as the release counts it
    source       the source tokens it replaces, joined by spaces
    correction   the hypothesis tokens in their place, joined by spaces
    gold         indices of the gold edits (of the annotator, in file order) that it makes
    """

    start: int
    end: int
    source: str
    correction: str
    gold: tuple[int, ...]

    @property
    def is_correct(self) -> bool:
        """Whether it makes a gold edit."""
        return bool(self.gold)

    def cut(self) -> Edit:
        """The edit without unchanged words at its ends: the front first.

        Example:
            >>> Edit(4, 6, "mat .", "the mat .", ()).cut()
            Edit(start=4, end=4, source='', correction='the', gold=())
        """
        replaced, written = self.source.split(), self.correction.split()
        front, back = unchanged_ends(replaced, written)
        return Edit(
            self.start + front,
            self.end - back,
            " ".join(replaced[front : len(replaced) - back]),
            " ".join(written[front : len(written) - back]),
            self.gold,
        )


def unchanged_ends(replaced: Sequence[str], written: Sequence[str]) -> tuple[int, int]:
    """Return how many words at the front of an edit do not change, then how many behind.

    >>> unchanged_ends(["ran", "ran", "."], ["ran", "."])
    (1, 1)
    """
    most = min(len(replaced), len(written))
    front = back = 0
    while front < most and replaced[front] == written[front]:
        front += 1
    while back < most - front and replaced[-1 - back] == written[-1 - back]:
        back += 1
    return front, back


@dataclass(frozen=True, slots=True, eq=False)
class SystemEdits:
    """Edits of a system against N rows of a gold: E edits; and the rows' G gold edits.

    lines         the system's sentences
    gold          of the same sentences
    rows          int64[N], ascending, in `gold.edits`
    sentences     int64[N]: the sentence of each row
    offsets       int64[N+1]: the edits of each row
    spans         int32[E, 6]: start and end as the release counts them, then first and last token
                  (exclusive) in the source, and in the hypothesis
    golden        int64[G]: the gold edits of all rows, in `gold.edits`
    gold_offsets  int64[N+1]: the gold edits of each row
    makers        int64[G]: the edit that makes each gold edit, -1 if none does
    statuses      uint8[G]: status of each gold edit, see `maxmatch.statuses`; 0 where that was
                  not wanted
    """

    lines: Lines
    gold: Gold
    rows: Integers
    sentences: Integers
    offsets: Integers
    spans: NDArray[np.int32]
    golden: Integers
    gold_offsets: Integers
    makers: Integers
    statuses: NDArray[np.uint8]

    def counts(self) -> Integers:
        """Return correct and proposed of each row: int64[N, 2]."""
        correct = np.diff(offsets_of(self.makers >= 0)[self.gold_offsets])
        return np.column_stack([correct, np.diff(self.offsets)])

    @property
    def is_correct(self) -> NDArray[np.bool_]:
        """Whether each edit makes a gold edit: bool[E]."""
        found = np.zeros(len(self.spans), np.bool_)
        found[self.makers[self.makers >= 0]] = True
        return found

    def of(self, numbers: Integers) -> SystemEdits:
        """Return the edits of some of the rows, by their numbers here: int64[M], ascending."""
        edits, offsets = gather(self.offsets, numbers)
        golden, gold_offsets = gather(self.gold_offsets, numbers)
        places = np.full(len(self.spans) + 1, -1)  # the last for gold edits that none makes
        places[edits] = np.arange(len(edits))
        return replace(
            self,
            rows=self.rows[numbers],
            sentences=self.sentences[numbers],
            offsets=offsets,
            spans=self.spans[edits],
            golden=self.golden[golden],
            gold_offsets=gold_offsets,
            makers=places[self.makers[golden]],
            statuses=self.statuses[golden],
        )

    def made(self) -> list[tuple[int, ...]]:
        """Return the gold edits that each edit makes, by their number in the row."""
        # In order of edits: none makes a gold edit before one that an earlier edit makes.
        made = np.flatnonzero(self.makers >= 0)
        first = np.repeat(self.gold_offsets[:-1], np.diff(self.gold_offsets))
        numbers = (made - first[made]).tolist()
        ends = np.cumsum(np.bincount(self.makers[made], minlength=len(self.spans))).tolist()
        return [
            tuple(numbers[begin:end]) if begin < end else ()
            for begin, end in zip([0, *ends], ends, strict=False)
        ]

    def in_words(self, *, is_placed: bool = False) -> Iterator[list[Edit]]:
        """Yield the edits of each row.

        Args:
            is_placed: With spans in source tokens, also where the release counts others.
        """
        first = 2 if is_placed else 0
        made, spans = self.made(), self.spans.tolist()
        offsets = self.offsets.tolist()
        sides = _sides(self.lines, self.gold)
        for sentence, (begin, end) in zip(self.sentences.tolist(), pairwise(offsets), strict=True):
            if begin == end:
                yield []
                continue
            source, hypothesis = sides(sentence)
            yield [
                Edit(
                    span[first],
                    span[first + 1],
                    " ".join(source[span[2] : span[3]]),
                    " ".join(hypothesis[span[4] : span[5]]),
                    of_gold,
                )
                for span, of_gold in zip(spans[begin:end], made[begin:end], strict=True)
            ]


def _sides(lines: Lines, gold: Gold) -> Callable[[int], tuple[list[str], list[str]]]:
    """Return a function of the words of a sentence, and of its hypothesis; it keeps the last."""
    return lru_cache(1)(lambda number: (gold.sources[number].split(), lines[number].split()))


@dataclass(frozen=True, slots=True)
class KindScore:
    """How many gold edits of one error type there are, and how many were made."""

    kind: str
    correct: int
    gold: int

    @property
    def recall(self) -> float:
        """Share of the gold edits that were made, in [0, 1]."""
        return ratio(self.correct, self.gold, empty=1.0)


def found_edits(
    text: GoldText,
    system: int,
    parameters: Parameters,
    rows: Integers | None = None,
    *,
    has_statuses: bool = False,
    cancel: Cancel | None = None,
) -> SystemEdits:
    r"""Find the edits of a system that its counts count.

    Args:
        text: the sentences.
        system: which of the text.
        parameters: the counting options.
        rows: int64[N], ascending, of the gold's edits (None: all).
        has_statuses: whether statuses of gold edits are wanted.
        cancel: int32[1], 0 until work must stop; then the rows that are left have no edits.

    Raises:
        FormatError: a sentence needs more memory than there is.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
        >>> found = found_edits(GoldText(0, gold, (Lines.of(["c b"]),)), 0, Parameters())
        >>> found.spans.tolist(), found.makers.tolist()
        ([[0, 1, 0, 1, 0, 1]], [0, -1])
    """
    lines, gold = text.systems[system], text.gold
    table = gold.edits
    is_folded = parameters.ignore_whitespace_casing
    if rows is None:
        rows = np.arange(table.n_rows)
    sentences = np.searchsorted(table.row_offsets, rows, side="right") - 1
    golden, gold_offsets = gather(table.edit_offsets, rows)
    statuses = np.zeros(len(golden), np.uint8)
    # The search compares tokens exactly; edits that change white space or case leave afterwards.
    matcher = matcher_of(lines, gold, replace(parameters, ignore_whitespace_casing=False), Matcher)
    limit = available_memory()
    more: dict[str, Any] = {"statuses": statuses} if has_statuses else {}
    cancel = np.zeros(1, np.int32) if cancel is None else cancel
    try:
        offsets, spans, makers = matcher.edits(rows, cancel, limit, **({} if is_folded else more))
        if is_folded:
            sequences = _without_folded(lines, gold, sentences, offsets, spans)
            offsets, spans, makers = matcher.edits(rows, cancel, limit, sequences=sequences, **more)
    except (TooLargeError, TooManyAlignmentsError) as error:
        refused = limit if isinstance(error, TooLargeError) else None
        raise too_large(lines, gold, text.first, error.sentence, refused) from None
    return SystemEdits(
        lines, gold, rows, sentences, offsets, spans, golden, gold_offsets, makers, statuses
    )


def final_sigma_edits(
    lines: Lines, gold: Gold, n_before: int, parameters: Parameters
) -> SystemEdits | None:
    """Find the edits of sentences in which a capital sigma may become a final one; None: no such.

    Kernels that count without white space and case compare tokens that were lower-cased one by one.
    That equals lower-casing an edit as a whole for every character but this one: it becomes a final
    sigma at the end of a word. So these sentences are counted again, by their edits.

    Args:
        lines: the system's.
        gold: of the same sentences.
        n_before: number of sentences that stand before them in the file.
        parameters: the counting options.
    """
    sigma = "\N{GREEK CAPITAL LETTER SIGMA}"
    if not lines.holds(sigma) and not gold.sources.holds(sigma):
        return None
    has_sigma = [sigma in gold.sources[s] or sigma in lines[s] for s in range(len(gold))]
    rows = np.flatnonzero(np.repeat(has_sigma, np.diff(gold.edits.row_offsets)))
    return found_edits(GoldText(n_before, gold, (lines,)), 0, parameters, rows)


def _without_folded(
    lines: Lines, gold: Gold, sentences: Integers, offsets: Integers, spans: NDArray[np.int32]
) -> tuple[Integers, NDArray[np.int32]]:
    """Return offsets and spans without edits that change white space or case alone."""
    is_kept = np.ones(len(spans), np.bool_)
    sides = _sides(lines, gold)
    of_edits = np.repeat(sentences, np.diff(offsets)).tolist()
    for number, (sentence, span) in enumerate(zip(of_edits, spans.tolist(), strict=True)):
        source, hypothesis = sides(sentence)
        before, after = source[span[2] : span[3]], hypothesis[span[4] : span[5]]
        is_kept[number] = "".join(before).lower() != "".join(after).lower()
    return offsets_of(is_kept)[offsets], np.ascontiguousarray(spans[is_kept])


def candidate_matrix(
    metric: GoldMetric[M2Score],
    source: str,
    candidates: Sequence[str],
    parameters: Parameters,
    scoring: Scoring,
) -> Floats:
    """Score every candidate against the edits of every other, see `BoundMetric`."""
    candidates = listed(candidates, "candidates")
    if not candidates:
        return np.empty((0, 0))
    columns = [Lines.of([text], f"candidates[{k}]") for k, text in enumerate(candidates)]
    never, memory = np.zeros(1, np.int32), available_memory()
    texts = Lines.of([source], "source")
    (matrix,) = candidate_matrices(metric, texts, columns, parameters, scoring, never, memory)
    return matrix


def candidate_matrices(
    metric: GoldMetric[M2Score],
    source: Lines,
    candidates: Sequence[Lines],
    parameters: Parameters,
    scoring: Scoring,
    cancel: Cancel,
    limit: int,
    *,
    n_before: int = 0,
) -> Floats:
    """Score candidates against one another, for each of some sources.

    Args:
        metric: MaxMatch.
        source: S sentences.
        candidates: K columns of as many, at least one.
        parameters: the counting options.
        scoring: the scoring options.
        cancel: int32[1], 0 until work must stop.
        limit: bytes of scratch memory.
        n_before: sentences of the corpus before them, for messages.

    Returns:
        float64[S, K, K], of each sentence a matrix as of `candidate_matrix`.

    Raises:
        FormatError: a sentence needs more memory.
    """
    if parameters.unit == "char":
        source, candidates = in_characters(source), list(map(in_characters, candidates))
    from fastgec.texts.m2write import edits_of_columns  # scoring aligns nothing

    found = edits_of_columns(source, candidates, limit=limit, n_before=n_before, cancel=cancel)
    gold = _gold_of(source, found, len(candidates))
    text = GoldText(n_before, gold, tuple(candidates))
    table = metric.count(text, parameters, cancel, Budget(limit, 1))
    shape = len(candidates), len(source), len(candidates), table.shape[-1]
    scores = M2Score.values(table.reshape(shape), scoring.beta)[..., -1]
    return np.ascontiguousarray(scores.transpose(1, 0, 2))


def _gold_of(source: Lines, found: ColumnEdits, n_candidates: int) -> Gold:
    """Return gold whose annotators are the candidates, each with a row for each sentence."""
    n_sentences = len(source)
    rows = np.arange(n_candidates * n_sentences).reshape(n_candidates, n_sentences).T.ravel()
    edits, edit_offsets = gather(found.offsets, rows)
    written = found.written[edits]
    sizes = written[:, 1] - written[:, 0]
    offsets = offsets_of(sizes)
    places = np.arange(offsets[-1]) + np.repeat(written[:, 0] - offsets[:-1], sizes)
    table = EditTable(
        sealed(np.arange(n_sentences + 1) * n_candidates),
        sealed(np.tile(np.arange(n_candidates, dtype=np.int32), n_sentences)),
        sealed(edit_offsets),
        sealed(found.spans[edits, 0]),
        sealed(found.spans[edits, 1]),
        sealed(np.arange(len(edits) + 1)),
        TokenTable(sealed(found.tokens[places]), sealed(offsets)),
        sealed(np.zeros(len(edits), np.int32)),
        ("R",),
    )
    annotators = tuple(range(n_candidates))
    return Gold(source, found.source, table, annotators, found.vocabulary, has_lines=False)


# The modes of MaxMatch: one edit sequence, counted three ways.
#
# Correction asks whether an error was repaired as the annotator repaired it: that is the
# published score. Recognition asks whether just the annotator's words were changed, whatever was
# written there; detection whether the place was touched at all.
#
# Definition: section 4 of Dahlmeier and Ng (2012) names the three and leaves their rules to the
# HOO shared tasks (2011 and 2012); these are made precise, edit for edit, in
# `maxmatch/statuses.pxd`. Each gold edit has a status: corrected, recognised, detected or missed.
# Correct edits of a mode are the gold edits that are at least so much, so they never become fewer
# from correction to detection.
#
# Gold edits are optional if their line says so, or if the source text is one of several
# corrections. With a bonus, those that are missed count as correct and proposed.


def count_modes(
    lines: Lines, gold: Gold, n_before: int, parameters: Parameters, cancel: Cancel, budget: Budget
) -> Integers:
    """Count some sentences of one system in all modes.

    Args:
        lines: the system's.
        gold: of the same sentences; it has R rows.
        n_before: number of sentences that stand before them in the file.
        parameters: the counting options; the mode is not looked at.
        cancel: int32[1], 0 until work must stop.
        budget: scratch memory of all threads.

    Returns:
        int64[R, 9]: correct, proposed and gold of each of `MODES`.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    matcher = matcher_of(lines, gold, parameters, ModeMatcher)
    n_rows = gold.edits.n_rows
    table = np.zeros((n_rows, 3 * len(MODES)), np.int64)
    optional = optional_edits(gold) if parameters.optional == "bonus" else None
    matcher.open(table, optional)
    correction = np.zeros((n_rows, 3), np.int64)
    count_all(matcher, lines, gold, n_before, correction, cancel, budget)
    if parameters.ignore_whitespace_casing:
        found = final_sigma_edits(lines, gold, n_before, parameters)
        if found is not None:
            _recount_final_sigma(matcher, found, n_before, cancel)
    return table


def named_statuses(found: SystemEdits) -> Iterator[dict[int, list[str]]]:
    """Yield the statuses of each sentence by annotator, as words; all rows have them."""
    table = found.gold.edits
    names = [STATUSES[status] for status in found.statuses.tolist()]
    annotators, offsets = table.annotator.tolist(), found.gold_offsets.tolist()
    for first, last in pairwise(table.row_offsets.tolist()):
        yield {
            annotators[row]: names[offsets[row] : offsets[row + 1]] for row in range(first, last)
        }


def optional_edits(gold: Gold) -> NDArray[np.uint8]:
    r"""Return which gold edits need not be made: uint8[E].

    Example:
        >>> from fastgec.read.gold import Gold
        >>> optional_edits(Gold.parse("S a b\nA 0 1|||R|||c||a|||REQUIRED|||-NONE-|||0\n")).tolist()
        [1]
    """
    table, source = gold.edits, gold.source_tokens
    found = table.optional.astype(np.uint8)
    several = np.flatnonzero(np.diff(table.alternative_offsets) > 1)
    rows = np.searchsorted(table.edit_offsets, several, side="right") - 1
    sentences = np.searchsorted(table.row_offsets, rows, side="right") - 1
    empty = gold.vocabulary.index(b"")  # nothing between two spaces; -1 if there is none
    for edit, first in zip(several.tolist(), source.offsets[sentences].tolist(), strict=True):
        own = source.ids[first + table.start[edit] : first + table.end[edit]].tolist()
        for number in range(table.alternative_offsets[edit], table.alternative_offsets[edit + 1]):
            words = [word for word in table.alternatives[number].tolist() if word != empty]
            if words == own:
                found[edit] = 1
    return found


def _recount_final_sigma(
    matcher: ModeMatcher, found: SystemEdits, n_before: int, cancel: Cancel
) -> None:
    """Recount sentences with a capital sigma, see `words.final_sigma_edits`."""
    limit = available_memory()
    spans = np.split(found.spans, found.offsets[1:-1])
    n_correct = found.counts()[:, 0].tolist()
    rows = found.sentences.tolist(), found.rows.tolist(), spans, n_correct
    for sentence, row, own, n in zip(*rows, strict=False):  # no rows have one empty part of spans
        if not matcher.recount(sentence, row, own, n, cancel, limit):
            raise too_large(found.lines, found.gold, n_before, sentence, limit)


def made_edits(found: SystemEdits, parameters: Parameters) -> NDArray[np.bool_]:
    """Return which gold edits count as made, in a mode and with a bonus: bool[G]."""
    if parameters.is_plain:
        return found.makers >= 0
    made = found.statuses >= len(STATUSES) - 1 - MODES.index(parameters.mode)
    if parameters.optional == "bonus":
        made |= (found.statuses == 0) & (optional_edits(found.gold)[found.golden] != 0)
    return made


@dataclass(frozen=True, slots=True)
class StatusScore(KindScore):
    """Numbers of gold edits of one error type by status; `correct` is the mode's number.

    statuses  how many are missed, detected, recognised, corrected: as `STATUSES`
    """

    statuses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DegreeScore(KindScore):
    """How many gold edits of one error type were made, in three degrees.

    scope    number whose span is the span of an edit of the system
    overlap  number that overlap an edit of the system
    """

    scope: int
    overlap: int


def degrees_of(found: SystemEdits) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which gold edits have the span of a system's edit, and which overlap one: bool[G].

    Spans overlap if they share a word, are equal, or if an insertion lies inside the other.
    """
    table = found.gold.edits
    columns = (column[found.golden].tolist() for column in (table.start, table.end))
    spans = list(zip(*columns, strict=True))
    made = list(map(tuple, found.spans[:, :2].tolist()))
    is_same, overlaps = np.zeros((2, len(spans)), np.bool_)
    rows = pairwise(found.gold_offsets.tolist()), pairwise(found.offsets.tolist())
    for (first, last), (begin, stop) in zip(*rows, strict=True):
        own = made[begin:stop]
        for edit in range(first, last):
            start, end = spans[edit]
            is_same[edit] = spans[edit] in own
            overlaps[edit] = is_same[edit] or any(a < end and start < b for a, b in own)
    return is_same, overlaps


class KindCounts:
    """Gold edits by error type, of the rows that were chosen, summed.

    Sums over types are correct and gold of the score.
    """

    def __init__(self, parameters: Parameters) -> None:
        """Take the counting options."""
        self._parameters = parameters
        self._totals: dict[str, Integers] = {}  # correct, then how many have each status
        self._has_degrees = parameters.word_order != ""
        self._degrees: tuple[Counter[str], Counter[str]] = Counter(), Counter()

    @property
    def has_statuses(self) -> bool:
        """Whether the statuses of edits that are added must be known."""
        return not self._parameters.is_plain

    def add(self, found: SystemEdits) -> None:
        """Add the gold edits of rows."""
        table = found.gold.edits
        n_kinds = len(table.kind_names)
        kinds = table.kind[found.golden]
        if self._has_degrees:
            for degree, is_reached in zip(self._degrees, degrees_of(found), strict=True):
                for kind, number in enumerate(np.bincount(kinds[is_reached]).tolist()):
                    degree[table.kind_names[kind]] += number
        made = made_edits(found, self._parameters)
        places = kinds * len(STATUSES) + found.statuses
        of_status = np.bincount(places, minlength=n_kinds * len(STATUSES))
        correct = np.bincount(kinds[made], minlength=n_kinds)
        sums = np.column_stack([correct, of_status.reshape(n_kinds, len(STATUSES))])
        for kind in np.flatnonzero(sums[:, 1:].any(axis=1)).tolist():
            name = table.kind_names[kind]
            self._totals[name] = self._totals.get(name, 0) + sums[kind]

    def scores(self) -> list[KindScore]:
        """Return the sums, most frequent first."""
        scores: list[KindScore] = []
        for kind, sums in self._totals.items():
            correct, *statuses = sums.tolist()
            if self._has_degrees:
                reached = (degree[kind] for degree in self._degrees)
                scores.append(DegreeScore(kind, correct, sum(statuses), *reached))
            elif self.has_statuses:
                scores.append(StatusScore(kind, correct, sum(statuses), tuple(statuses)))
            else:
                scores.append(KindScore(kind, correct, sum(statuses)))
        return sorted(scores, key=lambda score: (-score.gold, score.kind))


# M2 from two texts by the path of the published scorer, as its `edit_creator` makes it.
#
# The edits are those that MaxMatch proposes where there is no gold at all. Each has the type UNK
# and annotator 0; a sentence that did not change has no line. `texts.m2write.align` makes M2 by
# an alignment of its own, with types and several annotators.


KIND = "UNK"


def created_blocks(source: Column, target: Column, *, max_unchanged_words: int = 0) -> list[str]:
    r"""Return the text of an M2 file, a block for each sentence.

    Args:
        source: a path, or sentences in memory.
        target: their corrections, in the same form.
        max_unchanged_words: most unchanged words inside an edit.

    Raises:
        FormatError: files that do not fit, a correction that M2 cannot hold, or a sentence that
            needs more memory than there is.
        ValueError: a parameter out of range.

    Example:
        >>> print("".join(created_blocks(["The cat sat at mat ."], ["The cat sat on the mat ."])))
        S The cat sat at mat .
        A 3 4|||UNK|||on the|||REQUIRED|||-NONE-|||0
        <BLANKLINE>
        <BLANKLINE>
    """
    sources = read_lines(source, "source")
    targets = read_lines(target, "target")
    if len(sources) == 0:
        raise FormatError(sources.name, None, "no sentence, expected at least 1")
    sentences = [source_line(sources[s].split()) for s in range(len(sources))]
    gold = Gold.parse("\n".join(sentences), sources.name)
    blocks = []
    sequences = m2.edit_sequences(targets, gold, max_unchanged_words=max_unchanged_words)
    for number, (line, found) in enumerate(zip(sentences, sequences, strict=True), 1):
        lines = [line]
        for edit in found[0]:
            require_correction(edit.correction, targets.name, number)
            lines.append(edit_line(edit.start, edit.end, KIND, [edit.correction], 0))
        blocks.append("".join(lines) + "\n")
    return blocks
