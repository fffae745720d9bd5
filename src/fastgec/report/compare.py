"""Comparisons with a base as text: a table, JSON, and a line of conclusion in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastgec._version import __version__
from fastgec.report import documents
from fastgec.report.intervals import plan_note
from fastgec.report.signature import signature
from fastgec.report.tables import Column, Table, Value
from fastgec.study.comparison import Comparison, holm
from fastgec.study.resampling import Plan


@dataclass(frozen=True, slots=True)
class Study:
    """Systems compared with one base.

    metric, parameters  what the scores are
    facts               what is known of the data
    measure             what people call the score, for example "F0.5"
    name                what programs call it, for example "f"
    chosen              what is chosen for each sentence: "annotator" or "reference"
    plan                how resamples were made
    base, systems       names as typed
    comparisons         one per system
    is_corrected        whether conclusions go by p-values that Holm's method corrected
    """

    metric: str
    parameters: Mapping[str, Any]
    facts: Mapping[str, Any]
    measure: str
    name: str
    chosen: str
    plan: Plan
    base: str
    systems: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    is_corrected: bool

    @property
    def level(self) -> float:
        """The level of significance, the same for all comparisons."""
        return self.comparisons[0].level

    def p_values(self) -> list[tuple[float, float]]:
        """Return the p-values that conclusions go by: paired bootstrap, randomization."""
        bootstrap = [comparison.p_bootstrap for comparison in self.comparisons]
        randomization = [comparison.p_randomization for comparison in self.comparisons]
        if self.is_corrected:
            bootstrap, randomization = holm(bootstrap), holm(randomization)
        return list(zip(bootstrap, randomization, strict=True))


def conclusions(study: Study) -> list[str]:
    """Return a line per system that says what follows, and from what."""
    lines = []
    for system, comparison, (bootstrap, randomization) in zip(
        study.systems, study.comparisons, study.p_values(), strict=True
    ):
        n_significant = sum(p <= study.level for p in (bootstrap, randomization))
        if n_significant == 2:
            direction = "better" if comparison.difference > 0 else "worse"
            verdict = f"{system} is {direction} than {study.base} at level {study.level:g}"
        elif n_significant == 0:
            verdict = f"{system} and {study.base} cannot be told apart at level {study.level:g}"
        else:
            verdict = f"{system} and {study.base}: the two tests disagree at level {study.level:g}"
        correction = ""
        if study.is_corrected:
            correction = f", corrected for {len(study.systems)} comparisons"
        low, high = comparison.interval
        lines.append(
            f"{verdict}: {study.measure} differs by {100 * comparison.difference:+.2f} points, "
            f"{_confidence(study)} interval {100 * low:+.2f} to {100 * high:+.2f}; "
            f"p = {bootstrap:.4f} by paired bootstrap, "
            f"{randomization:.4f} by approximate randomization{correction}."
        )
    return lines


def table(study: Study) -> Table:
    """Return the base, then a row per system; conclusions stand beneath."""
    columns = [
        Column("System", "system"),
        Column(study.measure, study.name, is_score=True, has_best=True),
        Column("Difference", "difference", is_score=True, is_signed=True),
        Column(f"{_confidence(study)} interval", "difference", is_interval=True, is_signed=True),
        *_p_columns("bootstrap", is_corrected=study.is_corrected),
        *_p_columns("randomization", is_corrected=study.is_corrected),
    ]
    rows: list[tuple[Value, ...]] = [
        (study.base, study.comparisons[0].base, *[None] * (len(columns) - 2))
    ]
    for system, comparison, corrected in zip(
        study.systems, study.comparisons, study.p_values(), strict=True
    ):
        rows.append(
            (
                system,
                comparison.score,
                comparison.difference,
                comparison.interval,
                comparison.p_bootstrap,
                *(corrected[:1] if study.is_corrected else ()),
                comparison.p_randomization,
                *(corrected[1:] if study.is_corrected else ()),
            )
        )
    notes = (*conclusions(study), plan_note(study.plan, study.chosen))
    return Table(tuple(columns), tuple(rows), notes=notes)


def document(study: Study) -> str:
    """Return the JSON document of a study."""
    systems = [
        {
            "system": system,
            study.name: comparison.score,
            "difference": comparison.difference,
            "interval": list(comparison.interval),
            "p_bootstrap": comparison.p_bootstrap,
            "p_randomization": comparison.p_randomization,
            "p_bootstrap_holm": corrected[0] if study.is_corrected else None,
            "p_randomization_holm": corrected[1] if study.is_corrected else None,
            "conclusion": conclusion,
        }
        for system, comparison, corrected, conclusion in zip(
            study.systems,
            study.comparisons,
            study.p_values(),
            conclusions(study),
            strict=True,
        )
    ]
    content = {
        "command": "compare",
        "metric": study.metric,
        "version": __version__,
        "signature": signature_line(study),
        "parameters": dict(study.parameters),
        "sentences": study.facts["sentences"],
        "resampling": study.plan.as_dict(),
        "level": study.level,
        "base": {"system": study.base, study.name: study.comparisons[0].base},
        "systems": systems,
    }
    return documents.dumped(content)


def signature_line(study: Study) -> str:
    """Return the signature of a study."""
    correction = "holm" if study.is_corrected else "none"
    drawn = {**study.plan.as_dict(), "level": study.level, "correction": correction}
    return signature(study.metric, study.parameters, {**study.facts, **drawn})


def _p_columns(test: str, *, is_corrected: bool) -> list[Column]:
    columns = [Column(f"p {test}", f"p_{test}", is_probability=True)]
    if is_corrected:
        columns.append(Column("Holm", f"p_{test}_holm", is_probability=True))
    return columns


def _confidence(study: Study) -> str:
    return f"{100 * (1 - study.level):g}%"
