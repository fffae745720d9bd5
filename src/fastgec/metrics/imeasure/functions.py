r"""The Python functions of the I-measure, see `metrics.functions`, and examples of them.

evaluate:
    >>> from fastgec import References, imeasure
    >>> gold = References(["a cat sat mat"], [["the cat sat mat"]])
    >>> score = imeasure.evaluate(["the cat sat mats"], gold)
    >>> score.correction.tp, score.correction.fp, round(score.i, 4)
    (1, 1, -0.1111)

count:
    >>> from fastgec import References, imeasure
    >>> counts = imeasure.count(["a c"], References(["a b"], [["a c"], ["a b"]]))
    >>> dict(zip(counts.columns, counts.table[0].tolist()))["correction_tp"]
    1

sentence_scores:
    >>> from fastgec import References, imeasure
    >>> gold = References(["a b", "a b"], [["a c", "a c"]])
    >>> imeasure.sentence_scores(["a c", "d b"], gold).tolist()  # 0 is what the source gets
    [1.0, -1.0]

candidate_scores:
    >>> from fastgec import References, imeasure
    >>> imeasure.candidate_scores("a b", ["a c"], ["a b", "a c"]).tolist()
    [0.0, 1.0]
"""

from __future__ import annotations

from fastgec.metrics.functions import functions_of
from fastgec.metrics.imeasure.metric import METRIC

__test__ = functions_of(METRIC, __name__, __doc__)  # where doctest looks
globals().update(__test__)
__all__ = list(__test__)
