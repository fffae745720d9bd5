"""Text as ERRANT's programs read it: stripped lines of a file.

Lines end at LF, CR LF or a lone CR and nowhere else, and white space at both ends of a line is
Unicode's. A byte-order mark stays a character of the first token. This is not how the rest of the
package reads lines (`corpus.lines`): a lone CR ends none there, and the mark is dropped.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from fastgec.corpus.errors import FormatError
from fastgec.corpus.lines import encoded
from fastgec.corpus.pieces import Source, read_bytes, require_utf8
from fastgec.corpus.structured import require_sentences


@dataclass(frozen=True, slots=True)
class Text:
    """Stripped lines, and what to call them in messages."""

    name: str
    lines: list[str]

    @staticmethod
    def read(path: Source) -> Text:
        """Read a file.

        Raises:
            FormatError: If it cannot be read or is not UTF-8.
        """
        name = os.fspath(path)
        data = read_bytes(path)
        require_utf8(data, name)
        require_sentences(data, name, is_all=True)
        return Text(name, split_lines(data.decode()))

    @staticmethod
    def of(texts: Iterable[str], name: str) -> Text:
        """Take sentences from memory, each a line.

        Raises:
            TypeError: If one is not a string.
            FormatError: If one is not valid Unicode.
        """
        lines = []
        for number, text in enumerate(texts, 1):
            if not isinstance(text, str):
                raise TypeError(f"{name}: item {number} is {type(text).__name__}, expected str")
            encoded(text, name, number)
            lines.append(text.strip())
        return Text(name, lines)


def split_lines(text: str) -> list[str]:
    r"""Return the stripped lines of a text; the last one may lack its end.

    >>> split_lines("a \r\nb\rc\u2028d\n")
    ['a', 'b', 'c\u2028d']
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.strip() for line in lines]


def require_equal_lengths(first: Text, second: Text) -> None:
    """Raise FormatError unless both have the same number of lines."""
    if len(first.lines) != len(second.lines):
        reason = f"{len(first.lines)} lines found, expected {len(second.lines)} as in {second.name}"
        raise FormatError(first.name, None, reason)
