"""`fastgec plot KIND`: a picture and nothing else, by the command that makes its numbers.

Each kind stands on another command, whose arguments it has but for those of printed output: so
numbers are those of that command, whatever the metric. A corpus config is drawn by `run` or `meta`,
and a JSON document that some command printed is drawn as it is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from typing import Any

from fastgec.cli import UsageError
from fastgec.cli.options import as_usage, changed, named_metric, required_metric
from fastgec.cli.outputs import check_plots, cited_document, shortened, write_plots
from fastgec.cli.parser import HelpSection, Parser, require_known
from fastgec.metrics import METRICS
from fastgec.show.plots.kinds import ALL_KINDS, KINDS, plot_request

HELP = HelpSection("plot")

SCORED = ("forest", "pr")  # kinds of which `run` makes the numbers, too
COMPARED = ("pairs", "differences")
RESAMPLES = 1000  # of a forest
# Arguments of other commands that are about what they print.
PRINTED = {
    *("format", "sentences", "signature", "fail_under", "counts_out", "verbose", "line", "digits"),
    "details",
    *("sentence", "per_annotator", "ceiling", "types", "edits", "layout", "per_sentence"),
    *("timeout", "plots", "plot_data", "by", "type", "top", "all", "groups", "sort_by"),
}


def add_arguments(parser: Parser, words: Sequence[str] | None) -> Parser:
    """Declare the kinds, and the arguments of the one that is wanted.

    Args:
        parser: gets them.
        words: the arguments; None: of all kinds, for shell completion.

    Returns:
        The parser of the kind, or the one of all.
    """
    wanted = words[0] if words and words[0] in ALL_KINDS else None
    if words and wanted is None:
        parser.usage = f"{parser.prog} [-h]"  # no kind is declared yet
        require_known(parser, words[0], ALL_KINDS, "kind")
        parser.usage = None
    kinds = parser.add_subparsers(
        title="kinds", metavar="KIND", dest="kind", required=True, prog="fastgec plot"
    )
    chosen = parser
    for kind, one in ALL_KINDS.items():
        if wanted not in (None, kind):
            continue
        of_kind: Parser = kinds.add_parser(kind, help=one.text)
        if kind == wanted or words is None:
            _add_of_kind(of_kind, kind, (words or [])[1:])
            _add_output(of_kind, kind)
        if kind == wanted:
            chosen = of_kind
    return chosen


def _add_output(parser: Parser, kind: str) -> None:
    parser.add_argument("-o", "--output", dest="out", action="append", metavar="FILE", help=HELP)
    measures = ALL_KINDS[kind].measures
    if len(measures) > 1:
        text = f"what is shown: {', '.join(measures)} (default: {measures[0]})"
        known: dict[str, Any] = {"choices": measures, "default": measures[0], "metavar": "M"}
        parser.add_argument("--measure", help=text, **known)


def _add_of_kind(parser: Parser, kind: str, words: Sequence[str]) -> None:
    """Declare what the command understands on which a kind stands."""
    given = list(_given(words))
    if any(word.endswith(".json") for word in given):
        parser.usage, parser.description = f"fastgec plot {kind} RESULT.json -o FILE", ""
        parser.add_argument("files", metavar="RESULT.json", nargs=1, help="what -f json printed")
        parser.add_argument("-q", "--quiet", action="store_true", help="no warnings, no progress")
        parser.add_argument("--cite", action="store_true", help=HELP)
        parser.set_defaults(drawn_by=_draw_document)
        return
    is_config = any(word.endswith(".toml") for word in given)
    start = f"fastgec plot {kind} [options]"
    run: Callable[[argparse.Namespace], int]
    if kind in KINDS:
        from fastgec.cli import meta

        meta.add_correlation_arguments(parser)
        parser.usage = f"{start} CONFIG.toml [CONFIG.toml ...] -o FILE"
        files, run = "card.toml", meta.run_correlations
    elif is_config:
        if kind not in SCORED:
            parser.error(f"{kind} of a config file: expected {' or '.join(SCORED)}, or SYSTEM GOLD")
        from fastgec.cli import run as configs_run

        configs_run.add_arguments(parser)
        parser.usage = f"{start} CONFIG.toml [CONFIG.toml ...] -o FILE"
        if kind == "forest":
            parser.set_defaults(ci=RESAMPLES)
        files, run = "card.toml", configs_run.run
    elif kind == "buckets":
        from fastgec.cli import errors

        errors.add_arguments(parser)
        parser.usage = f"{start} SYSTEM [SYSTEM ...] GOLD.m2 -o FILE"
        parser.set_defaults(buckets="length")
        files, run = "a.txt b.txt gold.m2", errors.run
    elif kind in COMPARED:
        files, run = _add_compared(parser, kind, words)
    else:
        files, run = _add_scored(parser, kind, words)
    _without(parser, PRINTED)
    if kind in KINDS:
        parser.description = f"{ALL_KINDS[kind].text.capitalize()}."
    parser.epilog = (
        f"examples:\n  fastgec plot {kind} {files} -o {kind}.svg\n"
        f"  fastgec plot {kind} {files} -o {kind}.json"
    )
    parser.set_defaults(drawn_by=run, format="tsv")


Inner = Callable[[argparse.Namespace], int]


def _add_scored(parser: Parser, kind: str, words: Sequence[str]) -> tuple[str, Inner]:
    """Declare the arguments of a metric's command; return files of an example, and what runs it."""
    from fastgec.cli.command import command_of

    has_texts = any(word in words for word in ("-s", "--source", "--src"))
    named = named_metric(words)
    if named is None and has_texts and not {"-h", "--help"} & {*words}:
        parser.error(required_metric(METRICS, ["references"]))
    name = named or "m2"
    if name not in METRICS:
        parser.error(f"--metric {name}: expected {', '.join(METRICS)}")
    text = f"{', '.join(METRICS)} (default: m2; required with -s -r)"
    known: dict[str, Any] = {"choices": tuple(METRICS), "default": name, "metavar": "METRIC"}
    parser.add_argument("--metric", help=text, **known)
    command = command_of(name)
    command.add_arguments(parser)
    run: Inner = command.run
    is_text = command.declaration.reads == "references"
    files = "-s source.txt -r ref0.txt -c a.txt b.txt" if is_text else "a.txt b.txt gold.m2"
    parser.usage = f"fastgec plot {kind} [options] SYSTEM [SYSTEM ...] GOLD.m2 -o FILE"
    if is_text:
        parser.usage = f"fastgec plot {kind} [options] -s SOURCE -r REF ... -c SYSTEM ... -o FILE"
    if name == "green":
        _without(parser, {"mean"})
    if name == "errant":
        _without(parser, {"hypotheses", "reference"})
        parser.add_argument("files", metavar="SYSTEM ... GOLD.m2", nargs="+", help=HELP)
        files, run = "a.m2 b.m2 gold.m2", _run_errant
    if kind == "forest":
        parser.set_defaults(ci=RESAMPLES)
    if kind == "types":
        if name not in ("m2", "errant"):
            parser.error(f"types of {name}: expected m2 or errant")
        parser.set_defaults(**({"types": True} if name == "m2" else {"cat": 3}))
        if name == "m2":  # its recall by type has no intervals
            _without(parser, {"ci", "seed", "clusters", "fixed_choice"})
    return files, run


def _run_errant(options: argparse.Namespace) -> int:
    from fastgec.cli.command import command_of

    *systems, reference = options.files
    return command_of("errant").run(changed(options, hypotheses=systems, reference=reference))


def _add_compared(parser: Parser, kind: str, words: Sequence[str]) -> tuple[str, Inner]:
    """Declare the arguments of `compare`, whose gold may be the last file as well."""
    from fastgec.cli import compare

    compare.add_arguments(parser, words)
    for action in parser._actions:
        if action.dest == "systems":
            action.nargs, action.metavar = "*", "SYSTEM ... GOLD"
    parser.add_argument("-c", dest="columns", metavar="SYSTEM", nargs="+", help="outputs")
    parser.usage = (
        f"fastgec plot {kind} [options] SYSTEM SYSTEM [...] GOLD.m2 -o FILE\n"
        f"       fastgec plot {kind} --metric M -s SRC -r REF ... -c OUT ... -o FILE"
    )
    parser.set_defaults(all=kind == "pairs")

    def run(options: argparse.Namespace) -> int:
        systems, gold = [*options.systems, *(options.columns or [])], options.gold
        if gold is None and not (options.source or options.references):
            if len(systems) < 3:
                raise UsageError("required: two systems or more, then GOLD")
            *systems, gold = systems
        return compare.run(changed(options, systems=systems, gold=gold))

    return "a.txt b.txt gold.m2", run


def _given(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that may be files that are read."""
    for before, word in pairwise(["", *words]):
        if before not in ("-o", "--output") and not word.startswith("-"):
            yield word


def _without(parser: Parser, names: set[str]) -> None:
    """Take arguments away that have no place here; their defaults stay."""
    for action in [one for one in parser._actions if one.dest in names]:
        parser.set_defaults(**{action.dest: parser.get_default(action.dest)})
        _take(parser, action, action.option_strings)
        parser._actions.remove(action)
        for group in parser._action_groups:
            if action in group._group_actions:
                group._group_actions.remove(action)
    for action in parser._actions:  # an old spelling of systems, and that of a file here
        _take(parser, action, [one for one in action.option_strings if one == "-o"])


def _take(parser: Parser, action: argparse.Action, spellings: Sequence[str]) -> None:
    for spelling in spellings:
        del parser._option_string_actions[spelling]
    action.option_strings = [one for one in action.option_strings if one not in spellings]


def run(options: argparse.Namespace) -> int:
    """Have the numbers made, and draw: nothing is printed but BibTeX, where --cite wants it."""
    if getattr(options, "cite", False):  # the command that makes the numbers says what to cite
        return options.drawn_by(changed(options, plots=[], out=None))
    if not options.out:
        raise UsageError("the following arguments are required: -o FILE")
    measure = getattr(options, "measure", None)
    start = f"{options.kind}{'' if measure is None else f':{measure}'}"
    with as_usage("-o "):
        plots = [plot_request(f"{start}={path}", ALL_KINDS) for path in options.out]
    with redirect_stdout(StringIO()):
        status: int = options.drawn_by(changed(options, plots=plots, plot_option="-o", out=None))
    return status


def _draw_document(options: argparse.Namespace) -> int:
    """Draw a result that was printed as JSON, or print what to cite for it."""
    from pathlib import Path

    from fastgec.machine import RepeatedKeyError, loads, real_path
    from fastgec.read import FormatError

    def draw(document: Any) -> None:
        write_plots(shortened(document), options)

    def cite(document: Any) -> None:
        sys.stdout.write(cited_document(document))

    (path,) = options.files
    for one in options.plots:
        if real_path(one.path) == real_path(path):
            raise UsageError(f"-o {path!r} is also an input")
    check_plots(options, "", dict.fromkeys((one.needs for one in ALL_KINDS.values()), True))
    try:
        document: Any = loads(Path(path).read_bytes(), _no_number)
    except OSError as error:
        raise FormatError(path, None, (error.strerror or str(error)).lower()) from None
    except RepeatedKeyError as error:
        raise FormatError(path, None, str(error)) from None
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise FormatError(path, line, "invalid JSON: expected the output of -f json") from None
    try:
        (cite if options.cite else draw)(document)
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError):
        reason = "no result of a command: expected the output of -f json"
        raise FormatError(path, None, reason) from None
    return 0


def _no_number(text: str) -> None:
    """Refuse what Python reads beyond JSON: no command prints NaN."""
    raise ValueError(text)
