"""From a path to bytes: "-", compression by content, fields, UTF-8, byte-order mark.

A file is read whole or piece by piece, decompressed if its first bytes say so (gzip, Zstandard),
and checked to be UTF-8; a byte-order mark is dropped. Whatever is wrong becomes a `FormatError`
that names the place. JSON and CSV in the place of text are refused. Blocks of lines, or of M2 with
whole sentences, are cut from what is read (`LineCutter`, `Cutter`) in buffers that are used again.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
from collections import deque, namedtuple
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fastgec.kernels.tokens import cut_lines, find_sources, is_valid
from fastgec.machine import LimitError, require_holdable, require_sentence, require_unpackable
from fastgec.read import FormatError, visible

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    from typing import IO, Any


BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
ZSTANDARD = b"\x28\xb5\x2f\xfd"
HEAD = 10  # bytes that show a file's type
# Files that are neither text nor compressed text, by their first bytes: kind, and advice.
FOREIGN = (
    (b"\xff\xfe\0\0", "UTF-32 text", "iconv -f UTF-32 -t UTF-8"),
    (b"\0\0\xfe\xff", "UTF-32 text", "iconv -f UTF-32 -t UTF-8"),
    (b"\xff\xfe", "UTF-16 text", "iconv -f UTF-16 -t UTF-8"),
    (b"\xfe\xff", "UTF-16 text", "iconv -f UTF-16 -t UTF-8"),
    (b"\xfd7zXZ\0", "xz data", "unxz"),
    (b"PK\x03\x04", "a zip archive", "unzip"),
    (b"\x04\x22\x4d\x18", "lz4 data", "unlz4"),
)
BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
AHEAD = 1 << 18  # bytes of a piece that is looked at before it is read
ESSAY = b"### essay_id ="  # begins the line above an essay, see `read.essays`
MARK = "#"  # between a file of records and a field, see `read.records`
STEP = 1 << 20  # bytes that are read at a time where all are wanted and their number is unknown

Source = str | os.PathLike[str]


def file_and_field(path: str) -> tuple[str, str]:
    """Return the file and the field that a path names; the field is "" where it is a file alone.

    >>> file_and_field("out.jsonl#choices.0.text"), file_and_field("out.txt")
    (('out.jsonl', 'choices.0.text'), ('out.txt', ''))
    """
    file, mark, field = path.rpartition(MARK)
    if not mark or not file or not field or os.path.lexists(path):
        return path, ""
    return file, field


def file_of(path: str | os.PathLike[str]) -> str:
    """Return the file of a path that may name a field."""
    return file_and_field(os.fspath(path))[0]


@contextmanager
def out_of_memory_in(name: str, first: int = 0, n_sentences: int = 0) -> Iterator[None]:
    """Name the file, and the sentences where they are known, for which there is no memory.

    Code that reads or counts does not know the file, and knows only a sentence's place in a block.

    >>> with out_of_memory_in("gold.m2", 256, 2):
    ...     raise MemoryError
    Traceback (most recent call last):
    MemoryError: gold.m2: sentences 257 to 258: not enough memory
    """
    try:
        yield
    except MemoryError:
        last = first + n_sentences
        which = f"sentence {last}: " if n_sentences == 1 else f"sentences {first + 1} to {last}: "
        where = which if n_sentences else ""
        raise MemoryError(f"{visible(name)}: {where}not enough memory") from None


def read_utf8(path: Source) -> bytes:
    """Return a file's text: decompressed, checked to be UTF-8, without byte-order mark.

    Raises:
        FormatError: If the file is bad.
    """
    with out_of_memory_in(os.fspath(path)):
        data = read_bytes(path).removeprefix(BYTE_ORDER_MARK)
        require_utf8(data, os.fspath(path))
        return data


def read_bytes(path: Source) -> bytes:
    """Return a file's bytes, decompressed; a byte-order mark is still there.

    Raises:
        FormatError: If the file is bad.
    """
    with ByteReader(path, keep_mark=True) as pieces:
        return pieces.read(-1)


def require_utf8(data: bytes | memoryview, name: str, n_lines_before: int = 0) -> None:
    """Raise FormatError, naming line and byte, unless `data` is UTF-8.

    Args:
        data: Bytes of whole lines, or all that is left.
        name: The file's name in messages.
        n_lines_before: Lines of the file that came before the first line of `data`.
    """
    if is_valid(data):
        return
    data = bytes(data)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = n_lines_before + data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        reason = f"invalid UTF-8: byte 0x{data[error.start]:02x} at byte {column} of the line"
        before, after = data[: error.start][-1:], data[error.start + 1 :][:1]
        if before.isalpha() and after.isascii() and after:  # a letter such as the e of "cafe"
            reason += "; if it is ANSI (Windows, Excel): iconv -f WINDOWS-1252 -t UTF-8"
        raise FormatError(name, line, reason) from None


def require_countable(n_bytes: int, what: str, name: str, n_lines_before: int) -> None:
    """Raise FormatError if a sentence has more bytes of text than could be counted.

    Args:
        n_bytes: How many the sentence has.
        what: The kind of text in messages.
        name: The file's name in messages.
        n_lines_before: Lines of the file that came before it.
    """
    try:
        require_sentence(n_bytes, what)
    except LimitError as error:
        raise FormatError(name, n_lines_before + 1, str(error)) from None


def _required(found: Any) -> Any:
    """What was read. Raises BlockingIOError for a pipe that does not block and has nothing yet."""
    if found is None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    return found


class ByteReader:
    """The content of a file, piece by piece: decompressed, without byte-order mark (or with it).

    "-" is standard input; gzip and Zstandard are recognised by their first bytes. Nothing is opened
    before the first piece is read.
    """

    def __init__(self, path: Source, *, keep_mark: bool = False) -> None:
        self.name = os.fspath(path)
        self._keep_mark = keep_mark
        self._is_standard_input = path == "-"  # a Path("-") is a file of that name
        self._kind = ""
        self._errors: tuple[type[Exception], ...] = (OSError,)
        self._files: list[Any] = []  # as it stands on disk, and decompressed
        self._head = b""
        self._peeked: deque[bytes] = deque()  # read already, and not returned yet
        self._is_opened = False
        self._packed: _Rewound | None = None
        self._n_unpacked = 0
        self._state: tuple[int, int] | None = None

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes or so (-1: all that is left), nothing at the end.

        Raises:
            FormatError: If the file is bad.
        """
        if self._peeked and size >= 0:
            return self._peeked.popleft()
        if self._peeked:
            before = b"".join(self._peeked)
            self._peeked.clear()
            return before + self.read(size)
        is_first = not self._is_opened
        if is_first:
            self._open()
        if not self._files:
            return b""
        piece = self._head + (self._read(size) if size >= 0 else self._read_all())
        self._head = b""
        if is_first and piece.startswith(BYTE_ORDER_MARK) and not self._keep_mark:
            piece = piece[len(BYTE_ORDER_MARK) :]
            if not piece:  # the mark alone
                return self.read(size)
        if not piece or size < 0:
            self._require_unchanged()
            self.close()
        return piece

    def readinto(self, memory: memoryview) -> int:
        """Read the next bytes into `memory`; return how many they are, 0 at the end.

        Raises:
            FormatError: If the file is bad.
        """
        if self._peeked or not self._is_opened:
            piece = self.read(len(memory))
            n: int = min(len(piece), len(memory))
            memory[:n] = piece[:n]
            if n < len(piece):
                self._peeked.appendleft(piece[n:])
            return n
        if not self._files:
            return 0
        n = self._checked(self._files[-1].readinto, memory)
        if not n:
            self._require_unchanged()
            self.close()
        return n

    def peek(self) -> Iterator[bytes]:
        """Yield the pieces that `read` will return, as far as they are used.

        Raises:
            FormatError: If the file is bad.
        """
        yield from tuple(self._peeked)
        while True:
            held, self._peeked = self._peeked, deque()
            try:
                piece = self.read(AHEAD)
            finally:
                self._peeked = held
            if not piece:
                return
            self._peeked.append(piece)
            yield piece

    def close(self) -> None:
        """Close the file; nothing can be read any more. Standard input stays open."""
        while self._files:
            file = self._files.pop()
            if self._files or not self._is_standard_input:
                file.close()
        self._is_opened = True

    def __enter__(self) -> ByteReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self, size: int) -> bytes:
        return self._checked(self._files[-1].read, size)

    def _checked(self, read: Callable[[Any], Any], what: Any) -> Any:
        """Return what `read` makes of its argument: bytes, or how many there are."""
        try:
            found = _required(read(what))
            if self._packed:
                self._n_unpacked += found if isinstance(found, int) else len(found)
                require_unpackable(self._n_unpacked, self._packed.n_read, f"{self._kind} data")
        except self._errors as error:
            raise self._unreadable(error) from None
        except LimitError as error:
            raise self._refused(str(error)) from None
        return found

    def _read_all(self) -> bytes:
        """Return all that is left, unless memory cannot hold it."""
        size = 0
        pieces = []
        try:
            if self._state and not self._packed:
                require_holdable(self._state[0])
                return self._read(-1)
            while piece := self._read(STEP):
                require_holdable(size := size + len(piece))
                pieces.append(piece)
        except LimitError as error:
            raise self._refused(str(error)) from None
        return b"".join(pieces)

    def _require_unchanged(self) -> None:
        """Raise FormatError for a regular file that changed since it was opened."""
        if self._state != _state_of(self._files[0]):
            raise self._refused("changed while it was read")

    def _open(self) -> None:
        self._is_opened = True
        if not self.name:
            raise FormatError("''", None, "empty file name")
        if MARK in self.name and self._open_field():
            return
        if self._is_standard_input and sys.stdin is None:
            raise FormatError(self.name, None, "standard input is closed")
        try:
            # Whoever reads the pieces closes them.
            file = sys.stdin.buffer if self._is_standard_input else open(self.name, "rb")  # noqa: PTH123, SIM115
            self._files.append(file)
            self._state = _state_of(file)
            head = _required(file.read(HEAD))
        except OSError as error:
            raise self._unreadable(error) from None
        except ValueError as error:  # a NUL in the path
            raise FormatError(self.name, None, f"{error}") from None
        if head.startswith((GZIP, ZSTANDARD)):
            self._packed = _Rewound(head, file)
            self._unpack(self._packed, is_gzip=head.startswith(GZIP))
        else:
            self._require_text(head)
            self._head = head

    def _open_field(self) -> bool:
        """Open the text of a field of records, if the name is that of one."""
        from fastgec.read.records import is_binary, sentences

        path, field = file_and_field(self.name)
        if not field:
            return False
        with ByteReader(path, keep_mark=True) as pieces:
            data = pieces.read(-1)
        if not is_binary(data):
            require_utf8(data, path)
        self._files.append(io.BytesIO(sentences(data, field, path)))
        return True

    def _require_text(self, head: bytes) -> None:
        """Raise FormatError for a file of another type, which is named instead of a bad byte."""
        foreign = [*FOREIGN]
        if BZIP2.match(head):
            foreign.append((head[:4], "bzip2 data", "bunzip2"))
        for start, kind, cure in foreign:
            if head.startswith(start):
                raise self._refused(
                    f"{kind}, expected UTF-8 text, plain or packed by gzip or Zstandard: try {cure}"
                )

    def _unpack(self, file: Any, *, is_gzip: bool) -> None:
        if is_gzip:
            import gzip
            import zlib

            self._kind, self._errors = "gzip", (OSError, EOFError, zlib.error)
            self._files.append(gzip.GzipFile(fileobj=file))
            return
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd

        self._kind, self._errors = "Zstandard", (OSError, EOFError, zstd.ZstdError)
        self._files.append(zstd.ZstdFile(file))

    def _unreadable(self, error: Exception) -> FormatError:
        if self._kind:
            text = str(error) or type(error).__name__
            reason = f"damaged {self._kind} data ({text[0].lower() + text[1:]})"
            return self._refused(reason)
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        if isinstance(error, IsADirectoryError):
            shards = sorted(one for one in os.listdir(self.name) if one.endswith(".arrow"))  # noqa: PTH208
            if shards:  # of a data set of Hugging Face
                reason += f" of Arrow files: name one, {self.name}/{shards[0]}#FIELD"
            else:
                reason += f": name its files, such as {visible(self.name)}/*"
            if len(shards) > 1:
                reason += " (save_to_disk with num_shards=1 makes one)"
        return self._refused(reason)

    def _refused(self, reason: str) -> FormatError:
        self.close()
        return FormatError(self.name, None, reason)


def _state_of(file: IO[bytes]) -> tuple[int, int] | None:
    """Return size and time of the last change of a regular file, None of a pipe or of memory."""
    try:
        state = os.fstat(file.fileno())
    except OSError:  # io.UnsupportedOperation: it has no number
        return None
    return (state.st_size, state.st_mtime_ns) if stat.S_ISREG(state.st_mode) else None


class _Rewound(io.RawIOBase):
    """A file whose first bytes were read already (a pipe cannot be rewound)."""

    def __init__(self, head: bytes, file: IO[bytes]) -> None:
        self._rest_of_head = head
        self._file = file
        self.n_read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._rest_of_head[: len(buffer)] or self._file.read(len(buffer))
        self._rest_of_head = self._rest_of_head[len(data) :]
        buffer[: len(data)] = data
        self.n_read += len(data)
        return len(data)


# JSON, JSON lines and CSV in the place of text: refused, since their lines would be sentences.
#
# A text is never refused for one odd sentence: its first lines, up to `RECORDS`, must all be
# records, or its beginning one value of JSON. JSON is known by its content, CSV by its columns
# and either its name or its header. Sentences in memory are never refused.
#
# Readers call `may_be_structured` first, which imports nothing.


LOOKED_AT = 256  # bytes that tell that a text is not structured: of nearly all
MOST = 1 << 16  # bytes that are understood, of those that may be
STRINGS = re.compile(rb'(?:\xef\xbb\xbf)?\s*\[?\s*"')  # JSON whose values are no objects
LEAST_CUT = 4096  # bytes of JSON, at least, whose end is not among those
RECORDS = 8  # lines
JSON_NAMES = (".json", ".jsonl", ".ndjson")
TABLE_NAMES = {",": (".csv",), ";": (".csv",), "\t": (".tsv", ".tab")}
PACKED = (".gz", ".zst", ".zstd")
# Of columns, of which a header without a telling name of its file has one.
COLUMNS = {
    *("candidate", "corrected", "correction", "gold", "hyp", "hypothesis", "id", "input", "label"),
    *("output", "pred", "prediction", "predictions", "ref", "reference", "sentence", "sent_id"),
    *("source", "src", "sys", "system", "target", "text", "tgt"),
}


def may_be_structured(start: bytes, name: str) -> bool:
    r"""Whether a text may be JSON or CSV, going by its first bytes, `LOOKED_AT` at most, and name.

    >>> may_be_structured(b"A cat , a dog .\n", "out.txt"), may_be_structured(b'{"a": 1}', "out")
    (False, True)
    """
    start = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] in (b"{", b"["):
        return True
    if _unpacked(name).endswith((*JSON_NAMES, *TABLE_NAMES[","], *TABLE_NAMES["\t"])):
        return True
    header = start.partition(b"\n")[0].rstrip()
    return b" " not in header and any(mark.encode() in header for mark in TABLE_NAMES)


def require_sentences(data: bytes, name: str, *, is_all: bool) -> None:
    """Raise FormatError for a file whose lines are no sentences but JSON or CSV.

    Args:
        data: its beginning, UTF-8 or not.
        name: the file's name in messages.
        is_all: whether that is the whole file.
    """
    if not may_be_structured(data[:LOOKED_AT], name):
        return
    if kind := kind_of(data, name, is_all=is_all):
        cure = "name the field of the sentences with --field NAME, or as FILE#NAME"
        if kind.startswith("JSON") and STRINGS.match(data):
            cure = 'its strings have no field to name: write lines, or objects ({"text": "..."})'
        raise FormatError(name, None, f"{kind}, expected text, one sentence a line: {cure}")


def kind_of(data: bytes, name: str, *, is_all: bool) -> str:
    r"""Return "JSON", "JSON lines", "CSV" or "TSV" for such a file, "" for text; as above.

    >>> kind_of(b'{"id": 1}\n{"id": 2}\n', "out.txt", is_all=True)
    'JSON lines'
    >>> kind_of(b'{"id": 1}\nAs it is .\n', "out.txt", is_all=True)
    ''
    >>> kind_of(b'id,text\n1,"So , it is ."\n', "out.txt", is_all=True)
    'CSV'
    """
    is_all = is_all and len(data) <= MOST
    text = data[:MOST].decode(errors="ignore").removeprefix("\ufeff")
    lines = text.split("\n")
    if not is_all:
        lines.pop()
    name = _unpacked(name)
    return _json(text.lstrip(), lines, name, is_all) or _table(lines, name)


def _unpacked(name: str) -> str:
    name = name.lower()
    for suffix in PACKED:
        name = name.removesuffix(suffix)
    return name


def _json(text: str, lines: list[str], name: str, is_all: bool) -> str:
    import json

    is_named = name.endswith(JSON_NAMES)
    first = [line for line in lines if line.strip()][:RECORDS]
    if first and all(_is_record(line, is_named=is_named) for line in first):
        return "JSON lines" if len(first) > 1 or not is_all else "JSON"
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        # A value that goes on where the bytes end.
        is_cut = not is_all and len(text) >= LEAST_CUT and text[0] in "{["
        reached = error.pos >= len(text) - 8 or error.msg.startswith("Unterminated string")
        return "JSON" if is_cut and reached else ""
    except (RecursionError, ValueError):
        return ""
    return "JSON" if "\n" in text[:end] and _holds_records(value) else ""


def _is_record(line: str, *, is_named: bool) -> bool:
    import json

    try:
        value = json.loads(line)
    except (RecursionError, ValueError):
        return False
    return _holds_records(value) or (is_named and isinstance(value, str | list | dict))


def _holds_records(value: Any) -> bool:
    """Whether a value is an object, or a list of several strings, or of objects."""
    if isinstance(value, dict):
        return bool(value)
    if not isinstance(value, list) or not value:
        return False
    if all(isinstance(item, dict | list) and item for item in value):
        return True
    return len(value) > 1 and all(isinstance(item, str) for item in value)


def _table(lines: list[str], name: str) -> str:
    """Return which table it is: all records have as many fields, and a header or name tells."""
    import csv

    for delimiter, kind in ((",", "CSV"), (";", "CSV"), ("\t", "TSV")):
        try:
            rows = [row for row in csv.reader(lines, delimiter=delimiter, strict=True) if row]
        except csv.Error:
            continue
        if len(rows) < 2 or len(rows[0]) < 2 or len({len(row) for row in rows}) > 1:
            continue
        header = [field.strip().lower() for field in rows[0]]
        is_header = len(set(header)) == len(header) and all(
            field.replace("_", "").replace("-", "").replace(" ", "").isalnum() for field in header
        )
        if name.endswith(TABLE_NAMES[delimiter]) or (is_header and COLUMNS & set(header)):
            return kind
    return ""


# Where files are cut into blocks: M2 text before a source, other text behind a line.
#
# Input diagnostics read some sentences of each block, so warnings depend on where blocks end:
# every reader cuts here. Nothing takes long to import, since plain runs read by these alone.


PIECE = 1 << 18  # bytes of the first read
LEAST = 1 << 14  # of others
LINE_FEED = 10
LINES = 2048  # of a block, the most
NUMBERS = 1 << 18  # of counts in a block, the most (2 MB)
SENTENCES = 1024  # of a block of M2 text, the most
BYTES = 1 << 20  # of M2 text or the first column of a block: no more sentences once it has so many


def most_lines(n_numbers: int) -> int:
    """Return how many lines a block has at most, of so many counts for each.

    >>> most_lines(64), most_lines(1 << 12), most_lines(1 << 20)
    (2048, 64, 16)
    """
    return max(16, min(LINES, NUMBERS // max(1, n_numbers)))


class Buffer:
    """Memory of the text of a block, used again for another."""

    def __init__(self) -> None:
        self.memory = memoryview(bytearray())

    def widen(self, size: int, n_kept: int) -> None:
        """Have room for so many bytes, of which the first `n_kept` stay as they are."""
        if size > len(self.memory):
            memory = memoryview(bytearray(size + size // 8))
            memory[:n_kept] = self.memory[:n_kept]
            self.memory = memory


class Front:
    """Text of a file that is read as far as a block needs it, which is then taken."""

    def __init__(self, read_into: Callable[[memoryview], int]) -> None:
        self._read_into = read_into
        self._own = self._buffer = Buffer()
        self._begin = self._end = 0  # in its memory: what is read and not taken
        self._is_new = True
        self._size = 0  # of the last block

    def open(self, buffer: Buffer | None) -> None:
        """Begin a block, in the caller's buffer if he has one; blocks before it have their own."""
        buffer = buffer or self._own
        if buffer is not self._buffer:
            rest = self.text()
            buffer.widen(len(rest), 0)
            buffer.memory[: len(rest)] = rest
            self._buffer, self._begin, self._end = buffer, 0, len(rest)

    def text(self) -> memoryview:
        """Return what is read of the block, and behind it."""
        return self._buffer.memory[self._begin : self._end]

    def read_on(self) -> bool:
        """Read more of the block; False at the end of the file."""
        buffer, size = self._buffer, self._end - self._begin
        # Blocks are alike. What is read behind the end of one has to be copied.
        wanted = self._size + self._size // 16 - size
        if wanted <= 0:
            wanted = max(size // 4, LEAST)
        if self._is_new:
            wanted = PIECE
        self._is_new = False
        if self._begin:
            buffer.memory[:size] = self.text()
        buffer.widen(size + wanted, size)
        n_read = self._read_into(buffer.memory[size : size + wanted])
        self._begin, self._end = 0, size + n_read
        return n_read > 0

    def take(self, size: int) -> memoryview | bytes:
        """Return the block, which has so many bytes; as bytes, unless in the caller's buffer."""
        data = self.text()[:size]
        self._begin += size
        self._size = size
        return bytes(data) if self._buffer is self._own else data


# M2 text is cut where a source line begins, so that each part is M2 text itself.
# A source is known to be whole when the next one begins, so a part ends before a source or with the
# text.
class Cut(namedtuple("Cut", ("data", "n_lines_before", "n_sources", "is_last"))):
    """A part of a text.

    data            bytes, or a view of the caller's buffer
    n_lines_before  lines of the text before it
    n_sources       source lines in it
    is_last         whether the text ends with it
    """

    __slots__ = ()


class Cutter:
    """A text, some sentences at a time."""

    def __init__(
        self,
        read_into: Callable[[memoryview], int],
        name: str,
        look: Callable[[bytes, int], None] | None = None,
    ) -> None:
        """Take the source of bytes.

        Args:
            read_into: reads the next bytes into memory, and returns how many; 0 at the end.
            name: of the file, for errors.
            look: called with text that goes on without a source, and the number of lines before
                it; may raise FormatError, before all of it is read.
        """
        self._front = Front(read_into)
        self._name = name
        self._look = look
        self._n_lines = 0

    def take(self, most: int, most_bytes: int = sys.maxsize, buffer: Buffer | None = None) -> Cut:
        """Return the next `most` sentences, fewer only at the end.

        Args:
            most: number of sentences.
            most_bytes: no more sentences once these have so many, but at least one.
            buffer: where the text will be; None: in bytes of its own.

        Raises:
            FormatError: If the file is bad.
        """
        n_sources = n_lines = size = 0  # of what was looked at
        opened_at = opened = 0  # bytes and lines before the last source
        checked = BYTES
        front = self._front
        front.open(buffer)
        while True:
            text = front.text()
            is_line_start = not size or text[size - 1] == LINE_FEED
            found, last, n_before, n_breaks = find_sources(
                text, size, n_sources, most, most_bytes, is_line_start
            )
            if found > most or (found > n_sources and found > 1 and last >= most_bytes):
                return self._cut(last, found - 1, n_lines + n_before, is_last=False)
            if found > n_sources:
                opened_at, opened = last, n_lines + n_before
            n_sources = found
            n_lines += n_breaks
            size = len(text)
            n_open = size - opened_at
            if n_open > checked:  # text in which no sentence begins may have no end
                require_countable(n_open, "sentence", self._name, self._n_lines + opened)
                if self._look is not None and n_lines > opened:
                    self._look(bytes(text), self._n_lines)
                checked = 2 * n_open
            if not front.read_on():
                return self._cut(size, n_sources, n_lines, is_last=True)

    def _cut(self, size: int, n_sources: int, n_lines: int, *, is_last: bool) -> Cut:
        data = self._front.take(size)
        cut = Cut(data, self._n_lines, n_sources, is_last=is_last)
        self._n_lines += n_lines
        return cut


class LineCutter:
    """Lines of a file, a given number at a time."""

    def __init__(self, file: ByteReader) -> None:
        self.n_taken = 0  # lines
        self._name = file.name
        self._front = Front(file.readinto)
        self._is_begun = False

    def take(
        self, n_lines: int, most_bytes: int = sys.maxsize, buffer: Buffer | None = None
    ) -> tuple[Any, Any, Any]:
        """Return the next `n_lines` lines, fewer only at the end: text, starts, ends.

        Both are int64[S], see `tokens.split_lines`.

        Args:
            n_lines: number of lines.
            most_bytes: no more lines once these have so many, but at least one.
            buffer: where the text will be; None: in bytes of its own.

        Raises:
            FormatError: If the file is bad.
        """
        starts, ends = (_numbers(min(n_lines, LINES)) for _ in range(2))
        n = end = 0  # lines, and where the next one begins
        front = self._front
        front.open(buffer)
        while True:
            text = front.text()
            n, end = cut_lines(text, end, n, most_bytes, starts, ends)
            if n >= n_lines or (n and end >= most_bytes):
                break
            if n == len(starts):
                starts, ends = (_numbers(min(2 * n, n_lines), old) for old in (starts, ends))
                continue
            size = len(text)
            if size - end > PIECE:
                require_countable(size - end, "line", self._name, self.n_taken + n)
            if not front.read_on():
                if end < size:  # the last line lacks its end
                    starts[n], ends[n] = end, size
                    n, end = n + 1, size
                break
            if not self._is_begun:
                head = bytes(front.text()[: MOST + 1])
                require_sentences(head, self._name, is_all=True)
                if head.startswith(ESSAY) or b"\n" + ESSAY in head:
                    reason = "essays, expected one sentence a line"
                    cure = "'fastgec run --benchmark multigec-2025' reads them"
                    raise FormatError(self._name, None, f"{reason}: {cure}")
                self._is_begun = True
        data = front.take(end)
        require_utf8(data, self._name, self.n_taken)
        self.n_taken += n
        return data, starts[:n].toreadonly(), ends[:n].toreadonly()


def _numbers(size: int, start: memoryview | None = None) -> memoryview:
    """Return memory for so many int64, which begins with those of `start`."""
    numbers = memoryview(bytearray(8 * size)).cast("q")
    if start is not None:
        numbers[: len(start)] = start
    return numbers
