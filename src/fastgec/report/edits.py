"""Edits of MaxMatch as JSON lines, and recall by error type as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.modes import STATUSES, StatusScore
from fastgec.metrics.m2.words import KindScore, SystemEdits, unchanged_ends
from fastgec.report import documents
from fastgec.report.error_types import type_in_words
from fastgec.report.scores import percent_note
from fastgec.report.tables import Column, Table, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastgec.study.table import AnyRun

NO_PRECISION = (
    "recall of each gold error type; a system's edits have no type, so MaxMatch has no precision "
    "of a type"
)


def edit_lines(text: GoldText, found: SystemEdits, optional: NDArray[np.uint8]) -> Iterator[str]:
    """Yield a JSON object per sentence: its edits, which are correct, which gold was missed.

    Sentences count from 1; `gold` of an edit are the annotator's gold edits that it makes, `cut` is
    the edit without the words at its ends that do not change. Objects are written as text: to make
    a dict of each edit first would take twice as long.

    Args:
        text: the sentences.
        found: edits of a system against the chosen row of each sentence, with statuses.
        optional: which gold edits need not be made, see `m2.modes.optional_edits`.
    """
    from json.encoder import encode_basestring as quoted  # types need none

    gold_edits = _gold_edits(text, found, optional, quoted)
    is_made = (found.makers >= 0).tolist()
    made, spans = found.made(), found.spans.tolist()
    annotators = text.gold.edits.annotator[found.rows].tolist()
    offsets, gold_offsets = found.offsets.tolist(), found.gold_offsets.tolist()
    name = quoted(found.lines.name)
    for sentence, annotator in enumerate(annotators):
        source, hypothesis = text.gold.sources[sentence], found.lines[sentence]
        first, last = gold_offsets[sentence], gold_offsets[sentence + 1]
        edits = []
        if offsets[sentence] < offsets[sentence + 1]:
            words, written = source.split(), hypothesis.split()
            for edit in range(offsets[sentence], offsets[sentence + 1]):
                own = ", ".join([gold_edits[first + number] for number in made[edit]])
                edits.append(
                    f"{{{_edit(spans[edit], words, written, quoted)}, "
                    f'"correct": {"true" if own else "false"}, "gold": [{own}]}}'
                )
        missed = [gold_edits[number] for number in range(first, last) if not is_made[number]]
        yield documents.escaped(
            f'{{"system": {name}, "sentence": {text.first + sentence + 1}, '
            f'"annotator": {annotator}, "source": {quoted(source)}, '
            f'"hypothesis": {quoted(hypothesis)}, "edits": [{", ".join(edits)}], '
            f'"missed": [{", ".join(missed)}]}}\n'
        )


def _gold_edits(
    text: GoldText, found: SystemEdits, optional: NDArray[np.uint8], quoted: Callable[[str], str]
) -> list[str]:
    """Return the gold edits of the chosen rows as JSON."""
    table, golden = text.gold.edits, found.golden
    kinds, flags = [quoted(kind) for kind in table.kind_names], ("false", "true")
    return [
        f'{{"start": {start}, "end": {end}, "type": {kinds[kind]}, '
        f'"corrections": [{", ".join(map(quoted, text.corrections[edit]))}], '
        f'"status": "{STATUSES[status]}", "optional": {flags[is_optional]}}}'
        for edit, start, end, kind, status, is_optional in zip(
            golden.tolist(),
            table.start[golden].tolist(),
            table.end[golden].tolist(),
            table.kind[golden].tolist(),
            found.statuses.tolist(),
            optional[golden].tolist(),
            strict=True,
        )
    ]


def _edit(
    span: Sequence[int],
    source: Sequence[str],
    hypothesis: Sequence[str],
    quoted: Callable[[str], str],
) -> str:
    """Return an edit, and what is left of it without the words at its ends that do not change.

    One whose source text is not that of its span stays as it is: release 3.2 has such edits.
    """
    start, end, i, i_end, j, j_end = span
    replaced, written = source[i:i_end], hypothesis[j:j_end]
    front = back = 0
    if replaced == source[start : max(start, end)]:
        front, back = unchanged_ends(replaced, written)
    cut = quoted(" ".join(written[front : len(written) - back]))
    return (
        f'"start": {start}, "end": {end}, "source": {quoted(" ".join(replaced))}, '
        f'"correction": {quoted(" ".join(written))}, '
        f'"cut": {{"start": {start + front}, "end": {end - back}, "correction": {cut}}}'
    )


def types_table(run: AnyRun, scores: Sequence[tuple[str, Sequence[KindScore]]]) -> Table:
    """Return a row per system and error type: correct, gold, recall."""
    has_statuses = any(isinstance(score, StatusScore) for _, kinds in scores for score in kinds)
    shown = STATUSES[::-1] if has_statuses else ()
    columns = (
        Column("System", "system"),
        Column("Type", "type", is_text=True),
        Column("In words", "words", is_text=True, is_gloss=True),
        *(Column(name.capitalize(), name) for name in shown),
        Column("Correct", "correct", is_detail=has_statuses),
        Column("Gold", "gold"),
        Column("R", "recall", is_score=True, has_best=True),
    )
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (system, score.kind, words, *_statuses(score), score.correct, score.gold, score.recall)
        for system, kinds in scores
        for score in kinds
        for words in [type_in_words(score.kind)]
    )
    return Table(columns, rows, group=1, notes=(percent_note(run), NO_PRECISION))


def types_content(scores: Sequence[KindScore]) -> list[dict[str, Any]]:
    """Return recall by type, for JSON."""
    return [
        {
            "type": score.kind,
            "words": type_in_words(score.kind),
            **dict(zip(STATUSES[::-1], _statuses(score), strict=False)),
            "correct": score.correct,
            "gold": score.gold,
            "recall": score.recall,
        }
        for score in scores
    ]


def _statuses(score: KindScore) -> tuple[int, ...]:
    """Return how many gold edits have each status, the best first, if it is known."""
    return score.statuses[::-1] if isinstance(score, StatusScore) else ()
