"""The rule by which the published scorer weighs insertions."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Arena, Status
from fastgec._labels cimport Label
from fastgec._lattice cimport Lattice, Options
from fastgec._spellings cimport GoldTexts, Spellings


cdef enum:
    # What the rule says of an arc, in one byte: there may be millions in a row.
    RULED_THOUSANDTHS = 0x7F  # two at the most for each of its entries, of which there are 3 at most
    RULED_MATCHED = 0x80  # it weighs -|E|, and the thousandths


cdef struct InsertionRow:
    # Weights of the insertions of one row, found by the insertion rule; without gold they would
    # have one thousandth per copy. Arcs stand by (tail, head), shifted ones first.
    int32_t row
    int32_t n_shifted  # arcs from row 0 whose span lies here in release 3.2
    int32_t *shifted_heads  # ascending
    int32_t *shifted_copies
    int32_t n_tails  # vertices of the row
    int64_t *first  # of each of them: its first arc; one more than there are tails
    uint8_t *codes  # of each arc


cdef inline bint has_shifted(
    const Options *options, const Lattice *lattice, int32_t place
) noexcept nogil:
    """Whether release 3.2 puts an insertion before the first source token at this place.

    Vertices of row 0 are numbered by hypothesis position: it leads from `place` to the next one.
    """
    return options.is_release_3_2 and place + 1 < lattice.rows[1]


cdef int64_t number_of(
    const InsertionRow *row, const Options *options, const Lattice *lattice, int32_t tail,
    int32_t head,
) noexcept nogil

cdef Status weigh_row(
    InsertionRow *row,
    const Lattice *lattice,
    const GoldTexts *texts,
    const Spellings *spelled,
    const Options *options,
    Label *labels,
    Arena *arena,
) noexcept nogil
