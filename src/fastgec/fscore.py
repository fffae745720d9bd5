"""F-beta and the ratios under it, for metrics that count correct, proposed and expected items.

Metrics disagree about empty sets, so a ratio has no default for them: the caller declares what an
empty denominator is worth. GREEN's harmonic form is its own (metrics/green.py).
"""

LARGEST_BETA = 1e100  # its square, multiplied by any count, is still a finite double


def checked_beta(beta: object, largest: float = LARGEST_BETA) -> float:
    """Return a weight of recall as a float.

    A float32 would score with fewer digits, and cannot be compared with the largest beta.
    Raises: ValueError unless it is a number from 0 to `largest`.

    >>> checked_beta(2)
    2.0
    """
    from fastgec.parameters import number  # whose imports take longer than dividing

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


def ratio(numerator: float, denominator: float, *, empty: float) -> float:
    """Return numerator / denominator, or `empty` where the denominator is 0.

    >>> ratio(3, 4, empty=1.0), ratio(0, 0, empty=1.0)
    (0.75, 1.0)
    """
    return numerator / denominator if denominator else empty


def f_beta(precision: float, recall: float, *, beta: float) -> float:
    """Return the weighted harmonic mean of precision and recall; 0 where both are 0.

    `beta` says how many times as much recall weighs as precision (van Rijsbergen, 1979).

    >>> f_beta(0.5, 0.25, beta=0.5)
    0.4166666666666667
    """
    weight = beta * beta
    return ratio((1.0 + weight) * precision * recall, weight * precision + recall, empty=0.0)
