"""The lines of a block, and diagnostics of some of them: shared by all workers."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from fastgec.kernels.words cimport SLACK
from fastgec.diagnostics.look cimport N_FLAGS, Texts, look_at


cdef enum:
    MOST_COLUMNS = 34
    MOST_SENTENCES = 2048  # of a block


cdef struct Columns:
    # Where the next line of each column begins, and where its text ends.
    const uint8_t *lines[MOST_COLUMNS]
    const uint8_t *stops[MOST_COLUMNS]


cdef struct Looks:
    # Lines of sources and of another text; n_flags, n_looks and n_votes as in `diagnostics.inputs`.
    int64_t starts[2][MOST_SENTENCES]
    int64_t ends[2][MOST_SENTENCES]
    uint32_t flags[MOST_SENTENCES]
    uint8_t likeness[MOST_SENTENCES]
    int8_t votes[MOST_SENTENCES]
    int64_t n_flags[N_FLAGS]
    int64_t n_looks
    int64_t n_votes


cdef inline int open_columns(
    Columns *columns, list buffers, list sizes, int64_t n_columns, int64_t n_sentences,
    const int32_t[::1] cancel,
) except -1:
    """Point at the text of each buffer; ValueError if what `Worker.count` got does not fit."""
    cdef const uint8_t[::1] view
    cdef int64_t size, c
    if len(buffers) != n_columns or len(sizes) != n_columns:
        raise ValueError(f"{len(buffers)} columns of {len(sizes)} sizes, expected {n_columns}")
    for c in range(n_columns):
        view = buffers[c]
        size = sizes[c]
        if not 0 <= size <= view.shape[0] - SLACK:
            raise ValueError(f"{size} bytes of text and {SLACK} found in {view.shape[0]}")
        columns.lines[c] = &view[0]
        columns.stops[c] = &view[0] + size
    if not 1 <= n_sentences <= MOST_SENTENCES:
        raise ValueError(f"{n_sentences} sentences, expected 1 to {MOST_SENTENCES}")
    if cancel.shape[0] != 1:
        raise ValueError("cancel must hold one value")
    return 0


cdef inline (int64_t, int64_t) part_of(object part, int64_t n_sentences) except *:
    """Return the first and last (exclusive) of the sentences that are checked."""
    cdef int64_t first, last  # a tuple in C would be read by code that compilers warn of
    first, last = part
    if not 0 <= first <= last <= n_sentences:
        raise ValueError(f"sentences {first} to {last} of {n_sentences}")
    return first, last


cdef inline void note_line(
    Looks *looks, int64_t sentence, int64_t source, int64_t source_size, int64_t line, int64_t size
) noexcept nogil:
    """Note where a source and its line of the other text stand, each in its text."""
    looks.starts[0][sentence] = source
    looks.ends[0][sentence] = source + source_size
    looks.starts[1][sentence] = line
    looks.ends[1][sentence] = line + size


cdef inline void look_at_lines(
    Looks *looks, const uint8_t *source, const uint8_t *output, int64_t n_sentences,
    (int64_t, int64_t) part, bint is_reference,
) noexcept nogil:
    """Look at some of the lines noted; at all of them where one fits another source."""
    cdef Texts sources, outputs
    cdef int64_t n_flags[N_FLAGS]
    cdef int64_t n_votes
    cdef int bit
    cdef int64_t first, last
    first, last = part
    while True:
        sources = Texts(source, &looks.starts[0][first], &looks.ends[0][first])
        outputs = Texts(output, &looks.starts[1][first], &looks.ends[1][first])
        n_votes = look_at(
            &sources, &outputs, last - first, is_reference,
            looks.flags, looks.likeness, looks.votes, n_flags,
        )
        if not n_votes or last - first == n_sentences:
            break
        first, last = 0, n_sentences
    for bit in range(N_FLAGS):
        looks.n_flags[bit] += n_flags[bit]
    looks.n_looks += last - first
    looks.n_votes += n_votes


cdef inline tuple seen(const Looks *looks):
    """Return how many sentences have each flag (lowest bit first), were looked at, have a vote."""
    return [looks.n_flags[bit] for bit in range(N_FLAGS)], looks.n_looks, looks.n_votes
