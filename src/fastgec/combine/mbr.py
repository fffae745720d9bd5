"""Minimum Bayes risk: of the candidates for a source, the one that agrees most with the others.

Each candidate is scored against each other one in turn as gold, and the one with the largest mean
is taken, the first of equals. Means are compared as correctly rounded sums (`math.fsum`), so that
they do not depend on the order of the candidates. A single candidate is taken as it is.

Source: arXiv 2309.06520, who score by edits; here by any metric that compares candidates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fastgec.choose import Floats, Integers
from fastgec.combine.votes import Candidates, Text, given_columns
from fastgec.diagnostics import emit_warnings
from fastgec.diagnostics.inputs import Diagnostics, input_warnings
from fastgec.machine import Cancel
from fastgec.metrics import METRICS
from fastgec.metrics.base import metric_named
from fastgec.metrics.m2.words import candidate_matrices
from fastgec.metrics.references import ParallelText
from fastgec.metrics.spec import MetricSpec, metric_spec
from fastgec.read.files import NUMBERS
from fastgec.read.lines import Column, References

NEAR = 1e-9  # sums of scores that are nearer than this are compared exactly

Matrices = Callable[[Text, Cancel, int], Floats]


class Agreed(NamedTuple):
    """Some sentences of a choice: their lines as bytes, each with its end.

    picked  int64[S]: which candidate was taken
    """

    text: bytes
    picked: Integers


def mbr(
    sources: Column,
    candidates: Sequence[Any] | References,
    *,
    metric: str = "m2",
    jobs: int | None = 1,
) -> list[str]:
    """For each source the candidate that agrees most with the others.

    Args:
        sources: a path or sentences in memory.
        candidates: for each candidate likewise, a sentence for each source; in memory also a list
            of candidates for each source, as samples are had. `References` say which of both.
        metric: "m2", "green" or "gleu", with parameters: "m2:beta=1", "green:char".
        jobs: threads (None: all cores).

    Returns:
        A candidate for each source, as it stands.

    Raises:
        FormatError: files that do not fit, or a sentence that needs more memory than there is.
        TypeError: candidates that are a string.
        ValueError: lists that could be either, no candidate, or a metric that cannot compare them.

    Example:
        >>> candidates = [["He went home ."], ["He goes home ."], ["He goes home now ."]]
        >>> mbr(["He go home ."], candidates)
        ['He goes home .']
    """
    matrices = matrices_of(metric_of(metric))
    found = Candidates(*given_columns(sources, candidates), jobs=jobs)
    diagnostics = Diagnostics(found.n_candidates)
    texts = []
    for part in agreed_blocks(replace(found, diagnostics=diagnostics), matrices):
        texts += part.text.decode().split("\n")[:-1]
    emit_warnings(input_warnings(diagnostics))
    return texts


def metric_of(words: str) -> MetricSpec:
    """Understand a metric that can compare candidates.

    Raises:
        ValueError: there is no such one.
    """
    found = metric_spec(words)
    if "candidate_matrix" not in found.metric.functions:
        known = [name for name in METRICS if "candidate_matrix" in metric_named(name).functions]
        raise ValueError(
            f"metric {words!r}: expected one that compares candidates: {', '.join(known)}"
        )
    return found


def matrices_of(found: MetricSpec) -> Matrices:
    """Return what scores the candidates of some sentences against one another."""
    metric: Any = found.metric
    how = found.parameters, found.scoring

    def of_edits(text: Text, cancel: Cancel, limit: int) -> Floats:
        columns = text.source, text.candidates
        return candidate_matrices(metric, *columns, *how, cancel, limit, n_before=text.first)

    def of_references(text: Text, cancel: Cancel, limit: int) -> Floats:
        parallel = ParallelText(text.first, text.source, text.candidates, text.candidates)
        return metric.candidate_matrices(parallel, *how, cancel, limit)

    return of_edits if metric.reads == "edits" else of_references


def agreed_blocks(candidates: Candidates, matrices: Matrices) -> Generator[Agreed]:
    """Yield what is chosen, some sentences at a time.

    Args:
        candidates: what is chosen from, and by how many threads.
        matrices: as of `matrices_of`.

    Raises:
        FormatError: as `mbr`.
    """
    n = candidates.n_candidates
    size = max(1, NUMBERS // (8 * n * n))  # sentences at a time: many candidates make large tables

    def work(text: Text, cancel: Cancel, limit: int) -> Agreed:
        picked = []
        for first in range(0, len(text.source), size):
            last = min(first + size, len(text.source))
            part = Text(
                text.first + first,
                text.source.slice(first, last),
                tuple(lines.slice(first, last) for lines in text.candidates),
            )
            picked += [most_agreed(matrix) for matrix in matrices(part, cancel, limit)]
        lines = (_line(text, s, candidate) for s, candidate in enumerate(picked))
        return Agreed(b"".join(lines), np.array(picked, np.int64))

    return candidates.blocks(work)


def _line(text: Text, sentence: int, candidate: int) -> bytes:
    lines = text.candidates[candidate]
    found = bytes(lines.data[lines.starts[sentence] : lines.ends[sentence]])
    # Of sentences in memory a line end is white space like any other.
    return found.replace(b"\n", b" ") + b"\n"


def most_agreed(matrix: Floats) -> int:
    """Return the candidate with the largest mean against the others, the first of equals.

    Args:
        matrix: float64[n, n] with n >= 1; [i, j] is candidate i scored with j as gold.

    Example:
        >>> most_agreed(np.array([[1.0, 0.2, 0.2], [0.3, 1.0, 0.4], [0.2, 0.5, 1.0]]))
        1
    """
    others = matrix.copy()
    np.fill_diagonal(others, 0.0)
    sums = others.sum(axis=1)
    near = np.flatnonzero(sums >= sums.max() - NEAR)
    if len(near) == 1:
        return int(near[0])
    exact = [math.fsum(others[candidate].tolist()) for candidate in near.tolist()]
    return int(near[exact.index(max(exact))])
