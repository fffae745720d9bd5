"""MaxMatch (M2): F-beta of the system edits that best overlap one annotator's gold edits.

Definition: Dahlmeier and Ng (2012), "Better Evaluation for Grammatical Error Correction", NAACL.
Counts and scores are those of the NUS scorer, development version or release 3.2, which made the
published numbers. Of all edit sequences that turn the source into the hypothesis, with at most
`max_unchanged_words` unchanged words inside an edit, the one that matches most gold edits is
counted, against each annotator; then one annotator per sentence is chosen, in order.

Empty sets: precision is 1 when nothing is proposed, recall is 1 when there is no gold edit, F is 0
when both are 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import fastgec.metrics.m2.functions as _functions
from fastgec.corpus.gold import Gold
from fastgec.lazy import imported_at_first_use
from fastgec.metrics.base import DEFAULT_BETA, Scoring
from fastgec.metrics.m2.counting import MODES, REGIMES, RELEASES, M2Score, Parameters
from fastgec.metrics.m2.functions import *
from fastgec.metrics.m2.metric import METRIC
from fastgec.metrics.m2.sequences import edit_sequences, edits, statuses

if TYPE_CHECKING:
    from fastgec.metrics.m2.words import Edit

__all__ = [
    "DEFAULT_BETA",
    "METRIC",
    "MODES",
    "REGIMES",
    "RELEASES",
    "Edit",
    "Gold",
    "M2Score",
    "Parameters",
    "Scoring",
    "edit_sequences",
    "edits",
    "statuses",
]
__all__ += _functions.__all__

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(__name__, {"words": "Edit"})
