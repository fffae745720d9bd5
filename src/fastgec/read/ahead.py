"""Peek at the first sentences of a file: they decide how the file is read.

They are read in pieces that the file returns again, so that a pipe will do. From a file and from
memory they are the same: `SENTENCES`, or fewer once these have `CHARACTERS`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fastgec.read.lines import Lines
from fastgec.read.pieces import Pieces

SENTENCES = 4096
CHARACTERS = 1 << 19


def first_of_lines(lines: Lines) -> list[str]:
    """Return the first sentences of a column in memory."""
    found = []
    size = 0
    for number in range(min(len(lines), SENTENCES)):
        if size >= CHARACTERS:
            break
        found.append(lines[number])
        size += len(found[-1])
    return found


def first_of_file(pieces: Pieces, *, is_m2: bool = False) -> list[str]:
    """Return the first sentences of a file of which nothing was read yet.

    Bytes that are no UTF-8 are replaced here, and refused when the file is read.

    Args:
        pieces: the file.
        is_m2: whether sentences are the sources of an M2 file, or lines.

    Raises:
        FormatError: The file is bad.
    """
    found: list[str] = []
    size = 0
    for line in _lines(pieces):
        if is_m2 and not line.startswith(b"S"):
            continue
        if len(found) == SENTENCES or size >= CHARACTERS:
            break
        found.append(line[2 if is_m2 else 0 :].decode(errors="replace"))
        size += len(found[-1])
    return found


def is_m2(pieces: Pieces) -> bool:
    """Whether a file looks like M2: a line that begins with "S ", then an edit, a blank or another.

    Raises:
        FormatError: The file is bad.
    """
    lines = _lines(pieces)
    first, second = next(lines, b""), next(lines, b"")
    return first.startswith(b"S ") and (not second or second.startswith((b"A ", b"S ")))


def _lines(pieces: Pieces) -> Iterator[bytes]:
    begun: list[bytes] = []  # pieces of a line that has no end yet
    for piece in pieces.ahead():
        first, *others = piece.split(b"\n")
        begun.append(first)
        if others:
            yield b"".join(begun).removesuffix(b"\r")
            *whole, last = others
            yield from (line.removesuffix(b"\r") for line in whole)
            begun = [last]
    if any(begun):
        yield b"".join(begun)
