"""`fastgec compare`: paired tests of systems against a base, by any metric."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from fastgec.cli import DATA_ERROR, UsageError
from fastgec.cli import options as shared
from fastgec.cli.outputs import add_cite, add_plot, check_plots, cited, write_plots_of
from fastgec.cli.parser import HelpSection
from fastgec.cli.weights import add_weights, require_weighable, weighed
from fastgec.fscore import LARGEST_BETA
from fastgec.metrics import METRICS
from fastgec.metrics.declarations import GIVEN, Declaration, declaration_of
from fastgec.read import FormatError, visible
from fastgec.show import TABLE_FORMATS

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from fastgec.metrics.base import AnyMetric
    from fastgec.show.comparisons import PairStudy, Study
    from fastgec.show.tables import Table
    from fastgec.study.run import Request, Run

    # What makes a JSON document, what makes a table, and the signature.
    Shown: TypeAlias = tuple[Callable[[], str], Callable[[], Table], str]

HELP = HelpSection("compare")

DEFAULT = "m2"  # of gold edits, unless --metric says
USUAL = {DEFAULT: "MaxMatch", "green": "GREEN (--metric green)"}  # options shown without --metric
GOLD_OF = {"edits": "edits", "pairs": "edits", "references": "references"}


class Choices(tuple[str, ...]):
    """Names of metrics; `scores:NAME=FILE` is one, too."""

    def __contains__(self, words: object) -> bool:
        return super().__contains__(words) or str(words).startswith(GIVEN)


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Declare the arguments of the command: with --metric among the words, those of that metric."""
    parser.add_argument("systems", metavar="BASE SYSTEM", nargs="+", help=HELP)
    parser.add_argument("--gold", metavar="GOLD", help="gold in M2 format: compare by MaxMatch")
    shared.add_parallel_columns(parser, has_systems=False)
    parser.add_argument("--metric", type=shared.metric_name, choices=Choices(METRICS), help=HELP)
    parser.add_argument(
        "-b", "--beta", type=shared.any_beta, default=argparse.SUPPRESS, metavar="B", help=HELP
    )
    _add_tests(parser)
    shared.add_known(parser, "--skip-bad")
    metrics = _add_metrics(parser, words)
    add_weights(parser, metrics)
    if any(metric.reads == "pairs" for metric in metrics):
        from fastgec.cli.errant import add_analyses

        add_analyses(parser)
    shared.add_known(parser, "--retokenize")
    add_plot(shared.add_shared(parser, TABLE_FORMATS, has_sentences=False, has_names=True))
    add_cite(parser, DEFAULT, has_tests=True)


def _add_tests(parser: argparse.ArgumentParser) -> None:
    """Add the options of tests, and of what is printed of them."""
    tests = parser.add_argument_group("tests")
    tests.add_argument("--all", action="store_true", help=HELP)
    tests.add_argument("--resamples", type=shared.resamples, metavar="N", help=HELP)
    tests.add_argument("--stop-early", action="store_true", help=HELP)
    tests.add_argument("--clusters", metavar="IDS", help=HELP)
    tests.add_argument("--power", action="store_true", help=HELP)
    shared.add_known(tests, "--seed")
    tests.add_argument("--level", type=shared.level, default=0.05, metavar="A", help=HELP)
    tests.add_argument("--holm", action="store_true", help=HELP)
    tests.add_argument("--fixed-choice", action="store_true", help=HELP)
    tests.add_argument("--sort", action="store_true", help=HELP)
    tests.add_argument("--signature", action="store_true", help=HELP)


def _add_metrics(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[Declaration]:
    """Add the options of the metric that is named, or of those usually meant; return these."""
    name = shared.named_metric(words)
    titles = {str(name): str(name).upper()} if name in METRICS else USUAL
    metrics = [declaration_of(name) for name in titles]
    for metric, title in zip(metrics, titles.values(), strict=True):
        group = parser.add_argument_group(title)
        shared.add_fields(group, metric.parameters, is_absent=True)
        shared.add_fields(group, metric.scoring, without=("beta",), is_absent=True)
        if metric.name == "imeasure":
            group.add_argument("--mix", action="store_true", help=HELP)
    return metrics


def run(options: argparse.Namespace) -> int:
    """Score, resample, then print."""
    from fastgec.show import tables
    from fastgec.study.run import signed

    options = shared.changed(options, systems=_without_base(options))
    metric = _check(options)
    options = _kept(metric, options)
    request, made_by = _request(metric, options)
    found = signed(shared.scored(request, options), made_by)
    if found.facts.sentences == 0:
        raise FormatError(found.systems[0], None, "no sentence, expected at least 1")
    if options.cite:
        from fastgec.show.citations import entries_of_tests

        tests = entries_of_tests(
            is_all=options.all,
            is_corrected=options.holm,
            is_stopped=options.stop_early,
            has_clusters=options.clusters is not None,
            has_power=options.power,
        )
        sys.stdout.write(cited(found, tests=tests))
        return 0
    kind = options.format or "table"
    document, table, line = (_with_all if options.all else _with_base)(found, options, kind)
    write_plots_of(document, options, _kind_drawn(options))
    sys.stdout.write(shared.shown_skipped(shared.in_format(kind, document, table), kind, options))
    if options.signature and kind != "json":
        sys.stdout.write(tables.with_line(line, kind))
    return DATA_ERROR if getattr(options, "skipped", ()) else 0


def _kept(metric: AnyMetric, options: argparse.Namespace) -> argparse.Namespace:
    """Return the options with the systems that can be scored, of --skip-bad.

    Raises: FormatError if the base cannot, or no other system can; UsageError.
    """
    from dataclasses import replace

    from fastgec.study.run import run_request

    if not options.skip_bad:
        return options
    if options.weight_files is not None:
        raise UsageError("--skip-bad and --weights are mutually exclusive")

    if metric.reads == "pairs":
        from fastgec.cli.errant import with_analyser

        options = with_analyser(options)
    silent = shared.changed(options, names=None, quiet=True, strict=False, save_analyses=None)

    def attempt(number: int) -> None:
        only = shared.changed(silent, systems=[silent.systems[number]])
        request, _ = _request(metric, only)
        run_request(replace(request, keeps_samples=False))

    base = options.systems[0]
    numbers, options = shared.kept_systems(options.systems, attempt, options, options.gold)
    if numbers[0] != 0 and not options.all:
        reason = f"the base, which cannot be left out: {options.skipped[0].reason}"
        raise FormatError(base, None, reason)
    systems = [options.systems[number] for number in numbers]
    if len(systems) < 2:
        left = " and ".join(f"{visible(one.system)} ({one.reason})" for one in options.skipped)
        raise FormatError(systems[0], None, f"no other system is left; left out: {left}")
    return shared.changed(options, systems=systems)


def _request(metric: AnyMetric, options: argparse.Namespace) -> tuple[Request, Mapping[str, str]]:
    """Return what is to be scored, with samples to test by, and what made edits of texts.

    Raises: UsageError, FormatError, MissingExtraError.
    """
    from fastgec.study.run import Request

    names = shared.named(options.systems, options)
    if metric.reads == "scores":
        return _request_of_given(metric, names, options), {}
    gold: Any = options.gold
    known: Mapping[str, Any] = {}
    if options.gold is not None and metric.reads == "references":
        of_edits = metric.of_edits.items()
        known = {name: value for name, value in of_edits if not hasattr(options, name)}
        gold = metric.read_edits(options.gold, shared.made_of(metric.parameters, options, **known))
    elif options.gold is None:
        from fastgec.read.lines import References

        gold = References(options.source, options.references)
    parameters = shared.made_of(metric.parameters, options, **known)
    scoring = shared.made_of(metric.scoring, options)
    if getattr(options, "mix", False):
        from dataclasses import replace

        parameters = replace(parameters, mixed=scoring.words)
    systems: Sequence[Any] = options.systems
    if options.weight_files is not None:
        metric, gold, parameters, systems = weighed(
            *(systems, options.weight_files, options.gold, metric.name, parameters, options)
        )
    made_by: Mapping[str, str] = {}
    if metric.reads == "pairs" and options.weight_files is None:
        from fastgec.cli.errant import edits_of

        systems, gold, made_by, *_ = edits_of(systems, gold, parameters, options)
    request = Request(
        *(metric, names, systems, gold, parameters, [scoring]),
        keeps_samples=True,
        clusters=shared.clusters_of(options),
        is_fixed=options.fixed_choice,
    )
    return request, made_by


def _request_of_given(
    metric: AnyMetric, names: Sequence[str], options: argparse.Namespace
) -> Request:
    """Return the request to test scores of another tool. Raises: UsageError, FormatError."""
    from fastgec.metrics.other_scores import read_given
    from fastgec.metrics.spec import metric_spec
    from fastgec.read.lines import Lines
    from fastgec.study.run import Request

    with shared.as_usage():
        given = metric_spec(options.metric)
    outputs = [Lines.read(path) for path in options.systems]
    labels = options.names or labels_of(options.systems)
    gold, warnings = read_given(given.parameters, labels, outputs)
    shared.warn(warnings, quiet=options.quiet, strict=options.strict)
    return Request(
        *(metric, names, outputs, gold, given.parameters, [given.scoring]), keeps_samples=True
    )


def labels_of(paths: Sequence[str]) -> list[str]:
    """Return names of files without folder and suffix. Raises: UsageError for equal ones."""
    from fastgec.read.scores import stem

    labels = list(map(stem, paths))
    for label in labels:
        if labels.count(label) > 1:
            raise UsageError(f"two systems called {label}: --name gives each another name")
    return labels


def _with_base(found: Run, options: argparse.Namespace, kind: str) -> Shown:
    """Test systems against the first of them."""
    from fastgec.show.comparisons import Study
    from fastgec.study.comparison import compare_run, n_clusters, resamples_for, too_few
    from fastgec.study.interval import plan_of

    n_corrected = len(found.systems) - 1 if options.holm else 1
    n = options.resamples or resamples_for(n_corrected, options.level)
    few = too_few(n, n_corrected, options.level, n_clusters(found.clusters))
    shared.warn(few, quiet=options.quiet, strict=options.strict)
    comparisons = compare_run(found, n=n, seed=options.seed, level=options.level, jobs=options.jobs)
    systems = found.systems[1:]
    order = list(range(len(systems)))
    if options.sort:
        order.sort(key=lambda number: -comparisons[number].score)
    plan = plan_of(found, n, options.seed, is_fixed=options.fixed_choice)
    names = tuple(systems[number] for number in order)
    tested = tuple(comparisons[number] for number in order)
    study = Study(found, plan, names, tested, options.holm, has_power=options.power)
    _note_numbers(study, kind, options)
    return study.document, study.table, study.signature()


def _with_all(found: Run, options: argparse.Namespace, kind: str) -> Shown:
    """Test all systems against each other."""
    from fastgec.show.comparisons import MOST_IN_MATRIX, PairStudy
    from fastgec.study.comparison import compare_all_run
    from fastgec.study.interval import plan_of

    n_systems = len(found.systems)
    n_pairs = n_systems * (n_systems - 1) // 2

    with shared.progress_bar(options, n_pairs, "pairs") as progress:
        what, stop_early = f"the tests of {n_pairs:,} pairs", options.stop_early
        more = " at most" if stop_early else "; --stop-early shortens them"
        how = {"seed": options.seed, "level": options.level, "jobs": options.jobs}
        how["estimate"] = partial(shared.note_of_time, what, more=more, quiet=options.quiet)
        n = options.resamples
        compared = compare_all_run(found, n=n, stop_early=stop_early, progress=progress, **how)
    shared.warn(compared.warnings, quiet=options.quiet, strict=options.strict)
    plan = plan_of(found, compared.resamples, options.seed, is_fixed=options.fixed_choice)
    study = PairStudy(found, plan, compared, has_power=options.power)
    table = study.matrix if n_systems <= MOST_IN_MATRIX else study.neighbours
    if kind in ("tsv", "csv"):
        table = study.rows
    _note_numbers(study, kind, options)
    return study.document, table, study.signature()


def _note_numbers(study: Study | PairStudy, kind: str, options: argparse.Namespace) -> None:
    """Say what the smallest p is where a format has it as a number; `plot` prints none."""
    if kind in ("tsv", "csv") and not hasattr(options, "drawn_by"):
        shared.note(study.number_note(), quiet=options.quiet)


def _kind_drawn(options: argparse.Namespace) -> str:
    """Return the default kind of a picture."""
    return "pairs" if options.all else "differences"


def _without_base(options: argparse.Namespace) -> list[str]:
    """Return the systems without those that are the base again, as where a glob has it; say so.

    Raises: UsageError where no other is left.
    """
    base, *others = options.systems
    kept = [name for name in others if name != base and not shared.is_same_file(name, base)]
    if others and not kept:
        times = len(options.systems)
        raise UsageError(
            f"{visible(base)} is given {times} times: expected another system to compare with it"
        )
    if len(kept) < len(others) and kept and not options.quiet:
        print(f"note: {visible(base)} is the base, and is left out of the others", file=sys.stderr)
    return [base, *kept]


def _check(options: argparse.Namespace) -> AnyMetric:
    """Refuse arguments that contradict each other, and return the metric.

    Raises: UsageError.
    """
    from fastgec.metrics.base import metric_named

    names = options.systems
    if options.stop_early and not options.all:
        raise UsageError("--stop-early requires --all")
    if len(names) < 2:
        expected = "two or more" if options.all else "BASE and SYSTEM"
        raise UsageError(f"one system ({names[0]}): expected {expected}")
    for name in names:
        if (n := names.count(name)) > 1:
            raise UsageError(f"{name} is given {n} times: expected each system once")
    for number, name in enumerate(names):
        for other in names[:number]:
            if shared.is_same_file(name, other):
                raise UsageError(f"{name} and {other} are one file: expected each system once")
    columns = [options.source, *(options.references or [])]
    has_text = any(columns)
    if (options.metric or "").startswith(GIVEN):
        return _checked_given(options, columns)
    if options.gold is not None and has_text:
        raise UsageError("--gold and -s or -r are mutually exclusive")
    if options.gold is None and not (options.source and options.references):
        raise UsageError(f"required: --gold GOLD, or -s SOURCE and -r REF{shared.gold_hint(names)}")
    paths = [*names, options.gold, *columns, *(options.weight_files or []), options.clusters]
    shared.check_inputs([path for path in paths if path is not None])
    reads = "references" if options.gold is None else "edits"
    if options.metric is None and reads == "references":
        raise UsageError(shared.required_metric(METRICS))
    metric = metric_named(options.metric or DEFAULT)
    takes_both = metric.of_edits or metric.reads == "pairs"
    if GOLD_OF[metric.reads] != reads and not takes_both:
        wanted = "-s SOURCE and -r REF" if metric.reads == "references" else "--gold GOLD"
        raise UsageError(f"--metric {metric.name} requires {wanted}")
    is_raw, is_mixed = (
        metric.reads == "pairs" and options.retokenize,
        getattr(options, "mix", False),
    )
    shared.refuse(
        (f"--retokenize and --metric {metric.name} are mutually exclusive", is_raw),
        ("--mix requires --gold GOLD", is_mixed and options.gold is None),
    )
    check_plots(options, _kind_drawn(options))
    _require_own_options(metric, options)
    require_weighable(metric, options)
    if options.gold is not None and getattr(options, "beta", 0) > LARGEST_BETA:
        reason = f"expected a number from 0 to {LARGEST_BETA:g} with --gold"
        raise UsageError(f"--beta {options.beta:g}: {reason}")
    if options.gold is None and options.fixed_choice and metric.reads == "references":
        raise UsageError("--fixed-choice requires --gold")
    return metric


def _checked_given(options: argparse.Namespace, columns: Sequence[str | None]) -> AnyMetric:
    """Return the metric of given scores, which has no options and no gold. Raises: UsageError."""
    from fastgec.metrics.other_scores import METRIC

    given = {
        "--gold": options.gold,
        "-s or -r": any(columns),
        "--retokenize": options.retokenize,
        "--fixed-choice": options.fixed_choice,
        "--weights": options.weight_files,
        "--beta": hasattr(options, "beta"),
    }
    for name in USUAL:
        declared = declaration_of(name)
        for kind in (declared.parameters, declared.scoring):
            given |= dict.fromkeys(shared.given_of(kind, options).values(), True)
    shared.refuse_all("{} and --metric scores:NAME=FILE are mutually exclusive", given)
    shared.check_inputs(options.systems)
    check_plots(options, _kind_drawn(options))
    return METRIC


def _require_own_options(metric: AnyMetric, options: argparse.Namespace) -> None:
    """Refuse options of another metric, which would be passed over. Raises: UsageError."""
    declared = declaration_of(metric.name)
    own = declared.parameters.keys() | declared.scoring.keys()
    others = {"--beta": hasattr(options, "beta") and "beta" not in own}
    for name in USUAL:
        other = declaration_of(name)
        for kind in (other.parameters, other.scoring):
            given = shared.given_of(kind, options)
            others |= {flag: field not in own for field, flag in given.items()}
    shared.refuse_all(f"{{}} and --metric {metric.name} are mutually exclusive", others)
