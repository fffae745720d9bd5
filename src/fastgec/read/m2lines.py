"""M2 text read by the rules of a dialect, and error messages for bad lines.

The compiled reader (`goldtable`) stops at the first bad line, or keeps all of them for `check`
(`Dialect.INSPECTED`). Their messages come from `explain`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from fastgec.read.batch import Batch, Dialect, Fault
from fastgec.read.errors import FormatError, counted, shortened, visible

BARS = "|||"  # between fields
BETWEEN = "||"  # between alternatives
NOOP = "noop"
NOTHING = "-NONE-"  # the empty correction
NO_SENTENCE = "no sentence: expected lines that begin with 'S '"

LARGEST = 0x7FFFFFFF  # numbers are int32; larger numbers become this


def read_batch(data: bytes, dialect: Dialect, name: str, n_lines_before: int = 0) -> Batch:
    """Read M2 text that is known to be UTF-8.

    Args:
        data: The text.
        dialect: The rules by which it is read.
        name: The file's name in messages.
        n_lines_before: Lines of the file that came before `data`, for messages.

    Raises:
        FormatError: A line is bad.
        MemoryError: There is none for the edits.
    """
    batch = Batch(data, dialect)
    if batch.fault == Fault.NO_MEMORY:
        raise MemoryError(f"{name}:{n_lines_before + max(batch.line, 1)}: no memory for the edits")
    if batch.fault != Fault.NONE:
        line = batch.line
        text, *more = data.split(b"\n", line)[line - 1 :]
        text = text.removesuffix(b"\r") if more else text  # without "\n" it is part of the line
        raise FormatError(name, n_lines_before + line, explain(batch.fault, text.decode(), dialect))
    return batch


def plain_line_ends(data: bytes) -> bytes:
    r"""Return text whose lines end at "\n", as Python reads text files.

    >>> plain_line_ends(b"a\r\nb\rc")
    b'a\nb\nc'
    """
    if b"\r" not in data:
        return data
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def explain(fault: Fault, text: str, dialect: Dialect = Dialect.MAXMATCH) -> str:
    """Return the message for a bad line."""
    fields = text[1:].split(BARS)
    is_errant = dialect == Dialect.ERRANT
    match fault:
        case Fault.EDIT_WITHOUT_SOURCE:
            return "edit (A) without a source sentence (S) before it in its block"
        case Fault.SECOND_SOURCE:
            return "second source sentence (S) in a block: expected an empty line first"
        case Fault.EMPTY_SOURCE:
            return "no token: expected a source sentence"
        case Fault.TOO_FEW_FIELDS:
            fewest = 3 if is_errant else 6
            found = f"edit with {counted(len(fields), 'field')}"
            return f"{found}, expected at least {fewest} separated by '|||'"
        case Fault.BAD_OFFSETS:
            bound = "" if dialect == Dialect.MAXMATCH else f" below {LARGEST}"
            return f"offsets {shown(fields[0].strip())}: expected two whole numbers{bound}"
        case Fault.BAD_SPAN:
            return f"span {shown(fields[0].strip())}: expected 0 <= start <= end"
        case Fault.BAD_ANNOTATOR if dialect == Dialect.MAXMATCH:
            found = shown(fields[5].strip())
            return f"annotator {found}: expected a whole number from 0 to {LARGEST - 1}"
        case Fault.BAD_ANNOTATOR:
            who = "coder" if is_errant else "annotator"
            found = shown(fields[-1 if is_errant else 5].strip())
            return f"{who} {found}: expected a whole number below {LARGEST}"
        case _ if text[:1] == "T" and text[1:2].isdigit():
            found = f"line {shown(text)}, another alignment of the same target"
            return f"{found}: expected one for each target (errant parallel --strategy first)"
        case _:
            lines = "S or A, or an empty one" if is_errant else "S, A or I, or a blank"
            return f"line {shown(text)}: expected one that begins with {lines}"


def shown(text: str, most: int = 40) -> str:
    """Return the text between quotes, cut if it is long."""
    return repr(shortened(text, most))


# Warnings of readers of gold: edits that they left out or had to guess.
KINDS = ("dropped", "unplaced", "joined", "repeated")


class ReaderWarnings(NamedTuple):
    """Number and first line of the edits that a reader of M2 text left out or had to guess.

    n_dropped, first_dropped    edits past the end of their source
    n_unplaced, first_unplaced  edits with an offset of -1 that are no noop
    n_repeated, first_repeated  edits that repeat another of their annotator
    n_joined, first_joined      sources without a blank line before them
    first_line                  of the text
    is_open                     whether no blank line follows the last source
    """

    n_dropped: int = 0
    first_dropped: int = 0
    n_unplaced: int = 0
    first_unplaced: int = 0
    n_repeated: int = 0
    first_repeated: int = 0
    n_joined: int = 0
    first_joined: int = 0
    first_line: int = 1
    is_open: bool = False

    @staticmethod
    def scanned(odd: Mapping[str, Any], n_lines_before: int) -> ReaderWarnings:
        """What the reader warns of in scanned text (`Batch.odd`), after so many lines."""
        lines = {f"first_{kind}": odd[f"first_{kind}"] + n_lines_before for kind in KINDS}
        return ReaderWarnings(**{**odd, **lines}, first_line=n_lines_before + 1)

    def pair(self, kind: str) -> tuple[int, int]:
        """Return the number of a kind, and the line of the first."""
        return getattr(self, f"n_{kind}"), getattr(self, f"first_{kind}")

    def then(self, other: ReaderWarnings) -> ReaderWarnings:
        """What it warns of in this text joined with the next, which begins with a source."""
        if self.is_open:
            first = other.first_line
            other = other._replace(n_joined=other.n_joined + 1, first_joined=first)
        pairs = {}
        for kind in KINDS:
            (n, first), (more, later) = self.pair(kind), other.pair(kind)
            pairs[kind] = n + more, first if n else later
        return ReaderWarnings(first_line=self.first_line, is_open=other.is_open, **_named(pairs))

    def described(self, name: str) -> tuple[str, ...]:
        """Return a warning for each kind that occurs."""
        lines = []
        name = visible(name)
        if count := self.n_dropped:
            what = "edit ends" if count == 1 else "edits end"
            lines.append(
                f"{name}:{self.first_dropped}: {count} {what} after the source sentence "
                f"and {'is' if count == 1 else 'are'} left out"
            )
        if count := self.n_unplaced:
            what = "edit has" if count == 1 else "edits have"
            lines.append(
                f"{name}:{self.first_unplaced}: {count} {what} an offset of -1 without the type "
                f"noop and {'is' if count == 1 else 'are'} left out"
            )
        if count := self.n_repeated:
            what = "edit repeats" if count == 1 else "edits repeat"
            lines.append(
                f"{name}:{self.first_repeated}: {count} {what} another edit of the same annotator: "
                "an output edit counts as correct for each, so precision can be above 1"
            )
        if count := self.n_joined:
            what = "sentence has" if count == 1 else "sentences have"
            lines.append(
                f"{name}:{self.first_joined}: {count} {what} no blank line before it: the NUS "
                "scorer counts other edits there (m2 --blocks nus)"
            )
        return tuple(lines)


NO_READER_WARNINGS = ReaderWarnings()


def _named(pairs: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    return {
        f"{what}_{kind}": number
        for kind, pair in pairs.items()
        for what, number in zip(("n", "first"), pair, strict=True)
    }
