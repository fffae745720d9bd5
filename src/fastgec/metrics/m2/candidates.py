"""Candidates against one another by MaxMatch: the edits of each are gold for the others in turn.

Gold edits of a candidate are those of `fastgec convert`. A score is the F of a sentence as a corpus
of its own: 1 where neither has an edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import gather, offsets_of, sealed
from fastgec.choice import Floats
from fastgec.corpus.edits import EditTable
from fastgec.corpus.gold import Gold
from fastgec.corpus.lines import Lines
from fastgec.corpus.tokens import TokenTable
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics import evaluation
from fastgec.metrics.edits import GoldMetric, GoldText
from fastgec.metrics.fmeasure import Scoring
from fastgec.metrics.m2.counting import Parameters
from fastgec.metrics.m2.score import M2Score

M2Metric = GoldMetric[M2Score]

if TYPE_CHECKING:
    from fastgec.convert.columns import ColumnEdits


def candidate_matrix(
    metric: M2Metric,
    source: str,
    candidates: Sequence[str],
    parameters: Parameters,
    scoring: Scoring,
) -> Floats:
    """Score every candidate against the edits of every other, see `BoundMetric`."""
    candidates = evaluation.listed(candidates, "candidates")
    if not candidates:
        return np.empty((0, 0))
    columns = [Lines.of([text], f"candidates[{k}]") for k, text in enumerate(candidates)]
    never, memory = np.zeros(1, np.int32), available_memory()
    texts = Lines.of([source], "source")
    matrices = candidate_matrices(metric, texts, columns, parameters, scoring, never, memory)
    matrix: Floats = matrices[0]
    return matrix


def candidate_matrices(
    metric: M2Metric,
    source: Lines,
    candidates: Sequence[Lines],
    parameters: Parameters,
    scoring: Scoring,
    cancel: Cancel,
    limit: int,
    *,
    n_before: int = 0,
) -> Floats:
    """Score candidates against one another, for each of some sources.

    Args:
        metric: MaxMatch.
        source: S sentences.
        candidates: K columns of as many, at least one.
        parameters: what counts depend on.
        scoring: what scores depend on.
        cancel: int32[1], 0 until work must stop.
        limit: bytes of scratch memory.
        n_before: sentences of the corpus before them, for messages.

    Returns:
        float64[S, K, K], of each sentence a matrix as of `candidate_matrix`.

    Raises:
        FormatError: a sentence needs more memory.
    """
    from fastgec.convert.columns import edits_of_columns  # scoring aligns nothing

    found = edits_of_columns(source, candidates, limit=limit, n_before=n_before, cancel=cancel)
    gold = _gold_of(source, found, len(candidates))
    text = GoldText(n_before, gold, tuple(candidates))
    table = metric.count(text, parameters, cancel, Budget(limit, 1))
    shape = len(candidates), len(source), len(candidates), table.shape[-1]
    scores = M2Score.values(table.reshape(shape), scoring.beta)[..., -1]
    return np.ascontiguousarray(scores.transpose(1, 0, 2))


def _gold_of(source: Lines, found: ColumnEdits, n_candidates: int) -> Gold:
    """Return gold whose annotators are the candidates, each with a row for each sentence."""
    n_sentences = len(source)
    rows = np.arange(n_candidates * n_sentences).reshape(n_candidates, n_sentences).T.ravel()
    edits, edit_offsets = gather(found.offsets, rows)
    written = found.written[edits]
    sizes = written[:, 1] - written[:, 0]
    offsets = offsets_of(sizes)
    places = np.arange(offsets[-1]) + np.repeat(written[:, 0] - offsets[:-1], sizes)
    table = EditTable(
        sealed(np.arange(n_sentences + 1) * n_candidates),
        sealed(_tiled(n_candidates, n_sentences)),
        sealed(edit_offsets),
        sealed(found.spans[edits, 0]),
        sealed(found.spans[edits, 1]),
        sealed(np.arange(len(edits) + 1)),
        TokenTable(sealed(found.tokens[places]), sealed(offsets)),
        sealed(np.zeros(len(edits), np.int32)),
        ("R",),
    )
    return Gold(
        source,
        found.source,
        table,
        tuple(range(n_candidates)),
        found.vocabulary,
        has_lines=False,
    )


def _tiled(n_candidates: int, n_sentences: int) -> NDArray[np.int32]:
    return np.tile(np.arange(n_candidates, dtype=np.int32), n_sentences)
