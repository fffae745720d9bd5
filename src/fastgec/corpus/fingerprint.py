"""The fingerprint of text: a short hash of what is parsed, whatever the file around it.

It is the same for CRLF, compression, or another name. Of words the white space between them does
not matter; of characters everything does.

Version 2: each column has a SHA-256 of its own, fed with its lines, each ended by a line end; the
fingerprint is the first sixteen hexadecimal digits of a SHA-256 over those. So text can be hashed
as it is read, in blocks of any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastgec._tokens import plain_text
from fastgec.corpus.files import Lines

if TYPE_CHECKING:  # a run without a fingerprint need not load it
    import hashlib

VERSION = b"fastgec.text.2\n"


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
