"""What classification reads of the installed package errant: a word list and a stemmer's rules.

The package is found and its files are read; it is never imported, which would import spaCy. The
word list (`en_GB-large` of SCOWL) and the table of the Lancaster stemmer have to be those that
the rules were made with: both are checked by their SHA-256. They are read once, when the first
edit needs them.
"""

from __future__ import annotations

import ast
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fastgec.annotation.annotator import RULE_WIDTH
from fastgec.corpus.errors import FormatError

EXTRA = "pip install 'fastgec[errant]'"
WORD_LIST = ("en", "resources", "en_GB-large.txt")
WORD_LIST_SHA256 = "75e1851049bd45eec55b6297ce5e22e73b31b93f5a9aadb1be6de8dd46bd8b58"
STEMMER = ("en", "lancaster.py")
RULES_SHA256 = "37beb93e7e94cb9f9ac4efffce327ee3582d1fcaf60dbf064b5bd1b315d9790f"

# An ending written backwards, "*" for words that are still whole, how many characters are removed,
# what is appended, whether others may follow.
RULE = re.compile(r"([a-z]{1,8})(\*?)(\d)([a-z]{0,8})([>.])")


class MissingExtraError(ImportError):
    """Something is not installed that an extra of the package brings; the text says which."""


@dataclass(frozen=True, slots=True, eq=False)
class Resources:
    """A word list, and the rules of the stemmer as the kernel has them (int32[R, RULE_WIDTH])."""

    words: frozenset[str]
    rules: NDArray[np.int32]


@cache
def resources() -> Resources:
    """Return what the installed package errant holds.

    Raises:
        MissingExtraError: If it is not installed.
        FormatError: If a file is not the one that the rules were made with.
    """
    folder = errant_folder()
    text = _read(folder.joinpath(*WORD_LIST))
    _require(text, WORD_LIST_SHA256, folder.joinpath(*WORD_LIST))
    words = frozenset(line.strip() for line in text.decode().splitlines())
    stemmer = folder.joinpath(*STEMMER)
    rules = stem_rules(_read(stemmer).decode())
    _require("\n".join(rules).encode(), RULES_SHA256, stemmer)
    return Resources(words, np.array([_numbers(rule) for rule in rules], np.int32))


def errant_folder() -> Path:
    """Return the folder of the installed package errant.

    Raises:
        MissingExtraError: If it is not installed.
    """
    spec = find_spec("errant")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtraError(
            f"package errant not found, expected it for its word list and its stemmer's rules: "
            f"{EXTRA}"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def stem_rules(program: str) -> list[str]:
    """Return the longest tuple of stemming rules that a Python program writes down.

    >>> stem_rules("rules = ('ai*2.', 'a*1.')")
    ['ai*2.', 'a*1.']
    """
    found: list[str] = []
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Tuple | ast.List):
            rules = [item.value for item in node.elts if isinstance(item, ast.Constant)]
            texts = [rule for rule in rules if isinstance(rule, str) and RULE.fullmatch(rule)]
            if len(texts) == len(node.elts) > len(found):
                found = texts
    return found


def _numbers(rule: str) -> list[int]:
    """Return a rule as the kernel has it.

    >>> _numbers("ai*2.")[:7] == [2, 0, 2, 1, 0, ord("i"), ord("a")]
    True
    """
    match = RULE.fullmatch(rule)
    assert match is not None
    ending, intact, n_removed, appended, ending_sign = match.groups()
    letters = [[ord(letter) for letter in part] for part in (ending[::-1], appended)]
    flags = [int(n_removed), int(intact == "*"), int(ending_sign == ">")]
    padded = [part + [0] * (8 - len(part)) for part in letters]
    numbers = [len(ending), len(appended), *flags, *padded[0], *padded[1]]
    assert len(numbers) == RULE_WIDTH
    return numbers


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = f"{(error.strerror or str(error)).lower()}, expected a file of errant 3.0.2"
        raise FormatError(str(path), None, reason) from None


def _require(data: bytes, wanted: str, path: Path) -> None:
    found = hashlib.sha256(data).hexdigest()
    if found != wanted:
        reason = (
            f"SHA-256 {found[:12]}... found, expected {wanted[:12]}...: the file of errant 3.0.2"
        )
        raise FormatError(str(path), None, reason)
