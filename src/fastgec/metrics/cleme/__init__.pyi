"""Written by tests/stubs.py: the functions of cleme."""

# ruff: noqa
# fmt: off
from collections.abc import Sequence

from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.metrics.base import DEFAULT_BETA, Progress, Scoring
from fastgec.metrics.cleme.metric import (ASSUMPTIONS, ClemeMeans, ClemeScore, METRIC, Parameters,
    WEIGHTS)
from fastgec.read.coders import Annotations
from fastgec.read.files import Source
from fastgec.read.lines import Column, References

__all__ = ["ASSUMPTIONS", "Annotations", "ClemeMeans", "ClemeScore", "DEFAULT_BETA", "METRIC",
    "Parameters", "Scoring", "WEIGHTS", "count", "count_systems", "evaluate", "evaluate_systems",
    "score_counts", "select", "sentence_means", "sentence_scores", "total"]

def evaluate(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    beta: float = 0.5, assumption: str = 'dependent', weights: str = 'length', bias: float = 0.0,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> ClemeScore: ...
def evaluate_systems(systems: Sequence[Annotations | Column],
    gold: Annotations | References | Source, parameters: Parameters | None = None, *,
    beta: float = 0.5, assumption: str = 'dependent', weights: str = 'length', bias: float = 0.0,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[ClemeScore]: ...
def count(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    assumption: str = 'dependent', weights: str = 'length', bias: float = 0.0, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> Counts: ...
def count_systems(systems: Sequence[Annotations | Column], gold: Annotations | References | Source,
    parameters: Parameters | None = None, *, assumption: str = 'dependent', weights: str = 'length',
    bias: float = 0.0, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, beta: float = 0.5) -> ClemeScore: ...
def select(counts: Counts, *, beta: float = 0.5) -> Integers: ...
def total(counts: Counts, rows: Integers, *, beta: float = 0.5) -> ClemeScore: ...
def sentence_scores(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    beta: float = 0.5, assumption: str = 'dependent', weights: str = 'length', bias: float = 0.0,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Floats: ...
def sentence_means(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    beta: float = 0.5, assumption: str = 'dependent', weights: str = 'length', bias: float = 0.0,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> ClemeMeans: ...
