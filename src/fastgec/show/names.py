"""Names of systems: as typed for programs, and short for people who read tables.

Paths of outputs differ in a few letters and fill a screen with the rest. People see names
without the folder and the suffix that all have in common; programs (TSV, CSV, files of sentences,
parts) get names as typed, and JSON the path beside them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from fastgec.read.records import file_and_field

STDIN = "stdin"


class Name(str):
    """The name of a system; as a string it is the path as typed, or the value of --name.

    short  for people
    path   where the output was read

    Example:
        >>> name = Name("out/a.txt", "a")
        >>> name, name.short, name.path
        ('out/a.txt', 'a', 'out/a.txt')
    """

    __slots__ = ("path", "short")
    short: str
    path: str

    def __new__(cls, typed: str, short: str, path: str | None = None) -> Name:
        """Return a name."""
        name = super().__new__(cls, typed)
        name.short = short
        name.path = typed if path is None else path
        return name

    def __reduce__(self) -> tuple[type[Name], tuple[str, str, str]]:
        """Return how copies are made."""
        return Name, (str(self), self.short, self.path)


def short(name: str) -> str:
    """Return the display name."""
    return name.short if isinstance(name, Name) else name


def path_of(name: str) -> str:
    """Return where the output of a name was read."""
    return name.path if isinstance(name, Name) else name


def names_of(paths: Sequence[str], given: Sequence[str] | None = None) -> list[Name]:
    """Return the names of systems.

    Args:
        paths: of their outputs, as typed.
        given: a name for each, in place of the names made of the paths.

    Example:
        >>> [name.short for name in names_of(["out/a.txt", "out/b.txt"])]
        ['a', 'b']
    """
    if given is not None:
        return [Name(name, name, path) for name, path in zip(given, paths, strict=True)]
    return [Name(path, one) for path, one in zip(paths, short_names(paths), strict=True)]


def short_names(paths: Sequence[str]) -> list[str]:
    """Return paths without the folder and the suffix that all have in common, all of them distinct.

    One path alone loses its folder. A suffix begins with a letter: the .5 of gpt-3.5 is part of its
    name. Equal names get a number.

    Example:
        >>> short_names(["s/a/one.out.gz", "s/b/one.out.gz", "-"])
        ['a/one', 'b/one', 'stdin']
        >>> short_names(["gpt-3.5", "gpt-4.5"]), short_names(["x/a.txt", "x/a.txt"])
        (['gpt-3.5', 'gpt-4.5'], ['a', 'a (2)'])
        >>> short_names(["x/a.jsonl#text", "x/b.jsonl#text"])
        ['a', 'b']
    """
    fields = {file_and_field(path)[1] for path in paths}
    if len(fields) == 1 and fields != {""}:
        paths = [file_and_field(path)[0] for path in paths]
    split = [_parts(path.replace(os.sep, "/")) for path in paths]
    files = [parts for path, parts in zip(paths, split, strict=True) if path != "-" and parts]
    n_folders = _n_common([parts[:-1] for parts in files])
    ends = [parts[-1].split(".")[:0:-1] for parts in files if parts[-1].lstrip(".")]
    n_ends = _n_common(ends) if len(paths) > 1 else 0
    while n_ends and not all(end[:1].isalpha() for end in ends[0][:n_ends]):
        n_ends -= 1
    shown: list[str] = []
    for path, parts in zip(paths, split, strict=True):
        if path == "-" or not parts:
            name = STDIN if path == "-" else path
        else:
            *folders, last = parts[n_folders:]
            stem = ".".join(last.split(".")[: -n_ends or None])
            name = "/".join([*folders, stem or last])
        shown.append(name)
    return _distinct(shown)


def _parts(path: str) -> list[str]:
    """Return folders and file of a path; the root folder is "".

    >>> _parts("./a//b.txt"), _parts("/a/b.txt"), _parts("/")
    (['a', 'b.txt'], ['', 'a', 'b.txt'], [])
    """
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return ["", *parts] if parts and path.startswith("/") else parts


def _n_common(lists: Sequence[Sequence[str]]) -> int:
    """Return how many first items all lists have in common."""
    n_common = 0
    for items in zip(*lists, strict=False):
        if len(set(items)) > 1:
            break
        n_common += 1
    return n_common


def _distinct(names: Sequence[str]) -> list[str]:
    taken = set(names)
    seen: set[str] = set()
    found = []
    for name in names:
        number, one = 1, name
        while one in seen or (number > 1 and one in taken):
            number += 1
            one = f"{name} ({number})"
        seen.add(one)
        found.append(one)
    return found
