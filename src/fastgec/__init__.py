r"""Exact and fast scores for grammatical error correction.

Counts first, scores later: `m2.count` makes integers per (sentence, annotator), `m2.score_counts`
turns them into a score for any beta; `m2.evaluate` does both.

>>> import fastgec
>>> gold = fastgec.Gold.parse("S a b .\nA 0 1|||R:DET|||the|||REQUIRED|||-NONE-|||0\n")
>>> score = fastgec.m2.evaluate(["the b ."], gold, beta=0.5)
>>> score.precision, score.recall, score.f
(1.0, 1.0, 1.0)
"""

from fastgec._version import __version__
from fastgec.corpus.files import FormatError
from fastgec.corpus.m2file import Gold
from fastgec.counts import Counts
from fastgec.metrics import gleu, green, m2

__all__ = ["Counts", "FormatError", "Gold", "__version__", "gleu", "green", "m2"]
