"""Human scores as a table: systems, best first, with the ranges of their ranks and clusters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastgec._version import __version__
from fastgec.read.errors import counted, visible
from fastgec.show import documents
from fastgec.show.tables import Column, Table, Value, rendered

if TYPE_CHECKING:
    from fastgec.meta.standings import Standing, Standings

HEADINGS = {
    "wins": ("Wins", "expected_wins"),
    "mean": ("Mean", "mean"),
    "trueskill": ("TrueSkill", "trueskill"),
    "scores": ("Score", "score"),
}


def text(
    found: Standings, kind: str, *, by_annotator: bool = False, is_terminal: bool = False
) -> str:
    """Return the standings of a file.

    Args:
        found: the human scores.
        kind: "table", "tsv", "csv", "markdown", "latex" or "json".
        by_annotator: whether rows are annotators, not systems; JSON has both.
        is_terminal: whether control codes are understood.
    """
    if kind == "json":
        head = {"command": "meta human", "version": __version__}
        return documents.dumped(head | found.to_dict())
    table = _annotators(found) if by_annotator else _table(found)
    return rendered(table, kind, is_terminal=is_terminal)


def _annotators(found: Standings) -> Table:
    """Return a row for each annotator of rankings."""
    names = ("name", "items", "judgments", "ties", "pearson", "spearman")
    columns = (
        Column("Annotator", "annotator", is_text=True),
        Column("Items", "items"),
        Column("Judgments", "judgments"),
        Column("Ties", "ties"),
        Column("r", "pearson", is_correlation=True),
        Column("ρ", "spearman", is_correlation=True),
    )
    rows = tuple(tuple(one[name] for name in names) for one in found.facts["annotators"])
    note = (
        "r, ρ: of one annotator's expected wins with those of all others, to see metrics beside "
        "how well people agree."
    )
    return Table(columns, rows, notes=(note,))


def _table(found: Standings) -> Table:
    first = found.found[0]
    order = sorted(range(len(found.systems)), key=lambda place: -first.scores[place])
    columns = [Column("System", "system", is_text=True)]
    cells: list[list[Value]] = [[found.systems[place]] for place in order]
    for number, one in enumerate(found.found):
        for column, values in _columns(one, is_first=number == 0):
            columns.append(column)
            for row, place in zip(cells, order, strict=True):
                row.append(values[place])
    return Table(tuple(columns), tuple(tuple(row) for row in cells), notes=tuple(_notes(found)))


def _columns(one: Standing, *, is_first: bool) -> list[tuple[Column, Sequence[Value]]]:
    """Return the columns of a score, with their values."""
    heading, name = HEADINGS[one.measure]
    is_mean = one.measure in ("mean", "scores")
    score = Column(heading, name, is_amount=is_mean, is_correlation=not is_mean, has_best=True)
    found: list[tuple[Column, Sequence[Value]]] = [(score, one.scores.tolist())]
    if one.spreads is not None:
        spread = Column("SD", f"{name}_sd", is_correlation=True, is_bound=True)
        found.append((spread, one.spreads.tolist()))
    if one.ranges is not None and one.clusters is not None:
        ranges = [f"{low}" if low == high else f"{low}-{high}" for low, high in one.ranges.tolist()]
        found.append((Column("Ranks", f"{name}_ranks", is_bound=True), ranges))
        column = Column("Cluster", f"{name}_cluster", is_bound=True, is_detail=not is_first)
        found.append((column, one.clusters.tolist()))
    return found


def _notes(found: Standings) -> list[str]:
    """Return notes on the numbers."""
    lines = []
    facts = found.facts
    if found.kind == "rankings":
        n_items = counted(facts["items"], "item")
        empty = f" ({facts['empty_items']} empty)" if facts["empty_items"] else ""
        judges = counted(len(facts["annotators"]), "annotator")
        judged = f"{counted(found.judgments or 0, 'judgment')} of two systems, {found.ties} of them"
        one = f"{facts['collapsed_judgments']} and {facts['collapsed_ties']}"
        lines.append(
            f"{n_items}{empty} by {judges}: {judged} ties, which no score of wins counts "
            f"({one} with one system of each output)."
        )
    if found.kind == "segments":
        rated = f"{facts['rated_sentences']} of {counted(facts['sentences'], 'sentence')} rated"
        lines.append(
            f"{rated}: {found.judgments} pairs of outputs, {found.ties} of them equal, "
            "which no score of wins counts."
        )
    if "resamples" in found.settings:
        drawn = "judgments" if found.kind == "rankings" else "rated sentences"
        lines.append(
            f"Ranks: the middle 95% of {found.settings['resamples']} resamples of the {drawn}"
            + (", of TrueSkill of its runs" if "runs" in found.settings else "")
            + ". A new cluster begins where all ranks before it end."
        )
    if "runs" in found.settings:
        runs = counted(found.settings["runs"], "run")
        lines.append(f"TrueSkill: the mean of {runs}, SD: the standard deviation over them.")
    if len(found.systems) < 5:
        lines.append(f"{visible(found.name)} has {len(found.systems)} systems: few to compare.")
    return lines
