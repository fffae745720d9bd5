"""Edits weighed by a model, as PT-M2 weighs them: scores, intervals and a paired test.

    python model_weights.py careful.txt bold.txt gold.m2

The model here is a toy. Put yours into `similarity`.
"""

import sys

import numpy as np

from fastgec import Gold, study, weights
from fastgec.texts.corrected import apply_edits


def similarity(texts, others):
    """A toy in the place of a model: the share of words that two texts have in common."""
    shares = []
    for text, other in zip(texts, others, strict=True):
        words, known = set(text.split()), set(other.split())
        shares.append(len(words & known) / len(words | known))
    return np.array(shares)


def weights_like_pt_m2(edits, references):
    """How much nearer to, or farther from, the annotator's text each edit brings its sentence."""
    targets = [references[edit.annotators[0]][edit.sentence] for edit in edits]
    made = similarity([edit.text for edit in edits], targets)
    before = similarity([edit.source for edit in edits], targets)
    return abs(made - before)


def weighted(path, gold, references):
    """Return sums of weights of a system, for scores, intervals and tests."""
    edits = weights.edits(path, gold, per_annotator=True)
    return weights.count(
        edits,
        weights_like_pt_m2(edits.proposed, references),
        weights_like_pt_m2(edits.gold, references),
        name="toy",
    )


def main(*paths):
    """Print the score of the first of two systems, its interval, and p of the difference."""
    *paths, gold_path = paths
    gold = Gold.read(gold_path)
    references = apply_edits(gold)  # the text of each annotator
    careful, bold = (weighted(path, gold, references) for path in paths)

    score = weights.score_counts(careful, beta=0.5)  # score.precision, score.recall, score.f
    (interval,) = study.intervals(weights.M2, [careful], gold)  # interval.bounds["f"]
    (difference,) = study.compare(weights.M2, careful, [bold], gold)  # difference.p_randomization
    print(score, interval.bounds["f"], difference.p_randomization)


if __name__ == "__main__":
    main(*sys.argv[1:])
