"""`fastgec m2 -v` in the layout of the published scorer, byte for byte, which old scripts read.

Sentence by sentence a block for each annotator, then who was chosen; at the end six lines with the
sums. Conventions, those of the scorer under Python 2 (golden output of both releases):

    edits      cut: without the words at their ends that do not change. Text as u'...', with the
               escapes and quotes of `repr`; no words at all are '' without the u
    numbers    counts and ratios of a block are those of the corpus so far, with this annotator for
               this sentence. Ratios have twelve significant digits
    marks      lines above a block. A correct edit that only inserts, or only deletes, is shown
               where an edit that does the other thing touches its span: with "!" where that one
               equals a gold edit, counted or not, otherwise with "*" (an insertion) or "&" (a
               deletion). Spans touch as they are before the cut
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fastgec.choice import Integers
from fastgec.corpus.gold import Gold
from fastgec.metrics.base import Block
from fastgec.metrics.m2.counting import M2Score

if TYPE_CHECKING:
    from fastgec.metrics.m2.words import Edit

RULE = "-" * 43
GoldEdit = tuple[int, int, str, Sequence[str]]  # span, what it replaces, and its alternatives


def verbose(
    block: Block,
    system: int,
    rows: Integers,
    sequences: Iterator[Sequence[Edit]],
    totals: Integers,
    beta: float,
) -> Iterator[str]:
    """Yield what was compared, sentence by sentence and annotator by annotator.

    Args:
        block: what was counted.
        system: which of the block.
        rows: the choice.
        sequences: edits of each row.
        totals: int64[3] of the sentences before the block.
        beta: weight of recall.
    """
    gold, hypotheses = block.text.gold, block.text.systems[system]
    table = block.table[system]
    totals = totals.copy()
    corrections = block.text.corrections
    for sentence in range(len(gold)):
        source, hypothesis = gold.sources[sentence], hypotheses[sentence]
        words = source.split()
        chosen = int(rows[sentence])
        for row in range(block.offsets[sentence], block.offsets[sentence + 1]):
            annotator = int(block.labels[row])
            sequence = next(sequences)
            wanted = _gold_edits(gold, row, words, corrections)
            yield f">> Annotator: {annotator}\n"
            yield from _marks(sequence, wanted)
            yield f"SOURCE        : {source.strip()}\n"
            yield f"HYPOTHESIS    : {hypothesis.strip()}\n"
            cut = [(shown_edit(edit), len(edit.gold)) for edit in sequence]
            correct = [shown for shown, n_gold in cut for _ in range(n_gold)]
            yield f"EDIT SEQ      : [{', '.join(shown for shown, _ in cut)}]\n"
            yield f"GOLD EDITS    : [{', '.join(map(_shown_gold, wanted))}]\n"
            yield f"CORRECT EDITS : [{', '.join(correct)}]\n"
            yield from _so_far(M2Score.of(totals + table[row], beta))
            yield f"{RULE}\n"
        totals += table[chosen]
        yield f">> Chosen Annotator for line {block.first + sentence + 1} : "
        yield f"{int(block.labels[chosen])}\n\n"


def summary(score: M2Score) -> str:
    """Return the six lines that end the layout, before the three that every run prints.

    Example:
        >>> print(summary(M2Score(correct=2, proposed=3, gold=4, beta=0.5)), end="")
        CORRECT EDITS  : 2
        PROPOSED EDITS : 3
        GOLD EDITS     : 4
        P = 0.666666666667
        R = 0.5
        F_0.5 = 0.625
    """
    return (
        f"CORRECT EDITS  : {score.correct}\n"
        f"PROPOSED EDITS : {score.proposed}\n"
        f"GOLD EDITS     : {score.gold}\n"
        f"P = {number(score.precision)}\n"
        f"R = {number(score.recall)}\n"
        f"F_{score.beta:.1f} = {number(score.f)}\n"
    )


def number(value: float) -> str:
    """Return a float as Python 2 prints it: twelve significant digits, and a point in any case.

    Example:
        >>> number(2 / 3), number(1.0), number(1e-7)
        ('0.666666666667', '1.0', '1e-07')
    """
    text = f"{value:.12g}"
    return text if set(text) & set(".en") else f"{text}.0"


def literal(text: str) -> str:
    r"""Return text as Python 2 writes a string of characters; nothing is '' without the u.

    Example:
        >>> print(literal("it 's"), literal("naïve"), literal(""))
        u"it 's" u'na\xefve' ''
    """
    return f"u{text!a}" if text else "''"


def shown_edit(edit: Edit) -> str:
    """Return an edit, cut, as the scorer lists it.

    Example:
        >>> from fastgec.metrics.m2.words import Edit
        >>> print(shown_edit(Edit(3, 5, "in town", "in a town", ())))
        (4, 4, '', u'a')
    """
    cut = edit.cut()
    return f"({cut.start}, {cut.end}, {literal(cut.source)}, {literal(cut.correction)})"


def _marks(sequence: Sequence[Edit], gold_edits: Sequence[GoldEdit]) -> Iterator[str]:
    """Yield the lines above a block: correct insertions and deletions beside one another."""
    sides = [_side(edit) for edit in sequence]
    if not ("*" in sides and "&" in sides):
        return
    wanted = {(*edit, text) for *edit, texts in gold_edits for text in texts}
    # By side, and by the offset where an edit begins or ends: whether one there equals a gold edit.
    begins: dict[tuple[str, int], bool] = {}
    ends: dict[tuple[str, int], bool] = {}
    for edit, side in zip(sequence, sides, strict=True):
        is_gold = (edit.start, edit.end, edit.source, edit.correction) in wanted
        begins[side, edit.start] = is_gold or begins.get((side, edit.start), False)
        ends[side, edit.end] = is_gold or ends.get((side, edit.end), False)
    for edit, side in zip(sequence, sides, strict=True):
        other = {"*": "&", "&": "*"}.get(side)
        if other is None or not edit.is_correct:
            continue
        before, after = ends.get((other, edit.start)), begins.get((other, edit.end))
        if before is not None or after is not None:
            mark = "!" if before or after else side
            for _ in edit.gold:
                yield f"{mark} {shown_edit(edit)}\n"


def _side(edit: Edit) -> str:
    """Return "*" for an edit that only inserts, "&" for one that only deletes, otherwise ""."""
    cut = edit.cut()
    if not cut.source:
        return "*" if cut.correction else ""
    return "" if cut.correction else "&"


def _gold_edits(
    gold: Gold, row: int, words: Sequence[str], corrections: Sequence[Sequence[str]]
) -> list[GoldEdit]:
    """Return the gold edits of a row."""
    table = gold.edits
    first, last = table.edit_offsets[row : row + 2].tolist()
    spans = zip(table.start[first:last].tolist(), table.end[first:last].tolist(), strict=True)
    return [
        (start, end, " ".join(words[start:end]), corrections[edit])
        for edit, (start, end) in enumerate(spans, first)
    ]


def _shown_gold(edit: GoldEdit) -> str:
    start, end, replaced, corrections = edit
    texts = ", ".join(f"u{text!a}" for text in corrections)
    return f"({start}, {end}, {literal(replaced)}, [{texts}])"


def _so_far(score: M2Score) -> Iterator[str]:
    yield f"# correct     : {score.correct}\n"
    yield f"# proposed    : {score.proposed}\n"
    yield f"# gold        : {score.gold}\n"
    yield f"precision     : {number(score.precision)}\n"
    yield f"recall        : {number(score.recall)}\n"
    yield f"f_{score.beta:.1f}         : {number(score.f)}\n"
