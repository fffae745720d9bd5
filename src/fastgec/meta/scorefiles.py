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
from collections.abc import Callable, Sequence

from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.lines import Lines
from fastgec.corpus.pieces import Source

LONGEST = 200  # characters of a name, or of a number
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_RANGE = re.compile(rf"(\S+) ({_NUMBER}) \({_NUMBER}, {_NUMBER}\)")
_M2 = re.compile(rf"(\S+) ({_NUMBER}) {_NUMBER} {_NUMBER}")
_RULE = re.compile(r"\+\+\++")

Found = tuple[str, str]  # label and number; the label is "" where a line has none
Parser = Callable[[str], Found | None]


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
    parse: Parser
    if texts and re.split(r"[\t,]", texts[0][1]) == ["system", "score"]:
        has_commas, texts = "," in texts[0][1], texts[1:]
        parse, expected = (_by_comma if has_commas else _by_tab), "a system and its score"
    elif texts:
        parse, expected = _layout(texts[0][1], lines.name, texts[0][0])
    if not texts:
        raise FormatError(lines.name, None, "no score found, expected a line for each system")
    scores: dict[str, float] = {}
    bare: list[float] = []
    for number, text in texts:
        found = parse(text)
        value = _value(found[1]) if found else None
        if found is None or value is None:
            reason = f"{visible(text[:40])} found, expected {expected}"
            raise FormatError(lines.name, number, reason)
        label = found[0].strip()
        if not label and parse is _alone:
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


def _layout(text: str, name: str, number: int) -> tuple[Parser, str]:
    """Return how lines like a first one are read. Raises: FormatError for one of no layout."""
    layouts: tuple[tuple[Parser, str], ...] = (
        (_by_tab, "system, tab, score"),
        (_alone, "a number"),
        (_by_range, "system score (first, last)"),
        (_by_m2, "system F P R"),
    )
    for parse, expected in layouts:
        found = parse(text)
        if found and _value(found[1]) is not None:
            return parse, expected
    reason = f"{visible(text[:40])} found, expected system, tab, score"
    raise FormatError(name, number, reason)


def _by_tab(text: str) -> Found | None:
    label, tab, number = text.rpartition("\t")
    return (label, number) if tab and "\t" not in label else None


def _by_comma(text: str) -> Found | None:
    label, comma, number = text.rpartition(",")
    return (label, number) if comma else None


def _alone(text: str) -> Found | None:
    return ("", text) if re.fullmatch(_NUMBER, text) else None


def _by_range(text: str) -> Found | None:
    found = _RANGE.fullmatch(text)
    return (found[1], found[2]) if found else None


def _by_m2(text: str) -> Found | None:
    found = _M2.fullmatch(text)
    return (found[1], found[2]) if found else None


def _value(text: str) -> float | None:
    """Return a number, None for what is none, or is not finite."""
    text = text.strip()
    if len(text) > LONGEST or not re.fullmatch(_NUMBER, text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None
