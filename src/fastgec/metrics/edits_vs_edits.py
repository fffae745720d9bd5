"""Base class of metrics that compare edits with edits (M2 files); reads blocks of sentences.

Files are read in step; parsing and counting a block is the work of one thread, so memory depends on
the blocks and not on the corpus. A row of counts is a pair: a coder of the hypothesis and a coder
of the reference. Systems may have several coders, so each has rows of its own.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastgec.diagnostics import FEWEST_SENTENCES, N_SOURCES
from fastgec.diagnostics.inputs import (
    BlockFlags,
    Content,
    beginning,
    explaining_edits,
    misplaced,
    repeated,
    sign_of,
)
from fastgec.kernels.tokens import Vocabulary
from fastgec.machine import Budget, Cancel, count_threads, map_ordered
from fastgec.metrics.base import Block, Fold, Metric, OwnRows, Reading, ScoreT
from fastgec.read import FormatError, visible
from fastgec.read.coders import Annotations, CodedEdits
from fastgec.read.files import Source, out_of_memory_in
from fastgec.read.lines import Block as FileBlock
from fastgec.read.lines import plain_sentences, unlike_lines
from fastgec.read.m2stream import read_coded_blocks

if TYPE_CHECKING:
    import hashlib


DIGITS = 16  # of a fingerprint
VERSION = b"fastgec.coders.1\n"


@dataclass(slots=True, eq=False)
class PairText:
    """The same sentences of a reference and of systems, all of them edits.

    first        number of sentences of the corpus before them
    reference    its edits
    systems      edits of each system
    kinds        types of edits, by number
    corrections  corrections, by number
    """

    first: int
    reference: CodedEdits
    systems: tuple[CodedEdits, ...]
    kinds: Vocabulary
    corrections: Vocabulary

    def __len__(self) -> int:
        return len(self.reference)

    def sentences(self, first: int, last: int) -> PairText:
        """Return the sentences first to last (exclusive)."""
        if (first, last) == (0, len(self)):
            return self
        return PairText(
            self.first + first,
            self.reference.sentences(first, last),
            tuple(system.sentences(first, last) for system in self.systems),
            self.kinds,
            self.corrections,
        )


class Seen:
    """Facts of a block for the summary, collected on the thread that parses it.

    sentences  how many there are
    coders     of the reference
    texts      M2 of the reference and each system, of which hashes are made; None where none is
    n_coders   the most that a sentence has, of the reference and each system
    unlike     for each system, the lines of its sentences that differ from the reference's
    is_empty   of the reference and each system, whether it is a file without a sentence
    kinds      types of edits
    types      of the reference and each system, see `_types_of`
    contents   of the systems, where there are several
    """

    def __init__(self, block: FileBlock, text: PairText, *, has_texts: bool) -> None:
        self.sentences = len(text)
        self.coders = set(text.reference.coder.tolist())
        self.texts = [part.data for part in block.columns] if has_texts else None
        self.n_coders = [
            int(np.diff(one.row_offsets).max(initial=0)) for one in (text.reference, *text.systems)
        ]
        self.unlike = [
            [int(system.lines[at]) for at in unlike_lines(system.sources, text.reference.sources)]
            for system in text.systems
        ]
        self.is_empty = [not part.data.lstrip().startswith(b"S") for part in block.columns]
        self.contents = [
            Content(sign_of(part.data.strip()), int((system.start >= 0).sum()))
            for part, system in zip(block.columns[1:], text.systems, strict=True)
            if len(text.systems) > 1
        ]
        self.kinds = {text.kinds[number] for number in range(len(text.kinds))}
        self.types = [_types_of(one, text.kinds) for one in (text.reference, *text.systems)]


ANY_SCHEME = {b"noop", b"UNK", b"Um", b""}  # types that every scheme may have


class Types(NamedTuple):
    """Which types the edits of a file have.

    plain    whether some are M, R or U
    others   whether some are others than these
    errants  whether some begin with M:, R: or U:, as ERRANT's do
    """

    plain: bool = False
    others: bool = False
    errants: bool = False


def _types_of(edits: CodedEdits, kinds: Vocabulary) -> Types:
    found = {kinds[number] for number in np.unique(edits.kind).tolist()} - ANY_SCHEME
    plain = found & {b"M", b"R", b"U"}
    errants = any(kind[:2] in (b"M:", b"R:", b"U:") for kind in found)
    return Types(bool(plain), len(plain) < len(found), errants)


class PairSummary:
    """A summary of a reference, complete after its last batch."""

    warnings: ClassVar[tuple[str, ...]] = ()  # files that do not fit are found by input diagnostics

    def __init__(self, *, has_fingerprint: bool) -> None:
        self.sentences = 0
        self.tokens = ""  # edits have theirs
        self.has_fingerprint = has_fingerprint
        self._coders: set[int] = set()
        self._hash: hashlib._Hash | None = None
        if has_fingerprint:
            import hashlib  # a run without a fingerprint need not load it

            self._hash = hashlib.sha256(VERSION)

    @property
    def known(self) -> dict[str, list[int]]:
        """The text in signatures and parts."""
        return {"annotators": sorted(self._coders) or [0]}

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the sentences so far; "" where it is not wanted."""
        return self._hash.hexdigest()[:DIGITS] if self._hash else ""

    def add(self, seen: Seen) -> None:
        """Add the next sentences."""
        self.sentences += seen.sentences
        self._coders |= seen.coders
        if self._hash is not None and seen.texts is not None:
            self._hash.update(plain_sentences(seen.texts[0]))


class Fit:
    """How the files of systems fit the reference's."""

    def __init__(self, names: Sequence[str], unwanted: Iterable[bytes] = ()) -> None:
        """Take the names of the reference and of systems, and types of edits to leave out."""
        self.names = names
        self._unwanted = sorted(unwanted)
        self._kinds: set[bytes] = set()
        self._contents: list[Content] = []
        self._unlike: dict[str, tuple[int, int]] = {}
        self._empty: list[str] = []
        self._sentences = 0
        self._n_coders = [0] * len(names)
        self._types = [Types()] * len(names)

    def add(self, seen: Seen) -> None:
        """Add the next sentences."""
        for name, lines in zip(self.names[1:], seen.unlike, strict=True):
            if lines:
                count, first = self._unlike.get(name, (0, lines[0]))
                self._unlike[name] = count + len(lines), first
        self._sentences += seen.sentences
        self._kinds |= seen.kinds
        before = self._contents or [Content() for _ in seen.contents]
        self._contents = [a.then(b) for a, b in zip(before, seen.contents, strict=True)]
        self._n_coders = list(map(max, self._n_coders, seen.n_coders))
        self._types = [
            Types(*map(or_, before, now))
            for before, now in zip(self._types, seen.types, strict=True)
        ]
        self._empty += [
            name for name, is_empty in zip(self.names, seen.is_empty, strict=True) if is_empty
        ]

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings, a line each: systems whose sentences differ from the reference's, and others.

        A system is one coder, its reference may be several: that tells files in a wrong place; or
        their names do, where all are one. A type to leave out that no edit has is misspelt.
        Edits of mere operations beside edits of other types were not made by ERRANT.
        """
        lines = [f"{visible(name)}: no sentence, taken for an empty one" for name in self._empty]
        for name, (count, line) in self._unlike.items():
            what = "sentence differs from" if count == 1 else "sentences differ from"
            reference = visible(self.names[0])
            lines.append(
                f"{visible(name)}:{line}: {count} {what} {reference}, compared all the same"
            )
        lines += map(self._unused, (kind for kind in self._unwanted if kind not in self._kinds))
        lines += repeated(self.names[1:], self._contents, self._sentences)
        gold, *types = self._types
        name, *systems = map(visible, self.names)
        named = list(zip(systems, types, strict=True))
        plain = [system for system, one in named if one.plain and not one.others]
        if plain and gold.others and not gold.plain:
            found = f"{', '.join(plain)}: types M, R and U alone, unlike {name}"
            lines.append(f"{found}: such edits are not ERRANT's (fastgec errant parallel)")
        annotated = [system for system, one in named if one.errants]
        if annotated and gold.others and not gold.errants:
            lines.append(
                f"{name}: no type of ERRANT, unlike {', '.join(annotated)}: edits cut by other "
                "rules agree less, so that scores are too low (fastgec errant parallel makes "
                "ERRANT's of references)"
            )
        n_gold, *n_systems = self._n_coders
        for name, n_coders in zip(self.names[1:], n_systems, strict=True):
            if n_coders == 1:
                continue
            found = f"{visible(name)} has {n_coders} annotators"
            lines.append(
                f"{found}, {visible(self.names[0])} has 1: is the system's file in the place of "
                "the reference's?"
                if n_gold == 1
                else f"{found}, expected 1 in a system: the best pair of them scores a sentence"
            )
        if self._sentences >= FEWEST_SENTENCES and max(self._n_coders) == 1:
            lines += misplaced(("", *self.names), 1)  # edits have no file of their source
        return tuple(lines)

    def _unused(self, kind: bytes) -> str:
        from difflib import get_close_matches

        names = [known.decode() for known in sorted(self._kinds - {b"noop"})]
        nearest = get_close_matches(kind.decode(), names, 1, 0.5)
        shown = f": did you mean {visible(nearest[0])}?" if nearest else ""
        return f"no edit of the type {visible(kind.decode())}, which is to be left out{shown}"


class PairMetric(Metric[ScoreT]):
    """Base class of metrics that compare edits with edits; subclasses define `count`."""

    reads = "pairs"
    chooses = "annotators"
    has_own_rows = True
    is_long: ClassVar[bool] = False  # whether a sentence may take longer than Ctrl-C may wait

    @abstractmethod
    def count(
        self, text: PairText, parameters: Any, cancel: Cancel, budget: Budget
    ) -> tuple[list[tuple[Any, Any, Any]], Any]:
        """Count some sentences of H systems.

        Args:
            text: the sentences.
            parameters: the counting options.
            cancel: int32[1], 0 until work must stop.
            budget: scratch memory of all threads.

        Returns:
            For each system int64[R, K], int64[S+1] (sentence s owns the rows offsets[s] to
            offsets[s+1]) and int32[R, 2], the coder of the hypothesis and of the reference of each
            row; then an object that views of the counts need.
        """

    def unwanted(self, parameters: Any) -> Iterable[bytes]:
        """Return the types of edits that are to be left out."""
        return ()

    def summarize(
        self, gold: Annotations | Source, parameters: Any, *, has_fingerprint: bool
    ) -> PairSummary:
        """Return an empty summary."""
        return PairSummary(has_fingerprint=has_fingerprint)

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Read all files in step, count and fold blocks on threads, see `Metric.blocks`.

        Raises:
            FormatError: files that do not fit, or a sentence that needs more memory than there is.
            TypeError: neither a path nor `Annotations`.
            ValueError: tokens of raw text are wanted, which edits do not have.
        """
        if reading.projection is not None:
            raise ValueError("retokenize requires a metric that reads text")
        files = [gold, *systems]
        for place, file in zip(("gold", *["hypotheses"] * len(systems)), files, strict=True):
            if not isinstance(file, Annotations | str | os.PathLike):
                what = type(file).__name__
                raise TypeError(f"{place} is a {what}, expected Annotations or a path of M2")
        n_threads = count_threads(reading.jobs)
        budget = Budget(reading.memory(), n_threads)
        span, kind, summary = reading.span, self.kind(parameters), reading.summary
        has_texts = bool(reading.outputs or (summary and summary.has_fingerprint))
        fit = Fit([name_of(file) for file in files], self.unwanted(parameters))
        n_sentences = 0

        def work(
            block: FileBlock, cancel: Cancel
        ) -> tuple[Seen, tuple[int, Any, BlockFlags] | None]:
            kinds, corrections = Vocabulary(), Vocabulary()
            reference, *others = (part.parse(kinds, corrections) for part in block.columns)
            text = PairText(block.first, reference, tuple(others), kinds, corrections)
            seen = Seen(block, text, has_texts=has_texts)
            first, last = span.within(block.first, block.first + len(text))
            if first == last and len(text):
                return seen, None
            text = text.sentences(first - block.first, last - block.first)
            with out_of_memory_in(name_of(gold), first, len(text)):
                tables, compared = self.count(text, parameters, cancel, budget)
            each = [
                Block(first, table[None], offsets, labels, kind)
                for table, offsets, labels in tables
            ]
            return seen, (last, fold(OwnRows(first, each, kind, compared)), _flags_of(text))

        with (
            explaining_edits(files),
            closing(read_coded_blocks(files)) as blocks,
            closing(map_ordered(work, blocks, jobs=n_threads, is_long=self.is_long)) as counted,
        ):
            for seen, found in counted:
                n_sentences += seen.sentences
                fit.add(seen)
                if seen.texts is not None:
                    reading.hash_outputs(seen.texts[1:])
                if summary is not None:
                    summary.add(seen)
                if found is None:
                    continue
                last, result, block_flags = found
                if reading.diagnostics is not None:
                    reading.diagnostics.add(block_flags)
                yield result
                if reading.progress:
                    reading.progress(last - span.first)
        span.require_within(n_sentences, name_of(gold))
        if reading.diagnostics is not None:
            reading.diagnostics.remarks += [*fit.warnings, *_same_paths(systems, gold)]


def _same_paths(systems: Sequence[Any], gold: Annotations | Source) -> Iterator[str]:
    """Yield a line for each system that is the file of the reference."""
    for system in systems:
        if isinstance(system, str | os.PathLike) and system == gold:
            name = visible(os.fspath(system))
            yield f"{name}, an output, is also given as the reference: was another output meant?"


def _flags_of(text: PairText) -> BlockFlags:
    """Return the diagnostics of public gold alone: systems are edits."""
    begins = None
    if text.first == 0:
        sources = text.reference.sources
        begins = beginning(sources[s] for s in range(min(N_SOURCES, len(sources))))
    n_edits = int((text.reference.start >= 0).sum())  # others say that there are none
    return BlockFlags(len(text), n_edits, begins, [])


def require_room(n_bytes: int, limit: int, edits: CodedEdits, n_before: int) -> None:
    """Raise FormatError if sentences need more memory than there is.

    Args:
        n_bytes: that they need.
        limit: that there are.
        edits: whose they are.
        n_before: number of sentences of the corpus before them.
    """
    if n_bytes > limit:
        where = f"sentences {n_before + 1} to {n_before + len(edits)}"
        reason = f"{where} need {n_bytes} bytes to be compared: expected {limit} at most"
        raise FormatError(edits.sources.name, None, reason)


def pair_labels(pairs: Any, system: CodedEdits, reference: CodedEdits) -> Any:
    """Return the coders of pairs of rows int64[R, 2]: int32[R, 2]."""
    return np.stack([system.coder[pairs[:, 0]], reference.coder[pairs[:, 1]]], axis=1)


def name_of(file: Any) -> str:
    """Return the name of a file of edits, or of `Annotations`, in messages."""
    return os.fspath(file) if isinstance(file, str | os.PathLike) else file.name
