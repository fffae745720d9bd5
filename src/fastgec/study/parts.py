"""Parts of a corpus on disk: counts of a range of its sentences, and what they are a part of.

Machines that each score a range of the same files write one part each; joined, the parts hold what
one run over all sentences would have counted. A part says how many sentences there are in all and
has the fingerprint of the whole gold, so that parts of other files do not join and no gap stays
unseen. What is chosen in the order of the corpus (the annotator in MaxMatch, the draws of GLEU) is
chosen after joining.

A part is an .npz file: a header (JSON), offsets and labels, and the table of each system in pieces
of some sentences, so that reading needs no memory beside what is read. A system whose rows are not
those of the first has offsets and labels of its own.
"""

from __future__ import annotations

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
from fastgec.counts import Counts, CountsBuilder, opened_archive, require_sane
from fastgec.machine.atomic import replacing
from fastgec.machine.jsontext import loads
from fastgec.machine.memory import LimitError
from fastgec.metrics.door import AnyMetric
from fastgec.metrics.fields import as_dict, tacit_of

FORMAT = "fastgec.part.1"
PIECE = 2048  # sentences
TOKENS = "projected"  # the fact "tokens" of outputs that were raw text


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Counts of the same consecutive sentences of several systems.

    systems      their names
    counts       of each system, with the same rows, but for metrics whose systems have their own
    first        number of sentences of the corpus before them
    n_total      number of sentences of the corpus
    fingerprint  of the whole gold
    facts        what else is known of the corpus and the same in all parts; values as JSON has them
    unchanged    for each system whether its output is the source; empty where that is not known
    """

    systems: tuple[str, ...]
    counts: tuple[Counts, ...]
    first: int
    n_total: int
    fingerprint: str
    facts: Mapping[str, Any]
    unchanged: tuple[bool, ...] = ()

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
            "fingerprint": self.fingerprint,
            "total": self.n_total,
            "first": self.first,
            "sentences": one.n_sentences,
            **({"weighted": True} if one.is_weighted else {}),
        }
        arrays: dict[str, Any] = {
            "header": np.array(json.dumps(header)),
            "offsets": one.offsets,
            "labels": one.labels,
        }
        for h, counts in enumerate(self.counts):
            if not _has_same_rows(counts, one):
                arrays |= {f"offsets_{h}": counts.offsets, f"labels_{h}": counts.labels}
            for first, last in _pieces(one.n_sentences):
                arrays[_table(h, first)] = counts.sentences(first, last).table
        with replacing(path) as file:
            np.savez_compressed(file, **arrays)


def metric_of(path: str) -> str:
    """Return which metric a part was counted with.

    Raises: FormatError; OSError.
    """
    return _Header.read(path).metric


def joined(paths: Sequence[str]) -> Part:
    """Read parts, in any order, and return the whole corpus. At least one path.

    Memory: the counts of the whole, and no second copy of them.
    Raises: FormatError if a file is no part, if parts are not of the same corpus, or if sentences
    are missing or doubled; OSError.
    """
    headers = [_Header.read(path) for path in paths]
    for header in headers[1:]:
        header.require_alike(headers[0])
    headers.sort(key=lambda header: header.first)
    _require_complete(headers)
    one = headers[0]
    builders = [CountsBuilder(len(one.systems)) for _ in one.systems]
    for header in headers:
        for system, builder in enumerate(builders):
            for piece in header.read_counts(system):
                builder.add(piece)
    return Part(
        one.systems,
        tuple(builder.build() for builder in builders),
        0,
        one.n_total,
        one.fingerprint,
        one.facts,
        tuple(map(all, zip(*(header.unchanged for header in headers), strict=True)))
        if all(header.unchanged for header in headers)
        else (),
    )


def require_known(part: Part, metric: AnyMetric, path: str) -> None:
    """Raise FormatError unless the part is one that its metric writes.

    It is not in a part of another version, or in one that was not written by us.
    """
    try:
        for counts in part.counts:
            _check(counts, part.facts, metric)
    except ValueError as error:
        raise FormatError(path, None, str(error)) from None


def _check(counts: Counts, facts: Mapping[str, Any], metric: AnyMetric) -> None:
    """Raise ValueError unless counts and facts are as their metric has them."""
    name = metric.name
    has_texts = metric.reads == "references"
    examples: dict[str, Any] = {"references": 1} if has_texts else {"annotators": [0]}
    examples |= metric.facts
    if facts.get("tokens") == TOKENS:
        examples["tokens"] = TOKENS
    values = {**tacit_of(metric.parameters), **counts.parameters}
    if not (alike(values, as_dict(metric.parameters())) and alike(facts, examples)):
        raise ValueError(f"parameters or facts that counts of {name} do not have")
    metric.require_own(counts)
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
    """Say whether the names are those of the example, and the types of the values, too."""
    if set(found) != set(example) or any(type(found[n]) is not type(example[n]) for n in example):
        return False
    lists = (found[name] for name in example if isinstance(example[name], list))
    return all(values and all(type(value) is int for value in values) for values in lists)


@dataclass(frozen=True, slots=True)
class _Header:
    """What a file says of the part that it holds; sentences are first to last (exclusive)."""

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
    is_weighted: bool

    @staticmethod
    def read(path: str) -> _Header:
        with _archive(path) as archive:
            header = loads(str(archive["header"]))
            if header["format"] != FORMAT:
                reason = f"format {header['format']!r} found, expected {FORMAT!r}"
                raise FormatError(path, None, reason)
            found = _Header(
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
                header.get("weighted", False) is True,
            )
            for name in found.systems:
                os.fsencode(name)  # it is none, and cannot be printed, where this fails
            if not (found.systems and 0 <= found.first < found.last <= found.n_total):
                raise FormatError(path, None, "no system, or no range of sentences, in the header")
            if len(found.unchanged) not in (0, len(found.systems)):
                raise FormatError(path, None, "not every system is said to be unchanged or not")
            return found

    def read_counts(self, system: int) -> Iterator[Counts]:
        """Yield the counts of a system, some sentences at a time."""
        n_sentences = self.last - self.first
        with _archive(self.path) as archive:
            # A system that has rows of its own has its own of both.
            own = f"_{system}" if f"offsets_{system}" in archive else ""
            offsets, labels = archive[f"offsets{own}"], archive[f"labels{own}"]
            if offsets.shape != (n_sentences + 1,):
                reason = f"offsets of shape {offsets.shape} for {n_sentences} sentences"
                raise FormatError(self.path, None, reason)
            for first, last in _pieces(n_sentences):
                table = archive[_table(system, first)]
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

    def require_alike(self, other: _Header) -> None:
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


def _require_complete(headers: Sequence[_Header]) -> None:
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
