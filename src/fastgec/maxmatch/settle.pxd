"""One sentence on its way from lattice to counts."""

from libc.stdint cimport int64_t
from libc.stdlib cimport free

from fastgec.kernels.arena cimport Status, arena_free, arena_init, arena_rewind
from fastgec.kernels.array cimport Array
from fastgec.maxmatch.terms.edits cimport GoldRow
from fastgec.maxmatch.terms.records cimport Counted, Scratch, Sentence, StoredArc


cdef enum:
    MOST_KEPT = 1 << 20  # bytes of arcs that are kept from one row to the next


cdef Status open_rows(Sentence *work, int64_t most_gold, Scratch *scratch) noexcept nogil

cdef enum Need:
    COUNTS = 0
    EDITS = 1  # the scorer's own, besides
    ORDER = 2  # the same, by its order alone: for tests


cdef Status count_row(
    Sentence *work, const GoldRow *gold, Scratch *scratch, Need need, Counted *counted
) noexcept nogil


cdef inline void scratch_init(Scratch *scratch, size_t memory_limit) noexcept nogil:
    arena_init(&scratch.arena, memory_limit)
    arena_init(&scratch.lasting, memory_limit / 2)
    scratch.arcs = Array(NULL, 0)
    scratch.most_arcs = memory_limit / 2 / sizeof(StoredArc)


cdef inline void scratch_free(Scratch *scratch) noexcept nogil:
    arena_free(&scratch.arena)
    arena_free(&scratch.lasting)
    free(scratch.arcs.items)


cdef inline void close_row(Sentence *work, Scratch *scratch) noexcept nogil:
    """Take back the memory of a row."""
    if scratch.arcs.room * sizeof(StoredArc) > MOST_KEPT:
        free(scratch.arcs.items)
        scratch.arcs = Array(NULL, 0)
    arena_rewind(&scratch.arena, &work.rows_mark)
