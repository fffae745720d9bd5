"""`fastgec run`: corpora x systems x metrics in one table, as config files name them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from fastgec.cli import DATA_ERROR, UsageError
from fastgec.cli import options as shared
from fastgec.cli.errant import add_analyses, finish, opened
from fastgec.cli.outputs import add_alone, add_plot, all_citations, check_plots, write_plots_of
from fastgec.cli.parser import HelpSection
from fastgec.machine import replacing
from fastgec.read import FormatError, visible
from fastgec.show import TABLE_FORMATS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from fastgec.metrics.spec import MetricSpec
    from fastgec.show.corpora import BestTests
    from fastgec.study.corpora import CorpusResult, Planned

HELP = HelpSection("run")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("configs", metavar="CONFIG.toml", nargs="+", help=HELP)
    shared.add_known(parser, "--metric", section=HELP)
    shared.add_known(parser, "--benchmark")
    parser.add_argument("--set", metavar="NAME", help=HELP)
    shared.add_known(parser, "--retokenize", "--skip-bad")
    add_analyses(parser)
    verdict = parser.add_argument_group("ranking and intervals")
    shared.add_known(verdict, "--ci", "--seed")
    verdict.add_argument("--groups", type=resamples_of_tests, metavar="[=N]", help=HELP)
    verdict.add_argument("--base", metavar="NAME", help=HELP)
    verdict.add_argument("--level", type=shared.level, metavar="A", help=HELP)
    verdict.add_argument("--sort", action="store_true", help="best of the first metric first")
    verdict.add_argument("--sort-by", metavar="METRIC", help="best of this metric first")
    verdict.add_argument("--signature", action="store_true", help=HELP)
    add_alone(parser, all_citations, HELP)
    output = shared.add_shared(parser, TABLE_FORMATS, has_sentences=False)
    output.add_argument("--html", metavar="FILE", help=HELP)
    output.add_argument("--reports", metavar="FOLDER", help=HELP)
    output.add_argument("--layout", choices=("corpora", "paper"), default="corpora", help=HELP)
    add_plot(output)


def resamples_of_tests(text: str) -> int:
    """Read a number of resamples, or "auto": 0."""
    return 0 if text == "auto" else shared.resamples(text)


def run(options: argparse.Namespace) -> int:
    """Score, then print: nothing is printed before every corpus is done."""
    from fastgec.show import corpora as report
    from fastgec.study.corpora import RunOptions, run_each

    if options.groups is None:
        given = {"--level": options.level is not None, "--base": options.base is not None}
        shared.refuse_all("{} requires --groups", given)
    drawn = "forest" if options.ci else "pr"
    is_paper, is_text = options.layout == "paper", options.format in ("latex", "markdown")
    shared.refuse(
        ("--layout paper requires -f latex or -f markdown", is_paper and not is_text),
        ("--ci and --layout paper are mutually exclusive", is_paper and options.ci),
    )
    check_plots(options, drawn, {"ci": options.ci is not None})
    _check_board(options)
    plans = planned(options.configs, options.metrics, options.set)
    for plan in plans:
        if options.base is not None and options.base not in plan.config.systems:
            known = ", ".join(map(visible, plan.config.systems))
            raise UsageError(f"--base {options.base}: expected a system of each corpus: {known}")
        if options.benchmark is not None and options.tags == "none" and plan.config.errant:
            raise UsageError(
                f"--benchmark {options.benchmark} and errant of corpus "
                f'"{visible(plan.config.name)}" are mutually exclusive: edits are made of its texts'
            )
    by = _sort_label(plans, options)
    tests = None
    if options.groups is not None:
        tests = report.BestTests(options.seed, options.level or 0.05, options.base)
    analyser = opened(options)
    with shared.progress_bar(options, None, "sentences") as progress:
        is_named = options.signature or options.cite or options.format == "json"
        has_fingerprint = bool(is_named or options.plots or options.html is not None)
        run_options = RunOptions(
            *(options.ci, options.groups, options.seed, tests.level if tests else 0.05),
            *(options.retokenize, options.jobs, has_fingerprint, progress),
            skips_bad=options.skip_bad,
            analyser=analyser,
            base=options.base,
        )
        with naming_skip_bad(plans, options):
            results = list(run_each(plans, run_options))
    finish(analyser, options)
    from fastgec.cli.benchmarks import of_other_size  # help needs no table of them

    for result in results:
        shared.note_changes(result.projection, result.systems, quiet=options.quiet)
        n_sentences = result.metrics[0].run.facts.sentences
        warnings = [*result.warnings, *of_other_size(options.benchmark, n_sentences)]
        shared.warn(warnings, quiet=options.quiet, strict=options.strict)
        shared.note(result.notes, quiet=options.quiet)
        if not (options.metrics or result.config.metrics):
            shared.note([metrics_note(result)], quiet=options.quiet)
        warn_of_absent(result.name, result.absent, options)
        shared.warn(result.too_few, quiet=options.quiet, strict=options.strict)
    if options.cite:
        sys.stdout.write(report.cited(results, tests))
        return 0
    status = DATA_ERROR if any(result.skipped for result in results) else 0
    is_sorted = options.sort or options.sort_by is not None
    orders = [_order(result, by, is_sorted=is_sorted) for result in results]
    write_plots_of(lambda: report.document(results, orders, tests), options, drawn)
    if options.html is not None:
        _write_board(results, plans, by, tests, options)
    kind, signed = shared.format_of(options), options.signature
    if is_paper:
        sys.stdout.write(report.paper(results, orders, kind, tests, has_signatures=signed))
    else:
        if kind in ("tsv", "csv"):
            shared.note(report.number_notes(results), quiet=options.quiet)
        sys.stdout.write(report.text(results, orders, kind, tests, by=by, has_signatures=signed))
    return status


@contextmanager
def naming_skip_bad(plans: Sequence[Planned], options: argparse.Namespace) -> Iterator[None]:
    """Say of an output that cannot be scored, one of several, which option leaves it out."""
    try:
        yield
    except FormatError as error:
        configs = [plan.config for plan in plans if len(plan.config.systems) > 1]
        outputs = {path for one in configs for files in one.systems.values() for path in files}
        gold = {path for one in configs for path in (*one.source, *one.gold)}
        if options.skip_bad or not any(visible(path) in str(error) for path in outputs - gold):
            raise
        reason = f"{error.reason} (--skip-bad scores the others)"
        raise FormatError(error.path, error.line, reason) from None


def _check_board(options: argparse.Namespace) -> None:
    """Refuse a leaderboard that cannot be written. Raises: UsageError; OSError."""
    if options.html is None:
        if options.reports is not None:
            raise UsageError("--reports requires --html")
        return
    if not options.html.endswith((".html", ".htm")):
        raise UsageError(f"--html {options.html!r}: expected a name that ends in .html")
    if options.reports is not None and not Path(options.reports).is_dir():
        raise UsageError(f"--reports {options.reports}: no such folder")
    shared.check_out(options.html, options.configs)


def _write_board(
    results: Sequence[CorpusResult],
    plans: Sequence[Planned],
    by: str,
    tests: BestTests | None,
    options: argparse.Namespace,
) -> None:
    """Write the leaderboard; systems link to their reports. Raises: OSError."""
    from urllib.parse import quote

    from fastgec.show.board.board import page

    missing: list[str] = []

    def link(name: str) -> str:
        if options.reports is None:
            return ""
        report = Path(options.reports, f"{name}.html")
        if not report.is_file():
            missing.append(str(report))
            return ""
        return quote(os.path.relpath(report, Path(options.html).parent).replace(os.sep, "/"))

    with replacing(options.html) as file:
        names = _names_in_configs(plans)
        file.write(page(results, by=by, tests=tests, link=link, names=names))
    if missing:
        first, *more = dict.fromkeys(missing)
        others = f" and {len(more)} more" if more else ""
        shared.note(
            [f"--reports: no link to {visible(first)}{others}: no such file"], quiet=options.quiet
        )


def _names_in_configs(plans: Sequence[Planned]) -> dict[str, str]:
    """Return for each path, as messages show it, the name for a page that others read.

    It is relative to the config file, as there; of an absolute path, the last part.
    """
    names: dict[str, str] = {}
    for config in (plan.config for plan in plans):
        folder = os.path.join(os.path.dirname(config.path), "")  # noqa: PTH118, PTH120
        outputs = (*config.systems.values(), *config.errant_systems.values())
        gold = (*config.references, config.source, config.gold, config.errant)
        for path in (config.path, *(path for files in (*outputs, *gold) for path in files)):
            name = path.removeprefix(folder)
            names[visible(path)] = visible(Path(name).name if Path(name).is_absolute() else name)
    return names


def asked_metrics(words: Sequence[str]) -> list[MetricSpec]:
    """Return the metrics that words name. Raises: UsageError."""
    from fastgec.metrics.spec import metric_specs

    with shared.as_usage():
        return metric_specs([("", one) for one in words])


def planned(
    paths: Sequence[str], metrics: Sequence[str] | None, subset: str | None = None
) -> list[Planned]:
    """Return the corpora of config files, and the metrics that score each.

    Args:
        paths: of the files.
        metrics: that score all; None: those that the files name.
        subset: of the systems.

    Raises:
        FormatError: a file is bad.
        UsageError: no metric has such a name.
    """
    from fastgec.read.config import read_configs, require_different_names
    from fastgec.study.corpora import plan_configs

    configs = [config for path in paths for config in read_configs(path)]
    require_different_names(configs, paths[-1])
    if subset is not None:
        configs = [config.subset(subset) for config in configs]
    asked_metrics(metrics or [])
    return plan_configs(configs, None if metrics is None else [("", words) for words in metrics])


def metrics_note(result: CorpusResult) -> str:
    """Return that a config file names no metrics, and which ones score it, at which betas."""
    names = ", ".join(one.heading for one in result.metrics)
    has_green = any(one.asked.metric.name == "green" for one in result.metrics)
    cure = "; GREEN has no usual beta: state one, as in green:beta=2" if has_green else ""
    return f'corpus "{visible(result.name)}" names no metrics: scored by {names}{cure}'


def warn_of_absent(name: str, labels: Sequence[str], options: argparse.Namespace) -> None:
    """Print a warning of metrics that do not score a corpus. Raises: as `warn`."""
    if labels:
        line = f'corpus "{name}": no gold for {", ".join(labels)}, which is not scored there'
        shared.warn([line], quiet=options.quiet, strict=options.strict)


def _sort_label(plans: Sequence[Planned], options: argparse.Namespace) -> str:
    """Return the label of the metric that --sort-by names, "" for the first of each corpus."""
    if options.sort_by is None:
        return ""
    known = [one for plan in plans for one in plan.asked]
    for one in known:
        if options.sort_by in (one.label, one.heading):
            return one.label
    label = asked_metrics([options.sort_by])[0].label
    if label not in [one.label for one in known]:
        expected = " or ".join(dict.fromkeys(one.label for one in known))
        raise UsageError(f"--sort-by {options.sort_by}: expected {expected}")
    return label


def _order(result: CorpusResult, label: str, *, is_sorted: bool) -> Sequence[int]:
    """Return the numbers of the systems of a corpus, in the order of rows."""
    from fastgec.show.corpora import ranking_of

    numbers = range(len(result.systems))
    if not is_sorted:
        return numbers
    values = ranking_of(result, label).values
    return sorted(numbers, key=lambda number: -values[number])
