"""Scores of systems in the layouts that people publish them in, and in a neutral one.

    system<TAB>score                 a line for each system, with or without that heading
    system,score                     the same in commas, with the heading (GMEG)
    name score (first, last)         of expected wins, with lines of + (Grundkiewicz et al. 2015)
    name F P R                       of M2, of which F is taken (the same)
    score                            a number a line (SEEDA); the caller says whose they are

A file has one layout, that of its first line; a line that does not fit is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.lines import Lines
from fastgec.corpus.pieces import Source

LONGEST = 200  # characters of a name, or of a number
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_RULE = re.compile(r"\+\+\++")
_HEADING = re.compile(r"system([\t,])score")
_TAB = r"(?P<label>[^\t]*)\t(?P<score>[^\t]*)"
_COMMA = r"(?P<label>.*),(?P<score>[^,]*)"
# What the lines of each layout match, and what messages call it.
LAYOUTS = {
    _TAB: "system, tab, score",
    rf"(?P<label>)(?P<score>{_NUMBER})": "a number",
    rf"(?P<label>\S+) (?P<score>{_NUMBER}) \({_NUMBER}, {_NUMBER}\)": "system score (first, last)",
    rf"(?P<label>\S+) (?P<score>{_NUMBER}) {_NUMBER} {_NUMBER}": "system F P R",
}


def finite_number(text: str) -> float:
    """Return a number as files have it; NaN for anything else."""
    try:
        value = float(text) if len(text) <= LONGEST and "_" not in text else math.nan
    except ValueError:
        return math.nan
    return value if math.isfinite(value) else math.nan


def read_scores(path: Source, systems: Sequence[str] | None = None) -> dict[str, float]:
    """Read a score for each system.

    Args:
        path: of the file.
        systems: whose scores a file of bare numbers has, in its order (None: it may have none).

    Returns:
        Scores by label, in the order of the file.

    Raises:
        FormatError: a file that is empty, has two scores of a system, a line that does not fit, or
            another number of scores than there are systems.
    """
    lines = Lines.read(path)
    texts = [(number, lines[number - 1].strip()) for number in range(1, len(lines) + 1)]
    texts = [(number, text) for number, text in texts if text and not _RULE.fullmatch(text)]
    layouts = LAYOUTS
    if texts and (heading := _HEADING.fullmatch(texts[0][1])):
        layouts = {_TAB if heading[1] == "\t" else _COMMA: "a system and its score"}
        del texts[0]
    if not texts:
        raise FormatError(lines.name, None, "no score found, expected a line for each system")
    # The first line says which layout a file has.
    pattern = next((one for one in layouts if _matched(one, texts[0][1])), next(iter(layouts)))
    scores: dict[str, float] = {}
    bare: list[float] = []
    for number, text in texts:
        found = _matched(pattern, text)
        if found is None:
            reason = f"{visible(text[:40])} found, expected {layouts[pattern]}"
            raise FormatError(lines.name, number, reason)
        label, value = found
        if layouts[pattern] == "a number":
            bare.append(value)
            continue
        if not label or len(label) > LONGEST or not label.isprintable():
            raise FormatError(lines.name, number, "a bad name found, expected a system")
        if label in scores:
            reason = f'system "{label}" found twice, expected it once'
            raise FormatError(lines.name, number, reason)
        scores[label] = value
    if not bare:
        return scores
    if systems is None:
        reason = 'a number without its system: expected "system<TAB>score"'
        raise FormatError(lines.name, texts[0][0], f"{reason} (or in [[human]]: systems = [...])")
    if len(bare) != len(systems):
        reason = f"{len(bare)} scores found, expected {len(systems)}: {', '.join(systems)}"
        raise FormatError(lines.name, None, reason)
    return dict(zip(systems, bare, strict=True))


def _matched(pattern: str, text: str) -> tuple[str, float] | None:
    """Return the label and the score of a line, None for a line of another layout."""
    found = re.fullmatch(pattern, text, re.DOTALL)
    value = finite_number(found["score"]) if found else math.nan
    return None if found is None or math.isnan(value) else (found["label"].strip(), value)
