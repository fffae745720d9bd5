"""Text and gold as integers: TokenTable, of words; EditTable, of spans and alternatives.

A text is split into tokens as by Python's `str.split()`. Their ids belong to a `Vocabulary`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, gather, made_from_fields, sealed
from fastgec.kernels.tokens import Vocabulary, encode_words, plain_text
from fastgec.read.batch import Batch
from fastgec.read.lines import Lines
from fastgec.reprs import short

if TYPE_CHECKING:
    import hashlib


__all__ = ["TokenTable", "Vocabulary", "words"]


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


def no_marks() -> NDArray[np.bool_]:
    """Return the value of `EditTable.optional` for a table without optional edits."""
    return np.zeros(0, np.bool_)


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
    optional: NDArray[np.bool_] = field(default_factory=no_marks)
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

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        given = (each.name for each in fields(self) if each.init)
        return EditTable, tuple(getattr(self, name) for name in given)

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
    tables: tuple[Vocabulary, TokenTable, NDArray[np.int64], TokenTable] = batch.tables
    return tables


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


# Fingerprints: short hashes of parsed content, independent of file format.
#
# They are the same for CRLF, compression, or another name, and however the sentences are cut into
# parts: text and gold can be hashed as they are read, in blocks of any size. A fingerprint is the
# first sixteen hexadecimal digits of a SHA-256.
#
# Text, version 2: each column has a SHA-256 of its own, fed with its lines, each ended by a line
# end, and these are hashed together. Of words the white space between them does not matter; of
# characters everything does. Gold, version 2: each kind of content has a SHA-256 of its own.


VERSION = b"fastgec.text.2\n"
OUTPUT_VERSION = b"fastgec.output.1\n"
GOLD_VERSION = b"fastgec.gold.2\n"
GOLD_PARTS = (
    "sources",
    "rows",
    "annotators",
    "edits",
    "spans",
    "alternatives",
    "alternative_tokens",
    "kinds",
)


class Fingerprint:
    """A hash of columns of text, to which sentences are added some at a time.

    >>> whole, parts = Fingerprint("word"), Fingerprint("word")
    >>> whole.add([Lines.of(["a b ", "c"])])
    >>> parts.add([Lines.of(["a  b"])])
    >>> parts.add([Lines.of(["c"])])
    >>> parts.n_sentences, parts.hexdigest() == whole.hexdigest()
    (2, True)
    """

    def __init__(self, unit: str) -> None:
        """Hash words (unit "word") or characters ("char")."""
        self._as_words = unit == "word"
        self._columns: list[hashlib._Hash] = []
        self.n_sentences = 0

    def add(self, columns: Sequence[Lines]) -> None:
        """Add the next sentences of every column."""
        import hashlib

        self._columns = self._columns or [hashlib.sha256() for _ in columns]
        for content, lines in zip(self._columns, columns, strict=True):
            text = plain_text(lines.data, lines.starts, lines.ends, self._as_words)
            content.update(text.data)
        self.n_sentences += len(columns[0])

    def hexdigest(self) -> str:
        """Return sixteen hexadecimal digits."""
        import hashlib

        digests = b"".join(content.digest() for content in self._columns)
        return hashlib.sha256(VERSION + digests).hexdigest()[:16]


def plain_sentences(text: bytes) -> bytes:
    """Return sentences of M2 text, each ended by one empty line: the same however a file is cut."""
    import re

    return re.sub(rb"\n\n+", b"\n\n", text.strip(b"\n")) + b"\n\n"


class OutputFingerprint:
    r"""A hash of a system's whole output, to which sentences are added some at a time.

    Text is hashed line by line, as it is: each line in UTF-8, ended by a line feed, whatever its
    line end was, and without a byte-order mark. So a file, however compressed, and its lines in
    memory have the same hash. M2 is hashed as text, without carriage returns; one empty line ends a
    sentence, however many there were.

    >>> whole, parts = OutputFingerprint(), OutputFingerprint()
    >>> whole.add(Lines.of(["a  b", "", "c"]))
    >>> for line in ("a  b", "", "c"):
    ...     parts.add(Lines.of([line]))
    >>> whole.hexdigest() == parts.hexdigest()
    True
    >>> coded = OutputFingerprint()
    >>> coded.add(b"S a\n\n\nS b\n")
    >>> coded.hexdigest()
    '38c2f8569c5619a6'
    """

    def __init__(self) -> None:
        import hashlib

        self._content = hashlib.sha256(OUTPUT_VERSION)
        self.is_empty = True

    def add(self, part: Lines | bytes) -> None:
        """Add the next lines of text, or sentences of M2."""
        self.is_empty = False
        if isinstance(part, bytes):
            self._content.update(plain_sentences(part))
        else:
            self._content.update(plain_text(part.data, part.starts, part.ends, False).data)

    def hexdigest(self) -> str:
        """Return sixteen hexadecimal digits, or "" if nothing was added."""
        return "" if self.is_empty else self._content.hexdigest()[:16]


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
        self._parts = {name: hashlib.sha256() for name in GOLD_PARTS}
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
        text = plain_text(sources.data, sources.starts, sources.ends, True)
        self._parts["sources"].update(text.data)
        self._parts["alternative_tokens"].update(self._text_of(table.alternatives))
        for name, integers in (
            ("rows", np.diff(table.row_offsets)),
            ("annotators", table.annotator),
            ("edits", np.diff(table.edit_offsets)),
            ("spans", np.stack([table.start, table.end], axis=1)),
            ("alternatives", np.diff(table.alternative_offsets)),
        ):
            self._parts[name].update(integers.astype("<i4").tobytes())
        names = [name.encode() + b"\n" for name in table.kind_names]
        self._parts["kinds"].update(b"".join([names[kind] for kind in table.kind.tolist()]))

    def hexdigest(self) -> str:
        """Return the fingerprint of the sentences added so far."""
        content = self._content.copy()
        for part in self._parts.values():
            content.update(part.digest())
        return content.hexdigest()[:16]

    def _text_of(self, tokens: TokenTable) -> bytes:
        ids = np.insert(tokens.ids, tokens.offsets[1:], len(self._texts) - 1)
        return b"".join([self._texts[token] + b"\n" for token in ids.tolist()])
