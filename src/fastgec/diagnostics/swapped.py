"""Files in the wrong place: gold given as an output, text given as gold, or names that show it.

Beginnings of files are read for this only after reading has failed.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from fastgec.diagnostics.rules import exchanged
from fastgec.read.errors import FormatError, visible
from fastgec.read.pieces import ByteReader

ENOUGH = 1 << 16  # bytes
EDIT_LINE = re.compile(rb"^A -?\d+ -?\d+\|\|\|", re.MULTILINE)
SOURCE = re.compile(rb"^S(?:[ \r]|$)", re.MULTILINE)
FIRST_LINE = re.compile(rb"[SI](?:[ \r\n]|$)|A -?\d")  # of M2, or perhaps of a text


def misplaced(names: Sequence[str], n_references: int) -> Iterator[str]:
    """Yield a warning for each two files in each other's place, judged by their names."""
    for one, other in exchanged(names, n_references):
        said, place = _role(other, n_references), _role(one, n_references)
        yield (
            f"{visible(names[one])}, by its name {said}, is given as {place}, and "
            f"{visible(names[other])} as {said}: are they in each other's place?"
        )


def _role(text: int, n_references: int) -> str:
    if text > n_references:
        return "an output"
    return "a reference" if text else "the source"


@contextmanager
def explaining(gold: Any, texts: Sequence[Any]) -> Iterator[None]:
    """Context manager: errors of reading name files that look misplaced.

    Args:
        gold: a file that must be M2, or None.
        texts: files that must be text: outputs, a source, references.

    Raises:
        FormatError: the same, with a hint if there is one.
    """
    try:
        yield
    except FormatError as error:
        raise FormatError(
            error.path, error.line, error.reason + _hint(error, gold, texts)
        ) from None


@contextmanager
def explaining_edits(files: Sequence[Any]) -> Iterator[None]:
    """Context manager: errors of reading name a file that looks like text, where all must be M2.

    Raises:
        FormatError: the same, with a hint if there is one.
    """
    try:
        yield
    except FormatError as error:
        bad = (file for file in files if _is_about(error, file))
        text = next((file for file in bad if is_m2(file) is False), None)
        if text is None:
            raise
        cure = "fastgec errant parallel makes M2 of texts, fastgec errant score takes them"
        reason = f"{error.reason} ({_name(text)} is not M2: {cure})"
        raise FormatError(error.path, error.line, reason) from None


def _hint(error: FormatError, gold: Any, texts: Sequence[Any]) -> str:
    """Return what to add to a message; nothing if the file that it names looks right."""
    if gold is not None and _is_about(error, gold) and is_m2(gold) is False:
        swapped = [text for text in texts if is_m2(text)]
        if swapped:
            return f" ({_name(swapped[0])} is M2 and {_name(gold)} is not: is the gold last?)"
        return f" ({_name(gold)} is not M2: is the gold last?)"
    for text in texts:
        if _is_about(error, text) and is_m2(text):
            expected = "text" if gold is None else "an output"
            return f" ({_name(text)} is M2, expected {expected}: one sentence a line)"
    return ""


def _is_about(error: FormatError, file: Any) -> bool:
    """Whether an error names a file: as the bad one, or as the one that its number is not as in."""
    if not isinstance(file, str | os.PathLike):
        return False
    return error.path == os.fspath(file) or error.reason.endswith(f"as in {_name(file)}")


def _name(path: Any) -> str:
    return visible(os.fspath(path))


def is_m2(path: Any) -> bool | None:
    """Whether a file is M2, judged by its beginning; None if that is not clear."""
    if not isinstance(path, str | os.PathLike):
        return None
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
            return None
        with ByteReader(path) as pieces:
            data = pieces.read(ENOUGH).lstrip()
    except (OSError, ValueError):
        return None
    has_edit = EDIT_LINE.search(data) is not None
    if data.startswith(b"S ") and has_edit:
        return True
    looks_so = FIRST_LINE.match(data) and (has_edit or SOURCE.search(data))
    return False if data and not looks_so else None
