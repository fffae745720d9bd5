"""Scores that were tested against one another: what tables and JSON of them begin with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastgec._version import __version__
from fastgec.report.signature import signature
from fastgec.study.resampling import Plan
from fastgec.study.run import Run, settings_of


@dataclass(frozen=True, slots=True)
class Tested:
    """What was scored, and how resamples of it were made.

    metric, parameters  what the scores are
    facts               what is known of the data
    measure             what people call the score, for example "F0.5"
    name                what programs call it, for example "f"
    chosen              what is chosen for each sentence: "annotator" or "reference"
    plan                how resamples were made
    """

    metric: str
    parameters: Mapping[str, Any]
    facts: Mapping[str, Any]
    measure: str
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


def measure_of(run: Run[Any, Any, Any]) -> str:
    """Return what people call the score of a run: "F0.5"."""
    return str(run.metric.describe(run.scores[0][0]).measure(run.metric.resampled[-1]).heading)


Fields = tuple[str, Mapping[str, Any], Mapping[str, Any], str, str, str, Plan]


def tested(run: Run[Any, Any, Any], plan: Plan) -> Fields:
    """Return the fields of `Tested` for a run."""
    metric = run.metric
    return (
        *(metric.name, settings_of(run)[0], run.facts.as_dict()),
        *(measure_of(run), metric.resampled[-1], metric.chooses, plan),
    )
