"""Written by tests/stubs.py: the functions of m2."""

# ruff: noqa
# fmt: off
from collections.abc import Sequence

from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.metrics.base import DEFAULT_BETA, Progress
from fastgec.metrics.m2.counting import M2Score, MODES, Parameters, REGIMES, RELEASES, Scoring
from fastgec.metrics.m2.metric import METRIC, edit_sequences, edits, statuses
from fastgec.metrics.m2.words import Edit
from fastgec.read.files import Source
from fastgec.read.gold import Gold
from fastgec.read.lines import Column

__all__ = ["DEFAULT_BETA", "Edit", "Gold", "M2Score", "METRIC", "MODES", "Parameters", "REGIMES",
    "RELEASES", "Scoring", "candidate_matrix", "count", "count_systems", "edit_sequences", "edits",
    "evaluate", "evaluate_systems", "score_counts", "select", "sentence_scores", "statuses",
    "total"]

def evaluate(hypotheses: Column, gold: Gold | Source, *, beta: float = 0.5,
    annotator_selection: str = 'running', max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False, release: str = 'development',
    implicit_noop: bool = False, mode: str = 'correction', optional: str = 'required',
    word_order: str = '', blocks: str = 'sentence', unit: str = 'word', extract: str = 'maxmatch',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> M2Score: ...
def evaluate_systems(systems: Sequence[Column], gold: Gold | Source,
    parameters: Parameters | None = None, *, beta: float = 0.5,
    annotator_selection: str = 'running', max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False, release: str = 'development',
    implicit_noop: bool = False, mode: str = 'correction', optional: str = 'required',
    word_order: str = '', blocks: str = 'sentence', unit: str = 'word', extract: str = 'maxmatch',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[M2Score]: ...
def count(hypotheses: Column, gold: Gold | Source, *, max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False, release: str = 'development',
    implicit_noop: bool = False, mode: str = 'correction', optional: str = 'required',
    word_order: str = '', blocks: str = 'sentence', unit: str = 'word', extract: str = 'maxmatch',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Counts: ...
def count_systems(systems: Sequence[Column], gold: Gold | Source,
    parameters: Parameters | None = None, *, max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False, release: str = 'development',
    implicit_noop: bool = False, mode: str = 'correction', optional: str = 'required',
    word_order: str = '', blocks: str = 'sentence', unit: str = 'word', extract: str = 'maxmatch',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> list[Counts]: ...
def score_counts(counts: Counts, *, beta: float = 0.5,
    annotator_selection: str = 'running') -> M2Score: ...
def select(counts: Counts, *, beta: float = 0.5,
    annotator_selection: str = 'running') -> Integers: ...
def total(counts: Counts, rows: Integers, *, beta: float = 0.5,
    annotator_selection: str = 'running') -> M2Score: ...
def sentence_scores(hypotheses: Column, gold: Gold | Source, *, beta: float = 0.5,
    annotator_selection: str = 'running', max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False, release: str = 'development',
    implicit_noop: bool = False, mode: str = 'correction', optional: str = 'required',
    word_order: str = '', blocks: str = 'sentence', unit: str = 'word', extract: str = 'maxmatch',
    jobs: int | None = 1, progress: Progress | None = None,
    memory_limit: int | None = None) -> Floats: ...
def candidate_matrix(source: str, candidates: Sequence[str], *, beta: float = 0.5,
    annotator_selection: str = 'running', max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False, release: str = 'development',
    implicit_noop: bool = False, mode: str = 'correction', optional: str = 'required',
    word_order: str = '', blocks: str = 'sentence', unit: str = 'word',
    extract: str = 'maxmatch') -> Floats: ...
