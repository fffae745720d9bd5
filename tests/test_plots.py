"""Pictures: where names stand, which numbers are shown, words for all, the same bytes always."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastgec.show.plots import canvas
from fastgec.show.plots import canvas as labels
from fastgec.show.plots.content import NothingToPlotError
from fastgec.show.plots.kinds import KINDS, PlotRequest, numbers_of, picture, plot_request
from golden_data import read_json
from meta_documents import HUMAN, SYSTEMS, a_document

coordinate = st.floats(0, 200, allow_nan=False)
points = st.lists(st.tuples(coordinate, coordinate), max_size=13, unique=True)


@given(points, st.lists(st.integers(10, 34), min_size=13, max_size=13))
def test_names_stand_inside_the_frame_and_the_same_every_time(
    at: list[tuple[float, float]], widths: list[int]
) -> None:
    frame = labels.Box(-40, -40, 240, 240)
    sizes = [(float(width), 7.0) for width in widths[: len(at)]]
    boxes = labels.place(at, sizes, frame, [])
    assert len(boxes) == len(at)
    assert all(box.within(frame) for box in boxes)
    assert boxes == labels.place(at, sizes, frame, [])
    for box, (width, height) in zip(boxes, sizes, strict=True):
        assert box.right - box.left == pytest.approx(width)
        assert box.top - box.bottom == pytest.approx(height)


def test_no_name_covers_another_in_a_crowd() -> None:
    at = [(100.0 + 7 * (number % 4), 80.0 + 6 * (number // 4)) for number in range(13)]
    boxes = labels.place(at, [(26.0, 7.0)] * 13, labels.Box(0, 0, 200, 160), [])
    overlaps = [
        one.overlap(other) for n, one in enumerate(boxes) for other in boxes[:n] if one != other
    ]
    assert max(overlaps) == 0
    assert len(set(boxes)) == 13


@given(st.lists(st.integers(-20, 20), min_size=8, max_size=8))
def test_a_line_crosses_a_box_if_one_of_its_points_is_inside(n: list[int]) -> None:
    box = labels.Box(min(n[0], n[1]), min(n[2], n[3]), max(n[0], n[1]), max(n[2], n[3]))
    start, end = (n[4], n[5]), (n[6], n[7])
    steps = np.linspace(0, 1, 4001)
    x = start[0] + steps * (end[0] - start[0])
    y = start[1] + steps * (end[1] - start[1])
    is_inside = (
        (x >= box.left - 1e-9)
        & (x <= box.right + 1e-9)
        & (y >= box.bottom - 1e-9)
        & (y <= box.top + 1e-9)
    )
    found = labels.crosses((start, end), box)
    if is_inside.any():
        assert found
    elif found:  # it grazes a corner between two of our points
        margin = 0.02
        near = (
            (x >= box.left - margin)
            & (x <= box.right + margin)
            & (y >= box.bottom - margin)
            & (y <= box.top + margin)
        )
        assert near.any()


@given(st.lists(st.floats(0, 10), min_size=1, max_size=8), st.floats(0.1, 3))
def test_ends_of_lines_move_apart_as_little_as_it_takes(heights: list[float], gap: float) -> None:
    found = labels.spread(heights, gap, 0, 10)
    room = min(gap, 10 / max(len(heights) - 1, 1))
    order = sorted(range(len(heights)), key=lambda number: (heights[number], number))
    placed = [found[number] for number in order]
    assert all(b - a >= room - 1e-9 for a, b in pairwise(placed))
    assert min(placed) >= -1e-9
    assert max(placed) <= 10 + 1e-9
    cost = sum((a - b) ** 2 for a, b in zip(found, heights, strict=True))
    # No other places that keep the order and the gaps are nearer to where names would be.
    generator = np.random.default_rng(len(heights))
    for _ in range(40):
        other = np.sort(np.array(placed) + generator.normal(0, 0.3, len(placed)))
        if other[0] >= 0 and other[-1] <= 10 and (np.diff(other) >= room).all():
            wanted = np.array([heights[number] for number in order])
            assert ((other - wanted) ** 2).sum() >= cost - 1e-9


def test_letters_can_be_read_on_every_colour() -> None:
    def light(colour: str) -> float:
        shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (
            one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for value in np.linspace(-1, 1, 201).tolist():
        ground = canvas.diverging(value)
        dark, bright = sorted((light(ground), light(canvas.on(ground))))
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, value  # as accessible pages must have
    strokes = {(one.dashes, one.mark) for one in canvas.LINE_STYLES}
    assert len(strokes) == len(canvas.LINE_STYLES)  # no two lines differ in colour alone


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("a.svg", ("scatter", "r", "a.svg")),
        ("sweep=a.png", ("sweep", "r", "a.png")),
        ("sweep:rho=a=b.pdf", ("sweep", "rho", "a=b.pdf")),
        ("./x=y.svg", ("scatter", "r", "./x=y.svg")),
    ],
)
def test_pictures_are_asked_for(words: str, expected: tuple[str, str, str]) -> None:
    assert plot_request(words) == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("scater=a.svg", "no plot 'scater': expected scatter or sweep"),
        ("a.jpg", "'a.jpg': expected a name that ends in .svg, .png, .pdf"),
        ("sweep=", "'': expected a name that ends in"),
        ("sweep:tau=a.svg", "sweep of 'tau': expected r or rho"),
        ("pvalues:rho=a.svg", "pvalues of 'rho': expected r"),
    ],
)
def test_what_is_no_picture_is_refused(words: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        plot_request(words)


def every_kind() -> Iterator[PlotRequest]:
    for kind, known in KINDS.items():
        for measure in known.measures:
            yield PlotRequest(kind, measure, f"{kind}-{measure}.svg")


@pytest.mark.parametrize("one", list(every_kind()), ids=lambda one: f"{one.kind}:{one.measure}")
def test_numbers_are_those_of_the_document_and_words_say_them(one: PlotRequest) -> None:
    if one.measure == "soft":
        assert numbers_of(a_document(), one)["numbers"]["rows"][0]["cells"][0]["value"] is None
        return
    shown = numbers_of(a_document(), one)
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown
    assert shown["title"]
    assert "news" in shown["description"]
    assert "green-word-n4" in shown["description"]


def test_a_scatter_plot_shows_the_result_of_its_measure_and_the_least_squares_line() -> None:
    document = a_document()
    content = numbers_of(document, plot_request("a.svg"))["numbers"]
    first = content["corpora"][0]
    assert first["systems"] == SYSTEMS
    assert first["human_scores"] == HUMAN
    names = [(one["metric"], one["beta"]) for one in first["panels"]]
    assert names == [("green-word-n4", 1.38), ("gleu-clipped-word-n4", None), ("other", None)]
    for panel in first["panels"]:
        slope, intercept = np.polyfit(HUMAN, panel["scores"], 1)
        assert panel["line"] == pytest.approx([intercept, slope], abs=1e-12)
    for one in document["corpora"][0]["metrics"][0]["results"]:
        one["chosen_by"] = None  # as --beta 1.38 1.4 has them
    content = numbers_of(document, plot_request("a.svg"))["numbers"]
    betas = [one["beta"] for one in content["corpora"][0]["panels"]]
    assert betas == [1.38, 1.4, None, None]
    content = numbers_of(a_document(), plot_request("scatter:both=a.svg"))["numbers"]
    betas = [(one["metric"], one["beta"]) for one in content["corpora"][0]["panels"]]
    assert betas == [("green-word-n4", 1.38), ("green-word-n4", 1.4)]
    content = numbers_of(a_document(), plot_request("scatter:rho=a.svg"))["numbers"]
    assert [one["beta"] for one in content["corpora"][0]["panels"]] == [1.4, None, None]
    flat = a_document()
    flat["corpora"][0]["human"]["scores"] = [0.5] * 6
    assert (
        numbers_of(flat, plot_request("a.svg"))["numbers"]["corpora"][0]["panels"][0]["line"]
        is None
    )


def test_a_cell_says_whether_its_interval_includes_0() -> None:
    rows = numbers_of(a_document(), plot_request("heatmap=a.svg"))["numbers"]["rows"]
    assert rows[0]["cells"][0]["interval"] == [-0.1, 0.97]  # of both: the widest claim
    assert all(cell["includes_0"] for row in rows for cell in row["cells"])
    rows = numbers_of(a_document(), plot_request("heatmap:rho=a.svg"))["numbers"]["rows"]
    assert rows[0]["cells"][0]["beta"] == 1.4  # chosen for rho
    assert rows[0]["cells"][0]["includes_0"] is False
    assert rows[2]["cells"][0]["value"] is None


def test_p_values_stand_in_a_square() -> None:
    corpus = numbers_of(a_document(), plot_request("pvalues=a.svg"))["numbers"]["corpora"][0]
    assert corpus["williams"] == [[None, 0.3, 0.0495], [0.3, None, None], [0.0495, None, None]]
    assert corpus["perm_both"][2][1] == corpus["perm_both"][1][2] == 0.0002
    words = numbers_of(a_document(), plot_request("pvalues=a.svg"))["description"]
    assert "green-word-n4 and other: permutation .0495, Williams .0495" in words
    assert "<.001" in words


@pytest.mark.parametrize(
    ("kind", "key", "message"),
    [
        ("sweep", "sweep", "metrics of news without a sweep: --beta sweep is required"),
        ("windows", "windows", "news without windows: --windows is required"),
        ("distance", "sentence", "no distances of ranks: --level sentence is required"),
        ("pvalues", "tests", "news without tests: --tests is required"),
    ],
)
def test_a_picture_of_nothing_is_refused(kind: str, key: str, message: str) -> None:
    document = a_document()
    for corpus in document["corpora"]:
        corpus.pop(key, None)
        for metric in corpus["metrics"]:
            metric.pop(key, None)
            for result in metric["results"]:
                result.pop(key, None)
    with pytest.raises(NothingToPlotError, match=message):
        numbers_of(document, plot_request(f"{kind}=a.svg"))


@pytest.fixture
def matplotlib() -> Any:
    return pytest.importorskip("matplotlib", reason="the extra plots is not installed")


@pytest.mark.parametrize(
    "one", [plot_request(f"{kind}=a.svg") for kind in KINDS], ids=lambda one: one.kind
)
def test_svg_has_words_and_the_same_bytes_whatever_the_users_settings(
    one: PlotRequest, matplotlib: Any
) -> None:
    shown = numbers_of(a_document(), one)
    svg = picture(shown)
    with matplotlib.rc_context({"font.size": 30, "svg.hashsalt": "x", "lines.linewidth": 9}):
        before = dict(matplotlib.rcParams)
        assert picture(shown) == svg
        assert dict(matplotlib.rcParams) == before
    root = ElementTree.fromstring(svg)
    name = "{http://www.w3.org/2000/svg}"
    assert [child.tag for child in root][:2] == [f"{name}title", f"{name}desc"]
    assert root[0].text == shown["title"]
    assert root[1].text == shown["description"]
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"].split() == [root[0].attrib["id"], root[1].attrib["id"]]
    assert not re.search(rb"20[0-9][0-9]-|Matplotlib|<image|<script", svg)


# What a picture is drawn of, SVG shows of every kind.
@pytest.mark.parametrize(
    ("name", "start"), [("heatmap=a.png", b"\x89PNG"), ("windows=a.pdf", b"%PDF")]
)
def test_png_and_pdf_are_the_same_bytes_and_have_words(
    name: str, start: bytes, matplotlib: Any
) -> None:
    del matplotlib
    shown = numbers_of(a_document(), plot_request(name))
    data = picture(shown)
    assert data.startswith(start)
    assert data == picture(shown)
    assert b"CreationDate" not in data
    assert b"Software" not in data
    assert b"Title" in data


def test_a_name_with_signs_of_xml_does_no_harm(matplotlib: Any) -> None:
    del matplotlib
    document = a_document()
    document["corpora"][0]["corpus"] = 'news & <views> "$x_1$"'
    document["corpora"][0]["systems"][:2] = ["a&b<c>$d", r"$\frac{1"]
    for kind in ("scatter", "heatmap"):
        svg = picture(numbers_of(document, plot_request(f"{kind}=a.svg")))
        assert ElementTree.fromstring(svg)[1].text is not None


def test_letters_that_the_font_lacks_are_boxes_without_a_warning(matplotlib: Any) -> None:
    del matplotlib
    document = a_document()
    document["corpora"] = document["corpora"][:1]
    document["corpora"][0]["systems"][0] = "漢字"
    svg = picture(numbers_of(document, plot_request("scatter=a.svg")))
    assert ElementTree.fromstring(svg)[0].text is not None


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=re.escape("pip install 'fastgec[plots]'")):
        picture(numbers_of(a_document(), plot_request("a.svg")))


def test_golden_windows_and_sweeps_are_drawn(shared: Path, matplotlib: Any) -> None:
    """Real numbers: 501 betas, plateaus, ten windows."""
    del matplotlib
    golden = read_json(shared / "golden/meta/metrics_conll14.json.gz")
    metric = golden["metrics"]["green-char-n6"]
    found = metric["sweep"]
    folds = [float(np.mean(ks)) / 100 for ks in found["fold_best_pearson_k"]]
    best = {"ranges": [[1.85, 1.85]], "fold_betas": folds, "beta": float(np.mean(folds))}
    document = a_document()
    document["corpora"] = document["corpora"][:1]
    document["corpora"][0]["metrics"][0]["sweep"] = {
        "betas": [k / 100 for k in range(501)],
        "pearson": found["pearson"],
        "best": {"pearson": best},
    }
    shown = numbers_of(document, plot_request("sweep=a.svg"))
    assert "0.803 at beta 1.86" in shown["description"]
    assert picture(shown).startswith(b"<?xml")
