"""What a system does beside its edits: exact corrections, changes to what was right, detection.

The file `metric` has definitions, counts and scores.

Examples of the functions, which `metrics.functions` makes:

evaluate:
    >>> from fastgec import References, behaviour
    >>> gold = References(["a b", "c d"], [["a c", "c d"], ["a d", "c d"]])
    >>> score = behaviour.evaluate(["a d", "c e"], gold)
    >>> score.exact, score.changed, score.overcorrection, score.references_changed
    (0.5, 1.0, 1.0, 0.5)
    >>> score.detection_precision, score.detection_recall
    (0.5, 1.0)
"""

from __future__ import annotations

from fastgec.metrics import public_names
from fastgec.metrics.behaviour.metric import METRIC

HOMES = {"metric": "METRIC BehaviourScore Parameters Scoring", "fastgec.read.lines": "References"}
globals().update(public_names(METRIC, __name__, HOMES))
