"""`fastgec cite`, and `--cite`: BibTeX of metrics, methods and data, of scored files or alone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from fastgec.cli.parser import HelpSection, Parser
from fastgec.metrics import METRICS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.study.resampling import Plan
    from fastgec.study.run import Run

HELP = HelpSection("cite")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("names", metavar="NAME", nargs="*", help=HELP)


def run(options: argparse.Namespace) -> int:
    """Print the entries. Raises: UsageError for a name that is none."""
    from fastgec.cli.options import as_usage
    from fastgec.show.citations import citations_named

    with as_usage():
        sys.stdout.write(citations_named(options.names))
    return 0


def all_citations() -> str:
    """Return the entries of everything."""
    from fastgec.show.citations import citations_named

    return citations_named([])


def add_cite(parser: argparse.ArgumentParser, metric: str, *, has_tests: bool = False) -> None:
    """Declare --cite, which needs no files: then all data is named on which a metric is usual."""

    def alone() -> str:
        from fastgec.metrics.base import metric_named
        from fastgec.show.citations import citations, entries_of_tests

        return citations(
            metric_named(metric), tests=entries_of_tests(is_all=True) if has_tests else ""
        )

    add_alone(parser, alone, HELP)


def add_alone(parser: argparse.ArgumentParser, cited: Callable[[], str], text: str) -> None:
    """Declare --cite, and what it prints where it stands alone."""
    parser.add_argument("--cite", action="store_true", help=text)
    if isinstance(parser, Parser):
        parser.alone["--cite"] = cited


def add_cite_methods(
    parser: argparse.ArgumentParser,
    names: Sequence[str],
    metrics: Sequence[str] = (),
    *,
    data: Sequence[str] = (),
    tests: str = "",
) -> None:
    """Declare --cite of a command that stands on methods: alone it names them all.

    Args:
        parser: of the command.
        names: of methods.
        metrics: that always are in it.
        data: words of `fastgec cite` for it.
        tests: what it tests by: "pairs" of systems, or "holm", which corrects other tests.
    """
    cited = partial(cited_methods, names, metrics, data=data, tests=tests)
    add_alone(parser, cited, "BibTeX of the methods, not the result (without files)")


def cited_methods(
    names: Sequence[str],
    metrics: Sequence[str] = (),
    *,
    data: Sequence[str] = (),
    tests: str = "",
    signature: str = "",
) -> str:
    """Return BibTeX of methods, and of what stands beside them."""
    from fastgec.bibliography import bibtex
    from fastgec.metrics.base import metric_named
    from fastgec.show.citations import HOLM, citations_of_methods, entries_of_tests

    entries = {"": "", "holm": bibtex([HOLM]), "pairs": entries_of_tests(is_corrected=True)}
    return citations_of_methods(
        names,
        [metric_named(name) for name in dict.fromkeys(metrics)],
        data=data,
        tests=entries[tests],
        signature=signature,
    )


def cited(run: Run, plan: Plan | None = None, *, tests: str = "") -> str:
    """Return BibTeX of a run, of the tests that are made of it, and its signature."""
    from fastgec.show.citations import citations
    from fastgec.show.scores import signature_of

    line = signature_of(run, plan)
    return citations(run.metric, run.facts.fingerprint, signature=line, tests=tests)


def cited_document(document: Mapping[str, Any]) -> str:
    """Return BibTeX of a result that was printed as JSON: of what its signatures name.

    Raises:
        LookupError, TypeError, AttributeError, ValueError: It is no result of a command.
    """
    from fastgec.metrics.base import metric_named
    from fastgec.show.citations import WORDS, citations, citations_of_run, entries_of_tests

    command = document.get("command", "")
    if command == "meta":
        named = [one["metric"] for corpus in document["corpora"] for one in corpus["metrics"]]
        own = [name for label in named if (name := label.partition("-")[0]) in METRICS]
        return cited_methods(WORDS["meta"], own, signature=document["signature"])
    if command == "run":
        named = [one for corpus in document["corpora"] for one in corpus["metrics"]]
        lines = [one["signature"] for one in named]
        signed = [
            (metric_named(one["metric"]), _fields(line)["gold"], line)
            for one, line in zip(named, lines, strict=True)
        ]
        has_tests = any("tests" in _fields(line) for line in lines)
        tests = entries_of_tests(is_corrected=True) if has_tests else ""
        return citations_of_run(signed, tests=tests)
    line = document.get("signature", "")  # buckets have none
    fields = _fields(line)
    metric = metric_named(document["metric"])
    tests = ""
    if command == "compare":
        is_corrected = fields["correction"] == "holm"
        tests = entries_of_tests(is_all="pairs" in fields, is_corrected=is_corrected)
    return citations(metric, fields.get("gold"), signature=line, tests=tests)


def _fields(signature: str) -> dict[str, str]:
    """Return what a signature names, and its value."""
    return dict(field.partition(":")[::2] for field in signature.split("|"))
