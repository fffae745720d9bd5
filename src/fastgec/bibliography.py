"""BibTeX entries by key. They are in `references.bib`, and hold facts of publication."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path


def bibtex(keys: Iterable[str]) -> str:
    """Return the entries of some keys.

    Raises:
        KeyError: a key that no entry has.

    Example:
        >>> print(bibtex(["ye-etal-2023-cleme"]))  # doctest: +ELLIPSIS
        @inproceedings{ye-etal-2023-cleme,
        ...
    """
    entries = _entries()
    return "".join(entries[key] for key in keys)


@cache
def _entries() -> dict[str, str]:
    text = Path(__file__).with_name("references.bib").read_text(encoding="utf-8")
    found = (entry.rstrip() + "\n" for entry in re.split(r"(?m)^(?=@)", text) if entry.strip())
    return {entry[entry.index("{") + 1 : entry.index(",")]: entry for entry in found}
