"""A `Matcher` that counts every row three ways: correction, recognition and detection.

What a row comes to in the other modes follows from the status of each gold edit (`statuses`), and
so from the edits themselves, not from counts alone: here the sequence must be the scorer's own.
Rows without gold edits, or without edits of the hypothesis, need none.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from fastgec.kernels.arena cimport DONE, NO_MEMORY, Status, arena_status, arena_take
from fastgec.maxmatch.gold_texts cimport list_texts
from fastgec.maxmatch.hypothesis cimport (
    Numbered, empty_word, gold_row, number_sentence, numbered_free, numbered_init,
)
from fastgec.maxmatch.matcher cimport Matcher
from fastgec.maxmatch.statuses cimport MISSED, Verdict, judge
from fastgec.maxmatch.settle cimport (
    COUNTS, EDITS, ORDER, Need, count_row, scratch_free, scratch_init,
)
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow, lie_within
from fastgec.maxmatch.terms.folding cimport is_dropped
from fastgec.maxmatch.terms.records cimport Counted, GoldTexts, Scratch, Sentence


STATUSES = ("missed", "detected", "recognised", "corrected")


cdef class ModeMatcher(Matcher):
    """A `Matcher` that writes the counts of all modes; parameters as there."""

    cdef int64_t[:, ::1] table
    cdef const uint8_t[::1] optional
    cdef bint is_open, has_bonus

    def open(
        self,
        int64_t[:, ::1] table not None,
        const uint8_t[::1] optional=None,
    ):
        """Take where counts go, before `count` or `recount` is called.

        Args:
            table: int64[R, 9]: correct, proposed and gold of correction, of recognition, of
                detection; rows of other sentences than those counted are not touched.
            optional: None or uint8[E]: gold edits that need not be made, and count as correct and
                proposed where they are missed.

        Raises:
            ValueError: An array does not fit.
        """
        cdef int64_t n_edits = self.gold.n_edits
        if table.shape[0] != self.n_rows or table.shape[1] != 9:
            raise ValueError(f"table of {table.shape[0]} x {table.shape[1]} for {self.n_rows} rows")
        if optional is not None and optional.shape[0] != n_edits:
            raise ValueError(f"optional of {optional.shape[0]} for {n_edits} edits")
        self.table = table
        self.has_bonus = optional is not None
        if self.has_bonus:
            self.optional = optional
        self.is_open = True

    def recount(
        self,
        int64_t sentence,
        int64_t row,
        const int32_t[:, ::1] edits not None,
        int64_t n_correct,
        const int32_t[::1] cancel not None,
        size_t memory_limit,
    ):
        """Write the counts of a row again, whose edits are known.

        Args:
            sentence: Which one.
            row: One of its rows.
            edits: int32[n, 6], as `edits` returns them, in its order; some may be left out.
            n_correct: Of correction.
            cancel: int32[1]; not 0 once work must stop.
            memory_limit: Bytes of scratch memory.

        Returns:
            Whether the limit was enough.

        Raises:
            ValueError: `open` was not called, or an argument does not fit.
            MemoryError: The system has no memory within the limit.
        """
        cdef Scratch scratch
        cdef Numbered words
        cdef Sentence work
        cdef GoldRow gold
        cdef GoldTexts texts
        cdef Counted counted
        cdef Status status
        self.check_range(sentence, sentence + 1, cancel)
        if not self.is_open or edits.shape[1] != 6 or not (
            self.gold.row_offsets[sentence] <= row < self.gold.row_offsets[sentence + 1]
        ):
            raise ValueError(f"row {row} of {self.n_rows}, with edits of {edits.shape[1]} numbers")
        numbered_init(&words)
        with nogil:
            status = number_sentence(
                &words, self.gold, sentence, self.line(sentence), self.fast_end
            )
        work.lattice.source = <int32_t *>words.source.items
        work.lattice.n_source = <int32_t>words.n_source
        work.lattice.hypothesis = <int32_t *>words.hypothesis.items
        work.lattice.n_hypothesis = <int32_t>words.n_hypothesis
        work.options = &self.options
        work.folding = NULL
        work.edits = <Edit *>&edits[0, 0] if edits.shape[0] else NULL
        work.n_edits = <int32_t>edits.shape[0]
        if status == DONE and not lie_within(work.edits, work.n_edits, &work.lattice):
            numbered_free(&words)
            raise ValueError(f"an edit of row {row} lies outside its sentence")
        counted.n_correct = n_correct
        counted.n_proposed = work.n_edits
        scratch_init(&scratch, memory_limit)
        with nogil:
            if status == DONE:
                gold_row(self.gold, &words, row, &gold)
                status = list_texts(&texts, &gold, &scratch.arena)
            if status == DONE:
                status = self.write_modes(
                    row, &words, &work, &gold, &texts, &counted, &cancel[0], &scratch
                )
            scratch_free(&scratch)
            numbered_free(&words)
        if status == NO_MEMORY:
            raise MemoryError(f"no memory for row {row + 1}")
        return status == DONE

    cdef Status settle_row(
        self, int64_t row, const Numbered *words, Sentence *work, const GoldRow *gold,
        Scratch *scratch, bint is_ordered, Counted *counted,
    ) noexcept nogil:
        """Count one row, and judge its edits if it has any: the scorer's own."""
        cdef GoldTexts texts
        cdef Need need = ORDER if is_ordered else EDITS if gold.n_edits else COUNTS
        cdef Status status = count_row(work, gold, scratch, need, counted)
        if status != DONE or gold.n_edits == 0 or counted.n_proposed == 0:
            return status
        status = list_texts(&texts, gold, &scratch.arena)
        return status if status != DONE else self.write_modes(
            row, words, work, gold, &texts, counted, work.options.cancel, scratch
        )

    cdef void write_row(
        self, int64_t row, const Counted *counted, int64_t[:, ::1] table, uint8_t *ways
    ) noexcept nogil:
        """Write a row; one with edits on both sides has been judged, and its modes are written."""
        Matcher.write_row(self, row, counted, table, ways)
        cdef const int64_t *offsets = self.gold.edit_offsets
        cdef Verdict verdict
        if offsets[row + 1] == offsets[row] or counted.n_proposed == 0:
            verdict.n_recognised = verdict.n_used = 0
            verdict.n_missed = offsets[row + 1] - offsets[row]
            verdict.fates = NULL
            self.write_verdict(row, &verdict, counted)

    cdef Status write_modes(
        self, int64_t row, const Numbered *words, Sentence *work, const GoldRow *gold,
        const GoldTexts *texts, const Counted *counted, const int32_t *cancel, Scratch *scratch,
    ) noexcept nogil:
        """Judge the edits of a row, and write what it comes to."""
        cdef int32_t number
        cdef int32_t n_edits = work.n_edits
        cdef Edit *edits = work.edits
        cdef Verdict verdict
        cdef Status status
        if work.folding != NULL:
            edits = <Edit *>arena_take(&scratch.arena, work.n_edits, sizeof(Edit))
            if edits == NULL:
                return arena_status(&scratch.arena)
            n_edits = 0
            for number in range(work.n_edits):
                if not is_dropped(work.folding, &work.edits[number]):
                    edits[n_edits] = work.edits[number]
                    n_edits += 1
        verdict.fates = <uint8_t *>arena_take(&scratch.arena, gold.n_edits, 1)
        if verdict.fates == NULL:
            return arena_status(&scratch.arena)
        status = judge(
            &verdict, edits, n_edits, gold, texts, &work.lattice, empty_word(words), cancel,
            &scratch.arena,
        )
        if status == DONE:
            self.write_verdict(row, &verdict, counted)
        return status

    cdef void write_verdict(
        self, int64_t row, const Verdict *verdict, const Counted *counted
    ) noexcept nogil:
        """Write the modes of a row; of its `fates`, NULL says that all are missed."""
        cdef int64_t *table = &self.table[row, 0]
        cdef int64_t n_gold = self.gold.edit_offsets[row + 1] - self.gold.edit_offsets[row]
        table[0] = counted.n_correct
        table[3] = min(n_gold, counted.n_correct + verdict.n_recognised)
        table[6] = max(table[3], n_gold - verdict.n_missed)
        table[1] = table[4] = counted.n_proposed
        table[7] = table[6] + counted.n_proposed - verdict.n_used
        table[2] = table[5] = table[8] = n_gold
        self.add_bonus(row, verdict.fates)

    cdef void add_bonus(self, int64_t row, const uint8_t *fates) noexcept nogil:
        """Count optional edits that were missed as correct and proposed; NULL: all were."""
        cdef int64_t first = self.gold.edit_offsets[row]
        cdef int64_t n_missed = 0
        cdef int64_t edit
        cdef int mode
        if not self.has_bonus:
            return
        for edit in range(self.gold.edit_offsets[row + 1] - first):
            if self.optional[first + edit] and (fates == NULL or fates[edit] == MISSED):
                n_missed += 1
        for mode in range(3):
            self.table[row, 3 * mode] += n_missed
            self.table[row, 3 * mode + 1] += n_missed
