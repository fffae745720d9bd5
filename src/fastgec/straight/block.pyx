"""A block of sentences from text to counts.

Gold becomes a table (`read.goldtable`) in memory that the next block uses again; nothing is kept
of a sentence but the counts of its rows.

What is not plain is not counted here: a bad line, gold that needs a warning, text that
is no UTF-8. `Worker.count` then returns None, and whoever called it takes the general run, which
knows what to say.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memset

from fastgec.kernels.arena cimport DONE, Status, is_cancelled
from fastgec.kernels.array cimport Array, make_room
from fastgec.kernels.words cimport SLACK
from fastgec.choose.best cimport Totals, add_row, best_row
from fastgec.read.goldtable cimport MAXMATCH, NONE, GoldTable, free_gold, read_gold
from fastgec.read.m2fields cimport ByteRange, line_end
from fastgec.maxmatch.hypothesis cimport (
    Numbered, gold_row, most_gold_edits, numbered_free, numbered_init, open_changed,
)
from fastgec.maxmatch.settle cimport COUNTS, count_row, open_rows, scratch_free, scratch_init
from fastgec.maxmatch.terms.edits cimport GoldRow, Options
from fastgec.maxmatch.terms.records cimport Counted, Scratch, Sentence
from fastgec.straight.lines cimport (
    MOST_COLUMNS, Columns, Looks, look_at_lines, note_line, open_columns, part_of, seen,
)
from fastgec.read.utf8 cimport is_utf8

N_READ_BEHIND = SLACK  # bytes that a buffer has behind its text


cdef enum:
    MOST_SOURCES = 1024  # of a block


def cut_gold(const uint8_t[::1] data not None, int64_t size, int64_t most_bytes, bint is_end):
    """Cut a block off the M2 text that begins a buffer.

    Args:
        data: The buffer; its first byte begins a source.
        size: Bytes of text in it.
        most_bytes: No more sentences once these have so many.
        is_end: Whether the file ends with them.

    Returns:
        How many sentences the block has, and its bytes; (0, 0) if there is no whole one yet.
    """
    if not 0 <= size <= data.shape[0]:
        raise IndexError(f"{size} bytes of {data.shape[0]}")
    if size == 0:
        return 0, 0
    cdef const uint8_t *base = &data[0]
    cdef const uint8_t *stop = base + size
    cdef const uint8_t *at = base
    cdef int64_t n_sources = 0
    with nogil:
        while at < stop:
            if at[0] == 0x53:
                if n_sources == MOST_SOURCES or n_sources and at - base >= most_bytes:
                    break
                n_sources += 1
            at = <const uint8_t *>memchr(at, 10, stop - at)
            at = stop if at == NULL else at + 1
    if at == stop and not is_end:
        return 0, 0
    return n_sources, at - base


def cut_lines(
    const uint8_t[::1] data not None, int64_t size, int64_t n_lines, int64_t most_bytes
):
    """Return how many of so many lines end in the first bytes of a buffer, and where the last does.

    No more lines once these have so many bytes.
    """
    if not 0 <= size <= data.shape[0]:
        raise IndexError(f"{size} bytes of {data.shape[0]}")
    cdef const uint8_t *base = &data[0] if size else NULL
    cdef const uint8_t *found
    cdef int64_t at = 0, n_found = 0
    with nogil:
        while n_found < n_lines and at < min(size, most_bytes):
            found = <const uint8_t *>memchr(base + at, 10, size - at)
            if found == NULL:
                break
            n_found, at = n_found + 1, found - base + 1
    return n_found, at


cdef class Sums:
    """The choice of annotators as it goes on, see `choose.running`: totals of what was chosen.

    n_edits  gold edits of all annotators
    """

    cdef Totals totals
    cdef double weight
    cdef readonly int64_t n_edits

    def __init__(self, double beta):
        self.totals = Totals(0, 0, 0)
        self.weight = beta * beta

    def add(self, const int32_t[::1] rows not None):
        """Choose one row of each sentence of a block, as `Worker.count` returned it."""
        cdef int64_t at = 0, size = rows.shape[0], row, n_rows
        while at < size:
            n_rows = rows[at]
            if n_rows < 1 or n_rows > (size - at - 1) // 3:
                most = (size - at - 1) // 3
                raise ValueError(f"{n_rows} rows of a sentence, expected 1 to {most}")
            row = best_row(&rows[at] + 1, 0, n_rows, self.weight, &self.totals)
            add_row(&rows[at] + 1, row, &self.totals)
            for row in range(n_rows):
                self.n_edits += rows[at + 3 + 3 * row]
            at += 1 + 3 * n_rows

    def counts(self):
        """Return correct, proposed and gold edits so far."""
        return int(self.totals.correct), int(self.totals.proposed), int(self.totals.gold)


cdef class Worker:
    """Scratch memory of one thread, and what it saw of the sentences that it counted."""

    cdef Scratch scratch
    cdef Options options
    cdef GoldTable gold
    cdef Numbered words
    cdef Array rows  # int32: of each sentence how many rows it has, and their counts
    cdef int64_t n_numbers  # of these
    cdef int64_t n_systems
    cdef Columns columns
    cdef Looks *looks      # n_systems of them

    def __cinit__(self, size_t memory_limit, int32_t max_unchanged, int64_t n_systems=1):
        if not 1 <= n_systems < MOST_COLUMNS:
            raise ValueError(f"{n_systems} systems")
        memset(&self.gold, 0, sizeof(GoldTable))
        memset(&self.rows, 0, sizeof(Array))
        numbered_init(&self.words)
        self.n_systems = n_systems
        self.looks = <Looks *>calloc(n_systems, sizeof(Looks))
        if self.looks == NULL:
            raise MemoryError("no memory for looks at outputs")
        scratch_init(&self.scratch, memory_limit)
        self.options.max_unchanged = max_unchanged
        self.options.is_release_3_2 = False
        self.options.is_wdiff = False
        self.options.cancel = NULL

    def __dealloc__(self):
        free(self.looks)
        free_gold(&self.gold)
        free(self.rows.items)
        numbered_free(&self.words)
        scratch_free(&self.scratch)

    @property
    def seen(self):
        """What `lines.seen` says of each output; there are no references."""
        cdef int64_t system
        return [seen(&self.looks[system]) for system in range(self.n_systems)], []

    def count(
        self, list columns not None, list sizes not None, int64_t n_sentences,
        part, const int32_t[::1] cancel not None,
    ):
        """Count the sentences of a block.

        Args:
            columns: Buffers of gold and outputs, each with SLACK bytes or more behind its text.
            sizes: Bytes of text in each: so many sources, and a line for each.
            n_sentences: From 1 to 2,048.
            part: The sentences that are checked: first, last (exclusive).
            cancel: int32[1]; work stops soon after another thread makes it 1.

        Returns:
            Bytes of int32: of each sentence the number of its rows, and correct, proposed and gold
            of each; those of one system after those of another. None if this way is not for the
            block, or work was stopped.

        Raises:
            ValueError: What was given does not fit.
        """
        open_columns(&self.columns, columns, sizes, 1 + self.n_systems, n_sentences, cancel)
        cdef (int64_t, int64_t) looked_at = part_of(part, n_sentences)
        cdef const uint8_t *gold = self.columns.lines[0]
        cdef int64_t gold_size = self.columns.stops[0] - gold, system
        cdef bint is_done
        self.options.cancel = &cancel[0]
        with nogil:
            is_done = (
                is_utf8(gold, gold_size)
                and read_gold(&self.gold, MAXMATCH, gold, gold_size, SLACK) == NONE
                and self.is_plain(n_sentences)
            )
            self.n_numbers = 0
            for system in range(self.n_systems):
                is_done = is_done and self.count_all(system)
                if is_done:
                    look_at_lines(
                        &self.looks[system], gold, self.columns.lines[1 + system], n_sentences,
                        looked_at, False,
                    )
        if not is_done:
            return None
        return (<uint8_t *>self.rows.items)[: self.n_numbers * sizeof(int32_t)]

    cdef bint is_plain(self, int64_t n_sentences) noexcept nogil:
        """Whether the gold has so many sentences, and nothing of it must be told."""
        cdef const GoldTable *gold = &self.gold
        return gold.n_sentences == n_sentences and not (
            gold.n_dropped or gold.n_joined or gold.n_unplaced or gold.n_repeated
        )

    cdef bint count_all(self, int64_t system) noexcept nogil:
        """Count all sentences; False if they are not UTF-8, a line for each, or without memory."""
        cdef const GoldTable *gold = &self.gold
        cdef const uint8_t *output = self.columns.lines[1 + system]
        cdef const uint8_t *stop = self.columns.stops[1 + system]
        cdef const uint8_t *line = output
        cdef ByteRange hypothesis
        cdef int64_t sentence, at
        if not is_utf8(output, stop - output) or not make_room(
            &self.rows, self.n_systems * (gold.n_sentences + 3 * gold.n_rows), sizeof(int32_t)
        ):
            return False
        for sentence in range(gold.n_sentences):
            if line >= stop or is_cancelled(self.options.cancel):
                return False
            hypothesis.at = line
            hypothesis.end = line_end(line, stop, &line)
            at = gold.source_at[sentence]
            note_line(
                &self.looks[system], sentence, at, gold.source_end[sentence] - at,
                hypothesis.at - output, hypothesis.end - hypothesis.at,
            )
            if self.count_sentence(sentence, hypothesis) != DONE:
                return False
        return line == stop

    cdef Status count_sentence(self, int64_t sentence, ByteRange hypothesis) noexcept nogil:
        """Count the rows of a sentence."""
        cdef const GoldTable *gold = &self.gold
        cdef int64_t first = gold.row_offsets[sentence], row
        cdef int32_t *numbers = <int32_t *>self.rows.items + self.n_numbers
        cdef Sentence work
        cdef Counted counted
        cdef GoldRow edits
        cdef Status status
        cdef bint is_unchanged
        cdef int64_t n_rows = gold.row_offsets[sentence + 1] - first
        self.n_numbers += 1 + 3 * n_rows
        numbers[0] = <int32_t>n_rows
        numbers += 1
        for row in range(n_rows):
            numbers[3 * row] = 0
            numbers[3 * row + 1] = 0
            numbers[3 * row + 2] = <int32_t>(
                gold.edit_offsets[first + row + 1] - gold.edit_offsets[first + row]
            )
        status = open_changed(
            &work, &self.words, gold, sentence, hypothesis, hypothesis.end, &self.options,
            &self.scratch, &is_unchanged,
        )
        if is_unchanged:
            return DONE
        if status == DONE:
            status = open_rows(&work, most_gold_edits(gold, sentence), &self.scratch)
        for row in range(n_rows):
            if status != DONE:
                break
            gold_row(gold, &self.words, first + row, &edits)
            status = count_row(&work, &edits, &self.scratch, COUNTS, &counted)
            numbers[3 * row] = <int32_t>counted.n_correct
            numbers[3 * row + 1] = counted.n_proposed
        return status
