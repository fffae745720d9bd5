"""What can be wrong with files of sentences: findings, those of any text, and parallel files.

A finding is an error if scoring refuses the file for it or silently loses data, a warning if
numbers may not mean what they seem to, and a note otherwise. Nothing is decided here about
presentation; `check.m2inspection` does the same for M2 files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from fastgec.check.rawtext import inspect_raw
from fastgec.corpus.errors import counted
from fastgec.corpus.m2lines import shown
from fastgec.corpus.pieces import BYTE_ORDER_MARK, Source, read_bytes
from fastgec.corpus.structured import LOOKED_AT, kind_of, may_be_structured

Severity = Literal["error", "warning", "note"]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
SEVERITY: dict[str, Severity] = {
    "no-sentence": "error",
    "unequal-counts": "error",
    "structured": "error",
    "invalid-utf8": "error",
    "bad-line": "error",
    "out-of-range": "error",
    "negative-span": "error",
    "overlap": "warning",
    "duplicate": "warning",
    "unsorted": "warning",
    "noop-beside-edits": "warning",
    "unmatchable": "warning",
    "no-change": "warning",
    "missing-blank-line": "warning",
    "empty": "warning",
    "untokenized": "warning",
    "trailing-space": "warning",
    "inner-space": "warning",
    "line-separator": "warning",
    "invisible": "warning",
    "preamble": "warning",
    "exchanged-signs": "warning",
    "runaway": "warning",
    "absent-annotator": "note",
    "no-annotation": "note",
    "alternatives": "note",
    "equal-to-source": "note",
    "unusual-length": "note",
    "byte-order-mark": "note",
    "carriage-return": "note",
}

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
_ENGLISH = {"the", "and", "to", "that", "you", "it", "for", "was"}
FEWEST_WORDS = 20  # of a text that can be told not to be English
ENGLISH_SHARE = 0.03  # of its words: they are 10 to 20 % of English, and below 2 % elsewhere
# What each of them has, looked for first: it is rare, and found faster.
_SUSPECT = re.compile(r"""[^\W\d_](?:[,;:!?."”)\]]|(?<!\sn)')|["(\[“][^\W\d_]""")
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
    lengths     number of tokens of each sentence
    findings    by line; those of the whole file first
    annotators  of an M2 file, ids ascending
    n_silent    of an M2 file: sentences without any edit line
    n_equal     of a file beside a source: lines that equal the source's
    """

    name: str
    lengths: tuple[int, ...]
    findings: tuple[Finding, ...]
    annotators: tuple[Annotator, ...] = field(default=())
    n_silent: int | None = None
    n_equal: int | None = None

    @property
    def median_length(self) -> float:
        """Median number of tokens of a sentence; 0 if there is none."""
        return _median(self.lengths)

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(finding.severity == severity for finding in self.findings)


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
    columns = []
    for path in paths:
        findings: list[Finding] = []
        columns.append((str(path), read_texts(path, findings), findings))
    _, sources, _ = columns[0]
    source_tokens = [text.split() for text in sources]
    english = is_english(sources)
    inspections = []
    for number, (name, texts, findings) in enumerate(columns):
        tokens = source_tokens if number == 0 else [text.split() for text in texts]
        lengths = [len(words) for words in tokens]
        n_equal = None
        if not texts:
            findings.append(Finding.of("no-sentence", None, "no sentence, expected at least 1"))
        data = "\n".join(texts).encode(errors="ignore")
        if kind := may_be_structured(data[:LOOKED_AT], name) and kind_of(data, name, is_all=True):
            found = f"{kind} found, expected text, one sentence a line"
            findings.append(Finding.of("structured", None, found))
        for line, text in enumerate(texts, 1):
            findings += inspect_text(text, line, english=english)
        findings += unusual_lengths(lengths, range(1, len(lengths) + 1))
        if number > 0:
            if len(texts) != len(sources):
                findings.append(
                    Finding.of(
                        "unequal-counts",
                        None,
                        f"{counted(len(texts), 'sentence')}, expected {len(sources)} as in "
                        f"{columns[0][0]}",
                    )
                )
            equal = [
                line
                for line, (mine, other) in enumerate(zip(tokens, source_tokens, strict=False), 1)
                if mine == other
            ]
            n_equal = len(equal)
            findings += [Finding.of("equal-to-source", line, "equals the source") for line in equal]
            # Where counts differ, lines no longer belong together.
            if len(texts) == len(sources):
                findings += _unlike_source(lengths, source_tokens)
                for line, (text, source) in enumerate(zip(texts, sources, strict=True), 1):
                    findings += [Finding.of(kind, line, x) for kind, x in inspect_raw(text, source)]
        inspections.append(Inspection(name, tuple(lengths), in_order(findings), n_equal=n_equal))
    return inspections


def read_texts(path: Source, findings: list[Finding]) -> list[str]:
    r"""Return the lines of a file, and add findings about its bytes.

    A line that is not UTF-8 is a finding; what can be read of it is returned. Lines end at "\n" or
    "\r\n".

    Raises:
        FormatError: If the file cannot be read.
    """
    data = read_bytes(path)
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
        findings.append(Finding.of("byte-order-mark", 1, "byte-order mark, not part of the text"))
    lines = data.split(b"\n")
    last = lines.pop()
    n_returns = sum(line.endswith(b"\r") for line in lines)
    if n_returns:
        first = next(number for number, line in enumerate(lines, 1) if line.endswith(b"\r"))
        share = "all" if n_returns == len(lines) else f"{n_returns} of {len(lines)}"
        findings.append(
            Finding.of(
                "carriage-return", first, rf"{share} line ends are \r\n, not part of the text"
            )
        )
        lines = [line.removesuffix(b"\r") for line in lines]
    if last:
        lines.append(last)
    return [_decode(line, number, findings) for number, line in enumerate(lines, 1)]


def _decode(line: bytes, number: int, findings: list[Finding]) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        found = f"byte 0x{line[error.start]:02x} at byte {error.start + 1} of the line"
        findings.append(Finding.of("invalid-utf8", number, f"{found}, expected UTF-8 text"))
        return line.decode(errors="replace")


def is_english(texts: Iterable[str]) -> bool:
    """Whether a text is English, or too short to tell.

    >>> is_english(["Wie gibt's das ?"] * 4), is_english(["Wie gibt's das denn , frag ich ."] * 4)
    (True, False)
    """
    words = [word for text in texts for word in text.lower().split()]
    n_known = sum(word in _ENGLISH for word in words)
    return len(words) < FEWEST_WORDS or n_known >= ENGLISH_SHARE * len(words)


def inspect_text(text: str, line: int, *, english: bool = True) -> Iterator[Finding]:
    """Yield what is odd about one sentence.

    >>> [finding.kind for finding in inspect_text("A cat,  that sat. ", 1)]
    ['trailing-space', 'inner-space', 'untokenized']
    """
    if not text.split():
        yield Finding.of("empty", line, "no token")
    bare = text.rstrip()
    if bare != text:
        count = len(text) - len(bare)
        found = f"{count} white-space character{'s' if count > 1 else ''} at the end"
        yield Finding.of("trailing-space", line, found)
    if bare[:1].isspace() or "  " in bare:
        yield Finding.of("inner-space", line, "spaces before the first word or several in a row")
    elif odd := _ODD_SPACE.search(bare):
        found = f"U+{ord(odd[0]):04X} at character {odd.start() + 1} separates tokens"
        yield Finding.of("inner-space", line, found)
    if separator := _SEPARATOR.search(text):
        found = f"U+{ord(separator[0]):04X} at character {separator.start() + 1}"
        yield Finding.of("line-separator", line, f"{found}: some programs break the line there")
    if not text.isascii() or not text.isprintable():
        yield from _invisible(text, line)
    words = _UNTOKENIZED[english].findall(bare) if _SUSPECT.search(bare) else []
    if words:
        more = f" and {len(words) - 3} more" if len(words) > 3 else ""
        yield Finding.of("untokenized", line, f"{', '.join(map(shown, words[:3]))}{more}")


def _invisible(text: str, line: int) -> Iterator[Finding]:
    """Yield the first character of a sentence that nobody sees, and how many more there are."""
    found = [match.start() for match in _INVISIBLE.finditer(text)]
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        place = f"U+{ord(text[found[0]]):04X} at character {found[0] + 1}{more}"
        yield Finding.of("invisible", line, f"{place}: words with it are other words")


def unusual_lengths(lengths: Sequence[int], lines: Iterable[int]) -> Iterator[Finding]:
    """Yield sentences that are much longer than is usual in their file."""
    usual = _median(lengths)
    longest = max(LONG, TIMES_MEDIAN * usual)
    for length, line in zip(lengths, lines, strict=True):
        if length > longest:
            found = f"{length} tokens; the median is {usual:g}"
            yield Finding.of("unusual-length", line, found)


def _unlike_source(lengths: Sequence[int], sources: Sequence[Sequence[str]]) -> Iterator[Finding]:
    """Yield lines that are much longer or shorter than their source: often lines out of step."""
    for line, (length, source) in enumerate(zip(lengths, sources, strict=True), 1):
        few, many = sorted((length, len(source)))
        if many >= FEW and few * TIMES_SOURCE < many:
            found = f"{length} tokens; the source has {len(source)}"
            yield Finding.of("unusual-length", line, found)


def _median(values: Sequence[int]) -> float:
    """Return the median, 0 of nothing (`statistics` would import much for it)."""
    ordered = sorted(values)
    middle = ordered[(len(ordered) - 1) // 2 : len(ordered) // 2 + 1]
    return sum(middle) / len(middle) if middle else 0


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings by line, those of the whole file first."""
    return tuple(sorted(findings, key=lambda finding: finding.line or 0))
