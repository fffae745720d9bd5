"""Arcs of a lattice that spell gold edits of one annotator."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.insertion_rows cimport InsertionRow
from fastgec.maxmatch.labels cimport Label
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport GoldRow, Options
from fastgec.maxmatch.gold_texts cimport GoldTexts


cdef struct GoldArc:
    int32_t tail
    int32_t head
    int32_t steps  # length, for an arc that the insertion rule passes over
    int32_t epsilons  # thousandths in its weight
    int32_t n_correct  # gold edits that it spells
    int64_t text  # which of the texts
    bint is_matched  # it weighs -|E|
    bint is_edit  # not a noop
    bint is_doubtful  # noops joined: may or may not have survived the removal of such arcs


cdef struct GoldArcs:
    const Options *options
    GoldTexts texts
    GoldArc *arcs  # by head, then tail
    int64_t n_arcs
    int64_t room
    InsertionRow **rows  # of each place: its insertions, NULL where the rule changes no weight
    bint is_countable  # correct edits of a path are the sum of n_correct over its arcs


cdef Status find_gold_arcs(
    GoldArcs *found,
    const Lattice *lattice,
    const GoldRow *gold,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil

cdef bint is_run(
    const Lattice *lattice, const Options *options, int32_t tail, int32_t head
) noexcept nogil


cdef inline bint has_doubtful(const GoldArcs *found) noexcept nogil:
    """Whether some gold arcs may have been lost from the scorer's list."""
    cdef int64_t at
    for at in range(found.n_arcs):
        if found.arcs[at].is_doubtful:
            return True
    return False
