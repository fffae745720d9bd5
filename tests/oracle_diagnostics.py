"""Diagnostics of a sentence, written from their definition: slow, and without hashes."""

from __future__ import annotations

import re

MARKS = set(b"!\"#$%&'()*+,.:;<=>?@[\\]^_`{|}~")  # ASCII but for hyphen and slash
QUOTES = {chr(code) for code in range(0x2018, 0x2027)}
WIDE = (
    {chr(code) for code in range(0x3001, 0x3012)}
    | {chr(code) for code in range(0xFF00, 0xFF10)}
    | {chr(code) for code in range(0xFF1A, 0xFF20)}
)


def is_mark(character: str) -> bool:
    return character in QUOTES | WIDE or (character.isascii() and ord(character) in MARKS)


def folded(text: str) -> str:
    return "".join(c.lower() if c.isascii() else c for c in text)


def has_mark(text: str, space: int) -> bool:
    """Whether a space stands beside a mark, or before a contraction."""
    before, after = text[:space].rstrip(" "), text[space:].lstrip(" ")
    if (before and is_mark(before[-1])) or (after and is_mark(after[0])):
        return True
    return after[:1] in ("n", "N") and after[1:2] in ("'", "’")


def walk(a: str, b: str) -> tuple[list[int], list[int], int, int]:
    """Walk over two texts from their starts, and over what they do not have in common: case, and
    spaces that one of them lacks. Returns where such spaces are in each, and how far it came.
    """
    i = j = 0
    only_a, only_b = [], []
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            i, j = i + 1, j + 1
        elif a[i] == " ":
            after = len(a) - len(a[i:].lstrip(" "))
            if a[after : after + 1] != b[j]:
                break
            if i and j and a[i - 1] != " ":
                only_a.append(i)
            i = after
        elif b[j] == " ":
            after = len(b) - len(b[j:].lstrip(" "))
            if b[after : after + 1] != a[i]:
                break
            if i and j and b[j - 1] != " ":
                only_b.append(j)
            j = after
        else:
            break
    return only_a, only_b, i, j


def spaces_of(source: str, output: str) -> tuple[list[bool], list[bool]]:
    """Spaces that only the source has, and that only the output has, found from both ends: for each
    whether it stands beside a mark.
    """
    source, output = source.strip(), output.strip()
    a, b = folded(source), folded(output)
    glued, split, i, j = walk(a, b)
    more_glued, more_split, _, _ = walk(a[i:][::-1], b[j:][::-1])
    glued += [len(a) - 1 - at for at in more_glued]
    split += [len(b) - 1 - at for at in more_split]
    return [has_mark(source, at) for at in glued], [has_mark(output, at) for at in split]


def is_sign(spaces: list[bool]) -> bool:
    """Whether a space beside a mark is among them, or three others."""
    return any(spaces) or spaces.count(False) >= 3


def share(source: str, output: str) -> float:
    """The share of n-grams of five bytes in common, of the smaller set."""

    def grams(text: str) -> set[bytes]:
        data = folded(text).replace(" ", "").encode()
        return {data[at : at + 5] for at in range(len(data) - 4)}

    a, b = grams(source), grams(output)
    least = min(len(a), len(b))
    return len(a & b) / least if least else 0.0


def is_lowered(source: str, output: str) -> bool:
    return not any(map(str.isupper, output)) and any(map(str.isupper, source.strip()[1:]))


def is_capitalised(source: str, output: str) -> bool:
    is_small = any(map(str.islower, source)) and not any(map(str.isupper, source))
    return any(map(str.isupper, output)) and is_small


UNSPACED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u9fff]"


def is_unsplit(text: str) -> bool:
    """Whether 36 bytes in a row are not ASCII, and more than half of them letters of scripts that
    have no spaces between words.
    """
    runs = re.findall("[^\0-\x7f]+", text)
    return any(
        len(run.encode()) >= 36 and 6 * len(re.findall(UNSPACED, run)) > len(run.encode())
        for run in runs
    )


def is_raw(text: str) -> bool:
    """Whether a text ends in a full stop or the like, behind neither space nor such a mark."""
    return re.search(r"[^\0-\x20.!?][.!?][\0-\x20]*\Z", text) is not None


PIECES = re.compile(
    "@@ |\u2581|</s>|<s>|<pad>|&[A-Za-z0-9#]{2,6};|-[LR][RSC]B-|[\0\u200b-\u200f\ufeff\ufffd]"
)


def is_cut(source: str, output: str) -> bool:
    """Whether the source ends a sentence and the output ends in a word."""
    last = output[-1]
    return source[-1] in ".?!。！？" and last.isascii() and last.isalnum()


def is_framed(source: str, output: str) -> bool:
    """Whether eight bytes of the source's start or end are up to 200 bytes inside the output."""
    a, b = folded(source).encode(), folded(output).encode()
    if len(b) > 1.5 * len(a) + 20:
        return True
    if len(a) < 8:
        return False
    starts = a[:1] != b[:1] and any(b[at : at + 8] == a[:8] for at in range(1, 201))
    turned = a[::-1], b[::-1]
    ends = a[-1:] != b[-1:] and any(turned[1][at : at + 8] == turned[0][:8] for at in range(1, 201))
    return starts or ends


def is_runaway(source: str, output: str) -> bool:
    """Whether an output has more than four times the bytes of its source, and 500 more."""
    a, b = len(source.encode()), len(output.encode())
    return b > max(4 * a, a + 500)


def is_raised(source: str, output: str) -> bool:
    """Whether the output has eight capitals or more and no small letter, as the source has."""
    return (
        len(re.findall("[A-Z]", output)) >= 8
        and not re.search("[a-z]", output)
        and bool(re.search("[a-z]", source))
    )


def is_alien(source: str, output: str) -> bool:
    """Whether the output has more signs of programs, or exchanges plain and curly marks."""

    def counts(text: str) -> tuple[int, int, int]:
        n_pieces = len(re.findall(f"(?=({PIECES.pattern}))", text))
        return n_pieces, len(re.findall("['\"`]", text)), len(re.findall("[‘’“”]", text))

    (pieces, plain, curly), (more, other_plain, other_curly) = counts(source), counts(output)
    if more > pieces:
        return True
    return (other_curly > curly and other_plain < plain) or (
        other_curly < curly and other_plain > plain
    )


def is_bracketed(source: str, output: str) -> bool:
    """Whether plain round brackets stand where the other has those of Penn Treebank."""

    def counts(text: str) -> tuple[int, int]:
        return len(re.findall("(?=-[LR][RSC]B-)", text)), len(re.findall("[()]", text))

    (penn, plain), (other_penn, other_plain) = counts(source), counts(output)
    return (other_penn > penn and other_plain < plain) or (
        other_penn < penn and other_plain > plain
    )


def is_shortened(source: str, output: str) -> bool:
    """Whether an output is 150 bytes shorter, and its last 1,024 bytes do not have the last 256 of
    its source, or only two fifths of their n-grams.
    """
    a, b = source.encode(), output.encode()
    if len(b) + 150 > len(a):
        return False
    ends = a[-256:].decode(errors="ignore"), b[-1024:].decode(errors="ignore")
    return share(*ends) < 0.4
