r"""ERRANT: F-beta of a system's edits against a reference's edits, by token, span, or type.

Definition: Bryant, Felice and Briscoe (2017), "Automatic Annotation and Evaluation of Error Types
for Grammatical Error Correction", ACL. Counts and scores equal those of `errant_compare` 3.0.2.
Both sides are M2 files of edits; each pair of a hypothesis coder and a reference coder is counted,
then one pair per sentence is chosen, in order, by the F of the corpus so far, rounded to four
digits.

Empty sets: precision is 1 when nothing wrong is proposed, recall is 1 when nothing is missed, F is
0 when both are 0.

The files:

    metric  parameters, the keys and edits that count, and scores
    texts   edits of sentences and their corrections, for `evaluate`
    keys    keys of edits as integers; counts of pairs of coders, and by type (kernel)
    pairs   counts of a pair of coders of one sentence, whole and by type (kernel)

Examples of the functions, which `metrics.functions` makes:

evaluate:
    >>> from fastgec import errant
    >>> source = "S The cat sat at mat .\n"
    >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    >>> gold = errant.Annotations.parse(source + edit + edit.replace("3 4", "4 4"))
    >>> score = errant.evaluate(errant.Annotations.parse(source + edit), gold)
    >>> score.tp, score.fp, score.fn, round(score.f, 4)
    (1, 0, 1, 0.8333)

count:
    >>> from fastgec import errant
    >>> edit = "S a b\nA 0 1|||R|||c|||||||||0\n"
    >>> gold = errant.Annotations.parse(edit + "A 1 2|||R||||||||||||1\n")
    >>> counts = errant.count(errant.Annotations.parse(edit), gold)
    >>> counts.table.tolist(), counts.labels.tolist()  # coders of both sides
    ([[1, 0, 0], [0, 1, 1]], [[0, 0], [0, 1]])
"""

from __future__ import annotations

from fastgec.metrics import public_names
from fastgec.metrics.errant.metric import METRIC

HOMES = {
    "metric": "METRIC MODES ErrantScore Parameters",
    "texts": "annotate",
    "fastgec.annotate.analyses": "Analyser",
    "fastgec.metrics.base": "DEFAULT_BETA Scoring",
    "fastgec.read.coders": "Annotations",
}
globals().update(public_names(METRIC, __name__, HOMES))
