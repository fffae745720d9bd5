"""A `Matcher` that counts every row three ways: correction, recognition and detection.

What a row comes to in the other modes follows from the status of each gold edit (`statuses`), and
so from the edits themselves, not from counts alone: here the sequence must be the scorer's own, or
all lightest paths must come to the same (`edit_lists`). Rows without gold edits, or without edits
of the hypothesis, need none.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcmp, memcpy, memset

from fastgec._arena cimport (
    DONE, NO_MEMORY, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
)
from fastgec._lattice cimport MOST_ROUNDED
from fastgec.maxmatch.arcs.tight_arcs cimport LightestArcs, first_path
from fastgec.maxmatch.modes.edit_lists cimport EditLists, list_edits, write_list
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow
from fastgec.maxmatch.terms.folding cimport is_dropped
from fastgec.maxmatch.gold.gold_order cimport count_sequence
from fastgec.maxmatch.gold.gold_texts cimport list_texts
from fastgec.maxmatch.matcher cimport Matcher
from fastgec.maxmatch.terms.records cimport ORDERED, Counted, GoldArcs, GoldTexts, Scratch, Sentence
from fastgec.maxmatch.settle cimport (
    count_row, is_certified, open_row, open_vertices, order_lightest, scratch_free, scratch_init,
    settle,
)
from fastgec.maxmatch.modes.statuses cimport CORRECTED, MISSED, Verdict, judge, makes_all
from fastgec.maxmatch.modes.tight_ways cimport Survey, makes_gold_alone, survey_ways
from fastgec.maxmatch.modes.way_arcs cimport take_arcs


STATUSES = ("missed", "detected", "recognised", "corrected")


cdef class ModeMatcher(Matcher):
    """A `Matcher` that writes the counts of all modes; parameters as there."""

    cdef int64_t[:, ::1] table
    cdef uint8_t[::1] statuses
    cdef const uint8_t[::1] optional
    cdef int32_t empty
    cdef bint is_open, has_statuses, has_bonus

    def open(
        self,
        int64_t[:, ::1] table not None,
        uint8_t[::1] statuses=None,
        const uint8_t[::1] optional=None,
        int32_t empty=-1,
    ):
        """Take where counts go, before `count` or `recount` is called.

        Args:
            table: int64[R, 9]: correct, proposed and gold of correction, of recognition, of
                detection; rows of other sentences than those counted are not touched.
            statuses: None or uint8[E], the status of each gold edit, as in STATUSES.
            optional: None or uint8[E]: gold edits that need not be made, and count as correct and
                proposed where they are missed.
            empty: The token of nothing between two spaces in alternatives, -1 if there is none.

        Raises:
            ValueError: An array does not fit.
        """
        cdef int64_t n_edits = self.start.shape[0]
        if table.shape[0] != self.n_rows or table.shape[1] != 9:
            raise ValueError(f"table of {table.shape[0]} x {table.shape[1]} for {self.n_rows} rows")
        if statuses is not None and statuses.shape[0] != n_edits:
            raise ValueError(f"statuses of {statuses.shape[0]} for {n_edits} edits")
        if optional is not None and optional.shape[0] != n_edits:
            raise ValueError(f"optional of {optional.shape[0]} for {n_edits} edits")
        self.table = table
        self.has_statuses = statuses is not None
        self.has_bonus = optional is not None
        if self.has_statuses:
            self.statuses = statuses
        if self.has_bonus:
            self.optional = optional
        self.empty = empty
        self.is_open = True

    def recount(
        self,
        int64_t row,
        const int32_t[:, ::1] edits not None,
        int64_t n_correct,
        const int32_t[::1] cancel not None,
        size_t memory_limit,
    ):
        """Write the counts of a row again, whose edits are known.

        Args:
            row: Which one.
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
        cdef int64_t sentence = 0
        cdef int64_t number, source, hypothesis
        cdef int32_t n_source, n_hypothesis
        cdef Scratch scratch
        cdef Sentence work
        cdef GoldRow gold
        cdef GoldTexts texts
        cdef Counted counted
        cdef Status status
        if not self.is_open or not 0 <= row < self.n_rows or edits.shape[1] != 6:
            raise ValueError(f"row {row} of {self.n_rows}, with edits of {edits.shape[1]} numbers")
        while self.row_offsets[sentence + 1] <= row:
            sentence += 1
        self.check_range(sentence, sentence + 1, cancel)
        source = self.source_offsets[sentence]
        hypothesis = self.hypothesis_offsets[sentence]
        n_source = <int32_t>(self.source_offsets[sentence + 1] - source)
        n_hypothesis = <int32_t>(self.hypothesis_offsets[sentence + 1] - hypothesis)
        for number in range(edits.shape[0]):
            if not (
                0 <= edits[number, 2] <= edits[number, 3] <= n_source
                and 0 <= edits[number, 4] <= edits[number, 5] <= n_hypothesis
            ):
                raise ValueError(f"edit {number} lies outside the sentence")
        work.lattice.source = &self.source_ids[0] + source if n_source else NULL
        work.lattice.hypothesis = &self.hypothesis_ids[0] + hypothesis if n_hypothesis else NULL
        work.options = &self.options
        work.folding = NULL
        work.edits = <Edit *>&edits[0, 0] if edits.shape[0] else NULL
        work.n_edits = <int32_t>edits.shape[0]
        counted.n_correct = n_correct
        counted.n_proposed = work.n_edits
        self.gold_row(row, &gold)
        scratch_init(&scratch, memory_limit)
        with nogil:
            status = list_texts(&texts, &gold, &scratch.arena)
            if status == DONE:
                status = self.write_modes(row, &work, &gold, &texts, &counted, &cancel[0], &scratch)
            scratch_free(&scratch)
        if status == NO_MEMORY:
            raise MemoryError(f"no memory for row {row + 1}")
        return status == DONE

    cdef Status settle_row(
        self, int64_t row, Sentence *work, const GoldRow *gold, Scratch *scratch, bint is_ordered,
        Counted *counted,
    ) noexcept nogil:
        """Count one row, and judge its edits if it has any; if `is_ordered`, the scorer's own."""
        cdef GoldArcs found
        cdef bint is_settled = False
        cdef Mark mark
        cdef Status status = DONE
        if gold.n_edits == 0 and not is_ordered:
            return count_row(work, gold, scratch, False, counted)
        status = open_vertices(work, scratch)
        work.program.keeps_ties = True  # for `tight_ways`
        if status == DONE:
            status = open_row(work, gold, &found, &scratch.arena)
        if status != DONE:
            return status
        if not is_ordered and is_certified(work, &found, counted):
            mark = arena_mark(&scratch.arena)
            status = self.judge_certified(row, work, gold, &found, counted, scratch, &is_settled)
            if status != DONE or is_settled:
                return status
            arena_rewind(&scratch.arena, &mark)
        status = settle(work, gold, &found, scratch, True, counted, &is_settled)
        if status != DONE:
            return status
        count_sequence(work, &found.texts, counted)
        if gold.n_edits == 0 or counted.n_proposed == 0:
            return DONE
        return self.write_modes(
            row, work, gold, &found.texts, counted, work.options.cancel, scratch
        )

    cdef Status judge_certified(
        self, int64_t row, Sentence *work, const GoldRow *gold, const GoldArcs *found,
        Counted *counted, Scratch *scratch, bint *is_settled,
    ) noexcept nogil:
        """Judge the edits of a certified row, unless it would take too long to find its ways."""
        cdef Survey survey
        cdef EditLists lists
        cdef LightestArcs lightest
        cdef Status status
        is_settled[0] = True
        if counted.n_proposed == 0:
            return DONE
        if makes_all(gold, &found.texts, counted.n_correct, counted.n_proposed):
            self.write_alike(row, counted, CORRECTED)
            return DONE
        if makes_gold_alone(&work.program, found, counted.n_correct, counted.n_proposed):
            return self.write_modes(
                row, work, gold, &found.texts, counted, work.options.cancel, scratch
            )
        is_settled[0] = False
        status = survey_ways(&survey, &work.program, found, &scratch.arena)
        if status != DONE or not survey.is_whole:
            return status
        status = list_edits(&lists, &survey, &scratch.arena)
        if status == DONE and lists.n_lists:
            status = self.judge_lists(
                row, work, gold, &found.texts, &lists, counted, scratch, is_settled
            )
        # Where sums are exact, `list_order` is not the scorer's.
        if status != DONE or is_settled[0] or work.lattice.n_vertices > MOST_ROUNDED:
            return status
        status = take_arcs(&lightest, &survey, &scratch.arena)
        if status == DONE:
            status = order_lightest(work, scratch, &lightest)
        if status != DONE:
            return status
        first_path(&lightest, work.edits, &work.n_edits)
        counted.way = ORDERED
        is_settled[0] = True
        return self.write_modes(
            row, work, gold, &found.texts, counted, work.options.cancel, scratch
        )

    cdef Status judge_lists(
        self, int64_t row, Sentence *work, const GoldRow *gold, const GoldTexts *texts,
        const EditLists *lists, const Counted *counted, Scratch *scratch, bint *is_settled,
    ) noexcept nogil:
        """Judge all edits that may be the scorer's; settled if it does not matter which are."""
        cdef Verdict first, verdict
        cdef int32_t number
        cdef Status status
        first.fates = <uint8_t *>arena_take(&scratch.arena, 2 * gold.n_edits, 1)
        if first.fates == NULL:
            return arena_status(&scratch.arena)
        verdict.fates = first.fates + gold.n_edits
        for number in range(lists.n_lists):
            if lists.n_lists > 1:
                write_list(lists, number, &work.program, work.edits, &work.n_edits)
            status = judge(
                &verdict if number else &first, work.edits, work.n_edits, gold, texts,
                &work.lattice, self.empty, work.options.cancel, &scratch.arena,
            )
            if status != DONE:
                return status
            if number and (
                verdict.n_used != first.n_used
                or memcmp(verdict.fates, first.fates, gold.n_edits) != 0
            ):
                return DONE
        is_settled[0] = True
        self.write_verdict(row, &first, counted)
        return DONE

    cdef void write_row(
        self, int64_t row, const Counted *counted, int64_t[:, ::1] table, uint8_t *ways
    ) noexcept nogil:
        """Write a row; one with edits on both sides has been judged, and its modes are written."""
        Matcher.write_row(self, row, counted, table, ways)
        if self.edit_offsets[row + 1] == self.edit_offsets[row] or counted.n_proposed == 0:
            self.write_alike(row, counted, MISSED)

    cdef void write_alike(self, int64_t row, const Counted *counted, uint8_t fate) noexcept nogil:
        """Write the modes of a row whose gold edits are all missed, or all corrected by as many."""
        cdef int64_t first = self.edit_offsets[row]
        cdef int64_t n_gold = self.edit_offsets[row + 1] - first
        if self.has_statuses and n_gold:
            memset(&self.statuses[first], fate, n_gold)
        self.write_triples(
            row, counted.n_correct, counted.n_correct, counted.n_correct, counted.n_proposed,
            counted.n_proposed,
        )
        if fate == MISSED:
            self.add_bonus(row, NULL)

    cdef Status write_modes(
        self, int64_t row, Sentence *work, const GoldRow *gold, const GoldTexts *texts,
        const Counted *counted, const int32_t *cancel, Scratch *scratch,
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
            &verdict, edits, n_edits, gold, texts, &work.lattice, self.empty, cancel,
            &scratch.arena,
        )
        if status == DONE:
            self.write_verdict(row, &verdict, counted)
        return status

    cdef void write_verdict(
        self, int64_t row, const Verdict *verdict, const Counted *counted
    ) noexcept nogil:
        cdef int64_t first = self.edit_offsets[row]
        cdef int64_t n_gold = self.edit_offsets[row + 1] - first
        cdef int64_t recognised = min(n_gold, counted.n_correct + verdict.n_recognised)
        cdef int64_t detected = max(recognised, n_gold - verdict.n_missed)
        if self.has_statuses and n_gold:
            memcpy(&self.statuses[first], verdict.fates, n_gold)
        self.write_triples(
            row, counted.n_correct, recognised, detected, counted.n_proposed,
            detected + counted.n_proposed - verdict.n_used,
        )
        self.add_bonus(row, verdict.fates)

    cdef void write_triples(
        self, int64_t row, int64_t correct, int64_t recognised, int64_t detected,
        int64_t proposed, int64_t proposed_places,
    ) noexcept nogil:
        cdef int64_t *table = &self.table[row, 0]
        cdef int64_t n_gold = self.edit_offsets[row + 1] - self.edit_offsets[row]
        table[0] = correct
        table[1] = proposed
        table[2] = n_gold
        table[3] = recognised
        table[4] = proposed
        table[5] = n_gold
        table[6] = detected
        table[7] = proposed_places
        table[8] = n_gold

    cdef void add_bonus(self, int64_t row, const uint8_t *fates) noexcept nogil:
        """Count optional edits that were missed as correct and proposed; NULL: all were."""
        cdef int64_t first = self.edit_offsets[row]
        cdef int64_t n_missed = 0
        cdef int64_t edit
        cdef int mode
        if not self.has_bonus:
            return
        for edit in range(self.edit_offsets[row + 1] - first):
            if self.optional[first + edit] and (fates == NULL or fates[edit] == MISSED):
                n_missed += 1
        for mode in range(3):
            self.table[row, 3 * mode] += n_missed
            self.table[row, 3 * mode + 1] += n_missed
