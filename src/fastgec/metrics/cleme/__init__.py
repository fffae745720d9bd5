r"""CLEME: F-beta of chunks whose boundaries a system shares with all references.

Definition: Ye et al. (2023), "CLEME: Debiasing Multi-reference Evaluation for Grammatical Error
Correction", EMNLP. Counts and scores equal those of the authors' program. Both sides are M2 files
of edits, the system's of one coder. Edits of the system and of all references that overlap or touch
are widened to one interval; what each makes of it is compared by its words.

A chunk weighs by its length, or 1. Each reference has sums of these (tp, fp, fn, tn), and one per
sentence is chosen, in order, by the F of the corpus so far, rounded to four digits. References
whose text is empty are left out. `cleme2` has the ratios of CLEME2.0, which are made of the same
chunks.

Empty sets: precision is 1 when nothing is changed, recall is 1 when nothing is missed, F is 0 when
both are 0.

The files:

    metric   CLEME and CLEME2.0: parameters, scores and choices; counts of sentences: which
             edits and references there are, and their chunks
    cleme2   the Python functions of CLEME2.0
    chunks   intervals that all references share, and the words of each in them (kernel)
    ranks    which reference a sentence takes in CLEME2.0 (kernel)
    targets  a source with the edits of a row made (inline, for kernels)

Examples of the functions, which `metrics.functions` makes:

evaluate:
    >>> from fastgec import cleme
    >>> source = "S The cat sat at mat .\n"
    >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    >>> other = "A 0 1|||R:DET|||A|||REQUIRED|||-NONE-|||0\n"
    >>> gold = cleme.Annotations.parse(source + edit + other)
    >>> score = cleme.evaluate(cleme.Annotations.parse(source + edit), gold, weights="none")
    >>> score.tp, score.fp, score.fn, score.tn, round(score.f, 4)
    (1, 0, 1, 2, 0.8333)

count:
    >>> from fastgec import cleme
    >>> edit = "S a b\nA 0 1|||R|||c|||||||||0\n"
    >>> gold = cleme.Annotations.parse(edit + "A 1 2|||R||||||||||||1\n")
    >>> counts = cleme.count(cleme.Annotations.parse(edit), gold, weights="none")
    >>> counts.table.tolist(), counts.labels.tolist()  # coders of both sides
    ([[1, 0, 0, 0], [0, 1, 0, 0]], [[0, 0], [0, 1]])

sentence_means:
    >>> from fastgec import cleme
    >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
    >>> system, gold = (cleme.Annotations.parse(text.format(word)) for word in "yx")
    >>> means = cleme.sentence_means(system, gold)
    >>> means.sentences, means.precision, means.f
    (2, 0.5, 0.5)
"""

from __future__ import annotations

from fastgec.metrics import public_names
from fastgec.metrics.cleme.metric import METRIC

HOMES = {
    "metric": "ASSUMPTIONS METRIC WEIGHTS ClemeMeans ClemeScore Parameters",
    "fastgec.metrics.base": "DEFAULT_BETA Scoring",
    "fastgec.read.coders": "Annotations",
}
globals().update(public_names(METRIC, __name__, HOMES))
