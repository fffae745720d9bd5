"""Scores that were tested against one another: what tables and JSON of them begin with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fastgec._version import __version__
from fastgec.glimpse import is_least, shown_p
from fastgec.metrics.spec import measure_name
from fastgec.report.signature import signature
from fastgec.study.comparison import least_p
from fastgec.study.resampling import Plan
from fastgec.study.run import Run, name_of, settings_of


@dataclass(frozen=True, slots=True)
class Tested:
    """What was scored, and how resamples of it were made.

    metric, parameters  what the scores are
    facts               what is known of the data
    measure             what people call the score where the metric is named: "F0.5"
    called              what people call it elsewhere: "M2 F0.5"
    name                what programs call it, for example "f"
    chosen              what is chosen for each sentence: "annotator" or "reference"
    plan                how resamples were made
    """

    metric: str
    parameters: Mapping[str, Any]
    facts: Mapping[str, Any]
    measure: str
    called: str
    name: str
    chosen: str
    plan: Plan

    def signed(self, **how: object) -> str:
        """Return the signature; `how` is what it says of the tests."""
        facts = {**self.facts, **self.plan.as_dict(), **how}
        return signature(self.metric, self.parameters, facts)

    def content(self, line: str, level: float, report: str) -> dict[str, Any]:
        """Return what a JSON document begins with.

        Args:
            line: the signature.
            level: at or below which a p is called significant.
            report: the name of the p to report.
        """
        return {
            "command": "compare",
            "metric": self.metric,
            "version": __version__,
            "signature": line,
            "parameters": dict(self.parameters),
            "sentences": self.facts["sentences"],
            "resampling": self.plan.as_dict(),
            "level": level,
            "report": report,
        }


def least_note(values: Iterable[float], level: float, resamples: int, comparisons: int) -> str:
    """Return what a reader of a table has to know of the smallest p; "" if none of it is so small.

    >>> least_note([0.5, 3 / 1001], 0.05, 1000, 3)
    '<0.003: smallest p possible with 1,000 resamples and 3 comparisons.'
    """
    least = least_p(resamples, comparisons)
    if not any(is_least(p, least) for p in values):
        return ""
    return f"{shown_p(least, level, least)}: {smallest(resamples, comparisons, what='p ')}."


def p_text(p: float, level: float, least: float) -> str:
    """Return a p for a sentence.

    >>> p_text(0.5, 0.05, 1 / 1001), p_text(1 / 1001, 0.05, 1 / 1001)
    ('p = 0.5000', 'p < 0.001')
    """
    text = shown_p(p, level, least)
    return f"p {text[0]} {text[1:]}" if is_least(p, least) else f"p = {text}"


def smallest(resamples: int, comparisons: int, what: str = "") -> str:
    """Say of what a p is the smallest.

    >>> smallest(1000, 1)
    'smallest possible with 1,000 resamples'
    """
    of = f" and {comparisons:,} comparisons" if comparisons > 1 else ""
    return f"smallest {what}possible with {resamples:,} resamples{of}"


Fields = tuple[str, Mapping[str, Any], Mapping[str, Any], str, str, str, str, Plan]


def tested(run: Run, plan: Plan) -> Fields:
    """Return the fields of `Tested` for a run."""
    metric = run.metric
    return (
        *(metric.name, settings_of(run)[0], run.facts.as_dict()),
        *(measure_name(metric, run.scorings[0], run.scores[0][0]), name_of(run)),
        *(metric.resampled[-1], metric.chooses, plan),
    )
