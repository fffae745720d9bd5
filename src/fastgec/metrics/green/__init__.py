"""GREEN: F-beta of n-gram regions, precision and recall from what is kept, deleted and inserted.

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
"""

from __future__ import annotations

import fastgec.metrics.green.functions as _functions
from fastgec.metrics.green.functions import *
from fastgec.metrics.green.metric import (
    METRIC,
    REGIONS,
    GreenScore,
    Parameters,
    Scoring,
    columns_of,
)
from fastgec.metrics.references import References

__all__ = [
    "METRIC",
    "REGIONS",
    "GreenScore",
    "Parameters",
    "References",
    "Scoring",
    "columns_of",
]
__all__ += _functions.__all__


def __dir__() -> list[str]:
    return sorted(__all__)
