r"""M2 text whose edits are compared with other edits: of a system, or of several coders.

    S The cat sat at mat .
    A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0

Conventions (of ERRANT's comparison): a coder made the edits, an annotator or a system.
Coders of a sentence come in the order of their first lines; a sentence without an edit line has the
noop of coder 0. Corrections are compared as they stand. Edits may lie anywhere, and noop may stand
among them. (`read.gold` has the conventions of MaxMatch, which are others.)

Blocks end at an empty line; lines end as in Python's text files, also at a lone "\r". A
text without a sentence is one empty sentence, as ERRANT has it; the reader warns of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastgec.counts import freeze, sealed
from fastgec.kernels.tokens import Vocabulary
from fastgec.read import FormatError
from fastgec.read.batch import Dialect
from fastgec.read.files import Source, read_utf8
from fastgec.read.gold import array_of, arrays_of, plain_line_ends, read_batch
from fastgec.read.lines import Lines, encoded_m2, sentence_numbers

if TYPE_CHECKING:  # few runs need it
    from fastgec.read.gold import Gold


@dataclass(frozen=True)
class Annotations:
    r"""M2 text whose edits are compared; it is parsed when it is counted.

    data  UTF-8
    name  its name in messages

    Example:
        >>> text = "S a b\nA 1 2|||R:NOUN|||c|||REQUIRED|||-NONE-|||0\n"
        >>> len(Annotations.parse(text))
        1
    """

    data: bytes
    name: str

    @staticmethod
    def read(path: Source) -> Annotations:
        """Read an M2 file; "-" is standard input, gzip and Zstandard are recognised.

        Raises:
            FormatError: If the file is bad; it names file and line.
        """
        return Annotations(read_utf8(path), os.fspath(path))

    @staticmethod
    def parse(text: str, name: str = "annotations") -> Annotations:
        """Take the text of an M2 file.

        Raises:
            FormatError: If the text is bad; it names `name` and the line.
        """
        return Annotations(encoded_m2(text, name), name)

    def take(self, sentences: Iterable[int]) -> Annotations:
        r"""Some sentences with their edits, in any order and any number of times.

        Raises:
            FormatError: If the text is bad.
            IndexError: For a number outside the sentences.
            TypeError: For anything but integers.

        Example:
            >>> Annotations.parse("S a\n\nS b\nA 0 1|||R|||c|||0\n").take([1]).data
            b'S b\nA 0 1|||R|||c|||0\n\n'
        """
        data = plain_line_ends(self.data)
        sources = parse_coders(data, self.name).sources
        text = bytes(sources.data)
        firsts = [text.rfind(b"\n", 0, start) + 1 for start in sources.starts.tolist()]
        lasts = [*firsts[1:], len(text)]
        blocks = [
            text[first:last].rstrip(b"\n") + b"\n\n"
            for first, last in zip(firsts, lasts, strict=True)
        ]
        picked = sentence_numbers(sentences, len(blocks)).tolist()
        return Annotations(b"".join(blocks[sentence] for sentence in picked), self.name)

    def as_gold(self) -> Gold | None:
        """The edits that can be made of the text; None if it cannot be read as gold.

        Edits that can be compared but not made, such as negative positions, are no gold.
        """
        from fastgec.read.gold import parse_block, whole

        try:
            return whole(parse_block(plain_line_ends(self.data), self.name))
        except FormatError:
            return None

    def __repr__(self) -> str:
        return f"Annotations(name={self.name!r}, sentences={len(self)})"

    def __len__(self) -> int:
        return self._n_sentences

    @cached_property
    def _n_sentences(self) -> int:
        return len(parse_coders(plain_line_ends(self.data), self.name))


@dataclass(frozen=True, slots=True, eq=False)
class CodedEdits:
    """Edits of some sentences in rows; a row is a coder of a sentence, in order of first lines.

    sources        text of the sentences
    lines          int64[S]: the line of each, from 1
    row_offsets    int64[S+1]: sentence s owns the rows row_offsets[s] to row_offsets[s+1]
    coder          int32[R]: the coder's number
    edit_offsets   int64[R+1]: row r owns the edits edit_offsets[r] to edit_offsets[r+1]
    start, end     int32[E]: as they stand in the file
    kind           int32[E]: the type, in the vocabulary of types that parsed them
    correction     int32[E]: the correction, in the vocabulary of corrections
    n_words        int32[E]: words of the correction
    """

    sources: Lines
    lines: NDArray[np.int64]
    row_offsets: NDArray[np.int64]
    coder: NDArray[np.int32]
    edit_offsets: NDArray[np.int64]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    kind: NDArray[np.int32]
    correction: NDArray[np.int32]
    n_words: NDArray[np.int32]

    def __post_init__(self) -> None:
        freeze(self, lines=np.int64, row_offsets=np.int64, edit_offsets=np.int64)
        freeze(self, coder=np.int32, start=np.int32, end=np.int32, kind=np.int32)
        freeze(self, correction=np.int32, n_words=np.int32)

    def __len__(self) -> int:
        return len(self.sources)

    @property
    def n_rows(self) -> int:
        """Number of (sentence, coder) rows."""
        return len(self.coder)

    def sentences(self, first: int, last: int) -> CodedEdits:
        """Return the edits of the sentences first to last (exclusive), without copying them."""
        rows = self.row_offsets[first : last + 1]
        edits = self.edit_offsets[rows[0] : rows[-1] + 1]
        return CodedEdits(
            self.sources.slice(first, last),
            self.lines[first:last],
            sealed(rows - rows[0]),
            self.coder[rows[0] : rows[-1]],
            sealed(edits - edits[0]),
            *(
                column[edits[0] : edits[-1]]
                for column in (self.start, self.end, self.kind, self.correction, self.n_words)
            ),
        )


def parse_coders(
    data: bytes,
    name: str,
    kinds: Vocabulary | None = None,
    corrections: Vocabulary | None = None,
    n_lines_before: int = 0,
    *,
    is_last: bool = True,
) -> CodedEdits:
    """Parse M2 text that is known to be UTF-8, with `plain_line_ends`, or a part of it.

    Args:
        data: the text; it begins with a source, after blank or bad lines if any.
        name: the file's name in messages.
        kinds: gets new types; None for a vocabulary of its own.
        corrections: gets new corrections; None for a vocabulary of its own.
        n_lines_before: lines of the file that came before `data`, for messages.
        is_last: whether the file ends here; white space at its end means nothing.

    Raises:
        FormatError: a line that cannot be read.
    """
    if is_last:
        data = _stripped(data)
    if not n_lines_before:
        first = data.rfind(b"\n", 0, len(data) - len(data.lstrip())) + 1
        n_lines_before = data.count(b"\n", 0, first)
        data = data[first:]
    if is_last and not data and not n_lines_before:
        data = b"S"
    batch = read_batch(data, Dialect.ERRANT, name, n_lines_before)
    # Copies, so that the batch goes: it has more than is wanted.
    arrays = {name: sealed(each.copy()) for name, each in arrays_of(batch).items()}
    kind = batch.kinds(Vocabulary() if kinds is None else kinds)
    texts = batch.fields(Vocabulary() if corrections is None else corrections)
    return CodedEdits(
        Lines(data, arrays["source_at"], arrays["source_end"], name),
        sealed(arrays["source_line"].astype(np.int64) + n_lines_before),
        *(arrays[each] for each in ("row_offsets", "annotator", "edit_offsets", "start", "end")),
        *(array_of(column, np.int32) for column in (kind, *texts)),
    )


def _stripped(data: bytes) -> bytes:
    """Return UTF-8 text without white space at its end, as Python's `str.strip` has it."""
    data = data.rstrip()
    if data and (data[-1] >= 0x80 or 0x1C <= data[-1] <= 0x1F):
        return data.decode().rstrip().encode()
    return data
