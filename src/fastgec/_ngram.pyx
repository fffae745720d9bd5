"""Counts of n-grams that a source, a hypothesis and a reference have and have not in common.

An n-gram occurs s, r and h times in source, reference and hypothesis; GREEN sorts these occurrences
into seven regions (spec in metrics/green/__init__.py), and GLEU's numbers are sums of regions. A
sentence is one source, any number of references and any number of hypotheses, all as bytes.

With a = r - s and b = h - s, how many more there are than in the source:

    true keep    s + min(0, a, b)     over-delete   max(0, min(0, a) - b)
    true delete  max(0, -max(a, b))   over-insert   max(0, b - max(0, a))
    true insert  max(0, min(a, b))    under-delete  max(0, min(0, b) - a)
                                      under-insert  max(0, a - max(0, b))

So an n-gram with a = b = 0 only adds s to true keep, and of the others s need not be known: what
counts is where texts differ from the source. A text and its source are cut into runs that both have
and hunks between them (`metrics/ngrams/hunks.pxd`). The n-grams that lie within a run are the same
ones on both sides; so r - s is what the n-grams of the reference that touch a hunk are more than
those of the source that do. These are few, and a table (`metrics/ngrams/changes.pxd`) is kept of
them alone.

All seven regions follow from the numbers S, R, H of n-grams and four sums over n-grams, of which
each step of a or b by 1 changes each by at most 1, so that they are made while the steps are:

    A = sum min(0, b)    B = sum min(0, a)    C = sum min(a, b)    T = sum min(0, a, b)

    true keep    S + T          over-delete   B - T              under-delete  A - T
    true delete  T - A - B      over-insert   H - S - A - C + T  under-insert  R - S - B - C + T
    true insert  C - T

For max(x, y) = x + y - min(x, y) and min(0, x) = -max(0, -x) make each region of the first table
such a sum. `metrics/ngrams/unit.pxd` counts so.

Official GLEU also wants the sum of min(s, h) over n-grams that the *whole* reference lacks: those
with a = -s < 0. What a hypothesis keeps of them is under-deleted, so only where something is does a
pass over the source count s.

Time is linear in the tokens of a sentence times the order (expected, as with any hash table),
mostly much less; memory is at most about 100 bytes per token.

**Scores of counts**: ratios, means and the best rows of GREEN, statistics and scores of GLEU. These
are the formulas of `metrics.green` and `metrics.gleu`, for arrays of any number of rows and for the
one row of a plain run, which has no numpy. Logarithms and powers are those of the C library, as in
the published programs: vectors of numpy have other last bits, and not the same on all machines.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from fastgec.choose.formulas cimport harmonic_f
from fastgec.choose.means cimport average, average_ratios, precision_of, recall_of
from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE, Arena, arena_reset, arena_status, arena_take,
    is_cancelled,
)
from fastgec.kernels.checks cimport check_lines
from fastgec.kernels.words cimport SLACK
from fastgec.metrics.ngrams.keys cimport Counter, counter_free, counter_init, counter_limit
from fastgec.metrics.ngrams.scores cimport (
    CORPUS, EQUATION, OFFICIAL, REGIONS, Rule, best_of, gleu_of, write_ratios, write_statistics,
)
from fastgec.metrics.ngrams.texts cimport Text
from fastgec.metrics.ngrams.unit cimport N_COLUMNS, N_COLUMNS_OFFICIAL, count_sentence

MAX_ORDER = 1000  # a row of counts has seven numbers for each order
N_REGIONS = N_COLUMNS


cdef enum:
    MOST_ALIKE = 32  # lines that are counted together


cdef struct Column:
    const uint8_t *data
    int64_t size
    const int64_t *starts
    const int64_t *ends


cdef inline const uint8_t *padded(
    Arena *arena, const uint8_t *at, int64_t size, int64_t n_behind
) noexcept nogil:
    """Return a text behind which SLACK bytes can be read: a copy, unless so many are behind it."""
    cdef uint8_t *copy
    if n_behind >= SLACK:
        return at
    copy = <uint8_t *>arena_take(arena, size + SLACK, 1)
    if copy != NULL:
        if size:
            memcpy(copy, at, size)
        memset(copy + size, 0, SLACK)
    return copy


cdef inline bint is_alike(const Column *column, int64_t line, int64_t other) noexcept nogil:
    """Whether two lines of a column have the same bytes."""
    cdef int64_t size = column.ends[line] - column.starts[line]
    return column.ends[other] - column.starts[other] == size and (
        size == 0
        or memcmp(column.data + column.starts[line], column.data + column.starts[other], size) == 0
    )


cdef inline int64_t count_alike(
    const Column *columns, int64_t n_texts, int64_t line, int64_t last
) noexcept nogil:
    """Return how many lines from one on, before the last, are alike in all columns."""
    cdef int64_t other = line + 1, t
    while other < last:
        for t in range(n_texts):
            if not is_alike(&columns[t], line, other):
                return other - line
        other += 1
    return other - line


cdef int count_group(
    Counter *counter, const Column *columns, int64_t n_references, int64_t n_systems, int64_t line,
    int64_t n, int order, bint is_char, bint is_official, bint is_trimmed, int64_t *rows,
    int64_t stride,
) noexcept nogil:
    """Count n lines that have the same source and references; several of one system alone."""
    cdef int64_t n_hypotheses = max(n, n_systems), n_texts = 1 + n_references + n_hypotheses
    cdef int64_t t, at_line
    cdef Arena *arena = &counter.arena
    cdef const Column *column
    cdef Text *texts
    cdef const uint8_t **at
    cdef int64_t *sizes
    arena_reset(arena)
    texts = <Text *>arena_take(arena, n_texts, sizeof(Text))
    at = <const uint8_t **>arena_take(arena, n_texts, sizeof(const uint8_t *))
    sizes = <int64_t *>arena_take(arena, n_texts, sizeof(int64_t))
    if texts == NULL or at == NULL or sizes == NULL:
        return arena_status(arena)
    for t in range(n_texts):
        column = &columns[min(t, n_references + n_systems)]
        at_line = line + max(<int64_t>0, t - n_references - n_systems)
        sizes[t] = column.ends[at_line] - column.starts[at_line]
        at[t] = padded(
            arena, column.data + column.starts[at_line], sizes[t],
            column.size - column.ends[at_line],
        )
        if at[t] == NULL:
            return arena_status(arena)
    if n_hypotheses == 1 and is_trimmed:  # nearly always: constants make it faster
        return count_sentence(
            counter, is_char, n_references, 1, at, sizes, order, is_official, True, texts, rows, 0
        )
    return count_sentence(
        counter, is_char, n_references, n_hypotheses, at, sizes, order, is_official, is_trimmed,
        texts, rows, stride,
    )


cdef class Scratch:
    """Memory of calls of `count_lines`, one after another: pages that are known need no new ones.
    """

    cdef Counter counter

    def __cinit__(self):
        counter_init(&self.counter)

    def __dealloc__(self):
        counter_free(&self.counter)


cdef int count_columns(
    Counter *counter, const Column *columns, int64_t n_references, int64_t n_systems,
    int64_t n_lines, int order, bint is_char, bint is_official, bint is_trimmed, int64_t *rows,
    const int32_t *cancel, int64_t *line,
) noexcept nogil:
    """Count all lines of some columns; `line` says where work ended.

    Of one system, the next lines that have the same source and references, such as samples for
    rewards, are counted together.
    """
    cdef int64_t width = n_references * order * (N_COLUMNS_OFFICIAL if is_official else N_COLUMNS)
    cdef int64_t n, most = MOST_ALIKE if n_systems == 1 else 1
    cdef int status = DONE
    line[0] = 0
    while line[0] < n_lines:
        if is_cancelled(cancel):
            status = CANCELLED
            break
        n = count_alike(columns, 1 + n_references, line[0], min(n_lines, line[0] + most))
        status = count_group(
            counter, columns, n_references, n_systems, line[0], n, order, is_char, is_official,
            is_trimmed, rows + line[0] * width, width if n > 1 else n_lines * width,
        )
        if status == TOO_LARGE and n > 1:
            most = 1
            continue
        if status != DONE:
            break
        line[0] += n
    return status


cdef inline int check_order(int order) except -1:
    if not 1 <= order <= MAX_ORDER:
        raise ValueError(f"order {order}, expected 1 to {MAX_ORDER}")
    return 0


cdef object new_counts(tuple shape, int64_t **items):
    """Return int64 of a shape, where its items are.

    A memoryview that nobody can write to, but the kernel that made it: tables keep it without a
    copy. An array of numpy where it has no item.
    """
    cdef int64_t n = 1, size
    for size in shape:
        n *= size
    if n == 0:
        import numpy as np

        return np.empty(shape, np.int64)
    memory = PyBytes_FromStringAndSize(NULL, n * sizeof(int64_t))
    items[0] = <int64_t *>PyBytes_AS_STRING(memory)
    return memoryview(memory).cast("q", shape)


def count_lines(
    list columns not None,
    int64_t n_references,
    int order,
    bint is_char,
    bint absent,
    const int32_t[::1] cancel not None,
    size_t memory_limit,
    *,
    bint trim=True,
    Scratch scratch=None,
):
    """Count the n-grams of some sentences: int64[H, S, N, order, 7], and where counting stopped.

    The counts are a memoryview.

    Parameters: columns, of source, N references and H hypotheses (systems): the bytes of the text,
    UTF-8, starts and ends int64[S] of its lines. order: the highest one. is_char: whether tokens
    are code points, or words. absent: whether an eighth column has the sum of min(s, h) over the
    n-grams that the reference lacks; the seven are the regions true keep, true delete, true insert,
    over-delete, over-insert, under-delete, under-insert. cancel int32[1]: looked at before each
    sentence; work stops where it is not 0, without an error. memory_limit: the most memory that one
    sentence may use, in bytes. trim=False takes all of each text for a hunk. scratch: memory that
    the calls of one thread share; None: memory of this call.
    Returns: the counts; and -1, or the sentence that would need more memory.
    Raises: ValueError for columns that do not fit together; MemoryError if the system has no memory
    for a sentence within the limit.
    """
    cdef int64_t n_texts = len(columns), n_systems = n_texts - 1 - n_references, line = 0, t
    cdef int64_t n_lines
    cdef const uint8_t[::1] data
    cdef const int64_t[::1] starts, ends
    cdef int status
    check_order(order)
    if n_references < 0 or n_systems < 0:
        raise ValueError(f"{n_texts} columns, {n_references} references")
    if cancel.shape[0] < 1:
        raise ValueError("cancel is empty, expected one number")
    n_lines = len(columns[0][1])
    cdef tuple shape = (
        n_systems, n_lines, n_references, order, N_COLUMNS_OFFICIAL if absent else N_COLUMNS
    )
    cdef int64_t *table = NULL
    counts = new_counts(shape, &table)
    cdef Column *views = <Column *>malloc(n_texts * sizeof(Column))
    if views == NULL:
        raise MemoryError("no memory for columns of text")
    try:
        for t in range(n_texts):
            data, starts, ends = columns[t]
            check_lines(data, starts, ends)
            if starts.shape[0] != n_lines:
                raise ValueError(f"column {t}: {starts.shape[0]} lines, expected {n_lines}")
            views[t].data = &data[0] if data.shape[0] else NULL
            views[t].size = data.shape[0]
            views[t].starts = &starts[0] if n_lines else NULL
            views[t].ends = &ends[0] if n_lines else NULL
        if 0 in shape:
            return counts, -1
        if scratch is None:
            scratch = Scratch()
        counter_limit(&scratch.counter, memory_limit)
        with nogil:
            status = count_columns(
                &scratch.counter, views, n_references, n_systems, n_lines, order, is_char, absent,
                trim, table, &cancel[0], &line,
            )
    finally:
        free(views)
    if status == NO_MEMORY:
        raise MemoryError("no memory for the n-grams of a sentence within the limit")
    return counts, line if status == TOO_LARGE else -1


def count_texts(
    texts not None,
    int64_t n_references,
    int order,
    bint is_char,
    bint absent,
    size_t memory_limit=1 << 40,
    *,
    bint trim=True,
):
    """Count the n-grams of one sentence: int64[H, N, order, 7], or 8 with `absent`.

    Parameters: texts, UTF-8: the source, N references and H hypotheses; the others as `count_lines`
    has them.
    Raises: ValueError for an order that is not from 1 to MAX_ORDER; MemoryError.
    """
    cdef tuple held = tuple(texts)
    cdef int64_t n_texts = len(held), t, line, zero = 0
    cdef int64_t[:, :, :, ::1] table
    cdef int32_t never = 0
    cdef bytes text
    cdef int status
    cdef Scratch scratch = Scratch()
    counter_limit(&scratch.counter, memory_limit)
    check_order(order)
    if not 0 <= n_references < n_texts:
        raise ValueError(f"{n_texts} texts, {n_references} references")
    import numpy as np  # plain runs need none

    counts = np.empty(
        (
            n_texts - 1 - n_references, n_references, order,
            N_COLUMNS_OFFICIAL if absent else N_COLUMNS,
        ),
        np.int64,
    )
    if counts.size == 0:
        return counts
    cdef Column *views = <Column *>malloc(n_texts * sizeof(Column))
    if views == NULL:
        raise MemoryError("no memory for texts")
    try:
        for t in range(n_texts):
            text = held[t]
            views[t].data = <const uint8_t *><const char *>text
            views[t].size = len(text)
            views[t].starts = &zero
            views[t].ends = &views[t].size
        table = counts
        with nogil:
            status = count_columns(
                &scratch.counter, views, n_references, n_texts - 1 - n_references, 1, order,
                is_char, absent, trim, &table[0, 0, 0, 0], &never, &line,
            )
    finally:
        free(views)
    if status != DONE:
        raise MemoryError(f"{n_texts} texts need too much memory")
    return counts


cdef inline int64_t order_of(int64_t width, int64_t n_columns) except -1:
    """Return how many orders so many numbers are of, so many each."""
    if width < n_columns or width % n_columns:
        raise ValueError(f"rows of {width} numbers, expected {n_columns} for each order")
    return width // n_columns


def green_ratios(
    const int64_t[:, ::1] rows not None, double empty, double[:, ::1] precisions not None,
    double[:, ::1] recalls not None, *, bint is_mean,
):
    """Write precision and recall of each order of rows of regions.

    Parameters: rows int64[R, 7N]; empty, what recall is worth where an order has no n-gram;
    precisions and recalls float64[R, N], written; is_mean, whether they are geometric means over
    the orders 1 to k.
    Raises: ValueError for shapes that do not fit.
    """
    cdef int64_t order = order_of(rows.shape[1], REGIONS), row
    cdef int n
    if (
        precisions.shape[0] != rows.shape[0] or precisions.shape[1] != order
        or recalls.shape[0] != rows.shape[0] or recalls.shape[1] != order
    ):
        raise ValueError(f"ratios of other shapes than {rows.shape[0]} x {order}")
    with nogil:
        for row in range(rows.shape[0]):
            for n in range(<int>order):
                precisions[row, n] = precision_of(&rows[row, 0], n)
                recalls[row, n] = recall_of(&rows[row, 0], n, empty)
            if is_mean:
                average(&precisions[row, 0], order, &precisions[row, 0])
                average(&recalls[row, 0], order, &recalls[row, 0])


def green_best(
    const int64_t[:, ::1] table not None, const int64_t[::1] offsets not None, double alpha,
    double empty, int64_t[::1] chosen not None, double[::1] scores,
):
    """Write which row of each sentence has the best list (F at N, F at N - 1, ..., F at 1), and F.

    Parameters: table int64[R, 7N], rows of regions; offsets int64[S+1], rows of sentences; alpha,
    the weight of precision; empty, what recall is worth where an order has no n-gram; chosen
    int64[S], the first of equals, and scores float64[S] or None, its F at N, are written.
    Raises: ValueError for shapes that do not fit, or a sentence without a row.
    """
    cdef int order = <int>order_of(table.shape[1], REGIONS)
    cdef int64_t n_sentences = offsets.shape[0] - 1, s, most = 0, row
    cdef bint has_scores = scores is not None
    if chosen.shape[0] != n_sentences or (has_scores and scores.shape[0] != n_sentences):
        raise ValueError(f"{chosen.shape[0]} rows to choose for {n_sentences} sentences")
    if n_sentences < 0 or offsets[0] < 0 or offsets[n_sentences] > table.shape[0]:
        raise ValueError(f"offsets must run from 0 to {table.shape[0]} rows at most")
    for s in range(n_sentences):
        if offsets[s + 1] <= offsets[s]:
            raise ValueError(f"sentence {s} has no row")
        most = max(most, offsets[s + 1] - offsets[s])
    if n_sentences == 0:
        return
    cdef const int64_t *rows
    cdef double *ratios = <double *>malloc(most * 2 * order * sizeof(double))
    if ratios == NULL:
        raise MemoryError("no memory for the ratios of a sentence")
    with nogil:
        for s in range(n_sentences):
            row = offsets[s]
            rows = &table[row, 0]
            if write_ratios(rows, offsets[s + 1] - row, order, empty, ratios):
                row += best_of(rows, offsets[s + 1] - row, order, alpha, empty, ratios)
            chosen[s] = row
            if has_scores:
                average_ratios(&table[row, 0], order, empty, ratios, ratios + order)
                scores[s] = harmonic_f(ratios[order - 1], ratios[2 * order - 1], alpha)
    free(ratios)


def gleu_statistics(
    const int64_t[:, :, :] table not None, bint is_clipped, int64_t[:, ::1] rows not None
):
    """Write statistics of rows of region counts.

    Parameters: table int64[R, N, 7] or, for the published program, int64[R, N, 8]; is_clipped,
    whether numerators are at least 0; rows int64[R, 2 + 2N], written.
    Raises: ValueError for shapes that do not fit.
    """
    cdef int64_t n_columns = table.shape[2], row, n, column
    cdef int order = <int>table.shape[1]
    cdef Py_ssize_t width = sizeof(int64_t)
    if not REGIONS <= n_columns <= REGIONS + 1:
        raise ValueError(f"{n_columns} regions, expected 7 or 8")
    if rows.shape[0] != table.shape[0] or rows.shape[1] != 2 + 2 * order or order < 1:
        raise ValueError(f"{rows.shape[0]} x {rows.shape[1]} statistics of {table.shape[0]} rows")
    if rows.shape[0] == 0:
        return
    if table.strides[2] != width or table.strides[1] != n_columns * width:
        raise ValueError("regions of a row are not one after the other")
    with nogil:
        for row in range(rows.shape[0]):
            write_statistics(&table[row, 0, 0], order, <int>n_columns, is_clipped, &rows[row, 0])


def gleu_scores(
    const int64_t[:, ::1] rows not None, double[::1] scores not None, *, str rule="corpus"
):
    """Write the score of each row of statistics.

    Parameters: rows int64[R, 2 + 2N]; scores float64[R], written; rule: "corpus", a sum, which is
    worth 0 unless all numbers are positive; "official", a sentence as the published program has
    it, where 1 stands for each 0; "equation", a sentence as the formula has it.
    Raises: ValueError for shapes that do not fit, or another rule.
    """
    cdef int64_t n_orders = order_of(rows.shape[1], 2) - 1, row
    cdef Rule number
    if rule not in ("corpus", "official", "equation"):
        raise ValueError(f"rule {rule!r}")
    number = CORPUS if rule == "corpus" else OFFICIAL if rule == "official" else EQUATION
    if scores.shape[0] != rows.shape[0] or n_orders < 1:
        raise ValueError(f"{scores.shape[0]} scores of {rows.shape[0]} rows of {rows.shape[1]}")
    with nogil:
        for row in range(rows.shape[0]):
            scores[row] = gleu_of(&rows[row, 0], n_orders, number)
