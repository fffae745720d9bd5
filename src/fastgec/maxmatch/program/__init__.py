"""The program over the lattice, forward and backward, and the certificate.

Its graph holds every path of the scorer, at no greater cost, and more.

    certificate  when the counts of the forward program are the scorer's
    backward     what a path costs from each vertex to the end, at least
    program      the least cost of a path to each vertex
    weights      what an arc costs: the one place that decides it
"""
