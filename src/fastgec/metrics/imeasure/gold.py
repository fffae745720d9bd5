r"""Readers of gold that is edits: M2, and the XML format of the I-measure's authors.

M2: a line that begins with "S " is a source, the tokens after its first; one that begins with "A "
is an edit or says that an annotator changes nothing ("noop", from -1 to -1). A correction is what
stands before "||", as it is: "-NONE-" is a word like any other, and a deletion is an empty field.
Corrections are cut into Treebank tokens, unless the caller asks for white space.

Texts end lines at "\n" only and are cut at ASCII white space. A span past the end of its source is
cut there, with a warning; whatever else cannot be is an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.counts import offsets_of, sealed
from fastgec.kernels.tokens import Vocabulary
from fastgec.machine import require_holdable
from fastgec.metrics.imeasure.m2texts import annotated_texts
from fastgec.read import FormatError, visible
from fastgec.read.batch import Dialect
from fastgec.read.files import Source, read_utf8
from fastgec.read.gold import LARGEST, NO_SENTENCE, array_of, arrays_of, read_batch
from fastgec.read.lines import Lines, References, encoded_m2

# Gold of the I-measure that is edits: each sentence's annotations, and candidates made of them.
#
# Edits that overlap form an error; each annotator who has an edit there has an alternative of it.
# An error is required if every annotator of the sentence has one, else it may be left as it is.
# From that come the candidates that a system is compared with: in plain mode the text of each
# annotator, and the source, if an annotator changes nothing. Choices of each error are what mixes
# are made of.
#
# Corrections are cut into Treebank tokens, as the authors' converter of gold cuts them. The rules
# are those of the Penn Treebank as NLTK had them in 2015 (its 3.0.5); they see ASCII only. Most
# corrections hold nothing that a rule is about and are cut at white space at once.


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
    halves = (b"can not", b"d 'ye", b"gim me", b"gon na", b"got ta", b"lem me", b"mor 'n")
    rules += [(rb"(?i)\b(" + word.replace(b" ", rb")(") + rb")\b", two) for word in halves]
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


KEPT = 4096  # sentences
WHOLE = re.compile(r"\s*[+-]?0{0,99}[0-9]{1,10}\s*", re.ASCII)
CUTS: dict[str, Callable[[str], Tokens]] = {"treebank": tokenize, "space": split}


def read_m2(path: Source, *, correction_tokens: str = "treebank") -> Annotations:
    """Read gold from an M2 file; "-" is standard input, gzip and Zstandard are recognised.

    Args:
        path: of the file.
        correction_tokens: how corrections are cut: "treebank" as in the published results, or
            "space".

    Raises:
        FormatError: the file is bad; it names file and line.
        ValueError: another word for correction_tokens.
    """
    return _parsed_m2(read_utf8(path), os.fspath(path), correction_tokens)


def parse_m2(text: str, name: str = "gold", *, correction_tokens: str = "treebank") -> Annotations:
    r"""Read gold from the text of an M2 file; the rest as `read_m2`.

    Example:
        >>> gold = parse_m2("S a cat\nA 0 1|||D|||the|||REQUIRED|||-NONE-|||0\n")
        >>> [column[0] for column in gold.columns]
        ['the cat']
    """
    return _parsed_m2(encoded_m2(text, name), name, correction_tokens)


def read_xml(path: Source) -> Annotations:
    """Read gold in the XML format of the I-measure's authors; errors as `read_m2`."""
    return _parsed_xml(read_utf8(path), os.fspath(path))


def _parsed_m2(data: bytes, name: str, correction_tokens: str) -> Annotations:
    if correction_tokens not in CUTS:
        expected = " or ".join(map(repr, CUTS))
        raise ValueError(f"correction_tokens {correction_tokens!r}: expected {expected}")
    sentences = M2Sentences(data, name, correction_tokens)
    batch = sentences.batch
    corrections = Vocabulary()
    numbers = array_of(batch.fields(corrections)[0], np.int32)
    fields = (corrections[number].decode() for number in range(len(corrections)))
    cut = [" ".join(sentences.cut(field)).encode() for field in fields]
    text, ranges, offsets, is_odd = annotated_texts(
        batch, numbers, b"".join(cut), offsets_of(np.array([len(text) for text in cut], np.int64))
    )
    first, sizes = offsets[:-1] + 1, np.diff(offsets) - 1
    more: list[bytes] = []
    past: list[int] = []  # lines of edits that reach past the end of their source
    for number in np.flatnonzero(is_odd).tolist():
        sentence = sentences[number]
        candidates = [" ".join(one).encode() for one in sentence.candidates()]
        first[number], sizes[number] = len(ranges) + len(more), len(candidates)
        more += candidates
        past += [each[0] for each in batch.sentence(number) if each[3] > len(sentence.source)]
    if more:
        ends = offsets_of(np.array([len(one) for one in more])) + len(text)
        ranges = np.concatenate([ranges, np.stack([ends[:-1], ends[1:]], axis=1)])
        text += b"".join(more)
    most = int(sizes.max())
    # A sentence with many annotators makes many columns of all sentences.
    require_holdable(24 * most * len(sizes), "candidates")
    columns = [_column(text, ranges, first + np.where(k < sizes, k, 0), name) for k in range(most)]
    source = _column(text, ranges, offsets[:-1], name)
    warnings = [*_past_the_end(name, past, ":{}"), *_literal_nones(data, name)]
    return Annotations(source, columns, sentences, correction_tokens, name, tuple(warnings))


def _past_the_end(name: str, places: Sequence[int], place: str) -> Iterator[str]:
    """Yield a warning of edits that reach past the end of their source, if there are any."""
    if places:
        ends = "edit ends" if len(places) == 1 else "edits end"
        reason = f"{len(places)} {ends} after the source sentence"
        are = "is" if len(places) == 1 else "are"
        yield f"{visible(name)}{place.format(places[0])}: {reason} and {are} cut there"


def _literal_nones(data: bytes, name: str) -> tuple[str, ...]:
    """Warn of corrections that are the word "-NONE-": elsewhere that means a deletion."""
    ending = b"|||-NONE-|||REQUIRED|||"
    if data.count(ending) == data.count(b"|||noop" + ending):
        return ()
    wanted = re.compile(
        rb"A -?\d+ -?\d+\|\|\|(?!noop\|)[^|\n]*\|\|\|-NONE-\|\|\|REQUIRED", re.IGNORECASE
    )
    lines = [n for n, line in enumerate(data.split(b"\n"), 1) if wanted.match(line)]
    if not lines:
        return ()
    found = "1 correction is" if len(lines) == 1 else f"{len(lines)} corrections are"
    return (
        f"{visible(name)}:{lines[0]}: {found} the word -NONE-, taken as it is, as the authors' "
        "program takes it; in a deletion the field is empty",
    )


def _column(text: bytes, ranges: NDArray[np.int64], rows: NDArray[np.int64], name: str) -> Lines:
    return Lines(text, sealed(ranges[rows, 0]), sealed(ranges[rows, 1]), name)


class M2Sentences(Sequence[Sentence]):
    """Sentences of M2 text, each parsed at first use; of equal ones, often the same object.

    batch  the compiled batch that the text was read into
    cut    what cuts a correction, as its line has it, into tokens
    """

    cut: Callable[[str], Tokens]

    def __init__(self, data: bytes, name: str, correction_tokens: str) -> None:
        """Read the text.

        Raises:
            FormatError: A line is bad.
        """
        self._given = data, name, correction_tokens
        self.batch = read_batch(data, Dialect.IMEASURE, name)
        if not self.batch.n_sentences:
            raise FormatError(name, None, NO_SENTENCE)
        self._arrays = arrays_of(self.batch)
        cut = CUTS[correction_tokens]
        self.cut = cache(lambda field: cut(field.partition("||")[0]))
        self._known: dict[tuple[int, bytes], Sentence] = {}

    def __reduce__(self) -> tuple[type, tuple[bytes, str, str]]:
        return M2Sentences, self._given

    def __len__(self) -> int:
        return self.batch.n_sentences

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        number = range(len(self))[number]
        data, arrays = self._given[0], self._arrays
        start = arrays["source_at"][number]
        next_start = arrays["source_at"][number + 1] if number + 1 < len(self) else None
        n_annotators = int(arrays["row_offsets"][number + 1] - arrays["row_offsets"][number])
        content = n_annotators, data[start:next_start]
        known = self._known.get(content)
        if known is not None:
            return known
        text = data[start : arrays["source_end"][number]].decode()
        edits = [
            (annotator, Edit(start, end, self.cut(field)))
            for _, annotator, start, end, field in self.batch.sentence(number)
        ]
        if len(self._known) >= KEPT:
            self._known.clear()
        sentence = self._known[content] = Sentence(split(text), n_annotators, edits=edits)
        return sentence


def _parsed_xml(data: bytes, name: str) -> Annotations:
    from xml.etree import ElementTree  # most runs read none

    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise FormatError(name, error.position[0], f"invalid XML ({error})") from None
    past: list[int] = []  # sentences
    sentences = [_sentence(element, name, past) for element in root.findall("script/sentence")]
    if not sentences:
        raise FormatError(name, None, "no sentence: expected scripts/script/sentence")
    warnings = tuple(_past_the_end(name, past, ": sentence {}"))
    return Annotations.of(sentences, "space", name, warnings)


def _sentence(element: Any, name: str, past: list[int]) -> Sentence:
    place = f"sentence {element.get('id', '(no id)')}"
    source = split("".join(element.findtext("text") or ""))
    if not source:
        raise FormatError(name, None, f"{place}: no token: expected text")
    n_annotators = _attribute(element, "numann", name, place)
    errors = []
    for error in element.findall("error-list/error"):
        own = []
        for alternative in error.findall("alt"):
            edits = []
            for one in alternative.findall("c"):
                start, end = (_attribute(one, key, name, place) for key in ("start", "end"))
                if not 0 <= start <= end:
                    reason = f"{place}: span {start} {end}: expected 0 <= start <= end"
                    raise FormatError(name, None, reason)
                if end > len(source):
                    past.append(int(place.split()[1]) if place.split()[1].isdigit() else 0)
                edits.append(Edit(start, end, split(one.text or "")))
            annotator = _attribute(alternative, "ann", name, place)
            own.append((annotator, joined(edits)))
        if error.get("req") is None:
            raise FormatError(name, None, f"{place}: no req of an error: expected 'yes' or 'no'")
        errors.append(Error(error.get("req") != "no", tuple(own)))
    annotators = {annotator for error in errors for annotator, _ in error.alternatives}
    if n_annotators < len(annotators):  # which would drop edits
        reason = f"{place}: numann {n_annotators}: expected {len(annotators)} or more"
        who = ", ".join(map(str, sorted(annotators)))
        raise FormatError(name, None, f"{reason}: alternatives are of annotator {who}")
    if n_annotators < 0:
        raise FormatError(name, None, f"{place}: numann {n_annotators}: expected 0 or more")
    return Sentence(source, n_annotators, errors=errors)


def _attribute(element: Any, key: str, name: str, place: str) -> int:
    value = element.get(key)
    if value is not None and WHOLE.fullmatch(value) and abs(int(value)) <= LARGEST:
        return int(value)
    found = "nothing" if value is None else repr(value)
    reason = f"{place}: {key} of <{element.tag}> is {found}, expected a whole number"
    raise FormatError(name, None, reason)
