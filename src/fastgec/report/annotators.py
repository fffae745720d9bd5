"""Scores by annotator: against each alone, and humans beside systems against the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fastgec.metrics.m2 import M2Score
from fastgec.report.m2 import score_columns
from fastgec.report.tables import Column, Table, Value


@dataclass(frozen=True, slots=True)
class AnnotatorScore:
    """A score against some annotators.

    name       of what was scored: a system as typed, or an annotator
    annotator  the one that stands alone, or the one that is left out; None: all, or the mean
    sentences  how many have a line of those annotators
    score      None if there is no such sentence
    is_human   whether an annotator's own corrections were scored
    """

    name: str
    annotator: int | None
    sentences: int
    score: M2Score | None
    is_human: bool = False


def alone_table(scores: Sequence[AnnotatorScore], beta: float) -> Table:
    """Return a row per system and annotator, and of all annotators together."""
    columns = (Column("Annotator", "annotator"), Column("Sentences", "sentences"))
    rows = tuple((*_keys(score), *_cells(score.score)) for score in scores)
    return Table((Column("System", "system"), *columns, *score_columns(beta)), rows, group=1)


def ceiling_table(scores: Sequence[AnnotatorScore], beta: float) -> Table:
    """Return a row per human or system and annotator left out, then means over these."""
    columns = (Column("Left out", "left_out"), Column("Sentences", "sentences"))
    rows = [(*_keys(score), *_cells(score.score)) for score in scores]
    groups: dict[str, list[M2Score]] = {}
    for score in scores:
        if score.score is not None:
            name = "annotators" if score.is_human else score.name
            groups.setdefault(name, []).append(score.score)
    for name, group in groups.items():
        ratios = ((score.precision, score.recall, score.f) for score in group)
        means = (sum(column) / len(group) for column in zip(*ratios, strict=True))
        rows.append((name, "mean", None, None, None, None, *means))
    return Table(
        (Column("System", "system"), *columns, *score_columns(beta)),
        tuple(rows),
        group=1,
        notes=(
            "each annotator's corrections, and each system, against the other annotators, on the "
            "sentences that have lines of both",
        ),
    )


def content(scores: Sequence[AnnotatorScore]) -> list[dict[str, Any]]:
    """Return the scores for JSON; a score of no sentence is null."""
    return [
        {
            "annotator": score.annotator,
            "sentences": score.sentences,
            "score": None
            if score.score is None
            else {
                "precision": score.score.precision,
                "recall": score.score.recall,
                "f": score.score.f,
                "correct": score.score.correct,
                "proposed": score.score.proposed,
                "gold": score.score.gold,
            },
        }
        for score in scores
    ]


def _keys(score: AnnotatorScore) -> tuple[Value, ...]:
    annotator = "all" if score.annotator is None else str(score.annotator)
    return score.name, annotator, score.sentences


def _cells(score: M2Score | None) -> tuple[Value, ...]:
    if score is None:
        return (None,) * 6
    ratios = score.precision, score.recall, score.f
    return score.correct, score.proposed, score.gold, *ratios
