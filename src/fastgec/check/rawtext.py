"""What a language model writes beside the correction: preambles, loops, exchanged signs.

All are edits of the output for every metric, and nothing here takes them away. A line is compared
with its source: what the source has, too, is no finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fastgec.corpus.m2lines import shown

# Each plain sign with those that typesetting has in its place.
TYPOGRAPHIC = {
    "'": "\u2018\u2019\u201a\u201b\u02bc\u2032`\u00b4",
    '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
    "...": "\u2026",
}
_PLAIN = {sign: plain for plain, signs in TYPOGRAPHIC.items() for sign in signs}
_SIGNS = re.compile(f"\\.{{3,}}|['\"\\-{''.join(_PLAIN)}]")

_TEXT = r"(?:sentence|text|version|paragraph|output|answer|response|correction)s?"
_CORRECT = r"(?:grammatically\s+)?(?:correct|corrected|revised|edited|improved|fixed)"
_PREAMBLE = re.compile(
    rf"""\W{{0,4}}(?:
        (?:sure|certainly|of\ course|okay|absolutely)\s?[,!.:]+\s*(?:
            here\s?(?:'s|’s|is|are)\b | the\s+{_CORRECT}\s+{_TEXT}\b | i\b.{{0,9}}\b{_CORRECT}\b
        )
      | here\s?(?:'s|’s|is|are)\b[^.:]{{0,60}}\b{_TEXT}\b[^.:]{{0,60}}:
      | (?:the|your|my|this\ is\ the)\s+{_CORRECT}\s+{_TEXT}\b[^.:]{{0,60}}:
      | (?:{_CORRECT}(?:\s+{_TEXT})?|correction|output|answer)\s?:
      | as\ an\ ai\b | i(?:'m|\ am)\ sorry,?\ but\ i\b | ```
    )""",
    re.VERBOSE | re.IGNORECASE,
)
LONGEST = 200  # characters of a line in which a preamble is looked for
TIMES, RUN = 4, 500  # a line goes on too far at more than so many times its source, and bytes more


def inspect_raw(text: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield what a model may have written beside the correction of a source: kind and detail.

    >>> dict(inspect_raw("Corrected sentence: It’s a cat.", "It 's a cats ."))
    {'preamble': "'Corrected sentence:'", 'exchanged-signs': "’ (U+2019) for '"}
    """
    preamble = _PREAMBLE.match(text, 0, LONGEST)
    if preamble and not _PREAMBLE.match(source, 0, LONGEST):
        yield "preamble", shown(preamble[0].strip())
    size, expected = _n_bytes(text), _n_bytes(source)
    if size > TIMES * expected and size > expected + RUN:
        yield "runaway", f"{size} bytes; the source has {expected}"
    if exchanged := _exchanged(text, source):
        yield "exchanged-signs", ", ".join(exchanged)


def _n_bytes(text: str) -> int:
    return len(text.strip().encode(errors="replace"))


def _exchanged(text: str, source: str) -> list[str]:
    """Return which signs stand for others of their kind that the source has: "’ (U+2019) for '"."""
    if text == source or not (mine := _counts(text)):
        return []
    theirs = _counts(source)
    found = []
    for sign, count in mine.items():
        plain = _PLAIN.get(sign, sign)
        if count <= theirs.get(sign, 0):
            continue
        for other in (plain, *TYPOGRAPHIC[plain]):
            if theirs.get(other, 0) > mine.get(other, 0) and other != sign:
                name = f" (U+{ord(sign):04X})" if len(sign) == 1 and not sign.isascii() else ""
                found.append(f"{sign}{name} for {other}")
                break
    return found


def _counts(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for found in _SIGNS.findall(text):
        sign = "..." if found[0] == "." else found
        counts[sign] = counts.get(sign, 0) + 1
    return counts
