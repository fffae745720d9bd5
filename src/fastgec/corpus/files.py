r"""From a path to lines of bytes: "-", compression by content, UTF-8, byte-order mark, line ends.

A file is read whole, decompressed if its first bytes say so (gzip, Zstandard), and checked to be
UTF-8. Lines end at "\n" or "\r\n" only; a byte-order mark is dropped; the last line may lack its
end. Whatever is wrong becomes a `FormatError` that names the place.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec._tokens import split_lines

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
ZSTANDARD = b"\x28\xb5\x2f\xfd"

Source = str | os.PathLike[str]


class FormatError(ValueError):
    """Input that cannot be scored: where it is, what was found, what was expected.

    path, line (from 1, None if the file as a whole is meant), reason; str() joins them as
    "path:line: reason".
    """

    def __init__(self, path: str, line: int | None, reason: str) -> None:
        super().__init__(path, line, reason)
        self.path = path
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.reason}"


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """A column of text: byte ranges of one UTF-8 buffer.

    data    the buffer
    starts  int64[S]: first byte of each line
    ends    int64[S]: the byte after each line, its line end excluded
    name    what to call the column in messages: a path as typed, or a description

    >>> lines = Lines.of(["A cat .", "Two"])
    >>> len(lines), lines[1]
    (2, 'Two')
    """

    data: bytes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    name: str

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, line: int) -> str:
        return self.data[self.starts[line] : self.ends[line]].decode()

    @staticmethod
    def read(path: Source) -> Lines:
        """Read the lines of a file; "-" is standard input.

        Raises: FormatError if it cannot be read, is damaged, or is not UTF-8.
        """
        data = read_utf8(path)
        starts, ends = split_lines(data)
        return Lines(data, starts, ends, os.fspath(path))

    @staticmethod
    def of(texts: Iterable[str], name: str = "list") -> Lines:
        """Take sentences from memory: a list, tuple, numpy, Arrow or Polars column of strings.

        A line end inside a string is white space of that sentence and does not break it.
        Raises: TypeError if an item is not a string; FormatError if one is not valid Unicode.
        """
        parts = []
        item: Any
        for number, item in enumerate(texts, 1):
            # A scalar of an Arrow column is no str; it says what it holds.
            text = item.as_py() if hasattr(item, "as_py") else item
            if not isinstance(text, str):
                raise TypeError(f"{name}: item {number} is {type(text).__name__}, expected str")
            try:
                parts.append(text.encode())
            except UnicodeEncodeError as error:
                reason = f"character {error.start + 1} is a lone surrogate, expected Unicode text"
                raise FormatError(name, number, reason) from None
        lengths = np.fromiter(map(len, parts), np.int64, len(parts))
        ends = np.cumsum(lengths)
        return Lines(b"".join(parts), ends - lengths, ends, name)


def read_lines(texts: Source | Lines | Iterable[str], name: str) -> Lines:
    """Return `texts` as Lines: a path is read, sentences in memory are taken as they are."""
    if isinstance(texts, Lines):
        return texts
    if isinstance(texts, str | os.PathLike):
        return Lines.read(texts)
    return Lines.of(texts, name)


def fingerprint(columns: Iterable[Lines], unit: str) -> str:
    """Return a hash of text as it is parsed: the same for CRLF, compression, or another name.

    Sixteen hexadecimal digits of SHA-256. Of words (unit "word") the white space between them does
    not matter; of characters everything does.

    >>> fingerprint([Lines.of(["a b "])], "word") == fingerprint([Lines.of(["a  b"])], "word")
    True
    """
    import hashlib

    content = hashlib.sha256(b"fastgec.text.1\n")
    for lines in columns:
        for number in range(len(lines)):
            text = lines[number]
            text = " ".join(text.split()) if unit == "word" else text.replace("\n", " ")
            content.update(text.encode() + b"\n")
        content.update(b"\n\0\n")
    return content.hexdigest()[:16]


def require_equal_counts(first: Lines, second: Lines) -> None:
    """Raise FormatError unless both columns have the same number of lines."""
    if len(first) != len(second):
        raise FormatError(
            first.name,
            None,
            f"{len(first)} sentences, expected {len(second)} as in {second.name}",
        )


def read_utf8(path: Source) -> bytes:
    """Return a file's text: decompressed, checked to be UTF-8, without byte-order mark.

    Raises: FormatError.
    """
    data = read_bytes(path)
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            column = error.start - data.rfind(b"\n", 0, error.start)
            raise FormatError(
                os.fspath(path),
                line,
                f"invalid UTF-8: byte 0x{data[error.start]:02x} at byte {column} of the line, "
                "expected UTF-8 text",
            ) from None
    return data


def read_bytes(path: Source) -> bytes:
    """Return the content of a file ("-": standard input), decompressed if it is gzip or Zstandard.

    Raises: FormatError.
    """
    name = os.fspath(path)
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FormatError(name, None, f"{reason}, expected a file that can be read") from None
    except ValueError as error:  # a NUL in the path
        raise FormatError(repr(name), None, f"{error}, expected a path") from None
    if data.startswith(GZIP):
        return _decompress_gzip(data, name)
    if data.startswith(ZSTANDARD):
        return _decompress_zstandard(data, name)
    return data


def _decompress_gzip(data: bytes, name: str) -> bytes:
    import gzip

    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(name, None, f"damaged gzip data ({_lowered(error)})") from None


def _decompress_zstandard(data: bytes, name: str) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd

    try:
        return zstd.decompress(data)
    except (zstd.ZstdError, EOFError) as error:
        raise FormatError(name, None, f"damaged Zstandard data ({_lowered(error)})") from None


def _lowered(error: Exception) -> str:
    text = str(error) or type(error).__name__
    return text[0].lower() + text[1:]
