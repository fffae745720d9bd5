"""Search for files that CLEME's kernels count, weigh or choose otherwise than the reference kernel.

    python bench/search_cleme.py --cases 100000 --seed 1

Draws random sentences with the edits of a system and of up to five references, in files of up to
eight, scores them with both assumptions, with and without length weights, and by CLEME2.0; stops at
the first file whose rows, choices, scores or means are not those of the reference kernel
(`tests/oracle_cleme.py`, written from the specification). Same seed, same cases.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import oracle_cleme as oracle
from fastgec import cleme, cleme2
from fastgec.read.coders import Annotations

Pair = tuple[oracle.Sentence, oracle.Sentence]
SIZES = (0, 1, 3, 6, 12, 30)  # words of a sentence


def random_edits(draw: random.Random, n_words: int) -> list[oracle.Edit]:
    """Return edits that do not overlap; now and then not in their order."""
    found: list[oracle.Edit] = []
    at = 0
    while at <= n_words and draw.random() < 0.7:
        start = draw.randint(at, min(n_words, at + 4))
        end = draw.randint(start, min(n_words, start + draw.choice((0, 1, 1, 2, 5))))
        found.append((start, end, tuple(draw.choices("abc", k=draw.choice((0, 1, 1, 2, 4))))))
        at = end
    if draw.random() < 0.2:
        draw.shuffle(found)
    return found


def random_pair(draw: random.Random) -> Pair:
    """Return a sentence of a system and of the gold."""
    words = draw.choices("abc", k=draw.choice(SIZES))
    coders = draw.sample(range(-2, 9), draw.randint(1, 5))
    gold = oracle.Sentence(words, {coder: random_edits(draw, len(words)) for coder in coders})
    own = random_edits(draw, len(words))
    if draw.random() < 0.4:  # a reference's, some of them
        own = [edit for edit in gold.coders[coders[0]] if draw.random() < 0.7]
    return oracle.Sentence(words, {0: own}), gold


def text_of(sentences: list[oracle.Sentence], name: str) -> Annotations:
    """Return sentences as M2."""
    lines = []
    for sentence in sentences:
        lines.append(f"S {' '.join(sentence.words)}")
        for coder, edits in sentence.coders.items():
            lines += [
                f"A {start} {end}|||R|||{' '.join(words)}|||REQUIRED|||-NONE-|||{coder}"
                for start, end, words in edits
            ] or [f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{coder}"]
        lines.append("")
    return Annotations.parse("\n".join([*lines, ""]), name)


def difference(pairs: list[Pair]) -> str:
    """Return what differs, "" if nothing does."""
    system, gold = (text_of([pair[k] for pair in pairs], "hg"[k]) for k in (0, 1))
    total, number = oracle.bias(pairs)
    for assumption in cleme.ASSUMPTIONS:
        for weights, middle in (("none", None), ("length", total / number if number else 1.0)):
            rows = oracle.table(pairs, assumption, middle)
            counts = cleme.count(system, gold, assumption=assumption, weights=weights)
            names = ("TP", "FP", "FN", "TN")
            if counts.table.tolist() != [[row[n] for n in names] for each in rows for row in each]:
                return f"{assumption}, weights {weights}: rows"
            chosen, totals = oracle.running(rows)
            score = cleme.score_counts(counts)
            if (cleme.select(counts) - counts.offsets[:-1]).tolist() != chosen:
                return f"{assumption}, weights {weights}: choice"
            if [score.tp, score.fp, score.fn, score.tn] != [totals[name] for name in names]:
                return f"{assumption}, weights {weights}: totals"
            means = cleme.sentence_means(system, gold, assumption=assumption, weights=weights)
            values = [values for _, values in oracle.alone(rows)]
            for k, name in enumerate(("precision", "recall", "f", "accuracy")):
                if getattr(means, name) != math.fsum(value[k] for value in values) / len(values):
                    return f"{assumption}, weights {weights}: mean {name}"
        rows = oracle.table(pairs, assumption, None)
        counts = cleme2.count(system, gold, assumption=assumption)
        chosen, totals = oracle.running2(rows)
        if (cleme2.select(counts) - counts.offsets[:-1]).tolist() != chosen:
            return f"{assumption}: choice of CLEME2.0"
        if cleme2.score_counts(counts).score != oracle.ratios(totals)[0]:
            return f"{assumption}: score of CLEME2.0"
        scores = cleme2.sentence_scores(system, gold, assumption=assumption)
        alone = [values[0] for _, values in oracle.alone2(rows, oracle.SENTENCE_WEIGHTS)]
        if scores.tolist() != alone:
            return f"{assumption}: sentences of CLEME2.0"
    return ""


def main() -> int:
    """Search, and return 1 if a difference was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=2000, help="sentences (2000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    start = time.monotonic()
    n_cases = n_files = 0
    while n_cases < options.cases:
        pairs = [random_pair(draw) for _ in range(draw.randint(1, 8))]
        n_cases += len(pairs)
        n_files += 1
        if found := difference(pairs):
            print(f"{found}\n")
            for k in (0, 1):
                print(text_of([pair[k] for pair in pairs], "").data.decode())
            return 1
    seconds = time.monotonic() - start
    print(f"{n_cases} sentences, {n_files} files, 5 ways each, no difference; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
