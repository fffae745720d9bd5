"""The certified program: counts of most sentences, without the list of joined arcs."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.gold_arcs cimport GoldArcs
from fastgec.maxmatch.labels cimport Label
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options


cdef struct Program:
    # One sentence's dynamic program; annotators share it.
    const Lattice *lattice
    const Options *options
    int64_t *cells  # n_states costs per vertex
    Label *labels  # room for `label_rectangle`, one per vertex
    int32_t n_states
    bint is_sparse  # a cell has slots instead of states C(c), see `cells`
    int32_t n_inside  # states, or slots, from SEVERAL on
    int32_t limit  # most noops that states tell apart
    bint is_unlimited  # an edit may hold all noops that the sentence has
    int32_t n_clean  # vertices before this one hold costs that no gold arc has touched
    # Fields of a packed cost, from the lowest bit: doubt, counts, steps and epsilons, matches.
    int32_t correct_bits
    int32_t cost_shift
    int32_t match_shift
    bint is_counting  # doubt and counts are among them
    bint is_wide_enough  # the others fit into 64 bits
    bint keeps_ties  # states that cost no less than others that are left out, but as much


cdef Status open_program(
    Program *program, const Lattice *lattice, const Options *options, int64_t most_gold,
    Arena *arena,
) noexcept nogil

cdef void fill_cells(Program *program, const GoldArcs *found) noexcept nogil


cdef inline const int64_t *cell_of(const Program *program, int32_t vertex) noexcept nogil:
    """Return the costs of the states of a vertex."""
    return program.cells + <int64_t>vertex * program.n_states
