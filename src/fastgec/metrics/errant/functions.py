r"""The Python functions of ERRANT's comparison, see `metrics.functions`, and examples of them.

evaluate:
    >>> from fastgec import errant
    >>> source = "S The cat sat at mat .\n"
    >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    >>> gold = errant.Annotations.parse(source + edit + edit.replace("3 4", "4 4"))
    >>> score = errant.evaluate(errant.Annotations.parse(source + edit), gold)
    >>> score.tp, score.fp, score.fn, round(score.f, 4)
    (1, 0, 1, 0.8333)

count:
    >>> from fastgec import errant
    >>> edit = "S a b\nA 0 1|||R|||c|||||||||0\n"
    >>> gold = errant.Annotations.parse(edit + "A 1 2|||R||||||||||||1\n")
    >>> counts = errant.count(errant.Annotations.parse(edit), gold)
    >>> counts.table.tolist(), counts.labels.tolist()  # coders of both sides
    ([[1, 0, 0], [0, 1, 1]], [[0, 0], [0, 1]])
"""

from __future__ import annotations

from fastgec.metrics.errant.metric import METRIC
from fastgec.metrics.functions import functions_of

__test__ = functions_of(METRIC, __name__, __doc__)  # where doctest looks
globals().update(__test__)
__all__ = list(__test__)
