"""MaxMatch for ranges of sentences: what Python calls for batches.

A `Matcher` holds a batch of gold and the text of its hypotheses, checked once against each other.
Its methods work on any range of sentences, from any number of threads, without the GIL; each call
owns its scratch memory, in which it numbers the words of a sentence at a time (`hypothesis`).

A hypothesis that equals its source proposes nothing; other sentences go the way of `resolve`. The
modes of counting are a subclass, and so is the reference kernel for tests (`faithful`).
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_HARD, TOO_LARGE, Mark, Status, arena_mark, arena_status,
    arena_take, is_cancelled,
)
from fastgec.kernels.array cimport Array, make_room
from fastgec.kernels.checks cimport check_lines, check_offsets
from fastgec._lattice cimport Lattice
from fastgec.kernels.words cimport SLACK
from fastgec.read.batch cimport Batch
from fastgec.read.goldtable cimport NONE, count_line
from fastgec.read.m2fields cimport ByteRange
from fastgec.maxmatch.gold_texts cimport list_texts, take_gold, text_of_edit
from fastgec.maxmatch.hypothesis cimport (
    Numbered, empty_word, gold_row, is_unchanged, most_gold_edits, number_sentence, numbered_free,
    numbered_init, open_changed, open_sentence, source_of,
)
from fastgec.maxmatch.statuses cimport MISSED, Verdict, judge
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow, Options, lie_within
from fastgec.maxmatch.terms.folding cimport is_dropped
from fastgec.maxmatch.terms.records cimport (
    EQUAL, Counted, Folding, GoldText, GoldTexts, Scratch, Sentence,
)
from fastgec.maxmatch.resolve cimport (
    COUNTS, EDITS, ORDER, Need, close_row, count_row, open_rows, scratch_free, scratch_init,
)


WAYS = ("equal", "certified", "ordered")
STATUSES = ("missed", "detected", "recognised", "corrected")


cdef enum:
    LONG = 4096  # vertices of a sentence that takes so long that Ctrl-C is looked for


class TooManyAlignmentsError(ValueError):
    """A sentence repeats itself on both sides so often that its edits take too many steps to find.

    sentence  which one
    """

    def __init__(self, sentence):
        super().__init__(f"sentence {sentence + 1}: too many equal alignments")
        self.sentence = sentence


class TooLargeError(MemoryError):
    """A sentence needs more scratch memory than the limit.

    sentence  which one
    """

    def __init__(self, sentence):
        super().__init__(f"sentence {sentence + 1}: more memory needed than the limit")
        self.sentence = sentence


cdef class Matcher:
    """One batch of gold against one column of hypotheses.

    Parameters: batch, the gold of S sentences; text, starts int64[S], ends int64[S], of the
    hypotheses: UTF-8 and the bytes of each.
    max_unchanged_words: most unchanged tokens inside an edit. is_release_3_2: spans as that release
    has them. is_wdiff: take edits as `wdiff` cuts them, for which neither matters.
    source_folded, hypothesis_folded: None, or (bytes, offsets int64[T+1], firsts int64[S+1]),
    lower-cased text of each token, and which is the first of each sentence; edits whose two sides
    are then equal are not counted.
    Raises: ValueError for shapes, offsets or lines that do not fit together.
    """

    def __init__(
        self,
        Batch batch not None,
        const uint8_t[::1] text not None,
        const int64_t[::1] starts not None,
        const int64_t[::1] ends not None,
        *,
        int32_t max_unchanged_words,
        bint is_release_3_2,
        bint is_wdiff=False,
        source_folded=None,
        hypothesis_folded=None,
    ):
        if max_unchanged_words < 0:
            raise ValueError(f"{max_unchanged_words} unchanged words, expected 0 or more")
        if batch.found != NONE:
            raise ValueError(f"gold with a fault in line {batch.line}")
        self.batch = batch
        self.gold = batch.table()
        self.n_sentences = self.gold.n_sentences
        self.n_rows = self.gold.n_rows
        check_lines(text, starts, ends)
        if starts.shape[0] != self.n_sentences:
            raise ValueError(f"{starts.shape[0]} hypotheses for {self.n_sentences} sources")
        self.text = text
        self.starts = starts
        self.ends = ends
        self.fast_end = text_of(text) + max(text.shape[0] - SLACK, 0)
        self.options.max_unchanged = max_unchanged_words
        self.options.is_release_3_2 = is_release_3_2
        self.options.is_wdiff = is_wdiff
        self.options.cancel = NULL
        self.is_folded = source_folded is not None
        if self.is_folded:
            self.source_text, self.source_text_offsets, self.source_firsts = source_folded
            self.hypothesis_text, self.hypothesis_text_offsets, self.hypothesis_firsts = (
                hypothesis_folded
            )
            self.check_folded()

    cdef int check_folded(self) except -1:
        """Raise ValueError unless there is lower-cased text for each token of each sentence."""
        cdef int64_t sentence
        cdef ByteRange source, line
        check_offsets("source_folded", self.source_text_offsets, self.source_text.shape[0])
        check_offsets(
            "hypothesis_folded", self.hypothesis_text_offsets, self.hypothesis_text.shape[0]
        )
        check_offsets(
            "tokens of sources", self.source_firsts, self.source_text_offsets.shape[0] - 1
        )
        check_offsets(
            "tokens of hypotheses", self.hypothesis_firsts,
            self.hypothesis_text_offsets.shape[0] - 1,
        )
        if self.source_firsts.shape[0] != self.n_sentences + 1 or (
            self.hypothesis_firsts.shape[0] != self.n_sentences + 1
        ):
            raise ValueError("folded text must have tokens of each sentence")
        for sentence in range(self.n_sentences):
            source, line = source_of(self.gold, sentence), self.line(sentence)
            if (
                self.source_firsts[sentence + 1] - self.source_firsts[sentence]
                != count_line(source.at, source.end, self.gold.fast_end)
                or self.hypothesis_firsts[sentence + 1] - self.hypothesis_firsts[sentence]
                != count_line(line.at, line.end, self.fast_end)
            ):
                raise ValueError("folded text must have a value per token")
        return 0

    def count(
        self,
        int64_t first,
        int64_t last,
        int64_t[:, ::1] table not None,
        const int32_t[::1] cancel not None,
        size_t memory_limit,
        *,
        bint is_ordered=False,
        uint8_t[::1] ways=None,
    ):
        """Write correct, proposed, gold of every row of the sentences first to last (exclusive).

        Args:
            first: The first sentence.
            last: The one behind the last.
            table: int64[R, 3]; rows of other sentences are not touched.
            cancel: int32[1]; work stops soon after another thread makes it 1.
            memory_limit: Bytes of scratch memory.
            is_ordered: Settle every row by the scorer's order, as if nothing else sufficed (tests).
            ways: None or uint8[R], the method that resolved each row, as in WAYS.

        Returns:
            -1, or the sentence that stopped the work: it needs more than the limit.

        Raises:
            ValueError: A range or an array does not fit.
            TooManyAlignmentsError: A sentence takes too many steps, whatever the memory.
            MemoryError: The system has no memory for a sentence within the limit.
        """
        self.check_range(first, last, cancel)
        if table.shape[0] != self.n_rows or table.shape[1] != 3:
            raise ValueError(f"table of {table.shape[0]} x {table.shape[1]} for {self.n_rows} rows")
        if ways is not None and ways.shape[0] != self.n_rows:
            raise ValueError(f"ways for {ways.shape[0]} of {self.n_rows} rows")
        cdef Options options = self.options
        cdef Scratch scratch
        cdef Numbered words
        cdef int64_t sentence
        cdef Status status = DONE
        cdef uint8_t *row_ways = NULL
        if ways is not None and self.n_rows:
            row_ways = &ways[0]
        options.cancel = &cancel[0]
        with nogil:
            scratch_init(&scratch, memory_limit)
            numbered_init(&words)
            sentence = first
            while sentence < last:
                status = self.count_sentence(
                    sentence, &words, table, &options, &scratch, is_ordered, row_ways
                )
                if status != DONE:
                    break
                sentence += 1
            numbered_free(&words)
            scratch_free(&scratch)
        if status == NO_MEMORY:
            raise MemoryError(f"no memory for sentence {sentence + 1}")
        if status == TOO_HARD:
            raise TooManyAlignmentsError(sentence)
        return sentence if status == TOO_LARGE else -1

    def edits(
        self,
        const int64_t[::1] rows not None,
        const int32_t[::1] cancel not None,
        size_t memory_limit,
        *,
        uint8_t[::1] statuses=None,
        sequences=None,
    ):
        """Find the published scorer's edits against some rows, and which gold edits each makes.

        Edits of all rows stand one after the other. An edit is (start, end, source_start,
        source_end, hypothesis_start, hypothesis_end): the span as the release counts it, then the
        tokens that it covers, within the sentence. Edits that folding would drop are there. Gold
        edits of all rows, G of them, also stand one after the other.

        Args:
            rows: int64[N], ascending.
            cancel: int32[1]; not 0 once work must stop. Rows that are left then have no edits.
            memory_limit: Bytes of scratch memory.
            statuses: None or uint8[G]: gets the status of each gold edit, see `statuses`.
            sequences: None, or (offsets, spans) as returned: edits to take instead of those of the
                scorer, which may lack some.

        Returns:
            offsets int64[N+1] of the edits of each row; spans int32[E, 6]; makers int64[G]: which
            edit makes each gold edit, -1 if none does.

        Raises:
            ValueError: An array does not fit.
            TooLargeError: A sentence needs more memory than the limit.
            TooManyAlignmentsError: A sentence takes too many steps, whatever the memory.
            MemoryError: The system has no memory within the limit.
        """
        import numpy as np  # counting needs none of it

        cdef int64_t n_gold = 0
        cdef int64_t at, number, row
        self.check_range(0, 0, cancel)
        for at in range(rows.shape[0]):
            if not (rows[at - 1] if at else -1) < rows[at] < self.n_rows:
                raise ValueError(f"row {rows[at]} of {self.n_rows}, expected ascending rows")
            n_gold += self.gold.edit_offsets[rows[at] + 1] - self.gold.edit_offsets[rows[at]]
        if statuses is not None and statuses.shape[0] != n_gold:
            raise ValueError(f"statuses of {statuses.shape[0]} for {n_gold} gold edits")
        cdef int64_t[::1] offsets = np.zeros(rows.shape[0] + 1, np.int64)
        cdef int64_t[::1] makers = np.full(n_gold, -1, np.int64)
        cdef const int64_t[::1] given_offsets
        cdef const int32_t[:, ::1] given
        cdef int32_t[:, ::1] spans
        cdef bint is_given = sequences is not None
        if is_given:
            given_offsets, given = sequences
            if given.shape[1] != 6 or given_offsets.shape[0] != offsets.shape[0]:
                raise ValueError(f"spans of {given.shape[1]} numbers, expected 6, and N+1 offsets")
            check_offsets("offsets", given_offsets, given.shape[0])
        cdef Options options = self.options
        cdef Scratch scratch
        cdef Numbered words
        cdef Sentence work
        cdef Folding folding
        cdef GoldRow gold
        cdef Mark mark
        cdef Array found  # edits of rows, one after the other
        cdef int64_t n_found = 0
        cdef int64_t *row_makers = &makers[0] if n_gold else NULL
        cdef uint8_t *row_statuses = NULL
        cdef int64_t sentence = -1
        cdef Status status = DONE
        options.cancel = &cancel[0]
        found.items = NULL
        found.room = 0
        if statuses is not None and n_gold:
            row_statuses = &statuses[0]
        scratch_init(&scratch, memory_limit)
        numbered_init(&words)
        try:
            with nogil:
                for at in range(rows.shape[0]):
                    row = rows[at]
                    if sentence < 0 or row >= self.gold.row_offsets[sentence + 1]:
                        sentence += 1
                        while row >= self.gold.row_offsets[sentence + 1]:
                            sentence += 1
                        if is_cancelled(options.cancel):
                            status = CANCELLED
                            break
                        status = number_sentence(
                            &words, self.gold, sentence, self.line(sentence), self.fast_end
                        )
                        if status == DONE:
                            status = open_sentence(&work, &words, &options, &scratch)
                        if status != DONE:
                            break
                        self.fold(sentence, &work, &folding)
                        mark = arena_mark(&scratch.arena)
                        if work.lattice.n_vertices > LONG:
                            with gil:
                                PyErr_CheckSignals()
                    gold_row(self.gold, &words, row, &gold)
                    if is_given:
                        number = given_offsets[at]
                        work.n_edits = <int32_t>(given_offsets[at + 1] - number)
                        work.edits = <Edit *>&given[number, 0] if work.n_edits else NULL
                        if not lie_within(work.edits, work.n_edits, &work.lattice):
                            with gil:
                                raise ValueError(f"an edit of row {row} lies outside its sentence")
                    elif is_unchanged(&words):
                        work.n_edits = 0
                    else:
                        status = self.find_edits(&gold, &work, &scratch)
                    if status == DONE:
                        status = match_row(
                            &work, &gold, n_found, row_makers, row_statuses,
                            empty_word(&words), &scratch,
                        )
                    if status == DONE:
                        status = add_edits(&found, n_found, work.edits, work.n_edits)
                    if status != DONE:
                        for number in range(gold.n_edits):
                            row_makers[number] = -1
                        break
                    n_found += work.n_edits
                    offsets[at + 1] = n_found
                    row_makers += gold.n_edits
                    if row_statuses != NULL:
                        row_statuses += gold.n_edits
                    work.rows_mark = mark
                    close_row(&work, &scratch)
                if status == CANCELLED:
                    for number in range(at, rows.shape[0]):
                        offsets[number + 1] = n_found
            if status == NO_MEMORY:
                raise MemoryError(f"no memory for sentence {sentence + 1}")
            if status == TOO_HARD:
                raise TooManyAlignmentsError(sentence)
            if status == TOO_LARGE:
                raise TooLargeError(sentence)
            spans = np.empty((n_found, 6), np.int32)
            if n_found:
                memcpy(&spans[0, 0], found.items, n_found * sizeof(Edit))
        finally:
            free(found.items)
            numbered_free(&words)
            scratch_free(&scratch)
        return np.asarray(offsets), np.asarray(spans), np.asarray(makers)

    cdef check_range(self, int64_t first, int64_t last, const int32_t[::1] cancel):
        if not 0 <= first <= last <= self.n_sentences:
            raise ValueError(f"sentences {first} to {last} of {self.n_sentences}")
        if cancel.shape[0] != 1:
            raise ValueError("cancel must hold one value")
        if self.batch is None:
            raise ValueError("a matcher that was not made, expected one with gold")
        self.gold = self.batch.table()

    cdef ByteRange line(self, int64_t sentence) noexcept nogil:
        """Return a hypothesis."""
        cdef const uint8_t *text = text_of(self.text)
        return ByteRange(text + self.starts[sentence], text + self.ends[sentence])

    cdef void fold(self, int64_t sentence, Sentence *work, Folding *folding) noexcept nogil:
        """Point at the folded text of a sentence, if there is some."""
        if self.is_folded:
            folding.source.bytes = text_of(self.source_text)
            folding.source.offsets = &self.source_text_offsets[self.source_firsts[sentence]]
            folding.hypothesis.bytes = text_of(self.hypothesis_text)
            folding.hypothesis.offsets = (
                &self.hypothesis_text_offsets[self.hypothesis_firsts[sentence]]
            )
            work.folding = folding

    cdef Status find_edits(
        self, const GoldRow *gold, Sentence *work, Scratch *scratch
    ) noexcept nogil:
        """Find the scorer's own edits against one row, with those that folding drops."""
        cdef Counted counted
        cdef Status status = open_rows(work, gold.n_edits, scratch)
        if status == DONE:
            status = count_row(work, gold, scratch, EDITS, &counted)
        return status

    cdef Status count_rows(
        self, int64_t sentence, const Numbered *words, Sentence *work, int64_t[:, ::1] table,
        Scratch *scratch, bint is_ordered, uint8_t *ways,
    ) noexcept nogil:
        """Count the rows of a sentence, whose lattice is there."""
        cdef int64_t row
        cdef GoldRow gold
        cdef Counted counted
        cdef Status status = open_rows(work, most_gold_edits(self.gold, sentence), scratch)
        for row in range(self.gold.row_offsets[sentence], self.gold.row_offsets[sentence + 1]):
            if status != DONE:
                return status
            gold_row(self.gold, words, row, &gold)
            status = self.settle_row(row, words, work, &gold, scratch, is_ordered, &counted)
            close_row(work, scratch)
            if status == DONE:
                self.write_row(row, &counted, table, ways)
        return status

    cdef Status settle_row(
        self, int64_t row, const Numbered *words, Sentence *work, const GoldRow *gold,
        Scratch *scratch, bint is_ordered, Counted *counted,
    ) noexcept nogil:
        return count_row(work, gold, scratch, ORDER if is_ordered else COUNTS, counted)

    cdef void write_row(
        self, int64_t row, const Counted *counted, int64_t[:, ::1] table, uint8_t *ways
    ) noexcept nogil:
        table[row, 0] = counted.n_correct
        table[row, 1] = counted.n_proposed
        table[row, 2] = self.gold.edit_offsets[row + 1] - self.gold.edit_offsets[row]
        if ways != NULL:
            ways[row] = counted.way

    cdef Status count_sentence(
        self, int64_t sentence, Numbered *words, int64_t[:, ::1] table, const Options *options,
        Scratch *scratch, bint is_ordered, uint8_t *ways,
    ) noexcept nogil:
        """Count all rows of a sentence."""
        cdef int64_t row
        cdef ByteRange line = self.line(sentence)
        cdef Sentence work
        cdef Folding folding
        cdef Counted counted
        cdef Status status
        cdef bint is_same
        if is_cancelled(options.cancel):
            return CANCELLED
        status = open_changed(
            &work, words, self.gold, sentence, line, self.fast_end, options, scratch, &is_same
        )
        if is_same:
            counted = Counted(0, 0, EQUAL)
            for row in range(self.gold.row_offsets[sentence], self.gold.row_offsets[sentence + 1]):
                self.write_row(row, &counted, table, ways)
            return DONE
        if status == DONE:
            self.fold(sentence, &work, &folding)
            status = self.count_rows(sentence, words, &work, table, scratch, is_ordered, ways)
        return status


cdef Status match_row(
    Sentence *work, const GoldRow *gold, int64_t first, int64_t *makers, uint8_t *statuses,
    int32_t empty, Scratch *scratch,
) noexcept nogil:
    """Find the gold edits of a row that its edits make, as `count_sequence` counts them.

    Args:
        work: Has the edits.
        gold: The row.
        first: The number of the first edit.
        makers: -1 for each gold edit; gets the number of the edit that makes it.
        statuses: NULL, or gets the status of each gold edit.
        empty: The token of nothing between two spaces in alternatives, -1 if there is none.
        scratch: Its arena gives memory.
    """
    cdef GoldTexts texts
    cdef const GoldText *text
    cdef Verdict verdict
    cdef int64_t at, next_gold = 0
    cdef int32_t number
    cdef Status status
    if statuses != NULL:
        memset(statuses, MISSED, gold.n_edits)
    if gold.n_edits == 0 or work.n_edits == 0:
        return DONE
    status = list_texts(&texts, gold, &scratch.arena)
    if status != DONE:
        return status
    for number in range(work.n_edits):
        text = text_of_edit(&texts, &work.lattice, &work.edits[number])
        if text == NULL:
            continue
        for at in range(text.last - take_gold(&texts, text, &next_gold), text.last):
            makers[texts.edits[at]] = first + number
    if statuses == NULL:
        return DONE
    verdict.fates = statuses
    return judge(
        &verdict, work.edits, work.n_edits, gold, &texts, &work.lattice, empty,
        work.options.cancel, &scratch.arena,
    )


cdef Status add_edits(
    Array *found, int64_t n_found, const Edit *edits, int32_t n_edits
) noexcept nogil:
    if not make_room(found, n_found + n_edits, sizeof(Edit)):
        return NO_MEMORY
    if n_edits:
        memcpy(<Edit *>found.items + n_found, edits, n_edits * sizeof(Edit))
    return DONE


cdef uint8_t nothing = 0


cdef inline const uint8_t *text_of(const uint8_t[::1] text) noexcept nogil:
    # Without text all offsets are 0, and nothing is read; but memcmp may not be given NULL.
    return &text[0] if text.shape[0] else &nothing


cdef class ModeMatcher(Matcher):
    """A `Matcher` that counts every row three ways: correction, recognition, detection.

    What a row comes to in the other modes follows from the status of each gold edit (`statuses`),
    and so from the edits themselves, not from counts alone: here the sequence must be the scorer's
    own. Rows without gold edits, or without edits of the hypothesis, need none. Parameters as
    there.
    """

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
        cdef Options options = self.options
        cdef Status status
        self.check_range(sentence, sentence + 1, cancel)
        if not self.is_open or edits.shape[1] != 6 or not (
            self.gold.row_offsets[sentence] <= row < self.gold.row_offsets[sentence + 1]
        ):
            raise ValueError(f"row {row} of {self.n_rows}, with edits of {edits.shape[1]} numbers")
        options.cancel = &cancel[0]
        options.is_wdiff = True  # a lattice of the tokens alone
        scratch_init(&scratch, memory_limit)
        numbered_init(&words)
        try:
            with nogil:
                status = number_sentence(
                    &words, self.gold, sentence, self.line(sentence), self.fast_end
                )
                if status == DONE:
                    status = open_sentence(&work, &words, &options, &scratch)
            work.edits = <Edit *>&edits[0, 0] if edits.shape[0] else NULL
            counted.n_proposed = work.n_edits = <int32_t>edits.shape[0]
            counted.n_correct = n_correct
            if status == DONE and not lie_within(work.edits, work.n_edits, &work.lattice):
                raise ValueError(f"an edit of row {row} lies outside its sentence")
            with nogil:
                if status == DONE:
                    gold_row(self.gold, &words, row, &gold)
                    status = list_texts(&texts, &gold, &scratch.arena)
                if status == DONE:
                    status = self.write_modes(row, &words, &work, &gold, &texts, &counted, &scratch)
        finally:
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
            row, words, work, gold, &texts, counted, scratch
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
        const GoldTexts *texts, const Counted *counted, Scratch *scratch,
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
            &verdict, edits, n_edits, gold, texts, &work.lattice, empty_word(words),
            work.options.cancel, &scratch.arena,
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
