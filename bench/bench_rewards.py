"""Rewards of a batch: `pytest bench/bench_rewards.py`.

512 sources with 16 samples each, 8,192 hypotheses as strings in memory, to scores: float64[8192].
What a sample is, by the number of samples of each 64 (4 sources) in a usual and in a heavy batch:

                                                                            usual   heavy
    same       the source itself                                               20      16
    edited     one to four words changed, put in or left out                   32      32
    reworded   every second word drawn anew from the words of all sources       8       0
    unrelated  as many words as the source has, all drawn anew                  3       8
    looping    a part of the source, then one to five of its words over and     1       8
               over, up to 100, 200, 300 or 400 words

Gold has two annotators (m2), or two references (green, gleu). One thread.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import Any

import pytest

from corpora import SHARED, make_corpus
from fastgec import Gold, References, gleu, green, m2
from fastgec.texts.corrected import apply_edits

N_SOURCES = 512
N_SAMPLES = 16
MAKE_UPS = {
    "usual": {"same": 20, "edited": 32, "reworded": 8, "unrelated": 3, "looping": 1},
    "heavy": {"same": 16, "edited": 32, "unrelated": 8, "looping": 8},
}


@dataclass(frozen=True)
class Batch:
    """Sources with their gold, and the samples of each, source by source."""

    gold: Gold
    sources: list[str]
    references: list[list[str]]
    hypotheses: list[str]


def make_batch(gold: Gold, make_up: str, seed: int = 16) -> Batch:
    draw = random.Random(seed)
    sources = [gold.sources[s] for s in range(len(gold))]
    words = [word for source in sources for word in source.split()]
    kinds = [kind for kind, number in MAKE_UPS[make_up].items() for _ in range(number)]
    hypotheses: list[str] = []
    for number, source in enumerate(sources):
        # Four sources share the 64 kinds evenly.
        for kind in kinds[number % 4 :: 4]:
            hypotheses.append(" ".join(sampled(draw, kind, source.split(), words)))
    references = list(apply_edits(gold, overlaps="first", absent="first").values())
    return Batch(gold, sources, references, hypotheses)


def sampled(draw: random.Random, kind: str, tokens: list[str], words: list[str]) -> list[str]:
    if kind == "edited":
        return edited(draw, tokens, words)
    if kind == "reworded":
        return [draw.choice(words) if draw.random() < 0.5 else token for token in tokens]
    if kind == "unrelated":
        return draw.choices(words, k=len(tokens))
    return looping(draw, tokens) if kind == "looping" else tokens


def edited(draw: random.Random, tokens: list[str], words: list[str]) -> list[str]:
    """Return a copy with one to four words changed, put in or left out."""
    found = list(tokens)
    for _ in range(draw.randint(1, 4)):
        at = draw.randint(0, len(found))
        kind = draw.randrange(3)
        found[at : at + (kind > 0)] = [draw.choice(words)] * (kind < 2)
    return found


def looping(draw: random.Random, tokens: list[str]) -> list[str]:
    """Return a part of the source, then a few of its words over and over."""
    size = draw.choice((100, 200, 300, 400))
    start = draw.randrange(len(tokens))
    block = tokens[start : start + draw.randint(1, 5)]
    found = tokens[: draw.randint(0, len(tokens))]
    return (found + block * size)[:size]


@pytest.fixture(
    scope="module", params=itertools.product(["seeded", "conll14"], MAKE_UPS), ids="-".join
)
def batch(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Batch:
    """The batch of each corpus and make-up in turn."""
    corpus, make_up = request.param
    if corpus == "seeded":
        folder = tmp_path_factory.mktemp("bench")
        return make_batch(Gold.read(make_corpus(folder, N_SOURCES, share=0.1).gold), make_up)
    path = SHARED / "data" / "conll14" / "gold.m2"
    if not path.exists():
        pytest.skip(f"no {path}")
    return make_batch(Gold.read(path).take(range(N_SOURCES)), make_up)


def repeated(texts: list[str]) -> list[str]:
    return [text for text in texts for _ in range(N_SAMPLES)]


def record(benchmark: Any) -> None:
    median = benchmark.stats["median"]
    benchmark.extra_info["milliseconds"] = 1000 * median
    benchmark.extra_info["hypotheses per second"] = N_SOURCES * N_SAMPLES / median


@pytest.mark.benchmark(group="rewards")
def test_m2(benchmark: Any, batch: Batch) -> None:
    scores = benchmark(lambda: m2.sentence_scores(batch.hypotheses, batch.gold.repeat(N_SAMPLES)))
    assert scores.shape == (N_SOURCES * N_SAMPLES,)
    record(benchmark)


@pytest.mark.parametrize(("unit", "order"), [("word", 4), ("char", 6)])
@pytest.mark.benchmark(group="rewards")
def test_green(benchmark: Any, batch: Batch, unit: str, order: int) -> None:
    scores = benchmark(
        lambda: green.sentence_scores(
            batch.hypotheses,
            References(repeated(batch.sources), [repeated(texts) for texts in batch.references]),
            unit=unit,
            order=order,
        )
    )
    assert scores.shape == (N_SOURCES * N_SAMPLES,)
    record(benchmark)


@pytest.mark.benchmark(group="rewards")
def test_gleu(benchmark: Any, batch: Batch) -> None:
    scores = benchmark(
        lambda: gleu.sentence_scores(
            batch.hypotheses,
            References(repeated(batch.sources), [repeated(texts) for texts in batch.references]),
        )
    )
    assert scores.shape == (N_SOURCES * N_SAMPLES,)
    record(benchmark)
