"""Counts of n-grams that a source, a hypothesis and a reference have and have not in common.

An n-gram occurs s, r and h times in source, reference and hypothesis; GREEN sorts these occurrences
into seven regions (spec in metrics/green.py), and GLEU's numbers are sums of regions. One call
counts a range of units: a unit is one source, one hypothesis and any number of references, given
as indices of sentences in one table of token ids.

With a = r - s and b = h - s, how many more there are than in the source:

    true keep    s + min(0, a, b)     over-delete   max(0, min(0, a) - b)
    true delete  max(0, -max(a, b))   over-insert   max(0, b - max(0, a))
    true insert  max(0, min(a, b))    under-delete  max(0, min(0, b) - a)
                                      under-insert  max(0, a - max(0, b))

So an n-gram with a = b = 0 only adds s to true keep, and of the others s need not be known: what
counts is where texts differ from the source. A text and its source are cut into runs that both have
and hunks between them (`ngrams/hunks.pxd`). The n-grams that lie within a run are the same ones on
both sides; so r - s is what the n-grams of the reference that touch a hunk are more than those of
the source that do. These are few, and a table (`ngrams/changes.pxd`) is kept of them alone.

All seven regions follow from the numbers S, R, H of n-grams and four sums over n-grams, of which
each step of a or b by 1 changes each by at most 1, so that they are made while the steps are:

    A = sum min(0, b)    B = sum min(0, a)    C = sum min(a, b)    T = sum min(0, a, b)

    true keep    S + T          over-delete   B - T              under-delete  A - T
    true delete  T - A - B      over-insert   H - S - A - C + T  under-insert  R - S - B - C + T
    true insert  C - T

For max(x, y) = x + y - min(x, y) and min(0, x) = -max(0, -x) make each region of the first table
such a sum. `ngrams/unit.pxd` counts so.

Official GLEU also wants the sum of min(s, h) over n-grams that the *whole* reference lacks: those
with a = -s < 0. What a hypothesis keeps of them is under-deleted, so only where something is does a
pass over the source count s.

Time is linear in the tokens of a unit times the order (expected, as with any hash table), mostly
much less; memory is at most about 100 bytes per token.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE, arena_reset, arena_status, arena_take,
)
from fastgec.ngrams.keys cimport Counter, bits_of, counter_free, counter_init
from fastgec.ngrams.texts cimport Text, check_units, text_of
from fastgec.ngrams.unit cimport N_COLUMNS, N_COLUMNS_OFFICIAL, count_unit

MAX_ORDER = 1000  # a row of counts has seven numbers for each order
N_REGIONS = N_COLUMNS


cdef inline int bits_of_ids(const int32_t[::1] ids) noexcept nogil:
    """Return how many bits tell the ids apart, 0 if some are UNKNOWN."""
    cdef int32_t largest = 0, lowest = 0
    cdef int64_t i
    for i in range(ids.shape[0]):
        largest = max(largest, ids[i])
        lowest = min(lowest, ids[i])
    return bits_of(<int64_t>largest + 1) if lowest == 0 else 0


def count_regions(
    const int32_t[::1] ids not None,
    const int64_t[::1] offsets not None,
    const int64_t[::1] sources not None,
    const int64_t[::1] hypotheses not None,
    const int64_t[::1] references not None,
    const int64_t[::1] reference_offsets not None,
    int order,
    bint absent,
    int64_t[:, ::1] table not None,
    int64_t first,
    int64_t last,
    const int32_t[::1] cancel not None,
    size_t memory_limit,
    *,
    bint trim=True,
):
    """Count the n-grams of the units first to last (exclusive) into their rows of `table`.

    ids int32[T], offsets int64[X+1]: X texts of token ids, UNKNOWN (-1) equals nothing.
    sources, hypotheses int64[U]: the text that is source, hypothesis, of each unit.
    references int64[R], reference_offsets int64[U+1]: the texts that are references of unit u are
    references[reference_offsets[u] : reference_offsets[u + 1]], and these are its rows.
    table int64[R, 7 * order], owned by the caller: for each order from 1 the regions true keep,
    true delete, true insert, over-delete, over-insert, under-delete, under-insert. With `absent`,
    int64[R, 8 * order]: an eighth column has the sum of min(s, h) over the n-grams that the
    reference lacks.
    cancel int32[1]: looked at before each unit; work stops where it is not 0, without an error.
    memory_limit: the most memory that one unit may use, in bytes. trim=False takes all of each
    text for a hunk.
    Returns: -1; or the unit at which work stopped because it would need more memory.
    Raises: ValueError for arrays that do not fit together; MemoryError if the system has no memory
    for a unit within the limit.
    """
    cdef int64_t width = order * (N_COLUMNS_OFFICIAL if absent else N_COLUMNS)
    if not 1 <= order <= MAX_ORDER:
        raise ValueError(f"order {order}, expected 1 to {MAX_ORDER}")
    check_units(
        offsets, ids.shape[0], sources, hypotheses, references, reference_offsets, first, last
    )
    if table.shape[0] != references.shape[0] or table.shape[1] != width:
        shape = f"{references.shape[0]} x {width}"
        raise ValueError(f"table of {table.shape[0]} x {table.shape[1]}, expected {shape}")
    if cancel.shape[0] < 1:
        raise ValueError("cancel is empty, expected one number")

    cdef Counter counter
    cdef Text *texts
    cdef const int32_t *base = &ids[0] if ids.shape[0] else NULL
    cdef int status = DONE, bits
    cdef int64_t u, k, row, n_references
    counter_init(&counter, memory_limit)
    try:
        with nogil:
            bits = bits_of_ids(ids)
            for u in range(first, last):
                if cancel[0]:
                    status = CANCELLED
                    break
                row = reference_offsets[u]
                n_references = reference_offsets[u + 1] - row
                if n_references == 0:
                    continue
                arena_reset(&counter.arena)
                texts = <Text *>arena_take(&counter.arena, n_references + 2, sizeof(Text))
                if texts == NULL:
                    status = arena_status(&counter.arena)
                    break
                texts[0] = text_of(base, offsets, sources[u])
                texts[1] = text_of(base, offsets, hypotheses[u])
                for k in range(n_references):
                    texts[k + 2] = text_of(base, offsets, references[row + k])
                status = count_unit(
                    &counter, texts, n_references, order, bits, absent, trim, &table[row, 0]
                )
                if status != DONE:
                    break
    finally:
        counter_free(&counter)
    if status == NO_MEMORY:
        raise MemoryError("no memory for the n-grams of a sentence within the limit")
    return u if status == TOO_LARGE else -1
