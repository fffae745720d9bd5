"""Resources of the machine: threads, memory with its limits, files that are whole or not there.

Nothing here knows what is scored. Help imports it, too: what only runs need is imported late.

**Threads over parts of a corpus**: the same result as one thread, and Ctrl-C that answers. Parts
are taken from a common list, so that a thread with easy sentences goes on to the next, and results
come back in order. The calling thread reads, waits and folds: an interrupt raises there at once,
sets the flag that kernels look at, and is re-raised when the threads have stopped. Where the system
gives fewer threads than wanted, these do all; where it gives none, the calling thread does.

**Memory that foreign data may make us take.** Whatever is unpacked, held or worked on has a limit
before the memory is taken: the machine must not end the process, or others, because of what a file
says of itself or because a pipe has no end.

**Files** are written beside their place, then renamed. JSON text becomes values under one rule more
than Python's: no object has a key twice.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cache

from fastgec.values import whole_number

TYPE_CHECKING = False  # as in typing: a plain run does without it, and without numpy
if TYPE_CHECKING:
    from _queue import SimpleQueue
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import IO, Any, TypeVar

    import numpy as np
    from numpy.typing import NDArray

    Cancel = NDArray[np.int32]
    CountRange = Callable[[int, int, Cancel], None]
    Item = TypeVar("Item")
    Result = TypeVar("Result")
else:
    Cancel = memoryview  # of an int32, as kernels take it

MOST_THREADS = 256  # more would only wait for one another
THREAD_SPACE = 256 << 20  # bytes of addresses that a thread may reserve: stack, heap, what it reads
ENDED = -1  # in place of the number of a result: a thread has ended


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def count_threads(jobs: int | None) -> int:
    """Return how many threads work may take at most: `jobs`, or all usable cores for None.

    Under a limit of addresses (`ulimit -v`) they are as few as it has space for: where all threads
    start and leave no memory to work with, nothing is gained.

    Raises:
        ValueError: Unless jobs is a whole number from 1.
    """
    wanted = usable_cores() if jobs is None else whole_number(jobs, "jobs", 1)
    n_threads = min(wanted, MOST_THREADS)
    if n_threads > 1 and os.name == "posix":
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            n_threads = max(min(n_threads, limit // THREAD_SPACE), 1)
    return n_threads


class Budget:
    """Memory of threads that work at the same time: each has a share, or one alone has the whole.

    >>> budget = Budget(1000, n_threads=2)
    >>> with budget.share() as share:
    ...     print(share)
    500
    """

    def __init__(self, n_bytes: int, n_threads: int) -> None:
        self._n_bytes = n_bytes
        self._n_threads = max(n_threads, 1)
        if self._n_threads > 1:
            import threading

            self._shares = threading.Semaphore(self._n_threads)
            self._alone = allocate_lock()

    def share(self) -> AbstractContextManager[int]:
        """Take a share for as long as the block lasts; its value is bytes."""
        if self._n_threads == 1:
            from contextlib import nullcontext

            return nullcontext(self._n_bytes)
        return Held(self._n_bytes // self._n_threads, self._shares, 1, self._alone)

    def try_both(self, work: Callable[[int], Result], too_little: type[Exception]) -> Result:
        """Return work(bytes) by a share, or by the whole if a share is too little.

        So whether a corpus can be scored does not depend on the number of threads.

        Args:
            work: what is done with so many bytes.
            too_little: what it raises if they are not enough; by the whole, that comes through.

        >>> def half(n_bytes):
        ...     if n_bytes < 600:
        ...         raise MemoryError
        ...     return n_bytes // 2
        >>> Budget(1000, n_threads=2).try_both(half, MemoryError)
        500
        """
        try:
            with self.share() as limit:
                return work(limit)
        except too_little:
            with self.whole() as limit:
                return work(limit)

    def whole(self) -> AbstractContextManager[int]:
        """Wait until nobody has a share, then take all for as long as the block lasts."""
        if self._n_threads == 1:
            from contextlib import nullcontext

            return nullcontext(self._n_bytes)
        return Held(self._n_bytes, self._shares, self._n_threads, self._alone)


class Held:
    """Shares of a budget that are held for as long as a block lasts; its value is bytes."""

    def __init__(self, n_bytes: int, shares: Any, n: int, alone: Any) -> None:
        self._n_bytes = n_bytes
        self._shares = shares
        self._n = n
        self._alone = alone
        self._n_held = 0

    def __enter__(self) -> int:
        try:
            with self._alone:  # two that take all would wait for each other
                while self._n_held < self._n:
                    self._shares.acquire()
                    self._n_held += 1
        except BaseException:  # Ctrl-C
            self.__exit__()
            raise
        return self._n_bytes

    def __exit__(self, *_: object) -> None:
        if self._n_held:
            self._shares.release(self._n_held)


def count_ranges(
    count: CountRange,
    n_sentences: int,
    *,
    jobs: int | None = None,
    chunk: int,
) -> None:
    """Call count(first, last, cancel) for ranges that cover all sentences, on `jobs` threads.

    Args:
        count: Is given the first sentence of a range, the one behind it, and the flag to look at.
        n_sentences: How many there are.
        jobs: None for all usable cores.
        chunk: Sentences per call.

    Raises:
        ValueError: Unless jobs and chunk are whole numbers from 1; more as `map_ordered`.

    >>> squares = [0] * 1000
    >>> def fill(first, last, cancel):
    ...     squares[first:last] = [n**2 for n in range(first, last)]
    >>> count_ranges(fill, 1000, jobs=2, chunk=100)
    >>> squares[999]
    998001
    """
    chunk = whole_number(chunk, "chunk", 1)
    ranges = [(first, min(first + chunk, n_sentences)) for first in range(0, n_sentences, chunk)]
    for _ in map_ordered(lambda part, cancel: count(*part, cancel), ranges, jobs=jobs):
        pass


class _Failure:
    """In place of a result: what was raised."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def cancel_flag() -> Cancel:
    """Return int32[1] of 0, as kernels look at: work goes on until somebody writes to it."""
    return memoryview(bytearray(4)).cast("i")  # type: ignore[return-value]


def map_ordered(
    work: Callable[[Item, Cancel], Result],
    items: Iterable[Item],
    *,
    jobs: int | None = None,
    is_long: bool = False,
    ahead: int | None = None,
) -> Generator[Result]:
    """Yield work(item, cancel) for every item, in order, worked at by `jobs` threads.

    Items are made by the caller, one at a time and only a few ahead of the results that were taken,
    so that a corpus can be read while it is counted. `cancel` is int32[1], 0 until work must stop.

    Args:
        work: What is done with an item; it looks at `cancel` where it takes long.
        items: What it is done with.
        jobs: The most threads (None: all usable cores); no more are started than there are items,
            or than the system gives.
        is_long: Whether an item may take longer than a user waits for an answer to Ctrl-C: then
            even one job is a thread of its own.
        ahead: How many items are made before the first result is taken (None: two for each thread;
            one for one thread, which takes turns with the caller).

    Raises:
        ValueError: Unless jobs is a whole number from 1.
        KeyboardInterrupt: When the threads have stopped.
        Exception: What `work` or `items` raises, for the earliest item that failed.

    >>> list(map_ordered(lambda item, cancel: item * item, range(5), jobs=2))
    [0, 1, 4, 9, 16]
    """
    from _queue import Empty, SimpleQueue

    n_threads = count_threads(jobs)
    cancel = cancel_flag()
    if n_threads == 1 and not is_long:
        for item in items:
            yield work(item, cancel)
        return
    # A signal can leave a condition variable locked for ever, but not a SimpleQueue. So the caller,
    # who gets the signals, meets the threads in such queues alone.
    tasks: SimpleQueue[tuple[int, Item] | None] = SimpleQueue()  # None: no more
    finished: SimpleQueue[tuple[int, Any]] = SimpleQueue()
    shared = (work, tasks, finished, cancel)
    source = iter(items)
    outcomes: dict[int, Any] = {}
    n_begun = n_taken = n_running = 0
    is_ended = False
    n_ahead = ahead or _ahead(n_threads)
    try:
        while True:
            while not is_ended and n_begun < n_taken + n_ahead:
                try:
                    tasks.put((n_begun, next(source)))
                except StopIteration:
                    is_ended = True
                    break
                except Exception as error:
                    is_ended = True
                    outcomes[n_begun] = _Failure(error)  # raised after the results before it
                n_begun += 1
                if n_running < n_threads and not is_ended:
                    # Threads of `threading` would keep the process alive where an iteration is
                    # dropped, and take longer to import than a thousand sentences to count.
                    try:
                        start_new_thread(_run, shared)
                        n_running += 1
                    except (RuntimeError, MemoryError):  # a limit of memory or of processes
                        n_threads = n_running
                        n_ahead = ahead or _ahead(n_threads)
            if n_taken == n_begun:
                return
            if not n_running and n_taken not in outcomes:
                task = tasks.get()
                assert task is not None  # behind the last item are only outcomes
                outcomes[n_taken] = _done(work, task, cancel)
            while n_taken not in outcomes:
                try:  # a wait without end would not see Ctrl-C on every system
                    number, outcome = finished.get(timeout=0.2)
                except Empty:
                    continue
                outcomes[number] = outcome
            outcome = outcomes.pop(n_taken)
            n_taken += 1
            if isinstance(outcome, _Failure):
                raise outcome.error
            yield outcome
    finally:
        cancel[0] = 1
        for _ in range(n_running):
            tasks.put(None)
        while n_running and not sys.is_finalizing():  # where no thread runs any more
            try:
                n_running -= finished.get(timeout=0.2)[0] == ENDED
            except Empty:
                continue


def _ahead(n_threads: int) -> int:
    """Return how many items are made before the first result is taken."""
    return 2 * n_threads if n_threads > 1 else 1  # one: caller and thread take turns


def _run(
    work: Callable[[Item, Cancel], Any],
    tasks: SimpleQueue[tuple[int, Item] | None],
    finished: SimpleQueue[tuple[int, Any]],
    cancel: Cancel,
) -> None:
    """Do tasks until there are no more, or work must stop: what a thread runs."""
    try:
        while (task := tasks.get()) and not cancel[0]:
            finished.put((task[0], _done(work, task, cancel)))
    finally:
        finished.put((ENDED, None))


def _done(work: Callable[[Item, Cancel], Any], task: tuple[int, Item], cancel: Cancel) -> Any:
    """Return what work makes of the item of a task, or its failure."""
    try:
        return work(task[1], cancel)
    except BaseException as error:
        return _Failure(error)


# A small file that unpacks to more than any memory is a mistake or an attack. No text of people or
# models is packed so well; a repeated one may be, and passes while it is small.
LARGEST_UNPACKED = 1 << 30
LARGEST_RATIO = 100
# The text of a sentence is held several times while it is counted: as bytes, tokens, n-grams. A
# byte of an output takes 60 in the lattice of MaxMatch.
SENTENCE_SHARE = 32


class LimitError(ValueError):
    """Data that takes more memory than it may; the text says what was found."""


@cache  # a call with a few short sentences takes little longer than to ask the system
def available_memory() -> int:
    """Return how many bytes work may take: half of what the machine has.

    A limit that the system sets for a group of processes (a container) counts as the machine's, as
    it is when first asked for.
    """
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        total = 8 << 30
    try:
        # Without pathlib, whose import takes longer than scoring a hundred sentences.
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:  # noqa: PTH123
            total = min(total, int(file.read().strip()))
    except (OSError, ValueError):  # no such limit
        pass
    return total // 2


def require_unpackable(n_unpacked: int, n_packed: int, what: str) -> None:
    """Raise LimitError if `what` unpacks to too many bytes, for all sizes and for its own.

    Raises:
        LimitError: If it does, or if FASTGEC_MAX_UNPACKED is no number of bytes.

    >>> require_unpackable(3 << 30, 1 << 30, "gzip data")
    >>> require_unpackable(3 << 30, 1 << 20, "gzip data")
    Traceback (most recent call last):
    fastgec.machine.LimitError: more than 1073741824 bytes in gzip data, 100 times its \
size (FASTGEC_MAX_UNPACKED=BYTES allows more)
    """
    text = os.environ.get("FASTGEC_MAX_UNPACKED", str(LARGEST_UNPACKED))
    if not (text.isascii() and text.isdigit()):
        raise LimitError(f"FASTGEC_MAX_UNPACKED={text!r}: expected a number of bytes")
    limit = int(text)
    if n_unpacked > max(limit, LARGEST_RATIO * n_packed):
        raise LimitError(
            f"more than {limit} bytes in {what}, {LARGEST_RATIO} times its size "
            "(FASTGEC_MAX_UNPACKED=BYTES allows more)"
        )


def require_holdable(n_bytes: int, what: str = "", share: int = 1) -> None:
    """Raise LimitError if so many bytes cannot be held at once.

    Args:
        n_bytes: How many.
        what: What they are of, for the message.
        share: How many hold as much at the same time.

    >>> require_holdable(1 << 60)
    Traceback (most recent call last):
    fastgec.machine.LimitError: more than ... bytes: expected at most half of \
the memory
    """
    if n_bytes > available_memory() // share:
        limit = available_memory()
        of_what = f" of {what}" if what else ""
        reason = f"more than {limit} bytes{of_what}: expected at most half of the memory"
        raise LimitError(reason)


def require_sentence(n_bytes: int, what: str) -> None:
    """Raise LimitError if a sentence has more bytes of text than could be counted.

    >>> require_sentence(1 << 60, "line")
    Traceback (most recent call last):
    fastgec.machine.LimitError: line of more than ... bytes: expected at most a \
64th of the memory
    """
    if n_bytes > (limit := available_memory() // SENTENCE_SHARE):
        reason = f"{what} of more than {limit} bytes: expected at most a 64th of the memory"
        raise LimitError(reason)


PACKED = (".gz", ".zst", ".xz", ".bz2", ".zip")  # names that promise compressed data

_unfinished: set[Path] = set()


def replacing(
    path: str | os.PathLike[str], *, packs: Sequence[str] = ()
) -> AbstractContextManager[IO[bytes]]:
    """Open a binary file that becomes `path` when the block ends well, and vanishes when it fails.

    A path that exists and is no regular file (a pipe, a terminal, /dev/null) is written directly.
    A file that is replaced keeps its permissions.

    Args:
        path: Where it is written.
        packs: Endings of names for which the caller compresses what is written.

    Raises:
        OSError: If it cannot be written, or its name promises another compression; it names `path`.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/out") as file:
    ...         _ = file.write(b"whole")
    ...     Path(folder, "out").read_bytes()
    b'whole'
    """
    from contextlib import contextmanager  # which a run that writes nothing does without

    return contextmanager(_replacing)(path, packs)


def _replacing(path: str | os.PathLike[str], packs: Sequence[str]) -> Iterator[IO[bytes]]:
    from pathlib import Path

    _require_kind(path, packs)
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        target = real_path(target)  # a link stays, what it points to is replaced
        beside = target.with_name(f".fastgec.{os.urandom(8).hex()}.part")
        _unfinished.add(beside)
        try:
            with beside.open("xb") as file:
                yield file
                file.close()
                if target.exists():
                    beside.chmod(stat.S_IMODE(target.stat().st_mode))
                beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        finally:
            _unfinished.discard(beside)
    except OSError as error:
        # Not the file beside it, of which the user knows nothing; nor none, as a full disk has it.
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None


def real_path(path: str | os.PathLike[str]) -> Path:
    """Return a path without links, whether it exists or not.

    Raises:
        OSError: Where the current folder is gone; it names `path`.
    """
    from pathlib import Path

    try:
        return Path(os.path.realpath(path))  # Path.resolve does not bear a loop of links
    except OSError as error:  # of the current folder, which has no name any more
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None


def require_place(path: str | os.PathLike[str], *, packs: Sequence[str] = ()) -> None:
    """Raise OSError, which names `path`, unless `replacing` can write it.

    For results that are written at the end of long work.
    """
    _require_kind(path, packs)
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113
        return  # a pipe, a terminal: written directly
    folder = real_path(path).parent
    if not folder.is_dir():
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))


def _require_kind(path: str | os.PathLike[str], packs: Sequence[str]) -> None:
    """Raise OSError for a name that promises compressed data, which is not written."""
    ending = os.path.splitext(path)[1].lower()  # noqa: PTH122
    if ending in PACKED and ending not in packs:
        known = "".join(f" or {one}" for one in packs)
        reason = f"{ending} cannot be written: expected a name without it{known}"
        raise OSError(errno.EINVAL, reason, os.fspath(path))


def remove_unfinished() -> None:
    """Remove what is being written: for a process that ends now, without unwinding."""
    from contextlib import suppress

    for path in list(_unfinished):
        with suppress(OSError):
            path.unlink()


def shipped_rows(module: str, name: str) -> list[list[str]]:
    """Return the rows of a file of tab-separated text that lies beside a module.

    Args:
        module: its `__file__`.
        name: of the file.
    """
    from pathlib import Path

    text = Path(module).with_name(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


# JSON text to values, under one rule more than Python's: no object has a key twice.


class RepeatedKeyError(ValueError):
    """An object has a key twice: which value is meant, the text does not say."""


def loads(text: str | bytes, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """Return what JSON text holds; arguments and errors as `json.loads`.

    Raises:
        RepeatedKeyError: an object has a key twice.

    Example:
        >>> loads('{"weight": 1, "weight": 2}')
        Traceback (most recent call last):
        fastgec.machine.RepeatedKeyError: key "weight" is there twice in an object
    """
    import json  # which help does without

    return json.loads(text, object_pairs_hook=_object, parse_constant=parse_constant)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        import json

        raise RepeatedKeyError(f"key {json.dumps(twice)} is there twice in an object")
    return found
