"""The rule by which the published scorer weighs insertions."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Arena, Status
from fastgec._labels cimport Label
from fastgec._lattice cimport GoldRow, Lattice, Options
from fastgec._spellings cimport Spellings


cdef struct InsertionRow:
    # Weights of the insertions of one row, found by the insertion rule; without gold they would
    # have one thousandth per copy.
    int32_t row
    int32_t n_shifted  # arcs from row 0 whose span lies here in release 3.2; they come first
    int32_t *shifted_heads  # ascending
    int32_t *first  # of each vertex of the row: its first insertion arc, arcs by (tail, head)
    int32_t *epsilons  # of each arc
    InsertionRow *next


cdef inline bint has_shifted(
    const Options *options, const Lattice *lattice, int32_t place
) noexcept nogil:
    """Whether release 3.2 puts an insertion before the first source token at this place.

    Vertices of row 0 are numbered by hypothesis position: it leads from `place` to the next one.
    """
    return options.is_release_3_2 and place + 1 < lattice.rows[1]


cdef int32_t number_of(
    const InsertionRow *row, const Options *options, const Lattice *lattice, int32_t tail,
    int32_t head,
) noexcept nogil

cdef Status weigh_row(
    InsertionRow *row,
    uint8_t **matched,
    const Lattice *lattice,
    const GoldRow *gold,
    int64_t edit,
    const Spellings *spelled,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil
