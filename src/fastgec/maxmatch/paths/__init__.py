"""What no path can cost less than, and so where the edits of light ones may be.

Bounds come from the costs of `program`; walks and regions keep to places that they leave open.

    lightest_gold  the gold arcs that paths of the least cost hold
    held_rows      the vertices that these paths may be at
    tiles          the order of tails
    walks          where edits from a group of tails may close
    region_rows    the vertices whose labels from a group of tails a path may need
    label_regions  these labels, and what is asked where others are missing
    bounds         lower bounds on the cost of a path
    groups         tails that come at once, in blocks
    back_rows      two rows of them, from inside and outside edits
    back_steps     the same where edits may hold many noops
"""
