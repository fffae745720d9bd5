"""`fastgec retokenize`: raw output in the tokens of its source."""

from __future__ import annotations

import argparse
import sys

from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import add_unit
from fastgec.cli.readers import positive

HELP = HelpSection("retokenize")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("system", metavar="OUTPUT", help=HELP)
    parser.add_argument("--like", metavar="SOURCE", required=True, help=HELP)
    add_unit(parser)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--clean", action="store_true", help=HELP)
    group.add_argument("--align", action="store_true", help=HELP)
    parser.add_argument(
        "-o", "--out", metavar="FILE", help="output, to FILE (default: standard output)"
    )
    parser.add_argument("-j", "--jobs", type=positive, metavar="N", help=HELP)
    parser.add_argument("-q", "--quiet", action="store_true", help="no report of changes")


def run(options: argparse.Namespace) -> int:
    """Read and project in step, then write: nothing is written before all is known."""
    from fastgec.cli.options import check_inputs, check_out, warn
    from fastgec.cli.outputs import tell_changes, write_out
    from fastgec.diagnostics.inputs import Diagnostics, input_warnings
    from fastgec.kernels.tokens import plain_text
    from fastgec.machine.spool import TextSpill
    from fastgec.read.errors import visible
    from fastgec.read.lines import Lines, read_lines
    from fastgec.texts.clean import Removed
    from fastgec.texts.lines import align_lines
    from fastgec.texts.retokenize import Projection, retokenized_blocks, sources_of

    check_inputs([options.system, options.like])
    check_out(options.out, [options.system, options.like])
    output: str | Lines = options.system
    like: str | Lines = options.like
    if options.align:
        like = sources_of(options.like)
        aligned = align_lines(read_lines(options.system, "output"), like)
        output = Lines.of(aligned.lines, options.system)
        if not options.quiet:
            print(f"aligned {visible(options.system)}: {aligned.described()}", file=sys.stderr)
    out = None if options.out == "-" else options.out
    projection, diagnostics = Projection(options.unit), Diagnostics(1)
    removed = Removed() if options.clean else None
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
    if removed is not None and not options.quiet:
        for line in removed.described():
            print(f"cleaned {visible(options.system)}: {line}", file=sys.stderr)
    tell_changes(projection, [options.system], quiet=options.quiet)
    warn(input_warnings(diagnostics), quiet=options.quiet)
    return 0
