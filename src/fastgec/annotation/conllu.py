"""Analyses as CoNLL-U (universaldependencies.org): a word a line, ten columns, sentences apart.

Read are ID, FORM, LEMMA, UPOS, XPOS (a Penn tag), HEAD, DEPREL and, of MISC, SpaceAfter=No. Ranges
(1-2) and empty nodes (1.1) are passed over. Where no word of a sentence says SpaceAfter=No it is
found both as tokens of a line and as raw text.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fastgec.annotation.analyses import Analyses, AnalysisError
from fastgec.corpus.errors import FormatError

N_COLUMNS = 10
NOTHING = "_"


@dataclass(slots=True)
class _Block:
    """The words of a sentence so far, and the line that it begins at."""

    line: int = 0
    rows: list[list[str]] = field(default_factory=list)


def add_conllu(analyses: Analyses, text: str, name: str) -> None:
    r"""Add the sentences of a file.

    Args:
        analyses: Gets them.
        text: What the file holds.
        name: What messages call it.

    Raises:
        FormatError: For a line that is none of CoNLL-U, or a sentence that is no analysis.

    >>> analyses = Analyses()
    >>> add_conllu(analyses, "1\tHi\thi\tINTJ\tUH\t_\t0\troot\t_\t_\n", "a.conllu")
    >>> analyses.find("Hi"), analyses.find("Hi", is_raw=True)
    (0, 1)
    """
    block = _Block()
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line or line.isspace():
            _add_block(analyses, block, name)
            block = _Block()
        elif not line.startswith("#"):
            row = line.split("\t")
            if len(row) != N_COLUMNS:
                reason = (
                    f"{len(row)} columns found, expected {N_COLUMNS} as of CoNLL-U, "
                    "or a file that begins with '{' (JSON lines)"
                )
                raise FormatError(name, number, reason)
            if row[0].isascii() and row[0].isdigit():
                if int(row[0][:10]) != len(block.rows) + 1:
                    reason = f"word {row[0][:10]} found, expected {len(block.rows) + 1}"
                    raise FormatError(name, number, reason)
                block.line = block.line or number
                block.rows.append([*row, str(number)])
            elif not row[0].replace("-", "").replace(".", "").isdigit():
                raise FormatError(name, number, f"ID {row[0][:20]!r} found, expected a number")
    _add_block(analyses, block, name)


def _add_block(analyses: Analyses, block: _Block, name: str) -> None:
    if not block.rows:
        return
    heads = []
    for at, row in enumerate(block.rows):
        if not (row[6].isascii() and row[6].isdigit() and int(row[6][:10]) <= len(block.rows)):
            reason = f"head {row[6][:20]!r} found, expected 0 to {len(block.rows)}"
            raise FormatError(name, int(row[-1]), reason)
        heads.append(int(row[6]) - 1 if int(row[6]) else at)
    gaps = ["SpaceAfter=No" not in row[9].split("|") for row in block.rows]
    is_spaced = all(gaps)
    gaps[-1] = False  # what follows the last word is not looked at
    columns = [[row[column] for row in block.rows] for column in (1, 2, 3, 4, 7)]
    words, lemmas, classes, tags, dependencies = columns
    classes, tags = ([_label(label) for label in labels] for labels in (classes, tags))
    try:
        for gap in [None, gaps] if is_spaced else [gaps]:
            analyses.add(words, lemmas, classes, tags, dependencies, heads, gap)
    except AnalysisError as error:
        raise FormatError(name, block.line, str(error)) from None


def _label(label: str) -> str:
    return "" if label == NOTHING else label
