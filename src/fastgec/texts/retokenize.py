"""Raw output in the tokens of its source: projection, without a tokenizer of our own.

Characters of source and output are paired, without white space (`pairing`), and the output is cut
where the source is (`projection`); text that the source does not have is cut as the tokens of the
source's corpus are (`spacing`). Nothing but white space changes, and where the output has the
characters of its source, it gets the tokens of its source, in any language.

    text --Spacing--> marks, tokens        once, of the first sentences of the source
    source, output --project--> output    of each sentence alone

A projection is shared by threads once it has learned.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from fastgec.counts import sealed
from fastgec.diagnostics import ALIGNED, emit_warnings
from fastgec.diagnostics.inputs import BlockFlags, Diagnostics, input_warnings
from fastgec.kernels.tokens import Vocabulary, plain_text, split_lines
from fastgec.machine import Cancel, available_memory, map_ordered, replacing
from fastgec.read import FormatError, counted
from fastgec.read.files import ByteReader, require_sentences, require_utf8
from fastgec.read.gold import Gold, parse_block, whole
from fastgec.read.lines import (
    Column,
    Lines,
    LineStream,
    are_characters,
    characters,
    in_characters,
    is_m2,
    read_blocks,
    read_lines,
    require_column,
    stream_columns,
)
from fastgec.read.m2stream import M2Stream, read_gold_blocks
from fastgec.texts.clean import Removed, clean_document, clean_lines, read_texts
from fastgec.texts.projection import cut_lines, project

# How a corpus cuts its words into tokens: learned from the tokens of its source.
#
# A sign is a character of punctuation or a symbol (Unicode category P or S). For each sign it is
# counted how often it is a token, and how often it ends, begins or is inside a longer one, by the
# kind of the character beside it: letter, digit, sign. What is more often a token is cut from
# words of raw output in such a place. A sign that the corpus lacks is treated as most of its
# signs are. Repeated signs ("...") are one token if they mostly are in the corpus.
#
# Two words that often stand side by side in the corpus, and never as one word, are cut where
# output has them as one: tokenizers of English make "can not" of "cannot". Others stay one word,
# as "lifestyle" is a correction of "life style".
#
# The first sentences of a source are enough (`lines.first_of_file`).


OFTEN = 5  # times that two words stand side by side
LONGEST_AFFIX = 8  # characters

# Kinds of characters, and bits of a mark, as the kernel reads them.
LETTER, DIGIT, SIGN, JOINED = range(4)
FROM_END, FROM_START, FROM_INSIDE = 0, 3, 6  # habits, by kind of neighbour: 3, 3 and 4
N_HABITS = 10
SHIFT = 2  # of the first habit
TOGETHER = SHIFT + N_HABITS

ASCII = bytes(range(128))
SKIN_TONES = range(0x1F3FB, 0x1F400)
FLAGS = range(0x1F1E6, 0x1F200)  # letters, of which two are a flag

_ALONE = re.compile(r"(?<!\S)(?:[^\w\s]|_)(?!\S)")
_MIXED = re.compile(r"[^\w\s]|_")


@cache
def kind_of(character: str) -> int:
    """Return whether a character is a digit, a sign, joined to the one before it, or a letter.

    >>> [kind_of(character) for character in "a1.\u0301"] == [LETTER, DIGIT, SIGN, JOINED]
    True
    """
    point = ord(character)
    if point in SKIN_TONES:
        return JOINED
    if point in FLAGS:
        return LETTER
    category = unicodedata.category(character)
    if category[0] in "PS":
        return SIGN
    if category[0] == "M" or category == "Cf":
        return JOINED
    return DIGIT if category == "Nd" else LETTER


@cache
def _kinds(page: int) -> NDArray[np.uint16]:
    points = range(page << 8, (page + 1) << 8)
    return sealed(np.array([kind_of(chr(point)) for point in points], np.uint16))


class Spacing:
    """How words are cut: what is known of each code point, and of some tokens.

    whole    tokens that are not cut
    affixes  tokens that are cut from the end of a word
    pairs    two tokens in one that are cut again
    """

    def __init__(self, sentences: Iterable[str] = ()) -> None:
        """Learn from sentences of a source.

        >>> habits = Spacing(["They did n't , Mr. Li .", "He did n't ."])
        >>> habits.whole.index(b"Mr."), habits.affixes.index(b"n't") >= 0
        (1, True)
        """
        text = "\n".join(" ".join(sentence.split()) for sentence in sentences)
        words = text.split()
        tokens = Counter(words)
        mixed = {
            token: count
            for token, count in tokens.items()
            if len(token) > 1 and not token.isalnum() and _MIXED.search(token)
        }
        counts = _Counts(text, mixed)
        self._usual = counts.usual()
        self._known = {sign: counts.mark(sign, self._usual) for sign in counts.signs()}
        whole = (
            token
            for token, count in mixed.items()
            if not self._is_mistaken(token, count, tokens, counts.affixes)
        )
        self.affixes = _vocabulary(counts.affixes)
        self.whole = _vocabulary(whole)
        self.pairs = _vocabulary(_pairs(words, tokens))
        self._marks = np.zeros(0x110000, np.uint16)
        self._filled: set[int] = set()  # pages of 256 code points
        self._lock = Lock()

    def marks(self, *texts: bytes | memoryview) -> NDArray[np.uint16]:
        """Return what is known of each code point, right for those of some texts."""
        for data in texts:
            others = bytes(data).translate(None, ASCII).decode(errors="replace")
            pages = {0} | {ord(character) >> 8 for character in set(others)}
            if not pages <= self._filled:
                with self._lock:
                    for page in pages - self._filled:
                        self._fill(page)
                        self._filled.add(page)
        return self._marks

    def _fill(self, page: int) -> None:
        kinds = _kinds(page)
        marks = self._marks[page << 8 : (page + 1) << 8]
        marks[:] = np.where(kinds == SIGN, self._usual | kinds, kinds)
        for sign, mark in self._known.items():
            if ord(sign) >> 8 == page:
                self._marks[ord(sign)] = mark | SIGN

    def _is_mistaken(
        self, token: str, count: int, tokens: Mapping[str, int], affixes: Iterable[str]
    ) -> bool:
        """Whether the corpus mostly has apart what is one token here."""
        if any(token.endswith(end) and tokens[end] > count for end in affixes if end != token):
            return True
        ends = ((token[-1], token[:-1], FROM_END), (token[0], token[1:], FROM_START))
        return any(
            kind_of(sign) == SIGN
            and rest.isalnum()
            and tokens.get(rest, 0) > count
            and bool(self._known.get(sign, self._usual) >> SHIFT + habit & 1)
            for sign, rest, habit in ends
        )


class _Counts:
    """How often each sign is a token, and how often a part of one: by sign and habit."""

    def __init__(self, text: str, mixed: Mapping[str, int]) -> None:
        self._alone: Counter[tuple[str, int]] = Counter()
        self._joined: Counter[tuple[str, int]] = Counter()
        self._runs: Counter[str] = Counter()
        self._repeats: Counter[str] = Counter()
        self._add_alone(text)
        self.affixes = self._ends(mixed)
        for token, count in mixed.items():
            self._add_token(token, count)
        for token in self.affixes:
            # What is cut from the end of a word does not begin one.
            self._joined[token[0], FROM_START + _side(token[1])] -= mixed[token]

    def signs(self) -> set[str]:
        """Return all signs of the corpus."""
        found = {sign for sign, _ in (*self._alone, *self._joined)}
        return {sign for sign in found | {*self._runs, *self._repeats} if kind_of(sign) == SIGN}

    def mark(self, sign: str, usual: int) -> int:
        """Return what is known of a sign."""
        habits = [self._is_cut(sign, habit, usual) for habit in range(N_HABITS)]
        return _mark(habits, self._runs[sign] >= self._repeats[sign])

    def usual(self) -> int:
        """Return what most signs of the corpus have in common."""
        balance = [0] * N_HABITS
        for (_, habit), count in self._alone.items():
            balance[habit] += count
        for (_, habit), count in self._joined.items():
            balance[habit] -= count
        return _mark([balance[habit] > 0 for habit in range(N_HABITS)], True)

    def _is_cut(self, sign: str, habit: int, usual: int) -> bool:
        """Whether a sign is mostly alone in a place, else in others like it, else most signs."""
        if habit >= FROM_INSIDE:
            return self._alone[sign, habit] > self._joined[sign, habit]
        first = FROM_START if habit >= FROM_START else FROM_END
        for habits in ([habit], range(first, first + 3)):
            alone = sum(self._alone[sign, other] for other in habits)
            joined = sum(self._joined[sign, other] for other in habits)
            if alone or joined:
                return alone > joined
        return bool(usual >> SHIFT + habit & 1)

    def _ends(self, mixed: Mapping[str, int]) -> list[str]:
        """Return tokens cut from the end of words: "'s" and "n't", but no word with its quote."""
        found = {token: count for token, count in mixed.items() if _is_end(token, count)}
        begun: Counter[str] = Counter()
        for token, count in found.items():
            begun[token[0]] += count
        return [
            token
            for token in found
            if kind_of(token[0]) != SIGN
            or begun[token[0]] > sum(self._alone[token[0], FROM_START + k] for k in (LETTER, DIGIT))
        ]

    def _add_alone(self, text: str) -> None:
        places = [match.start() for match in _ALONE.finditer(text)]
        found: Counter[tuple[str, str, str]] = Counter()
        for at in places:
            before = text[at - 2] if at > 1 and text[at - 1] == " " else ""
            after = text[at + 2] if text[at + 1 : at + 2] == " " else ""
            found[before, text[at], after] += 1
            if after == text[at] and text[at + 3 : at + 4].isspace():
                self._repeats[after] += 1
        for (before, sign, after), count in found.items():
            self._add(self._alone, before, sign, after, count)
            if before and after:
                self._add_inside(self._alone, before, sign, after, count)

    def _add_token(self, token: str, count: int) -> None:
        first, last = token[0], token[-1]
        if token == first * len(token):
            self._runs[first] += count
            return
        if kind_of(last) == SIGN:
            self._add(self._joined, token[-2], last, "", count)
        if kind_of(first) == SIGN:
            self._add(self._joined, "", first, token[1], count)
        for before, sign, after in zip(token, token[1:], token[2:], strict=False):
            if kind_of(sign) == SIGN:
                self._add_inside(self._joined, before, sign, after, count)

    def _add(
        self, counts: Counter[tuple[str, int]], before: str, sign: str, after: str, n: int
    ) -> None:
        if before:
            counts[sign, FROM_END + _side(before)] += n
        if after:
            counts[sign, FROM_START + _side(after)] += n

    def _add_inside(
        self, counts: Counter[tuple[str, int]], before: str, sign: str, after: str, n: int
    ) -> None:
        sides = _side(before), _side(after)
        if SIGN not in sides:
            counts[sign, FROM_INSIDE + 2 * sides[0] + sides[1]] += n


def _side(character: str) -> int:
    kind = kind_of(character)
    return LETTER if kind == JOINED else kind


def _mark(habits: Sequence[bool], is_together: bool) -> int:
    bits = sum(1 << SHIFT + habit for habit, is_cut in enumerate(habits) if is_cut)
    return bits | is_together << TOGETHER


def _is_end(token: str, count: int) -> bool:
    """Whether a token looks like what is cut from the end of words: one sign, then letters."""
    if count < 2 or len(token) > LONGEST_AFFIX:
        return False
    signs = [number for number, character in enumerate(token) if kind_of(character) == SIGN]
    return len(signs) == 1 and signs[0] <= 1 and signs[0] < len(token) - 1


def _pairs(words: Sequence[str], tokens: Mapping[str, int]) -> Iterator[str]:
    """Yield words that the corpus has in two tokens only."""
    for (first, second), count in Counter(pairwise(words)).items():
        if count >= OFTEN and first.isalpha() and second.isalpha():
            both = first + second
            if both not in tokens:
                yield both
                yield both.capitalize()


def _vocabulary(tokens: Iterable[str]) -> Vocabulary:
    return Vocabulary(token.encode() for token in tokens)


# Output cut into the lines of its source, where its own lines are others.
#
# Language models join and split sentences, leave some out, or answer in paragraphs. All text of
# the output is aligned with all text of the source, character by character (`pairing`), and cut
# where the source's lines end. What an output adds between two sentences belongs to the first of
# them as far as it ends that sentence, and to the second from there on.
#
# The texts are aligned some lines at a time. Lines before the last end that is sure are kept, the
# others are aligned again with those that follow; so time is proportional to the length of the
# text.


N_LINES = 160  # of the source that are aligned at a time
N_KEPT = 144  # of these, at most
MORE = 2000  # bytes of output that are taken with 5/4 of the source's
MOST_LINES = 4096  # that are aligned at a time where nothing is sure
EDIT = re.compile(rb"^A -?\d+ -?\d+\|\|\|", re.MULTILINE)
LEAST_SHARE = 0.7  # of a line's characters that are unchanged where its text is certain


@dataclass(frozen=True, slots=True)
class Aligned:
    """Output in the lines of its source.

    lines      a line for each of the source
    uncertain  numbers (from 0) of lines that may have text of their neighbours, or lack some
    missing    numbers of lines that have no text, though their source has
    around     text around the corrections: removed, or else what `is_cleaned` would remove
    """

    lines: list[str]
    uncertain: list[int]
    missing: list[int]
    around: Removed

    def described(self) -> str:
        """Return what was done."""
        text = f"{counted(len(self.lines), 'line')} aligned"
        for name, found in (("uncertain", self.uncertain), ("without text", self.missing)):
            if found:
                shown = ", ".join(str(number + 1) for number in found[:10])
                text += f"; {len(found)} {name}: {shown}{', ...' if len(found) > 10 else ''}"
        return text

    def save_beside(self, path: str) -> None:
        """Write what was done beside the output: commands that score it say so."""
        facts = {
            "lines": len(self.lines),
            "uncertain": [number + 1 for number in self.uncertain],
            "without_text": [number + 1 for number in self.missing],
            "sha256": sha256(Path(path).read_bytes()).hexdigest(),
        }
        with replacing(f"{path}{ALIGNED}") as file:
            file.write(f"{json.dumps(facts)}\n".encode())


def align_lines(output: Lines, source: Lines, *, is_cleaned: bool = False) -> Aligned:
    """Return output in the lines of its source.

    Args:
        output: all of its text, in any lines.
        source: the sentences, tokenized or not.
        is_cleaned: whether text around the corrections is removed.

    Raises:
        FormatError: More memory is needed than there is, or output is M2.

    Example:
        >>> source = Lines.of(["He go home .", "It are late .", "Yes"])
        >>> align_lines(Lines.of(["He goes home . It is", "late . Yes"]), source).lines
        ['He goes home .', 'It is late .', 'Yes']
    """
    plain = plain_text(source.data, source.starts, source.ends, False)
    starts = np.concatenate([np.zeros(1, np.int64), np.flatnonzero(plain == ord("\n")) + 1])
    text = plain.tobytes()
    whole_text = "\n".join(output[number] for number in range(len(output)))
    shorter, around = clean_document(whole_text, text.decode())
    if is_cleaned:
        output = Lines.of(shorter.split("\n"), output.name)
    data = plain_text(output.data, output.starts, output.ends, False).tobytes()
    if b"|||" in data and (found_edit := EDIT.search(data)):
        line = data.count(b"\n", 0, found_edit.start()) + 1
        raise FormatError(output.name, line, "an edit of M2: expected text")
    marks = Spacing([source[0]] if len(source) else []).marks(text, data)
    limit = available_memory()
    cancel = np.zeros(1, np.int32)
    cuts = [np.zeros(1, np.int64)]
    is_doubtful = np.zeros(len(source), bool)
    first, at, n_lines = 0, 0, N_LINES
    while first < len(source):
        last = min(first + n_lines, len(source))
        n_bytes = int(starts[last] - starts[first])
        end = _white(data, at + n_bytes + n_bytes // 4 + MORE) if last < len(source) else len(data)
        is_large, found = cut_lines(
            text[starts[first] : starts[last]],
            starts[first + 1 : last + 1] - starts[first],
            data[at:end],
            marks,
            memory_limit=limit,
            cancel=cancel,
        )
        if is_large:
            raise FormatError(output.name, None, "more memory needed to align it than there is")
        is_sure = (found[:, 3] == 1) & (found[:, 1] >= LEAST_SHARE * found[:, 2])
        n_kept = last - first
        if last < len(source):
            n_kept = n_lines * N_KEPT // N_LINES
            # One line may look alike by chance, where many are missing.
            sure = np.flatnonzero(
                is_sure[2:n_kept] & is_sure[1 : n_kept - 1] & is_sure[: n_kept - 2]
            )
            if not len(sure) and n_lines < MOST_LINES:
                n_lines *= 4
                continue
            n_kept = int(sure[-1]) + 3 if len(sure) else n_kept
        else:
            found[-1, 0] = end - at
        n_lines = N_LINES
        cuts.append(at + found[:n_kept, 0])
        is_doubtful[first : first + n_kept] = (~is_sure & (found[:, 2] > 0))[:n_kept]
        at = int(cuts[-1][-1])
        first += n_kept
    ends = np.concatenate(cuts)
    lines = plain_text(data, ends[:-1], ends[1:], True).tobytes().decode().split("\n")[:-1]
    if is_cleaned:
        cleaned, more = clean_lines(Lines.of(lines, output.name), source)
        lines = [cleaned[number] for number in range(len(cleaned))]
        around.add(more)
    _give_back_signs(lines, source)
    missing = [n for n, line in enumerate(lines) if not line and source[n].strip()]
    is_doubtful[missing] = False
    return Aligned(lines, np.flatnonzero(is_doubtful).tolist(), missing, around)


def _give_back_signs(lines: list[str], source: Lines) -> None:
    """Give signs that stand alone to the line before, where their source has words."""
    for number in range(len(lines) - 1, 0, -1):
        line = lines[number]
        is_alone = line and not any(map(str.isalnum, line))
        if is_alone and any(map(str.isalnum, source[number])):
            lines[number - 1] = f"{lines[number - 1]} {line}".strip()
            lines[number] = ""


def _white(data: bytes, at: int) -> int:
    """Return the next place with white space, or the end."""
    found = [place for sign in (b" ", b"\n") if (place := data.find(sign, at)) >= 0]
    return min(found, default=len(data))


SENTENCES = 1024  # of a block
FEWEST_TOKENS = 50  # of a source that can be told to be split into characters
IDEOGRAPHS = re.compile("[\u3041-\u9fff]")  # and kana


@dataclass(frozen=True, slots=True)
class Changes:
    """Numbers of a projection: changes to a column of output.

    lines    how many there were
    changed  lines in which words were cut
    words    words that were cut
    tokens   tokens that they became
    uneven   lines with a stretch too large to be aligned with the source: it is cut by habit alone

    >>> Changes(2, 1, 1, 2, 0) + Changes(1, 0, 0, 0, 0)
    Changes(lines=3, changed=1, words=1, tokens=2, uneven=0)
    """

    lines: int = 0
    changed: int = 0
    words: int = 0
    tokens: int = 0
    uneven: int = 0

    def __add__(self, other: Changes) -> Changes:
        return Changes(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        text = f"{self.changed} of {self.lines} lines changed: {self.words} words became "
        text += f"{self.tokens} tokens"
        if self.uneven:
            text += f"; {self.uneven} lines are in part too different to be aligned"
        return text


class Projection:
    """The tokens of a source for the raw output of some systems, block by block.

    changes  for each system what was done to it so far

    >>> projection = Projection()
    >>> source, output = Lines.of(["I did n't , Ann ."]), Lines.of(["I didn't, Anna."])
    >>> projection.learn([source[0]])
    >>> [lines], changes = projection.project(source, [output])
    >>> lines[0], changes[0].words, changes[0].tokens
    ("I did n't , Anna .", 2, 5)
    """

    def __init__(self, unit: str = "word") -> None:
        """Take the unit: "char" cuts all output into characters, "word" where the source is so."""
        self._is_char = unit == "char"
        self._spacing: Spacing | None = None
        self.changes: list[Changes] = []

    def learn(self, sentences: Iterable[str], name: str = "source") -> None:
        """Learn how the source is tokenized, of its first sentences.

        Where its tokens are characters of a script without spaces, so are all of the output.
        """
        sentences = list(sentences)
        tokens = [token for sentence in sentences for token in sentence.split()]
        is_known = len(tokens) >= FEWEST_TOKENS
        if is_known and are_characters(tokens) and any(map(IDEOGRAPHS.match, tokens)):
            self._is_char = True
        self._spacing = Spacing(sentences)

    def project(
        self,
        source: Lines,
        outputs: Sequence[Lines],
        *,
        n_before: int = 0,
        cancel: Cancel | None = None,
        limit: int | None = None,
    ) -> tuple[tuple[Lines, ...], list[Changes]]:
        """Return the output of each system in tokens, and what was done to it.

        Args:
            source: the sentences, tokenized.
            outputs: for each system its lines for these sentences.
            n_before: sentences of the corpus before them, for messages.
            cancel: int32[1], 0 until work must stop.
            limit: bytes of scratch memory (None: half of what there is).

        Raises:
            FormatError: a line needs more memory.
            ValueError: unequal numbers of lines, or nothing was learned.
        """
        if self._spacing is None:
            raise ValueError("nothing was learned: learn() comes first")
        cancel = np.zeros(1, np.int32) if cancel is None else cancel
        limit = available_memory() if limit is None else limit
        if self._is_char:
            pairs = [_in_characters(one) for one in outputs]
        else:
            each = (self._spacing, n_before, cancel, limit)
            pairs = [_project(source, one, *each) for one in outputs]
        return tuple(lines for lines, _ in pairs), [changes for _, changes in pairs]

    def add(self, changes: Sequence[Changes]) -> None:
        """Add what was done to the next block of each system."""
        self.changes = [
            one + other
            for one, other in zip(self.changes or [Changes()] * len(changes), changes, strict=True)
        ]


def _in_characters(output: Lines) -> tuple[Lines, Changes]:
    cut = in_characters(output)
    n_changed = n_words = n_tokens = 0
    for line in range(len(output)):
        words = [word for word in output[line].split() if not are_characters([word])]
        n_changed += bool(words)
        n_words += len(words)
        n_tokens += sum(len(characters(word).split()) for word in words)
    return cut, Changes(len(cut), n_changed, n_words, n_tokens)


def _project(
    source: Lines, output: Lines, spacing: Spacing, n_before: int, cancel: Cancel, limit: int
) -> tuple[Lines, Changes]:
    stopped, text, ends, found = project(
        source.data,
        source.starts,
        source.ends,
        output.data,
        output.starts,
        output.ends,
        spacing.marks(source.data, output.data),
        spacing.whole,
        spacing.affixes,
        spacing.pairs,
        memory_limit=limit,
        cancel=cancel,
    )
    if stopped >= 0:
        size = output.ends[stopped] - output.starts[stopped]
        reason = f"{size} bytes need more than {limit / 1e9:.1f} GB of memory"
        raise FormatError(output.name, n_before + stopped + 1, reason)
    starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]]) if len(ends) else ends
    words, tokens, uneven = found.sum(axis=0).tolist()
    changed = int(np.count_nonzero(found[:, 0]))
    lines = Lines(text.tobytes(), sealed(starts), sealed(ends), output.name)
    return lines, Changes(len(lines), changed, words, tokens, uneven)


def retokenize(
    output: Column, like: Column | Gold, *, clean: bool = False, align: bool = False
) -> list[str]:
    r"""Raw output in the tokens of its source.

    Args:
        output: a path or sentences in memory, one for each of the source.
        like: the source, tokenized: a path (of text, or of M2), sentences in memory, or a Gold.
        clean: whether what a language model wrote around its correction is removed first, by the
            rules of `texts.clean`.
        align: whether output has other lines than its source, and is cut into these first
            (`texts.lines`).

    Returns:
        A sentence for each of the source, its tokens joined by single spaces.

    Output that is probably of another source raises an `InputWarning`.

    Raises:
        FormatError: files that cannot be read, or unequal numbers of sentences.
        ValueError: both `clean` and `align`.
        TypeError: a Gold as the output.

    Example:
        >>> retokenize(["It isn't true (yet)."], ["It is n't thrue ( yet ) ."])
        ["It is n't true ( yet ) ."]
        >>> retokenize(["今天天气很好。"], ["今天 天汽 很 好 。"])
        ['今天 天气 很 好 。']
        >>> retokenize(['Sure! Here is the corrected sentence: "It is."'], ["It are ."], clean=True)
        ['It is .']
    """
    if isinstance(output, Gold):
        raise TypeError("output: Gold, expected a path or sentences: the raw text comes first")
    require_column(output)
    require_column(like)
    if clean and align:
        raise ValueError("clean and align are mutually exclusive")
    if align:
        like = sources_of(like)
        output = Lines.of(align_lines(read_lines(output, "output"), like).lines, "output")
    diagnostics = Diagnostics(1)
    removed = Removed() if clean else None
    blocks = retokenized_blocks(output, like, Projection(), diagnostics, removed=removed)
    texts = [lines[number] for lines in blocks for number in range(len(lines))]
    emit_warnings(input_warnings(diagnostics, is_cleaned=clean))
    return texts


def retokenized_blocks(
    output: Column,
    like: Column | Gold,
    projection: Projection,
    diagnostics: Diagnostics,
    *,
    jobs: int | None = 1,
    removed: Removed | None = None,
) -> Generator[Lines]:
    """Yield output in the tokens of its source, some lines at a time; both are read in step.

    Args:
        output: raw output.
        like: its source, as of `retokenize`.
        projection: an empty one, which learns here and gets to know the changes.
        diagnostics: looks at the output in its tokens.
        jobs: threads.
        removed: where output is cleaned, gets to know what was removed.

    Raises:
        FormatError: as `retokenize`, or a line needs more memory than there is.
    """
    limit = available_memory() // max(1, jobs or 1)

    if removed is not None and isinstance(output, str | os.PathLike):
        output = read_texts(output)

    def work(
        block: tuple[int, Lines, Lines], cancel: Cancel
    ) -> tuple[Lines, list[Changes], BlockFlags, Removed | None]:
        first, source, raw = block
        done = None
        if removed is not None:
            raw, done = clean_lines(raw, source)
        (lines,), changes = projection.project(
            source, [raw], n_before=first, cancel=cancel, limit=limit
        )
        return lines, changes, diagnostics.inspect(first, source, [lines]), done

    with (
        closing(_read(output, like, projection)) as blocks,
        closing(map_ordered(work, blocks, jobs=jobs, is_long=True)) as projected,
    ):
        for lines, changes, block_flags, done in projected:
            projection.add(changes)
            if removed is not None and done is not None:
                removed.add(done)
            diagnostics.add(block_flags)
            yield lines


def sources_of(like: Column | Gold) -> Lines:
    """Return all sentences of a source: of text, of M2, or of what stands in memory.

    Raises:
        FormatError: A file that cannot be read.
    """
    if isinstance(like, Gold):
        return like.sources
    if not isinstance(like, str | os.PathLike):
        return read_lines(like, "source")
    found = gold_or_lines(like)
    return found.sources if isinstance(found, Gold) else found


def gold_or_lines(path: str | os.PathLike[str]) -> Gold | Lines:
    """Return what a file holds: M2, or sentences.

    Raises:
        FormatError: A file that cannot be read.
    """
    with ByteReader(path) as file:
        has_edits = is_m2(file)
        data = file.read(-1)
    require_utf8(data, file.name)
    if has_edits:
        return whole(parse_block(data, file.name))
    require_sentences(data, file.name, is_all=True)
    starts, ends = split_lines(data)
    return Lines(data, sealed(starts), sealed(ends), file.name)


def _read(
    output: Column, like: Column | Gold, projection: Projection
) -> Generator[tuple[int, Lines, Lines]]:
    """Yield how many sentences went before, source and output of some sentences."""
    file = ByteReader(like) if isinstance(like, str | os.PathLike) else None
    if isinstance(like, Gold) or (file is not None and is_m2(file)):
        gold = M2Stream(like if isinstance(like, Gold) else file or "", SENTENCES)
        projection.learn(gold.peek(), gold.name)
        with closing(read_gold_blocks(gold, [output], SENTENCES)) as gold_blocks:
            for block in gold_blocks:
                part, lines = block.columns
                yield block.first, part.parse().sources, lines
        return
    source = LineStream(read_lines(like, "source") if file is None else file)
    projection.learn(source.peek(), source.name)
    [raw] = stream_columns([output], ["output"])
    with closing(read_blocks([source, raw], SENTENCES)) as blocks:
        for block in blocks:
            yield block.first, block.columns[0], block.columns[1]
