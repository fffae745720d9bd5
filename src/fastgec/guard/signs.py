"""The signs of sentences: what the kernel finds, less what is no sign.

The kernel is fast. What it finds is then narrowed down, in the few sentences that have a sign. A
full stop that the source lacks is no text before or after it. And what a corrected text of an
annotator has, too, is a correction: where gold or references are at hand, it is no sign.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.lines import Lines
from fastgec.guard import look as kernel
from fastgec.guard.thresholds import CAPITALS
from fastgec.guard.thresholds import part as sampled

# Flags that say what a sentence is, and are no signs: a corrected text may have them, too.
KEPT = kernel.JUDGED | kernel.CASED | kernel.UNSPLIT
SIGNS = ~KEPT & 0xFFFFFFFF

# Given the numbers of sentences in a block, corrected texts: of each line the place of its sentence
# among these numbers, and the lines.
Corrected = Callable[[NDArray[np.int64]], Iterable[tuple[NDArray[np.int64], Lines]]]


class Flagged(NamedTuple):
    """The flags of some sentences of a text.

    begin     the first of them in its block
    flags     uint32, of each
    n_flags   how many have each flag
    likeness  uint8, of each
    votes     int8, of each; None without any
    n_votes   how many there are
    """

    begin: int
    flags: NDArray[np.uint32]
    n_flags: list[int]
    likeness: NDArray[np.uint8]
    votes: NDArray[np.int8] | None
    n_votes: int

    def but(self, signs: NDArray[np.uint32]) -> Flagged:
        """Return the same without some signs of each sentence."""
        flags = self.flags & ~signs
        n_bits = len(self.n_flags)
        n_flags = [int(np.count_nonzero(flags & (1 << bit))) for bit in range(n_bits)]
        return self._replace(flags=flags, n_flags=n_flags)


def flagged_lines(
    first: int, sources: Lines, lines: Lines, *, is_reference: bool = False
) -> Flagged:
    """Look at a part of a block; at all of it where a sentence fits the source of another.

    Args:
        first: number of sentences of the corpus before it.
        sources: of the block.
        lines: of a text.
        is_reference: whether less is looked for, in fewer sentences.
    """
    size = len(lines)
    begin, end = sampled(first, size, is_reference=is_reference)
    found = _look(sources, lines, begin, end, is_reference=is_reference)
    if found.n_votes and end - begin < size:
        found = _look(sources, lines, 0, size, is_reference=is_reference)
    framed = np.flatnonzero(found.flags & kernel.FRAMED)
    if not len(framed):
        return found
    places = found.begin + framed
    signs = np.zeros(len(found.flags), np.uint32)
    signs[framed] = kernel.FRAMED & ~_flags_without_marks(sources.take(places), lines.take(places))
    return found.but(signs)


def _look(
    sources: Lines, lines: Lines, begin: int, end: int, *, is_reference: bool = False
) -> Flagged:
    flags, likeness = np.empty(end - begin, np.uint32), np.empty(end - begin, np.uint8)
    votes = np.empty(end - begin, np.int8)
    n_flags, n_votes = kernel.look(
        *(sources.data, sources.starts[begin:end], sources.ends[begin:end]),
        *(lines.data, lines.starts[begin:end], lines.ends[begin:end]),
        CAPITALS,
        flags,
        likeness,
        votes,
        is_reference,
    )
    return Flagged(begin, flags, n_flags, likeness, votes if n_votes else None, n_votes)


def _flags_without_marks(sources: Lines, lines: Lines) -> NDArray[np.uint32]:
    """Return the flags of lines without the marks at their ends that their sources do not have."""
    pairs = [(sources[number].strip(), lines[number].strip()) for number in range(len(lines))]
    texts = [_cut(_cut(text, source)[::-1], source[::-1])[::-1] for source, text in pairs]
    return _look(Lines.of([source for source, _ in pairs]), Lines.of(texts), 0, len(texts)).flags


def _cut(text: str, source: str) -> str:
    """Cut punctuation, symbols and spaces off the start of a text if its source has none there.

    >>> _cut("« It is .", "It is"), _cut("« It is .", "( It is")
    ('It is .', '« It is .')
    """
    if not source or _is_mark(source[0]):
        return text
    return text[next((at for at, sign in enumerate(text) if not _is_mark(sign)), len(text)) :]


def _is_mark(character: str) -> bool:
    return character.isspace() or unicodedata.category(character)[0] in "PS"


def without_corrections(
    flagged: Sequence[Flagged], sources: Lines, corrected: Corrected
) -> list[Flagged]:
    """Return flags without the signs that a corrected text of the sentence has, too.

    Args:
        flagged: what was found of each text.
        sources: of the block.
        corrected: makes the corrected texts.
    """
    is_signed = np.zeros(len(sources), np.bool_)
    for found in flagged:
        is_signed[found.begin : found.begin + len(found.flags)] |= (found.flags & SIGNS) != 0
    sentences = np.flatnonzero(is_signed)
    if not len(sentences):
        return [*flagged]
    borne = np.zeros(len(sources), np.uint32)
    for places, lines in corrected(sentences):
        owners = sentences[places]
        np.bitwise_or.at(borne, owners, flagged_lines(0, sources.take(owners), lines).flags & SIGNS)
    return [found.but(borne[found.begin : found.begin + len(found.flags)]) for found in flagged]


def corrected_of(texts: Sequence[Lines]) -> Corrected:
    """Return what takes the sentences of some texts: of references, say."""

    def corrected(sentences: NDArray[np.int64]) -> Iterable[tuple[NDArray[np.int64], Lines]]:
        return [(np.arange(len(sentences)), text.take(sentences)) for text in texts]

    return corrected
