"""`fastgec demo`: score the sample data that ships with the package."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
SYSTEMS = ("careful.txt", "bold.txt")
REFERENCES = ("ref0.txt", "ref1.txt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command: it has none."""
    parser.description = "Score the sample data that ships with the package."
    # Not the folder of the samples: its name may be longer than a line.
    parser.epilog = (
        "examples:\n  fastgec demo\n  fastgec demo | head -n 1    # where the samples are"
    )


def run(options: argparse.Namespace) -> int:
    """Print what the commands would print for the sample data."""
    from fastgec.corpus.gold import Gold
    from fastgec.metrics import green, m2
    from fastgec.report import green as green_report
    from fastgec.report import m2 as report
    from fastgec.report import tables

    del options
    gold = Gold.read(SAMPLES / "gold.m2")
    results = [report.Result(system, m2.evaluate(SAMPLES / system, gold)) for system in SYSTEMS]
    scores = green.evaluate_systems(
        SAMPLES / "source.txt",
        [SAMPLES / reference for reference in REFERENCES],
        [SAMPLES / system for system in SYSTEMS],
        betas=[0.5, 2.0],
    )
    green_results = [green_report.Result(*pair) for pair in zip(SYSTEMS, scores, strict=True)]
    is_terminal = sys.stdout.isatty()
    table = tables.terminal(report.table(results), is_terminal=is_terminal)
    green_table = tables.terminal(green_report.table(green_results), is_terminal=is_terminal)
    sys.stdout.write(
        f"{len(gold)} sample sentences, {len(gold.annotators)} annotators, "
        f"{len(results)} systems, in {SAMPLES}\n\n"
        f"MaxMatch: fastgec m2 {' '.join(SYSTEMS)} gold.m2\n\n{table}\n"
        "GREEN: fastgec green -f table -b 0.5 2 -s source.txt "
        f"-r {' '.join(REFERENCES)} -c {' '.join(SYSTEMS)}\n\n{green_table}"
    )
    return 0
