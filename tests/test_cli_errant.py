"""`fastgec errant compare` as users and scripts meet it: formats, parts, messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Call
from fastgec import FormatError, InputWarning, errant
from fastgec.read.coders import Annotations
from test_errant import corpus

WARNING = "2.m2 has 2 annotators, expected 1 in a system: the best pair of them scores a sentence"
GOLD = "S a b\nA 0 1|||R:NOUN|||x|||REQUIRED|||-NONE-|||0\n\nS c\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a reference, gold.m2, and two systems, 1.m2 and 2.m2."""
    monkeypatch.chdir(tmp_path)
    gold, systems = corpus(40)
    for text in (gold, *systems):
        (tmp_path / text.name).write_bytes(text.data)
    return tmp_path


def compared(*words: str) -> list[str]:
    return ["errant", "compare", "-hyp", "1.m2", "2.m2", "-ref", "gold.m2", *words]


@pytest.mark.filterwarnings("ignore:2.m2 has 2 annotators:fastgec.InputWarning")
def test_several_systems_are_a_table_and_json(files: Path, call: Call) -> None:
    document = json.loads(call(compared("-f", "json", "-cse", "-b", "1")).stdout)
    assert document["metric"] == "errant"
    for content, name in zip(document["systems"], ["1.m2", "2.m2"], strict=True):
        score = errant.evaluate(name, "gold.m2", mode="cse", beta=1)
        assert (content["tp"], content["f"]) == (score.tp, score.f)
    header, *lines = call(compared()).stdout.splitlines()
    assert header == "system\ttp\tfp\tfn\tprecision\trecall\tf"
    assert [line.split("\t")[0] for line in lines] == ["1.m2", "2.m2"]


def test_one_system_prints_what_the_program_prints_and_several_can(files: Path, call: Call) -> None:
    one = call(["errant", "compare", "-hyp", "1.m2", "-ref", "gold.m2", "-cat", "1"]).stdout
    other = call(["errant", "compare", "-hyp", "2.m2", "-ref", "gold.m2", "-cat", "1"]).stdout
    assert call(compared("-f", "classic", "-cat", "1")).stdout == f"1.m2\n{one}2.m2\n{other}"
    verbose = call(["errant", "compare", "-hyp", "1.m2", "-ref", "gold.m2", "-v"]).stdout
    table = call(["errant", "compare", "-hyp", "1.m2", "-ref", "gold.m2", "-v", "-f", "tsv"])
    details = verbose.partition("\n====")[0]
    assert table.stdout.startswith(details)
    assert table.stdout.removeprefix(details).startswith("system\ttp\t")


def test_parts_of_systems_with_rows_of_their_own_merge(files: Path, call: Call) -> None:
    parts = []
    for number, span in enumerate([":13", "14:27", "28:"]):
        parts.append(f"{number}.npz")
        done = call(compared("--sentence-range", span, "--counts-out", parts[-1], "-ds"))
        assert (done.status, done.stderr) == (0, f"warning: {WARNING}\n")
    whole = call(compared("-f", "json", "--ci=40", "-ds"))
    merged = call(["merge", *reversed(parts), "-f", "json", "--ci=40"])
    assert (merged.status, merged.stdout) == (0, whole.stdout)
    each, again = files / "each.jsonl", files / "again.jsonl"
    call(compared("-ds", "--sentences", each.name))
    call(["merge", *parts, "--sentences", again.name])
    assert each.read_bytes() == again.read_bytes()
    line = json.loads(each.read_text(encoding="utf-8").splitlines()[-1])
    assert line["system"] == "2.m2"
    assert line["pairs"]


def test_types_have_intervals(files: Path, call: Call) -> None:
    document = json.loads(call(compared("-cat", "3", "--ci=30", "-f", "json")).stdout)
    for system in document["systems"]:
        assert [kind["type"] for kind in system["types"]] == sorted(
            kind["type"] for kind in system["types"]
        )
        for column in ("tp", "fp", "fn"):
            assert sum(kind[column] for kind in system["types"]) == system[column]
        for kind in system["types"]:
            low, high = kind["intervals"]["f"]
            assert 0 <= low <= high <= 1
    table = call(compared("-cat", "1", "--ci=30", "-f", "table")).stdout.splitlines()
    assert table[0].split()[:2] == ["System", "Type"]
    fixed = call(compared("-cat", "1", "--ci=30", "--fixed-choice", "-f", "json"))
    assert json.loads(fixed.stdout)["resampling"]["choice"] == "fixed"


def test_tables_show_a_dash_for_a_ratio_of_nothing(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    end = "|||x|||REQUIRED|||-NONE-|||0\n\n"
    (tmp_path / "r.m2").write_text(f"S a b\nA 0 1|||R:NOUN{end}", encoding="utf-8")
    (tmp_path / "h.m2").write_text(f"S a b\nA 1 2|||R:VERB{end}", encoding="utf-8")
    words = ["errant", "compare", "-hyp", "h.m2", "-ref", "r.m2", "-cat", "3"]
    rows = call([*words, "-f", "markdown"]).stdout.splitlines()
    cells = {row.split(" | ")[1]: row.strip(" |").split(" | ")[-3:] for row in rows if "R:" in row}
    assert cells == {"R:NOUN": ["—", "0.00", "0.00"], "R:VERB": ["0.00", "—", "0.00"]}
    kinds = json.loads(call([*words, "-f", "json"]).stdout)["systems"][0]["types"]
    assert [(kind["precision"], kind["recall"]) for kind in kinds] == [(1.0, 0.0), (0.0, 1.0)]


def test_sentences_that_differ_and_empty_files_are_warned_of(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.m2").write_text(GOLD, encoding="utf-8")
    (tmp_path / "h.m2").write_text(GOLD.replace("S c", "S d").replace("S a b", "S a  b "))
    (tmp_path / "none.m2").write_text("\n \n")
    words = ["errant", "compare", "-hyp", "h.m2", "-ref", "r.m2"]
    done = call(words)
    assert done.status == 0
    assert done.stderr == ("warning: h.m2:4: 1 sentence differs from r.m2, compared all the same\n")
    assert call([*words, "--strict"]).status == 1
    assert call([*words, "-q"]).stderr == ""
    done = call(["errant", "compare", "-hyp", "none.m2", "-ref", "none.m2"])
    assert "0\t0\t0\t1.0\t1.0\t1.0\n" in done.stdout
    assert done.stderr == (
        "warning: none.m2: no sentence, taken for an empty one\n" * 2
        + "warning: none.m2, an output, is also given as the reference: was another output meant?\n"
    )


def test_spans_of_more_tokens_than_memory_holds_are_refused(tmp_path: Path) -> None:
    text = "S a\nA 0 {}|||R|||x|||0\n"
    gold = Annotations.parse(text.format(100), "r.m2")
    far = Annotations.parse(text.format(2**31 - 2), "h.m2")
    with pytest.raises(FormatError, match=r"h.m2: sentences 1 to 1 need \d+ bytes to be"):
        errant.count(far, gold, mode="dt", memory_limit=1 << 20)
    counts = errant.count(gold, gold, mode="dt", memory_limit=1 << 20, jobs=3)
    assert counts.table.tolist() == [[100, 0, 0]]
    assert errant.count(far, far, mode="ds", memory_limit=1 << 20).table.tolist() == [[1, 0, 0]]


def test_thousands_of_coders_are_compared_and_more_refused() -> None:
    lines = (f"A 0 1|||R|||{coder % 7}|||{coder}\n" for coder in range(300))
    many = Annotations.parse("S a\n" + "".join(lines))
    with pytest.warns(InputWarning, match="annotations has 300 annotators, expected 1 in a system"):
        counts = errant.count(many, many)
    assert counts.n_rows == 300 * 300
    assert errant.score_counts(counts).f == 1.0
    with pytest.raises(FormatError, match="bytes to be compared"):
        errant.count(many, many, memory_limit=1 << 20)


def test_a_type_to_leave_out_that_no_file_has_is_told(tmp_path: Path, call: Call) -> None:
    (tmp_path / "h.m2").write_text(GOLD, encoding="utf-8")
    (tmp_path / "r.m2").write_text(GOLD.replace("R:NOUN", "M:DET"), encoding="utf-8")
    words = ["errant", "compare", "-hyp", tmp_path / "h.m2", "-ref", tmp_path / "r.m2", "-filt"]
    assert call([*words, "R:NOUN", "M:DET"]).stderr == ""  # one file has it
    done = call([*words, "R:NUON", "VERB"])
    assert done.status == 0
    assert done.stderr == (
        "warning: no edit of the type R:NUON, which is to be left out: did you mean R:NOUN?\n"
        "warning: no edit of the type VERB, which is to be left out\n"
    )
    assert call([*words, "R:NUON", "--strict"]).status == 1
    with pytest.warns(InputWarning, match="did you mean M:DET"):
        errant.evaluate(Annotations.parse(GOLD), tmp_path / "r.m2", without=["M:DT"])
