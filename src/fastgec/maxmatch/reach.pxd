"""Which vertices of a lattice lead to which, and over how many noops."""

from libc.stdint cimport int32_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice


cdef struct Reach:
    int32_t *left  # order of the vertices that turns left first
    int32_t *right
    int32_t *noops_before  # most noops of a way from the start
    int32_t *noops_behind  # and to the end
    int32_t most_noops  # of any path
    int32_t *fewest_before  # fewest noops of a way from the start
    int32_t *fewest_behind  # and to the end


cdef Status open_reach(Reach *reach, const Lattice *lattice, Arena *arena) noexcept nogil


cdef inline bint leads_to(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Whether base arcs lead from one vertex to another."""
    return reach.left[tail] < reach.left[head] and reach.right[tail] < reach.right[head]


cdef inline int32_t fewest_between(
    const Reach *reach, int32_t tail, int32_t head
) noexcept nogil:
    """Return a bound that no way from one vertex to another has fewer noops than: with the fewest
    before it, or behind it, none makes fewer than there are."""
    return max(
        reach.fewest_before[head] - reach.fewest_before[tail],
        reach.fewest_behind[tail] - reach.fewest_behind[head],
    )


cdef inline int32_t noops_between(const Reach *reach, int32_t tail, int32_t head) noexcept nogil:
    """Return a bound on the noops of ways from one vertex to another: with what lies before and
    behind, none makes a path of more noops than there are."""
    return reach.most_noops - reach.noops_before[tail] - reach.noops_behind[head]
