"""How a corpus cuts its words into tokens: learned from the tokens of its source.

A sign is a character of punctuation or a symbol (Unicode category P or S). For each sign it is
counted how often it is a token, and how often it ends, begins or is inside a longer one, by the
kind of the character beside it: letter, digit, sign. What is more often a token is cut from words
of raw output in such a place. A sign that the corpus lacks is treated as most of its signs are.
Repeated signs ("...") are one token if they mostly are in the corpus.

Two words that often stand side by side in the corpus, and never as one word, are cut where output
has them as one: tokenizers of English make "can not" of "cannot". Others stay one word, as
"lifestyle" is a correction of "life style".

The first sentences of a source are enough (`lines.first_of_file`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import sealed
from fastgec.kernels.tokens import Vocabulary
from fastgec.texts.projection import N_PAGES, used_pages

OFTEN = 5  # times that two words stand side by side
LONGEST_AFFIX = 8  # characters

# Kinds of characters, and bits of a mark, as the kernel reads them.
LETTER, DIGIT, SIGN, JOINED = range(4)
FROM_END, FROM_START, FROM_INSIDE = 0, 3, 6  # habits, by kind of neighbour: 3, 3 and 4
N_HABITS = 10
SHIFT = 2  # of the first habit
TOGETHER = SHIFT + N_HABITS

SKIN_TONES = range(0x1F3FB, 0x1F400)
FLAGS = range(0x1F1E6, 0x1F200)  # letters, of which two are a flag

_ALONE = re.compile(r"(?<!\S)(?:[^\w\s]|_)(?!\S)")
_MIXED = re.compile(r"[^\w\s]|_")


@cache
def kind_of(character: str) -> int:
    """Return whether a character is a digit, a sign, joined to the one before it, or a letter.

    >>> [kind_of(character) for character in "a1.\u0301"] == [LETTER, DIGIT, SIGN, JOINED]
    True
    """
    point = ord(character)
    if point in SKIN_TONES:
        return JOINED
    if point in FLAGS:
        return LETTER
    category = unicodedata.category(character)
    if category[0] in "PS":
        return SIGN
    if category[0] == "M" or category == "Cf":
        return JOINED
    return DIGIT if category == "Nd" else LETTER


@cache
def _kinds(page: int) -> NDArray[np.uint16]:
    points = range(page << 8, (page + 1) << 8)
    return sealed(np.array([kind_of(chr(point)) for point in points], np.uint16))


class Spacing:
    """How words are cut: what is known of each code point, and of some tokens.

    whole    tokens that are not cut
    affixes  tokens that are cut from the end of a word
    pairs    two tokens in one that are cut again
    """

    def __init__(self, sentences: Iterable[str] = ()) -> None:
        """Learn from sentences of a source.

        >>> habits = Spacing(["They did n't , Mr. Li .", "He did n't ."])
        >>> habits.whole.index(b"Mr."), habits.affixes.index(b"n't") >= 0
        (1, True)
        """
        text = "\n".join(" ".join(sentence.split()) for sentence in sentences)
        words = text.split()
        tokens = Counter(words)
        mixed = {
            token: count
            for token, count in tokens.items()
            if len(token) > 1 and not token.isalnum() and _MIXED.search(token)
        }
        counts = _Counts(text, mixed)
        self._usual = counts.usual()
        self._known = {sign: counts.mark(sign, self._usual) for sign in counts.signs()}
        whole = (
            token
            for token, count in mixed.items()
            if not self._is_mistaken(token, count, tokens, counts.affixes)
        )
        self.affixes = _vocabulary(counts.affixes)
        self.whole = _vocabulary(whole)
        self.pairs = _vocabulary(_pairs(words, tokens))
        self._marks = np.zeros(0x110000, np.uint16)
        self._is_filled = np.zeros(N_PAGES, bool)
        self._lock = Lock()

    def marks(self, *texts: bytes | memoryview) -> NDArray[np.uint16]:
        """Return what is known of each code point, right for those of some texts."""
        for data in texts:
            wanted = used_pages(data).astype(bool)
            if (wanted & ~self._is_filled).any():
                with self._lock:
                    for page in np.flatnonzero(wanted & ~self._is_filled).tolist():
                        self._fill(page)
                        self._is_filled[page] = True
        return self._marks

    def _fill(self, page: int) -> None:
        kinds = _kinds(page)
        marks = self._marks[page << 8 : (page + 1) << 8]
        marks[:] = np.where(kinds == SIGN, self._usual | kinds, kinds)
        for sign, mark in self._known.items():
            if ord(sign) >> 8 == page:
                self._marks[ord(sign)] = mark | SIGN

    def _is_mistaken(
        self, token: str, count: int, tokens: Mapping[str, int], affixes: Iterable[str]
    ) -> bool:
        """Whether the corpus mostly has apart what is one token here."""
        if any(token.endswith(end) and tokens[end] > count for end in affixes if end != token):
            return True
        ends = ((token[-1], token[:-1], FROM_END), (token[0], token[1:], FROM_START))
        return any(
            kind_of(sign) == SIGN
            and rest.isalnum()
            and tokens.get(rest, 0) > count
            and bool(self._known.get(sign, self._usual) >> SHIFT + habit & 1)
            for sign, rest, habit in ends
        )


class _Counts:
    """How often each sign is a token, and how often a part of one: by sign and habit."""

    def __init__(self, text: str, mixed: Mapping[str, int]) -> None:
        self._alone: Counter[tuple[str, int]] = Counter()
        self._joined: Counter[tuple[str, int]] = Counter()
        self._runs: Counter[str] = Counter()
        self._repeats: Counter[str] = Counter()
        self._add_alone(text)
        self.affixes = self._ends(mixed)
        for token, count in mixed.items():
            self._add_token(token, count)
        for token in self.affixes:
            # What is cut from the end of a word does not begin one.
            self._joined[token[0], FROM_START + _side(token[1])] -= mixed[token]

    def signs(self) -> set[str]:
        """Return all signs of the corpus."""
        found = {sign for sign, _ in (*self._alone, *self._joined)}
        return {sign for sign in found | {*self._runs, *self._repeats} if kind_of(sign) == SIGN}

    def mark(self, sign: str, usual: int) -> int:
        """Return what is known of a sign."""
        habits = [self._is_cut(sign, habit, usual) for habit in range(N_HABITS)]
        return _mark(habits, self._runs[sign] >= self._repeats[sign])

    def usual(self) -> int:
        """Return what most signs of the corpus have in common."""
        balance = [0] * N_HABITS
        for (_, habit), count in self._alone.items():
            balance[habit] += count
        for (_, habit), count in self._joined.items():
            balance[habit] -= count
        return _mark([balance[habit] > 0 for habit in range(N_HABITS)], True)

    def _is_cut(self, sign: str, habit: int, usual: int) -> bool:
        """Whether a sign is mostly alone in a place, else in others like it, else most signs."""
        if habit >= FROM_INSIDE:
            return self._alone[sign, habit] > self._joined[sign, habit]
        first = FROM_START if habit >= FROM_START else FROM_END
        for habits in ([habit], range(first, first + 3)):
            alone = sum(self._alone[sign, other] for other in habits)
            joined = sum(self._joined[sign, other] for other in habits)
            if alone or joined:
                return alone > joined
        return bool(usual >> SHIFT + habit & 1)

    def _ends(self, mixed: Mapping[str, int]) -> list[str]:
        """Return tokens cut from the end of words: "'s" and "n't", but no word with its quote."""
        found = {token: count for token, count in mixed.items() if _is_end(token, count)}
        begun: Counter[str] = Counter()
        for token, count in found.items():
            begun[token[0]] += count
        return [
            token
            for token in found
            if kind_of(token[0]) != SIGN
            or begun[token[0]] > sum(self._alone[token[0], FROM_START + k] for k in (LETTER, DIGIT))
        ]

    def _add_alone(self, text: str) -> None:
        places = [match.start() for match in _ALONE.finditer(text)]
        found: Counter[tuple[str, str, str]] = Counter()
        for at in places:
            before = text[at - 2] if at > 1 and text[at - 1] == " " else ""
            after = text[at + 2] if text[at + 1 : at + 2] == " " else ""
            found[before, text[at], after] += 1
            if after == text[at] and text[at + 3 : at + 4].isspace():
                self._repeats[after] += 1
        for (before, sign, after), count in found.items():
            self._add(self._alone, before, sign, after, count)
            if before and after:
                self._add_inside(self._alone, before, sign, after, count)

    def _add_token(self, token: str, count: int) -> None:
        first, last = token[0], token[-1]
        if token == first * len(token):
            self._runs[first] += count
            return
        if kind_of(last) == SIGN:
            self._add(self._joined, token[-2], last, "", count)
        if kind_of(first) == SIGN:
            self._add(self._joined, "", first, token[1], count)
        for before, sign, after in zip(token, token[1:], token[2:], strict=False):
            if kind_of(sign) == SIGN:
                self._add_inside(self._joined, before, sign, after, count)

    def _add(
        self, counts: Counter[tuple[str, int]], before: str, sign: str, after: str, n: int
    ) -> None:
        if before:
            counts[sign, FROM_END + _side(before)] += n
        if after:
            counts[sign, FROM_START + _side(after)] += n

    def _add_inside(
        self, counts: Counter[tuple[str, int]], before: str, sign: str, after: str, n: int
    ) -> None:
        sides = _side(before), _side(after)
        if SIGN not in sides:
            counts[sign, FROM_INSIDE + 2 * sides[0] + sides[1]] += n


def _side(character: str) -> int:
    kind = kind_of(character)
    return LETTER if kind == JOINED else kind


def _mark(habits: Sequence[bool], is_together: bool) -> int:
    bits = sum(1 << SHIFT + habit for habit, is_cut in enumerate(habits) if is_cut)
    return bits | is_together << TOGETHER


def _is_end(token: str, count: int) -> bool:
    """Whether a token looks like what is cut from the end of words: one sign, then letters."""
    if count < 2 or len(token) > LONGEST_AFFIX:
        return False
    signs = [number for number, character in enumerate(token) if kind_of(character) == SIGN]
    return len(signs) == 1 and signs[0] <= 1 and signs[0] < len(token) - 1


def _pairs(words: Sequence[str], tokens: Mapping[str, int]) -> Iterator[str]:
    """Yield words that the corpus has in two tokens only."""
    for (first, second), count in Counter(pairwise(words)).items():
        if count >= OFTEN and first.isalpha() and second.isalpha():
            both = first + second
            if both not in tokens:
                yield both
                yield both.capitalize()


def _vocabulary(tokens: Iterable[str]) -> Vocabulary:
    return Vocabulary(token.encode() for token in tokens)
