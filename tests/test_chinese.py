"""Chinese: ChERRANT's comparison and its M2, byte for byte."""

from __future__ import annotations

import gzip
import hashlib
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import oracle_chinese
import search_chinese
from commands import Call
from fastgec.annotate import chinese
from fastgec.annotate.chinese import Data, Options, Text, annotate, para_rows
from golden_data import golden, read_json, read_jsonl


def number(case: Any, option: str) -> str:
    """The value of an option, as typed."""
    options = case["options"]
    return str(options[options.index(option) + 1]) if option in options else ""


@cache
def cases(name: str) -> list[Any]:
    """The cases of a golden file."""
    return read_jsonl(golden(f"chinese/{name}.jsonl.gz"))


def test_random_comparisons_print_the_same_bytes(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for case in cases("compare_random"):
        for side in ("hyp", "ref"):
            Path(side).write_text(case[side], encoding="utf-8", newline="")
        argv = ["-hyp", "hyp", "-ref", "ref", "--language", "zh", *case["options"]]
        done = call(["errant", "compare", *argv])
        if "0" in (number(case, "--max_answer_num"), number(case, "--reference_num")):
            assert done.status == 2, case
        elif number(case, "--max_answer_num") > "3":  # where ChERRANT drops all edits
            assert done.status == 0, case
        elif case["rc"] == 0 and "-v" in case["options"] and done.stdout != case["stdout"]:
            # The title of a sentence behind a surplus empty line, and no sentence at all.
            is_empty = "--start" in case["options"] and "SENTENCE" not in case["stdout"]
            assert "\n\n\n" in case["hyp"] or is_empty, case
        elif case["rc"] == 0:
            assert (done.status, done.stdout) == (0, case["stdout"]), case
        else:
            assert done.status == 1, case
            assert done.stdout == "", case


def test_real_comparisons_print_the_same_bytes(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"demo.char": "demo.{}.m2.char", "demo.word": "demo.{}.m2.word"}
    n_compared = 0
    for case in cases("compare_real"):
        if case["pair"].startswith("dev"):  # below
            continue
        name = names.get(case["pair"], "nlpcc.{}.m2")
        for side in ("hyp", "ref"):
            text = gzip.decompress(golden(f"chinese/{name.format(side)}.gz").read_bytes())
            Path(side).write_bytes(text)
        argv = ["-hyp", "hyp", "-ref", "ref", "--language", "zh", *case["options"]]
        if case["rc"] or "4" in case["options"]:  # ChERRANT drops all edits there
            continue
        done = call(["errant", "compare", *argv])
        assert same(done.stdout, case), case["options"]
        n_compared += 1
    assert n_compared > 80


@pytest.fixture(scope="module")
def mucgec(chinese_data: Data) -> Callable[[str, str], str]:
    """Annotates a file of MuCGEC by a strategy, once."""

    @cache
    def annotated(name: str, strategy: str) -> str:
        text = gzip.decompress(golden(f"chinese/mucgec/{name}.txt.gz").read_bytes()).decode()
        return "".join(annotate([name], para_rows(text, name), chinese_data, Options(strategy)))

    return annotated


def test_comparisons_of_whole_mucgec_print_the_same_bytes(
    tmp_path: Path,
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
    mucgec: Callable[[str, str], str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("MuCGEC_dev", "example_pred_dev"):
        for strategy in ("all", "first"):
            Path(f"{name}.{strategy}").write_text(mucgec(name, strategy), encoding="utf-8")
    dev, system = "MuCGEC_dev.", "example_pred_dev."
    pairs = {
        "dev.all": (f"{system}all", f"{dev}all"),
        "dev.first": (f"{system}first", f"{dev}first"),
        "dev.mixed": (f"{system}first", f"{dev}all"),
        "dev.swapped": (f"{dev}all", f"{system}all"),
    }
    n_compared = 0
    for case in cases("compare_real"):
        if case["pair"] not in pairs or "4" in case["options"]:  # where ChERRANT drops all edits
            continue
        hypothesis, reference = pairs[case["pair"]]
        argv = ["-hyp", hypothesis, "-ref", reference, "--language", "zh", *case["options"]]
        done = call(["errant", "compare", *argv])
        assert done.status == case["rc"], case["options"]
        assert case["rc"] or same(done.stdout, case), (case["pair"], case["options"])
        n_compared += 1
    assert n_compared > 50


# What ends ChERRANT's run without a result: the messages here, "" for a usage error.
REFUSED = {
    "batch0": "",
    "granularity": "",
    "blank_line": "para:2: no tab: expected id, source and targets",
    "bpe_control_only": "para:1: column 2: no word pieces: expected a sentence",
    "empty_file": "para:1: no tab: expected id, source and targets",
    "empty_source": "para:2: column 2: no text: expected a sentence",
    "empty_target_mid": "para:1: column 3: no text: expected a sentence",
    "empty_target_then_more": "para:2: column 3: no text: expected a sentence",
    "only_newlines": "para:1: no tab: expected id, source and targets",
    "only_spaces_target": "para:1: column 3: no text: expected a sentence",
    "seg_double_space": "para:1: column 3: two spaces in a row: expected one between tokens",
}


def test_edges_write_the_same_bytes_or_are_refused(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch, chinese_data: Data
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Data, "read", lambda folder, has_forms: chinese_data)
    Path("chinese_vocab.txt").write_text("a\n##b\n")
    for case in cases("edges"):
        Path("para").write_text(case["input"], encoding="utf-8", newline="")
        argv = ["--language", "zh", "--chinese-data", ".", "--para", "para", *case["options"]]
        done = call(["errant", "parallel", *argv])
        reason = REFUSED.get(case["name"])
        if reason is None:
            assert (done.status, done.stdout) == (case["rc"], case["output"]), case["name"]
            continue
        assert (done.status, done.stdout) == (1 if reason else 2, ""), case["name"]
        assert not reason or done.stderr == f"{reason}\n"
        assert case["rc"] > 0


def test_word_pieces_are_the_same_blocks(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch, chinese_data: Data
) -> None:
    wanted = [case for case in cases("annotate") if "bpe" in case["options"]]
    assert len(wanted) == 132
    # The vocabulary is ChERRANT's as far as these cases show it, with words that stayed whole.
    pieces = {
        piece
        for case in wanted
        for line in re.findall(r"^(?:S|T\d+-A\d+) (.*)$", case["out"], re.MULTILINE)
        for piece in line.split(" ")
    }
    for case in wanted:
        options = Options(case["options"]["s"], pieces=frozenset(pieces))
        rows = para_rows(case["line"], "line")
        assert "".join(annotate(["line"], rows, chinese_data, options)) == case["out"], case["line"]
    monkeypatch.chdir(tmp_path)
    Path("chinese_vocab.txt").write_text("iPhone\n202\n##3\n##0\n我\n", encoding="utf-8")
    Path("para").write_text(f"1\tiPhone2023年\t我{'a' * 101},2020b[缺失成分]\n", encoding="utf-8")
    argv = ["errant", "parallel", "--language", "zh", "--para", "para", "--bpe"]
    lines = call([*argv, "--chinese-data", "."]).stdout.splitlines()
    assert lines[0] == "S iPhone2023 年"  # no ##202
    assert lines[1] == "T0-A0 我 [UNK] , 2020b [缺失成分]"
    expected = "--bpe requires chinese_vocab.txt in --chinese-data FOLDER\n"
    assert call(argv).stderr.endswith(expected)
    assert call([*argv, "--segmented"]).stderr.endswith(
        "--bpe and --segmented are mutually exclusive\n"
    )


@pytest.fixture(scope="module")
def chinese_data() -> Data:
    """ChERRANT's resources, all of them."""
    for name in ("pypinyin", "opencc"):
        pytest.importorskip(name, reason="the extra chinese is not installed")
    return Data.read(str(golden("chinese/resources")))


def test_syllables_of_characters_are_those_of_pypinyin(chinese_data: Data) -> None:
    """They are made of its data without its package, which reads phrases too."""
    import pypinyin

    for letter in map(
        chr, [*range(0x2000, 0x3100), *range(0x3400, 0xA000), *range(0x20000, 0x20100)]
    ):
        (expected,) = pypinyin.pinyin(letter, pypinyin.Style.NORMAL, heteronym=True) or [[letter]]
        assert chinese_data.syllables(letter, is_words=False) == frozenset(expected), letter


def test_annotations_are_the_same_blocks(chinese_data: Data) -> None:
    for case in cases("annotate"):
        asked = case["options"]
        if "bpe" in asked:
            continue
        words = {
            text: Text(*map(list, zip(*pairs, strict=True)))
            for text, pairs in case.get("tokens", {}).items()
        }
        options = Options(
            asked["s"], "segmented" in asked, "no_simplified" not in asked, words or None
        )
        rows = para_rows(case["line"], "line")
        assert "".join(annotate(["line"], rows, chinese_data, options)) == case["out"], case["line"]


@pytest.mark.parametrize("strategy", ["all", "first"])
@pytest.mark.parametrize(("name", "file"), [("dev", "MuCGEC_dev"), ("pred", "example_pred_dev")])
def test_whole_mucgec_is_the_same_bytes(
    name: str, file: str, strategy: str, mucgec: Callable[[str, str], str]
) -> None:
    expected = read_json(golden("chinese/whole.json.gz"))
    digest = hashlib.sha256(mucgec(file, strategy).encode()).hexdigest()
    assert digest == expected[f"{name}.{strategy}"]["sha256"]


# The oracle walks every alignment: long sentences take minutes.
SHORT = {"costs", "diff", "readings", "segmented", "segpunct", "ties", "wcosts", "word"}


def test_the_oracle_writes_the_same_blocks(chinese_data: Data) -> None:
    known = oracle_chinese.Resources.read(golden("chinese/resources"))
    simplified = chinese_data.converter.convert
    n_compared = 0
    for number, case in enumerate(cases("annotate")):
        is_segmented = "segmented" in case["options"]
        if case["set"] not in SHORT and (case["set"] != "rand" or number % 10):
            continue
        texts = case["line"].strip().split("\t")[1:]
        texts = [text.strip() if is_segmented else "".join(text.split()) for text in texts]
        if "no_simplified" not in case["options"]:
            texts[1:] = map(simplified, texts[1:])
        tags = []
        if given := case.get("tokens"):
            tags = [[tag for _, tag in given[text]] for text in texts]
            tokens = [[token for token, _ in given[text]] for text in texts]
        elif is_segmented:
            joined = [text.replace("[ 缺 失 成 分 ]", "[缺失成分]") for text in texts]
            tokens = [text.split(" ") for text in joined]
        else:
            tokens = [re.findall(r"\[缺失成分\]|(?s:.)", text) for text in texts]
        is_first = case["options"]["s"] == "first"
        block = oracle_chinese.block(tokens, known, tags, is_first=is_first)
        assert block == case["out"], case
        n_compared += 1
    assert n_compared > 2500


def test_random_sentences_are_those_of_the_oracle() -> None:
    assert search_chinese.search(1500, 1) == ("", 1500)


def test_the_search_finds_a_wrong_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle_chinese, "P1", oracle_chinese.P1.replace("，", ""))
    difference, n_compared = search_chinese.search(1500, 1)
    assert n_compared < 1500
    assert "fastgec:\nS " in difference


def test_parallel_without_resources(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("source").write_text("我来北京\n我们\n", encoding="utf-8")
    Path("target").write_text("我去北京\n我们\n", encoding="utf-8")
    argv = ["errant", "parallel", "--language", "zh", "-orig", "source", "-cor", "target"]
    done = call(argv)
    assert done.stdout == (
        "S 我 来 北 京\nT0-A0 我 去 北 京\nA 1 2|||S|||去|||REQUIRED|||-NONE-|||0\n\n"
        "S 我 们\nT0 没有错误\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n"
    )
    assert "without cilin.txt (meaning), confusion_dict.txt" in done.stderr
    assert "edits of types S, M, R, W may differ in span or number from ChERRANT's" in done.stderr
    Path("para").write_text("1\t我来北京\t我去北京\n2\t我们\t我们\n", encoding="utf-8")
    other = call(["errant", "parallel", "--language", "zh", "--para", "para", "-s", "first"])
    assert other.stdout == done.stdout
    Path("zh.m2").write_text(done.stdout, encoding="utf-8")
    assert call(["retokenize", "--like", "zh.m2", "target"]).stdout == "我 去 北 京\n我 们\n"
    Path("para").write_text("1\t我\t\t你\n", encoding="utf-8")
    bad = call(["errant", "parallel", "--language", "zh", "--para", "para"])
    assert (bad.status, bad.stdout) == (1, "")
    assert bad.stderr == "para:1: column 3: no text: expected a sentence\n"
    Path("target").write_text("我去北京\n\n", encoding="utf-8")
    assert call(argv).stderr == "target:2: no text: expected a sentence\n"
    for more in (["--tags", "none"], ["-merge", "all-split"]):
        reason = f"{more[0]} and --language zh are mutually exclusive\n"
        assert call([*argv, *more]).stderr.endswith(reason)


def test_several_alignments_are_not_edits_to_make_together(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = "S a b\nT0-A0 a x\nA 1 2|||S|||x|||REQUIRED|||-NONE-|||0\n"
    second = "T0-A1 a x\nA 0 2|||S|||a x|||REQUIRED|||-NONE-|||0\n"
    Path("all.m2").write_text(f"{first}{second}\n")
    Path("first.m2").write_text(f"{first}\n")
    Path("system.txt").write_text("a x\n")
    for argv in (
        ["m2", "system.txt", "all.m2"],
        ["m2", "-f", "table", "system.txt", "all.m2"],
        ["imeasure", "--gold", "all.m2", "system.txt"],
        ["errors", "system.txt", "all.m2"],
    ):
        done = call(argv)
        assert (done.status, done.stdout) == (1, ""), argv
        assert "all.m2:4: line 'T0-A1 a x', another alignment" in done.stderr, argv
    done = call(["check", "all.m2"])
    assert done.status == 1
    assert "another alignment" in done.stdout
    zh = ["errant", "compare", "--language", "zh"]
    assert call([*zh, "-hyp", "first.m2", "-ref", "all.m2"]).status == 0
    assert "Precision   : 1.0000" in call(["m2", "system.txt", "first.m2"]).stdout


def test_texts_that_are_unlike(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    draw = random.Random(1)
    one, other = ("".join(draw.choices("甲乙丙", k=1000)) for _ in range(2))
    Path("para").write_text(f"1\t我\t你\n2\t{one}\t{one}\t{other}\n", encoding="utf-8")
    argv = ["errant", "parallel", "--language", "zh", "--para", "para"]
    done = call(argv)
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr == (
        "para:2: column 4: over 1,000 minimum-cost alignments with different edits: "
        "expected at most 1,000 (--strategy first writes one)\n"
    )
    assert call([*argv, "--strategy", "first"]).stdout.count("\nT1-A") == 1
    Path("source").write_text(one, encoding="utf-8")
    Path("target").write_text(other, encoding="utf-8")
    argv = ["errant", "parallel", "--language", "zh", "-orig", "source", "-cor", "target"]
    assert call(argv).stderr.startswith("target:1: over 1,000 minimum-cost alignments")
    monkeypatch.setattr(chinese, "available_memory", lambda: 15 << 20)
    assert call([*argv, "-s", "first"]).stderr == (
        "target:1: source and correction of 1000 and 1000 tokens need more memory than 15 MiB\n"
    )


def test_edits_of_characters_are_compared(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    end = "|||REQUIRED|||-NONE-|||0\n"
    for name, correction in (("hyp", "去 南"), ("ref", "去南")):
        edits = f"A 1 3|||S|||{correction}{end}A 3 4|||R|||-NONE-{end}"
        Path(name).write_text(f"S 我 来 北 京\n{edits}\n", encoding="utf-8")
    Path("words").write_text(f"S 我 来 北京\nA 1 2|||S|||去{end}\n", encoding="utf-8")

    def counts(*more: str) -> str:
        argv = ["errant", "compare", "-hyp", "hyp", "-ref", "ref", *more]
        return "\t".join(call(argv).stdout.splitlines()[3].split("\t")[:3])

    assert counts() == "1\t1\t1"
    assert counts("--unit", "char") == "2\t0\t0"
    assert counts("--unit", "char", "-single") == "1\t0\t0"
    assert counts("--unit", "char", "-multi") == "1\t0\t0"
    for argv in (["-hyp", "words", "-ref", "ref"], ["-hyp", "hyp", "-ref", "words"]):
        done = call(["errant", "compare", "--unit", "char", *argv])
        assert (done.status, done.stdout) == (1, "")
        assert done.stderr == (
            "words:1: token '北京' of several characters: expected character M2, or no "
            "--unit char\n"
        )


def same(text: str, case: Any) -> bool:
    """Whether a text is the expected one, or has its hash."""
    if "stdout" in case:
        return bool(text == case["stdout"])
    return bool(hashlib.sha256(text.encode()).hexdigest() == case["stdout_sha256"])
