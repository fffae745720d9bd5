"""Chinese sources and their corrections to M2, as ChERRANT writes it.

Definition: Zhang et al. (2022), NAACL, and the program of MuCGEC (commit 3922193).
Tokens are characters, or given words with tags. Substitutions cost by meaning (a thesaurus), form
or sound (confusion sets, pinyin) and class. Of all cheapest alignments of a target, each list of
edits comes once, in order of first appearance.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.annotate.optimal import operations
from fastgec.annotate.parallel import edit_line, noop_line
from fastgec.read.errors import FormatError
from fastgec.read.pieces import read_bytes, read_utf8

MISSING = "[缺失成分]"  # one token
NO_ERROR, NOT_MARKED = "没有错误", "无法标注"
ASCII = "".join(chr(n) for n in range(33, 127) if not chr(n).isalnum())
_RANGES = (
    "FF01 FF1F FF61 FF02-FF0D FF0F FF1A-FF1E FF20 FF3B-FF40 FF5B-FF60 FF62-FF64 3001 3003 "
    "300B-3011 3014-301F"
)
_WIDE = "".join(
    chr(n)
    for part in _RANGES.split()
    for n in range(int(part[:4], 16), int(part[-4:], 16) + 1)
    if n != 0xFF1F or part == "FF1F"
)
MARKS = _WIDE + "\u3030\u303e\u303f–—‘'‛“”„‟…‧﹏" + ASCII
UNMOVED = ASCII + _WIDE + "–—‘'‛“”„‟…‧."
CLASSES: dict[str, str] = {
    **dict.fromkeys(["n", "nd", "nh", "ni", "nl", "ns", "nt", "nz"], "NOUN"),
    "v": "VERB",
    "a": "ADJ",
    "b": "ADJ",
    "c": "CONJ",
    "r": "PRON",
    "d": "ADV",
    "u": "AUX",
    "m": "NUM",
    "p": "PREP",
    "q": "QUAN",
    "wp": "PUNCT",
}
MOST_UNEQUAL = 10  # lengths that differ by more have one alignment
ORDER = ((2, "T"), (4, "S"), (8, "I"), (16, "D"), (1, "M"))


Code = tuple[str, str, str]  # of the thesaurus


class Edit(NamedTuple):
    """An operation (T with its size) and its spans, half-open."""

    kind: str
    start: int
    end: int
    at: int
    until: int


class Text(NamedTuple):
    """Tokens of a text, and their tags in word mode."""

    tokens: Sequence[str]
    tags: Sequence[str] = ()


def _is_han(text: str) -> bool:
    return all("\u4e00" <= letter <= "\u9fff" for letter in text)


@dataclass
class Data:
    """Resources that decide costs and types; empty where there are none.

    codes        the thesaurus: three parts of the code of each word
    confusions   the characters that each character is confused with
    forms        of each character its five columns of pinyin, and its decompositions
    pinyin       the module pypinyin
    """

    codes: Mapping[str, Code] = field(default_factory=dict)
    confusions: Mapping[str, frozenset[str]] = field(default_factory=dict)
    forms: Mapping[str, tuple[Sequence[str], Sequence[str]]] = field(default_factory=dict)
    pinyin: Any = None
    converter: Any = None

    @cached_property
    def _known(self) -> dict[Any, Any]:
        return {}

    @cached_property
    def costs(self) -> _Costs:
        """The cost of substituting a token by another, made when it is first asked for."""
        return _Costs(self)

    def syllables(self, token: str, *, is_words: bool) -> frozenset[str]:
        """Return the syllables that a token shares with others of its sound."""
        if self.pinyin is None:
            return frozenset()
        key = token, is_words
        if key not in self._known:
            style = self.pinyin.Style.NORMAL
            if is_words:
                self._known[key] = frozenset(self.pinyin.lazy_pinyin(token))
            else:
                found = self.pinyin.pinyin(token, style=style, heteronym=True)
                self._known[key] = frozenset(found[0] if found else ())
        known: frozenset[str] = self._known[key]
        return known

    def is_confused(self, one: str, other: str) -> bool:
        """Whether two characters are equal or confused."""
        none: frozenset[str] = frozenset()
        return (
            one == other
            or one in self.confusions.get(other, none)
            or other in self.confusions.get(one, none)
        )

    def cost(self, one: str, other: str, tags: tuple[str, str] | None) -> float:
        """Return the cost of a substitution; tags in word mode."""
        meaning = _meaning(self.codes.get(one), self.codes.get(other))
        letters = self._letters(one, other, is_words=tags is not None)
        if tags is not None:
            return meaning + (0.0 if tags[0] == tags[1] else 0.499) + letters
        n_marks = (one in MARKS) + (other in MARKS)
        return meaning + letters + (0.25, 0.499, 0.0)[n_marks]

    def _letters(self, one: str, other: str, *, is_words: bool) -> float:
        if not (_is_han(one) and _is_han(other)):
            return 0.5
        if self.syllables(one, is_words=is_words) & self.syllables(other, is_words=is_words):
            return 0.0
        short, long = (other, one) if len(other) < len(one) else (one, other)
        n_alike = sum(any(self.is_confused(u, v) for v in long) for u in short)
        return (len(short) - n_alike) / (2 * len(short))

    def is_misspelt(self, one: str, other: str) -> bool:
        """Whether two words of one length differ in their spelling alone."""
        one, other = one.replace(" ", ""), other.replace(" ", "")
        if len(one) != len(other):
            return False
        return Counter(one) == Counter(other) or all(
            u == v or self._looks_or_sounds(u, v) for u, v in zip(one, other, strict=True)
        )

    def _looks_or_sounds(self, one: str, other: str) -> bool:
        if one not in self.forms or other not in self.forms:
            return False
        (sounds, shapes), (others, other_shapes) = self.forms[one], self.forms[other]
        look = max([0.0, *(_alike(a, b) for a in shapes for b in other_shapes)])
        sums = [
            max([0.0, *(_alike(a, b) for a in x.split(",") for b in y.split(","))])
            for x, y in zip(sounds, others, strict=False)
            if "null" not in (x, y)
        ]
        total = 0.0
        for value in sums:
            total += value
        if look + (total / len(sums) if sums else 0.0) >= 0.8:
            return True
        readings = (self.syllables(each, is_words=False) or {each} for each in (one, other))
        return bool(frozenset.intersection(*map(frozenset, readings)))

    @staticmethod
    def read(folder: str | None) -> Data:
        """Read the files of a folder, and what is installed; a file may end in .gz.

        Raises:
            FormatError: a file that cannot be read.
        """
        data = Data()
        for name, module in (("pinyin", "pypinyin"), ("converter", "opencc")):
            try:
                found = __import__(module)
            except ImportError:
                continue
            setattr(data, name, found if name == "pinyin" else found.OpenCC("t2s"))
        if folder is None:
            return data
        if path := _file(folder, "cilin.txt"):
            text = read_bytes(path).decode("gbk")
            codes: dict[str, Code] = {}
            data.codes = codes
            for code, *words in (line.split(" ") for line in text.strip().split("\n")):
                codes |= dict.fromkeys(words, (code[0], code[1], code[2:4]))
        if path := _file(folder, "confusion_dict.txt"):
            lines = read_utf8(path).decode().split("\n")
            data.confusions = {
                key: frozenset(others)
                for key, *others in (line.strip().split(" ") for line in lines)
            }
        if path := _file(folder, "char_meta.txt"):
            rows = (line.split("\t") for line in read_utf8(path).decode().strip().split("\n"))
            data.forms = {
                letter: (sounds.split(";"), shapes) for _, letter, sounds, *shapes in rows
            }
        return data

    def warnings(self, options: Options) -> list[str]:
        """Return a line that names what is missing, if anything is."""
        parts = {
            "cilin.txt (meaning)": self.codes,
            "confusion_dict.txt (confused characters)": self.confusions,
            "pypinyin (sound)": self.pinyin,
            "OpenCC (simplified characters)": self.converter or not options.is_simplified,
            "char_meta.txt (spelling)": self.forms or options.words is None,
        }
        absent = ", ".join(name for name, part in parts.items() if not part)
        if not absent:
            return []
        return [f"without {absent}: some edits differ from ChERRANT's (see docs/chinese.md)"]


def _meaning(one: Code | None, other: Code | None) -> float:
    if not one or not other:
        return 4 / 6
    return 2 * ((one[0] != other[0]) + (one[1] != other[1]) + (one[2] != other[2])) / 6


class _Row(dict[str, float]):
    """Costs of one token's substitutions; those of a single character are made without detours."""

    def __init__(self, data: Data, token: str) -> None:
        self._data, self._token = data, token
        self._has_one = len(token) == 1
        self._is_han = _is_han(token)
        self._code = data.codes.get(token)
        self._mark = token in MARKS
        self._sounds = data.syllables(token, is_words=False) if self._is_han else frozenset()
        self._confused = data.confusions.get(token, frozenset())

    def __missing__(self, other: str) -> float:
        row = self._data.costs[other]
        if not (self._has_one and row._has_one):
            cost = self._data.cost(self._token, other, None)
        else:
            is_alike = (
                self._is_han
                and row._is_han
                and (
                    other in self._confused
                    or self._token in row._confused
                    or not self._sounds.isdisjoint(row._sounds)
                )
            )
            marks = (0.25, 0.499, 0.0)[self._mark + row._mark]
            cost = _meaning(self._code, row._code) + (0.0 if is_alike else 0.5) + marks
        self[other] = cost
        return cost


class _Costs(dict[str, _Row]):
    def __init__(self, data: Data) -> None:
        self._data = data

    def __missing__(self, token: str) -> _Row:
        row = self[token] = _Row(self._data, token)
        return row


def _file(folder: str, name: str) -> str | None:
    for path in (Path(folder) / name, Path(folder) / f"{name}.gz"):
        if path.exists():
            return str(path)
    return None


def distance(one: str, other: str) -> int:
    """Return the Levenshtein distance.

    >>> distance("abc", "bd")
    2
    """
    row = list(range(len(other) + 1))
    for i, u in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, v in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (u != v))
    return row[-1]


def _alike(one: str, other: str) -> float:
    return 1 - distance(one, other) / max(len(one), len(other), 1)


def edits_of(source: Text, target: Text, data: Data, *, is_first: bool) -> list[list[Edit]]:
    """Return the lists of edits of all cheapest alignments, or of the first."""
    numbers: dict[str, int] = {}
    one, other = (
        np.array([numbers.setdefault(token, len(numbers)) for token in text.tokens], np.int32)
        for text in (source, target)
    )
    # Equal last tokens match in every alignment, so the table ends before them.
    n_equal, most = 0, min(len(one), len(other))
    while n_equal < most and one[-1 - n_equal] == other[-1 - n_equal]:
        n_equal += 1
    ends = len(one) - n_equal, len(other) - n_equal
    costs = _costs(
        Text(source.tokens[: ends[0]], source.tags[: ends[0]]),
        Text(target.tokens[: ends[1]], target.tags[: ends[1]]),
        data,
    )
    found, sizes = operations(one[: ends[0]], other[: ends[1]], costs)
    is_first |= abs(len(one) - len(other)) > MOST_UNEQUAL
    alignments = _alignments(found, sizes, n_equal, is_words=bool(source.tags), is_first=is_first)
    lists = (tuple(_final(edits, source.tokens, target.tokens)) for edits in alignments)
    return [list(edits) for edits in dict.fromkeys(lists)]


def _costs(source: Text, target: Text, data: Data) -> NDArray[np.float64]:
    if source.tags:
        rows = [
            [
                data.cost(a, b, (tag, other))
                for b, other in zip(target.tokens, target.tags, strict=True)
            ]
            for a, tag in zip(source.tokens, source.tags, strict=True)
        ]
    else:
        rows = [[*map(data.costs[a].__getitem__, target.tokens)] for a in source.tokens]
    return np.array(rows, np.float64).reshape(len(source.tokens), len(target.tokens))


def _alignments(
    found: NDArray[np.uint8],
    sizes: NDArray[np.int32],
    n_equal: int,
    *,
    is_words: bool,
    is_first: bool,
) -> list[tuple[Edit, ...]]:
    """Return the alignments as runs, each distinct one once, in order.

    A state is a cell and the run that is open to its right: its kind and ends. The lists of runs to
    the left of each state are made once, from the left to the right.
    """
    bits, spans = found.tolist(), sizes.tolist()
    # cell, then kind ("" before the last step), end of source and target
    a, b = found.shape[0] - 1, found.shape[1] - 1
    start = (a, b, "M", a + n_equal, b + n_equal) if n_equal else (a, b, "", 0, 0)
    lists: dict[Any, Any] = {(0, 0, "", 0, 0): [()]}
    stack: list[Any] = [start]
    children: dict[Any, list[Any]] = {}
    while stack:
        state = stack[-1]
        if state in lists:
            stack.pop()
            continue
        a, b, kind, end, until = state
        if (a, b) == (0, 0):
            lists[state] = [_closed(state, is_words)]
            continue
        if state not in children:
            steps = children[state] = []
            for bit, name in ORDER:
                if not bits[a][b] & bit:
                    continue
                size = spans[a][b]
                if name == "T":
                    steps.append((state if kind else None, (a - size, b - size, f"T{size}", a, b)))
                else:
                    left = a - (name != "I"), b - (name != "D")
                    merged = _merged(kind, name)
                    if merged is None:
                        steps.append((state if kind else None, (*left, name, a, b)))
                    else:
                        steps.append((None, (*left, merged, end, until)))
                if is_first:
                    break
        wanted = [step for _, step in children[state] if step not in lists]
        if wanted:
            stack.extend(wanted)
            continue
        lists[state] = list(
            dict.fromkeys(
                before + _closed(closed, is_words) if closed else before
                for closed, step in children[state]
                for before in lists[step]
            )
        )
    result: list[tuple[Edit, ...]] = lists[start]
    return result


def _closed(state: Any, is_words: bool) -> tuple[Edit, ...]:
    a, b, kind, end, until = state
    if is_words and kind == "S":
        return tuple(Edit("S", a + n, a + n + 1, b + n, b + n + 1) for n in range(end - a))
    return (Edit("S" if kind == "X" else kind, a, end, b, until),)


def _merged(kind: str, step: str) -> str | None:
    """Return the kind of the run that a step on its left joins; None if it begins a run.

    X is a run of substitutions and others, S of substitutions alone (each word stays an edit).
    """
    if not kind or kind[0] == "T" or (kind == "M") != (step == "M"):
        return None
    if kind == step:
        return step
    return "X"


def _final(edits: Sequence[Edit], source: Sequence[str], target: Sequence[str]) -> Iterator[Edit]:
    """Yield edits without matches: swapped ones are joined, equal ends of substitutions cut off."""
    i = 0
    while i < len(edits):
        edit = edits[i]
        if i + 2 < len(edits) and _is_swapped(edits[i : i + 3], source, target):
            last = edits[i + 2]
            edit = Edit(f"T{last.end - edit.start}", edit.start, last.end, edit.at, last.until)
            i += 2
        i += 1
        if edit.kind == "M":
            continue
        x, y = source[edit.start : edit.end], target[edit.at : edit.until]
        if "".join(x) != "".join(y):
            yield _trimmed(edit, x, y) if edit.kind == "S" else edit


def _is_swapped(edits: Sequence[Edit], source: Sequence[str], target: Sequence[str]) -> bool:
    kinds = "".join(edit.kind[0] for edit in edits)
    texts = [
        ("".join(source[edit.start : edit.end]), "".join(target[edit.at : edit.until]))
        for edit in edits
    ]
    if kinds == "SMS":
        (w1, w2), _, (w3, w4) = texts
        if min(map(len, (w1, w2, w3, w4))) == 1:
            return w1 == w4 and w2 == w3
        return distance(w1, w4) <= 1 and distance(w2, w3) <= 1
    if kinds not in ("DMI", "DTI", "IMD", "ITD"):
        return False
    u, v = (texts[0][0], texts[2][1]) if kinds[0] == "D" else (texts[2][0], texts[0][1])
    if len(v) > len(u):
        u, v = v, u
    if u in UNMOVED or v in UNMOVED or len(u) - len(v) > 1:
        return False
    if len(v) == 1:
        return u == v
    return distance(u, v) <= 1 or (len(u) == len(v) and v in u + u)


def _trimmed(edit: Edit, source: Sequence[str], target: Sequence[str]) -> Edit:
    text = "".join(target)
    n_source = n_target = 0
    if head := _ends(source, text.startswith):
        parts = np.cumsum([len(token) for token in target]).tolist()
        size = sum(map(len, source[:head]))
        if size in parts:
            n_source, n_target = head, parts.index(size) + 1
    n_end = n_until = 0
    rest, others = source[n_source:][::-1], target[n_target:][::-1]
    n = 0
    while n < len(rest) and text.endswith("".join(rest[n::-1])):
        n += 1
    if n:
        parts = np.cumsum([len(token) for token in others]).tolist()
        size = sum(map(len, rest[:n]))
        if size in parts:
            n_end, n_until = n, parts.index(size) + 1
    if not n_source and not n_end:
        return edit
    start, end = edit.start + n_source, edit.end - n_end
    at, until = edit.at + n_target, edit.until - n_until
    return Edit("I" if start == end else "D" if at == until else "S", start, end, at, until)


def _ends(tokens: Sequence[str], fits: Any) -> int:
    """Return how many tokens from the left fit, put together."""
    n = 0
    while n < len(tokens) and fits("".join(tokens[: n + 1])):
        n += 1
    return n


def type_of(edit: Edit, source: Text, target: Text, data: Data) -> str:
    """Return the type of an edit."""
    if edit.kind[0] == "T":
        return "W"
    letter = {"D": "R", "I": "M", "S": "S"}[edit.kind]
    if not source.tags:
        return letter
    side, first, last = (
        (source, edit.start, edit.end) if edit.kind == "D" else (target, edit.at, edit.until)
    )
    tokens = side.tokens[first:last]
    if edit.kind == "S" and data.is_misspelt(
        "".join(source.tokens[edit.start : edit.end]), "".join(tokens)
    ):
        return "S:SPELL"
    if len(tokens) > 1:
        return f"{letter}:OTHER"
    if edit.kind != "D" and tokens[0] == MISSING:
        return f"{letter}:MC"
    return f"{letter}:{CLASSES.get(side.tags[first], 'OTHER')}"


@dataclass(frozen=True)
class Options:
    """How texts are cut, and which alignments are written.

    strategy        "all" alignments, or the "first"
    is_segmented    tokens stand between single spaces
    is_simplified   targets become simplified characters
    words           word mode: tokens and tags of each text
    """

    strategy: str = "all"
    is_segmented: bool = False
    is_simplified: bool = True
    words: Mapping[str, Text] | None = None


def cut(text: str, options: Options) -> Text:
    """Return the tokens of a text. Raises: ValueError, with the reason."""
    if options.words is not None:
        if text not in options.words:
            raise ValueError("text without given words found, expected it in --words FILE")
        return options.words[text]
    if options.is_segmented:
        if "  " in text:
            raise ValueError("two spaces in a row found, expected one between tokens")
        return Text(text.replace("[ 缺 失 成 分 ]", MISSING).split(" "))
    return Text([token for token in re.split(r"(\[缺失成分\]|(?s:.))", text) if token])


def annotate(
    names: Sequence[str], rows: Sequence[Sequence[str]], data: Data, options: Options
) -> Iterator[str]:
    """Yield a block of M2 for each row: a source and its targets.

    Args:
        names: of the file of rows, or of the file of each column.
        rows: source and targets.
        data: resources.
        options: how texts are cut.

    Raises:
        FormatError: An empty text, or one that cannot be cut.
    """

    def refusal(line: int, column: int, reason: str) -> FormatError:
        if len(names) > 1:
            return FormatError(names[column - 1], line, reason)
        return FormatError(names[0], line, f"column {column}: {reason}")

    def cut_at(line: int, column: int, text: str) -> Text:
        try:
            return cut(text, options)
        except ValueError as error:
            raise refusal(line, column, str(error)) from None

    for line, row in enumerate(rows, 1):
        texts = [text.strip() if options.is_segmented else "".join(text.split()) for text in row]
        if data.converter is not None and options.is_simplified:
            texts[1:] = map(data.converter.convert, texts[1:])
        if len(texts) == 1:
            yield "\n"
            continue
        if "" in texts:
            column = texts.index("") + 1
            raise refusal(line, column, "no text found, expected a sentence")
        source, *targets = (cut_at(line, n, text) for n, text in enumerate(texts, 1))
        plain = "".join(source.tokens)
        lines = [f"S {' '.join(source.tokens)}"]
        for number, target in enumerate(targets):
            text = "".join(target.tokens)
            coder = str(number)
            if text in (NO_ERROR, plain):
                lines += [f"T{number} {NO_ERROR}", noop_line(coder)]
                continue
            if text == NOT_MARKED:
                lines += [f"T{number} {NOT_MARKED}", edit_line(-1, -1, "NA", "-NONE-", coder)]
                continue
            lists = edits_of(source, target, data, is_first=options.strategy == "first")
            for j, edits in enumerate(lists):
                lines.append(f"T{number}-A{j} {' '.join(target.tokens)}")
                lines += [
                    edit_line(
                        edit.start,
                        edit.end,
                        type_of(edit, source, target, data),
                        " ".join(target.tokens[edit.at : edit.until])
                        if edit.kind != "D"
                        else "-NONE-",
                        coder,
                    )
                    for edit in edits
                ]
        yield "\n".join(lines) + "\n\n"


def para_rows(text: str, name: str) -> list[list[str]]:
    """Return source and targets of each line of ChERRANT's own files: id, source, targets.

    Raises:
        FormatError: A line without a tab.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip().split("\n")
    rows = [line.split("\t")[1:] for line in lines]
    for number, row in enumerate(rows, 1):
        if not row:
            raise FormatError(name, number, "no tab found, expected id, source and targets")
    return rows


def read_words(path: str) -> dict[str, Text]:
    """Read words and tags: a text a line, each word with "_" and its tag, spaces between words.

    Raises:
        FormatError: A word without a tag.
    """
    texts = {}
    for number, line in enumerate(read_utf8(path).decode().split("\n"), 1):
        pairs = [word.rpartition("_") for word in line.split(" ") if word]
        if any(not word for word, _, _ in pairs):
            raise FormatError(path, number, "word without a tag found, expected WORD_TAG")
        tokens = [word for word, _, _ in pairs]
        texts["".join(tokens)] = Text(tokens, [tag for _, _, tag in pairs])
    return texts
