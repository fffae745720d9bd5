"""Pictures of results.

A picture is made in two steps. A function KIND_numbers reads its numbers from a result's JSON
document, which needs no library; KIND_draw makes a figure of these numbers with matplotlib (the
extra `plots`), which is imported there and nowhere else. So a program can have the numbers without
the picture, and both always say the same.

    kinds         the kinds of pictures, from `kinds.tsv`; from the text of an option to the bytes
                  of a picture
    scores        pictures of scores: forest, differences, pr, types, buckets, pairs
    correlations  pictures of `fastgec meta`: scatter, sweep, heatmap, pvalues, windows,
                  distance
    content       the numbers of pictures, read from a result's JSON document, and their text
    canvas        where names beside points and at the ends of lines stand, so that none covers
                  another; figures and files: SVG, PNG, PDF, the same bytes for the same
                  numbers; colours, names of systems, cells

Everything is deterministic: no date, no random number, no setting of the user's matplotlib. A
picture says in words what it shows: title and description in SVG, in the other formats' metadata.
The command line writes pictures; this package imports no other.
"""
