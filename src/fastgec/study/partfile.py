"""The file of a part: a header and arrays, each with a checksum; read a few sentences at a time.

An .npz archive of a header (JSON), its checksum, offsets and labels, and the table of each system
in pieces of some sentences, so that reading needs no memory beside what is read. A system whose
rows are not those of the first has offsets and labels of its own. The header has the checksum of
every array. Parts of fastgec 0.1.0 have no checksums.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fastgec.arrays import sealed
from fastgec.corpus.errors import FormatError, visible
from fastgec.counts import Counts, opened_archive, require_sane
from fastgec.machine.atomic import replacing
from fastgec.machine.jsontext import loads
from fastgec.machine.memory import LimitError

FORMAT = "fastgec.part.1"
PIECE = 2048  # sentences
DIGITS = 16  # of a checksum


def write(
    path: str | os.PathLike[str], header: Mapping[str, Any], tables: Sequence[Counts]
) -> None:
    """Write the header of a part, and the counts of its systems.

    Raises:
        OSError: the file cannot be written.
    """
    one = tables[0]
    arrays: dict[str, Any] = {"offsets": one.offsets, "labels": one.labels}
    for h, counts in enumerate(tables):
        if not _has_same_rows(counts, one):
            arrays |= {f"offsets_{h}": counts.offsets, f"labels_{h}": counts.labels}
        for first, last in _pieces(one.n_sentences):
            arrays[_table(h, first)] = counts.sentences(first, last).table
    with replacing(path) as file:
        np.savez_compressed(file, **checked(header, arrays))


def checked(header: Mapping[str, Any], arrays: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of the archive: arrays, and a header that has their checksums."""
    text = json.dumps(
        {**header, "checksums": {name: checksum(array) for name, array in arrays.items()}}
    )
    return {"header": np.array(text), "checksum": np.array(_digest(text.encode())), **arrays}


def checksum(array: Any) -> str:
    """Return a hash of an array: its type, its shape and its bytes."""
    kind = f"{array.dtype.str} {array.shape} "
    return _digest(kind.encode(), np.ascontiguousarray(array).data.cast("B"))


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of the part that it holds; sentences are first to last (exclusive).

    checksums  of its arrays; None: the file has none
    """

    path: str
    metric: str
    parameters: Mapping[str, Any]
    columns: tuple[str, ...]
    systems: tuple[str, ...]
    facts: Mapping[str, Any]
    fingerprint: str
    n_total: int
    first: int
    last: int
    unchanged: tuple[bool, ...]
    outputs: tuple[str, ...]
    is_weighted: bool
    checksums: Mapping[str, str] | None

    @staticmethod
    def read(path: str) -> Header:
        """Read the header of a file. Raises: FormatError; OSError."""
        with _archive(path) as archive:
            text = str(archive["header"])
            header = loads(text)
            if header["format"] != FORMAT:
                reason = f"format {header['format']!r} found, expected {FORMAT!r}"
                raise FormatError(path, None, reason)
            found = Header(
                path,
                str(header["metric"]),
                dict(header["parameters"]),
                tuple(map(str, header["columns"])),
                tuple(map(str, header["systems"])),
                dict(header["facts"]),
                str(header["fingerprint"]),
                int(header["total"]),
                int(header["first"]),
                int(header["first"]) + int(header["sentences"]),
                tuple(map(bool, header.get("unchanged", ()))),
                tuple(map(str, header.get("outputs", ()))),
                header.get("weighted", False) is True,
                header.get("checksums"),
            )
            if found.checksums is not None:
                if str(archive["checksum"]) != _digest(text.encode()):
                    raise found._changed("header")
                arrays = {*archive.files} - {"header", "checksum"}
                for name in sorted(arrays ^ {*found.checksums}):
                    raise found._changed(name)
            for name in found.systems:
                os.fsencode(name)  # it is none, and cannot be printed, where this fails
            if not (found.systems and 0 <= found.first < found.last <= found.n_total):
                raise FormatError(path, None, "no system, or no range of sentences, in the header")
            if len(found.unchanged) not in (0, len(found.systems)):
                raise FormatError(path, None, "not every system is said to be unchanged or not")
            if len(found.outputs) not in (0, len(found.systems)):
                raise FormatError(path, None, "not every system has a hash of its output")
            return found

    def read_counts(self, system: int) -> Iterator[Counts]:
        """Yield the counts of a system, some sentences at a time."""
        n_sentences = self.last - self.first
        with _archive(self.path) as archive:
            # A system that has rows of its own has its own of both.
            own = f"_{system}" if f"offsets_{system}" in archive else ""
            offsets = self._array(archive, f"offsets{own}")
            labels = self._array(archive, f"labels{own}")
            if offsets.shape != (n_sentences + 1,):
                reason = f"offsets of shape {offsets.shape} for {n_sentences} sentences"
                raise FormatError(self.path, None, reason)
            for first, last in _pieces(n_sentences):
                table = self._array(archive, _table(system, first))
                kinds = "".join(array.dtype.kind for array in (table, offsets, labels))
                if kinds != ("fii" if self.is_weighted else "iii"):
                    expected = "doubles" if self.is_weighted else "integers"
                    raise FormatError(self.path, None, f"tables of another type than {expected}")
                require_sane(table)
                yield Counts(
                    sealed(table),
                    offsets[first : last + 1] - offsets[first],
                    labels[offsets[first] : offsets[last]],
                    self.columns,
                    self.metric,
                    self.parameters,
                    self.is_weighted,
                )

    def require_alike(self, other: Header) -> None:
        """Raise FormatError, naming both files, unless both are parts of one run."""
        for what, found, expected in (
            ("metric", self.metric, other.metric),
            *(
                (name, self.parameters.get(name), other.parameters.get(name))
                for name in {**other.parameters, **self.parameters}
            ),
            ("columns", self.columns, other.columns),
            ("weights", self.is_weighted, other.is_weighted),
            ("systems", self.systems, other.systems),
            ("gold", self.fingerprint, other.fingerprint),
            ("number of sentences in all", self.n_total, other.n_total),
            *(
                (name, self.facts.get(name), other.facts.get(name))
                for name in {**other.facts, **self.facts}
            ),
        ):
            if found != expected:
                reason = f"{what} {_shown(found)} found, expected {_shown(expected)} as in "
                raise FormatError(self.path, None, reason + visible(other.path))

    def require_same_outputs(self, other: Header) -> None:
        """Raise FormatError, naming both files and the system, if its output is another text."""
        for system, found, expected in zip(self.systems, self.outputs, other.outputs, strict=False):
            if found != expected:
                raise FormatError(
                    self.path,
                    None,
                    f"{visible(system)}: an output with the hash {visible(found)}, expected "
                    f"{visible(expected)} as in {visible(other.path)}",
                )

    def _array(self, archive: Any, name: str) -> Any:
        array = archive[name]
        if self.checksums is not None and checksum(array) != self.checksums[name]:
            raise self._changed(name)
        return array

    def _changed(self, name: str) -> FormatError:
        reason = f"the checksum of {visible(name)} is wrong: the file was changed or is damaged"
        return FormatError(self.path, None, reason)


def _digest(*contents: Any) -> str:
    found = hashlib.sha256()
    for content in contents:
        found.update(content)
    return found.hexdigest()[:DIGITS]


def _pieces(n_sentences: int) -> Iterator[tuple[int, int]]:
    for first in range(0, n_sentences, PIECE):
        yield first, min(first + PIECE, n_sentences)


def _has_same_rows(counts: Counts, other: Counts) -> bool:
    return np.array_equal(counts.offsets, other.offsets) and np.array_equal(
        counts.labels, other.labels
    )


def _table(system: int, first: int) -> str:
    return f"table_{system}_{first}"


def _shown(value: object) -> str:
    if value is None:
        return "none"
    return " ".join(map(visible, value)) if isinstance(value, tuple) else visible(str(value))


@contextmanager
def _archive(path: str) -> Iterator[Any]:
    """Open a part; whatever numpy, zipfile and zlib raise for damaged files becomes one line."""
    with Path(path).open("rb") as file:
        try:
            with opened_archive(file) as archive:
                yield archive
        except (FormatError, MemoryError):
            raise
        except LimitError as error:
            raise FormatError(path, None, str(error)) from None
        except Exception:
            reason = "no part of a corpus (--counts-out), or a damaged one"
            raise FormatError(path, None, reason) from None
