"""Bootstrap intervals of scores: one call from text to numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.metrics.base import AnyMetric, Result, System
from fastgec.study.resampling import CONFIDENCE, DEFAULT_RESAMPLES, Plan, Resampled
from fastgec.study.run import Run
from fastgec.values import html_table, shown_interval


@dataclass(frozen=True, slots=True)
class Intervals(Result):
    """A score with percentile bootstrap intervals of its measures.

    score   of the corpus
    bounds  by the name of the measure: precision, recall, f (GLEU: mean); None of no sentence
    """

    score: Any
    bounds: dict[str, tuple[float, float]] | None

    @property
    def value(self) -> float:
        """The main number of the score."""
        return self.score.value

    def _repr_html_(self) -> str:
        bounds = self.bounds or {}
        rows = [
            [one.heading, f"{100 * one.value:.2f}", shown_interval(bounds[one.name])]
            for one in self.score.measures()
            if one.name in bounds
        ]
        caption = f"{type(self.score).__name__} with intervals, in per cent"
        return html_table(caption, ["", "Score", "Interval"], rows)

    def to_dict(self, prefix: str = "") -> dict[str, float]:
        """A flat dict: the score's entries, then bounds as "f_low", "f_high".

        Args:
            prefix: the prefix of each name.

        Example:
            >>> from fastgec import m2
            >>> found = Intervals(m2.M2Score(4, 5, 8, 0.5), {"f": (0.5, 0.875)})
            >>> list(found.to_dict("dev/").items())[-2:]
            [('dev/f_low', 0.5), ('dev/f_high', 0.875)]
        """
        flat = self.score.to_dict(prefix)
        for name, (low, high) in (self.bounds or {}).items():
            flat |= {f"{prefix}{name}_low": low, f"{prefix}{name}_high": high}
        return flat


def intervals(
    metric: str | AnyMetric,
    systems: Sequence[System],
    gold: Any,
    *,
    parameters: Any = None,
    scoring: Any = None,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    fixed_choice: bool = False,
    clusters: Any = None,
    jobs: int | None = None,
) -> list[Intervals]:
    r"""Scores of systems with percentile bootstrap intervals over sentences.

    Args:
        metric: its name, or the METRIC of its module.
        systems: for each a path or sentences in memory.
        gold: a Gold or a path (MaxMatch), or `References` (GREEN, GLEU).
        parameters: the counting options, such as `m2.Parameters(release="3.2")`.
        scoring: the scoring options, such as `m2.Scoring(beta=1.0)`.
        resamples: how many.
        seed: of the draws, which all systems share.
        confidence: share of the resamples, between 0 and 1.
        fixed_choice: keep the choice of annotator of the whole corpus, see `resampling`.
        clusters: ids of sentences that are resampled as a whole, a path or one for each; see
            `clusters`.
        jobs: threads (all cores); results are the same for any number.

    Returns:
        Score and bounds of each system.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the counts do not fit into memory.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: parameters out of range, or no system.

    Example:
        >>> import fastgec
        >>> gold = fastgec.Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS a\n")
        >>> found, = intervals("m2", [["c b", "a"]], gold, resamples=100)
        >>> found.score.f, found.bounds["f"]
        (1.0, (1.0, 1.0))
        >>> from fastgec.metrics.green import References, Scoring
        >>> texts = References(["a b", "c"], [["a c", "c"]])
        >>> found, = intervals("green", [["a b", "c"]], texts, scoring=Scoring(beta=2.0))
        >>> sorted(found.bounds)
        ['f', 'precision', 'recall']
    """
    from fastgec.study.arguments import checked_systems, sampled_run  # which commands do without

    run = sampled_run(
        *(metric, checked_systems(systems), gold, parameters, scoring),
        resamples=resamples,
        seed=seed,
        share=("confidence", confidence),
        fixed_choice=fixed_choice,
        clusters=clusters,
        jobs=jobs,
    )
    plan = plan_of(run, resamples, seed, is_fixed=fixed_choice)
    (bounds,) = bounds_of(run, plan, confidence=confidence, jobs=jobs)
    return [
        Intervals(score, _named(run.metric, bounds, system))
        for system, (score,) in enumerate(run.scores)
    ]


def bounds_of(
    run: Run,
    plan: Plan,
    *,
    confidence: float = CONFIDENCE,
    jobs: int | None = None,
    drawn: Sequence[Resampled] | None = None,
) -> list[NDArray[np.float64] | None]:
    """Return for each scoring of a run that kept samples float64[H, M, 2], None of no sentence.

    Bounds of a share that the corpus does not define, of no sentence of a kind, are NaN.

    Args:
        run: the scored run.
        plan: how resamples are made.
        confidence: share of the resamples, between 0 and 1.
        jobs: threads.
        drawn: `resamples_of` the run by the seed of the plan, if others ask for them, too.
    """
    drawn = resamples_of(run, plan.seed, jobs=jobs) if drawn is None else drawn
    found, names = [], run.metric.resampled
    for number, (scoring, resampled) in enumerate(zip(run.scorings, drawn, strict=True)):
        values = partial(run.metric.values, scoring=scoring)
        bounds = resampled.intervals(values, n=plan.resamples, confidence=confidence)
        if bounds is not None:
            rows = [run.metric.describe(scores[number]) for scores in run.scores]
            bounds[[[row.measure(name).value is None for name in names] for row in rows]] = np.nan
        found.append(bounds)
    return found


def resamples_of(run: Run, seed: int, *, jobs: int | None = None) -> tuple[Resampled, ...]:
    """Return resamples for each scoring of a run that kept samples; none is drawn yet."""
    return tuple(Resampled(samples, seed=seed, jobs=jobs) for samples in run.samples)


def plan_of(run: Run, resamples: int, seed: int, *, is_fixed: bool = False) -> Plan:
    """Return the plan of a run's resamples."""
    kind = run.metric.choose(run.scorings[0]).kind
    is_kept = run.metric.is_settled(run.parameters) or (is_fixed and kind == "running")
    return Plan(resamples, seed, "fixed" if is_kept else kind, run.clusters)


def _named(
    metric: AnyMetric, bounds: NDArray[np.float64] | None, system: int
) -> dict[str, tuple[float, float]] | None:
    if bounds is None:
        return None
    pairs = zip(metric.resampled, bounds[system].tolist(), strict=True)
    return {name: (low, high) for name, (low, high) in pairs if low == low}  # not NaN
