"""ERRANT as text: the output of its comparison, and tables of types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fastgec.choose import Integers
from fastgec.metrics.base import Block
from fastgec.metrics.errant.metric import Compared, ErrantScore, Side, chosen_kinds
from fastgec.show import short
from fastgec.show.errors import type_in_words
from fastgec.show.scores import interval_columns, interval_content, percent_note
from fastgec.show.tables import Column, Table, measure_columns

if TYPE_CHECKING:
    from fastgec.study.groups import MacroScore
    from fastgec.study.run import Run

TITLES = {
    "dt": "Token-Based Detection",
    "ds": "Span-Based Detection",
    "cs": "Span-Based Correction",
    "cse": "Span-Based Correction + Classification",
}
WIDTHS = (14, 8, 8, 8, 8, 8)  # of the columns of types, but the last
RULE = "-" * 40

# By type: tp, fp, fn, and if there are intervals float64[3, 2] of P, R, F.
KindScores = Sequence[tuple[str, ErrantScore, Any]]


def classic(score: ErrantScore, mode: str) -> str:
    r"""Return ERRANT's output of a score.

    Example:
        >>> text = classic(ErrantScore(tp=1, fp=0, fn=1, beta=0.5), "cs")
        >>> print(text.replace("\t", " "), end="")
        <BLANKLINE>
        =========== Span-Based Correction ============
        TP FP FN Prec Rec F0.5
        1 0 1 1.0 0.5 0.8333
        ==============================================
        <BLANKLINE>
    """
    values = "\t".join(map(str, _values(score)))
    return (
        f"\n{f' {TITLES[mode]} ':=^46}\n"
        f"TP\tFP\tFN\tPrec\tRec\tF{score.beta}\n{values}\n{'=' * 46}\n\n"
    )


def classic_kinds(kinds: KindScores, mode: str, beta: float) -> str:
    """Return ERRANT's output of types, before the score."""
    lines = [["Category", "TP", "FP", "FN", "P", "R", f"F{beta}"]]
    lines += [[name, *map(str, _values(score))] for name, score, _ in kinds]
    text = f"\n{f' {TITLES[mode]} ':=^66}\n"
    for *fields, last in lines:
        padded = (field.ljust(width) for field, width in zip(fields, WIDTHS, strict=True))
        text += " ".join([*padded, last]) + "\n"
    return text


def verbose(
    block: Block,
    system: int,
    chosen: Integers,
    totals: Integers,
    beta: float,
    mode: str,
    *,
    is_chinese: bool = False,
) -> Iterator[str]:
    """Yield ERRANT's output of each sentence of a block.

    Args:
        block: the counted sentences.
        system: which of the block.
        chosen: the row of each sentence.
        totals: int64[3] of the sentences before the block.
        beta: weight of recall.
        mode: the fields of edits that must agree.
        is_chinese: in ChERRANT's form.
    """
    compared: Compared = block.text
    own = block.of_system(system)
    side = compared.systems[system]
    shown = _shown_edits(compared, mode, has_kinds=not is_chinese)
    table, pairs = own.table[0].tolist(), compared.pairs[system].tolist()
    labels, offsets = own.labels.tolist(), own.offsets.tolist()
    so_far = totals.tolist()
    kinds = chosen_kinds(compared, system, chosen)
    for s, (row, of_kinds) in enumerate(zip(chosen.tolist(), kinds, strict=True)):
        number = block.first + s
        if compared.is_skipped[s]:
            continue
        title = f"{RULE}\nSENTENCE {number} {side.edits.sources[s]}\n"
        if not is_chinese:
            yield f"{RULE}\nOriginal sentence {number}: {side.edits.sources[s]}\n"
        for pair in range(offsets[s], offsets[s + 1]):
            overall = [old + new for old, new in zip(so_far, table[pair], strict=True)]
            if is_chinese:
                yield title
            yield f"{RULE}\nSENTENCE {number} - HYP {labels[pair][0]} - REF {labels[pair][1]}\n"
            yield f"HYPOTHESIS EDITS : {shown(side, pairs[pair][0])}\n"
            yield f"REFERENCE EDITS  : {shown(compared.reference, pairs[pair][1])}\n"
            for name, counts in (
                ("Local TP/FP/FN   ", table[pair]),
                ("Global TP/FP/FN  ", overall),
            ):
                values = _values(ErrantScore(counts[0], counts[1], counts[2], beta))
                yield f"{name}: {_joined(values[:3])}\n"
                yield f"{name.split()[0]} P/R/F{beta}  : {_joined(values[3:])}\n"
        so_far = [old + new for old, new in zip(so_far, table[row], strict=True)]
        hypothesis, reference = labels[row]
        yield f"{RULE}\n^^ HYP {hypothesis}, REF {reference} chosen for sentence {number}\n"
        if not is_chinese:
            yield "Local results:\n"
            # Every column is as wide as its longest cell, and three.
            lines = [["Category", "TP", "FP", "FN"]]
            lines += [[name, *map(str, counts)] for name, counts in of_kinds]
            widths = [max(map(len, column)) + 3 for column in zip(*lines, strict=True)]
            for line in lines:
                yield "".join(map(str.rjust, line, widths)) + "\n"


def _shown_edits(compared: Compared, mode: str, *, has_kinds: bool) -> Callable[[Side, int], str]:
    """Return what shows the keys of a row as ERRANT prints them: tuples of Python, sorted."""
    names, keys, corrections = compared.kinds(), compared.table.tolist(), compared.text.corrections

    def shown(side: Side, row: int) -> str:
        found = []
        for at in range(int(side.key_offsets[row]), int(side.key_offsets[row + 1])):
            start, end, kind, correction = keys[side.keys[at]]
            key: tuple[Any, ...] = (start, end)
            if mode == "cse":
                key += (names[kind],)
            if mode in ("cs", "cse"):
                key += (corrections[correction].decode(),)
            if has_kinds:
                key += (names[side.kinds[side.kind_offsets[at]]],)
            found.append(key)
        found.sort()
        return str([] if found and found[0][0] == -1 else found)

    return shown


def _values(score: ErrantScore) -> list[Any]:
    ratios = (score.precision, score.recall, score.f)
    return [score.tp, score.fp, score.fn, *(round(ratio, 4) for ratio in ratios)]


def _joined(values: Sequence[Any]) -> str:
    return " ".join(map(str, values))


def kinds_table(
    run: Run, systems: Sequence[tuple[str, KindScores]], *, has_intervals: bool
) -> Table:
    """Return a row for each system and type."""
    columns = [Column("System", "system"), Column("Type", "type", is_text=True)]
    if not has_intervals:  # the table would be too wide
        columns.append(Column("In words", "words", is_text=True, is_gloss=True))
    example = next((score for _, kinds in systems for _, score, _ in kinds), None)
    measures = (example or ErrantScore(0, 0, 0, 0.5)).measures()
    columns += measure_columns(measures)
    if has_intervals:
        columns += interval_columns(measures[3:])
    records = [
        {"system": name, **one}
        for name, kinds in systems
        for one in kinds_content(kinds, has_intervals=has_intervals)
    ]
    return Table.of(columns, records, group=1, notes=(percent_note(run),))


def macro_content(macro: MacroScore) -> dict[str, Any]:
    """Return the mean of F over types, for JSON."""
    content: dict[str, Any] = {"f": macro.f, "types": macro.types}
    if macro.bounds is not None:
        content["interval"] = macro.bounds.tolist()
    return content


def macro_note(systems: Sequence[tuple[str, MacroScore]], beta: float) -> str:
    """Return a note with the mean of F over types of each system."""
    parts = []
    for name, macro in systems:
        text = f"{short(name)} {100 * macro.f:.2f}"
        if macro.bounds is not None:
            low, high = 100 * macro.bounds
            text += f" [{low:.2f}, {high:.2f}]"
        parts.append(f"{text} ({macro.types} types)")
    return f"Macro-averaged F{beta:g}, over the types of the reference: {'; '.join(parts)}."


def kinds_content(kinds: KindScores, *, has_intervals: bool) -> list[dict[str, Any]]:
    """Return scores by type."""
    records = []
    for name, score, bounds in kinds:
        measures = {measure.name: measure.value for measure in score.measures()}
        record = {"type": name, "words": type_in_words(name), **measures}
        if has_intervals:
            record["intervals"] = interval_content(bounds, ("precision", "recall", "f"))
        records.append(record)
    return records
