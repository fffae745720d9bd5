"""A progress bar on stderr that appears only when work is long."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0  # seconds before a bar appears


class Bar:
    """Progress of one piece of work, drawn by rich; nothing is imported or drawn at first.

    Parameters: total, number of items (None: not known); what, a few words; at_once, do not wait.
    """

    def __init__(self, total: int | None, what: str, *, at_once: bool = False) -> None:
        self._total = total
        self._what = what
        self._from = time.monotonic() + (0.0 if at_once else PATIENCE)
        self._progress: Progress | None = None

    def show(self, done: int) -> None:
        """Say how many items are done."""
        if self._progress is None and time.monotonic() >= self._from:
            self._progress = self._started()
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=done)

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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._progress is not None:
            self._progress.stop()
