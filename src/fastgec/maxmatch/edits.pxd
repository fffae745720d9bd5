"""Edits: those of a hypothesis, those of an annotator, and when one is the other.

Spans. An edit of the development version spans the source tokens that it covers. Release 3.2 gives
an insertion before the first source token a span of its own, see `shifts_span`.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, same_tokens


cdef struct Options:
    int32_t max_unchanged
    bint is_release_3_2
    const int32_t *cancel  # not 0 once work must stop; another thread sets it


cdef struct GoldRow:
    # The edits of one annotator of one sentence, pointers into the EditTable's arrays.
    int64_t n_edits
    const int32_t *start
    const int32_t *end
    const int64_t *alternative_offsets
    const int64_t *token_offsets
    const int32_t *tokens


cdef struct Edit:
    # One edit of a hypothesis: span as the release counts it, and the vertices that it joins.
    int32_t start
    int32_t end
    int32_t source_start
    int32_t source_end
    int32_t hypothesis_start
    int32_t hypothesis_end


cdef inline void write_edit(
    Edit *edit, const Lattice *lattice, int32_t tail, int32_t head, bint is_shifted
) noexcept nogil:
    """Write the edit of an arc; `is_shifted`, as release 3.2 shifts some, see `shifts_span`."""
    edit.source_start = lattice.vertices[tail].i
    edit.source_end = lattice.vertices[head].i
    edit.hypothesis_start = lattice.vertices[tail].j
    edit.hypothesis_end = lattice.vertices[head].j
    edit.start = edit.source_start
    edit.end = edit.source_end
    if is_shifted:
        edit.start = edit.hypothesis_start
        if edit.source_end == 0:
            edit.end = edit.hypothesis_end - 1


cdef inline bint shifts_span(
    const Options *options, const Lattice *lattice, int32_t tail, bint is_inserting
) noexcept nogil:
    """Whether the span of an arc begins at its place in the hypothesis.

    In release 3.2 it does if the arc begins with an insertion before the first source token. If the
    arc is all insertions, its span ends at the place of the last one, else where its tokens end.
    """
    return options.is_release_3_2 and is_inserting and lattice.vertices[tail].i == 0


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


cdef inline void reverse_edits(Edit *edits, int32_t n_edits) noexcept nogil:
    """Turn edits that were read from a path's end into their order."""
    cdef int32_t at
    cdef Edit edit
    for at in range(n_edits // 2):
        edit = edits[at]
        edits[at] = edits[n_edits - 1 - at]
        edits[n_edits - 1 - at] = edit
