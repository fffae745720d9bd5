"""`fastgec vote` and `fastgec mbr`: candidates in, one text out, and its score.

Nothing is written before all is known: the text is put aside, scored if that is wanted, and then
written whole or not at all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from functools import partial

from fastgec.cli import UsageError
from fastgec.cli import options as shared
from fastgec.cli.outputs import add_cite_methods, cited_methods
from fastgec.cli.parser import HelpSection
from fastgec.show import TABLE_FORMATS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from fastgec.combine.mbr import Agreed
    from fastgec.combine.votes import Candidates, Elected
    from fastgec.read.gold import Gold
    from fastgec.read.lines import Lines

    PartT = TypeVar("PartT", "Elected", "Agreed")

HELP, VOTE, MBR = HelpSection("candidates"), HelpSection("vote"), HelpSection("mbr")
MOST_TOLD = 12  # candidates; of more, only how many were taken at all


class Combining:
    """A command that makes one text of candidates.

    name     of the command
    metrics  what it stands on beside its method, for BibTeX
    """

    name = ""
    metrics: tuple[str, ...] = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        self.add_own(parser)
        parser.add_argument("candidates", metavar="CANDIDATE", nargs="+", help=HELP)
        parser.add_argument("-s", "--source", metavar="SOURCE", required=True, help=HELP)
        parser.add_argument("-o", "--out", metavar="FILE", help=HELP)
        parser.add_argument("--samples", type=shared.positive, metavar="K", help=HELP)
        parser.add_argument("--gold", metavar="GOLD.m2", help=HELP)
        shared.add_known(parser, "--retokenize")
        shared.add_shared(parser, TABLE_FORMATS, has_sentences=False)
        add_cite_methods(parser, (self.name,), self.metrics)

    def add_own(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments that this command alone has."""

    def run(self, options: argparse.Namespace) -> int:
        """Combine, then write: nothing is written before all is known.

        Raises: UsageError; FormatError; OSError.
        """
        how = self.how(options)
        _check(options)
        if options.cite:
            metrics = self.cited(how) if options.gold is None else (*self.cited(how), "m2")
            sys.stdout.write(cited_methods((self.name,), metrics))
            return 0
        self.combine(Session(options, self.name), how)
        return 0

    def how(self, options: argparse.Namespace) -> Any:
        """Return by which rule candidates are combined. Raises: UsageError."""

    def cited(self, how: Any) -> tuple[str, ...]:
        """Return the metrics that a rule stands on."""
        return ()

    def combine(self, session: Session, how: Any) -> None:
        """Combine, write, and say what was done."""


class Vote(Combining):
    """`fastgec vote`: each source with the edits that enough of its candidates make."""

    name = "vote"

    def add_own(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments that this command alone has."""
        shared.add_known(parser, "--unit")
        parser.add_argument("--threshold", metavar="T", help=VOTE)
        parser.add_argument("--weights", metavar="W", nargs="+", help=VOTE)

    def how(self, options: argparse.Namespace) -> Any:
        """Return the rule of votes. Raises: UsageError."""
        from fastgec.combine.votes import rule_of

        n_candidates = options.samples or len(options.candidates)
        with shared.as_usage():
            return rule_of(n_candidates, options.threshold, options.weights)

    def combine(self, session: Session, how: Any) -> None:
        """Vote, write, and say what was done."""
        from fastgec.combine.votes import Tally, elected_blocks

        tally = Tally()
        for part in session.finish(lambda candidates: elected_blocks(candidates, how)):
            tally = tally.plus(part.tally)
        session.tell(f"{how}; {tally}")


class MinimumRisk(Combining):
    """`fastgec mbr`: for each source the candidate that agrees most with the others."""

    name = "mbr"
    metrics = ("m2",)

    def add_own(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments that this command alone has."""
        parser.add_argument("--metric", default="m2", metavar="METRIC", help=MBR)

    def how(self, options: argparse.Namespace) -> Any:
        """Return the metric, and what makes its matrices. Raises: UsageError."""
        from fastgec.combine.mbr import matrices_of, metric_of

        with shared.as_usage("--metric: "):
            metric = metric_of(options.metric)
            return metric, matrices_of(metric)

    def cited(self, how: Any) -> tuple[str, ...]:
        """Return the metric that agreement is measured by."""
        return (how[0].metric.name,)

    def combine(self, session: Session, how: Any) -> None:
        """Choose, write, and say what was done."""
        import numpy as np

        from fastgec.combine.mbr import agreed_blocks
        from fastgec.read import counted

        parts = session.finish(lambda candidates: agreed_blocks(candidates, how[1]))
        picked = np.concatenate([part.picked for part in parts])
        times = np.bincount(picked, minlength=session.candidates.n_candidates).tolist()
        text = ", ".join(f"{n} of {name}" for name, n in zip(session.names, times, strict=True))
        if len(times) > MOST_TOLD:
            text = f"of {sum(map(bool, times))} of {len(times)} candidates"
        session.tell(f"{counted(len(picked), 'sentence')}: {text}")


COMMANDS = {"vote": Vote(), "mbr": MinimumRisk()}


class Session:
    """A run of one of the commands: reads candidates, puts the result aside, scores and writes it.

    candidates  what is read; when the run has ended, its diagnostics and projection have seen it
    """

    def __init__(self, options: argparse.Namespace, name: str) -> None:
        """Take what was parsed, and what tables call the result."""
        from fastgec.combine.votes import Candidates
        from fastgec.diagnostics.inputs import Diagnostics

        shared.warn_of_repeats(options.candidates, options)
        self._options = options
        self._name = name
        self._columns: list[list[bytes]] = []
        self._n_bytes = 0
        self.candidates = Candidates(
            *(options.source, options.candidates, options.samples, options.jobs),
            shared.projection_of(options),
            Diagnostics(options.samples or len(options.candidates)),
            keep=None if options.gold is None else self._keep,
            unit=getattr(options, "unit", "word"),
        )

    def finish(self, blocks: Callable[[Candidates], Iterable[PartT]]) -> list[PartT]:
        """Run to the end, and write; return the parts without their text.

        Args:
            blocks: yields parts whose `text` is bytes.

        Raises:
            FormatError: files that do not fit.
            StrictError: warnings, with --strict.
            OSError: the output cannot be written.
        """
        from dataclasses import replace

        from fastgec.spill import TextSpill

        options = self._options
        out = None if options.out == "-" else options.out
        parts: list[PartT] = []
        texts: list[bytes] = []
        n_lost = 0
        with TextSpill(out) as spill:
            with shared.progress_bar(options, None, "sentences") as progress:
                for part in blocks(replace(self.candidates, progress=progress)):
                    lines = part.text.decode().splitlines(keepends=True)
                    if self.candidates.unit == "char":
                        lines = shared.without_spaces(lines)
                        n_lost += shared.n_latin(lines)
                    spill.add(lines)
                    if options.gold is not None:
                        texts.append(part.text)
                    parts.append(part._replace(text=b""))
            self._warn()
            lost = shared.lost_spaces(n_lost, self._name)
            shared.warn(lost, quiet=options.quiet, strict=options.strict)
            table = "" if options.gold is None else self._scores(b"".join(texts))
            shared.write_out(out, spill.texts())
            sys.stdout.write(table)
        return parts

    def tell(self, text: str) -> None:
        """Print to stderr what was done."""
        if not self._options.quiet:
            print(f"{self._name}: {text}", file=sys.stderr)

    @property
    def names(self) -> list[str]:
        """What the candidates are called: as typed, or numbers of samples."""
        names: list[str] = self._options.candidates
        if self._options.samples is None:
            return names
        return [f"{names[0]} (sample {number + 1})" for number in range(self._options.samples)]

    def _keep(self, texts: list[bytes]) -> None:
        from fastgec.machine import require_holdable

        self._columns.append(texts)
        self._n_bytes += sum(map(len, texts))
        require_holdable(self._n_bytes, "texts")

    def _warn(self) -> None:
        from fastgec.diagnostics.inputs import input_warnings

        options, diagnostics = self._options, self.candidates.diagnostics
        if diagnostics is not None:
            shared.warn(input_warnings(diagnostics), quiet=options.quiet, strict=options.strict)
        shared.note_changes(self.candidates.projection, self.names, quiet=options.quiet)

    def _scores(self, text: bytes) -> str:
        """Return a table of scores: of the result, and of each candidate. Raises: FormatError."""
        from fastgec.kernels.tokens import split_lines
        from fastgec.metrics.base import Reading
        from fastgec.metrics.m2 import METRIC, Parameters, Scoring
        from fastgec.read.gold import Gold
        from fastgec.read.lines import Lines
        from fastgec.show import Name, names_of, scores
        from fastgec.show.scores import results_of
        from fastgec.study.run import Request, run_request

        options = self._options
        source, *columns = [b"".join(parts) for parts in zip(*self._columns, strict=True)]
        gold = Gold.read(options.gold)
        called = options.source, self._name, *self.names
        named = zip(called, (source, text, *columns), strict=True)
        lines = [Lines(data, *split_lines(data), name) for name, data in named]
        _require_same(lines[0], gold)
        names = [Name(self._name, self._name), *names_of(self.names)]
        reading = Reading(jobs=options.jobs)
        request = Request(METRIC, names, lines[1:], gold, Parameters(), [Scoring()], reading)
        done = run_request(request)
        shared.warn(done.warnings, quiet=options.quiet, strict=options.strict)
        shown = done, results_of(done)
        document, table = partial(scores.document, *shown), partial(scores.table, *shown)
        return shared.in_format(shared.format_of(options), document, table)


def _require_same(source: Lines, gold: Gold) -> None:
    """Raise FormatError unless gold has the same sources."""
    from fastgec.read import FormatError, visible
    from fastgec.read.lines import is_same_text, require_equal_counts

    require_equal_counts(source, gold.sources)
    if is_same_text(source, gold.sources):
        return
    for number, sentence in enumerate(range(len(gold)), 1):
        if source[sentence].split() != gold.sources[sentence].split():
            which = f"sentence {number} of {visible(gold.name)}"
            raise FormatError(source.name, number, f"not {which}: expected the same source")


def _check(options: argparse.Namespace) -> None:
    """Refuse arguments that contradict each other. Raises: UsageError; OSError."""
    if options.samples is not None and len(options.candidates) != 1:
        n_found = len(options.candidates)
        raise UsageError(f"--samples with {n_found} files: expected one file of samples")
    out = None if options.out == "-" else options.out
    inputs = [options.source, *options.candidates]
    inputs += [] if options.gold is None else [options.gold]
    shared.check_inputs(inputs)
    if options.gold is None and options.format is not None:
        raise UsageError("-f requires --gold: it is the format of scores")
    if options.gold is not None and out is None:
        raise UsageError("--gold requires -o FILE: scores go to standard output")
    shared.check_out(out, inputs)
