"""Making the edits of a gold standard: the corrected text of each annotator.

Rules: of an edit's alternatives the first one is made. Edits are made by position, whatever their
order in the file; insertions at the same place in the order of the file, before a replacement that
begins there. Tokens are joined by single spaces. Edits that overlap (`gold.find_overlaps`) are
refused, or of those that overlap the first in the file is made. An annotator without a line for a
sentence leaves it as it is, or repeats what the first annotator with a line made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import pairwise
from typing import TYPE_CHECKING, Self

from fastgec.read.gold import Gold, sources, sources_and_texts
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
    others, texts = sources_and_texts(gold, overlaps)
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


def with_edit(tokens: Sequence[str], start: int, end: int, correction: str) -> str:
    """Return the sentence that one edit alone makes: what `apply_edits` makes of it.

    >>> with_edit(["a", "b", "c"], 1, 2, "x y")
    'a x y c'
    """
    return " ".join([*tokens[:start], *correction.split(), *tokens[end:]])
