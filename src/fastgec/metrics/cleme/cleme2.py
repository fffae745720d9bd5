r"""CLEME2.0: hits, wrong corrections, misses, and needless changes of a system.

Definition: Ye et al. (2025), "CLEME2.0: Towards Interpretable Evaluation by Disentangling Edits for
Grammatical Error Correction", ACL. Counts and scores equal the authors' program's, made of the
chunks of CLEME without length weights. A chunk that the system changes otherwise than the reference
is a necessary FP (fpn) if the reference changes it too, else an unnecessary one (fpu). Ratios and
their score: see `score`. Of the references of a sentence that counts which makes the score of the
corpus so far largest.

Empty sets: a ratio of nothing is 0.

Examples of the functions, which `metrics.functions` makes:

evaluate:
    >>> from fastgec import cleme2
    >>> source = "S The cat sat at mat .\n"
    >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    >>> other = "A 0 1|||R:DET|||A|||REQUIRED|||-NONE-|||0\n"
    >>> gold = cleme2.Annotations.parse(source + edit + other)
    >>> score = cleme2.evaluate(cleme2.Annotations.parse(source + edit), gold)
    >>> score.hit, score.wrong, score.under, score.over, round(score.score, 4)
    (0.5, 0.0, 0.5, 0.0, 0.7)

count:
    >>> from fastgec import cleme2
    >>> edit = "S a b\nA 0 1|||R|||c|||||||||0\n"
    >>> gold = cleme2.Annotations.parse(edit + "A 1 2|||R||||||||||||1\n")
    >>> counts = cleme2.count(cleme2.Annotations.parse(edit), gold)
    >>> counts.table.tolist(), counts.labels.tolist()  # coders of both sides
    ([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]], [[0, 0], [0, 1]])

sentence_means:
    >>> from fastgec import cleme2
    >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
    >>> system, gold = (cleme2.Annotations.parse(text.format(word)) for word in "yx")
    >>> means = cleme2.sentence_means(system, gold)
    >>> means.sentences, means.hit, means.wrong
    (2, 0.5, 0.5)
"""

from __future__ import annotations

from fastgec.metrics import public_names
from fastgec.metrics.cleme.metric import METRIC_2 as METRIC
from fastgec.metrics.cleme.metric import ChunkParameters as Parameters  # noqa: F401
from fastgec.metrics.cleme.metric import RatioScoring as Scoring  # noqa: F401

HOMES = {
    "": "METRIC Parameters Scoring",
    "fastgec.metrics.cleme.metric": (
        "ASSUMPTIONS CORPUS_WEIGHTS SENTENCE_WEIGHTS Cleme2Means Cleme2Score"
    ),
    "fastgec.read.coders": "Annotations",
}
globals().update(public_names(METRIC, __name__, HOMES))
