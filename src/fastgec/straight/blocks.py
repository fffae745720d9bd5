"""Plain files read in step, and their blocks counted on threads.

Only regular files will do, uncompressed and without a byte-order mark: `UnusualError` says that
`metrics` must do the run. A block is read from where the last one ended into buffers that were read
into before, so that a run of any length touches the same warm memory.
"""

from __future__ import annotations

import os
import stat
from _thread import allocate_lock

from fastgec.diagnostics.rules import (
    ALL_LOOKED_AT,
    MOST_BYTES,
    OF_REFERENCES,
    SHIFTED_IN_A_ROW,
    copies,
    may_warn,
    part,
)
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import count_threads, map_ordered
from fastgec.read.cuts import BYTES
from fastgec.read.structured import LOOKED_AT, may_be_structured
from fastgec.straight.block import N_READ_BEHIND, cut_gold, cut_lines

FIRST = 1 << 18  # bytes of each file that are read for the first block
FIRST_GOLD = 1 << 19  # and of gold
CUT = 1 << 20  # bytes of gold: no more sentences once a block has so many
SURE = 2  # blocks after which what is suspicious will mostly be so at the end
MOST = 1 << 26  # bytes of a block
# Byte-order mark, gzip, Zstandard; what the usual way refuses and may be UTF-8: bzip2, zip, lz4.
MARKS = (
    *(b"\xef\xbb\xbf", b"\x1f\x8b", b"\x28\xb5\x2f\xfd"),
    *(b"BZh", b"PK\x03\x04", b"\x04\x22\x4d\x18"),
)

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from fastgec.machine.parallel import Cancel
    from fastgec.straight.block import Worker
    from fastgec.straight.texts import TextWorker

    AnyWorker = TypeVar("AnyWorker", Worker, TextWorker)
    # Of outputs, then of references: flags of each kind, lines looked at, votes. Equal texts.
    Seen = tuple[list[tuple[list[int], int, int]], list[int]]
    # Sentences of a block, what was made of it by a worker, and what that saw.
    Made = tuple[int, bytes, AnyWorker, Seen]


class UnusualError(Exception):
    """Something that only the usual way knows how to take."""


class Buffer:
    """Bytes of a file, and room behind them."""

    def __init__(self) -> None:
        self.data = bytearray()

    def make_room(self, size: int) -> None:
        """Have room for so many bytes of text; what was there is lost."""
        if size > MOST:
            raise UnusualError
        if size + N_READ_BEHIND > len(self.data):
            self.data = bytearray(size + N_READ_BEHIND)


class PlainFile:
    """A regular file that is read from any place.

    Raises:
        UnusualError: It cannot be opened, is no regular file, or begins with a mark.
    """

    def __init__(self, path: str) -> None:
        try:
            # Whoever writes to a named pipe would lose his reader when it is closed again.
            if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
                raise UnusualError
            self._file = open(path, "rb", buffering=0)  # noqa: PTH123, SIM115
        except (OSError, ValueError):
            raise UnusualError from None
        self._state = self._state_now()
        self.at = 0
        start = self._file.read(LOOKED_AT)
        is_plain = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        is_foreign = any(start.startswith(mark) for mark in MARKS)
        if not is_plain or is_foreign or may_be_structured(start, path):
            self.close()
            raise UnusualError

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self._state[0]

    @property
    def is_done(self) -> bool:
        """Whether all of it was taken."""
        return self.at >= self.size

    def read(self, buffer: Buffer, size: int) -> tuple[int, bool]:
        """Read so many bytes or what is left; return how many, and whether the file ends there."""
        buffer.make_room(size)
        self._file.seek(self.at)
        n_read = 0
        with memoryview(buffer.data) as view:
            while n_read < size and (n := self._file.readinto(view[n_read:size])):
                n_read += n
        return n_read, self.at + n_read >= self.size

    def require_unchanged(self) -> None:
        """Raise UnusualError if the file changed since it was opened."""
        if self._state != self._state_now():
            raise UnusualError

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _state_now(self) -> tuple[int, int, int, int]:
        """Return what changes with the content: size, time, and which file it is."""
        now = os.fstat(self._file.fileno())
        return now.st_size, now.st_mtime_ns, now.st_ino, now.st_dev


class Columns:
    """The blocks of some files, in order; whoever takes one holds a lock.

    Raises:
        UnusualError: A file is not plain.
    """

    # Of the first file: no more lines once a block has so many. The usual way says so, too, but may
    # end such a block at another line.
    most_bytes = BYTES

    def __init__(self, paths: Sequence[str], n_lines: int) -> None:
        """Take the files, the source first, and how many lines a block has at most."""
        self._files: list[PlainFile] = []
        self._n_lines = n_lines
        self._is_cut_alike = True
        self.n_sentences = 0
        try:
            for path in paths:
                self._files.append(PlainFile(path))
        except UnusualError:
            self.close()
            raise
        self._sizes = [FIRST] * len(paths)  # what will probably do

    @property
    def n_files(self) -> int:
        """How many files there are."""
        return len(self._files)

    @property
    def most_threads(self) -> int:
        """How many threads have a block to count at the same time, at the most."""
        return 1 + self._files[0].size // FIRST

    def take(self, buffers: Sequence[Buffer]) -> tuple[int, int, list[int]] | None:
        """Read the next block; None at the end.

        Args:
            buffers: One for each file.

        Returns:
            Sentences before the block, its sentences, and its bytes of each file.

        Raises:
            UnusualError: The files do not have equally many lines, or changed.
        """
        if self._files[0].is_done:
            if not self.n_sentences or not all(file.is_done for file in self._files):
                raise UnusualError
            self.require_unchanged()
            return None
        n_lines, size = self._take_first(buffers[0])
        sizes = [size]
        for column in range(1, len(self._files)):
            n_found, size = self._take(column, buffers[column], n_lines, MOST)
            if n_found != n_lines:
                raise UnusualError
            sizes.append(size)
        first = self.n_sentences
        self.n_sentences += n_lines
        self._is_cut_alike &= sizes[0] < self.most_bytes
        if self.n_sentences > ALL_LOOKED_AT and not self._is_cut_alike:
            raise UnusualError  # diagnostics would read other sentences than in a run of `metrics`
        return first, n_lines, sizes

    def require_unchanged(self) -> None:
        """Raise UnusualError if a file changed since it was opened."""
        for file in self._files:
            file.require_unchanged()

    def close(self) -> None:
        """Close all files."""
        for file in self._files:
            file.close()

    def _take_first(self, buffer: Buffer) -> tuple[int, int]:
        """Read what decides how many lines the block has; return how many, and their bytes."""
        return self._take(0, buffer, self._n_lines, self.most_bytes)

    def _take(self, column: int, buffer: Buffer, n_lines: int, most_bytes: int) -> tuple[int, int]:
        """Read so many lines of a file, or what is left; return how many, and their bytes."""
        file, size = self._files[column], self._sizes[column]
        while True:
            n_read, is_end = file.read(buffer, size)
            n_found, taken = cut_lines(buffer.data, n_read, n_lines, most_bytes)
            if n_found == n_lines or taken >= most_bytes:
                break
            if is_end:
                # The last line may lack its end.
                if taken < n_read:
                    n_found, taken = n_found + 1, n_read
                break
            size *= 2
        file.at += taken
        # Blocks are alike: what will probably do is a little more than this one had.
        self._sizes[column] = max(1 << 12, taken + taken // 16)
        return n_found, taken


class GoldColumns(Columns):
    """The blocks of M2 text and of systems' outputs.

    Raises:
        UnusualError: A file is not plain.
    """

    most_bytes = CUT

    def __init__(self, gold: str, outputs: Sequence[str]) -> None:
        super().__init__((gold, *outputs), 0)
        self._sizes[0] = FIRST_GOLD

    def _take_first(self, buffer: Buffer) -> tuple[int, int]:
        file, size = self._files[0], self._sizes[0]
        while True:
            n_read, is_end = file.read(buffer, size)
            n_sentences, taken = cut_gold(buffer.data, n_read, self.most_bytes, is_end)
            if n_sentences:
                break
            if is_end:
                raise UnusualError
            size *= 2
        file.at += taken
        if not (file.is_done or buffer.data.endswith((b"\n\n", b"\n\r\n"), 0, taken)):
            raise UnusualError  # the next source may have no blank line before it
        self._sizes[0] = max(self._sizes[0] // 2, taken + taken // 8)
        return n_sentences, taken


def first_sources(path: str, n: int) -> list[str]:
    """Return the beginnings of the first sources of M2 text that was read and is good."""
    sources: list[str] = []
    with open(path, "rb") as lines:  # noqa: PTH123
        for line in lines:
            if len(sources) == n:
                break
            if line.startswith(b"S"):
                text = line.removesuffix(b"\n").removesuffix(b"\r")[2:]
                sources.append(text[:MOST_BYTES].decode(errors="ignore"))
    return sources


def count_blocks(
    columns: Columns,
    new_worker: Callable[[int], AnyWorker],
    add: Callable[[bytes], None],
    jobs: int | None,
    progress: Callable[[int], None] | None,
    *,
    n_references: int = 0,
    splits: bool = True,
) -> list[AnyWorker]:
    """Count the blocks of some files, and close them.

    Args:
        columns: The files.
        new_worker: Makes what counts, on one thread each, of the bytes it may take.
        add: Is given what a worker made of each block, in order.
        jobs: Threads; None for all usable cores.
        progress: Called with the number of sentences done.
        n_references: How many of the files are references.
        splits: Whether words are compared.

    Returns:
        What counted.

    Raises:
        UnusualError: The files are not for this way, or a warning may have to be given.
    """
    n_threads = min(count_threads(jobs), columns.most_threads)
    limit = available_memory() // n_threads
    free: list[tuple[AnyWorker, list[Buffer]]] = []
    seen: dict[AnyWorker, Seen] = {}
    reading = allocate_lock()
    is_read = False

    def tickets() -> Iterator[None]:
        while not is_read:
            yield None

    def work(_: None, cancel: Cancel) -> tuple[int, Made[AnyWorker]] | None:
        # Whoever counts a block reads it, so that it is in the cache of his core.
        nonlocal is_read
        try:
            worker, buffers = free.pop()
        except IndexError:
            worker, buffers = new_worker(limit), [Buffer() for _ in range(columns.n_files)]
        with reading:
            taken = None if cancel[0] else columns.take(buffers)
        if taken is None:
            is_read = True
            return None
        first, n_sentences, sizes = taken
        # Of references fewer are looked at; gold has none.
        fewer = [part(first, n_sentences, is_reference=True)] if n_references else []
        looked_at = part(first, n_sentences)
        data = [buffer.data for buffer in buffers]
        made = worker.count(data, sizes, n_sentences, looked_at, cancel, *fewer)
        if made is None:
            raise UnusualError
        # What the worker saw is read where nobody writes it: half a block would be suspicious.
        counted = n_sentences, made, worker, worker.seen
        free.append((worker, buffers))
        return first, counted

    # A sentence may take longer than a user waits for an answer to Ctrl-C.
    results = map_ordered(work, tickets(), jobs=n_threads, is_long=True, ahead=n_threads + 1)
    waiting: dict[int, Made[AnyWorker]] = {}
    n_blocks = n_done = 0
    try:
        for result in results:
            if result is not None:  # a block may be read before that of an earlier ticket
                waiting[result[0]] = result[1]
            while n_done in waiting:
                n_sentences, made, worker, seen[worker] = waiting.pop(n_done)
                add(made)
                n_done += n_sentences
                n_blocks += 1
                if progress:
                    progress(n_done)
            if n_blocks >= SURE and _is_suspicious(seen.values(), n_references, splits=splits):
                raise UnusualError  # it will be at the end
        if _is_suspicious(seen.values(), n_references, splits=splits):
            raise UnusualError
        columns.require_unchanged()
    finally:
        results.close()
        columns.close()
    return list(seen)


def _is_suspicious(seen: Iterable[Seen], n_references: int, *, splits: bool) -> bool:
    """Whether a warning could be due: seen is what each worker saw of the sentences so far."""
    texts, equal = zip(*seen, strict=True)
    for number, of_workers in enumerate(zip(*texts, strict=True)):
        flags, n_looks, n_votes = zip(*of_workers, strict=True)
        n_flags = [sum(counts) for counts in zip(*flags, strict=True)]
        is_reference = number >= len(texts[0]) - n_references
        least = OF_REFERENCES if is_reference else 0.0
        if sum(n_votes) >= SHIFTED_IN_A_ROW:
            return True
        if may_warn(n_flags, sum(n_looks), least, splits=splits and not is_reference):
            return True
    return bool(copies([sum(counts) for counts in zip(*equal, strict=True)], n_references))
