"""The Python names of the package errant: `load`, `Annotator`, `Edit`, with the kernels of fastgec.

    from fastgec.compat import errant            # import errant

    annotator = errant.load("en")
    orig = annotator.parse("This are gramamtical sentence .")
    cor = annotator.parse("This is a grammatical sentence .")
    for edit in annotator.annotate(orig, cor):
        print(edit.o_start, edit.o_end, edit.o_str, edit.c_start, edit.c_end, edit.c_str, edit.type)

Texts are parsed by spaCy, as there; edits and types are those of errant 3.0.2. Other languages have
`fastgec errant parallel` (`--tags`, `--language zh`). Of many sentences `fastgec.errant.annotate`
makes edits on all cores, from analyses of all of them at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastgec.annotate.analyses import Analyser, Analyses, add_document
from fastgec.annotate.annotator import MERGINGS
from fastgec.annotate.lexicon import TYPES
from fastgec.annotate.parallel import (
    PairEdits,
    PairError,
    annotate_pairs,
    classify_pairs,
    edit_line,
)

__all__ = ["Alignment", "Annotator", "Edit", "load"]

UNTYPED = "NA"  # type of an edit that was not classified


class Edit:
    """An edit of a sentence.

    o_start, o_end  of its tokens in the source, half-open
    o_toks, o_str   these tokens (a spaCy Span), and their text
    c_start, c_end, c_toks, c_str  the same of the corrected sentence
    type            "NA" until it is classified
    """

    def __init__(self, orig: Any, cor: Any, edit: Sequence[int], type: str = UNTYPED) -> None:
        """Take both sentences, parsed, the span [o_start, o_end, c_start, c_end], and the type."""
        self.o_start, self.o_end, self.c_start, self.c_end = edit
        self.o_toks = orig[self.o_start : self.o_end]
        self.c_toks = cor[self.c_start : self.c_end]
        self.type = type
        self._name()

    def _name(self) -> None:
        self.o_str = self.o_toks.text if len(self.o_toks) else ""
        self.c_str = self.c_toks.text if len(self.c_toks) else ""

    def minimise(self) -> Edit:
        """Leave out tokens that both sides have at their ends, and return the edit."""
        orig, cor = ([token.text for token in side] for side in (self.o_toks, self.c_toks))
        least = min(len(orig), len(cor))
        first = 0
        while first < least and orig[first] == cor[first]:
            first += 1
        last = 0
        while last < least - first and orig[-1 - last] == cor[-1 - last]:
            last += 1
        self.o_toks = self.o_toks[first : len(orig) - last]
        self.c_toks = self.c_toks[first : len(cor) - last]
        self.o_start, self.o_end = self.o_start + first, self.o_end - last
        self.c_start, self.c_end = self.c_start + first, self.c_end - last
        self._name()
        return self

    def to_m2(self, id: int = 0) -> str:
        """Return its line of M2, by the coder of a number."""
        correction = " ".join(token.text for token in self.c_toks)
        return edit_line(self.o_start, self.o_end, self.type, correction, str(id))

    def __str__(self) -> str:
        orig = f"Orig: {[self.o_start, self.o_end, self.o_str]}"
        cor = f"Cor: {[self.c_start, self.c_end, self.c_str]}"
        return f"{orig}, {cor}, Type: {self.type!r}"


@dataclass(frozen=True, slots=True)
class Alignment:
    """Two parsed sentences, which are aligned when edits are made of them.

    orig, cor  the sentences
    lev        whether by plain Levenshtein costs, without reordering
    """

    orig: Any
    cor: Any
    lev: bool = False

    @property
    def align_seq(self) -> list[tuple[str, int, int, int, int]]:
        """The steps: M, S, D, I, or T and a number of tokens; then spans of both sides."""
        steps = []
        at = other = 0
        spans = edits_between(self, "all-split").spans.tolist()
        end = len(self.orig)
        for start, until, first, last in [*spans, [end, end, len(self.cor), len(self.cor)]]:
            while at < start:
                steps.append(("M", at, at + 1, other, other + 1))
                at, other = at + 1, other + 1
            n_deleted, n_inserted = until - start, last - first
            if n_deleted or n_inserted:
                name = "I" if not n_deleted else "D" if not n_inserted else "S"
                name = f"T{n_deleted}" if n_deleted > 1 else name
                steps.append((name, start, until, first, last))
            at, other = until, last
        return steps


class Annotator:
    """Makes edits of pairs of sentences, and gives them types.

    lang  "en"
    nlp   the pipeline of spaCy
    """

    def __init__(self, lang: str, nlp: Any) -> None:
        """Take the language and a pipeline of spaCy; see `load`."""
        self.lang = lang
        self.nlp = nlp

    def parse(self, text: str, tokenise: bool = False) -> Any:
        """Return a sentence as spaCy analyses it: a Doc.

        Args:
            text: tokens with white space between them.
            tokenise: the text is raw, spaCy finds its tokens.
        """
        if tokenise:
            return self.nlp(text)
        from spacy.tokens import Doc

        return self.nlp(Doc(self.nlp.vocab, text.split()))

    def align(self, orig: Any, cor: Any, lev: bool = False) -> Alignment:
        """Return the alignment of two sentences; lev: by plain Levenshtein costs."""
        return Alignment(orig, cor, lev)

    def merge(self, alignment: Alignment, merging: str = "rules") -> list[Edit]:
        """Return the edits of an alignment, without types.

        Args:
            alignment: of two sentences.
            merging: "rules", "all-split", "all-merge" or "all-equal".

        Raises:
            ValueError: another merging, or sentences that are not parsed.
        """
        spans = edits_between(alignment, merging).spans.tolist()
        return [Edit(alignment.orig, alignment.cor, span) for span in spans]

    def classify(self, edit: Edit) -> Edit:
        """Give an edit its type, and return it.

        Raises:
            ValueError: a sentence that is not parsed.
        """
        analyses, pair = _analysed(edit.o_toks.doc, edit.c_toks.doc)
        span = [edit.o_toks.start, edit.o_toks.end, edit.c_toks.start, edit.c_toks.end]
        try:
            (kind,) = classify_pairs(analyses, pair, np.array([span], np.int32))
        except PairError as error:
            raise ValueError(error.reason) from None
        edit.type = TYPES[kind]
        return edit

    def annotate(
        self, orig: Any, cor: Any, lev: bool = False, merging: str = "rules"
    ) -> list[Edit]:
        """Return the edits between two sentences, with types.

        Args:
            orig: the source, parsed.
            cor: the corrected sentence, parsed.
            lev: align by plain Levenshtein costs.
            merging: as in `merge`.

        Raises:
            ValueError: as `merge`.
        """
        found = edits_between(Alignment(orig, cor, lev), merging)
        pairs = zip(found.spans.tolist(), found.types.tolist(), strict=True)
        return [Edit(orig, cor, span, TYPES[kind]) for span, kind in pairs]

    def import_edit(
        self, orig: Any, cor: Any, edit: Sequence[Any], min: bool = True, old_cat: bool = False
    ) -> Edit:
        """Return an edit whose span is known.

        Args:
            orig: the source, parsed.
            cor: the corrected sentence, parsed.
            edit: [o_start, o_end, c_start, c_end], perhaps with a type.
            min: leave out tokens that both sides have at their ends.
            old_cat: keep the type as it is.

        Raises:
            ValueError: another form of edit.
        """
        if len(edit) not in (4, 5):
            raise ValueError(f"edit {edit!r}: expected [o_start, o_end, c_start, c_end, (type)]")
        made = Edit(orig, cor, edit[:4], *edit[4:])
        if min:
            made.minimise()
        return made if old_cat else self.classify(made)


def load(lang: str, nlp: Any = None) -> Annotator:
    """Return an annotator.

    Args:
        lang: "en".
        nlp: a pipeline of spaCy; None: the model that errant uses.

    Raises:
        MissingExtraError: spaCy or its model is not installed.
        ValueError: another language.
    """
    if lang != "en":
        raise ValueError(f"lang {lang!r}: expected 'en' (others: fastgec errant parallel --tags)")
    return Annotator(lang, Analyser().pipeline() if nlp is None else nlp)


def edits_between(alignment: Alignment, merging: str) -> PairEdits:
    """Return spans and types of the edits between two sentences. Raises: ValueError."""
    if merging not in MERGINGS:
        raise ValueError(f"merging {merging!r}: expected one of {', '.join(MERGINGS)}")
    analyses, pairs = _analysed(alignment.orig, alignment.cor)
    try:
        return annotate_pairs(analyses, pairs, merging=merging, is_plain=alignment.lev, jobs=1)
    except PairError as error:
        raise ValueError(error.reason) from None


def _analysed(orig: Any, cor: Any) -> tuple[Analyses, Any]:
    """Return the analyses of two sentences, and their numbers."""
    analyses = Analyses()
    numbers = [add_document(analyses, document) for document in (orig, cor)]
    return analyses, np.array([numbers], np.int64)
