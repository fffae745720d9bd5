"""Making the edits of a gold standard: the corrected text of each annotator.

Rules: of an edit's alternatives the first one is made. Edits are made by position, whatever their
order in the file; insertions at the same place in the order of the file, before a replacement that
begins there. Tokens are joined by single spaces. Edits that overlap (`edits.find_overlaps`) are
refused, or of those that overlap the first in the file is made. An annotator without a line for a
sentence leaves it as it is, or repeats what the first annotator with a line made of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from fastgec.read.batch import Batch
from fastgec.read.errors import FormatError
from fastgec.read.gold import Gold
from fastgec.read.tables import find_overlaps
from fastgec.texts.policy import ABSENT, OVERLAPS


def apply_edits(
    gold: Gold, *, overlaps: str = "refuse", absent: str = "source"
) -> dict[int, list[str]]:
    r"""Return the corrected sentences of every annotator of the gold, by the annotator's id.

    Args:
        gold: What the annotators corrected.
        overlaps: "refuse" edits of one annotator that overlap, or make the "first" of them in the
            file.
        absent: An annotator without a line for a sentence that has lines of others leaves the
            "source", or repeats the "first" of these others.

    Raises:
        FormatError: For an edit that overlaps another; it names its line.
        ValueError: For other options.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c||d|||||||||0\n\nS e\nA 1 1|||M|||f|||||||||1")
    >>> apply_edits(gold)
    {0: ['c b', 'e'], 1: ['a b', 'e f']}
    >>> apply_edits(gold, absent="first")
    {0: ['c b', 'e f'], 1: ['c b', 'e f']}
    """
    if overlaps not in OVERLAPS:
        raise ValueError(f"overlaps {overlaps!r}, expected one of {', '.join(OVERLAPS)}")
    if absent not in ABSENT:
        raise ValueError(f"absent {absent!r}, expected one of {', '.join(ABSENT)}")
    rows = gold.edits.row_offsets.tolist()
    annotators = gold.edits.annotator.tolist()
    texts_of_rows = row_texts(gold, overlaps=overlaps)
    texts: dict[int, list[str]] = {annotator: [] for annotator in gold.annotators}
    for sentence, source in enumerate(sources(gold)):
        own = slice(rows[sentence], rows[sentence + 1])
        made = dict(zip(annotators[own], texts_of_rows[own], strict=True))
        others = next(iter(made.values())) if absent == "first" else source
        for annotator, column in texts.items():
            column.append(made.get(annotator, others))
    return texts


def row_texts(gold: Gold, *, overlaps: str) -> list[str]:
    r"""Return what each annotator of a sentence made of it: a text for each row of the edits.

    Parameters and errors as `apply_edits`.

    >>> row_texts(Gold.parse("S a b\nA 0 1|||R|||c||d|||||||||0\n\nS e\n"), overlaps="refuse")
    ['c b', 'e']
    """
    rows = gold.edits.row_offsets.tolist()
    texts = []
    for sentence in range(len(gold)):
        tokens = gold.sources[sentence].split()
        for row in range(rows[sentence], rows[sentence + 1]):
            texts.append(_apply_row(gold, sentence, row, tokens, overlaps))
    return texts


def sources(gold: Gold) -> list[str]:
    r"""Return the source sentences, tokens joined by single spaces.

    >>> sources(Gold.parse("S a  b \n\nS c\n"))
    ['a b', 'c']
    """
    return [" ".join(gold.sources[sentence].split()) for sentence in range(len(gold))]


def with_edit(tokens: Sequence[str], start: int, end: int, correction: str) -> str:
    """Return the sentence that one edit alone makes: what `apply_edits` makes of it.

    >>> with_edit(["a", "b", "c"], 1, 2, "x y")
    'a x y c'
    """
    return " ".join([*tokens[:start], *correction.split(), *tokens[end:]])


def _apply_row(gold: Gold, sentence: int, row: int, tokens: Sequence[str], overlaps: str) -> str:
    """Return what one annotator made of one sentence."""
    table = gold.edits
    first, last = int(table.edit_offsets[row]), int(table.edit_offsets[row + 1])
    starts, ends = table.start[first:last].tolist(), table.end[first:last].tolist()
    spans = list(zip(starts, ends, strict=True))
    chosen: Sequence[int] = range(len(spans))
    if pairs := find_overlaps(spans):
        if overlaps == "refuse":
            raise _overlap(gold, sentence, row, spans, min(pairs, key=max))
        chosen = _first_of_overlapping(spans)
    corrected: list[str] = []
    at = 0
    for edit in sorted(chosen, key=lambda edit: spans[edit]):
        start, end = spans[edit]
        corrected += tokens[at:start]
        corrected += gold.corrections(first + edit)[0].split()
        at = end
    return " ".join([*corrected, *tokens[at:]])


def _first_of_overlapping(spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return the edits that are made if each gives way to those before it in the file."""
    kept: list[int] = []
    for edit in range(len(spans)):
        if not find_overlaps([spans[other] for other in (*kept, edit)]):
            kept.append(edit)
    return kept


def _overlap(
    gold: Gold, sentence: int, row: int, spans: Sequence[tuple[int, int]], pair: tuple[int, int]
) -> FormatError:
    earlier, later = sorted(pair)  # in the file
    annotator = int(gold.edits.annotator[row])
    line, place = sentence + 1, f"annotator {annotator}"
    if gold.has_lines:
        line, other = (_line_of(gold, sentence, annotator, edit) for edit in (later, earlier))
        place = f"line {other}"
    start, end = spans[later]
    reason = (
        f"edit {start} {end} overlaps {spans[earlier][0]} {spans[earlier][1]} of {place}, "
        "expected edits of one annotator that can all be made"
    )
    return FormatError(gold.name, line, reason)


def _line_of(gold: Gold, sentence: int, annotator: int, number: int) -> int:
    """Return the line of the file that holds an edit: the table does not keep it."""
    data = bytes(gold.sources.data)
    first = data.rfind(b"\n", 0, int(gold.sources.starts[sentence])) + 1
    last = len(data)
    if sentence + 1 < len(gold):
        last = data.rfind(b"\n", 0, int(gold.sources.starts[sentence + 1])) + 1
    edits = Batch(data[first:last]).sentence(0)
    lines = [line for line, who, *_ in edits if who == annotator]
    return gold.oddities.first_line - 1 + data.count(b"\n", 0, first) + lines[number]
