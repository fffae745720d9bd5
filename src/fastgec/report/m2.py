"""MaxMatch results as text: the published scorer's three lines, tables, JSON, single sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.errors import visible
from fastgec.corpus.gold import Gold
from fastgec.counts import Counts
from fastgec.metrics.m2_count import CountedBlock
from fastgec.metrics.m2_edits import Edit
from fastgec.metrics.m2_score import M2Score
from fastgec.report import documents
from fastgec.report.intervals import (
    interval_cells,
    interval_columns,
    interval_content,
    plan_note,
)
from fastgec.report.signature import Facts, signature
from fastgec.report.tables import Column, Table, join_fields

if TYPE_CHECKING:  # a run without resampling need not load it
    from fastgec.analysis.resampling import Plan


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What is known of one system: its name as typed, and its score.

    `intervals`, if there are any, are float64[3, 2]: of precision, recall and F.
    """

    system: str
    score: M2Score
    intervals: NDArray[np.float64] | None = None


def classic(results: Sequence[Result]) -> str:
    r"""Return three lines per system, as old scripts read them; names where there are several.

    >>> print(classic([Result("x", M2Score(correct=1, proposed=1, gold=1, beta=0.5))]), end="")
    Precision   : 1.0000
    Recall      : 1.0000
    F_0.5       : 1.0000
    """
    text = []
    for result in results:
        score = result.score
        if len(results) > 1:
            text.append(visible(result.system))
        text.append(f"Precision   : {score.precision:.4f}")
        text.append(f"Recall      : {score.recall:.4f}")
        text.append(f"F_{score.beta:.1f}       : {score.f:.4f}")
    return "".join(line + "\n" for line in text)


def table(results: Sequence[Result], plan: Plan | None = None) -> Table:
    """Return a row per system: correct, proposed, gold, precision, recall, F; intervals by plan."""
    columns = (Column("System", "system"), *score_columns(results[0].score.beta))
    rows = [(result.system, *_numbers(result.score).values()) for result in results]
    if plan is None:
        return Table(columns, tuple(rows))
    return Table(
        (*columns, *interval_columns(columns[-1].heading)),
        tuple(
            (*row, *interval_cells(result.intervals))
            for row, result in zip(rows, results, strict=True)
        ),
        notes=(plan_note(plan, "annotator"),),
    )


def score_columns(beta: float) -> tuple[Column, ...]:
    """Return the columns of counts and ratios."""
    return (
        Column("Correct", "correct"),
        Column("Proposed", "proposed"),
        Column("Gold", "gold"),
        Column("P", "precision", is_score=True, has_best=True),
        Column("R", "recall", is_score=True, has_best=True),
        Column(f"F{beta:g}", "f", is_score=True, has_best=True),
    )


def document(
    results: Sequence[Result],
    facts: Facts,
    parameters: Mapping[str, Any],
    beta: float,
    *,
    plan: Plan | None = None,
    views: Sequence[Mapping[str, Any]] | None = None,
    **more: Any,
) -> str:
    """Return the JSON document of a run.

    `views` are further facts of each system; `more` stands beside the systems.
    """
    named = {"beta": beta, **parameters}
    systems = []
    for number, result in enumerate(results):
        content: dict[str, Any] = {"system": result.system, **_ratios_first(result.score)}
        if plan is not None:
            content["intervals"] = interval_content(result.intervals)
        systems.append({**content, **(views[number] if views else {})})
    line = signature_line(beta, facts, parameters, plan)
    return documents.document("m2", line, named, facts.sentences, systems, plan, **more)


def signature_line(
    beta: float, facts: Facts, parameters: Mapping[str, Any], plan: Plan | None = None
) -> str:
    """Return the signature of a run."""
    known = {**facts.as_dict(), **(plan.as_dict() if plan else {})}
    return signature("m2", {"beta": beta, **parameters}, known)


SENTENCE_FIELDS = ("system", "sentence", "chosen", "correct", "proposed", "gold")


def sentence_lines(
    system: str, first: int, counts: Counts, rows: NDArray[np.int64], suffix: str
) -> Iterator[str]:
    """Yield a line per sentence, as .jsonl or .tsv; sentences count from 1, `first` come before."""
    table = counts.table.tolist()
    labels = counts.labels.tolist()
    offsets = counts.offsets.tolist()
    for sentence, row in enumerate(rows.tolist()):
        correct, proposed, gold = table[row]
        content: dict[str, Any] = {
            "system": system,
            "sentence": first + sentence + 1,
            "chosen": labels[row],
            "correct": correct,
            "proposed": proposed,
            "gold": gold,
        }
        if suffix == ".tsv":
            yield join_fields([str(value) for value in content.values()])
            continue
        content["annotators"] = {
            str(labels[other]): dict(zip(counts.columns, table[other], strict=True))
            for other in range(offsets[sentence], offsets[sentence + 1])
        }
        yield documents.line(content)


def verbose(
    block: CountedBlock,
    system: int,
    rows: NDArray[np.int64],
    sequences: Iterable[Mapping[int, Sequence[Edit]]],
    before: M2Score,
) -> Iterator[str]:
    """Yield what was compared, sentence by sentence and annotator by annotator.

    Parameters: system, which of the block; rows, the choice; sequences, as `block.edits` yields
    them; before, the score of the sentences before the block.
    """
    gold, hypotheses, counts = block.gold, block.hypotheses[system], block.counts[system]
    totals = np.array([before.correct, before.proposed, before.gold])
    for sentence, sequence_of in enumerate(sequences):
        yield f"Sentence {block.first + sentence + 1}\n"
        yield f"  source      {gold.sources[sentence]}\n"
        yield f"  hypothesis  {hypotheses[sentence]}\n"
        chosen = int(rows[sentence])
        for row in range(counts.offsets[sentence], counts.offsets[sentence + 1]):
            annotator = int(counts.labels[row])
            correct, proposed, n_gold = counts.table[row].tolist()
            running = M2Score.of(totals + counts.table[row], before.beta)
            yield f"  annotator {annotator}{' (chosen)' if row == chosen else ''}\n"
            yield f"    edits     {_sequence(sequence_of[annotator])}\n"
            yield f"    gold      {_gold_edits(gold, row)}\n"
            yield f"    correct {correct}, proposed {proposed}, gold {n_gold}; so far "
            yield f"P {running.precision:.4f}, R {running.recall:.4f}, F {running.f:.4f}\n"
        totals += counts.table[chosen]
        yield "\n"


def _numbers(score: M2Score) -> dict[str, int | float]:
    return {
        "correct": score.correct,
        "proposed": score.proposed,
        "gold": score.gold,
        "precision": score.precision,
        "recall": score.recall,
        "f": score.f,
    }


def _ratios_first(score: M2Score) -> dict[str, int | float]:
    numbers = _numbers(score)
    return {name: numbers[name] for name in ("precision", "recall", "f", *list(numbers)[:3])}


def _sequence(edits: Sequence[Edit]) -> str:
    shown = []
    for edit in edits:
        mark = " correct" if edit.is_correct else ""
        shown.append(f"[{edit.start} {edit.end} {edit.source!r} -> {edit.correction!r}{mark}]")
    return " ".join(shown) or "none"


def _gold_edits(gold: Gold, row: int) -> str:
    shown = []
    for edit in range(gold.edits.edit_offsets[row], gold.edits.edit_offsets[row + 1]):
        corrections = " | ".join(map(repr, gold.corrections(edit)))
        shown.append(f"[{gold.edits.start[edit]} {gold.edits.end[edit]} -> {corrections}]")
    return " ".join(shown) or "none"
