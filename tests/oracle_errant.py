"""ERRANT's alignment and merging, slowly and plainly, from the specification alone (2 and 3).

A sentence is a list of tokens, a token a dict. The oracle of classification is the golden data,
which comes from the published program; this reference kernel is for what random search makes up.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby
from typing import Any

Token = dict[str, Any]
Step = tuple[str, int, int, int, int]  # operation, source from, to, corrected from, to

OPEN = {"ADJ", "ADV", "NOUN", "VERB"}
CONTENT = {"ADJ", "ADV", "AUX", "NOUN", "VERB"}


@lru_cache(maxsize=1 << 16)
def common(a: str, b: str) -> int:
    """Length of the longest common subsequence."""
    row = [0] * (len(b) + 1)
    for x in a:
        last = row
        row = [0]
        for at, y in enumerate(b):
            row.append(last[at] + 1 if x == y else max(row[at], last[at + 1]))
    return row[-1]


def char(s: Token, r: Token) -> float:
    n = len(s["text"]) + len(r["text"])
    return (n - 2 * common(s["text"], r["text"])) / n


def substitution(s: Token, r: Token) -> float:
    if s["low"] == r["low"]:
        return 0.0
    lemma = 0.0 if s["lemma"] == r["lemma"] else 0.499
    pos = 0.25 if s["pos"] in OPEN and r["pos"] in OPEN else 0.5
    return (lemma + (0.0 if s["pos"] == r["pos"] else pos)) + char(s, r)


def align(source: list[Token], corrected: list[Token], *, lev: bool) -> list[Step]:
    n, m = len(source), len(corrected)
    cost = [[0.0] * (m + 1) for _ in range(n + 1)]
    operation = [[""] * (m + 1) for _ in range(n + 1)]
    for a in range(n + 1):
        for b in range(m + 1):
            if a == 0 or b == 0:
                cost[a][b], operation[a][b] = float(a + b), "I" if a == 0 else "D"
                continue
            s, r = source[a - 1], corrected[b - 1]
            if s["text"] == r["text"]:
                cost[a][b], operation[a][b] = cost[a - 1][b - 1], "M"
                continue
            step = 1.0 if lev else substitution(s, r)
            ways = [
                (cost[a - 1][b - 1] + step, "S"),
                (cost[a][b - 1] + 1, "I"),
                (cost[a - 1][b] + 1, "D"),
            ]
            if not lev and (k := exchanged(source, corrected, cost, a, b)):
                ways.insert(0, (cost[a - k - 1][b - k - 1] + k, f"T{k + 1}"))
            least = min(way[0] for way in ways)
            cost[a][b], operation[a][b] = next(way for way in ways if way[0] == least)
    steps = []
    while n or m:
        kind = operation[n][m]
        size = int(kind[1:]) if kind[0] == "T" else 1
        i = n - (0 if kind == "I" else size)
        j = m - (0 if kind == "D" else size)
        steps.append((kind, i, n, j, m))
        n, m = i, j
    return steps[::-1]


def exchanged(
    source: list[Token], corrected: list[Token], cost: list[list[float]], a: int, b: int
) -> int:
    k = 1
    while a - 1 - k >= 0 and b - 1 - k >= 0 and cost[a - k][b - k] != cost[a - k - 1][b - k - 1]:
        words = [
            Counter(token["low"] for token in side)
            for side in (source[a - 1 - k : a], corrected[b - 1 - k : b])
        ]
        if words[0] == words[1]:
            return k
        k += 1
    return 0


def join(steps: list[Step]) -> list[Step]:
    if not steps:
        return []
    return [("X", steps[0][1], steps[-1][2], steps[0][3], steps[-1][4])]


def merge(
    steps: list[Step], source: list[Token], corrected: list[Token], merging: str
) -> list[tuple[int, int, int, int]]:
    if merging == "all-split":
        found = [step for step in steps if step[0] != "M"]
    elif merging == "rules":
        found = []
        for kind, run in groupby(steps, key=lambda step: step[0][0] if step[0][0] in "MT" else ""):
            if kind == "T":
                found += run
            elif kind != "M":
                found += solve(list(run), source, corrected)
    else:
        key: Callable[[Step], Any] = (
            (lambda step: step[0] == "M") if merging == "all-merge" else (lambda step: step[0])
        )
        found = []
        for kind, run in groupby(steps, key=key):
            if kind is not True and kind != "M":
                found += join(list(run))
    return [step[1:] for step in found]


def solve(q: list[Step], source: list[Token], corrected: list[Token]) -> list[Step]:
    if len(q) < 2:
        return q
    if {step[0] for step in q} in ({"D"}, {"I"}):
        return join(q)

    def again(part: list[Step]) -> list[Step]:
        return solve(part, source, corrected)

    def last_two(y: int) -> list[Step]:
        return [*again(q[: max(y - 1, 0)]), *join(q[y - 1 : y + 1]), *again(q[y + 1 :])]

    content = False
    last = len(q) - 1
    for width in range(last, 0, -1):
        for x in range(last - width + 1):
            y = x + width
            if all(step[0] != "S" for step in q[x : y + 1]):
                continue
            o, c = source[q[x][1] : q[y][2]], corrected[q[x][3] : q[y][4]]
            if x == 0 and "POS" in (o[0]["tag"], c[0]["tag"]):
                return [q[0], *again(q[1:])]
            if "POS" in (o[-1]["tag"], c[-1]["tag"]):
                return last_two(y)
            if o[-1]["low"] == c[-1]["low"]:
                if x == 0 and (
                    (len(o) == 1 and c[0]["text"][0].isupper())
                    or (len(c) == 1 and o[0]["text"][0].isupper())
                ):
                    return [*join(q[: y + 1]), *again(q[y + 1 :])]
                if any(len(side) > 1 and is_punctuation(side[-2]) for side in (o, c)):
                    return last_two(y)
            if rule_4(o, c) or rule_5(o, c):
                return [*again(q[:x]), *join(q[x : y + 1]), *again(q[y + 1 :])]
            if y == x + 1:
                if len(o) == len(c) == 2:
                    return [*again(q[: x + 1]), *again(q[x + 1 :])]
                if (q[x][0] == "S" and 1 - char(o[0], c[0]) > 0.75) or (
                    q[y][0] == "S" and 1 - char(o[-1], c[-1]) > 0.75
                ):
                    return [*again(q[: x + 1]), *again(q[x + 1 :])]
                if y == last and (
                    (q[y][0] in "DS" and o[-1]["pos"] == "DET")
                    or (q[y][0] in "IS" and c[-1]["pos"] == "DET")
                ):
                    return [*again(q[:-1]), q[-1]]
            content = content or any(token["pos"] in CONTENT for token in (*o, *c))
    return join(q) if content else q


def is_punctuation(token: Token) -> bool:
    return token["pos"] == "PUNCT" or token["text"] in string.punctuation


def rule_4(o: list[Token], c: list[Token]) -> bool:
    texts = ["".join(token["low"] for token in side) for side in (o, c)]
    plain = [text.replace("'", "").replace("-", "") for text in texts]
    return plain[0] == plain[1]


def rule_5(o: list[Token], c: list[Token]) -> bool:
    classes = {token["pos"] for token in (*o, *c)}
    return len(o) != len(c) and (len(classes) == 1 or classes <= {"AUX", "PART", "VERB"})


def tokens_of(sentence: dict[str, list[Any]]) -> list[dict[str, Any]]:
    rows = zip(sentence["words"], sentence["lemma"], sentence["pos"], sentence["tag"], strict=True)
    return [
        {"text": word, "low": word.lower(), "lemma": lemma, "pos": pos, "tag": tag}
        for word, lemma, pos, tag in rows
    ]


def spans_of(pair: tuple[dict[str, Any], dict[str, Any]], mode: str) -> list[list[int]]:
    """Spans of the edits of a pair, by a mode as the golden files name it."""
    source, corrected = map(tokens_of, pair)
    steps = align(source, corrected, lev=mode.endswith("-lev"))
    spans = merge(steps, source, corrected, mode.removesuffix("-lev"))
    return [list(span) for span in spans]
