"""Shared terms of MaxMatch's files: edits, options, and the structs of the work.

They speak of the lattice; of labels and costs nothing is known here.

    folding  text without white space and case
    records  structs of this work, apart from the kernels, which fill them
    edits    edits, their spans in each release, and what changes in them
"""
