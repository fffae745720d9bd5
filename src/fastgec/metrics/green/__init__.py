r"""GREEN: F-beta of n-gram regions, precision and recall from what is kept, deleted and inserted.

Definition: Koyama, Nagata, Takamura and Okazaki (2024). An n-gram occurs s, r, h times in source,
reference and hypothesis; summed over n-grams, for each order n from 1 to N:

    true keep    min(s, r, h)          over-delete   max(0, min(s, r) - h)
    true delete  max(0, s - max(r, h)) over-insert   max(0, h - max(s, r))
    true insert  max(0, min(r, h) - s) under-delete  max(0, min(s, h) - r)
                                       under-insert  max(0, r - max(s, h))

With TP the three trues, FP the overs and FN the unders: P = TP / (TP + FP), R = TP / (TP + FN).
Precision and recall over the orders 1 to k are geometric means, F their weighted harmonic mean, and
the score is F at k = N. Empty sets: P is 1 when TP + FP = 0. R is 0 when TP + FN = 0, as in the
authors' program, so that a perfect sentence shorter than N scores 0 alone (short="one" takes 1).
Several references: each sentence takes the one with the best list (F at N, F at N-1, ..., F at 1),
the first of equals. Corpus: the regions of the chosen references are summed and scored once.

The file `metric` has parameters, counts and scores.

Examples of the functions, which `metrics.functions` makes:

evaluate:
    >>> from fastgec import References, green
    >>> gold = References(["the cat sat in mat ."], [["the cat sat on the mat ."]])
    >>> score = green.evaluate(["the cat sat on mat ."], gold, order=2, beta=2.0)
    >>> round(score.precision, 6), round(score.recall, 6), round(score.f, 6)
    (0.92582, 0.810093, 0.830864)

count:
    >>> from fastgec import References, green
    >>> gold = References(["a b"], [["a c"], ["a b"]])
    >>> green.count(["a b"], gold, order=1).table.tolist()
    [[1, 0, 0, 0, 0, 1, 1], [2, 0, 0, 0, 0, 0, 0]]

sentence_scores:
    >>> from fastgec import References, green
    >>> gold = References(["a b", "a b"], [["a c", "a c"]])
    >>> green.sentence_scores(["a b", "a c"], gold, order=1).tolist()
    [0.5, 1.0]

candidate_scores:
    >>> from fastgec import References, green
    >>> green.candidate_scores("a b", ["a c"], ["a b", "a c"], order=1).tolist()
    [0.5, 1.0]

candidate_matrix:
    >>> from fastgec import References, green
    >>> green.candidate_matrix("a b", ["a b", "a c"], order=1).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
"""

from __future__ import annotations

from fastgec.metrics import public_names
from fastgec.metrics.green.metric import METRIC

HOMES = {
    "metric": "METRIC REGIONS GreenScore Parameters Scoring columns_of",
    "fastgec.read.lines": "References",
}
globals().update(public_names(METRIC, __name__, HOMES))
