"""One line of an M2 file at a time, in Python: for what must go on after a bad line, or find one.

The rules are those of the compiled reader (`goldtable`), which is used wherever speed counts and
stops at the first bad line. Both word a bad line by `explain`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from fastgec.corpus.batch import Fault

BARS = "|||"  # between fields
BETWEEN = "||"  # between alternatives
NOOP = "noop"
NOTHING = "-NONE-"  # the empty correction

LARGEST = 0x7FFFFFFF  # numbers are int32; what is larger becomes this
_NUMBER = re.compile(r"[+-]?[0-9]+", re.ASCII)


class Other(Enum):
    """Lines that are neither a sentence nor an edit."""

    BLANK = "blank"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A source sentence: what stands after the letter and its space."""

    text: str


@dataclass(frozen=True, slots=True)
class EditLine:
    """An edit; `is_noop` if it only says that the annotator was there.

    start, end    span in source tokens; it may lie past the end of the sentence
    kind          the error type
    alternatives  text of each correction, "" for a deletion
    annotator     the annotator's id
    """

    start: int
    end: int
    kind: str
    alternatives: tuple[str, ...]
    annotator: int
    is_noop: bool

    @property
    def span(self) -> tuple[int, int]:
        """Start and end."""
        return self.start, self.end


def read_line(text: str, *, is_in_block: bool) -> SourceLine | EditLine | Other | Fault:
    """Read a line, its line end removed; a bad line gives its fault.

    Args:
        text: The line.
        is_in_block: Whether a source sentence stands before the line in its block.

    >>> read_line("A 3 4|||Prep|||on||-NONE-|||REQUIRED|||-NONE-|||0", is_in_block=True)
    EditLine(start=3, end=4, kind='Prep', alternatives=('on', ''), annotator=0, is_noop=False)
    >>> read_line("A 4 3|||Prep|||on|||REQUIRED|||-NONE-|||0", is_in_block=True)
    <Fault.BAD_SPAN: 4>
    """
    match text[:2]:
        case "A" | "A ":
            return _read_edit(text) if is_in_block else Fault.EDIT_WITHOUT_SOURCE
        case "S" | "S ":
            return SourceLine(text[2:])
        case "I" | "I ":
            return Other.IGNORED
        case _:
            return Fault.UNKNOWN_LINE if text.strip() else Other.BLANK


def _read_edit(text: str) -> EditLine | Fault:
    fields = text[1:].split(BARS)
    if len(fields) < 6:
        return Fault.TOO_FEW_FIELDS
    offsets = [_number(word) for word in fields[0].split()]
    if len(offsets) != 2 or offsets[0] is None or offsets[1] is None:
        return Fault.BAD_OFFSETS
    start, end = offsets[0], offsets[1]
    annotator = _number(fields[5].strip())
    if annotator is None or not 0 <= annotator < LARGEST:
        return Fault.BAD_ANNOTATOR
    is_noop = fields[1] == NOOP or start == -1 or end == -1
    if not is_noop and not 0 <= start <= end:
        return Fault.BAD_SPAN
    alternatives = (text.strip() for text in fields[2].split(BETWEEN))
    corrections = tuple("" if text == NOTHING else text for text in alternatives)
    return EditLine(start, end, fields[1], corrections, annotator, is_noop)


def _number(text: str) -> int | None:
    if not _NUMBER.fullmatch(text):
        return None
    digits = text.lstrip("+-").lstrip("0") or "0"
    value = min(int(digits), LARGEST) if len(digits) <= 10 else LARGEST
    return -value if text.startswith("-") else value


def explain(fault: Fault, text: str) -> str:
    """Say what was found in a bad line, and what was expected."""
    fields = text[1:].split(BARS)
    match fault:
        case Fault.EDIT_WITHOUT_SOURCE:
            return "edit (A) found, expected a source sentence (S) before it in its block"
        case Fault.TOO_FEW_FIELDS:
            return f"edit with {len(fields)} fields found, expected at least 6 separated by '|||'"
        case Fault.BAD_OFFSETS:
            return f"offsets {shown(fields[0].strip())} found, expected two whole numbers"
        case Fault.BAD_SPAN:
            return f"span {shown(fields[0].strip())} found, expected 0 <= start <= end"
        case Fault.BAD_ANNOTATOR:
            found = shown(fields[5].strip())
            return f"annotator {found} found, expected a whole number from 0 to {LARGEST - 1}"
        case _:
            return f"line {shown(text)} found, expected one that begins with S, A or I, or a blank"


def shown(text: str, most: int = 40) -> str:
    """Return the text between quotes, cut if it is long."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")
