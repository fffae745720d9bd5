"""`fastgec check`, `convert`, `retokenize` and `demo`: commands on files of texts and of gold."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from errno import EEXIST
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from fastgec.cli.options import (
    add_known,
    add_parallel_columns,
    check_inputs,
    check_out,
    lost_spaces,
    n_latin,
    natural,
    parallel_columns,
    positive,
    require_no_pipes,
    warn,
    without_spaces,
)
from fastgec.cli.parser import Command, HelpSection
from fastgec.machine import replacing
from fastgec.texts import ABSENT, OVERLAPS

if TYPE_CHECKING:
    from fastgec.metrics.base import AnyMetric
    from fastgec.spill import TextSpill


CHECK_HELP = HelpSection("check")

FIRST = 3  # findings of a kind that are shown unless all are wanted


def add_check_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", metavar="FILE", nargs="*", help="files ('-': standard input)")
    add_parallel_columns(parser)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--parallel", action="store_true", help=CHECK_HELP)
    kind.add_argument("--gold", metavar="GOLD", help=CHECK_HELP)
    add_known(parser, "--retokenize")
    parser.add_argument(
        "--all", action="store_true", help=f"all findings, not {FIRST} of each kind"
    )
    parser.add_argument("--json", action="store_true", help="JSON, with all findings")


def run_check(options: argparse.Namespace) -> int:
    """Inspect every file, then print; return 1 if there is an error."""
    from fastgec.cli import DATA_ERROR, UsageError
    from fastgec.cli.options import note
    from fastgec.read import visible
    from fastgec.show import check as report
    from fastgec.show.tables import screen_width
    from fastgec.texts.inspection import inspect_m2, inspect_parallel

    columns = [options.source, *(options.references or ()), *(options.systems or ())]
    columns = [path for path in columns if path is not None]
    check_inputs([*options.files, *columns, *([options.gold] if options.gold else [])], None)
    if options.gold is not None or columns:
        return _check_outputs(options)
    if not options.files:
        raise UsageError("the following arguments are required: FILE")
    if options.retokenize:
        raise UsageError("--retokenize requires --gold or -s")
    if options.parallel and len(options.files) < 2:
        raise UsageError(f"one file ({options.files[0]}): expected SOURCE and another FILE")
    if config := next((path for path in options.files if path.endswith(".toml")), None):
        raise UsageError(f"{visible(config)}: expected M2, or texts with --parallel")
    if options.parallel:
        inspections = inspect_parallel(options.files)
    else:
        inspections = [inspect_m2(path) for path in options.files]
    if options.json:
        sys.stdout.write(report.document(inspections))
    else:
        width = None  # in a pipe a finding is a line
        if sys.stdout.isatty() or os.environ.get("COLUMNS"):
            width = screen_width(is_terminal=True)
        most = None if options.all else FIRST
        sys.stdout.writelines(report.text(inspections, most=most, width=width))
    texts = [one.name for one in inspections if not one.lengths and one.count("error") > 1]
    if texts and not options.parallel:
        cure = "for texts of a sentence a line, fastgec check --parallel SOURCE FILE"
        if gold := [one.name for one in inspections if one.lengths]:
            cure = f"outputs are checked by fastgec check --gold {visible(gold[-1])} OUTPUT ..."
        note([f"{visible(texts[0])} is not M2: {cure}"], quiet=False)
    return DATA_ERROR if any(inspection.count("error") for inspection in inspections) else 0


def _check_outputs(options: argparse.Namespace) -> int:
    """Print a line for each output; return the status of the worst: 0, 3 (warnings) or 1."""
    from fastgec.cli import DATA_ERROR, THRESHOLD_MISSED, UsageError
    from fastgec.diagnostics.inputs import is_m2
    from fastgec.read.coders import Annotations
    from fastgec.read.gold import Gold
    from fastgec.read.lines import References
    from fastgec.show import check as report
    from fastgec.study.submissions import verdicts_of

    kind = "--gold" if options.gold is not None else "-s"
    for flag in ("all", "parallel"):
        if getattr(options, flag):
            raise UsageError(f"--{flag} and {kind} are mutually exclusive")
    if options.gold is None:
        source, references, outputs = parallel_columns(options)
        if options.files:
            raise UsageError(f"{options.files[0]} and -s are mutually exclusive (-c takes outputs)")
        require_no_pipes([source, *references])
        texts = References(source, references)
        verdicts = verdicts_of(outputs, texts, projects=options.retokenize)
    else:
        for flag, given in (("-s", options.source), ("-r", options.references)):
            if given:
                raise UsageError(f"{flag} and --gold are mutually exclusive")
        outputs = [*options.files, *(options.systems or ())]
        if not outputs:
            raise UsageError("--gold requires outputs")
        kinds = {bool(is_m2(path)) for path in outputs}  # edits are compared with edits
        if len(kinds) > 1:
            require_no_pipes([options.gold])
        gold = Gold.read(options.gold) if False in kinds else None
        warn(gold.warnings if gold else (), quiet=False)
        edits = Annotations.read(options.gold) if True in kinds else None
        verdicts = verdicts_of(outputs, gold, edits, projects=options.retokenize)
    if options.json:
        sys.stdout.write(report.outputs_document(verdicts))
    else:
        sys.stdout.writelines(report.outputs_text(verdicts))
    found = {one.status for one in verdicts}
    return DATA_ERROR if "failed" in found else THRESHOLD_MISSED if "warning" in found else 0


# `fastgec convert`: M2 to source and corrected texts, or texts to M2.


CONVERT_HELP = HelpSection("convert")

EDITS = ("aligned", "m2scorer")


def add_convert_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("gold", metavar="GOLD.m2", nargs="?", help="M2 file ('-': standard input)")
    parser.add_argument("--join", type=_joined, metavar="N|IDS", help=CONVERT_HELP)
    texts = parser.add_argument_group("from M2")
    texts.add_argument("--prefix", help=CONVERT_HELP)
    texts.add_argument("--source-out", metavar="FILE", help="source, to FILE")
    texts.add_argument("--refs-out", metavar="FILE", nargs="+", help=CONVERT_HELP)
    texts.add_argument("--absent", choices=ABSENT, help=CONVERT_HELP)
    texts.add_argument("--overlaps", choices=OVERLAPS, help=CONVERT_HELP)
    gold = parser.add_argument_group("to M2")
    gold.add_argument("-s", "--source", metavar="SOURCE", help="one sentence a line")
    gold.add_argument("-r", "--references", metavar="REF", nargs="+", help=CONVERT_HELP)
    gold.add_argument("-o", "--out", metavar="FILE", help=CONVERT_HELP)
    gold.add_argument("--max-unchanged-words", type=natural, metavar="N", help=CONVERT_HELP)
    hidden = argparse.SUPPRESS
    gold.add_argument(  # of edit_creator
        "--max_unchanged_words", type=natural, default=hidden, metavar="N", help=hidden
    )
    gold.add_argument("--edits", choices=EDITS, help=CONVERT_HELP)
    add_known(parser, "--unit")
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings")


def _joined(text: str) -> int | str:
    """Read a number of sentences, or the path of ids."""
    return positive(text) if text.isdecimal() else text


def run_convert(options: argparse.Namespace) -> int:
    """Convert, then write: nothing is written before all is known."""
    _check_convert(options)
    if options.join is not None:
        _join(options)
    elif options.gold is None:
        _write_gold(options)
    else:
        _write_texts(options)
    return 0


def _check_convert(options: argparse.Namespace) -> None:
    """Refuse options of both directions at once, or of none."""
    from fastgec.cli import UsageError

    of_texts = ("prefix", "source_out", "refs_out", "absent", "overlaps")
    of_gold = ("source", "references", "out", "max_unchanged_words", "edits")
    if options.join is not None:
        if others := _given(options, [*of_texts, *of_gold[:2], *of_gold[3:]]):
            raise UsageError(f"{others} and --join are mutually exclusive")
        if options.gold is None:
            raise UsageError("--join requires a file: GOLD.m2 or a text")
        return
    if options.gold is None:
        if others := _given(options, of_texts):
            raise UsageError(f"{others} requires GOLD.m2")
        if options.source is None or options.references is None:
            raise UsageError("required: GOLD.m2, or -s SOURCE and -r REF")
        if options.edits == "m2scorer" and len(options.references) > 1:
            n_found = len(options.references)
            raise UsageError(f"--edits m2scorer with {n_found} references: expected one")
        check_inputs([options.source, *options.references])
    else:
        if others := _given(options, of_gold):
            raise UsageError(f"{others} and GOLD.m2 ({options.gold}) are mutually exclusive")
        if not _given(options, of_texts[:3]):
            raise UsageError("required: --prefix PREFIX, --source-out FILE or --refs-out FILE")


def _given(options: argparse.Namespace, names: Iterable[str]) -> str:
    given = [name for name in names if getattr(options, name) is not None]
    return ", ".join(f"--{name.replace('_', '-')}" for name in given)


def _write_gold(options: argparse.Namespace) -> None:
    from fastgec.diagnostics.inputs import REFERENCE_CURE, Diagnostics, input_warnings, misfits
    from fastgec.read.lines import Block, Lines, in_characters, read_lines
    from fastgec.spill import TextSpill
    from fastgec.texts.m2write import aligned_m2

    most = options.max_unchanged_words or 0
    blocks: Iterable[str]
    paths = (options.source, *options.references)
    out = None if options.out == "-" else options.out
    diagnostics = Diagnostics(0)

    def watch(block: Block) -> None:
        source, *references = block.columns
        diagnostics.add(diagnostics.inspect(block.first, source, (), references=references))

    columns: Sequence[str | Lines] = paths
    if options.unit == "char":
        columns = [in_characters(read_lines(path, path)) for path in paths]
    if options.edits == "m2scorer":
        from fastgec.metrics.m2.words import created_blocks

        source, *references = (
            read_lines(column, path) for column, path in zip(columns, paths, strict=True)
        )
        blocks = created_blocks(source, references[0], max_unchanged_words=most)
        warnings = partial(misfits, source, (), references)
    else:
        blocks = aligned_m2(columns[0], columns[1:], max_unchanged_words=most, watch=watch)
        warnings = partial(input_warnings, diagnostics, REFERENCE_CURE)
    check_out(out, paths)
    with TextSpill(out) as text:
        text.add(blocks)
        warn(warnings(), quiet=options.quiet)
        if out is not None:
            _write_files({out: text})
        else:
            sys.stdout.writelines(text.texts())


def _join(options: argparse.Namespace) -> None:
    """Write sentences that belong together as one: of M2 with its edits, or of a text."""
    from itertools import pairwise

    from fastgec.cli.options import write_out
    from fastgec.read import FormatError, visible
    from fastgec.read.gold import Gold
    from fastgec.read.lines import Lines
    from fastgec.texts.m2write import write_m2
    from fastgec.texts.retokenize import gold_or_lines

    inputs = [options.gold, *([options.join] if isinstance(options.join, str) else [])]
    check_inputs(inputs)
    check_out(options.out, inputs)
    gold = gold_or_lines(options.gold)
    text = gold.sources if isinstance(gold, Gold) else gold
    if not len(text):
        raise FormatError(text.name, None, "no sentence, expected at least 1")
    groups: dict[object, list[int]] = {}
    if isinstance(options.join, int):
        for number in range(len(text)):
            groups.setdefault(number // options.join, []).append(number)
    else:
        ids = Lines.read(options.join)
        if len(ids) != len(text):
            reason = f"{len(ids)} ids, expected one for each of {len(text)} sentences"
            raise FormatError(options.join, None, reason)
        for number in range(len(ids)):
            if not ids[number].strip():
                raise FormatError(options.join, number + 1, "empty line: expected an id")
            groups.setdefault(ids[number].strip(), []).append(number)
    if not isinstance(gold, Gold):
        parts = [" ".join(" ".join(text[n] for n in group).split()) for group in groups.values()]
        write_out(options.out, (f"{part}\n" for part in parts))
        return
    warnings = [*gold.warnings]
    rows = gold.edits.row_offsets
    present = [{*gold.edits.annotator[a:b].tolist()} for a, b in pairwise(rows.tolist())]
    n_absent = 0
    for group in groups.values():
        everyone = set().union(*(present[n] for n in group))
        n_absent += sum(present[n] != everyone for n in group)
    if n_absent:
        warnings.append(
            f"{visible(gold.name)}: {n_absent} of {len(gold)} sentences lack a line of an "
            "annotator: no edits of theirs, where other sentences joined to them have some"
        )
    warn(warnings, quiet=options.quiet)
    write_out(options.out, write_m2(gold, groups.values()))


def _write_texts(options: argparse.Namespace) -> None:
    from fastgec.read.m2stream import GoldSummary, M2Stream
    from fastgec.texts.corrected import Corrected

    named = options.source_out or (options.refs_out or [f"{options.prefix}.source.txt"])[0]
    summary = GoldSummary(options.gold, has_fingerprint=False)
    is_characters = options.unit == "char"
    with (
        closing(M2Stream(options.gold)) as stream,
        Corrected(
            overlaps=options.overlaps or "refuse",
            absent=options.absent or "source",
            beside=named,
            shown=without_spaces if is_characters else list,
        ) as corrected,
    ):
        while part := stream.take():
            gold = part.parse()
            if is_characters:
                gold.in_characters()  # or refused
            summary.add(gold)
            corrected.add(gold)
        columns = _named(options, corrected.source, corrected.annotators)
        for path in columns:
            check_out(path, [options.gold])
        warnings = list(summary.warnings)
        if is_characters:
            spills = (corrected.source, *corrected.annotators.values())
            lines = (line for one in spills for text in one.texts() for line in text.splitlines())
            warnings += lost_spaces(n_latin(lines), options.gold)
        warn(warnings, quiet=options.quiet)
        _write_files(columns)


def _named(
    options: argparse.Namespace, source: TextSpill, texts: dict[int, TextSpill]
) -> dict[str, TextSpill]:
    """Return the columns that are wanted, by their paths."""
    from fastgec.cli import UsageError

    columns = []
    if options.prefix is not None:
        columns += [(f"{options.prefix}.source.txt", source)]
        columns += [(f"{options.prefix}.ref{number}.txt", text) for number, text in texts.items()]
    if options.source_out is not None:
        columns += [(options.source_out, source)]
    if options.refs_out is not None:
        if len(options.refs_out) != len(texts):
            ids = ", ".join(map(str, texts))
            raise UsageError(
                f"--refs-out: {len(options.refs_out)} files, expected {len(texts)}: "
                f"the annotators of {options.gold} are {ids}"
            )
        columns += list(zip(options.refs_out, texts.values(), strict=True))
    paths = [path for path, _ in columns]
    if "-" in paths:
        raise UsageError("standard output (-): expected a file for each text")
    if twice := next((path for path in paths if paths.count(path) > 1), None):
        raise UsageError(f"{twice} is given twice: expected a file for each text")
    return dict(columns)


def _write_files(files: Mapping[str, TextSpill]) -> None:
    """Write every file, all whole or none at all."""
    with ExitStack() as stack:
        opened = [(stack.enter_context(replacing(path)), text) for path, text in files.items()]
        for file, text in opened:
            text.copy_to(file)


# `fastgec retokenize`: raw output in the tokens of its source.


RETOKENIZE_HELP = HelpSection("retokenize")


def add_retokenize_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("system", metavar="OUTPUT", help=RETOKENIZE_HELP)
    parser.add_argument("--like", metavar="SOURCE", required=True, help=RETOKENIZE_HELP)
    add_known(parser, "--unit")
    parser.add_argument("--clean", action="store_true", help=RETOKENIZE_HELP)
    parser.add_argument("--align", action="store_true", help=RETOKENIZE_HELP)
    parser.add_argument(
        "-o", "--out", metavar="FILE", help="output, to FILE (default: standard output)"
    )
    parser.add_argument("-j", "--jobs", type=positive, metavar="N", help=RETOKENIZE_HELP)
    parser.add_argument("-q", "--quiet", action="store_true", help="no report of changes")


def run_retokenize(options: argparse.Namespace) -> int:
    """Read and project in step, then write: nothing is written before all is known."""
    from fastgec.cli.options import note_changes, write_out
    from fastgec.diagnostics.inputs import Diagnostics, input_warnings
    from fastgec.kernels.tokens import plain_text
    from fastgec.read import visible
    from fastgec.read.lines import Lines
    from fastgec.spill import TextSpill
    from fastgec.texts.clean import Removed, read_texts
    from fastgec.texts.retokenize import Projection, align_lines, retokenized_blocks, sources_of

    check_inputs([options.system, options.like])
    check_out(options.out, [options.system, options.like])
    output: str | Lines = options.system
    like: str | Lines = options.like
    aligned, removed = None, Removed() if options.clean and not options.align else None
    warnings: list[str] = []
    if options.align:
        like = sources_of(options.like)
        aligned = align_lines(read_texts(options.system), like, is_cleaned=options.clean)
        _, *found = aligned.around.described()
        if found and not options.clean:
            name = visible(options.system)
            warnings.append(
                f"{name}: text around the corrections is kept ({found[0]}): add --clean"
            )
        output = Lines.of(aligned.lines, options.system)
        if not options.quiet:
            print(f"aligned {visible(options.system)}: {aligned.described()}", file=sys.stderr)
            for line in found if options.clean else ():
                print(f"cleaned {visible(options.system)}: {line}", file=sys.stderr)
    out = None if options.out == "-" else options.out
    projection, diagnostics = Projection(options.unit), Diagnostics(1)
    with TextSpill(out) as spill:
        blocks = retokenized_blocks(
            output,
            like,
            projection,
            diagnostics,
            jobs=options.jobs,
            removed=removed,
        )
        for lines in blocks:
            spill.add([plain_text(lines.data, lines.starts, lines.ends, True).tobytes().decode()])
        write_out(out, spill.texts())
    if aligned is not None and out is not None and Path(out).is_file():
        aligned.save_beside(out)
    if removed is not None and not options.quiet:
        for line in removed.described():
            print(f"cleaned {visible(options.system)}: {line}", file=sys.stderr)
    note_changes(projection, [options.system], quiet=options.quiet)
    warnings += input_warnings(diagnostics, is_cleaned=options.clean)
    warn(warnings, quiet=options.quiet)
    return 0


# `fastgec demo`: the sample data that ships with the package, scored or copied.


DEMO_HELP = HelpSection("demo")

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
SYSTEMS = ("careful.txt", "bold.txt")
REFERENCES = ("ref0.txt", "ref1.txt")


def add_demo_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    # Not the folder of the samples: its name may be longer than a line.
    parser.add_argument("--copy", metavar="DIR", help=DEMO_HELP)


def run_demo(options: argparse.Namespace) -> int:
    """Print what the commands would print for the sample data, or copy it."""
    if options.copy is not None:
        return _copied(options.copy)
    from fastgec.metrics import green, m2
    from fastgec.read.gold import Gold

    gold = Gold.read(SAMPLES / "gold.m2")
    columns = [SAMPLES / system for system in SYSTEMS]
    texts = green.References(SAMPLES / "source.txt", [SAMPLES / name for name in REFERENCES])
    m2_table = _table(m2.METRIC, columns, gold, [m2.Scoring()])
    green_table = _table(green.METRIC, columns, texts, [green.Scoring(beta=2.0)])
    sys.stdout.write(
        f"{len(gold)} sample sentences, {len(gold.annotators)} annotators, "
        f"{len(SYSTEMS)} systems, in {SAMPLES}\n\n"
        f"MaxMatch: fastgec m2 {' '.join(SYSTEMS)} gold.m2\n\n{m2_table}\n"
        "Gold: edits of the annotator that is chosen for each sentence, so outputs differ.\n\n"
        "GREEN: fastgec green -f table -b 2 -s source.txt \\\n"
        f"         -r {' '.join(REFERENCES)} -c {' '.join(SYSTEMS)}\n\n{green_table}\n"
        "fastgec demo --copy samples    # copies these files, to try commands on\n"
    )
    return 0


def _copied(name: str) -> int:
    """Copy the samples to a folder, whole or not at all, and say what can be done there."""
    folder = Path(name)
    files = sorted(path for path in SAMPLES.iterdir() if path.is_file())
    for path in files:
        there = folder / path.name
        if there.exists() and not (there.is_file() and there.read_bytes() == path.read_bytes()):
            raise FileExistsError(EEXIST, "file exists with other content", str(there))
    folder.mkdir(parents=True, exist_ok=True)
    for path in files:
        with replacing(folder / path.name) as file:
            file.write(path.read_bytes())
    enter = "" if folder.resolve() == Path.cwd() else f"  cd {quote(name)}\n"
    sys.stdout.write(
        f"{len(files)} files copied to {name.rstrip('/')}/\n\nNext:\n{enter}"
        f"  fastgec m2 -f table {' '.join(SYSTEMS)} gold.m2    # score two systems\n"
        f"  fastgec compare {' '.join(reversed(SYSTEMS))} --gold gold.m2    # is it chance?\n"
        f"  fastgec report --open {' '.join(SYSTEMS)} gold.m2    # see each sentence\n"
    )
    return 0


def _table(metric: AnyMetric, columns: Sequence[Path], gold: Any, scorings: Sequence[Any]) -> str:
    from fastgec.show import names_of, scores, tables
    from fastgec.show.scores import results_of
    from fastgec.study.run import Request, run_request

    names = names_of(SYSTEMS)
    done = run_request(Request(metric, names, columns, gold, metric.parameters(), scorings))
    table = scores.table(done, results_of(done))
    return tables.terminal(table, is_terminal=sys.stdout.isatty())


COMMANDS = {
    "check": Command(add_check_arguments, run_check),
    "convert": Command(add_convert_arguments, run_convert),
    "demo": Command(add_demo_arguments, run_demo),
    "retokenize": Command(add_retokenize_arguments, run_retokenize),
}
