"""A progress bar on stderr that appears only when work is long; in a file, a line now and then."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0  # seconds before a bar appears
INTERVAL = 10.0  # seconds between lines where stderr is no terminal


class Bar:
    """Progress of one piece of work, drawn by rich; nothing is imported or drawn at first.

    Where stderr is no terminal, lines take the place of the bar: one every ten seconds, and the
    last when the work is done.

    Args:
        total: number of items (None: not known).
        what: a description in a few words.
        at_once: do not wait.
    """

    def __init__(self, total: int | None, what: str, *, at_once: bool = False) -> None:
        self._total = total
        self._what = what
        self._is_drawn = sys.stderr.isatty()
        wait = INTERVAL if not self._is_drawn else 0.0 if at_once else PATIENCE
        self._from = time.monotonic() + wait
        self._progress: Progress | None = None
        self._done = self._told = 0

    def show(self, done: int) -> None:
        """Say how many items are done."""
        self._done = done
        if not self._is_drawn:
            if time.monotonic() >= self._from:
                self._tell()
            return
        if self._progress is None and time.monotonic() >= self._from:
            self._progress = self._started()
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=done)

    def _tell(self) -> None:
        """Write a line, unless the last one says the same."""
        if self._done != self._told:
            from rich.console import Console

            of = "" if self._total is None else f" of {self._total}"
            line = f"{self._what}: {self._done}{of}"
            Console(stderr=True, soft_wrap=True).print(line, markup=False, highlight=False)
        self._told = self._done
        self._from = time.monotonic() + INTERVAL

    def _started(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        progress = Progress(
            "{task.description}",
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        progress.start()
        progress.add_task(self._what, total=self._total)
        return progress

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: object = None, *error: object) -> None:
        if self._progress is not None:
            self._progress.stop()
        if not self._is_drawn and kind is None:
            self._tell()
