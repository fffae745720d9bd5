"""Written by tests/stubs.py: the functions of imeasure."""

# ruff: noqa
# fmt: off
from collections.abc import Sequence

from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.metrics.base import Progress
from fastgec.metrics.imeasure.gold import Annotations, parse_m2, read_m2, read_xml
from fastgec.metrics.imeasure.metric import (AlignedColumn, Alignment, METRIC, Parameters, align,
    evaluate_mixed)
from fastgec.metrics.imeasure.score import AspectScore, COLUMNS, IMeasureScore, Scoring
from fastgec.read.files import Source
from fastgec.read.lines import Column, References

__all__ = ["AlignedColumn", "Alignment", "Annotations", "AspectScore", "COLUMNS", "IMeasureScore",
    "METRIC", "Parameters", "References", "Scoring", "align", "candidate_scores", "count",
    "count_systems", "evaluate", "evaluate_mixed", "evaluate_systems", "parse_m2", "read_m2",
    "read_xml", "score_counts", "select", "sentence_scores", "total"]

def evaluate(hypotheses: Column, gold: References | Source, *, maximise: str = 'cwacc',
    weight: float = 2.0, beta: float = 1.0, optimise: str = 'sentence',
    correction_tokens: str | None = None, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> IMeasureScore: ...
def evaluate_systems(systems: Sequence[Column], gold: References | Source,
    parameters: Parameters | None = None, *, maximise: str = 'cwacc', weight: float = 2.0,
    beta: float = 1.0, optimise: str = 'sentence', correction_tokens: str | None = None,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[IMeasureScore]: ...
def count(hypotheses: Column, gold: References | Source, *, correction_tokens: str | None = None,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Counts: ...
def count_systems(systems: Sequence[Column], gold: References | Source,
    parameters: Parameters | None = None, *, correction_tokens: str | None = None,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0,
    optimise: str = 'sentence') -> IMeasureScore: ...
def select(counts: Counts, *, maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0,
    optimise: str = 'sentence') -> Integers: ...
def total(counts: Counts, rows: Integers, *, maximise: str = 'cwacc', weight: float = 2.0,
    beta: float = 1.0, optimise: str = 'sentence') -> IMeasureScore: ...
def sentence_scores(hypotheses: Column, gold: References | Source, *, maximise: str = 'cwacc',
    weight: float = 2.0, beta: float = 1.0, correction_tokens: str | None = None,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Floats: ...
def candidate_scores(source: str, references: Sequence[str], candidates: Sequence[str], *,
    maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0) -> Floats: ...
