"""The certified program: one pass over a graph, and a proof that order cannot matter.

The graph holds every path of the scorer, and more. Half of all rows of real outputs are settled
here; the other half equals its source.

    certificate   when the counts of the certified program are the scorer's
    read_back     a path of the least cost that has arcs of the scorer alone
    reader        who reads it, and what he remembers of the way to go back on it
    costs         least costs over the graph
    narrow_costs  the same where cells are narrow
    vertex_costs  the same at one vertex
    certified     the graph: its states, and where their costs stand
    cells         these costs at one vertex, and which of them cannot matter
    weights       what an arc weighs: the one place that decides it
"""
