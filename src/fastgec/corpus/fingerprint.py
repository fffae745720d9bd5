"""Fingerprints: short hashes of what is parsed, whatever the files around it.

They are the same for CRLF, compression, or another name, and however the sentences are cut into
parts: text and gold can be hashed as they are read, in blocks of any size. A fingerprint is the
first sixteen hexadecimal digits of a SHA-256.

Text, version 2: each column has a SHA-256 of its own, fed with its lines, each ended by a line end,
and these are hashed together. Of words the white space between them does not matter; of characters
everything does. Gold, version 2: each kind of content has a SHA-256 of its own, likewise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from fastgec._tokens import Vocabulary, plain_text
from fastgec.corpus.lines import Lines

if TYPE_CHECKING:  # a run without a fingerprint need not load it
    import hashlib

    from fastgec.corpus.edits import EditTable
    from fastgec.corpus.tokens import TokenTable

VERSION = b"fastgec.text.2\n"
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


class GoldFingerprint:
    r"""A hash of a gold standard, to which sentences are added some at a time.

    >>> from fastgec.corpus.gold import Gold
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
            # The last one ends a run of tokens, so that runs cannot be told apart wrongly. So the
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
        """Return the fingerprint of what was added so far."""
        content = self._content.copy()
        for part in self._parts.values():
            content.update(part.digest())
        return content.hexdigest()[:16]

    def _text_of(self, tokens: TokenTable) -> bytes:
        ids = np.insert(tokens.ids, tokens.offsets[1:], len(self._texts) - 1)
        return b"".join([self._texts[token] + b"\n" for token in ids.tolist()])
