"""What the scorer's list holds, counted without it: labels, numbers and neighbours.

The list may hold thousands of millions of entries. Labels are what it keeps of the ways from a
tail to a head: steps, noops, copies.

    surveys        what is found out of the list once for all rows of a sentence
    kept_noops     which joined noops step 5 leaves
    noop_searches  whether an entry has a middle that no rule decides on
    noop_rules     what stands beside them in the list
    list_size      the number of entries
    label_blocks   labels from a block of tails to chosen heads
    regions        which vertices of a box are labelled
    label_rows     labels from up to 32 tails at a time, a row after the other
    label_picks    which arcs of a block to one head are light enough, and lightest
    label_vectors  what a row of labels is made by: vectors
    labels         labels from one tail
"""
