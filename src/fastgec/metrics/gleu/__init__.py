r"""GLEU: n-gram precision against references, less what the hypothesis wrongly keeps of the source.

Definition: Napoles, Sakaguchi, Post and Tetreault (2015), and "GLEU without tuning" (2016). Three
variants are in use. For each order, with s, r, h the counts of an n-gram in source, reference and
hypothesis:

    official   the authors' program, which made the published numbers: numerator
               max(0, sum min(h, r) - sum of min(h, s) over n-grams of the source that the
               reference lacks), clipped for each sentence
    equation   the formula of 2016: numerator sum min(h, r) - sum max(0, min(h, s) - r)
    clipped    the numerator of the formula, but never below 0 in a sentence: with it the GLEU of
               Koyama et al. (2024) comes out, which neither of the others gives

The denominator is the number of n-grams of the hypothesis. Sums over sentences give
exp(min(0, 1 - r/c) + mean over orders of ln(numerator / denominator)), with c and r the lengths of
hypothesis and reference; 0 if a sum is not positive. Several references: iteration j seeds Python's
generator with 101 j and draws one reference for each sentence; the score is the mean over 500
iterations. Published numbers were made with the draws of Python 2.

Sentences: the mean over all references. Official: of the same formula, every 0 among the numbers
replaced by 1. Equation and clipped: an order without n-grams in the hypothesis has precision 1, a
numerator that is not positive gives 0; an empty hypothesis scores 1 if the reference is empty too,
else 0.

The file `metric` has parameters, counts and scores.

Examples of the functions, which `metrics.functions` makes:

evaluate:
    >>> from fastgec import References, gleu
    >>> gold = References(["a b c d e"], [["a b c d f"]])
    >>> score = gleu.evaluate(["a b c d f"], gold)
    >>> score.mean, score.standard_deviation, score.interval
    (1.0, 0.0, None)

count:
    >>> from fastgec import References, gleu
    >>> gleu.count(["a b"], References(["a b"], [["a c"]]), order=1).table.tolist()
    [[2, 2, 0, 2]]

select:
    >>> from fastgec import References, gleu
    >>> gold = References(["a b"] * 3, [["a c"] * 3, ["a d"] * 3])
    >>> counts = gleu.count(["a c"] * 3, gold)
    >>> gleu.select(counts, iterations=2).tolist()
    [[1, 3, 4], [1, 2, 5]]

total:
    >>> from fastgec import References, gleu
    >>> gold = References(["a b"] * 3, [["a c"] * 3, ["a d"] * 3])
    >>> counts = gleu.count(["a c"] * 3, gold, order=1)
    >>> [round(gleu.total(counts, rows).value, 4) for rows in gleu.select(counts, iterations=2)]
    [0.6667, 0.6667]

score_counts:
    >>> from fastgec import References, gleu
    >>> gold = References(["a b"], [["a c"], ["a d"]])
    >>> gleu.score_counts(gleu.count(["a c"], gold, order=1), iterations=4).mean
    0.625

sentence_scores:
    >>> from fastgec import References, gleu
    >>> gold = References(["a b", "a b"], [["a c", "a c"]])
    >>> gleu.sentence_scores(["a c", "a b"], gold, order=1).tolist()
    [1.0, 0.5]

candidate_scores:
    >>> from fastgec import References, gleu
    >>> gleu.candidate_scores("a b", ["a c"], ["a c", "a b"], order=1).tolist()
    [1.0, 0.5]

candidate_matrix:
    >>> from fastgec import References, gleu
    >>> gleu.candidate_matrix("a b", ["a b", "a c"], order=1).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
"""

from __future__ import annotations

from fastgec.metrics import public_names
from fastgec.metrics.gleu.metric import METRIC

HOMES = {
    "metric": "DRAWS METRIC VARIANTS GleuScore Parameters Scoring columns_of reference_scores",
    "fastgec.read.lines": "References",
}
globals().update(public_names(METRIC, __name__, HOMES))
