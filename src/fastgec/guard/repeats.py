"""Equal outputs under two names, found by a hash of all their lines.

Such outputs count twice: in a vote, in weights that depend on how many systems make an edit, in
every table. White space at the end of lines is compared, line ends are not.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fastgec.corpus.errors import counted, visible
from fastgec.corpus.lines import Lines
from fastgec.guard import look as kernel
from fastgec.guard.thresholds import FEWEST_CHANGED, FEWEST_SENTENCES

PRIME = 0x100000001B3
MASK = (1 << 64) - 1


class Content(NamedTuple):
    """What an output holds.

    sign       a hash
    n_changed  how many sentences it changes, of those looked at
    """

    sign: int = 0
    n_changed: int = 0

    def then(self, other: Content) -> Content:
        """Return the content of this text and of the one after it."""
        sign = (self.sign * PRIME + other.sign) & MASK
        return Content(sign, self.n_changed + other.n_changed)


def contents_of(sources: Lines, systems: Sequence[Lines]) -> list[Content]:
    """Return the contents of the same sentences of systems.

    >>> source, *systems = map(Lines.of, (["a", "b"], ["c", "b"], ["c", "b"], ["cb", ""]))
    >>> one, same, other = contents_of(source, systems)
    >>> one == same, one.sign == other.sign, one.n_changed
    (True, False, 1)
    """
    columns = [(text.data, text.starts, text.ends) for text in (sources, *systems)]
    unchanged = kernel.count_equal(columns, 0, 0, len(sources))[2::2]
    return [
        Content(_sign_of(system), len(sources) - n)
        for system, n in zip(systems, unchanged, strict=True)
    ]


def sign_of(data: bytes, lengths: bytes = b"") -> int:
    """Return a hash of text, and of the lengths of its lines."""
    return zlib.crc32(data) << 32 | zlib.crc32(lengths, len(data) & 0xFFFFFFFF)


def repeated(names: Sequence[str], contents: Sequence[Content], size: int) -> Iterator[str]:
    """Yield a line for each output that is another one, by another name.

    Args:
        names: of the outputs.
        contents: of them; none where they were not looked at.
        size: how many sentences there are.
    """
    alike: dict[Content, list[str]] = {}
    for name, content in zip(names, contents, strict=bool(contents)):
        alike.setdefault(content, []).append(name)
    for content, (first, *others) in alike.items():
        # Of few sentences that two systems leave as they are, nothing is said.
        is_enough = size >= FEWEST_SENTENCES or content.n_changed >= FEWEST_CHANGED
        others = [visible(name) for name in dict.fromkeys(others) if name != first]
        if others and is_enough:
            has = "has" if len(others) == 1 else "have"
            yield (
                f"{', '.join(others)} {has} the same {counted(size, 'sentence')} as "
                f"{visible(first)}: is one output given under "
                f"{'two' if len(others) == 1 else len(others) + 1} names?"
            )


def same_files(
    names: Sequence[str], pairs: Sequence[int], n_references: int
) -> list[tuple[int, int, int]]:
    """Return which texts are named before, as the source or a reference; as `copies`, of few lines.

    >>> same_files(["s", "/", "/"], [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 1)
    [(2, 1, 1)]
    """
    found = []
    for k, name in enumerate(names):
        first = names.index(name)
        # An output may be the source: a system that does nothing.
        is_before = first < k and first <= n_references and (first or k <= n_references)
        if is_before and os.path.exists(name):  # noqa: PTH110
            n_equal = pairs[2 * (k * (n_references + 1) + first) + 1]
            if n_equal == pairs[0]:
                found.append((k, first, n_equal))
    return found


def _sign_of(lines: Lines) -> int:
    if not len(lines):
        return 0
    data = bytes(lines.data[lines.starts[0] : lines.ends[-1]]).replace(b"\r\n", b"\n")
    return sign_of(data, (lines.ends - lines.starts).tobytes())
