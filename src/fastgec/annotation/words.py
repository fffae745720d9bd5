"""Strings as integers: the words that sentences are made of, and labels of tags and dependencies.

A table only grows, so an id stays what it is. What the rules ask of a word (its characters, its
lower case, whether it is alphabetic, punctuation, in the word list) is found once for each word,
when arrays are asked for.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable

import numpy as np

from fastgec.annotation.lexicon import WORDS

# Bits of a word's mark, as in the kernel.
IS_UPPER, IS_PUNCTUATION, IS_LISTED = 1, 2, 4


class Ids(dict[str, int]):
    """Strings and their numbers, in order of first sight; a new one gets the next number.

    >>> ids = Ids(["a"])
    >>> ids["b"], ids["a"], len(ids)
    (1, 0, 2)
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        super().__init__({name: number for number, name in enumerate(known)})

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        return number


class Words:
    """A table of words; those that a rule names come first.

    >>> words = Words()
    >>> cat = words.ids["Cat"]
    >>> words.update(None)
    >>> words.strings[words.lower[cat]], bool(words.marks[cat] & IS_UPPER)
    ('cat', True)
    """

    def __init__(self) -> None:
        self.ids = Ids(WORDS)
        self.strings: list[str] = []
        self.lower = np.empty(0, np.int32)
        self.points = np.empty(0, np.int32)
        self.offsets = np.zeros(1, np.int64)
        self.alphabetic = np.empty(0, np.int32)
        self.marks = np.empty(0, np.uint8)
        self._n_listed = 0  # words whose place in the word list was asked for

    def update(self, is_listed: Callable[[str], bool] | None) -> None:
        """Bring the arrays up to the words; with the word list, also who is in it."""
        first = len(self.strings)
        lower: list[int] = []
        new = list(self.ids)[first:] if len(self.ids) > first else []
        while new:  # the lower case of a word is a word, too
            self.strings += new
            lower += [self.ids[word.lower()] for word in new]
            new = list(self.ids)[len(self.strings) :]
        if lower:
            self._describe(self.strings[first:], lower)
        if is_listed and self._n_listed < len(self.strings):
            marks = self.marks.copy()
            for word in range(self._n_listed, len(self.strings)):
                if is_listed(self.strings[word]):
                    marks[word] |= IS_LISTED
            self.marks = marks
            self._n_listed = len(self.strings)

    def _describe(self, words: list[str], lower: list[int]) -> None:
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        points = np.frombuffer("".join(words).encode("utf-32-le"), np.int32)
        alphabetic = np.fromiter(map(_letters_at_start, words), np.int32, len(words))
        marks = np.fromiter(map(_mark, words), np.uint8, len(words))
        self.offsets = np.concatenate((self.offsets, self.offsets[-1] + np.cumsum(lengths)))
        self.points = np.concatenate((self.points, points))
        self.lower = np.concatenate((self.lower, np.array(lower, np.int32)))
        self.alphabetic = np.concatenate((self.alphabetic, alphabetic))
        self.marks = np.concatenate((self.marks, marks))


def _letters_at_start(word: str) -> int:
    if word.isalpha():
        return len(word)
    return next((at for at, character in enumerate(word) if not character.isalpha()), 0)


def _mark(word: str) -> int:
    is_upper = IS_UPPER if word[:1].isupper() else 0
    return is_upper | (IS_PUNCTUATION if word in string.punctuation else 0)
