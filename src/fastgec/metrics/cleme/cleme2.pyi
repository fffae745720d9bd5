"""Written by tests/stubs.py: the functions of cleme2."""

# ruff: noqa
# fmt: off
from collections.abc import Sequence

from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.metrics.base import Progress
from fastgec.metrics.cleme.metric import (ASSUMPTIONS, CORPUS_WEIGHTS, ChunkParameters,
    ChunkParameters as Parameters, Cleme2Means, Cleme2Score, METRIC_2 as METRIC, RatioScoring as
    Scoring, SENTENCE_WEIGHTS)
from fastgec.read.coders import Annotations
from fastgec.read.files import Source
from fastgec.read.lines import Column, References

__all__ = ["ASSUMPTIONS", "Annotations", "CORPUS_WEIGHTS", "Cleme2Means", "Cleme2Score", "METRIC",
    "Parameters", "SENTENCE_WEIGHTS", "Scoring", "count", "count_systems", "evaluate",
    "evaluate_systems", "score_counts", "select", "sentence_means", "sentence_scores", "total"]

def evaluate(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    hit: float = 0.45, wrong: float = 0.35, under: float = 0.15, over: float = 0.05,
    assumption: str = 'dependent', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Cleme2Score: ...
def evaluate_systems(systems: Sequence[Annotations | Column],
    gold: Annotations | References | Source, parameters: ChunkParameters | None = None, *,
    hit: float = 0.45, wrong: float = 0.35, under: float = 0.15, over: float = 0.05,
    assumption: str = 'dependent', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Cleme2Score]: ...
def count(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    assumption: str = 'dependent', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Counts: ...
def count_systems(systems: Sequence[Annotations | Column], gold: Annotations | References | Source,
    parameters: ChunkParameters | None = None, *, assumption: str = 'dependent',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, hit: float = 0.45, wrong: float = 0.35, under: float = 0.15,
    over: float = 0.05) -> Cleme2Score: ...
def select(counts: Counts, *, hit: float = 0.45, wrong: float = 0.35, under: float = 0.15,
    over: float = 0.05) -> Integers: ...
def total(counts: Counts, rows: Integers, *, hit: float = 0.45, wrong: float = 0.35,
    under: float = 0.15, over: float = 0.05) -> Cleme2Score: ...
def sentence_scores(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    hit: float = 0.35, wrong: float = 0.25, under: float = 0.2, over: float = 0.2,
    assumption: str = 'dependent', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Floats: ...
def sentence_means(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    hit: float = 0.35, wrong: float = 0.25, under: float = 0.2, over: float = 0.2,
    assumption: str = 'dependent', jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Cleme2Means: ...
