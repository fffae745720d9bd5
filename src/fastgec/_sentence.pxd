"""One sentence on its way from lattice to counts."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport Arena, Status, arena_free, arena_init
from fastgec._bounded cimport ArcStore, arc_store_free
from fastgec._certified cimport Program
from fastgec._closure cimport Closure, Store, store_free
from fastgec._folding cimport Folding
from fastgec._lattice cimport Edit, GoldRow, Lattice, Options
from fastgec._survivors cimport Survivors


cdef struct Scratch:
    Arena arena
    Store store  # of a whole closure
    ArcStore arcs  # of a bounded one
    size_t limit


cdef enum Way:
    # What settled a row.
    EQUAL = 0
    CERTIFIED = 1
    AGREED = 2
    ORDERED = 3
    CLOSURE = 4


cdef enum Choice:
    # Which ways may be taken; all give the same counts.
    FAST = 0
    IN_ORDER = 1  # the scorer's order, as if nothing else sufficed
    FAITHFUL = 2


cdef struct Sentence:
    # Work on one sentence, as far as it has come.
    Lattice lattice
    Folding folding
    Program program
    Closure closure
    Survivors survivors
    int64_t list_size  # |E|
    Edit *edits
    int32_t n_edits  # of the last row, with those that folding drops
    bint may_drop  # its counts may hold edits that change white space or case only
    bint has_closure
    bint has_survivors
    bint has_list_size


cdef Status open_rows(
    Sentence *work, int64_t most_gold, const Options *options, Scratch *scratch, bint is_folded
) noexcept nogil

cdef Status count_row(
    Sentence *work,
    const GoldRow *gold,
    const Options *options,
    Scratch *scratch,
    Choice choice,
    bint is_folded,
    int32_t *n_proposed,
    int64_t *n_correct,
    Way *way,
) noexcept nogil

cdef Status find_sequence(
    Sentence *work, const GoldRow *gold, const Options *options, Scratch *scratch, bint is_folded
) noexcept nogil


cdef inline void scratch_init(Scratch *scratch, size_t memory_limit) noexcept nogil:
    arena_init(&scratch.arena, memory_limit)
    scratch.store.arcs = NULL
    scratch.store.middles = NULL
    scratch.store.joined = NULL
    scratch.store.arc_room = 0
    scratch.store.entry_room = 0
    scratch.arcs.arcs = NULL
    scratch.arcs.room = 0
    scratch.arcs.limit = memory_limit / 2
    scratch.limit = memory_limit
    scratch.store.limit = memory_limit / 2


cdef inline void scratch_free(Scratch *scratch) noexcept nogil:
    arena_free(&scratch.arena)
    store_free(&scratch.store)
    arc_store_free(&scratch.arcs)
