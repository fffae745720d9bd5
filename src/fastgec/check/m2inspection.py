"""What can be wrong with an M2 file, line by line: nothing stops at the first bad line.

What the reader (`corpus.gold`) refuses or leaves out is an error here, found on the same line and
worded alike; the rest is allowed but may not mean what its author thinks. See `check.inspection`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fastgec.check.inspection import (
    Annotator,
    Finding,
    Inspection,
    in_order,
    inspect_text,
    is_english,
    read_texts,
    unusual_lengths,
)
from fastgec.corpus.batch import Fault
from fastgec.corpus.edits import find_overlaps
from fastgec.corpus.m2lines import NOOP, EditLine, Other, SourceLine, explain, read_line, shown
from fastgec.corpus.pieces import Source


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
    present = dict.fromkeys(ids, 0)
    absent = dict.fromkeys(ids, 0)
    n_edits = dict.fromkeys(ids, 0)
    n_silent = 0
    for sentence in sentences:
        rows = sentence.by_annotator()
        for annotator, row in rows.items():
            present[annotator] += 1
            n_edits[annotator] += sum(not edit.is_noop for _, edit in row)
            findings += _inspect_row(row, sentence.tokens)
        missing = [annotator for annotator in ids if annotator not in rows]
        if not rows:
            n_silent += 1
            findings.append(
                Finding.of("no-annotation", sentence.line, "no edit line: nothing to correct")
            )
        elif missing:
            for annotator in missing:
                absent[annotator] += 1
            who = f"annotator{'s' if len(missing) > 1 else ''} {', '.join(map(str, missing))}"
            findings.append(Finding.of("absent-annotator", sentence.line, f"no line of {who}"))
    return Inspection(
        str(path),
        tuple(lengths),
        in_order(findings),
        tuple(
            Annotator(number, present[number], n_edits[number], absent[number]) for number in ids
        ),
        n_silent,
    )


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
