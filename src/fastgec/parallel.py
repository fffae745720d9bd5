"""Threads over parts of a corpus: the same result as one thread, and Ctrl-C that answers.

Parts are taken from a common list, so that a thread with easy sentences goes on to the next, and
results come back in order. The calling thread only waits and folds: an interrupt raises there at
once, sets the flag that kernels look at, and is re-raised when the threads have stopped.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Cancel = NDArray[np.int32]
CountRange = Callable[[int, int, Cancel], None]
END = object()  # in place of a result: there are no more
Item = TypeVar("Item")
Result = TypeVar("Result")


MOST_THREADS = 256  # more would only wait for one another


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def count_threads(jobs: int | None) -> int:
    """Return how many threads work may take at most: `jobs`, or all usable cores for None.

    Raises: ValueError if jobs is below 1.
    """
    if jobs is None:
        return usable_cores()
    if jobs < 1:
        raise ValueError(f"{jobs} jobs, expected at least 1")
    return min(jobs, MOST_THREADS)


def available_memory() -> int:
    """Return how many bytes of scratch memory work may take: half of what the machine has.

    A limit that the system sets for a group of processes (a container) counts as the machine's.
    """
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        total = 8 << 30
    try:
        text = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        total = min(total, int(text))
    except (OSError, ValueError):  # no such limit
        pass
    return total // 2


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
        self._shares = threading.Semaphore(self._n_threads)
        self._alone = threading.Lock()

    @contextmanager
    def share(self) -> Iterator[int]:
        """Take a share for as long as the block lasts; yields bytes."""
        with self._shares:
            yield self._n_bytes // self._n_threads

    @contextmanager
    def whole(self) -> Iterator[int]:
        """Wait until nobody has a share, then take all for as long as the block lasts."""
        with self._alone, ExitStack() as shares:
            for _ in range(self._n_threads):
                shares.enter_context(self._shares)
            yield self._n_bytes


def count_ranges(
    count: CountRange,
    n_sentences: int,
    *,
    jobs: int | None = None,
    chunk: int,
) -> None:
    """Call count(first, last, cancel) for ranges that cover all sentences, on `jobs` threads.

    Parameters: jobs, None for all usable cores; chunk, sentences per call.
    Raises: as `map_ordered`; ValueError if jobs or chunk is below 1.

    >>> squares = np.zeros(1000, np.int64)
    >>> def fill(first, last, cancel):
    ...     squares[first:last] = np.arange(first, last) ** 2
    >>> count_ranges(fill, 1000, jobs=2, chunk=100)
    >>> int(squares[999])
    998001
    """
    if chunk < 1:
        raise ValueError(f"chunks of {chunk} sentences, expected at least 1")
    ranges = [(first, min(first + chunk, n_sentences)) for first in range(0, n_sentences, chunk)]
    for _ in map_ordered(lambda part, cancel: count(*part, cancel), ranges, jobs=jobs):
        pass


@dataclass(frozen=True, slots=True)
class _Failure:
    """In place of a result: what was raised."""

    error: BaseException


def map_ordered(
    work: Callable[[Item, Cancel], Result],
    items: Iterable[Item],
    *,
    jobs: int | None = None,
    is_long: bool = False,
) -> Iterator[Result]:
    """Yield work(item, cancel) for every item, in order, worked at by `jobs` threads.

    Items are made one at a time, by whichever thread is free, and only a few ahead of the results
    that were taken, so that a corpus can be read while it is counted. `cancel` is int32[1], 0 until
    work must stop.
    Parameters: jobs, the most threads (None: all usable cores); no more are started than there are
    items; is_long, whether one item may take longer than a user waits for an answer to Ctrl-C: then
    even one job is a thread of its own, elsewhere the caller does it.
    Raises: what `work` or `items` raises, for the earliest item that failed; KeyboardInterrupt,
    when the threads have stopped; ValueError if jobs is below 1.

    >>> list(map_ordered(lambda item, cancel: item * item, range(5), jobs=2))
    [0, 1, 4, 9, 16]
    """
    n_threads = count_threads(jobs)
    cancel = np.zeros(1, np.int32)
    if n_threads == 1 and not is_long:
        for item in items:
            yield work(item, cancel)
        return
    # A signal can leave a condition variable locked for ever, but not a SimpleQueue.
    # So the caller, who gets the signals, meets the threads in such queues alone.
    permits: SimpleQueue[bool] = SimpleQueue()  # to begin an item; False: to stop
    finished: SimpleQueue[tuple[int, Any]] = SimpleQueue()
    reading = threading.Lock()
    source = iter(items)
    threads: list[threading.Thread] = []
    n_begun = 0
    is_ended = False

    def stop() -> None:
        nonlocal is_ended
        is_ended = True
        permits.put(False)

    def run() -> None:
        nonlocal n_begun
        while True:
            with reading:  # items are made in order, by one thread at a time
                if not permits.get() or is_ended:
                    permits.put(False)  # for the next one who waits
                    return
                number = n_begun
                n_begun += 1
                try:
                    item = next(source)
                except StopIteration:
                    finished.put((number, END))
                    stop()
                    return
                except BaseException as error:
                    finished.put((number, _Failure(error)))
                    stop()
                    return
                if len(threads) < n_threads:
                    with suppress(RuntimeError):  # the system has no more: fewer must do
                        start_thread()  # which looks whether there is another item
            try:
                outcome: Any = work(item, cancel)
            except BaseException as error:
                outcome = _Failure(error)
                stop()
            finished.put((number, outcome))

    def start_thread() -> None:
        thread = threading.Thread(target=run, name=f"fastgec-{len(threads)}")
        threads.append(thread)
        thread.start()

    for _ in range(2 * n_threads - 1):
        permits.put(True)
    outcomes: dict[int, Any] = {}
    n_taken = 0
    try:
        start_thread()
        while True:
            while n_taken not in outcomes:
                with suppress(Empty):  # a wait without end would not see Ctrl-C on every system
                    number, outcome = finished.get(timeout=0.2)
                    outcomes[number] = outcome
            outcome = outcomes.pop(n_taken)
            if outcome is END:
                return
            if isinstance(outcome, _Failure):
                raise outcome.error
            n_taken += 1
            permits.put(True)
            yield outcome
    finally:
        cancel[0] = 1
        stop()
        while threads:  # one of them may have started another
            thread = threads.pop()
            if thread.ident is not None:
                thread.join()
