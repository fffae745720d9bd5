r"""The Python functions of CLEME, see `metrics.functions`, and examples of them.

evaluate:
    >>> from fastgec import cleme
    >>> source = "S The cat sat at mat .\n"
    >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    >>> other = "A 0 1|||R:DET|||A|||REQUIRED|||-NONE-|||0\n"
    >>> gold = cleme.Annotations.parse(source + edit + other)
    >>> score = cleme.evaluate(cleme.Annotations.parse(source + edit), gold, weights="none")
    >>> score.tp, score.fp, score.fn, score.tn, round(score.f, 4)
    (1, 0, 1, 2, 0.8333)

count:
    >>> from fastgec import cleme
    >>> edit = "S a b\nA 0 1|||R|||c|||||||||0\n"
    >>> gold = cleme.Annotations.parse(edit + "A 1 2|||R||||||||||||1\n")
    >>> counts = cleme.count(cleme.Annotations.parse(edit), gold, weights="none")
    >>> counts.table.tolist(), counts.labels.tolist()  # coders of both sides
    ([[1, 0, 0, 0], [0, 1, 0, 0]], [[0, 0], [0, 1]])

sentence_means:
    >>> from fastgec import cleme
    >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
    >>> system, gold = (cleme.Annotations.parse(text.format(word)) for word in "yx")
    >>> means = cleme.sentence_means(system, gold)
    >>> means.sentences, means.precision, means.f
    (2, 0.5, 0.5)
"""

from __future__ import annotations

from fastgec.metrics.cleme.metric import METRIC
from fastgec.metrics.functions import functions_of

__test__ = functions_of(METRIC, __name__, __doc__)  # where doctest looks
globals().update(__test__)
__all__ = list(__test__)
