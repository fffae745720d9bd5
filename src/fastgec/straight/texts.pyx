"""A block of sentences of a source, an output and references, from text to what GREEN and GLEU sum.

A line that equals another of its sentence byte for byte is read once. The words of the others
become numbers that are valid within the sentence (`words`), their characters code points; n-grams
are counted by `ngrams.unit`. For GREEN the best reference of each sentence is added to sums, for
GLEU the statistics of all references are handed out: to be drawn from in order (`kernels.draws`).

Text that is no UTF-8, or a sentence that needs much memory, is not counted here: see `block`.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from fastgec.kernels.array cimport Array, make_room
from fastgec.kernels.arena cimport DONE, arena_reset, arena_take, is_cancelled
from fastgec.metrics.ngrams.scores cimport best_of, write_ratios, write_statistics
from fastgec.read.m2fields cimport line_end
from fastgec.diagnostics.equal cimport add_equal
from fastgec.diagnostics.texts cimport Text as Line, trimmed
from fastgec.metrics.ngrams.keys cimport Counter, counter_free, counter_init
from fastgec.metrics.ngrams.texts cimport Text
from fastgec.metrics.ngrams.unit cimport N_COLUMNS, N_COLUMNS_OFFICIAL, count_sentence
from fastgec.straight.lines cimport (
    MOST_COLUMNS, Columns, Looks, look_at_lines, note_line, open_columns, part_of, seen,
)
from fastgec.read.utf8 cimport is_utf8

cdef enum:
    MOST_REFERENCES = MOST_COLUMNS - 2
    MOST_ORDERS = 16
    MOST_BETAS = 16


cdef class TextWorker:
    """Scratch memory of one thread, its sums, and what it saw of the sentences that it counted."""

    cdef Counter counter
    cdef Array made                    # int64: statistics of GLEU
    cdef int64_t n_made
    cdef int64_t n_references
    cdef int order
    cdef bint is_char
    cdef int n_betas                   # 0 for GLEU
    cdef double alphas[MOST_BETAS]
    cdef int64_t sums[MOST_BETAS][7 * MOST_ORDERS]
    cdef Columns columns
    cdef Looks looks
    cdef Looks *of_references          # n_references of them
    cdef int64_t pairs[2 * MOST_COLUMNS * (MOST_REFERENCES + 1)]  # see `diagnostics.equal`

    def __cinit__(self, size_t memory_limit, int64_t n_references, int order, bint is_char, alphas):
        """Take what is counted; alphas, the weights of precision of GREEN, or none for GLEU."""
        if not 1 <= n_references <= MOST_REFERENCES or not 1 <= order <= MOST_ORDERS:
            raise ValueError(f"{n_references} references, order {order}")
        if len(alphas) > MOST_BETAS:
            raise ValueError(f"{len(alphas)} betas")
        self.n_references = n_references
        self.order = order
        self.is_char = is_char
        self.n_betas = len(alphas)
        for number, alpha in enumerate(alphas):
            self.alphas[<int>number] = alpha
        memset(self.sums, 0, sizeof(self.sums))
        memset(&self.looks, 0, sizeof(Looks))
        self.of_references = <Looks *>calloc(n_references, sizeof(Looks))
        if self.of_references == NULL:
            raise MemoryError("no memory for looks at references")
        memset(self.pairs, 0, sizeof(self.pairs))
        memset(&self.made, 0, sizeof(Array))
        counter_init(&self.counter, memory_limit)

    def __dealloc__(self):
        free(self.of_references)
        free(self.made.items)
        counter_free(&self.counter)

    @property
    def seen(self):
        """What `lines.seen` says of the output, then of references, and the `equal` sentences."""
        cdef int64_t size = 2 * (self.n_references + 2) * (self.n_references + 1), c
        texts = [seen(&self.looks)]
        texts += [seen(&self.of_references[c]) for c in range(self.n_references)]
        return texts, [self.pairs[at] for at in range(size)]

    @property
    def regions(self):
        """Sums of the chosen rows: for each beta 7 numbers of each order."""
        return [
            [self.sums[beta][column] for column in range(7 * self.order)]
            for beta in range(self.n_betas)
        ]

    def count(
        self, list columns not None, list sizes not None, int64_t n_sentences,
        part, const int32_t[::1] cancel not None, reference_part=None,
    ):
        """Count the sentences of a block.

        Args:
            columns: Buffers of source, references and output, each with SLACK bytes or more behind
                its text.
            sizes: Bytes of text in each, which hold a line for each sentence.
            n_sentences: From 1 to 2,048.
            part: The sentences that are checked: first, last (exclusive).
            cancel: int32[1]; work stops soon after another thread makes it 1.
            reference_part: Of references which, first, last; None: the same.

        Returns:
            Bytes of int64, none for GREEN: of each reference of each sentence what GLEU sums. None
            if this way is not for the block, or work was stopped.

        Raises:
            ValueError: What was given does not fit.
        """
        open_columns(&self.columns, columns, sizes, self.n_references + 2, n_sentences, cancel)
        cdef (int64_t, int64_t) looked_at = part_of(part, n_sentences), fewer = looked_at
        if reference_part is not None:
            fewer = part_of(reference_part, n_sentences)
        cdef const uint8_t *source = self.columns.lines[0]
        cdef const uint8_t *texts[MOST_COLUMNS]
        cdef int64_t c
        cdef bint is_done
        memcpy(texts, self.columns.lines, sizeof(self.columns.lines))
        with nogil:
            is_done = self.count_all(n_sentences, looked_at, &cancel[0])
            for c in range(1, self.n_references + 2 if is_done else 0):
                look_at_lines(
                    self.looks_at(c), source, texts[c], n_sentences,
                    looked_at if c > self.n_references else fewer, c <= self.n_references,
                )
        if not is_done:
            return None
        return (<uint8_t *>self.made.items)[: self.n_made * sizeof(int64_t)]

    cdef Looks *looks_at(self, int64_t column) noexcept nogil:
        """Return what is noted of a reference (from column 1) or of the output."""
        if column <= self.n_references:
            return &self.of_references[column - 1]
        return &self.looks

    cdef bint count_all(
        self, int64_t n_sentences, (int64_t, int64_t) part, const int32_t *cancel
    ) noexcept nogil:
        """Count all sentences, and equal texts of a part; False if something is not plain."""
        cdef const uint8_t *texts[MOST_COLUMNS]
        cdef const uint8_t *at[MOST_COLUMNS]
        cdef int64_t sizes[MOST_COLUMNS]
        cdef int64_t n_columns = self.n_references + 2, sentence, c
        self.n_made = 0
        memcpy(texts, self.columns.lines, sizeof(self.columns.lines))
        for c in range(n_columns):
            if not is_utf8(self.columns.lines[c], self.columns.stops[c] - self.columns.lines[c]):
                return False
        for sentence in range(n_sentences):
            if is_cancelled(cancel):
                return False
            for c in range(n_columns):
                at[c] = self.columns.lines[c]
                if at[c] >= self.columns.stops[c]:
                    return False
                sizes[c] = line_end(at[c], self.columns.stops[c], &self.columns.lines[c]) - at[c]
            for c in range(1, n_columns):
                note_line(
                    self.looks_at(c), sentence,
                    at[0] - texts[0], sizes[0], at[c] - texts[c], sizes[c],
                )
            if not self.count_sentence(at, sizes):
                return False
            if part[0] <= sentence < part[1]:
                self.note_equal(at, sizes)
        for c in range(n_columns):
            if self.columns.lines[c] != self.columns.stops[c]:
                return False
        return True

    cdef void note_equal(self, const uint8_t **at, const int64_t *sizes) noexcept nogil:
        """Add a sentence to the numbers of equal texts."""
        cdef Line lines[MOST_COLUMNS]
        cdef int64_t c
        for c in range(self.n_references + 2):
            lines[c] = trimmed(at[c], 0, sizes[c])
        add_equal(lines, self.n_references, self.n_references + 2, self.pairs)

    cdef bint count_sentence(self, const uint8_t **at, const int64_t *sizes) noexcept nogil:
        """Count the references of a sentence; False if this way is not for it."""
        cdef int64_t n_columns = self.n_references + 2, width
        cdef Text *texts
        cdef int64_t *rows
        width = self.order * (N_COLUMNS if self.n_betas else N_COLUMNS_OFFICIAL)
        arena_reset(&self.counter.arena)
        texts = <Text *>arena_take(&self.counter.arena, n_columns, sizeof(Text))
        rows = <int64_t *>arena_take(
            &self.counter.arena, self.n_references * width, sizeof(int64_t)
        )
        if texts == NULL or rows == NULL:
            return False
        if count_sentence(
            &self.counter, self.is_char, self.n_references, 1, at, sizes, self.order,
            self.n_betas == 0, True, texts, rows, 0,
        ) != DONE:
            return False
        if self.n_betas:
            self.add_best(rows)
            return True
        return self.make_statistics(rows)

    cdef void add_best(self, const int64_t *rows) noexcept nogil:
        """Add the row of the best reference, by each beta."""
        cdef double ratios[2 * MOST_REFERENCES * MOST_ORDERS]
        cdef int64_t width = N_COLUMNS * self.order, best, column
        cdef int beta
        cdef bint is_choice = write_ratios(rows, self.n_references, self.order, 0.0, ratios)
        for beta in range(self.n_betas):
            best = 0
            if is_choice:
                best = best_of(
                    rows, self.n_references, self.order, self.alphas[beta], 0.0, ratios
                )
            for column in range(width):
                self.sums[beta][column] += rows[best * width + column]

    cdef bint make_statistics(self, const int64_t *rows) noexcept nogil:
        """Append what official GLEU sums, for each reference; False without memory."""
        cdef int64_t width = 2 + 2 * self.order, reference
        cdef int64_t *made
        if not make_room(&self.made, self.n_made + self.n_references * width, sizeof(int64_t)):
            return False
        made = <int64_t *>self.made.items + self.n_made
        self.n_made += self.n_references * width
        for reference in range(self.n_references):
            write_statistics(
                rows + reference * self.order * N_COLUMNS_OFFICIAL, self.order, N_COLUMNS_OFFICIAL,
                True, made + reference * width,
            )
        return True
