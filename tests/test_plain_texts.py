"""Plain runs of `fastgec green` and `gleu`, without numpy: numbers as of any run, or none."""

from __future__ import annotations

import gzip
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import search_texts
from commands import Run
from fastgec.cli import main
from fastgec.fscore import alpha_of
from fastgec.machine import map_ordered
from fastgec.metrics import plain
from golden_data import CORPORA, columns_of, read_json, system_path
from search_plain import done_plainly

BETAS = (0.5, 1.0, 2.0, 5.0)
SOURCE = "a b c\nd e f\n"
TEXTS = {
    "source": SOURCE,
    "ref0": "a b\nd e f g\n",
    "ref1": "a c c\nd f\n",
    "out": "a b c c\nd e\n",
}
FILES = ["-s", "source", "-r", "ref0", "ref1", "-c", "out"]


def files_of(shared: Path, corpus: str, system: str) -> list[str]:
    """Source, references and output of a golden system."""
    source, references = columns_of(shared, corpus)
    return list(map(str, (source, *references, system_path(shared, corpus, system))))


def write(folder: Path, texts: dict[str, str | bytes]) -> None:
    for name, text in texts.items():
        data = text if isinstance(text, bytes) else text.encode(errors="surrogateescape")
        (folder / name).write_bytes(data)


# Golden data


@pytest.mark.parametrize("unit", ["word", "char"])
@pytest.mark.parametrize("corpus", sorted(CORPORA))
def test_regions_of_the_chosen_references_are_the_published_programs(
    shared: Path, corpus: str, unit: str
) -> None:
    golden = read_json(shared / "golden" / "green" / f"{corpus}_{unit}.json.gz")
    n_cells = n_left = 0
    for system, order in itertools.product(golden["systems"], range(1, 5 if unit == "word" else 7)):
        files = files_of(shared, corpus, system)
        regions = plain.green_regions(files, order=order, unit=unit, betas=BETAS, jobs=1)
        if regions is None:
            n_left += 1
            continue
        for beta, found in zip(BETAS, regions, strict=True):
            cell = golden["systems"][system]["scores"][f"n{order}_b{beta:g}"]
            assert found == [count for row in cell["counts"] for count in row]
            assert abs(plain.green_f(found, alpha_of(beta)) - cell["score"]) <= 1e-12
            n_cells += 1
    assert n_cells > 8 * n_left


@pytest.mark.parametrize("corpus", sorted(CORPORA))
def test_gleu_is_the_published_programs(shared: Path, corpus: str) -> None:
    golden = read_json(shared / "golden" / "gleu" / f"{corpus}_official_py2.json.gz")
    n_left = 0
    for system, expected in golden["systems"].items():
        mean = plain.gleu_mean(files_of(shared, corpus, system), jobs=1)
        if mean is None:
            n_left += 1
        else:
            assert abs(mean - expected["mean"]) <= 1e-12
            assert plain.fixed(mean, 6) == expected["printed"]
    assert 2 * n_left < len(golden["systems"])


# Both ways


def test_files_with_changed_bytes_are_answered_as_the_usual_way_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random(770303)
    monkeypatch.chdir(tmp_path)
    assert sum(search_texts.compare_files(draw) for _ in range(60)) > 30


@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("command", ["green", "gleu"])
def test_many_blocks_are_answered_as_the_usual_way_does(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    jobs: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    draw = random.Random(3)
    words = [
        "the",
        "cat",
        "sat",
        "on",
        "a",
        "mat",
        ",",
        "which",
        "was",
        "red",
        "and",
        "not",
        "his",
        ".",
    ]
    columns: dict[str, list[str]] = {name: [] for name in TEXTS}
    for _ in range(9000):
        source = draw.choices(words, k=draw.randrange(1, 20))
        for name, column in columns.items():
            text = list(source)
            if name != "source" and draw.random() < 0.5:
                text[draw.randrange(len(text))] = draw.choice(words)
            column.append(" ".join(text))
    write(tmp_path, {name: "\n".join(column) for name, column in columns.items()})
    assert done_plainly([command, *FILES, "-j", jobs])
    found = capsys.readouterr()
    assert main([command, *FILES]) == 0
    assert capsys.readouterr() == found


MANY = {name: text * 13 for name, text in TEXTS.items()}  # of few sentences nothing is told
ODD: dict[str, dict[str, str | bytes]] = {
    "a line too few": {"out": "a b c c\n"},
    "a line too many": {"ref1": "a c c\nd f\n\n"},
    "nothing": {"source": "", "ref0": "", "ref1": "", "out": ""},
    "no UTF-8": {"ref0": b"a \xff\nd\n"},
    "a reference twice": {**MANY, "ref1": MANY["ref0"]},
    "the source as reference": {**MANY, "ref1": MANY["source"].replace("\n", "\r\n")},
    "not tokenized": {
        "source": "I like cats , dogs and birds .\n" * 30,
        "out": "I like cats, dogs and birds.\n" * 30,
        "ref0": "I like cats , dogs and birds .\n" * 30,
        "ref1": "I like cats , dogs and birds .\n" * 30,
    },
}


@pytest.mark.parametrize("command", ["green", "gleu"])
@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_left_to_the_usual_way(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    name: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {**TEXTS, **ODD[name]})
    assert not done_plainly([command, *FILES])
    assert capsys.readouterr() == ("", "")


PLAIN: dict[str, dict[str, str | bytes]] = {
    "plain": {},
    "a mark": {"source": b"\xef\xbb\xbf" + SOURCE.encode()},
    "compressed": {"ref1": gzip.compress(b"a c c\nd f\n")},
    "no last line end": {"source": SOURCE.rstrip(), "out": "a b c c\nd e"},
    "line ends of Windows": {"source": SOURCE.replace("\n", "\r\n"), "ref0": "a b\r\nd e f g"},
    "empty lines": {"source": "\n\n", "ref0": "\na\n", "ref1": "a\n\n", "out": "\n\n"},
    "white space": {"out": "a\u3000b\x1cc \x0c\n\u2028 d\xa0\n"},
    "any characters": {"ref1": "\U0001f600 é\u0301\x00\n日本語の 文\n"},
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_is_plain_is_answered(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {**TEXTS, **PLAIN[name]})
    for arguments in (
        ["gleu", *FILES],
        ["green", *FILES],
        ["green", "-n", "6", "-t", "char", *FILES, "--beta", "0.5", "2"],
        ["green", "-n", "16", "-t", "char", *FILES, "-j", "2"],
        ["green", *FILES, "-b", "1", "-b", "1e-9", "-q", "--strict", "-f", "classic"],
        ["gleu", *FILES, "-n", "4", "--variant", "official", "--no-progress"],
    ):
        assert done_plainly(arguments)
        found = capsys.readouterr()
        assert main(arguments) == 0
        assert capsys.readouterr() == found


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["m2", *FILES],
        ["green", *FILES, "-f", "json"],
        ["green", *FILES, "--mean"],
        ["green", *FILES, "-n", "0"],
        ["green", *FILES, "-t", "byte"],
        ["green", *FILES, "-b", "inf"],
        ["green", *FILES, "-b", "0.125"],
        ["green", *FILES, "-b"],
        ["green", *FILES, "-b", "1e8"],
        ["green", *FILES, "-d", "3"],
        ["green", *FILES, "second"],
        ["green", *FILES[:-1], "-"],
        ["gleu", *FILES, "-n", "3"],
        ["gleu", *FILES, "--iterations", "499"],
        ["gleu", *FILES, "-d"],
        ["gleu", *FILES, "-j", "0"],
        ["gleu", *FILES[:-1], "missing"],
        ["gleu", "-s", "source", "-c", "out"],
    ],
    ids=" ".join,
)
def test_other_arguments_are_left_to_the_usual_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, dict(TEXTS))
    assert not done_plainly(words)


def test_numbers_next_to_a_half_are_left_to_the_usual_way() -> None:
    assert [plain.fixed(x, 2) for x in (0.125, 81.97499999999, 81.97500000001)] == [None] * 3
    assert [plain.fixed(x, 2) for x in (0.0, 100.0, 81.97501)] == ["0.00", "100.00", "81.98"]


def test_public_sources_with_other_references_are_left_to_the_usual_way(tmp_path: Path) -> None:
    for size, answered in ((754, False), (755, True)):
        write(tmp_path, {name: f"a b c {name} e f\n" * size for name in TEXTS})
        mean = plain.gleu_mean([str(tmp_path / name) for name in TEXTS], jobs=1)
        assert (mean is not None) == answered


def test_threads_stop_where_the_caller_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {name: f"a b c {name} e f\n" * 100000 for name in TEXTS})
    flags: list[Any] = []

    def kept(work: Any, *arguments: Any, **options: Any) -> Any:
        def noted(item: Any, cancel: Any) -> Any:
            flags.append(cancel)
            return work(item, cancel)

        return map_ordered(noted, *arguments, **options)

    def stop(n_done: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(plain, "map_ordered", kept)
    with pytest.raises(KeyboardInterrupt):
        plain.gleu_mean([str(tmp_path / name) for name in TEXTS], jobs=2, progress=stop)
    assert flags[0][0] == 1


def no_memory(*_: object, **__: object) -> None:
    raise MemoryError


@pytest.mark.parametrize("name", ["_ngram.count_lines", "kernels.draws.Draws"])
def test_without_memory_the_usual_way_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    write(tmp_path, dict(TEXTS))
    paths = [str(tmp_path / name) for name in TEXTS]
    assert plain.gleu_mean(paths, jobs=1) is not None
    monkeypatch.setattr(f"fastgec.{name}", no_memory)
    assert plain.gleu_mean(paths, jobs=1) is None
    regions = plain.green_regions(paths, order=4, unit="word", betas=[1.0], jobs=1)
    assert (regions is None) == ("count" in name)


def test_a_plain_run_needs_no_numpy(run: Run) -> None:
    write(run.folder, dict(TEXTS))
    code = (
        "import sys\n"
        "from fastgec.cli import main\n"
        "assert main(sys.argv[1:], ready=lambda: None) == 0\n"
        "assert not {'numpy', 'dataclasses', 'inspect', 'typing'} & sys.modules.keys()\n"
    )
    for command in ("green", "gleu"):
        done = subprocess.run(
            [sys.executable, "-c", code, command, *FILES],
            cwd=run.folder,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONWARNINGS": "error"},
        )
        assert "out" in done.stdout


def test_a_full_disk_is_said(run: Run) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is full")
    write(run.folder, dict(TEXTS))
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "fastgec", "green", *FILES],
            cwd=run.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
