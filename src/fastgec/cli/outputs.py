"""What a run gives besides its table: BibTeX (--cite), pictures (--plot); `fastgec cite`.

Entries are of metrics, methods and data, of scored files or alone. Of --plot: checks before the
work begins, and the pictures written after it. Most runs draw nothing: drawing is imported only for
--plot.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from fastgec.cli import UsageError
from fastgec.cli.options import changed, note
from fastgec.cli.parser import Command, HelpSection, Parser
from fastgec.machine import real_path, require_place
from fastgec.metrics import METRICS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.show.plots.kinds import PlotRequest
    from fastgec.study.resampling import Plan
    from fastgec.study.run import Run

CITE_HELP = HelpSection("cite")
HELP = HelpSection("options")


def add_cite_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("names", metavar="NAME", nargs="*", help=CITE_HELP)


def run_cite(options: argparse.Namespace) -> int:
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

        tests = entries_of_tests(is_all=True) if has_tests else ""
        return citations(metric_named(metric), tests=tests)

    add_alone(parser, alone, CITE_HELP)


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
        found = [(one["metric"], _fields(one["signature"]), one["signature"]) for one in named]
        signed = [(metric_named(name), fields["gold"], line) for name, fields, line in found]
        has_tests = any("tests" in fields for _, fields, _ in found)
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


SOME = 12  # letters that a note names


def plot(text: str, *, of_scores: bool = False) -> PlotRequest:
    """Read a --plot of correlations, or of scores, whose kind may be left open."""
    from fastgec.show.plots.kinds import OF_SCORES, plot_request

    try:
        return plot_request(text, OF_SCORES, "") if of_scores else plot_request(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_plots(parser: argparse.ArgumentParser, *, is_shown: bool = False) -> None:
    """Declare the options, of correlations; help shows them where 'fastgec plot' has no other."""
    from fastgec.show.plots.kinds import KINDS

    plots = parser.add_argument_group("pictures (pip install 'fastgec[plots]')")
    how: dict[str, Any] = {"dest": "plots", "default": [], "metavar": "[KIND=]FILE", "type": plot}
    text = f"figure, or numbers as .json; KIND: {', '.join(KINDS)} (default: scatter)"
    plot_option = plots.add_argument("--plot", action="extend", nargs="+", help=text, **how)
    data_option = plots.add_argument("--plot-data", metavar="FILE", help=HELP)
    if not is_shown:
        _hide(plot_option, data_option)


def add_plot(output: argparse._ArgumentGroup) -> None:
    """Declare the option, of scores; help names 'fastgec plot' in its place."""
    how: dict[str, Any] = {"dest": "plots", "default": [], "metavar": "[KIND=]FILE"}
    of_scores = partial(plot, of_scores=True)
    _hide(output.add_argument("--plot", action="append", type=of_scores, **how))


def _hide(*options: argparse.Action) -> None:
    for option in options:
        option.help = argparse.SUPPRESS
        option.replaced_by = "fastgec plot"  # type: ignore[attr-defined]


def check_plots(
    options: argparse.Namespace, default: str, has: Mapping[str, bool] | None = None
) -> None:
    """Refuse what cannot be drawn or written, before work begins.

    Args:
        options: as parsed.
        default: the kind of pictures whose kind was left open.
        has: by the names of `Kind.needs`, whether a run makes what a kind shows; what is not named
            it does not make. None: what the default shows.

    Raises:
        UsageError: matplotlib is missing, a kind needs another option, or two files are one.
        OSError: a file cannot be written there.
    """
    data = getattr(options, "plot_data", None)
    if data and not options.plots:
        raise UsageError("--plot-data requires --plot")
    if not options.plots:
        return
    from fastgec.show.plots.kinds import ALL_KINDS, NUMBERS, of_kind

    if getattr(options, "cite", False):
        raise UsageError("--plot and --cite are mutually exclusive")
    called = getattr(options, "plot_option", "--plot")
    plots = [of_kind(one, default) for one in options.plots]
    for one in plots:
        kind = ALL_KINDS[one.kind]
        if kind.needs and not ({default: True} if has is None else has).get(kind.needs, False):
            raise UsageError(f"{called} {one.kind}={one.path} requires {kind.option}")
    paths = [one.path for one in plots] + ([data] if data else [])
    for first, second in combinations(paths, 2):
        if real_path(first) == real_path(second):
            raise UsageError(f"{called}: {first!r} is given twice: expected two names")
    for path in paths:
        require_place(path)
    if not all(one.path.endswith(NUMBERS) for one in plots):
        from fastgec.show.plots.canvas import MissingExtraError, require_matplotlib

        try:
            require_matplotlib()
        except MissingExtraError as error:
            raise UsageError(f"{called}: {error}") from None


def write_plots(document: Mapping[str, Any], options: argparse.Namespace) -> None:
    """Draw a document, and write its pictures and their numbers.

    Raises:
        UsageError: the document has not what a picture shows.
        OSError: a file cannot be written.
    """
    if not options.plots:
        return
    from fastgec.machine import replacing
    from fastgec.show import dumped
    from fastgec.show.plots.content import NothingToPlotError
    from fastgec.show.plots.kinds import NUMBERS, numbers_of, picture

    try:
        shown = [numbers_of(document, one) for one in options.plots]
    except NothingToPlotError as error:
        called = getattr(options, "plot_option", "--plot")
        raise UsageError(f"{called}: {error}") from None
    note(_boxes(shown), quiet=options.quiet)
    made = [  # all are drawn before one is written
        dumped(one).encode() if one["file"].endswith(NUMBERS) else picture(one) for one in shown
    ]
    for one, data in zip(shown, made, strict=True):
        with replacing(one["file"]) as file:
            file.write(data)
    if numbers := getattr(options, "plot_data", None):
        with replacing(numbers) as file:
            file.write(dumped({"plots": shown}).encode())


def _boxes(shown: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each picture some letters of which are drawn as boxes."""
    from fastgec.show.plots.canvas import Words, unwritable
    from fastgec.show.plots.kinds import NUMBERS

    for one in shown:
        if one["file"].endswith(NUMBERS):
            continue
        if letters := unwritable(Words(one["title"], one["description"])):
            some = letters if len(letters) <= SOME else f"{letters[:SOME]}..."
            cure = "install one that has them, such as Noto Sans CJK"
            yield f"{one['file']}: no font here has {some}: boxes are drawn; {cure}"


def write_plots_of(text: Callable[[], str], options: argparse.Namespace, default: str) -> None:
    """Draw the JSON document of a command: pictures have the numbers that it prints.

    Args:
        text: makes the document.
        options: as parsed.
        default: the kind of pictures whose kind was left open.

    Raises:
        UsageError: the document has not what a picture shows.
        OSError: a file cannot be written.
    """
    if options.plots:
        import json

        from fastgec.show.plots.kinds import of_kind

        plots = [of_kind(one, default) for one in options.plots]
        write_plots(shortened(json.loads(text())), changed(options, plots=plots))


def shortened(document: dict[str, Any]) -> dict[str, Any]:
    """Give the systems of a document the names that tables have, where they are paths."""
    from fastgec.show import short_names

    base = document.get("base")
    systems = [*([base] if isinstance(base, dict) else []), *(document.get("systems") or [])]
    if systems and all(one["system"] == one.get("path") for one in systems):
        names = short_names([one["path"] for one in systems])
        for one, name in zip(systems, names, strict=True):
            one["name"] = name
    return document


COMMANDS = {"cite": Command(add_cite_arguments, run_cite)}
