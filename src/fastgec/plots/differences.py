"""Differences to a base with their intervals and p: a row for each system, a line at zero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastgec.glimpse import shown_p as marked_p
from fastgec.plots import forest
from fastgec.plots.canvas import Words
from fastgec.plots.names import printable
from fastgec.plots.picked import Content, NothingToPlotError
from fastgec.plots.scored import measure_name, name_of, percent, score_key, span
from fastgec.study.comparison import least_p

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without a base."""
    del measure
    if document.get("command") != "compare" or "base" not in document:
        raise NothingToPlotError("no differences found, expected those of 'compare' with a base")
    key = score_key(document["base"])
    called = measure_name(key, document["parameters"].get("beta"))
    base = name_of(document["base"])
    is_corrected = document["report"].endswith("holm")
    n_resamples = document["resampling"]["resamples"]
    least = least_p(n_resamples, len(document["systems"]) if is_corrected else 1)
    interval = f"{100 * (1 - document['level']):g}% intervals"
    panel = {
        "title": f"{document['metric'].upper()} {called} less that of {base}",
        "note": f"{interval}; p of approximate randomization{', Holm' * is_corrected} "
        f"({n_resamples:,} resamples)",
        "corpus": "",
        "metric": document["metric"],
        "measure": key,
        "beta": document["parameters"].get("beta"),
        "sentences": document["sentences"],
        "resampling": document["resampling"],
        "corrected": "holm" if is_corrected else None,
        "base": {
            "system": document["base"]["system"],
            "name": base,
            "value": document["base"][key],
        },
        "rows": [
            {
                "system": one["system"],
                "name": name_of(one),
                "value": one["difference"],
                "interval": list(one["interval"]),
                "p": one[document["report"]],
                "least_p": least,
            }
            for one in document["systems"]
        ],
    }
    return {"zero": True, "panels": [panel]}


def words(content: Content) -> Words:
    """Return title and description."""
    (panel,) = content["panels"]
    known = []
    for row in panel["rows"]:
        text = f"{printable(row['name'])} {percent(row['value'], signed=True)}"
        p = marked_p(row["p"], least=row["least_p"])
        known.append(f"{text} ({span(row['interval'], signed=True)}), p {p}")
    return Words(
        "Differences of systems to a base",
        f"{printable(panel['title'])}, in points, {panel['note']}: {'; '.join(known)}.",
    )


def draw(content: Content) -> Figure:
    """Draw the rows."""
    return forest.draw(content)
