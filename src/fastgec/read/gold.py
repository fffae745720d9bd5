"""M2 files: source sentences with the edits of one or more annotators.

    S The cat sat at mat .
    A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0
    A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0

Conventions (of the published scorer): a span is half-open, in source tokens. Alternatives are
separated by "||"; "-NONE-" or nothing is a deletion. Type "noop", or an offset of -1, makes no
edit, but its annotator exists, with nothing to correct. Only annotators with a line are options for
a sentence; one without any line has annotator 0 and no edits. An edit past the end of its source is
left out. Order and duplicates are kept: both matter to MaxMatch.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.counts import freeze, gather, made_from_fields, offsets_of, sealed, unchecked
from fastgec.kernels.tokens import Vocabulary, encode_words, plain_text
from fastgec.machine import require_holdable
from fastgec.read import FormatError, counted, shortened, visible
from fastgec.read.batch import Batch, Dialect, Fault
from fastgec.read.files import Source, read_utf8
from fastgec.read.lines import (
    Lines,
    are_characters,
    characters,
    encoded_m2,
    require_characters,
    sentence_numbers,
)
from fastgec.values import html_facts, short, whole_number

# Text and gold as integers: TokenTable, of words; EditTable, of spans and alternatives.
#
# A text is split into tokens as by Python's `str.split()`. Their ids belong to a `Vocabulary`.


@dataclass(frozen=True, slots=True, eq=False)
class TokenTable:
    """Sentences of token ids, one after the other.

    ids      int32[T]
    offsets  int64[S+1]: sentence s is ids[offsets[s] : offsets[s + 1]]
    """

    ids: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def __post_init__(self) -> None:
        freeze(self, ids=np.int32, offsets=np.int64)

    __reduce__ = made_from_fields

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        return short("TokenTable", {"sentences": len(self), "tokens": len(self.ids)})

    def __getitem__(self, sentence: int) -> NDArray[np.int32]:
        return self.ids[self.offsets[sentence] : self.offsets[sentence + 1]]

    def sentences(self, first: int, last: int) -> TokenTable:
        """Return the sentences first to last (exclusive), without copying their tokens."""
        if first == 0 and last >= len(self):
            return self
        offsets = self.offsets[first : last + 1]
        return TokenTable(self.ids[offsets[0] : offsets[-1]], sealed(offsets - offsets[0]))

    def take(self, sentences: NDArray[np.int64]) -> TokenTable:
        """Return some sentences, in any order and any number of times.

        >>> table = TokenTable(np.array([7, 8, 9]), np.array([0, 2, 3]))
        >>> table.take(np.array([1, 0])).ids.tolist()
        [9, 7, 8]
        """
        items, offsets = gather(self.offsets, sentences)
        return TokenTable(sealed(self.ids[items]), sealed(offsets))


def words(lines: Lines, vocabulary: Vocabulary) -> TokenTable:
    """Split lines into words; words that are new enter the vocabulary.

    >>> vocabulary = Vocabulary()
    >>> words(Lines.of(["a b a", "", "c"]), vocabulary).ids.tolist()
    [0, 1, 0, 2]
    """
    ids, offsets = encode_words(lines.data, lines.starts, lines.ends, vocabulary)
    return TokenTable(sealed(ids), sealed(offsets))


# Gold edits as integers: for each (sentence, annotator) row its spans and their alternatives.
Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True, slots=True, eq=False)
class EditTable:
    """Edits of a corpus in rows; a row is one annotator of one sentence, ids ascending.

    row_offsets          int64[S+1]: sentence s owns the rows row_offsets[s] to row_offsets[s+1]
    annotator            int32[R]: the annotator's id
    edit_offsets         int64[R+1]: row r owns the edits edit_offsets[r] to edit_offsets[r+1]
    start, end           int32[E]: half-open span in source tokens; equal for an insertion
    alternative_offsets  int64[E+1]: edit e may be corrected by any of the alternatives
                         alternative_offsets[e] to alternative_offsets[e+1]
    alternatives         tokens of each alternative; none for a deletion
    kind, kind_names     int32[E]: index of the edit's error type in kind_names
    optional             bool[E]: whether its line says that it need not be made (none given: no
                         edit is)
    batch                the compiled batch whose edits these are, if they were read from M2 text
    """

    row_offsets: NDArray[np.int64]
    annotator: NDArray[np.int32]
    edit_offsets: NDArray[np.int64]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    alternative_offsets: NDArray[np.int64]
    alternatives: TokenTable
    kind: NDArray[np.int32]
    kind_names: tuple[str, ...]
    optional: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    batch: Batch | None = field(default=None, init=False)  # which no `replace` takes over

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Number the words or the types of a batch; other names are unknown."""
            if name == "kind":
                names = Vocabulary(each.encode() for each in self.kind_names)
                object.__setattr__(self, name, array_of(self.batch.kinds(names), np.int32))
                return self.kind
            if name not in ("alternatives", "alternative_offsets"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            _, _, offsets, alternatives = numbered(self.batch)
            object.__setattr__(self, "alternative_offsets", offsets)
            object.__setattr__(self, "alternatives", alternatives)
            return getattr(self, name)

    def __post_init__(self) -> None:
        if len(self.optional) == 0:
            object.__setattr__(self, "optional", sealed(np.zeros(len(self.start), np.bool_)))
        freeze(
            self,
            row_offsets=np.int64,
            annotator=np.int32,
            edit_offsets=np.int64,
            start=np.int32,
            end=np.int32,
            alternative_offsets=np.int64,
            kind=np.int32,
            optional=np.bool_,
        )

    __reduce__ = made_from_fields

    def __repr__(self) -> str:
        return short("EditTable", {"rows": self.n_rows, "edits": self.n_edits})

    @property
    def n_rows(self) -> int:
        """Number of (sentence, annotator) rows."""
        return len(self.annotator)

    @property
    def n_edits(self) -> int:
        """Number of edits."""
        return len(self.start)

    def sentences(self, first: int, last: int) -> EditTable:
        """Return the edits of the sentences first to last (exclusive), without copying them."""
        if first == 0 and last >= len(self.row_offsets) - 1:
            return self
        rows = self.row_offsets[first : last + 1]
        edits = self.edit_offsets[rows[0] : rows[-1] + 1]
        alternatives = self.alternative_offsets[edits[0] : edits[-1] + 1]
        return EditTable(
            sealed(rows - rows[0]),
            self.annotator[rows[0] : rows[-1]],
            sealed(edits - edits[0]),
            self.start[edits[0] : edits[-1]],
            self.end[edits[0] : edits[-1]],
            sealed(alternatives - alternatives[0]),
            self.alternatives.sentences(int(alternatives[0]), int(alternatives[-1])),
            self.kind[edits[0] : edits[-1]],
            self.kind_names,
            self.optional[edits[0] : edits[-1]],
        )

    def take(self, sentences: NDArray[np.int64]) -> EditTable:
        """Return the rows of some sentences, in any order and any number of times."""
        rows, row_offsets = gather(self.row_offsets, sentences)
        edits, edit_offsets = gather(self.edit_offsets, rows)
        return self.take_edits(
            edits,
            row_offsets=sealed(row_offsets),
            annotator=sealed(self.annotator[rows]),
            edit_offsets=sealed(edit_offsets),
        )

    def take_edits(self, edits: NDArray[np.int64], **rows: Any) -> EditTable:
        """Return this table with some edits in the places of its own, and these arrays of rows."""
        alternatives, alternative_offsets = gather(self.alternative_offsets, edits)
        return replace(
            self,
            **rows,
            start=sealed(self.start[edits]),
            end=sealed(self.end[edits]),
            alternative_offsets=sealed(alternative_offsets),
            alternatives=self.alternatives.take(alternatives),
            kind=sealed(self.kind[edits]),
            optional=sealed(self.optional[edits]),
        )


def array_of(column: Any, kind: type[Scalar]) -> NDArray[Scalar]:
    """Return a column of a batch as a view."""
    return np.asarray(column).view(kind)


def arrays_of(batch: Batch) -> dict[str, NDArray[Any]]:
    """Return `Batch.columns` as arrays."""
    kinds = {8: np.int64, 4: np.int32, 1: np.bool_}
    return {
        name: (array := np.asarray(column)).view(kinds[array.itemsize])
        for name, column in batch.columns().items()
    }


def numbered(batch: Batch) -> tuple[Vocabulary, TokenTable, NDArray[np.int64], TokenTable]:
    """Return vocabulary, tokens of sources, and offsets and tokens of alternatives of M2 text.

    They are made once; two threads that ask at the same time make the same twice.
    """
    if batch.tables is None:
        vocabulary, ids, offsets, alternatives, tokens, token_offsets = batch.numbered()
        batch.tables = (
            vocabulary,
            TokenTable(array_of(ids, np.int32), array_of(offsets, np.int64)),
            array_of(alternatives, np.int64),
            TokenTable(array_of(tokens, np.int32), array_of(token_offsets, np.int64)),
        )
    return batch.tables


def find_overlaps(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Find edits of one annotator that cannot all be made: pairs (edit, one that it overlaps).

    Spans overlap if they share a token, or if an insertion lies inside the other. Insertions at the
    same place do not overlap, nor does one at the start or the end of another span.

    >>> find_overlaps([(0, 2), (1, 1), (2, 2), (2, 2), (2, 3), (2, 4)])
    [(1, 0), (5, 4)]
    """
    pairs = []
    furthest = -1  # the edit that reaches furthest so far
    for edit in sorted(range(len(spans)), key=lambda edit: spans[edit]):
        start, end = spans[edit]
        if furthest >= 0 and start < spans[furthest][1]:
            pairs.append((edit, furthest))
        if furthest < 0 or end > spans[furthest][1]:
            furthest = edit
    return pairs


# The fingerprint of gold (see those of text in `read.lines`), version 2: each kind of content has a
# SHA-256 of its own.


GOLD_VERSION = b"fastgec.gold.2\n"
N_CONTENTS = 8


class GoldFingerprint:
    r"""A hash of a gold standard, to which sentences are added some at a time.

    >>> from fastgec.read.gold import Gold
    >>> parts, gold = GoldFingerprint(), Gold.parse("S a\n\nS b\nA 0 1|||R|||c|||||||||0\n")
    >>> for part in (gold.sentences(0, 1), gold.sentences(1, 2)):
    ...     parts.add(part.sources, part.edits, part.vocabulary)
    >>> parts.hexdigest() == gold.fingerprint()
    True
    """

    def __init__(self) -> None:
        import hashlib

        self._content = hashlib.sha256(GOLD_VERSION)
        self._contents = [hashlib.sha256() for _ in range(N_CONTENTS)]
        self._vocabulary: Vocabulary | None = None
        self._texts: list[bytes] = []

    def add(self, sources: Lines, table: EditTable, vocabulary: Vocabulary) -> None:
        """Add the next sentences: their sources, and their edits in tokens of the vocabulary."""
        if vocabulary is not self._vocabulary:
            self._vocabulary = vocabulary
            # The last one ends a run of tokens, which keeps different runs different. The
            # empty token, which lies between two spaces in a row, gets a text that no token has.
            tokens = map(vocabulary.__getitem__, range(len(vocabulary)))
            self._texts = [*(token or b" " for token in tokens), b""]
        integers = (
            *(np.diff(table.row_offsets), table.annotator, np.diff(table.edit_offsets)),
            *(np.stack([table.start, table.end], axis=1), np.diff(table.alternative_offsets)),
        )
        names = [name.encode() + b"\n" for name in table.kind_names]
        parts: tuple[Any, ...] = (
            plain_text(sources.data, sources.starts, sources.ends, True).data,
            *(array.astype("<i4").tobytes() for array in integers),
            self._text_of(table.alternatives),
            b"".join([names[kind] for kind in table.kind.tolist()]),
        )
        for content, part in zip(self._contents, parts, strict=True):
            content.update(part)

    def hexdigest(self) -> str:
        """Return the fingerprint of the sentences added so far."""
        content = self._content.copy()
        for part in self._contents:
            content.update(part.digest())
        return content.hexdigest()[:16]

    def _text_of(self, tokens: TokenTable) -> bytes:
        ids = np.insert(tokens.ids, tokens.offsets[1:], len(self._texts) - 1)
        return b"".join([self._texts[token] + b"\n" for token in ids.tolist()])


# M2 text read by the rules of a dialect, and error messages for bad lines.
#
# The compiled reader (`goldtable`) stops at the first bad line, or keeps all of them for `check`
# (`Dialect.INSPECTED`). Their messages come from `explain`.


BARS = "|||"  # between fields
BETWEEN = "||"  # between alternatives
NOOP = "noop"
NOTHING = "-NONE-"  # the empty correction
NO_SENTENCE = "no sentence: expected lines that begin with 'S '"

LARGEST = 0x7FFFFFFF  # numbers are int32; larger numbers become this


def read_batch(data: bytes, dialect: Dialect, name: str, n_lines_before: int = 0) -> Batch:
    """Read M2 text that is known to be UTF-8.

    Args:
        data: The text.
        dialect: The rules by which it is read.
        name: The file's name in messages.
        n_lines_before: Lines of the file that came before `data`, for messages.

    Raises:
        FormatError: A line is bad.
        MemoryError: There is none for the edits.
    """
    batch = Batch(data, dialect)
    if batch.fault == Fault.NO_MEMORY:
        raise MemoryError(f"{name}:{n_lines_before + max(batch.line, 1)}: no memory for the edits")
    if batch.fault != Fault.NONE:
        line = batch.line
        text, *more = data.split(b"\n", line)[line - 1 :]
        text = text.removesuffix(b"\r") if more else text  # without "\n" it is part of the line
        raise FormatError(name, n_lines_before + line, explain(batch.fault, text.decode(), dialect))
    return batch


def plain_line_ends(data: bytes) -> bytes:
    r"""Return text whose lines end at "\n", as Python reads text files.

    >>> plain_line_ends(b"a\r\nb\rc")
    b'a\nb\nc'
    """
    if b"\r" not in data:
        return data
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def explain(fault: Fault, text: str, dialect: Dialect = Dialect.MAXMATCH) -> str:
    """Return the message for a bad line."""
    fields = text[1:].split(BARS)
    is_errant = dialect == Dialect.ERRANT
    match fault:
        case Fault.EDIT_WITHOUT_SOURCE:
            return "edit (A) without a source sentence (S) before it in its block"
        case Fault.SECOND_SOURCE:
            return "second source sentence (S) in a block: expected an empty line first"
        case Fault.EMPTY_SOURCE:
            return "no token: expected a source sentence"
        case Fault.TOO_FEW_FIELDS:
            fewest = 3 if is_errant else 6
            found = f"edit with {counted(len(fields), 'field')}"
            return f"{found}, expected at least {fewest} separated by '|||'"
        case Fault.BAD_OFFSETS:
            bound = "" if dialect == Dialect.MAXMATCH else f" below {LARGEST}"
            return f"offsets {shown(fields[0].strip())}: expected two whole numbers{bound}"
        case Fault.BAD_SPAN:
            return f"span {shown(fields[0].strip())}: expected 0 <= start <= end"
        case Fault.BAD_ANNOTATOR if dialect == Dialect.MAXMATCH:
            found = shown(fields[5].strip())
            return f"annotator {found}: expected a whole number from 0 to {LARGEST - 1}"
        case Fault.BAD_ANNOTATOR:
            found = shown(fields[-1 if is_errant else 5].strip())
            return f"annotator {found}: expected a whole number below {LARGEST}"
        case _ if text[:1] == "T" and text[1:2].isdigit():
            found = f"line {shown(text)}, another alignment of the same target"
            return f"{found}: expected one for each target (errant parallel --strategy first)"
        case _:
            lines = "S or A, or an empty one" if is_errant else "S, A or I, or a blank"
            return f"line {shown(text)}: expected one that begins with {lines}"


def shown(text: str, most: int = 40) -> str:
    """Return the text between quotes, cut if it is long."""
    return repr(shortened(text, most))


# Warnings of readers of gold: edits that they left out or had to guess.
KINDS = {  # what one edit does, what several do, and what becomes of them
    "dropped": ("edit ends", "edits end", "after the source sentence and {are} left out"),
    "unplaced": (
        *("edit has", "edits have"),
        "an offset of -1 without the type noop and {are} left out",
    ),
    "repeated": (
        *("edit repeats", "edits repeat"),
        "another edit of the same annotator: an output edit counts as correct for each, so "
        "precision can be above 1",
    ),
    "joined": (
        *("sentence has", "sentences have"),
        "no blank line before it: the NUS scorer counts other edits there (m2 --blocks nus)",
    ),
}


class ReaderWarnings(NamedTuple):
    """Number and first line of the edits that a reader of M2 text left out or had to guess.

    n_dropped, first_dropped    edits past the end of their source
    n_unplaced, first_unplaced  edits with an offset of -1 that are no noop
    n_repeated, first_repeated  edits that repeat another of their annotator
    n_joined, first_joined      sources without a blank line before them
    first_line                  of the text
    is_open                     whether no blank line follows the last source
    """

    n_dropped: int = 0
    first_dropped: int = 0
    n_unplaced: int = 0
    first_unplaced: int = 0
    n_repeated: int = 0
    first_repeated: int = 0
    n_joined: int = 0
    first_joined: int = 0
    first_line: int = 1
    is_open: bool = False

    @staticmethod
    def scanned(odd: Mapping[str, Any], n_lines_before: int) -> ReaderWarnings:
        """What the reader warns of in scanned text (`Batch.odd`), after so many lines."""
        lines = {f"first_{kind}": odd[f"first_{kind}"] + n_lines_before for kind in KINDS}
        return ReaderWarnings(**{**odd, **lines}, first_line=n_lines_before + 1)

    def then(self, other: ReaderWarnings) -> ReaderWarnings:
        """What it warns of in this text joined with the next, which begins with a source."""
        if self.is_open:
            n_joined, first_joined = other.n_joined + 1, other.first_line
            other = other._replace(n_joined=n_joined, first_joined=first_joined)
        found: dict[str, int] = {}
        for n, first in ((f"n_{kind}", f"first_{kind}") for kind in KINDS):
            number = getattr(self, n)
            found[n] = number + getattr(other, n)
            found[first] = getattr(self if number else other, first)
        return ReaderWarnings(**found, first_line=self.first_line, is_open=other.is_open)

    def described(self, name: str) -> tuple[str, ...]:
        """Return a warning for each kind that occurs."""
        lines = []
        for kind, (one, several, rest) in KINDS.items():
            n, first = getattr(self, f"n_{kind}"), getattr(self, f"first_{kind}")
            if n:
                what, are = (one, "is") if n == 1 else (several, "are")
                lines.append(f"{visible(name)}:{first}: {n} {what} {rest.format(are=are)}")
        return tuple(lines)


NO_READER_WARNINGS = ReaderWarnings()


ROW_BYTES = 80  # of an annotator and a sentence, while those without a line are added


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    r"""A gold standard: parsed once, immutable, shared by threads, picklable.

    sources        text of the source sentences; its `name` is the gold's name
    source_tokens  their token ids
    edits          the annotators' edits
    annotators     ids of the annotators that have a line, ascending; (0,) if none has
    vocabulary     tokens of sources and alternatives
    reader_warnings       edits that the reader left out or had to guess
    has_lines      whether `sources` lies in the text of an M2 file, where each edit has a line
    batch          the compiled batch that this was read into; None where it was made otherwise
    known_signs    uint32 of each sentence, 0 while unknown: what diagnostics keep between runs, see
                   `metrics.edits.corrected_by`; parts write to the whole gold's

    Words of M2 text are numbered at the first use of `source_tokens`, `vocabulary` or the
    alternatives.

    >>> gold = Gold.parse("S a b\nA 1 2|||R|||c||d|||REQUIRED|||-NONE-|||0\n")
    >>> len(gold), gold.annotators, gold.edits.n_edits
    (1, (0,), 1)
    >>> gold
    Gold(name='gold', sentences=1, annotators=(0,), edits=1)
    """

    sources: Lines
    source_tokens: TokenTable
    edits: EditTable
    annotators: tuple[int, ...]
    vocabulary: Vocabulary
    reader_warnings: ReaderWarnings = NO_READER_WARNINGS
    has_lines: bool = True
    batch: Batch | None = field(default=None, init=False)  # which no `replace` takes over
    known_signs: NDArray[np.uint32] = field(init=False)  # nor this

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Number the words of a batch, or begin known signs; other names are unknown."""
            if name == "known_signs":
                object.__setattr__(self, name, np.zeros(len(self), np.uint32))
                return self.known_signs
            if name not in ("source_tokens", "vocabulary"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            vocabulary, source_tokens, *_ = numbered(self.batch)
            object.__setattr__(self, "vocabulary", vocabulary)
            object.__setattr__(self, "source_tokens", source_tokens)
            return getattr(self, name)

    __reduce__ = made_from_fields

    def __len__(self) -> int:
        return len(self.sources)

    def __repr__(self) -> str:
        return short("Gold", self._facts())

    def _repr_html_(self) -> str:
        return html_facts("Gold", self._facts())

    @property
    def name(self) -> str:
        """The gold's name in messages."""
        return self.sources.name

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings of the reader, a line each: edits left out or guessed."""
        return self.reader_warnings.described(self.name)

    @staticmethod
    def read(path: Source) -> Gold:
        """Read an M2 file; "-" is standard input, gzip and Zstandard are recognised.

        Raises:
            FormatError: If the file is bad; it names file and line.
        """
        return whole(parse_block(read_utf8(path), os.fspath(path)))

    @staticmethod
    def parse(text: str, name: str = "gold") -> Gold:
        """Parse the text of an M2 file.

        Raises:
            FormatError: If the text is bad; it names `name` and the line.
        """
        data = encoded_m2(text, name)
        return whole(parse_block(data, name))

    def _facts(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "sentences": len(self),
            "annotators": self.annotators,
            "edits": self.edits.n_edits,
        }

    def corrections(self, edit: int) -> list[str]:
        """The alternatives of an edit as text; "" is a deletion."""
        offsets = self.edits.alternative_offsets
        texts = map(self.edits.alternatives.__getitem__, range(*offsets[edit : edit + 2]))
        return [b" ".join(map(self.vocabulary.__getitem__, text)).decode() for text in texts]

    def all_corrections(self) -> list[list[str]]:
        r"""`corrections` of every edit.

        >>> gold = Gold.parse("S a b\nA 1 2|||R|||c||d e|||REQUIRED|||-NONE-|||0\n")
        >>> gold.all_corrections()
        [['c', 'd e']]
        """
        if self.batch is not None:
            return self.batch.corrections()
        alternatives = self.edits.alternatives
        numbers = alternatives.ids.tolist()
        words = {token: self.vocabulary[token].decode() for token in set(numbers)}
        tokens = [words[token] for token in numbers]
        ends = alternatives.offsets.tolist()
        texts = [" ".join(tokens[first:last]) for first, last in pairwise(ends)]
        return [
            texts[first:last] for first, last in pairwise(self.edits.alternative_offsets.tolist())
        ]

    def fingerprint(self) -> str:
        """A hash of the parsed content: the same for CRLF, compression, or another name.

        Sixteen hexadecimal digits of SHA-256 over sources, annotators and their edits.
        """
        content = GoldFingerprint()
        content.add(self.sources, self.edits, self.vocabulary)
        return content.hexdigest()

    def __getitem__(self, sentences: slice) -> Gold:
        r"""The sentences of a slice, as `sentences` and `take` return them.

        Raises:
            TypeError: for a number.

        >>> gold = Gold.parse("S a\n\nS b\n\nS c\n")
        >>> len(gold[:2]), gold[::-1].sources[0]
        (2, 'c')
        """
        if not isinstance(sentences, slice):
            raise TypeError(f"gold[{sentences!r}]: expected a slice, such as gold[:600]")
        first, last, step = sentences.indices(len(self))
        if step == 1:
            return self.sentences(first, max(first, last))
        return self.take(range(first, last, step))

    __iter__ = None  # has no sentences of its own to give

    def sentences(self, first: int, last: int) -> Gold:
        r"""The sentences first to last (exclusive), without copying text or edits.

        `annotators` and `vocabulary` are the whole gold's, `reader_warnings` are left out.

        >>> gold = Gold.parse("S a\nA 0 1|||R|||b|||||||||0\n\nS c d\nA 1 2|||R|||e|||||||||0\n")
        >>> part = gold.sentences(1, 2)
        >>> part.sources[0], part.corrections(0)
        ('c d', ['e'])
        """
        if self.batch is not None and first == 0 and last >= len(self):
            same = ("sources", "edits", "annotators", "has_lines", "batch", "known_signs")
            about = {name: getattr(self, name) for name in same}
            return unchecked(Gold, **about, reader_warnings=NO_READER_WARNINGS)
        part = replace(
            self,
            sources=self.sources.slice(first, last),
            source_tokens=self.source_tokens.sentences(first, last),
            edits=self.edits.sentences(first, last),
            reader_warnings=NO_READER_WARNINGS,
        )
        object.__setattr__(part, "known_signs", self.known_signs[first:last])
        return part

    def take(self, sentences: NDArray[np.integer[Any]] | Iterable[int]) -> Gold:
        r"""The gold of some sentences, in any order and any number of times.

        Annotators, names of types and warnings are the whole gold's; text is shared, tables of
        integers are made anew.

        Args:
            sentences: Their numbers from 0.

        Raises:
            IndexError: For a number outside the gold.
            TypeError: For anything but integers.

        >>> gold = Gold.parse("S a\nA 0 1|||R|||b|||||||||0\n\nS c d\n")
        >>> taken = gold.take([1, 0, 0])
        >>> [taken.sources[s] for s in range(len(taken))], taken.edits.row_offsets.tolist()
        (['c d', 'a', 'a'], [0, 1, 2, 3])
        """
        picked = sentence_numbers(sentences, len(self))
        if self.batch is not None:
            batch = self.batch.take(np.ascontiguousarray(picked, np.int64))
            columns = {"kind_names": self.edits.kind_names}
            same = ("annotators", "reader_warnings", "has_lines")
            about = {name: getattr(self, name) for name in same}
            return _of_batch(batch, self.sources.data, self.name, columns, **about)
        return replace(
            self,
            sources=self.sources.take(picked),
            source_tokens=self.source_tokens.take(picked),
            edits=self.edits.take(picked),
        )

    def repeat(self, times: int) -> Gold:
        r"""The gold with each sentence `times` over: for so many samples of each source.

        >>> gold = Gold.parse("S a\n\nS b\n").repeat(2)
        >>> [gold.sources[s] for s in range(len(gold))]
        ['a', 'a', 'b', 'b']
        """
        return self.take(np.repeat(np.arange(len(self)), whole_number(times, "times", 0)))

    def with_implicit_noop(self) -> Gold:
        r"""The gold with every annotator present in every sentence.

        An annotator who has no line for a sentence then counts as having nothing to correct there.

        Raises:
            LimitError: If that is more than memory holds.

        >>> text = "S a\nA 0 1|||R|||b|||||||||0\n\nS b\nA -1 -1|||noop||||||||||||1\n"
        >>> Gold.parse(text).with_implicit_noop().edits.annotator.tolist()
        [0, 1, 0, 1]
        """
        table = self.edits
        n_annotators = len(self.annotators)
        require_holdable(ROW_BYTES * len(self) * n_annotators, "edits")
        sizes = np.zeros((len(self), n_annotators), np.int64)
        n_edits = np.diff(table.edit_offsets)
        rows = np.flatnonzero(n_edits)
        sentences = np.searchsorted(table.row_offsets, rows, "right") - 1
        sizes[sentences, np.searchsorted(self.annotators, table.annotator[rows])] = n_edits[rows]
        edits = replace(
            table,
            row_offsets=sealed(np.arange(len(self) + 1) * n_annotators),
            annotator=sealed(np.tile(np.array(self.annotators, np.int32), len(self))),
            edit_offsets=sealed(offsets_of(sizes.ravel())),
        )
        return replace(self, edits=edits)

    def in_characters(self) -> Gold:
        r"""The gold, whose tokens are characters, with corrections in characters.

        Raises:
            FormatError: If a source has a token of several characters.

        >>> gold = Gold.parse("S 北 京\nA 1 2|||R|||海 港口|||||||||0\n")
        >>> gold.in_characters().corrections(0)
        ['海 港 口']
        """
        require_characters(self.sources)
        texts = [text for texts in self.all_corrections() for text in texts]
        if all(are_characters(text.split()) for text in texts):
            return self
        vocabulary = Vocabulary()
        source_tokens = words(self.sources, vocabulary)
        alternatives = words(Lines.of([characters(text) for text in texts]), vocabulary)
        edits = replace(self.edits, alternatives=alternatives)
        return replace(self, source_tokens=source_tokens, edits=edits, vocabulary=vocabulary)

    def with_word_order(self, kind: str) -> Gold:
        r"""The gold with two more annotators for each edit of word order that holds others.

        For an edit of this type with others of its annotator inside, one more annotator has all
        edits but those inside, and one has all but the edit itself. Edits of the type are not
        looked for inside; insertions at both edges are. New annotators come last, with the ids that
        follow the number of those of the sentence.

        >>> gold = Gold.parse("S a b\nA 0 2|||R:WO|||b c|||||||||0\nA 0 1|||R|||c|||||||||0\n")
        >>> table = gold.with_word_order("R:WO").edits
        >>> table.annotator.tolist(), table.edit_offsets.tolist(), table.start.tolist()
        ([0, 1, 2], [0, 2, 3, 4], [0, 0, 0, 0])
        """
        table = self.edits
        if kind not in table.kind_names:
            return self
        is_order = (table.kind == table.kind_names.index(kind)).tolist()
        rows, edits = table.row_offsets.tolist(), table.edit_offsets.tolist()
        columns = (column.tolist() for column in (table.start, table.end, table.kind))
        keys = list(zip(*columns, self.all_corrections(), strict=True))
        picked: list[list[int]] = []
        annotators: list[int] = []
        row_offsets = [0]
        for first, last in pairwise(rows):
            own = [list(range(edits[row], edits[row + 1])) for row in range(first, last)]
            labels = table.annotator[first:last].tolist()
            found: dict[int, list[int]] = dict(zip(labels, own, strict=True))
            number = len(own)
            for of_annotator in own:
                for order in (edit for edit in of_annotator if is_order[edit]):
                    begin, end, *_ = keys[order]
                    inside = [
                        keys[edit]
                        for edit in of_annotator
                        if not is_order[edit] and keys[edit][0] >= begin and keys[edit][1] <= end
                    ]
                    for left_out in (inside, [keys[order]]) if inside else ():
                        kept = [edit for edit in of_annotator if keys[edit] not in left_out]
                        found[number] = kept
                        number += 1
            annotators += found
            picked += found.values()
            row_offsets.append(len(picked))
        taken = np.array([edit for row in picked for edit in row], np.int64)
        edit_table = table.take_edits(
            taken,
            row_offsets=sealed(np.array(row_offsets, np.int64)),
            annotator=sealed(np.array(annotators, np.int32)),
            edit_offsets=sealed(offsets_of(np.array([len(row) for row in picked]))),
        )
        return replace(self, edits=edit_table)


def nus_blocks(path: Source) -> Gold:
    """Read an M2 file with blocks of several sentences as the NUS scorer counts them.

    Each sentence of a block without blank lines gets the edits of the whole block that end within
    the words so far, with spans as they are. An edit that lies outside its sentence then counts
    as a gold edit that nothing makes.

    Raises:
        FormatError: If the file is bad, or a sentence of such a block has no words.
    """
    data, name = read_utf8(path), os.fspath(path)
    gold = whole(parse_block(data, name))  # which refuses bad lines by their number
    if not gold.reader_warnings.n_joined:
        return gold
    lines = data.decode().removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    blocks: list[str] = []
    block: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            block.append(line)
        elif block:
            blocks.append(_nus_block(block, name))
            block = []
    return replace(
        whole(parse_block("".join(blocks).encode(), name)),
        reader_warnings=gold.reader_warnings._replace(n_joined=0),
    )


def _nus_block(lines: list[str], name: str) -> str:
    """Return a block as M2 text: a sentence or several, each with its edits and a blank line."""
    sources = [line for line in lines if line[:2] in ("S", "S ")]
    edits = [line for line in lines if line[:2] in ("A", "A ")]
    if len(sources) == 1:
        return "\n".join([*sources, *edits, "", ""])
    parts, n_so_far = [], 0
    for source in sources:
        n_words = len(source[2:].split())
        n_so_far += n_words
        if not n_words:
            raise FormatError(name, None, "sentence without words in a block of several: --blocks")
        parts.append(source)
        for line in edits:
            fields = line[1:].split("|||")
            start, end = map(int, fields[0].split())
            noop = f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{fields[5]}"
            if fields[1] == "noop" or start < 0 or end < 0 or end > n_so_far:
                parts.append(noop)
            elif end > n_words:  # no edit equals a correction with two spaces between its words
                parts.append("|||".join([f"A 0 {n_words}", fields[1], "x  x", *fields[3:]]))
            else:
                parts.append(line)
        parts.append("")
    return "\n".join([*parts, ""])


def parse_block(data: bytes, name: str, n_lines_before: int = 0) -> Gold:
    """Parse M2 text that is known to be UTF-8, or a part of it that begins with a source.

    Args:
        data: The text.
        name: The file's name in messages.
        n_lines_before: Lines of the file that came before `data`, for messages.

    Returns:
        Gold; its `annotators` are those that have a line in `data`, none if none has.

    Raises:
        FormatError: If the file is bad.
    """
    batch = read_batch(data, Dialect.MAXMATCH, name, n_lines_before)
    if batch.n_sentences == 0:
        raise FormatError(name, None, NO_SENTENCE)
    reader_warnings = ReaderWarnings.scanned(batch.odd, n_lines_before)
    return gold_of_batch(batch, data, name, reader_warnings)


def gold_of_batch(
    batch: Batch, data: bytes, name: str, reader_warnings: ReaderWarnings, *, has_lines: bool = True
) -> Gold:
    """Return the gold of a batch whose sources lie in `data`; other parameters as in `Gold`."""
    names = Vocabulary()
    kind = array_of(batch.kinds(names), np.int32)
    kind_names = tuple(names[number].decode() for number in range(len(names)))
    about = {"reader_warnings": reader_warnings, "has_lines": has_lines}
    columns = {"kind_names": kind_names, "kind": kind}
    return _of_batch(batch, data, name, columns, annotators=batch.annotators, **about)


def _of_batch(
    batch: Batch, data: bytes | memoryview, name: str, columns: Mapping[str, Any], **about: Any
) -> Gold:
    """Return the gold of a batch: more columns of its edits, and further fields of `Gold`."""
    arrays = arrays_of(batch)
    starts, ends, _ = (arrays.pop(f"source_{what}") for what in ("at", "end", "line"))
    sources = unchecked(Lines, data=data, starts=starts, ends=ends, name=name)
    edits = unchecked(EditTable, **arrays, **columns, batch=batch)
    return unchecked(Gold, sources=sources, edits=edits, batch=batch, **about)


def whole(gold: Gold) -> Gold:
    """Return the gold as a complete one: if no annotator has a line, annotator 0 has no edits."""
    return gold if gold.annotators else replace(gold, annotators=(0,))


def row_texts(gold: Gold, *, overlaps: str) -> list[str]:
    r"""Return what each annotator of a sentence made of it: a text for each row of the edits.

    Parameters and errors as of `texts.corrected.apply_edits`.

    >>> row_texts(Gold.parse("S a b\nA 0 1|||R|||c||d|||||||||0\n\nS e\n"), overlaps="refuse")
    ['c b', 'e']
    """
    return sources_and_texts(gold, overlaps)[1]


def sources_and_texts(gold: Gold, overlaps: str) -> tuple[list[str], list[str]]:
    """Return the sources and what each annotator made of them: `sources` and `row_texts`."""
    table = gold.edits
    rows, offsets = table.row_offsets.tolist(), table.edit_offsets.tolist()
    start, end = table.start.tolist(), table.end.tolist()
    corrections = gold.all_corrections()
    texts, made = [], []
    for sentence in range(len(gold)):
        tokens = gold.sources[sentence].split()
        text = " ".join(tokens)
        texts.append(text)
        for row in range(rows[sentence], rows[sentence + 1]):
            first, last = offsets[row], offsets[row + 1]
            if first == last:
                made.append(text)
                continue
            edits: Sequence[int] = range(first, last)
            if any(start[edit + 1] < end[edit] for edit in range(first, last - 1)):
                edits = _in_order(gold, sentence, row, overlaps)
            corrected: list[str] = []
            at = 0
            for edit in edits:
                corrected += tokens[at : start[edit]]
                corrected += corrections[edit][0].split()
                at = end[edit]
            corrected += tokens[at:]
            made.append(" ".join(corrected))
    return texts, made


def sources(gold: Gold) -> list[str]:
    r"""Return the source sentences, tokens joined by single spaces.

    >>> sources(Gold.parse("S a  b \n\nS c\n"))
    ['a b', 'c']
    """
    return [" ".join(gold.sources[sentence].split()) for sentence in range(len(gold))]


def _in_order(gold: Gold, sentence: int, row: int, overlaps: str) -> list[int]:
    """Return the edits of a row that are made, by position."""
    table = gold.edits
    first, last = int(table.edit_offsets[row]), int(table.edit_offsets[row + 1])
    starts, ends = table.start[first:last].tolist(), table.end[first:last].tolist()
    spans = list(zip(starts, ends, strict=True))
    chosen: Sequence[int] = range(len(spans))
    if pairs := find_overlaps(spans):
        if overlaps == "refuse":
            raise _overlap(gold, sentence, row, spans, min(pairs, key=max))
        chosen = _first_of_overlapping(spans)
    return [first + edit for edit in sorted(chosen, key=lambda edit: spans[edit])]


def _first_of_overlapping(spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return the edits that are made if each gives way to those before it in the file."""
    kept: list[int] = []
    for edit in range(len(spans)):
        if not find_overlaps([spans[other] for other in (*kept, edit)]):
            kept.append(edit)
    return kept


def _overlap(
    gold: Gold, sentence: int, row: int, spans: Sequence[tuple[int, int]], pair: tuple[int, int]
) -> FormatError:
    earlier, later = sorted(pair)  # in the file
    annotator = int(gold.edits.annotator[row])
    line, place = sentence + 1, f"annotator {annotator}"
    if gold.has_lines:
        line, other = (_line_of(gold, sentence, annotator, edit) for edit in (later, earlier))
        place = f"line {other}"
    start, end = spans[later]
    reason = (
        f"edit {start} {end} overlaps {spans[earlier][0]} {spans[earlier][1]} of {place}, "
        "expected edits of one annotator that do not overlap"
    )
    return FormatError(gold.name, line, reason)


def _line_of(gold: Gold, sentence: int, annotator: int, number: int) -> int:
    """Return the line of the file that holds an edit: the table does not keep it."""
    data = bytes(gold.sources.data)
    first = data.rfind(b"\n", 0, int(gold.sources.starts[sentence])) + 1
    last = len(data)
    if sentence + 1 < len(gold):
        last = data.rfind(b"\n", 0, int(gold.sources.starts[sentence + 1])) + 1
    edits = Batch(data[first:last]).sentence(0)
    lines = [line for line, who, *_ in edits if who == annotator]
    return gold.reader_warnings.first_line - 1 + data.count(b"\n", 0, first) + lines[number]
