"""`fastgec check`: faults of an M2 file, of parallel files, or of outputs for a gold."""

from __future__ import annotations

import argparse
import os
import sys

from fastgec.cli.helptext import HelpSection

HELP = HelpSection("check")

FIRST = 3  # findings of a kind that are shown unless all are wanted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="files ('-': standard input)")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--parallel", action="store_true", help=HELP)
    kind.add_argument("--gold", metavar="GOLD", help=HELP)
    parser.add_argument(
        "--all", action="store_true", help=f"all findings, not {FIRST} of each kind"
    )
    parser.add_argument("--json", action="store_true", help="JSON, with all findings")


def run(options: argparse.Namespace) -> int:
    """Inspect every file, then print; return 1 if there is an error."""
    from fastgec.cli import DATA_ERROR, UsageError
    from fastgec.cli.options import check_inputs, note
    from fastgec.read.errors import visible
    from fastgec.show import check as report
    from fastgec.show.tables import screen_width
    from fastgec.texts.inspection import inspect_m2, inspect_parallel

    check_inputs([*options.files, *([options.gold] if options.gold else [])], None)
    if options.gold is not None:
        return _outputs(options)
    if options.parallel and len(options.files) < 2:
        raise UsageError(f"one file ({options.files[0]}): expected SOURCE and another FILE")
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
        note([f"{visible(texts[0])} is not M2: {cure}"], quiet=False)
    return DATA_ERROR if any(inspection.count("error") for inspection in inspections) else 0


def _outputs(options: argparse.Namespace) -> int:
    """Print a line for each output; return the status of the worst: 0, 3 (warnings) or 1."""
    from fastgec.cli import DATA_ERROR, THRESHOLD_MISSED, UsageError
    from fastgec.cli.options import warn
    from fastgec.read.gold import Gold
    from fastgec.show import check as report
    from fastgec.study.submissions import verdicts_of

    if options.all:
        raise UsageError("--all and --gold are mutually exclusive")
    gold = Gold.read(options.gold)
    warn(gold.warnings, quiet=False)
    verdicts = verdicts_of(options.files, gold)
    if options.json:
        sys.stdout.write(report.outputs_document(verdicts))
    else:
        sys.stdout.writelines(report.outputs_text(verdicts))
    found = {one.status for one in verdicts}
    return DATA_ERROR if "failed" in found else THRESHOLD_MISSED if "warning" in found else 0
