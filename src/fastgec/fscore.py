"""F-beta, GREEN's F and the ratios under them, for numbers and for arrays; measures of scores.

There is one formula of each. Of numbers it returns a number, of numpy arrays an array of the same
doubles: both do the same operations in the same order. numpy is imported when an array comes, not
before. Metrics disagree about empty sets, so a ratio has no default for them: the caller declares
what an empty denominator is worth. The kernels' formulas are in choose/formulas.pxd.

A measure is a number of a score as tables show it, with its name, heading and kind.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False  # as in typing, whose import takes longer than scoring
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, TypeVar

    from numpy.typing import NDArray

    Numbers = TypeVar("Numbers", float, NDArray[Any])

LARGEST_BETA = 1e100  # its square, multiplied by any count, is still a finite double


def checked_beta(beta: object, largest: float = LARGEST_BETA) -> float:
    """Return a weight of recall as a float.

    A float32 would score with fewer digits, and cannot be compared with the largest beta.
    Raises: ValueError unless it is a number from 0 to `largest`.

    >>> checked_beta(2)
    2.0
    """
    from fastgec.values import number  # whose imports take longer than dividing

    return number(beta, "beta", 0, largest)


def json_beta(beta: float | None) -> float | str | None:
    """Return beta as JSON can hold it: "inf" where it is infinite, None where there is none.

    >>> json_beta(2.0), json_beta(float("inf"))
    (2.0, 'inf')
    """
    return "inf" if beta == float("inf") else beta


def shown_beta(beta: float | str) -> str:
    """Return a beta as people read it, also one of a JSON document.

    >>> shown_beta(0.5), shown_beta(2.0), shown_beta("inf")
    ('0.5', '2', 'inf')
    """
    return f"{float(beta):g}"


def where(condition: Any, chosen: Any, other: Any) -> Any:
    """Return `chosen` where the condition holds and `other` elsewhere, of numbers or of arrays.

    >>> where(2 > 1, 0.5, 0.25)
    0.5
    """
    if isinstance(condition, bool) or not condition.ndim:
        return chosen if condition else other
    import numpy as np

    return np.where(condition, chosen, other)


def ratio(numerator: Numbers, denominator: Numbers, *, empty: Any) -> Numbers:
    """Return numerator / denominator, or `empty` where the denominator is 0.

    >>> ratio(3, 4, empty=1.0), ratio(0, 0, empty=1.0)
    (0.75, 1.0)
    """
    quotient: Numbers
    if isinstance(denominator, (float, int)) or not denominator.ndim:
        quotient = numerator / denominator if denominator else empty
    else:
        is_empty: Any = denominator == 0
        quotient = where(is_empty, empty, numerator / where(is_empty, 1, denominator))
    return quotient


def f_beta(
    precision: Numbers,
    recall: Numbers,
    weight: Any,
    *,
    empty: float | None = 0.0,
    is_scaled_last: bool = False,
) -> Numbers:
    """Return the weighted harmonic mean of precision and recall (van Rijsbergen, 1979).

    Args:
        precision: from 0 to 1.
        recall: from 0 to 1.
        weight: the square of beta, which says how many times as much recall weighs as precision.
            Published programs square it as a product or as a power, whose last bits may differ.
        empty: what F is where both are 0, or recall and beta; None: what precision is.
        is_scaled_last: multiply by 1 + weight at the end, as the I-measure's program does, whose
            last bits decide between candidates.

    >>> f_beta(0.5, 0.25, 0.25)
    0.4166666666666667
    """
    load = weight * precision + recall
    otherwise = precision if empty is None else empty
    f: Numbers
    if is_scaled_last:
        f = (1.0 + weight) * ratio(precision * recall, load, empty=otherwise)
    else:
        f = ratio((1.0 + weight) * precision * recall, load, empty=otherwise)
    return f


def precision_recall_f(
    correct: Numbers,
    proposed: Numbers,
    expected: Numbers,
    weight: Any,
    *,
    empty: float | None = 0.0,
    is_scaled_last: bool = False,
) -> tuple[Numbers, Numbers, Numbers]:
    """Return correct / proposed, correct / expected, 1 where they are empty, and their F.

    The other arguments are those of `f_beta`.

    >>> precision_recall_f(4, 5, 8, 0.25)
    (0.8, 0.5, 0.7142857142857143)
    """
    precision = ratio(correct, proposed, empty=1.0)
    recall = ratio(correct, expected, empty=1.0)
    f = f_beta(precision, recall, weight, empty=empty, is_scaled_last=is_scaled_last)
    return precision, recall, f


def alpha_of(beta: Numbers) -> Numbers:
    """Return the weight of precision in `harmonic_f`, 0 where beta is infinite."""
    alpha: Numbers = 1 / (beta * beta + 1)
    return alpha


def harmonic_f(precision: Numbers, recall: Numbers, alpha: Any) -> Numbers:
    """Return F as GREEN's program has it, 1 / (alpha / P + (1 - alpha) / R); 0 if P or R is 0.

    >>> harmonic_f(0.5, 0.25, alpha_of(0.5)), harmonic_f(0.5, 0.25, alpha_of(float("inf")))
    (0.4166666666666667, 0.25)
    """
    never = float("inf")
    f: Numbers = 1 / (ratio(alpha, precision, empty=never) + ratio(1 - alpha, recall, empty=never))
    return f


class Measure(namedtuple("Measure", ("name", "heading", "value", "kind"), defaults=("score",))):
    """A number of a score, with its name and kind.

    name     for programs
    heading  for people
    value    the number
    kind     "count", or a sum of weights; "score", at most 1, of which the largest is the best, and
             at least 0 unless the metric says that a system made text worse (the I-measure);
             "spread", in [0, 1]; "setting", which distinguishes scores, such as one of several
             betas
    """

    __slots__ = ()
    name: str
    heading: str
    value: Any
    kind: str


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
