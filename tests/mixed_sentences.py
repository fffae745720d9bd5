"""Random annotated sentences for mix mode: errors that meet, overlap and reach past the end."""

from __future__ import annotations

import random

import oracle_imeasure as oracle
from fastgec.metrics.imeasure.gold import Edit, Error, Sentence
from fastgec.metrics.imeasure.score import MEASURES, Scoring


def draw_sentence(draw: random.Random) -> tuple[Sentence, oracle.Sentence]:
    """A short sentence whose errors meet, overlap and reach past the end."""
    n = draw.randint(1, 6)
    words = "abcd"[: draw.randint(2, 4)]
    source = [draw.choice(words) for _ in range(n)]
    errors = []
    for _ in range(draw.randint(0, 4)):
        own: dict[int, list[oracle.Edit]] = {}
        for annotator in range(draw.randint(1, 2)):
            edits: list[oracle.Edit] = []
            for _ in range(draw.choice([1, 1, 1, 2])):
                start = draw.randint(0, n)
                end = min(n + 2, start + draw.choice([0, 0, 1, 1, 1, 2, 3]))
                if all(edit[:2] != (start, end) for edit in edits):
                    tokens = (draw.choice(words) for _ in range(draw.choice([0, 0, 1, 1, 2])))
                    edits.append((start, end, tuple(tokens)))
            own[annotator] = edits
        errors.append((draw.random() < 0.3, own))
    ours = [
        Error(required, tuple((a, tuple(Edit(*edit) for edit in one)) for a, one in own.items()))
        for required, own in errors
    ]
    return Sentence(tuple(source), 2, errors=ours), oracle.Sentence(source, 2, errors)


def draw_hypothesis(draw: random.Random, source: list[str]) -> tuple[str, ...]:
    """The source with a few changes, or another text."""
    if draw.random() < 0.1:
        return tuple(draw.choice("abcd") for _ in range(draw.randint(0, 8)))
    text = list(source)
    for _ in range(draw.randint(0, 4)):
        at = draw.randint(0, len(text))
        text[at : at + draw.randint(0, 1)] = draw.choices("abcd", k=draw.randint(0, 1))
    return tuple(text)


def draw_scoring(draw: random.Random) -> tuple[Scoring, oracle.Counts]:
    """What a candidate is chosen by, and counts of the sentences before."""
    measure = draw.choice("dc") + draw.choice(MEASURES)
    beta, weight = draw.choice([0, 1e-9, 0.5, 1, 1 / 3, 2]), draw.choice([0.1, 1 / 3, 1, 2, 10])
    totals = oracle.ZERO
    if draw.random() < 0.4:
        tp, tn, base = draw.randint(1, 9), draw.randint(0, 50), draw.randint(0, 50)
        totals = oracle.Counts((tp, tn, 1, 2, 0), (tp - 1, tn, 2, 3, 1), (base, 7))
    return Scoring(measure, beta=beta, weight=weight), totals
