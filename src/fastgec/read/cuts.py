"""The number of sentences in a block of parallel text, the same for every reader.

Input diagnostics read some sentences of each block, so warnings depend on where blocks end.
Nothing here takes long to import.
"""

from __future__ import annotations

LINES = 2048  # of a block, the most
NUMBERS = 1 << 18  # of counts in a block, the most (2 MB)
BYTES = 1 << 20  # of the first column of a block: no more lines once it has so many


def most_lines(n_numbers: int) -> int:
    """Return how many lines a block has at most, of so many counts for each.

    >>> most_lines(64), most_lines(1 << 12), most_lines(1 << 20)
    (2048, 64, 16)
    """
    return max(16, min(LINES, NUMBERS // max(1, n_numbers)))
