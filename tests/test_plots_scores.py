"""Pictures of scores: numbers are the command line's, names have room, bytes stay the same."""

from __future__ import annotations

import json
import math
import re
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from commands import Call
from fastgec.cli.texts import SAMPLES
from fastgec.show.plots import canvas, content, scores
from fastgec.show.plots.kinds import OF_SCORES, numbers_of, picture, plot_request, step_of
from golden_data import read_json
from meta_folder import write_folder

TEXTS = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt", "-c", "careful.txt", "bold.txt"]
OUTPUTS = ["careful.txt", "bold.txt", "source.txt"]
CI = "--ci=40"


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Be in a folder of our own that has the sample data, as M2 on both sides, too."""
    for path in SAMPLES.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    lines = (SAMPLES / "gold.m2").read_text(encoding="utf-8").splitlines(keepends=True)
    for coder in "01":
        kept = [line for line in lines if not line.startswith("A ") or line.endswith(f"{coder}\n")]
        text = "".join(kept).replace(f"|||{coder}\n", "|||0\n")
        (tmp_path / f"coder{coder}.m2").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def matplotlib() -> Any:
    return pytest.importorskip("matplotlib", reason="the extra plots is not installed")


def numbers(call: Call, *words: str) -> Any:
    """Return the numbers of a picture that a command was asked for."""
    done = call([*words, "-q"])
    assert done.status == 0, done.stderr
    assert (done.stderr, bool(done.stdout)) == ("", words[0] != "plot")
    shown = json.loads(Path("n.json").read_text(encoding="utf-8"))
    return shown["numbers"]


def printed(call: Call, *words: str) -> Any:
    done = call([*words, "-q", "-f", "json"])
    assert done.status == 0, done.stderr
    return json.loads(done.stdout)


SCORED = [
    ("m2", [*OUTPUTS, "gold.m2"], "f"),
    ("green", [*TEXTS, "-b", "0.5", "2"], "f"),
    ("gleu", TEXTS, "mean"),
    ("imeasure", TEXTS, "i"),
    ("errant", ["coder0.m2", "coder1.m2", "gold.m2"], "f"),
    ("cleme", ["coder0.m2", "coder1.m2", "gold.m2"], "f"),
    ("cleme2", ["coder0.m2", "coder1.m2", "gold.m2"], "score"),
    ("gotoscorer", [*OUTPUTS, "gold.m2"], "f"),
]


@pytest.mark.parametrize(("metric", "files", "key"), SCORED, ids=lambda one: str(one)[:8])
def test_a_forest_has_the_scores_and_intervals_that_are_printed(
    metric: str, files: list[str], key: str, call: Call
) -> None:
    words = [metric, *files, CI]
    if metric == "errant":
        words = ["errant", "compare", "-hyp", *files[:2], "-ref", files[2], CI]
    document = printed(call, *words)
    shown = numbers(call, "plot", "forest", "--metric", metric, *files, CI, "-o", "n.json")
    rows = [row for panel in shown["panels"] for row in panel["rows"]]
    n_scorings = len(shown["panels"])
    expected = [
        (one["scores"][number] if n_scorings > 1 else one)
        for number in range(n_scorings)
        for one in document["systems"]
    ]
    assert [row["value"] for row in rows] == [one[key] for one in expected]
    assert [row["interval"] for row in rows] == [one["intervals"][key] for one in expected]
    assert {panel["resampling"]["resamples"] for panel in shown["panels"]} == {40}
    assert numbers(call, *words, "--plot", "n.json") == shown
    names_of = [one["system"].removesuffix(".txt").removesuffix(".m2") for one in rows]
    assert [row["name"] for row in rows] == names_of


@pytest.mark.parametrize("metric", ["m2", "green", "errant", "cleme"])
def test_precision_and_recall_are_those_that_are_printed(metric: str, call: Call) -> None:
    files = {name: files for name, files, _ in SCORED}[metric]
    words = [metric, *files]
    if metric == "errant":
        words = ["errant", "compare", "-hyp", *files[:2], "-ref", files[2]]
    document = printed(call, *words)
    shown = numbers(call, *words, "--plot", "pr=n.json")
    assert numbers(call, *words, "--plot", "n.json") == shown  # what such a command draws
    for number, panel in enumerate(shown["panels"]):
        for row, one in zip(panel["rows"], document["systems"], strict=True):
            score = one["scores"][number] if "scores" in one else one
            if row["precision"] is None:
                assert score["proposed"] == 0
            else:
                assert row["precision"] == score["precision"]
            assert (row["recall"], row["f"]) == (score["recall"], score["f"])


def test_a_config_has_a_panel_for_each_metric(call: Call) -> None:
    document = printed(call, "run", "eval.toml", CI)
    shown = numbers(call, "plot", "forest", "eval.toml", CI, "-o", "n.json")
    assert numbers(call, "run", "eval.toml", CI, "--plot", "n.json") == shown
    for panel, metric in zip(shown["panels"], document["corpora"][0]["metrics"], strict=True):
        key = "mean" if metric["metric"] == "gleu" else "f"
        assert [row["value"] for row in panel["rows"]] == [one[key] for one in metric["systems"]]
        assert [row["name"] for row in panel["rows"]] == ["careful", "bold", "INPUT"]
    titles = [panel["title"] for panel in shown["panels"]]
    assert titles == [
        "samples: M2 F0.5",
        "samples: GREEN F1.67",
        "samples: GREEN characters F1.85",
        "samples: GLEU",
    ]
    shown = numbers(call, "plot", "pr", "eval.toml", "-o", "n.json")
    assert len(shown["panels"]) == 3  # GLEU has no precision


def test_types_are_those_that_are_printed(call: Call) -> None:
    files = ["careful.txt", "bold.txt", "gold.m2"]
    document = printed(call, "m2", "--types", *files)
    shown = numbers(call, "plot", "types", *files, "-o", "n.json")
    assert numbers(call, "m2", "--types", *files, "--plot", "n.json") == shown
    for system, one in enumerate(document["systems"]):
        found = {row["type"]: row for row in one["types"]}
        for row in shown["rows"]:
            known = found.get(row["type"], {"recall": None, "gold": 0})
            assert row["values"][system] == known["recall"]
            assert row["edits"][system] == known["gold"]
    totals = [sum(row["edits"]) for row in shown["rows"]]
    assert totals == sorted(totals, reverse=True)


@pytest.mark.parametrize("measure", ["recall", "precision", "f"])
def test_types_of_errant_have_precision_and_intervals(measure: str, call: Call) -> None:
    files = ["coder0.m2", "coder1.m2", "gold.m2"]
    words = ["-hyp", *files[:2], "-ref", files[2]]
    document = printed(call, "errant", "compare", *words, "-cat", "2", CI)
    shown = numbers(
        call,
        *("plot", "types", "--metric", "errant", *files, "-cat", "2", CI),
        *("--measure", measure, "-o", "n.json"),
    )
    for system, one in enumerate(document["systems"]):
        for known in one["types"]:
            row = next(row for row in shown["rows"] if row["type"] == known["type"])
            n = known["tp"] + known["fp" if measure == "precision" else "fn"]
            assert row["edits"][system] == n
            if n or measure == "f":
                assert row["values"][system] == known[measure]
                assert row["intervals"][system] == known["intervals"][measure]
            else:
                assert row["values"][system] is None


@pytest.mark.parametrize("by", ["length", "edits"])
def test_buckets_are_those_that_are_printed(by: str, call: Call) -> None:
    words = ["--buckets", by, *OUTPUTS, "gold.m2", "--bounds", "1", "2", "50"]
    document = printed(call, "errors", *words)
    shown = numbers(call, "plot", "buckets", *words, "-o", "n.json")
    assert numbers(call, "errors", *words, "--plot", "n.json") == shown
    for line, one in zip(shown["lines"], document["systems"], strict=True):
        assert line["values"] == [bucket.get("f") for bucket in one["buckets"]]
    assert [one["sentences"] for one in shown["buckets"]][-1] == 0
    assert [line["values"][-1] for line in shown["lines"]] == [None] * 3
    labels = [scores.label(one) for one in shown["buckets"]]
    assert labels == ["0", "1", "2–49", "50+"]


def test_pairs_and_differences_are_those_that_are_printed(call: Call) -> None:
    tests = ["--resamples", "200"]
    document = printed(call, "compare", "--all", *OUTPUTS, "--gold", "gold.m2", *tests)
    shown = numbers(call, "plot", "pairs", *tests, *OUTPUTS, "gold.m2", "-o", "n.json")
    with_gold = ["--gold", "gold.m2"]
    words = ["compare", "--all", *OUTPUTS, *with_gold, *tests, "--plot", "n.json"]
    assert numbers(call, *words) == shown
    order = [one["system"] for one in document["systems"]]
    assert [one["system"] for one in shown["systems"]] == order
    assert [one["score"] for one in shown["systems"]] == [one["f"] for one in document["systems"]]
    for one in document["pairs"]:
        a, b = order.index(one["system"]), order.index(one["other"])
        assert shown["p"][a][b] == shown["p"][b][a] == one["p_randomization_holm"]
        assert shown["difference"][a][b] == -shown["difference"][b][a] == one["difference"]
        assert shown["told_apart"][a][b] == shown["told_apart"][b][a] == one["told_apart"]
    assert [shown["p"][n][n] for n in range(3)] == [None] * 3

    document = printed(call, "compare", *OUTPUTS, *with_gold, *tests, "--holm")
    words = ["plot", "differences", *tests, "--holm", *OUTPUTS, "gold.m2", "-o", "n.json"]
    (panel,) = numbers(call, *words)["panels"]
    assert panel["base"]["value"] == document["base"]["f"]
    for row, one in zip(panel["rows"], document["systems"], strict=True):
        found = (row["value"], row["interval"], row["p"])
        assert found == (one["difference"], one["interval"], one["p_randomization_holm"])
    texts = ["plot", "pairs", "--metric", "green", *TEXTS, *tests, "-o", "n.json"]
    assert numbers(call, *texts)["metric"] == "green"


def test_what_was_printed_as_json_is_drawn_the_same(call: Call) -> None:
    for kind, words in {
        "forest": ["m2", CI, *OUTPUTS, "gold.m2"],
        "types": ["m2", "--types", *OUTPUTS[:2], "gold.m2"],
        "buckets": ["errors", "--buckets", "length", *OUTPUTS, "gold.m2"],
        "differences": ["compare", *OUTPUTS, "--gold", "gold.m2", "--resamples", "50"],
    }.items():
        shown = numbers(call, *words, "--plot", f"{kind}=n.json")
        text = call([*words, "-f", "json", "-q"]).stdout
        Path("result.json").write_text(text, encoding="utf-8")
        assert numbers(call, "plot", kind, "result.json", "-o", "n.json") == shown


def test_golden_scores_are_in_the_picture(shared: Path, call: Call) -> None:
    """All systems of CoNLL-2014: counts make the golden precision, recall and F."""
    folder = shared / "data" / "conll14"
    systems = sorted((folder / "systems").iterdir())
    done = call(["plot", "pr", *systems, folder / "gold.m2", "-q", "-o", "n.json"])
    assert (done.status, done.stderr) == (0, "")
    rows = json.loads(Path("n.json").read_text(encoding="utf-8"))["numbers"]["panels"][0]["rows"]
    assert len(rows) == len(systems) >= 16
    for row, path in zip(rows, systems, strict=True):
        golden = read_json(shared / "golden" / "m2" / f"conll14__{path.stem}.json.gz")
        p, r, f, _, proposed, _ = golden["development"]["scores_by_beta"]["0.5"]
        assert row["precision"] == (p if proposed else None)
        assert (row["recall"], row["f"]) == (r, f)
        assert row["name"] == path.stem


def test_counts_of_parts_are_drawn_as_the_whole(call: Call) -> None:
    files = ["m2", *OUTPUTS, "gold.m2"]
    for part, span in (("1.npz", ":7"), ("2.npz", "8:")):
        assert call([*files, "--sentence-range", span, "--counts-out", part]).status == 0
    for kind, *more in (["pr"], ["forest", CI]):
        drawn = [*more, "--plot", f"{kind}=n.json"]
        shown = numbers(call, *files, *drawn)
        assert len(shown["panels"][0]["rows"]) == len(OUTPUTS)
        assert numbers(call, "merge", "2.npz", "1.npz", *drawn) == shown


# What is drawn.


def scores_of(systems: list[str], **more: Any) -> dict[str, Any]:
    """Return a document of scores, made up: 5 points between two systems."""
    rows = []
    for number, system in enumerate(systems):
        p, r = 0.3 + 0.5 * number / len(systems), 0.2 + 0.03 * ((7 * number) % 11)
        f = scores.f_of(p, r, 0.5)
        known = {"precision": p, "recall": r, "f": f}
        intervals = {key: [value - 0.02, value + 0.02] for key, value in known.items()}
        counts = {"correct": 1, "proposed": 2, "gold": 3}
        rows.append({"system": system, "path": system, **known, **counts, "intervals": intervals})
    return {
        "metric": "m2",
        "parameters": {"beta": 0.5},
        "sentences": 20,
        "resampling": {"resamples": 100, "seed": 0, "choice": "running"},
        "systems": rows,
        **more,
    }


def pairs_of(systems: list[str]) -> dict[str, Any]:
    document = scores_of(systems, command="compare", level=0.05, report="p_randomization_holm")
    for one in document["systems"]:
        one["groups"] = "ab"
    document["pairs"] = [
        {
            "system": a,
            "other": b,
            "difference": 0.123,
            "told_apart": number % 3 == 0,
            "p_randomization_holm": (0.0004, 0.0301, 0.0502, 0.3)[number % 4],
        }
        for number, (a, b) in enumerate(combinations(systems, 2))
    ]
    return document


def differences_of(systems: list[str]) -> dict[str, Any]:
    document = scores_of(systems, command="compare", level=0.05, report="p_randomization_holm")
    document["base"], *document["systems"] = document["systems"]
    for number, one in enumerate(document["systems"]):
        change = {"difference": 0.01 * number - 0.05, "interval": [-0.1, 0.02 * number]}
        one |= {**change, "p_randomization_holm": 0.04}
    return document


def buckets_of(systems: list[str]) -> dict[str, Any]:
    document = scores_of(systems, by="length", beta=0.5)
    for one in document["systems"]:
        one["buckets"] = [
            {**one, "low": 10 * n, "high": 10 * n + 9, "sentences": 1000 + n} for n in range(4)
        ]
        one["buckets"][1] |= {"precision": 1.0, "proposed": 0}
    return document


def types_of(systems: list[str]) -> dict[str, Any]:
    document = scores_of(systems[:2])
    for place, one in enumerate(document["systems"]):
        one["types"] = [
            {"type": f"R:{'LONG:' * (n % 9)}{n}", "gold": 99 - n, "recall": (n * 7 % 10) / 10}
            for n in range(place, 40)
        ]
    return document


DOCUMENTS = {
    "forest": scores_of,
    "pr": scores_of,
    "types": types_of,
    "buckets": buckets_of,
    "pairs": pairs_of,
    "differences": differences_of,
}
SIXTEEN = [
    f"official-{name}" for name in ("AMU", "CAMB", "IITB", "INPUT", "IPN", "PKU", "NTHU", "UFC")
]
SIXTEEN += [f"pillars/{name}-11B-2024" for name in ("GECToR", "T5", "EditScorer", "CLC", "MoECE")]
SIXTEEN += ["naacl2018", "x", "gpt-4 \u202eevil\u202c $\\frac{1}$ <b>&amp;" + "w" * 3000]
HOSTILE = [
    "<script>alert(1)</script>",
    "a\nb\x00\x1b[31m",
    "\udcff\udc80",
    '"]]>&amp;',
    "$x_1$",
    " ",
]


def test_every_kind_has_a_document() -> None:
    assert set(DOCUMENTS) == set(OF_SCORES)


def shown_of(kind: str, systems: list[str], suffix: str = ".svg") -> dict[str, Any]:
    return numbers_of(DOCUMENTS[kind](systems), plot_request(f"{kind}=a{suffix}", OF_SCORES))


def figure_of(kind: str, systems: list[str]) -> Any:
    """Return a figure that is ready to be measured."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = step_of(kind, "draw")(shown_of(kind, systems)["numbers"])
    figure.set_dpi(288)  # letters of few dots are wider than they should be
    FigureCanvasAgg(figure)
    figure.draw_without_rendering()
    return figure


def boxes_of(figure: Any) -> list[tuple[str, Any]]:
    """Return all that is written, and where it stands."""
    from matplotlib.text import Text

    axes_of = [axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)]
    marks = {label for axis in axes_of for label in axis.get_ticklabels(which="both")}
    marks -= {tick.label1 for axis in axes_of for tick in axis._update_ticks()}  # out of view
    found = []
    for text in figure.findobj(Text):
        box = text.get_window_extent()
        if text.get_visible() and text.get_text().strip() and text not in marks and box.width > 0:
            found.append((text.get_text(), box))
    return found


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("systems", [SIXTEEN, ["one"]], ids=["16", "1"])
def test_what_is_written_has_room(kind: str, systems: list[str], matplotlib: Any) -> None:
    del matplotlib
    if kind in ("pairs", "differences") and len(systems) == 1:
        return
    with canvas.settings():
        figure = figure_of(kind, systems)
        width, height = figure.canvas.get_width_height()
        found = boxes_of(figure)
    assert len(found) > 5
    for text, box in found:
        inside = box.x0 >= -1 and box.y0 >= -1 and box.x1 <= width + 1 and box.y1 <= height + 1
        assert inside, f"{text!r} stands outside"
    for (text, box), (other, its) in combinations(found, 2):
        across = min(box.x1, its.x1) - max(box.x0, its.x0)
        up = min(box.y1, its.y1) - max(box.y0, its.y0)
        assert min(across, up) <= 2, f"{text!r} covers {other!r}"


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_svg_has_words_and_shows_hostile_names_as_text(kind: str, matplotlib: Any) -> None:
    with matplotlib.rc_context({"font.size": 30, "svg.hashsalt": "x", "text.usetex": True}):
        shown = shown_of(kind, HOSTILE)
        svg = picture(shown)
    assert picture(shown_of(kind, HOSTILE)) == svg
    root = ElementTree.fromstring(svg)
    assert root[0].text == shown["title"]
    assert root[1].text == shown["description"]
    assert not re.search(rb"<script|<image|Matplotlib|20[0-9][0-9]-", svg)
    json.dumps(shown, allow_nan=False)
    for name in ("a\\nb\\x00\\x1b[31m", "\\udcff\\udc80"):
        assert kind == "types" or name in shown["description"]


@pytest.mark.parametrize("suffix", [".png", ".pdf"])
def test_other_formats_have_the_same_bytes_each_time(suffix: str, matplotlib: Any) -> None:
    del matplotlib
    for kind in ("forest",):
        data = picture(shown_of(kind, ["a", "ä"], suffix))
        assert data == picture(shown_of(kind, ["a", "ä"], suffix))
        assert data.startswith({".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix])
        assert b"CreationDate" not in data


def test_marks_stand_where_the_numbers_are(matplotlib: Any) -> None:
    del matplotlib
    systems = ["a", "b", "c"]
    with canvas.settings():
        for kind in ("forest", "pr"):
            rows = shown_of(kind, systems)["numbers"]["panels"][0]["rows"]
            (axes,) = figure_of(kind, systems).axes
            marks = [line for line in axes.lines if line.get_marker() == "o"]
            found = [tuple(xy) for line in marks for xy in line.get_xydata().tolist()]
            if kind == "pr":
                expected = [(100 * row["recall"], 100 * row["precision"]) for row in rows]
            else:
                expected = [(100 * row["value"], float(place)) for place, row in enumerate(rows)]
                texts = {text.get_text() for text in axes.texts}
                for row in rows:
                    low, high = row["interval"]
                    assert f"{100 * row['value']:.2f}  [{100 * low:.2f}, {100 * high:.2f}]" in texts
            assert found == expected
        content = shown_of("buckets", systems)["numbers"]
        axes = figure_of("buckets", systems).axes[0]
        for line, drawn in zip(content["lines"], axes.lines, strict=False):
            assert list(drawn.get_ydata()) == [100 * value for value in line["values"]]


def test_undefined_values_have_no_mark_and_are_named(matplotlib: Any) -> None:
    del matplotlib
    document = scores_of(["a", "idle"])
    document["systems"][1] |= {"precision": 1.0, "recall": 0.0, "f": 0.0, "proposed": 0}
    shown = numbers_of(document, plot_request("pr=a.svg", OF_SCORES))
    assert shown["numbers"]["panels"][0]["rows"][1]["precision"] is None
    assert "idle P –, R 0.00" in shown["description"]
    with canvas.settings():
        (axes,) = scores.pr_draw(shown["numbers"]).axes
    assert [len(line.get_xdata()) for line in axes.lines if line.get_marker() == "o"] == [1]
    assert any("idle" in text.get_text() for text in axes.texts)
    shown = numbers_of(document, plot_request("forest:precision=a.svg", OF_SCORES))
    with canvas.settings():
        (axes,) = scores.forest_draw(shown["numbers"]).axes
    assert [len(line.get_xdata()) for line in axes.lines if line.get_marker() == "o"] == [1]
    measured = numbers_of(buckets_of(["a"]), plot_request("buckets:precision=a.svg", OF_SCORES))
    assert measured["numbers"]["lines"][0]["values"][1] is None
    assert b"svg" in picture(measured)


def test_an_infinite_beta_has_pictures(call: Call, tmp_path: Path) -> None:
    """GREEN takes it: F is recall then, and documents say "inf"."""
    words = ["green", *TEXTS, "-b", "inf", "1"]
    document = printed(call, *words, CI)
    for kind in ("pr", "forest"):
        shown = numbers(call, *words, CI, "--plot", f"{kind}=n.json")
        first, second = shown["panels"]
        assert [first["beta"], second["beta"]] == ["inf", 1.0]
        assert first["title"] == "GREEN Finf"
    values = [one["scores"][0]["recall"] for one in document["systems"]]
    shown = numbers(call, *words, CI, "--plot", "forest=n.json")
    assert [row["value"] for row in shown["panels"][0]["rows"]] == values
    words = ["compare", "--metric", "green", "-b", "inf", *OUTPUTS, *TEXTS[:5], "--resamples", "40"]
    for kind in ("differences", "pairs"):
        all_pairs = ["--all"] * (kind == "pairs")
        shown = numbers(call, *words, *all_pairs, "--plot", f"{kind}=n.json")
        assert '"beta": "inf"' in json.dumps(shown)
    (tmp_path / "people").mkdir()
    write_folder(tmp_path / "people")
    words = ["meta", "people/conll14.toml", "--metric", "green:beta=inf", "gleu", "-j", "1"]
    for kind in ("scatter", "heatmap"):
        assert '"beta": "inf"' in json.dumps(numbers(call, *words, "--plot", f"{kind}=n.json"))


def test_lines_of_equal_f_are_those_of_equal_recall_at_an_infinite_beta(
    call: Call, matplotlib: Any
) -> None:
    for kind in ("pr", "forest"):
        done = call(["plot", kind, "--metric", "green", *TEXTS, "-b", "inf", "-o", "n.svg"])
        assert (done.status, done.stderr) == (0, "")
        assert "Finf" in Path("n.svg").read_text(encoding="utf-8")
    assert scores._contour(0.5, math.inf, (40, 60), (20, 90)) == [(50, 90), (50, 20)]
    assert scores._contour(0.5, math.inf, (60, 70), (20, 90)) == []


share = st.floats(0.001, 1)


@given(share, st.sampled_from([0.0, 0.5, 1.0, 2.0, 20.0, math.inf]), share, share, share, share)
@example(0.5, 1.0, 0.1, 1.0, 0.1, 1.0)
def test_lines_of_equal_f_have_that_f(
    level: float, beta: float, left: float, right: float, bottom: float, top: float
) -> None:
    left, right = sorted((100 * left, 100 * right))
    bottom, top = sorted((100 * bottom, 100 * top))
    assume(right > left + 0.1 and top > bottom + 0.1)
    points = scores._contour(level, beta, (left, right), (bottom, top))
    for x, y in points:
        assert left - 1e-9 <= x <= right + 1e-9
        assert bottom - 1e-9 <= y <= top + 1e-9
        if bottom + 1e-6 < y < top - 1e-6:
            assert scores.f_of(y / 100, x / 100, beta) == pytest.approx(level, abs=1e-6)
    if not points and beta:  # then no point of the view has that F
        corners = (
            scores.f_of(p / 100, r / 100, beta) for p in (bottom, top) for r in (left, right)
        )
        known = list(corners)
        assert not min(known) + 1e-9 < level < max(known) - 1e-9


@given(st.lists(st.text(max_size=60), max_size=9, unique=True), st.integers(12, 60))
def test_names_fit_and_differ(given_names: list[str], width: int) -> None:
    found = canvas.fitted(given_names, width, 1.0, lambda text, size: size * len(text))
    assert len(set(found)) == len(given_names)
    for name, text in zip(given_names, found, strict=True):
        assert text.isprintable()
        assert text
        assert len(re.sub(r" \(\d+\)$", "", text)) <= width
        if name.isprintable() and name.strip() == name and 0 < len(name) <= width:
            assert text == name


def test_twenty_lines_differ_without_colour() -> None:
    for number in range(10):
        assert canvas.line_style(number) == canvas.LINE_STYLES[number]
        assert canvas.line_style(number + 10)[1:] != canvas.line_style(number)[1:]
    assert len({canvas.line_style(number) for number in range(20)}) == 20


def test_letters_are_drawn_in_a_font_that_has_them(
    matplotlib: Any, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    """STIXGeneral, which ships with matplotlib, has a triangle around a letter; DejaVu has not."""
    del matplotlib
    monkeypatch.setattr(canvas, "FALLBACKS", ("no such font",))
    without = picture(shown_of("forest", ["\u20e4", "漢字", "ä"]))
    monkeypatch.setattr(canvas, "FALLBACKS", ("no such font", "STIXGeneral"))
    assert picture(shown_of("forest", ["\u20e4", "漢字", "ä"])) != without
    assert not recwarn.list
    with canvas.settings("ä é"):
        import matplotlib as library

        assert library.rcParams["font.family"] == ["DejaVu Sans"]


def test_percent_is_what_tables_print() -> None:
    for value in (0.0, 1.0, 0.123456, -0.5, 0.99999, -0.00001):
        text = content.percent(value).replace("−", "-")
        assert math.isclose(float(text), round(100 * value, 2), abs_tol=1e-9)
    assert content.percent(-0.00001) == "0.00"


# What is refused.


@pytest.mark.parametrize(
    "words",
    [
        ["m2", *OUTPUTS, "gold.m2", CI],
        ["green", *TEXTS],
        ["errant", "compare", "-hyp", "coder0.m2", "-ref", "coder1.m2"],
        ["compare", "bold.txt", "careful.txt", "--gold", "gold.m2", "--resamples", "40"],
        ["compare", "--all", *OUTPUTS, "--gold", "gold.m2", "--resamples", "40"],
        ["run", "eval.toml"],
        ["run", "eval.toml", "--groups=40"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_result_is_cited_as_the_command_cites_it(words: list[str], call: Call) -> None:
    Path("result.json").write_text(call([*words, "-q", "-f", "json"]).stdout, encoding="utf-8")
    done = call(["plot", "pr", "result.json", "--cite"])
    assert (done.status, done.stderr) == (0, "")
    expected = call([*words, "-q", "--cite"]).stdout
    signature = re.compile("^% fastgec.*$", re.MULTILINE)  # a result has that of its tests, too
    assert signature.sub("", done.stdout) == signature.sub("", expected)
    assert len(signature.findall(done.stdout)) == len(signature.findall(expected))


def test_results_of_other_commands_are_cited_too(call: Call) -> None:
    written = call(["errors", "--buckets", "length", "bold.txt", "gold.m2", "-f", "json"]).stdout
    Path("result.json").write_text(written, encoding="utf-8")
    done = call(["plot", "buckets", "result.json", "--cite"])
    assert done.stdout == call(["m2", "--cite"]).stdout
    correlated = {"corpora": [{"metrics": [{"metric": "green-char"}]}], "signature": "a|b:c"}
    Path("result.json").write_text(json.dumps({"command": "meta", **correlated}), encoding="utf-8")
    found = call(["plot", "sweep", "result.json", "--cite"]).stdout
    assert "% The metric: fastgec green\n" in found
    assert "% The method: pairwise accuracy\n" in found
    assert "% a|b:c\n" in found
    Path("result.json").write_text("{}", encoding="utf-8")
    done = call(["plot", "sweep", "result.json", "--cite"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith("result.json: no result of a command")


def test_letters_that_become_boxes_are_told(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    monkeypatch.setattr(canvas, "FALLBACKS", ())
    words = ["plot", "pr", "careful.txt", "bold.txt", "gold.m2", "--name", "β$é", "系统一", "-o"]
    done = call([*words, "a.png"])
    assert (done.status, done.stdout) == (0, "")
    assert done.stderr.startswith("note: a.png: no font here has 系统一: boxes are drawn; ")
    assert Path("a.png").is_file()
    for more in (["a.json"], ["a.png", "-q"]):
        assert call([*words, *more]).stderr == ""
    words[7] = "B"
    assert call([*words, "b.png"]).stderr == ""


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[1]", "3", "null", '"a"', "{}", '{"systems": [1]}', '{"systems": []}', "\xff"),
        '{"metric": "m2", "sentences": 3, "resampling": {}, '
        '"systems": [{"f": "1", "system": "a"}]}',
        '{"systems": [{"system": "a", "path": "a", "f": "x"}], "metric": "m2", "sentences": 1}',
        '{"systems": [{"system": "a", "path": "a", "f": NaN, "precision": 0.5, "recall": 0.5, '
        '"beta": 0.5}], "metric": "m2", "sentences": 1}',
        '{"command": "run", "corpora": [{}]}',
        "[" * 5000,
    ],
    ids=lambda text: text[:20],
)
def test_a_file_that_is_no_result_is_refused_in_one_line(text: str, call: Call) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    Path("bad.json").write_bytes(text.encode("latin-1"))
    for kind in OF_SCORES:
        done = call(["plot", kind, "bad.json", "-o", "a.svg"])
        assert done.status in (1, 2)
        assert done.stdout == ""
        assert f"fastgec plot {kind}: error: " in done.stderr.splitlines()[-1] or (
            "bad.json" in done.stderr
        )
        assert not Path("a.svg").exists()


def test_without_matplotlib_pictures_are_refused_before_work_and_numbers_are_not(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setattr(canvas, "find_spec", lambda name: None)
    for words in (
        ["plot", "pr", "missing.txt", "gold.m2", "-o", "a.svg"],
        ["m2", "missing.txt", "gold.m2", "--plot", "a.svg"],
    ):
        done = call(words)
        assert (done.status, done.stdout) == (2, "")
        assert "pip install 'fastgec[plots]'" in done.stderr.splitlines()[-1]
    assert numbers(call, "plot", "pr", "careful.txt", "gold.m2", "-o", "n.json")["panels"]


@pytest.mark.parametrize("kind", ["scatter", "sweep:rho"])
def test_pictures_of_agreement_with_people_are_those_of_meta(
    kind: str, tmp_path: Path, call: Call
) -> None:
    write_folder(tmp_path)
    words = ["conll14.toml", "--metric", "m2", "-j", "1"]
    shown = numbers(call, "meta", *words, "--plot", f"{kind}=n.json")
    name, _, measure = kind.partition(":")
    measured = ["--measure", measure] if measure else []
    assert numbers(call, "plot", name, *words, *measured, "-o", "n.json") == shown


def test_the_smallest_p_is_marked_and_too_few_resamples_draw_no_letters(call: Call) -> None:
    start = ["plot", "pairs", *OUTPUTS, "gold.m2", "-o"]
    for resamples, is_few in ((20, True), (200, False)):
        shown = numbers(call, *start, "n.json", "--resamples", str(resamples))
        assert shown["least_p"] == 3 / (resamples + 1)
        assert all(bool(one["groups"]) != is_few for one in shown["systems"])
        text = scores.pairs_words(shown).description
        assert (f"No groups: {resamples} resamples for 3 comparisons" in text) == is_few
        assert ("share a letter" in text) != is_few
        assert ("<.15" if is_few else "<.015") in text
