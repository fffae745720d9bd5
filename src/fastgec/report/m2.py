"""MaxMatch as text: the published scorer's layouts, edits as JSON lines, recall by error type.

`scorer_verbose` and `scorer_summary` print what the published scorer prints with -v under Python 2,
byte for byte (golden output of both releases):

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

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fastgec.choice import Integers
from fastgec.corpus.errors import visible
from fastgec.corpus.gold import Gold
from fastgec.metrics.base import Block
from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.counting import M2Score
from fastgec.metrics.m2.modes import STATUSES, StatusScore
from fastgec.metrics.m2.words import KindScore, SystemEdits, unchanged_ends
from fastgec.report import documents
from fastgec.report.documents import three_lines
from fastgec.report.errors import type_in_words
from fastgec.report.scores import percent_note
from fastgec.report.tables import Column, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastgec.metrics.m2.words import Edit
    from fastgec.study.table import AnyRun


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


RULE = "-" * 43
GoldEdit = tuple[int, int, str, Sequence[str]]  # span, what it replaces, and its alternatives


def scorer_verbose(
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
            wanted = _scorer_gold(gold, row, words, corrections)
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


def scorer_summary(score: M2Score) -> str:
    """Return the six lines that end the layout, before the three that every run prints.

    Example:
        >>> print(scorer_summary(M2Score(correct=2, proposed=3, gold=4, beta=0.5)), end="")
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


def _scorer_gold(
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

    gold_edits = _json_gold(text, found, optional, quoted)
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
                    f"{{{_json_edit(spans[edit], words, written, quoted)}, "
                    f'"correct": {"true" if own else "false"}, "gold": [{own}]}}'
                )
        missed = [gold_edits[number] for number in range(first, last) if not is_made[number]]
        yield documents.escaped(
            f'{{"system": {name}, "sentence": {text.first + sentence + 1}, '
            f'"annotator": {annotator}, "source": {quoted(source)}, '
            f'"hypothesis": {quoted(hypothesis)}, "edits": [{", ".join(edits)}], '
            f'"missed": [{", ".join(missed)}]}}\n'
        )


def _json_gold(
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


def _json_edit(
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
    columns = (
        Column("System", "system"),
        Column("Type", "type", is_text=True),
        Column("In words", "words", is_text=True, is_gloss=True),
        *(Column(name.capitalize(), name) for name in (STATUSES[::-1] if has_statuses else ())),
        Column("Correct", "correct", is_detail=has_statuses),
        Column("Gold", "gold"),
        Column("R", "recall", is_score=True, has_best=True),
    )
    records = [{"system": name, **one} for name, kinds in scores for one in types_content(kinds)]
    return Table.of(columns, records, group=1, notes=(percent_note(run), NO_PRECISION))


def types_content(scores: Sequence[KindScore]) -> list[dict[str, Any]]:
    """Return recall by type; how many gold edits have each status, the best first, if known."""
    return [
        {
            "type": score.kind,
            "words": type_in_words(score.kind),
            **(
                dict(zip(STATUSES[::-1], score.statuses[::-1], strict=True))
                if isinstance(score, StatusScore)
                else {}
            ),
            "correct": score.correct,
            "gold": score.gold,
            "recall": score.recall,
        }
        for score in scores
    ]
