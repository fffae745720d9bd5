"""Counts: joining parts, saving and loading, and what is no table of counts."""

from __future__ import annotations

import io
import json
import pickle
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fastgec import Counts
from fastgec.counts import CountsBuilder
from fastgec.machine import replacing

COLUMNS = ("correct", "proposed", "gold")


def table(n_rows: int = 4, offsets: tuple[int, ...] = (0, 1, 4), **parameters: Any) -> Counts:
    values = np.arange(3 * n_rows).reshape(n_rows, 3)
    return Counts(values, np.array(offsets), np.arange(n_rows), COLUMNS, "m2", parameters)


def test_parts_join_in_order() -> None:
    whole = table()
    parts = [whole.sentences(0, 1), whole.sentences(1, 1), whole.sentences(1, 2)]
    assert [part.n_sentences for part in parts] == [1, 0, 1]
    assert Counts.concat(parts) == whole
    assert Counts.concat([whole]) == whole
    assert Counts.concat(parts[::-1]) != whole
    assert hash(Counts.concat(parts)) == hash(whole)


def test_only_like_parts_join() -> None:
    with pytest.raises(ValueError, match="no counts to join"):
        Counts.concat([])
    with pytest.raises(
        ValueError, match=r"part 2 was counted with m2\(u=3\), part 1 with m2\(u=2\)"
    ):
        Counts.concat([table(u=2), table(u=3)])
    other = Counts(np.zeros((1, 3)), np.array([0, 1]), np.zeros(1), COLUMNS, "green")
    with pytest.raises(ValueError, match=r"part 3 was counted with green\(\), part 1 with m2\(\)"):
        Counts.concat([table(), table(), other])


def test_a_table_is_never_there_twice_while_it_grows() -> None:
    def part() -> Counts:
        size = 1000
        return Counts(
            np.ones((2 * size, 28)),
            np.arange(size + 1) * 2,
            np.tile([0, 1], size),
            tuple(map(str, range(28))),
            "green",
        )

    builder = CountsBuilder()
    tracemalloc.start()
    try:
        for _ in range(50):
            builder.add(part())
        whole = builder.build()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    size = whole.table.nbytes + whole.offsets.nbytes + whole.labels.nbytes
    assert whole.table.sum() == 50 * 2000 * 28
    assert peak < 1.25 * size  # an eighth is reserved for more


def test_counts_come_back_from_a_file(tmp_path: Path) -> None:
    for counts in (table(u=2, release="3.2", x=0.5, is_y=True), table(0, (0,))):
        path = tmp_path / "counts.npz"
        counts.save(path)
        loaded = Counts.load(path)
        assert loaded == counts
        assert loaded.parameters == counts.parameters
        assert Counts.load(io.BytesIO(path.read_bytes())) == counts
    assert [file.name for file in tmp_path.iterdir()] == ["counts.npz"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"table": np.zeros((4, 2))}, r"table of shape \(4, 2\) for 3 columns"),
        ({"table": np.zeros(4)}, r"table of shape \(4,\) for 3 columns"),
        ({"labels": np.zeros(3)}, r"\(3,\) labels for 4 rows"),
        ({"offsets": np.array([0, 3])}, "offsets must run from 0 to the number of rows"),
        ({"offsets": np.array([1, 4])}, "offsets must run from 0 to the number of rows"),
        ({"offsets": np.array([], int)}, "offsets must run from 0 to the number of rows"),
        ({"offsets": np.array([0, 4, 4])}, "every sentence must have a row"),
        ({"offsets": np.array([0, 5, 4])}, "every sentence must have a row"),
    ],
)
def test_tables_that_do_not_fit_together_are_refused(change: dict[str, Any], message: str) -> None:
    fields = {
        "table": np.zeros((4, 3)),
        "offsets": np.array([0, 1, 4]),
        "labels": np.zeros(4),
        "columns": COLUMNS,
        "metric": "m2",
    }
    with pytest.raises(ValueError, match=message):
        Counts(**{**fields, **change})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("table", [[1.5, 1, 1]]),
        ("table", [[np.nan, 1, 1]]),
        ("table", np.array([[1 << 63, 1, 1]], np.uint64)),
        ("labels", [1 << 40]),
        ("offsets", [0.0, 1.25]),
    ],
)
def test_values_that_no_integer_holds_are_refused(field: str, values: Any) -> None:
    arrays = {"table": [[1, 1, 1]], "offsets": [0, 1], "labels": [0]}
    assert Counts(**arrays, columns=("a", "b", "c"), metric="m2").n_rows == 1  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"^{field} of .* has values that int.. cannot hold$"):
        Counts(**arrays | {field: values}, columns=("a", "b", "c"), metric="m2")  # type: ignore[arg-type]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
def test_what_has_no_end_is_no_file_of_counts() -> None:
    with pytest.raises(ValueError, match=r"^/dev/zero: not a file of counts"):
        Counts.load("/dev/zero")


def npz(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def header(**changes: Any) -> Any:
    content = {"format": 1, "metric": "m2", "columns": COLUMNS, "parameters": {}, **changes}
    return np.array(json.dumps(content))


ARRAYS = {"table": np.zeros((1, 3), np.int64), "offsets": np.array([0, 1]), "labels": np.zeros(1)}


def saved() -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, header=header(), **ARRAYS)
    return file.getvalue()


def single(array: Any, *, allow_pickle: bool = False) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=allow_pickle)
    return file.getvalue()


FOREIGN = {
    "empty": b"",
    "text": b"some text\n",
    "pickle": pickle.dumps([1, 2]),
    "one array": single(np.zeros(3)),
    "array of objects": single(np.array([{}]), allow_pickle=True),
    "zip of something else": npz(other=np.zeros(1)),
    "no header": npz(**ARRAYS),
    "no table": npz(header=header()),
    "objects in the zip": npz(header=np.array([{}], dtype=object), **ARRAYS),
    "header is no JSON": npz(header=np.array("x"), **ARRAYS),
    "header is no object": npz(header=np.array("[1]"), **ARRAYS),
    "header is a number": npz(header=np.array("1"), **ARRAYS),
    "format of the future": npz(header=header(format=2), **ARRAYS),
    "columns are a number": npz(header=header(columns=3), **ARRAYS),
    "columns do not fit": npz(header=header(columns=["a"]), **ARRAYS),
    "parameters are a list": npz(header=header(parameters=[1]), **ARRAYS),
    "table of text": npz(header=header(), **{**ARRAYS, "table": np.array([["a", "b", "c"]])}),
    "table of fractions": npz(header=header(), **{**ARRAYS, "table": np.full((1, 3), 0.5)}),
    "table of too many dimensions": npz(
        header=header(), **{**ARRAYS, "table": np.zeros((1, 3, 1))}
    ),
    "offsets out of range": npz(header=header(), **{**ARRAYS, "offsets": np.array([0, 2])}),
    "cut in half": saved()[: len(saved()) // 2],
    "cut at the end": saved()[:-30],
    "damaged": saved()[:120] + b"\xff" * 60 + saved()[180:],
}


@pytest.mark.parametrize("what", FOREIGN)
def test_other_files_are_no_counts(tmp_path: Path, what: str) -> None:
    path = tmp_path / "counts.npz"
    path.write_bytes(FOREIGN[what])
    with pytest.raises(ValueError, match="not a file of counts") as caught:
        Counts.load(path)
    assert str(caught.value).startswith(f"{path}: not a file of counts (")
    assert "pickle" not in str(caught.value).lower()
    assert "\n" not in str(caught.value)


def test_a_file_that_is_missing_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Counts.load(tmp_path / "missing.npz")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "counts.npz"
    table().save(path)
    old = path.read_bytes()

    def fail() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_bytes() == old
    with pytest.raises(TypeError, match="not JSON serializable"):
        table(u=object()).save(path)
    with pytest.raises(TypeError, match="not JSON serializable"):
        table(u=object()).save(tmp_path / "new.npz")
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


def test_links_stay_and_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "real.npz").write_bytes(b"")
    link = tmp_path / "link.npz"
    link.symlink_to("real.npz")
    table().save(link)
    assert link.is_symlink()
    assert Counts.load(tmp_path / "real.npz") == table()
    with pytest.raises(IsADirectoryError):
        table().save(tmp_path)
    with pytest.raises(FileNotFoundError):
        table().save(tmp_path / "no" / "counts.npz")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.npz", "real.npz"]


def test_permissions_of_a_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "counts.npz"
    path.write_bytes(b"")
    path.chmod(0o640)
    table().save(path)
    assert path.stat().st_mode & 0o777 == 0o640
