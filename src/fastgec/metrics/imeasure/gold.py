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
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from fastgec._tokens import Vocabulary
from fastgec.arrays import offsets_of, sealed
from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.lines import Lines, encoded_m2
from fastgec.corpus.pieces import Source, read_utf8
from fastgec.machine.memory import require_holdable
from fastgec.metrics.imeasure.annotations import (
    Annotations,
    Edit,
    Error,
    Sentence,
    Tokens,
    joined,
    split,
    tokenize,
)
from fastgec.threeway.m2texts import annotated_texts

CUTS: dict[str, Callable[[str], Tokens]] = {"treebank": tokenize, "space": split}
LARGEST = 0x7FFFFFFF
WHITE = ("", " ", "\t", "\r")  # what may follow the letter of a line


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
        raise ValueError(f"correction_tokens {correction_tokens!r}, expected {expected}")
    past = _Past(name)
    touched = Vocabulary()
    written = annotated_texts(
        data, touched, correction_tokens == "treebank", b"", np.zeros(1, np.int64)
    )
    if len(touched):  # few, which come many times
        cut = [" ".join(tokenize(touched[n].decode())).encode() for n in range(len(touched))]
        ends = offsets_of(np.array([len(text) for text in cut]))
        written = annotated_texts(data, touched, True, b"".join(cut), ends)
    if written is None:
        _parsed(
            data.decode(), name, 0, CUTS[correction_tokens], {}, past
        )  # which says what is wrong
        raise AssertionError(name)
    text, ranges, offsets, is_odd, places, lines = written
    sentences = M2Sentences(data, places, lines, name, correction_tokens, past)
    first, sizes = offsets[:-1] + 1, np.diff(offsets) - 1
    more: list[bytes] = []
    for number in np.flatnonzero(is_odd).tolist():
        candidates = [" ".join(one).encode() for one in sentences[number].candidates()]
        first[number], sizes[number] = len(ranges) + len(more), len(candidates)
        more += candidates
    past.is_closed = True
    if more:
        ends = offsets_of(np.array([len(one) for one in more])) + len(text)
        ranges = np.concatenate([ranges, np.stack([ends[:-1], ends[1:]], axis=1)])
        text += b"".join(more)
    most = int(sizes.max())
    # A sentence with many annotators makes many columns of all sentences.
    require_holdable(24 * most * len(sizes), "candidates")
    columns = [_column(text, ranges, first + np.where(k < sizes, k, 0), name) for k in range(most)]
    source = _column(text, ranges, offsets[:-1], name)
    warnings = (*past.warnings("line"), *_literal_nones(data, name))
    return Annotations(source, columns, sentences, correction_tokens, name, warnings)


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
    """Sentences of M2 text, each understood when it is asked for."""

    def __init__(
        self,
        data: bytes,
        places: NDArray[np.int64],
        lines: NDArray[np.int64],
        name: str,
        correction_tokens: str,
        past: _Past,
    ) -> None:
        """Take the text, and where each sentence begins in it, by byte and by line."""
        self._data = data
        self._places = places
        self._lines = lines
        self._name = name
        self._cut = CUTS[correction_tokens]
        self._known: dict[str, Tokens] = {}
        self._past = past

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, number: int) -> Sentence: ...

    @overload
    def __getitem__(self, number: slice) -> list[Sentence]: ...

    def __getitem__(self, number: int | slice) -> Sentence | list[Sentence]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        number = range(len(self))[number]
        text = self._data[self._places[number] : self._places[number + 1]].decode()
        before = int(self._lines[number]) - 1
        return _parsed(text, self._name, before, self._cut, self._known, self._past)


def _parsed(
    text: str,
    name: str,
    n_before: int,
    cut: Callable[[str], Tokens],
    known: dict[str, Tokens],
    past: _Past,
) -> Sentence:
    """Understand the lines of the first sentence of a text; n_before lines come before it."""
    edits: list[tuple[int, Edit]] = []
    annotators: set[int] = set()
    source: Tokens | None = None
    for number, line in enumerate(text.split("\n"), n_before + 1):
        if line[:1] == "S" and line[1:2] in WHITE:
            source = split(line)[1:]
            if not source:
                raise FormatError(name, number, "no token found, expected a source sentence")
        elif line[:1] == "A" and line[1:2] in WHITE:
            if source is None:
                raise FormatError(name, number, "an edit found, expected a source before it")
            start, end, annotator, kind, correction = _fields(line, name, number)
            annotators.add(annotator)
            if start == end == -1 and kind.lower() == "noop":
                continue
            if not 0 <= start <= end:
                reason = f"span {start} {end} found, expected 0 <= start <= end"
                raise FormatError(name, number, reason)
            if end > len(source):
                past.add(number)
            if correction not in known:
                known[correction] = cut(correction)
            edits.append((annotator, Edit(start, end, known[correction])))
        elif line[:1] != "I" and not line.isspace() and line:
            reason = f"{line[:20]!r} found, expected a line that begins with 'S ' or 'A '"
            raise FormatError(name, number, reason)
    if source is None:
        raise FormatError(name, None, "no sentence found, expected lines that begin with 'S '")
    return Sentence(source, len(annotators), edits=edits)


def _fields(line: str, name: str, number: int) -> tuple[int, int, int, str, str]:
    """Return start, end, annotator, type and correction of an edit line."""
    fields = line.split("|||")
    if len(fields) < 6:
        reason = f"{len(fields)} fields found, expected 6 between '|||'"
        raise FormatError(name, number, reason)
    offsets = fields[0].split()
    try:
        _, first, last = offsets
        start, end, annotator = _whole(first), _whole(last), _whole(fields[5])
    except ValueError:
        found = f"{' '.join(offsets[1:])!r} and annotator {fields[5].strip()!r} found"
        reason = f"{found}, expected whole numbers up to {LARGEST}: start, end and annotator"
        raise FormatError(name, number, reason) from None
    return start, end, annotator, fields[1], fields[2].partition("||")[0]


class _Past:
    """Edits that reach past the end of their source."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._places: list[int] = []
        self.is_closed = False  # all have been seen once

    def add(self, place: int) -> None:
        if not self.is_closed:
            self._places.append(place)

    def warnings(self, what: str) -> tuple[str, ...]:
        if not self._places:
            return ()
        count = len(self._places)
        ends = "edit ends" if count == 1 else "edits end"
        place = f":{self._places[0]}" if what == "line" else f": {what} {self._places[0]}"
        reason = f"{count} {ends} after the source sentence and {'is' if count == 1 else 'are'} cut"
        return (f"{visible(self._name)}{place}: {reason} there",)


def _parsed_xml(data: bytes, name: str) -> Annotations:
    from xml.etree import ElementTree  # most runs read none

    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise FormatError(name, error.position[0], f"no XML found ({error})") from None
    past = _Past(name)
    sentences = [_sentence(element, name, past) for script in _scripts(root) for element in script]
    if not sentences:
        raise FormatError(name, None, "no sentence found, expected scripts/script/sentence")
    return Annotations.of(sentences, "space", name, past.warnings("sentence"))


def _scripts(root: Any) -> Iterator[Any]:
    for script in root.findall("script"):
        yield script.findall("sentence")


def _sentence(element: Any, name: str, past: _Past) -> Sentence:
    place = f"sentence {element.get('id', '(no id)')}"
    source = split("".join(element.findtext("text") or ""))
    if not source:
        raise FormatError(name, None, f"{place}: no token found, expected text")
    n_annotators = _attribute(element, "numann", name, place)
    errors = []
    for error in element.findall("error-list/error"):
        own = []
        for alternative in error.findall("alt"):
            edits = []
            for one in alternative.findall("c"):
                start, end = (_attribute(one, key, name, place) for key in ("start", "end"))
                if not 0 <= start <= end:
                    reason = f"{place}: span {start} {end} found, expected 0 <= start <= end"
                    raise FormatError(name, None, reason)
                if end > len(source):
                    past.add(int(place.split()[1]) if place.split()[1].isdigit() else 0)
                edits.append(Edit(start, end, split(one.text or "")))
            annotator = _attribute(alternative, "ann", name, place)
            own.append((annotator, joined(edits)))
        if error.get("req") is None:
            raise FormatError(name, None, f"{place}: no req of an error, expected 'yes' or 'no'")
        errors.append(Error(error.get("req") != "no", tuple(own)))
    annotators = {annotator for error in errors for annotator, _ in error.alternatives}
    if n_annotators < len(annotators):  # which would drop edits
        reason = f"{place}: numann {n_annotators}, expected {len(annotators)} or more"
        who = ", ".join(map(str, sorted(annotators)))
        raise FormatError(name, None, f"{reason}: alternatives are of annotator {who}")
    if n_annotators < 0:
        raise FormatError(name, None, f"{place}: numann {n_annotators}, expected 0 or more")
    return Sentence(source, n_annotators, errors=errors)


def _attribute(element: Any, key: str, name: str, place: str) -> int:
    value = element.get(key)
    try:
        if value is None:
            raise ValueError
        return _whole(value)
    except ValueError:
        found = "nothing" if value is None else repr(value)
        reason = f"{place}: {key} of <{element.tag}> is {found}, expected a whole number"
        raise FormatError(name, None, reason) from None


def _whole(text: str) -> int:
    value = int(text)
    if "_" in text or not text.isascii() or abs(value) > LARGEST:
        raise ValueError
    return value
