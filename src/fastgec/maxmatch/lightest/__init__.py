"""The scorer's own path, where the certified program gives no certificate.

Costs are those of `program`.

    first_path      the path from the states of the program, where sums are exact
    scorer_order    the scorer's order on the arcs of minimum-cost paths
    lightest_arcs   the arcs that these can hold
    list_size       the number of entries of the scorer's list
    rests           the least cost from each vertex to the end
"""
