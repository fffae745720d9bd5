"""Blocks on threads, and the choice of annotators as they come back.

Each thread takes the next block and counts it; the calling thread waits for results, takes them in
order and chooses. So it is always there to answer Ctrl-C, however long a sentence takes.

Where this way gives up, what it counted until then is not lost: `Counted` says how many sentences
need not be counted again.
"""

from __future__ import annotations

import sys
from _queue import Empty, SimpleQueue
from _thread import allocate_lock, start_new_thread

from fastgec.guard.thresholds import CAPITALS, SHIFTED_IN_A_ROW, may_speak, part
from fastgec.machine.cores import usable_cores
from fastgec.machine.memory import available_memory
from fastgec.straight.block import Sums, Worker
from fastgec.straight.files import Blocks, Buffer, UnusualError

MAX_UNCHANGED = 2
SURE = 2  # blocks after which what is suspicious will mostly be so at the end
# Public gold of which more is to be said than the score: (sentences, edits), see guard.benchmarks.
REMARKABLE = {(1312, 5937), (4384, 7632), (754, 11592)}

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from fastgec.straight.files import State


class Counted:
    """What was counted of an output and gold.

    n_sentences  how many, from the beginning
    n_edits      gold edits of them
    counts       correct, proposed and gold edits of the annotators that MaxMatch chooses for them
    is_all       whether there is no more to count, and nothing suspicious to tell
    notes        what is to be told of public gold
    states       of output and gold; whoever counts the rest must find them unchanged
    """

    def __init__(self) -> None:
        self.n_sentences = 0
        self.n_edits = 0
        self.counts = 0, 0, 0
        self.is_all = False
        self.notes: tuple[str, ...] = ()
        self.states: tuple[State, ...] = ()


def count_totals(
    output: str,
    gold: str,
    *,
    beta: float,
    jobs: int | None,
    progress: Callable[[int], None] | None = None,
) -> Counted:
    """Count the sentences of two files, as many from the beginning as are for this way.

    Args:
        output: path of a system's output.
        gold: path of M2.
        beta: weight of recall, by which annotators are chosen.
        jobs: threads; None for all usable cores.
        progress: called with the number of sentences done.
    """
    if sys.byteorder != "little":  # see `words`
        return Counted()
    try:
        blocks = Blocks(gold, output)
    except UnusualError:
        return Counted()
    try:
        counted = _counted(blocks, beta, min(jobs or usable_cores(), blocks.most_threads), progress)
        counted.states = blocks.states()
    except (UnusualError, OSError, MemoryError):  # they changed, say, and nothing is known
        return Counted()
    finally:
        blocks.close()
    return counted


def _counted(
    blocks: Blocks, beta: float, n_threads: int, progress: Callable[[int], None] | None
) -> Counted:
    cancel = memoryview(bytearray(4)).cast("i")
    try:
        workers = [Worker(available_memory() // n_threads, MAX_UNCHANGED) for _ in range(n_threads)]
        counted = _folded(blocks, beta, workers, progress, cancel)
    finally:  # Ctrl-C, or a bar that cannot be drawn: threads must not go on
        cancel[0] = 1
    counted.is_all &= not _is_suspicious(workers)
    gold = counted.n_sentences, counted.n_edits
    if counted.is_all and gold in REMARKABLE:
        from fastgec.guard.benchmarks import N_SOURCES, beginning, notes

        found = *gold, beginning(blocks.first_sources(N_SOURCES))
        counted.notes = notes(found, "m2", {}, ())
    return counted


def _folded(
    blocks: Blocks,
    beta: float,
    workers: list[Worker],
    progress: Callable[[int], None] | None,
    cancel: memoryview,
) -> Counted:
    lock = allocate_lock()
    finished: SimpleQueue[Any] = SimpleQueue()
    n_running = 0
    for worker in workers:
        try:
            start_new_thread(_work, (worker, blocks, lock, finished, cancel))
        except RuntimeError:  # the system gives no more
            break
        n_running += 1
    counted = Counted()
    counted.is_all = n_running > 0
    sums = Sums(beta)
    waiting: dict[int, Any] = {}
    n_folded = 0
    while n_running:
        try:  # a wait without end would not see Ctrl-C on every system
            outcome = finished.get(timeout=0.2)
        except Empty:
            continue
        if isinstance(outcome, BaseException):
            cancel[0] = 1
            counted.is_all = False
            if not isinstance(outcome, (UnusualError, OSError, MemoryError)):
                raise outcome
        elif outcome is None:
            n_running -= 1
        else:
            number, *block = outcome
            waiting[number] = block
            while n_folded in waiting:
                n_sentences, n_edits, rows = waiting.pop(n_folded)
                sums.add(memoryview(rows).cast("i"))
                n_folded += 1
                counted.n_sentences += n_sentences
                counted.n_edits += n_edits
                if progress:
                    progress(counted.n_sentences)
            if n_folded >= SURE and _is_suspicious(workers):  # it will be at the end
                cancel[0] = 1
                counted.is_all = False
    counted.counts = sums.counts()
    return counted


def _is_suspicious(workers: list[Worker]) -> bool:
    """Whether a warning could speak of the sentences that went by."""
    flags = [sum(counts) for counts in zip(*(one.flags_seen for one in workers), strict=True)]
    n_votes = sum(worker.n_votes for worker in workers)
    n_looks = sum(worker.n_looks for worker in workers)
    return n_votes >= SHIFTED_IN_A_ROW or may_speak(flags, n_looks)


def _work(
    worker: Worker, blocks: Blocks, lock: Any, finished: SimpleQueue[Any], cancel: memoryview
) -> None:
    """Take blocks and count them until there are no more: what a thread runs."""
    try:  # from the first byte of memory on: whoever waits for results must hear of all errors
        gold, output = Buffer(), Buffer()
        while not cancel[0]:
            with lock:
                taken = blocks.take(gold, output)
            if taken is None:
                break
            number, first, n_sentences, gold_size, output_size = taken
            n_edits = worker.n_edits
            rows = worker.count(
                *(gold.data, gold_size, output.data, output_size, n_sentences),
                *(part(first, n_sentences), CAPITALS, cancel),
            )
            if rows is None:
                raise UnusualError
            finished.put((number, n_sentences, worker.n_edits - n_edits, rows))
    except BaseException as error:
        finished.put(error)
    finally:
        finished.put(None)
