"""ERRANT's comparison, byte for byte as errant_compare 3.0.2 printed it: command and oracle."""

from __future__ import annotations

import argparse
import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import oracle_comparison as oracle
from commands import Call, Caller, Here
from errant_data import needs_errant
from golden_data import golden, read_json

# Where we differ on purpose: a weight of 0, and surplus empty lines, which are passed over.
ON_PURPOSE = {"triple_newline"}


def content(shared: Path, name: str) -> bytes:
    """The M2 file that golden runs call by a name."""
    folder = shared / "golden/errant"
    corpus = shared / "data/conll14-errant"
    system = name.removesuffix(".errant").removeprefix("conll14-").replace("conll14", "gold")
    places = [
        folder / "m2" / f"{name}.gz",
        folder / "compare" / f"{name}.gz",
        corpus / f"{system}.m2.gz",
        shared / "data/bea-dev/gold.m2",
    ]
    path = next(path for path in places if path.exists())
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def corpus_runs(shared: Path, folder: Path) -> Iterator[Any]:
    """Runs on corpora; their files are put into the folder."""
    for name in ("errant_compare", "more"):
        found = read_json(shared / f"golden/errant/compare/{name}.json.gz")
        for file, digest in found["files"].items():
            data = content(shared, file)
            assert hashlib.sha256(data).hexdigest() == digest
            (folder / file).write_bytes(data)
        yield from found["runs"]


def small_runs() -> Iterator[Any]:
    """Runs of a few sentences, with their files."""
    for name in ("compare/small", "edge-cases"):
        for case in read_json(golden(f"errant/{name}.json.gz")):
            if "-hyp" in case["argv"]:
                case["argv"] = [word for word in case["argv"] if word != "errant_compare"]
                yield case


def oracle_text(argv: list[str], files: dict[str, str]) -> str:
    """What the oracle prints for a command."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for flag in ("-hyp", "-ref"):
        parser.add_argument(flag)
    parser.add_argument("-b", type=float, default=0.5)
    parser.add_argument("-cat", type=int)
    parser.add_argument("-filt", nargs="+", default=[])
    for flag in ("-v", "-single", "-multi"):
        parser.add_argument(flag, action="store_true")
    for mode in oracle.TITLES:
        parser.add_argument(f"-{mode}", dest="mode", action="store_const", const=mode, default="cs")
    asked = parser.parse_args(argv)
    options = oracle.Options(asked.mode, asked.b, asked.single, asked.multi, tuple(asked.filt))
    return oracle.printed(files[asked.hyp], files[asked.ref], options, asked.cat, asked.v)


def test_every_run_on_a_corpus_prints_the_same_bytes(
    shared: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    n_compared = 0
    for run in corpus_runs(shared, tmp_path):
        argv = run["argv"]
        done = call(["errant", "compare", *argv])
        assert done.status == 0, (argv, done.stderr)
        if run["stdout"] or "0" not in argv:  # the program divides by a weight of 0
            assert done.stdout == run["stdout"], argv
            n_compared += 1
    assert n_compared == 285


def compare_small_runs(call: Caller) -> int:
    """Return the number of small runs that print the same bytes, in the current folder."""
    n_compared = 0
    for case in small_runs():
        for name, text in case["files"].items():
            Path(name).write_bytes(text.encode())
        done = call(["errant", "compare", *case["argv"]])
        expected = case["rc"], case["stdout"]
        if case["name"] in ON_PURPOSE or (case["rc"] == 1 and "-b 0" in " ".join(case["argv"])):
            continue
        n_compared += 1
        if case["rc"]:
            assert done.status == case["rc"], case["argv"]
            assert done.stdout == "", case["argv"]
            assert len(done.stderr.splitlines()) == 1 or case["rc"] == 2
        else:
            assert (done.status, done.stdout) == expected, case
    return n_compared


def compare_tables(shared: Path, call: Caller, step: int = 1) -> int:
    """Return the number of tables of CoNLL-2014, of which every `step`-th is the same bytes.

    Files are written to the current folder.
    """
    runs = read_json(golden("errant/compare/tables.json.gz"))
    for run in runs[::step]:
        for name in (run["argv"][1], run["argv"][3]):
            if not Path(name).exists():
                Path(name).write_bytes(content(shared, name))
        done = call(["errant", "compare", *run["argv"]])  # which may warn of absent types
        assert (done.status, done.stdout) == (0, run["stdout"]), run["argv"]
    return len(runs)


def test_tables_are_those_of_the_program(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Caller
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare_tables(shared, call, step=8) == 235


def test_the_oracle_prints_what_the_program_prints(shared: Path, tmp_path: Path) -> None:
    runs = [
        (case["argv"], case["files"], case["stdout"]) for case in small_runs() if case["rc"] == 0
    ]
    corpora = list(corpus_runs(shared, tmp_path))
    for run in corpora[::25]:
        names = run["argv"][1], run["argv"][3]
        files = {name: (tmp_path / name).read_text(encoding="utf-8") for name in names}
        runs.append((run["argv"], files, run["stdout"]))
    for argv, files, expected in runs:
        if expected:
            assert oracle_text(argv, files) == expected, argv
    assert len(runs) == 147


@needs_errant
@pytest.mark.parametrize("name", ["cs", "uk", "random", "spaces"])
def test_edits_of_other_languages_are_those_of_the_multigec_fork(
    name: str, shared: Path, here: Here
) -> None:
    folder = shared / "golden/errant-ud"
    for path in folder.glob(f"{name}.*.gz"):
        (here.folder / path.stem).write_bytes(gzip.decompress(path.read_bytes()))
    texts = ["-orig", f"{name}.orig", "-cor", f"{name}.cor", "-q"]
    for golden_file in sorted(here.folder.glob(f"{name}*m2")):
        how = golden_file.name.split(".")[1:-1]
        words = ["--tags", "ud", "--analyses", f"{name}.conllu"]
        if how == ["bare"]:
            words = ["--tags", "none"]
        elif how:
            words += ["-lev"] if how == ["lev"] else ["-merge", *how]
        done = here("errant", "parallel", *texts, *words)
        assert done.stdout == golden_file.read_text(), golden_file.name
