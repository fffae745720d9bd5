"""Meta-evaluation as text: tables that fit, dashes, notes, formats; all from one document."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from fastgec.show import meta
from fastgec.show.meta import strips
from meta_documents import a_document


def test_json_is_the_document() -> None:
    document = a_document()
    assert json.loads(meta.text(document, "json")) == document


def test_tables_fit_into_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = meta.text(a_document(), "table")
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    for line in (
        "news: 6 systems, 120 sentences, expected wins",
        "essays: 4 systems, 120 sentences, expected wins",
        "Pairs of metrics: may they differ by chance alone?",
        "r of systems of neighbouring ranks, by people",
    ):
        assert f"\n{line}\n" in f"\n{text}"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_best_of_a_column_is_bold_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout", Terminal())
    block = meta.text(a_document(), "table").split("\n\n")[1]
    bold = re.findall(r"\x1b\[1m(.*?)\x1b\[0m", block)
    # Rows are green for r and for rho, GLEU, other; accuracy is the same in all of them.
    assert bold == ["0.800", "0.800", "0.800", "0.700", "0.600", "0.800", "0.800"]


def test_what_is_undefined_is_a_dash_and_what_was_not_asked_for_is_absent() -> None:
    document = a_document()
    text = meta.text(document, "markdown")
    (line,) = {line for line in text.splitlines() if line.startswith("| other |  |  |")}
    assert line.split(" | ")[6:9] == ["—", r"\[0.20, 0.90\]", "—"]
    assert "SPA" not in text
    for corpus in document["corpora"]:
        corpus.pop("tests")
        for metric in corpus["metrics"]:
            metric.pop("sweep", None)
            for result in metric["results"]:
                for key in ("intervals", "windows", "sentence"):
                    result.pop(key)
                result["chosen_by"] = None
                result["correlations"]["soft_pairwise_accuracy"] = 0.75
    text = meta.text(document, "table")
    assert "SPA" in text
    for word in ("95%", "Betas", "Sentences\n", "neighbouring", "Pairs of metrics", "best for"):
        assert word not in text


def test_notes_say_what_changes_the_reading() -> None:
    text = " ".join(meta.text(a_document(), "table").split())
    assert "4 systems: a correlation of so few means little." in text
    assert "6 systems: a correlation" not in text
    for note in (
        "β is the mean of what 2 folds choose. It was chosen on the data that it is reported on",
        "95% intervals of 1000 resamples, seed 0 (sentences: of sentences, scores and judgments of "
        "the same ones together; both: of sentences and systems).",
        "expected wins: from 1,200 judged pairs of outputs, 500 of them ties, which do not count.",
        "2 sentences are left out, as the config says: 7, 9.",
        "Left out, since only texts or only judgments have them: ref.",
        "p, two-sided. An empty cell: no test",
    ):
        assert note in text
    assert "No pair can be told apart" not in text
    document = a_document()
    for corpus in document["corpora"]:
        corpus["tests"] = corpus["tests"][:1]
    assert "No pair can be told apart at level 0.05: no metric is the best here." in meta.text(
        document, "table"
    ).replace("\n", " ")


@pytest.mark.parametrize(("kind", "delimiter"), [("tsv", "\t"), ("csv", ",")])
def test_programs_get_one_table_of_all_corpora_in_full_precision(kind: str, delimiter: str) -> None:
    document = a_document()
    rows = list(csv.DictReader(io.StringIO(meta.text(document, kind)), delimiter=delimiter))
    wanted = [
        (corpus, metric, result)
        for corpus in document["corpora"]
        for metric in corpus["metrics"]
        for result in metric["results"]
    ]
    assert len(rows) == len(wanted) == 8
    for row, (corpus, metric, result) in zip(rows, wanted, strict=True):
        assert (row["corpus"], row["metric"]) == (corpus["corpus"], metric["metric"])
        assert (row["systems"], row["sentences"]) == (str(len(corpus["systems"])), "120")
        assert row["beta"] == ("" if result["beta"] is None else repr(result["beta"]))
        assert row["chosen_by"] == (result["chosen_by"] or "")
        for key, value in result["correlations"].items():
            assert row[key] == ("" if value is None else repr(value))
        low, high = result["intervals"]["pearson"]["both"]
        assert (row["pearson_both_low"], row["pearson_both_high"]) == (repr(low), repr(high))
        assert row["spearman_both_low"] == ""


def test_latex_needs_no_package() -> None:
    text = meta.text(a_document(), "latex")
    assert not re.search("[βρτε−]", "".join(line for line in text.splitlines() if line[:1] != "%"))
    for block in text.split(r"\begin{tabular}")[1:]:
        columns = block[: block.index("}")].count("r") + block[: block.index("}")].count("l")
        rows = [line for line in block.splitlines() if line.endswith(r"\\")]
        assert {len(row.split(" & ")) for row in rows} == {columns}


def test_the_layout_of_a_paper_has_two_lines_for_metrics_with_beta() -> None:
    text = meta.text(a_document(), "latex", layout="paper")
    assert text.splitlines() == [
        r"\begin{tabular}{lrrrr}",
        r"\hline",
        r" & \multicolumn{2}{c}{news} & \multicolumn{2}{c}{essays} \\",
        r"Metric & $r$ & $\rho$ & $r$ & $\rho$ \\",
        r"\hline",
        r"green-word-n4 & .700 & .500 & .700 & .500 \\",
        r" & ($\beta$=1.38) & ($\beta$=1.4) & ($\beta$=1.38) & ($\beta$=1.4) \\",
        r"gleu-clipped-word-n4 & \textbf{.800} & \textbf{.700} & \textbf{.800} & \textbf{.700} \\",
        r"other & .500 & -- & .500 & -- \\",
        r"\hline",
        r"\end{tabular}",
        "% news: 6 systems, 120 sentences, expected wins",
        "% essays: 4 systems, 120 sentences, expected wins",
    ]


def test_intervals_are_drawn_on_one_scale() -> None:
    corpus = a_document()["corpora"][0]
    lines = strips(corpus, 80).splitlines()
    assert len(lines) == 1 + 6
    assert max(map(len, lines)) <= 80
    start, zero, end = (lines[0].index(mark, 20) for mark in ("-1", "0", "1"))
    del end
    last = lines[0].rindex("1")
    assert zero - start == last - zero
    for line, (low, value, high) in zip(
        lines[1:], [(0.5, 0.7, 0.75), (-0.1, 0.7, 0.97), (0.6, 0.8, 0.85)], strict=False
    ):
        for mark, wanted in (("├", low), ("●", value), ("┤", high)):
            found = (line.index(mark) - start) / (last - start) * 2 - 1
            assert found == pytest.approx(wanted, abs=1.01 * 2 / (last - start))
    assert lines[1].endswith("sentences")
    assert lines[2].lstrip()[0] in "·├"
    assert strips(corpus, 40) == ""  # no room
    for metric in corpus["metrics"]:
        for result in metric["results"]:
            del result["intervals"]
    assert strips(corpus, 80) == ""


def test_a_signature_follows_where_it_is_wanted() -> None:
    text = meta.text(a_document(), "tsv", has_signature=True)
    assert text.splitlines()[-1] == "# fastgec.meta|cards:0123456789abcdef"
