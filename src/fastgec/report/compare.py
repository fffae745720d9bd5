"""Comparisons with a base as text: a table, JSON, and a line of conclusion in plain words.

Two tests make two p-values, and who takes the smaller one errs more often than the level says. So
one of them is to be reported, whatever they are: that of approximate randomization, which needs
nothing but that outputs could be exchanged, and errs less often (Riezler and Maxwell, 2005).
"""

from __future__ import annotations

from dataclasses import dataclass

from fastgec.report import documents
from fastgec.report.intervals import plan_note
from fastgec.report.names import path_of, short
from fastgec.report.tables import Column, Table, Value, shown_p
from fastgec.report.tested import Tested
from fastgec.study.comparison import Comparison, holm


@dataclass(frozen=True, slots=True)
class Study(Tested):
    """Systems compared with one base.

    base, systems       names as typed
    comparisons         one per system
    is_corrected        whether conclusions go by p-values that Holm's method corrected
    """

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
        one, base = short(system), short(study.base)
        n_significant = sum(p <= study.level for p in (bootstrap, randomization))
        if n_significant == 2:
            direction = "better" if comparison.difference > 0 else "worse"
            verdict = f"{one} is {direction} than {base} at level {study.level:g}"
        elif n_significant == 0:
            verdict = f"{one} and {base} cannot be told apart at level {study.level:g}"
        else:
            verdict = f"{one} and {base}: the two tests disagree at level {study.level:g}"
        correction = ""
        if study.is_corrected:
            correction = f", corrected for {len(study.systems)} comparisons"
        low, high = comparison.interval
        lines.append(
            f"{verdict}: {study.measure} differs by {100 * comparison.difference:+.2f} points, "
            f"{_confidence(study)} interval {100 * low:+.2f} to {100 * high:+.2f}; "
            f"p = {shown_p(bootstrap, study.level)} by paired bootstrap, "
            f"{shown_p(randomization, study.level)} by approximate randomization{correction}."
        )
    return lines


def advice(study: Study) -> str:
    """Say which p is the one to report."""
    n_systems = len(study.systems)
    n, seed = study.plan.resamples, study.plan.seed
    made = f"two-sided, {n} resamples, seed {seed}"
    if study.is_corrected and n_systems > 1:
        return (
            "Report the p of approximate randomization, corrected by Holm's method for "
            f"{n_systems} comparisons ({made}), not the smaller one of the two."
        )
    start = f"Report the p of approximate randomization ({made}), not the smaller one of the two."
    if n_systems == 1:
        return start
    return (
        f"{n_systems} systems were compared, and p is not corrected for that: use --holm. {start}"
    )


def too_few(resamples: int, comparisons: int, level: float) -> list[str]:
    """Return a warning if no p, corrected for so many comparisons, can be as small as the level.

    >>> too_few(99, 1, 0.05), too_few(99, 6, 0.05)
    ([], ['99 resamples of 6 comparisons give no p below 0.06, so nothing is told apart'])
    """
    least = min(1.0, comparisons / (resamples + 1))
    if least <= level:
        return []
    of = "" if comparisons == 1 else f" of {comparisons} comparisons"
    return [f"{resamples} resamples{of} give no p below {least:.3g}, so nothing is told apart"]


def reported(study: Study) -> str:
    """Return what JSON calls the p to report."""
    return "p_randomization_holm" if study.is_corrected else "p_randomization"


def table(study: Study) -> Table:
    """Return the base, then a row per system; conclusions stand beneath.

    Where p is corrected, people see the corrected ones alone: they are to be reported.
    """
    columns = [
        Column("System", "system"),
        Column(study.measure, study.name, is_score=True, has_best=True),
        Column("Difference", "difference", is_score=True, is_signed=True),
        Column(f"{_confidence(study)} interval", "difference", is_interval=True, is_signed=True),
        *_p_columns("bootstrap", study),
        *_p_columns("randomization", study),
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
    notes = (*conclusions(study), advice(study), plan_note(study.plan, study.chosen))
    return Table(tuple(columns), tuple(rows), notes=notes)


def document(study: Study) -> str:
    """Return the JSON document of a study."""
    systems = [
        {
            "system": system,
            "path": path_of(system),
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
        **study.content(signature_line(study), study.level, reported(study)),
        "base": {
            "system": study.base,
            "path": path_of(study.base),
            study.name: study.comparisons[0].base,
        },
        "systems": systems,
    }
    return documents.dumped(content)


def signature_line(study: Study) -> str:
    """Return the signature of a study."""
    correction = "holm" if study.is_corrected else "none"
    return study.signed(level=study.level, correction=correction)


def _p_columns(test: str, study: Study) -> list[Column]:
    plain = Column(f"p {test}", f"p_{test}", is_probability=True, level=study.level)
    if not study.is_corrected:
        return [plain]
    corrected = plain._replace(heading=f"Holm's p {test}", name=f"p_{test}_holm")
    return [plain._replace(is_detail=True), corrected]


def _confidence(study: Study) -> str:
    return f"{100 * (1 - study.level):g}%"
