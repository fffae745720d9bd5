"""The I-measure as its definition says, slowly: whole tables, every combination, plain lists.

Written from the published definition (Felice and Briscoe, 2015) and the notes on what the published
program computes; it shares no code with the package. Numbers in brackets are sections of the notes.
A text is a list of tokens; a gap is None. Gold of a sentence is a `Sentence`, from M2 or XML.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple
from xml.etree import ElementTree

Text = list[str]
Edit = tuple[int, int, tuple[str, ...]]
ASPECTS = ("det", "cor")

# The moves of an alignment in order of preference: which texts give a token.
MOVES = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def tokens_of(text: str) -> Text:
    """Cut at ASCII white space only [1.1]."""
    return [token for token in re.split("[ \t\n\r\v\f]+", text) if token]


# --- alignment and counts [5, 6]


def pair_cost(a: str | None, b: str | None) -> int:
    if a == b:
        return 0
    return 2 if a is None or b is None else 3


def column_cost(column: Sequence[str | None]) -> int:
    s, h, r = column
    return pair_cost(s, h) + pair_cost(s, r) + pair_cost(h, r)


def align(s: Text, h: Text, r: Text) -> tuple[int, list[int]]:
    """Return the least cost and the moves of the preferred alignment, from left to right."""
    least = {(0, 0, 0): 0}

    def ways(i: int, j: int, k: int) -> list[tuple[int, int]]:
        """Return what each move costs to come here, and its number."""
        found = []
        for number, (di, dj, dk) in enumerate(MOVES):
            cost = least.get((i - di, j - dj, k - dk))
            if cost is not None:
                column = (
                    s[i - 1] if di else None,
                    h[j - 1] if dj else None,
                    r[k - 1] if dk else None,
                )
                found.append((cost + column_cost(column), number))
        return found

    for at in product(range(len(s) + 1), range(len(h) + 1), range(len(r) + 1)):
        if any(at):
            least[at] = min(ways(*at))[0]
    i, j, k = len(s), len(h), len(r)
    moves = []
    while (i, j, k) != (0, 0, 0):
        _, number = min(ways(i, j, k))  # of those as cheap the first
        moves.append(number)
        di, dj, dk = MOVES[number]
        i, j, k = i - di, j - dj, k - dk
    return least[len(s), len(h), len(r)], moves[::-1]


def columns_of(s: Text, h: Text, r: Text) -> list[list[str | None]]:
    """Return the columns of the preferred alignment."""
    places = [0, 0, 0]
    columns = []
    for move in align(s, h, r)[1]:
        column = []
        for k, text in enumerate((s, h, r)):
            column.append(text[places[k]] if MOVES[move][k] else None)
            places[k] += MOVES[move][k]
        columns.append(column)
    return columns


class Counts(NamedTuple):
    """Counts of both aspects, and of the system that changes nothing."""

    det: tuple[int, int, int, int, int]  # tp tn fp fn fpn
    cor: tuple[int, int, int, int, int]
    base: tuple[int, int]  # tn fn


def count(s: Text, h: Text, r: Text) -> Counts:
    n = dict.fromkeys(("tp", "tn", "fp", "fn", "fpn"), 0)
    for a, b, c in columns_of(s, h, r):
        if a == b:
            n["tn" if a == c else "fn"] += 1
        elif a == c:
            n["fp"] += 1
        else:
            n["tp" if b == c else "fpn"] += 1
    base = [a == c for a, _, c in columns_of(s, s, r)]
    return Counts(
        (n["tp"] + n["fpn"], n["tn"], n["fp"], n["fn"], 0),
        (n["tp"], n["tn"], n["fp"] + n["fpn"], n["fn"] + n["fpn"], n["fpn"]),
        (sum(base), len(base) - sum(base)),
    )


def added(a: Counts, b: Counts) -> Counts:
    return Counts(*(tuple(map(sum, zip(x, y, strict=True))) for x, y in zip(a, b, strict=True)))


ZERO = Counts((0,) * 5, (0,) * 5, (0, 0))


# --- scores [7]


def wacc_of(tp: int, tn: int, fp: int, fn: int, fpn: int, w: float) -> float:
    half = fpn / 2.0
    return (w * tp + tn) / (w * (tp + fp) + tn + fn - (w + 1) * half)


def acc_of(tp: int, tn: int, fp: int, fn: int, fpn: int) -> float:
    return (tp + tn) / (tp + tn + fp + fn - fpn)


def scores(counts: Counts, aspect: str, b: float = 1.0, w: float = 2.0) -> dict[str, float]:
    """Return all that an aspect has by name, as -max names it."""
    tp, tn, fp, fn, fpn = counts.det if aspect == "det" else counts.cor
    p = tp / (tp + fp) if tp + fp else 1.0
    r = tp / (tp + fn) if tp + fn else 1.0
    divisor = (b * b) * p + r
    f = (1 + b * b) * ((p * r) / divisor) if divisor else 0.0
    wacc = wacc_of(tp, tn, fp, fn, fpn, w)
    base = wacc_of(0, counts.base[0], 0, counts.base[1], 0, w)
    if wacc == base:
        i = float(math.floor(wacc))
    elif wacc > base:
        i = (wacc - base) / (1.0 - base)
    else:
        i = wacc / base - 1.0
    names = ("tp", "tn", "fp", "fn", "p", "r", "f", "acc", "wacc", "i")
    values = (tp, tn, fp, fn, p, r, f, acc_of(tp, tn, fp, fn, fpn), wacc, i)
    return dict(zip(names, map(float, values), strict=True))


def key_of(counts: Counts, best: str, b: float, w: float) -> tuple[float, ...]:
    """Return what candidates are chosen by [8.2]; best, such as "cwacc"."""
    own, other = ("det", "cor") if best[0] == "d" else ("cor", "det")
    key: list[float] = []
    for aspect in (own, other):
        found = scores(counts, aspect, b, w)
        key += (found[name] for name in (best[1:], "i", "wacc", "acc"))
    return tuple(key)


def choose(
    counts: Sequence[Counts],
    best: str = "cwacc",
    b: float = 1.0,
    w: float = 2.0,
    so_far: Counts = ZERO,
) -> int:
    """Return the candidate that is chosen; so_far, totals of the sentences before (-opt:corpus)."""
    keys = [key_of(added(so_far, one), best, b, w) for one in counts]
    return keys.index(max(keys))


# --- gold [2, 3]


class Sentence(NamedTuple):
    """A source, how many annotators it has, and errors: (required, edits by annotator)."""

    source: Text
    n_annotators: int
    errors: list[tuple[bool, dict[int, list[Edit]]]]


def overlaps(a: tuple[int, int], b: tuple[int, int]) -> bool:
    if a == b:
        return True
    if a[0] == a[1]:
        return b[0] < a[0] < b[1]
    if b[0] == b[1]:
        return a[0] < b[0] < a[1]
    return b[0] < a[1] <= b[1] or b[0] <= a[0] < b[1]


def merged(edits: Iterable[Edit]) -> list[Edit]:
    """Join edits of one place, one after the other."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for start, end, tokens in edits:
        found[start, end] = found.get((start, end), ()) + tokens
    return [(*span, tokens) for span, tokens in found.items()]


def read_m2(text: str, *, treebank: bool = True) -> list[Sentence]:
    blocks: list[tuple[Text, list[list[str]]]] = []
    for line in text.split("\n"):
        if line.startswith("S"):
            blocks.append((tokens_of(line)[1:], []))
        elif line.startswith("A"):
            blocks[-1][1].append(line.split("|||"))
    sentences = []
    for source, lines in blocks:
        edits: list[tuple[int, int, int, tuple[str, ...]]] = []
        annotators = set()
        for fields in lines:
            start, end = map(int, fields[0].split()[1:])
            annotator = int(fields[5])
            annotators.add(annotator)
            if (start, end) == (-1, -1) and fields[1].lower() == "noop":
                continue
            first = fields[2].split("||")[0]
            tokens = treebanked(first) if treebank else tokens_of(first)
            edits.append((start, end, annotator, tuple(tokens)))
        edits.sort(key=lambda edit: -(edit[1] - edit[0]))
        clusters: list[list[tuple[int, int, int, tuple[str, ...]]]] = []
        for edit in edits:
            for cluster in clusters:
                if any(overlaps(edit[:2], other[:2]) for other in cluster):
                    cluster.append(edit)
                    break
            else:
                clusters.append([edit])
        clusters.sort(key=lambda cluster: cluster[0][:2])
        errors = []
        for cluster in clusters:
            own = {
                annotator: merged((a, b, t) for a, b, n, t in cluster if n == annotator)
                for annotator in sorted({edit[2] for edit in cluster})
            }
            errors.append((set(own) == annotators, own))
        sentences.append(Sentence(source, len(annotators), errors))
    return sentences


def read_xml(text: str) -> list[Sentence]:
    sentences = []
    for element in ElementTree.fromstring(text).iter("sentence"):
        errors = []
        for error in element.iter("error"):
            own: dict[int, list[Edit]] = {}
            for alt in error.iter("alt"):
                edits = [
                    (int(c.attrib["start"]), int(c.attrib["end"]), tuple(tokens_of(c.text or "")))
                    for c in alt.iter("c")
                ]
                own[int(alt.attrib["ann"])] = merged(edits)
            errors.append((error.attrib["req"] != "no", own))
        text_of = tokens_of(element.findtext("text") or "")
        sentences.append(Sentence(text_of, int(element.attrib["numann"]), errors))
    return sentences


# Corrections of M2 in Treebank tokens [2.7]; patterns on bytes, as ASCII.
STEPS: list[tuple[bytes, bytes]] = [
    (rb'^"', rb"``"),
    (rb"(``)", rb" \1 "),
    (rb'([ (\[{<])"', rb"\1 `` "),
    (rb"([:,])([^\d])", rb" \1 \2"),
    (rb"([:,])$", rb" \1 "),
    (rb"\.\.\.", rb" ... "),
    (rb"([;@#$%&])", rb" \1 "),
    (rb"([^\.])(\.)([\]\)}>\"']*)\s*$", rb"\1 \2\3 "),
    (rb"([?!])", rb" \1 "),
    (rb"([^'])' ", rb"\1 ' "),
    (rb"([\]\[(){}<>])", rb" \1 "),
    (rb"--", rb" -- "),
    (rb"(?s)\A(.*)\Z", rb" \1 "),
    (rb'"', rb" '' "),
    (rb"(\S)('')", rb"\1 \2 "),
    (rb"([^' ])('[sS]|'[mM]|'[dD]|') ", rb"\1 \2 "),
    (rb"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", rb"\1 \2 "),
    *(
        (rb"(?i)\b(%s)(%s)\b" % pair, rb" \1 \2 ")
        for pair in (
            (b"can", b"not"),
            (b"d", b"'ye"),
            (b"gim", b"me"),
            (b"gon", b"na"),
            (b"got", b"ta"),
            (b"lem", b"me"),
            (b"mor", b"'n"),
        )
    ),
    (rb"(?i)\b(wan)(na) ", rb" \1 \2 "),
    (rb"(?i) ('t)(is)\b", rb" \1 \2 "),
    (rb"(?i) ('t)(was)\b", rb" \1 \2 "),
]


def treebanked(text: str) -> Text:
    data = text.encode()
    for pattern, replacement in STEPS:
        data = re.sub(pattern, replacement, data)
    return tokens_of(data.decode())


# --- candidates [4]


def apply(source: Text, edits: Iterable[Edit]) -> Text:
    text = list(source)
    for start, end, tokens in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        changed = text[:start] + list(tokens) + text[end:]
        text = changed or text
    return text


def plain_candidates(sentence: Sentence) -> list[Text]:
    """Return the corrected text of each annotator, the source first if one changes nothing."""
    source, n_annotators, errors = sentence
    if n_annotators <= 0:
        return [source]
    found = sorted({annotator for _, own in errors for annotator in own})
    texts = [source] if len(found) < n_annotators else []
    for annotator in found:
        edits = [edit for _, own in errors for edit in own.get(annotator, [])]
        texts.append(apply(source, edits))
    return distinct(texts)


def choices_of(sentence: Sentence) -> list[list[list[Edit]]]:
    """Return the choices of each error, errors in order of their hulls."""
    errors = [(required, own) for required, own in sentence.errors if any(own.values())]

    def hull(error: tuple[bool, dict[int, list[Edit]]]) -> tuple[int, int]:
        edits = [edit for one in error[1].values() for edit in one]
        return min(edit[0] for edit in edits), max(edit[1] for edit in edits)

    found = []
    for required, own in sorted(errors, key=hull):
        choices: list[list[Edit]] = [] if required else [[]]
        for edits in own.values():
            if all(set(edits) != set(other) for other in choices):
                choices.append(edits)
        found.append(choices)
    return found


def mixed_candidates(sentence: Sentence) -> list[Text]:
    """Return the text of every combination of choices; the source where none is left."""
    texts = []
    for combination in product(*choices_of(sentence)):
        edits = [edit for choice in combination for edit in choice]
        spans = [edit[:2] for edit in edits]
        if len(set(spans)) == len(spans):
            texts.append(apply(sentence.source, edits))
    return distinct(texts) or [sentence.source]


def distinct(texts: Iterable[Text]) -> list[Text]:
    return [list(text) for text in dict.fromkeys(map(tuple, texts))]


def evaluate(
    sentences: Sequence[tuple[Text, Sequence[Text]]],
    hypotheses: Sequence[Text],
    *,
    best: str = "cwacc",
    b: float = 1.0,
    w: float = 2.0,
    by_corpus: bool = False,
) -> tuple[list[Counts], Counts]:
    """Return the counts that each sentence, (source, candidates), gets, and their totals."""
    rows = []
    totals = ZERO
    for (source, candidates), hypothesis in zip(sentences, hypotheses, strict=True):
        counts = [count(source, hypothesis, candidate) for candidate in candidates]
        chosen = counts[choose(counts, best, b, w, totals if by_corpus else ZERO)]
        rows.append(chosen)
        totals = added(totals, chosen)
    return rows, totals


def plain(values: Any) -> Any:
    """Return tuples as lists, for comparison with JSON and arrays."""
    return [plain(value) for value in values] if isinstance(values, tuple | list) else values
