r"""The Python functions of GLEU, see `metrics.functions`, and examples of them.

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

from fastgec.metrics.functions import functions_of
from fastgec.metrics.gleu.metric import METRIC

__test__ = functions_of(METRIC, __name__, __doc__)  # where doctest looks
globals().update(__test__)
__all__ = list(__test__)
