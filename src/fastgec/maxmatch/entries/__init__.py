"""What the scorer's list holds, counted without it: labels and joined noops.

The list may hold thousands of millions of entries. Labels are what it keeps of the ways from a
tail to a head: steps, noops, copies.

    kept_noops     which joined noops step 5 leaves
    noop_searches  whether an entry has a middle that no rule decides on
    noop_rules     what stands beside them in the list
    labels         labels from one tail
"""
