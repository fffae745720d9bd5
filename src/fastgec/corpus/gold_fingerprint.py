"""A hash of a gold standard's content, made as its sentences go by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastgec._tokens import plain_text

if TYPE_CHECKING:
    from fastgec._tokens import Vocabulary
    from fastgec.corpus.m2file import Gold
    from fastgec.corpus.tokens import TokenTable

PARTS = (
    "sources",
    "rows",
    "annotators",
    "edits",
    "spans",
    "alternatives",
    "alternative_tokens",
    "kinds",
)


class GoldFingerprint:
    r"""SHA-256 over sources, annotators and their edits, in sixteen hexadecimal digits.

    It is the same for CRLF, compression, or another name, and however the sentences are cut into
    parts: each kind of content has a hash of its own, and these are hashed together at the end.

    >>> from fastgec.corpus.m2file import Gold
    >>> parts, whole = GoldFingerprint(), Gold.parse("S a\n\nS b\nA 0 1|||R|||c|||||||||0\n")
    >>> parts.add(whole.sentences(0, 1))
    >>> parts.add(whole.sentences(1, 2))
    >>> parts.hexdigest() == whole.fingerprint()
    True
    """

    def __init__(self) -> None:
        import hashlib

        self._content = hashlib.sha256(b"fastgec.gold.2\n")
        self._parts = {name: hashlib.sha256() for name in PARTS}
        self._vocabulary: Vocabulary | None = None
        self._texts: list[bytes] = []

    def add(self, gold: Gold) -> None:
        """Add the next sentences."""
        table = gold.edits
        if gold.vocabulary is not self._vocabulary:
            self._vocabulary = gold.vocabulary
            # The last one ends a run of tokens, so that runs cannot be told apart wrongly. So the
            # empty token, which lies between two spaces in a row, gets a text that no token has.
            tokens = map(gold.vocabulary.__getitem__, range(len(gold.vocabulary)))
            self._texts = [*(token or b" " for token in tokens), b""]
        sources = gold.sources
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
