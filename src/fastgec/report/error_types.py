"""Error types in words: those of CoNLL-2014 and of ERRANT.

The words are in `error_types.tsv`, a type and its meaning on each line. Sources: Ng et al. (2014),
table 1, and Bryant et al. (2017), table 2. A type of ERRANT begins with M, R or U, its operation.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

OPERATIONS = {"M": "missing", "R": "wrong", "U": "unnecessary"}


@cache
def type_in_words(name: str) -> str:
    """Return what an error type means; an empty string for a type of another scheme.

    Example:
        >>> type_in_words("Wci"), type_in_words("R:VERB:SVA"), type_in_words("X")
        ('wrong collocation or idiom', 'wrong subject-verb agreement', '')
    """
    meanings = dict(rows_of("error_types.tsv"))
    if name in meanings:
        return meanings[name]
    operation, colon, rest = name.partition(":")
    meaning = meanings.get(rest) if colon else "words"
    if operation not in OPERATIONS or meaning is None:
        return ""
    return f"{OPERATIONS[operation]} {meaning}"


@cache
def rows_of(name: str) -> list[list[str]]:
    """Return the rows of a file of tab-separated text in this package."""
    text = (files("fastgec.report") / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]
