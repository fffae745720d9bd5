"""The human ceiling: each annotator's corrections, scored like a system's against the others.

An annotator is scored on the sentences for which it and others have a line. Only those are counted,
some at a time, so memory does not grow with the number of annotators times that of sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.analysis.annotators import against_others
from fastgec.choice.running import RunningBest
from fastgec.cli.options import warn
from fastgec.convert.corrected import row_texts, sources
from fastgec.corpus.errors import FormatError
from fastgec.corpus.gold import Gold
from fastgec.corpus.span import Span
from fastgec.counts import Counts
from fastgec.metrics import m2
from fastgec.report.annotators import AnnotatorScore

ROWS = 1 << 17  # of counts, that are held at a time


@dataclass(frozen=True, slots=True)
class Task:
    """A sentence as one annotator corrected it, and how many annotators it is counted against."""

    annotator: int
    sentence: int
    text: str
    n_rows: int


def human_scores(
    gold: Gold,
    parameters: m2.Parameters,
    *,
    beta: float,
    span: Span,
    jobs: int | None,
    quiet: bool,
) -> list[AnnotatorScore]:
    """Score each annotator's corrections against the other annotators, in the order of their ids.

    Raises: FormatError for a gold standard of one annotator, or a sentence that does not fit.
    """
    if len(gold.annotators) < 2:
        reason = f"one annotator ({gold.annotators[0]}) found, expected two or more for --ceiling"
        raise FormatError(gold.name, None, reason)
    try:
        texts = row_texts(gold, overlaps="refuse")
    except FormatError as error:
        warn([f"{error}; for --ceiling the first of such edits is made"], quiet=quiet)
        texts = row_texts(gold, overlaps="first")
    choices = {annotator: RunningBest(beta) for annotator in gold.annotators}
    n_sentences = dict.fromkeys(gold.annotators, 0)
    tasks = _tasks(gold, texts, span, is_present=parameters.implicit_noop)
    for piece in _pieces(tasks):
        counts = _counted(piece, gold, parameters, jobs)
        annotators = np.array([task.annotator for task in piece])
        for annotator in dict.fromkeys(annotators.tolist()):  # whose tasks stand side by side
            first, last = np.searchsorted(annotators, [annotator, annotator + 1]).tolist()
            others = against_others(counts.sentences(first, last), annotator)
            choices[annotator].choose(others)
            n_sentences[annotator] += others.n_sentences
    return [
        AnnotatorScore(
            f"annotator {annotator}",
            annotator,
            n_sentences[annotator],
            m2.M2Score.of(choice.totals, beta) if n_sentences[annotator] else None,
            is_human=True,
        )
        for annotator, choice in choices.items()
    ]


def _tasks(gold: Gold, texts: Sequence[str], span: Span, *, is_present: bool) -> Iterator[Task]:
    """Yield what is to be counted, by annotator, then by sentence.

    Parameters: texts, of each row; is_present, whether every annotator has every sentence.
    """
    table = gold.edits
    n_rows = np.diff(table.row_offsets)
    of_row = np.repeat(np.arange(len(gold)), n_rows)
    first, last = span.within(0, len(gold))
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
    piece: Sequence[Task], gold: Gold, parameters: m2.Parameters, jobs: int | None
) -> Counts:
    texts = [task.text for task in piece]
    part = gold.take([task.sentence for task in piece])
    try:
        return m2.count_systems([texts], part, parameters, jobs=jobs)[0]
    except FormatError as error:  # of a sentence that needs too much memory
        if error.line is None:
            raise
        task = piece[error.line - 1]
        name = f"annotator {task.annotator}"
        raise FormatError(name, task.sentence + 1, error.reason) from None
