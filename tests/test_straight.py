"""The straight way of `fastgec m2`: the same numbers as the usual one, or none."""

from __future__ import annotations

import gzip
import itertools
import json
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

import search_straight
from commands import Run
from fastgec import FormatError, Gold, m2
from fastgec.cli import main
from fastgec.diagnostics import look
from fastgec.diagnostics.benchmarks import BENCHMARKS
from fastgec.diagnostics.inputs import Diagnostics, Example, Seen, Watched, suspicions
from fastgec.diagnostics.rules import OF_REFERENCES, may_warn
from fastgec.read.lines import Lines
from fastgec.read.m2stream import read_gold_blocks
from fastgec.straight import score
from fastgec.straight.block import N_READ_BEHIND, Sums, Worker, cut_gold, cut_lines
from golden_data import COMMITTED, GOLDEN, golden, read_json
from m2_cases import Case, cases
from search_straight import done_plainly
from test_golden_m2 import OUTPUTS, RANDOM

Patch = pytest.MonkeyPatch
BEHIND = b"S |||" * N_READ_BEHIND  # what stands behind the text must not matter
Rows = list[list[list[int]]]


def counted(output: bytes, gold: bytes, most: int = 2) -> Rows | None:
    """Counts of the rows of each sentence, None where the straight way is not for the text."""
    worker = Worker(1 << 28, most)
    cancel = memoryview(bytearray(4)).cast("i")
    found: Rows = []
    while gold:
        n_sentences, size = cut_gold(gold, len(gold), 1 << 20, is_end=True)
        if not n_sentences:
            return None
        n_lines, n_bytes = cut_lines(output, len(output), n_sentences, 1 << 20)
        if n_lines < n_sentences:
            n_bytes = len(output)
        rows = worker.count(
            *([gold[:size] + BEHIND, output[:n_bytes] + BEHIND], [size, n_bytes], n_sentences),
            *((0, 0), cancel),
        )
        if rows is None:
            return None
        found += unpacked(rows)
        gold, output = gold[size:], output[n_bytes:]
    return found


def unpacked(rows: bytes) -> Rows:
    """The counts of a block as lists."""
    numbers = iter(memoryview(rows).cast("i"))
    return [[list(itertools.islice(numbers, 3)) for _ in range(n)] for n in numbers]


def usual(output: bytes, gold: bytes, most: int = 2) -> Rows:
    """The same by way of arrays."""
    parsed = Gold.parse(gold.decode())
    lines = output.decode().split("\n")
    lines = [line.removesuffix("\r") for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    counts = m2.count(Lines.of(lines), parsed, max_unchanged_words=most)
    table, offsets = counts.table.tolist(), counts.offsets.tolist()
    return [table[a:b] for a, b in itertools.pairwise(offsets)]


# Golden data


@pytest.mark.parametrize(("corpus", "system"), OUTPUTS)
def test_real_outputs_are_counted_as_by_the_published_scorer(
    shared: Path, corpus: str, system: str
) -> None:
    folder = shared / "data" / corpus
    output = (folder / "systems" / f"{system}.txt").read_bytes()
    found = counted(output, (folder / "gold.m2").read_bytes())
    path = golden(f"m2/{corpus}__{system}.json.gz")
    expected = read_json(path)["development"]
    if corpus == "jfleg-dev":  # some of its edits end after their source
        assert found is None
        return
    assert found == list(map(by_annotator, expected["counts"]))
    sums = Sums(0.5)
    sums.add(memoryview(packed(found)).cast("i"))
    assert list(sums.counts()) == expected["scores_by_beta"]["0.5"][3:]


def by_annotator(rows: dict[str, list[int]]) -> list[list[int]]:
    return [rows[annotator] for annotator in sorted(rows, key=int)]


def packed(rows: Rows) -> bytes:
    numbers = [n for sentence in rows for n in (len(sentence), *itertools.chain(*sentence))]
    return b"".join(number.to_bytes(4, sys.byteorder) for number in numbers)


def test_random_cases_are_counted_as_by_the_published_scorer() -> None:
    n_counted = n_left = 0
    for name in (*RANDOM, "documents"):
        place = f"m2-documents/{name}" if name == "documents" else f"m2-random/{name}"
        is_there = any((folder / f"{place}.m2.gz").exists() for folder in (COMMITTED, GOLDEN))
        if "release" in name or "iwc" in name or not is_there:
            continue
        most = 2 if name == "documents" else int(name.split("-u")[1][0])
        texts = {
            kind: gzip.decompress(golden(f"{place}.{kind}.gz").read_bytes())
            for kind in ("hyp", "m2", "counts")
        }
        blocks = [f"S{block}" for block in f"\n{texts['m2'].decode()}".split("\nS")[1:]]
        lines = texts["hyp"].splitlines(keepends=True)
        if name == "documents":  # the long ones are counted elsewhere, by the same kernel
            small = [s for s, line in enumerate(lines) if len(line) < 4000]
        else:
            small = list(range(len(lines)))
        counts = list(map(json.loads, texts["counts"].splitlines()))
        for s in small:
            # Each alone, since one that is not plain leaves out its whole block.
            found = counted(lines[s], blocks[s].encode() + b"\n", most)
            n_left += found is None
            n_counted += found is not None
            assert found is None or found[0] == by_annotator(counts[s]), (name, s)
    assert n_counted > 30_000
    assert n_left < n_counted  # edits past the end, edits that repeat


# The usual way


@given(case=cases(longest=8), end=st.sampled_from(["\n", "\r\n"]))
def test_messy_cases_are_counted_as_the_usual_way_does_or_not_at_all(case: Case, end: str) -> None:
    gold = case.block().replace("\n", end).encode()
    output = (" ".join(case.hypothesis) + end).encode()
    found = counted(output, gold)
    in_order = [line.annotator for line in case.lines]
    spans = [(line.annotator, line.start, line.end) for line in case.lines]
    is_distinct = len(set(spans)) == len(spans)  # others may repeat one another
    if in_order == sorted(in_order) and is_distinct and not Gold.parse(case.block()).warnings:
        assert found is not None
    assert found is None or found == usual(output, gold)


SPACES = [" ", " ", " ", "  ", "\t", "\v", "\x1c", "\x85", "\xa0", "\u2003", "\u3000", "\u1680"]
WORDS = [
    *("a", "b", "abcdefg", "abcdefgh", "abcdefghi", "abcdefgh" * 3, "", "\x00", "a\x00", "\x7f"),
    *("é", "\u2019s", "\xad", "\U0001f600", "-NONE-", "noop", "|", "||", "A", "S", "x" * 70),
]


def test_any_text_is_cut_into_the_same_words() -> None:
    draw = random.Random(21)
    n_counted = 0
    for _ in range(1000):
        most = draw.choice([1, 4, 30])
        is_ascii = draw.random() < 0.5
        spaces = SPACES[:4] if is_ascii else SPACES
        words = WORDS[:6] if is_ascii else WORDS

        def line(words: list[str] = words, spaces: list[str] = spaces, most: int = most) -> str:
            pieces = [
                draw.choice(words) + draw.choice(spaces) for _ in range(draw.randrange(most + 1))
            ]
            return draw.choice(["", " "]) + "".join(pieces).replace("\n", "")

        source = line()
        n_tokens = len(source.split())
        edits = []
        for _ in range(draw.randrange(4)):
            start = draw.randint(0, n_tokens)
            end = draw.randint(start, n_tokens)
            text = line(WORDS[:6], SPACES[:4], 2) if draw.random() < 0.5 else "-NONE-"
            kind = draw.choice(["R", "R" * 60, "noop"])
            edits.append(f"A {start} {end}|||{kind}|||{text}||b|||REQUIRED|||-NONE-|||0\n")
        gold = f"S {source}\n{''.join(edits)}\n".encode()
        output = (source if draw.random() < 0.1 else line()).encode() + b"\n"
        found = counted(output, gold)
        if found is None:  # may be told only by the usual way: an edit that repeats another
            assert Gold.parse(gold.decode()).warnings
            continue
        n_counted += 1
        assert found == usual(output, gold), (output, gold)
    assert n_counted > 800


@given(
    data=st.one_of(st.binary(max_size=8), st.text(max_size=8).map(str.encode)), pad=st.booleans()
)
def test_text_is_utf8_where_python_says_so(data: bytes, pad: bool) -> None:
    line = data.replace(b"\n", b"") + (b"x" * 130 if pad else b"")
    try:
        line.decode()
    except UnicodeDecodeError:
        assert counted(line + b"\n", b"S a\n") is None
    else:
        assert counted(line + b"\n", b"S a\n") is not None


@given(rows=st.lists(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1)))
def test_annotators_are_chosen_as_the_usual_way_does(rows: Rows) -> None:
    import numpy as np

    from fastgec.choose.best import running_best

    totals = np.zeros(3, np.int64)
    table = np.array([row for sentence in rows for row in sentence], np.int64).reshape(-1, 3)
    offsets = np.cumsum([0, *map(len, rows)])
    running_best(table, offsets, 0.5, totals)
    sums = Sums(0.5)
    sums.add(memoryview(packed(rows)).cast("i"))
    assert list(sums.counts()) == totals.tolist()


# What it must not answer


@given(flags=st.lists(st.integers(0, 60), min_size=17, max_size=17), n_looks=st.integers(60, 2000))
def test_what_is_suspicious_is_left_to_the_usual_way(flags: list[int], n_looks: int) -> None:
    found = Seen("x", n_looks, n_looks, flags, 0, [], {look.UNSPLIT: [Example(0, "a", "a")]})
    diagnostics = Diagnostics(1)
    diagnostics.systems[0].add(found)
    for splits in (True, False):
        if suspicions(diagnostics, splits=splits):
            assert may_warn(flags, n_looks, splits=splits)
    diagnostics = Diagnostics(1)
    diagnostics.references = [Watched()]
    diagnostics.references[0].add(found)
    if suspicions(diagnostics):
        assert may_warn(flags, n_looks, OF_REFERENCES, splits=False)


def test_public_gold_of_which_there_is_more_to_say_is_left_to_the_usual_way() -> None:
    plain = m2.METRIC.parameters(), m2.Scoring()
    assert {"beta": plain[1].beta, "max_unchanged_words": plain[0].max_unchanged_words} == {
        "beta": 0.5,
        "max_unchanged_words": score.MAX_UNCHANGED,
    }
    assert {
        (known.sentences, known.n_edits) for known in BENCHMARKS if "m2" in known.confused
    } == score.REMARKABLE
    assert {
        (known.sentences, known.n_edits) for known in BENCHMARKS if known.metric == "m2"
    } == score.OF_BETA
    assert {known.settings["beta"] for known in BENCHMARKS if known.metric == "m2"} == {score.BETA}


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
    "a byte-order mark": ("\ufeff" + GOLD, "a b c\nd e f\n"),
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
def test_what_is_odd_is_said_by_the_usual_way(run: Run, name: str) -> None:
    gold, output = (text.encode(errors="surrogateescape") for text in ODD[name])
    (run.folder / "gold.m2").write_bytes(gold)
    (run.folder / "out.txt").write_bytes(output)
    paths = str(run.folder / "out.txt"), str(run.folder / "gold.m2")
    assert not done_plainly(["m2", *paths])
    done = run("m2", "out.txt", "gold.m2")
    assert done == run("m2", "out.txt", "gold.m2", "-f", "classic")
    assert done.stderr or name == "a byte-order mark"


PLAIN = {
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
    output, gold = (path.read_bytes() for path in paths)
    expected = m2.evaluate(str(paths[0]), str(paths[1]), beta=beta)
    assert capsys.readouterr().out == (
        f"Precision   : {expected.precision:.4f}\nRecall      : {expected.recall:.4f}\n"
        f"F_{beta:.1f}       : {expected.f:.4f}\n"
    )
    if name != "a long sentence":
        assert counted(output, gold) == usual(output, gold)


PLAIN_OPTIONS = (
    *([], ["-j", "1"], ["-b", "1"], ["--beta", "1e-3"], ["--mode", "correction"], ["-q"]),
    *(["--strict"], ["--progress", "-f", "classic"], ["--no-progress"], ["--timeout", "3"]),
)
OTHER_OPTIONS = (
    *(["-f", "table"], ["--ci"], ["--mode", "detection"], ["--mode", "all"], ["-v"], ["--types"]),
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
        *(["m2", "b", "b", "a", "-f", "classic"], ["m2", "b", "c", "a"], ["m2", "a", "b", "-j"]),
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
    assert score.count_totals(*files, beta=0.5, jobs=1) is not None
    for path in (*files[0], files[1]):

        def change(_: int, path: str = path) -> None:
            os.utime(path, ns=(7, Path(path).stat().st_mtime_ns + 1))

        assert score.count_totals(*files, beta=0.5, jobs=1, progress=change) is None


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


@pytest.mark.parametrize(("n", "width"), [(8192, 1200), (8193, 1200), (8193, 900)])
def test_the_guard_looks_at_the_sentences_that_the_usual_way_looks_at(
    tmp_path: Path, n: int, width: int
) -> None:
    # Of a corpus that is looked at here and there, blocks must be those of the usual way, which
    # ends them early where sentences are long.
    (tmp_path / "gold.m2").write_text(f"S a b\nI {'x' * width}\n\n" * n)
    (tmp_path / "out.txt").write_text("a b\n" * n)
    paths = [str(tmp_path / "out.txt")], str(tmp_path / "gold.m2")
    is_counted = score.count_totals(*paths, beta=0.5, jobs=2) is not None
    sizes = [len(block.parse()) for block in read_gold_blocks(paths[1], [])]
    if is_counted and n > 8192:
        assert sizes == [1024] * 8 + [1]
    assert is_counted == (n <= 8192 or width <= 1024)


def test_threads_stop_where_the_caller_does(tmp_path: Path, monkeypatch: Patch) -> None:
    gold, output = PLAIN["more than a block"]
    (tmp_path / "gold.m2").write_text(gold)
    (tmp_path / "out.txt").write_text(output)
    flags: list[Any] = []

    class Kept(Worker):  # type: ignore[misc]
        def count(self, *arguments: Any) -> Any:
            flags.append(arguments[4])
            return super().count(*arguments)

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(score, "Worker", Kept)
    paths = [str(tmp_path / "out.txt")], str(tmp_path / "gold.m2")
    with pytest.raises(KeyboardInterrupt):
        score.count_totals(*paths, beta=0.5, jobs=2, progress=interrupted)
    assert flags
    assert all(flag[0] == 1 for flag in flags)


def no_memory(*_: object) -> None:
    raise MemoryError


def test_without_memory_the_usual_way_is_taken(tmp_path: Path, monkeypatch: Patch) -> None:
    gold, output = PLAIN["more than a block"]
    (tmp_path / "gold.m2").write_text(gold)
    (tmp_path / "out.txt").write_text(output)
    paths = [str(tmp_path / "out.txt")], str(tmp_path / "gold.m2")
    assert score.count_totals(*paths, beta=0.5, jobs=1) is not None
    monkeypatch.setattr(score, "Worker", no_memory)
    assert score.count_totals(*paths, beta=0.5, jobs=1) is None


def test_files_with_changed_bytes_are_answered_as_the_usual_way_does(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    draw = random.Random(770303)
    assert search_straight.compare_sentences(draw) > 100
    monkeypatch.chdir(tmp_path)
    assert sum(search_straight.compare_files(draw) for _ in range(300)) > 30


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


def test_a_kernel_refuses_what_does_not_fit() -> None:
    worker, cancel = Worker(1 << 20, 2), memoryview(bytearray(4)).cast("i")
    gold = b"S a\n" + bytes(N_READ_BEHIND)
    for sizes, n, part in [
        ((5, 4), 1, (0, 1)),
        ((4, -1), 1, (0, 1)),
        ((4, 4), 0, (0, 0)),
        ((4, 4), 2049, (0, 1)),
        ((4, 4), 1, (0, 2)),
        ((4, 4), 1, (1, 0)),
    ]:
        with pytest.raises(ValueError, match=r"expected 1 to|of"):
            worker.count([gold, gold], list(sizes), n, part, cancel)
    with pytest.raises(ValueError, match="one value"):
        worker.count([gold, gold], [4, 4], 1, (0, 1), memoryview(bytes(8)).cast("i"))
    with pytest.raises(ValueError, match="expected 2"):
        worker.count([gold], [4], 1, (0, 1), cancel)
    with pytest.raises(IndexError):
        cut_gold(b"S a", 4, 9, is_end=True)
    with pytest.raises(IndexError):
        cut_lines(b"a", 2, 1, 9)
    for rows in ([0], [2, 1, 1, 1], [-1]):
        numbers = b"".join(n.to_bytes(4, sys.byteorder, signed=True) for n in rows)
        with pytest.raises(ValueError, match="rows of a sentence"):
            Sums(0.5).add(memoryview(numbers).cast("i"))
    with pytest.raises(FormatError):
        Gold.parse("A")
