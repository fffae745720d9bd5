"""Edits: those of a hypothesis, those of an annotator, and their spans.

Spans. An edit of the development version spans the source tokens that it covers. Release 3.2 gives
an insertion before the first source token a span of its own, see `shifts_span`. The modes look at
what is left of an edit without the words at its ends that do not change, the front first, then
behind (`cut_span`).
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, Vertex


cdef struct Options:
    int32_t max_unchanged
    bint is_release_3_2
    bint is_wdiff  # edits are those of `wdiff`, not the scorer's
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
    cdef const Vertex *first = &lattice.vertices[tail]
    cdef const Vertex *last = &lattice.vertices[head]
    edit[0] = Edit(first.i, last.i, first.i, last.i, first.j, last.j)
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


cdef inline bint lie_within(
    const Edit *edits, int32_t n_edits, const Lattice *lattice
) noexcept nogil:
    """Whether the tokens that edits cover are those of the sentence."""
    cdef int32_t number
    for number in range(n_edits):
        if not (
            0 <= edits[number].source_start <= edits[number].source_end <= lattice.n_source
            and 0 <= edits[number].hypothesis_start <= edits[number].hypothesis_end
            and edits[number].hypothesis_end <= lattice.n_hypothesis
        ):
            return False
    return True


cdef inline void reverse_edits(Edit *edits, int32_t n_edits) noexcept nogil:
    """Turn edits that were read from a path's end into their order."""
    cdef int32_t at
    cdef Edit edit
    for at in range(n_edits // 2):
        edit = edits[at]
        edits[at] = edits[n_edits - 1 - at]
        edits[n_edits - 1 - at] = edit


cdef struct CutSpan:
    # What is left of an edit.
    int32_t start  # in source tokens
    int32_t end
    int32_t first  # in the tokens written
    int32_t last


cdef inline CutSpan cut_span(
    const int32_t *source, int32_t start, int32_t end,
    const int32_t *written, int32_t first, int32_t last,
) noexcept nogil:
    """Drop equal tokens at the front of source[start:end] and written[first:last], then behind.

    Tokens of a hypothesis that no vocabulary has are negative, and equal nothing.
    """
    cdef CutSpan cut
    while start < end and first < last and source[start] == written[first]:
        start += 1
        first += 1
    while start < end and first < last and source[end - 1] == written[last - 1]:
        end -= 1
        last -= 1
    cut.start = start
    cut.end = end
    cut.first = first
    cut.last = last
    return cut
