"""`fastgec report`: one HTML file that shows where systems differ."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial

from fastgec.cli import DATA_ERROR, UsageError
from fastgec.cli import options as shared
from fastgec.cli.compare import labels_of
from fastgec.cli.errant import add_analyses, finish, opened
from fastgec.cli.outputs import add_cite_methods
from fastgec.cli.parser import HelpSection
from fastgec.cli.run import asked_metrics, planned, warn_of_absent
from fastgec.machine import replacing, require_place
from fastgec.metrics.declarations import declaration_of
from fastgec.read import visible

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

    from fastgec.annotate.analyses import Analyser
    from fastgec.metrics.spec import MetricSpec
    from fastgec.show.page.corpus import Corpus
    from fastgec.show.page.reporting import Report
    from fastgec.study.submissions import Skipped

HELP = HelpSection("report")

CONFIG = ".toml"
SUFFIXES = (".html", ".htm")
DEFAULT = ["m2"]  # metrics of gold edits, unless --metric says
PAGE = "report.html"  # where no -o says another name
MADE_HERE = b'<meta name="generator" content="fastgec">'
MOST, TOP, RESAMPLES = 20_000, 20, 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", metavar="SYSTEM ... GOLD", nargs="*", help=HELP)
    text = f"HTML page, replaced if it exists (default: {PAGE}, only if fastgec wrote it)"
    parser.add_argument("-o", "--output", metavar="FILE", help=text)
    parser.add_argument("--open", action="store_true", help="the page, opened in the browser")
    parser.add_argument("--title", metavar="TEXT", default="", help="title of the page")
    shared.add_parallel_columns(parser, without=("-o", "--out"))
    shared.add_known(parser, "--metric", section=HELP)
    shared.add_known(parser, "--retokenize", "--skip-bad")
    matching, m2 = parser.add_argument_group("MaxMatch"), declaration_of("m2")
    shared.add_fields(matching, m2.scoring, is_absent=True)
    shared.add_fields(matching, m2.parameters, is_absent=True)
    parser.add_argument("--accept", metavar="FILE", help=HELP)
    add_analyses(parser)
    tests = parser.add_argument_group("intervals and tests")
    shared.add_known(tests, "--ci", "--seed", "--clusters")
    tests.set_defaults(ci=RESAMPLES)
    tests.add_argument("--all", action="store_true", help=HELP)
    tests.add_argument("--resamples", type=shared.resamples, metavar="N", help=HELP)
    tests.add_argument("--level", type=shared.level, default=0.05, metavar="A", help=HELP)
    page = parser.add_argument_group("page")
    page.add_argument("--most", type=shared.natural, default=MOST, metavar="N", help=HELP)
    page.add_argument("--top", type=shared.positive, default=TOP, metavar="N", help=HELP)
    shared.add_known(page, "--name")
    shared.add_messages(parser.add_argument_group("messages"))
    add_cite_methods(parser, (), DEFAULT, tests="pairs")


def run(options: argparse.Namespace) -> int:
    """Score, gather, then write the page: whole or not at all."""
    from fastgec.show.page.corpus import ReportOptions
    from fastgec.show.page.reporting import made_of

    _check(options)
    analyser = opened(options)
    corpora = _planned(options, analyser)
    wanted = ReportOptions(
        *(options.ci, options.resamples, options.seed, options.level, options.top, options.most),
        *(options.retokenize, options.jobs, options.all),
    )
    stage = partial(shared.progress_bar, options)
    estimate = partial(shared.note_of_time, quiet=options.quiet)
    made = made_of(corpora, wanted, title=options.title, stage=stage, estimate=estimate)
    _tell(made, corpora, options)
    finish(analyser, options)
    if options.cite:
        sys.stdout.write(_cited(made))
        return 0
    with shared.progress_bar(options, None, "bytes of the page"):
        page = made.html()
        with replacing(options.output or PAGE) as file:
            file.write(page)
    if options.output is None:
        shared.note([f"the page is {PAGE}"], quiet=options.quiet)
    if options.open:
        _open(options.output or PAGE)
    return DATA_ERROR if any(corpus.left_out for corpus, _ in corpora) else 0


def _open(path: str) -> None:
    """Show a page in the browser, or say that there is none."""
    import webbrowser
    from pathlib import Path

    if not webbrowser.open(Path(path).resolve().as_uri()):
        shared.note([f"no browser found: open {path} yourself"], quiet=False)


def _tell(made: Report, planned: Sequence[Any], options: argparse.Namespace) -> None:
    """Print the warnings of readers and input diagnostics, and notes on parts left out."""
    from fastgec.show import path_of
    from fastgec.study.corpora import distinct_warnings

    lines = [line for part in made.parts for line in part.content["warnings"]]
    shared.warn(distinct_warnings(lines), quiet=options.quiet, strict=options.strict)
    notes = [line for part in made.parts for line in part.content["notes"]]
    shared.note(tuple(dict.fromkeys(notes)), quiet=options.quiet)
    for part in made.parts:
        names = [path_of(name) for name in part.run.systems]
        shared.note_changes(part.projection, names, quiet=options.quiet)
    for (corpus, _), content in zip(planned, made.content["corpora"], strict=True):
        if content["note"]:
            shared.note(
                [f"{corpus.name}: {content['note']} (--most 0 shows all)"], quiet=options.quiet
            )


def _cited(made: Report) -> str:
    """Return BibTeX for the page: metrics, data, and the tests, where there are pairs."""
    from fastgec.show.citations import citations_of_run, entries_of_tests

    runs = [(one.run, one.content["signature"]) for one in made.parts]
    signed = [(run.metric, run.facts.fingerprint, line) for run, line in runs]
    has_pairs = any(len(run.systems) > 1 for run, _ in runs)
    return citations_of_run(signed, tests=entries_of_tests(is_corrected=True) if has_pairs else "")


def _planned(
    options: argparse.Namespace, analyser: Analyser
) -> list[tuple[Corpus, Sequence[MetricSpec]]]:
    """Return corpora, and the metrics that score each."""
    from fastgec.metrics.edit_texts import is_text
    from fastgec.show.page.corpus import Files, OfConfig, corpus_name
    from fastgec.show.page.reporting import METRICS, require_shown
    from fastgec.study.corpora import require_analyses
    from fastgec.study.mistakes import SHIFTS

    if any(path.endswith(CONFIG) for path in options.files):
        _asked(options, options.metrics or [])
        found: list[tuple[Corpus, Sequence[MetricSpec]]] = []
        for plan in planned(options.files, options.metrics):
            warn_of_absent(plan.config.name, plan.absent, options)
            with shared.as_usage():
                for one in plan.asked:
                    require_shown(one)
            require_analyses(plan.config, plan.asked, analyser)
            skipped: Sequence[Skipped] = ()
            how: dict[str, Any] = {"analyser": analyser, "projects": options.retokenize}
            if options.skip_bad:
                from fastgec.study.corpora import RunOptions, without_bad

                plan, skipped = without_bad(plan, RunOptions(jobs=options.jobs, **how))
            of_config = OfConfig(plan.config, plan.asked, **how)
            found.append((_without(of_config, skipped), plan.asked))
        return found
    if options.files:
        *systems, gold = options.files
        asked = _asked(options, options.metrics or DEFAULT)
    else:
        from fastgec.read.lines import References

        systems, gold = options.systems, References(options.source, options.references)
        if options.metrics is None:
            raise UsageError(shared.required_metric(name for name in METRICS if name != "scores"))
        asked = _asked(options, options.metrics)
    kinds = ("edits", "pairs", "scores") if options.files else ("references", "pairs", "scores")
    if any(one.metric.reads == "scores" for one in asked) and options.names is None:
        labels_of(systems)  # by which files name them
    for one in asked:
        if one.metric.reads not in kinds:
            wanted = "-s SOURCE -r REF -c SYSTEM" if options.files else "SYSTEM ... GOLD.m2"
            both = "a config file names both gold and references"
            raise UsageError(f"--metric {one.label} requires {wanted} ({both})")
        with shared.as_usage():
            require_shown(one)
        if one.metric.reads == "pairs" and any(map(is_text, systems)):
            analyser.require(one.label)
    if options.retokenize and any(one.metric.reads == "pairs" for one in asked):
        raise UsageError("--retokenize and errant require a config file")
    skipped = ()
    if options.skip_bad:
        from fastgec.metrics.edit_texts import make_edits
        from fastgec.study.run import Request, run_request

        def attempt(number: int) -> None:
            paths = [systems[number]]
            for one in asked:
                own, wanted = paths, gold
                if one.metric.reads == "pairs":
                    made = make_edits(paths, gold, one.parameters, analyser=analyser)
                    own, wanted = made.systems, made.gold
                run_request(Request(one.metric, paths, own, wanted, one.parameters, [one.scoring]))

        kept, options = shared.kept_systems(systems, attempt, options, gold)
        systems, skipped = [systems[number] for number in kept], options.skipped
    names = shared.named(systems, options)
    shared.warn_of_repeats(systems, options)
    words = options.names or ()
    files = Files(corpus_name(gold), names, systems, gold, names=words, analyser=analyser)
    files.clusters = shared.clusters_of(options)
    files.accept = options.accept
    if files.accept is not None:
        with shared.as_usage("--accept: "):
            judged = [files.wrong_edits(one) for one in asked]
        if not any(judged):
            raise UsageError(f"--accept requires --metric {' or '.join(SHIFTS)}")
    return [(_without(files, skipped), asked)]


def _without(corpus: Corpus, skipped: Sequence[Skipped]) -> Corpus:
    """Return a corpus that tells what was left out of it."""
    corpus.left_out = tuple(f"left out: {visible(one.system)} ({one.reason})" for one in skipped)
    return corpus


def _asked(options: argparse.Namespace, words: Sequence[str]) -> list[MetricSpec]:
    """Return the metrics that words name, with the options of MaxMatch. Raises: UsageError."""
    from dataclasses import replace

    from fastgec.metrics.spec import relabelled

    found = asked_metrics(words)
    m2 = declaration_of("m2")
    given = shared.given_of(m2.parameters, options) | shared.given_of(m2.scoring, options)
    if not given:
        return found
    matching = [one for one in found if one.metric.name == "m2"]
    if not matching:
        raise UsageError(f"{next(iter(given.values()))} requires --metric m2")
    own = {name: getattr(options, name) for name in given if name in m2.parameters}
    others = {name: getattr(options, name) for name in given if name not in own}
    made: list[MetricSpec] = []
    for one in found:
        if one in matching:
            with shared.as_usage():
                parameters, scoring = replace(one.parameters, **own), replace(one.scoring, **others)
            one = relabelled(one._replace(parameters=parameters, scoring=scoring))
        if one.label in [other.label for other in made]:
            raise UsageError(f"metric {one.label!r} is given twice: expected it once")
        made.append(one)
    return made


def _check(options: argparse.Namespace) -> None:
    """Refuse arguments that contradict each other. Raises: UsageError, OSError."""
    from pathlib import Path

    columns = [options.source, *(options.references or []), *(options.systems or [])]
    columns = [path for path in columns if path is not None]
    if options.files and columns:
        raise UsageError(f"{options.files[0]} and -s, -r or -c are mutually exclusive")
    are_configs = [path.endswith(CONFIG) for path in options.files]
    if any(are_configs):
        if not all(are_configs):
            other = options.files[are_configs.index(False)]
            raise UsageError(f"{other} and config files are mutually exclusive")
        apart = "and a config file are mutually exclusive"
        labelled = {
            f"--{name.removesuffix('s')}": getattr(options, name, None) is not None
            for name in ("names", "beta", "mode")
        }
        shared.refuse(
            (f"--clusters {apart} (which has a key clusters)", options.clusters is not None),
            (f"--accept {apart} (which has a key accept)", options.accept is not None),
        )
        shared.refuse_all(f"{{}} {apart} (use --metric, or its labels)", labelled)
    elif options.files:
        if len(options.files) < 2:
            raise UsageError(f"one file ({options.files[0]}): expected SYSTEM and GOLD")
    elif not (options.source and options.references and options.systems):
        hint = " (--metric takes all words that follow it: put files before it)"
        raise UsageError(
            "required: SYSTEM ... GOLD.m2, -s SOURCE -r REF -c SYSTEM, or CONFIG.toml"
            f"{hint if options.metrics else ''}"
        )
    paths = [*options.files, *columns, *([] if options.accept is None else [options.accept])]
    shared.check_inputs(paths)
    is_piped = "-" in paths and len(options.metrics or []) > 1
    once = "standard input (-) and several metrics are mutually exclusive: it is read once"
    both = "--open and --cite are mutually exclusive"
    shared.refuse((once, is_piped), (both, options.cite and options.open))
    if options.cite:  # no page is written
        return
    if options.output is None and not _is_free(PAGE):
        raise UsageError(f"{PAGE} exists and is no page of fastgec: give another name by -o FILE")
    output = options.output or PAGE
    if Path(output).suffix.lower() not in SUFFIXES and output != "/dev/null":
        raise UsageError(f"-o {output!r}: expected a name that ends in .html")
    if any(shared.is_same_file(path, output) for path in paths):
        raise UsageError(f"-o {output!r} is also an input")
    require_place(output)


def _is_free(path: str) -> bool:
    """Whether there is no file, or a page that fastgec wrote."""
    if not os.path.lexists(path):
        return True
    if not os.path.isfile(path):  # noqa: PTH113
        return False
    with open(path, "rb") as file:  # noqa: PTH123
        return MADE_HERE in file.read(1 << 14)
