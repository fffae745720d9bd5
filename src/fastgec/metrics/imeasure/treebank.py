"""Corrections of M2 gold in Treebank tokens, as the authors' converter of gold cuts them.

The rules are those of the Penn Treebank as NLTK had them in 2015 (its 3.0.5); they see ASCII only.
Most corrections hold nothing that a rule is about and are cut at white space at once.
"""

from __future__ import annotations

import re
from functools import cache

WHITE_SPACE = re.compile("[ \t\n\r\v\f]+")
TOUCHED = re.compile(
    r"""[]"'`,:;@#$%&.?![(){}<>]|--|(?:cannot|gimme|gonna|gotta|lemme|wanna)""", re.I
)
LONE = frozenset(",.;:?!()[]{}'")  # a rule about one of these alone leaves it as it is

Tokens = tuple[str, ...]


def split(text: str) -> Tokens:
    r"""Cut at ASCII white space only.

    Example:
        >>> split(" a\u00a0b  c ")
        ('a\xa0b', 'c')
    """
    return tuple(token for token in WHITE_SPACE.split(text) if token)


def tokenize(text: str) -> Tokens:
    """Cut into Treebank tokens.

    Example:
        >>> tokenize("don't (50%)")
        ('do', "n't", '(', '50', '%', ')')
    """
    if text in LONE or TOUCHED.search(text) is None:
        return split(text)
    data = text.encode()
    for number, (pattern, replacement) in enumerate(_rules()):
        if number == PADDED:
            data = b" " + data + b" "
        data = pattern.sub(replacement, data)
    return split(data.decode())


PADDED = 12  # which rule is the first to see a space on either side of the text


@cache
def _rules() -> list[tuple[re.Pattern[bytes], bytes]]:
    """Return patterns with what takes their place, in order."""
    apart = rb" \1 "  # what a pattern is about stands apart
    behind = rb"\1 \2 "
    two = rb" \1 \2 "
    rules = [
        (rb'^"', rb"``"),
        (rb"(``)", apart),
        (rb'([ (\[{<])"', rb"\1 `` "),
        (rb"([:,])([^\d])", rb" \1 \2"),
        (rb"([:,])$", apart),
        (rb"(\.\.\.)", apart),
        (rb"([;@#$%&])", apart),
        (rb"([^\.])(\.)([\]\)}>\"']*)\s*$", rb"\1 \2\3 "),
        (rb"([?!])", apart),
        (rb"([^'])' ", rb"\1 ' "),
        (rb"([][(){}<>])", apart),
        (rb"(--)", apart),
        (rb'"', rb" '' "),
        (rb"(\S)('')", behind),
        (rb"([^' ])('[sS]|'[mM]|'[dD]|') ", behind),
        (rb"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", behind),
    ]
    halves = ("can not", "d 'ye", "gim me", "gon na", "got ta", "lem me", "mor 'n")
    for left, right in (word.encode().split() for word in halves):
        rules.append((rb"(?i)\b(" + left + rb")(" + right + rb")\b", two))
    rules.append((rb"(?i)\b(wan)(na) ", two))
    rules += [(rb"(?i) ('t)(" + verb + rb")\b", two) for verb in (b"is", b"was")]
    return [(re.compile(pattern), replacement) for pattern, replacement in rules]
