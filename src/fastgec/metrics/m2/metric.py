"""MaxMatch as a metric, all its modes at once, and its edits from Python.

All modes may be counted in one pass (`M2Modes`): a row of counts then has correct, proposed and
gold of each mode, and a run has a scoring for each mode, as one of GREEN may have one for each
beta. Each mode has its own annotators, so totals of gold differ between modes. The same holds of
edits that MaxMatch takes and edits that wdiff cuts, side by side (`M2Ways`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from fastgec.choose import Floats, Integers, Sums, Totals, best
from fastgec.choose.rules import FRank, PerSentence, Running
from fastgec.machine import Budget, Cancel
from fastgec.maxmatch.matcher import Matcher
from fastgec.metrics.base import (
    FUNCTIONS,
    Bound,
    FMetric,
    Measure,
    Reading,
    Row,
    SentenceView,
    same,
)
from fastgec.metrics.edits import GoldMetric, GoldText
from fastgec.metrics.m2.counting import (
    COLUMNS,
    EXTRACTIONS,
    MODES,
    M2Score,
    MaxMatchScore,
    Parameters,
    PreparedGold,
    Scoring,
    count_all,
    matcher_of,
)
from fastgec.read import FormatError
from fastgec.read.files import Source
from fastgec.read.gold import Gold, nus_blocks
from fastgec.read.lines import Column

if TYPE_CHECKING:
    from fastgec.metrics.m2.words import Edit


MaxMatchScoreT = TypeVar("MaxMatchScoreT", bound=MaxMatchScore)


class MaxMatchSums(FMetric[MaxMatchScoreT]):
    """A metric whose rows are correct, proposed and gold: counts, or sums of weights."""

    def bounds(self, table: Totals, parameters: Any) -> Iterator[Bound]:
        """Yield the rules of rows; gold edits given twice are correct twice by one edit."""
        yield from super().bounds(table, parameters)
        correct, proposed, _ = table.T
        found = {"correct": correct, "proposed": proposed}
        yield Bound(found, "0 correct of 0 proposed", (correct == 0) | (proposed > 0))

    scoring = Scoring

    def choose(self, scoring: Scoring) -> Running | PerSentence:
        """Return the choice by F of the corpus so far, or of each sentence."""
        return selection(FRank(scoring.beta), scoring)

    def row_values(self, rows: Totals, parameters: Any, scoring: Any) -> Floats:
        """Return F of each row, compiled; a metric made of this one has its own `values`."""
        if type(self).values is not FMetric.values or self.made.ratios is not MaxMatchScore.ratios:
            return super().row_values(rows, parameters, scoring)
        scores = best.row_scores(rows.reshape(-1, len(COLUMNS)), scoring.beta)
        return scores.reshape(rows.shape[:-1])

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield sums against the chosen annotator, then those against each."""
        return annotator_contents(view)


def selection(rank: FRank | ModeRank, scoring: Scoring) -> Running | PerSentence:
    """Return the annotator selection of a scoring, by a rank."""
    running = Running(rank)
    if scoring.annotator_selection == "running":
        return running
    return PerSentence(partial(_alone, running))


def _alone(running: Running, table: Totals, offsets: Integers) -> tuple[Integers, Floats]:
    """Return the best row of each sentence alone, and no keys."""
    return running.best_alone(table, offsets), np.zeros(len(offsets) - 1)


def annotator_contents(
    view: SentenceView, places: slice = slice(None)
) -> Iterator[Mapping[str, Any]]:
    """Yield sums against the chosen annotator, then those against each: of columns at places."""
    for label, counts, each in view.contents(COLUMNS, places):
        annotators = {str(annotator): of_annotator for annotator, of_annotator in each}
        yield {"chosen": label, **counts, "annotators": annotators}


class M2(MaxMatchSums[M2Score], GoldMetric[M2Score]):
    """F of the system edits that best match one annotator's."""

    name = "m2"
    parameters = Parameters
    made = M2Score
    functions = (*FUNCTIONS, "candidate_matrix")
    swept = "beta"
    citations = ("dahlmeier-ng-2012-better",)

    def count(
        self, text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> Totals:
        """Count correct, proposed and gold edits."""
        if not parameters.is_plain:
            table = counted_modes(text, parameters, cancel, budget)
            return np.ascontiguousarray(table[..., places_of(parameters.mode)])
        table = np.zeros((len(text.systems), text.gold.edits.n_rows, len(COLUMNS)), np.int64)
        for lines, rows in zip(text.systems, table, strict=True):
            matcher = matcher_of(lines, text.gold, parameters, Matcher)
            count_all(matcher, lines, text.gold, text.first, rows, cancel, budget)
            if parameters.ignore_whitespace_casing:
                from fastgec.metrics.m2.words import final_sigma_edits  # other counts need none

                found = final_sigma_edits(lines, text.gold, text.first, parameters)
                if found is not None:
                    rows[found.rows, :2] = found.counts()
        return table

    def prepared(
        self, gold: Gold, parameters: Parameters, scoring: Scoring, limit: int
    ) -> PreparedGold | None:
        """Return gold for scores of a few outputs at a time; None where counting needs more."""
        if not parameters.is_plain or parameters.ignore_whitespace_casing:
            return None
        if parameters.unit == "char" or self.has_everyone(parameters):
            return None
        return PreparedGold(self.compared(gold, parameters), parameters, scoring.beta, limit)

    def candidate_matrix(
        self, source: str, candidates: Sequence[str], parameters: Parameters, scoring: Scoring
    ) -> Floats:
        """Score every candidate against the edits of every other, see `candidates`."""
        from fastgec.metrics.m2.words import candidate_matrix  # scoring aligns nothing

        return candidate_matrix(self, source, candidates, parameters, scoring)

    def has_everyone(self, parameters: Parameters) -> bool:
        """Whether gold must be read whole: for annotators that are absent, or whole blocks."""
        return parameters.implicit_noop or parameters.blocks == "nus"

    def whole_gold(self, gold: Gold | Source, parameters: Parameters) -> Gold:
        """Return the whole gold, with the edits of blocks as parameters want them."""
        if parameters.blocks != "nus":
            return super().whole_gold(gold, parameters)
        if isinstance(gold, Gold):
            raise ValueError("blocks 'nus' requires the path of an M2 file")
        return nus_blocks(gold)

    def compared(self, gold: Gold, parameters: Parameters) -> Gold:
        """Return gold in characters, with implicit noop, annotators of word order, as wanted."""
        if parameters.unit == "char":
            gold = gold.in_characters()
        if parameters.implicit_noop:
            gold = gold.with_implicit_noop()
        return gold.with_word_order(parameters.word_order) if parameters.word_order else gold

    def bounds(self, table: Totals, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows; with a bonus, optional edits may be correct twice."""
        yield from super().bounds(table, parameters)
        correct, proposed, gold = table.T
        is_plain = parameters.optional == "required"
        most, words = (gold, "gold") if is_plain else (2 * gold, "2 x gold")
        yield Bound({"correct": correct, "gold": gold}, f"correct at most {words}", correct <= most)
        if parameters.mode == "detection":
            found = {"correct": correct, "proposed": proposed}
            yield Bound(found, "correct at most proposed", correct <= proposed)

    def grid_values(self, totals: Totals, scorings: Sequence[Scoring]) -> Floats:
        """Return F at each beta."""
        if type(self).values is not M2.values:  # a metric made of this one
            return super().grid_values(totals, scorings)
        betas = np.array([scoring.beta for scoring in scorings])
        return M2Score.values(totals, betas)[..., -1]

    def describe(self, score: M2Score) -> Row:
        """Return names and values of a score; JSON has the ratios first."""
        measures = score.measures()
        counts, ratios = measures[:3], measures[3:]
        return Row(measures, {measure.name: measure.value for measure in (*ratios, *counts)})


METRIC = M2()


NOTE = "annotators are chosen for each {} alone, so the numbers of gold edits may differ"


@dataclass(frozen=True, slots=True)
class ModeScoring(Scoring):
    """Scoring options of one of the modes, and of one of the ways to take edits."""

    mode: str = "correction"
    extract: str = EXTRACTIONS[0]


@dataclass(frozen=True, slots=True)
class ModeScore(M2Score):
    """The score of one of the modes, and of one of the ways to take edits."""

    mode: str = "correction"
    extract: str = EXTRACTIONS[0]


@dataclass(frozen=True, slots=True)
class ModeRank:
    """The order of MaxMatch by the counts of one of the modes, see `FRank`."""

    beta: float
    mode: str
    extract: str

    def choose(
        self, table: Totals, offsets: Integers, totals: Totals, *, is_running: bool
    ) -> Integers:
        """Return the row of each sentence, see `Rank`."""
        own = places_of(self.mode, self.extract)
        so_far = totals[own].copy()  # to which the choice adds
        of_mode = np.ascontiguousarray(table[:, own])
        rows = FRank(self.beta).choose(of_mode, offsets, so_far, is_running=is_running)
        if is_running:
            totals += table[rows].sum(axis=0)
        return rows


def counted_modes(
    text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
) -> Integers:
    """Count correct, proposed and gold edits of each mode: int64[H, R, 9]."""
    from fastgec.metrics.m2.words import count_modes

    about = text.gold, text.first, parameters, cancel, budget
    return np.stack([count_modes(lines, *about) for lines in text.systems])


def places_of(mode: str, extract: str = EXTRACTIONS[0]) -> slice:
    """Return the columns of a mode, and of a way to take edits where there are several."""
    first = len(COLUMNS) * (len(MODES) * EXTRACTIONS.index(extract) + MODES.index(mode))
    return slice(first, first + len(COLUMNS))


def way_of(scoring: Scoring) -> tuple[str, str]:
    """Return the mode of a scoring, and its place among several ways to take edits.

    One that names none means correction, and the first way.
    """
    if isinstance(scoring, ModeScoring):
        return scoring.mode, scoring.extract
    return MODES[0], EXTRACTIONS[0]


class M2Modes(M2):
    """F of the edits that are corrected, recognised, detected: a scoring for each."""

    scoring = ModeScoring
    several = "mode"
    extracts: ClassVar[tuple[str, ...]] = ()  # that are compared, if any are

    def count(
        self, text: GoldText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> Integers:
        """Count correct, proposed and gold edits of each mode, and of each way to take edits."""
        each = [parameters]
        if self.extracts:
            most, release = Parameters().max_unchanged_words, Parameters().release
            how: Any = {"max_unchanged_words": most, "release": release, "extract": "wdiff"}
            each.append(replace(parameters, **how))
        return np.concatenate([counted_modes(text, one, cancel, budget) for one in each], axis=-1)

    def columns(self, parameters: Parameters) -> tuple[str, ...]:
        """Return correct, proposed, gold of each mode, of each way if there are several."""
        prefixes = [f"{extract}_" for extract in self.extracts] or [""]
        names = [f"{mode}_{column}" for mode in MODES for column in COLUMNS]
        return tuple(prefix + name for prefix in prefixes for name in names)

    def bounds(self, table: Totals, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows of each mode."""
        for extract in self.extracts or EXTRACTIONS[:1]:
            for mode in MODES:
                own = table[:, places_of(mode, extract)]
                yield from METRIC.bounds(own, replace(parameters, mode=mode))

    def choose(self, scoring: Scoring) -> Running | PerSentence:
        """Return the choice by F, in the mode of the scoring."""
        return selection(ModeRank(scoring.beta, *way_of(scoring)), scoring)

    def values(self, totals: Totals, scoring: Scoring) -> Floats:
        """Return precision, recall and F of the mode of the scoring."""
        return M2Score.values(totals[..., places_of(*way_of(scoring))], scoring.beta)

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> ModeScore:
        """Return the score of a corpus in the mode of the scoring."""
        way = way_of(scoring)
        return ModeScore(*(*sums.totals[places_of(*way)].tolist(), scoring.beta, *way))

    def _named(self, mode: str, extract: str) -> dict[str, str]:
        return {"mode": mode, **({"extract": extract} if self.extracts else {})}

    def describe(self, score: Any) -> Row:
        """Return names and values of a score: the mode first, then the way to take edits."""
        row = super().describe(score)
        named, headings = self._named(score.mode, score.extract), ("Mode", "Edits")
        ways = [
            Measure(name, heading, value, "setting")
            for (name, value), heading in zip(named.items(), headings, strict=False)
        ]
        note = NOTE.format("row" if self.extracts else "mode")
        return Row((*ways, *row.measures), {**named, **row.content}, note=note)

    def settings(
        self, parameters: Parameters, scoring: Scoring, score: M2Score
    ) -> Mapping[str, Any]:
        """Return the settings that name the score."""
        mode, extract = way_of(scoring)
        way = {"mode": mode, "extract": extract if self.extracts else parameters.extract}
        return {**super().settings(parameters, scoring, score), **way}

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield the mode, and its counts as MaxMatch does."""
        way = way_of(view.scoring)
        for content in annotator_contents(view, places_of(*way)):
            yield {**self._named(*way), **content}


class M2Ways(M2Modes):
    """The same of the edits that MaxMatch takes, and of those that wdiff cuts."""

    several = "extract"
    extracts = EXTRACTIONS


ALL_MODES = M2Modes()
BOTH_WAYS = M2Ways()


def edits(
    source: str,
    hypothesis: str,
    gold: Iterable[tuple[int, int, str | Iterable[str]]] = (),
    *,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
) -> list[Edit]:
    """The edit sequence of one hypothesis that is counted against one annotator's edits.

    Ties between sequences are broken as in the published scorer, so an edit that matches
    nothing may take in unchanged words beside it.

    Args:
        source: the text before correction.
        hypothesis: the text after it.
        gold: edits as (start, end, correction or alternatives), spans in source tokens, in the
            order of the file.
        max_unchanged_words: as in `Parameters`, and so are the rest.
        ignore_whitespace_casing: see `Parameters`.
        release: see `Parameters`.

    Raises:
        FormatError: a span outside the source, or a correction that M2 cannot express.

    >>> for edit in edits("The cat sat at mat .", "The cat sat on the mat .", [(3, 4, "on")]):
    ...     print(edit.start, edit.end, repr(edit.source), repr(edit.correction), edit.is_correct)
    3 4 'at' 'on' True
    4 6 'mat .' 'the mat .' False
    """
    text = ["S " + " ".join(source.split())]
    n_tokens = len(source.split())
    for number, (start, end, correction) in enumerate(gold, 1):
        alternatives = [correction] if isinstance(correction, str) else list(correction)
        if not 0 <= start <= end <= n_tokens:
            reason = f"span {start} {end}: expected one within {n_tokens} source tokens"
            raise FormatError("gold", number, reason)
        if not alternatives or any("||" in text or "\n" in text for text in alternatives):
            reason = f"correction {correction!r}: expected text without '||' and line ends"
            raise FormatError("gold", number, reason)
        text.append(f"A {start} {end}|||edit|||{'||'.join(alternatives)}|||||||||0")
    parameters = Parameters(max_unchanged_words, ignore_whitespace_casing, release)
    (sequences,) = _sequences([hypothesis], Gold.parse("\n".join(text)), parameters)
    return sequences[0]


def edit_sequences(
    hypotheses: Column,
    gold: Gold | Source,
    *,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
    extract: str = "maxmatch",
) -> Iterator[dict[int, list[Edit]]]:
    r"""Yield, sentence by sentence, the edit sequence counted against each annotator.

    Parameters and errors as `count`.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||4\n")
    >>> [{annotator: len(sequence) for annotator, sequence in sentence.items()}
    ...  for sentence in edit_sequences(["c b"], gold)]
    [{4: 1}]
    """
    parameters = Parameters(
        max_unchanged_words, ignore_whitespace_casing, release, implicit_noop, extract=extract
    )
    yield from _sequences(hypotheses, gold, parameters)


def _sequences(
    hypotheses: Column, gold: Gold | Source, parameters: Parameters
) -> Iterator[dict[int, list[Edit]]]:
    from fastgec.metrics.m2.words import found_edits

    for block in METRIC.blocks([hypotheses], gold, parameters, same, Reading()):
        found = list(found_edits(block.text, 0, parameters).in_words())
        annotators = block.labels.tolist()
        for first, last in pairwise(block.offsets.tolist()):
            yield dict(zip(annotators[first:last], found[first:last], strict=True))


def statuses(
    hypotheses: Column,
    gold: Gold | Source,
    *,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
    extract: str = "maxmatch",
) -> Iterator[dict[int, list[str]]]:
    r"""Yield, sentence by sentence, the statuses of each annotator's gold edits.

    Args:
        hypotheses: as `count`, and so are the rest.
        gold: see `count`.
        max_unchanged_words: see `count`.
        ignore_whitespace_casing: see `count`.
        release: see `count`.
        implicit_noop: see `count`.
        extract: see `count`.

    Yields:
        By annotator a word for each gold edit, in the order of the file: "corrected", "recognised"
        (its words were changed, to something else), "detected" (its place was touched) or "missed".

    Raises:
        FormatError: as `count`.

    Example:
        >>> gold = Gold.parse("S He go\nA 1 2|||V|||goes|||REQUIRED|||-NONE-|||0\n")
        >>> list(statuses(["He went"], gold))
        [{0: ['recognised']}]
    """
    from fastgec.metrics.m2.words import found_edits, named_statuses

    parameters = Parameters(
        max_unchanged_words, ignore_whitespace_casing, release, implicit_noop, extract=extract
    )

    for block in METRIC.blocks([hypotheses], gold, parameters, same, Reading()):
        yield from named_statuses(found_edits(block.text, 0, parameters, has_statuses=True))
