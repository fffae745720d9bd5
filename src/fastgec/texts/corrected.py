"""Making the edits of a gold standard: the corrected text of each annotator.

Rules: of an edit's alternatives the first one is made. Edits are made by position, whatever their
order in the file; insertions at the same place in the order of the file, before a replacement that
begins there. Tokens are joined by single spaces. Edits that overlap (`edits.find_overlaps`) are
refused, or of those that overlap the first in the file is made. An annotator without a line for a
sentence leaves it as it is, or repeats what the first annotator with a line made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from fastgec.read.batch import Batch
from fastgec.read.errors import FormatError
from fastgec.read.gold import Gold, find_overlaps
from fastgec.texts import ABSENT, OVERLAPS

if TYPE_CHECKING:
    from fastgec.spill import TextSpill


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
    others, texts = _columns(gold, overlaps, absent)
    return {annotator: texts.get(annotator, others) for annotator in gold.annotators}


def _columns(gold: Gold, overlaps: str, absent: str) -> tuple[list[str], dict[int, list[str]]]:
    """Return the texts of an annotator without a line, and of each who has one for a sentence."""
    if overlaps not in OVERLAPS:
        raise ValueError(f"overlaps {overlaps!r}: expected one of {', '.join(OVERLAPS)}")
    if absent not in ABSENT:
        raise ValueError(f"absent {absent!r}: expected one of {', '.join(ABSENT)}")
    rows = gold.edits.row_offsets.tolist()
    others, texts = _texts(gold, overlaps)
    if absent == "first":
        others = [texts[row] for row in rows[:-1]]
    columns: dict[int, list[str]] = {annotator: [*others] for annotator in gold.annotators}
    annotators = gold.edits.annotator.tolist()
    for sentence, (first, last) in enumerate(pairwise(rows)):
        for row in range(first, last):
            if annotators[row] in columns:  # not the annotator of a sentence without any line
                columns[annotators[row]][sentence] = texts[row]
    return others, columns


class Corrected:
    r"""The source and the texts of `apply_edits` of gold that comes in parts, kept on disk.

    >>> parts = ["S a\nA 0 1|||R|||b|||||||||0\n", "S c\nA 0 1|||R|||d|||||||||3\n"]
    >>> with Corrected() as corrected:
    ...     for part in parts:
    ...         corrected.add(Gold.parse(part))
    ...     {annotator: "".join(text.texts()) for annotator, text in corrected.annotators.items()}
    {0: 'b\nc\n', 3: 'a\nd\n'}
    """

    def __init__(
        self,
        *,
        overlaps: str = "refuse",
        absent: str = "source",
        beside: str | None = None,
        shown: Callable[[list[str]], list[str]] = list,
    ) -> None:
        """Begin; options as in `apply_edits`, and in `TextSpill`. Raises: OSError.

        Parameters: shown, makes of texts those that are kept.
        """
        self._shown = shown
        self._options = overlaps, absent
        self._beside = beside
        self._stack = ExitStack()
        self.source = self._new()
        self._others = self.source if absent == "source" else self._new()
        self._known: dict[int, TextSpill] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _new(self) -> TextSpill:
        from fastgec.spill import TextSpill  # others need no file

        return self._stack.enter_context(TextSpill(self._beside))

    def add(self, gold: Gold) -> None:
        """Add the next sentences. Raises: as `apply_edits`; OSError."""
        others, columns = _columns(gold, *self._options)
        for annotator in columns:
            if annotator not in self._known:  # absent so far
                self._known[annotator] = self._new()
                self._known[annotator].add(self._others.texts())
        for annotator, spill in self._known.items():
            spill.add(self._lines(columns.get(annotator, others)))
        self._others.add(self._lines(others))
        if self._others is not self.source:
            self.source.add(self._lines(sources(gold)))

    def _lines(self, texts: list[str]) -> list[str]:
        return ["\n".join([*self._shown(texts), ""])]

    @property
    def annotators(self) -> dict[int, TextSpill]:
        """The text of each annotator, ids ascending; annotator 0's if none has a line."""
        return dict(sorted(self._known.items())) or {0: self._others}


def row_texts(gold: Gold, *, overlaps: str) -> list[str]:
    r"""Return what each annotator of a sentence made of it: a text for each row of the edits.

    Parameters and errors as `apply_edits`.

    >>> row_texts(Gold.parse("S a b\nA 0 1|||R|||c||d|||||||||0\n\nS e\n"), overlaps="refuse")
    ['c b', 'e']
    """
    return _texts(gold, overlaps)[1]


def _texts(gold: Gold, overlaps: str) -> tuple[list[str], list[str]]:
    """Return the sources and what each annotator made of them: `sources` and `row_texts`."""
    table = gold.edits
    rows, offsets = table.row_offsets.tolist(), table.edit_offsets.tolist()
    start, end = table.start.tolist(), table.end.tolist()
    corrections = gold.all_corrections()
    texts, made = [], []
    for sentence in range(len(gold)):
        tokens = gold.sources[sentence].split()
        text = " ".join(tokens)
        texts.append(text)
        for row in range(rows[sentence], rows[sentence + 1]):
            first, last = offsets[row], offsets[row + 1]
            if first == last:
                made.append(text)
                continue
            edits: Sequence[int] = range(first, last)
            if any(start[edit + 1] < end[edit] for edit in range(first, last - 1)):
                edits = _in_order(gold, sentence, row, overlaps)
            corrected: list[str] = []
            at = 0
            for edit in edits:
                corrected += tokens[at : start[edit]]
                corrected += corrections[edit][0].split()
                at = end[edit]
            corrected += tokens[at:]
            made.append(" ".join(corrected))
    return texts, made


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


def _in_order(gold: Gold, sentence: int, row: int, overlaps: str) -> list[int]:
    """Return the edits of a row that are made, by position."""
    table = gold.edits
    first, last = int(table.edit_offsets[row]), int(table.edit_offsets[row + 1])
    starts, ends = table.start[first:last].tolist(), table.end[first:last].tolist()
    spans = list(zip(starts, ends, strict=True))
    chosen: Sequence[int] = range(len(spans))
    if pairs := find_overlaps(spans):
        if overlaps == "refuse":
            raise _overlap(gold, sentence, row, spans, min(pairs, key=max))
        chosen = _first_of_overlapping(spans)
    return [first + edit for edit in sorted(chosen, key=lambda edit: spans[edit])]


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
        "expected edits of one annotator that do not overlap"
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
    return gold.reader_warnings.first_line - 1 + data.count(b"\n", 0, first) + lines[number]
