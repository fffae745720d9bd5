"""N-gram counts of texts: the common ground of GREEN and GLEU.

    units    which text is source, hypothesis and reference of which comparison
    count    some sentences of a corpus, of several systems and references
    texts    the texts of a comparison, as the kernel sees them (for the kernel, as the next ones)
    hunks    where a text differs from its source
    changes  the table of n-grams that a text has more often or more rarely than its source
    keys     n-grams as numbers
    absent   n-grams that a reference lacks altogether
    unit     a comparison from token ids to rows of counts

The kernel that counts is `fastgec._ngram`; its page says which sums it makes, and why these are
enough. Metrics import this room; it imports `corpus` and `machine`.
"""
