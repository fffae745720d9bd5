"""MaxMatch as text: the published scorer's three lines, and edits sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fastgec.choice import Integers
from fastgec.corpus.errors import visible
from fastgec.corpus.gold import Gold
from fastgec.metrics.base import Block
from fastgec.metrics.m2.counting import M2Score
from fastgec.report.threelines import three_lines

if TYPE_CHECKING:
    from fastgec.metrics.m2.words import Edit


RED, GREEN, YELLOW = 31, 32, 33  # codes of terminals


def classic(scores: Sequence[tuple[str, M2Score]]) -> str:
    r"""Return three lines per named score, as old scripts read them; names of several.

    Example:
        >>> print(classic([("x", M2Score(correct=1, proposed=1, gold=1, beta=0.5))]), end="")
        Precision   : 1.0000
        Recall      : 1.0000
        F_0.5       : 1.0000
    """
    text = []
    for system, score in scores:
        if len(scores) > 1:
            text.append(f"{visible(system)}\n")
        text.append(three_lines(score.precision, score.recall, score.f, score.beta))
    return "".join(text)


def verbose(
    block: Block,
    system: int,
    rows: Integers,
    sequences: Iterator[Sequence[Edit]],
    totals: Integers,
    beta: float,
    *,
    has_color: bool = False,
) -> Iterator[str]:
    """Yield what was compared, sentence by sentence and annotator by annotator.

    Args:
        block: what was counted.
        system: which of the block.
        rows: the choice.
        sequences: edits of each row.
        totals: int64[3] of the sentences before the block.
        beta: weight of recall.
        has_color: with codes of a terminal: correct edits green, wrong ones red, missed gold
            edits yellow.
    """
    gold, hypotheses = block.text.gold, block.text.systems[system]
    table = block.table[system]
    totals = totals.copy()
    corrections = block.text.corrections
    for sentence in range(len(gold)):
        yield f"Sentence {block.first + sentence + 1}\n"
        yield f"  source      {gold.sources[sentence]}\n"
        yield f"  hypothesis  {hypotheses[sentence]}\n"
        chosen = int(rows[sentence])
        for row in range(block.offsets[sentence], block.offsets[sentence + 1]):
            annotator = int(block.labels[row])
            correct, proposed, n_gold = table[row].tolist()
            running = M2Score.of(totals + table[row], beta)
            yield f"  annotator {annotator}{' (chosen)' if row == chosen else ''}\n"
            edits = next(sequences)
            yield f"    edits     {_sequence(edits, has_color=has_color)}\n"
            made = {number for edit in edits for number in edit.gold} if has_color else None
            yield f"    gold      {_gold_edits(gold, row, corrections, made)}\n"
            yield f"    correct {correct}, proposed {proposed}, gold {n_gold}; so far "
            yield f"P {running.precision:.4f}, R {running.recall:.4f}, F {running.f:.4f}\n"
        totals += table[chosen]
        yield "\n"


def _sequence(edits: Sequence[Edit], *, has_color: bool) -> str:
    shown = []
    for edit in edits:
        mark = " correct" if edit.is_correct else ""
        text = f"[{edit.start} {edit.end} {edit.source!r} -> {edit.correction!r}{mark}]"
        shown.append(_colored(text, GREEN if edit.is_correct else RED) if has_color else text)
    return " ".join(shown) or "none"


def _gold_edits(
    gold: Gold, row: int, corrections: Sequence[Sequence[str]], made: set[int] | None
) -> str:
    """Return the gold edits of a row; in yellow those that are not made, if it is known which."""
    shown = []
    first, last = gold.edits.edit_offsets[row : row + 2].tolist()
    for edit in range(first, last):
        texts = " | ".join(map(repr, corrections[edit]))
        text = f"[{gold.edits.start[edit]} {gold.edits.end[edit]} -> {texts}]"
        is_missed = made is not None and edit - first not in made
        shown.append(_colored(text, YELLOW) if is_missed else text)
    return " ".join(shown) or "none"


def _colored(text: str, color: int) -> str:
    return f"\x1b[{color}m{text}\x1b[0m"
