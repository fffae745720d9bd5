"""Analyses kept between runs: found again, never wrong, never in the way."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from commands import Call
from fastgec.annotate import cache as cache_module
from fastgec.annotate.analyses import SHIPPED_AS, Analyser, MissingExtraError
from fastgec.annotate.cache import LAYOUT, MOST_BYTES, SHARE, Cache, cache_folder

FILE = f"analyses-{LAYOUT}.sqlite"
LINES = [(f"sentence {number}", f"line {number} \N{SNOWMAN}".encode()) for number in range(50)]
TEXTS = [text for text, _ in LINES]
needs_model = pytest.mark.skipif(
    not (find_spec("spacy") and find_spec(SHIPPED_AS) and find_spec("errant")),
    reason="spaCy, its model or errant is not installed",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "fastgec"


def found(folder: Path, maker: str = "m", texts: Any = TEXTS) -> dict[str, bytes]:
    return Cache(folder).read(maker, texts)


@contextmanager
def database(folder: Path) -> Iterator[sqlite3.Connection]:
    """The table, changed by hand."""
    with closing(sqlite3.connect(folder / FILE)) as rows, rows:
        yield rows


def test_what_was_written_is_found_by_its_maker_and_text_alone(folder: Path) -> None:
    cache = Cache(folder)
    assert found(folder) == {}
    assert not folder.exists()  # reading makes nothing
    cache.write("m", LINES)
    assert found(folder) == dict(LINES)
    assert found(folder, "m2") == {}
    assert found(folder, texts=["sentence", "sentence 7"]) == {"sentence 7": LINES[7][1]}


@pytest.mark.skipif(os.name == "nt", reason="modes of files")
def test_only_the_owner_may_read_and_it_is_said_once(folder: Path) -> None:
    cache = Cache(folder)
    cache.write("m", LINES[:1])
    cache.write("m", LINES[1:2])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    (note,) = cache.notes
    assert note.startswith(f"{folder}: ")
    assert "text of the sentences" in note
    assert "--no-cache" in note
    later = Cache(folder)
    later.write("m", LINES)
    assert later.notes == []


@pytest.mark.parametrize(
    "data", [b"no database at all\n" * 1000, b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_a_file_that_is_no_cache_is_replaced_and_that_is_said(folder: Path, data: bytes) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(data)
    cache = Cache(folder)
    assert cache.read("m", TEXTS) == {}
    assert cache.notes == [f"{folder / FILE}: damaged, replaced by an empty file"]
    cache.write("m", LINES)
    assert len(cache.notes) == 1
    assert found(folder) == dict(LINES)


@pytest.mark.parametrize("data", [b"", b"x"])  # to SQLite both are empty
def test_an_empty_file_is_one_that_another_process_makes(folder: Path, data: bytes) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(data)
    cache = Cache(folder)
    assert cache.read("m", TEXTS) == {}
    cache.write("m", LINES)
    assert cache.notes == []
    assert found(folder) == dict(LINES)


def test_a_table_of_other_columns_is_replaced(folder: Path) -> None:
    folder.mkdir(parents=True)
    with database(folder) as rows:
        rows.execute("create table sentence (other)")
    assert found(folder) == {}
    Cache(folder).write("m", LINES)
    assert found(folder) == dict(LINES)


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_file_gives_what_was_written_or_nothing(folder: Path, seed: int) -> None:
    draw = random.Random(seed)
    Cache(folder).write("m", LINES)
    data = bytearray((folder / FILE).read_bytes())
    for _ in range(draw.choice([1, 10, 500])):
        data[draw.randrange(len(data))] = draw.randrange(256)
    (folder / FILE).write_bytes(data[: draw.choice([len(data), draw.randrange(len(data))])])
    assert found(folder).items() <= dict(LINES).items()
    Cache(folder).write("m", LINES)
    assert found(folder).items() <= dict(LINES).items()


@pytest.mark.parametrize(
    "change",
    [
        "line = cast('other' as blob)",
        "line = cast(line as text)",
        "sum = 'x'",
        # A row of another sentence, as a damaged index would give it.
        "(line, sum) = (select line, sum from sentence where rowid = 1)",
    ],
)
def test_a_changed_row_is_not_found(folder: Path, change: str) -> None:
    Cache(folder).write("m", LINES)
    with database(folder) as rows:
        rows.execute(f"update sentence set {change} where rowid between 2 and 11")
    assert found(folder) == dict([LINES[0], *LINES[11:]])


def test_the_oldest_leave_where_there_is_no_room(folder: Path) -> None:
    assert MOST_BYTES == 1 << 30
    cache = Cache(folder, most=1 << 20)
    for start in range(0, 4000, 50):
        some = [(f"s {n}", b"%d " % n + b"x" * 1000) for n in range(start, start + 50)]
        cache.write("m", some)
        with database(folder) as rows:  # as if time had passed between
            rows.execute("update sentence set used = used - 100")
        assert (folder / FILE).stat().st_size <= SHARE * (1 << 20)
    assert len(cache.notes) == 1
    left = found(folder, texts=[f"s {n}" for n in range(4000)])
    assert 200 < len(left) < 1000
    assert list(left) == [f"s {n}" for n in range(4000 - len(left), 4000)]


def test_what_is_used_stays(folder: Path) -> None:
    cache = Cache(folder, most=1 << 20)
    cache.write("m", [("first", b"x" * 1000)])
    for start in range(0, 2000, 50):
        with database(folder) as rows:
            rows.execute("update sentence set used = used - 100000")
        assert found(folder, texts=["first"])
        cache.write("m", [(f"s {n}", b"%d " % n + b"x" * 1000) for n in range(start, start + 50)])
    assert found(folder, texts=["first", "s 0"]) == {"first": b"x" * 1000}


def test_more_than_the_bound_at_once_is_not_kept(folder: Path) -> None:
    cache = Cache(folder, most=1 << 20)
    cache.write("m", [(f"s {n}", b"x" * 10_000) for n in range(200)])
    assert not folder.exists()


def unusable(cache: Cache) -> str:
    """The one line about a cache that cannot be used, and is left alone from then on."""
    cache.write("m", LINES)
    assert cache.read("m", TEXTS) == {}
    (note,) = cache.notes
    assert "analyses are not kept between runs: " in note
    return note


def test_a_folder_that_cannot_be_made_has_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert str(tmp_path / "file") in unusable(Cache(tmp_path / "file" / "fastgec"))
    (tmp_path / "in" / FILE).mkdir(parents=True)
    assert "directory" in unusable(Cache(tmp_path / "in"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be written")
def test_what_may_not_be_written_is_read(folder: Path) -> None:
    Cache(folder).write("m", LINES)
    (folder / FILE).chmod(0o400)
    folder.chmod(0o500)
    unusable(Cache(folder))
    assert found(folder) == dict(LINES)
    folder.chmod(0o700)


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", home)
    assert "home" in unusable(Cache())


def test_a_file_that_another_process_writes_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "PATIENCE", 0.05)
    Cache(folder).write("m", LINES)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as rows:
        rows.execute("begin exclusive")
        assert found(folder) == {}
        assert "locked" in unusable(Cache(folder))
        rows.execute("rollback")
    assert found(folder) == dict(LINES)


PROCESS = """
import sys
from pathlib import Path
from fastgec.annotate.cache import Cache
folder, own = Path(sys.argv[1]), sys.argv[2]
for number in range(40):
    Cache(folder).write("m", [(f"{own} {number}", own.encode()), ("both", b"same")])
    cache = Cache(folder)
    found = cache.read("m", [f"{own} {n}" for n in range(number + 1)])
    assert len(found) == number + 1 and {*found.values()} == {own.encode()}, (number, found)
    assert not any("damaged" in note or "not kept" in note for note in cache.notes), cache.notes
"""


def test_processes_may_write_at_once(folder: Path) -> None:
    some = [subprocess.Popen([sys.executable, "-c", PROCESS, folder, own]) for own in "abc"]
    assert [one.wait() for one in some] == [0, 0, 0]
    every = {f"{own} {number}": own.encode() for own in "abc" for number in range(40)}
    assert found(folder, texts=[*every, "both"]) == every | {"both": b"same"}


def test_the_folder_is_the_one_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.path.abspath("somewhere"))  # noqa: PTH100
    assert cache_folder() == Path("somewhere").absolute() / "fastgec"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # of no meaning
    assert cache_folder().is_relative_to(Path.home())


@pytest.fixture
def asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences that a model is asked, which analyses words as nouns."""
    asked: list[str] = []

    def analysed(self: Any, lines: Any, progress: Any) -> Any:
        self._name_model("model-1/spacy-1")
        for line in lines:
            asked.append(line)
            words = line.split()
            n = len(words)
            columns = (words, words, ["NOUN"] * n, ["NN"] * n, ["dep"] * n, [0] * n)
            yield line, self.analyses.add(*columns)

    def model(self: Any) -> tuple[str, str]:
        return "model-1/spacy-1", f"key-{self.analyses.tags}"

    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent))
    monkeypatch.setattr(Analyser, "_analysed", analysed)
    monkeypatch.setattr(Analyser, "_kept_model", model)
    return asked


def test_sentences_are_analysed_once_in_all_runs(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Analyser(keeps=True)
    first.numbers(["a b", "c", "a b"])
    second = Analyser(keeps=True)
    second.numbers(["c", "d e", "a  b"])
    assert asked == ["a b", "c", "d e"]
    for analyser in (first, second):
        assert analyser.analyses.models == ["model-1/spacy-1"]
        assert any("model-1" in warning for warning in analyser.warnings)
    again = [second.analyses.sentence(n) for n in second.numbers(["a b", "c"])]
    assert again == [first.analyses.sentence(n) for n in first.numbers(["a b", "c"])]
    Analyser(tags="ud", keeps=True).numbers(["c"])
    Analyser().numbers(["c"])
    assert asked == ["a b", "c", "d e", "c", "c"]
    monkeypatch.setattr(Analyser, "_kept_model", lambda self: ("model-2/spacy-1", "key-2"))
    Analyser(keeps=True).numbers(["c"])
    assert asked == ["a b", "c", "d e", "c", "c", "c"]


def test_a_line_that_is_no_analysis_is_made_again(asked: list[str]) -> None:
    Analyser(keeps=True).numbers(["a b"])
    wrong = [b"", b"\xff", b"{}", b"[1]", b'{"words": ["c"]}', b'{"words":["a"],"lemma":["a"]}']
    for line in wrong:
        Cache().write("key-penn", [("a b", line)])
        assert Analyser(keeps=True).numbers(["a b"]) == [0]
    assert asked == ["a b"] * (1 + len(wrong))


def test_a_cache_that_cannot_be_used_analyses_anew(asked: list[str], folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file")
    for _ in range(2):
        analyser = Analyser(keeps=True)
        analyser.numbers(["a b"])
        (note,) = analyser.notes
        assert "not kept between runs" in note
    assert asked == ["a b"] * 2


def test_without_spacy_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fastgec.annotate import analyses

    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent))
    monkeypatch.setattr(analyses, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="spaCy is not installed"):
        Analyser(keeps=True).numbers(["a b"])
    assert not folder.exists()


@needs_model
def test_the_key_has_model_and_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.metadata

    model, key = Analyser()._kept_model()
    assert Analyser().pipeline().meta["version"] in model
    usual = Analyser()
    usual.pipeline()
    assert usual.analyses.models == [model]  # as signatures have it
    keys = {key, Analyser(is_raw=True)._kept_model()[1], Analyser(SHIPPED_AS)._kept_model()[1]}
    assert len(keys) == 2
    for package in ("spacy", "thinc"):
        version = importlib.metadata.version

        def other(name: str, package: str = package, version: Any = version) -> str:
            return "0" if name == package else version(name)

        with monkeypatch.context() as patch:
            patch.setattr(importlib.metadata, "version", other)
            keys.add(Analyser()._kept_model()[1])
    assert len(keys) == 4
    metadata = tmp_path / "own_model-1.dist-info" / "METADATA"
    for text in ('{"lang": "en", "name": "own", "version": "1"}', '{"lang": "en", "name": "own"}'):
        (tmp_path / "own_model").mkdir(exist_ok=True)
        (tmp_path / "own_model" / "__init__.py").write_text("")
        (tmp_path / "own_model" / "meta.json").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        metadata.unlink(missing_ok=True)
        assert Analyser("own_model")._kept_model() == ("", "")  # it may change under its name
        metadata.parent.mkdir(exist_ok=True)
        metadata.write_text("Metadata-Version: 2.1\nName: own_model\nVersion: 1\n")
        keys.add(Analyser("own_model")._kept_model()[1])
    assert len(keys) == 6
    assert "" in keys  # without a version
    assert Analyser(str(tmp_path / "own_model"))._kept_model() == ("", "")
    assert Analyser(object())._kept_model() == ("", "")


@needs_model
@pytest.mark.parametrize("flags", [(), ("-tok",)])
def test_a_second_run_writes_the_same_without_spacy(
    call: Call,
    tmp_path: Path,
    samples: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    flags: tuple[str, ...],
) -> None:
    monkeypatch.delenv("FASTGEC_NO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent))
    texts = ["-orig", samples / "source.txt", "-cor", samples / "bold.txt"]
    words = ["errant", "parallel", *texts, *flags, "-out"]

    def made(name: str, *more: str) -> str:
        code, out, err = call([*words, tmp_path / name, *more])
        assert (code, out) == (0, "")
        return err

    made("plain.m2", "--no-cache")
    assert not folder.exists()
    assert "text of the sentences" in made("first.m2")
    monkeypatch.setattr(Analyser, "pipeline", lambda self: pytest.fail("spaCy was asked"))
    assert made("second.m2") == ""
    pages = [(tmp_path / f"{name}.m2").read_bytes() for name in ("plain", "first", "second")]
    assert pages[0] == pages[1] == pages[2]


@needs_model
def test_a_damaged_cache_has_one_line_and_the_same_edits(
    call: Call, tmp_path: Path, samples: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FASTGEC_NO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent))
    words = ["errant", "score", "-s", samples / "source.txt", "-r", samples / "ref0.txt"]
    words += ["-c", samples / "bold.txt"]
    usual = call([*words, "--no-cache"])
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(b"no database")
    code, out, err = call(words)
    assert (code, out) == usual[:2]
    assert err == f"note: {folder / FILE}: damaged, replaced by an empty file\n{usual[2]}"
    assert call(words) == usual
