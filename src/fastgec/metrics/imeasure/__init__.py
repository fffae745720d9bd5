r"""The I-measure: whether a system makes text better or worse than leaving it unchanged.

Definition: Felice and Briscoe (2015), NAACL. Source s, hypothesis h and a candidate r, a text that
is correct, are aligned three ways (`alignment`). Each column of the alignment counts:

    s = h = r      TN          s != h, h = r  TP, both aspects
    s = h, s != r  FN          all differ     detection: TP; correction: FP, FN, and one FPN
    s != h, s = r  FP

A gap equals a gap only. With w the weight of what a system changes:

    WAcc = (w TP + TN) / (w (TP + FP) + TN + FN - (w + 1) FPN / 2)
    I    = (WAcc - B) / (1 - B) where WAcc > B, WAcc / B - 1 where WAcc < B, else floor(WAcc)

B is the WAcc of the source itself. So I is 1 for a text without a fault, 0 where nothing is won,
and down to -1 where the system has made it worse. P, R, F and plain accuracy are reported, too; P
and R are 1 where there is nothing to divide by.

Several candidates: each sentence takes the one whose WAcc in correction is highest (`--max` names
another measure); among equals I, WAcc and accuracy decide, then those of the other aspect, then
order. Counts of chosen candidates are summed and scored once. A candidate is the text of a
reference or of an annotator (plain mode, as in the literature since 2016), or any mixture of what
annotators propose (mix mode, the default of the authors' program: `evaluate_mixed`). An empty
reference stands for the source. Tokens stand between ASCII white space.

The files:

    metric     the metric, and the alignment of three texts for people to read; lines as one
               table of token ids
    score      ratios of both aspects, and the measures that candidates are chosen by
    mixed      mix mode: the best mixture of the edits of annotators; mix mode: candidates of
               equal futures are one
    gold       gold that is edits, and the candidates that it gives; readers of such gold: M2,
               and XML of the metric's authors
    chain      mix mode: which cells of alignments may matter (kernel)
    counter    arrays of Python, checked once; sentences of several systems on threads (kernel)
    m2texts    texts that the annotators of M2 gold make of a source (kernel)
    alignment  one alignment: cut, two texts or three, the walk back, columns by kind
    table      the three-way table within a slack
    pairs      two texts: costs of prefixes and suffixes in a band

Examples of the functions, which `metrics.functions` makes:

evaluate:
    >>> from fastgec import References, imeasure
    >>> gold = References(["a cat sat mat"], [["the cat sat mat"]])
    >>> score = imeasure.evaluate(["the cat sat mats"], gold)
    >>> score.correction.tp, score.correction.fp, round(score.i, 4)
    (1, 1, -0.1111)

count:
    >>> from fastgec import References, imeasure
    >>> counts = imeasure.count(["a c"], References(["a b"], [["a c"], ["a b"]]))
    >>> dict(zip(counts.columns, counts.table[0].tolist()))["correction_tp"]
    1

sentence_scores:
    >>> from fastgec import References, imeasure
    >>> gold = References(["a b", "a b"], [["a c", "a c"]])
    >>> imeasure.sentence_scores(["a c", "d b"], gold).tolist()  # 0 is what the source gets
    [1.0, -1.0]

candidate_scores:
    >>> from fastgec import References, imeasure
    >>> imeasure.candidate_scores("a b", ["a c"], ["a b", "a c"]).tolist()
    [0.0, 1.0]
"""

from __future__ import annotations

from fastgec.metrics import public_names
from fastgec.metrics.imeasure.metric import METRIC

HOMES = {
    "metric": "METRIC AlignedColumn Alignment Parameters align evaluate_mixed",
    "score": "COLUMNS AspectScore IMeasureScore Scoring",
    "gold": "Annotations parse_m2 read_m2 read_xml",
    "fastgec.read.lines": "References",
}
globals().update(public_names(METRIC, __name__, HOMES))
