"""MaxMatch as text: the published scorer's layouts, and edits as JSON lines.

`scorer_verbose` and `scorer_summary` print what the published scorer prints with -v under Python 2,
byte for byte (golden output of both releases):

    edits      cut: without the words at their ends that do not change. Text as u'...', with the
               escapes and quotes of `repr`; no words at all are '' without the u
    numbers    counts and ratios of a block are of the corpus so far, with this annotator for
               this sentence. Ratios have twelve significant digits
    marks      lines above a block. A correct edit that only inserts, or only deletes, is shown
               where an edit that does the other thing touches its span: with "!" where that one
               equals a gold edit, counted or not, otherwise with "*" (an insertion) or "&" (a
               deletion). Spans touch as they are before the cut
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fastgec import show
from fastgec.metrics.base import Block
from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.counting import M2Score
from fastgec.metrics.m2.words import STATUSES, Edit, SystemEdits, unchanged_ends
from fastgec.read import visible
from fastgec.show import python2_float, three_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastgec.choose import Integers


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


GoldEdit = tuple[int, int, str, Sequence[str]]  # span, its source text, and its alternatives


class _Row(NamedTuple):
    """An annotator of a sentence: counts alone and of the corpus so far, both sides' edits."""

    annotator: int
    is_chosen: bool
    counts: list[int]
    so_far: M2Score
    edits: Sequence[Edit]
    gold: list[GoldEdit]


Compared = Iterator[tuple[int, str, str, list[_Row]]]


def compared(
    block: Block,
    system: int,
    rows: Integers,
    sequences: Iterator[Sequence[Edit]],
    totals: Integers,
    beta: float,
) -> Compared:
    """Yield number, source, hypothesis and annotators of each sentence.

    Args:
        block: the counted sentences.
        system: which of the block.
        rows: the choice.
        sequences: edits of each row.
        totals: int64[3] of the sentences before the block.
        beta: weight of recall.
    """
    gold, hypotheses = block.text.gold, block.text.systems[system]
    edits, table, totals = gold.edits, block.table[system], totals.copy()
    for sentence in range(len(gold)):
        source, chosen = gold.sources[sentence], int(rows[sentence])
        words, found = source.split(), []
        for row in range(block.offsets[sentence], block.offsets[sentence + 1]):
            first, last = edits.edit_offsets[row : row + 2].tolist()
            spans = edits.start[first:last].tolist(), edits.end[first:last].tolist()
            wanted = [
                (start, end, " ".join(words[start:end]), block.text.corrections[edit])
                for edit, start, end in zip(range(first, last), *spans, strict=True)
            ]
            so_far = M2Score.of(totals + table[row], beta)
            counts, annotator = table[row].tolist(), int(block.labels[row])
            found.append(_Row(annotator, row == chosen, counts, so_far, next(sequences), wanted))
        totals += table[chosen]
        yield block.first + sentence + 1, source, hypotheses[sentence], found


def verbose(sentences: Compared, *, has_color: bool = False) -> Iterator[str]:
    """Yield a block of text for each sentence and annotator: its edits and counts.

    Args:
        sentences: see `compared`.
        has_color: with codes of a terminal: correct edits green, wrong ones red, missed gold
            edits yellow.
    """
    for number, source, hypothesis, of_sentence in sentences:
        yield f"Sentence {number}\n"
        yield f"  source      {source}\n"
        yield f"  hypothesis  {hypothesis}\n"
        for row in of_sentence:
            correct, proposed, n_gold = row.counts
            running = row.so_far
            made = {gold for edit in row.edits for gold in edit.gold} if has_color else None
            yield f"  annotator {row.annotator}{' (chosen)' if row.is_chosen else ''}\n"
            yield f"    edits     {_sequence(row.edits, has_color=has_color)}\n"
            yield f"    gold      {_gold_edits(row.gold, made)}\n"
            yield f"    correct {correct}, proposed {proposed}, gold {n_gold}; so far "
            yield f"P {running.precision:.4f}, R {running.recall:.4f}, F {running.f:.4f}\n"
        yield "\n"


def _sequence(edits: Sequence[Edit], *, has_color: bool) -> str:
    shown = []
    for edit in edits:
        mark = " correct" if edit.is_correct else ""
        text = f"[{edit.start} {edit.end} {edit.source!r} -> {edit.correction!r}{mark}]"
        shown.append(_colored(text, GREEN if edit.is_correct else RED) if has_color else text)
    return " ".join(shown) or "none"


def _gold_edits(edits: Sequence[GoldEdit], made: set[int] | None) -> str:
    """Return the gold edits of a row; in yellow those that are not made, if it is known which."""
    shown = []
    for number, (start, end, _, corrections) in enumerate(edits):
        text = f"[{start} {end} -> {' | '.join(map(repr, corrections))}]"
        is_missed = made is not None and number not in made
        shown.append(_colored(text, YELLOW) if is_missed else text)
    return " ".join(shown) or "none"


def _colored(text: str, color: int) -> str:
    return f"\x1b[{color}m{text}\x1b[0m"


RULE = "-" * 43


def scorer_verbose(sentences: Compared) -> Iterator[str]:
    """Yield blocks of `compared` sentences as the published scorer prints them."""
    for number, source, hypothesis, of_sentence in sentences:
        for row in of_sentence:
            yield f">> Annotator: {row.annotator}\n"
            yield from _marks(row.edits, row.gold)
            yield f"SOURCE        : {source.strip()}\n"
            yield f"HYPOTHESIS    : {hypothesis.strip()}\n"
            cut = [(shown_edit(edit), len(edit.gold)) for edit in row.edits]
            correct = [shown for shown, n_gold in cut for _ in range(n_gold)]
            yield f"EDIT SEQ      : [{', '.join(shown for shown, _ in cut)}]\n"
            yield f"GOLD EDITS    : [{', '.join(map(_shown_gold, row.gold))}]\n"
            yield f"CORRECT EDITS : [{', '.join(correct)}]\n"
            so_far = row.so_far
            yield f"# correct     : {so_far.correct}\n"
            yield f"# proposed    : {so_far.proposed}\n"
            yield f"# gold        : {so_far.gold}\n"
            yield f"precision     : {python2_float(so_far.precision)}\n"
            yield f"recall        : {python2_float(so_far.recall)}\n"
            yield f"f_{so_far.beta:.1f}         : {python2_float(so_far.f)}\n"
            yield f"{RULE}\n"
        chosen = next(row.annotator for row in of_sentence if row.is_chosen)
        yield f">> Chosen Annotator for line {number} : {chosen}\n\n"


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
        f"P = {python2_float(score.precision)}\n"
        f"R = {python2_float(score.recall)}\n"
        f"F_{score.beta:.1f} = {python2_float(score.f)}\n"
    )


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


def _shown_gold(edit: GoldEdit) -> str:
    start, end, replaced, corrections = edit
    texts = ", ".join(f"u{text!a}" for text in corrections)
    return f"({start}, {end}, {literal(replaced)}, [{texts}])"


def edit_lines(text: GoldText, found: SystemEdits, optional: NDArray[np.uint8]) -> Iterator[str]:
    """Yield a JSON object per sentence: its edits, which are correct, which gold was missed.

    Sentences count from 1; `gold` of an edit are the annotator's gold edits that it makes, `cut` is
    the edit without the words at its ends that do not change. Objects are written as text: to make
    a dict of each edit first would take twice as long.

    Args:
        text: the sentences.
        found: edits of a system against the chosen row of each sentence, with statuses.
        optional: which gold edits need not be made, see `metrics.m2.words.optional_edits`.
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
        yield show.escaped(
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
    spans = golden, table.start[golden], table.end[golden]
    columns = *spans, table.kind[golden], found.statuses, optional[golden]
    return [
        f'{{"start": {start}, "end": {end}, "type": {kinds[kind]}, '
        f'"corrections": [{", ".join(map(quoted, text.corrections[edit]))}], '
        f'"status": "{STATUSES[status]}", "optional": {flags[is_optional]}}}'
        for edit, start, end, kind, status, is_optional in zip(
            *(column.tolist() for column in columns), strict=True
        )
    ]


def _json_edit(
    span: Sequence[int],
    source: Sequence[str],
    hypothesis: Sequence[str],
    quoted: Callable[[str], str],
) -> str:
    """Return an edit, and its core without the unchanged words at its ends.

    An edit whose source text is not the text of its span is kept: release 3.2 has such edits.
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
