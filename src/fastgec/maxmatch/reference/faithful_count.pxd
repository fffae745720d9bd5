"""The published scorer's own count of a sequence of edits, for the reference kernel.

Every edit is compared with every gold edit that the walk still sees, as step 10 says. `gold_texts`
finds the same by search.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, same_tokens
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow
from fastgec.maxmatch.terms.folding cimport is_dropped
from fastgec.maxmatch.terms.records cimport Counted, Sentence


cdef inline void count_sequence(
    const Sentence *work, const GoldRow *gold, Counted *counted
) noexcept nogil:
    """Count what `gold_arcs.count_sequence` counts, gold edit by gold edit."""
    cdef int64_t next_gold = 0
    cdef int64_t edit
    cdef int32_t number
    cdef const Edit *made
    counted.n_proposed = 0
    counted.n_correct = 0
    for number in range(work.n_edits):
        made = &work.edits[number]
        if is_dropped(work.folding, made):
            continue
        counted.n_proposed += 1
        for edit in range(next_gold, gold.n_edits):
            if matches(&work.lattice, gold, edit, made):
                counted.n_correct += 1
                next_gold = edit + 1


cdef inline bint spells(
    const GoldRow *gold, int64_t edit, const int32_t *text, int64_t size
) noexcept nogil:
    """Whether `text` is one of the alternatives of a gold edit."""
    cdef int64_t alternative
    cdef int64_t first
    for alternative in range(gold.alternative_offsets[edit], gold.alternative_offsets[edit + 1]):
        first = gold.token_offsets[alternative]
        if gold.token_offsets[alternative + 1] - first == size:
            if same_tokens(gold.tokens + first, text, size):
                return True
    return False


cdef inline bint matches(
    const Lattice *lattice, const GoldRow *gold, int64_t edit, const Edit *found
) noexcept nogil:
    """Whether an edit of the hypothesis has span and correction of a gold edit.

    The source text of both spans must be equal too: it always is in the development version, where
    the span is that of the covered tokens; release 3.2 shifts the span of an insertion before the
    first token by its place in the hypothesis.
    """
    cdef int32_t size = found.source_end - found.source_start
    if found.start != gold.start[edit] or found.end != gold.end[edit]:
        return False
    if gold.end[edit] - gold.start[edit] != size:
        return False
    if found.start != found.source_start and not same_tokens(
        lattice.source + found.source_start, lattice.source + found.start, size
    ):
        return False
    return spells(
        gold,
        edit,
        lattice.hypothesis + found.hypothesis_start,
        found.hypothesis_end - found.hypothesis_start,
    )
