"""Totals of resamples, metric by metric: texts are counted, the rest is plain Python.

`test_resampling.py` tests the folds with rows of any numbers; here rows are those that a metric
counts, chosen as the metric says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fastgec
from fastgec.metrics.imeasure.score import key_of
from fastgec.study.resampling import bootstrap_totals, exchanged_totals, sample_of

Row = tuple[Any, ...]
Rule = Callable[[Sequence[Row], Row], int]  # of a sentence's rows, on top of totals
N = 4  # resamples


def m2_key(row: Row, beta: Fraction) -> Any:
    """Largest F, then most correct edits, then fewest others, exactly."""
    correct, proposed, gold = row
    below = proposed + beta**2 * gold
    f = (1 + beta**2) * correct / below if below else Fraction(1)
    return f, correct, -below


def errant_key(row: Row, beta: float) -> Any:
    """Largest F of four digits as Python rounds, then most TP, fewest FP and FN, most TN."""
    tp, fp, fn, *tn = row
    precision = float(tp) / (tp + fp) if fp else 1.0
    recall = float(tp) / (tp + fn) if fn else 1.0
    below = (beta**2 * precision) + recall
    f = float((1 + beta**2) * precision * recall) / below if below else 0.0
    return round(f, 4), tp, -fp, -fn, *tn


def by(key: Callable[[Row], Any]) -> Rule:
    """The first row of the highest key of the corpus so far."""

    def rule(rows: Sequence[Row], so_far: Row) -> int:
        keys = [key(tuple(map(sum, zip(so_far, row, strict=True)))) for row in rows]
        return keys.index(max(keys))

    return rule


def alone(choice: Any) -> Rule:
    """What the metric chooses of a corpus of this sentence."""

    def rule(rows: Sequence[Row], so_far: Row) -> int:
        (row,) = choice.select(np.array(rows), np.array([0, len(rows)])).tolist()
        return int(row)

    return rule


def total(chosen: Sequence[tuple[Sequence[Row], int | None]], rule: Rule) -> Row:
    """Add rows sentence by sentence: those that are given, or that the rule chooses."""
    totals: Row = (0,) * len(chosen[0][0][0])
    for rows, given_row in chosen:
        number = rule(rows, totals) if given_row is None else given_row
        totals = tuple(map(sum, zip(totals, rows[number], strict=True)))
    return totals


def generator(seed: int, stream: int, number: int) -> np.random.Generator:
    """The draws of a resample: stream 0 of sentences, 1 of exchanges."""
    sequence = np.random.SeedSequence(seed, spawn_key=(stream, number))
    return np.random.Generator(np.random.PCG64(sequence))


def drawn_by_gleu(n_sentences: int, n_references: int, iteration: int, draws: str) -> list[int]:
    """The reference of each sentence: Python 2 makes integers of `random`, Python 3 of bits."""
    state = random.Random(101 * iteration)
    if draws == "python2":
        return [int(state.random() * n_references) for _ in range(n_sentences)]
    return [state.randint(0, n_references - 1) for _ in range(n_sentences)]


def m2_of(sources: Sequence[str], targets: Sequence[Sequence[str]]) -> str:
    """Edits of single words, by coder: texts have the words of their source, or others."""
    blocks = []
    for source, *texts in zip(sources, *targets, strict=True):
        lines = [f"S {source}"]
        for coder, text in enumerate(texts):
            pairs = enumerate(zip(source.split(), text.split(), strict=True))
            edits = [
                f"A {at} {at + 1}|||R:NOUN|||{new}|||REQUIRED|||-NONE-|||{coder}"
                for at, (old, new) in pairs
                if old != new
            ]
            noop = f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{coder}"
            lines += edits or [noop]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


CASES = [
    *(("m2", {"beta": beta}) for beta in (0.5, 1.0, 2.0)),
    *(("errant", {"beta": beta}) for beta in (0.5, 1.7)),
    *(("cleme", {"beta": beta}) for beta in (0.5, 1.7)),
    ("green", {}),
    ("gleu", {"iterations": 3}),
    ("gleu", {"draws": "python3", "iterations": 3}),
    ("imeasure", {"optimise": "sentence"}),
    ("imeasure", {"optimise": "corpus"}),
]


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
@pytest.mark.parametrize(("name", "options"), CASES)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32), n_sentences=st.integers(1, 12), n_references=st.integers(1, 3))
def test_totals_of_resamples_are_those_of_plain_python(
    name: str, options: dict[str, Any], seed: int, n_sentences: int, n_references: int
) -> None:
    draw = random.Random(seed)
    sources = [" ".join(draw.choices("abcd", k=draw.randint(1, 5))) for _ in range(n_sentences)]

    def changed() -> list[str]:
        return [
            " ".join(word if draw.random() < 0.6 else draw.choice("abcde") for word in line.split())
            for line in sources
        ]

    systems, references = [changed() for _ in range(3)], [changed() for _ in range(n_references)]
    metric = fastgec.metric(name, **options)
    gold: Any = m2_of(sources, references)
    if name in ("errant", "cleme"):
        read = fastgec.errant.Annotations.parse
        counts = [metric.count(read(m2_of(sources, [one])), read(gold)) for one in systems]
    else:
        edits = fastgec.Gold.parse(gold) if name == "m2" else None
        gold = edits or fastgec.References.of_columns(sources, references)
        counts = [metric.count(one, gold) for one in systems]
    choice = metric.metric.choose(metric.scoring)
    samples = [sample_of(each, choice) for each in counts]
    rows = [
        [
            [tuple(row) for row in each.table[a:b].tolist()]
            for a, b in pairwise(each.offsets.tolist())
        ]
        for each in counts
    ]
    rules: dict[str, Rule] = {
        "m2": by(lambda row: m2_key(row, Fraction(metric.scoring.beta))),
        "errant": by(lambda row: errant_key(row, metric.scoring.beta)),
        "cleme": by(lambda row: errant_key(row, metric.scoring.beta)),
    }
    rule = rules.get(name) or alone(choice)
    if options.get("optimise") == "corpus":
        rule = by(lambda row: key_of([*row], metric.scoring))  # plain Python itself

    def expected(which: Sequence[int], sentences: Sequence[int], number: int) -> Row:
        """Totals of drawn sentences, each of one of the systems."""
        given_rows: Sequence[int | None] = [None] * n_sentences
        if name == "gleu":
            iteration = number % (1 if n_references == 1 else metric.scoring.iterations)
            given_rows = drawn_by_gleu(n_sentences, n_references, iteration, choice.generator)
        return total([(rows[which[s]][s], given_rows[s]) for s in sentences], rule)

    bootstrap = bootstrap_totals(samples, n=N, seed=seed)
    pairs = [(0, 1), (2, 0)]
    mixed = exchanged_totals(samples, pairs, n=N, seed=seed)
    for number in range(N):
        drawn = generator(seed, 0, number).integers(0, n_sentences, n_sentences, np.int32).tolist()
        for system in range(3):
            assert tuple(bootstrap[system][number].tolist()) == expected(
                [system] * n_sentences, drawn, number
            )
        swaps = generator(seed, 1, number).integers(0, 2, n_sentences, np.uint8).tolist()
        for place, pair in enumerate(pairs):
            for found, (one, other) in zip(mixed, (pair, pair[::-1]), strict=True):
                which = [other if swap else one for swap in swaps]
                assert tuple(found[place, number].tolist()) == expected(
                    which, range(n_sentences), number
                )
