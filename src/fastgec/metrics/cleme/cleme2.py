r"""CLEME2.0: what a system hits, does wrongly, misses, and changes without need.

Definition: Ye et al. (2025), "CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for
Grammatical Error Correction", ACL. Counts and scores are those of the authors' program, made of the
chunks of CLEME without length weights. A chunk that the system changes otherwise than the reference
is a necessary FP (fpn) if the reference changes it too, else an unnecessary one (fpu). Ratios and
their score: see `score`. Of the references of a sentence that counts which makes the score of the
corpus so far largest.

Empty sets: a ratio of nothing is 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import fastgec.metrics.cleme.cleme2_functions as _functions
from fastgec.corpus.coders import Annotations
from fastgec.lazy import imported_at_first_use
from fastgec.metrics.cleme.cleme2_functions import *
from fastgec.metrics.cleme.counting import ASSUMPTIONS
from fastgec.metrics.cleme.counting import ChunkParameters as Parameters
from fastgec.metrics.cleme.metric import (
    CORPUS_WEIGHTS,
    SENTENCE_WEIGHTS,
    Cleme2Score,
)
from fastgec.metrics.cleme.metric import METRIC_2 as METRIC
from fastgec.metrics.cleme.metric import RatioScoring as Scoring

if TYPE_CHECKING:  # few want means
    from fastgec.metrics.cleme.metric import Cleme2Means

__all__ = [
    "ASSUMPTIONS",
    "CORPUS_WEIGHTS",
    "METRIC",
    "SENTENCE_WEIGHTS",
    "Annotations",
    "Cleme2Means",
    "Cleme2Score",
    "Parameters",
    "Scoring",
]
__all__ += _functions.__all__

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__, {"fastgec.metrics.cleme.metric": "Cleme2Means"}
    )
