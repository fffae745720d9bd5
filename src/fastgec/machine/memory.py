"""How much memory foreign data may make us take.

Whatever is unpacked, held or worked on has a limit before the memory is taken: the machine must not
end the process, or others, because of what a file says of itself or because a pipe has no end.
"""

from __future__ import annotations

import os
from functools import cache

# A small file that unpacks to more than any memory is a mistake or an attack. No text of people or
# models is packed so well; a repeated one may be, and passes while it is small.
LARGEST_UNPACKED = 1 << 30
LARGEST_RATIO = 100
# The text of a sentence is held several times while it is counted: as bytes, tokens, n-grams. A
# byte of an output takes 60 in the lattice of MaxMatch.
SENTENCE_SHARE = 32


class LimitError(ValueError):
    """Data that takes more memory than it may; the text says what was found."""


@cache  # a call with a few short sentences takes little longer than to ask the system
def available_memory() -> int:
    """Return how many bytes work may take: half of what the machine has.

    A limit that the system sets for a group of processes (a container) counts as the machine's, as
    it is when first asked for.
    """
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        total = 8 << 30
    try:
        # Without pathlib, whose import takes longer than scoring a hundred sentences.
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:  # noqa: PTH123
            total = min(total, int(file.read().strip()))
    except (OSError, ValueError):  # no such limit
        pass
    return total // 2


def require_unpackable(n_unpacked: int, n_packed: int, what: str) -> None:
    """Raise LimitError if `what` unpacks to too many bytes, for all sizes and for its own.

    Raises:
        LimitError: If it does, or if FASTGEC_MAX_UNPACKED is no number of bytes.

    >>> require_unpackable(3 << 30, 1 << 30, "gzip data")
    >>> require_unpackable(3 << 30, 1 << 20, "gzip data")
    Traceback (most recent call last):
    fastgec.machine.memory.LimitError: more than 1073741824 bytes in gzip data, 100 times its \
size (FASTGEC_MAX_UNPACKED=BYTES allows more)
    """
    text = os.environ.get("FASTGEC_MAX_UNPACKED", str(LARGEST_UNPACKED))
    if not (text.isascii() and text.isdigit()):
        raise LimitError(f"FASTGEC_MAX_UNPACKED={text!r}: expected a number of bytes")
    limit = int(text)
    if n_unpacked > max(limit, LARGEST_RATIO * n_packed):
        raise LimitError(
            f"more than {limit} bytes in {what}, {LARGEST_RATIO} times its size "
            "(FASTGEC_MAX_UNPACKED=BYTES allows more)"
        )


def require_holdable(n_bytes: int, what: str = "", share: int = 1) -> None:
    """Raise LimitError if so many bytes cannot be held at once.

    Args:
        n_bytes: How many.
        what: What they are of, for the message.
        share: How many hold as much at the same time.

    >>> require_holdable(1 << 60)
    Traceback (most recent call last):
    fastgec.machine.memory.LimitError: more than ... bytes: expected at most half of \
the memory
    """
    if n_bytes > available_memory() // share:
        limit = available_memory()
        of_what = f" of {what}" if what else ""
        reason = f"more than {limit} bytes{of_what}: expected at most half of the memory"
        raise LimitError(reason)


def require_sentence(n_bytes: int, what: str) -> None:
    """Raise LimitError if a sentence has more bytes of text than could be counted.

    >>> require_sentence(1 << 60, "line")
    Traceback (most recent call last):
    fastgec.machine.memory.LimitError: line of more than ... bytes: expected at most a \
64th of the memory
    """
    if n_bytes > (limit := available_memory() // SENTENCE_SHARE):
        reason = f"{what} of more than {limit} bytes: expected at most a 64th of the memory"
        raise LimitError(reason)
