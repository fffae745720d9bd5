"""Names of systems: short for people, as typed for programs, and as --name says."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import Call
from fastgec.cli.texts import SAMPLES
from fastgec.show import Name, names_of, path_of, short, short_names

COLUMNS = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt", "-c", "bold.txt", "careful.txt"]


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["/data/out/a.txt", "/data/out/b.txt"], ["a", "b"]),
        (["/data/a/out.txt", "/data/b/out.txt"], ["a/out", "b/out"]),
        (["a.out.txt", "b.out.txt", "c.txt"], ["a.out", "b.out", "c"]),
        (["a.txt.gz", "b.txt.gz"], ["a", "b"]),
        (["a.txt", "/data/b.txt"], ["a", "/data/b"]),
        (["/data/a.txt", "/b.txt"], ["data/a", "b"]),
        (["gpt-3.5.txt", "gpt-4.5.txt"], ["gpt-3.5", "gpt-4.5"]),
        (["out/one.txt"], ["one.txt"]),
        (["-", "out/a.txt", "out/b.txt"], ["stdin", "a", "b"]),
        (["x/a.txt", "x/a.txt", "x/b.txt"], ["a", "a (2)", "b"]),
        (["./a.txt", "a.txt"], ["a", "a (2)"]),
        (["stdin.txt", "-", "b.txt"], ["stdin", "stdin (2)", "b"]),
        ([".txt", "a.txt"], [".txt", "a"]),
        (["a", "a (2)", "a"], ["a", "a (2)", "a (3)"]),
        (["/", "..", ""], ["/", "..", ""]),
    ],
)
def test_what_all_have_in_common_is_left_out(paths: list[str], expected: list[str]) -> None:
    assert short_names(paths) == expected


@given(st.lists(st.text("ab./-", max_size=8), min_size=1, max_size=6))
def test_short_names_are_distinct(paths: list[str]) -> None:
    found = short_names(paths)
    assert len(set(found)) == len(found) == len(paths)
    assert all(found[number] or not path for number, path in enumerate(paths))


def test_a_name_is_what_was_typed_and_knows_the_rest() -> None:
    [one, other] = names_of(["x/a.txt", "x/b.txt"])
    assert (one, short(one), path_of(one)) == ("x/a.txt", "a", "x/a.txt")
    [named] = names_of(["x/a.txt"], ["mine"])
    assert (named, short(named), path_of(named)) == ("mine", "mine", "x/a.txt")
    assert (short("plain"), path_of("plain")) == ("plain", "plain")
    for again in (copy.copy(named), pickle.loads(pickle.dumps(named))):
        assert isinstance(again, Name)
        assert (again, again.short, again.path) == (named, named.short, named.path)
    assert json.dumps(other) == '"x/b.txt"'


@pytest.mark.parametrize(
    "arguments",
    [
        ["m2", "bold.txt", "careful.txt", "gold.m2"],
        ["green", *COLUMNS],
        ["gleu", *COLUMNS],
        ["compare", "bold.txt", "careful.txt", "--gold", "gold.m2"],
    ],
    ids=lambda arguments: str(arguments[0]),
)
def test_people_see_short_names_and_programs_paths(arguments: list[str], call: Call) -> None:
    def systems(kind: str, *more: str) -> list[str]:
        out = call([arguments[0], "-f", kind, *arguments[1:], *more]).stdout
        if kind == "json":
            document = json.loads(out)
            both = [document["base"]] if "base" in document else []
            both += document["systems"]
            assert [one["path"] for one in both] == ["bold.txt", "careful.txt"]
            return [one["system"] for one in both]
        lines = out.splitlines()
        if kind == "markdown":
            return [line.split(" | ")[0].removeprefix("| ") for line in lines[2:4]]
        return [line.split({"tsv": "\t", "csv": ","}.get(kind))[0] for line in lines[-2:]]

    for kind in ("tsv", "csv", "json"):
        assert systems(kind) == ["bold.txt", "careful.txt"]
        assert systems(kind, "--name", "B", "C") == ["B", "C"]
    assert systems("markdown") == ["bold", "careful"]
    assert systems("markdown", "--name", "B", "C") == ["B", "C"]


def test_sentences_and_parts_and_names(tmp_path: Path, call: Call) -> None:
    each, part = tmp_path / "each.jsonl", tmp_path / "1.npz"
    files = ["bold.txt", "careful.txt", "gold.m2", "--name", "B", "C", "-f", "json"]
    whole = call(["m2", "--sentences", each, "--counts-out", part, *files])
    assert whole.status == 0
    names = [json.loads(line)["system"] for line in each.read_text().splitlines()]
    assert names == ["B"] * 20 + ["C"] * 20
    assert call(["merge", part, "-f", "json", "--name", "B", "C"]) == whole
    plain = json.loads(call(["merge", part, "-f", "json"]).stdout)["systems"]
    assert [one["system"] for one in plain] == ["bold.txt", "careful.txt"]
