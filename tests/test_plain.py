"""Plain runs of `fastgec m2`, without numpy: the numbers of any other run, or none."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import search_plain
from commands import Here, Run
from fastgec import m2
from fastgec.cli import main
from fastgec.diagnostics import OF_REFERENCES, may_warn
from fastgec.diagnostics import flags as kernel
from fastgec.diagnostics.inputs import (
    BENCHMARKS,
    Diagnostics,
    Example,
    TextFlags,
    Watched,
    input_warnings,
)
from fastgec.machine import map_ordered
from fastgec.metrics import plain
from fastgec.metrics.plain import m2_totals
from fastgec.read.m2stream import read_gold_blocks
from golden_data import golden, read_json
from search_plain import done_plainly
from test_golden_m2 import OUTPUTS

Patch = pytest.MonkeyPatch


# Golden data


@pytest.mark.parametrize(("corpus", "system"), OUTPUTS)
def test_real_outputs_are_counted_as_by_the_published_scorer(
    shared: Path, corpus: str, system: str
) -> None:
    folder = shared / "data" / corpus
    output = str(folder / "systems" / f"{system}.txt")
    found = m2_totals([output], str(folder / "gold.m2"), beta=0.5, jobs=1)
    path = golden(f"m2/{corpus}__{system}.json.gz")
    expected = read_json(path)["development"]
    if corpus == "jfleg-dev":  # some of its edits end after their source
        assert found is None
        return
    assert found is None or list(found[0][0]) == expected["scores_by_beta"]["0.5"][3:]


# The usual way


SPACES = [" ", " ", " ", "  ", "\t", "\v", "\x1c", "\x85", "\xa0", "\u2003", "\u3000", "\u1680"]
WORDS = [
    *("a", "b", "abcdefg", "abcdefgh", "abcdefghi", "abcdefgh" * 3, "", "\x00", "a\x00", "\x7f"),
    *("é", "\u2019s", "\xad", "\U0001f600", "-NONE-", "noop", "|", "||", "A", "S", "x" * 70),
]


# What it must not answer


@given(
    flags=st.lists(st.integers(0, 60), min_size=18, max_size=18), n_checked=st.integers(60, 2000)
)
def test_what_is_suspicious_is_left_to_the_usual_way(flags: list[int], n_checked: int) -> None:
    found = TextFlags(
        *("x", n_checked, n_checked, flags, 0, []),
        {flag: [Example(0, "a", "a")] for flag in (kernel.UNSPLIT, kernel.RAW)},
    )
    diagnostics = Diagnostics(1)
    diagnostics.systems[0].add(found)
    for splits in (True, False):
        if input_warnings(diagnostics, splits=splits):
            assert may_warn(flags, n_checked, splits=splits)
    diagnostics = Diagnostics(1)
    diagnostics.references = [Watched()]
    diagnostics.references[0].add(found)
    if input_warnings(diagnostics):
        assert may_warn(flags, n_checked, OF_REFERENCES, splits=False)


def test_public_gold_of_which_there_is_more_to_say_is_left_to_the_usual_way() -> None:
    usual = m2.METRIC.parameters(), m2.Scoring()
    assert {"beta": usual[1].beta, "max_unchanged_words": usual[0].max_unchanged_words} == {
        "beta": 0.5,
        "max_unchanged_words": plain.MAX_UNCHANGED,
    }
    assert {
        (known.sentences, known.n_edits) for known in BENCHMARKS if "m2" in known.confused
    } == plain.REMARKABLE
    assert {
        (known.sentences, known.n_edits) for known in BENCHMARKS if known.metric == "m2"
    } == plain.OF_BETA
    assert {known.settings["beta"] for known in BENCHMARKS if known.metric == "m2"} == {plain.BETA}


GOLD = "S a b c\nA 0 1|||R|||b|||REQUIRED|||-NONE-|||0\n\nS d e f\n\n"
REPEATED = "A 0 1|||R|||c|| b|||REQUIRED|||-NONE-|||0\n"
ODD = {  # gold, output
    "a joined source": (GOLD.replace("0\n\n", "0\n"), "a b c\nd e f\n"),
    "an edit past the end": (GOLD.replace("0 1", "3 4"), "a b c\nd e f\n"),
    "an offset of -1": (GOLD.replace("0 1", "-1 1"), "a b c\nd e f\n"),
    "an edit that is repeated": (GOLD.replace("|||0\n", "|||0\n" + REPEATED), "a b c\nd e f\n"),
    "JSON lines": (GOLD, '{"prediction": "a b c"}\n{"prediction": "d e f"}\n'),
    "a bad line": (GOLD + "X\n", "a b c\nd e f\n"),
    "too few fields": (GOLD.replace("|||0", ""), "a b c\nd e f\n"),
    "an edit before its source": ("A" + GOLD, "a b c\nd e f\n"),
    "no sentence": ("\n", "a b c\n"),
    "nothing": ("", ""),
    "a line too few": (GOLD, "a b c\n"),
    "a line too many": (GOLD, "a b c\nd e f\ng\n"),
    "no output": (GOLD, ""),
    "invalid UTF-8 in gold": (GOLD.replace("f", "\udcff"), "a b c\nd e f\n"),
    "invalid UTF-8 in the output": (GOLD, "a b c\nd \udcff f\n"),
    "no blank line where a block ends": (
        f"{GOLD * 512}".rstrip("\n") + f"\n{GOLD}",
        "b b c\nd e f\n" * 513,
    ),
    "glued marks": (
        "S this is a sentence , with marks .\n\n" * 40,
        "this is a sentence, with marks.\n" * 40,
    ),
    "empty lines": ("S this is a sentence , with marks .\n\n" * 40, "\n" * 40),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_said_by_the_usual_way(here: Here, name: str) -> None:
    gold, output = (text.encode(errors="surrogateescape") for text in ODD[name])
    (here.folder / "gold.m2").write_bytes(gold)
    (here.folder / "out.txt").write_bytes(output)
    assert not done_plainly(["m2", "out.txt", "gold.m2"])
    done = here("m2", "out.txt", "gold.m2")
    assert done == here("m2", "out.txt", "gold.m2", "-f", "classic")
    assert done.stderr


PLAIN = {
    "a byte-order mark": ("\ufeff" + GOLD, "a b c\nd e f\n"),
    "as usual": (GOLD, "b b c\nd e f\n"),
    "no line end": (GOLD.rstrip("\n"), "b b c\nd e f"),
    "CRLF": (GOLD.replace("\n", "\r\n"), "b b c\r\nd e f\r\n"),
    "an empty output line": (GOLD, "\nd e f\n"),
    "no gold edits": ("S a\n\nS b\n", "a\nb\n"),
    "a comment": (GOLD.replace("A", "I 3\nA"), "b b c\nd e f\n"),
    "more than a block": ("S a b\nA 0 1|||R|||c|||||||||0\n\n" * 5000, "c b\na b\n" * 2500),
    "annotators out of order": (
        GOLD.replace("|||0\n", "|||1\nA 1 2|||R|||c|||REQUIRED|||-NONE-|||0\n"),
        "a b c\nd e f\n",
    ),
    "a long sentence": (f"S {'a b ' * 200_000}\n\nS b\n", f"{'a b ' * 200_000}\nc\n"),
}


@pytest.mark.parametrize(
    ("words", "beta"),
    [
        (["-j", "1"], 0.5),
        (["-j", "3"], 0.5),
        (["--mode", "correction", "--beta", "2"], 2),
        (["--beta", "0", "--jobs", "2"], 0),
    ],
)
@pytest.mark.parametrize("name", PLAIN)
def test_what_is_plain_is_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: list[str], beta: float
) -> None:
    paths = tmp_path / "out.txt", tmp_path / "gold.m2"
    for path, text in zip(paths, reversed(PLAIN[name]), strict=True):
        path.write_bytes(text.encode())
    assert done_plainly(["m2", *words, *map(str, paths)])
    expected = m2.evaluate(str(paths[0]), str(paths[1]), beta=beta)
    assert capsys.readouterr().out == (
        f"Precision   : {expected.precision:.4f}\nRecall      : {expected.recall:.4f}\n"
        f"F_{beta:.1f}       : {expected.f:.4f}\n"
    )


PLAIN_OPTIONS = (
    *([], ["-j", "1"], ["-b", "1"], ["--beta", "1e-3"], ["--mode", "correction"], ["-q"]),
    *(["--strict"], ["--progress", "-f", "classic"], ["--no-progress"], ["--timeout", "3"]),
    *(["-f", "table"], ["-f", "tsv"]),
)
OTHER_OPTIONS = (
    *(["-f", "json"], ["--ci"], ["--mode", "detection"], ["--mode", "all"], ["-v"], ["--types"]),
    *(["--release", "3.2"], ["--implicit-noop"], ["--max_unchanged_words", "3"], ["--signature"]),
    *(["--name", "x"], ["--sentence-range", "1:2"], ["--fail-under", "0.1"], ["--retokenize"]),
    *(["--beta", "-1"], ["--beta", "inf"], ["-j", "0"], ["--mode", "corr"], ["--bta", "1"]),
)


@pytest.mark.parametrize("words", [*PLAIN_OPTIONS, *OTHER_OPTIONS], ids=" ".join)
def test_options_that_change_no_count_need_no_numpy(
    samples: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    files = [str(samples / name) for name in ("bold.txt", "gold.m2")]
    assert done_plainly(["m2", *files, *words]) == (words in PLAIN_OPTIONS)
    found = capsys.readouterr()
    if words in PLAIN_OPTIONS:
        assert main(["m2", *files, *words]) == 0
        assert capsys.readouterr() == found


@pytest.mark.parametrize(
    "words",
    [
        *(["m2"], ["m2", "a"], ["m2", "a", "a"], ["m2", "-", "b"], ["m2", "b", "a", "-"], []),
        *(["m2", "a", ""], ["m2", "no such file", "a"], ["m2", ".", "."], ["m2", "b\x00", "a"]),
        *(["m2", "b", "b", "a", "-f", "classic"], ["m2", "b", "b", "a"], ["m2", "a", "b", "-j"]),
    ],
    ids=repr,
)
def test_other_files_are_left_to_the_usual_way(
    words: list[str], samples: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, other in (
        ("a", "gold.m2"),
        ("b", "bold.txt"),
        ("c", "careful.txt"),
        ("-", "bold.txt"),
    ):
        Path(name).write_bytes((samples / other).read_bytes())
    assert done_plainly(["m2", "b", "a"])
    assert not done_plainly(words)


@pytest.mark.parametrize("width", ["80", "40"])
@pytest.mark.parametrize(
    "more",
    [
        *([], ["-f", "table", "-b", "2"], ["-f", "table", "-q", "-j", "2"], ["-f", "csv"]),
        *(["-f", "markdown"], ["-f", "latex"]),
    ],
    ids=" ".join,
)
def test_a_table_without_numpy_is_the_table_of_any_run(
    more: list[str],
    width: str,
    samples: Path,
    monkeypatch: Patch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    files = [str(samples / name) for name in ("bold.txt", "source.txt", "careful.txt", "gold.m2")]
    words = ["m2", *files, *more]
    assert done_plainly(words)
    found = capsys.readouterr()
    monkeypatch.setattr("fastgec.metrics.plain.m2_totals", lambda *_, **__: None)
    assert main(words) == 0
    assert capsys.readouterr() == found


@pytest.mark.parametrize("more", [[], ["-b", "2"], ["-q", "-j", "2"]], ids=" ".join)
def test_three_lines_of_several_systems_need_no_numpy(
    more: list[str],
    samples: Path,
    tmp_path: Path,
    monkeypatch: Patch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("bold.txt", "careful.txt", "source.txt", "gold.m2"):
        Path(name).write_bytes((samples / name).read_bytes())
    Path("same.txt").write_bytes(Path("bold.txt").read_bytes())
    Path("alike.txt").write_bytes(b" " + Path("bold.txt").read_bytes())
    Path("bad.txt").write_text("too few\n")
    for files, is_plain in (
        (["bold.txt", "careful.txt", "source.txt"], True),
        (["bold.txt", "careful.txt", "alike.txt"], True),  # of equal counts
        (["bold.txt", "careful.txt", "same.txt"], False),  # a warning may be due
        (["bold.txt", "bad.txt"], False),
    ):
        words = ["m2", *files, "gold.m2", "-f", "classic", *more]
        assert done_plainly(words) == is_plain
        found = capsys.readouterr()
        status = main(words)
        expected = capsys.readouterr()
        assert found == (expected if is_plain else ("", ""))
        assert (status, expected.out.count("Precision")) == (
            (1, 0) if "bad.txt" in files else (0, 3)
        )


def test_files_that_change_while_they_are_counted_are_left(samples: Path, tmp_path: Path) -> None:
    for name in ("bold.txt", "gold.m2"):
        (tmp_path / name).write_bytes((samples / name).read_bytes())
    files = [str(tmp_path / "bold.txt")], str(tmp_path / "gold.m2")
    assert m2_totals(*files, beta=0.5, jobs=1) is not None
    for path in (*files[0], files[1]):

        def change(_: int, path: str = path) -> None:
            os.utime(path, ns=(7, Path(path).stat().st_mtime_ns + 1))

        assert m2_totals(*files, beta=0.5, jobs=1, progress=change) is None


def test_a_named_pipe_keeps_its_reader(run: Run) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    (run.folder / "out.txt").write_text("b b c\nd e f\n")
    pipe = run.folder / "gold.m2"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as writers:
        # Opened once, since the writer meets whoever opens the pipe first.
        written = writers.submit(pipe.write_text, GOLD)
        done = subprocess.run(
            [sys.executable, "-m", "fastgec", "m2", "out.txt", "gold.m2"],
            cwd=run.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert written.result() == len(GOLD)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Precision   : 1.0000\n")


@pytest.mark.parametrize("width", [1200, 900])
def test_blocks_are_those_of_any_other_run(tmp_path: Path, width: int) -> None:
    # Diagnostics look at some sentences of each.
    (tmp_path / "gold.m2").write_text(f"S a b\nI {'x' * width}\n\n" * 8193)
    (tmp_path / "out.txt").write_text("a b\n" * 8193)
    paths = [str(tmp_path / "gold.m2"), str(tmp_path / "out.txt")]
    expected = [block.first for block in read_gold_blocks(paths[0], [paths[1]])]
    with plain.PlainFiles(paths) as files:
        blocks = plain.GoldBlocks(files)
        firsts = [0]
        while blocks.take([plain.Buffer(), plain.Buffer()]):
            firsts.append(blocks.n_sentences)
        assert firsts == [*expected, 8193]
    assert m2_totals(paths[1:], paths[0], beta=0.5, jobs=2) is not None


def test_threads_stop_where_the_caller_does(tmp_path: Path, monkeypatch: Patch) -> None:
    gold, output = PLAIN["more than a block"]
    (tmp_path / "gold.m2").write_text(gold)
    (tmp_path / "out.txt").write_text(output)
    flags: list[Any] = []

    def kept(work: Any, *arguments: Any, **options: Any) -> Any:
        def noted(item: Any, cancel: Any) -> Any:
            flags.append(cancel)
            return work(item, cancel)

        return map_ordered(noted, *arguments, **options)

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(plain, "map_ordered", kept)
    paths = [str(tmp_path / "out.txt")], str(tmp_path / "gold.m2")
    with pytest.raises(KeyboardInterrupt):
        m2_totals(*paths, beta=0.5, jobs=2, progress=interrupted)
    assert flags
    assert all(flag[0] == 1 for flag in flags)


def no_memory(*_: object) -> None:
    raise MemoryError


def test_without_memory_the_usual_way_is_taken(tmp_path: Path, monkeypatch: Patch) -> None:
    gold, output = PLAIN["more than a block"]
    (tmp_path / "gold.m2").write_text(gold)
    (tmp_path / "out.txt").write_text(output)
    paths = [str(tmp_path / "out.txt")], str(tmp_path / "gold.m2")
    assert m2_totals(*paths, beta=0.5, jobs=1) is not None
    monkeypatch.setattr("fastgec.read.batch.Batch", no_memory)
    assert m2_totals(*paths, beta=0.5, jobs=1) is None


def test_files_with_changed_bytes_are_answered_as_the_usual_way_does(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    draw = random.Random(770303)
    monkeypatch.chdir(tmp_path)
    assert sum(search_plain.compare_files(draw) for _ in range(300)) > 30


def test_a_plain_run_needs_no_numpy(run: Run, samples: Path) -> None:
    (run.folder / "gold.m2").write_text(GOLD)
    (run.folder / "out.txt").write_text("b b c\nd e f\n")
    code = (
        "import sys\nfrom fastgec.__main__ import main\nmain()\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "m2", "out.txt", "gold.m2"],
        cwd=run.folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("Precision   : 1.0000\n")
    modules = set(done.stderr.split())
    assert not modules & {"numpy", "dataclasses", "inspect", "typing", "threading", "rich"}


def test_a_full_disk_is_said(run: Run) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is full")
    (run.folder / "gold.m2").write_text(GOLD)
    (run.folder / "out.txt").write_text("b b c\nd e f\n")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "fastgec", "m2", "out.txt", "gold.m2"],
            cwd=run.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "standard output: no space left on device\n")
