"""`fastgec cite`, and `--cite`: BibTeX of what made a number, with the files scored or alone."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from fastgec.cli.parser import Parser

if TYPE_CHECKING:
    from fastgec.metrics.door import AnyMetric
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.description = (
        "BibTeX of metrics, public data, tests and fastgec. Beside a run, --cite prints what made "
        "its numbers: its own metrics, data, tests and signature."
    )
    parser.usage = "fastgec cite [NAME ...]"
    parser.epilog = (
        "examples:\n"
        "  fastgec cite > fastgec.bib\n"
        "  fastgec cite m2 conll14 tests\n"
        "  fastgec cite green gmeg"
    )
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="metrics (m2, green ...), data (conll14, bea19, jfleg, gmeg, multigec), tests "
        "(default: all)",
    )


def run(options: argparse.Namespace) -> int:
    """Print the entries. Raises: UsageError for a name that is none."""
    from fastgec.cli import UsageError
    from fastgec.report.citations import citations_named

    try:
        text = citations_named(options.names)
    except ValueError as error:
        raise UsageError(str(error)) from None
    sys.stdout.write(text)
    return 0


def all_citations() -> str:
    """Return the entries of everything."""
    from fastgec.report.citations import citations_named

    return citations_named([])


def add_cite(
    parser: argparse.ArgumentParser, metric: AnyMetric, *, has_tests: bool = False
) -> None:
    """Declare --cite, which needs no files: then all data is named on which a metric is usual."""
    parser.add_argument(
        "--cite",
        action="store_true",
        help="print BibTeX of metric and data instead of scores; needs no files",
    )

    def alone() -> str:
        from fastgec.report.citations import citations, entries_of_tests

        return citations(metric, tests=entries_of_tests(is_all=True) if has_tests else "")

    if isinstance(parser, Parser):
        parser.alone["--cite"] = alone


def cited(run: Run[Any, Any, Any], plan: Plan | None = None, *, tests: str = "") -> str:
    """Return BibTeX of a run, of the tests that are made of it, and its signature."""
    from fastgec.report.citations import citations
    from fastgec.report.scores import signature_line
    from fastgec.study.run import settings_of

    line = signature_line(run.metric, settings_of(run), run.facts, plan)
    return citations(run.metric, run.facts.fingerprint, signature=line, tests=tests)
