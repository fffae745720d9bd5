"""The texts of a unit as the kernel sees them, and what it checks before it looks at them."""

from libc.stdint cimport int32_t, int64_t


cdef struct Hunk:
    # Tokens of the source and of a text that stand in the place of one another.
    int64_t source_start
    int64_t source_end
    int64_t start
    int64_t end


cdef struct Text:
    const int32_t *tokens
    int32_t *numbers  # of the n-gram of the current order at each position, where keys need them
    int64_t size
    Hunk *hunks       # where it differs from its source
    int64_t n_hunks


cdef inline int64_t n_ngrams(const Text *text, int n) noexcept nogil:
    return text.size - n + 1 if text.size >= n else 0


cdef inline Text text_of(
    const int32_t *base, const int64_t[::1] offsets, int64_t number
) noexcept nogil:
    cdef Text text
    text.tokens = base + offsets[number]
    text.size = offsets[number + 1] - offsets[number]
    text.numbers = NULL
    text.hunks = NULL
    text.n_hunks = 0
    return text


cdef inline int check_units(
    const int64_t[::1] offsets,
    int64_t n_ids,
    const int64_t[::1] sources,
    const int64_t[::1] hypotheses,
    const int64_t[::1] references,
    const int64_t[::1] reference_offsets,
    int64_t first,
    int64_t last,
) except -1:
    """Raise ValueError unless the units first to last are made of texts that there are."""
    cdef int64_t n_units = sources.shape[0]
    cdef int64_t u, row
    if (
        offsets.shape[0] < 1
        or hypotheses.shape[0] != n_units
        or reference_offsets.shape[0] != n_units + 1
    ):
        raise ValueError(
            f"{offsets.shape[0] - 1} texts, {n_units} sources, {hypotheses.shape[0]} hypotheses "
            f"and {reference_offsets.shape[0]} offsets of references do not fit together"
        )
    if not 0 <= first <= last <= n_units:
        raise ValueError(f"units {first} to {last} of {n_units}")
    for u in range(first, last):
        if not 0 <= reference_offsets[u] <= reference_offsets[u + 1] <= references.shape[0]:
            raise ValueError(f"unit {u}: references beyond the {references.shape[0]} given")
        check_text(offsets, sources[u], n_ids, u)
        check_text(offsets, hypotheses[u], n_ids, u)
        for row in range(reference_offsets[u], reference_offsets[u + 1]):
            check_text(offsets, references[row], n_ids, u)
    return 0


cdef inline int check_text(
    const int64_t[::1] offsets, int64_t text, int64_t n_ids, int64_t unit
) except -1:
    if not 0 <= text < offsets.shape[0] - 1:
        raise ValueError(f"unit {unit}: text {text} of {offsets.shape[0] - 1}")
    if not 0 <= offsets[text] <= offsets[text + 1] <= n_ids:
        raise ValueError(f"unit {unit}: text {text} is not a range of the {n_ids} ids")
    return 0
