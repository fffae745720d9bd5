"""Precision, recall and F of outputs: annotators are chosen as blocks come back in order."""

from __future__ import annotations

from fastgec.straight.block import Sums, Worker
from fastgec.straight.blocks import GoldColumns, UnusualError, count_blocks

MAX_UNCHANGED = 2
BETA = 0.5
# Public gold that may need a note (`diagnostics.benchmarks`): (sentences, edits).
REMARKABLE = {(1312, 5937), (4384, 7632), (754, 11592)}
OF_BETA = {(1312, 5598)}  # of which scores by BETA are reported
MOST_SYSTEMS = 32

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    # Counts of each system, and notes on public gold.
    Found = tuple[list[tuple[int, int, int]], tuple[str, ...]]


def count_totals(
    outputs: Sequence[str],
    gold: str,
    *,
    beta: float,
    jobs: int | None,
    progress: Callable[[int], None] | None = None,
) -> Found | None:
    """Count the sentences of some files; None if they are not for this way.

    Correct, proposed and gold edits of the annotators that MaxMatch chooses, and notes on public
    gold.

    Args:
        outputs: paths of systems' outputs.
        gold: path of M2.
        beta: weight of recall, by which annotators are chosen.
        jobs: threads; None for all usable cores.
        progress: called with the number of sentences done.
    """
    n_systems = len(outputs)
    sums = [Sums(beta) for _ in outputs]

    def add(made: bytes) -> None:
        numbers = memoryview(made).cast("i")
        n = len(numbers) // n_systems
        for system, of_system in enumerate(sums):
            of_system.add(numbers[system * n : (system + 1) * n])

    def new_worker(limit: int) -> Worker:
        return Worker(limit, MAX_UNCHANGED, n_systems)

    try:
        if n_systems > MOST_SYSTEMS:
            raise UnusualError
        columns = GoldColumns(gold, outputs)
        count_blocks(columns, new_worker, add, jobs, progress)
        found = [of_system.counts() for of_system in sums]
        if _are_some_equal(outputs, found):
            raise UnusualError
        return found, _notes(gold, columns.n_sentences, sums[0].n_edits, beta)
    except (UnusualError, OSError, MemoryError):  # they changed, say, and nothing is known
        return None


def _are_some_equal(outputs: Sequence[str], found: Sequence[tuple[int, int, int]]) -> bool:
    """Whether two outputs have the same lines: there is more to say of such."""
    signs: set[int] = set()
    counted = zip(outputs, found, strict=True)
    doubtful = [path for path, counts in counted if found.count(counts) > 1]
    for path in doubtful:
        sign = 0
        with open(path, "rb") as lines:  # noqa: PTH123
            for line in lines:
                sign = hash((sign, line.removesuffix(b"\n").removesuffix(b"\r")))
        signs.add(sign)
    return len(signs) < len(doubtful)


def _notes(path: str, n_sentences: int, n_edits: int, beta: float) -> tuple[str, ...]:
    gold = n_sentences, n_edits
    if gold not in REMARKABLE and (beta == BETA or gold not in OF_BETA):
        return ()
    from fastgec.diagnostics.benchmarks import N_SOURCES, beginning, notes
    from fastgec.straight.blocks import first_sources

    found = *gold, beginning(first_sources(path, N_SOURCES))
    return notes(found, "m2", {}, [{"beta": beta}])
