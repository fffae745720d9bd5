"""Edits of MaxMatch as JSON lines, and recall by error type as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fastgec.corpus.gold import Gold
from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.words import KindScore, SentenceEdits
from fastgec.report import documents
from fastgec.report.tables import Column, Table

NO_PRECISION = (
    "recall of each gold error type; a system's edits have no type, so MaxMatch has no precision "
    "of a type"
)


def edit_lines(text: GoldText, system: int, sentences: Iterable[SentenceEdits]) -> Iterator[str]:
    """Yield a JSON object per sentence: its edits, which are correct, which gold was missed.

    Parameters: system, which of the text; sentences, as `chosen_edits` yields them.
    Sentences count from 1; `gold` of an edit are the annotator's gold edits that it makes.
    """
    gold, hypotheses = text.gold, text.systems[system]
    for found in sentences:
        yield documents.line(
            {
                "system": hypotheses.name,
                "sentence": text.first + found.sentence + 1,
                "annotator": found.annotator,
                "source": gold.sources[found.sentence],
                "hypothesis": hypotheses[found.sentence],
                "edits": [
                    {
                        "start": edit.start,
                        "end": edit.end,
                        "source": edit.source,
                        "correction": edit.correction,
                        "correct": edit.is_correct,
                        "gold": [_gold_edit(gold, found.first + number) for number in edit.gold],
                    }
                    for edit in found.edits
                ],
                "missed": [_gold_edit(gold, edit) for edit in found.missed],
            }
        )


def types_table(scores: Sequence[tuple[str, Sequence[KindScore]]]) -> Table:
    """Return a row per system and error type: correct, gold, recall."""
    columns = (
        Column("System", "system"),
        Column("Type", "type", is_text=True),
        Column("Correct", "correct"),
        Column("Gold", "gold"),
        Column("R", "recall", is_score=True, has_best=True),
    )
    rows = tuple(
        (system, score.kind, score.correct, score.gold, score.recall)
        for system, kinds in scores
        for score in kinds
    )
    return Table(columns, rows, group=1, notes=(NO_PRECISION,))


def types_content(scores: Sequence[KindScore]) -> list[dict[str, Any]]:
    """Return recall by type, for JSON."""
    return [
        {
            "type": score.kind,
            "correct": score.correct,
            "gold": score.gold,
            "recall": score.recall,
        }
        for score in scores
    ]


def _gold_edit(gold: Gold, edit: int) -> dict[str, Any]:
    table = gold.edits
    return {
        "start": int(table.start[edit]),
        "end": int(table.end[edit]),
        "type": table.kind_names[table.kind[edit]],
        "corrections": gold.corrections(edit),
    }
