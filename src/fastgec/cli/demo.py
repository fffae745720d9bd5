"""`fastgec demo`: score the sample data that ships with the package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastgec.metrics.door import AnyMetric

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

    del options
    gold = Gold.read(SAMPLES / "gold.m2")
    columns = [SAMPLES / system for system in SYSTEMS]
    texts = green.References(SAMPLES / "source.txt", [SAMPLES / name for name in REFERENCES])
    m2_table = _table(m2.METRIC, columns, gold, [m2.Scoring()])
    betas = [green.Scoring(beta=beta) for beta in (0.5, 2.0)]
    green_table = _table(green.METRIC, columns, texts, betas)
    sys.stdout.write(
        f"{len(gold)} sample sentences, {len(gold.annotators)} annotators, "
        f"{len(SYSTEMS)} systems, in {SAMPLES}\n\n"
        f"MaxMatch: fastgec m2 {' '.join(SYSTEMS)} gold.m2\n\n{m2_table}\n"
        "GREEN: fastgec green -f table -b 0.5 2 -s source.txt \\\n"
        f"         -r {' '.join(REFERENCES)} -c {' '.join(SYSTEMS)}\n\n{green_table}"
    )
    return 0


def _table(metric: AnyMetric, columns: Sequence[Path], gold: Any, scorings: Sequence[Any]) -> str:
    from fastgec.report import scores, tables
    from fastgec.report.names import names_of
    from fastgec.report.results import results_of
    from fastgec.study.run import run_text

    run = run_text(metric, names_of(SYSTEMS), columns, gold, metric.parameters(), scorings)
    table = scores.table(run, results_of(run))
    return tables.terminal(table, is_terminal=sys.stdout.isatty())
