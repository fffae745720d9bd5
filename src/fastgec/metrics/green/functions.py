r"""The Python functions of GREEN, see `metrics.functions`, and examples of them.

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

from fastgec.metrics.functions import functions_of
from fastgec.metrics.green.metric import METRIC

__test__ = functions_of(METRIC, __name__, __doc__)  # where doctest looks
globals().update(__test__)
__all__ = list(__test__)
