"""Written by tests/stubs.py: the functions of gleu."""

# ruff: noqa
# fmt: off
from collections.abc import Sequence

from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.metrics.base import Progress
from fastgec.metrics.gleu.metric import (DRAWS, GleuScore, METRIC, Parameters, Scoring, VARIANTS,
    columns_of, reference_scores)
from fastgec.read.lines import Column, References

__all__ = ["DRAWS", "GleuScore", "METRIC", "Parameters", "References", "Scoring", "VARIANTS",
    "candidate_matrix", "candidate_scores", "columns_of", "count", "count_systems", "evaluate",
    "evaluate_systems", "reference_scores", "score_counts", "select", "sentence_scores", "total"]

def evaluate(hypotheses: Column, gold: References, *, iterations: int = 500, draws: str = 'python2',
    variant: str = 'official', unit: str = 'word', order: int = 4, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> GleuScore: ...
def evaluate_systems(systems: Sequence[Column], gold: References,
    parameters: Parameters | None = None, *, iterations: int = 500, draws: str = 'python2',
    variant: str = 'official', unit: str = 'word', order: int = 4, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> list[GleuScore]: ...
def count(hypotheses: Column, gold: References, *, variant: str = 'official', unit: str = 'word',
    order: int = 4, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Counts: ...
def count_systems(systems: Sequence[Column], gold: References, parameters: Parameters | None = None,
    *, variant: str = 'official', unit: str = 'word', order: int = 4, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, iterations: int = 500, draws: str = 'python2') -> GleuScore: ...
def select(counts: Counts, *, iterations: int = 500, draws: str = 'python2') -> Integers: ...
def total(counts: Counts, rows: Integers, *, iterations: int = 500,
    draws: str = 'python2') -> GleuScore: ...
def sentence_scores(hypotheses: Column, gold: References, *, variant: str = 'official',
    unit: str = 'word', order: int = 4, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Floats: ...
def candidate_scores(source: str, references: Sequence[str], candidates: Sequence[str], *,
    variant: str = 'official', unit: str = 'word', order: int = 4) -> Floats: ...
def candidate_matrix(source: str, candidates: Sequence[str], *, variant: str = 'official',
    unit: str = 'word', order: int = 4) -> Floats: ...
