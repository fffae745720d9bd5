"""`fastgec convert`: M2 to source and corrected texts, or texts to M2."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import add_unit, check_inputs, warn
from fastgec.cli.outputs import lost_spaces, n_latin, without_spaces
from fastgec.cli.readers import natural
from fastgec.machine.atomic import replacing
from fastgec.texts.policy import ABSENT, OVERLAPS

if TYPE_CHECKING:
    from fastgec.machine.spool import TextSpill

HELP = HelpSection("convert")

EDITS = ("aligned", "m2scorer")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("gold", metavar="GOLD.m2", nargs="?", help="M2 file ('-': standard input)")
    texts = parser.add_argument_group("from M2")
    texts.add_argument("--prefix", help=HELP)
    texts.add_argument("--source-out", metavar="FILE", help="source, to FILE")
    texts.add_argument("--refs-out", metavar="FILE", nargs="+", help=HELP)
    texts.add_argument("--absent", choices=ABSENT, help=HELP)
    texts.add_argument("--overlaps", choices=OVERLAPS, help=HELP)
    gold = parser.add_argument_group("to M2")
    gold.add_argument("-s", "--source", metavar="SOURCE", help="one sentence a line")
    gold.add_argument("-r", "--references", metavar="REF", nargs="+", help=HELP)
    gold.add_argument("-o", "--out", metavar="FILE", help=HELP)
    gold.add_argument("--max-unchanged-words", type=natural, metavar="N", help=HELP)
    hidden = argparse.SUPPRESS
    gold.add_argument(  # of edit_creator
        "--max_unchanged_words", type=natural, default=hidden, metavar="N", help=hidden
    )
    gold.add_argument("--edits", choices=EDITS, help=HELP)
    add_unit(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings")


def run(options: argparse.Namespace) -> int:
    """Convert, then write: nothing is written before all is known."""
    _check(options)
    if options.gold is None:
        _write_gold(options)
    else:
        _write_texts(options)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuse options of both directions at once, or of none."""
    from fastgec.cli import UsageError

    of_texts = ("prefix", "source_out", "refs_out", "absent", "overlaps")
    of_gold = ("source", "references", "out", "max_unchanged_words", "edits")
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
    from fastgec.machine.spool import TextSpill
    from fastgec.read.blocks import Block
    from fastgec.read.lines import Lines, in_characters, read_lines
    from fastgec.texts.m2write import aligned_m2

    most = options.max_unchanged_words or 0
    blocks: Iterable[str]
    paths = (options.source, *options.references)
    out = None if options.out == "-" else options.out
    diagnostics = Diagnostics(0)

    def watch(block: Block) -> None:
        source, *references = block.columns
        diagnostics.add(diagnostics.look(block.first, source, (), references=references))

    columns: Sequence[str | Lines] = paths
    if options.unit == "char":
        columns = [in_characters(read_lines(path, path)) for path in paths]
    if options.edits == "m2scorer":
        from fastgec.metrics.m2.creation import created_blocks

        source, *references = (
            read_lines(column, path) for column, path in zip(columns, paths, strict=True)
        )
        blocks = created_blocks(source, references[0], max_unchanged_words=most)
        warnings = partial(misfits, source, (), references)
    else:
        blocks = aligned_m2(columns[0], columns[1:], max_unchanged_words=most, watch=watch)
        warnings = partial(input_warnings, diagnostics, REFERENCE_CURE)
    if out is not None:
        _refuse_inputs([out], paths)
    with TextSpill(out) as text:
        text.add(blocks)
        warn(warnings(), quiet=options.quiet)
        if out is not None:
            _write({out: text})
        else:
            sys.stdout.writelines(text.texts())


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
        _refuse_inputs([*columns], [options.gold])
        warnings = list(summary.warnings)
        if is_characters:
            spills = (corrected.source, *corrected.annotators.values())
            lines = (line for one in spills for text in one.texts() for line in text.splitlines())
            warnings += lost_spaces(n_latin(lines), options.gold)
        warn(warnings, quiet=options.quiet)
        _write(columns)


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


def _refuse_inputs(outputs: Sequence[str], inputs: Sequence[str]) -> None:
    """Refuse to replace a file that was read.

    Raises: UsageError.
    """
    from fastgec.cli import UsageError

    for output in outputs:
        # What is no regular file (a pipe, /dev/null) is not replaced.
        if Path(output).is_file():
            for path in inputs:
                if path != "-" and Path(output).samefile(path):
                    raise UsageError(f"output {output} is also an input")


def _write(files: Mapping[str, TextSpill]) -> None:
    """Write every file, all whole or none at all."""
    with ExitStack() as stack:
        opened = [(stack.enter_context(replacing(path)), text) for path, text in files.items()]
        for file, text in opened:
            text.copy_to(file)
