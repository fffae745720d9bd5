"""Written by tests/stubs.py: the functions of gotoscorer."""

# ruff: noqa
# fmt: off
from collections.abc import Sequence

from fastgec.choose import Integers
from fastgec.counts import Counts
from fastgec.metrics.base import Progress, Scoring
from fastgec.read.files import Source
from fastgec.read.gold import Gold
from fastgec.read.lines import Column
from fastgec.weights.difficulty import Difficulty, METRIC, Parameters, chunks
from fastgec.weights.table import WeightedM2Score

__all__ = ["Difficulty", "METRIC", "Parameters", "Scoring", "chunks", "count_systems",
    "evaluate_systems", "score_counts", "select", "total"]

def evaluate_systems(systems: Sequence[Column], gold: Gold | Source,
    parameters: Parameters | None = None, *, beta: float = 0.5,
    annotator_selection: str = 'running', max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False, release: str = 'development',
    implicit_noop: bool = False, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[WeightedM2Score]: ...
def count_systems(systems: Sequence[Column], gold: Gold | Source,
    parameters: Parameters | None = None, *, max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False, release: str = 'development',
    implicit_noop: bool = False, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, beta: float = 0.5,
    annotator_selection: str = 'running') -> WeightedM2Score: ...
def select(counts: Counts, *, beta: float = 0.5,
    annotator_selection: str = 'running') -> Integers: ...
def total(counts: Counts, rows: Integers, *, beta: float = 0.5,
    annotator_selection: str = 'running') -> WeightedM2Score: ...
