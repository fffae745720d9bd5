"""Rows of crowded lattices, counted on rows of bits: 64 places of a source place to a word.

Loops and rewrites have thousands of vertices and few edits beside those that match. What these
count is seen on rows of bits; vertices are listed only where a row asks for them.

    bit_counts    rows that are counted without vertices
    few_edits     what lightest paths count that have few edits beside those that match
    best_levels   how many gold edits they match, and what these cover
    short_labels  labels that have the fewest steps
    edit_sets     where paths of the fewest steps may be, as bits of rows
    edit_levels   what the matched arcs of such paths come to
"""
