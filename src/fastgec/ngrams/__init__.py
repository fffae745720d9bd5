"""N-gram counts of texts: the common ground of GREEN and GLEU.

    units    which text is source, hypothesis and reference of which comparison
    count    some sentences of a corpus, of several systems and references
    texts    the texts of a comparison, as the kernel sees them (for the kernel, as the next two)
    ranks    n-grams as numbers, and the table that gives them
    common   what all texts of a comparison begin and end with, and how much that saves

The kernel that counts is `fastgec._ngram`; its page says which sums it makes, and why these are
enough. Metrics import this room; it imports `corpus` and `machine`.
"""
