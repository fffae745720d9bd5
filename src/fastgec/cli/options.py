"""Options that several commands share, with their effect: one spelling, one meaning."""

from __future__ import annotations

import argparse
import math
import os
import stat
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise

from fastgec.cli import THRESHOLD_MISSED, StrictError, UsageError
from fastgec.cli.parser import HelpSection
from fastgec.fscore import LARGEST_BETA
from fastgec.machine import real_path, require_place
from fastgec.metrics import METRICS
from fastgec.metrics.declarations import declaration_of, options_of
from fastgec.read import counted, visible
from fastgec.show import TABLE_FORMATS, Name, names_of, path_of
from fastgec.values import MAX_RESAMPLES

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from fastgec.read.lines import Span
    from fastgec.show.progress import Bar
    from fastgec.show.tables import Table
    from fastgec.study.resampling import Clusters
    from fastgec.study.run import Request, Run
    from fastgec.texts.retokenize import Projection

    Value = TypeVar("Value")


# Readers of options: text to a value, or to a message with the expected form.


MAX_ORDER = 1000  # of n-grams, as the kernel has it
MAX_DIGITS = 1074  # no float64 has more after the point
LARGEST = 0x3FFFFFFF  # whole number


def sentence_range(text: str) -> Span:
    """Read a range of sentences: A:B from 1, the last included; either may be missing."""
    from fastgec.read.lines import Span

    first, colon, last = text.partition(":")
    if not colon or not (first or last):
        raise argparse.ArgumentTypeError(f"{text!r}: expected A:B, A: or :B")
    try:
        return Span(positive(first) - 1 if first else 0, positive(last) if last else None)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def checked(text: str, value: Value, is_valid: bool, expected: str) -> Value:
    """Return the value of a text. Raises: ArgumentTypeError for an invalid one."""
    if not is_valid:
        raise argparse.ArgumentTypeError(f"{text!r}: expected {expected}")
    return value


def positive(text: str) -> int:
    """Read a whole number from 1."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    return checked(text, value, 1 <= value <= LARGEST, "a whole number from 1")


def resamples(text: str) -> int:
    """Read a number of resamples."""
    value = positive(text)
    return checked(text, value, value <= MAX_RESAMPLES, f"1 to {MAX_RESAMPLES}")


def share(text: str, least: float = 0.0) -> float:
    """Read a number from the least one to 1, or per cent: 80% is 0.8."""
    try:
        value = float(text.removesuffix("%"))
        if text.endswith("%"):
            from decimal import Decimal

            value = float(Decimal(text[:-1]) / 100)  # 35.01 / 100 is another number than 0.3501
    except (ArithmeticError, ValueError):
        value = math.nan
    is_percent = text.isascii() and text.isdigit() and int(text) <= 100
    example = f"{text}%" if is_percent else "80%"
    expected = f"a number from {least:g} to 1, or per cent, such as {example}"
    return checked(text, value, least <= value <= 1, expected)


def _number(text: str) -> float:
    """Return a number; NaN, which no bound allows, for what is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def level(text: str) -> float:
    """Read a level of significance: a number between 0 and 1."""
    value = _number(text)
    return checked(text, value, 0 < value < 1, "a number between 0 and 1")


def order(text: str) -> int:
    """Read the highest order of n-grams."""
    value = positive(text)
    return checked(text, value, value <= MAX_ORDER, f"1 to {MAX_ORDER}")


def natural(text: str) -> int:
    """Read a whole number from 0."""
    value = int(text) if text.isascii() and text.isdigit() else -1
    return checked(text, value, 0 <= value <= LARGEST, f"a whole number from 0 to {LARGEST}")


def finite_beta(text: str) -> float:
    """Read a weight of recall: a finite number from 0, not so large that its square is none."""
    value = _number(text)
    expected = f"a number from 0 to {LARGEST_BETA:g}"
    return checked(text, value, 0 <= value <= LARGEST_BETA, expected)


def any_beta(text: str) -> float:
    """Read a weight of recall: a number from 0, or infinite."""
    value = _number(text)
    return checked(text, value, value >= 0, "a number from 0 or 'inf'")


def digits(text: str) -> int:
    """Read a number of digits: a whole number, of which those below 0 are taken for 0."""
    try:
        value = int(text)
    except ValueError:
        value = MAX_DIGITS + 1
    return checked(text, value, value <= MAX_DIGITS, f"a whole number to {MAX_DIGITS}")


def named_metric(words: Sequence[str]) -> str | None:
    """Return the metric that arguments name."""
    found = dict(pairwise(words)).get("--metric")
    return next((word[9:] for word in words if word.startswith("--metric=")), found)


def metric_name(words: str) -> str:
    """Type of --metric: a name, whose parameters are options of the command.

    >>> metric_name("green:char,beta=2")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: 'green:char,beta=2': expected a name; parameters are options here
    """
    name, colon, _ = words.partition(":")
    if not colon or name not in METRICS:
        return words
    raise argparse.ArgumentTypeError(f"{words!r}: expected a name; parameters are options here")


def required_metric(names: Iterable[str], reads: Sequence[str] = ("references", "pairs")) -> str:
    """Return what is wrong where text references stand without --metric.

    Args:
        names: of metrics that the command knows.
        reads: kinds of gold that the command makes of text references.
    """
    known = [name for name in names if declaration_of(name).reads in reads]
    return f"--metric is required with text references: {', '.join(known)}"


# Options shared by commands that read outputs: raw text, names of systems, messages.


HELP = HelpSection("options")


class Benchmark(argparse.Action):
    """Takes the name of a benchmark; the word `list` prints all of them."""

    def __call__(
        self, parser: Any, namespace: Any, values: Any, option_string: str | None = None
    ) -> None:
        """Keep the name, or print and exit."""
        setattr(namespace, self.dest, values)
        if values == "list":
            from fastgec.cli.benchmarks import listed

            parser._print_message("\n".join(listed()), sys.stdout)
            parser.exit()


# Options of several commands, and files; their help is in the section "options" of `help.txt`.
KNOWN: dict[str, dict[str, Any]] = {
    "files": {"metavar": "SYSTEM ... GOLD", "nargs": "+"},
    "--retokenize": {"action": "store_true"},
    "--benchmark": {"action": Benchmark, "metavar": "NAME"},
    "--unit": {"choices": ("word", "char"), "default": "word", "metavar": "U"},
    "--ci": {"type": resamples, "metavar": "[=N]"},
    "--seed": {"type": natural, "default": 0, "metavar": "S"},
    "--clusters": {"metavar": "IDS"},
    "--name": {"dest": "names", "metavar": "NAME", "nargs": "+"},
    "--skip-bad": {"action": "store_true"},
    "--metric": {"dest": "metrics", "nargs": "+", "action": "extend", "metavar": "METRIC"},
}


def add_known(group: argparse._ActionsContainer, *names: str, section: str = HELP) -> None:
    """Declare options that several commands have, with help of a section."""
    for name in names:
        group.add_argument(name, help=section, **KNOWN[name])


def projection_of(options: argparse.Namespace) -> Projection | None:
    """Return what cuts raw text into tokens, if that is wanted."""
    if not options.retokenize:
        return None
    from fastgec.texts.retokenize import Projection

    return Projection()


def without_spaces(texts: Iterable[str]) -> list[str]:
    """Return texts of characters without the spaces between these."""
    return [text.replace(" ", "") for text in texts]


def n_latin(texts: Iterable[str]) -> int:
    """Return how many texts have Latin letters."""
    return sum(any(map(str.isascii, filter(str.isalpha, text))) for text in texts)


def lost_spaces(n_texts: int, name: str) -> list[str]:
    """Return a warning where texts with Latin letters were joined."""
    what = "text has" if n_texts == 1 else "texts have"
    line = f"{visible(name)}: {n_texts} {what} Latin letters: spaces between such words are lost"
    return [line] if n_texts else []


def note_changes(projection: Projection | None, names: Sequence[str], *, quiet: bool) -> None:
    """Print to stderr what was done to the output of each system."""
    if projection is not None and not quiet:
        for name, changes in zip(names, projection.changes, strict=True):
            print(f"retokenized {visible(name)}: {changes}", file=sys.stderr)


def scored(request: Request, options: argparse.Namespace) -> Run:
    """Run a request, with progress, and print what is found of its inputs.

    Args:
        request: how its text is read is added, as the options say.
        options: the parsed command line.

    Raises:
        FormatError: text that cannot be scored.
        StrictError: warnings, with --strict.
    """
    from dataclasses import replace

    from fastgec.metrics.base import Reading
    from fastgec.read.lines import WHOLE
    from fastgec.study.run import run_request

    raw = projection_of(options)
    span = getattr(options, "sentence_range", None) or WHOLE
    with progress_bar(options, None, "sentences") as progress:
        reading = Reading(span, None, options.jobs, None, progress, raw)
        done = run_request(replace(request, reading=reading))
    warn_of_run(done, options)
    note_changes(raw, [path_of(name) for name in request.names], quiet=options.quiet)
    return done


def write_out(out: str | None, texts: Iterable[str]) -> None:
    """Write to a file, whole or not at all, or to standard output. Raises: OSError."""
    if out in (None, "-"):
        sys.stdout.writelines(texts)
        return
    from fastgec.machine import replacing

    with replacing(out) as file:
        file.writelines(text.encode() for text in texts)


def add_messages(group: argparse._ActionsContainer, *, lost: str = "score") -> None:
    """Add the options for messages and threads; lost: what a warning costs with --strict."""
    group.add_argument("-q", "--quiet", action="store_true", help="no warnings, no progress")
    group.add_argument(
        "--strict", action="store_true", help=f"a warning is an error: no {lost}, exit status 1"
    )
    group.add_argument("--progress", action=argparse.BooleanOptionalAction, default=None, help=HELP)
    group.add_argument("-j", "--jobs", type=positive, metavar="N", help=HELP)


def format_of(options: argparse.Namespace) -> str:
    """Return the format of -f; by default a table, and TSV where no terminal reads it."""
    kind: str | None = options.format
    return kind or ("table" if sys.stdout.isatty() else "tsv")


def in_format(kind: str, document: Callable[[], str], table: Callable[[], Table]) -> str:
    """Return a result in a format: its JSON document, or its table."""
    from fastgec.show.tables import rendered

    if kind == "json":
        return document()
    return rendered(table(), kind)


PART_SUFFIX = ".npz"
# What names of files end in that options write.
SUFFIXES = {
    "--sentences": (".jsonl", ".tsv"),
    "--edits": (".jsonl",),
    "--chunks": (".jsonl",),
    "--counts-out": (PART_SUFFIX,),
}
# Arguments whose files may be records, of which --field names a field.
TEXTS = ("files", "systems", "system", "source", "references", "candidates", "like")
FORMATS = ("classic", *TABLE_FORMATS)
LONG = 10.0  # seconds of work before which an estimate is printed


class as_usage:  # noqa: N801
    """Turn a ValueError of a block into a UsageError, with a start of its message."""

    def __init__(self, start: str = "") -> None:
        self._start = start  # contextlib would be imported for this class alone

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        if isinstance(error, ValueError):
            raise UsageError(f"{self._start}{error}") from None


def add_shared(
    parser: argparse.ArgumentParser,
    formats: Sequence[str],
    *,
    has_sentences: bool = True,
    has_names: bool = False,
) -> argparse._ArgumentGroup:
    """Add the options for output, threads and messages; return the group of output."""
    output = parser.add_argument_group("output")
    text = f"{', '.join(formats)} (per cent; tsv, csv, json: fractions)"
    output.add_argument("-f", "--format", choices=formats, metavar="FORMAT", help=text)
    if has_names:
        add_known(output, "--name")
    if has_sentences:
        output.add_argument("--sentences", metavar="FILE", help=HELP)
    add_messages(output)
    return output


def add_verdict(parser: argparse.ArgumentParser, least: float) -> argparse._ArgumentGroup:
    """Add the options that turn scores into verdicts, and return their group.

    Parameters: least, the smallest score there is.
    """
    verdict = parser.add_argument_group("ranking and intervals")
    verdict.add_argument("--sort", action="store_true", help=HELP)
    verdict.add_argument("--signature", action="store_true", help=HELP)
    verdict.add_argument("--fail-under", type=partial(share, least=least), metavar="F", help=HELP)
    return verdict


def clusters_of(options: argparse.Namespace) -> Clusters | None:
    """Return the clusters of sentences that options name. Raises: FormatError."""
    if options.clusters is None:
        return None
    from fastgec.study.resampling import Clusters

    return Clusters.of(options.clusters)


def add_field(parser: argparse.ArgumentParser) -> None:
    """Add --field to a command that reads texts."""
    if any(action.dest in TEXTS for action in parser._actions):
        parser.add_argument("--field", metavar="NAME", help=HELP)


def with_fields(options: argparse.Namespace) -> argparse.Namespace:
    """Return options whose paths of records name the field of --field.

    Raises: UsageError if no text is a file of records by its name, or standard input.
    """
    field: str = options.field
    from fastgec.read.records import SUFFIXES, with_field

    values = {name: given for name in TEXTS if (given := getattr(options, name, None))}
    found = {
        name: with_field(given, field)
        if isinstance(given, str)
        else [with_field(path, field) for path in given]
        for name, given in values.items()
    }
    if found == values:
        known = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        raise UsageError(
            f"--field {visible(field)}: no file of records: expected a name that ends in "
            f"{known}, or FILE#{visible(field)} in place of the file"
        )
    return changed(options, **found)


def changed(options: argparse.Namespace, **values: Any) -> argparse.Namespace:
    """Return options with some other values."""
    return argparse.Namespace(**{**vars(options), **values})


def named(paths: Sequence[str], options: argparse.Namespace) -> list[Name]:
    """Return the names of systems: those of --name, or made of their paths.

    Raises: UsageError for another number of names, or one that is given twice.
    """
    given: list[str] | None = options.names
    if given is None:
        return names_of(paths)
    if len(given) != len(paths):
        names, systems = counted(len(given), "name"), counted(len(paths), "system")
        raise UsageError(f"--name: {names}, expected one for each of {systems}")
    for name in given:
        if not name.strip():
            raise UsageError(f"--name {name!r}: expected a name with a letter")
        if given.count(name) > 1:
            raise UsageError(f"--name {name} is given {given.count(name)} times: expected it once")
    return names_of(paths, given)


def status_of(scores: Iterable[tuple[str, float]], least: float | None) -> int:
    """Return the exit status of --fail-under; say on stderr which scores are below it.

    Parameters: scores, what each is called and its value.
    """
    if least is None:
        return 0
    below = [(name, score) for name, score in scores if score < least]
    for name, score in below:
        shown = f"{score:.4f}"
        if float(shown) >= least:  # 0.79999 must not read as 0.8000
            shown = repr(score)
        print(f"{visible(name)} is {shown}, below {least:g}", file=sys.stderr)
    return THRESHOLD_MISSED if below else 0


def add_parallel_columns(
    parser: argparse.ArgumentParser, *, has_systems: bool = True, without: tuple[str, ...] = ()
) -> None:
    """Add source, references and systems, with the spellings of several older programs.

    Args:
        parser: gets the options.
        has_systems: whether systems are among them.
        without: spellings that mean something else there, or seem to.
    """
    hidden = argparse.SUPPRESS
    references = ("--ref", "--refs", "--reference", "--references")
    text = "references: corrected texts, one file or more"
    columns = [
        ("-s", "source", ("--src", "--source"), None, "SOURCE", "the text before correction"),
        ("-r", "references", references, "+", "REF", text),
    ]
    if has_systems:
        spellings = (
            *("-o", "--out", "--outputs", "--cor", "--cors", "--corrected"),
            *("--hyp", "--hyps", "--hypotheses"),
        )
        text = "outputs, one sentence per line ('-': standard input)"
        columns.append(("-c", "systems", spellings, "+", "SYSTEM", text))
    for short, name, others, nargs, metavar, text in columns:
        parser.add_argument(short, dest=name, nargs=nargs, metavar=metavar, help=text)
        others = tuple(other for other in others if other not in without)
        parser.add_argument(*others, dest=name, nargs=nargs, default=hidden, help=hidden)


def parallel_columns(options: argparse.Namespace) -> tuple[str, list[str], list[str]]:
    """Return the paths of source, references and systems.

    Raises: UsageError if one of them is missing.
    """
    source, references, systems = options.source, options.references, options.systems
    require({"-s SOURCE": source, "-r REF": references, "-c SYSTEM": systems})
    return source, references, systems


def add_partial(parser: argparse.ArgumentParser) -> None:
    """Add the options that count a part of a corpus, for 'fastgec merge'."""
    parts = parser.add_argument_group("parts of a corpus")
    parts.add_argument("--sentence-range", type=sentence_range, metavar="A:B", help=HELP)
    parts.add_argument("--counts-out", metavar="FILE", help=HELP)
    add_known(parts, "--skip-bad")


def kept_systems(
    paths: Sequence[str], attempt: Callable[[int], object], options: argparse.Namespace, gold: Any
) -> tuple[list[int], argparse.Namespace]:
    """Return the numbers of the systems to score, and the options for these.

    With --skip-bad the options have `skipped`, what is left out.

    Args:
        paths: of the systems.
        attempt: scores the system of a number alone.
        options: the parsed command line.
        gold: its path, or what is made of the source and the references of the options.

    Raises:
        FormatError: no system can be scored.
        UsageError: a pipe, which can be read only once.
    """
    if not options.skip_bad:
        return [*range(len(paths))], options
    from fastgec.study.submissions import kept_of

    texts = (getattr(options, "source", None), *(getattr(options, "references", None) or ()))
    given = [*paths, *(path for path in (gold, *texts) if isinstance(path, str))]
    require_no_pipes(given, "--skip-bad")
    names: list[str] | None = options.names
    if names is not None:
        named(paths, options)
    kept, skipped = kept_of(names or paths, attempt)
    kept_names = None if names is None else [names[number] for number in kept]
    return kept, changed(options, names=kept_names, skipped=skipped)


def shown_skipped(text: str, kind: str, options: argparse.Namespace) -> str:
    """Return an output that names the systems that --skip-bad left out."""
    skipped = getattr(options, "skipped", ())
    if not skipped:
        return text
    from fastgec.show import with_skipped
    from fastgec.show.tables import with_line

    if kind == "json":
        return with_skipped(text, skipped)
    lines = (f"left out: {visible(one.system)} ({one.reason})" for one in skipped)
    return text + "".join(with_line(line, kind) for line in lines)


def gold_hint(names: Sequence[str]) -> str:
    """Return a hint where the last of some systems is the gold, as it is an argument of m2."""
    is_last = names[-1].endswith(".m2") and not names[0].endswith(".m2")
    return f" (did you mean --gold {visible(names[-1])}?)" if is_last else ""


def check_inputs(paths: Sequence[str], outputs: Mapping[str, str | None] | None = None) -> None:
    """Refuse a pipe that is named twice, and outputs of unknown kind, equal, or read as well.

    Parameters: paths of what is read; outputs, the file of each option of SUFFIXES.
    Raises: UsageError; OSError if --counts-out names no place.
    """
    _require_different_pipes(paths)
    given = {option: path for option, path in (outputs or {}).items() if path is not None}
    if not given:
        return
    from pathlib import Path

    for option, output in given.items():
        if Path(output).suffix not in SUFFIXES[option]:
            kinds = " or ".join(SUFFIXES[option])
            raise UsageError(f"{option} {output!r}: expected a name that ends in {kinds}")
    for option, output in given.items():
        if any(is_same_file(path, output) for path in paths):
            raise UsageError(f"{option} {output!r} is also an input")
    for (option, output), (other, same) in combinations(given.items(), 2):
        if real_path(output) == real_path(same) or is_same_file(output, same):
            raise UsageError(f"{option} and {other} are one file, {same!r}")
    if "--counts-out" in given:  # others are opened before anything is counted
        require_place(given["--counts-out"])


def check_out(out: str | None, inputs: Iterable[str]) -> None:
    """Refuse a file to write to that is read as well. Raises: UsageError; OSError."""
    if out in (None, "-"):
        return
    if any(is_same_file(out, path) for path in inputs):
        raise UsageError(f"output {out} is also an input")
    require_place(out)


def _require_different_pipes(paths: Sequence[str]) -> None:
    if paths.count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
    pipes = {number: "/dev/stdin" if path == "-" else path for number, path in enumerate(paths)}
    for one, other in combinations((n for n, path in pipes.items() if _is_pipe(path)), 2):
        if os.path.samefile(pipes[one], pipes[other]):  # noqa: PTH121
            twice = _pipe_twice(paths[one], paths[other])
            raise UsageError(f"{twice}, which can be read only once")


def _pipe_twice(one: str, other: str) -> str:
    if one == other:  # as typed
        return f"{one!r} is given twice and is a pipe"
    first, second = ("standard input (-)" if path == "-" else repr(path) for path in (one, other))
    return f"{first} and {second} are one pipe"


def require_no_pipes(paths: Iterable[str], what: str = "check of outputs") -> None:
    """Raise UsageError for a pipe, which can be read only once."""
    if any(path == "-" or _is_pipe(path) for path in paths):
        raise UsageError(f"{what} and pipes are mutually exclusive: each file is read twice")


def _is_pipe(path: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116
    except (OSError, ValueError):  # whoever reads it will say so
        return False


def is_same_file(first: str, second: str) -> bool:
    """Whether both paths exist and are one file."""
    from pathlib import Path

    return Path(first).exists() and Path(second).exists() and Path(first).samefile(second)


def warn(lines: Sequence[str], *, quiet: bool, strict: bool = False) -> None:
    """Print warnings to stderr.

    Raises: StrictError if there are some, and `strict`.
    """
    if lines and strict:
        raise StrictError(lines)
    if not quiet:
        for line in lines:
            print(f"warning: {line}", file=sys.stderr)


def warn_of_run(run: Run, options: argparse.Namespace) -> None:
    """Print the warnings of readers and input diagnostics. Raises: StrictError, as `warn`."""
    lines = [*run.warnings, *run.found.input_warnings]
    if name := getattr(options, "benchmark", None):
        from fastgec.cli.benchmarks import of_other_size

        lines += of_other_size(name, run.facts.sentences)
    warn(lines, quiet=options.quiet, strict=options.strict)
    note(run.found.notes, quiet=options.quiet)


def note(lines: Iterable[str], *, quiet: bool) -> None:
    """Print to stderr what is no warning."""
    if not quiet:
        for line in lines:
            print(f"note: {line}", file=sys.stderr)


def note_of_time(what: str, seconds: float, *, more: str = "", quiet: bool) -> None:
    """Print to stderr how long work takes that is long."""
    if seconds >= LONG:
        note([f"{what} take about {seconds:.0f} s{more}"], quiet=quiet)


def warn_of_repeats(systems: Sequence[str], options: argparse.Namespace) -> None:
    """Print a warning for each system that is named more than once. Raises: as `warn`."""
    repeated = dict.fromkeys(name for name in systems if systems.count(name) > 1)
    lines = [f"{visible(name)} is named {systems.count(name)} times" for name in repeated]
    warn(lines, quiet=options.quiet, strict=options.strict)


def refuse(*rules: tuple[str, object]) -> None:
    """Raise UsageError for the first of some rules that holds; each is a message, and whether."""
    for message, holds in rules:
        if holds:
            raise UsageError(message)


def require(given: Mapping[str, object]) -> None:
    """Raise UsageError for arguments, by name, that are not given."""
    if missing := [name for name, is_given in given.items() if not is_given]:
        raise UsageError(f"the following arguments are required: {', '.join(missing)}")


def refuse_all(message: str, given: Mapping[str, object]) -> None:
    """Raise UsageError for the first option that is given; {} in the message is its name."""
    refuse(*((message.format(name), is_given) for name, is_given in given.items()))


def require_classic(options: argparse.Namespace, given: Mapping[str, object]) -> None:
    """Raise UsageError for options, by name, that only the classic format has a place for."""
    if options.format not in (None, "classic"):
        refuse_all(f"{{}} and -f {options.format} are mutually exclusive", given)


def progress_bar(options: argparse.Namespace, total: int | None, what: str) -> _Progress:
    """Show a bar on stderr once work has lasted a second, if the options and the terminal allow.

    Returns a context, whose value is what to call with the number of items done, or None where
    nothing is shown.
    """
    is_wanted = options.progress
    if is_wanted is None:
        is_wanted = sys.stderr.isatty() and not options.quiet
    if not is_wanted:
        return _Progress(None)
    from fastgec.show.progress import Bar

    return _Progress(Bar(total, what, at_once=options.progress is True))


class _Progress:
    """The context of a bar, or of none; a plain run does without contextlib."""

    def __init__(self, bar: Bar | None) -> None:
        self._bar = bar

    def __enter__(self) -> Callable[[int], None] | None:
        return None if self._bar is None else self._bar.__enter__().show

    def __exit__(self, *error: Any) -> None:
        if self._bar is not None:
            self._bar.__exit__(*error)


# From fields of parameters (`metrics.declarations`) to options, and back.


if TYPE_CHECKING:
    from typing import Any, TypeVar

    from fastgec.metrics.declarations import Option, Options

    Made = TypeVar("Made")

# What understands the values of a field that names no reader, by the type of its default.
READERS = {int: "natural", float: "finite_beta", str: ""}


def add_fields(
    parser: argparse._ActionsContainer,
    fields: Options,
    *,
    several: str = "",
    without: Sequence[str] = (),
    is_absent: bool = False,
) -> None:
    """Declare an option for each field of parameters.

    Args:
        parser: gets the options.
        fields: default and option of each, see `metrics.declarations`.
        several: the field that may have several values at once; its name gets an s.
        without: fields that are declared elsewhere.
        is_absent: whether options that are not given have no value, see `given_of`.
    """
    for name, (default, option) in fields.items():
        if name in without:
            continue
        arguments = _arguments(name, default, option)
        if name == several:
            arguments |= {"nargs": "+", "dest": f"{name}s", "default": [default]}
        hidden = argparse.SUPPRESS
        if is_absent:
            arguments["default"] = hidden
        flags = option.flags or [f"--{name.replace('_', '-')}"]
        parser.add_argument(*flags, **arguments)
        if option.hidden:
            parser.add_argument(*option.hidden, **{**arguments, "default": hidden, "help": hidden})


def made_of(parameters: type[Made], options: argparse.Namespace, **known: Any) -> Made:
    """Return the object of a dataclass of parameters that options say.

    Args:
        parameters: the dataclass.
        options: the parsed command line.
        **known: values of fields that options do not have.

    Raises:
        UsageError: values that are fine alone, and not together.
    """
    values = {
        name: known.get(name, getattr(options, name, default))
        for name, (default, _) in options_of(parameters).items()
    }
    with as_usage():
        return parameters(**values)


def given_of(fields: Options, options: argparse.Namespace) -> dict[str, str]:
    """Return fields of parameters that options have a value for, each with its spelling."""
    return {
        name: (option.flags or [f"--{name.replace('_', '-')}"])[-1]
        for name, (_, option) in fields.items()
        if hasattr(options, name)
    }


def _arguments(name: str, default: Any, option: Option) -> dict[str, Any]:
    arguments: dict[str, Any] = {"dest": name, "default": default, "help": option.text}
    if isinstance(default, bool):
        return arguments | {"action": "store_true"}
    arguments["help"] = f"{option.text} (default: {'none' if default == '' else default})"
    if option.choices is not None:
        arguments["choices"] = option.choices
        if option.metavar:  # where they are many, and the text says which
            arguments["metavar"] = option.metavar
        return arguments
    reader = option.reads or READERS[type(default)]
    if reader:
        arguments["type"] = globals()[reader]
    if option.metavar:
        arguments["metavar"] = option.metavar
    return arguments
