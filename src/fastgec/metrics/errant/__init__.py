r"""ERRANT: F-beta of a system's edits that are those of a reference, by token, span, or type.

Definition: Bryant, Felice and Briscoe (2017), "Automatic Annotation and Evaluation of Error Types
for Grammatical Error Correction", ACL. Counts and scores are those of `errant_compare` 3.0.2. Both
sides are M2 files of edits; each pair of a hypothesis coder and a reference coder is counted, then
one pair per sentence is chosen, in order, by the F of the corpus so far, rounded to four digits.

Empty sets: precision is 1 when nothing wrong is proposed, recall is 1 when nothing is missed, F is
0 when both are 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import fastgec.metrics.errant.functions as _functions
from fastgec.corpus.coders import Annotations
from fastgec.lazy import imported_at_first_use
from fastgec.metrics.base import DEFAULT_BETA, Scoring
from fastgec.metrics.errant.functions import *
from fastgec.metrics.errant.metric import METRIC, MODES, ErrantScore, Parameters

if TYPE_CHECKING:  # who only compares edits need not load what makes them
    from fastgec.annotation.analyses import Analyser
    from fastgec.metrics.errant.texts import annotate

__all__ = [
    "DEFAULT_BETA",
    "METRIC",
    "MODES",
    "Analyser",
    "Annotations",
    "ErrantScore",
    "Parameters",
    "Scoring",
    "annotate",
]
__all__ += _functions.__all__

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__,
        {
            "fastgec.annotation.analyses": "Analyser",
            "texts": "annotate",
        },
    )
