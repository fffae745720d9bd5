"""GREEN and GLEU of one output, from plain files to a score.

Numbers are those of `metrics.green` and `metrics.gleu`, by the same kernels, but for the last digit
of GLEU's mean: numpy adds in another order.
"""

from __future__ import annotations

import math
import sys
from array import array

from fastgec.diagnostics.rules import exchanged
from fastgec.fscore import alpha_of, harmonic_f
from fastgec.kernels.draws import Draws
from fastgec.metrics.ngrams.scores import gleu_scores, green_ratios
from fastgec.read.cuts import most_lines
from fastgec.straight.blocks import Columns, UnusualError, count_blocks
from fastgec.straight.texts import TextWorker

MOST_REFERENCES = 32
MOST_BETAS = 16
MOST_ORDERS = 16
ITERATIONS = 500  # of GLEU, unless said
SEED_STEP = 101
ORDER = 4
# Public sources with four references, of which GLEU has more to say where there are others: see
# diagnostics.benchmarks.
REMARKABLE = (754, 968)

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Progress = Callable[[int], None] | None


def green_regions(
    files: Sequence[str],
    *,
    order: int,
    unit: str,
    betas: Sequence[float],
    jobs: int | None,
    progress: Progress = None,
) -> list[list[int]] | None:
    """Return the regions of the chosen references, or None if the files are not for this way.

    Args:
        files: paths of source, references and output.
        order: the highest order of n-grams.
        unit: "word" or "char".
        betas: weights of recall, finite.
        jobs: threads; None for all usable cores.
        progress: called with the number of sentences done.

    Returns:
        For each beta 7 sums of each order.
    """
    if not betas or len(betas) > MOST_BETAS:
        return None

    def add(made: bytes) -> None:
        del made  # sums of chosen rows stay with the workers

    try:
        workers, _ = _counted(files, order, unit, list(map(alpha_of, betas)), jobs, add, progress)
    except (UnusualError, MemoryError):
        return None
    each = zip(*(worker.regions for worker in workers), strict=True)
    return [[sum(sums) for sums in zip(*of_beta, strict=True)] for of_beta in each]


def gleu_mean(files: Sequence[str], *, jobs: int | None, progress: Progress = None) -> float | None:
    """Return official GLEU of words, or None if the files are not for this way.

    Arguments as `green_regions`.
    """
    n_references = len(files) - 2
    if not 1 <= n_references <= MOST_REFERENCES:
        return None
    n_iterations = 1 if n_references == 1 else ITERATIONS

    width = 2 + 2 * ORDER

    def add(made: bytes) -> None:
        n_sentences = len(made) // (8 * n_references * width)
        draws.take(memoryview(made).cast("B").cast("q", (n_sentences, n_references, width)))
        draws.draw(0, n_iterations)

    try:
        draws = Draws(range(0, n_iterations * SEED_STEP, SEED_STEP), width, is_python2=True)
        _, n_sentences = _counted(files, ORDER, "word", (), jobs, add, progress)
    except (UnusualError, MemoryError):
        return None
    if n_sentences in REMARKABLE and n_references != 4:
        return None
    scores = memoryview(bytearray(8 * n_iterations)).cast("d")
    gleu_scores(memoryview(draws.totals).cast("q", (n_iterations, width)), scores)
    return math.fsum(scores) / n_iterations


def green_f(regions: Sequence[int], alpha: float) -> float:
    """Return F of summed regions, 7 numbers of each order, by the weight of precision.

    >>> round(green_f([2, 0, 0, 0, 0, 0, 2], 0.5), 4)
    0.6667
    """
    order = len(regions) // 7
    precisions, recalls = (memoryview(bytearray(8 * order)).cast("d", (1, order)) for _ in "PR")
    rows = memoryview(array("q", regions)).cast("B").cast("q", (1, len(regions)))
    green_ratios(rows, 0.0, precisions, recalls, is_mean=True)
    return harmonic_f(precisions[0, order - 1], recalls[0, order - 1], alpha)


def fixed(value: float, digits: int) -> str | None:
    """Return a number from 0 with so many digits; None where it lies next to a half of the last.

    There the last digit of a double, and which way halves go, would show.

    >>> fixed(81.973, 2), fixed(0.125, 2)
    ('81.97', None)
    """
    if abs(value * 10**digits % 1 - 0.5) < 1e-6:
        return None
    return f"{value:.{digits}f}"


def _counted(
    files: Sequence[str],
    order: int,
    unit: str,
    alphas: Sequence[float],
    jobs: int | None,
    add: Callable[[bytes], None],
    progress: Progress,
) -> tuple[list[TextWorker], int]:
    """Count all sentences; return who counted, and how many there are."""
    n_references = len(files) - 2
    if (
        sys.byteorder != "little"  # see `words`
        or not 1 <= n_references <= MOST_REFERENCES
        or not 1 <= order <= MOST_ORDERS
        or files[-1] in files[1:-1]  # which is told, as a reference that is named twice
        or len(set(files[:-1])) <= n_references
        or exchanged(files, n_references)
    ):
        raise UnusualError
    # As many counts of a line as other runs hold: see `metrics.references`.
    columns = Columns(files, most_lines(n_references * 8 * order))

    def new_worker(limit: int) -> TextWorker:
        return TextWorker(limit, n_references, order, unit == "char", alphas)

    workers = count_blocks(
        *(columns, new_worker, add, jobs, progress),
        n_references=n_references,
        splits=unit == "word",
    )
    return workers, columns.n_sentences
