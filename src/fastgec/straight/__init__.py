"""Plain runs of `fastgec m2`, `green` and `gleu`: from plain files to a few numbers, no more.

Most runs want the scores of one or some systems, with the usual settings, and have nothing to be
warned of. They need no numpy, whose import takes longer than scoring ten thousand sentences, no
arrays of tokens and no objects for edits: a block is read, counted and forgotten.

    lines   the lines of a block, and diagnostics of some of them (for kernels)
    block   a block of sentences from M2 text and outputs to counts (kernel)
    texts   a block of source, output and references, from text to sums (kernel)
    blocks  plain files, read in step and counted on threads
    score   the choice of annotators as blocks come back
    ngrams  from files to GREEN and GLEU

Plain runs are only for what is plain. At anything else, a bad line, a warning to give, a compressed
file, a sentence that needs much memory, they give up, and nothing has been printed: the command
line then does the whole run by way of `metrics`, which knows all cases and words all messages. What
both can count they count alike, and by the same kernels (`maxmatch`, `metrics.ngrams`,
`choose`, `diagnostics.look`).

The command line calls it; it imports `read`, `choose`, `diagnostics` and `machine`, and only what
takes no time to import.
"""
