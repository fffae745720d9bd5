"""Written by tests/stubs.py: the functions of green."""

# ruff: noqa
# fmt: off
from collections.abc import Sequence

from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.metrics.base import Progress
from fastgec.metrics.green.metric import (GreenScore, METRIC, Parameters, REGIONS, Scoring,
    columns_of)
from fastgec.read.lines import Column, References

__all__ = ["GreenScore", "METRIC", "Parameters", "REGIONS", "References", "Scoring",
    "candidate_matrix", "candidate_scores", "columns_of", "count", "count_systems", "evaluate",
    "evaluate_systems", "score_counts", "select", "sentence_scores", "total"]

def evaluate(hypotheses: Column, gold: References, *, short: str = 'zero', beta: float = 1.0,
    order: int = 4, unit: str = 'word', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> GreenScore: ...
def evaluate_systems(systems: Sequence[Column], gold: References,
    parameters: Parameters | None = None, *, short: str = 'zero', beta: float = 1.0, order: int = 4,
    unit: str = 'word', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[GreenScore]: ...
def count(hypotheses: Column, gold: References, *, order: int = 4, unit: str = 'word',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Counts: ...
def count_systems(systems: Sequence[Column], gold: References, parameters: Parameters | None = None,
    *, order: int = 4, unit: str = 'word', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, short: str = 'zero', beta: float = 1.0) -> GreenScore: ...
def select(counts: Counts, *, short: str = 'zero', beta: float = 1.0) -> Integers: ...
def total(counts: Counts, rows: Integers, *, short: str = 'zero',
    beta: float = 1.0) -> GreenScore: ...
def sentence_scores(hypotheses: Column, gold: References, *, short: str = 'zero', beta: float = 1.0,
    order: int = 4, unit: str = 'word', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Floats: ...
def candidate_scores(source: str, references: Sequence[str], candidates: Sequence[str], *,
    short: str = 'zero', beta: float = 1.0, order: int = 4, unit: str = 'word') -> Floats: ...
def candidate_matrix(source: str, candidates: Sequence[str], *, short: str = 'zero',
    beta: float = 1.0, order: int = 4, unit: str = 'word') -> Floats: ...
