"""Blocks on threads, and the choice of annotators as they come back.

Each thread takes the next block and counts it; the calling thread waits for results, takes them in
order and chooses. So it is always there to answer Ctrl-C, however long a sentence takes.
"""

from __future__ import annotations

import sys
from _queue import Empty, SimpleQueue
from _thread import allocate_lock, start_new_thread

from fastgec.guard.thresholds import CAPITALS, may_speak, part
from fastgec.machine.cores import usable_cores
from fastgec.machine.memory import available_memory
from fastgec.straight.block import Sums, Worker
from fastgec.straight.files import Blocks, Buffer, UnusualError

MAX_UNCHANGED = 2
# Public gold of which more is to be said than the score: (sentences, edits), see guard.benchmarks.
REMARKABLE = {(1312, 5937), (4384, 7632), (754, 11592)}

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def count_totals(
    output: str,
    gold: str,
    *,
    beta: float,
    jobs: int | None,
    progress: Callable[[int], None] | None = None,
) -> tuple[int, int, int] | None:
    """Return correct, proposed and gold edits of the annotators that MaxMatch chooses.

    Args:
        output: path of a system's output.
        gold: path of M2.
        beta: weight of recall, by which annotators are chosen.
        jobs: threads; None for all usable cores.
        progress: called with the number of sentences done.

    Returns:
        Three counts, or None if the files are not for this way.
    """
    if sys.byteorder != "little":  # see `words`
        return None
    try:
        blocks = Blocks(gold, output)
    except UnusualError:
        return None
    try:
        return _counted(blocks, beta, min(jobs or usable_cores(), blocks.most_threads), progress)
    except UnusualError:
        return None
    finally:
        blocks.close()


def _counted(
    blocks: Blocks, beta: float, n_threads: int, progress: Callable[[int], None] | None
) -> tuple[int, int, int] | None:
    cancel = memoryview(bytearray(4)).cast("i")
    try:
        return _folded(blocks, beta, n_threads, progress, cancel)
    finally:  # Ctrl-C, or a bar that cannot be drawn: threads must not go on
        cancel[0] = 1


def _folded(
    blocks: Blocks,
    beta: float,
    n_threads: int,
    progress: Callable[[int], None] | None,
    cancel: memoryview,
) -> tuple[int, int, int] | None:
    limit = available_memory() // n_threads
    lock = allocate_lock()
    finished: SimpleQueue[Any] = SimpleQueue()
    workers = [Worker(limit, MAX_UNCHANGED) for _ in range(n_threads)]
    n_running = 0
    for worker in workers:
        try:
            start_new_thread(_work, (worker, blocks, lock, finished, cancel))
        except RuntimeError:  # the system gives no more
            break
        n_running += 1
    if not n_running:
        raise UnusualError
    sums = Sums(beta)
    waiting: dict[int, Any] = {}
    n_folded = n_done = 0
    is_unusual = False
    while n_running:
        try:  # a wait without end would not see Ctrl-C on every system
            outcome = finished.get(timeout=0.2)
        except Empty:
            continue
        if isinstance(outcome, BaseException):
            cancel[0] = 1
            is_unusual = True
            if not isinstance(outcome, (UnusualError, OSError, MemoryError)):
                raise outcome
        elif outcome is None:
            n_running -= 1
        else:
            number, n_sentences, rows = outcome
            waiting[number] = n_sentences, rows
            while not is_unusual and n_folded in waiting:
                n_sentences, rows = waiting.pop(n_folded)
                sums.add(memoryview(rows).cast("i"))
                n_folded += 1
                n_done += n_sentences
                if progress:
                    progress(n_done)
    n_edits = sum(worker.n_edits for worker in workers)
    flags = [sum(counts) for counts in zip(*(one.flags_seen for one in workers), strict=True)]
    if is_unusual or may_speak(flags, sum(worker.n_looks for worker in workers)):
        return None
    if (n_done, n_edits) in REMARKABLE:
        return None
    return sums.counts()


def _work(
    worker: Worker, blocks: Blocks, lock: Any, finished: SimpleQueue[Any], cancel: memoryview
) -> None:
    """Take blocks and count them until there are no more: what a thread runs."""
    gold, output = Buffer(), Buffer()
    try:
        while not cancel[0]:
            with lock:
                taken = blocks.take(gold, output)
            if taken is None:
                break
            number, first, n_sentences, gold_size, output_size = taken
            rows = worker.count(
                *(gold.data, gold_size, output.data, output_size, n_sentences),
                *(part(first, n_sentences), CAPITALS, cancel),
            )
            if rows is None:
                raise UnusualError
            finished.put((number, n_sentences, rows))
    except BaseException as error:
        finished.put(error)
    finally:
        finished.put(None)
