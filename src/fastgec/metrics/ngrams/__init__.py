"""N-gram counts of texts: the common ground of GREEN and GLEU.

    tokens   the texts of a sentence from bytes to numbers (for the kernel, as the next ones)
    texts    the texts of a sentence, as the kernel sees them
    hunks    where a text differs from its source
    changes  the table of n-grams that a text has more often or more rarely than its source
    keys     n-grams as numbers
    absent   n-grams that a reference lacks altogether
    unit     a sentence from bytes to rows of counts
    scores   scores of n-gram counts: GREEN, GLEU

The kernel that counts is `fastgec._ngram`; its docstring says which sums it makes, and why these
are enough. `references` calls it.
"""
