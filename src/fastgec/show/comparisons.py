"""Comparisons as text: of systems with a base, and of all systems with each other.

Two tests make two p-values, and who takes the smaller one errs more often than the level says. So
one of them is to be reported, whatever they are: the p of approximate randomization, which needs
only that outputs could be exchanged, and errs less often (Riezler and Maxwell, 2005).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from fastgec import __version__, show
from fastgec.show import path_of, short
from fastgec.show.scores import plan_note, signature
from fastgec.show.tables import Column, Table
from fastgec.study.comparison import (
    POWER,
    AllPairs,
    Comparison,
    Pair,
    detectable,
    holm,
    least_p,
    n_clusters,
    too_few,
)
from fastgec.study.resampling import Plan
from fastgec.study.run import Run, measure_name, name_of, settings_of
from fastgec.values import is_least, shown_p

RANGES = " A range such as a-d is all letters from a to d."
MOST_IN_MATRIX = 20  # systems; a table of more has neighbours only
SEQUENTIAL = "Besag and Clifford, 1991"
MINIMUM = "Bloom, 1995; Card et al., 2020"
BETTER, WORSE, ALIKE, DISAGREE, TOO_FEW = "better", "worse", "alike", "disagree", "too few"


@dataclass(frozen=True, slots=True)
class Tested:
    """Scores that were tested against one another: common parts of tables and JSON.

    run        the scored run
    plan       how resamples were made
    has_power  whether the smallest differences that can be shown are printed
    """

    run: Run
    plan: Plan
    has_power: bool = field(default=False, kw_only=True)

    @property
    def name(self) -> str:
        """Key of the score, for example "f"."""
        return str(self.run.metric.resampled[-1])

    @property
    def measure(self) -> str:
        """Display name of the score where the metric is named: "F0.5"."""
        run = self.run
        return measure_name(run.metric, run.scorings[0], run.scores[0][0])

    @property
    def called(self) -> str:
        """Display name of the score elsewhere: "M2 F0.5"."""
        return name_of(self.run)

    @property
    def plan_note(self) -> str:
        """How resamples were made, in words."""
        return plan_note(self.plan, self.run.metric.chooses)

    def named(self, system: str, score: float) -> dict[str, Any]:
        """Return a system and its score for JSON."""
        return {"system": system, "path": path_of(system), self.name: score}

    def signed(self, **how: object) -> str:
        """Return the signature; `how` are its entries on the tests."""
        run = self.run
        facts = {**run.facts.as_dict(), **self.plan.as_dict(), **how}
        return signature(run.metric.name, settings_of(run)[0], facts)

    def power_note(self, level: float, comparisons: int, units: int) -> str:
        """Return what the smallest differences are that can be shown, in words."""
        corrected = f", corrected for {comparisons} comparisons" if comparisons > 1 else ""
        errors = detectable(1.0, level, comparisons=comparisons, units=units)
        if errors is None:
            return (
                f"Smallest: no difference, of whatever size, is significant at level {level:g}"
                f"{corrected}: exchanging so few units gives no p as small."
            )
        return (
            f"Smallest: the true difference in points that a corpus like this shows in "
            f"{POWER:.0%} of cases at level {level:g}{corrected}, of systems whose outputs differ "
            f"as these do: {errors:.2f} standard errors of the difference, by paired bootstrap "
            f"({MINIMUM})."
        )

    def power_content(self, level: float, comparisons: int, units: int) -> dict[str, Any]:
        """Return how the smallest differences were found, for JSON; empty where they are not."""
        if not self.has_power:
            return {}
        method = {"power": POWER, "level": level / comparisons, "method": MINIMUM}
        errors = detectable(1.0, level, comparisons=comparisons, units=units)
        return {"smallest": {**method, "errors": errors}}

    def content(self, line: str, level: float, report: str) -> dict[str, Any]:
        """Return the first keys of a JSON document.

        Args:
            line: the signature.
            level: at or below which a p is called significant.
            report: the name of the p to report.
        """
        return {
            "command": "compare",
            "metric": self.run.metric.name,
            "version": __version__,
            "signature": line,
            "parameters": dict(settings_of(self.run)[0]),
            "sentences": self.run.facts.sentences,
            "resampling": self.plan.as_dict(),
            "level": level,
            "report": report,
        }


def least_note(values: Iterable[float], level: float, resamples: int, comparisons: int) -> str:
    """Return a note on the smallest possible p of a table; "" if no p is that small.

    >>> least_note([0.5, 3 / 1001], 0.05, 1000, 3)
    '<0.003: smallest p possible with 1,000 resamples and 3 comparisons.'
    """
    least = least_p(resamples, comparisons)
    if not any(is_least(p, least) for p in values):
        return ""
    return f"{shown_p(least, level, least)}: {smallest(resamples, comparisons, what='p ')}."


def number_note(
    values: Iterable[float], level: float, resamples: int, comparisons: int
) -> list[str]:
    """Return a note on the smallest possible p where a format for programs has it as a number.

    There is none where that p is above the level, of which a warning speaks.

    >>> number_note([0.5, 3 / 1001], 0.05, 1000, 3)
    ['p 0.002997 is the smallest possible with 1,000 resamples and 3 comparisons']
    """
    least = least_p(resamples, comparisons)
    if least > level or not any(is_least(p, least) for p in values):
        return []
    return [f"p {least:.4g} is the {smallest(resamples, comparisons)}"]


def p_text(p: float, level: float, least: float) -> str:
    """Return a p for a sentence.

    >>> p_text(0.5, 0.05, 1 / 1001), p_text(1 / 1001, 0.05, 1 / 1001)
    ('p = 0.5000', 'p < 0.001')
    """
    text = shown_p(p, level, least)
    return f"p {text[0]} {text[1:]}" if is_least(p, least) else f"p = {text}"


def smallest(resamples: int, comparisons: int, what: str = "") -> str:
    """Return words for the smallest possible p: its resamples and comparisons.

    >>> smallest(1000, 1)
    'smallest possible with 1,000 resamples'
    """
    of = f" and {comparisons:,} comparisons" if comparisons > 1 else ""
    return f"smallest {what}possible with {resamples:,} resamples{of}"


@dataclass(frozen=True, slots=True)
class Study(Tested):
    """Systems compared with one base.

    systems       names as typed
    comparisons   one per system
    is_corrected  whether conclusions use p-values that Holm's method corrected
    base_number   of the base among the systems of the run
    """

    systems: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    is_corrected: bool
    base_number: int = field(default=0, kw_only=True)

    @property
    def base(self) -> str:
        """The name of the base."""
        return self.run.systems[self.base_number]

    @property
    def level(self) -> float:
        """The significance level, the same for all comparisons."""
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
    def units(self) -> int:
        """How many sentences or clusters are drawn; 0: not known."""
        return max((one.units for one in self.comparisons), default=0)

    @property
    def least(self) -> float:
        """The smallest p that conclusions can use."""
        return least_p(self.resamples, self.n_corrected)

    @property
    def warnings(self) -> list[str]:
        """That resamples or clusters are too few for any difference to be significant, if so."""
        clusters = n_clusters(self.run.clusters)
        return too_few(self.resamples, self.n_corrected, self.level, clusters)

    def smallest(self, comparison: Comparison) -> float | None:
        """Return the smallest difference that can be shown of a system."""
        return comparison.detectable(comparisons=self.n_corrected)

    def number_note(self) -> list[str]:
        """Return `number_note` of all p that conclusions use, if there are such."""
        every = [] if self.warnings else [p for both in self.p_values() for p in both]
        return number_note(every, self.level, self.resamples, self.n_corrected)

    def p_values(self) -> list[tuple[float, float]]:
        """Return the p-values that conclusions use: paired bootstrap, randomization."""
        bootstrap = [comparison.p_bootstrap for comparison in self.comparisons]
        randomization = [comparison.p_randomization for comparison in self.comparisons]
        if self.is_corrected:
            bootstrap, randomization = holm(bootstrap), holm(randomization)
        return list(zip(bootstrap, randomization, strict=True))

    def signature(self) -> str:
        """Return the signature."""
        return self.signed(level=self.level, correction="holm" if self.is_corrected else "none")

    def table(self) -> Table:
        """Return the base, then a row per system; conclusions stand beneath.

        Where p is corrected, people see the corrected ones alone: they are to be reported.
        """
        is_corrected = self.is_corrected
        interval = f"{_confidence(self)} interval"
        columns = [
            Column("System", "system"),
            Column(self.measure, self.name, is_score=True, has_best=True),
            Column("Difference", "difference", is_score=True, is_signed=True),
            Column(interval, "difference", is_interval=True, is_signed=True),
            *([Column("Smallest", "smallest", is_score=True)] if self.has_power else []),
        ]
        how: dict[str, Any] = {"is_probability": True, "level": self.level, "least": self.least}
        for test in ("bootstrap", "randomization"):
            columns.append(Column(f"p {test}", f"p_{test}", is_detail=is_corrected, **how))
            if is_corrected:
                columns.append(Column(f"Holm's p {test}", f"p_{test}_holm", **how))
        records = [{"system": self.base, self.name: self.comparisons[0].base, "intervals": {}}]
        for record in self.records():
            records.append({**record, "intervals": {"difference": record["interval"]}})
        report = advice(self)
        if len(self.systems) > 1:  # of one system the summary says it
            every = [p for both in self.p_values() for p in both]
            least = least_note(every, self.level, self.resamples, self.n_corrected)
            report = f"{report} {least}".rstrip()
        notes = [summary(self), report]
        if self.has_power:
            notes.append(self.power_note(self.level, self.n_corrected, self.units))
        return Table.of(columns, records, notes=(*notes, self.plan_note))

    def records(self) -> list[dict[str, Any]]:
        """Return the record of each system, for programs."""
        return [
            {
                **self.named(system, comparison.score),
                "difference": comparison.difference,
                "interval": list(comparison.interval),
                **(
                    {"error": comparison.error, "smallest": self.smallest(comparison)}
                    if self.has_power
                    else {}
                ),
                "p_bootstrap": comparison.p_bootstrap,
                "p_randomization": comparison.p_randomization,
                "p_bootstrap_holm": corrected[0] if self.is_corrected else None,
                "p_randomization_holm": corrected[1] if self.is_corrected else None,
                "conclusion": conclusion,
            }
            for system, comparison, corrected, conclusion in zip(
                self.systems, self.comparisons, self.p_values(), conclusions(self), strict=True
            )
        ]

    def document(self) -> str:
        """Return the JSON document."""
        report = "p_randomization_holm" if self.is_corrected else "p_randomization"
        content = {
            **self.content(self.signature(), self.level, report),
            **self.power_content(self.level, self.n_corrected, self.units),
            "base": self.named(self.base, self.comparisons[0].base),
            "systems": self.records(),
        }
        return show.dumped(content)


def conclusions(study: Study) -> list[str]:
    """Return a line per system with the conclusion, and its p-value."""
    lines = []
    n_corrected = study.n_corrected
    correction = f", corrected for {n_corrected} comparisons" if n_corrected > 1 else ""
    at = f"at level {study.level:g}"
    for system, comparison, ps, verdict in zip(
        study.systems, study.comparisons, study.p_values(), verdicts(study), strict=True
    ):
        one, base = short(system), short(study.base)
        start = {
            BETTER: f"{one} is better than {base} {at}",
            WORSE: f"{one} is worse than {base} {at}",
            ALIKE: f"{one} and {base} cannot be told apart {at}",
            DISAGREE: f"{one} and {base}: the two tests disagree {at}",
            TOO_FEW: f"No verdict on {one} and {base}, as {', '.join(study.warnings)}",
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
    """Return the verdict of both tests for each system."""
    found = []
    for comparison, ps in zip(study.comparisons, study.p_values(), strict=True):
        n_significant = sum(p <= study.level for p in ps)
        if study.warnings:
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
    if few := study.warnings:
        return f"No verdict by {study.called}: {few[0]}."
    base = short(study.base)
    by_verdict: dict[str, list[str]] = {}
    for system, verdict in zip(study.systems, verdicts(study), strict=True):
        by_verdict.setdefault(verdict, []).append(short(system))
    parts = []
    for verdict, text in ((BETTER, "better"), (WORSE, "worse"), (ALIKE, "not told apart from it")):
        if names := by_verdict.get(verdict):
            verb = "is" if len(names) == 1 else "are"
            parts.append(f"{len(names)} {verb} {text} ({', '.join(names)})")
    if names := by_verdict.get(DISAGREE):
        parts.append(f"the two tests disagree about {len(names)} ({', '.join(names)})")
    start = f"Of {len(study.systems)} systems compared with {base} by {study.called}"
    return f"{start} at level {study.level:g}, {'; '.join(parts)}."


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


def _confidence(study: Study) -> str:
    return f"{100 * (1 - study.level):g}%"


@dataclass(frozen=True, slots=True)
class PairStudy(Tested):
    """The results of all pairs of systems."""

    found: AllPairs

    def letters(self, *, longest: int = 3) -> list[str]:
        """Return for each system the letters of its groups, "" without groups; the best is a.

        Longer runs of letters are ranges.
        """
        numbers: list[list[int]] = [[] for _ in self.run.systems]
        for number, group in enumerate(self.found.groups):
            for system in group:
                numbers[system].append(number)
        return [letters_of(one, longest=longest) for one in numbers]

    def signature(self) -> str:
        """Return the signature."""
        found = self.found
        how = {} if found.stop_after is None else {"stop_early": found.stop_after}
        return self.signed(level=found.level, correction="holm", pairs=len(found.pairs), **how)

    def matrix(self) -> Table:
        """Return a table for people, best first: scores, groups, and a cell for each pair."""
        found, places = self.found, range(len(self.found.order))

        def cell(row: int, column: int) -> str:
            if row == column:
                return "·"
            one, pair = found.order[row], self._pair(found.order[row], found.order[column])
            if column > row:
                return f"{100 * (pair.difference if pair.first == one else -pair.difference):+.2f}"
            return shown_p(pair.p_randomization_holm, found.level, found.least)

        cells = [[cell(row, column) for column in places] for row in places]
        cells_are = (
            f"Above the diagonal: difference of {self.called} in points, row less column. Below: p"
        )
        more = [Column(str(rank), f"system_{rank}") for rank in range(1, len(places) + 1)]
        return self._ranked(more, cells, self._notes(cells_are))

    def neighbours(self) -> Table:
        """Return a table for people, best first: scores, groups, each system beside the next."""
        found = self.found
        cells = []
        for one, other in pairwise(found.order):
            p = self._pair(one, other).p_randomization_holm
            lead = 100 * (found.scores[one] - found.scores[other])
            cells.append([f"{lead:+.2f}", shown_p(p, found.level, found.least)])
        cells_are = f"Lead: difference of {self.called} in points to the next system; p"
        more = Column("Lead", "lead"), Column("p", "p")
        return self._ranked(more, [*cells, ["", ""]], self._notes(cells_are, is_whole=False))

    def _pair(self, one: int, other: int) -> Pair:
        pairs, n = self.found.pairs, len(self.found.scores)
        first, second = sorted((one, other))  # pairs stand as combinations do
        return pairs[first * (2 * n - first - 1) // 2 + second - first - 1]

    def _ranked(
        self, more: Sequence[Column], cells: Sequence[Sequence[str]], notes: tuple[str, ...]
    ) -> Table:
        """Return a row for each system, best first: its score, its groups, and more cells."""
        found, letters, has_groups = self.found, self.letters(), not self.found.warnings
        columns = (
            Column("System", "system"),
            Column(self.measure, self.name, is_score=True, has_best=True),
            *([Column("Group", "group", is_text=True)] if has_groups else ()),
            *more,
        )
        rows = (
            (f"{rank} {short(self.run.systems[one])}", found.scores[one])
            + ((letters[one],) if has_groups else ())
            + tuple(own)
            for rank, (one, own) in enumerate(zip(found.order, cells, strict=True), 1)
        )
        return Table(columns, tuple(rows), notes=notes)

    def _notes(self, cells_are: str, *, is_whole: bool = True) -> tuple[str, ...]:
        found = self.found
        n_pairs, n, seed = len(found.pairs), found.resamples, self.plan.seed
        ps = [pair.p_randomization_holm for pair in found.pairs]
        stopped = ""
        if found.stop_after is not None:
            n_made = sum(pair.resamples or 0 for pair in found.pairs)
            stopped = (
                f"; a pair is stopped once {found.stop_after} are as extreme ({SEQUENTIAL}): "
                f"{n_made / max(n * n_pairs, 1):.0%} were made"
            )
        corrected = "" if n_pairs == 1 else f", corrected by Holm's method for {n_pairs} pairs"
        notes = [
            f"{cells_are} of approximate randomization (two-sided, {n:,} resamples, seed "
            f"{seed}{stopped}){corrected}: the p to report. "
            f"{least_note(ps, found.level, n, n_pairs)}".rstrip(),
            f"No groups: {found.warnings[0]}."
            if found.warnings
            else "Systems that share a letter cannot be told apart at level "
            f"{found.level:g}; all others can."
            f"{RANGES if any('-' in one for one in self.letters()) else ''}",
        ]
        others = [
            pair
            for pair in found.pairs
            if (pair.p_bootstrap_holm <= found.level) != found.is_told_apart(pair)
        ]
        if others and not found.warnings:
            systems = self.run.systems
            named = "; ".join(
                f"{short(systems[pair.first])} vs. {short(systems[pair.second])} "
                f"({p_text(pair.p_bootstrap_holm, found.level, found.least)})"
                for pair in others
            )
            named = named if is_whole else f"{len(others):,} pairs"
            notes.append(f"The paired bootstrap disagrees for {named}.")
        if not is_whole:
            notes.append(f"-f csv and -f json have all {n_pairs:,} pairs.")
        if self.has_power:
            note = self.power_note(found.level, n_pairs, found.units)
            if known := [one for one in map(found.detectable, found.pairs) if one is not None]:
                least, most = (f"{100 * one:.2f}" for one in (min(known), max(known)))
                note = f"Smallest difference: {least} to {most}, by pair. {note}"
            notes.append(note)
        return (*notes, self.plan_note)

    def records(self) -> list[dict[str, Any]]:
        """Return the record of each pair, for programs."""
        systems = self.run.systems
        return [
            {
                "system": systems[pair.first],
                "other": systems[pair.second],
                "difference": pair.difference,
                "interval": list(pair.interval),
                **(
                    {"error": pair.error, "smallest": self.found.detectable(pair)}
                    if self.has_power
                    else {}
                ),
                "p_bootstrap": pair.p_bootstrap,
                "p_randomization": pair.p_randomization,
                "p_bootstrap_holm": pair.p_bootstrap_holm,
                "p_randomization_holm": pair.p_randomization_holm,
                "told_apart": self.found.is_told_apart(pair),
                **({} if pair.resamples is None else {"resamples": pair.resamples}),
            }
            for pair in self.found.pairs
        ]

    def number_note(self) -> list[str]:
        """Return `number_note` of all pairs, if their p can be significant."""
        found = self.found
        pairs = () if found.warnings else found.pairs
        every = [p for one in pairs for p in (one.p_bootstrap_holm, one.p_randomization_holm)]
        return number_note(every, found.level, found.resamples, len(found.pairs))

    def rows(self) -> Table:
        """Return a row per pair, for programs."""
        tests = ("p_bootstrap", "p_bootstrap_holm", "p_randomization", "p_randomization_holm")
        is_stopped = self.found.stop_after is not None
        more = [*["smallest"] * self.has_power, *["resamples"] * is_stopped]
        names = ("system", "other", self.name, f"{self.name}_other", "difference")
        columns = (
            *(Column(name, name) for name in names),
            Column("Interval", "difference", is_interval=True),
            *(Column(name, name) for name in (*tests, "told_apart", *more)),
        )
        scores = self.found.scores
        records = [
            {
                **record,
                self.name: scores[pair.first],
                f"{self.name}_other": scores[pair.second],
                "told_apart": "yes" if record["told_apart"] else "no",
                "intervals": {"difference": record["interval"]},
            }
            for pair, record in zip(self.found.pairs, self.records(), strict=True)
        ]
        return Table.of(columns, records)

    def document(self) -> str:
        """Return the JSON document."""
        found, systems = self.found, self.run.systems
        letters = self.letters(longest=len(found.groups))  # programs need no ranges
        rule = {"rule": SEQUENTIAL, "extreme": found.stop_after}
        content = {
            **self.content(self.signature(), found.level, "p_randomization_holm"),
            "systems": [
                {**self.named(systems[number], found.scores[number]), "groups": letters[number]}
                for number in found.order
            ],
            "groups": [[systems[number] for number in group] for group in found.groups],
            **({} if found.stop_after is None else {"stop_early": rule}),
            **self.power_content(found.level, len(found.pairs), found.units),
            "pairs": self.records(),
        }
        return show.dumped(content)


def letter(number: int) -> str:
    """Return the name of a group: a to z, then aa, ab and so on.

    >>> letter(0), letter(25), letter(26), letter(701), letter(702)
    ('a', 'z', 'aa', 'zz', 'aaa')
    """
    number, last = divmod(number, 26)
    return (letter(number - 1) if number else "") + chr(ord("a") + last)


def letters_of(numbers: Sequence[int], *, longest: int = 3) -> str:
    """Return the names of the groups of a system; longer runs are ranges.

    >>> letters_of([0, 1, 2]), letters_of([0, 1, 2, 3, 6]), letters_of([25, 26]), letters_of([])
    ('abc', 'a-d g', 'z aa', '')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        names = [letter(number) for number in run]
        parts += [f"{names[0]}-{names[-1]}"] if len(run) > longest else names
    return ("" if all(len(part) == 1 for part in parts) else " ").join(parts)
