"""Counts: one row of integers per (sentence, annotator or reference), before any choice or score.

Counts do not depend on beta, they add up, and parts of a corpus join in sentence order. Every
score, interval and test is made from them; only `selection` knows which rows count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

import numpy as np
from numpy.typing import NDArray

from fastgec.atomic import replacing

Parameter = bool | int | float | str


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """An integer table over (sentence, label) rows.

    table       int64[R, K]: row r holds K counts, named by `columns`
    offsets     int64[S+1]: sentence s owns the rows offsets[s] to offsets[s+1] (at least one)
    labels      int32[R]: annotator id or index of the reference of each row
    columns     the K names, for example ("correct", "proposed", "gold")
    metric      which metric counted
    parameters  what the counts depend on; tables with other parameters do not join

    >>> import numpy as np
    >>> part = Counts(np.array([[1, 2, 2], [0, 2, 1]]), np.array([0, 2]), np.array([0, 1]),
    ...               ("correct", "proposed", "gold"), "m2")
    >>> whole = Counts.concat([part, part])
    >>> whole.n_sentences, whole.n_rows, whole.offsets.tolist()
    (2, 4, [0, 2, 4])
    """

    table: NDArray[np.int64]
    offsets: NDArray[np.int64]
    labels: NDArray[np.int32]
    columns: tuple[str, ...]
    metric: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = _frozen(self.table, np.int64)
        offsets = _frozen(self.offsets, np.int64)
        labels = _frozen(self.labels, np.int32)
        if table.ndim != 2 or table.shape[1] != len(self.columns):
            raise ValueError(f"table of shape {table.shape} for {len(self.columns)} columns")
        if labels.shape != (table.shape[0],):
            raise ValueError(f"{labels.shape} labels for {table.shape[0]} rows")
        if offsets.ndim != 1 or len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != len(table):
            raise ValueError("offsets must run from 0 to the number of rows")
        if len(offsets) > 1 and int(np.diff(offsets).min()) < 1:
            raise ValueError("every sentence must have a row")
        object.__setattr__(self, "table", table)
        object.__setattr__(self, "offsets", offsets)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "parameters", dict(self.parameters))

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.offsets) - 1

    @property
    def n_rows(self) -> int:
        """Number of (sentence, label) rows."""
        return len(self.table)

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

    def sentences(self, first: int, last: int) -> Counts:
        """Return the counts of the sentences first to last (exclusive), without copying rows."""
        low, high = int(self.offsets[first]), int(self.offsets[last])
        return Counts(
            self.table[low:high],
            self.offsets[first : last + 1] - low,
            self.labels[low:high],
            self.columns,
            self.metric,
            self.parameters,
        )

    @staticmethod
    def concat(parts: Sequence[Counts]) -> Counts:
        """Join parts of a corpus, in sentence order.

        Raises: ValueError if there is no part, or if parts differ in metric, columns or parameters.
        """
        if not parts:
            raise ValueError("no counts to join")
        first = parts[0]
        for number, part in enumerate(parts[1:], 2):
            if part._kind() != first._kind():
                raise ValueError(
                    f"part {number} was counted with {part._describe()}, "
                    f"part 1 with {first._describe()}"
                )
        sizes = [np.diff(part.offsets) for part in parts]
        return Counts(
            np.concatenate([part.table for part in parts]),
            np.concatenate([np.zeros(1, np.int64), np.cumsum(np.concatenate(sizes))]),
            np.concatenate([part.labels for part in parts]),
            first.columns,
            first.metric,
            first.parameters,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a compressed .npz file; an interrupted write leaves the old file, or none."""
        header = {
            "format": 1,
            "metric": self.metric,
            "columns": self.columns,
            "parameters": self.parameters,
        }
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
        """Read what `save` wrote.

        Raises: OSError; ValueError if the file is not a table of counts.
        """
        from zipfile import BadZipFile

        try:
            with np.load(path, allow_pickle=False) as archive:
                header = json.loads(str(archive["header"]))
                if header["format"] != 1:
                    raise ValueError(f"format {header['format']} of counts, expected 1")
                return Counts(
                    archive["table"],
                    archive["offsets"],
                    archive["labels"],
                    tuple(header["columns"]),
                    header["metric"],
                    header["parameters"],
                )
        except (BadZipFile, KeyError, TypeError, AttributeError, EOFError) as error:
            raise ValueError(f"{path}: not a file of counts ({error})") from error

    def _kind(self) -> tuple[str, tuple[str, ...], tuple[tuple[str, Parameter], ...]]:
        return self.metric, self.columns, tuple(sorted(self.parameters.items()))

    def _describe(self) -> str:
        values = ", ".join(f"{name}={value}" for name, value in sorted(self.parameters.items()))
        return f"{self.metric}({values})"


def _frozen(array: NDArray[np.generic], dtype: type[np.generic]) -> NDArray[np.generic]:
    """Return the array as a C-contiguous read-only view of this type, copied only if it must be."""
    view = np.ascontiguousarray(array, dtype=dtype).view()
    view.flags.writeable = False
    return view
