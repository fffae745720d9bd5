"""Which row of counts each sentence has in the score: the choice of an annotator or a reference.

    running  MaxMatch: in order, for the best score of the corpus so far
    alone    GREEN and rewards: each sentence as if it were the whole corpus
    drawn    GLEU: by lot, as the published program draws
    best     the first two, in one pass (kernel)
    draws    the Mersenne Twister of Python 2 and 3 (kernel)

A choice is an array of row numbers; a sum or a score is made here only where the choice needs it.
Metrics and studies import this room; it imports `counts`, `fscore` and `machine`.
"""
