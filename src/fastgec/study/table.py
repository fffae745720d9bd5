"""Results of corpora x systems x metrics, as a table of a paper shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.metrics.base import data_frame
from fastgec.metrics.spec import Asked, score_name
from fastgec.read.card import Card
from fastgec.reprs import html_table
from fastgec.study.comparison import (
    Comparison,
    compare_samples,
    holm,
    resamples_for,
    too_few,
)
from fastgec.study.resampling import Plan
from fastgec.study.run import Run

if TYPE_CHECKING:  # few runs need it
    from fastgec.study.submissions import Skipped
    from fastgec.texts.retokenize import Projection

AnyRun = Run


class BestGroup(NamedTuple):
    """The systems that do not differ significantly from the best, by paired tests.

    best         number of the system with the highest score; of equal ones the first
    comparisons  of each system with the best; None of the best
    p_values     of each, corrected by Holm's method: paired bootstrap, randomization
    level        at or below which a p is called significant
    resamples    of each test
    """

    best: int
    comparisons: tuple[Comparison | None, ...]
    p_values: tuple[tuple[float, float] | None, ...]
    level: float
    resamples: int

    @property
    def warnings(self) -> list[str]:
        """That resamples are too few for any difference to be significant, if they are."""
        return too_few(self.resamples, len(self.p_values) - 1, self.level)

    def mark(self, system: int) -> str | None:
        """Return "best", "tied" with the best, or "worse"; None where resamples are too few.

        As among all pairs (`pairs.AllPairs`), a system is worse where the corrected p of
        approximate randomization is at or below the level.
        """
        pair = self.p_values[system]
        if pair is None:
            return "best"
        if self.warnings:
            return None
        return "tied" if pair[1] > self.level else "worse"


@dataclass(frozen=True, slots=True, eq=False)
class MetricResult:
    """Results of one metric on a corpus.

    asked   the metric, its parameters and its scoring
    run     systems, scores and facts; it may have scores by other scorings too
    number  of the scoring in the run
    bounds  float64[H, M, 2] of the measures that are resampled, if there are intervals
    plan    how resamples of intervals were made, if there are any
    group   the systems that do not differ significantly from the best, if tests were made
    """

    asked: Asked
    run: AnyRun
    number: int
    bounds: NDArray[np.float64] | None = None
    plan: Plan | None = None
    group: BestGroup | None = None

    @property
    def scores(self) -> list[Any]:
        """The score of each system, as the metric's own functions return it."""
        return [scores[self.number] for scores in self.run.scores]

    @property
    def heading(self) -> str:
        """Display name of the score: as the card says, else "GREEN char n=6 F1"."""
        asked = self.asked
        return asked.heading or score_name(
            asked.metric, asked.parameters, asked.scoring, self.scores[0]
        )

    @property
    def values(self) -> list[float]:
        """The main number of each score: F, or GLEU's mean."""
        return values_of(self.run, self.number)


@dataclass(frozen=True, slots=True, eq=False)
class CorpusResult:
    """Results of all metrics on a corpus.

    card        of the corpus
    systems     their labels
    metrics     a result for each metric, in the order asked
    absent      labels of requested metrics that read files which the card does not name
    warnings    edits that the reader of gold left out or had to guess, and suspicious outputs
    notes       of public gold whose benchmark reports another number
    projection  the tokenizer of raw outputs, if they were raw text
    skipped     systems that were left out because they cannot be scored
    """

    card: Card
    systems: tuple[str, ...]
    metrics: tuple[MetricResult, ...]
    absent: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    projection: Projection | None = None
    skipped: tuple[Skipped, ...] = ()

    def _repr_html_(self) -> str:
        headings = ["System", *(one.heading for one in self.metrics)]
        columns = [[f"{100 * value:.2f}" for value in one.values] for one in self.metrics]
        rows = [[name, *cells] for name, *cells in zip(self.systems, *columns, strict=True)]
        return html_table(f"{self.name}, scores in per cent", headings, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return all as names and values, for JSON: a dict of scores for each system."""
        columns = {one.asked.label: one.values for one in self.metrics}
        rows = [
            {"system": system, **{label: values[n] for label, values in columns.items()}}
            for n, system in enumerate(self.systems)
        ]
        return {"corpus": self.name, "systems": rows}

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame` with a row for each system, a column for each metric.

        Raises:
            ImportError: pandas is not installed.
        """
        own = self.to_dict()
        return data_frame([{"corpus": own["corpus"], **row} for row in own["systems"]])

    @property
    def input_warnings(self) -> tuple[str, ...]:
        """Input diagnostics of all metrics, without repetition."""
        return told_once(line for one in self.metrics for line in one.run.found.input_warnings)

    @property
    def too_few(self) -> tuple[str, ...]:
        """That resamples are too few for any difference to be significant, if they are."""
        groups = (one.group for one in self.metrics)
        return told_once(line for group in groups if group for line in group.warnings)

    @property
    def name(self) -> str:
        """The name of the corpus."""
        return self.card.name

    def metric(self, label: str) -> MetricResult:
        """Return the result of a metric, by label or heading.

        Raises:
            KeyError: there is none.
        """
        for one in self.metrics:
            if label in (one.asked.label, one.asked.heading):
                return one
        raise KeyError(label)

    def score(self, label: str, system: str) -> Any:
        """Return the score of a system by a metric.

        Raises:
            KeyError: there is none.
        """
        if system not in self.systems:
            raise KeyError(system)
        return self.metric(label).scores[self.systems.index(system)]


def told_once(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines without those that differ from an earlier one in numbers alone.

    Outputs are compared with the source and with the sources of the gold, which may differ in a
    few sentences, so most warnings are raised twice.

    Example:
        >>> told_once(["a.txt: 3 of 9 lines", "b.txt: 3 of 9 lines", "a.txt: 4 of 9 lines"])
        ('a.txt: 3 of 9 lines', 'b.txt: 3 of 9 lines')
    """
    first: dict[str, str] = {}
    for line in lines:
        name, colon, rest = line.partition(": ")
        first.setdefault(name + colon + re.sub("[0-9]+", "#", rest), line)
    return tuple(first.values())


def values_of(run: AnyRun, number: int) -> list[float]:
    """Return the main number of each system by one of the scorings of a run."""
    metric = run.metric
    name = metric.resampled[-1]
    return [float(metric.describe(scores[number]).measure(name).value) for scores in run.scores]


def best_group(
    run: AnyRun, number: int, *, n: int, seed: int, level: float, jobs: int | None
) -> BestGroup | None:
    """Compare every system with the best; p-values are corrected for the number of systems.

    Args:
        run: which kept samples.
        number: of the scoring.
        n: resamples of each test; 0: 1000, or as many as so many systems need.
        seed: of the draws.
        level: of significance.
        jobs: threads.

    Returns:
        None of fewer than two systems.
    """
    values = values_of(run, number)
    if len(values) < 2:
        return None
    n = n or resamples_for(len(values) - 1, level)
    best = max(range(len(values)), key=values.__getitem__)
    others = [system for system in range(len(values)) if system != best]
    samples = run.samples[number]
    found = compare_samples(
        samples[best],
        values[best],
        [samples[system] for system in others],
        [values[system] for system in others],
        partial(run.metric.values, scoring=run.scorings[number]),
        n=n,
        seed=seed,
        level=level,
        measure=score_name(
            run.metric, run.parameters, run.scorings[number], run.scores[best][number]
        ),
        jobs=jobs,
    )
    pairs = zip(
        holm([one.p_bootstrap for one in found]),
        holm([one.p_randomization for one in found]),
        strict=True,
    )
    return BestGroup(best, _with(best, found), _with(best, list(pairs)), level, n)


def _with(place: int, values: Sequence[Any]) -> tuple[Any, ...]:
    """Return values with None at a place."""
    return (*values[:place], None, *values[place:])
