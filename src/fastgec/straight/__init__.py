"""The straight way of `fastgec m2 SYSTEM GOLD`: from two plain files to three numbers, no more.

Most runs want precision, recall and F of one system, with the usual settings, and have nothing to
be warned of. They need no numpy, whose import takes longer than scoring ten thousand sentences, no
arrays of tokens and no objects for edits: a block is read, counted and forgotten (`block`).

    words     numbers of words within a sentence (for kernels)
    utf8      whether bytes are UTF-8 (for kernels)
    lines     the lines of a block, and a look at some of them (for kernels)
    ends      what source and hypothesis have in common at both ends (for kernels)
    block     a block of sentences from text to counts (kernel)
    files     plain files
    columns   blocks of the same lines, or of gold and output
    threads   blocks on threads, taken in order
    score     the choice of annotators as blocks come back

`fastgec green` and `gleu` of one output have one, too:

    texts     a block of source, output and references, from text to sums (kernel)
    ngrams    from files to GREEN and GLEU

This way is only for what is plain. At anything else, a bad line, a warning to give, a compressed
file, a sentence that needs much memory, it gives up, and nothing has been printed: the command line
then does the whole run by way of `metrics`, which knows all cases and words all messages. What both
can count they count alike, and by the same kernels (`maxmatch`, `ngrams`, `choice`, `guard.look`).

The command line calls it; it imports `corpus`, `choice`, `ngrams`, `guard` and `machine`, and only
what takes no time to import.
"""
