"""Threads over ranges of sentences: the same result as one thread, and Ctrl-C that answers.

A count function fills rows of a table that its caller owns, for a range of sentences, without the
GIL. Ranges are taken from a common list, so that a thread with easy sentences goes on to the next;
rows do not overlap, so the order in which ranges end changes nothing. The calling thread only
waits: an interrupt raises there at once, sets the flag that kernels look at, and is re-raised when
the threads have stopped. A distributed engine can call the same function for ranges of its own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Cancel = NDArray[np.int32]
CountRange = Callable[[int, int, Cancel], None]
Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 256  # sentences per call


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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


def count_threads(n_sentences: int, jobs: int | None, chunk: int = CHUNK) -> int:
    """Return how many threads `count_ranges` starts: never more than there are ranges.

    Raises: ValueError if jobs or chunk is below 1.
    """
    jobs = usable_cores() if jobs is None else jobs
    if jobs < 1 or chunk < 1:
        raise ValueError(f"{jobs} jobs over chunks of {chunk} sentences, expected at least 1")
    return min(jobs, -(-n_sentences // chunk))


def count_ranges(
    count: CountRange,
    n_sentences: int,
    *,
    jobs: int | None = None,
    chunk: int = CHUNK,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Call count(first, last, cancel) for ranges that cover all sentences, on `jobs` threads.

    Parameters: jobs, None for all usable cores; chunk, sentences per call; progress, called in the
    calling thread with the number of sentences done. `cancel` is int32[1], 0 until work must stop.
    Raises: whatever `count` raises, for the earliest range that failed; KeyboardInterrupt;
    ValueError if jobs or chunk is below 1.

    >>> squares = np.zeros(1000, np.int64)
    >>> def fill(first, last, cancel):
    ...     squares[first:last] = np.arange(first, last) ** 2
    >>> count_ranges(fill, 1000, jobs=2)
    >>> int(squares[999])
    998001
    """
    n_threads = count_threads(n_sentences, jobs, chunk)
    cancel = np.zeros(1, np.int32)
    condition = threading.Condition()
    starts = iter(range(0, n_sentences, chunk))
    failures: list[tuple[int, BaseException]] = []
    done = 0

    def work() -> None:
        nonlocal done
        while True:
            with condition:
                first = None if failures or cancel[0] else next(starts, None)
            if first is None:
                return
            last = min(first + chunk, n_sentences)
            try:
                count(first, last, cancel)
            except BaseException as error:
                with condition:
                    failures.append((first, error))
                    condition.notify()
                return
            with condition:
                done += last - first
                condition.notify()

    threads = [threading.Thread(target=work, name=f"fastgec-{i}") for i in range(n_threads)]
    try:
        for thread in threads:  # an interrupt may come here too
            thread.start()
        seen = 0
        with condition:
            while done < n_sentences and not failures:
                condition.wait(0.2)  # a wait without end would not see Ctrl-C on every system
                if progress and done > seen:
                    seen = done
                    progress(done)
    except BaseException:
        cancel[0] = 1
        raise
    finally:
        for thread in threads:
            if thread.ident is not None:
                thread.join()
    if failures:
        # Ranges are handed out in order, so the earliest failure is the one a serial run meets.
        raise min(failures, key=lambda failure: failure[0])[1]


def map_ordered(
    work: Callable[[Item, Cancel], Result], items: Iterable[Item], *, jobs: int | None = None
) -> Iterator[Result]:
    """Yield work(item, cancel) for every item, in order, worked at by `jobs` threads.

    Items are made one at a time, by whichever thread is free, and only a few ahead of the results
    that were taken, so that a corpus can be read while it is counted. `cancel` is int32[1], 0 until
    work must stop.
    Parameters: jobs, None for all usable cores; with 1, work is done by the caller.
    Raises: what `work` or `items` raises, for the earliest item that failed; ValueError if jobs is
    below 1.

    >>> list(map_ordered(lambda item, cancel: item * item, range(5), jobs=2))
    [0, 1, 4, 9, 16]
    """
    jobs = usable_cores() if jobs is None else jobs
    if jobs < 1:
        raise ValueError(f"{jobs} jobs, expected at least 1")
    cancel = np.zeros(1, np.int32)
    if jobs == 1:
        for item in items:
            yield work(item, cancel)
        return
    condition = threading.Condition()
    reading = threading.Lock()
    source = iter(items)
    outcomes: dict[int, tuple[Result | None, BaseException | None]] = {}
    n_begun = n_taken = 0
    is_ended = False

    def run() -> None:
        nonlocal n_begun, is_ended
        while True:
            outcome: tuple[Result | None, BaseException | None]
            with reading:  # items are made in order, by one thread at a time
                with condition:
                    while not is_ended and n_begun >= n_taken + 2 * jobs:
                        condition.wait(0.2)
                    if is_ended:
                        return
                    number = n_begun
                try:
                    item = next(source)
                except StopIteration:
                    with condition:
                        is_ended = True
                        condition.notify_all()
                    return
                except BaseException as error:
                    with condition:
                        outcomes[number] = (None, error)
                        n_begun += 1
                        is_ended = True
                        condition.notify_all()
                    return
                with condition:
                    n_begun += 1
            try:
                outcome = (work(item, cancel), None)
            except BaseException as error:
                outcome = (None, error)
            with condition:
                outcomes[number] = outcome
                is_ended = is_ended or outcome[1] is not None
                condition.notify_all()

    threads = [threading.Thread(target=run, name=f"fastgec-{i}") for i in range(jobs)]
    try:
        for thread in threads:  # an interrupt may come here too
            thread.start()
        while True:
            with condition:
                while n_taken not in outcomes and not (is_ended and n_taken >= n_begun):
                    condition.wait(0.2)  # a wait without end would not see Ctrl-C on every system
                if n_taken not in outcomes:
                    return
                result, failure = outcomes.pop(n_taken)
                n_taken += 1
                condition.notify_all()
            if failure is not None:
                raise failure
            yield result  # type: ignore[misc]
    finally:
        cancel[0] = 1
        with condition:
            is_ended = True
            condition.notify_all()
        for thread in threads:
            if thread.ident is not None:
                thread.join()
