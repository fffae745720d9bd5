"""The limits that docs/limits.md promises."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

from fastgec import Counts, FormatError, Gold, References, gleu, green, m2, machine
from fastgec.cli import main
from fastgec.machine import LimitError
from fastgec.maxmatch.matcher import ModeMatcher
from fastgec.metrics import base
from fastgec.metrics.m2.counting import matcher_of
from fastgec.read.lines import Lines
from test_streaming import of_peaks, peak

TESTS = Path(__file__).resolve().parent
LIMITS = TESTS.parent / "docs" / "limits.md"


def test_every_limit_has_a_test() -> None:
    text = LIMITS.read_text(encoding="utf-8")
    table = text.partition("| --- | --- | --- |\n")[2].partition("\n\n")[0]
    for row in table.splitlines():
        assert re.search(r"\| `test_\w+\.py::\w+` \|$", row), row
    for file, name in re.findall(r"`(test_\w+\.py)::(\w+)`", text):
        assert f"\ndef {name}(" in (TESTS / file).read_text(encoding="utf-8"), name


def test_thousands_of_annotators_edits_and_alternatives_are_counted() -> None:
    n = 3000
    words = " ".join(f"w{number}." for number in range(n))
    annotators = "".join(f"A 0 1|||R|||x|||||||||{number}\n" for number in range(n))
    edits = "".join(f"A {number} {number + 1}|||R|||x|||||||||0\n" for number in range(n))
    alternatives = "||".join(f"x{number}" for number in range(n))
    gold = Gold.parse(
        f"S a b\n{annotators}\nS {words}\n{edits}\nS a b\nA 0 1|||R|||{alternatives}|||||||||0\n"
    )
    texts = ["x b", words.replace("w7.", "x"), f"x{n - 1} b"]
    counts = m2.count(texts, gold)
    assert counts.n_rows == n + 2
    assert counts.table[:n].tolist() == [[1, 1, 1]] * n
    assert counts.table[n].tolist() == [1, 1, n]
    assert counts.table[n + 1].tolist() == [1, 1, 1]


@of_peaks
@pytest.mark.parametrize(
    ("is_shared", "arguments"),
    [
        (False, ("--ceiling", "gold.m2")),
        (True, ("--ceiling", "gold.m2")),
        (False, ("--implicit-noop", "system.txt", "gold.m2")),
        (True, ("--implicit-noop", "system.txt", "gold.m2")),
    ],
)
def test_annotators_without_end_need_little_memory(
    is_shared: bool, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    n = 1500
    lines = [f"A 0 1|||R|||x|||||||||{number}\n" for number in range(n)]
    sentences = ["".join(lines)] if is_shared else lines
    text = "".join(f"S a b c\n{annotators}\n" for annotators in sentences)
    (tmp_path / "gold.m2").write_text(text, encoding="utf-8")
    (tmp_path / "system.txt").write_text("x b c\n" * len(sentences), encoding="utf-8")
    assert peak(tmp_path, "m2", *arguments) < 100 * 1024  # KiB


@of_peaks
@pytest.mark.parametrize("release", m2.RELEASES)
@pytest.mark.parametrize("kind", ["equal insertions", "replacements"])
def test_thousands_of_gold_edits_need_little_memory(
    kind: str, release: str, tmp_path: Path
) -> None:
    if kind == "replacements":  # none of which is made, in a text of which each second word changes
        source = [f"w{number}" for number in range(40_000)]
        hypothesis = ["y" if number % 2 == 0 else word for number, word in enumerate(source)]
        edits = [f"A {at} {at + 1}|||R|||z|||||||||0\n" for at in range(0, 40_000, 2)]
        counts = [0, 6667, 20_000]  # an edit holds up to two unchanged words
    else:
        source, hypothesis = ["a", "b"], ["a", *["x"] * 2000, "b"]
        edits = ["A 1 1|||M|||x|||||||||0\n"] * 20_000
        counts = [20_000, 2000, 20_000]
    text = f"S {' '.join(source)}\n{''.join(edits)}"
    (tmp_path / "gold.m2").write_text(text, encoding="utf-8")
    (tmp_path / "system.txt").write_text(" ".join(hypothesis) + "\n", encoding="utf-8")
    arguments = ("m2", "--release", release, "--sentences", "out.jsonl", "system.txt", "gold.m2")
    assert peak(tmp_path, *arguments) < 150 * 1024  # KiB
    found = json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8"))
    assert [found[name] for name in ("correct", "proposed", "gold")] == counts


def test_counts_end_where_half_of_the_memory_does(
    samples: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "available_memory", lambda: 3000)
    found = "more than 3000 bytes of {}: expected at most half of the memory"
    gold, texts = "S a\n" * 40 + "A 0 1|||R|||b|||||||||1\n", ["a"] * 40
    with pytest.raises(LimitError, match=f"^{found.format('edits')}$"):
        Gold.parse(gold).with_implicit_noop()
    assert m2.count(texts, Gold.parse(gold)).n_rows == 40  # 36 bytes each
    with pytest.raises(LimitError, match=f"^{found.format('counts')}$"):
        m2.count_systems([texts] * 3, Gold.parse(gold))
    with pytest.raises(LimitError, match=f"^{found.format('counts')}$"):
        Counts.concat([m2.count(texts, Gold.parse(gold))] * 3)
    files = [str(samples / name) for name in ("bold.txt", "careful.txt", "gold.m2")]
    assert main(["m2", "-q", "--per-annotator", *files[:2], *files[:2], files[2]]) == 1
    assert capsys.readouterr() == ("", found.format("counts") + "\n")


@pytest.mark.parametrize("metric", [green, gleu])
@pytest.mark.parametrize("large", ["source", "hypotheses", "references[1]"])
def test_n_grams_that_do_not_fit_are_refused_and_named(
    metric: object, large: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "available_memory", lambda: 100_000)
    texts = {
        name: ["a b", "c"] for name in ("source", "hypotheses", "references[0]", "references[1]")
    }
    texts[large] = ["a b", " ".join(f"w{number}" for number in range(10_000))]
    source, output, *others = texts.values()
    with pytest.raises(FormatError) as caught:
        metric.count(output, References(source, others))  # type: ignore[attr-defined]
    assert str(caught.value) == (f"{large}:2: 10000 tokens need more than 0.0 GB of memory")


LARGEST = {
    "--beta": ("1e100", "1.1e100"),
    "--max-unchanged-words": ("1073741823", "1073741824"),
    "--seed": ("1073741823", "1073741824"),
    "--jobs": ("1073741823", "1073741824"),
}


def test_digits_end_where_a_number_does(samples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, system = str(samples / "source.txt"), str(samples / "bold.txt")
    words = ["green", "-s", source, "-r", source, "-c", system, "-d"]
    assert main([*words, "1074"]) == 0
    assert len(capsys.readouterr().out.splitlines()[0]) == len("alpha\t0.") + 1074
    for digits in ("1075", "9" * 20, "9" * 5000, "x"):
        with pytest.raises(SystemExit) as ended:
            main([*words, digits])
        assert ended.value.code == 2
        assert f"{digits!r}: expected a whole number to 1074" in capsys.readouterr().err


def test_options_end_where_they_are_said_to(
    samples: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(samples / "bold.txt"), str(samples / "gold.m2")]
    for option, (largest, too_large) in LARGEST.items():
        assert main(["m2", option, largest, *files]) == 0
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(["m2", option, too_large, *files])
        assert ended.value.code == 2
        assert f"{too_large!r}: expected a" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
@pytest.mark.parametrize("seed", [1, 3])
def test_a_row_whose_statuses_the_order_finds_needs_the_memory_of_the_order(seed: int) -> None:
    rng = random.Random(seed)
    source = rng.choices("abc", k=190)
    hypothesis = rng.choices("abcxyz" + "xyz" * 3, k=190)
    gold = Gold.parse(f"S {' '.join(source)}\nA 188 189|||T|||d|||REQUIRED|||-NONE-|||0\n\n")
    more = m2.Parameters(max_unchanged_words=5)
    matcher = matcher_of(Lines.of([" ".join(hypothesis)]), gold, more, ModeMatcher)
    matcher.open(np.zeros((1, 9), np.int64))

    def is_counted(size: int, *, is_ordered: bool) -> bool:
        table, cancel = np.zeros((1, 3), np.int64), np.zeros(1, np.int32)
        return matcher.count(0, 1, table, cancel, size, is_ordered=is_ordered) == -1

    least, most = 0, 1 << 26
    while most - least > 4096:
        middle = (least + most) // 2
        if is_counted(middle, is_ordered=True):
            most = middle
        else:
            least = middle
    assert is_counted(most, is_ordered=False)
