"""What an arc weighs: the one place that decides it, for one annotator."""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice
from fastgec.maxmatch.gold_arcs cimport GoldArcs
from fastgec.maxmatch.labels cimport Label


cdef enum:
    STEP = 1000  # cost of a lattice step, in thousandths


cdef extern from *:
    """
    #define FASTGEC_EPSILON 0.001
    """
    const double EPSILON "FASTGEC_EPSILON"  # what the scorer adds for each entry


cdef inline double rounded_weight(int64_t cost, int64_t match, int64_t list_size) noexcept nogil:
    """Return the weight of an arc from its cost, by the additions of the scorer.

    The cost of a matched arc is below 0: it lacks `match`, where the weight has -|E|.
    """
    cdef double weight
    if cost < 0:
        weight = -<double>list_size
        cost += match
    else:
        weight = cost // STEP
        cost %= STEP
    for _ in range(cost):
        weight += EPSILON
    return weight


cdef int32_t insertion_epsilons(
    const GoldArcs *found, const Lattice *lattice, int32_t tail, int32_t head
) noexcept nogil

cdef int32_t arc_epsilons(
    const GoldArcs *found, const Lattice *lattice, const Label *label, int32_t tail, int32_t head
) noexcept nogil
