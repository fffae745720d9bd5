r"""The Python functions of GoToScorer, see `metrics.functions`, and examples of them.

evaluate_systems:
    >>> from fastgec import Gold, gotoscorer
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||0\n")
    >>> systems = ["x b"], ["x y"]  # both make the first edit, which weighs nothing
    >>> [score.recall for score in gotoscorer.evaluate_systems(systems, gold)]
    [0.0, 1.0]

count_systems:
    >>> from fastgec import Gold, gotoscorer
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||0\n")
    >>> systems = ["x b"], ["x y"]  # both make the first edit, which weighs nothing
    >>> [counts.table.tolist() for counts in gotoscorer.count_systems(systems, gold)]
    [[[0.0, 0.0, 0.5]], [[0.5, 0.5, 0.5]]]

score_counts:
    >>> from fastgec import Gold, gotoscorer
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||0\n")
    >>> systems = ["x b"], ["x y"]  # both make the first edit, which weighs nothing
    >>> one, other = gotoscorer.count_systems(systems, gold)
    >>> gotoscorer.score_counts(other).recall
    1.0

select:
    >>> from fastgec import Gold, gotoscorer
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||0\n")
    >>> systems = ["x b"], ["x y"]  # both make the first edit, which weighs nothing
    >>> one, other = gotoscorer.count_systems(systems, gold)
    >>> gotoscorer.select(other).tolist()
    [0]

total:
    >>> from fastgec import Gold, gotoscorer
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||0\n")
    >>> systems = ["x b"], ["x y"]  # both make the first edit, which weighs nothing
    >>> one, other = gotoscorer.count_systems(systems, gold)
    >>> gotoscorer.total(other, [0]).recall
    1.0
"""

from __future__ import annotations

from fastgec.metrics.functions import functions_of
from fastgec.weights.difficulty import METRIC

__test__ = functions_of(METRIC, __name__, __doc__)  # where doctest looks
globals().update(__test__)
__all__ = list(__test__)
