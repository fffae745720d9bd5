"""ChERRANT's alignment, edits and types, slowly and plainly, from the specification alone.

Every minimum-cost alignment is walked, one after the other, so texts must be short. Resources are
plain dictionaries: nothing of fastgec is used.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

Step = tuple[str, int, int, int, int]  # operation, source from, to, target from, to
Block = list[tuple[str, list[tuple[int, int, str, str]]]]  # T line; edits: span, type, tokens


def characters(*parts: int | tuple[int, int]) -> str:
    """Code points, and ranges of them with both ends."""
    ranges = [(part, part) if isinstance(part, int) else part for part in parts]
    return "".join(chr(code) for first, last in ranges for code in range(first, last + 1))


ASCII = characters((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E))
WIDE = characters(
    *(0xFF01, 0xFF1F, 0xFF61, (0xFF02, 0xFF0D), 0xFF0F, (0xFF1A, 0xFF1E), 0xFF20),
    *((0xFF3B, 0xFF40), (0xFF5B, 0xFF60), (0xFF62, 0xFF64), 0x3001, 0x3003),
    *((0x300B, 0x3011), (0x3014, 0x301F)),
)
LINES = characters(0x2013, 0x2014, 0x2018, 0x27, (0x201B, 0x201F), 0x2026, 0x2027)
P1 = WIDE + characters(0x3030, 0x303E, 0x303F) + LINES + characters(0xFE4F) + ASCII
P2 = ASCII + WIDE + LINES + "."
CLASSES = {
    "NOUN": "n nd nh ni nl ns nt nz",
    "VERB": "v",
    "ADJ": "a b",
    "CONJ": "c",
    "PRON": "r",
    "ADV": "d",
    "AUX": "u",
    "NUM": "m",
    "PREP": "p",
    "QUAN": "q",
    "PUNCT": "wp",
}


@dataclass
class Resources:
    """The files, as read; `readings` of characters and, in word mode, of words."""

    codes: dict[str, str] = field(default_factory=dict)
    confusions: dict[str, set[str]] = field(default_factory=dict)
    forms: dict[str, list[str]] = field(default_factory=dict)  # readings, then decompositions
    readings: Any = None  # of a token's first character
    words: Any = None  # of a word, a syllable a character

    @staticmethod
    def read(folder: Path) -> Resources:
        """The three files of a folder, and pypinyin."""
        import pypinyin

        def lines(name: str, encoding: str) -> list[str]:
            text = gzip.decompress((folder / f"{name}.gz").read_bytes()).decode(encoding)
            return text.strip().split("\n")

        found = Resources()
        for line in lines("cilin.txt", "gbk"):
            code, *words = line.split(" ")
            for word in words:
                found.codes[word] = code
        for line in lines("confusion_dict.txt", "utf-8"):
            key, *others = line.strip().split(" ")
            found.confusions[key] = set(others)
        for line in lines("char_meta.txt", "utf-8"):
            _, letter, *columns = line.split("\t")
            found.forms[letter] = columns

        @cache
        def readings(token: str) -> set[str]:
            style = pypinyin.Style.NORMAL
            return set(pypinyin.pinyin(token, style=style, heteronym=True)[0])

        found.readings = readings
        found.words = cache(lambda token: set(pypinyin.lazy_pinyin(token)))
        return found


def levenshtein(one: str, other: str) -> int:
    table = [[i + j for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + (one[i - 1] != other[j - 1]),
            )
    return table[-1][-1]


def sem(s: str, r: str, known: Resources) -> float:
    if s not in known.codes or r not in known.codes:
        return 4 / 6
    one, other = known.codes[s], known.codes[r]
    q = (one[0] == other[0]) + (one[1] == other[1]) + (one[2:4] == other[2:4])
    return (2 * (3 - q)) / 6


def char(s: str, r: str, known: Resources, *, is_words: bool) -> float:
    if any(not 0x4E00 <= ord(letter) <= 0x9FFF for letter in s + r):
        return 0.5
    x, y = (r, s) if len(r) < len(s) else (s, r)
    c = 0
    readings = known.words if is_words else known.readings
    if readings is not None and readings(s) & readings(r):
        c = len(x)
    else:
        for u in x:
            for v in y:
                confused = known.confusions.get(v, set()), known.confusions.get(u, set())
                if u == v or u in confused[0] or v in confused[1]:
                    c += 1
                    break
    return (len(x) - c) / (2 * len(x))


def substitution(s: str, r: str, tags: Sequence[str], known: Resources) -> float:
    if tags:
        pos = 0.0 if tags[0] == tags[1] else 0.499
        return (sem(s, r, known) + pos) + char(s, r, known, is_words=True)
    n_marks = (s in P1) + (r in P1)
    pos = {0: 0.25, 1: 0.499, 2: 0.0}[n_marks]
    return (sem(s, r, known) + char(s, r, known, is_words=False)) + pos


def tables(
    source: Sequence[str],
    target: Sequence[str],
    tags: tuple[Sequence[str], Sequence[str]],
    known: Resources,
) -> list[list[list[tuple[str, int]]]]:
    """The operations of each cell, with their sizes, in order."""
    n, m = len(source), len(target)
    cost = [[0.0] * (m + 1) for _ in range(n + 1)]
    operations: Any = [[[] for _ in range(m + 1)] for _ in range(n + 1)]
    for a in range(1, n + 1):
        cost[a][0], operations[a][0] = float(a), [("D", 1)]
    for b in range(1, m + 1):
        cost[0][b], operations[0][b] = float(b), [("I", 1)]
    for a in range(1, n + 1):
        for b in range(1, m + 1):
            s, r = source[a - 1], target[b - 1]
            if s == r:
                cost[a][b], operations[a][b] = cost[a - 1][b - 1], [("M", 1)]
                continue
            candidates = []
            k = 1
            while a - 1 - k >= 0 and b - 1 - k >= 0:
                if cost[a - k][b - k] == cost[a - k - 1][b - k - 1]:
                    break
                if Counter(source[a - 1 - k : a]) == Counter(target[b - 1 - k : b]):
                    candidates.append((cost[a - k - 1][b - k - 1] + k, ("T", k + 1)))
                    break
                k += 1
            pair = (tags[0][a - 1], tags[1][b - 1]) if tags[0] else ()
            candidates += [
                (cost[a - 1][b - 1] + substitution(s, r, pair, known), ("S", 1)),
                (cost[a][b - 1] + 1, ("I", 1)),
                (cost[a - 1][b] + 1, ("D", 1)),
            ]
            cost[a][b] = min(value for value, _ in candidates)
            operations[a][b] = [name for value, name in candidates if value == cost[a][b]]
    return operations


def alignments(operations: Any, n: int, m: int) -> Iterator[list[Step]]:
    """Every path, depth first; of unlike lengths the first alone."""

    def walk(a: int, b: int) -> Iterator[list[Step]]:
        if (a, b) == (0, 0):
            yield []
            return
        cell = operations[a][b][:1] if abs(n - m) > 10 else operations[a][b]
        for name, size in cell:
            x = a if name == "I" else a - size
            y = b if name == "D" else b - size
            full = f"T{size}" if name == "T" else name
            for before in walk(x, y):
                yield [*before, (full, x, a, y, b)]

    return walk(n, m)


def join(steps: Sequence[Step], name: str) -> Step:
    return name, steps[0][1], steps[-1][2], steps[0][3], steps[-1][4]


def runs(steps: Sequence[Step], *, is_words: bool) -> list[Step]:
    """5.1."""
    result: list[Step] = []
    for kind, group in groupby(steps, lambda step: step[0][0] if step[0][0] in "MT" else "rest"):
        run = list(group)
        names = {step[0] for step in run}
        if kind == "T":
            result += run
        elif kind == "M":
            result.append(join(run, "M"))
        elif len(run) == 1:
            result += run
        elif len(names) == 1 and names != {"S"}:
            result.append(join(run, run[0][0]))
        elif "S" not in names or (names == {"S"} and is_words):
            result += run
        else:
            result.append(join(run, "S"))
    return result


def final(edits: Sequence[Step], source: Sequence[str], target: Sequence[str]) -> list[Step]:
    """5.2 and 5.3."""
    joined: list[Step] = []
    i = 0
    while i < len(edits):
        if i + 2 < len(edits) and is_swapped(edits[i : i + 3], source, target):
            size = edits[i + 2][2] - edits[i][1]
            joined.append(join(edits[i : i + 3], f"T{size}"))
            i += 3
            continue
        if edits[i][0] != "M":
            joined.append(edits[i])
        i += 1
    result = []
    for edit in joined:
        x, y = "".join(source[edit[1] : edit[2]]), "".join(target[edit[3] : edit[4]])
        if x != y:
            result.append(trimmed(edit, source, target) if edit[0] == "S" else edit)
    return result


def is_swapped(edits: Sequence[Step], source: Sequence[str], target: Sequence[str]) -> bool:
    names = "".join(edit[0][0] for edit in edits)
    first = "".join(source[edits[0][1] : edits[0][2]]), "".join(target[edits[0][3] : edits[0][4]])
    last = "".join(source[edits[2][1] : edits[2][2]]), "".join(target[edits[2][3] : edits[2][4]])
    if names == "SMS":
        (w1, w2), (w3, w4) = first, last
        if min(len(w1), len(w2), len(w3), len(w4)) == 1:
            return w1 == w4 and w2 == w3
        return levenshtein(w1, w4) <= 1 and levenshtein(w2, w3) <= 1
    if names in ("DMI", "DTI"):
        u, v = first[0], last[1]
    elif names in ("IMD", "ITD"):
        u, v = last[0], first[1]
    else:
        return False
    if len(u) < len(v):
        u, v = v, u
    if u in P2 or v in P2 or abs(len(u) - len(v)) > 1:
        return False
    if len(v) == 1:
        return u == v
    rotations = {u[at:] + u[:at] for at in range(len(u))}
    return levenshtein(u, v) <= 1 or (len(u) == len(v) and v in rotations)


def trimmed(edit: Step, source: Sequence[str], target: Sequence[str]) -> Step:
    _, s0, s1, r0, r1 = edit
    y = "".join(target[r0:r1])
    starts, ends = (s0, r0), (s1, r1)
    head, at = "", s0
    while at < s1 and y.startswith(head + source[at]):
        head += source[at]
        at += 1
    if head:
        for until in range(r0 + 1, r1 + 1):
            if "".join(target[r0:until]) == head:
                starts = at, until
    tail, at = "", s1
    while at > starts[0] and y.endswith(source[at - 1] + tail):
        tail = source[at - 1] + tail
        at -= 1
    if tail:
        for since in range(r1 - 1, starts[1] - 1, -1):
            if "".join(target[since:r1]) == tail:
                ends = at, since
    if (starts, ends) == ((s0, r0), (s1, r1)):
        return edit
    name = "I" if starts[0] == ends[0] else "D" if starts[1] == ends[1] else "S"
    return name, starts[0], ends[0], starts[1], ends[1]


def is_misspelt(x: str, y: str, known: Resources) -> bool:
    """6.3."""
    x, y = x.replace(" ", ""), y.replace(" ", "")
    if len(x) != len(y):
        return False
    if sorted(x) == sorted(y):
        return True
    return all(u == v or is_alike(u, v, known) for u, v in zip(x, y, strict=True))


def nearness(one: str, other: str) -> float:
    return 1 - levenshtein(one, other) / max(len(one), len(other))


def is_alike(u: str, v: str, known: Resources) -> bool:
    if u not in known.forms or v not in known.forms:
        return False
    (sounds, *shapes), (others, *other_shapes) = known.forms[u], known.forms[v]
    look = 0.0
    for d in shapes:
        for e in other_shapes:
            look = max(look, nearness(d, e))
    total, n_languages = 0.0, 0
    for left, right in zip(sounds.split(";"), others.split(";"), strict=True):
        if "null" in (left, right):
            continue
        best = 0.0
        for d in left.split(","):
            for e in right.split(","):
                best = max(best, nearness(d, e))
        total += best
        n_languages += 1
    sound = total / n_languages if n_languages else 0.0
    if look + sound >= 0.8:
        return True
    one = (known.readings(u) if known.readings else set()) or {u}
    other = (known.readings(v) if known.readings else set()) or {v}
    return bool(one & other)


def name_of(
    edit: Step,
    texts: tuple[Sequence[str], Sequence[str]],
    tags: tuple[Sequence[str], Sequence[str]],
    known: Resources,
) -> str:
    """6.1 and 6.2."""
    name, s0, s1, r0, r1 = edit
    if name[0] == "T":
        return "W"
    letter = {"D": "R", "I": "M", "S": "S"}[name]
    if not tags[0]:
        return letter
    removed, added = texts[0][s0:s1], texts[1][r0:r1]
    if name == "S" and is_misspelt("".join(removed), "".join(added), known):
        return "S:SPELL"
    tokens = removed if name == "D" else added
    if len(tokens) > 1:
        return f"{letter}:OTHER"
    if name != "D" and added == ["[缺失成分]"]:
        return f"{letter}:MC"
    tag = tags[0][s0] if name == "D" else tags[1][r0]
    classes = [each for each, names in CLASSES.items() if tag in names.split(" ")]
    return f"{letter}:{classes[0] if classes else 'OTHER'}"


def annotated(
    texts: tuple[Sequence[str], Sequence[str]],
    known: Resources,
    tags: tuple[Sequence[str], Sequence[str]] = ((), ()),
    *,
    is_first: bool = False,
) -> list[list[tuple[int, int, str, str]]]:
    """The distinct lists of edits of a pair: spans, types and tokens."""
    source, target = texts
    operations = tables(source, target, tags, known)
    lists: list[list[Step]] = []
    for steps in alignments(operations, len(source), len(target)):
        edits = final(runs(steps, is_words=bool(tags[0])), source, target)
        if edits not in lists:
            lists.append(edits)
        if is_first:
            break
    return [
        [
            (
                edit[1],
                edit[2],
                name_of(edit, texts, tags, known),
                "-NONE-" if edit[0] == "D" else " ".join(target[edit[3] : edit[4]]),
            )
            for edit in edits
        ]
        for edits in lists
    ]


def block(
    texts: Sequence[Sequence[str]],
    known: Resources,
    tags: Sequence[Sequence[str]] = (),
    *,
    is_first: bool = False,
) -> str:
    """The block of M2 of a source and its targets."""
    source, *targets = texts
    lines = [f"S {' '.join(source)}"]
    for k, target in enumerate(targets):
        text = "".join(target)
        rest = f"|||REQUIRED|||-NONE-|||{k}"
        if text in ("没有错误", "".join(source)):
            lines += [f"T{k} 没有错误", f"A -1 -1|||noop|||-NONE-{rest}"]
            continue
        if text == "无法标注":
            lines += [f"T{k} 无法标注", f"A -1 -1|||NA|||-NONE-{rest}"]
            continue
        own = (tags[0], tags[k + 1]) if tags else ((), ())
        for j, edits in enumerate(annotated((source, target), known, own, is_first=is_first)):
            lines.append(f"T{k}-A{j} {' '.join(target)}")
            lines += [f"A {a} {b}|||{kind}|||{tokens}{rest}" for a, b, kind, tokens in edits]
    return "\n".join(lines) + "\n\n"
