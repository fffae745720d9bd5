"""Findings about texts, parallel files, M2 files, and outputs of language models.

A finding is an error if scoring refuses the file for it or silently loses data, a warning if
numbers may not mean what they seem to, and a note otherwise. Nothing is decided here about
presentation.

M2 files are inspected line by line, and nothing stops at the first bad line. Whatever the reader
(`read.gold`) refuses or leaves out is an error here, on the same line and in the same words;
other findings are allowed, but may not mean what their author thinks.

A language model may write more than the correction: preambles, loops, exchanged signs. Every metric
counts these as edits, and nothing here removes them. A line is compared with its source: what
stands in the source, too, is no finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from fastgec.read.batch import Fault
from fastgec.read.errors import counted
from fastgec.read.m2lines import NOOP, EditLine, Other, SourceLine, explain, read_line, shown
from fastgec.read.pieces import BYTE_ORDER_MARK, Source, read_bytes
from fastgec.read.structured import LOOKED_AT, kind_of, may_be_structured
from fastgec.read.tables import find_overlaps

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


@dataclass(slots=True)
class _Sentence:
    """A source sentence and its edit lines, each with its line number."""

    line: int
    tokens: list[str]
    edits: list[tuple[int, EditLine]] = field(default_factory=list)

    def by_annotator(self) -> dict[int, list[tuple[int, EditLine]]]:
        """Return the lines of each annotator, ids ascending, in file order."""
        rows: dict[int, list[tuple[int, EditLine]]] = {}
        for line, edit in self.edits:
            rows.setdefault(edit.annotator, []).append((line, edit))
        return dict(sorted(rows.items()))


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
    findings: list[Finding] = []
    texts = read_texts(path, findings)
    sentences = _read_sentences(texts, findings)
    if not sentences:
        expected = "expected lines that begin with 'S '"
        findings.append(Finding.of("no-sentence", None, f"no sentence found, {expected}"))
    lengths = [len(sentence.tokens) for sentence in sentences]
    findings += unusual_lengths(lengths, [sentence.line for sentence in sentences])
    ids = sorted({edit.annotator for sentence in sentences for _, edit in sentence.edits})
    blocks = [sentence.by_annotator() for sentence in sentences]
    for sentence, rows in zip(sentences, blocks, strict=True):
        for row in rows.values():
            findings += _inspect_row(row, sentence.tokens)
        missing = [f"{annotator}" for annotator in ids if annotator not in rows]
        if not rows:
            found = "no edit line: nothing to correct"
            findings.append(Finding.of("no-annotation", sentence.line, found))
        elif missing:
            who = f"annotator{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
            findings.append(Finding.of("absent-annotator", sentence.line, f"no line of {who}"))
    edited = [rows for rows in blocks if rows]
    annotators = []
    for annotator in ids:
        own = [rows[annotator] for rows in edited if annotator in rows]
        n_edits = sum(not edit.is_noop for row in own for _, edit in row)
        annotators.append(Annotator(annotator, len(own), n_edits, len(edited) - len(own)))
    n_silent = len(blocks) - len(edited)
    content = str(path), tuple(lengths), in_order(findings), tuple(annotators), n_silent
    return Inspection(*content)


def _read_sentences(texts: list[str], findings: list[Finding]) -> list[_Sentence]:
    """Read the lines of a file into sentences; bad ones become findings and are passed over."""
    sentences: list[_Sentence] = []
    is_in_block = False
    english = is_english(text[2:] for text in texts if text.startswith("S "))
    for line, text in enumerate(texts, 1):
        match read_line(text, is_in_block=is_in_block):
            case SourceLine(source):
                if is_in_block:
                    found = "sentence (S) without a blank line before it"
                    findings.append(Finding.of("missing-blank-line", line, found))
                is_in_block = True
                sentences.append(_Sentence(line, source.split()))
                findings += inspect_text(source, line, english=english)
            case EditLine() as edit:
                sentences[-1].edits.append((line, edit))
            case Fault() as fault:
                findings.append(Finding.of("bad-line", line, explain(fault, text)))
            case Other.BLANK:
                is_in_block = False
            case Other.IGNORED:
                pass
    return sentences


def _inspect_row(row: list[tuple[int, EditLine]], tokens: list[str]) -> Iterator[Finding]:
    """Yield what is odd about one annotator's lines for one sentence."""
    edits = [(line, edit) for line, edit in row if not edit.is_noop]
    for line, edit in row:
        if -1 in edit.span and edit.kind.lower() != NOOP:
            found = f"span {_span(edit)} of type {shown(edit.kind)}, expected type noop"
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


def _inspect_corrections(line: int, edit: EditLine, tokens: list[str]) -> Iterator[Finding]:
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


def _inspect_order(edits: list[tuple[int, EditLine]]) -> Iterator[Finding]:
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


def _span(edit: EditLine) -> str:
    return f"{edit.start} {edit.end}"
