"""A sentence, that is a source, its references and hypotheses, from bytes to rows of counts.

`_ngram` says which sums are made, and why they are enough.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from fastgec.kernels.arena cimport DONE, NO_MEMORY, TOO_LARGE, arena_status, arena_take
from fastgec.metrics.ngrams.absent cimport count_absent, note_repeated
from fastgec.metrics.ngrams.changes cimport Change, Table, enter_change, forget, open_table
from fastgec.metrics.ngrams.hunks cimport find_hunks, most_hunks
from fastgec.metrics.ngrams.keys cimport (
    Counter, Keys, begun_key, next_key, number_ngrams, number_texts
)
from fastgec.metrics.ngrams.texts cimport Hunk, Text, n_ngrams
from fastgec.metrics.ngrams.tokens cimport read_texts


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


cdef inline int align_texts(
    Counter *counter, Text *texts, int64_t n_references, int64_t n_texts, int order,
    bint is_trimmed, int64_t *n_changed,
) noexcept nogil:
    """Find the hunks of all texts.

    Returns the most n-grams of the highest order that those of the references and of one
    hypothesis touch.
    """
    cdef const Text *source = &texts[0]
    cdef Text *text
    cdef int64_t run = max(2, min(order - 1, 8))
    cdef int64_t t, h, of_source, of_text, n, of_references = 0, most = 0, n_most = 0
    for t in range(1, n_texts):
        text = &texts[t]
        text.n_hunks = 0
        if text.equal == 0 and is_trimmed:
            continue
        if 0 < text.equal < t:
            text.hunks = texts[text.equal].hunks
            text.n_hunks = texts[text.equal].n_hunks
        elif is_trimmed:
            text.hunks = <Hunk *>arena_take(
                &counter.arena, most_hunks(source, text, run), sizeof(Hunk)
            )
            if text.hunks == NULL:
                return arena_status(&counter.arena)
            text.n_hunks = find_hunks(source, text, run, text.hunks)
        else:
            text.hunks = <Hunk *>arena_take(&counter.arena, 1, sizeof(Hunk))
            if text.hunks == NULL:
                return arena_status(&counter.arena)
            text.hunks[0] = Hunk(0, source.size, 0, text.size)
            text.n_hunks = 1
        of_source = of_text = text.n_hunks * (order - 1)
        for h in range(text.n_hunks):
            of_source += text.hunks[h].source_end - text.hunks[h].source_start
            of_text += text.hunks[h].end - text.hunks[h].start
        of_text = min(of_text, text.size)
        if t <= n_references:
            of_references += of_source
            n_most += of_text
        else:
            n = min(of_references + of_source, source.size) + of_text
            most = max(most, n)
    n_changed[0] = max(most, min(of_references, source.size)) + n_most
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
    const Text *source, const Text *hypothesis, const Text *reference, const Sums *sums, int n,
    int64_t *row,
) noexcept nogil:
    """Write the seven regions of an order."""
    cdef int64_t S = n_ngrams(source, n)
    cdef int64_t more_in_hypothesis = n_ngrams(hypothesis, n) - S
    cdef int64_t more_in_reference = n_ngrams(reference, n) - S
    row[0] = S + sums.lowest
    row[1] = sums.lowest - sums.hypothesis - sums.reference
    row[2] = sums.lower - sums.lowest
    row[3] = sums.reference - sums.lowest
    row[4] = more_in_hypothesis - sums.hypothesis - sums.lower + sums.lowest
    row[5] = sums.hypothesis - sums.lowest
    row[6] = more_in_reference - sums.reference - sums.lower + sums.lowest


cdef inline void count_order(
    Counter *counter, const Text *texts, int64_t n_references, const Text *hypothesis, int order,
    const Keys *keys, bint is_official, int64_t *rows,
) noexcept nogil:
    """Fill the columns of one order in the rows of a hypothesis."""
    cdef Table *table = &counter.table
    cdef const Text *source = &texts[0]
    cdef const Text *reference
    cdef Sums sums
    cdef int64_t t
    cdef int64_t *row
    forget(table)
    sums.hypothesis = 0
    count_side(table, hypothesis, source, keys, &sums, True, False)
    count_side(table, hypothesis, hypothesis, keys, &sums, False, False)
    for t in range(1, n_references + 1):
        reference = &texts[t]
        row = rows + (
            ((t - 1) * order + keys.n - 1) * (N_COLUMNS_OFFICIAL if is_official else N_COLUMNS)
        )
        # So far the reference is the source.
        sums.reference = 0
        sums.lowest = sums.lower = sums.hypothesis
        if reference.n_hunks:
            table.reference += 1
            count_side(table, reference, source, keys, &sums, True, True)
            count_side(table, reference, reference, keys, &sums, False, True)
        write_row(source, hypothesis, reference, &sums, keys.n, row)
        if is_official:
            # min(s, h) of such an n-gram is what the hypothesis wrongly keeps of it.
            row[7] = count_absent(table, source, reference, keys) if row[5] else 0


cdef inline int count_sentence(
    Counter *counter, bint is_char, int64_t n_references, int64_t n_hypotheses,
    const uint8_t **at, const int64_t *sizes, int order, bint is_official, bint is_trimmed,
    Text *texts, int64_t *rows, int64_t stride,
) noexcept nogil:
    """Fill the rows of one sentence, from the bytes of its texts.

    The texts are source, references and hypotheses; SLACK bytes or more can be read behind each. A
    hypothesis has a row for each reference, the next one's begin `stride` numbers later. The arena
    must have been reset; `texts`, one for each, says what they are.
    """
    cdef int64_t n_texts = 1 + n_references + n_hypotheses, n_changed = 0, t, n_numbers
    cdef Text *hypotheses = texts + 1 + n_references
    cdef Keys keys
    cdef int status, n
    for t in range(n_texts):
        if sizes[t] > 0x3FFFFFFF // n_texts:
            return TOO_LARGE
    keys.is_numbered = False
    status = read_texts(counter, is_char, texts, n_texts, at, sizes, &keys.bits)
    if status == DONE and keys.bits * order > 64:
        status = number_texts(counter, texts, n_texts, order, &keys)
    if status == DONE:
        status = align_texts(
            counter, texts, n_references, n_texts, order, is_trimmed, &n_changed
        )
    if status != DONE:
        return status
    if keys.is_numbered:  # the table numbers n-grams, too
        for t in range(n_texts):
            if texts[t].equal == t:
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
        for t in range(n_hypotheses):
            if n_references < hypotheses[t].equal <= n_references + t:
                continue
            count_order(
                counter, texts, n_references, &hypotheses[t], order, &keys, is_official,
                rows + t * stride,
            )
    # A hypothesis that equals an earlier one has its rows.
    n_numbers = n_references * order * (N_COLUMNS_OFFICIAL if is_official else N_COLUMNS)
    for t in range(n_hypotheses):
        if n_references < hypotheses[t].equal <= n_references + t:
            memcpy(
                rows + t * stride, rows + (hypotheses[t].equal - 1 - n_references) * stride,
                n_numbers * sizeof(int64_t),
            )
    return DONE
