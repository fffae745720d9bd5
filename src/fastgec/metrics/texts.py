"""A source and its references: from the lists of a caller to a column for each reference.

References come as a list for each reference ("columns"), or, as datasets have them, as a list for
each sentence. The number of sentences tells which of both it is. The text must agree: a
reference is like its source. Lists for each sentence that are not like their sentences are refused,
and so are as many lists as sentences, each as long, unless they fit better as columns.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from typing import Any, ClassVar

from fastgec.read.errors import counted
from fastgec.read.lines import Column, Lines, read_lines, require_order
from fastgec.read.records import file_of

LIKE = 0.75  # share of the references of each sentence that must be like it
SAMPLED = 200  # sentences, about, that are looked at


@dataclass(frozen=True, slots=True)
class References:
    """A source and its corrected texts: the gold of metrics that read text.

    source   a path or sentences in memory
    columns  for each reference a path or sentences in memory; given in memory, they may be a list
             for each sentence as well, and become columns here
    repeats  whether references may well be the same text, or the source

    Raises:
        TypeError: one path in place of a list.
        ValueError: lists of which it is not plain whether they are of references or of sentences.

    Example:
        >>> texts = References(["a b", "c"], [["a b .", "a B", "A b"], ["c .", "C", "c !"]])
        >>> texts, texts.columns[0]
        (References(source=2 sentences, references=3), ['a b .', 'c .'])
    """

    source: Column
    columns: Sequence[Column]
    repeats: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.columns is None or isinstance(self.columns, str | bytes | os.PathLike):
            kind = type(self.columns).__name__
            raise TypeError(f"references: one {kind}: expected a list, such as [reference]")
        require_order(self.columns, "references")
        source, columns = oriented(self.source, self.columns)
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "columns", columns)

    @staticmethod
    def of_columns(source: Column, columns: Sequence[Iterable[str]]) -> References:
        """References from lists of sentences, one list for each reference.

        Example:
            >>> texts = References.of_columns(["a", "b"], [["c", "d"], ["e", "f"]])
            >>> [column[1] for column in texts.columns]
            ['d', 'f']
        """
        return References(
            source, [Lines.of(column, f"references[{k}]") for k, column in enumerate(columns)]
        )

    @staticmethod
    def of_sentences(source: Column, lists: Sequence[Sequence[str]]) -> References:
        """References from lists of corrections, one list for each sentence.

        Raises:
            ValueError: unequal numbers of references.

        Example:
            >>> texts = References.of_sentences(["a", "b"], [["c", "d"], ["e", "f"]])
            >>> [column[1] for column in texts.columns]
            ['e', 'f']
        """
        return References.of_columns(source, turned(lists))

    def __repr__(self) -> str:
        if isinstance(self.source, str | os.PathLike):
            source = repr(os.fspath(self.source))
        else:
            given: object = self.source
            source = counted(len(given), "sentence") if isinstance(given, Sized) else "sentences"
        return f"References(source={source}, references={len(self.columns)})"


def oriented(source: Column, references: Sequence[Any]) -> tuple[Column, list[Any]]:
    """Return source and references, a column for each reference.

    Args:
        source: a path or sentences in memory.
        references: for each reference a path or its sentences; or for each sentence its references,
            equally many for all of them.

    Raises:
        FormatError: a source that cannot be read.
        ValueError: unequal numbers of references, or lists that could be read either way.

    Example:
        >>> oriented(["a b", "c d", "e"], [["A b", "a B"], ["C d", "c D"], ["E", "e ."]])[1]
        [['A b', 'C d', 'E'], ['a B', 'c D', 'e .']]
    """
    found = list(references)
    if not found or not all(_is_list(one) for one in found):
        _require_files(found)
        return source, found
    sizes = [len(one) for one in found]
    if isinstance(source, str | os.PathLike) and not os.path.isfile(file_of(source)):  # noqa: PTH113
        # A pipe is read once, and a missing file is reported where it is opened.
        if len(found) > 1 and set(sizes) == {len(found)}:
            raise _unclear(f"{len(found)} lists of {len(found)}")
        return source, found
    lines = read_lines(source, "source")
    n_sentences = len(lines)
    if len(found) != n_sentences:  # as many as that must be the references of each sentence
        return lines, found
    columns = turned(found)
    if sizes[0] != n_sentences:
        if n_sentences > 1 and _likeness(lines, columns) < LIKE:
            texts = f"{n_sentences} lists of {sizes[0]} texts, many unlike their sentence,"
            raise _unclear(f"{texts} for {n_sentences} sentences")
        return lines, columns
    if found == columns or _fitness(lines, found) > _fitness(lines, columns):
        return lines, found
    raise _unclear(f"{n_sentences} lists of {n_sentences} for {n_sentences} sentences")


def _require_files(references: Sequence[Any]) -> None:
    """Refuse sentences where paths are expected. Raises: TypeError."""
    are_sentences = all(isinstance(one, str) and " " in one for one in references)
    if len(references) < 2 or not are_sentences:
        return
    if not any(os.path.exists(file_of(one)) for one in references):  # noqa: PTH110
        raise TypeError(
            f"references: {counted(len(references), 'string')}, expected a list of sentences for "
            "each reference, such as [reference], or paths of files"
        )


def turned(lists: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return a list for each reference, of a list for each sentence.

    Raises:
        ValueError: unequal numbers of references, or none.

    Example:
        >>> turned([["a", "b"], ["c"]])
        Traceback (most recent call last):
        ValueError: references: 2 for sentence 1 and 1 for sentence 2: expected equally many \
for every sentence
    """
    for one in lists:
        require_order(one, "references")
    sizes = [len(one) for one in lists]
    if len(set(sizes)) > 1:
        number, size = next((s, n) for s, n in enumerate(sizes, 1) if n != sizes[0])
        reason = f"{sizes[0]} for sentence 1 and {size} for sentence {number}"
        raise ValueError(f"references: {reason}: expected equally many for every sentence")
    if 0 in sizes:
        raise ValueError("references: none for sentence 1, expected at least 1")
    return [list(column) for column in zip(*lists, strict=True)]


def _unclear(found: str) -> ValueError:
    return ValueError(
        f"references: {found}: their texts do not tell whether there is one for each "
        "reference or for each sentence: say it with References.of_columns or "
        "References.of_sentences"
    )


def _is_list(column: Any) -> bool:
    """Whether a column is in memory, with a length."""
    return not isinstance(column, str | bytes | os.PathLike | Lines) and hasattr(column, "__len__")


def _fitness(source: Lines, columns: Sequence[Sequence[Any]]) -> tuple[float, int]:
    """Return how well columns fit their source: likeness, then equal texts for equal sources."""
    places: dict[str, int] = {}
    firsts = [places.setdefault(source[s], s) for s in range(len(source))]
    n_equal = sum(
        column[s] == column[first] for column in columns for s, first in enumerate(firsts)
    )
    return _likeness(source, columns), n_equal


def _likeness(source: Lines, columns: Sequence[Sequence[Any]]) -> float:
    """Return the share of texts that have half of their pairs of letters from their source.

    Some sentences are enough to know, and letters do for languages without spaces between words.
    """
    sentences = range(0, len(source), max(1, len(source) // SAMPLED))
    n_like = 0
    for s in sentences:
        own = _pairs(source[s])
        for column in columns:
            pairs = _pairs(str(column[s]))
            n_like += 2 * len(own & pairs) >= min(len(own), len(pairs))
    return n_like / (len(sentences) * len(columns))


def _pairs(text: str) -> set[str]:
    padded = f" {text} "
    return {padded[k : k + 2] for k in range(len(padded) - 1)}
