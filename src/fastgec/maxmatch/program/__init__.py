"""The certified program: one pass over a graph, and a proof that order cannot matter.

The graph holds every path of the scorer, and more. Half of all rows of real outputs end here; the
other half equals its source.

    certificate   when the counts of the certified program are the scorer's
    program       least costs over the graph
    weights       what an arc weighs: the one place that decides it
"""
