"""Output cut into the lines of its source, where its own lines are others.

Language models join and split sentences, leave some out, or answer in paragraphs. All text of the
output is aligned with all text of the source, character by character (`pairing`), and cut where the
source's lines end. What an output adds between two sentences belongs to the first of them as far as
it ends that sentence, and to the second from there on.

The texts are aligned some lines at a time. Lines before the last end that is sure are kept, the
others are aligned again with those that follow; so time is proportional to the length of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from fastgec.machine.memory import available_memory
from fastgec.read.errors import FormatError, counted
from fastgec.read.lines import Lines
from fastgec.texts.habits import Spacing
from fastgec.texts.projection import cut_lines

N_LINES = 160  # of the source that are aligned at a time
N_KEPT = 144  # of these, at most
MORE = 2000  # bytes of output that are taken with 5/4 of the source's
MOST_LINES = 4096  # that are aligned at a time where nothing is sure
EDIT = re.compile(rb"^A -?\d+ -?\d+\|\|\|", re.MULTILINE)
LEAST_SHARE = 0.7  # of a line's characters that are unchanged where its text is certain


@dataclass(frozen=True, slots=True)
class Aligned:
    """Output in the lines of its source.

    lines      a line for each of the source
    uncertain  numbers (from 0) of lines that may have text of their neighbours, or lack some
    missing    numbers of lines that have no text, though their source has
    """

    lines: list[str]
    uncertain: list[int]
    missing: list[int]

    def described(self) -> str:
        """Return what was done."""
        text = f"{counted(len(self.lines), 'line')} aligned"
        for name, found in (("uncertain", self.uncertain), ("without text", self.missing)):
            if found:
                shown = ", ".join(str(number + 1) for number in found[:10])
                text += f"; {len(found)} {name}: {shown}{', ...' if len(found) > 10 else ''}"
        return text


def align_lines(output: Lines, source: Lines) -> Aligned:
    """Return output in the lines of its source.

    Args:
        output: all of its text, in any lines.
        source: the sentences, tokenized or not.

    Raises:
        FormatError: More memory is needed than there is, or output is M2.

    Example:
        >>> source = Lines.of(["He go home .", "It are late .", "Yes"])
        >>> align_lines(Lines.of(["He goes home . It is", "late . Yes"]), source).lines
        ['He goes home .', 'It is late .', 'Yes']
    """
    sources = [source[number] for number in range(len(source))]
    data = "\n".join(output[number] for number in range(len(output))).encode()
    if found_edit := EDIT.search(data):
        line = data.count(b"\n", 0, found_edit.start()) + 1
        raise FormatError(output.name, line, "an edit of M2: expected text")
    parts = [f"{text}\n".encode() for text in sources]
    sizes = np.array([len(part) for part in parts], np.int64)
    marks = Spacing(sources[:1]).marks(source.data, data)
    limit = available_memory()
    cancel = np.zeros(1, np.int32)
    lines: list[str] = []
    doubtful: set[int] = set()
    at, n_lines = 0, N_LINES
    while len(lines) < len(sources):
        first, last = len(lines), min(len(lines) + n_lines, len(sources))
        n_bytes = int(sizes[first:last].sum())
        end = _white(data, at + n_bytes + n_bytes // 4 + MORE) if last < len(sources) else len(data)
        is_large, found = cut_lines(
            b"".join(parts[first:last]),
            np.cumsum(sizes[first:last]),
            data[at:end],
            marks,
            memory_limit=limit,
            cancel=cancel,
        )
        if is_large:
            raise FormatError(output.name, None, "more memory needed to align it than there is")
        is_sure = (found[:, 3] == 1) & (found[:, 1] >= LEAST_SHARE * found[:, 2])
        n_kept = last - first
        if last < len(sources):
            n_kept = n_lines * N_KEPT // N_LINES
            # One line may look alike by chance, where many are missing.
            sure = np.flatnonzero(
                is_sure[2:n_kept] & is_sure[1 : n_kept - 1] & is_sure[: n_kept - 2]
            )
            if not len(sure) and n_lines < MOST_LINES:
                n_lines *= 4
                continue
            n_kept = int(sure[-1]) + 3 if len(sure) else n_kept
        else:
            found[-1, 0] = end - at
        n_lines = N_LINES
        start = 0
        for number in range(n_kept):
            stop = int(found[number, 0])
            lines.append(" ".join(data[at + start : at + stop].decode().split()))
            start = stop
            if not is_sure[number] and found[number, 2]:
                doubtful.add(first + number)
        at += start
    _give_back_signs(lines, sources)
    missing = [n for n, line in enumerate(lines) if not line and sources[n].strip()]
    return Aligned(lines, sorted(doubtful - set(missing)), missing)


def _give_back_signs(lines: list[str], sources: list[str]) -> None:
    """Give signs that stand alone to the line before, where their source has words."""
    for number in range(len(lines) - 1, 0, -1):
        line = lines[number]
        is_alone = line and not any(map(str.isalnum, line))
        if is_alone and any(map(str.isalnum, sources[number])):
            lines[number - 1] = f"{lines[number - 1]} {line}".strip()
            lines[number] = ""


def _white(data: bytes, at: int) -> int:
    """Return the next place with white space, or the end."""
    found = [place for sign in (b" ", b"\n") if (place := data.find(sign, at)) >= 0]
    return min(found, default=len(data))
