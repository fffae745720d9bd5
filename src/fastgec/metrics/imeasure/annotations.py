"""Gold of the I-measure that is edits: each sentence's annotations, and candidates made of them.

Edits that overlap form an error; each annotator who has an edit there has an alternative of it. An
error is required if every annotator of the sentence has one, else it may be left as it is. From
that come the candidates that a system is compared with: in plain mode the text of each annotator,
and the source, if an annotator changes nothing. Choices of each error are what mixes are made of.

Corrections are cut into Treebank tokens, as the authors' converter of gold cuts them. The rules are
those of the Penn Treebank as NLTK had them in 2015 (its 3.0.5); they see ASCII only. Most
corrections hold nothing that a rule is about and are cut at white space at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from fastgec.machine.memory import require_holdable
from fastgec.metrics.references import References
from fastgec.read.lines import Lines

WHITE_SPACE = re.compile("[ \t\n\r\v\f]+")
TOUCHED = re.compile(
    r"""[]"'`,:;@#$%&.?![(){}<>]|--|(?:cannot|gimme|gonna|gotta|lemme|wanna)""", re.I
)
LONE = frozenset(",.;:?!()[]{}'")  # a rule about one of these alone leaves it as it is

Tokens = tuple[str, ...]


def split(text: str) -> Tokens:
    r"""Cut at ASCII white space only.

    Example:
        >>> split(" a\u00a0b  c ")
        ('a\xa0b', 'c')
    """
    if text.isascii() and text.isprintable():  # spaces are its only white space
        return tuple(text.split())
    return tuple(token for token in WHITE_SPACE.split(text) if token)


def tokenize(text: str) -> Tokens:
    """Cut into Treebank tokens.

    Example:
        >>> tokenize("don't (50%)")
        ('do', "n't", '(', '50', '%', ')')
    """
    if text in LONE or TOUCHED.search(text) is None:
        return split(text)
    data = text.encode()
    for number, (pattern, replacement) in enumerate(_rules()):
        if number == PADDED:
            data = b" " + data + b" "
        data = pattern.sub(replacement, data)
    return split(data.decode())


PADDED = 12  # which rule is the first to see a space on either side of the text


@cache
def _rules() -> list[tuple[re.Pattern[bytes], bytes]]:
    """Return patterns and their replacements, in order."""
    apart = rb" \1 "  # spaces around the matched token
    behind = rb"\1 \2 "
    two = rb" \1 \2 "
    rules = [
        (rb'^"', rb"``"),
        (rb"(``)", apart),
        (rb'([ (\[{<])"', rb"\1 `` "),
        (rb"([:,])([^\d])", rb" \1 \2"),
        (rb"([:,])$", apart),
        (rb"(\.\.\.)", apart),
        (rb"([;@#$%&])", apart),
        (rb"([^\.])(\.)([\]\)}>\"']*)\s*$", rb"\1 \2\3 "),
        (rb"([?!])", apart),
        (rb"([^'])' ", rb"\1 ' "),
        (rb"([][(){}<>])", apart),
        (rb"(--)", apart),
        (rb'"', rb" '' "),
        (rb"(\S)('')", behind),
        (rb"([^' ])('[sS]|'[mM]|'[dD]|') ", behind),
        (rb"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", behind),
    ]
    halves = ("can not", "d 'ye", "gim me", "gon na", "got ta", "lem me", "mor 'n")
    for left, right in (word.encode().split() for word in halves):
        rules.append((rb"(?i)\b(" + left + rb")(" + right + rb")\b", two))
    rules.append((rb"(?i)\b(wan)(na) ", two))
    rules += [(rb"(?i) ('t)(" + verb + rb")\b", two) for verb in (b"is", b"was")]
    return [(re.compile(pattern), replacement) for pattern, replacement in rules]


CORRECTION_TOKENS = ("treebank", "space")  # how corrections are cut


class Edit(NamedTuple):
    """Source tokens [start, end) are replaced; a span that reaches past the end is cut there."""

    start: int
    end: int
    tokens: Tokens


class Error(NamedTuple):
    """A place of a sentence, and how annotators change it.

    is_required   whether leaving it as it is is no choice
    alternatives  annotators, each with the edits of one alternative, in order
    """

    is_required: bool
    alternatives: tuple[tuple[int, tuple[Edit, ...]], ...]


class Sentence:
    """A sentence and its annotations.

    source        its tokens
    n_annotators  how many there are, those who change nothing as well
    """

    __slots__ = ("_edits", "_errors", "n_annotators", "source")

    def __init__(
        self,
        source: Tokens,
        n_annotators: int,
        *,
        edits: Sequence[tuple[int, Edit]] = (),
        errors: Sequence[Error] | None = None,
    ) -> None:
        """Take errors, or edits with their annotators, in order of the file."""
        self.source = source
        self.n_annotators = n_annotators
        self._edits = edits
        self._errors = errors

    @property
    def errors(self) -> Sequence[Error]:
        """Its errors, from left to right."""
        if self._errors is None:
            self._errors = errors_of(self._edits, self.n_annotators)
        return self._errors

    def by_annotator(self) -> dict[int, list[Edit]]:
        """Return the edits of each annotator who has an alternative, in rising number."""
        found: dict[int, list[Edit]] = {}
        if self._errors is None:
            for annotator, edit in self._edits:
                found.setdefault(annotator, []).append(edit)
            spans = (({edit[:2] for edit in own}, own) for own in found.values())
            if all(len(distinct) == len(own) for distinct, own in spans):
                # Edits of different places are applied from right to left, in whatever order they
                # come; only those of one place depend on the errors that they belong to.
                return dict(sorted(found.items()))
            found = {}
        for error in self.errors:
            for annotator, edits in error.alternatives:
                found.setdefault(annotator, []).extend(edits)
        return dict(sorted(found.items()))

    def candidates(self) -> list[Tokens]:
        """Return the candidates that a system is compared with in plain mode, each text once.

        Example:
            >>> edit = Edit(1, 1, ("big",))
            >>> Sentence(("a", "cat"), 2, edits=[(1, edit)]).candidates()
            [('a', 'cat'), ('a', 'big', 'cat')]
        """
        if self.n_annotators <= 0:
            return [self.source]
        own = self.by_annotator()
        texts = [self.source] if len(own) < self.n_annotators else []
        texts += [applied(self.source, edits) for edits in own.values()]
        return list(dict.fromkeys(texts))

    def choices(self) -> list[list[tuple[Edit, ...]]]:
        """Return the choices of each error, from left to right: no edit first, if that is one.

        Of alternatives that are equal as sets the first one stands for all.

        Example:
            >>> edits = [(0, Edit(0, 1, ("b",))), (1, Edit(0, 1, ("b",))), (1, Edit(2, 2, ("c",)))]
            >>> for choices in Sentence(("a", "d"), 2, edits=edits).choices():
            ...     print([[edit.tokens for edit in choice] for choice in choices])
            [[('b',)]]
            [[], [('c',)]]
        """
        found: list[tuple[int, int, list[tuple[Edit, ...]]]] = []
        for error in self.errors:
            edits = [edit for _, own in error.alternatives for edit in own]
            if not edits:
                continue
            choices: dict[frozenset[Edit], tuple[Edit, ...]] = {}
            if not error.is_required:
                choices[frozenset()] = ()
            for _, own in error.alternatives:
                choices.setdefault(frozenset(own), own)
            start, end = min(edit.start for edit in edits), max(edit.end for edit in edits)
            found.append((start, end, list(choices.values())))
        found.sort(key=lambda one: one[:2])
        return [choices for _, _, choices in found]


@dataclass(frozen=True, slots=True)
class Annotations(References):
    """Gold of annotators: a source, and the candidates that their edits make of it.

    Every sentence has as many candidates as the one that has most; the last ones repeat the first,
    which never changes the choice.

    sentences          with their annotations
    correction_tokens  how corrections were cut: "treebank" or "space"
    name               the gold's name in messages
    warnings           changes that the reader had to make
    """

    sentences: Sequence[Sentence] = ()
    correction_tokens: str = "treebank"
    name: str = "gold"
    warnings: tuple[str, ...] = ()
    repeats: ClassVar[bool] = True  # annotators agree, or change nothing

    @staticmethod
    def of(
        sentences: Sequence[Sentence],
        correction_tokens: str,
        name: str,
        warnings: tuple[str, ...] = (),
    ) -> Annotations:
        """Make gold of sentences."""
        source = Lines.of([" ".join(one.source) for one in sentences], name)
        texts = [[" ".join(text) for text in one.candidates()] for one in sentences]
        most = max(map(len, texts), default=1)
        # A sentence with many annotators makes many columns of all sentences.
        require_holdable(2 * most * len(source.data), "candidates")
        columns = [
            Lines.of([own[k] if k < len(own) else own[0] for own in texts], name)
            for k in range(most)
        ]
        return Annotations(source, columns, sentences, correction_tokens, name, warnings)


def applied(source: Tokens, edits: Iterable[Edit]) -> Tokens:
    """Return a text with edits made from right to left, as the authors' program makes them.

    Edits may overlap: each acts on the text as it is by then. One that would leave no token is not
    made.

    Example:
        >>> applied(("a", "b", "c"), [Edit(0, 1, ()), Edit(1, 3, ("d",))])
        ('d',)
    """
    text = list(source)
    for start, end, tokens in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        replaced = text[start:end]
        text[start:end] = tokens
        if not text:
            text = replaced
    return tuple(text)


def errors_of(edits: Sequence[tuple[int, Edit]], n_annotators: int) -> list[Error]:
    """Return the errors that edits of annotators form.

    From the longest to the shortest, in order of the file among equals, each edit joins the first
    error that holds one which it overlaps; errors are never joined. They stand in order of their
    first edits.
    """
    clusters: list[list[tuple[int, Edit]]] = []
    ends = sorted({end for _, edit in edits for end in edit[:2]})
    number_of = {end: number for number, end in enumerate(ends)}
    # By what lies between two such ends, 2k, and by the end inside a span, 2k - 1: the first error.
    first_at: dict[int, int] = {}
    for annotator, edit in sorted(edits, key=lambda one: one[1].start - one[1].end):
        # Edits get shorter: one overlaps another where both have a token, or its gap is within.
        start, end = 2 * number_of[edit.start], 2 * number_of[edit.end]
        places = range(start, end - 1) if end > start else range(start - 1, start)
        tokens = places[::2]
        number = min((first_at[at] for at in tokens if at in first_at), default=len(clusters))
        if number == len(clusters):
            clusters.append([])
        clusters[number].append((annotator, edit))
        for at in places:
            first_at[at] = min(number, first_at.get(at, number))
    clusters.sort(key=lambda cluster: cluster[0][1][:2])
    errors = []
    for cluster in clusters:
        own = tuple(
            (annotator, joined(edit for other, edit in cluster if other == annotator))
            for annotator in sorted({annotator for annotator, _ in cluster})
        )
        errors.append(Error(len(own) == n_annotators, own))
    return errors


def joined(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Join edits of the same place, one after the other, to one."""
    found: dict[tuple[int, int], Tokens] = {}
    for start, end, tokens in edits:
        found[start, end] = found.get((start, end), ()) + tokens
    return tuple(Edit(start, end, tokens) for (start, end), tokens in found.items())
