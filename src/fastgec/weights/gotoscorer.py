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

Examples of the functions, which `metrics.functions` makes:

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

from fastgec.metrics import public_names
from fastgec.weights.difficulty import METRIC

HOMES = {
    "fastgec.metrics.base": "Scoring",
    "fastgec.weights.difficulty": "METRIC Difficulty Parameters chunks",
}
globals().update(public_names(METRIC, __name__, HOMES))
