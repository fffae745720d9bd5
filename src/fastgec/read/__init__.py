"""Readers of all input: from files, pipes and memory to arrays of integers.

Text goes from a path to bytes, to lines, to token ids. M2 goes from bytes through one scan to gold.
Every input can be read whole, or in step with other files, some sentences at a time.

    lines      arguments of functions, checked: paths, lists, numbers of sentences; Lines: a
               column of text as ranges of one buffer; its first sentences, peeked at; Span: a
               range of the sentences of a corpus; several columns of text read in step; short
               hashes of text; References: a source and texts that correct it
    files      a path to bytes: "-", gzip, Zstandard, UTF-8, byte-order mark; JSON and CSV in
               the place of text: refused; the number of sentences in a block of parallel text
    essays     files of essays with headings: an essay a line, in the order of the source
    records    sentences from a field of JSON lines, CSV, Parquet
    words      numbers of words within a sentence (for kernels)
    ends       common prefix and suffix of source and hypothesis (for kernels)
    m2fields   the fields of a line of M2 (for kernels)
    goldtable  gold in one table, from M2 text in one pass (for kernels)
    batch      gold tables for Python, of M2 text or of arrays (kernel)
    gold       TokenTable: token ids of each sentence; EditTable: gold edits as integers, and
               which of them overlap; a batch of M2 text, or an error; warnings of edits that a
               reader left out or had to guess; Gold: a gold standard, parsed; the conventions
               of M2
    m2stream   M2 read in parts, in step with hypotheses or other M2
    coders     edits that are compared with edits; the conventions of ERRANT's comparison
    config     Config: a config file (TOML) that names the files of a corpus and its systems; its
               tables; the texts that a config names, each file read once
    scores     scores of sentences that another tool made
    arrow      Arrow columns as text and as gold

Here is `FormatError`, the one error for all bad input, with its place and the problem; and how
messages show names and numbers. Nothing here imports numpy, so a message does not need it.

Packages that work on corpora import this one; it imports `counts`, `machine`, `values` and
kernels.
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
