"""What --sentences writes, and what all know who are told of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.machine.atomic import replacing

if TYPE_CHECKING:
    from fastgec.machine.spool import TextSpool
    from fastgec.metrics.door import AnyMetric


class Watching(NamedTuple):
    """What is scored, for those who are told of its blocks.

    names       of the systems, as they are printed
    parameters  what counts depend on
    scorings    what sums depend on
    spools      closes the files beside the outputs, when all is printed
    """

    names: Sequence[str]
    parameters: Any
    scorings: Sequence[Any]
    spools: ExitStack

    def text_spools(self, beside: str | None = None) -> list[TextSpool]:
        """Return a file for text of each system, on the disk of another. Raises: OSError."""
        from fastgec.machine.spool import TextSpool  # most runs put nothing aside

        return [self.spools.enter_context(TextSpool(beside)) for _ in self.names]


class Sentences:
    """Lines of each sentence, put aside until all systems are done; then --sentences has them."""

    def __init__(self, metric: AnyMetric, watching: Watching, path: str) -> None:
        """Make a file for each system, beside the one that is wanted. Raises: OSError."""
        from fastgec.report import scores

        names, parameters, scorings, _ = watching
        self._lines = scores.SentenceLines(metric, parameters, scorings, Path(path).suffix)
        self._names = names
        self._path = path
        self._spools = watching.text_spools(path)

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
