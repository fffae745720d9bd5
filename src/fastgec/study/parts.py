"""Parts of a corpus on disk: counts of a range of its sentences, and hashes of the whole.

Machines that each score a range of the same files write one part each; joined, the parts hold the
counts of one run over all sentences. A part says how many sentences there are in all and
has hashes of the whole gold and of each whole output (`read.lines`), so that parts of other
files do not join and no gap stays unseen. Choices in the order of the corpus (the annotator in
MaxMatch, the draws of GLEU) are made after joining.

The file of a part is an .npz archive of a header (JSON), its checksum, offsets and labels, and the
table of each system in pieces of some sentences, so that reading needs no memory beside what is
read. A system with other rows than the first has its own offsets and labels. The header
has the checksum of every array. Parts of fastgec 0.1.0 have no checksums.
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

from fastgec.counts import Counts, CountsBuilder, opened_archive, require_sane, sealed
from fastgec.machine import LimitError, loads, replacing
from fastgec.metrics.base import AnyMetric
from fastgec.metrics.declarations import as_dict, tacit_of
from fastgec.read import FormatError, visible

# The file


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
    """The header of a part file; sentences are first to last (exclusive).

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
                reason = f"format {header['format']!r}: expected {FORMAT!r}"
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
                    raise FormatError(self.path, None, f"tables: expected {expected}")
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

        def both(own: Mapping[str, Any], others: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
            return ((name, own.get(name), others.get(name)) for name in {**others, **own})

        for what, found, expected in (
            ("metric", self.metric, other.metric),
            *both(self.parameters, other.parameters),
            ("columns", self.columns, other.columns),
            ("weights", self.is_weighted, other.is_weighted),
            ("systems", self.systems, other.systems),
            ("gold", self.fingerprint, other.fingerprint),
            ("number of sentences in all", self.n_total, other.n_total),
            *both(self.facts, other.facts),
        ):
            if found != expected:
                reason = f"{what} {_shown(found)}: expected {_shown(expected)} as in "
                raise FormatError(self.path, None, reason + visible(other.path))

    def require_same_outputs(self, other: Header) -> None:
        """Raise FormatError, naming both files and the system, if its output is another text."""
        for system, found, expected in zip(self.systems, self.outputs, other.outputs, strict=False):
            if found != expected:
                reason = f"{visible(system)}: an output with the hash {visible(found)}: expected "
                reason += f"{visible(expected)} as in {visible(other.path)}"
                raise FormatError(self.path, None, reason)

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


TOKENS = "projected"  # the fact "tokens" of outputs that were raw text


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Counts of the same consecutive sentences of several systems.

    systems      their names
    counts       of each system, with the same rows, but for metrics whose systems have their own
    first        number of sentences of the corpus before them
    n_total      number of sentences of the corpus
    fingerprint  of the whole gold
    facts        other facts of the corpus, the same in all parts, with values of JSON's types
    unchanged    for each system whether its output is the source; empty where that is not known
    outputs      for each system a hash of its whole output; empty where that is not known
    warnings     of the join: outputs that could not be checked, for lack of hashes
    """

    systems: tuple[str, ...]
    counts: tuple[Counts, ...]
    first: int
    n_total: int
    fingerprint: str
    facts: Mapping[str, Any]
    unchanged: tuple[bool, ...] = ()
    outputs: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the part to an .npz file; an interrupted write leaves the old file, or none.

        Raises:
            OSError: the file cannot be written.
        """
        one = self.counts[0]
        header = {
            "format": FORMAT,
            "metric": one.metric,
            "parameters": dict(one.parameters),
            "columns": one.columns,
            "systems": self.systems,
            "facts": dict(self.facts),
            "unchanged": self.unchanged,
            "outputs": self.outputs,
            "fingerprint": self.fingerprint,
            "total": self.n_total,
            "first": self.first,
            "sentences": one.n_sentences,
            **({"weighted": True} if one.is_weighted else {}),
        }
        write(path, header, self.counts)


def metric_of(path: str) -> str:
    """Return the metric that a part was counted with.

    Raises: FormatError; OSError.
    """
    return Header.read(path).metric


def joined(paths: Sequence[str], metric: AnyMetric) -> Part:
    """Read parts of a metric, in any order, and return the whole corpus. At least one path.

    Memory: the counts of the whole, and no second copy of them.
    Raises: FormatError if a file is no part, was changed, or has counts that the metric cannot have
    made, if parts are not of the same corpus and outputs, or if sentences are missing or doubled;
    OSError.
    """
    headers = [Header.read(path) for path in paths]
    for header in headers[1:]:
        header.require_alike(headers[0])
    hashed = [header for header in headers if header.outputs]
    for header in hashed[1:]:
        header.require_same_outputs(hashed[0])
    unknown = [header.path for header in headers if not header.outputs]
    headers.sort(key=lambda header: header.first)
    _require_complete(headers)
    one = headers[0]
    builders = [CountsBuilder(len(one.systems)) for _ in one.systems]
    for header in headers:
        for system, builder in enumerate(builders):
            n_before = header.first
            for piece in header.read_counts(system):
                try:
                    _check(piece, header.facts, metric, n_before, visible(one.systems[system]))
                except ValueError as error:
                    raise FormatError(header.path, None, str(error)) from None
                builder.add(piece)
                n_before += piece.n_sentences
    counts = tuple(builder.build() for builder in builders)
    unchanged, outputs = [header.unchanged for header in headers], () if unknown else one.outputs
    are_unchanged = tuple(map(all, zip(*unchanged, strict=True))) if all(unchanged) else ()
    warnings = []
    if unknown and len(headers) > 1:
        names = " ".join(map(visible, unknown[:3])) + (" ..." if len(unknown) > 3 else "")
        warnings.append(
            f"{names}: no hash of the outputs (fastgec 0.1.0 wrote none), so not known to be parts "
            "of the same outputs"
        )
    facts = 0, one.n_total, one.fingerprint, one.facts
    return Part(one.systems, counts, *facts, are_unchanged, outputs, tuple(warnings))


def _check(
    counts: Counts, facts: Mapping[str, Any], metric: AnyMetric, n_before: int, system: str
) -> None:
    """Raise ValueError unless counts and facts are as their metric has them."""
    name = metric.name
    has_texts = metric.reads == "references"
    examples: dict[str, Any] = {"references": 1} if has_texts else {"annotators": [0]}
    examples |= metric.facts
    if facts.get("tokens") == TOKENS:
        examples["tokens"] = TOKENS
    if metric.reads == "pairs":  # what made edits of texts, see `TextEdits.made_by`
        examples |= {name: "" for name in ("edits", "analyses", "tags") if name in facts}
    values = {**tacit_of(metric.parameters), **counts.parameters}
    if not (alike(values, as_dict(metric.parameters())) and alike(facts, examples)):
        raise ValueError(f"parameters or facts that counts of {name} do not have")
    metric.require_own(counts, n_before, system)
    is_known: Any
    if (counts.labels.ndim == 2) != (metric.reads == "pairs"):
        is_known = False
    elif metric.reads == "pairs":
        # A sentence without any line has a row of coder 0.
        is_known = np.isin(counts.labels[:, 1], [0, *facts["annotators"]]).all()
    elif metric.reads == "edits":
        is_start = np.zeros(counts.n_rows, bool)
        is_start[counts.offsets[:-1]] = True
        # A sentence without any line has a row of annotator 0.
        is_known = (
            np.isin(counts.labels, [0, *facts["annotators"]]).all()
            and (is_start[1:] | (np.diff(counts.labels) > 0)).all()
        )
    else:
        n_references = facts["references"]
        is_known = (np.diff(counts.offsets) == n_references).all() and (
            counts.labels.reshape(-1, n_references) == np.arange(n_references)
        ).all()
    if not is_known:
        raise ValueError(f"rows that counts of {name} do not have")


def alike(found: Mapping[str, Any], example: Mapping[str, Any]) -> bool:
    """Return whether names and types of values are the same as in the example."""
    if set(found) != set(example) or any(type(found[n]) is not type(example[n]) for n in example):
        return False
    lists = (found[name] for name in example if isinstance(example[name], list))
    return all(values and all(type(value) is int for value in values) for values in lists)


def _require_complete(headers: Sequence[Header]) -> None:
    """Raise FormatError unless parts in order have every sentence once."""
    problems = []
    done = 0
    last = headers[0]
    for header in headers:
        if header.first > done:
            problems.append(f"{done + 1} to {header.first} are in no part")
        elif header.first < done:
            twice = f"{header.first + 1} to {min(done, header.last)}"
            problems.append(f"{twice} are in both {visible(last.path)} and {visible(header.path)}")
        if header.last > done:
            done, last = header.last, header
    if done < last.n_total:
        problems.append(f"{done + 1} to {last.n_total} are in no part")
    if problems:
        raise FormatError("parts", None, f"of {last.n_total} sentences, {'; '.join(problems)}")
