"""Observers of a metric's command: what they keep of each batch, and the output made of it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.cli.options import note_changes, progress_bar, projection_of, warn, warn_of_run
from fastgec.machine import replacing
from fastgec.metrics.base import Reading
from fastgec.read import FormatError
from fastgec.read.lines import WHOLE
from fastgec.show import path_of
from fastgec.study.run import Request, Run, run_request

if TYPE_CHECKING:
    from fastgec.show.scores import Result, SentenceLines
    from fastgec.show.tables import Table
    from fastgec.study.resampling import Plan


# Makes lines of a system from a block, its number, and what each scoring selected in the block.
Make = Callable[[Any, int, Sequence[Any]], Iterable[str]]


class Shown(NamedTuple):
    """A run and what is shown of it.

    run      what was scored
    results  in the order to print
    order    the number in the run of each result
    plan     how resamples were made, if there are intervals
    """

    run: Run
    results: Sequence[Result]
    order: Sequence[int]
    plan: Plan | None = None


class PrintedLines:
    """Observer of batches: lines of each system are put aside until all systems are done."""

    def __init__(
        self, make: Make | None, n_systems: int, files: ExitStack, beside: str | None
    ) -> None:
        """Open a file for each system, on the disk of another file. Raises: OSError."""
        from fastgec.spill import TextSpill  # and pathlib: most runs need neither

        self._make = make
        self._spills = [files.enter_context(TextSpill(beside)) for _ in range(n_systems)]

    def __call__(self, block: Any, chosen: Sequence[Any]) -> None:
        """Add a block."""
        if self._make is not None:
            for system in range(len(self._spills)):
                self.add(system, self._make(block, system, chosen))

    def add(self, system: int, lines: Iterable[str]) -> None:
        """Add lines of a system. Raises: OSError."""
        self._spills[system].add(lines)

    def texts(self, system: int) -> Iterator[str]:
        """Yield the lines of a system. Raises: OSError."""
        yield from self._spills[system].texts()

    def write(self, path: str, heading: str = "") -> None:
        """Write a file of all systems, whole or not at all. Raises: OSError."""
        with replacing(path) as file:
            file.write(heading.encode())
            for spill in self._spills:
                spill.copy_to(file)


class Observing(NamedTuple):
    """What observers need to know of a request, and what closes their files.

    request  what is scored
    files    closes them when all is printed
    """

    request: Request
    files: ExitStack

    def lines(
        self, make: Make | None = None, beside: str | None = None, *, is_of_all: bool = False
    ) -> PrintedLines:
        """Return what puts lines aside, of each system or of all together; beside another file.

        It observes batches where it knows how lines are made.
        """
        n_systems = 1 if is_of_all else len(self.request.names)
        return PrintedLines(make, n_systems, self.files, beside)


def sentence_lines(observing: Observing, path: str) -> tuple[PrintedLines, SentenceLines]:
    """Return the observer that makes what --sentences writes, and what knows its heading.

    Raises: OSError.
    """
    from pathlib import Path

    from fastgec.show.scores import SentenceLines

    request = observing.request
    names, suffix = request.names, Path(path).suffix
    own = SentenceLines(request.metric, request.parameters, request.scorings, suffix)

    def lines(block: Any, system: int, chosen: Sequence[Any]) -> Iterator[str]:
        return own.lines(names[system], block, system, chosen)

    return observing.lines(lines, path), own


def in_format(kind: str, document: Callable[[], str], table: Callable[[], Table]) -> str:
    """Return a result in a format: its JSON document, or its table."""
    from fastgec.show.tables import rendered

    if kind == "json":
        return document()
    return rendered(table(), kind)


def scored(request: Request, options: argparse.Namespace) -> Run:
    """Run a request, with progress, and print what is found of its inputs.

    Args:
        request: how its text is read is added, as the options say.
        options: the parsed command line.

    Raises:
        FormatError: text that cannot be scored.
        StrictError: warnings, with --strict.
    """
    raw = projection_of(options)
    span = getattr(options, "sentence_range", None) or WHOLE
    with progress_bar(options, None, "sentences") as progress:
        reading = Reading(span, None, options.jobs, None, progress, raw)
        done = run_request(replace(request, reading=reading))
    warn_of_run(done, options)
    note_changes(raw, [path_of(name) for name in request.names], quiet=options.quiet)
    return done


def accepted(
    done: Run,
    observers: Sequence[Any],
    judgments: Mapping[Any, Any],
    n: int,
    options: argparse.Namespace,
) -> tuple[Callable[[], str], Callable[[], Table]]:
    """Return what makes JSON and table of scores with and without valid edits.

    Warns of what makes them doubtful.

    Raises: FormatError where the file is of another corpus; StrictError, as `warn`.
    """
    from fastgec.show import errors as report
    from fastgec.study.mistakes import doubts, judged_scores

    if not done.facts.sentences:
        raise FormatError(done.systems[0], None, "no sentence, expected at least 1")
    lines = doubts(done.systems, observers, judgments, options.accept)
    found = judged_scores(
        *(done.metric, done.scorings[0], observers, judgments),
        resamples=n,
        seed=options.seed,
        jobs=options.jobs,
    )
    warn(lines, quiet=options.quiet, strict=options.strict)
    document = partial(report.accepted_document, done, found, n, options.seed)
    table = partial(report.accepted_table, done, found, n, options.seed)
    return document, table
