"""Comparisons with a base as text: a table, JSON, and a sentence of conclusion in plain words.

Two tests make two p-values, and who takes the smaller one errs more often than the level says. So
one of them is to be reported, whatever they are: that of approximate randomization, which needs
nothing but that outputs could be exchanged, and errs less often (Riezler and Maxwell, 2005).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastgec.glimpse import is_least
from fastgec.report import documents
from fastgec.report.intervals import plan_note
from fastgec.report.names import path_of, short
from fastgec.report.tables import Column, Table, Value
from fastgec.report.tested import Tested, least_note, p_text, smallest
from fastgec.study.comparison import Comparison, holm, least_p, too_few

BETTER, WORSE, ALIKE, DISAGREE, TOO_FEW = "better", "worse", "alike", "disagree", "too few"


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

    @property
    def resamples(self) -> int:
        """Resamples of each test."""
        return self.plan.resamples

    @property
    def n_corrected(self) -> int:
        """For how many comparisons p is corrected; 1: it is not."""
        return len(self.systems) if self.is_corrected else 1

    @property
    def least(self) -> float:
        """The smallest p that conclusions can go by."""
        return least_p(self.resamples, self.n_corrected)

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
    n_corrected = study.n_corrected
    correction = f", corrected for {n_corrected} comparisons" if n_corrected > 1 else ""
    for system, comparison, ps, verdict in zip(
        study.systems, study.comparisons, study.p_values(), verdicts(study), strict=True
    ):
        one, base = short(system), short(study.base)
        start = {
            BETTER: f"{one} is better than {base} at level {study.level:g}",
            WORSE: f"{one} is worse than {base} at level {study.level:g}",
            ALIKE: f"{one} and {base} cannot be told apart at level {study.level:g}",
            DISAGREE: f"{one} and {base}: the two tests disagree at level {study.level:g}",
            TOO_FEW: f"{one} and {base}: {study.resamples:,} resamples are too few to tell them "
            f"apart at level {study.level:g}",
        }[verdict]
        low, high = comparison.interval
        bootstrap, randomization = _said(study, ps)
        lines.append(
            f"{start}: {study.called} differs by {100 * comparison.difference:+.2f} points, "
            f"{_confidence(study)} interval {100 * low:+.2f} to {100 * high:+.2f}; "
            f"{bootstrap} by paired bootstrap, "
            f"{randomization} by approximate randomization{correction}."
        )
    return lines


def _said(study: Study, ps: tuple[float, float]) -> list[str]:
    """Return "p = 0.0769", or "p < 0.001 (smallest possible ...)" where a p is at its limit."""
    said, is_explained = [], False
    for p in ps:
        text = p_text(p, study.level, study.least)
        if is_least(p, study.least) and not is_explained:
            text += f" ({smallest(study.resamples, study.n_corrected)})"
            is_explained = True
        said.append(text)
    return said


def verdicts(study: Study) -> list[str]:
    """Return for each system what both tests together say of it."""
    found = []
    for comparison, ps in zip(study.comparisons, study.p_values(), strict=True):
        n_significant = sum(p <= study.level for p in ps)
        if too_few(study.resamples, study.n_corrected, study.level):
            found.append(TOO_FEW)
        elif n_significant == 2:
            found.append(BETTER if comparison.difference > 0 else WORSE)
        else:
            found.append(ALIKE if n_significant == 0 else DISAGREE)
    return found


def summary(study: Study) -> str:
    """Return a sentence about all systems; of one, all that is known of it."""
    if len(study.systems) == 1:
        return conclusions(study)[0]
    few = too_few(study.resamples, study.n_corrected, study.level)
    if few:
        return f"No verdict by {study.called}: {few[0]}."
    base = short(study.base)
    by_verdict: dict[str, list[str]] = {}
    for system, verdict in zip(study.systems, verdicts(study), strict=True):
        by_verdict.setdefault(verdict, []).append(short(system))
    parts = []
    for verdict, text in (
        (BETTER, "better"),
        (WORSE, "worse"),
        (ALIKE, "not told apart from it"),
    ):
        names = by_verdict.get(verdict, [])
        if names:
            parts.append(f"{len(names)} {_is(names)} {text} ({', '.join(names)})")
    if DISAGREE in by_verdict:
        names = by_verdict[DISAGREE]
        parts.append(f"the two tests disagree about {len(names)} ({', '.join(names)})")
    start = f"Of {len(study.systems)} systems compared with {base} by {study.called}"
    return f"{start} at level {study.level:g}, {'; '.join(parts)}."


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def advice(study: Study) -> str:
    """Say which p is the one to report."""
    n_systems = len(study.systems)
    made = f"two-sided, {study.resamples:,} resamples, seed {study.plan.seed}"
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
    report = advice(study)
    if len(study.systems) > 1:  # of one system the summary says it
        ps = [p for both in study.p_values() for p in both]
        least = least_note(ps, study.level, study.resamples, study.n_corrected)
        report = f"{report} {least}".rstrip()
    notes = (summary(study), report, plan_note(study.plan, study.chosen))
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
    plain = Column(
        f"p {test}", f"p_{test}", is_probability=True, level=study.level, least=study.least
    )
    if not study.is_corrected:
        return [plain]
    corrected = plain._replace(heading=f"Holm's p {test}", name=f"p_{test}_holm")
    return [plain._replace(is_detail=True), corrected]


def _confidence(study: Study) -> str:
    return f"{100 * (1 - study.level):g}%"
