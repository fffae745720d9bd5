"""The class that counts batches, for its subclasses."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec.kernels.arena cimport Status
from fastgec.read.batch cimport Batch
from fastgec.read.goldtable cimport GoldTable
from fastgec.read.m2fields cimport ByteRange
from fastgec.maxmatch.hypothesis cimport Numbered
from fastgec.maxmatch.terms.edits cimport GoldRow, Options
from fastgec.maxmatch.terms.records cimport Counted, Folding, Scratch, Sentence


cdef class Matcher:
    cdef Batch batch
    cdef const GoldTable *gold  # of the batch
    cdef const uint8_t[::1] text
    cdef const int64_t[::1] starts, ends
    cdef const uint8_t *fast_end  # hypotheses up to here have SLACK bytes behind them
    cdef const uint8_t[::1] source_text, hypothesis_text
    cdef const int64_t[::1] source_text_offsets, hypothesis_text_offsets
    cdef const int64_t[::1] source_firsts, hypothesis_firsts
    cdef readonly int64_t n_sentences
    cdef readonly int64_t n_rows
    cdef Options options
    cdef bint is_folded

    cdef int check_folded(self) except -1

    cdef check_range(self, int64_t first, int64_t last, const int32_t[::1] cancel)

    cdef ByteRange line(self, int64_t sentence) noexcept nogil

    cdef void fold(self, int64_t sentence, Sentence *work, Folding *folding) noexcept nogil

    cdef void write_row(
        self, int64_t row, const Counted *counted, int64_t[:, ::1] table, uint8_t *ways
    ) noexcept nogil

    cdef Status find_edits(
        self, const GoldRow *gold, Sentence *work, Scratch *scratch
    ) noexcept nogil

    cdef Status count_rows(
        self, int64_t sentence, const Numbered *words, Sentence *work, int64_t[:, ::1] table,
        Scratch *scratch, bint is_ordered, uint8_t *ways,
    ) noexcept nogil

    cdef Status settle_row(
        self, int64_t row, const Numbered *words, Sentence *work, const GoldRow *gold,
        Scratch *scratch, bint is_ordered, Counted *counted,
    ) noexcept nogil

    cdef Status count_sentence(
        self, int64_t sentence, Numbered *words, int64_t[:, ::1] table, const Options *options,
        Scratch *scratch, bint is_ordered, uint8_t *ways,
    ) noexcept nogil
