"""Joined noops that are left in the published scorer's list."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.labels cimport Label
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options


cdef struct KeptNoops:
    # Arcs of joined noops by head, shortest first: the arc of c noops to h is first[h] + c - 2.
    int64_t *first  # n_vertices + 1 of them
    uint8_t *is_left
    int64_t n_removed
    int64_t n_searches  # middles that no rule decided


cdef Status find_kept(
    KeptNoops *kept, const Lattice *lattice, const Options *options, Label *labels,
    Arena *arena,
) noexcept nogil


cdef inline bint is_kept(
    const KeptNoops *kept, const Lattice *lattice, int32_t tail, int32_t head
) noexcept nogil:
    """Whether the arc of joined noops from `tail` to `head` is in the list."""
    cdef int32_t n_noops = lattice.vertices[head].i - lattice.vertices[tail].i
    return kept.is_left[kept.first[head] + n_noops - 2]
