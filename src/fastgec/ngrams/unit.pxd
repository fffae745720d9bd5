"""A unit, that is a source, a hypothesis and its references, from token ids to rows of counts.

`_ngram` says which sums are made, and why they are enough.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from fastgec._arena cimport DONE, NO_MEMORY, TOO_LARGE, arena_status, arena_take
from fastgec.ngrams.absent cimport count_absent, note_repeated
from fastgec.ngrams.changes cimport Change, Table, enter_change, forget, open_table
from fastgec.ngrams.hunks cimport find_hunks, most_hunks
from fastgec.ngrams.keys cimport Counter, Keys, begun_key, next_key, number_ngrams, number_unit
from fastgec.ngrams.texts cimport Hunk, Text, n_ngrams


cdef enum:
    N_COLUMNS = 7
    N_COLUMNS_OFFICIAL = 8


cdef struct Sums:
    # Sums over all n-grams of what is below 0 of h - s, of r - s, of both, and of the lower of
    # both.
    int64_t hypothesis
    int64_t reference
    int64_t lowest
    int64_t lower


cdef inline bint is_same(const Text *a, const Text *b) noexcept nogil:
    return a.tokens == b.tokens and a.size == b.size


cdef inline int align_unit(
    Counter *counter, Text *texts, int64_t n_texts, int order, bint is_trimmed, int64_t *n_changed
) noexcept nogil:
    """Find the hunks of all texts; return the most n-grams of the highest order that they touch."""
    cdef const Text *source = &texts[0]
    cdef Text *text
    cdef int64_t run = max(2, min(order - 1, 8))
    cdef int64_t t, h, of_source, of_text, of_sources = 0, of_texts = 0
    for t in range(1, n_texts):
        text = &texts[t]
        text.n_hunks = 0
        if is_trimmed and is_same(text, source):
            continue
        text.hunks = <Hunk *>arena_take(
            &counter.arena, most_hunks(source, text, run), sizeof(Hunk)
        )
        if text.hunks == NULL:
            return arena_status(&counter.arena)
        if is_trimmed:
            text.n_hunks = find_hunks(source, text, run, text.hunks)
        else:
            text.hunks[0] = Hunk(0, source.size, 0, text.size)
            text.n_hunks = 1
        of_source = of_text = text.n_hunks * (order - 1)
        for h in range(text.n_hunks):
            of_source += text.hunks[h].source_end - text.hunks[h].source_start
            of_text += text.hunks[h].end - text.hunks[h].start
        of_sources += of_source
        of_texts += min(of_text, text.size)
    n_changed[0] = min(of_sources, source.size) + of_texts
    return DONE


cdef inline void change_hypothesis(Change *change, Sums *sums, bint is_source) noexcept nogil:
    """Count an n-gram of the source that the hypothesis may lack, or one that it may have more."""
    if is_source:
        sums.hypothesis -= change.in_hypothesis <= 0
        change.in_hypothesis -= 1
    else:
        sums.hypothesis += change.in_hypothesis < 0
        change.in_hypothesis += 1


cdef inline void change_reference(
    Change *change, Sums *sums, bint is_source, const Table *table
) noexcept nogil:
    """Count an n-gram of the source that the reference may lack, or one that it may have more."""
    cdef int32_t a, b = change.in_hypothesis
    if change.reference != table.reference:
        change.reference = table.reference
        change.in_reference = 0
        change.in_source = 0
    a = change.in_reference
    if is_source:
        sums.reference -= a <= 0
        sums.lower -= a <= b
        sums.lowest -= a <= min(0, b)
        change.in_reference = a - 1
    else:
        sums.reference += a < 0
        sums.lower += a < b
        sums.lowest += a < min(0, b)
        change.in_reference = a + 1


cdef inline void count_side(
    Table *table, const Text *text, const Text *read, const Keys *keys, Sums *sums,
    bint is_source, bint is_reference,
) noexcept nogil:
    """Count the n-grams of a side (`read`: the source or the text) that touch hunks of the text."""
    cdef const int32_t *tokens = <const int32_t *>read.numbers if keys.is_numbered else read.tokens
    cdef const Hunk *hunk
    cdef Change *change
    cdef uint64_t key
    cdef int64_t first, last, h, i, done = 0, n_all = n_ngrams(read, keys.n)
    for h in range(text.n_hunks):
        hunk = &text.hunks[h]
        first = max(done, (hunk.source_start if is_source else hunk.start) - keys.n + 1)
        last = min(n_all, hunk.source_end if is_source else hunk.end)
        if first >= last:
            continue
        done = last
        key = begun_key(tokens + first, keys)
        for i in range(first, last):
            key = next_key(key, tokens[i + keys.span - 1], keys)
            change = enter_change(table, key)
            if is_reference:
                change_reference(change, sums, is_source, table)
            else:
                change_hypothesis(change, sums, is_source)


cdef inline void write_row(
    const Text *texts, const Text *reference, const Sums *sums, int n, int64_t *row
) noexcept nogil:
    """Write the seven regions of an order."""
    cdef int64_t S = n_ngrams(&texts[0], n)
    cdef int64_t more_in_hypothesis = n_ngrams(&texts[1], n) - S
    cdef int64_t more_in_reference = n_ngrams(reference, n) - S
    row[0] = S + sums.lowest
    row[1] = sums.lowest - sums.hypothesis - sums.reference
    row[2] = sums.lower - sums.lowest
    row[3] = sums.reference - sums.lowest
    row[4] = more_in_hypothesis - sums.hypothesis - sums.lower + sums.lowest
    row[5] = sums.hypothesis - sums.lowest
    row[6] = more_in_reference - sums.reference - sums.lower + sums.lowest


cdef inline void count_order(
    Counter *counter, Text *texts, int64_t n_references, int order, const Keys *keys,
    bint is_official, int64_t *rows,
) noexcept nogil:
    """Fill the columns of one order."""
    cdef Table *table = &counter.table
    cdef const Text *source = &texts[0]
    cdef const Text *hypothesis = &texts[1]
    cdef const Text *reference
    cdef Sums sums
    cdef int64_t below, t
    cdef int64_t *row
    forget(table)
    sums.hypothesis = 0
    count_side(table, hypothesis, source, keys, &sums, True, False)
    count_side(table, hypothesis, hypothesis, keys, &sums, False, False)
    for t in range(n_references):
        reference = &texts[t + 2]
        row = rows + (t * order + keys.n - 1) * (N_COLUMNS_OFFICIAL if is_official else N_COLUMNS)
        # So far the reference is the source.
        sums.reference = 0
        sums.lowest = sums.lower = sums.hypothesis
        if reference.n_hunks:
            table.reference += 1
            count_side(table, reference, source, keys, &sums, True, True)
            count_side(table, reference, reference, keys, &sums, False, True)
        write_row(texts, reference, &sums, keys.n, row)
        if is_official:
            # min(s, h) of such an n-gram is what the hypothesis wrongly keeps of it.
            row[7] = count_absent(table, source, reference, keys) if row[5] else 0


cdef inline int count_unit(
    Counter *counter, Text *texts, int64_t n_references, int order, int bits,
    bint is_official, bint is_trimmed, int64_t *rows,
) noexcept nogil:
    """Fill the rows of one unit: texts are source, hypothesis, references; a row per reference.

    Parameters: bits, how many tell tokens apart; 0 where some are UNKNOWN. The texts may get other
    tokens. The arena must have been reset.
    """
    cdef int64_t n_texts = n_references + 2, n_changed = 0, t
    cdef Keys keys
    cdef int status, n
    for t in range(n_texts):
        if texts[t].size > 0x1FFFFFFF // n_texts:
            return TOO_LARGE
    keys.bits = bits
    keys.is_numbered = False
    if bits == 0 or bits * order > 64:
        status = number_unit(counter, texts, n_texts, order, &keys)
        if status != DONE:
            return status
    status = align_unit(counter, texts, n_texts, order, is_trimmed, &n_changed)
    if status != DONE:
        return status
    if keys.is_numbered:  # the table numbers n-grams, too
        for t in range(n_texts):
            n_changed += texts[t].size
    status = open_table(&counter.table, n_changed)
    if status <= 0:
        return TOO_LARGE if status == 0 else NO_MEMORY
    if is_official:
        note_repeated(&keys, &texts[0])
    for n in range(1, order + 1):
        if keys.is_numbered and n > 1:
            number_ngrams(&counter.table, texts, n_texts, n)
        keys.n = n
        keys.span = 1 if keys.is_numbered else n
        keys.mask = ~<uint64_t>0 >> (64 - keys.span * keys.bits)
        count_order(counter, texts, n_references, order, &keys, is_official, rows)
    return DONE
