"""ERRANT's annotation: from sentences and corrections to edits with types.

**What it does** (Bryant, Felice and Briscoe 2017; Felice, Bryant and Briscoe 2016; ERRANT 3.0.2):

 1. Source and correction are analysed: lemma, class, tag, dependency of each token.
 2. They are aligned in the cheapest way, where alike words are cheap to substitute, and words may
    change their order.
 3. Steps of the alignment become edits, by rules of grammar or all alike.
 4. Each edit gets a type: an operation (M, U, R) and a category, by rules that look at words, tags,
    dependencies, a word list and stems.

Analyses are the only slow part, and the only part that depends on a model; all else is exact and
repeatable, and takes some ten microseconds a sentence. Comparing edits is no part of this package:
that is a metric.

**The files**, from the outside in.

    m2           M2 to M2: people's edits with types, or edits made anew
    parallel     a source and its corrections to M2, on all cores
    chinese      Chinese sources and corrections to M2, as ChERRANT writes it
    optimal      all minimum-cost alignments of two Chinese texts (kernel)
    analyses     analysed sentences as arrays of integers, from files, spaCy or Python
    cache        analyses of earlier runs, in the user's cache folder
    annotator    arrays of Python, checked once; ranges of pairs without the GIL (kernel)
    classes      the type of an edit (kernel)
    word_pairs   one word that replaces one: inflection, derivation, grammar (kernel)
    spelling     one word that replaces one, by its letters (kernel)
    judge        what classifies the edits of one pair (for kernels)
    merging      steps to edits (kernel)
    merge_rules  which rule applies to a pair of steps (kernel)
    alignment    the cheapest alignment (kernel)
    stem         whether two words have the same Lancaster stem (kernel)
    similarity   longest common subsequence and Levenshtein distance (kernel)
    lexicon      names that the rules use; their codes, for the kernel

A metric and the command line import this package; it imports `read`, `machine` and `counts`.
"""
