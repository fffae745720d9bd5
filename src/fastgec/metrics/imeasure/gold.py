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
from functools import cache
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import offsets_of, sealed
from fastgec.kernels.tokens import Vocabulary
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
from fastgec.metrics.imeasure.m2texts import annotated_texts, touched_corrections
from fastgec.read.batch import Dialect
from fastgec.read.errors import FormatError, visible
from fastgec.read.lines import Lines, encoded_m2
from fastgec.read.m2lines import LARGEST, NO_SENTENCE, read_batch
from fastgec.read.pieces import Source, read_utf8
from fastgec.read.tables import arrays_of

KEPT = 4096  # sentences
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
    touched = Vocabulary()
    if correction_tokens == "treebank":
        touched_corrections(batch, touched)
    cut = [" ".join(tokenize(touched[n].decode())).encode() for n in range(len(touched))]
    text, ranges, offsets, is_odd = annotated_texts(
        batch, touched, b"".join(cut), offsets_of(np.array([len(text) for text in cut], np.int64))
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
    """

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
        self._cut = cache(CUTS[correction_tokens])
        self._known: dict[tuple[int, bytes], Sentence] = {}

    def __reduce__(self) -> tuple[type, tuple[bytes, str, str]]:
        return M2Sentences, self._given

    def __len__(self) -> int:
        return self.batch.n_sentences

    @overload
    def __getitem__(self, number: int) -> Sentence: ...

    @overload
    def __getitem__(self, number: slice) -> list[Sentence]: ...

    def __getitem__(self, number: int | slice) -> Sentence | list[Sentence]:
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
            (annotator, Edit(start, end, self._cut(field.partition("||")[0])))
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
    sentences = [_sentence(element, name, past) for script in _scripts(root) for element in script]
    if not sentences:
        raise FormatError(name, None, "no sentence: expected scripts/script/sentence")
    warnings = tuple(_past_the_end(name, past, ": sentence {}"))
    return Annotations.of(sentences, "space", name, warnings)


def _scripts(root: Any) -> Iterator[Any]:
    for script in root.findall("script"):
        yield script.findall("sentence")


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
