r"""GoToScorer: precision, recall and F by how difficult each correction is for several systems.

Definition: Gotou, Nagata, Mita and Hanawa (2020), "Taking the Correction Difficulty into Account in
Grammatical Error Correction Evaluation", COLING. The weight of a chunk (see `weights.difficulty`)
is 1 less the share of systems that have it as the reference has it: what all get right weighs
nothing, what one alone gets right nearly 1. Precision is the share of the weight of chunks that a
system changes that those have which it changes as the reference does; recall that of the chunks
which the reference changes. Chunks that neither changes are left out. The edits are those of
MaxMatch, and one annotator per sentence is chosen by F of the corpus so far, as in MaxMatch.

A score depends on all systems that are scored together; one system alone has none. Empty sets:
precision is 1 when nothing that weighs is changed, recall when nothing that weighs has to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import fastgec.weights.gotoscorer_functions as _functions
from fastgec.metrics.base import Reading, Scoring, same
from fastgec.read.files import Source
from fastgec.read.gold import Gold
from fastgec.read.lines import Column, require_paths
from fastgec.weights.difficulty import (
    METRIC,
    Difficulty,
    Parameters,
    difficulties,
)
from fastgec.weights.gotoscorer_functions import *

__all__ = [
    "METRIC",
    "Difficulty",
    "Parameters",
    "Scoring",
    "chunks",
]
__all__ += _functions.__all__


def chunks(
    systems: Sequence[Column], gold: Gold | Source, parameters: Parameters | None = None
) -> Iterator[Difficulty]:
    r"""Yield how difficult each chunk is that a reference or a system changes.

    Arguments and errors as `evaluate_systems`.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||x|||||||||0\n")
        >>> for chunk in chunks([["x b"], ["a c"]], gold):
        ...     print(chunk.start, chunk.end, chunk.corrections, chunk.right, chunk.weight)
        0 1 ('x',) 1 0.5
        1 2 () 1 0.5
    """
    made = parameters or Parameters()

    systems = require_paths(systems, gold)
    for block in METRIC.blocks(systems, gold, made, same, Reading()):
        yield from difficulties(block.text, made)
