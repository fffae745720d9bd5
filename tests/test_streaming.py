"""GREEN and GLEU of any number of sentences: the same numbers, to the last bit, in flat memory."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import math
import os
import random
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import Run
from fastgec import spill
from fastgec.choose.rules import DrawnTotals, drawn_references, exact_sum
from fastgec.metrics import gleu, green
from fastgec.metrics.base import Tally, counted_blocks
from fastgec.read import FormatError
from fastgec.read import lines as blocks
from fastgec.read.lines import Fingerprint, Lines, References, Span, read_blocks, stream_columns
from fastgec.spill import Spill, TextSpill

lines = st.lists(st.text(alphabet="ab é\u3000\t\n", max_size=8), min_size=1, max_size=9)
cuts = st.lists(st.integers(0, 9), max_size=3)


def cut(size: int, at: list[int]) -> list[tuple[int, int]]:
    """Ranges that follow one another and cover `size` items."""
    ends = sorted({0, size, *(place for place in at if place < size)})
    return list(itertools.pairwise(ends))


@given(st.lists(st.floats(-1e300, 1e300)), cuts)
def test_a_sum_in_parts_is_the_exact_sum(values: list[float], at: list[int]) -> None:
    parts: tuple[float, ...] = ()
    for first, last in cut(len(values), at):
        parts = exact_sum((*parts, *values[first:last]))
    assert math.fsum(parts) == math.fsum(values)
    assert len(parts) < 50


@given(lines, lines, cuts, st.sampled_from(["word", "char"]))
def test_a_fingerprint_does_not_depend_on_blocks(
    one: list[str], other: list[str], at: list[int], unit: str
) -> None:
    columns = [one, (other * 9)[: len(one)]]
    whole, parts = Fingerprint(unit), Fingerprint(unit)
    whole.add([Lines.of(texts) for texts in columns])
    for first, last in cut(len(one), at):
        parts.add([Lines.of(texts[first:last]) for texts in columns])
    assert (parts.hexdigest(), parts.n_sentences) == (whole.hexdigest(), len(one))


def digest(*columns: list[str], unit: str = "word") -> str:
    found = Fingerprint(unit)
    found.add([Lines.of(texts) for texts in columns])
    return found.hexdigest()


def test_a_fingerprint_is_of_what_is_parsed() -> None:
    assert digest(["a b", "c"]) == digest([" a\u3000b\t", "c "])
    assert digest(["a b", "c"], unit="char") != digest(["a  b", "c"], unit="char")
    different = [
        digest(*columns)
        for columns in (
            [["a b", "c"]],
            [["a", "b c"]],
            [["ab", "c"]],
            [["a b", "c", ""]],
            [["a b c"]],
            [["a b"], ["c"]],
            [["a b", "c"], []],
        )
    ]
    assert len(set(different)) == len(different)
    column = hashlib.sha256("a b\nc é\n".encode()).digest()
    content = hashlib.sha256(b"fastgec.text.2\n" + column).hexdigest()
    assert digest(["a b", " c  é"]) == digest(["a b", "c é"], unit="char") == content[:16]


@given(
    st.integers(1, 4),
    st.integers(1, 12),
    cuts,
    st.sampled_from(gleu.DRAWS),
    st.integers(1, 3),
    st.integers(0, 2**32),
)
def test_draws_go_on_where_they_ended(
    n_references: int, size: int, at: list[int], generator: str, jobs: int, seed: int
) -> None:
    rows = np.random.default_rng(seed).integers(0, 99, (size, n_references, 3))
    seeds = [0, 101, seed, 2**40 + seed]
    drawn = DrawnTotals(3, seeds, generator, jobs)
    for first, last in cut(size, at):
        drawn.add(rows[first:last])
    expected = [
        rows[np.arange(size), labels].sum(axis=0).tolist()
        for labels in drawn_references(size, n_references, seeds, generator)
    ]
    assert drawn.totals.tolist() == expected


def test_draws_refuse_rows_that_do_not_fit() -> None:
    drawn = DrawnTotals(2, [0], "python2")
    for shape, message in (
        ((1, 1, 3), "rows of 3 numbers, expected 2"),
        ((1, 0, 2), "0 choices, expected at least 1"),
    ):
        with pytest.raises(ValueError, match=message):
            drawn.add(np.zeros(shape, np.int64))
    with pytest.raises(ValueError, match="draws 'python4'"):
        DrawnTotals(2, [0], "python4")


@given(st.integers(1, 9), cuts, st.sampled_from(["zero", "one"]))
def test_blocks_of_a_table_have_the_score_of_the_whole(
    size: int, at: list[int], short: str
) -> None:
    draw = random.Random(size)
    columns = [
        Lines.of([draw.choice(["a b c", "a b", "", "c b a"]) for _ in range(size)])
        for _ in range(4)
    ]
    counts = green.count(columns[3], References(columns[0], columns[1:3]), order=2)
    betas = (0.5, 1.0, math.inf)
    scorings = [green.Scoring(short, beta) for beta in betas]
    tally = Tally(green.METRIC, green.Parameters(2), scorings, 1)
    for first, last in cut(size, at):
        for block in counted_blocks([counts.sentences(first, last)]):
            tally.add(tally.fold(block))
    for total, beta in zip(tally.scores()[0], betas, strict=True):
        whole = green.score_counts(counts, beta=beta, short=short)
        assert (total.regions == whole.regions).all()
        f = green.sentence_scores(
            columns[3], References(columns[0], columns[1:3]), order=2, beta=beta, short=short
        )
        assert total.mean_sentence_f == whole.mean_sentence_f == math.fsum(f) / size


@given(st.integers(1, 9), st.integers(0, 9), st.integers(1, 9), st.integers(1, 4))
def test_a_span_is_what_a_list_has_there(size: int, first: int, length: int, block: int) -> None:
    texts = [str(n) for n in range(size)]
    seen = 0

    def watch(block: object) -> None:
        nonlocal seen
        seen += len(block)  # type: ignore[arg-type]

    def taken() -> list[str]:
        parts = read_blocks(
            stream_columns([texts, texts], ["one", "other"]), block, span=span, watch=watch
        )
        return [part.columns[1][line] for part in parts for line in range(len(part.columns[1]))]

    for span in (Span(first, first + length), Span(first), Span(0, length)):
        seen = 0
        if (span.first + 1 if span.last is None else span.last) > size:
            with pytest.raises(FormatError, match=rf"one: {size} sentences?, expected at least "):
                taken()
        else:
            assert taken() == texts[span.first : span.last]
        assert seen == size


@pytest.mark.parametrize("most", [1, 10, 50, 1000])
@pytest.mark.parametrize("piece", [1, 7, 1000])
@pytest.mark.parametrize("end", ["", "\n"])
def test_blocks_end_where_the_first_column_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, piece: int, end: str
) -> None:
    monkeypatch.setattr(blocks, "BYTES", most)
    monkeypatch.setattr("fastgec.read.files.PIECE", piece)
    monkeypatch.setattr("fastgec.read.files.LEAST", piece)
    texts = ["a" * 9, "", "b" * 30, "c", "", "d", "e" * 14]
    (tmp_path / "first").write_text("\n".join(texts) + end)
    (tmp_path / "second").write_text("\n".join(texts[::-1]) + end)
    found: list[list[str]] = []
    streams = stream_columns([tmp_path / "first", tmp_path / "second"], ["", ""])
    for block in read_blocks(streams, 5):
        assert len(block) == len(block.columns[1])
        first, second = ([column[k] for k in range(len(block))] for column in block.columns)
        assert second == texts[::-1][block.first : block.first + len(block)]
        longest = max(map(len, texts)) + 1
        assert sum(len(text) + 1 for text in first) < most + longest + piece + 4  # + a head
        found.append(first)
    assert [text for block in found for text in block] == texts


def test_text_that_is_put_aside_comes_back_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spill, "COPIED", 3)  # in the midst of characters
    with TextSpill() as kept:
        kept.add(["é ß\n", "\udcff\n", "日本\udce9"])
        assert "".join(kept.texts()) == "é ß\n\udcff\n日本\udce9"


def test_a_spool_gives_back_its_rows_and_leaves_no_file(tmp_path: Path) -> None:
    row = np.dtype([("f", np.float64, (2,))])
    with Spill(row, tmp_path / "x") as spool:
        rows = np.zeros(5000, row)
        rows["f"] = np.arange(10_000).reshape(-1, 2)
        spool.add(rows[:3])
        spool.add(rows[3:])
        for _ in range(2):
            back = np.concatenate([part["f"] for part in spool.blocks()])
            assert (back == rows["f"]).all()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError) as found:
        Spill(row, tmp_path / "no" / "x")
    assert found.value.filename == str(tmp_path / "no" / "x")


SENTENCES = 5000  # of the small corpus
TIMES = {"small": 1, "large": 4, "largest": 16}
COLUMNS = ("-s", "s", "-r", "r0", "r1", "-c", "h")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders "small", "large" and "largest" of a source, two references and a system."""
    folder = tmp_path_factory.mktemp("corpora")
    draw = random.Random(1)
    vocabulary = ["the", "cat", "sat", "on", "a", "mat", ".", "dogs", "and", "some", "of"]
    columns: dict[str, list[str]] = {"s": [], "r0": [], "r1": [], "h": []}
    for _ in range(SENTENCES):
        words = [draw.choice(vocabulary) for _ in range(12)]
        for name, texts in columns.items():
            if name != "s":
                words[draw.randrange(12)] = draw.choice(vocabulary)
            texts.append(" ".join(words) + "\n")
    for size, times in TIMES.items():
        (folder / size).mkdir()
        for name, texts in columns.items():
            (folder / size / name).write_text("".join(texts) * times, encoding="utf-8")
        edits = "".join(f"A 1 2|||R|||owl|||REQUIRED|||-NONE-|||{who}\n" for who in (0, 1))
        gold = "".join(f"S {text}{edits}\n" for text in columns["s"]) * times
        (folder / size / "gold.m2").write_text(gold, encoding="utf-8")
    return folder


of_peaks = pytest.mark.skipif(
    sys.platform != "linux" or bool(os.environ.get("LD_PRELOAD")),
    reason="reads /proc; sanitizers keep what is freed",
)


def peak(folder: Path, *arguments: str) -> int:
    """Peak memory of a command in KiB, in a process of its own.

    Not ru_maxrss: a process starts with that of the one which started it.
    """
    if arguments[0] not in ("check", "convert"):
        arguments = (*arguments, "-j", "1")
    code = (
        "import sys; from fastgec.cli import main; status = main(sys.argv[1:]);"
        "sys.stderr.write(open('/proc/self/status').read()); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stderr.partition("VmHWM:")[2].split()[0])


@of_peaks
@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "gold.m2"),
        ("check", "--parallel", "s", "h"),
        ("convert", "gold.m2", "--prefix", "x"),
        ("weights", "edits", "h", "gold.m2", "-o", "x.jsonl"),
        ("m2", "--ceiling", "gold.m2"),
        ("convert", "-s", "s", "-r", "r0", "r1", "-o", "x.m2"),
        ("green", "-f", "json", "-b", "1", "2", "--sentences", "x.jsonl"),
        ("green", "-t", "char", "-n", "6", "--signature", "--sentence"),
        ("gleu", "-f", "json", "--iter", "100", "--sentences", "x.tsv"),
        ("gleu", "--signature", "--iter", "100", "-d"),
    ],
)
def test_memory_does_not_grow_with_the_corpus(folder: Path, arguments: tuple[str, ...]) -> None:
    if arguments[0] in ("green", "gleu"):
        arguments += COLUMNS
    small, large = (peak(folder / size, *arguments) for size in ("small", "large"))
    assert large < 1.06 * small


@of_peaks
@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="the allocator of free-threaded Python copies what grows",
)
def test_what_needs_all_counts_keeps_nothing_else(folder: Path) -> None:
    row = 4 * 7 * 8 + 4  # of a sentence and a reference: regions of four orders, label
    for arguments in (
        ("green", "--ci=2", "-f", "tsv", *COLUMNS),
        ("green", "--counts-out", "x.npz", *COLUMNS),
        ("merge", "x.npz"),
    ):
        small, largest = (peak(folder / size, *arguments) for size in ("small", "largest"))
        most = 1.3 * (TIMES["largest"] - 1) * SENTENCES * (2 * row + 8)
        assert 1024 * (largest - small) < most, arguments


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_pipes_give_what_files_give(run: Run, folder: Path) -> None:
    feeders = []
    for name in ("s", "r0", "r1", "h"):
        os.mkfifo(run.folder / name)
        data = gzip.compress((folder / "small" / name).read_bytes(), 1)
        feeders.append(threading.Thread(target=(run.folder / name).write_bytes, args=(data,)))
        feeders[-1].start()
    arguments = ("gleu", "--iter", "3", "-f", "json", "-s", "s", "-r", "r0", "r1", "-c", "h")
    piped = run(*arguments)
    for feeder in feeders:
        feeder.join()
    assert piped == Run(folder / "small")(*arguments)
    assert piped.status == 0
