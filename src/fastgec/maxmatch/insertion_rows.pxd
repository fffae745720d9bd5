"""The insertions at one place, as the scorer lists them: their arcs, entries and neighbours."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options
from fastgec.maxmatch.labels cimport Label


cdef struct RuledArc:
    # An insertion that spells a gold edit, and what the rule makes of it.
    int64_t number
    int64_t text
    int32_t epsilons  # thousandths in its weight
    bint is_matched  # it weighs -|E|, and the thousandths


cdef struct InsertionRow:
    # The insertions at one place: arcs by (tail, head), shifted ones first. Those that spell
    # nothing get a thousandth for each visit of each entry.
    int32_t place  # number of the row
    int32_t n_shifted  # arcs from row 0 whose span lies here in release 3.2
    int32_t *shifted_heads  # ascending
    int64_t *shifted_entries  # of each: its first entry; one more than there are
    int32_t n_tails  # vertices of the row
    int64_t *first_arcs  # of each of them: its first arc; one more than there are tails
    int64_t *first_entries  # and the first entry of that arc
    RuledArc *spelled  # by number
    int64_t n_spelled
    int64_t first_twice  # entries from this one to before `last_twice` are visited twice
    int64_t last_twice


cdef inline bint has_shifted(
    const Options *options, const Lattice *lattice, int32_t place
) noexcept nogil:
    """Whether release 3.2 puts an insertion before the first source token at this place.

    Vertices of row 0 are numbered by hypothesis position: it leads from `place` to the next one.
    """
    return options.is_release_3_2 and place + 1 < lattice.rows[1]


cdef Status open_row(
    InsertionRow *row, int32_t place, const Lattice *lattice, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil

cdef const RuledArc *find_spelled(const InsertionRow *row, int64_t number) noexcept nogil

cdef int64_t number_of(
    const InsertionRow *row, const Options *options, const Lattice *lattice, int32_t tail,
    int32_t head,
) noexcept nogil

cdef int32_t ruled_epsilons(
    const InsertionRow *row, const Options *options, const Lattice *lattice, int32_t tail,
    int32_t head,
) noexcept nogil

cdef int64_t entry_of(
    const InsertionRow *row, const Lattice *lattice, int64_t number, int32_t *copies
) noexcept nogil

cdef int64_t entry_behind(
    const InsertionRow *row, const Lattice *lattice, int64_t number
) noexcept nogil

cdef int64_t entry_before(
    const InsertionRow *row, const Lattice *lattice, int64_t number
) noexcept nogil
