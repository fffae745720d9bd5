"""`fastgec weights edits`: a line of JSON for each edit that can have a weight."""

from __future__ import annotations

import argparse
import sys

from fastgec.cli import UsageError
from fastgec.cli.cite import add_cite_methods, cited_methods
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import check_inputs, is_same_file, warn
from fastgec.cli.readers import positive
from fastgec.cli.weights.shared import add_edits, parameters_of

HELP = HelpSection("weights edits")

METHODS = ("weights",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("system", metavar="SYSTEM", help="an output, one sentence a line")
    parser.add_argument("gold", metavar="GOLD.m2", help="gold in M2 format ('-': standard input)")
    parser.add_argument("-o", "--out", metavar="FILE", help="write to FILE")
    add_edits(parser)
    add_cite_methods(parser, METHODS, ("m2", "errant"))
    output = parser.add_argument_group("output")
    output.add_argument("-q", "--quiet", action="store_true", help="no warnings")
    output.add_argument("--strict", action="store_true", help=HELP)
    output.add_argument("-j", "--jobs", type=positive, metavar="N", help=HELP)


def run(options: argparse.Namespace) -> int:
    """Find edits, then write them all."""
    from fastgec.corpus.gold import Gold
    from fastgec.machine.atomic import replacing, require_place
    from fastgec.report import documents
    from fastgec.weights import found_edits
    from fastgec.weights.files import edit_rows

    parameters = parameters_of(options)
    if options.cite:
        sys.stdout.write(cited_methods(METHODS, (options.by,)))
        return 0
    files = [options.system, options.gold]
    check_inputs(files, None)
    if options.out is not None:
        if any(is_same_file(options.out, path) for path in files):
            raise UsageError(f"-o {options.out} found, which is read, expected another file")
        require_place(options.out)
    gold: Gold | str = Gold.read(options.gold) if options.by == "m2" else options.gold
    found, suspicions = found_edits(
        *(options.system, gold, parameters),
        by=options.by,
        per_annotator=options.per_annotator,
        jobs=options.jobs,
    )
    lines = [*(gold.warnings if isinstance(gold, Gold) else ()), *suspicions]
    warn(lines, quiet=options.quiet, strict=options.strict)
    rows = map(documents.line, edit_rows(found))
    if options.out is None:
        sys.stdout.writelines(rows)
        return 0
    with replacing(options.out) as file:
        file.writelines(row.encode() for row in rows)
    return 0
