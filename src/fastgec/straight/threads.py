"""Blocks on threads, whose results are taken in order.

Each thread takes the next block and counts it; the calling thread waits for results. So it is
always there to answer Ctrl-C, however long a sentence takes.
"""

from __future__ import annotations

from _queue import Empty, SimpleQueue
from _thread import allocate_lock, start_new_thread

from fastgec.guard.thresholds import (
    OF_REFERENCES,
    SHIFTED_IN_A_ROW,
    copies,
    may_speak,
    part,
)
from fastgec.machine.cores import is_started
from fastgec.straight.files import Buffer, UnusualError

SURE = 2  # blocks after which what is suspicious will mostly be so at the end

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from fastgec.straight.block import Worker
    from fastgec.straight.columns import Columns
    from fastgec.straight.texts import TextWorker

    # Of the output and of references: flags of each kind, lines looked at, votes. Equal texts.
    Seen = tuple[list[tuple[list[int], int, int]], list[int]]


def count_blocks(
    columns: Columns,
    workers: Sequence[Worker | TextWorker],
    add: Callable[[int, bytes], None],
    progress: Callable[[int], None] | None,
    *,
    splits: bool = True,
) -> bool:
    """Count the blocks of some files, a thread for each worker.

    Args:
        columns: The files.
        workers: What counts, on one thread each.
        add: Is given the number of sentences of each block, in order, and what a worker made of it.
        progress: Called with the number of sentences done.
        splits: Whether words are compared.

    Returns:
        Whether all is counted, and no warning may have to be given.
    """
    cancel = memoryview(bytearray(4)).cast("i")
    lock = allocate_lock()
    try:
        return _added(columns, workers, add, progress, splits, lock, cancel)
    finally:  # Ctrl-C, or a bar that cannot be drawn: threads must not go on
        cancel[0] = 1
        with lock:  # nobody reads any more: the caller may close the files
            pass


def _is_suspicious(seen: Iterable[Seen], n_references: int, *, splits: bool) -> bool:
    """Whether a warning could be due: seen is what each worker saw of the sentences so far."""
    texts, equal = zip(*seen, strict=True)
    for number, of_workers in enumerate(zip(*texts, strict=True)):
        flags, n_looks, n_votes = zip(*of_workers, strict=True)
        n_flags = [sum(counts) for counts in zip(*flags, strict=True)]
        least = OF_REFERENCES if number else 0.0
        if sum(n_votes) >= SHIFTED_IN_A_ROW:
            return True
        if may_speak(n_flags, sum(n_looks), least, splits=splits and not number):
            return True
    return bool(copies([sum(counts) for counts in zip(*equal, strict=True)], n_references))


def _added(
    columns: Columns,
    workers: Sequence[Worker | TextWorker],
    add: Callable[[int, bytes], None],
    progress: Callable[[int], None] | None,
    splits: bool,
    lock: Any,
    cancel: memoryview,
) -> bool:
    finished: SimpleQueue[Any] = SimpleQueue()
    n_running = 0
    for worker in workers:
        arguments = (worker, columns, lock, finished, cancel)
        if not is_started(start_new_thread, _work, arguments):
            break
        n_running += 1
    is_plain = n_running > 0
    waiting: dict[int, tuple[int, bytes]] = {}
    seen: dict[Worker | TextWorker, Seen] = {}
    n_added = n_done = 0
    while n_running:
        try:  # a wait without end would not see Ctrl-C on every system
            outcome = finished.get(timeout=0.2)
        except Empty:
            continue
        if isinstance(outcome, BaseException):
            cancel[0] = 1
            is_plain = False
            if not isinstance(outcome, (UnusualError, OSError, MemoryError)):
                raise outcome
        elif outcome is None:
            n_running -= 1
        else:
            number, n_sentences, made, worker, seen[worker] = outcome
            waiting[number] = n_sentences, made
            while n_added in waiting:
                n_sentences, made = waiting.pop(n_added)
                add(n_sentences, made)
                n_added += 1
                n_done += n_sentences
                if progress:
                    progress(n_done)
            if n_added >= SURE and _is_suspicious(
                seen.values(), columns.n_files - 2, splits=splits
            ):  # it will be at the end
                cancel[0] = 1
                is_plain = False
    return is_plain and not _is_suspicious(seen.values(), columns.n_files - 2, splits=splits)


def _work(
    worker: Worker | TextWorker,
    columns: Columns,
    lock: Any,
    finished: SimpleQueue[Any],
    cancel: memoryview,
) -> None:
    """Take blocks and count them until there are no more: what a thread runs."""
    try:  # from the first byte of memory on: whoever waits for results must hear of all errors
        buffers = [Buffer() for _ in range(columns.n_files)]
        while True:
            with lock:
                taken = None if cancel[0] else columns.take(buffers)
            if taken is None:
                break
            number, first, n_sentences, sizes = taken
            # Of references fewer are looked at; gold has none.
            more = (part(first, n_sentences, is_reference=True),) if columns.n_files > 2 else ()
            made = worker.count(
                *([buffer.data for buffer in buffers], sizes, n_sentences),
                *(part(first, n_sentences), cancel),
                *more,
            )
            if made is None:
                raise UnusualError
            # What the worker saw is read where nobody writes it: half a block would be suspicious.
            finished.put((number, n_sentences, made, worker, worker.seen))
    except BaseException as error:
        finished.put(error)
    finally:
        finished.put(None)
