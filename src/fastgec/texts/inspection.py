"""Findings about texts, parallel files, M2 files, and outputs of language models.

A finding is an error if scoring refuses the file for it or silently loses data, a warning if
numbers may not mean what they seem to, and a note otherwise. Nothing is decided here about
presentation.

Files are read block by block. M2 is read by the compiled reader, which here does not stop at the
first bad line. Whatever the reader of gold (`read.gold`) refuses or leaves out is an error here, on
the same line and in the same words; other findings are allowed, but may not mean what their author
thinks. Arrays tell which lines and edits can have a finding, and only these are looked at one by
one (`_suspects`, `_suspect_rows`).

A language model may write more than the correction: preambles, loops, exchanged signs. Every metric
counts these as edits, and nothing here removes them. A line is compared with its source: what
stands in the source, too, is no finding.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.kernels.tokens import Vocabulary, find_breaks, is_valid, split_lines
from fastgec.read import counted
from fastgec.read.batch import Batch, Dialect, Fault
from fastgec.read.files import (
    BYTE_ORDER_MARK,
    LOOKED_AT,
    MOST,
    PIECE,
    ByteReader,
    Source,
    kind_of,
    may_be_structured,
    require_countable,
)
from fastgec.read.gold import (
    NOOP,
    TokenTable,
    array_of,
    arrays_of,
    explain,
    find_overlaps,
    numbered,
    shown,
    words,
)
from fastgec.read.lines import Lines

# Each plain sign with those that typesetting has in its place.
TYPOGRAPHIC = {
    "'": "\u2018\u2019\u201a\u201b\u02bc\u2032`\u00b4",
    '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
    "...": "\u2026",
}
_PLAIN = {sign: plain for plain, signs in TYPOGRAPHIC.items() for sign in signs}
_MARKS = re.compile(f"\\.{{3,}}|['\"\\-{''.join(_PLAIN)}]")

_TEXT = r"(?:sentence|text|version|paragraph|output|answer|response|correction)s?"
_CORRECT = r"(?:grammatically\s+)?(?:correct|corrected|revised|edited|improved|fixed)"
_PREAMBLE = re.compile(
    rf"""\W{{0,4}}(?:
        (?:sure|certainly|of\ course|okay|absolutely)\s?[,!.:]+\s*(?:
            here\s?(?:'s|’s|is|are)\b | the\s+{_CORRECT}\s+{_TEXT}\b | i\b.{{0,9}}\b{_CORRECT}\b
        )
      | here\s?(?:'s|’s|is|are)\b[^.:]{{0,60}}\b{_TEXT}\b[^.:]{{0,60}}:
      | (?:the|your|my|this\ is\ the)\s+{_CORRECT}\s+{_TEXT}\b[^.:]{{0,60}}:
      | (?:{_CORRECT}(?:\s+{_TEXT})?|correction|output|answer)\s?:
      | as\ an\ ai\b | i(?:'m|\ am)\ sorry,?\ but\ i\b | ```
    )""",
    re.VERBOSE | re.IGNORECASE,
)
LONGEST = 200  # characters of a line in which a preamble is looked for
TIMES, RUN = 4, 500  # a line goes on too far at more than so many times its source, and bytes more


def inspect_raw(text: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield what a model may have written beside the correction of a source: kind and detail.

    >>> dict(inspect_raw("Corrected sentence: It’s a cat.", "It 's a cats ."))
    {'preamble': "'Corrected sentence:'", 'exchanged-signs': "’ (U+2019) for '"}
    """
    preamble = _PREAMBLE.match(text, 0, LONGEST)
    if preamble and not _PREAMBLE.match(source, 0, LONGEST):
        yield "preamble", shown(preamble[0].strip())
    size, expected = _n_bytes(text), _n_bytes(source)
    if size > TIMES * expected and size > expected + RUN:
        yield "runaway", f"{size} bytes; the source has {expected}"
    if exchanged := _exchanged(text, source):
        yield "exchanged-signs", ", ".join(exchanged)


def _n_bytes(text: str) -> int:
    return len(text.strip().encode(errors="replace"))


def _exchanged(text: str, source: str) -> list[str]:
    """Return which signs stand for others of their kind that the source has: "’ (U+2019) for '"."""
    # Of each kind one sign is ASCII, but for the grave accent.
    if text.isascii() and source.isascii() and "`" not in text and "`" not in source:
        return []
    if text == source or not (mine := _counts(text)):
        return []
    theirs = _counts(source)
    found = []
    for sign, count in mine.items():
        plain = _PLAIN.get(sign, sign)
        if count <= theirs.get(sign, 0):
            continue
        for other in (plain, *TYPOGRAPHIC[plain]):
            if theirs.get(other, 0) > mine.get(other, 0) and other != sign:
                name = f" (U+{ord(sign):04X})" if len(sign) == 1 and not sign.isascii() else ""
                found.append(f"{sign}{name} for {other}")
                break
    return found


def _counts(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for found in _MARKS.findall(text):
        sign = "..." if found[0] == "." else found
        counts[sign] = counts.get(sign, 0) + 1
    return counts


Severity = Literal["error", "warning", "note"]

_KINDS: dict[Severity, str] = {
    "error": "no-sentence unequal-counts structured invalid-utf8 bad-line out-of-range "
    "negative-span",
    "warning": "overlap duplicate unsorted noop-beside-edits unmatchable no-change "
    "missing-blank-line empty untokenized trailing-space inner-space line-separator invisible "
    "preamble exchanged-signs runaway",
    "note": "absent-annotator no-annotation alternatives equal-to-source unusual-length "
    "byte-order-mark carriage-return",
}
SEVERITIES = tuple(_KINDS)
SEVERITY = {kind: severity for severity, kinds in _KINDS.items() for kind in kinds.split()}

Integers = NDArray[np.int64]

SENTENCES, BYTES = 4096, 1 << 20  # of a text, the most that are read at once

LONG = 60  # tokens from which a sentence can be unusually long
TIMES_MEDIAN = 4  # and how many times the median it must exceed
TIMES_SOURCE = 2  # a correction is as unusual at this many times its source, or the inverse
FEW = 10  # but not if the longer of the two has fewer tokens

# Letters with punctuation on them that a tokenizer would have cut off.
_SIGNS = r"""(?<!\S)(?!\S*(?:://|@|www\.))(?:
        \S*[^\W\d_]{2}[,;:!?] (?!\S)            # word,
      | \S*[^\W\d_]{3}\. (?=\s*$)               # word. at the end of the sentence
      | ["(\[“][^\W\d_]\S*                      # (word
      | \S*[^\W\d_]{2}["”)\]] (?!\S)            # word)
      | \S*[a-z]{2}[,;!?][^\W\d_]{2}\S*         # word,word
      | \S*[a-z]{2}\.[A-Z][a-z]\S*              # word.Word"""
# Tokenizers of English cut these off; in other languages words have apostrophes inside.
_CLITICS = r"""
      | [A-Za-z]+n't (?!\S)                     # don't
      | [A-Za-z]+'(?:s|re|ve|ll|m|d) (?!\S)     # it's"""
_UNTOKENIZED = {
    is_english: re.compile(f"{_SIGNS}{_CLITICS if is_english else ''}\n)", re.VERBOSE)
    for is_english in (True, False)
}
_ENGLISH = tuple(
    "".join(letters).encode()
    for word in ("the", "and", "to", "that", "you", "it", "for", "was")
    for letters in product(*((letter, letter.upper()) for letter in word))
)
FEWEST_WORDS = 20  # of a text that can be told not to be English
ENGLISH_SHARE = 0.03  # of its words: they are 10 to 20 % of English, and below 2 % elsewhere
# What each of them has, looked for first: it is rare, and found faster.
_SUSPECT = re.compile(r"""[^\W\d_](?:[,;:!?."”)\]]|(?<!\sn)')|["(\[“][^\W\d_]""")
# Pairs of bytes, one of which each ASCII line has that has a finding: a letter and a sign, a sign
# and a letter, two spaces, or anything behind what is no printable ASCII.
_SPACE = 0x20
_LETTER_SIGN, _SIGN_LETTER, _TWO_SPACES, _ODD = 1, 2, 4, 8


def _pairs() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return for each byte in which of these pairs it is the first, and in which the second."""
    firsts, seconds = np.zeros(256, np.uint8), np.full(256, _ODD, np.uint8)
    for byte in range(256):
        character = chr(byte)
        if byte >= 0x7F or (byte < _SPACE and character != "\n"):
            firsts[byte] = _ODD
        elif character.isalpha():
            firsts[byte] = _LETTER_SIGN
            seconds[byte] |= _SIGN_LETTER
        elif byte == _SPACE:
            firsts[byte] = _TWO_SPACES
            seconds[byte] |= _TWO_SPACES
        if character in '"([':
            firsts[byte] = _SIGN_LETTER
        if character in ",;:!?.\")]'":
            seconds[byte] |= _LETTER_SIGN
    return firsts, seconds


_FIRST, _SECOND = _pairs()
# Where some programs break a line and others do not; white space that is no plain space.
_SEPARATOR = re.compile("[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_ODD_SPACE = re.compile(r"[^\S ]")
# What nobody sees and makes another word: control characters, soft hyphens, spaces of no width,
# marks of direction, a byte-order mark.
# Joiners (U+200C, U+200D) belong to words of Persian and Hindi, and to pictures: not to ASCII.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069"
    "\ufeff]|[\u200c\u200d](?=[\x00-\x7f]|$)|(?:^|(?<=[\x00-\x7f]))[\u200c\u200d]"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: its kind (a key of SEVERITY), how bad it is, where (from 1), and what."""

    kind: str
    severity: Severity
    line: int | None
    detail: str

    @staticmethod
    def of(kind: str, line: int | None, detail: str) -> Finding:
        """Make a finding of the severity of its kind."""
        return Finding(kind, SEVERITY[kind], line, detail)


@dataclass(frozen=True, slots=True)
class Annotator:
    """One annotator of an M2 file.

    id           as it is in the file
    n_sentences  sentences with a line of the annotator
    n_edits      edits, those past the end of their sentence included
    n_absent     sentences where others have a line and this one has none: with `implicit_noop` the
                 annotator counts there, with nothing to correct
    """

    id: int
    n_sentences: int
    n_edits: int
    n_absent: int


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is known of a file.

    name        the path as typed
    lengths     how many sentences have how many tokens
    findings    by line; those of the whole file first
    annotators  of an M2 file, ids ascending
    n_silent    of an M2 file: sentences without any edit line
    n_equal     of a file beside a source: lines that equal the source's
    """

    name: str
    lengths: Mapping[int, int]
    findings: tuple[Finding, ...]
    annotators: tuple[Annotator, ...] = field(default=())
    n_silent: int | None = None
    n_equal: int | None = None

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return sum(self.lengths.values())

    @property
    def n_tokens(self) -> int:
        """Number of tokens."""
        return sum(length * times for length, times in self.lengths.items())

    @property
    def median_length(self) -> float:
        """Median number of tokens of a sentence; 0 if there is none."""
        return _median(self.lengths)

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(finding.severity == severity for finding in self.findings)


class _File:
    """The whole lines of a file, some at a time; what is odd about its bytes is a finding.

    name      the path as typed
    findings  bytes that are not UTF-8: what can be read of them is text
    start     the first bytes, `MOST` and one at most
    """

    def __init__(self, path: Source) -> None:
        self.name = str(path)
        self.findings: list[Finding] = []
        self.start = b""
        self._pieces = ByteReader(path, keep_mark=True)
        self._is_new = True
        self._rest: list[bytes] = []  # of a line that is not read to its end
        self._lines, self._at = b"", 0  # whole lines, and how many bytes of them are taken
        self._n_lines = 0  # that have an end
        self._n_returns = self._first_return = 0
        self._has_mark = False

    def take(self, most: int, most_bytes: int | None = None) -> Lines:
        """Return the next lines, no more once they have so many bytes. Raises: FormatError."""
        parts: list[bytes] = []
        n_lines = size = 0
        while n_lines < most and (most_bytes is None or size < most_bytes):
            if self._at == len(self._lines):
                self._lines, self._at = self._more(), 0
                if not self._lines:
                    break
            n_found, at = find_breaks(self._lines, self._at, most - n_lines)
            parts.append(self._lines[self._at : at])
            n_lines, size, self._at = n_lines + n_found, size + at - self._at, at
        data = b"".join(parts)
        return Lines(data, *split_lines(data), self.name)

    def blocks(self) -> Iterator[tuple[bytes, int]]:
        """Yield parts of M2 text, cut before a source, and how many lines come before each."""
        parts: list[bytes] = []
        n_before = 0
        while piece := self._more():
            require_countable(sum(map(len, parts)), "sentence", self.name, n_before)
            at = piece.rfind(b"\nS ") + 1
            if at:
                data = b"".join([*parts, piece[:at]])
                yield data, n_before
                n_before += data.count(b"\n")
                parts.clear()
            parts.append(piece[at:])
        yield b"".join(parts), n_before

    def known(self) -> Iterator[Finding]:
        """Yield the findings about the bytes of the file, which was read."""
        if self._has_mark:
            yield Finding.of("byte-order-mark", 1, "byte-order mark, not part of the text")
        if n := self._n_returns:
            share = "all" if n == self._n_lines else f"{n} of {self._n_lines}"
            found = rf"{share} line ends are \r\n, not part of the text"
            yield Finding.of("carriage-return", self._first_return, found)
        yield from self.findings

    def _more(self) -> bytes:
        """Return the next whole lines, UTF-8; nothing at the end."""
        while piece := self._pieces.read(PIECE):
            if self._is_new and piece.startswith(BYTE_ORDER_MARK):
                self._has_mark = True
                piece = piece[len(BYTE_ORDER_MARK) :]
            self._is_new = False
            at = piece.rfind(b"\n") + 1
            if at:
                data = b"".join([*self._rest, piece[:at]])
                self._rest = [piece[at:]]
                return self._read(data)
            self._rest.append(piece)
            require_countable(sum(map(len, self._rest)), "line", self.name, self._n_lines)
        data = b"".join(self._rest)
        self._rest = []
        return self._read(data)

    def _read(self, data: bytes) -> bytes:
        if n_returns := data.count(b"\r\n"):
            if not self._n_returns:
                n_before = data.count(b"\n", 0, data.index(b"\r\n"))
                self._first_return = self._n_lines + n_before + 1
            self._n_returns += n_returns
        if not is_valid(data):
            lines = data.split(b"\n")
            for number, line in enumerate(lines):
                lines[number] = self._decoded(line, self._n_lines + number + 1).encode()
            data = b"\n".join(lines)
        self._n_lines += data.count(b"\n")
        if len(self.start) <= MOST:
            self.start += data[: MOST + 1 - len(self.start)]
        return data

    def _decoded(self, line: bytes, number: int) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            found = f"byte 0x{line[error.start]:02x} at byte {error.start + 1} of the line"
            self.findings.append(Finding.of("invalid-utf8", number, found))
            return line.decode(errors="replace")


class _Sentences:
    """What is known of the sentences of a file, block by block.

    findings  by line; those that depend on the whole text come from `later`
    lengths   how many sentences have how many tokens
    """

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.lengths: Counter[int] = Counter()
        self._long: list[tuple[int, int]] = []
        self._untokenized: list[tuple[int, str, str]] = []
        self._n_english = 0

    def add(
        self, lines: Lines, numbers: Integers, tokens: TokenTable, vocabulary: Vocabulary
    ) -> None:
        """Add sentences, their line numbers and their tokens."""
        sizes = np.diff(tokens.offsets)
        self.lengths.update(_counted(sizes))
        for at in np.flatnonzero(sizes > LONG).tolist():
            self._long.append((int(numbers[at]), int(sizes[at])))
        known = [token for word in _ENGLISH if (token := vocabulary.index(word)) >= 0]
        uses = np.bincount(tokens.ids, minlength=len(vocabulary))
        self._n_english += int(uses[known].sum())
        for at in np.flatnonzero(_suspects(lines)).tolist():
            text, number = lines[at], int(numbers[at])
            self.findings += inspect_text(text, number)
            if found := _untokenized(text, is_english=True):
                other = _untokenized(text, is_english=False)
                self._untokenized.append((number, found, other))

    @property
    def is_english(self) -> bool:
        """Whether the text is English, or too short to tell."""
        n_words = sum(length * times for length, times in self.lengths.items())
        return n_words < FEWEST_WORDS or self._n_english >= ENGLISH_SHARE * n_words

    def later(self, *, is_english: bool) -> Iterator[Finding]:
        """Yield words that look untokenized, and sentences much longer than is usual here."""
        for number, english, other in self._untokenized:
            if found := english if is_english else other:
                yield Finding.of("untokenized", number, found)
        usual = _median(self.lengths)
        for number, size in self._long:
            if size > TIMES_MEDIAN * usual:
                yield Finding.of(
                    "unusual-length", number, f"{size} tokens; the median is {usual:g}"
                )


def _counted(values: NDArray[Any]) -> dict[int, int]:
    """Return how often each value occurs."""
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _median(lengths: Mapping[int, int]) -> float:
    """Return the median of lengths that occur so often, 0 of none."""
    n = sum(lengths.values())
    middle = []
    n_before = 0
    for length, times in sorted(lengths.items()):
        middle += [length for at in ((n - 1) // 2, n // 2) if n_before <= at < n_before + times]
        n_before += times
    return sum(middle) / 2 if middle else 0


def _suspects(lines: Lines) -> NDArray[np.bool_]:
    r"""Return which lines can have a finding of `inspect_text` or a word that looks untokenized.

    >>> _suspects(Lines.of(["A cat .", "A  cat", "A cat.", "do n't", "It's", "caf\u00e9"])).tolist()
    [False, True, True, False, True, True]
    """
    data = np.frombuffer(lines.data, np.uint8)
    starts, ends = lines.starts, lines.ends
    found = np.array(starts == ends)
    full = np.flatnonzero(~found)
    found[full] = data[starts[full]] == _SPACE
    found[full] |= _FIRST[data[ends[full] - 1]] & (_TWO_SPACES | _ODD) > 0
    places = np.flatnonzero(_FIRST[data[:-1]] & _SECOND[data[1:]])
    is_clitic = (data[places] == ord("n")) & (data[places + 1] == ord("'"))
    is_clitic &= data[np.maximum(places - 1, 0)] == _SPACE
    places = places[~is_clitic]
    numbers = np.searchsorted(starts, places, "right") - 1
    is_in = numbers >= 0
    is_in[is_in] = places[is_in] < ends[numbers[is_in]]
    found[numbers[is_in]] = True
    return found


def inspect_text(text: str, line: int) -> Iterator[Finding]:
    """Yield what is odd about one sentence.

    >>> [finding.kind for finding in inspect_text("A cat ,  that sat . ", 1)]
    ['trailing-space', 'inner-space']
    """
    if not text.split():
        yield Finding.of("empty", line, "no token")
    bare = text.rstrip()
    if bare != text:
        count = len(text) - len(bare)
        found = f"{count} white-space character{'s' if count > 1 else ''} at the end"
        yield Finding.of("trailing-space", line, found)
    is_printable = text.isprintable()
    if bare[:1].isspace() or "  " in bare:
        yield Finding.of("inner-space", line, "spaces before the first word or several in a row")
    elif not is_printable and (odd := _ODD_SPACE.search(bare)):
        found = f"U+{ord(odd[0]):04X} at character {odd.start() + 1} separates tokens"
        yield Finding.of("inner-space", line, found)
    if is_printable:
        return
    if separator := _SEPARATOR.search(text):
        found = f"U+{ord(separator[0]):04X} at character {separator.start() + 1}"
        yield Finding.of("line-separator", line, f"{found}: some programs break the line there")
    yield from _invisible(text, line)


def _untokenized(text: str, *, is_english: bool) -> str:
    """Return the first words of a sentence that look untokenized, and how many more there are.

    >>> _untokenized("A cat, that sat.", is_english=True)
    "'cat,', 'sat.'"
    """
    bare = text.rstrip()
    found = _UNTOKENIZED[is_english].findall(bare) if _SUSPECT.search(bare) else []
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return ", ".join(map(shown, found[:3])) + more


def _invisible(text: str, line: int) -> Iterator[Finding]:
    """Yield the first character of a sentence that nobody sees, and how many more there are."""
    found = [match.start() for match in _INVISIBLE.finditer(text)]
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        place = f"U+{ord(text[found[0]]):04X} at character {found[0] + 1}{more}"
        yield Finding.of("invisible", line, f"{place}: words with it are other words")


def in_order(*findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings by line, those of the whole file first."""
    return tuple(sorted(chain(*findings), key=lambda finding: finding.line or 0))


# Texts


class _Beside:
    """What is known of a text beside its source, block by block.

    equal    lines that equal the source's
    lengths  lines much longer or shorter than the source's
    raw      what a model may have written beside its correction

    The last two have a meaning where counts of lines are equal.
    """

    def __init__(self) -> None:
        self.equal: list[Finding] = []
        self.lengths: list[Finding] = []
        self.raw: list[Finding] = []

    def add(
        self, lines: Lines, tokens: TokenTable, sources: Lines, of_sources: TokenTable, first: int
    ) -> None:
        """Add lines and their sources, from a line number on; what only one of them has is left."""
        n = min(len(lines), len(sources))
        mine, theirs = (np.diff(table.offsets)[:n] for table in (tokens, of_sources))
        for at in np.flatnonzero(_equal_rows(tokens, of_sources)).tolist():
            self.equal.append(Finding.of("equal-to-source", first + at, "equals the source"))
        few, many = np.minimum(mine, theirs), np.maximum(mine, theirs)
        for at in np.flatnonzero((many >= FEW) & (few * TIMES_SOURCE < many)).tolist():
            found = f"{mine[at]} tokens; the source has {theirs[at]}"
            self.lengths.append(Finding.of("unusual-length", first + at, found))
        for at in range(n):
            text, source = lines[at], sources[at]
            if text != source:
                found_here = inspect_raw(text, source)
                self.raw += [Finding.of(kind, first + at, found) for kind, found in found_here]


def _equal_rows(one: TokenTable, other: TokenTable) -> NDArray[np.bool_]:
    """Return which rows that both tables have are equal."""
    n = min(len(one), len(other))
    sizes, others = np.diff(one.offsets)[:n], np.diff(other.offsets)[:n]
    is_equal = sizes == others
    ids = one.ids[: one.offsets[n]][np.repeat(is_equal, sizes)]
    differ = ids != other.ids[: other.offsets[n]][np.repeat(is_equal, others)]
    n_different = np.concatenate([np.zeros(1, np.int64), np.cumsum(differ)])
    ends = np.cumsum(sizes[is_equal])
    is_equal[is_equal] = n_different[ends] == n_different[ends - sizes[is_equal]]
    return np.asarray(is_equal)


def inspect_parallel(paths: Sequence[Source]) -> list[Inspection]:
    """Inspect a source and its references or outputs: one sentence a line.

    Returns:
        An inspection of each file, in order.

    Raises:
        FormatError: If a file cannot be read at all.
        ValueError: Without a path.
    """
    if not paths:
        raise ValueError("no file, expected a source")
    files = [_File(path) for path in paths]
    texts = [_Sentences() for _ in files]
    beside = [_Beside() for _ in files]
    first = 1
    n_lines = [0 for _ in files]
    while True:
        blocks = [files[0].take(SENTENCES, BYTES)]
        blocks += [file.take(len(blocks[0]) or SENTENCES) for file in files[1:]]
        if not any(map(len, blocks)):
            break
        vocabulary = Vocabulary()
        tables = [words(lines, vocabulary) for lines in blocks]
        for number, (lines, tokens) in enumerate(zip(blocks, tables, strict=True)):
            numbers = np.arange(first, first + len(lines))
            texts[number].add(lines, numbers, tokens, vocabulary)
            n_lines[number] += len(lines)
            if number:
                beside[number].add(lines, tokens, blocks[0], tables[0], first)
        first += max(map(len, blocks))
    inspections = []
    for number, (file, text, pairs) in enumerate(zip(files, texts, beside, strict=True)):
        whole = [*_of_whole(file, n_lines[number])]
        found = [file.known(), whole, text.findings]
        found.append(text.later(is_english=texts[0].is_english))
        if number and n_lines[number] != n_lines[0]:
            sentences = counted(n_lines[number], "sentence")
            expected = f"{sentences}, expected {n_lines[0]} as in {files[0].name}"
            whole.append(Finding.of("unequal-counts", None, expected))
            found.append(pairs.equal)
        elif number:
            found += [pairs.equal, pairs.lengths, pairs.raw]
        n_equal = len(pairs.equal) if number else None
        inspections.append(Inspection(file.name, text.lengths, in_order(*found), n_equal=n_equal))
    return inspections


def _of_whole(file: _File, n_lines: int) -> Iterator[Finding]:
    """Yield findings about a text that is empty, or none."""
    if not n_lines:
        yield Finding.of("no-sentence", None, "no sentence, expected at least 1")
    data = file.start.replace(b"\r\n", b"\n")
    is_all = len(file.start) <= MOST
    if is_all:
        data = data.removesuffix(b"\n")
    may_be = may_be_structured(data[:LOOKED_AT], file.name)
    if may_be and (kind := kind_of(data, file.name, is_all=is_all)):
        yield Finding.of("structured", None, f"{kind}, expected text, one sentence a line")


# M2


class _Edit(NamedTuple):
    """An edit line.

    start, end    span in source tokens; it may lie past the end of the sentence
    kind          the error type
    alternatives  text of each correction, "" for a deletion
    annotator     the annotator's id
    is_noop       whether the line only says that the annotator made no edit
    """

    start: int
    end: int
    kind: str
    alternatives: Sequence[str]
    annotator: int
    is_noop: bool

    @property
    def span(self) -> tuple[int, int]:
        """Start and end."""
        return self.start, self.end


class _Annotations:
    """What is known of the edits of an M2 file, block by block.

    rows         findings about edits, and sentences without an edit line
    n_silent     how many such sentences there are
    n_sentences  of each annotator, and `n_edits`
    who          lines of the other sentences by their annotators
    """

    def __init__(self) -> None:
        self.rows: list[Finding] = []
        self.n_silent = 0
        self.n_sentences: Counter[int] = Counter()
        self.n_edits: Counter[int] = Counter()
        self.who: dict[tuple[int, ...], array[int]] = {}

    def add(self, batch: Batch, lines: Lines, numbers: Integers, n_before: int) -> None:
        """Add a batch of sentences with their line numbers."""
        table = arrays_of(batch)
        rows, annotators, offsets = (
            table[name] for name in ("row_offsets", "annotator", "edit_offsets")
        )
        sentences = np.repeat(np.arange(len(lines)), np.diff(rows))  # of each row
        sizes = np.diff(offsets)
        owners = np.repeat(np.arange(len(annotators)), sizes)  # the row of each edit
        names = Vocabulary()
        kinds = array_of(batch.kinds(names), np.int32)
        is_noop = (table["start"] == -1) | (table["end"] == -1) | (kinds == names.index(b"noop"))
        self.n_sentences.update(_counted(annotators[sizes > 0]))
        self.n_edits.update(_counted(annotators[owners][~is_noop]))
        for at in sentences[sizes == 0].tolist():
            found = "no edit line: nothing to correct"
            self.rows.append(Finding.of("no-annotation", int(numbers[at]), found))
            self.n_silent += 1
        is_silent = np.zeros(len(lines), np.bool_)
        is_silent[sentences[sizes == 0]] = True
        ids, ends = annotators.tolist(), rows.tolist()
        for at in np.flatnonzero(~is_silent).tolist():
            who = tuple(ids[ends[at] : ends[at + 1]])
            self.who.setdefault(who, array("q")).append(int(numbers[at]))
        odd = _suspect_edits(batch, table, sentences, owners, is_noop)
        odd |= is_noop & ((sizes[owners] > 1) | (kinds != names.index(b"noop")))
        if not odd.any():
            return
        corrections, edit_lines = batch.corrections(), array_of(batch.lines(), np.int32)
        for row in np.unique(owners[odd]).tolist():
            edits = []
            for edit in range(offsets[row], offsets[row + 1]):
                kind = names[kinds[edit]].decode()
                span = int(table["start"][edit]), int(table["end"][edit])
                made = _Edit(*span, kind, corrections[edit], ids[row], bool(is_noop[edit]))
                edits.append((n_before + int(edit_lines[edit]), made))
            self.rows += _inspect_row(edits, lines[sentences[row]].split())

    def annotators(self) -> tuple[Annotator, ...]:
        """Return all annotators, ids ascending."""
        n_edited = sum(map(len, self.who.values()))
        return tuple(
            Annotator(who, n, self.n_edits[who], n_edited - n)
            for who, n in sorted(self.n_sentences.items())
        )

    def absent(self) -> Iterator[Finding]:
        """Yield sentences that lack a line of an annotator who has lines elsewhere."""
        for present, numbers in self.who.items():
            missing = [f"{who}" for who in sorted(self.n_sentences) if who not in present]
            if missing:
                who = f"annotator{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
                for number in numbers:
                    yield Finding.of("absent-annotator", number, f"no line of {who}")


def _suspect_edits(
    batch: Batch,
    table: Mapping[str, NDArray[Any]],
    sentences: Integers,
    owners: Integers,
    is_noop: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Return which edits can have a finding, if they are no noop.

    Args:
        batch: The sentences.
        table: Its arrays.
        sentences: The sentence of each row.
        owners: The row of each edit.
        is_noop: Of each edit.
    """
    start, end = table["start"], table["end"]
    vocabulary, sources, offsets, alternatives = numbered(batch)
    first = sources.offsets[:-1][sentences][owners]
    odd = end > np.diff(sources.offsets)[sentences][owners]
    odd |= np.diff(offsets) != 1
    is_odd = np.zeros(len(vocabulary), np.bool_)
    for token in np.unique(alternatives.ids).tolist():
        text = vocabulary[token].decode()
        is_odd[token] = text.split() != [text]
    n_odd = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_odd[alternatives.ids])])
    bounds = alternatives.offsets[offsets]
    odd |= n_odd[bounds[1:]] > n_odd[bounds[:-1]]
    is_next = owners[1:] == owners[:-1]
    is_after = (start[1:] >= end[:-1]) & (end[1:] > start[:-1])
    odd[1:] |= is_next & ~is_after
    sizes = np.diff(bounds)
    same = np.flatnonzero(~odd & ~is_noop & (sizes == end - start))
    n = sizes[same]
    within = np.arange(n.sum()) - np.repeat(np.cumsum(n) - n, n)
    mine = alternatives.ids[np.repeat(bounds[:-1][same], n) + within]
    theirs = sources.ids[np.repeat(first[same] + start[same], n) + within]
    n_different = np.concatenate([np.zeros(1, np.int64), np.cumsum(mine != theirs)])
    ends = np.cumsum(n)
    odd[same] = n_different[ends] == n_different[ends - n]
    return odd & ~is_noop


def inspect_m2(path: Source) -> Inspection:
    r"""Inspect an M2 file.

    Raises:
        FormatError: If the file cannot be read at all.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "gold.m2")
    ...     _ = path.write_text("S a b\nA 1 3|||R|||c|||REQUIRED|||-NONE-|||0\nwhat\n")
    ...     inspection = inspect_m2(path)
    >>> [(found.severity, found.kind, found.line) for found in inspection.findings]
    [('error', 'out-of-range', 2), ('error', 'bad-line', 3)]
    """
    file, text, annotations = _File(path), _Sentences(), _Annotations()
    bad: list[Finding] = []
    is_open = False
    for data, n_before in file.blocks():
        batch = Batch(data, Dialect.INSPECTED)
        if batch.fault != Fault.NONE:
            raise MemoryError(f"{file.name}: no memory for the edits")
        faults = batch.faults
        if is_open:
            faults.insert(0, (1, Fault.SECOND_SOURCE))
        is_open = batch.odd["is_open"]
        bad += _of_faults(faults, data, n_before)
        table = arrays_of(batch)
        lines = Lines(data, table["source_at"], table["source_end"], file.name)
        numbers = table["source_line"].astype(np.int64) + n_before
        vocabulary, tokens, *_ = numbered(batch)
        text.add(lines, numbers, tokens, vocabulary)
        annotations.add(batch, lines, numbers, n_before)
    if not text.lengths:
        found = "no sentence: expected lines that begin with 'S '"
        bad.append(Finding.of("no-sentence", None, found))
    later = text.later(is_english=text.is_english)
    found_all = file.known(), bad, text.findings, later, annotations.rows, annotations.absent()
    findings, annotators = in_order(*found_all), annotations.annotators()
    return Inspection(file.name, text.lengths, findings, annotators, annotations.n_silent)


def _of_faults(
    faults: Sequence[tuple[int, Fault]], data: bytes, n_before: int
) -> Iterator[Finding]:
    """Yield bad lines of a part of M2 text that comes after so many lines."""
    lines = data.split(b"\n") if faults else []
    for at, fault in faults:
        if fault == Fault.SECOND_SOURCE:
            found = "sentence (S) without a blank line before it"
            yield Finding.of("missing-blank-line", n_before + at, found)
        else:
            line = lines[at - 1].removesuffix(b"\r") if at < len(lines) else lines[at - 1]
            yield Finding.of("bad-line", n_before + at, explain(fault, line.decode()))


def _inspect_row(row: list[tuple[int, _Edit]], tokens: list[str]) -> Iterator[Finding]:
    """Yield what is odd about one annotator's lines for one sentence."""
    edits = [(line, edit) for line, edit in row if not edit.is_noop]
    for line, edit in row:
        if -1 in edit.span and edit.kind.lower() != NOOP:
            found = f"span {_span(edit)} of type {shown(edit.kind)}: expected type noop"
            yield Finding.of("negative-span", line, f"{found}: the edit is left out")
        elif edit.is_noop and edits:
            found = f"noop beside edits of annotator {edit.annotator}: it has no effect"
            yield Finding.of("noop-beside-edits", line, found)
    kept = []
    for line, edit in edits:
        if edit.end > len(tokens):
            found = f"span {edit.start} {edit.end} ends after the source ({len(tokens)} tokens)"
            yield Finding.of("out-of-range", line, f"{found}: the edit is left out")
        else:
            kept.append((line, edit))
            yield from _inspect_corrections(line, edit, tokens)
    yield from _inspect_order(kept)


def _inspect_corrections(line: int, edit: _Edit, tokens: list[str]) -> Iterator[Finding]:
    """Yield what is odd about the corrections of one edit."""
    if len(edit.alternatives) > 1:
        count = len(edit.alternatives)
        texts = ", ".join(shown(text) for text in edit.alternatives)
        yield Finding.of("alternatives", line, f"{count} alternatives: {texts}")
    replaced = tokens[edit.start : edit.end]
    for text in edit.alternatives:
        words = text.split()
        if text != " ".join(words):
            found = f"correction {shown(text)} can never match: tokens are joined by single spaces"
            yield Finding.of("unmatchable", line, found)
        elif words == replaced:
            what = f"correction {shown(text)} equals the source" if words else "inserts nothing"
            yield Finding.of("no-change", line, f"{what}: it counts as a gold edit all the same")


def _inspect_order(edits: list[tuple[int, _Edit]]) -> Iterator[Finding]:
    """Yield edits of one annotator that stand in each other's way."""
    first_lines: dict[tuple[int, int, str], int] = {}
    repeated = set()
    for number, (line, edit) in enumerate(edits):
        firsts = [first_lines.setdefault((*edit.span, x), line) for x in edit.alternatives]
        if (first := min(firsts)) != line:
            repeated.add(number)
            found = f"edit {_span(edit)} repeats line {first}: it can count twice"
            yield Finding.of("duplicate", line, found)
        if number and edit.span < edits[number - 1][1].span:
            previous = edits[number - 1][1]
            found = f"edit {_span(edit)} stands after {_span(previous)}: a match can be missed"
            yield Finding.of("unsorted", line, found)
    for number, other in find_overlaps([edit.span for _, edit in edits]):
        if number not in repeated:
            line, edit = edits[number]
            other_line, other_edit = edits[other]
            found = f"edit {_span(edit)} overlaps {_span(other_edit)} of line {other_line}"
            yield Finding.of("overlap", line, f"{found}: no system can make both")


def _span(edit: _Edit) -> str:
    return f"{edit.start} {edit.end}"
