"""Counting CLEME in blocks of sentences: which edits and references there are, and their chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import offsets_of
from fastgec.choose import Integers
from fastgec.kernels.tokens import Vocabulary, encode_words
from fastgec.machine.parallel import Cancel
from fastgec.metrics.cleme.chunks import count_chunks
from fastgec.metrics.cleme.targets import FINE, OUTSIDE, find_fault, kept_rows, weigh_cells
from fastgec.metrics.declarations import Checked, option
from fastgec.metrics.pairs import PairText, require_room
from fastgec.read.coders import CodedEdits
from fastgec.read.errors import FormatError, visible

ASSUMPTIONS = ("dependent", "independent")
WEIGHTS = ("length", "none")
LARGEST_BIAS = 1e9  # no chunk is longer
NOOP = b"noop"
NOTHING = b"-NONE-"  # a correction that deletes
ITEM_BYTES = 64  # of an edit of a row, or a word, while it is compared

Edits = tuple[Integers, NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]


class Cells(NamedTuple):
    """Chunks of some sentences of a system; the rest is as `chunks.count_chunks` returned it.

    offsets  int64[S+1]: sentence s owns the rows offsets[s] to offsets[s+1]
    labels   int32[K, 2]: the coder of the hypothesis and of the reference of each row
    table    int64[K, 5]: TP, necessary FP, unnecessary FP, FN, TN
    row      int64[N], of each cell
    kind     uint8[N], its column
    length   int32[N]
    lengths  int64[2]: sum and number of the lengths of chunks that references change
    """

    offsets: Integers
    labels: NDArray[np.int32]
    table: Integers
    row: Integers
    kind: NDArray[np.uint8]
    length: NDArray[np.int32]
    lengths: Integers

    @property
    def n_bytes(self) -> int:
        """How much memory they take."""
        return sum(array.nbytes for array in self)

    def counts(self) -> Integers:
        """Return tp, fp, fn, tn: int64[K, 4]."""
        tp, fpn, fpu, fn, tn = self.table.T
        return np.stack([tp, fpn + fpu, fn, tn], axis=1)

    def weights(self, bias: float) -> NDArray[np.float64]:
        """Return sums of length weights of tp, fp, fn, tn: float64[K, 4]."""
        return weigh_cells(self.table, self.row, self.kind, self.length, bias)


class Side(NamedTuple):
    """Edits of one file without noop, each row's in order of start.

    coded  the edits of the file
    edits  arrays for the kernel
    """

    coded: CodedEdits
    edits: Edits


@dataclass(frozen=True, slots=True)
class ChunkParameters(Checked):
    """Counting options of chunks.

    assumption  "dependent": each reference alone, one of them is chosen; "independent": a change
                may be that of any reference, a miss is one of all

    Raises:
        ValueError: another assumption.
    """

    assumption: str = option(
        "dependent",
        "dependent (one reference of a sentence) or independent (any)",
        choices=ASSUMPTIONS,
        metavar="A",
    )


@dataclass(frozen=True, slots=True)
class Parameters(ChunkParameters):
    """Counting options of CLEME.

    assumption  as of `ChunkParameters`
    weights     "length": chunks weigh by their length, and rows hold sums of weights; "none":
                each counts 1
    bias        length that weighs 1, with weights; 0: the mean length of what references change in
                the whole corpus, of each system

    Raises:
        ValueError: another assumption or weights, a bias that is none or has no weights.
    """

    weights: str = option(
        "length",
        "chunk weights: length or none",
        choices=WEIGHTS,
        metavar="W",
    )
    bias: float = option(
        0.0,
        "length of weight 1; 0: references' mean",
        reads="finite_beta",
        metavar="B",
        most=LARGEST_BIAS,
    )

    def __post_init__(self) -> None:
        ChunkParameters.__post_init__(self)
        if self.bias and not self.is_weighted:
            raise ValueError(f"bias {self.bias:g} requires weights 'length'")

    @property
    def is_weighted(self) -> bool:
        """Whether rows hold sums of weights."""
        return self.weights == "length"


def count_cells(text: PairText, assumption: str, cancel: Cancel, limit: int) -> list[Cells]:
    """Count the chunks of some sentences of H systems.

    Args:
        text: the sentences.
        assumption: "dependent" or "independent".
        cancel: int32[1], 0 until work must stop.
        limit: bytes of scratch memory.

    Raises:
        FormatError: edits that cannot be made, several coders of a system, or sentences that need
            more memory.
    """
    for system in text.systems:
        _require_one_coder(system)
    noop = text.kinds.index(NOOP)
    sides = [_side(coded, noop) for coded in (text.reference, *text.systems)]
    vocabulary = Vocabulary()
    lines = text.reference.sources
    source, source_offsets = encode_words(lines.data, lines.starts, lines.ends, vocabulary)
    words, word_offsets = _corrections(text.corrections, vocabulary)
    n_source = np.diff(source_offsets)
    for side in sides:
        _require_fine(side, sides[0].coded, n_source)
    reference, *systems = sides
    n_source_of_row = np.repeat(n_source, np.diff(reference.coded.row_offsets))
    kept_offsets, kept = kept_rows(
        reference.coded.row_offsets, *reference.edits, n_source_of_row, word_offsets
    )
    found = []
    for side in systems:
        n_items = int(np.diff(side.edits[0]) @ np.diff(kept_offsets))
        n_items += len(reference.edits[1]) + len(kept)
        require_room(ITEM_BYTES * n_items, limit, side.coded, text.first)
        chunks = count_chunks(
            side.edits,
            reference.edits,
            kept_offsets,
            kept,
            source,
            source_offsets,
            words,
            word_offsets,
            assumption == "independent",
            cancel,
        )
        labels = np.empty((len(kept), 2), np.int32)
        labels[:, 0] = np.repeat(side.coded.coder, np.diff(kept_offsets))
        labels[:, 1] = reference.coded.coder[kept]
        found.append(Cells(kept_offsets, labels, *chunks))
    return found


def _side(coded: CodedEdits, noop: int) -> Side:
    is_edit = coded.kind != noop
    row = np.repeat(np.arange(coded.n_rows), np.diff(coded.edit_offsets))[is_edit]
    start, end, correction = (
        column[is_edit] for column in (coded.start, coded.end, coded.correction)
    )
    if ((start[1:] < start[:-1]) & (row[1:] == row[:-1])).any():
        order = np.lexsort((start, row))  # stable: file order decides
        start, end, correction = start[order], end[order], correction[order]
    offsets = offsets_of(np.bincount(row, minlength=coded.n_rows))
    return Side(coded, (offsets, start, end, correction))


def _corrections(
    corrections: Vocabulary, vocabulary: Vocabulary
) -> tuple[NDArray[np.int32], Integers]:
    """Return the words of each correction, as numbers."""
    texts = [corrections[number] for number in range(len(corrections))]
    texts = [b"" if text.strip() == NOTHING else text for text in texts]
    offsets = offsets_of(np.fromiter(map(len, texts), np.int64, len(texts)))
    return encode_words(b"".join(texts), offsets[:-1], offsets[1:], vocabulary)


def _require_one_coder(system: CodedEdits) -> None:
    sizes = np.diff(system.row_offsets)
    several = np.flatnonzero(sizes > 1)
    if len(several):
        sentence = int(several[0])
        rows = system.coder[system.row_offsets[sentence] : system.row_offsets[sentence + 1]]
        coders = " ".join(map(str, rows[:4].tolist())) + (" ..." if len(rows) > 4 else "")
        reason = (
            f"edits of {len(rows)} coders ({coders}): expected one coder in a system's file "
            "(the last file is the gold)"
        )
        raise FormatError(system.sources.name, int(system.lines[sentence]), reason)


def _require_fine(side: Side, reference: CodedEdits, n_source: Integers) -> None:
    """Raise FormatError for an edit that cannot be made in a sentence of the reference."""
    coded = side.coded
    offsets, start, end, _ = side.edits
    sizes = np.diff(coded.row_offsets)
    fault, edit, row = find_fault(offsets, start, end, np.repeat(n_source, sizes))
    if fault == FINE:
        return
    sentence = int(np.searchsorted(coded.row_offsets, row, "right")) - 1
    name, line = coded.sources.name, int(coded.lines[sentence])
    what = f"span {start[edit]} {end[edit]} of coder {coded.coder[row]}"
    if fault == OUTSIDE:
        reason = f"{what} in a sentence of {n_source[sentence]} words: expected one within it"
        theirs = reference.sources
        if coded.sources[sentence].split() != theirs[sentence].split():
            place = f"{visible(theirs.name)}:{reference.lines[sentence]}"
            reason += f" (the sentence differs from {place}, which has those words)"
    else:
        reason = f"{what} overlaps another edit of this coder"
        if any("\u4e00" <= letter <= "\u9fff" for letter in str(coded.sources[sentence])):
            reason += " (Chinese edits: errant parallel --strategy first)"
    raise FormatError(name, line, reason)


class Chunked:
    """The counted cells of some sentences, for views of them.

    cells         of each system
    alternatives  of the gold and each system, how many corrections hold "||", and the first's line
    """

    __slots__ = ("_is_unchanged", "alternatives", "cells")

    def __init__(self, cells: list[Cells], text: PairText) -> None:
        self.cells = cells
        self.alternatives = _alternatives(text)
        noop = text.kinds.index(NOOP)
        self._is_unchanged = [bool((edits.kind == noop).all()) for edits in text.systems]

    def is_unchanged(self, system: int) -> bool:
        """Whether a system leaves all sentences as they are."""
        return self._is_unchanged[system]


def _alternatives(text: PairText) -> list[tuple[int, int]]:
    """Return for the gold and each system how many corrections hold "||", and the first's line."""
    numbers = range(len(text.corrections))
    has_bars = np.fromiter((b"||" in text.corrections[number] for number in numbers), bool)
    found = []
    for edits in (text.reference, *text.systems):
        places = np.flatnonzero(has_bars[edits.correction])
        if not len(places):
            found.append((0, 0))
            continue
        row = np.searchsorted(edits.edit_offsets, places[0], "right") - 1
        sentence = np.searchsorted(edits.row_offsets, row, "right") - 1
        found.append((len(places), int(edits.lines[sentence])))
    return found


def remarks(names: Sequence[str], blocks: Sequence[Sequence[tuple[int, int]]]) -> list[str]:
    """Return a line for each file whose corrections have alternatives."""
    lines = []
    for file, name in enumerate(names):
        of_file = [block[file] for block in blocks if block[file][0]]
        if of_file:
            n = sum(count for count, _ in of_file)
            what = "correction has" if n == 1 else "corrections have"
            lines.append(
                f"{visible(name)}:{of_file[0][1]}: {n} {what} alternatives (||), "
                "taken for words of one text"
            )
    return lines
