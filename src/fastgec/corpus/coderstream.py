"""Files of edits read in step: blocks of the same sentences of all of them, parsed apart.

Reading is quick and done in order: a part of a file begins where a source line begins, so that it
is M2 text itself. Parsing is left to whichever thread gets the block. Memory depends on the block
and not on the corpus.
"""

from __future__ import annotations

import io
import os
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fastgec._tokens import Vocabulary
from fastgec.corpus.blocks import MOST_READ_ON, PIECE
from fastgec.corpus.coders import Annotations, CodedEdits, parse_coders, plain_line_ends
from fastgec.corpus.cutter import BYTES, SENTENCES, Cutter
from fastgec.corpus.errors import FormatError, counted, visible
from fastgec.corpus.pieces import Pieces, Source, out_of_memory_in, require_utf8


class CodedPart(NamedTuple):
    """Some sentences of a file, not parsed yet; `parse_coders` says what is what."""

    data: bytes
    name: str
    n_lines_before: int
    n_sentences: int
    is_last: bool

    def parse(self, kinds: Vocabulary, corrections: Vocabulary) -> CodedEdits:
        """Parse it. Raises: FormatError."""
        with out_of_memory_in(self.name):
            require_utf8(self.data, self.name, self.n_lines_before)
            return parse_coders(
                self.data,
                self.name,
                kinds,
                corrections,
                self.n_lines_before,
                is_last=self.is_last,
            )


class CodedStream:
    """A file of edits, some sentences at a time."""

    def __init__(self, source: Annotations | Source) -> None:
        """Take a path, or text in memory."""
        self.name = source.name if isinstance(source, Annotations) else os.fspath(source)
        self._file: io.BytesIO | Pieces
        if isinstance(source, Annotations):
            self._file = io.BytesIO(source.data)
        else:
            self._file = Pieces(source)
        self._cutter = Cutter(self._read, self.name)
        self._has_return = False  # whether a carriage return ends what was read, and is held back
        self._n_taken = 0
        self._is_done = False

    def take(self, most: int = SENTENCES, most_bytes: int | None = None) -> CodedPart | None:
        """Return the next sentences, fewer than asked for only at the end; None after it.

        Args:
            most: how many are asked for.
            most_bytes: no more sentences once these have so many, but at least one.

        Raises:
            FormatError: If the file is bad.
        """
        if self._is_done:
            return None
        with out_of_memory_in(self.name):
            cut = self._cutter.take(most, most_bytes)
        self._is_done = cut.is_last
        n_sentences = cut.n_sources
        if not self._n_taken and cut.is_last and not n_sentences:
            n_sentences = not cut.data.strip()  # an empty file; all else there is has a bad line
        self._n_taken += n_sentences
        return CodedPart(cut.data, self.name, cut.n_lines_before, n_sentences, cut.is_last)

    def length(self) -> str:
        """Return the number of sentences of the whole in words, reading on to its end.

        A file without an end in sight has "more than" so many.
        """
        most = self._n_taken + MOST_READ_ON
        while (part := self.take(4096, BYTES)) is not None:
            part.parse(Vocabulary(), Vocabulary())
            if self._n_taken > most:
                return f"more than {most}"
        return str(self._n_taken)

    def close(self) -> None:
        """Close the file; nothing can be taken any more."""
        self._file.close()
        self._is_done = True

    def _read(self) -> bytes:
        """Return the next bytes, nothing at the end; every line of them ends at a line feed."""
        while True:
            piece = self._file.read(PIECE)
            if self._has_return:
                piece = b"\r" + piece
                self._has_return = False
                if piece == b"\r":
                    return b"\n"
            if not piece.endswith(b"\r"):
                return plain_line_ends(piece)
            self._has_return = True
            if len(piece) > 1:
                return plain_line_ends(piece[:-1])


@dataclass(frozen=True, slots=True, eq=False)
class CodedBlock:
    """The same sentences of several files, not parsed yet.

    first  number of sentences before the block
    parts  one of each file
    """

    first: int
    parts: tuple[CodedPart, ...]

    @property
    def n_sentences(self) -> int:
        """How many there are."""
        return self.parts[0].n_sentences


def read_coded_blocks(files: Sequence[Annotations | Source]) -> Generator[CodedBlock]:
    r"""Read files of edits in step.

    Args:
        files: the first decides how many sentences a block has.

    Raises:
        FormatError: a bad file, or unequal numbers of sentences.

    Example:
        >>> texts = [Annotations.parse("S a\n\nS b\n"), Annotations.parse("S a\n\n\nS b\n")]
        >>> [(block.first, block.n_sentences) for block in read_coded_blocks(texts)]
        [(0, 2)]
    """
    streams = [CodedStream(file) for file in files]
    first = 0
    try:
        while (part := streams[0].take(SENTENCES, BYTES)) is not None:
            if not part.n_sentences and first:
                break  # nothing but blank lines
            parts = [part]
            for stream in streams[1:]:
                other = stream.take(part.n_sentences or 1)
                if other is None or other.n_sentences != part.n_sentences:
                    for bad in (*parts, *([] if other is None else [other])):
                        bad.parse(Vocabulary(), Vocabulary())  # which may be why
                    raise _unequal(stream, streams[0])
                parts.append(other)
            yield CodedBlock(first, tuple(parts))
            first += part.n_sentences
        for stream in streams[1:]:
            rest = stream.take(1)
            if rest is not None and rest.n_sentences:
                raise _unequal(stream, streams[0])
    finally:
        for stream in streams:
            stream.close()


def _unequal(stream: CodedStream, expected: CodedStream) -> FormatError:
    found, wanted = stream.length(), expected.length()
    reason = f"{counted(found, 'sentence')}, expected {wanted} as in {visible(expected.name)}"
    return FormatError(stream.name, None, reason)
