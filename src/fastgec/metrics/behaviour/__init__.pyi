"""Written by tests/stubs.py: the functions of behaviour."""

# ruff: noqa
# fmt: off
from collections.abc import Sequence

from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.metrics.base import Progress
from fastgec.metrics.behaviour.metric import BehaviourScore, METRIC, Parameters, Scoring
from fastgec.read.lines import Column, References

__all__ = ["BehaviourScore", "METRIC", "Parameters", "References", "Scoring", "count",
    "count_systems", "evaluate", "evaluate_systems", "score_counts", "select", "sentence_scores",
    "total"]

def evaluate(hypotheses: Column, gold: References, *, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> BehaviourScore: ...
def evaluate_systems(systems: Sequence[Column], gold: References,
    parameters: Parameters | None = None, *, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[BehaviourScore]: ...
def count(hypotheses: Column, gold: References, *, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> Counts: ...
def count_systems(systems: Sequence[Column], gold: References, parameters: Parameters | None = None,
    *, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts) -> BehaviourScore: ...
def select(counts: Counts) -> Integers: ...
def total(counts: Counts, rows: Integers) -> BehaviourScore: ...
def sentence_scores(hypotheses: Column, gold: References, *, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> Floats: ...
