"""The edit lattice of one sentence: vertices with the base arcs that enter them."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Arena, Status


cdef enum:
    # Vertices of a lattice whose sums of doubles keep the order of exact sums; with more, rounding
    # noise would decide which path is the lightest, and sums are exact.
    MOST_ROUNDED = 40000


cdef struct Vertex:
    # Place (i, j): i source tokens and j hypothesis tokens lie before it.
    int32_t i
    int32_t j
    # Vertices at the other end of the base arcs that enter it, -1 where there is none, and in how
    # many of the two alignments each arc lies (1 or 2). Their order here is that of the vertices.
    int32_t diagonal
    int32_t deletion
    int32_t insertion
    uint8_t n_diagonal
    uint8_t n_deletion
    uint8_t n_insertion
    bint is_noop  # the diagonal arc joins equal tokens


cdef struct Lattice:
    const int32_t *source
    const int32_t *hypothesis
    int32_t n_source
    int32_t n_hypothesis
    Vertex *vertices  # by i, then j; the first is (0, 0), the last (n_source, n_hypothesis)
    int32_t n_vertices
    int32_t *rows  # rows[i]: index of the first vertex of row i; n_source + 2 of them
    int64_t n_entries  # base arcs, one that lies in both alignments counted twice


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


cdef struct Options:
    int32_t max_unchanged
    bint is_release_3_2
    const int32_t *cancel  # not 0 once work must stop; another thread sets it


cdef inline bint shifts_span(
    const Options *options, const Lattice *lattice, int32_t tail, bint is_inserting
) noexcept nogil:
    """Whether the span of an arc begins at its place in the hypothesis.

    In release 3.2 it does if the arc begins with an insertion before the first source token. If the
    arc is all insertions, its span ends at the place of the last one, else where its tokens end.
    """
    return options.is_release_3_2 and is_inserting and lattice.vertices[tail].i == 0


cdef inline bint is_cancelled(const Options *options) noexcept nogil:
    return (<const volatile int32_t *>options.cancel)[0] != 0


cdef inline bint same_tokens(const int32_t *a, const int32_t *b, int64_t size) noexcept nogil:
    cdef int64_t at
    for at in range(size):
        if a[at] != b[at]:
            return False
    return True


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


cdef Status build_lattice(
    Lattice *lattice,
    const int32_t *source,
    int32_t n_source,
    const int32_t *hypothesis,
    int32_t n_hypothesis,
    const Options *options,
    Arena *arena,
) noexcept nogil
