"""Written by tests/stubs.py: the functions of imeasure."""

# fmt: off
from collections.abc import Sequence
from typing import overload

from typing_extensions import deprecated

from fastgec.choice import Floats, Integers
from fastgec.corpus.blocks import Column
from fastgec.corpus.pieces import Source
from fastgec.counts import Counts
from fastgec.metrics.door import Progress
from fastgec.metrics.imeasure.metric import Parameters
from fastgec.metrics.imeasure.score import IMeasureScore
from fastgec.metrics.references import References

__all__ = ["candidate_scores", "count", "count_systems", "evaluate", "evaluate_systems",
    "score_counts", "select", "sentence_scores", "total"]

@overload
def evaluate(hypotheses: Column, gold: References | Source, *, maximise: str = 'cwacc',
    weight: float = 2.0, beta: float = 1.0, optimise: str = 'sentence', jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> IMeasureScore: ...
@overload
@deprecated("write evaluate(hypotheses, References(source, references))")
def evaluate(source: Column, references: Sequence[Column], hypotheses: Column, *,
    maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0, optimise: str = 'sentence',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> IMeasureScore: ...
@overload
def evaluate_systems(systems: Sequence[Column], gold: References | Source,
    parameters: Parameters | None = None, *, maximise: str = 'cwacc', weight: float = 2.0,
    beta: float = 1.0, optimise: str = 'sentence', jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> list[IMeasureScore]: ...
@overload
@deprecated("write evaluate_systems(systems, References(source, references))")
def evaluate_systems(source: Column, references: Sequence[Column], systems: Sequence[Column], *,
    maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0, optimise: str = 'sentence',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[IMeasureScore]: ...
@overload
def count(hypotheses: Column, gold: References | Source, *, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> Counts: ...
@overload
@deprecated("write count(hypotheses, References(source, references))")
def count(source: Column, references: Sequence[Column], hypotheses: Column, *, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> Counts: ...
@overload
def count_systems(systems: Sequence[Column], gold: References | Source,
    parameters: Parameters | None = None, *, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
@overload
@deprecated("write count_systems(systems, References(source, references))")
def count_systems(source: Column, references: Sequence[Column], systems: Sequence[Column], *,
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0,
    optimise: str = 'sentence') -> IMeasureScore: ...
def select(counts: Counts, *, maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0,
    optimise: str = 'sentence') -> Integers: ...
def total(counts: Counts, rows: Integers, *, maximise: str = 'cwacc', weight: float = 2.0,
    beta: float = 1.0, optimise: str = 'sentence') -> IMeasureScore: ...
@overload
def sentence_scores(hypotheses: Column, gold: References | Source, *, maximise: str = 'cwacc',
    weight: float = 2.0, beta: float = 1.0, jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Floats: ...
@overload
@deprecated("write sentence_scores(hypotheses, References(source, references))")
def sentence_scores(source: Column, references: Sequence[Column], hypotheses: Column, *,
    maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0, jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> Floats: ...
def candidate_scores(source: str, references: Sequence[str], candidates: Sequence[str], *,
    maximise: str = 'cwacc', weight: float = 2.0, beta: float = 1.0) -> Floats: ...
