"""A block of sentences from text to counts: gold and output go by once, a sentence at a time.

Nothing is kept of a sentence but the counts of its rows. An output line that equals its source byte
for byte, as a third of all do, is never cut into words; others become numbers that are valid within
the sentence (`words`) and go to MaxMatch (`maxmatch.settle`) from the scratch memory of this
worker.

What is not plain is not counted here: a bad line, an edit past the end of its source, annotators
out of order, a source without a blank line before it, text that is no UTF-8. `Worker.count` then
returns None, and whoever called it takes the usual way, which knows what to say.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memchr, memcmp, memset

from fastgec._arena cimport DONE, is_cancelled
from fastgec._lattice cimport same_tokens
from fastgec._words cimport SLACK, Word, split
from fastgec.choice.best cimport Totals, add_row, best_row
from fastgec.corpus.m2fields cimport ByteRange, begins_with, line_end
from fastgec.maxmatch.terms.edits cimport GoldRow, Options
from fastgec.maxmatch.terms.records cimport Counted, Scratch, Sentence
from fastgec.maxmatch.settle cimport COUNTS, count_row, scratch_free, scratch_init
from fastgec.straight.ends cimport Ends, count_ends, find_ends, split_between
from fastgec.straight.gold cimport Found, Room, make_room, take_edits
from fastgec.straight.lines cimport Columns, Looks, look_at_lines, note_line, open_columns, seen
from fastgec.straight.numbers cimport number_words
from fastgec.straight.sentence cimport gold_row, open_sentence
from fastgec.straight.utf8 cimport is_utf8
from fastgec.straight.words cimport Names

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
    """The choice of annotators as it goes on, see `choice.running`: totals of what was chosen.

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
    cdef Found found
    cdef Names names
    cdef Room rows  # int32: of each sentence how many rows it has, and their counts
    cdef int64_t n_numbers  # of these
    cdef Columns columns
    cdef Looks looks

    def __cinit__(self, size_t memory_limit, int32_t max_unchanged):
        memset(&self.found, 0, sizeof(Found))
        memset(&self.names, 0, sizeof(Names))
        memset(&self.rows, 0, sizeof(Room))
        memset(&self.looks, 0, sizeof(Looks))
        scratch_init(&self.scratch, memory_limit)
        self.options.max_unchanged = max_unchanged
        self.options.is_release_3_2 = False
        self.options.cancel = NULL

    def __dealloc__(self):
        cdef Room *rooms = <Room *>&self.found
        cdef int number
        for number in range(12):
            free(rooms[number].items)
        free(self.rows.items)
        free(self.names.slots)
        scratch_free(&self.scratch)

    @property
    def seen(self):
        """What `lines.seen` says of the output; there are no references."""
        return [seen(&self.looks)], []

    def count(
        self, list columns not None, list sizes not None, int64_t n_sentences,
        (int64_t, int64_t) part,
        const uint8_t[::1] capitals not None, const int32_t[::1] cancel not None,
    ):
        """Count the sentences of a block.

        Args:
            columns: Buffers of gold and output, each with SLACK bytes or more behind its text.
            sizes: Bytes of text in each: so many sources, and a line for each.
            n_sentences: From 1 to 2,048.
            part: Which of them the guard looks at: first, last (exclusive).
            capitals: As `guard.look` has them.
            cancel: int32[1]; work stops soon after another thread makes it 1.

        Returns:
            Bytes of int32: of each sentence the number of its rows, and correct, proposed and gold
            of each. None if this way is not for the block, or work was stopped.

        Raises:
            ValueError: What was given does not fit.
        """
        open_columns(&self.columns, columns, sizes, 2, n_sentences, part, capitals, cancel)
        cdef const uint8_t *gold = self.columns.lines[0]
        cdef const uint8_t *output = self.columns.lines[1]
        cdef int64_t gold_size = self.columns.stops[0] - gold
        cdef int64_t output_size = self.columns.stops[1] - output
        cdef bint is_done
        self.options.cancel = &cancel[0]
        with nogil:
            is_done = (
                is_utf8(gold, gold_size)
                and is_utf8(output, output_size)
                and self.count_all(gold, gold_size, output, output_size, n_sentences)
            )
            if is_done:
                look_at_lines(
                    &self.looks, gold, output, n_sentences, part, &capitals[0], False
                )
        if not is_done:
            return None
        return (<uint8_t *>self.rows.items)[: self.n_numbers * sizeof(int32_t)]

    cdef bint count_all(
        self, const uint8_t *gold, int64_t gold_size, const uint8_t *output, int64_t output_size,
        int64_t n_sentences,
    ) noexcept nogil:
        """Read and count all sentences; False if something is not plain."""
        cdef const uint8_t *at = gold
        cdef const uint8_t *stop = gold + gold_size
        cdef const uint8_t *line = output
        cdef const uint8_t *end
        cdef const uint8_t *begin
        cdef ByteRange source, hypothesis
        cdef int64_t sentence
        self.n_numbers = 0
        for sentence in range(n_sentences):
            if at >= stop or line >= output + output_size or is_cancelled(self.options.cancel):
                return False
            end = line_end(at, stop, &begin)
            if not begins_with(0x53, at, end):
                return False
            source.at = at + 2 if end - at > 1 else end
            source.end = end
            at = take_edits(&self.found, begin, stop, sentence + 1 == n_sentences)
            if at == NULL:
                return False
            hypothesis.at = line
            hypothesis.end = line_end(line, output + output_size, &line)
            note_line(
                &self.looks, sentence, source.at - gold, source.end - source.at,
                hypothesis.at - output, hypothesis.end - hypothesis.at,
            )
            if not self.count_sentence(source, hypothesis):
                return False
        return at == stop and line == output + output_size

    cdef bint count_sentence(self, ByteRange source, ByteRange hypothesis) noexcept nogil:
        """Count the rows of a sentence; False if this way is not for it."""
        cdef Found *found = &self.found
        cdef int64_t size = source.end - source.at, n_source = 0, n_hypothesis
        cdef int64_t written = hypothesis.end - hypothesis.at
        cdef bint is_equal = size == written and memcmp(source.at, hypothesis.at, size) == 0
        cdef int64_t n_numbers = self.n_numbers + 1 + 3 * found.n_rows
        cdef Ends ends
        if not make_room(&self.rows, n_numbers, sizeof(int32_t)):
            return False
        if not is_equal or found.last_end:
            if not make_room(&found.source_words, size // 2 + 2, sizeof(Word)):
                return False
            n_source = split(source.at, source.end, <Word *>found.source_words.items)
            if found.last_end > n_source:
                return False
        if is_equal:
            self.write_rows(NULL)
            return True
        if not make_room(&found.words, written // 2 + 2, sizeof(Word)):
            return False
        find_ends(&ends, source, hypothesis)
        count_ends(&ends, source, <const Word *>found.source_words.items, n_source)
        n_hypothesis = split_between(&ends, hypothesis, <Word *>found.words.items)
        if not number_words(found, &self.names, n_source, n_hypothesis, &ends):
            return False
        if n_source == n_hypothesis and same_tokens(
            <int32_t *>found.source.items, <int32_t *>found.hypothesis.items, n_source
        ):
            self.write_rows(NULL)
            return True
        return self.match_rows(n_source, n_hypothesis)

    cdef bint match_rows(self, int64_t n_source, int64_t n_hypothesis) noexcept nogil:
        """Count the rows of a sentence that differs from its source."""
        cdef Sentence work
        cdef Counted counted
        cdef GoldRow gold
        cdef int64_t row
        cdef int32_t *numbers
        if open_sentence(
            &work, &self.found, n_source, n_hypothesis, &self.options, &self.scratch
        ) != DONE:
            return False
        self.write_rows(&numbers)
        for row in range(self.found.n_rows):
            gold_row(&self.found, row, &gold)
            if count_row(&work, &gold, &self.scratch, COUNTS, &counted) != DONE:
                return False
            numbers[3 * row] = <int32_t>counted.n_correct
            numbers[3 * row + 1] = counted.n_proposed
        return True

    cdef void write_rows(self, int32_t **numbers) noexcept nogil:
        """Write the rows of a sentence that proposes nothing; say where their counts begin."""
        cdef const int64_t *first = <const int64_t *>self.found.first_edit.items
        cdef int32_t *items = <int32_t *>self.rows.items + self.n_numbers
        cdef int64_t row
        items[0] = <int32_t>self.found.n_rows
        items += 1
        for row in range(self.found.n_rows):
            items[3 * row] = 0
            items[3 * row + 1] = 0
            items[3 * row + 2] = <int32_t>(first[row + 1] - first[row])
        self.n_numbers += 1 + 3 * self.found.n_rows
        if numbers != NULL:
            numbers[0] = items
