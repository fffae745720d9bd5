"""Numbers of pictures, read from a result's JSON document, and how they are written.

A panel is a corpus, a metric and one of its scorings: `fastgec m2 -f json` has one, `fastgec green
-b 0.5 1` two, `fastgec run` one for each corpus and metric.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from fastgec.fscore import shown_beta
from fastgec.values import is_least
from fastgec.values import shown_p as marked_p

Content = Mapping[str, Any]

# Name of a measure in options: its key in documents, its display name.
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
    """A document without the numbers that a picture shows."""


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
    """Return the display name of a metric, with its beta if it has one.

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


# Keys of scores, the first that a metric has; "F" gets its beta.
SCORES = {"i": "I", "score": "score", "mean": "GLEU", "f": "F"}
SCORE = "score"  # the measure of a picture: the score, or precision or recall
USUAL = ("correction", "cs", "plain")  # modes that need no word


def panels_of(document: Content) -> Iterator[dict[str, Any]]:
    """Yield the corpora and metrics of a document's scores, each with a row for each system.

    Raises:
        NothingToPlotError: the document has no scores.
    """
    if document.get("command") == "run":
        for corpus in document["corpora"]:
            for metric in corpus["metrics"]:
                yield from _of_metric(metric, str(corpus["corpus"]), int(corpus["sentences"]))
    elif "command" not in document and "by" not in document and document.get("systems"):
        yield from _of_metric(document, "", int(document["sentences"]))
    else:
        raise NothingToPlotError("no scores: expected the result of a metric or of 'run'")


def _of_metric(metric: Content, corpus: str, sentences: int) -> Iterator[dict[str, Any]]:
    systems = metric["systems"]
    settings = metric.get("parameters") or {}
    for number in range(len(systems[0].get("scores") or [None])):
        rows = [{**one, **(one["scores"][number] if "scores" in one else {})} for one in systems]
        mode = rows[0].get("mode", settings.get("mode"))
        beta = rows[0].get("beta", settings.get("beta"))
        key = score_key(rows[0])
        yield {
            "corpus": corpus,
            "metric": metric["metric"],
            "called": _called(metric, settings, mode),
            "measure": measure_name(key, beta),
            "key": key,
            "beta": beta,
            "sentences": sentences,
            "resampling": metric.get("resampling"),
            "rows": rows,
        }


def score_key(row: Content) -> str:
    """Return under which key a row has its score. Raises: NothingToPlotError."""
    for key in SCORES:
        if key in row:
            return key
    raise NothingToPlotError(f"no score: expected one of {', '.join(SCORES)}")


def measure_name(key: str, beta: float | str | None) -> str:
    """Return the display name of a measure.

    >>> measure_name("f", 0.5), measure_name("f", "inf"), measure_name("i", None)
    ('F0.5', 'Finf', 'I')
    """
    name = SCORES.get(key, key)
    return f"{name}{shown_beta(beta)}" if key == "f" and beta is not None else name


def _called(metric: Content, settings: Mapping[str, Any], mode: Any) -> str:
    words = [str(metric["metric"]).upper()]
    if settings.get("unit") == "char":
        words.append("characters")
    if settings.get("variant") not in (None, "official"):
        words.append(str(settings["variant"]))
    if mode is not None and mode not in USUAL:
        words.append(str(mode))
    return " ".join(words)


def heading(panel: Content, key: str) -> str:
    """Return a line about a panel: corpus, metric and measure."""
    measure = measure_name(key, panel["beta"])
    called = panel["called"]
    text = called if measure.lower() == called.lower() else f"{called} {measure}"
    return f"{panel['corpus']}: {text}" if panel["corpus"] else text


def some_of(content: Content, *keys: str) -> dict[str, Any]:
    """Return some items of a mapping."""
    return {key: content[key] for key in keys}


def square_of(
    names: Sequence[str],
    pairs: Iterable[tuple[str, str, Any]],
    empty: Any = None,
    *,
    is_symmetric: bool = True,
) -> list[list[Any]]:
    """Return values of pairs of names as a square; `empty` where there is none.

    >>> square_of(["a", "b"], [("a", "b", 1)])
    [[None, 1], [1, None]]
    """
    place = {name: number for number, name in enumerate(names)}
    square = [[empty] * len(names) for _ in names]
    for first, second, known in pairs:
        square[place[first]][place[second]] = known
        if is_symmetric:
            square[place[second]][place[first]] = known
    return square


def system_of(row: Content) -> dict[str, Any]:
    """Return the name of a system, as documents and as people have it."""
    return {"system": row["system"], "name": name_of(row)}


def name_of(row: Content) -> str:
    """Return the display name of a system: without the common folder of all paths, if known."""
    return str(row.get("name", row["system"]))


def value_of(row: Content, key: str) -> float | None:
    """Return a measure of a row; None where it is undefined, as precision is of nothing.

    >>> value_of({"precision": 1.0, "recall": 0.5, "proposed": 0, "gold": 2}, "precision")
    """
    proposed, gold = row.get("proposed"), row.get("gold")
    if "tp" in row and "fn" in row and "fp" in row:
        proposed, gold = row["tp"] + row["fp"], row["tp"] + row["fn"]
    if (key == "precision" and proposed == 0) or (key == "recall" and gold == 0):
        return None
    return row.get(key)


def interval_of(row: Content, key: str) -> list[float] | None:
    """Return the interval of a measure, if there is one and the measure is defined."""
    found = (row.get("intervals") or {}).get(key)
    return None if found is None or value_of(row, key) is None else list(found)


def percent(value: float | None, *, signed: bool = False) -> str:
    """Return a score as tables have it; a dash where it is undefined.

    >>> percent(0.63333), percent(-0.1), percent(0.1, signed=True), percent(None)
    ('63.33', '−10.00', '+10.00', '–')
    """
    if value is None:
        return "–"
    text = f"{100 * value:+.2f}" if signed else f"{100 * value:.2f}"
    return ("0.00" if float(text) == 0 else text).replace("-", "−")


def span(interval: list[float] | None, *, signed: bool = False) -> str:
    """Return an interval as text: "60.12 to 66.20", "" where there is none."""
    if interval is None:
        return ""
    return " to ".join(percent(one, signed=signed) for one in interval)


def drawn_note(resampling: Content | None) -> str:
    """Return a note on the resamples of intervals; "" without."""
    if not resampling:
        return ""
    return f"95% intervals, {resampling['resamples']} resamples"
