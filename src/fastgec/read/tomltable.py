"""Tables of TOML read key by key: values are checked, and errors name their place."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from fastgec.read.errors import FormatError, visible
from fastgec.read.pieces import read_utf8

LONGEST = 200  # characters of a name
Files = tuple[str, ...]  # that are joined; none where none is named


def read_toml(name: str) -> dict[str, Any]:
    """Read a file of TOML.

    Raises:
        FormatError: it cannot be read, or is no TOML.
    """
    import tomllib  # most runs read none

    data = read_utf8(name)
    try:
        return tomllib.loads(data.decode().replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
        line = data.count(b"\n") + 1 if found else None
        if found and found[1]:
            line = int(found[1])
        message = message[: found.start()] if found else message
        reason = f"{message[:1].lower()}{message[1:]}, expected TOML"
        raise FormatError(name, line, reason) from None
    except ValueError:  # of int
        raise FormatError(name, None, "a number of thousands of digits, expected TOML") from None
    except RecursionError:
        raise FormatError(name, None, "tables too deep, expected TOML") from None


class Table:
    """A table of a TOML file: checked values, and errors that name their place.

    path     of the file
    folder   that paths are relative to
    content  keys and values
    place    the table's name in messages, "" for the file
    """

    def __init__(self, path: str, content: Mapping[str, Any], place: str = "") -> None:
        self.path = path
        self.folder = os.path.dirname(path)  # noqa: PTH120
        self.content = content
        self.place = place

    def refusal(self, reason: str) -> FormatError:
        """Return an error that names file and table."""
        place = f"{self.place}: " if self.place else ""
        return FormatError(self.path, None, f"{place}{reason}")

    def require_keys(self, known: Sequence[str]) -> None:
        """Raise FormatError for a key that is not known."""
        for key in self.content:
            if key not in known:
                raise self.refusal(f'unknown key "{visible(key)}", {hint(key, known)}')

    def take(self, key: str, kind: type, expected: str) -> Any:
        """Return a value of a kind, an empty one where the key is missing."""
        value = self.content.get(key, kind())
        if not isinstance(value, kind):
            raise self.refusal(f"{key}: {kind_of(value)} found, expected {expected}")
        return value

    def label(self, key: str, label: str) -> str:
        """Return a name for tables and messages, checked."""
        if not label or not label.isprintable() or len(label) > LONGEST:
            found = f"{label[:LONGEST]!r}" if len(label) <= LONGEST else f"{len(label)} characters"
            expected = f"a name of 1 to {LONGEST} printable characters"
            raise self.refusal(f"{key}: {found} found, expected {expected}")
        return label

    def string(self, key: str) -> str:
        """Return a string that is not empty, "" where the key is missing."""
        value: str = self.take(key, str, "a string")
        if key in self.content and not value:
            raise self.refusal(f"{key}: an empty string found, expected a name")
        return value

    def strings(self, key: str) -> list[str]:
        """Return a list of strings; a single one may stand alone."""
        value = self.content.get(key, [])
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(one, str) and one for one in found):
            raise self.refusal(f"{key}: {kind_of(value)} found, expected a list of strings")
        return found

    def files(self, key: str, value: Any) -> Files:
        """Return the paths of a file, or of a list of files that are joined.

        Args:
            key: the value's name in messages.
            value: as it stands in the table, None where it does not.
        """
        if value is None:
            return ()
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(one, str) and one for one in found):
            raise self.refusal(f"{key}: {kind_of(value)} found, expected a file or a list of files")
        if not found:
            raise self.refusal(f"{key}: an empty list found, expected a file")
        return tuple(map(self.joined, found))

    def joined(self, file: str) -> str:
        """Return the path of a file that is given relative to the table's folder."""
        if "\0" in file:
            raise self.refusal(f"{visible(file)}: a NUL character found, expected a path")
        return os.path.join(self.folder, file)  # noqa: PTH118


def hint(word: str, known: Sequence[str]) -> str:
    """Return a hint for an unknown word: the closest known one, or all known.

    Example:
        >>> hint("refrences", ["source", "references"])
        'did you mean "references"?'
        >>> hint("x", ["a", "b"])
        'expected a or b'
    """
    from difflib import get_close_matches

    close = get_close_matches(word, known, 1)
    return f'did you mean "{close[0]}"?' if close else f"expected {listed(known)}"


def listed(words: Sequence[str]) -> str:
    """Return words as a list of alternatives: "a, b or c"."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def kind_of(value: object) -> str:
    """Return the kind of a TOML value in words."""
    names = {str: "a string", dict: "a table", list: "a list", bool: "true or false"}
    names |= {int: "a number", float: "a number"}
    return names.get(type(value), "a date")
