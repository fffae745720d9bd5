"""The I-measure as text: the table of its authors' program, and aligned texts for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count as counted

from fastgec.choose import Chosen
from fastgec.metrics.base import Block
from fastgec.metrics.imeasure.metric import AlignedColumn, align
from fastgec.metrics.imeasure.score import AspectScore, IMeasureScore, Scoring
from fastgec.show import python2_float
from fastgec.show.tables import cell_width

RULE = "-" * 117 + "\n"
GAP = "·"
SPARED = 12  # columns of the screen before the tokens


def heading(system: str, gold: str, scoring: Scoring) -> Iterator[str]:
    """Yield the lines that the authors' program prints before its tables."""
    aspect = {"c": "CORRECTION", "d": "DETECTION"}[scoring.maximise[0]]
    yield RULE
    yield f"Hypothesis file    : {system}\n"
    yield f"Gold standard file : {gold}\n"
    yield f"Maximising metric  : {scoring.maximise[1:].upper()} - {aspect}\n"
    yield f"Optimise for       : {scoring.optimise.upper()}\n"
    yield f"WAcc weight        : {python2_float(scoring.weight)}\n"
    yield f"F beta             : {python2_float(scoring.beta)}\n"
    yield RULE


def table_heading(title: str, first: str, scoring: Scoring) -> Iterator[str]:
    """Yield the title of a table, and of its columns."""
    names = "    TP      TN      FP      FN     FPN       P       R"
    more = "     Acc   Acc_b    WAcc  WAcc_b       I "
    yield f"\n{title}\n{RULE}{first}{names}  F_{scoring.beta:3.2f}{more}\n{RULE}"


def overall(score: IMeasureScore) -> Iterator[str]:
    """Yield the table of a corpus."""
    yield from table_heading("OVERALL RESULTS", "Aspect        ", score.scoring)
    yield f"{'Detection':12}{_numbers(score.detection)}\n"
    yield f"{'Correction':12}{_numbers(score.correction)}\n\n"


def rows_of(block: Block, system: int, chosen: Chosen, scoring: Scoring) -> Iterator[str]:
    """Yield the rows of the sentences of a block."""
    assert chosen.rows is not None
    for number, row in zip(counted(block.first + 1), chosen.rows[system], strict=False):
        score = IMeasureScore(block.table[system][row], scoring, 1)
        yield f"{number:<6}  Det {_numbers(score.detection)}\n"
        yield f"{number:<6}  Cor {_numbers(score.correction)}\n"


def aligned(block: Block, system: int, chosen: Chosen, width: int) -> Iterator[str]:
    """Yield source, system and chosen reference of each sentence of a block, in columns.

    Below a column stands its class, unless it is TN.

    Args:
        block: with its text.
        system: which one.
        chosen: candidates.
        width: columns of the screen.
    """
    assert chosen.rows is not None
    text = block.text
    is_mixed = bool(block.kind[2]["mixed"])
    labels = block.labels[chosen.rows[system]].tolist()
    for line, label in enumerate(labels):
        source, hypothesis = text.source[line], text.systems[system][line]
        if is_mixed:
            name, reference = "mixed candidate", text.candidates[system][line]
        else:
            name, reference = f"candidate {label}", text.references[label][line]
        if not reference.split():
            reference = source
        columns = align(source, hypothesis, reference).columns
        score = dict.fromkeys(("TP", "FP", "FN", "FPN", "TN"), 0)
        for column in columns:
            score[column.kind] += 1
        shown = ", ".join(f"{number} {kind}" for kind, number in score.items() if number)
        yield f"sentence {block.first + line + 1}, {name}: {shown}\n"
        yield from _in_columns(columns, width)
        yield "\n"


def _in_columns(columns: Sequence[AlignedColumn], width: int) -> Iterator[str]:
    """Yield four lines, as often as the screen is too narrow for all columns."""
    names = ("source", "system", "reference", "")
    part: list[tuple[str, ...]] = []
    taken = SPARED
    for column in columns:
        kind = "" if column.kind == "TN" else column.kind
        cells = (*(token or GAP for token in column[:3]), kind)
        wide = max(map(cell_width, cells)) + 1
        if part and taken + wide > width:
            yield from _lines(names, part)
            part, taken = [], SPARED
        part.append(cells)
        taken += wide
    if part:
        yield from _lines(names, part)


def _lines(names: Sequence[str], part: Sequence[Sequence[str]]) -> Iterator[str]:
    wide = [max(map(cell_width, cells)) for cells in part]
    for row, name in enumerate(names):
        cells = [
            cell[row] + " " * (size - cell_width(cell[row]))
            for cell, size in zip(part, wide, strict=True)
        ]
        line = f"  {name:<{SPARED - 2}}{' '.join(cells)}".rstrip()
        if line:
            yield f"{line}\n"


def _numbers(score: AspectScore) -> str:
    counts = "".join(f"  {count:6d}" for count in score[:5])
    order = (
        *(score.precision, score.recall, score.f),
        *(score.accuracy, score.baseline_accuracy),
        *(score.wacc, score.baseline_wacc, score.i),
    )
    return counts + "".join(f"  {100 * value:6.2f}" for value in order)
