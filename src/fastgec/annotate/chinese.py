"""Chinese sources and their corrections to M2, as ChERRANT writes it.

Definition: Zhang et al. (2022), NAACL, and the program of MuCGEC (commit 3922193).
Tokens are characters, or given words with tags. Substitutions cost by meaning (a thesaurus), form
or sound (confusion sets, pinyin) and class. Of all cheapest alignments of a target, each list of
edits comes once, in order of first appearance.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, reduce
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from itertools import chain
from operator import add
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.annotate.lexicon import by_tag
from fastgec.annotate.optimal import Costs, alignments
from fastgec.annotate.parallel import edit_line, noop_line
from fastgec.counts import offsets_of
from fastgec.machine import available_memory
from fastgec.read import FormatError, install
from fastgec.read.files import read_bytes, read_utf8

MISSING = "[缺失成分]"  # one token
SPACED_MISSING = " ".join(MISSING)  # in text that is cut at spaces
LONGEST_WORD = 100  # that is cut into word pieces
IDEOGRAPHS = re.compile(
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002ceaf"
    "\U0002f800-\U0002fa1f]"
)
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
CLASSES = by_tag(
    {
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
)
CELL_BYTES = 16  # of the tables of an alignment
MOST_LISTS = 1000  # of the edits of one target


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


TONES = "\u0300\u0301\u0304\u030c"  # marks on letters


class Pinyin:
    """Syllables without tones, as pypinyin gives them; v is the vowel of 女."""

    @cached_property
    def _characters(self) -> Mapping[int, str]:
        # Importing the package reads its phrases, which takes longer than to annotate MuCGEC; its
        # module of characters is run without the package.
        package: Any = find_spec("pypinyin")
        path = Path(package.origin).with_name("pinyin_dict.py")
        spec: Any = spec_from_file_location("pypinyin.pinyin_dict", path)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.pinyin_dict

    def readings(self, token: str) -> Iterable[str]:
        """All syllables of a token's first character: of several, those that its phrase allows."""
        if len(token) > 1:
            import pypinyin

            return pypinyin.pinyin(token, pypinyin.Style.NORMAL, heteronym=True)[0]
        known = self._characters.get(ord(token))
        return [token] if known is None else map(_toneless, known.split(","))

    def words(self, token: str) -> Iterable[str]:
        """A syllable for each character of a word."""
        import pypinyin

        return pypinyin.lazy_pinyin(token)


def _toneless(syllable: str) -> str:
    letters = [one for one in unicodedata.normalize("NFD", syllable) if one not in TONES]
    return unicodedata.normalize("NFC", "".join(letters)).replace("ü", "v")


@dataclass
class Data:
    """Resources that decide costs and types; empty where there are none.

    codes        the thesaurus: the code of each word
    confusions   the characters that each character is confused with, spaces between them
    forms        of each character its five columns of pinyin, and its decompositions
    pinyin       syllables of tokens
    converter    OpenCC, from traditional to simplified characters
    known        syllables that were asked for
    """

    codes: Mapping[str, str] = field(default_factory=dict)
    confusions: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, tuple[Sequence[str], Sequence[str]]] = field(default_factory=dict)
    pinyin: Pinyin | None = None
    converter: Any = None
    known: dict[tuple[str, bool], frozenset[str]] = field(default_factory=dict)

    def syllables(self, token: str, *, is_words: bool) -> frozenset[str]:
        """Return the syllables that a token shares with others of its sound."""
        if self.pinyin is None:
            return frozenset()
        key = token, is_words
        if key not in self.known:
            heard = self.pinyin.words if is_words else self.pinyin.readings
            self.known[key] = frozenset(heard(token))
        return self.known[key]

    def costs(self, tokens: Iterable[str], *, is_words: bool) -> Costs:
        """The costs of substituting the tokens of a vocabulary for each other."""
        tokens = list(tokens)
        letters: dict[str, int] = {}
        parts: dict[str, int] = {}
        sounds: dict[str, int] = {}
        codes = np.full((len(tokens), 3), -1, np.int32)
        own_letters: list[list[int]] = []
        own_sounds: list[list[int]] = []
        for number, token in enumerate(tokens):
            if code := self.codes.get(token):
                places = code[0], code[1], code[2:4]
                codes[number] = [parts.setdefault(part, len(parts)) for part in places]
            is_han = _is_han(token)
            own_letters.append([letters.setdefault(u, len(letters)) for u in token * is_han])
            heard = self.syllables(token, is_words=is_words) if is_han else ()
            own_sounds.append(sorted(sounds.setdefault(each, len(sounds)) for each in heard))
        confusions = (self.confusions.get(letter, "").split(" ") for letter in letters)
        one, other = _flat([[letters[v] for v in letters.keys() & own] for own in confusions])
        one = np.repeat(np.arange(len(letters), dtype=np.int32), np.diff(one))
        confused = np.zeros((len(letters), (len(letters) + 7) // 8), np.uint8)
        for u, v in ((one, other), (other, one)):
            np.bitwise_or.at(confused, (u, v >> 3), (1 << (v & 7)).astype(np.uint8))
        return Costs(
            codes,
            np.array([_is_han(token) for token in tokens], np.uint8),
            np.array([token in MARKS for token in tokens], np.uint8),
            _flat(own_letters),
            _flat(own_sounds),
            confused,
        )

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
        total = reduce(add, sums, 0.0)  # sum() of Python 3.12 makes up for rounding
        if look + (total / len(sums) if sums else 0.0) >= 0.8:
            return True
        readings = (self.syllables(each, is_words=False) or {each} for each in (one, other))
        return bool(frozenset.intersection(*map(frozenset, readings)))

    @staticmethod
    def read(folder: str | None, *, has_forms: bool = True) -> Data:
        """Read the files of a folder, and what is installed; a file may end in .gz.

        Args:
            folder: None for none.
            has_forms: whether the forms of characters are read, which word mode uses.

        Raises:
            FormatError: a file that cannot be read.
        """
        data = Data()
        if find_spec("pypinyin"):
            data.pinyin = Pinyin()
        with suppress(ImportError):
            from opencc import OpenCC

            data.converter = OpenCC("t2s")
        if folder is None:
            return data
        if path := _file(folder, "cilin.txt"):
            text = read_bytes(path).decode("gbk")
            codes: dict[str, str] = {}
            data.codes = codes
            for code, *words in (line.split(" ") for line in text.strip().split("\n")):
                codes |= dict.fromkeys(words, code)
        if path := _file(folder, "confusion_dict.txt"):
            lines = read_utf8(path).decode().split("\n")
            data.confusions = {
                key: others for key, _, others in (line.strip().partition(" ") for line in lines)
            }
        if has_forms and (path := _file(folder, "char_meta.txt")):
            rows = (line.split("\t") for line in read_utf8(path).decode().strip().split("\n"))
            data.forms = {
                letter: (sounds.split(";"), shapes) for _, letter, sounds, *shapes in rows
            }
        return data

    def warnings(self, options: Options) -> list[str]:
        """Return lines that name what is missing, and the types that differ then."""
        decide = {
            "cilin.txt (meaning)": self.codes,
            "confusion_dict.txt (confused characters)": self.confusions,
            "pypinyin (sound)": self.pinyin,
        }
        types = "S, M, R, W" if options.words is None else "S:*, M:*, R:*, W"
        lines = []
        if absent := ", ".join(name for name, part in decide.items() if not part):
            lines.append(
                f"without {absent}: edits of types {types} may differ in span or number from "
                "ChERRANT's (docs/errant.md)"
            )
        if options.is_simplified and self.converter is None:
            lines.append(
                "without OpenCC: traditional characters in targets stay, with edits of type "
                f"{'S' if options.words is None else 'S:*'}: {install('chinese')}"
            )
        if options.words is not None and not self.forms:
            lines.append(
                "without char_meta.txt: S:SPELL only where the characters are the same, S:NOUN, "
                "S:VERB and so on for other misspelt words"
            )
        return lines


def _flat(lists: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the offsets of lists, and their values one after another."""
    offsets = offsets_of(np.fromiter(map(len, lists), np.int64, len(lists))).astype(np.int32)
    return offsets, np.fromiter(chain.from_iterable(lists), np.int32, offsets[-1])


def _file(folder: str, name: str) -> str | None:
    paths = (Path(folder) / name, Path(folder) / f"{name}.gz")
    return next((str(path) for path in paths if path.exists()), None)


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


class TooLargeError(ValueError):
    """A pair has more lists of edits than are written, or needs more memory than there is."""


class Aligner:
    """Edits of pairs whose tokens are in one vocabulary."""

    def __init__(self, texts: Iterable[Text], data: Data, *, is_words: bool) -> None:
        self._numbers: dict[str, int] = {}
        self._tags: dict[str, int] = {}
        for text in texts:
            for token in text.tokens:
                self._numbers.setdefault(token, len(self._numbers))
            for tag in text.tags:
                self._tags.setdefault(tag, len(self._tags))
        self._is_words = is_words
        self._costs = data.costs(self._numbers, is_words=is_words)

    def edits(self, source: Text, target: Text, *, is_first: bool) -> list[list[Edit]]:
        """Return the lists of edits of all minimum-cost alignments, or of the first.

        Raises:
            TooLargeError: more than `MOST_LISTS` lists, or too little memory.
        """
        n_source, n_target = len(source.tokens), len(target.tokens)
        limit = available_memory()
        if CELL_BYTES * n_source * n_target > limit:
            raise TooLargeError(
                f"source and correction of {n_source} and {n_target} tokens need more memory "
                f"than {limit >> 20} MiB"
            )

        def coded(values: Sequence[str], numbers: Mapping[str, int]) -> NDArray[np.int32]:
            return np.array([*map(numbers.__getitem__, values)], np.int32)

        tags = None
        if self._is_words:
            tags = coded(source.tags, self._tags), coded(target.tags, self._tags)
        lists = alignments(
            coded(source.tokens, self._numbers),
            coded(target.tokens, self._numbers),
            tags,
            self._costs,
            Edit,
            is_first=is_first,
            most=MOST_LISTS,
        )
        if lists is None:
            raise TooLargeError(
                f"over {MOST_LISTS:,} minimum-cost alignments with different edits: "
                f"expected at most {MOST_LISTS:,} (--strategy first writes one)"
            )
        final = (tuple(_final(edits, source.tokens, target.tokens)) for edits in lists)
        return [list(edits) for edits in dict.fromkeys(final)]


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
    kinds = "".join([edit.kind[0] for edit in edits])
    if kinds not in ("SMS", "DMI", "DTI", "IMD", "ITD"):
        return False
    texts = [
        ("".join(source[edit.start : edit.end]), "".join(target[edit.at : edit.until]))
        for edit in edits
    ]
    if kinds == "SMS":
        (w1, w2), _, (w3, w4) = texts
        if min(map(len, (w1, w2, w3, w4))) == 1:
            return w1 == w4 and w2 == w3
        return distance(w1, w4) <= 1 and distance(w2, w3) <= 1
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
    n_source, n_target = _shared(source, target, lambda head: text.startswith("".join(head)))
    rest, others = source[n_source:][::-1], target[n_target:][::-1]
    n_end, n_until = _shared(rest, others, lambda tail: text.endswith("".join(tail[::-1])))
    start, end = edit.start + n_source, edit.end - n_end
    at, until = edit.at + n_target, edit.until - n_until
    return Edit("I" if start == end else "D" if at == until else "S", start, end, at, until)


def _shared(
    tokens: Sequence[str], target: Sequence[str], fits: Callable[[Sequence[str]], bool]
) -> tuple[int, int]:
    """Return how many tokens from the left fit, and how many of the target these are, if whole."""
    n = 0
    while n < len(tokens) and fits(tokens[: n + 1]):
        n += 1
    ends = np.cumsum([0, *map(len, target)]).tolist()
    size = sum(map(len, tokens[:n]))
    return (n, ends.index(size)) if size in ends else (0, 0)


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
    pieces          the vocabulary by which texts are cut into word pieces, as BERT does
    """

    strategy: str = "all"
    is_segmented: bool = False
    is_simplified: bool = True
    words: Mapping[str, Text] | None = None
    pieces: frozenset[str] | None = None


def cut(text: str, options: Options) -> Text:
    """Return the tokens of a text. Raises: ValueError, with the reason."""
    if options.words is not None:
        if text not in options.words:
            raise ValueError("text without given words: expected it in --words FILE")
        return options.words[text]
    if options.is_segmented:
        if "  " in text:
            raise ValueError("two spaces in a row: expected one between tokens")
        return Text(text.replace(SPACED_MISSING, MISSING).split(" "))
    if options.pieces is not None:
        tokens = " ".join(_word_pieces(text, options.pieces)).replace(SPACED_MISSING, MISSING)
        if not tokens:
            raise ValueError("no word pieces: expected a sentence")
        return Text(tokens.split(" "))
    return Text(re.findall(r"\[缺失成分\]|(?s:.)", text))


def _word_pieces(text: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the word pieces of a text, by BERT's rules for cased text.

    A word that the vocabulary cannot make up stays whole.
    """
    spaced = "".join(map(_spaced, text))
    for word in re.findall(r"\0.|[^\s\0]+", spaced, re.DOTALL):
        if word[0] == "\0":  # a mark
            word = word[1]
        if len(word) > LONGEST_WORD:
            yield "[UNK]"
            continue
        pieces: list[str] = []
        start, end = 0, len(word)
        while start < end:
            piece = "##" * (start > 0) + word[start:end]
            if piece in known:
                pieces.append(piece)
                start, end = end, len(word)
            else:
                end -= 1
        yield from pieces if start == len(word) else [word]


@cache
def _spaced(letter: str) -> str:
    """Return a letter as words are cut: dropped, a space, apart, or as it is; NUL before a mark."""
    kind = unicodedata.category(letter)
    if letter in "\t\n\r" or kind == "Zs":
        return " "
    if letter == "\ufffd" or kind[0] == "C":
        return ""
    if letter in ASCII or kind[0] == "P":
        return f"\0{letter}"
    return f" {letter} " if IDEOGRAPHS.match(letter) else letter


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
        return FormatError(names[0], line, f"column {column + 1}: {reason}")  # the first is an id

    def cut_at(line: int, column: int, text: str) -> Text:
        try:
            return cut(text, options)
        except ValueError as error:
            raise refusal(line, column, str(error)) from None

    cut_rows: list[list[Text]] = []
    for line, row in enumerate(rows, 1):
        texts = [text.strip() if options.is_segmented else "".join(text.split()) for text in row]
        if data.converter is not None and options.is_simplified:
            texts[1:] = map(data.converter.convert, texts[1:])
        if len(texts) > 1 and "" in texts:
            column = texts.index("") + 1
            raise refusal(line, column, "no text: expected a sentence")
        is_alone = len(texts) == 1  # which gives an empty line
        cut_rows.append(
            [] if is_alone else [cut_at(line, n, text) for n, text in enumerate(texts, 1)]
        )
    aligner = Aligner(chain.from_iterable(cut_rows), data, is_words=options.words is not None)
    for line, cut_row in enumerate(cut_rows, 1):
        if not cut_row:
            yield "\n"
            continue
        source, *targets = cut_row
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
            try:
                lists = aligner.edits(source, target, is_first=options.strategy == "first")
            except TooLargeError as error:
                raise refusal(line, number + 2, str(error)) from None
            for j, edits in enumerate(lists):
                lines.append(f"T{number}-A{j} {' '.join(target.tokens)}")
                for edit in edits:
                    words = " ".join(target.tokens[edit.at : edit.until])
                    correction = "-NONE-" if edit.kind == "D" else words
                    kind = type_of(edit, source, target, data)
                    lines.append(edit_line(edit.start, edit.end, kind, correction, coder))
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
            raise FormatError(name, number, "no tab: expected id, source and targets")
    return rows


def read_pieces(folder: str | None) -> frozenset[str] | None:
    """Read the vocabulary of word pieces, `chinese_vocab.txt`: a piece a line; None without it."""
    path = _file(folder, "chinese_vocab.txt") if folder else None
    if path is None:
        return None
    return frozenset(map(str.strip, read_utf8(path).decode().split("\n")))


def read_words(path: str) -> dict[str, Text]:
    """Read words and tags: a text a line, each word with "_" and its tag, spaces between words.

    Raises:
        FormatError: A word without a tag.
    """
    texts = {}
    for number, line in enumerate(read_utf8(path).decode().split("\n"), 1):
        pairs = [word.rpartition("_") for word in line.split(" ") if word]
        if any(not word for word, _, _ in pairs):
            raise FormatError(path, number, "word without a tag: expected WORD_TAG")
        tokens = [word for word, _, _ in pairs]
        texts["".join(tokens)] = Text(tokens, [tag for _, _, tag in pairs])
    return texts
