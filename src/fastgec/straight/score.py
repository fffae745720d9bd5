"""Precision, recall and F of one output: annotators are chosen as blocks come back in order."""

from __future__ import annotations

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
    from collections.abc import Callable

    # Counts, notes on public gold, and the state of its file.
    Found = tuple[tuple[int, int, int], tuple[str, ...], tuple[int, ...]]


def count_totals(
    output: str,
    gold: str,
    *,
    beta: float,
    jobs: int | None,
    progress: Callable[[int], None] | None = None,
) -> Found | None:
    """Count the sentences of two files; None if they are not for this way.

    Correct, proposed and gold edits of the annotators that MaxMatch chooses, notes on
    public gold, and the state of its file.

    Args:
        output: path of a system's output.
        gold: path of M2.
        beta: weight of recall, by which annotators are chosen.
        jobs: threads; None for all usable cores.
        progress: called with the number of sentences done.
    """
    try:
        columns = GoldColumns(gold, output)
    except UnusualError:
        return None
    try:
        n_threads = min(usable_threads(jobs), columns.most_threads)
        return _counted(columns, beta, n_threads, progress)
    except (UnusualError, OSError, MemoryError):  # they changed, say, and nothing is known
        return None
    finally:
        columns.close()


def _counted(
    columns: GoldColumns, beta: float, n_threads: int, progress: Callable[[int], None] | None
) -> Found | None:
    sums = Sums(beta)

    def add(n_sentences: int, made: bytes) -> None:
        del n_sentences
        sums.add(memoryview(made).cast("i"))

    workers = [Worker(available_memory() // n_threads, MAX_UNCHANGED) for _ in range(n_threads)]
    if not count_blocks(columns, workers, add, progress):
        return None
    columns.require_unchanged()
    return sums.counts(), _notes(columns, sums.n_edits, beta), columns.gold_state


def _notes(columns: GoldColumns, n_edits: int, beta: float) -> tuple[str, ...]:
    gold = columns.n_sentences, n_edits
    if gold not in REMARKABLE and (beta == BETA or gold not in OF_BETA):
        return ()
    from fastgec.guard.benchmarks import N_SOURCES, beginning, notes

    found = *gold, beginning(columns.first_sources(N_SOURCES))
    return notes(found, "m2", {}, [{"beta": beta}])
