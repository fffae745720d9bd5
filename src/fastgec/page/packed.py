"""Sentences as flat lists: numbers of all sentences one after the other, texts told by number.

Lists of one kind of number pack better than an object for each edit, and are read at once.
"""

from __future__ import annotations


class Texts:
    """Texts in the order of their first use, each once.

    Example:
        >>> texts = Texts()
        >>> [texts.number(text) for text in ("a", "b", "a")], texts.all
        ([0, 1, 0], ['a', 'b'])
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text, from 0."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def all(self) -> list[str]:
        """The texts, by number."""
        return list(self._numbers)


def tokens_of(line: str) -> str:
    r"""Return a line with one space between its tokens.

    >>> tokens_of(" a\tb ")
    'a b'
    """
    return " ".join(line.split())
