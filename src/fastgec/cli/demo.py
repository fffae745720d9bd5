"""`fastgec demo`: the sample data that ships with the package, scored or copied."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from errno import EEXIST
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from fastgec.cli.helptext import HelpSection
from fastgec.machine.atomic import replacing

if TYPE_CHECKING:
    from fastgec.metrics.base import AnyMetric

HELP = HelpSection("demo")

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
SYSTEMS = ("careful.txt", "bold.txt")
REFERENCES = ("ref0.txt", "ref1.txt")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    # Not the folder of the samples: its name may be longer than a line.
    parser.add_argument("--copy", metavar="DIR", help=HELP)


def run(options: argparse.Namespace) -> int:
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
    from fastgec.show import scores, tables
    from fastgec.show.names import names_of
    from fastgec.show.scores import results_of
    from fastgec.study.run import Request, run_request

    names = names_of(SYSTEMS)
    done = run_request(Request(metric, names, columns, gold, metric.parameters(), scorings))
    table = scores.table(done, results_of(done))
    return tables.terminal(table, is_terminal=sys.stdout.isatty())
