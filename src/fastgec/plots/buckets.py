"""Scores of sentences in buckets, by their length or their gold edits: a line for each system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import INCH, Margins, Words, panels, plain_frame, title, width_of
from fastgec.plots.endings import draw_endings, stroke
from fastgec.plots.inks import SMALL, WHITE, ink
from fastgec.plots.names import fitted, printable
from fastgec.plots.picked import Content, NothingToPlotError
from fastgec.plots.scored import SCORE, measure_name, name_of, percent, score_key, value_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 3.4  # inches of the panel, at least
HEIGHT = 2.4
BUCKET = 0.5  # of a bucket
NAME = SMALL + 2  # points from one name to the next
NAMES = 1.6
CALLED = {"length": "tokens of the source", "edits": "gold edits of the sentence"}


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without buckets."""
    by, systems = document.get("by"), document.get("systems") or []
    if by not in CALLED or not systems or not all(one.get("buckets") for one in systems):
        raise NothingToPlotError("no buckets found, expected --buckets")
    filled = [one for each in systems for one in each["buckets"] if one["sentences"]]
    key = score_key(filled[0]) if measure == SCORE else measure
    if key not in filled[0]:
        raise NothingToPlotError(f"no {key} of buckets found, expected {SCORE}")
    return {
        "metric": document["metric"],
        "measure": key,
        "beta": document.get("beta"),
        "by": by,
        "buckets": [
            {key: one[key] for key in ("low", "high", "sentences")} for one in systems[0]["buckets"]
        ],
        "lines": [
            {
                "system": one["system"],
                "name": name_of(one),
                "values": [value_of(bucket, key) for bucket in one["buckets"]],
            }
            for one in systems
        ],
    }


def label(bucket: Content) -> str:
    """Return a range in words, as tables have it.

    >>> label({"low": 3, "high": 7}), label({"low": 20, "high": None}), label({"low": 1, "high": 1})
    ('3–7', '20+', '1')
    """
    low, high = bucket["low"], bucket["high"]
    if high is None:
        return f"{low}+"
    return f"{low}–{high}" if high > low else f"{low}"


def words(content: Content) -> Words:
    """Return title and description."""
    labels = [label(one) for one in content["buckets"]]
    parts = []
    for line in content["lines"]:
        pairs = zip(labels, line["values"], strict=True)
        shown = ", ".join(f"{name}: {percent(value)}" for name, value in pairs)
        parts.append(f"{printable(line['name'])} {shown}")
    sizes = ", ".join(
        f"{name}: {one['sentences']}" for name, one in zip(labels, content["buckets"], strict=True)
    )
    measure = measure_name(content["measure"], content["beta"])
    called = f"{content['metric'].upper()} {measure}, per cent, by {CALLED[content['by']]}"
    return Words(
        "Scores of sentences in buckets", f"{called}. Sentences: {sizes}. {'; '.join(parts)}."
    )


def draw(content: Content) -> Figure:
    """Draw a line for each system."""
    buckets, lines = content["buckets"], content["lines"]
    names = fitted([line["name"] for line in lines], NAMES * INCH)
    room = max(width_of(name, SMALL) for name in names) / INCH + 0.45
    labels = [label(one) for one in buckets]
    wide = max(width_of(one, SMALL) / INCH + 0.12 for one in labels)
    width = max(WIDTH, max(BUCKET, wide) * len(buckets))
    height = max(HEIGHT, NAME * len(lines) / INCH + 0.1)
    figure, [[axes]] = panels([1], width, height, Margins(0.5, room, 0.65, 0.35))
    for number, line in enumerate(lines):
        values = [float("nan") if one is None else 100 * one for one in line["values"]]
        axes.plot(
            range(len(buckets)),
            values,
            linewidth=1.1,
            marker=ink(number).mark,
            markersize=4,
            markeredgecolor=WHITE,
            markeredgewidth=0.3,
            zorder=3,
            **stroke(number),
        )
    axes.set_xlim(-0.3, len(buckets) - 0.7)
    sizes = [f"{name}\n({one['sentences']})" for name, one in zip(labels, buckets, strict=True)]
    axes.set_xticks(range(len(buckets)), sizes)
    axes.set_xlabel(f"{CALLED[content['by']]} (sentences)")
    measure = measure_name(content["measure"], content["beta"])
    axes.set_ylabel(f"{measure}, per cent")
    plain_frame(axes)
    title(axes, f"{content['metric'].upper()} {measure} by {CALLED[content['by']]}")
    ends = [_end(line["values"]) for line in lines]
    known = [end for end in ends if end is not None]
    low = min(known, default=0.0)
    heights = [low if end is None else end for end in ends]
    draw_endings(axes, names, heights, (width, height), has_marks=True)
    return figure


def _end(values: list[float | None]) -> float | None:
    """Return where a line ends, in per cent."""
    return next((100 * one for one in reversed(values) if one is not None), None)
