"""All systems against each other as text: a matrix for people, a row per pair for programs."""

from __future__ import annotations

from dataclasses import dataclass

from fastgec.glimpse import shown_p
from fastgec.report import documents
from fastgec.report.intervals import plan_note
from fastgec.report.names import path_of, short
from fastgec.report.tables import Column, Table, Value
from fastgec.report.tested import Tested, least_note, p_text
from fastgec.study.pairs import AllPairs, Pair


@dataclass(frozen=True, slots=True)
class PairStudy(Tested):
    """Systems compared with each other.

    systems             their names
    found               what was found
    """

    systems: tuple[str, ...]
    found: AllPairs

    def letters(self) -> list[str]:
        """Return for each system the letters of its groups, "" without groups; the best is a."""
        letters = [""] * len(self.systems)
        for number, group in enumerate(self.found.groups):
            for system in group:
                letters[system] += letter(number)
        return letters


def letter(number: int) -> str:
    """Return the name of a group: a to z, then (27), (28) and so on.

    >>> letter(0), letter(25), letter(26)
    ('a', 'z', '(27)')
    """
    return chr(ord("a") + number) if number < 26 else f"({number + 1})"


def matrix(study: PairStudy) -> Table:
    """Return a table for people, best first: scores, groups, and a cell for each pair."""
    found, letters = study.found, study.letters()
    by_numbers = {(pair.first, pair.second): pair for pair in found.pairs}
    order = found.order
    columns = (
        Column("System", "system"),
        Column(study.measure, study.name, is_score=True, has_best=True),
        *([] if found.warnings else [Column("Group", "group", is_text=True)]),
        *(Column(str(rank), f"system_{rank}") for rank in range(1, len(order) + 1)),
    )
    rows: list[tuple[Value, ...]] = []
    for rank, one in enumerate(order, 1):
        cells: list[Value] = []
        for column, other in enumerate(order, 1):
            pair = by_numbers.get((one, other)) or by_numbers.get((other, one))
            if pair is None:
                cells.append("·")
            elif column > rank:
                difference = pair.difference if pair.first == one else -pair.difference
                cells.append(f"{100 * difference:+.2f}")
            else:
                cells.append(shown_p(pair.p_randomization_holm, found.level, found.least))
        name = f"{rank} {short(study.systems[one])}"
        group = () if found.warnings else (letters[one],)
        rows.append((name, found.scores[one], *group, *cells))
    return Table(columns, tuple(rows), notes=_notes(study))


def _notes(study: PairStudy) -> tuple[str, ...]:
    found = study.found
    n_pairs, n, seed = len(found.pairs), found.resamples, study.plan.seed
    is_one = n_pairs == 1
    ps = [pair.p_randomization_holm for pair in found.pairs]
    corrected = "" if is_one else f", corrected by Holm's method for {n_pairs} pairs"
    notes = [
        f"Above the diagonal: difference of {study.called} in points, row less column. Below: p of "
        f"approximate randomization (two-sided, {n:,} resamples, seed {seed}){corrected}: the p to "
        "report. "
        f"{least_note(ps, found.level, n, n_pairs)}".rstrip(),
        f"No groups: {found.warnings[0]}."
        if found.warnings
        else "Systems that share a letter cannot be told apart at level "
        f"{found.level:g}; all others can.",
    ]
    others = [pair for pair in found.pairs if not found.warnings and _tests_disagree(found, pair)]
    if others:
        named = "; ".join(
            f"{short(study.systems[pair.first])} and {short(study.systems[pair.second])} "
            f"({p_text(pair.p_bootstrap_holm, found.level, found.least)})"
            for pair in others
        )
        notes.append(f"The paired bootstrap says otherwise of {named}.")
    return (*notes, plan_note(study.plan, study.chosen))


def _tests_disagree(found: AllPairs, pair: Pair) -> bool:
    return (pair.p_bootstrap_holm <= found.level) != found.is_told_apart(pair)


def pairs_rows(study: PairStudy) -> Table:
    """Return a row per pair, for programs."""
    found, systems = study.found, study.systems
    columns = (
        Column("System", "system"),
        Column("Other", "other"),
        Column(study.measure, study.name),
        Column(study.measure, f"{study.name}_other"),
        Column("Difference", "difference"),
        Column("Interval", "difference", is_interval=True),
        Column("p", "p_bootstrap"),
        Column("p", "p_bootstrap_holm"),
        Column("p", "p_randomization"),
        Column("p", "p_randomization_holm"),
        Column("Told apart", "told_apart"),
    )
    return Table(
        columns,
        tuple(
            (
                systems[pair.first],
                systems[pair.second],
                found.scores[pair.first],
                found.scores[pair.second],
                pair.difference,
                pair.interval,
                pair.p_bootstrap,
                pair.p_bootstrap_holm,
                pair.p_randomization,
                pair.p_randomization_holm,
                "yes" if found.is_told_apart(pair) else "no",
            )
            for pair in found.pairs
        ),
    )


def document(study: PairStudy) -> str:
    """Return the JSON document."""
    found, systems, letters = study.found, study.systems, study.letters()
    content = {
        **study.content(signature_line(study), found.level, "p_randomization_holm"),
        "systems": [
            {
                "system": systems[number],
                "path": path_of(systems[number]),
                study.name: found.scores[number],
                "groups": letters[number],
            }
            for number in found.order
        ],
        "groups": [[systems[number] for number in group] for group in found.groups],
        "pairs": [
            {
                "system": systems[pair.first],
                "other": systems[pair.second],
                "difference": pair.difference,
                "interval": list(pair.interval),
                "p_bootstrap": pair.p_bootstrap,
                "p_randomization": pair.p_randomization,
                "p_bootstrap_holm": pair.p_bootstrap_holm,
                "p_randomization_holm": pair.p_randomization_holm,
                "told_apart": found.is_told_apart(pair),
            }
            for pair in found.pairs
        ],
    }
    return documents.dumped(content)


def signature_line(study: PairStudy) -> str:
    """Return the signature."""
    found = study.found
    return study.signed(level=found.level, correction="holm", pairs=len(found.pairs))
