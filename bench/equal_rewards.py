"""How often all rewards of a group are equal, and which metrics tell samples apart.

    python bench/equal_rewards.py FOLDER [--group 8]

FOLDER has gold.m2, source.txt, ref0.txt, ref1.txt ... and systems/*.txt. The outputs of the systems
stand for the samples of a model: a group is the first N different systems that are drawn for a
sentence. A group with equal rewards teaches GRPO nothing: its advantages are all 0.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from fastgec import Gold, References, gleu, green, imeasure, m2

MIXTURES = {
    "0.7 m2 + 0.3 green": {"m2": 0.7, "green": 0.3},
    "0.7 m2 + 0.3 gleu": {"m2": 0.7, "gleu": 0.3},
    "0.7 green + 0.3 gleu": {"green": 0.7, "gleu": 0.3},
}


def main() -> None:
    """Print a line for each reward."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--group", type=int, default=8)
    given = parser.parse_args()
    folder: Path = given.folder
    gold = Gold.read(folder / "gold.m2")
    texts = References(folder / "source.txt", sorted(folder.glob("ref*.txt")))
    paths = sorted((folder / "systems").glob("*.txt"))
    scores = {
        "m2": np.array([m2.sentence_scores(path, gold) for path in paths]),
        "green": np.array([green.sentence_scores(path, texts) for path in paths]),
        "gleu": np.array([gleu.sentence_scores(path, texts) for path in paths]),
        "imeasure": np.array([imeasure.sentence_scores(path, texts) for path in paths]),
    }
    for name, weights in MIXTURES.items():
        scores[name] = np.sum([weight * scores[one] for one, weight in weights.items()], axis=0)
    outputs = np.array([path.read_text(encoding="utf-8").splitlines() for path in paths])
    n_systems, n_sentences = outputs.shape
    generator = np.random.default_rng(0)
    size = min(given.group, n_systems)
    drawn = np.array([generator.permutation(n_systems)[:size] for _ in range(n_sentences)]).T
    groups = np.take_along_axis(outputs, drawn, 0)
    same_text = (groups == groups[0]).all(0)
    print(f"{len(same_text)} groups of {size}; {same_text.mean():.1%} have one text alone")
    print(f"{'reward':20s} equal  equal though texts differ  order of m2 turned round")
    first = np.take_along_axis(scores["m2"], drawn, 0)
    for name, all_scores in scores.items():
        values = np.take_along_axis(all_scores, drawn, 0)
        is_equal = np.ptp(values, axis=0) < 1e-9
        differ = values[:, None] - values[None]
        wanted = first[:, None] - first[None]
        turned = (differ * wanted < -1e-12).sum() / max((abs(wanted) > 1e-9).sum(), 1)
        apart = is_equal[~same_text].mean()
        print(f"{name:20s} {is_equal.mean():5.1%}  {apart:24.1%}  {turned:24.1%}")


if __name__ == "__main__":
    main()
