"""FormatError: the one error for all bad input, with its place.

Nothing here imports numpy, so an error message does not need it.
"""

from __future__ import annotations


class MissingExtraError(ImportError):
    """Something is not installed that an extra of the package brings; the text says which."""


class FormatError(ValueError):
    """Input that cannot be scored: its place, the problem and the expected form.

    path, line (from 1, None if the file as a whole is meant), reason; str() joins them as
    "path:line: reason".
    """

    def __init__(self, path: str, line: int | None, reason: str) -> None:
        super().__init__(path, line, reason)
        self.path = path
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        place = visible(self.path)
        if self.line is not None:
            place += f":{self.line}"
        return f"{place}: {self.reason}"


def install(extra: str) -> str:
    """Return how an extra of the package is installed: from PyPI, and in a clone.

    >>> install("errant")
    "pip install 'fastgec[errant]' (in a clone: pip install '.[errant]')"
    """
    return f"pip install 'fastgec[{extra}]' (in a clone: pip install '.[{extra}]')"


def visible(name: str) -> str:
    r"""Return a file name on one line: control characters are escaped.

    Bytes of a name that are no text (surrogates to Python) are left for the terminal.

    >>> print(visible("two\nlines"), visible("Käse"))
    two\nlines Käse
    """
    if name.isprintable():
        return name
    return "".join(
        c if c.isprintable() or "\udc80" <= c <= "\udcff" else c.encode("unicode_escape").decode()
        for c in name
    )


def shortened(text: str, most: int = 40) -> str:
    """Return a text for a message: one that is too long ends with "..." in place of the rest.

    >>> shortened("0.5"), shortened("0.123456", 6)
    ('0.5', '0.1...')
    """
    return text if len(text) <= most else f"{text[: most - 3]}..."


def counted(number: int | str, noun: str) -> str:
    """Return a number (perhaps "over 5") and a noun, in the plural unless the number is 1.

    >>> counted(1, "sentence"), counted(1_312, "sentence")
    ('1 sentence', '1312 sentences')
    """
    return f"{number} {noun}{'s' * (str(number) != '1')}"
