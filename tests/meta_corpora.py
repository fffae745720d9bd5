"""The corpora of the golden data of meta-evaluation: texts, human scores and counts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastgec import Counts, Gold, green, m2
from meta_data import golden


class Corpus:
    """A corpus of the golden data, its outputs in the order of the golden systems.

    human    expected wins
    metrics  what the golden file says
    """

    def __init__(self, shared: Path, name: str) -> None:
        self.name = name
        self.golden = golden(shared, f"metrics_{name}")
        self.metrics = self.golden["metrics"]
        self.systems: list[str] = self.golden["systems"]
        self.human: list[float] = golden(shared, f"human_{name}")["expected_wins"]
        data = shared / "data"
        folders = [data / name] if name == "conll14" else [data / f"{name}-dev", data / name]
        n_references = 2 if name == "conll14" else 4
        self.source = _joined([folder / "source.txt" for folder in folders])
        self.references = [
            _joined([folder / f"ref{k}.txt" for folder in folders]) for k in range(n_references)
        ]
        self.outputs = [
            self.source
            if label in ("INPUT", "source")
            else _joined([folder / "systems" / f"{prefix}{label}.txt" for folder in folders])
            for prefix in ["official-" if name == "conll14" else ""]
            for label in self.systems
        ]
        gold = data / name / ("gold.m2" if name == "conll14" else "dev-then-test.errant.m2.gz")
        self.gold = Gold.read(gold)
        self.m2 = "m2" if name == "conll14" else "m2-errant"

    def counts(self, metric: str) -> list[Counts]:
        """Return the counts of a golden metric, of each system."""
        if metric == self.m2:
            return m2.count_systems(self.outputs, self.gold, jobs=1)
        family, *more = metric.split("-")
        assert family == "green"
        unit, order = more[0], int(more[1][1:])
        return green.count_systems(
            self.source, self.references, self.outputs, unit=unit, order=order, jobs=1
        )


def _joined(paths: list[Path]) -> list[str]:
    """Return the lines of some files; a carriage return ends a line with the newline."""
    lines = []
    for path in paths:
        text = path.read_bytes().decode()
        lines += [line.removesuffix("\r") for line in text.split("\n")[: text.count("\n")]]
        if not text.endswith("\n"):
            lines.append(text.rpartition("\n")[2])
    return lines


@cache
def corpus(shared: Path, name: str) -> Corpus:
    """Return a corpus, read once for all tests."""
    return Corpus(shared, name)
