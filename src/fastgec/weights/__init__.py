r"""Scores of weighted edits: edits out, a weight for each in.

PT-M2, PT-ERRANT and their like give each edit a weight from a model. Models are not in here; what
they need is. `edits` lists each edit that counts, of a system and of the gold, with its sentence
and with the sentence that this edit alone makes. `count` takes a weight for each, and returns sums
of weights where MaxMatch or ERRANT have numbers of edits: correct is the sum over correct edits,
proposed that over the system's, gold that over the annotator's. Annotators are chosen by the F of
these sums so far, by the rule of the metric. With all weights 1 the scores are the metric's own.

    table       Edit, Edits, and sums of their weights; edits of MaxMatch; files of both; edits of
                ERRANT's comparison; precision, recall and F of sums, as metrics: M2, ERRANT
    gotoscorer  GoToScorer, a metric of its own: weights that need no model
    difficulty  its chunks and their weights, and the metric

Example, where an edit weighs as many characters as it writes:
    >>> from fastgec import Gold, study, weights
    >>> gold = Gold.parse("S The cat sat at mat .\n"
    ...                   "A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0\n"
    ...                   "A 4 4|||ArtOrDet|||the|||REQUIRED|||-NONE-|||0\n\nS Yes .\n")
    >>> found = weights.edits(["The cat sat on mat .", "Yes ."], gold)
    >>> [(edit.correction, edit.text) for edit in found.proposed]
    [('on', 'The cat sat on mat .')]
    >>> counts = weights.count(found, lambda edit: len(edit.correction))
    >>> weights.score_counts(counts).recall
    0.4
    >>> (found,) = study.intervals(weights.M2, [counts], gold, resamples=10)
    >>> [round(bound, 3) for bound in found.bounds["recall"]]
    [0.4, 0.865]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats, Integers
from fastgec.counts import Counts
from fastgec.diagnostics import emit_warnings
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.metrics import functions
from fastgec.metrics.base import Reading, found_by
from fastgec.metrics.errant import METRIC as ERRANT_METRIC
from fastgec.metrics.errant import Parameters as ErrantParameters
from fastgec.metrics.m2 import METRIC as M2_METRIC
from fastgec.metrics.m2 import Parameters as M2Parameters
from fastgec.read.lines import require_paths
from fastgec.values import flag
from fastgec.weights.table import (
    ERRANT,
    M2,
    Edit,
    Edits,
    WeightedErrantScore,
    WeightedM2Score,
    Weights,
    contradictions,
    counts_of,
    errant_edits,
    joined,
    m2_edits,
    voids,
    weights_of,
)

__all__ = [
    "ERRANT",
    "M2",
    "Edit",
    "Edits",
    "WeightedErrantScore",
    "WeightedM2Score",
    "count",
    "edits",
    "evaluate",
    "score_counts",
    "select",
    "sentence_scores",
]

DEFAULT_BETA = 0.5
METRICS: dict[str, Any] = {M2.name: M2, ERRANT.name: ERRANT}
Score = WeightedM2Score | WeightedErrantScore


def edits(
    hypotheses: Any,
    gold: Any,
    parameters: M2Parameters | ErrantParameters | None = None,
    *,
    by: str = "m2",
    per_annotator: bool = False,
    jobs: int | None = 1,
) -> Edits:
    r"""The edits of a system and of the gold, each with the sentence that it alone makes.

    Files that do not seem to fit give an `InputWarning`.

    Args:
        hypotheses: of one system, a path or sentences in memory; for ERRANT `Annotations` or the
            path of an M2 file.
        gold: a Gold or a path; for ERRANT `Annotations` or the path of an M2 file.
        parameters: what edits depend on: `m2.Parameters` or `errant.Parameters`.
        by: "m2", the edits of MaxMatch against each annotator, or "errant".
        per_annotator: whether an edit of a system stands once for each annotator whom it is held
            against, with a weight for each, as where a model compares it with this one's text.
        jobs: threads (None: all cores).

    Raises:
        FormatError: files that do not fit.
        TypeError: parameters of the other metric.
        ValueError: neither "m2" nor "errant", or a mode of ERRANT in which edits have no text.

    Example:
        >>> from fastgec import Gold
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
        >>> found = edits(["c b"], gold)
        >>> found.proposed[0].annotators, found.proposed[0].text, found.gold[1].text
        ((0,), 'c b', 'a d')
    """
    found, input_warnings = found_edits(
        hypotheses, gold, parameters, by=by, per_annotator=per_annotator, jobs=jobs
    )
    emit_warnings(input_warnings)
    return found


def found_edits(
    hypotheses: Any,
    gold: Any,
    parameters: M2Parameters | ErrantParameters | None = None,
    *,
    by: str = "m2",
    per_annotator: bool = False,
    jobs: int | None = 1,
) -> tuple[Edits, tuple[str, ...]]:
    """Return edits as `edits` does, and a line for each sign that the files do not fit."""
    require_paths([hypotheses], gold)
    diagnostics = Diagnostics(1)
    reading = Reading(jobs=jobs, diagnostics=diagnostics)
    parts, metric, parameters = found_parts(
        hypotheses, gold, parameters, reading, by=by, per_annotator=per_annotator
    )
    return joined(parts), found_by(diagnostics, metric, gold, parameters).input_warnings


def found_parts(
    hypotheses: Any,
    gold: Any,
    parameters: M2Parameters | ErrantParameters | None,
    reading: Reading,
    *,
    by: str,
    per_annotator: bool,
) -> tuple[Iterator[Edits], Any, Any]:
    """Return edits as `edits` does, some sentences at a time, whose they are, and parameters."""
    kinds: dict[str, Any] = {
        "m2": (M2Parameters, m2_edits, M2_METRIC),
        "errant": (ErrantParameters, errant_edits, ERRANT_METRIC),
    }
    if by not in kinds:
        raise ValueError(f"edits by {by!r}: expected one of {', '.join(kinds)}")
    kind, find, metric = kinds[by]
    parameters = kind() if parameters is None else parameters
    if not isinstance(parameters, kind):
        what = type(parameters)
        raise TypeError(f"parameters of {what.__module__}: expected {kind.__module__} for {by}")
    per_annotator = flag(per_annotator, "per_annotator")
    parts = find(hypotheses, gold, parameters, reading, per_annotator=per_annotator)
    return parts, metric, parameters


def count(
    edits: Edits, weights: Weights, gold_weights: Weights | None = None, *, name: str = ""
) -> Counts:
    r"""Sums of weights for each sentence and annotator.

    An edit of a system and the gold edit that it makes should weigh the same: where correct edits
    weigh more than all gold edits, there is an `InputWarning`; and where nothing weighs anything,
    since precision or recall is 1 then.

    Args:
        edits: what has weights.
        weights: a number from 0 for each of `edits.proposed`, or a function of an edit.
        gold_weights: likewise for `edits.gold`; a function serves both.
        name: what the weights are called in signatures; counts by other names do not join.

    Returns:
        Weighted counts, for `score_counts`, `study.intervals` and `study.compare`.

    Raises:
        TypeError: no weights of gold edits.
        ValueError: weights of another length, or one that is no number from 0.

    Example:
        >>> from fastgec import Gold
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
        >>> count(edits(["c b"], gold), [0.25], [0.25, 0.5]).table.tolist()
        [[0.25, 0.25, 0.75]]
    """
    counts = counts_of(edits, weights_of(edits, weights, gold_weights), name=name)
    emit_warnings([*contradictions(edits, counts.table), *voids(edits, counts.table)])
    return counts


def score_counts(counts: Counts, *, beta: float = DEFAULT_BETA) -> Score:
    """The score of sums of weights: the cheap step, for any number of betas.

    Args:
        counts: that `count` made.
        beta: weight of recall.

    Raises:
        ValueError: other counts, or an unusable beta.
    """
    metric = metric_of(counts)
    return functions.score_counts(metric, counts, metric.scoring(beta))


def evaluate(
    hypotheses: Any,
    gold: Any,
    weights: Weights,
    parameters: M2Parameters | ErrantParameters | None = None,
    *,
    by: str = "m2",
    per_annotator: bool = False,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
) -> Score:
    r"""The score of a system by weights of its edits and the gold's, from a function.

    Args:
        hypotheses: as in `edits`, and so are the rest.
        gold: see `edits`.
        weights: a function of an edit, which is called for each, proposed ones first.
        parameters: see `edits`.
        by: see `edits`.
        per_annotator: see `edits`.
        beta: weight of recall.
        jobs: threads (None: all cores).

    Example:
        >>> from fastgec import Gold
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||ddd|||||||||0\n")
        >>> evaluate(["c b"], gold, lambda edit: len(edit.correction)).recall
        0.25
    """
    found = edits(hypotheses, gold, parameters, by=by, per_annotator=per_annotator, jobs=jobs)
    return score_counts(count(found, weights), beta=beta)


def select(counts: Counts, *, beta: float = DEFAULT_BETA) -> Integers:
    """The row of each sentence that counts: int64[S], indices into counts.table.

    Raises:
        ValueError: other counts, or an unusable beta.
    """
    metric = metric_of(counts)
    return functions.select(metric, counts, metric.scoring(beta))


def sentence_scores(
    edits: Edits,
    weights: Weights,
    gold_weights: Weights | None = None,
    *,
    beta: float = DEFAULT_BETA,
) -> Floats:
    r"""The score of each sentence alone: float64[S], F against its best annotator.

    Where all weights of a sentence and an annotator are 0, each of its k edits weighs 1/k: its
    score is then the unweighted one. Where those of the gold edits alone are 0, recall is the share
    of these that were made.

    Arguments and errors as `count`.

    Example:
        >>> from fastgec import Gold
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS a b\nA 0 1|||R|||c|||||||||0\n")
        >>> sentence_scores(edits(["c b", "a d"], gold), lambda edit: 0.0).tolist()
        [1.0, 0.0]
    """
    counts = counts_of(edits, weights_of(edits, weights, gold_weights))
    emit_warnings(contradictions(edits, counts.table))
    table = _without_nothing(edits, counts.table)
    metric = metric_of(counts)
    scoring = metric.scoring(beta)
    rows = metric.choose(scoring).best_alone(table, counts.offsets)
    return metric.values(table[rows], scoring)[..., -1]


def _without_nothing(edits: Edits, table: Floats) -> Floats:
    """Return sums in which no row of edits sums to 0."""
    numbers = edits.table(np.ones(len(edits.proposed) + len(edits.gold)))
    is_nothing: NDArray[np.bool_] = (table == 0).all(axis=1)
    table = np.where(is_nothing[:, None], numbers, table)
    if edits.by == "m2":
        # Of gold edits without weight: recall by their number.
        correct, n_correct, n_gold = table[:, 0], numbers[:, 0], numbers[:, 2]
        by_number = np.where(n_correct > 0, correct * n_gold / np.maximum(n_correct, 1), n_gold)
        gold = np.where((table[:, 2] == 0) & (n_gold > 0), by_number, table[:, 2])
        table = np.column_stack([table[:, :2], gold])
    return np.ascontiguousarray(table)


def metric_of(counts: Counts) -> Any:
    """Return the metric that counts are of.

    Raises:
        ValueError: counts that `count` did not make.
    """
    if counts.metric not in METRICS:
        expected = "weights.count"
        raise ValueError(f"counts of {counts.metric}: expected counts of {expected}")
    return METRICS[counts.metric]


def __dir__() -> Sequence[str]:
    return sorted(__all__)
