"""The door from Python's arrays to MaxMatch."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec._arena cimport Status
from fastgec.maxmatch.terms.edits cimport GoldRow, Options
from fastgec.maxmatch.terms.records cimport Counted, Folding, Scratch, Sentence


cdef class Matcher:
    cdef const int32_t[::1] source_ids, hypothesis_ids, start, end, alternative_ids
    cdef const int64_t[::1] source_offsets, hypothesis_offsets, row_offsets, edit_offsets
    cdef const int64_t[::1] alternative_offsets, alternative_token_offsets
    cdef const uint8_t[::1] source_text, hypothesis_text
    cdef const int64_t[::1] source_text_offsets, hypothesis_text_offsets
    cdef readonly int64_t n_sentences
    cdef readonly int64_t n_rows
    cdef Options options
    cdef bint is_folded

    cdef check_range(self, int64_t first, int64_t last, const int32_t[::1] cancel)

    cdef void gold_row(self, int64_t row, GoldRow *gold) noexcept nogil

    cdef void write_row(
        self, int64_t row, const Counted *counted, int64_t[:, ::1] table, uint8_t *ways
    ) noexcept nogil

    cdef Status open_sentence(
        self, int64_t sentence, Sentence *work, Folding *folding, const Options *options,
        Scratch *scratch,
    ) noexcept nogil

    cdef Status find_edits(
        self, const GoldRow *gold, Sentence *work, Scratch *scratch
    ) noexcept nogil

    cdef Status count_rows(
        self, int64_t sentence, Sentence *work, int64_t[:, ::1] table, Scratch *scratch,
        bint is_ordered, uint8_t *ways,
    ) noexcept nogil

    cdef Status settle_row(
        self, int64_t row, Sentence *work, const GoldRow *gold, Scratch *scratch, bint is_ordered,
        Counted *counted,
    ) noexcept nogil

    cdef Status count_sentence(
        self, int64_t sentence, int64_t[:, ::1] table, const Options *options, Scratch *scratch,
        bint is_ordered, uint8_t *ways,
    ) noexcept nogil
