"""N-gram counts of whole corpora, block by block: the common ground of GREEN and GLEU.

Files are read in step; a block of lines is encoded with a vocabulary of its own (a sentence and its
references are a closed world), counted, and folded into what the metric keeps of it, all by one
thread. So memory depends on the block and not on the corpus, and blocks are worked at in parallel.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec._ngram import MAX_ORDER
from fastgec.corpus.blocks import Block, Column, read_blocks, stream_columns
from fastgec.corpus.errors import FormatError
from fastgec.corpus.fingerprint import Fingerprint
from fastgec.corpus.span import WHOLE, Span
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Cancel, count_threads, map_ordered
from fastgec.ngrams.units import UnitTooLargeError, parallel_units
from fastgec.parameters import whole_number

LINES = 2048  # of a block, the most
NUMBERS = 1 << 18  # of counts in a block, the most (2 MB)

Result = TypeVar("Result")


def map_counts(
    source: Column,
    references: Sequence[Column],
    systems: Sequence[Column],
    fold: Callable[[NDArray[np.int64]], Result],
    *,
    order: int,
    unit: str,
    absent: bool = False,
    jobs: int | None = 1,
    span: Span = WHOLE,
    fingerprint: Fingerprint | None = None,
    progress: Callable[[int], None] | None = None,
) -> Generator[Result]:
    """Yield fold(table) for each block of lines, in order.

    The table is int64[H, S, K, order, 7]: systems, lines of the block, references, orders, regions
    (8 with `absent`, see `fastgec._ngram.count_regions`).

    Args:
        source: What was corrected.
        references: Its corrections, a column each.
        systems: Hypotheses, a column for each system.
        fold: Makes of the table of a block what is kept of it.
        order: The longest n-grams.
        unit: "word" or "char".
        absent: Whether the table has the eighth column.
        jobs: Threads (None: all cores).
        span: Which sentences are counted.
        fingerprint: To which the source and the references are added, all sentences of them.
        progress: Called with the number of sentences done.

    Raises:
        FormatError: For text that cannot be scored, an empty source, unequal numbers of lines, a
            span that leaves the files, or a sentence that needs too much memory.
        ValueError: Without a reference or for parameters out of range.

    >>> texts = ["a b", "c d"]
    >>> tables = map_counts(texts, [texts], [texts], lambda table: table, order=1, unit="word")
    >>> [table[0, :, 0, 0, 0].tolist() for table in tables]
    [[2, 2]]
    """
    order = checked_order(order, unit)
    if not references:
        raise ValueError("no references, expected at least 1")
    n_systems, n_references = len(systems), len(references)
    n_threads = count_threads(jobs)
    memory_limit = available_memory() // n_threads

    def work(block: Block, cancel: Cancel) -> tuple[int, Result]:
        source, *others = block.columns
        units = parallel_units(source, others[:n_references], others[n_references:], unit)
        try:
            table = units.count(order, absent=absent, cancel=cancel, memory_limit=memory_limit)
        except UnitTooLargeError as error:
            system, line = divmod(error.unit, len(block))
            name = others[n_references + system].name
            raise FormatError(name, block.first + line + 1, _too_large(error)) from None
        table = table.reshape(n_systems, len(block), n_references, *table.shape[1:])
        return len(block), fold(table)

    def watch(block: Block) -> None:
        if fingerprint is not None:
            fingerprint.add(block.columns[: 1 + n_references])

    names = _names(n_references, n_systems)
    streams = stream_columns([source, *references, *systems], names)
    n_lines = max(16, min(LINES, NUMBERS // max(1, n_systems * n_references * order * 8)))
    n_done = 0
    with (
        closing(read_blocks(streams, n_lines, span=span, watch=watch)) as blocks,
        closing(map_ordered(work, blocks, jobs=n_threads)) as counted,
    ):
        for size, result in counted:
            yield result
            n_done += size
            if progress:
                progress(n_done)


def checked_order(order: int, unit: str) -> int:
    """Return the order as an int.

    Raises:
        ValueError: Unless it is from 1 to MAX_ORDER, and unit is "word" or "char".
    """
    order = whole_number(order, "order", 1, MAX_ORDER)
    if unit not in ("word", "char"):
        raise ValueError(f"unit {unit!r}, expected 'word' or 'char'")
    return order


def _names(n_references: int, n_systems: int) -> list[str]:
    """Return what messages call columns from memory."""
    return [
        "source",
        *(f"references[{k}]" for k in range(n_references)),
        *(f"hypotheses[{h}]" if n_systems > 1 else "hypotheses" for h in range(n_systems)),
    ]


def _too_large(error: UnitTooLargeError) -> str:
    return (
        f"{error.n_tokens} tokens need more than {error.memory_limit / 1e9:.1f} GB of memory, "
        "expected a sentence that fits"
    )
