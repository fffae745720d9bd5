"""Chunks of CLEME: intervals that all targets share, and what each target makes of them.

A target is a hypothesis or one of the references of a sentence: its edits, in order of start. Spans
of all targets that overlap or touch are one interval, to which each target's edits are widened, so
that boundaries agree. A target's words of an interval are those of the source with its edits made;
they are compared as numbers. Between intervals nobody changes anything: such a stretch, unless it
is empty, is one chunk, a true negative of every reference.

A cell is what an interval is to a reference, unless it is a true negative. Cells keep their length
(see `count_chunks`), of which weights are made once the whole corpus is known. Intervals of a
sentence are found by sorting its spans; then each target's edits are passed over once, so that work
grows with edits x log(edits) + intervals x references.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp

from fastgec.kernels.arena cimport is_cancelled
from fastgec.kernels.checks cimport check_offsets
from fastgec.metrics.cleme.targets cimport (
    FN, FP_NECESSARY, FP_UNNECESSARY, TN, TP, Side, Span, Words, check_edits, first, has_edit,
    inserted, make,
)


cdef struct Sizes:
    # Of cells in all; the most spans, words and targets of a sentence.
    int64_t cells
    int64_t spans
    int64_t words
    int64_t targets


cdef struct Found:
    # What the walk over sentences writes.
    int64_t *table
    int64_t *cell_row
    uint8_t *cell_kind
    int32_t *cell_length
    int64_t *lengths  # sum, number: of changed chunks of references
    int64_t n_rows
    int64_t n_cells


cdef struct Scratch:
    Span *spans
    int32_t *own  # words of the hypothesis in an interval
    int32_t *other  # those of a reference
    int64_t *next_edit  # of each target of a sentence, the hypothesis first
    uint8_t *kinds  # of an interval, for each reference: a column of the table


def count_chunks(
    tuple hypothesis not None,
    tuple reference not None,
    const int64_t[::1] kept_offsets not None,
    const int64_t[::1] kept not None,
    const int32_t[::1] source not None,
    const int64_t[::1] source_offsets not None,
    const int32_t[::1] words not None,
    const int64_t[::1] word_offsets not None,
    bint is_independent,
    const int32_t[::1] cancel not None,
):
    """Count the chunks of each sentence for each reference that is kept.

    Parameters: hypothesis and reference, each (edit_offsets, start, end, correction), edits of a
    row in order of start and found fine, a row of the hypothesis for each sentence; kept_offsets
    int64[S+1] and kept int64[K], rows of the reference; source int32[N] and source_offsets
    int64[S+1], tokens; words int32[M] and word_offsets int64[C+1], those of corrections;
    is_independent, whether references count together; cancel int32[1].
    Returns: (table, cell_row, cell_kind, cell_length, lengths): int64[K, 5] of TP, FP_NECESSARY,
    FP_UNNECESSARY, FN, TN; int64[N], uint8[N], int32[N], for each cell its row, its column and
    max(words of the source, words of the hypothesis), those of a row in order; int64[2], sum and
    number of max(words of the source, of the reference) of all chunks that a kept reference
    changes.
    Raises: ValueError for shapes that do not fit; KeyboardInterrupt when cancelled.

    Long, as most of it checks what it is given, once.
    """
    cdef const int64_t[::1] h_offsets = hypothesis[0], r_offsets = reference[0]
    cdef const int32_t[::1] h_start = hypothesis[1], h_end = hypothesis[2], h_made = hypothesis[3]
    cdef const int32_t[::1] r_start = reference[1], r_end = reference[2], r_made = reference[3]
    cdef int64_t n_sentences = h_offsets.shape[0] - 1, n_references = r_offsets.shape[0] - 1
    cdef int64_t n_corrections = word_offsets.shape[0] - 1, s, k, row
    check_edits(h_offsets, h_start, h_end, h_made, n_corrections)
    check_edits(r_offsets, r_start, r_end, r_made, n_corrections)
    check_offsets("kept_offsets", kept_offsets, kept.shape[0])
    check_offsets("source_offsets", source_offsets, source.shape[0])
    check_offsets("word_offsets", word_offsets, words.shape[0])
    if kept_offsets.shape[0] != n_sentences + 1 or source_offsets.shape[0] != n_sentences + 1:
        raise ValueError(f"references or sources of other than {n_sentences} sentences")
    for k in range(kept.shape[0]):
        if not 0 <= kept[k] < n_references:
            raise ValueError(f"row {kept[k]} of {n_references}")
    cdef Side own = Side(&h_offsets[0], first(h_start), first(h_end), first(h_made))
    cdef Side others = Side(&r_offsets[0], first(r_start), first(r_end), first(r_made))
    cdef Words text = Words(first(source), &source_offsets[0], first(words), &word_offsets[0])
    for s in range(n_sentences):
        k = source_offsets[s + 1] - source_offsets[s]
        check_ends(h_end, h_offsets[s], h_offsets[s + 1], k)
        for row in range(kept_offsets[s], kept_offsets[s + 1]):
            check_ends(r_end, r_offsets[kept[row]], r_offsets[kept[row] + 1], k)
    cdef const int64_t *rows = &kept[0] if kept.shape[0] else NULL
    cdef Sizes sizes = sizes_of(&own, &others, &kept_offsets[0], rows, n_sentences, &text)
    table_array = np.zeros((kept.shape[0] + 1, 5), np.int64)
    row_array, kind_array = np.empty(sizes.cells, np.int64), np.empty(sizes.cells, np.uint8)
    length_array, lengths_array = np.empty(sizes.cells, np.int32), np.zeros(2, np.int64)
    cdef int64_t[:, ::1] table = table_array
    cdef int64_t[::1] cell_row = row_array, lengths = lengths_array
    cdef uint8_t[::1] cell_kind = kind_array
    cdef int32_t[::1] cell_length = length_array
    cdef int32_t[:, ::1] spans = np.empty((sizes.spans, 2), np.int32)
    cdef int32_t[:, ::1] made = np.empty((2, sizes.words), np.int32)
    cdef int64_t[::1] next_edit = np.empty(sizes.targets, np.int64)
    cdef uint8_t[::1] kinds = np.empty(sizes.targets, np.uint8)
    cdef Found found = Found(
        &table[0, 0], &cell_row[0], &cell_kind[0], &cell_length[0], &lengths[0], 0, 0
    )
    cdef Scratch scratch = Scratch(
        <Span *>&spans[0, 0], &made[0, 0], &made[1, 0], &next_edit[0], &kinds[0]
    )
    cdef bint is_done = True
    with nogil:
        for s in range(n_sentences):
            is_done = count_sentence(
                &own, s, &others, rows + kept_offsets[s], kept_offsets[s + 1] - kept_offsets[s],
                &text, is_independent, &cancel[0], &scratch, &found,
            )
            if not is_done:
                break
    if not is_done:
        raise KeyboardInterrupt
    n = found.n_cells
    cells = (array[:n].copy() for array in (row_array, kind_array, length_array))
    return (table_array[: kept.shape[0]], *cells, lengths_array)


cdef Sizes sizes_of(
    const Side *own,
    const Side *others,
    const int64_t *kept_offsets,
    const int64_t *rows,
    int64_t n_sentences,
    const Words *text,
) noexcept nogil:
    """Return what room a walk needs; each size is at least 1."""
    cdef Sizes most = Sizes(1, 1, 1, 1)
    cdef int64_t s, k, row, n_own, n_edits, n_spans, n_source
    for s in range(n_sentences):
        n_own = n_spans = own.offsets[s + 1] - own.offsets[s]
        n_source = text.source_offsets[s + 1] - text.source_offsets[s]
        most.words = max(most.words, n_source + inserted(own, s, text))
        for k in range(kept_offsets[s], kept_offsets[s + 1]):
            row = rows[k]
            n_edits = others.offsets[row + 1] - others.offsets[row]
            n_spans += n_edits
            most.words = max(most.words, n_source + inserted(others, row, text))
            most.cells += n_own + n_edits  # what neither side changes is none
        most.spans = max(most.spans, n_spans)
        most.targets = max(most.targets, kept_offsets[s + 1] - kept_offsets[s] + 1)
    return most


cdef bint count_sentence(
    const Side *own,
    int64_t s,
    const Side *others,
    const int64_t *rows,
    int64_t n_rows,
    const Words *text,
    bint is_independent,
    const int32_t *cancel,
    Scratch *scratch,
    Found *found,
) noexcept nogil:
    """Count a sentence for some references; return False if work must stop."""
    cdef int64_t n_spans = gather(own, s, others, rows, n_rows, scratch)
    cdef int64_t n_source = text.source_offsets[s + 1] - text.source_offsets[s]
    cdef int64_t at = 0, row, n_stretches = 0, until = 0, n_unseen = 0
    cdef int64_t *table = found.table + 5 * found.n_rows
    cdef Span interval
    cdef int32_t length
    scratch.next_edit[0] = own.offsets[s]
    for row in range(n_rows):
        scratch.next_edit[row + 1] = others.offsets[rows[row]]
    while at < n_spans:
        interval = scratch.spans[at]
        at += 1
        while at < n_spans and scratch.spans[at].start <= interval.end:
            interval.end = max(interval.end, scratch.spans[at].end)
            at += 1
        n_stretches += interval.start > until
        until = interval.end
        n_unseen += n_rows + 1
        if n_unseen > 1 << 16:
            n_unseen = 0
            if is_cancelled(cancel):
                return False
        length = judge(own, s, others, rows, n_rows, interval, text, is_independent, scratch, found)
        for row in range(n_rows):
            table[5 * row + scratch.kinds[row]] += 1
            if scratch.kinds[row] != TN:
                found.cell_row[found.n_cells] = found.n_rows + row
                found.cell_kind[found.n_cells] = scratch.kinds[row]
                found.cell_length[found.n_cells] = length
                found.n_cells += 1
    n_stretches += until < n_source or n_spans == 0
    for row in range(n_rows):
        table[5 * row + TN] += n_stretches
    found.n_rows += n_rows
    return not is_cancelled(cancel)


cdef int64_t gather(
    const Side *own,
    int64_t s,
    const Side *others,
    const int64_t *rows,
    int64_t n_rows,
    Scratch *scratch,
) noexcept nogil:
    """Put the spans of all targets of a sentence in order of start; return how many there are."""
    cdef int64_t n = 0, row, edit
    cdef bint is_sorted = True
    for edit in range(own.offsets[s], own.offsets[s + 1]):
        scratch.spans[n] = Span(own.start[edit], own.end[edit])
        n += 1
    for row in range(n_rows):
        for edit in range(others.offsets[rows[row]], others.offsets[rows[row] + 1]):
            scratch.spans[n] = Span(others.start[edit], others.end[edit])
            is_sorted = is_sorted and (n == 0 or scratch.spans[n - 1].start <= others.start[edit])
            n += 1
    if not is_sorted:
        qsort(scratch.spans, n, sizeof(Span), by_start)
    return n


cdef int by_start(const void *one, const void *other) noexcept nogil:
    cdef int32_t a = (<const Span *>one).start, b = (<const Span *>other).start
    return (a > b) - (a < b)


cdef int32_t judge(
    const Side *own,
    int64_t s,
    const Side *others,
    const int64_t *rows,
    int64_t n_rows,
    Span interval,
    const Words *text,
    bint is_independent,
    Scratch *scratch,
    Found *found,
) noexcept nogil:
    """Say in scratch.kinds what an interval is to each reference; return its length.

    References that count together agree: the hypothesis is right if it is as one of them, and
    misses something only where all of them change.
    """
    cdef const int32_t *source = text.source + text.source_offsets[s]
    cdef const int32_t *hypothesis = source + interval.start
    cdef const int32_t *reference
    cdef int64_t width = interval.end - interval.start, n_own = width, n_other, row
    cdef bint is_changed = has_edit(own, s, scratch.next_edit[0], interval)
    cdef bint is_other_changed, is_equal
    cdef bint any_equal = False, any_changed = False, all_changed = True
    if is_changed:
        hypothesis = scratch.own
        n_own = make(own, s, &scratch.next_edit[0], interval, source, text, scratch.own)
    for row in range(n_rows):
        reference = source + interval.start
        n_other = width
        is_other_changed = has_edit(others, rows[row], scratch.next_edit[row + 1], interval)
        if is_other_changed:
            reference = scratch.other
            n_other = make(
                others, rows[row], &scratch.next_edit[row + 1], interval, source, text,
                scratch.other,
            )
            found.lengths[0] += max(width, n_other)
            found.lengths[1] += 1
        is_equal = (is_changed or is_other_changed) and n_own == n_other
        if is_equal and n_own:
            is_equal = memcmp(hypothesis, reference, n_own * sizeof(int32_t)) == 0
        is_equal = is_equal or not (is_changed or is_other_changed)
        any_equal = any_equal or is_equal
        any_changed = any_changed or is_other_changed
        all_changed = all_changed and is_other_changed
        scratch.kinds[row] = kind_of(is_changed, is_equal, is_other_changed, not is_equal)
    if is_independent:
        for row in range(n_rows):
            scratch.kinds[row] = kind_of(is_changed, any_equal, any_changed, all_changed)
    return <int32_t>max(width, n_own)


cdef inline uint8_t kind_of(
    bint is_changed, bint is_equal, bint is_necessary, bint is_missed
) noexcept nogil:
    if not is_changed:
        return FN if is_missed else TN
    if is_equal:
        return TP
    return FP_NECESSARY if is_necessary else FP_UNNECESSARY


cdef inline int check_ends(
    const int32_t[::1] end, int64_t first_edit, int64_t last_edit, int64_t n_source
) except -1:
    cdef int64_t edit
    for edit in range(first_edit, last_edit):
        if end[edit] > n_source:
            raise ValueError(f"edit {edit} ends at {end[edit]} of {n_source} words")
    return 0
