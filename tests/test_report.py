"""`fastgec report`: what stands in the page is what the commands print."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from commands import Call
from fastgec import InputWarning, m2, machine, study
from fastgec.show.page import corpus
from fastgec.study.resampling import drawn_sentences
from report_page import (
    data_of,
    edits_of,
    gold_of,
    hypotheses_of,
    markdown_rows,
    mixtures,
    taken,
)

FEW = ("--ci=60", "--resamples=99")  # resamples, where their number does not matter
STATUSES = ("missed", "detected", "recognised", "corrected")


@pytest.fixture
def systems(samples: Path) -> list[Path]:
    return [samples / "careful.txt", samples / "bold.txt", samples / "source.txt"]


def made(call: Call, folder: Path, *arguments: str | Path) -> dict[str, Any]:
    """The data of a report that a command makes."""
    page = folder / "report.html"
    done = call(["report", "-o", page, *arguments])
    assert (done.status, done.stdout) == (0, ""), done.stderr
    return data_of(page)


def rows_of(call: Call, command: str) -> list[list[str]]:
    """What a command prints as a table, cell by cell."""
    words = shlex.split(command)[1:]
    if "-f" not in words:
        words[1:1] = ["-f", "table"]
    words[words.index("-f") + 1] = "markdown"
    done = call(words)
    assert done.status == 0, done.stderr
    return markdown_rows(done.stdout)


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--mode", "detection", *FEW],
        ["--optional", "bonus", "--beta", "1", *FEW],
        ["--release", "3.2", "--implicit-noop", "--ci=50", "--seed", "3", "--resamples", "99"],
        ["--ignore-whitespace-casing", "--max-unchanged-words", "0", "--level", "0.2", *FEW],
    ],
    ids=" ".join,
)
def test_every_table_is_that_of_the_command_beside_it(
    options: list[str], call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    data = made(call, tmp_path, *options, *systems, samples / "gold.m2")
    (part,) = data["parts"]
    commands = part["commands"]
    assert part["overview"]["rows"] == rows_of(call, commands["overview"])
    assert part["pairs"]["table"]["rows"] == rows_of(call, commands["pairs"])
    for by in ("length", "edits"):
        assert part["buckets"][by]["rows"] == rows_of(call, commands[by])
    systems_of = [one for row in part["types"]["rows"] for one in enumerate(row["systems"])]
    kinds = [row["type"] for row in part["types"]["rows"] for _ in row["systems"]]
    names = data["corpora"][0]["systems"]
    types = [
        [names[system], kind, *one["cells"]]
        for kind, (system, one) in zip(kinds, systems_of, strict=True)
        if one is not None
    ]
    assert sorted(types) == sorted(rows_of(call, commands["types"]))
    if commands["errors"] is None:
        assert part["errors"] is None
        assert options[0] in ("--mode", "--optional")
    else:
        for one, command in zip(part["errors"], commands["errors"], strict=True):
            assert one["wrong"]["rows"] + one["missed"]["rows"] == rows_of(call, command)


@pytest.mark.parametrize(
    "metric",
    ["green", "green:char,beta=2", "gleu", "gleu:equation,n=2", "imeasure", "green:short=one"],
)
def test_metrics_of_texts_show_what_their_commands_print(
    metric: str, call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    texts = ["-s", samples / "source.txt", "-r", samples / "ref0.txt", samples / "ref1.txt"]
    data = made(call, tmp_path, "--metric", metric, *FEW, *texts, "-c", *systems)
    (part,) = data["parts"]
    commands = part["commands"]
    assert part["overview"]["rows"] == rows_of(call, commands["overview"])
    assert part["pairs"]["table"]["rows"] == rows_of(call, commands["pairs"])
    assert (part["types"], part["errors"], commands["errors"]) == (None, None, None)
    words = shlex.split(commands["overview"])[1:]
    words[words.index("-f") : words.index("-f") + 2] = ["--sentences", f"{tmp_path}/each.jsonl"]
    assert call(words).status == 0
    each = _lines(tmp_path / "each.jsonl")
    columns = [path.read_text(encoding="utf-8").splitlines() for path in (*texts[3:], *systems)]
    sentences, n_sentences = part["sentences"], len(columns[0])
    assert sentences["texts"] == [line for lines in zip(*columns, strict=True) for line in lines]
    assert data["sources"][part["source"]] == columns[-1]  # the source is the last system
    for system, lists in enumerate(sentences["systems"]):
        own = each[system * n_sentences : (system + 1) * n_sentences]
        shown = [sentences["scores"][number] for number in lists["score"]]
        values = [next(one[n] for n in ("f", "mean", "i") if n in one) for one in own]
        assert shown == [f"{100 * value:.2f}" for value in values]
        chosen = [one.get("reference", one.get("candidate")) for one in own]
        assert lists["chosen"] == (None if "gleu" in metric else chosen)


def test_edits_of_errant_are_those_of_its_command(
    call: Call, tmp_path: Path, samples: Path
) -> None:
    gold, systems = _coded(tmp_path)
    data = made(call, tmp_path, *FEW, "--metric", "errant", "--", *systems, gold)
    (part,) = data["parts"]
    commands = part["commands"]
    assert part["overview"]["rows"] == rows_of(call, commands["overview"])
    assert part["pairs"]["table"]["rows"] == rows_of(call, commands["pairs"])
    names = data["corpora"][0]["systems"]
    types = [
        [name, row["type"], *one["cells"]]
        for row in part["types"]["rows"]
        for name, one in zip(names, row["systems"], strict=True)
        if one is not None
    ]
    assert sorted(types) == sorted(rows_of(call, commands["types"]))
    for by in ("length", "edits"):
        assert part["buckets"][by]["rows"] == rows_of(call, commands[by])
    for one, command in zip(part["errors"], commands["errors"], strict=True):
        assert one["wrong"]["rows"] + one["missed"]["rows"] == rows_of(call, command)
    assert hypotheses_of(part, data["sources"][0], 0) == ["c b", "a b c", "x y d", ""]
    assert gold_of(part)[0] == {0: [(0, 1, "c", "R:DET")], 2: [(1, 2, "", "U:NOUN")]}
    first, second = part["sentences"]["systems"]
    assert edits_of(part, 0)[0] == [(0, 1, "c", True)]
    assert edits_of(part, 1)[2] == [(0, 1, "y", False), (2, 3, "e", False)]
    assert [first[name][0] for name in ("correct", "wrong", "missed")] == [1, 0, 0]
    assert first["status"][0] == 3
    assert second["others"] == {}
    for lists in (first, second):
        assert sum(lists["is_correct"]) == sum(lists["correct"])
        assert [status // 3 for status in lists["status"]].count(1) == sum(lists["correct"])


@pytest.mark.parametrize("options", ["cse", "ds", "single", "multi"])
def test_an_edit_of_errant_is_correct_as_its_options_say(
    options: str, call: Call, tmp_path: Path
) -> None:
    gold, systems = _coded(tmp_path)
    data = made(call, tmp_path, *FEW, "--metric", f"errant:{options}", "--", *systems, gold)
    (part,) = data["parts"]
    assert part["overview"]["rows"] == rows_of(call, part["commands"]["overview"])
    for lists in part["sentences"]["systems"]:
        assert sum(lists["is_correct"]) == sum(lists["correct"])
        assert lists["status"].count(3) == sum(lists["correct"])


def _coded(folder: Path) -> tuple[Path, list[Path]]:
    """Gold and two systems, all of them edits."""
    rest = "REQUIRED|||-NONE-|||"
    texts = {
        "gold.m2": f"S a b\nA 0 1|||R:DET|||c|||{rest}0\nA 1 2|||U:NOUN||||||{rest}2\n\n"
        f"S a b\nA 2 2|||M:NOUN|||c d|||{rest}0\nA 0 1|||UNK|||a|||{rest}0\n\n"
        f"S x c d\nA 1 2|||R:VERB|||y|||{rest}0\n\nS\n",
        "one.m2": f"S a b\nA 0 1|||R:NOUN|||c|||{rest}0\n\nS a b\nA 2 2|||M:NOUN|||c|||{rest}0\n\n"
        f"S x c d\nA 1 2|||R:VERB|||y|||{rest}0\n\nS\nA -1 -1|||noop|||-NONE-|||{rest}0\n",
        "two.m2": f"S a b\n\nS a b\nA 2 2|||M:NOUN|||c d|||{rest}0\n\n"
        f"S x c d\nA 0 1|||R:NOUN|||y|||{rest}0\nA 2 3|||R:NOUN|||e|||{rest}0\n\nS\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "gold.m2", [folder / "one.m2", folder / "two.m2"]


def test_a_config_makes_a_part_for_each_metric_of_each_corpus(
    call: Call, tmp_path: Path, samples: Path
) -> None:
    data = made(
        call, tmp_path, *FEW, "--metric", "m2", "green", "m2:detection", "--", samples / "eval.toml"
    )
    labels = [part["label"] for part in data["parts"]]
    assert labels == ["m2", "green", "m2:detection"]
    assert [corpus["systems"] for corpus in data["corpora"]] == [["careful", "bold", "INPUT"]]
    assert len(data["sources"]) == 1
    for part in data["parts"]:
        assert part["pairs"]["groups"]
        table = part["overview"]
        f = [column["name"] for column in table["columns"]].index("f")
        shown = rows_of(call, part["commands"]["overview"])
        assert [row[f] for row in table["rows"]] == [row[1] for row in shown]


def test_too_few_resamples_are_told_and_make_no_groups(
    call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    """On the page, on the error stream and in Python."""
    page = tmp_path / "few.html"
    files = [*systems, samples / "gold.m2"]
    done = call(["report", "-o", page, "--ci=20", "--resamples=20", *files])
    few = "20 resamples for 3 comparisons give no p below 0.143, so nothing is significant at level"
    assert (done.status, done.stderr) == (0, f"warning: {few} 0.05\n")
    (part,) = data_of(page)["parts"]
    assert part["warnings"] == [f"{few} 0.05"]
    assert part["pairs"]["groups"] is None
    assert any("No groups: 20 resamples" in note for note in part["pairs"]["test"])
    assert "<0.15" in {cell["holm"] for cell in part["pairs"]["cells"]}
    with pytest.warns(InputWarning, match=f"^{few} 0.05$"):
        study.report("m2", files[:-1], files[-1], resamples=20, tests=20)
    enough = made(call, tmp_path, "--ci=20", *files)["parts"][0]
    assert enough["warnings"] == []
    assert len(set(enough["pairs"]["groups"])) > 1


def test_many_systems_are_tested_against_the_best(
    call: Call, tmp_path: Path, samples: Path
) -> None:
    """By the command that the page names; --all tests all pairs."""
    files = mixtures(samples, tmp_path, 21)
    page = tmp_path / "many.html"
    done = call(["report", "-o", page, "--ci=20", "--seed=3", "--level=0.5", *files])
    (part,) = data_of(page)["parts"]
    pairs, scores = part["pairs"], [bar[1] for bar in part["bars"]]
    best = scores.index(max(scores))
    (note,) = part["notes"]
    assert note.startswith(f"21 systems: each is tested against the best, {files[best].stem}, not")
    assert f"note: {note}\n" in done.stderr
    assert (pairs["base"], pairs["groups"], pairs["order"][0]) == (best, None, best)
    rows = rows_of(call, part["commands"]["pairs"])
    assert part["commands"]["pairs"].startswith("fastgec compare --holm --level=0.5 --seed=3 ")
    assert pairs["table"]["rows"] == rows
    cells = {cell["a"]: cell for cell in pairs["cells"] if cell["b"] == best}
    others = [number for number in range(21) if number != best]
    assert [cells[number]["difference"] for number in others] == [row[2] for row in rows[1:]]
    assert [cells[number]["holm"] for number in others] == [row[-1] for row in rows[1:]]
    verdicts = [cells[number]["apart"] for number in others]
    assert verdicts == [float(row[-1].strip("<")) <= 0.5 for row in rows[1:]]
    assert {*verdicts} == {True, False}
    assert len(pairs["cells"]) == 2 * len(others)
    every = made(call, tmp_path, "--all", *FEW, *files)["parts"][0]
    assert every["commands"]["pairs"].startswith("fastgec compare --all ")
    assert (len(every["pairs"]["cells"]), every["notes"]) == (21 * 20, [])
    assert (every["pairs"]["base"], every["pairs"]["table"]) == (None, None)


@pytest.mark.parametrize("mode", ["correction", "recognition", "detection"])
def test_sentences_are_those_of_the_files_of_sentences_and_edits(
    mode: str, call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    data = made(call, tmp_path, "--mode", mode, *FEW, *systems, samples / "gold.m2")
    (part,) = data["parts"]
    assert part["title"] == ("M2 F0.5" if mode == "correction" else f"M2 {mode} F0.5")
    out = ["--sentences", tmp_path / "each.jsonl", "--edits", tmp_path / "edits.jsonl"]
    assert call(["m2", "--mode", mode, *out, *systems, samples / "gold.m2"]).status == 0
    require_sentences(data, part, tmp_path)


def require_sentences(data: dict[str, Any], part: dict[str, Any], folder: Path) -> None:
    """Hold the sentences of a page beside those that `fastgec m2` wrote, one by one."""
    each = _lines(folder / "each.jsonl")
    edits = _lines(folder / "edits.jsonl")
    sources, gold = data["sources"][part["source"]], gold_of(part)
    n_sentences = len(sources)
    assert len(each) == len(edits) == n_sentences * len(part["sentences"]["systems"])
    for system, lists in enumerate(part["sentences"]["systems"]):
        own = slice(system * n_sentences, (system + 1) * n_sentences)
        hypotheses, found = hypotheses_of(part, sources, system), edits_of(part, system)
        sizes = [
            len([*by.values()][chosen]) for by, chosen in zip(gold, lists["chosen"], strict=True)
        ]
        statuses = taken(sizes, lists["status"])
        for number, (score, line) in enumerate(zip(each[own], edits[own], strict=True)):
            annotator = [*gold[number]][lists["chosen"][number]]
            counts = [lists[name][number] for name in ("correct", "wrong", "missed")]
            correct, wrong, missed = counts
            assert annotator == score["chosen"] == line["annotator"]
            shown = part["sentences"]["scores"][lists["score"][number]]
            wanted = [score[name] for name in ("correct", "proposed", "gold")]
            assert [correct, correct + wrong, correct + missed] == wanted
            assert shown == f"{100 * m2.M2Score(*wanted, beta=0.5).f:.2f}"
            assert sources[number] == " ".join(line["source"].split())
            assert hypotheses[number] == " ".join(line["hypothesis"].split())
            assert found[number] == [
                (one["start"], one["end"], one["correction"], one["correct"])
                for one in line["edits"]
            ]
            golden = [one for made in line["edits"] for one in made["gold"]] + line["missed"]
            kept = [
                (*edit[:2], edit[3], edit[2].split("||"), STATUSES[status])
                for edit, (status,) in zip(gold[number][annotator], statuses[number], strict=True)
            ]
            written = [
                (one["start"], one["end"], one["type"], one["corrections"], one["status"])
                for one in golden
            ]
            assert sorted(kept) == sorted(written)


@pytest.mark.parametrize("mode", ["correction", "detection"])
def test_recall_of_a_type_has_the_interval_of_resampled_sentences(
    mode: str, call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    options = ["--mode", mode, "--ci=80", "--resamples=99", "--seed", "5"]
    (part,) = made(call, tmp_path, *options, *systems, samples / "gold.m2")["parts"]
    gold, least = gold_of(part), {"correction": 3, "detection": 1}[mode]
    draws = [drawn_sentences(5, number, len(gold)).tolist() for number in range(80)]
    for system, lists in enumerate(part["sentences"]["systems"]):
        rows = [[*by.values()][at] for by, at in zip(gold, lists["chosen"], strict=True)]
        statuses = taken([len(row) for row in rows], lists["status"])
        for line in part["types"]["rows"]:
            counts = []
            for row, status in zip(rows, statuses, strict=True):
                of_type = [
                    s >= least for e, (s,) in zip(row, status, strict=True) if e[3] == line["type"]
                ]
                counts.append((sum(of_type), len(of_type)))
            if not any(n for _, n in counts):
                assert line["systems"][system] is None
                continue
            recalls = []
            for draw in draws:
                n_gold = sum(counts[sentence][1] for sentence in draw)
                recalls.append(sum(counts[s][0] for s in draw) / n_gold if n_gold else 1.0)
            low, high = np.quantile(recalls, [0.025, 0.975])
            found = line["systems"][system]
            assert found["interval"] == pytest.approx([low, high], abs=1e-12)
            assert found["shown"] == f"[{100 * low:.2f}, {100 * high:.2f}]"


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_same_texts_make_the_same_bytes(
    call: Call, tmp_path: Path, systems: list[Path], samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    pages = [tmp_path / "one.html", tmp_path / "two.html"]
    for page, jobs in zip(pages, ("1", "2"), strict=True):
        assert (
            call(["report", "-o", page, "-j", jobs, *FEW, *systems, samples / "gold.m2"]).status
            == 0
        )
    assert pages[0].read_bytes() == pages[1].read_bytes()
    assert data_of(pages[0])["date"] is None
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert made(call, tmp_path, *FEW, *systems, samples / "gold.m2")["date"] == "1970-01-02"


HOSTILE = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202egnirts\u202c \u0007 \u2028 \ufffe",
    "$title ${data} $$ &lt; &amp;",
    "x" * 20_000,
)


def test_hostile_texts_and_names_stay_text(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = [" ".join(text.split()) for text in HOSTILE]
    gold = "".join(
        f"S {text}\nA 0 1|||<b>'\"|||{texts[0]}|||REQUIRED|||-NONE-|||0\n\n" for text in texts
    )
    Path("gold.m2").write_text(gold, encoding="utf-8")
    Path("a.txt").write_text("".join(f"{text} !\n" for text in texts), encoding="utf-8")
    Path("b.txt").write_text("y\n" * len(texts), encoding="utf-8")
    names = ["</title><script>alert(1)</script>", "\u202e$style\u0000\udcff"[:8]]
    title = "</title><script>$data"
    data = made(
        call, tmp_path, *FEW, "--title", title, "a.txt", "b.txt", "gold.m2", "--name", *names
    )
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<script") == page.count("</script") == 2  # the data, and our own
    assert "alert(1)" not in page.partition("<script>")[0].replace("&lt;script&gt;alert(1)", "")
    assert "<title>&lt;/title&gt;&lt;script&gt;$data</title>" in page
    (part,) = data["parts"]
    assert data["sources"][0] == texts
    assert hypotheses_of(part, texts, 0) == [f"{text} !" for text in texts]
    assert [edits[0][3] for by in gold_of(part) for edits in by.values()] == ["<b>'\""] * 5
    assert data["corpora"][0]["systems"][0] == names[0]


def test_the_page_allows_its_own_script_and_nothing_else(
    call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    made(call, tmp_path, *FEW, *systems, samples / "gold.m2")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy"\s+content="([^"]*)"', page)
    rules = dict(rule.strip().split(" ", 1) for rule in html.unescape(policy).split(";"))
    assert rules["default-src"] == "'none'"
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert rules[name] == f"'sha256-{digest}'"
    assert not re.search(r"\son\w+=|javascript:|https?://(?!www\.w3\.org/)", page)


def test_a_large_corpus_is_cut_to_what_tells_most_and_that_is_said(
    call: Call, tmp_path: Path, systems: list[Path], samples: Path
) -> None:
    whole = made(call, tmp_path, *FEW, *systems[:2], samples / "gold.m2")
    lists = whole["parts"][0]["sentences"]["systems"]
    errors = [
        [wrong + missed for wrong, missed in zip(one["wrong"], one["missed"], strict=True)]
        for one in lists
    ]
    spread = [abs(a - b) for a, b in zip(*errors, strict=True)]
    most = [max(a, b) for a, b in zip(*errors, strict=True)]
    order = sorted(range(len(most)), key=lambda at: (-spread[at], -most[at], at))
    page = tmp_path / "cut.html"
    done = call(["report", "-o", page, "--most", "7", *FEW, *systems[:2], samples / "gold.m2"])
    data = data_of(page)
    (corpus,) = data["corpora"]
    assert corpus["numbers"] == sorted(at + 1 for at in order[:7])
    assert (corpus["sentences"], len(data["sources"][0])) == (20, 7)
    assert corpus["note"] == (
        "7 of 20 sentences are shown: those where systems differ most. All numbers are of 20 "
        "sentences."
    )
    assert done.stderr == f"note: gold.m2: {corpus['note']} (--most 0 shows all)\n"
    assert data["parts"][0]["overview"] == whole["parts"][0]["overview"]
    every = whole["parts"][0]
    (part,) = data["parts"]
    assert hypotheses_of(part, data["sources"][0], 1) == [
        hypotheses_of(every, whole["sources"][0], 1)[number - 1] for number in corpus["numbers"]
    ]
    assert gold_of(part) == [gold_of(every)[number - 1] for number in corpus["numbers"]]


@pytest.mark.parametrize("seed", range(20))
def test_the_selection_by_blocks_is_that_of_all_at_once(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = np.random.default_rng(seed)
    monkeypatch.setattr(corpus, "SLACK", int(draw.integers(0, 5)))
    n_systems, most = int(draw.integers(1, 4)), int(draw.integers(1, 30))
    sizes = draw.integers(0, 12, 12)
    errors = draw.integers(0, 4, (n_systems, sizes.sum())).astype(np.float64)
    spread = errors.max(axis=0) - errors.min(axis=0)
    order = np.lexsort((np.arange(errors.shape[1]), -errors.max(axis=0), -spread))
    selection, kept, first = corpus.Selection(most), set(), 0
    for size in sizes.tolist():
        picked = selection.add(first, errors[:, first : first + size])
        kept |= set((picked + first).tolist())
        if selection.is_cut():
            kept &= set(selection.numbers.tolist())
        first += size
    selection.is_cut(at_end=True)
    if errors.shape[1] <= most:
        assert selection.numbers is None
        assert kept == set(range(errors.shape[1]))
    else:
        assert selection.numbers.tolist() == sorted(order[:most].tolist())
        assert kept >= set(selection.numbers.tolist())


def test_sentences_left_out_on_the_way_do_not_change_the_page(
    call: Call, tmp_path: Path, samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = {}
    for name in ("bold.txt", "careful.txt", "gold.m2"):
        text = (samples / name).read_text(encoding="utf-8").strip("\n")
        between = "\n\n" if name == "gold.m2" else "\n"
        long[name] = tmp_path / name
        long[name].write_text(between.join([text] * 200) + "\n", encoding="utf-8")
    pages = []
    for slack in (corpus.SLACK, 10**6):
        monkeypatch.setattr(corpus, "SLACK", slack)
        page = tmp_path / f"{slack}.html"
        call(["report", "-q", "-o", page, "--most", "50", *FEW, *long.values()])
        pages.append(page.read_bytes())
    assert pages[0] == pages[1]


def test_sentences_that_memory_cannot_hold_are_refused(
    call: Call, tmp_path: Path, samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "available_memory", lambda: 4000)
    page = tmp_path / "page.html"
    done = call(["report", "-q", "-o", page, samples / "bold.txt", samples / "gold.m2"])
    assert done == (
        1,
        "",
        "more than 4000 bytes of edits: expected at most half of the memory\n",
    )
    texts = ["-s", samples / "source.txt", "-r", samples / "ref0.txt", "-c", samples / "bold.txt"]
    monkeypatch.setattr(machine, "available_memory", lambda: 3000)
    done = call(["report", "-q", "-o", page, "--metric", "imeasure", *texts])
    expected = "expected at most half of the memory"
    assert done == (1, "", f"more than 3000 bytes of texts: {expected}\n")
    assert not page.exists()


def test_python_makes_the_page_that_the_command_makes(
    call: Call, tmp_path: Path, samples: Path
) -> None:
    paths = [str(samples / name) for name in ("careful.txt", "bold.txt")]
    gold = str(samples / "gold.m2")
    made(call, tmp_path, *FEW, *paths, gold)
    found = study.report("m2", paths, gold, resamples=60, tests=99)
    found.save(tmp_path / "python.html")
    assert (tmp_path / "python.html").read_bytes() == (tmp_path / "report.html").read_bytes()
    shown = found._repr_html_()
    assert shown.count("<table>") == shown.count("</table>") == 2
    assert "<td>86.36</td>" in shown
    assert "[Despite of → Despite ✓] the rain" in shown
    with pytest.raises(ValueError, match=r"^1 names, expected one for each of 2 systems$"):
        study.report("m2", paths, gold, names=["one"])
    with pytest.raises(
        ValueError, match=r"^metric cleme: expected one of m2, .*: a page shows the edits"
    ):
        study.report("cleme", paths, gold)


def test_notebooks_show_tables_of_results(samples: Path) -> None:
    paths = [samples / name for name in ("careful.txt", "bold.txt")]
    gold = samples / "gold.m2"
    (one, _) = study.intervals("m2", paths, gold, resamples=20)
    low, high = one.bounds["f"]
    assert f"<td>86.36</td><td>[{100 * low:.2f}, {100 * high:.2f}]</td>" in one._repr_html_()
    (against,) = study.compare("m2", paths[0], paths[1:], gold, resamples=20)
    assert "<td>86.36</td><td>71.12</td><td>-15.24</td>" in against._repr_html_()
    every = study.compare_all("m2", paths, gold, resamples=20)
    assert "<td>1</td><td>2</td><td>+15.24</td>" in every._repr_html_()
    (config,) = study.run_configs(samples / "eval.toml", ["m2", "gleu"])
    assert "<td>careful</td><td>86.36</td>" in config._repr_html_()


def test_a_page_without_a_name_replaces_no_file_but_a_page(
    systems: list[Path], samples: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "report.html"
    words = ["report", "--ci=2", "--resamples", "2", "--quiet", *systems, samples / "gold.m2"]
    for title in ("One", "Two"):
        assert call([*words, "--title", title]).status == 0
        assert f"<title>{title}</title>".encode() in page.read_bytes()
    page.write_text("mine\n", encoding="utf-8")
    done = call(words)
    assert (done.status, done.stdout) == (2, "")
    assert "report.html exists and is no page of fastgec" in done.stderr
    assert page.read_text(encoding="utf-8") == "mine\n"
    assert call([*words, "-o", "report.html"]).status == 0  # by name it is replaced


def test_a_page_is_opened_where_that_is_wanted(
    systems: list[Path], samples: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)  # returns None: there is no browser
    words = ["report", "--ci=2", "--resamples", "2", *systems, samples / "gold.m2"]
    done = call([*words, "--open"])
    assert opened == [(tmp_path / "report.html").as_uri()]
    assert done.stderr.endswith(
        "note: the page is report.html\nnote: no browser found: open report.html yourself\n"
    )
    done = call([*words, "--open", "--cite"])
    assert done.status == 2
    assert done.stderr.endswith("--open and --cite are mutually exclusive\n")


def test_behaviour_has_a_page(call: Call, tmp_path: Path, samples: Path) -> None:
    texts = ["-s", samples / "source.txt", "-r", samples / "ref0.txt", samples / "ref1.txt"]
    systems = ["-c", samples / "careful.txt", samples / "bold.txt"]
    (part,) = made(call, tmp_path, "--metric", "behaviour", *FEW, *texts, *systems)["parts"]
    assert part["overview"]["rows"] == rows_of(call, part["commands"]["overview"])
    assert part["pairs"]["table"]["rows"] == rows_of(call, part["commands"]["pairs"])
    headings = [one["title"] for one in part["overview"]["columns"]]
    assert {"Token P", "Token R", "Token F0.5", "Changes", "Exact"} <= set(headings)
