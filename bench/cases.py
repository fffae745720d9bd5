"""Random cases for MaxMatch: a seeded generator, and matchers made from many cases at once."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fastgec.kernels.tokens import Vocabulary
from fastgec.maxmatch.matcher import Matcher
from fastgec.read.batch import Batch
from fastgec.read.gold import words
from fastgec.read.lines import Lines

# Token t of a case is WORDS[t]: some differ from others in case or white space alone.
WORDS = [
    *("a", "b", "c", "A", "ab", "B", "d", "C", "bc", "Ab", "e", "abc", "D", "f"),
    *(f"w{number}" for number in range(500)),
]
GoldEdit = tuple[int, int, tuple[tuple[int, ...], ...]]


@dataclass(frozen=True)
class Options:
    """How a batch of cases is counted."""

    max_unchanged_words: int
    is_release_3_2: bool
    is_folded: bool


@dataclass(frozen=True)
class Case:
    """One sentence: token ids, and the gold edits of each annotator."""

    source: tuple[int, ...]
    hypothesis: tuple[int, ...]
    annotators: tuple[tuple[GoldEdit, ...], ...]

    def __str__(self) -> str:
        lines = [f"source      {_text(self.source)}", f"hypothesis  {_text(self.hypothesis)}"]
        for number, edits in enumerate(self.annotators):
            for start, end, alternatives in edits:
                texts = " || ".join(_text(tokens) for tokens in alternatives)
                lines.append(f"gold {number}      {start},{end}: {texts}")
        return "\n".join(lines)


def _text(tokens: tuple[int, ...]) -> str:
    return " ".join(WORDS[token] for token in tokens) or "(nothing)"


def _offsets(sizes: list[int]) -> NDArray[np.int64]:
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def _word(token: int) -> str:
    return WORDS[token] if token < len(WORDS) else f"w{token}"


def _lines(runs: list[tuple[int, ...]]) -> Lines:
    return Lines.of([" ".join(map(_word, tokens)) for tokens in runs])


def _folded(runs: list[tuple[int, ...]]) -> tuple[bytes, NDArray[np.int64], NDArray[np.int64]]:
    words = [_word(token).lower().encode() for tokens in runs for token in tokens]
    firsts = _offsets([len(tokens) for tokens in runs])
    return b"".join(words), _offsets([len(word) for word in words]), firsts


def matcher_of(cases: list[Case], options: Options, kind: type[Matcher] = Matcher) -> Matcher:
    """Return a matcher with one sentence per case."""
    sources = [case.source for case in cases]
    hypotheses = [case.hypothesis for case in cases]
    rows = [row for case in cases for row in case.annotators]
    edits = [edit for row in rows for edit in row]
    alternatives = [tokens for edit in edits for tokens in edit[2]]
    vocabulary = Vocabulary()
    written = words(_lines(alternatives), vocabulary)
    source_lines, hypothesis_lines = _lines(sources), _lines(hypotheses)
    batch = Batch.of_arrays(
        *(source_lines.data, source_lines.starts, source_lines.ends),
        _offsets([len(case.annotators) for case in cases]),
        _offsets([len(row) for row in rows]),
        np.array([edit[0] for edit in edits], np.int32),
        np.array([edit[1] for edit in edits], np.int32),
        _offsets([len(edit[2]) for edit in edits]),
        *(written.ids, written.offsets, vocabulary),
    )
    return kind(
        batch,
        *(hypothesis_lines.data, hypothesis_lines.starts, hypothesis_lines.ends),
        max_unchanged_words=options.max_unchanged_words,
        is_release_3_2=options.is_release_3_2,
        source_folded=_folded(sources) if options.is_folded else None,
        hypothesis_folded=_folded(hypotheses) if options.is_folded else None,
    )


def edits_of(matcher: Matcher, row: int, memory: int = 1 << 30) -> list[list[int]]:
    """Return the edits against one row, six numbers each."""
    rows, cancel = np.array([row], np.int64), np.zeros(1, np.int32)
    found: list[list[int]] = matcher.edits(rows, cancel, memory)[1].tolist()
    return found


def random_tokens(draw: random.Random, size: int, n_words: int) -> list[int]:
    """Return tokens drawn evenly, or with the first words more often."""
    if draw.random() < 0.5:
        return [draw.randrange(n_words) for _ in range(size)]
    return [min(int(draw.expovariate(3.0 / n_words)), n_words - 1) for _ in range(size)]


def mutated(draw: random.Random, source: list[int], n_words: int, rate: float) -> list[int]:
    """Return a copy with words changed, put in, left out, repeated and exchanged."""
    found: list[int] = []
    for token in source:
        if draw.random() >= rate:
            found.append(token)
            continue
        kind = draw.randrange(6)
        if kind == 0:
            found.append(draw.randrange(n_words))
        elif kind == 1:
            found += [token, draw.randrange(n_words)]
        elif kind == 2:
            found += [draw.randrange(n_words), token]
        elif kind == 3:
            found += [token, token]
        elif kind == 4 and found:
            found.insert(-1, token)
    return found


def looped(draw: random.Random, source: list[int], size: int) -> list[int]:
    """Return a hypothesis that falls into repeating a block of itself."""
    if not source:
        return []
    start = draw.randrange(len(source))
    block = source[start : start + draw.randint(1, 5)]
    found = source[: draw.randint(0, len(source))]
    while len(found) < size:
        found += block
    return found[:size] + (source[start:] if draw.random() < 0.3 else [])


def random_gold(
    draw: random.Random, source: list[int], hypothesis: list[int], n_words: int, n_edits: int
) -> tuple[GoldEdit, ...]:
    """Return gold edits of which many are spelled by the hypothesis, in any of several orders."""
    edits: list[GoldEdit] = []
    for _ in range(n_edits):
        start = draw.randint(0, len(source))
        width = draw.choice((0, 0, 1, 1, 1, 2, 2, 3, 5, 12))
        end = min(start + width, len(source))
        alternatives = []
        for _ in range(draw.choice((1, 1, 1, 2, 3))):
            kind = draw.random()
            if kind < 0.6:
                shift = draw.choice((0, 0, 0, 1, -1, 2, -2, len(hypothesis) - len(source)))
                at = min(max(start + shift, 0), len(hypothesis))
                grown = draw.choice((0, 0, 1, -1, 2, 3))
                tokens = hypothesis[at : at + max(end - start + grown, 0)]
            elif kind < 0.7:
                tokens = source[start:end]
            elif kind < 0.8:
                tokens = []
            else:
                tokens = random_tokens(draw, draw.randint(1, 3), n_words)
            alternatives.append(tuple(tokens))
        edits += [(start, end, tuple(alternatives))] * draw.choice((1, 1, 1, 1, 1, 1, 2, 3))
    order = draw.random()
    if order < 0.7:
        edits.sort(key=lambda edit: edit[:2])
    elif order < 0.8:
        draw.shuffle(edits)
    return tuple(edits)


def early_gold(draw: random.Random, source: list[int], hypothesis: list[int]) -> list[GoldEdit]:
    """Return gold edits for insertions at the start, as release 3.2 places them, or near there."""
    edits: list[GoldEdit] = []
    for _ in range(draw.randint(1, 5)):
        place = draw.randint(0, min(len(source), 5))
        at = max(place + draw.choice((0, 0, 0, 1, -1)), 0)
        end = place if draw.random() < 0.7 else draw.randint(place, len(source))
        edits.append((place, end, (tuple(hypothesis[at : at + draw.choice((1, 1, 1, 2, 3))]),)))
    if draw.random() < 0.7:
        edits.sort(key=lambda edit: edit[:2])
    return edits


def inserted_gold(
    draw: random.Random, source: list[int], hypothesis: list[int], n_words: int
) -> list[GoldEdit]:
    """Return gold edits of which several insert at one place, or at two, and some others."""
    places = [draw.randint(0, len(source)) for _ in range(draw.choice((1, 1, 2)))]
    edits: list[GoldEdit] = []
    for _ in range(draw.randint(2, 7)):
        place = draw.choice(places)
        at = min(max(place + draw.randint(-1, 3), 0), len(hypothesis))
        text = hypothesis[at : at + draw.choice((1, 1, 1, 2, 3))]
        if not text or draw.random() < 0.2:
            text = random_tokens(draw, draw.randint(1, 2), n_words)
        edits.append((place, place, (tuple(text),)))
    edits += random_gold(draw, source, hypothesis, n_words, draw.randint(0, 2))
    if draw.random() < 0.7:
        edits.sort(key=lambda edit: edit[:2])
    return edits


def crowded_gold(
    draw: random.Random, source: list[int], hypothesis: list[int], n_words: int
) -> list[GoldEdit]:
    """Return gold edits of few spans: equal, with many texts, unchanged, and in any order."""
    known: list[GoldEdit] = []
    for _ in range(draw.randint(1, 4)):
        start = draw.randint(0, len(source))
        end = min(start + draw.choice((0, 0, 1, 2, 3, 5)), len(source))
        texts = {tuple(source[start:end])} if draw.random() < 0.3 else set()
        for _ in range(draw.randint(1, 8)):
            at = min(max(start + draw.randint(-3, 5), 0), len(hypothesis))
            texts.add(tuple(hypothesis[at : at + draw.randint(0, 4)]))
        known.append((start, end, tuple(draw.sample(sorted(texts), len(texts)))))
    known += random_gold(draw, source, hypothesis, n_words, draw.randint(0, 2))
    return [draw.choice(known) for _ in range(draw.randint(1, 14))]


def random_case(draw: random.Random, kind: str, longest: int) -> Case:
    """Return a case of up to `longest` tokens.

    Kinds: tiny, early, inserts (several gold insertions at one place), crowded (gold edits of few
    spans and many texts), natural, rewrite, loop.
    """
    if kind == "crowded":
        n_words = draw.randint(2, 5)
        source = random_tokens(draw, draw.randint(0, longest), n_words)
        hypothesis = mutated(draw, source, n_words, draw.choice((0.2, 0.5, 0.8)))
        return Case(
            tuple(source),
            tuple(hypothesis),
            (tuple(crowded_gold(draw, source, hypothesis, n_words)),),
        )
    if kind == "inserts":
        n_words = draw.randint(2, 4)
        source = random_tokens(draw, draw.randint(0, longest), n_words)
        hypothesis = mutated(draw, source, n_words, draw.choice((0.2, 0.5, 0.8)))
        at = draw.randint(0, len(hypothesis))
        hypothesis[at:at] = random_tokens(draw, draw.randint(0, 6), n_words)
        return Case(
            tuple(source),
            tuple(hypothesis),
            (tuple(inserted_gold(draw, source, hypothesis, n_words)),),
        )
    if kind == "early":
        n_words = draw.randint(2, 5)
        source = random_tokens(draw, draw.randint(0, longest), n_words)
        first = random_tokens(draw, draw.randint(1, 5), n_words)
        hypothesis = first + mutated(draw, source, n_words, draw.choice((0.1, 0.3, 0.6, 0.9)))
        return Case(
            tuple(source), tuple(hypothesis), (tuple(early_gold(draw, source, hypothesis)),)
        )
    if kind == "tiny":
        n_words = draw.randint(2, 5)
        source = random_tokens(draw, draw.randint(0, 8), n_words)
        if draw.random() < 0.5:
            hypothesis = random_tokens(draw, draw.randint(0, 8), n_words)
        else:
            hypothesis = mutated(draw, source, n_words, draw.choice((0.2, 0.5, 0.8)))
        n_edits = 4
    else:
        n_words = draw.randint(3, 50)
        source = random_tokens(draw, draw.randint(min(10, longest), longest), n_words)
        n_edits = 10
        if kind == "natural":
            hypothesis = mutated(draw, source, n_words, draw.choice((0.05, 0.1, 0.2, 0.4)))
        elif kind == "rewrite":
            hypothesis = random_tokens(draw, draw.randint(5, longest), n_words)
        else:
            hypothesis = looped(draw, source, draw.randint(5, longest))
    annotators = [
        random_gold(draw, source, hypothesis, n_words, draw.randint(0, n_edits))
        for _ in range(draw.choice((1, 1, 2)))
    ]
    return Case(tuple(source), tuple(hypothesis), tuple(annotators))


def smaller_cases(case: Case) -> list[Case]:
    """Return the cases that lack one token, gold edit or alternative."""
    found = []
    for number, edits in enumerate(case.annotators):
        if len(case.annotators) > 1:
            found.append(replace(case, annotators=(edits,)))
        rest = case.annotators[:number], case.annotators[number + 1 :]
        for at, (start, end, alternatives) in enumerate(edits):
            shorter = [(*edits[:at], *edits[at + 1 :])]
            if len(alternatives) > 1:
                shorter += [
                    (*edits[:at], (start, end, (tokens,)), *edits[at + 1 :])
                    for tokens in alternatives
                ]
            found += [replace(case, annotators=(*rest[0], new, *rest[1])) for new in shorter]
    for at in range(len(case.hypothesis)):
        hypothesis = case.hypothesis[:at] + case.hypothesis[at + 1 :]
        found.append(replace(case, hypothesis=hypothesis))
    for at in range(len(case.source)):
        annotators = tuple(
            tuple((s - (s > at), e - (e > at), texts) for s, e, texts in edits)
            for edits in case.annotators
        )
        source = case.source[:at] + case.source[at + 1 :]
        found.append(replace(case, source=source, annotators=annotators))
    return found
