"""GLEU: n-gram precision against references, less what the hypothesis wrongly keeps of the source.

Definition: Napoles, Sakaguchi, Post and Tetreault (2015), and "GLEU without tuning" (2016). Three
variants are in use. For each order, with s, r, h the counts of an n-gram in source, reference and
hypothesis:

    official   the authors' program, which made the published numbers: numerator
               max(0, sum min(h, r) - sum of min(h, s) over n-grams of the source that the
               reference lacks), clipped for each sentence
    equation   the formula of 2016: numerator sum min(h, r) - sum max(0, min(h, s) - r)
    clipped    the numerator of the formula, but never below 0 in a sentence: with it the GLEU of
               Koyama et al. (2024) comes out, which neither of the others gives

The denominator is the number of n-grams of the hypothesis. Sums over sentences give
exp(min(0, 1 - r/c) + mean over orders of ln(numerator / denominator)), with c and r the lengths of
hypothesis and reference; 0 if a sum is not positive. Several references: iteration j seeds Python's
generator with 101 j and draws one reference for each sentence; the score is the mean over 500
iterations. Published numbers were made with the draws of Python 2.

Sentences: the mean over all references. Official: of the same formula, every 0 among the numbers
replaced by 1. Equation and clipped: an order without n-grams in the hypothesis has precision 1, a
numerator that is not positive gives 0; an empty hypothesis scores 1 if the reference is empty too,
else 0.
"""

from __future__ import annotations

import fastgec.metrics.gleu.functions as _functions
from fastgec.choice import Floats
from fastgec.choice.drawn import n_drawn
from fastgec.counts import Counts
from fastgec.metrics import evaluation
from fastgec.metrics.gleu.functions import *
from fastgec.metrics.gleu.metric import (
    DRAWS,
    METRIC,
    VARIANTS,
    GleuScore,
    Parameters,
    Scoring,
    columns_of,
)
from fastgec.metrics.references import References

__all__ = [
    "DRAWS",
    "METRIC",
    "VARIANTS",
    "GleuScore",
    "Parameters",
    "References",
    "Scoring",
    "columns_of",
    "reference_scores",
]
__all__ += _functions.__all__


def reference_scores(counts: Counts) -> Floats:
    """Score each sentence against each reference: float64[S, N].

    Raises:
        ValueError: counts of another metric, or sentences with unequal numbers of references.

    Example:
        >>> gold = References(["a b"], [["a c"], ["a d"]])
        >>> reference_scores(count(["a c"], gold, order=1)).tolist()
        [[1.0, 0.5]]
    """
    METRIC.require_own(counts)
    n_references = n_drawn(counts.offsets)
    parameters = evaluation.parameters_of(METRIC, counts)
    scores = METRIC.row_values(counts.table, parameters, Scoring())
    return scores.reshape(-1, n_references)


def __dir__() -> list[str]:
    return sorted(__all__)
