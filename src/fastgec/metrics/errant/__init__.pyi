"""Written by tests/stubs.py: the functions of errant."""

# ruff: noqa
# fmt: off
from collections.abc import Iterable, Sequence

from fastgec.annotate.analyses import Analyser
from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.metrics.base import DEFAULT_BETA, Progress, Scoring
from fastgec.metrics.errant.metric import ErrantScore, METRIC, MODES, Parameters
from fastgec.metrics.errant.texts import annotate
from fastgec.read.coders import Annotations
from fastgec.read.files import Source
from fastgec.read.lines import Column, References

__all__ = ["Analyser", "Annotations", "DEFAULT_BETA", "ErrantScore", "METRIC", "MODES",
    "Parameters", "Scoring", "annotate", "count", "count_systems", "evaluate", "evaluate_systems",
    "score_counts", "select", "sentence_scores", "total"]

def evaluate(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    beta: float = 0.5, mode: str = 'cs', single: bool = False, multi: bool = False,
    without: str | Iterable[str] = '', language: str = 'en', max_answers: int = 0,
    n_references: int = 0, unit: str = 'word', jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> ErrantScore: ...
def evaluate_systems(systems: Sequence[Annotations | Column],
    gold: Annotations | References | Source, parameters: Parameters | None = None, *,
    beta: float = 0.5, mode: str = 'cs', single: bool = False, multi: bool = False,
    without: str | Iterable[str] = '', language: str = 'en', max_answers: int = 0,
    n_references: int = 0, unit: str = 'word', jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> list[ErrantScore]: ...
def count(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    mode: str = 'cs', single: bool = False, multi: bool = False, without: str | Iterable[str] = '',
    language: str = 'en', max_answers: int = 0, n_references: int = 0, unit: str = 'word',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Counts: ...
def count_systems(systems: Sequence[Annotations | Column], gold: Annotations | References | Source,
    parameters: Parameters | None = None, *, mode: str = 'cs', single: bool = False,
    multi: bool = False, without: str | Iterable[str] = '', language: str = 'en',
    max_answers: int = 0, n_references: int = 0, unit: str = 'word', jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, beta: float = 0.5) -> ErrantScore: ...
def select(counts: Counts, *, beta: float = 0.5) -> Integers: ...
def total(counts: Counts, rows: Integers, *, beta: float = 0.5) -> ErrantScore: ...
def sentence_scores(hypotheses: Annotations | Column, gold: Annotations | References | Source, *,
    beta: float = 0.5, mode: str = 'cs', single: bool = False, multi: bool = False,
    without: str | Iterable[str] = '', language: str = 'en', max_answers: int = 0,
    n_references: int = 0, unit: str = 'word', jobs: int | None = 1,
    progress: Progress | None = None, memory_limit: int | None = None) -> Floats: ...
