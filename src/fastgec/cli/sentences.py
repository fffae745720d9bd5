"""What --sentences writes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from fastgec.machine.atomic import replacing

if TYPE_CHECKING:
    from fastgec.machine.spool import TextSpool
    from fastgec.report import scores


class Sentences:
    """Lines of each sentence, put aside until all systems are done; then --sentences has them."""

    def __init__(self, lines: scores.SentenceLines, names: Sequence[str], path: str) -> None:
        """Take what makes lines, and where they go."""
        self._lines = lines
        self._names = names
        self._path = path
        self._spools: list[TextSpool] = []

    def open(self, spools: ExitStack) -> None:
        """Make a file for each system. Raises: OSError."""
        from fastgec.machine.spool import TextSpool

        self._spools = [spools.enter_context(TextSpool(self._path)) for _ in self._names]

    def __call__(self, block: Any, chosen: Sequence[Any]) -> None:
        """Add a block."""
        for system, (name, spool) in enumerate(zip(self._names, self._spools, strict=True)):
            spool.add(self._lines.lines(name, block, system, chosen))

    def write(self) -> None:
        """Write the file, whole or not at all. Raises: OSError."""
        with replacing(self._path) as file:
            file.write(self._lines.heading.encode())
            for spool in self._spools:
                spool.copy_to(file)
