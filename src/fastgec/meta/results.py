"""Results of a meta-evaluation: scores, correlations, intervals and tests, and their JSON.

docs/meta.md documents the keys. Undefined numbers are null, numbers not asked for are absent, and
lists of scores are in the order of `systems`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec._version import __version__
from fastgec.fscore import json_beta
from fastgec.read.errors import visible

if TYPE_CHECKING:
    from fastgec.meta.agreement import Agreement, Distance, Grouped, Window
    from fastgec.meta.resampling import Bands
    from fastgec.meta.sweeping import Sweep


Floats = NDArray[np.float64]

REVERSED = -0.5  # r and rho up to it say that one side counts errors


def _by_field(found: Any, *optional: str) -> dict[str, Any]:
    """Return a result by field, as JSON has it; `optional` ones are absent where they are None."""
    content = {}
    for name in (one.name for one in fields(found)):
        value = getattr(found, name)
        if value is not None or name not in optional:
            content[name] = json_beta(value) if name.startswith("beta") else _plain(value)
    return content


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "_asdict"):
        return value._asdict()
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return [*map(_plain, value)] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Facts:
    """Results of a corpus.

    corpus       its name
    set          which systems: "all", or a named subset
    sentences    how many were scored
    dropped      numbers of sentences that the card leaves out, from 1
    absent       systems that only the card or only people have
    systems      labels
    human        name, kind, scores, judgments and ties
    fingerprint  of texts and judgments
    measure      of the human scores: "wins", "mean", "trueskill"; "scores" of published ones
    """

    corpus: str
    set: str
    sentences: int
    dropped: tuple[int, ...]
    absent: tuple[str, ...]
    systems: tuple[str, ...]
    human: Mapping[str, Any]
    fingerprint: str
    measure: str

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        found = _by_field(self)
        del found["fingerprint"], found["measure"]
        return found


@dataclass(frozen=True, slots=True)
class SentenceLevel:
    """How a metric agrees on sentences.

    agreement  with judgments
    distances  the same by the ranks that people gave
    grouped    correlations with ratings, if requested
    """

    agreement: Agreement
    distances: tuple[Distance, ...] = ()
    grouped: Grouped | None = None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        found = self.agreement.to_dict()
        if self.distances:
            found["distances"] = [
                {**one._asdict(), "accuracy": one.accuracy} for one in self.distances
            ]
        if self.grouped is not None:
            found["grouped"] = self.grouped._asdict()
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """A metric at one beta.

    beta          None of a metric that has none
    chosen_by     "pearson" or "spearman", if the beta was looked for
    scores        float64[H]
    correlations  by measure; None where undefined
    intervals     by measure and kind of resample
    score_intervals  of each score, over sentences
    windows       correlations among systems that are close
    sentence      agreement on sentences
    """

    beta: float | None
    chosen_by: str | None
    scores: Floats
    correlations: Mapping[str, float | None]
    intervals: Mapping[str, Mapping[str, Sequence[float] | None]] | None = None
    score_intervals: Sequence[Sequence[float]] | None = None
    windows: tuple[Window, ...] | None = None
    sentence: SentenceLevel | None = None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        return _by_field(self, "intervals", "score_intervals", "windows", "sentence")


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Results of a metric.

    metric   its name
    results  at one beta or several
    sweep    at every beta of a grid, if its beta was looked for
    more     of the best betas, by measure: what resamples say of them
    bands    intervals at betas of the sweep
    """

    metric: str
    results: tuple[Result, ...]
    sweep: Sweep | None = None
    more: Mapping[str, Mapping[str, Any]] | None = None
    bands: Bands | None = None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        found = _by_field(self, "sweep", "more", "bands")
        more, known = found.pop("more", {}), found.pop("bands", None)
        if self.sweep is not None:
            for measure, content in more.items():
                found["sweep"]["best"][measure] |= content
            if known is not None:
                found["sweep"]["bands"] = known
        return found


@dataclass(frozen=True, slots=True)
class Tested:
    """Two metrics against each other, each at its first result.

    a, beta_a   the first metric
    b, beta_b   the second
    pearson_a   correlation of the first with people, pearson_b that of the second
    pearson_ab  between them
    williams    None where there is no test, as perm_both
    bootstrap   None where nothing was resampled
    """

    a: str
    beta_a: float | None
    b: str
    beta_b: float | None
    pearson_a: float | None
    pearson_b: float | None
    pearson_ab: float | None
    williams: Mapping[str, Any] | None = None
    perm_both: Mapping[str, Any] | None = None
    bootstrap: Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        return _by_field(self, "bootstrap")


@dataclass(frozen=True, slots=True, eq=False)
class Judgment:
    """Results of a corpus.

    facts      systems, sentences and people
    metrics    each as it was judged
    tests      of pairs of metrics, if requested
    warnings   what a reader must know
    notes      what could not be checked
    n_redrawn  resamples of systems that were drawn again
    """

    facts: Facts
    metrics: tuple[Judged, ...]
    tests: tuple[Tested, ...] | None = None
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    n_redrawn: int = 0

    def metric(self, name: str) -> Judged:
        """What is known of a metric.

        Raises:
            KeyError: there is none of that name.
        """
        return {one.metric: one for one in self.metrics}[name]

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        found = self.facts.to_dict() | {"metrics": _plain(self.metrics)}
        return found if self.tests is None else found | {"tests": _plain(self.tests)}


def reversed_scores(
    corpus: str, human: str, judged: Sequence[Judged], given: Sequence[str]
) -> list[str]:
    """Say which scores seem to be lower where a system is better.

    Args:
        corpus: its name.
        human: name of the human scores.
        judged: all metrics.
        given: names of the metrics whose scores another tool made.
    """
    worst: dict[str, float] = {}
    for one in judged:
        both = [
            (result.correlations["pearson"], result.correlations["spearman"])
            for result in one.results
        ]
        highest = max(0.0 if value is None else value for pair in both for value in pair)
        if highest <= REVERSED:
            worst[one.metric] = highest
    beside = f'human score "{visible(human)}" at'
    if worst and len(worst) == len(judged):
        where = "in the human scores" + ("" if len(worst) > 1 else ", or of the metric")
        reason = f"every metric correlates with {beside} {max(worst.values()):.2f} or less"
        return [f"{corpus}: {reason}: lower may be better {where}"]
    return [
        f"{corpus}: {metric} correlates with {beside} {r:.2f} or less: "
        "lower may be better in its file"
        for metric, r in worst.items()
        if metric in given
    ]


def document(
    found: Iterable[Judgment], parameters: Mapping[str, Any], signature: str
) -> dict[str, Any]:
    """Return the JSON document of all corpora.

    Args:
        found: of each corpus.
        parameters: how it was made.
        signature: a line that names all that made the numbers.
    """
    return {
        "command": "meta",
        "version": __version__,
        "signature": signature,
        "parameters": dict(parameters),
        "corpora": [one.to_dict() for one in found],
    }
