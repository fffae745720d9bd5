"""Precision, recall and F of one output: annotators are chosen as blocks come back in order.

Where this way gives up, what it counted until then is not lost: `Counted` says how many sentences
need not be counted again.
"""

from __future__ import annotations

import sys

from fastgec.machine.cores import usable_threads
from fastgec.machine.memory import available_memory
from fastgec.straight.block import Sums, Worker
from fastgec.straight.columns import GoldColumns
from fastgec.straight.files import UnusualError
from fastgec.straight.threads import count_blocks

MAX_UNCHANGED = 2
BETA = 0.5
# Public gold of which more is to be said than the score: (sentences, edits), see guard.benchmarks.
REMARKABLE = {(1312, 5937), (4384, 7632), (754, 11592)}
OF_BETA = {(1312, 5598)}  # of which scores by BETA are reported

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fastgec.straight.files import State


class Counted:
    """What was counted of an output and gold.

    n_sentences  how many, from the beginning
    n_edits      gold edits of them
    counts       correct, proposed and gold edits of the annotators that MaxMatch chooses for them
    is_all       whether there is no more to count, and nothing suspicious to tell
    notes        what is to be told of public gold
    states       of gold and output; whoever counts the rest must find them unchanged
    """

    def __init__(self) -> None:
        self.n_sentences = 0
        self.n_edits = 0
        self.counts = 0, 0, 0
        self.is_all = False
        self.notes: tuple[str, ...] = ()
        self.states: Sequence[State] = ()


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
        columns = GoldColumns(gold, output)
    except UnusualError:
        return Counted()
    try:
        n_threads = min(usable_threads(jobs), columns.most_threads)
        counted = _counted(columns, beta, n_threads, progress)
        counted.states = columns.states()
    except (UnusualError, OSError, MemoryError):  # they changed, say, and nothing is known
        return Counted()
    finally:
        columns.close()
    return counted


def _counted(
    columns: GoldColumns, beta: float, n_threads: int, progress: Callable[[int], None] | None
) -> Counted:
    counted = Counted()
    sums = Sums(beta)

    def add(n_sentences: int, made: bytes) -> None:
        sums.add(memoryview(made).cast("i"))
        counted.n_sentences += n_sentences

    workers = [Worker(available_memory() // n_threads, MAX_UNCHANGED) for _ in range(n_threads)]
    counted.is_all = count_blocks(columns, workers, add, progress)
    counted.n_edits = sums.n_edits
    counted.counts = sums.counts()
    gold = counted.n_sentences, counted.n_edits
    if counted.is_all and (gold in REMARKABLE or (beta != BETA and gold in OF_BETA)):
        from fastgec.guard.benchmarks import N_SOURCES, beginning, notes

        found = *gold, beginning(columns.first_sources(N_SOURCES))
        counted.notes = notes(found, "m2", {}, [{"beta": beta}])
    return counted
