"""`--cite`: BibTeX of what made a number, with the files that are scored or alone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from fastgec.cli.parser import Parser

if TYPE_CHECKING:
    from fastgec.metrics.door import AnyMetric
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Run


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
