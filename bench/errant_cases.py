"""Random analysed sentences for ERRANT's annotation: for tests and for `search_errant.py`.

Few words, few classes and many near-equal costs, so that ties, reorderings and every rule of
merging occur. Resources are a stand-in: spans do not depend on word list and stemmer.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from fastgec.annotate.analyses import Resources
from fastgec.annotate.annotator import RULE_WIDTH

LETTERS = "abAB'-."
CLASSES = ("ADJ", "ADV", "NOUN", "VERB", "AUX", "PART", "DET", "PUNCT", "PRON")
TAGS = ("POS", "NN", "VBD", "DT", ".")


def random_sentence(draw: random.Random, n_tokens: int, n_words: int) -> dict[str, list[Any]]:
    alphabet = LETTERS[: draw.randint(2, len(LETTERS))]
    sizes = [draw.randint(1, 5) for _ in range(draw.randint(1, n_words))]
    vocabulary = ["".join(draw.choices(alphabet, k=size)) for size in sizes]
    words = draw.choices(vocabulary, k=n_tokens)
    few = draw.randint(1, len(CLASSES))
    return {
        "words": words,
        "lemma": [draw.choice((word.lower(), "x")) for word in words],
        "pos": draw.choices(CLASSES[:few], k=n_tokens),
        "tag": [draw.choice(TAGS) if draw.random() < 0.1 else "NN" for _ in words],
        "dep": draw.choices(("det", "aux", "x"), k=n_tokens),
        "head": [draw.randrange(n_tokens) for _ in words],
    }


def random_pair(draw: random.Random, most: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two sentences: of the same words, or one the other with changes and words moved about."""
    source = random_sentence(draw, draw.randint(0, most), 6)
    if draw.random() < 0.3:
        return source, random_sentence(draw, draw.randint(0, most), 6)
    order = list(range(len(source["words"])))
    for _ in range(draw.randint(0, 3)):
        if order:
            first = draw.randrange(len(order))
            some = order[first : first + draw.randint(1, 4)]
            draw.shuffle(some)
            order[first : first + len(some)] = some
    order = [at for at in order if draw.random() < 0.9]
    corrected = {name: [column[at] for at in order] for name, column in source.items()}
    for at in range(len(order)):
        if draw.random() < 0.2:
            corrected["words"][at] = corrected["words"][at].swapcase()
        if draw.random() < 0.2:
            corrected["words"][at] += draw.choice(LETTERS)
        corrected["head"][at] = draw.randrange(len(order))
    return source, corrected


def random_words(draw: random.Random, n: int) -> dict[str, Any]:
    words = ["".join(draw.choices("abcdefgh", k=draw.randint(1, 9))) for _ in range(n)]
    return {
        "words": words,
        "lemma": words,
        "pos": draw.choices(CLASSES, k=n),
        "tag": ["NN"] * n,
        "dep": ["x"] * n,
        "head": [0] * n,
    }


def own_resources() -> Resources:
    """A word list of one word, and one rule of a stemmer: an "s" at the end goes."""
    rule = [1, 0, 1, 0, 0, ord("s"), *[0] * 15]
    assert len(rule) == RULE_WIDTH
    return Resources(frozenset({"the"}), np.array([rule], np.int32))
