"""What pictures of scores take out of a result's JSON: panels, systems, measures by name.

A panel is a corpus, a metric and one of its scorings: `fastgec m2 -f json` has one, `fastgec green
-b 0.5 1` two, `fastgec run` one for each corpus and metric.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fastgec.fscore import shown_beta
from fastgec.plots.picked import Content, NothingToPlotError

# Keys of scores, the first that a metric has; "F" gets its beta.
SCORES = {"i": "I", "score": "score", "mean": "GLEU", "f": "F"}
SCORE = "score"  # what a picture is asked for: the score, or precision or recall
USUAL = ("correction", "cs", "plain")  # modes that need no word


def panels_of(document: Content) -> Iterator[dict[str, Any]]:
    """Yield what the scores of a document are about, each with a row for each system.

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
        raise NothingToPlotError("no scores found, expected those of a metric, or of 'run'")


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
    raise NothingToPlotError(f"no score found, expected one of {', '.join(SCORES)}")


def measure_name(key: str, beta: float | str | None) -> str:
    """Return what people call a measure.

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


def name_of(row: Content) -> str:
    """Return what people see of a system: without what all paths have in common, if it is known."""
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
    found: float | None = row.get(key)
    return found


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
    """Say what intervals are made of."""
    if not resampling:
        return ""
    return f"95% intervals, {resampling['resamples']} resamples"
