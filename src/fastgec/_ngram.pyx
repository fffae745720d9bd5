"""Counts of n-grams that a source, a hypothesis and a reference have and have not in common.

An n-gram occurs s, r and h times in source, reference and hypothesis; GREEN sorts these occurrences
into seven regions (spec in metrics/green.py), and GLEU's numbers are sums of regions. One call
counts a range of units: a unit is one source, one hypothesis and any number of references, given
as indices of sentences in one table of token ids.

All seven regions follow from the sizes S, R, H of the three multisets and four sums over n-grams,
A = sum min(s, h), B = sum min(s, r), C = sum min(r, h), T = sum min(s, r, h):

    true keep    T              over-delete   B - T            under-delete  A - T
    true delete  S - A - B + T  over-insert   H - A - C + T    under-insert  R - B - C + T
    true insert  C - T

Each sum grows by at most 1 per occurrence, so it is made while the occurrences are seen, and a
table is kept of the n-grams of source and hypothesis only: A needs no reference, and an occurrence
in a reference that the table lacks adds to R alone. Source and hypothesis are thus counted once for
all references, and references are only looked up.

An n-gram is named by its rank: the number under which the table of its order knows it. At order n
the key of the n-gram at position i is the pair (rank of the (n-1)-gram at i, token at i+n-1), which
is exact for any order and any vocabulary, with one probe per n-gram and order. A token that is
UNKNOWN (-1) equals nothing, so no n-gram with it gets a rank; it only counts in H (or S, R).

Most of the text is unchanged, and one occurrence fewer on all sides alike changes T by 1 and no
other region. With p and q tokens of common prefix and suffix of all texts of the unit, and m the
least of their lengths, order n leaves out the first P = max(0, p-n+1) and the last
Q = min(max(0, q-n+1), max(0, m-n+1) - P) n-grams of each text and adds P + Q to T. Prefix and suffix
may overlap ("a a" in "a a a"), hence the min. Higher orders leave out less at the front, so ranks
are needed there from P of the highest order on; those n-grams lie in the common prefix, are ranked
in the source without being counted, and the other texts copy the ranks. At the back, Q(n-1) is at
most Q(n) + 1, and every (n-1)-gram that order n asks for has its rank.

Official GLEU also wants the sum of min(s, h) over n-grams that the *whole* reference lacks. What
was left out is the same in every text, so one more pass over the source finds out which n-grams of
the table occur in the part left out; these are never absent. Few positions pass the first order.

Time is linear in the tokens of a unit times the order (expected, as with any hash table); memory is
about 60 bytes per position that is counted, in an arena that each unit starts anew.
"""

from cython cimport overflowcheck
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from fastgec._arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE,
    Arena, arena_free, arena_init, arena_reset, arena_status, arena_take,
)

MAX_ORDER = 1000  # a row of counts has seven numbers for each order
N_REGIONS = 7


cdef struct Text:
    const int32_t *tokens
    int32_t *ranks  # of the n-gram of the current order at each position, -1 if it has none
    int64_t size


cdef struct Entry:
    uint64_t key
    int32_t source
    int32_t hypothesis
    bint is_left_out  # occurs in the common part too (official GLEU only)


cdef struct Table:
    int32_t *slots  # entry + 1, 0 is free
    Entry *entries
    int32_t n_entries
    int shift  # 64 - log2 of the number of slots
    uint64_t mask


@overflowcheck(False)
cdef inline uint64_t slot_of(const Table *table, uint64_t key) noexcept nogil:
    return (key * <uint64_t>0x9E3779B97F4A7C15) >> table.shift


cdef inline int32_t find(const Table *table, uint64_t key) noexcept nogil:
    """Return the entry of an n-gram, -1 if it has none."""
    cdef uint64_t slot = slot_of(table, key)
    cdef int32_t entry = table.slots[slot] - 1
    while entry >= 0 and table.entries[entry].key != key:
        slot = (slot + 1) & table.mask
        entry = table.slots[slot] - 1
    return entry


cdef inline int32_t intern(Table *table, uint64_t key) noexcept nogil:
    """Return the entry of an n-gram, a new one with zero counts if it has none."""
    cdef uint64_t slot = slot_of(table, key)
    cdef int32_t entry = table.slots[slot] - 1
    while entry >= 0:
        if table.entries[entry].key == key:
            return entry
        slot = (slot + 1) & table.mask
        entry = table.slots[slot] - 1
    entry = table.n_entries
    table.n_entries += 1
    table.slots[slot] = entry + 1
    table.entries[entry].key = key
    table.entries[entry].source = 0
    table.entries[entry].hypothesis = 0
    table.entries[entry].is_left_out = False
    return entry


cdef inline uint64_t key_at(const Text *text, int64_t i, int n) noexcept nogil:
    """Return the key of the n-gram at i; its (n-1)-gram must have a rank, its last token be known."""
    return <uint64_t>text.ranks[i] << 32 | <uint64_t>text.tokens[i + n - 1]


cdef inline bint has_key(const Text *text, int64_t i, int n) noexcept nogil:
    return text.ranks[i] >= 0 and text.tokens[i + n - 1] >= 0


cdef inline void clear(Table *table, int64_t n_ngrams) noexcept nogil:
    """Empty the table and give it slots for that many n-grams, at most half of them filled."""
    cdef int bits = 3
    while (<int64_t>1 << bits) < 2 * n_ngrams:
        bits += 1
    table.n_entries = 0
    table.shift = 64 - bits
    table.mask = (<uint64_t>1 << bits) - 1
    memset(table.slots, 0, (<size_t>1 << bits) * sizeof(int32_t))


cdef inline int64_t n_ngrams(const Text *text, int n) noexcept nogil:
    return text.size - n + 1 if text.size >= n else 0


cdef int64_t common_prefix(const Text *texts, int64_t n_texts, int64_t size) noexcept nogil:
    """Return how many of the first `size` tokens are equal, and known, in all texts."""
    cdef int64_t i, t
    for t in range(1, n_texts):
        i = 0
        while i < size and texts[0].tokens[i] == texts[t].tokens[i] and texts[0].tokens[i] >= 0:
            i += 1
        size = i
    return size


cdef int64_t common_suffix(const Text *texts, int64_t n_texts, int64_t size) noexcept nogil:
    """Return how many of the last `size` tokens are equal, and known, in all texts."""
    cdef const int32_t *a = texts[0].tokens
    cdef const int32_t *b
    cdef int64_t a_last = texts[0].size - 1
    cdef int64_t b_last, i, t
    for t in range(1, n_texts):
        b = texts[t].tokens
        b_last = texts[t].size - 1
        i = 0
        while i < size and a[a_last - i] == b[b_last - i] and a[a_last - i] >= 0:
            i += 1
        size = i
    return size


cdef int count_unit(
    Arena *arena,
    Text *texts,
    int64_t n_references,
    int order,
    bint is_official,
    bint is_trimmed,
    int64_t *rows,
) noexcept nogil:
    """Fill the rows of one unit: texts are source, hypothesis, references; a row per reference."""
    cdef Text *source = &texts[0]
    cdef Text *hypothesis = &texts[1]
    cdef Text *reference
    cdef Table table
    cdef Entry *entry
    cdef int32_t *seen  # occurrences of each entry in the current reference, so far
    cdef int64_t *row
    cdef int32_t rank, least, before
    cdef int64_t n_texts = n_references + 2
    cdef int64_t n_columns = order * (N_COLUMNS_OFFICIAL if is_official else N_COLUMNS)
    cdef int64_t shortest = source.size
    cdef int64_t prefix = 0
    cdef int64_t suffix = 0
    cdef int64_t P, Q, low, i, t, room, s_end, h_end, r_end, S, H, R, A, B, C, T, left_out, present
    cdef int n

    for t in range(1, n_texts):
        if texts[t].size < shortest:
            shortest = texts[t].size
    if is_trimmed:
        prefix = common_prefix(texts, n_texts, shortest)
        suffix = common_suffix(texts, n_texts, shortest)
    low = max(0, prefix - order + 1)

    # The first order has the longest table: no order ranks more positions.
    room = max(0, source.size - low) + max(0, hypothesis.size - low)
    if room > 0x3FFFFFFF or source.size > 0x3FFFFFFF:
        return TOO_LARGE
    table.entries = <Entry *>arena_take(arena, room, sizeof(Entry))
    seen = <int32_t *>arena_take(arena, room, sizeof(int32_t))
    table.slots = <int32_t *>arena_take(arena, 4 * room + 8, sizeof(int32_t))
    if table.entries == NULL or seen == NULL or table.slots == NULL:
        return arena_status(arena)
    for t in range(n_texts):
        texts[t].ranks = <int32_t *>arena_take(arena, texts[t].size, sizeof(int32_t))
        if texts[t].ranks == NULL:
            return arena_status(arena)
        memset(texts[t].ranks, 0, texts[t].size * sizeof(int32_t))

    for n in range(1, order + 1):
        P = max(0, prefix - n + 1)
        Q = min(max(0, suffix - n + 1), max(0, shortest - n + 1) - P)
        s_end = n_ngrams(source, n) - Q
        h_end = n_ngrams(hypothesis, n) - Q
        S = s_end - P
        H = h_end - P
        A = 0
        clear(&table, max(0, s_end - low) + H)

        for i in range(P, s_end):
            rank = -1
            if has_key(source, i, n):
                rank = intern(&table, key_at(source, i, n))
                table.entries[rank].source += 1
            source.ranks[i] = rank
        for i in range(P, h_end):
            rank = -1
            if has_key(hypothesis, i, n):
                rank = intern(&table, key_at(hypothesis, i, n))
                entry = &table.entries[rank]
                A += entry.hypothesis < entry.source
                entry.hypothesis += 1
            hypothesis.ranks[i] = rank

        left_out = 0
        for i in range(low, P):
            rank = intern(&table, key_at(source, i, n))
            source.ranks[i] = rank
            if is_official and not table.entries[rank].is_left_out:
                entry = &table.entries[rank]
                entry.is_left_out = True
                left_out += min(entry.source, entry.hypothesis)
            for t in range(1, n_texts):
                texts[t].ranks[i] = rank
        if is_official:
            left_out += mark_left_out(&table, source, 0, low, n)
            left_out += mark_left_out(&table, source, s_end, n_ngrams(source, n), n)

        for t in range(n_references):
            reference = &texts[t + 2]
            r_end = n_ngrams(reference, n) - Q
            R = r_end - P
            B = 0
            C = 0
            T = 0
            present = left_out
            memset(seen, 0, table.n_entries * sizeof(int32_t))
            for i in range(P, r_end):
                rank = -1
                if has_key(reference, i, n):
                    rank = find(&table, key_at(reference, i, n))
                reference.ranks[i] = rank
                if rank >= 0:
                    entry = &table.entries[rank]
                    least = min(entry.source, entry.hypothesis)
                    before = seen[rank]
                    seen[rank] = before + 1
                    B += before < entry.source
                    C += before < entry.hypothesis
                    T += before < least
                    if before == 0 and not entry.is_left_out:
                        present += least
            row = &rows[t * n_columns + (n - 1) * (n_columns // order)]
            row[0] = T + P + Q
            row[1] = S - A - B + T
            row[2] = C - T
            row[3] = B - T
            row[4] = H - A - C + T
            row[5] = A - T
            row[6] = R - B - C + T
            if is_official:
                row[7] = A - present
    return DONE


cdef int64_t mark_left_out(
    Table *table, Text *source, int64_t first, int64_t last, int n
) noexcept nogil:
    """Mark the n-grams of source positions [first, last) that the table knows; rank all of them.

    Returns the sum of min(s, h) over the n-grams that are marked for the first time.
    """
    cdef Entry *entry
    cdef int32_t rank
    cdef int64_t total = 0
    cdef int64_t i
    for i in range(first, last):
        rank = -1
        if has_key(source, i, n):
            rank = find(table, key_at(source, i, n))
        source.ranks[i] = rank
        if rank >= 0 and not table.entries[rank].is_left_out:
            entry = &table.entries[rank]
            entry.is_left_out = True
            total += min(entry.source, entry.hypothesis)
    return total


cdef enum:
    N_COLUMNS = 7
    N_COLUMNS_OFFICIAL = 8


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
    size_t limit,
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
    limit: the most memory that one unit may use, in bytes. trim=False counts the plain way.
    Returns: -1; or the unit at which work stopped because it would need more memory.
    Raises: ValueError for arrays that do not fit together; MemoryError if the system has no memory
    for a unit within the limit.
    """
    cdef int64_t n_texts = offsets.shape[0] - 1
    cdef int64_t n_units = sources.shape[0]
    cdef int64_t n_rows = references.shape[0]
    cdef int64_t width = order * (N_COLUMNS_OFFICIAL if absent else N_COLUMNS)
    cdef int64_t u, r, most
    if not 1 <= order <= MAX_ORDER:
        raise ValueError(f"order {order}, expected 1 to {MAX_ORDER}")
    if n_texts < 0 or hypotheses.shape[0] != n_units or reference_offsets.shape[0] != n_units + 1:
        raise ValueError(
            f"{n_texts} texts, {n_units} sources, {hypotheses.shape[0]} hypotheses and "
            f"{reference_offsets.shape[0]} offsets of references do not fit together"
        )
    if not 0 <= first <= last <= n_units:
        raise ValueError(f"units {first} to {last} of {n_units}")
    if table.shape[0] != n_rows or table.shape[1] != width:
        raise ValueError(
            f"table of {table.shape[0]} x {table.shape[1]}, expected {n_rows} x {width}"
        )
    if cancel.shape[0] < 1:
        raise ValueError("cancel is empty, expected one number")
    most = 0
    for u in range(first, last):
        if not 0 <= reference_offsets[u] <= reference_offsets[u + 1] <= n_rows:
            raise ValueError(f"unit {u}: references beyond the {n_rows} given")
        most = max(most, reference_offsets[u + 1] - reference_offsets[u])
        check_text(offsets, sources[u], ids.shape[0], u)
        check_text(offsets, hypotheses[u], ids.shape[0], u)
        for r in range(reference_offsets[u], reference_offsets[u + 1]):
            check_text(offsets, references[r], ids.shape[0], u)
    if first == last or most == 0:
        return -1

    cdef Arena arena
    cdef Text *texts
    cdef const int32_t *base = &ids[0] if ids.shape[0] else NULL
    cdef int status = DONE
    cdef int64_t text
    arena_init(&arena, limit)
    try:
        with nogil:
            for u in range(first, last):
                if cancel[0]:
                    status = CANCELLED
                    break
                if reference_offsets[u] == reference_offsets[u + 1]:
                    continue
                arena_reset(&arena)
                r = reference_offsets[u + 1] - reference_offsets[u]
                texts = <Text *>arena_take(&arena, r + 2, sizeof(Text))
                if texts == NULL:
                    status = arena_status(&arena)
                    break
                for text in range(r + 2):
                    most = (
                        sources[u] if text == 0
                        else hypotheses[u] if text == 1
                        else references[reference_offsets[u] + text - 2]
                    )
                    texts[text].tokens = &base[offsets[most]]
                    texts[text].size = offsets[most + 1] - offsets[most]
                status = count_unit(
                    &arena, texts, r, order, absent, trim, &table[reference_offsets[u], 0]
                )
                if status != DONE:
                    break
    finally:
        arena_free(&arena)
    if status == NO_MEMORY:
        raise MemoryError("no memory for the n-grams of a sentence within the limit")
    return u if status == TOO_LARGE else -1


cdef inline int check_text(
    const int64_t[::1] offsets, int64_t text, int64_t n_ids, int64_t unit
) except -1:
    if not 0 <= text < offsets.shape[0] - 1:
        raise ValueError(f"unit {unit}: text {text} of {offsets.shape[0] - 1}")
    if not 0 <= offsets[text] <= offsets[text + 1] <= n_ids:
        raise ValueError(f"unit {unit}: text {text} is not a range of the {n_ids} ids")
    return 0
