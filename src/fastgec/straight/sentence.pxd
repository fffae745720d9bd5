"""A sentence on its way from numbers of words to MaxMatch (`maxmatch.settle`)."""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, Status, arena_reset, arena_status, arena_take
from fastgec._lattice cimport build_rows
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow, Options
from fastgec.maxmatch.terms.records cimport Scratch, Sentence
from fastgec.maxmatch.settle cimport open_rows
from fastgec.straight.gold cimport Found


cdef inline Status open_sentence(
    Sentence *work, const Found *found, int64_t n_source, int64_t n_hypothesis,
    const Options *options, Scratch *scratch,
) noexcept nogil:
    """Build the lattice of a sentence, and prepare for its rows."""
    cdef const int64_t *first = <const int64_t *>found.first_edit.items
    cdef int64_t row, most = 0
    cdef Status status
    arena_reset(&scratch.arena)
    work.options = options
    work.folding = NULL
    work.n_edits = 0
    work.edits = <Edit *>arena_take(&scratch.arena, n_source + n_hypothesis, sizeof(Edit))
    if work.edits == NULL:
        return arena_status(&scratch.arena)
    status = build_rows(
        &work.lattice,
        <const int32_t *>found.source.items, <int32_t>n_source,
        <const int32_t *>found.hypothesis.items, <int32_t>n_hypothesis,
        options.cancel,
        &scratch.arena,
    )
    if status != DONE:
        return status
    for row in range(found.n_rows):
        most = max(most, first[row + 1] - first[row])
    return open_rows(work, most, scratch)


cdef inline void gold_row(const Found *found, int64_t row, GoldRow *gold) noexcept nogil:
    """Point at the edits of a row."""
    cdef int64_t first = (<const int64_t *>found.first_edit.items)[row]
    gold.n_edits = (<const int64_t *>found.first_edit.items)[row + 1] - first
    gold.start = <const int32_t *>found.start.items + first
    gold.end = <const int32_t *>found.end.items + first
    gold.alternative_offsets = <const int64_t *>found.alternatives.items + first
    gold.token_offsets = <const int64_t *>found.tokens_of.items
    gold.tokens = <const int32_t *>found.tokens.items
