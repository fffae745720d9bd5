r"""MaxMatch (M2): F-beta of the system edits that best overlap one annotator's gold edits.

Definition: Dahlmeier and Ng (2012), "Better Evaluation for Grammatical Error Correction", NAACL.
Counts and scores equal those of the NUS scorer, development version or release 3.2, which made the
published numbers. Of all edit sequences that turn the source into the hypothesis, with at most
`max_unchanged_words` unchanged words inside an edit, the one that matches most gold edits is
counted, against each annotator; then one annotator per sentence is chosen, in order.

Empty sets: precision is 1 when nothing is proposed, recall is 1 when there is no gold edit, F is 0
when both are 0.

The files:

    counting  parameters, counts and scores
    metric    the metric, all its modes at once, and its edits from Python
    words     correction, recognition and detection: one edit sequence, counted three ways;
              edits of a system, which were correct, and which gold edits they make; M2 from two
              texts by the path of the published scorer

Examples of the functions, which `metrics.functions` makes:

evaluate:
    >>> from fastgec import Gold, m2
    >>> gold = Gold.parse("S The cat sat at mat .\nA 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0\n")
    >>> score = m2.evaluate(["The cat sat on the mat ."], gold)
    >>> score.correct, score.proposed, score.gold, round(score.f, 4)
    (1, 2, 1, 0.5556)

count:
    >>> from fastgec import Gold, m2
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R||||||||||||1\n")
    >>> m2.count(["c b"], gold).table.tolist()
    [[1, 1, 1], [0, 1, 1]]

sentence_scores:
    >>> from fastgec import Gold, m2
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
    >>> samples = ["c b", "a d", "a e", "c e"]  # four hypotheses of one source
    >>> m2.sentence_scores(samples, gold.repeat(4)).round(4).tolist()
    [1.0, 1.0, 0.0, 0.5556]

candidate_matrix:
    >>> from fastgec import Gold, m2
    >>> m2.candidate_matrix("a b e f", ["a c e f", "a b e f", "a c e d"], beta=1.0).round(2)
    array([[1.  , 0.  , 0.67],
           [0.  , 1.  , 0.  ],
           [0.67, 0.  , 1.  ]])
"""

from __future__ import annotations

from fastgec.metrics import public_names
from fastgec.metrics.m2.metric import METRIC

HOMES = {
    "metric": "METRIC edit_sequences edits statuses",
    "counting": "MODES REGIMES RELEASES M2Score Parameters Scoring",
    "words": "Edit",
    "fastgec.metrics.base": "DEFAULT_BETA",
    "fastgec.read.gold": "Gold",
}
globals().update(public_names(METRIC, __name__, HOMES))
