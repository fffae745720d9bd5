"""Ties: what the scorer takes where its lightest paths count differently.

`tight_states` answers rows whose lightest paths are seen to count the same ("agreed"); the others
are settled by the scorer's own order ("ordered").

    state_ties    the door: what the states of the certified program settle
    tight_states  all counts that ways of the certified program can have
    own_path      the scorer's own path where sums are exact, without the arcs of lightest paths
    first_ways    what vertices are reached by there, from the states of the certified program
    list_order    relaxing the arcs of lightest paths head by head ends as its passes do
    relaxing      what one entry, or many at once, do to a vertex
    list_needs    what that order needs to know of the whole list, in this row
"""
