"""Annotators in one call: systems against each alone, and each against the others (the ceiling).

For the ceiling an annotator's corrections are scored like a system's, on the sentences for which it
and others have a line. Only these sentences are counted, some at a time, so memory does not grow
with the number of annotators times the number of sentences.

Counts of a (sentence, annotator) do not depend on the other annotators, so leaving some out is
leaving out rows. A sentence in which no row is left is left out with them, and scores say how many
sentences they are of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.counts import Counts, offsets_of, sealed
from fastgec.metrics import functions
from fastgec.metrics.base import AnyMetric, Reading, metric_named
from fastgec.metrics.edits import GoldMetric, require_gold
from fastgec.read import FormatError
from fastgec.read.files import Source
from fastgec.read.gold import Gold, row_texts, sources
from fastgec.read.lines import WHOLE, Column, Span, require_paths
from fastgec.read.m2stream import M2Stream
from fastgec.study.arguments import checked_metric, checked_systems
from fastgec.texts import OVERLAPS

# One annotator, or all others


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """A score against some annotators.

    name       of the system, or of the annotator that was scored
    annotator  the annotator scored against, or left out; None: all annotators, or the mean
    sentences  how many have a line of those annotators
    score      None if there is no such sentence
    is_human   whether an annotator's own corrections were scored
    """

    name: str
    annotator: int | None
    sentences: int
    score: Any
    is_human: bool = False


def scores_of_each(
    metric: AnyMetric,
    name: str,
    counts: Counts,
    annotators: Sequence[int],
    scoring: Any,
    rows: Callable[[Counts, int], Counts],
) -> list[AnnotatorScore]:
    r"""Return a score for each annotator.

    Args:
        metric: the metric of the counts.
        name: of the system.
        counts: of the system.
        annotators: their ids.
        scoring: the scoring options.
        rows: `alone`, for scores against each annotator alone, or `against_others`, for scores
            without each annotator in turn, on the sentences that it and others share.

    Example:
        >>> from fastgec import Gold, m2
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
        >>> counts = m2.count(["c b"], gold)
        >>> found = scores_of_each(m2.METRIC, "x", counts, [0, 1], m2.Scoring(), alone)
        >>> [one.score.f for one in found]
        [1.0, 0.0]
    """
    found = []
    for annotator in annotators:
        own = rows(counts, annotator)
        score = functions.score_counts(metric, own, scoring) if own.n_sentences else None
        found.append(AnnotatorScore(name, annotator, own.n_sentences, score))
    return found


def alone(counts: Counts, annotator: int) -> Counts:
    """Return the rows of one annotator, of the sentences for which it has one.

    >>> counts = Counts(np.array([[1, 2, 2], [0, 2, 1], [1, 1, 1]]), np.array([0, 2, 3]),
    ...                 np.array([0, 1, 0]), ("correct", "proposed", "gold"), "m2")
    >>> alone(counts, 1).table.tolist()
    [[0, 2, 1]]
    """
    return _kept(counts, counts.labels == annotator)


def against_others(counts: Counts, annotator: int) -> Counts:
    """Return the rows of all other annotators, of the sentences that this one and others share.

    The annotator's own corrections are scored against these rows, and systems must be scored
    against them to be compared with the annotator.

    >>> counts = Counts(np.array([[1, 2, 2], [0, 2, 1], [1, 1, 1]]), np.array([0, 2, 3]),
    ...                 np.array([0, 1, 0]), ("correct", "proposed", "gold"), "m2")
    >>> against_others(counts, 0).table.tolist(), against_others(counts, 1).table.tolist()
    ([[0, 2, 1]], [[1, 2, 2]])
    """
    is_own = counts.labels == annotator
    of_row = np.repeat(np.arange(counts.n_sentences), np.diff(counts.offsets))
    has_own = np.bincount(of_row[is_own], minlength=counts.n_sentences) > 0
    return _kept(counts, ~is_own & has_own[of_row])


def _kept(counts: Counts, is_kept: NDArray[np.bool_]) -> Counts:
    """Return some rows, without the sentences of which no row is left."""
    of_row = np.repeat(np.arange(counts.n_sentences), np.diff(counts.offsets))
    sizes = np.bincount(of_row[is_kept], minlength=counts.n_sentences)
    table, labels = sealed(counts.table[is_kept]), sealed(counts.labels[is_kept])
    return replace(counts, table=table, offsets=sealed(offsets_of(sizes[sizes > 0])), labels=labels)


ROWS = 1 << 17  # of counts, that are held at a time


@dataclass(frozen=True, slots=True)
class Task:
    """A sentence as one annotator corrected it, and how many annotators it is counted against."""

    annotator: int
    sentence: int
    text: str
    n_rows: int


def ceiling(
    gold: Gold | Source,
    systems: Sequence[Column] = (),
    *,
    metric: str | GoldMetric[Any] = "m2",
    parameters: Any = None,
    scoring: Any = None,
    overlaps: str = "refuse",
    jobs: int | None = None,
) -> list[AnnotatorScore]:
    r"""Scores of each annotator against the others, and of systems against the same.

    Args:
        gold: of two annotators or more.
        systems: outputs; each is scored without each annotator in turn, on the same sentences.
        metric: the name or the METRIC of one whose gold is edits.
        parameters: the counting options.
        scoring: the scoring options.
        overlaps: "refuse" edits of one annotator that overlap, or make the "first" of them.
        jobs: threads (all cores).

    Returns:
        Scores of the annotators, then of the systems.

    Raises:
        FormatError: gold of one annotator, edits that overlap, or text that cannot be scored.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: a metric whose gold is texts, another word for overlaps, or annotators of word
            order, who are not people.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
        >>> [(found.name, found.score.f) for found in ceiling(gold)]
        [('annotator 0', 0.0), ('annotator 1', 0.0)]
    """
    known, used, by = _asked(metric, gold, parameters, scoring)
    systems = checked_systems(systems, least=0)
    if overlaps not in OVERLAPS:
        raise ValueError(f"overlaps {overlaps!r}: expected {' or '.join(OVERLAPS)}")
    require_paths(systems, gold)
    require_gold(gold)
    whole = gold if isinstance(gold, Gold) else Gold.read(gold)
    found = human_scores(known, whole, used, by, overlaps=overlaps, jobs=jobs)
    if systems:
        tables = functions.count(known, systems, whole, used, Reading(jobs=jobs))
        for number, counts in enumerate(tables, 1):
            name, ids = f"system {number}", whole.annotators
            found += scores_of_each(known, name, counts, ids, by, against_others)
    return found


def per_annotator(
    systems: Sequence[Column],
    gold: Gold | Source,
    *,
    metric: str | GoldMetric[Any] = "m2",
    parameters: Any = None,
    scoring: Any = None,
    jobs: int | None = None,
) -> list[list[AnnotatorScore]]:
    r"""Scores of systems against each annotator alone, on the sentences with a line of it.

    Args:
        systems: for each a path or sentences in memory.
        gold: a Gold or a path.
        metric: the name or the METRIC of one whose gold is edits.
        parameters: the counting options.
        scoring: the scoring options.
        jobs: threads (all cores).

    Returns:
        For each system its scores, by ascending id of the annotator.

    Raises:
        FormatError: text that cannot be scored.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: a metric whose gold is texts, or no system.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
        >>> [found.score.f for found in per_annotator([["c b"]], gold)[0]]
        [1.0, 0.0]
    """
    known, used, by = _asked(metric, gold, parameters, scoring)
    systems = checked_systems(systems)
    require_paths(systems, gold)
    whole = gold if isinstance(gold, Gold) else Gold.read(gold)
    tables = functions.count(known, systems, whole, used, Reading(jobs=jobs))
    return [
        scores_of_each(known, f"system {number}", counts, whole.annotators, by, alone)
        for number, counts in enumerate(tables, 1)
    ]


def _asked(
    metric: str | GoldMetric[Any], gold: Gold | Source, parameters: Any, scoring: Any
) -> tuple[GoldMetric[Any], Any, Any]:
    """Return metric, parameters and scoring of a metric whose gold is edits. Raises: ValueError."""
    known = metric_named(metric)
    if not isinstance(known, GoldMetric):
        raise ValueError(f"metric {known.name!r}: expected one whose gold is edits")
    _, used, by = checked_metric(known, gold, parameters, scoring)
    return known, used, by


def human_scores(
    metric: GoldMetric[Any],
    gold: Gold | Source,
    parameters: Any,
    scoring: Any,
    *,
    span: Span = WHOLE,
    overlaps: str = "refuse",
    jobs: int | None = None,
    refused: list[FormatError] | None = None,
) -> list[AnnotatorScore]:
    """Score each annotator's corrections against the other annotators, in the order of their ids.

    Args:
        metric: the metric.
        gold: in memory, or a path: then it is read some sentences at a time.
        parameters: the counting options.
        scoring: the scoring options.
        span: which sentences.
        overlaps: see `ceiling`.
        jobs: threads.
        refused: gets an error for edits that overlap where the first of them is made.

    Raises:
        FormatError: gold of one annotator, edits that overlap, or a sentence that does not fit.
        ValueError: annotators of word order: those made of a person's edits would score the person.
    """
    if getattr(parameters, "word_order", ""):
        raise ValueError("word_order and a ceiling are mutually exclusive")
    width = len(metric.columns(parameters))
    is_weighted, is_present = metric.is_weighted(parameters), metric.has_everyone(parameters)
    choice = metric.choose(scoring)
    sums: dict[int, Any] = {}
    n_sentences: dict[int, int] = {}
    n_before = 0
    for part in _parts(gold, is_whole=is_present):
        for annotator in part.annotators:
            if annotator not in sums:
                sums[annotator] = choice.sums(1, width, jobs, is_weighted=is_weighted)
                n_sentences[annotator] = 0
        try:
            texts = row_texts(part, overlaps="refuse")
        except FormatError as error:
            if overlaps == "refuse":
                raise
            if refused is not None:
                refused.append(error)
            texts = row_texts(part, overlaps=overlaps)
        first, last = span.within(n_before, n_before + len(part))
        tasks = _tasks(part, texts, (first - n_before, last - n_before), is_present=is_present)
        for piece in _pieces(tasks):
            counts = _counted(metric, piece, part, parameters, jobs, n_before)
            annotators = np.array([task.annotator for task in piece])
            for annotator in dict.fromkeys(annotators.tolist()):  # whose tasks stand side by side
                low, high = np.searchsorted(annotators, [annotator, annotator + 1]).tolist()
                others = against_others(counts.sentences(low, high), annotator)
                block, own = (others.table[None], others.offsets), sums[annotator]
                own.add(*block, own.fold(*block))
                n_sentences[annotator] += others.n_sentences
        n_before += len(part)
    if len(sums) < 2:
        name = gold.name if isinstance(gold, Gold) else os.fspath(gold)
        reason = f"one annotator ({min(sums, default=0)}): --ceiling requires two or more"
        raise FormatError(name, None, reason)
    found = []
    for annotator, n in sorted(n_sentences.items()):
        score = metric.score(sums[annotator].sums(0, n), parameters, scoring) if n else None
        found.append(AnnotatorScore(f"annotator {annotator}", annotator, n, score, is_human=True))
    return found


def _parts(gold: Gold | Source, *, is_whole: bool) -> Iterator[Gold]:
    """Yield gold, a path some sentences at a time unless it is wanted whole."""
    if is_whole and not isinstance(gold, Gold):
        gold = Gold.read(gold)
    if isinstance(gold, Gold):
        yield gold
        return
    with closing(M2Stream(gold)) as stream:
        while part := stream.take():
            yield part.parse()


def _tasks(
    gold: Gold, texts: Sequence[str], span: tuple[int, int], *, is_present: bool
) -> Iterator[Task]:
    """Yield the sentences to count, by annotator, then by sentence.

    Args:
        gold: some sentences, or all.
        texts: the corrected sentence of each row.
        span: which sentences.
        is_present: whether every annotator has every sentence.
    """
    table = gold.edits
    n_rows = np.diff(table.row_offsets)
    of_row = np.repeat(np.arange(len(gold)), n_rows)
    first, last = span
    by_annotator = np.argsort(table.annotator, kind="stable")
    ids = table.annotator[by_annotator]
    unchanged = sources(gold) if is_present else []
    for annotator in gold.annotators:
        low, high = np.searchsorted(ids, [annotator, annotator + 1])
        rows: NDArray[np.int64] = by_annotator[low:high]
        if is_present:
            column = unchanged.copy()
            for sentence, row in zip(of_row[rows].tolist(), rows.tolist(), strict=True):
                column[sentence] = texts[row]
            for sentence in range(first, last):
                yield Task(annotator, sentence, column[sentence], len(gold.annotators))
            continue
        rows = rows[(n_rows[of_row[rows]] > 1) & (of_row[rows] >= first) & (of_row[rows] < last)]
        for sentence, row in zip(of_row[rows].tolist(), rows.tolist(), strict=True):
            yield Task(annotator, sentence, texts[row], int(n_rows[sentence]))


def _pieces(tasks: Iterator[Task]) -> Iterator[list[Task]]:
    """Yield the tasks in lists of at most ROWS rows, or of one task."""
    piece: list[Task] = []
    size = 0
    for task in tasks:
        if piece and size + task.n_rows > ROWS:
            yield piece
            piece, size = [], 0
        piece.append(task)
        size += task.n_rows
    if piece:
        yield piece


def _counted(
    metric: GoldMetric[Any],
    piece: Sequence[Task],
    gold: Gold,
    parameters: Any,
    jobs: int | None,
    n_before: int,
) -> Counts:
    texts = [task.text for task in piece]
    part = gold.take([task.sentence for task in piece])
    try:
        reading = Reading(jobs=jobs)
        return functions.count(metric, [texts], part, parameters, reading, tells=False)[0]
    except FormatError as error:  # of a sentence that needs too much memory
        if error.line is None:
            raise
        task = piece[error.line - 1]
        name = f"annotator {task.annotator}"
        raise FormatError(name, n_before + task.sentence + 1, error.reason) from None
