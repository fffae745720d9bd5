"""Counts: one row of integers per (sentence, annotator or reference), before any choice or score.

Counts do not depend on beta, they add up, and parts of a corpus join in sentence order. Every
score, interval and test is made from them; only `choose` knows which rows count.

Where edits weigh unequally, a row holds sums of weights: doubles. Their sum depends on their order,
so such rows are added one after the other, in the order of sentences (a resample: as they are
drawn): scores are the same to the last bit for any number of threads, and for joined parts.

Also the arrays of all frozen tables: sealed, gathered, joined.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import IO, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.machine import LimitError, replacing, require_holdable, require_unpackable
from fastgec.values import html_facts, short

# Arrays inside frozen tables: of one type, contiguous, and read-only, also after pickling.
#
# Runs of unequal length stand one after the other in one array, with offsets int64[n+1]: run i is
# offsets[i] to offsets[i + 1] (CSR).


Array = TypeVar("Array", bound=NDArray[Any])
Table = TypeVar("Table")


def freeze(table: object, /, **types: type[Any]) -> None:
    """Replace the named fields of a frozen dataclass by read-only C-contiguous arrays of a type.

    An array that somebody can still write to is copied, so that a table never changes; one that
    nobody can write to (`sealed`), of the type and the layout, is not.
    Raises: ValueError for a value that the type cannot hold: a fraction, or one out of range.
    """
    for name, dtype in types.items():
        array = np.asarray(getattr(table, name))
        if array.dtype != dtype:
            array = sealed(_converted(array, name, dtype))
        if not (array.flags.c_contiguous and _is_constant(array)):
            array = _copied(array)
        object.__setattr__(table, name, array.view())  # which cannot be made writeable


def sealed(array: Array) -> Array:
    """Return an array that is new, and nobody else's, after making it read-only for good.

    Who builds a table hands its arrays over with this, and `freeze` keeps them without a copy.

    >>> sealed(np.arange(3)).flags.writeable
    False
    """
    base: object = array
    while isinstance(base, np.ndarray):  # a view does not change where its owner does not
        base.flags.writeable = False
        base = base.base
    return array


def unchecked(table: type[Table], /, **values: Any) -> Table:
    """Return a frozen dataclass of values that need no check: views of sealed arrays.

    Fields that are left out are made by the class when somebody asks for them.
    """
    made = object.__new__(table)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def _copied(array: Array) -> Array:
    return sealed(np.array(array, order="C"))  # type: ignore[return-value]


def _is_constant(array: NDArray[Any]) -> bool:
    """Whether nobody can write to an array, nor to the memory that it is a view of."""
    base: object = array
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    if base is None:
        return True
    try:
        return memoryview(base).readonly  # type: ignore[arg-type]
    except TypeError:  # memory of an unknown kind
        return False


def _converted(given: NDArray[Any], name: str, dtype: type[np.generic]) -> NDArray[Any]:
    with np.errstate(invalid="ignore"):  # what becomes of a NaN is seen below
        array = given.astype(dtype)
    if not np.array_equal(given, array):
        raise ValueError(f"{name} of {given.dtype} has values that {array.dtype} cannot hold")
    return array


def offsets_of(sizes: NDArray[Any]) -> NDArray[np.int64]:
    """Return where each of consecutive runs of these sizes begins, and where the last one ends.

    >>> offsets_of(np.array([2, 0, 1])).tolist()
    [0, 2, 2, 3]
    """
    offsets = np.zeros(len(sizes) + 1, np.int64)
    sizes.cumsum(out=offsets[1:])
    return offsets


def joined(parts: Sequence[tuple[Array, NDArray[np.int64]]]) -> tuple[Array, NDArray[np.int64]]:
    """Join runs of several arrays, each with its offsets: all items, and the offsets of all runs.

    >>> parts = [(np.array([7, 8]), np.array([0, 2])), (np.array([9]), np.array([0, 0, 1]))]
    >>> [array.tolist() for array in joined(parts)]
    [[7, 8, 9], [0, 2, 2, 3]]
    """
    items: Array = np.concatenate([items for items, _ in parts])  # type: ignore[assignment]
    return items, offsets_of(np.concatenate([np.diff(offsets) for _, offsets in parts]))


def gather(
    offsets: NDArray[np.int64], runs: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pick runs, in any order and any number of times: their items' indices, and new offsets.

    >>> [array.tolist() for array in gather(np.array([0, 2, 2, 3]), np.array([2, 0, 2]))]
    [[2, 0, 1, 2], [0, 1, 3, 4]]
    """
    starts = offsets[runs]  # only those of the runs: a few of a large table cost a few
    sizes = offsets[1:][runs] - starts
    moved = offsets_of(sizes)
    return np.arange(moved[-1]) + (starts - moved[:-1]).repeat(sizes), moved


def made_from_fields(table: Any) -> tuple[type, tuple[Any, ...]]:
    """Serve as `__reduce__`: pickle forgets that arrays are read-only, the constructor does not."""
    return type(table), tuple(getattr(table, each.name) for each in fields(table) if each.init)


Parameter = bool | int | float | str
# A sentence has fewer tokens, and 2^31 rows of such counts add up. No sum of weights is larger.
LARGEST_COUNT = 1 << 31


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Counts of a corpus: a row of integers, or of sums of weights, per (sentence, label).

    table       int64[R, K]: row r holds K counts, named by `columns`; float64[R, K] of weights
    offsets     int64[S+1]: sentence s owns the rows offsets[s] to offsets[s+1] (at least one)
    labels      int32[R]: annotator id or index of the reference of each row; int32[R, 2] of pairs:
                the coder of the hypothesis, that of the reference
    columns     the K names, for example ("correct", "proposed", "gold")
    metric      which metric counted
    parameters  what the counts depend on; tables with other parameters do not join
    is_weighted whether rows hold sums of weights: finite, and below 2^31 on either side of 0

    Arrays that the caller can still write to are copied.

    >>> import numpy as np
    >>> part = Counts(np.array([[1, 2, 2], [0, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...               ("correct", "proposed", "gold"), "m2")
    >>> whole = Counts.concat([part, part])
    >>> whole.n_sentences, whole.n_rows, whole.offsets.tolist()
    (2, 4, [0, 2, 4])
    >>> part
    Counts(metric='m2', sentences=1, rows=2, columns=3)
    """

    table: NDArray[Any]
    offsets: NDArray[np.int64]
    labels: NDArray[np.int32]
    columns: tuple[str, ...]
    metric: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    is_weighted: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.parameters, Mapping):
            raise TypeError(f"parameters: {type(self.parameters).__name__}, expected a dict")
        object.__setattr__(self, "is_weighted", bool(self.is_weighted))
        if self.is_weighted:
            object.__setattr__(self, "table", _doubles(self.table))
        freeze(self, table=self.dtype, offsets=np.int64, labels=np.int32)
        table, offsets, labels = self.table, self.offsets, self.labels
        if table.ndim != 2 or table.shape[1] != len(self.columns):
            raise ValueError(f"table of shape {table.shape} for {len(self.columns)} columns")
        if labels.shape not in ((table.shape[0],), (table.shape[0], 2)):
            raise ValueError(f"{labels.shape} labels for {table.shape[0]} rows")
        if offsets.ndim != 1 or len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != len(table):
            raise ValueError("offsets must run from 0 to the number of rows")
        if (offsets[1:] <= offsets[:-1]).any():
            raise ValueError("every sentence must have a row")
        object.__setattr__(self, "columns", tuple(self.columns))
        parameters = {name: _plain(value) for name, value in self.parameters.items()}
        object.__setattr__(self, "parameters", parameters)

    __reduce__ = made_from_fields

    @property
    def dtype(self) -> type[np.int64 | np.float64]:
        """The type of the table, and of sums of its rows."""
        return np.float64 if self.is_weighted else np.int64

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.offsets) - 1

    @property
    def n_rows(self) -> int:
        """Number of (sentence, label) rows."""
        return len(self.table)

    def __repr__(self) -> str:
        return short("Counts", self._facts())

    def _repr_html_(self) -> str:
        return html_facts("Counts", self._facts())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return (
            self._kind() == other._kind()
            and np.array_equal(self.offsets, other.offsets)
            and np.array_equal(self.labels, other.labels)
            and np.array_equal(self.table, other.table)
        )

    def __hash__(self) -> int:
        return hash((self.metric, self.columns, self.table.tobytes()))

    @property
    def header(self) -> dict[str, Any]:
        """Metric, columns and parameters as JSON values, for files of counts."""
        found = {"metric": self.metric, "columns": self.columns, "parameters": self.parameters}
        return {**found, **({"weighted": True} if self.is_weighted else {})}

    def described(self) -> str:
        """Metric and parameters, for messages."""
        values = ", ".join(f"{name}={value}" for name, value in sorted(self.parameters.items()))
        return f"{self.metric}({values}){' by weights' if self.is_weighted else ''}"

    def sentences(self, first: int, last: int) -> Counts:
        """The counts of the sentences first to last (exclusive), without copying rows."""
        if not 0 <= first <= last <= self.n_sentences:
            raise IndexError(f"sentences {first} to {last}, of {self.n_sentences}")
        low, high = int(self.offsets[first]), int(self.offsets[last])
        return Counts(
            self.table[low:high],
            sealed(self.offsets[first : last + 1] - low),
            self.labels[low:high],
            *(self.columns, self.metric, self.parameters, self.is_weighted),
        )

    @staticmethod
    def concat(parts: Iterable[Counts]) -> Counts:
        """Join parts of a corpus, in sentence order.

        Raises:
            ValueError: there is no part, or parts differ in metric, columns or parameters.
        """
        builder = CountsBuilder()
        for part in parts:
            builder.add(part)
        return builder.build()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a compressed .npz file; an interrupted write leaves the old file, or none."""
        import json  # most runs neither save nor load

        header = {"format": 1, **self.header}
        with replacing(path) as file:
            np.savez_compressed(
                file,
                header=np.array(json.dumps(header)),
                table=self.table,
                offsets=self.offsets,
                labels=self.labels,
            )

    @staticmethod
    def load(path: str | os.PathLike[str] | IO[bytes]) -> Counts:
        """The counts in a file that `save` wrote.

        Raises:
            OSError, ValueError: it cannot be read, or is not a table of counts.
        """
        if not isinstance(path, str | os.PathLike):
            return _named(io.BytesIO(path.read()), str(getattr(path, "name", "counts")))
        from pathlib import Path

        with Path(path).open("rb") as file:
            return _named(file, os.fspath(path))

    def _kind(self) -> tuple[Any, ...]:
        parameters = tuple(sorted(self.parameters.items()))
        return self.metric, self.columns, parameters, self.is_weighted

    def _facts(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "sentences": self.n_sentences,
            "rows": self.n_rows,
            "columns": len(self.columns),
            **self.parameters,
        }


class CountsBuilder:
    """Counts that grow part by part, in sentence order, at no more memory than they take at last.

    A part may be forgotten once it is added: its rows are copied to the end of arrays that grow in
    place, so there is never a second copy of the whole.

    >>> builder = CountsBuilder()
    >>> for row in ([1, 2, 2], [0, 2, 1]):
    ...     builder.add(Counts(np.array([row]), np.array([0, 1]), np.array([0]),
    ...                 ("correct", "proposed", "gold"), "m2"))
    >>> builder.build().table.tolist()
    [[1, 2, 2], [0, 2, 1]]
    """

    def __init__(self, n_alike: int = 1) -> None:
        """Take how many builders grow at the same time: together they have half of the memory."""
        self._n_alike = n_alike
        self._nothing: Counts | None = None  # no sentence, only what all parts have in common
        self._n_parts = 0
        # A bytearray grows by realloc, which moves pages and not bytes, and what it reserves for
        # later is not touched. (ndarray.resize would fill it with zeros.)
        self._table = bytearray()
        self._offsets = bytearray(np.zeros(1, np.int64))
        self._labels = bytearray()
        self._n_rows = 0

    def add(self, part: Counts) -> None:
        """Append the sentences of a part.

        Raises: ValueError if it differs from the first part in metric, columns or parameters;
        LimitError before more memory would be taken than there may be.
        """
        self._n_parts += 1
        if self._nothing is None:
            self._nothing = Counts(
                np.empty((0, len(part.columns)), part.dtype),
                np.zeros(1, np.int64),
                np.empty((0, *part.labels.shape[1:]), np.int32),
                part.columns,
                part.metric,
                part.parameters,
                part.is_weighted,
            )
        if part._kind() != self._nothing._kind():
            raise ValueError(
                f"part {self._n_parts} was counted with {part.described()}, "
                f"part 1 with {self._nothing.described()}"
            )
        grown = part.table.nbytes + part.offsets.nbytes + part.labels.nbytes
        held = len(self._table) + len(self._offsets) + len(self._labels)
        require_holdable(held + grown, "counts", self._n_alike)
        self._table += part.table.data
        self._offsets += (part.offsets[1:] + self._n_rows).data
        self._labels += part.labels.data
        self._n_rows += part.n_rows

    def build(self) -> Counts:
        """Return the whole; it takes the arrays over, so nothing can be added any more.

        Raises: ValueError if there is no part.
        """
        nothing = self._nothing
        if nothing is None:
            raise ValueError("no counts to join")
        table, offsets, labels = (
            memoryview(content).toreadonly()
            for content in (self._table, self._offsets, self._labels)
        )
        return Counts(
            np.frombuffer(table, nothing.dtype).reshape(-1, len(nothing.columns)),
            np.frombuffer(offsets, np.int64),
            np.frombuffer(labels, np.int32).reshape(-1, *nothing.labels.shape[1:]),
            nothing.columns,
            nothing.metric,
            nothing.parameters,
            nothing.is_weighted,
        )


def _plain(value: Parameter) -> Parameter:
    """Return a value as JSON takes it: numpy's scalars as those of Python."""
    return value.item() if isinstance(value, np.generic) else value


def require_sane(table: NDArray[Any]) -> None:
    """Raise ValueError if a table holds what no text gives, such as NaN; sums could overflow."""
    if table.size and not (table.min() > -LARGEST_COUNT and table.max() < LARGEST_COUNT):
        what = "sum of weights" if table.dtype.kind == "f" else "count"
        raise ValueError(f"a {what} of {LARGEST_COUNT} or more")


def _doubles(table: Any) -> NDArray[np.float64]:
    """Return a table of sums of weights; ValueError if one is not finite, or too large."""
    weights = np.asarray(table, np.float64)
    require_sane(weights)
    return weights


@contextmanager
def opened_archive(file: IO[bytes]) -> Iterator[Any]:
    """Open an .npz file, unless it unpacks to more than data may.

    Raises: LimitError; whatever numpy, zipfile and zlib raise for damaged files, which has no end.
    """
    n_packed = file.seek(0, os.SEEK_END)
    file.seek(0)
    with np.load(file, allow_pickle=False) as archive:
        n_unpacked = sum(member.file_size for member in archive.zip.infolist())
        require_unpackable(n_unpacked, n_packed, "compressed arrays")
        yield archive


def _named(file: IO[bytes], name: str) -> Counts:
    try:
        return _unpacked(file)
    except ValueError as error:
        raise ValueError(f"{name}: not a file of counts ({error})") from None


def _unpacked(file: IO[bytes]) -> Counts:
    """Return the counts in an .npz file.

    Raises: ValueError, which says what is wrong.
    """
    from fastgec.machine import loads

    try:
        with opened_archive(file) as archive:
            header = loads(str(archive["header"]))
            arrays = {name: archive[name] for name in ("table", "offsets", "labels")}
            kind = header["format"], header["metric"], header["columns"], header["parameters"]
            is_weighted = header.get("weighted", False) is True
    except LimitError:
        raise
    except Exception:
        expected = "header, table, offsets and labels"
        raise ValueError(f"damaged, or no archive of {expected}") from None
    version, metric, columns, parameters = kind
    if version != 1:
        raise ValueError(f"format {version!r}: expected 1")
    if not (isinstance(columns, list) and isinstance(metric, str) and isinstance(parameters, dict)):
        raise ValueError("metric, columns or parameters of a wrong type in the header")
    for name, array in arrays.items():
        if not isinstance(array, np.ndarray):  # numpy returns a member of another kind as it is
            raise ValueError(f"{name} is no array")
        has_weights = name == "table" and is_weighted
        if array.dtype.kind not in ("f" if has_weights else "iu"):
            expected = "doubles" if has_weights else "integers"
            raise ValueError(f"{name} of {array.dtype}: expected {expected}")
    require_sane(arrays["table"])
    table, offsets, labels = arrays.values()
    return Counts(table, offsets, labels, tuple(columns), metric, parameters, is_weighted)
