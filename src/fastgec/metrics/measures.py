"""Numbers of scores as tables show them, with names, headings and kinds; numpy is not needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple


class Measure(NamedTuple):
    """A number of a score, with its name and kind.

    name     for programs
    heading  for people
    value    the number
    kind     "count", or a sum of weights; "score", at most 1, of which the largest is the best, and
             at least 0 unless the metric says that a system made text worse (the I-measure);
             "spread", in [0, 1]; "setting", which distinguishes scores, such as one of several
             betas
    """

    name: str
    heading: str
    value: Any
    kind: str = "score"


class Vacuous(float):
    """A ratio of nothing, which holds by definition alone, as the precision of no proposal.

    Tables show a dash, and it is never the best; programs see the number.
    """

    __slots__ = ()

    @staticmethod
    def unless(value: float, number: float) -> float:
        """Return a share of some number, which is vacuous where that is 0.

        >>> isinstance(Vacuous.unless(1.0, 0), Vacuous), isinstance(Vacuous.unless(1.0, 2), Vacuous)
        (True, False)
        """
        return value if number else Vacuous(value)


def f_measures(
    counts: Iterable[Measure],
    ratios: tuple[float, float, float],
    beta: float,
    n_proposed: float,
    n_expected: float,
) -> tuple[Measure, ...]:
    """Return counts, then precision, recall and F.

    Args:
        counts: the measures of the sums.
        ratios: precision, recall, F.
        beta: which the heading names.
        n_proposed: what precision is a share of.
        n_expected: what recall is a share of.
    """
    precision, recall, f = ratios
    return (
        *counts,
        Measure("precision", "P", Vacuous.unless(precision, n_proposed)),
        Measure("recall", "R", Vacuous.unless(recall, n_expected)),
        Measure("f", f"F{beta:g}", f),
    )


MAXMATCH = {"correct": "Correct", "proposed": "Proposed", "gold": "Gold"}  # headings by name


def count_measures(headings: Mapping[str, str], sums: Iterable[float]) -> Iterator[Measure]:
    """Yield the measures of sums, named as these headings are."""
    for (name, heading), value in zip(headings.items(), sums, strict=True):
        yield Measure(name, heading, value, "count")
