"""Fingerprints: short hashes of parsed content, independent of file format.

They are the same for CRLF, compression, or another name, and however the sentences are cut into
parts: text and gold can be hashed as they are read, in blocks of any size. A fingerprint is the
first sixteen hexadecimal digits of a SHA-256.

Text, version 2: each column has a SHA-256 of its own, fed with its lines, each ended by a line end,
and these are hashed together. Of words the white space between them does not matter; of characters
everything does. Gold, version 2: each kind of content has a SHA-256 of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fastgec.kernels.tokens import Vocabulary, plain_text
from fastgec.read.lines import Lines

if TYPE_CHECKING:  # a run without a fingerprint need not load it
    import hashlib

    from fastgec.read.tables import EditTable, TokenTable

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
