"""Analysed sentences: what the rules know of each token, as arrays of integers.

A token has a text (its lower case follows from it), a lemma, a universal class (`pos`), a Penn tag,
a dependency with its head in the same sentence (a root is its own head), and a gap: whether white
space follows. No other attribute is ever read. Sentences come from files (`jsonl`, `conllu`), from
spaCy (`models`) or from Python, one at a time; each is kept once, and found by its text.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.annotation.annotator import COLUMNS, Annotator
from fastgec.annotation.lexicon import CLASSES, DEPENDENCIES, KINDS, KINDS_OF_TAGS, TAGS
from fastgec.annotation.resources import resources
from fastgec.annotation.words import Ids, Words

NO_KIND = -1
NAMES = ("words", "lemma", "pos", "tag", "dep", "head")  # of a sentence from outside


class AnalysisError(ValueError):
    """A sentence that is no analysis: what was found, what was expected."""


class Analyses:
    """A growing collection of analysed sentences, each once.

    models  what made them, a line each: of files that name it, and of spaCy

    >>> analyses = Analyses()
    >>> analyses.add(["A", "cat"], ["a", "cat"], ["DET", "NOUN"], ["DT", "NN"], ["det", "ROOT"],
    ...              [1, 1])
    0
    >>> len(analyses), analyses.find("A  cat"), analyses.find("A dog")
    (1, 0, None)
    """

    def __init__(self) -> None:
        self.models: list[str] = []
        self._words = Words()
        self._lemmas = Ids()
        self._labels = {"pos": Ids(CLASSES), "tag": Ids(TAGS), "dep": Ids(DEPENDENCIES)}
        self._columns = {
            name: array("i") for name in ("text", "lemma", "pos", "tag", "dep", "head", "gap")
        }
        self._offsets = array("q", [0])
        self._numbers: dict[str, int] = {}  # of sentences, by their texts
        self._annotators: dict[bool, tuple[int, Annotator]] = {}

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def add(
        self,
        words: Sequence[str],
        lemma: Sequence[str],
        pos: Sequence[str],
        tag: Sequence[str],
        dep: Sequence[str],
        head: Sequence[int],
        gap: Sequence[bool] | None = None,
    ) -> int:
        """Add a sentence, unless one of the same text is there, and return its number.

        Args:
            words: Its tokens.
            lemma: A lemma each.
            pos: A universal class each.
            tag: A Penn tag each.
            dep: A dependency each.
            head: The number of the head of each, from 0; a root is its own head.
            gap: Whether white space follows each. None: everywhere, as between tokens of a line
                that is split at white space.

        Raises:
            AnalysisError: For columns of unequal length, a word that is empty or has white space
                beside other characters, a head that is not in the sentence.
        """
        columns: tuple[Sequence[Any], ...] = (lemma, pos, tag, dep, head)
        if any(len(column) != len(words) for column in columns) or len(
            words if gap is None else gap
        ) != len(words):
            raise AnalysisError(self._unequal(words, lemma, pos, tag, dep, head, gap))
        for at, word in enumerate(words):
            if word.split() != [word] and not (gap is not None and word and word.isspace()):
                raise AnalysisError(
                    f"word {at + 1} {word[:20]!r} found, expected one without white space"
                )
        for at, place in enumerate(head):
            if not 0 <= place < len(words):
                raise AnalysisError(
                    f"head {place} of word {at + 1} found, expected 0 to {len(words) - 1}"
                )
        text = text_of(words, gap)
        if (number := self._numbers.get(text)) is not None:
            return number
        try:
            text.encode()
        except UnicodeEncodeError:
            raise AnalysisError("a lone surrogate found, expected Unicode text") from None
        self._numbers[text] = number = self._append(words, lemma, pos, tag, dep, head, gap)
        return number

    def _append(
        self,
        words: Sequence[str],
        lemma: Sequence[str],
        pos: Sequence[str],
        tag: Sequence[str],
        dep: Sequence[str],
        head: Sequence[int],
        gap: Sequence[bool] | None,
    ) -> int:
        """Add a sentence as it is, and return its number."""
        self._columns["text"].extend(map(self._words.ids.__getitem__, words))
        self._columns["lemma"].extend(map(self._lemmas.__getitem__, lemma))
        for name, labels in (("pos", pos), ("tag", tag), ("dep", dep)):
            self._columns[name].extend(map(self._labels[name].__getitem__, labels))
        self._columns["head"].extend(head)
        self._columns["gap"].extend([1] * len(words) if gap is None else [int(g) for g in gap])
        self._offsets.append(len(self._columns["text"]))
        return len(self) - 1

    def find(self, line: str, *, is_raw: bool = False) -> int | None:
        """Return the number of a sentence, None if it is not there.

        Args:
            line: Tokens with white space between them.
            is_raw: The line is text as it was before it was split into tokens.
        """
        if is_raw:
            return self._numbers.get(line.strip())
        return self._numbers.get(text_of(line.split(), None))

    def words(self, number: int) -> list[str]:
        """Return the tokens of a sentence."""
        first, last = self._offsets[number], self._offsets[number + 1]
        self._words.update(None)
        return [self._words.strings[word] for word in self._columns["text"][first:last]]

    def tag(self, number: int, token: int) -> str:
        """Return the Penn tag of a token."""
        return list(self._labels["tag"])[self._columns["tag"][self._offsets[number] + token]]

    def sentence(self, number: int) -> dict[str, list[Any]]:
        """Return a sentence in the layout of JSONL: lists of equal length, by name."""
        first, last = self._offsets[number], self._offsets[number + 1]
        lemmas = list(self._lemmas)
        labels = {name: list(ids) for name, ids in self._labels.items()}
        found: dict[str, list[Any]] = {"words": self.words(number)}
        found["lemma"] = [lemmas[at] for at in self._columns["lemma"][first:last]]
        for name, names in labels.items():
            found[name] = [names[at] for at in self._columns[name][first:last]]
        found["head"] = self._columns["head"][first:last].tolist()
        gaps = self._columns["gap"][first:last].tolist()
        if not all(gaps):
            found["gap"] = [bool(gap) for gap in gaps]
        return found

    def annotator(self, *, has_resources: bool) -> Annotator:
        """Return the kernel's view of all sentences that are there now.

        Args:
            has_resources: With word list and stemmer.

        Raises:
            MissingExtraError: If these are not installed.
            FormatError: If they are not those that the rules were made with.
        """
        known = self._annotators.get(has_resources)
        if known is None or known[0] != len(self):
            known = self._annotators[has_resources] = (len(self), self._opened(has_resources))
        return known[1]

    def _opened(self, has_resources: bool) -> Annotator:
        found = resources() if has_resources else None
        words = self._words
        words.update(found.words.__contains__ if found else None)
        table = np.empty((len(self._columns["text"]), len(COLUMNS)), np.int32)
        for name, column in self._columns.items():
            table[:, COLUMNS.index(name)] = np.array(column)
        table[:, COLUMNS.index("lower")] = words.lower[table[:, COLUMNS.index("text")]]
        return Annotator(
            words.points,
            words.offsets,
            words.alphabetic,
            words.marks,
            np.array([_kind_of(tag) for tag in self._labels["tag"]], np.int8),
            np.array([name.startswith("aux") for name in self._labels["dep"]], np.uint8),
            table,
            np.array(self._offsets, np.int64),
            found.rules if found else None,
        )

    def sizes(self) -> NDArray[np.int64]:
        """Return the number of tokens of each sentence."""
        offsets = np.array(self._offsets, np.int64)
        return offsets[1:] - offsets[:-1]

    @staticmethod
    def _unequal(words: Sequence[str], *columns: Sequence[Any] | None) -> str:
        names = (*NAMES[1:], "gap")
        for name, column in zip(names, columns, strict=True):
            if column is not None and len(column) != len(words):
                return f"{len(column)} values of {name} found, expected {len(words)} as words"
        raise AssertionError("columns are of equal length")


def text_of(words: Sequence[str], gap: Sequence[bool] | None) -> str:
    """Return a sentence as text; one that is tokens of a line ends with a space.

    >>> text_of(["can", "not"], None), text_of(["can", "not"], [False, False])
    ('can not ', 'cannot')
    """
    if gap is None:
        return " ".join([*words, ""])
    return "".join(
        word + " " if follows else word for word, follows in zip(words, gap, strict=True)
    )


def _kind_of(tag: str) -> int:
    kind = KINDS_OF_TAGS.get(tag)
    return NO_KIND if kind is None else KINDS.index(kind)
