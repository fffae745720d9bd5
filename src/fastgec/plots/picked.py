"""Which result of a metric a picture shows, and what it is called there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fastgec.fscore import shown_beta
from fastgec.glimpse import is_least
from fastgec.glimpse import shown_p as marked_p

Content = Mapping[str, Any]

# How a measure is asked for: its key in documents, what people write.
MEASURES = {
    "r": ("pearson", "r"),
    "rho": ("spearman", "ρ"),
    "tau": ("kendall_b", "τ"),
    "accuracy": ("pairwise_accuracy", "pairwise accuracy"),
    "soft": ("soft_pairwise_accuracy", "soft pairwise accuracy"),
}
SWEPT = ("r", "rho")
SHADES = ((0.01, "#6b6b6b"), (0.05, "#a5a5a5"), (0.1, "#d4d4d4"), (1.0, "#f2f2f2"))


class NothingToPlotError(ValueError):
    """A document that has not what a picture shows."""


def result_for(metric: Content, measure: str) -> Content:
    """Return the result of a metric that a measure is about.

    After a sweep there are two: the one whose beta was chosen by this measure, else the first.
    """
    results: Sequence[Content] = metric["results"]
    key = MEASURES[measure][0]
    return next((one for one in results if one.get("chosen_by") == key), results[0])


def results_of(corpus: Content, measure: str) -> Iterator[tuple[Content, Content]]:
    """Yield the results that a panel each is drawn of, with their metrics.

    All of them; after a sweep, where a metric has two, the one for the measure; for "both" the two
    of each metric that has two.
    """
    for metric in corpus["metrics"]:
        results = metric["results"]
        if not any(one.get("chosen_by") for one in results):
            chosen = [] if measure == "both" and len(results) == 1 else results
        else:
            chosen = results if measure == "both" else [result_for(metric, measure)]
        for result in chosen:
            yield metric, result


def called(metric: Content, result: Content | None = None) -> str:
    """Return what people call a metric, with its beta if it has one.

    >>> called({"metric": "m2"}, {"beta": 0.18})
    'm2 β 0.18'
    """
    beta = None if result is None else result.get("beta")
    return str(metric["metric"]) + ("" if beta is None else f" β {shown_beta(beta)}")


def corpus_title(corpus: Content) -> str:
    """Return a line about a corpus: how many systems stand behind each number.

    >>> corpus_title({"corpus": "a", "set": "all", "systems": ["x", "y", "z"], "sentences": 5})
    'a: 3 systems, 5 sentences'
    """
    name = str(corpus["corpus"])
    if corpus.get("set", "all") != "all":
        name += f" ({corpus['set']})"
    return f"{name}: {len(corpus['systems'])} systems, {corpus['sentences']} sentences"


def value(number: float | None) -> str:
    """Return a correlation as people read it; a dash where it is undefined.

    >>> value(0.80261), value(-0.16), value(None)
    ('0.803', '−0.160', '–')
    """
    if number is None:
        return "–"
    return f"{number:.3f}".replace("-", "−")


def shade(p: float) -> str:
    """Return the ground of a cell with a p: the smaller, the darker."""
    return next(colour for most, colour in SHADES if p <= most)


def shown_p(p: float, least: float = 0.0) -> str:
    """Return a p with two or three digits that stands on its own side of the customary levels.

    Args:
        p: to show.
        least: the smallest that is possible, which is marked (`comparison.least_p`).

    Example:
        >>> shown_p(0.0495), shown_p(0.0501), shown_p(0.3), shown_p(0.0002)
        ('.0495', '.0501', '.30', '<.001')
        >>> shown_p(6 / 1001, 6 / 1001)
        '<.006'
    """
    if p < 0.001:
        return "<.001"
    if is_least(p, least):
        return marked_p(p, least=least).replace("0.", ".", 1)
    for digits in (2, 3, 4, 5, 6):
        text = f"{p:.{digits}f}"
        shown = float(text)
        if p < 0.1 and digits == 2:
            continue
        if all((p > mark) - (p < mark) == (shown > mark) - (shown < mark) for mark in (0.01, 0.05)):
            return text.removeprefix("0")
    return f"{p:.6f}".removeprefix("0")
