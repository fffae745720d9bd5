"""Files of essays as MultiGEC-2025 has them: a heading `### essay_id = ID` above each text.

An essay is scored as one line: its tokens as the tokenizer syntok finds them, spaces between. Files
may have the essays in any order, since they are found by their ids, in the order of the source.
Text before the first heading is no essay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fastgec.read import FormatError, MissingExtraError, counted, install, shortened
from fastgec.read.files import ESSAY
from fastgec.read.lines import Lines

HEADING = ESSAY.decode()
ABSENT = "!"  # in the place of an essay that a system's file lacks, as the organisers have it


class Essay(NamedTuple):
    """The line of an essay's heading, from 1, and its tokens."""

    line: int
    tokens: str


def are_essays(lines: Lines) -> bool:
    """Whether a line is the heading of an essay."""
    return lines.holds(HEADING) and any(
        lines[number].startswith(HEADING) for number in range(len(lines))
    )


def read_essays(lines: Lines) -> dict[str, Essay]:
    """The essays of a file by their ids, in the order of the file.

    Raises:
        FormatError: A heading without an id, or an id that came before.
        MissingExtraError: The package syntok is not installed.
    """
    try:
        from syntok.tokenizer import Tokenizer
    except ImportError:
        reason = f"which cuts essays into tokens: {install('multigec')}"
        raise MissingExtraError(f"package syntok is not installed, {reason}") from None
    tokenizer = Tokenizer()
    essays: dict[str, Essay] = {}
    for line, essay, text in _parts(lines):
        if not essay:
            raise FormatError(lines.name, line, f'heading without an id: expected "{HEADING} ID"')
        if essay in essays:
            reason = f"expected each once (first in line {essays[essay].line})"
            raise FormatError(lines.name, line, f"essay {_shown(essay)} again: {reason}")
        tokens = " ".join(token.value for token in tokenizer.tokenize(text))
        essays[essay] = Essay(line, tokens)
    return essays


def _parts(lines: Lines) -> Iterator[tuple[int, str, str]]:
    """Yield of each essay the line of its heading, its id and its text."""
    texts = [lines[number] for number in range(len(lines))]
    starts = [number for number, text in enumerate(texts) if text.startswith(HEADING)]
    for start, end in zip(starts, [*starts[1:], len(texts)], strict=True):
        yield (
            start + 1,
            texts[start].removeprefix(HEADING).strip(),
            "\n".join(texts[start + 1 : end]),
        )


def _shown(essay: str) -> str:
    return f'"{shortened(essay)}"'


class Essays:
    """The essays of a source, by which those of other files are found.

    warnings  a line for each file that lacks some
    """

    def __init__(self, source: Lines) -> None:
        """Read the source. Raises: as `read_essays`."""
        self._name = source.name
        self._source = read_essays(source)
        self.warnings: list[str] = []

    def source(self) -> Lines:
        """The source, an essay a line."""
        return self._lines([one.tokens for one in self._source.values()], self._name)

    def system(self, lines: Lines) -> Lines:
        """The essays of a system; `ABSENT` for those that its file lacks, with a warning.

        Raises:
            FormatError: As `read_essays`, or an essay that the source lacks.
        """
        texts = self._texts(lines)
        self._warn(lines, texts, f'which count as "{ABSENT}"')
        return self._lines([ABSENT if text is None else text for text in texts], lines.name)

    def references(self, files: Sequence[Lines]) -> list[Lines]:
        """The essays of all references; where one lacks an essay, those of the first that has it.

        Raises:
            FormatError: As `system`, or an essay that all lack.
        """
        columns = [self._texts(lines) for lines in files]
        rows = zip(*columns, strict=True)
        first = [next((text for text in row if text is not None), None) for row in rows]
        for (essay, (line, _)), text in zip(self._source.items(), first, strict=True):
            if text is None:
                names = ", ".join(lines.name for lines in files)
                reason = f"essay {_shown(essay)}: not in {names}: expected a reference of it"
                raise FormatError(self._name, line, reason)
        for lines, texts in zip(files, columns, strict=True):
            self._warn(lines, texts, "for which the first reference that has them stands")
        return [
            self._lines(
                [other if text is None else text for text, other in zip(texts, first, strict=True)],
                lines.name,
            )
            for lines, texts in zip(files, columns, strict=True)
        ]

    def _texts(self, lines: Lines) -> list[str | None]:
        """Return the tokens of each essay of the source; None where the file lacks it."""
        found = read_essays(lines)
        for essay, (line, _) in found.items():
            if essay not in self._source:
                reason = f"essay {_shown(essay)}: expected an essay of {self._name}"
                raise FormatError(lines.name, line, reason)
        return [found[essay].tokens if essay in found else None for essay in self._source]

    def _warn(self, lines: Lines, texts: Sequence[str | None], what: str) -> None:
        absent = [essay for essay, text in zip(self._source, texts, strict=True) if text is None]
        if absent:
            essay = absent[0]
            place = f"{_shown(essay)}, {self._name}:{self._source[essay].line}"
            of = counted(len(texts), "essay")
            self.warnings.append(f"{lines.name}: lacks {len(absent)} of {of} ({place}), {what}")

    @staticmethod
    def _lines(texts: Sequence[str | None], name: str) -> Lines:
        return Lines.of([text or "" for text in texts], f"{name} (an essay a line)")
