"""What all rooms above speak of: edits, options, and the structs of the work.

They speak of the lattice; of labels, weights and costs nothing is known here.

    folding    text without white space and case
    records    structs of this work, apart from the kernels, which fill them
    edits      edits, and their spans in each release
    cut_spans  edits without the words at their ends that do not change
"""
