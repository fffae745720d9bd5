r"""CLEME: F-beta of chunks whose boundaries a system shares with all references.

Definition: Ye et al. (2023), "CLEME: Debiasing Multi-reference Evaluation for Grammatical Error
Correction", EMNLP. Counts and scores are those of the authors' program. Both sides are M2 files of
edits, the system's of one coder. Edits of the system and of all references that overlap or touch
are widened to one interval; what each makes of it is compared by its words.

A chunk weighs by its length, or 1. Each reference has sums of these (tp, fp, fn, tn), and one per
sentence is chosen, in order, by the F of the corpus so far, rounded to four digits. References
whose text is empty are left out. `cleme2` has the ratios of CLEME2.0, which are made of the same
chunks.

Empty sets: precision is 1 when nothing is changed, recall is 1 when nothing is missed, F is 0 when
both are 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import fastgec.metrics.cleme.functions as _functions
from fastgec.corpus.coders import Annotations
from fastgec.lazy import imported_at_first_use
from fastgec.metrics.base import DEFAULT_BETA, Scoring
from fastgec.metrics.cleme.counting import ASSUMPTIONS, WEIGHTS, Parameters
from fastgec.metrics.cleme.functions import *
from fastgec.metrics.cleme.metric import METRIC, ClemeScore

if TYPE_CHECKING:  # few want means
    from fastgec.metrics.cleme.metric import ClemeMeans

__all__ = [
    "ASSUMPTIONS",
    "DEFAULT_BETA",
    "METRIC",
    "WEIGHTS",
    "Annotations",
    "ClemeMeans",
    "ClemeScore",
    "Parameters",
    "Scoring",
]
__all__ += _functions.__all__

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(__name__, {"means": "ClemeMeans"})
