r"""The Python functions of CLEME2.0, see `metrics.functions`, and examples of them.

evaluate:
    >>> from fastgec import cleme2
    >>> source = "S The cat sat at mat .\n"
    >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    >>> other = "A 0 1|||R:DET|||A|||REQUIRED|||-NONE-|||0\n"
    >>> gold = cleme2.Annotations.parse(source + edit + other)
    >>> score = cleme2.evaluate(cleme2.Annotations.parse(source + edit), gold)
    >>> score.hit, score.wrong, score.under, score.over, round(score.score, 4)
    (0.5, 0.0, 0.5, 0.0, 0.7)

count:
    >>> from fastgec import cleme2
    >>> edit = "S a b\nA 0 1|||R|||c|||||||||0\n"
    >>> gold = cleme2.Annotations.parse(edit + "A 1 2|||R||||||||||||1\n")
    >>> counts = cleme2.count(cleme2.Annotations.parse(edit), gold)
    >>> counts.table.tolist(), counts.labels.tolist()  # coders of both sides
    ([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]], [[0, 0], [0, 1]])

sentence_means:
    >>> from fastgec import cleme2
    >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
    >>> system, gold = (cleme2.Annotations.parse(text.format(word)) for word in "yx")
    >>> means = cleme2.sentence_means(system, gold)
    >>> means.sentences, means.hit, means.wrong
    (2, 0.5, 0.5)
"""

from __future__ import annotations

from fastgec.metrics.cleme.metric import METRIC_2
from fastgec.metrics.functions import functions_of

__test__ = functions_of(METRIC_2, __name__, __doc__)  # where doctest looks
globals().update(__test__)
__all__ = list(__test__)
