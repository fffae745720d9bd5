r"""The best of candidates that are too many to make: the search of the I-measure's mix mode.

**What is computed.** An annotated sentence has errors, each error has choices, and each combination
of choices is a text that a system may be compared with, a *candidate*: 17 billion of them for one
sentence of CoNLL-2014. The metric aligns source, hypothesis and candidate three ways (`threeway`),
counts columns, and takes the candidate whose counts make the best score.

**Why not one by one.** Candidates are ways through a chain: the source is cut into segments, and a
candidate takes one of the texts of each (two or three where there is an error, else the source). An
alignment goes through that chain from left to right, and what it needs of the way behind it is
little:

    ways so far        c1    c2    c3      all different
                        \    |    /
    at a border      [ cells and costs ]   where alignments may stand
                        /          \
    one step each    text 1      text 2    whatever way led here

 1. Cells that no cheapest way of any candidate can pass are left out before they are filled; what
    is left at a border is nearly always one cell, or a few (`chain.Chain`).
 2. Ways that stand in the same cells at the same costs go on alike; their counts differ by one
    vector. So a state is (cells, vector), and equal states are one (`chain.Walk`, `states`).
 3. Of two states with the same cells, one may be better whatever follows; the other is dropped
    (`states`; the metric says what is better).

**The files**

    states  the way along the chain, from the first border to the best candidate
    chain   bounds: which cells may matter, at each place of each text; what a text makes of the
            cells at a border (kernel)

All costs are integers and no bound is a guess: time may grow, a result is never in doubt. The
oracle of the tests makes every candidate and fills whole tables.
"""
