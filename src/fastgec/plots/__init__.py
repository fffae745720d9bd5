"""Pictures of results: what a table cannot show at a glance.

A picture is made in two steps. `numbers` takes what it shows out of a result's JSON document, which
needs no library; `draw` makes a figure of these numbers with matplotlib (the extra `plots`), which
is imported there and nowhere else. So a program can have the numbers without the picture, and both
always say the same.

    kinds        which pictures there are: what is asked for in, the bytes of a picture out
    picked       which result of a metric is shown, and what it is called
    scored       panels, systems and measures of scores
    forest       scores of systems with intervals
    pr           precision against recall, with lines of equal F
    dumbbell     recall by error type, of one system or two
    buckets      scores by length or gold edits, a line for each system
    pairs        systems against systems: p and difference of all pairs
    differences  differences to a base, with intervals and p
    scatter      human scores against a metric's, a panel for each metric
    sweep        correlation against beta, a line for each metric
    heatmap      metrics against corpora
    pvalues      metrics against metrics: can they be told apart?
    windows      correlation among systems that are close in rank
    distance     rank against rank: accuracy of a metric on pairs of outputs
    matrix       cells with numbers, for the three before
    endings      names at the ends of lines, for the others
    labels       where names beside points stand, so that none covers another
    beside       names drawn beside points
    names        names of systems that fit, and do no harm
    inks         colours, dashes, marks, sizes: everything can be read in grey
    canvas       figures and files: SVG, PNG, PDF, the same bytes for the same numbers

Everything is deterministic: no date, no random number, no setting of the user's matplotlib. A
picture says in words what it shows: title and description in SVG, in the other formats' metadata.
The command line writes pictures; this room imports no other.
"""
