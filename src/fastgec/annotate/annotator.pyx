"""From pairs of analysed sentences to edits with types: the entry point from Python's arrays.

An `Annotator` holds views of the arrays of a table of words and of analysed sentences, checked once
against each other. Its methods work on any range of pairs, from any number of threads, without the
GIL; each call owns its scratch memory.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE,
    Arena, Status, arena_free, arena_init, arena_reset, arena_status, arena_take, is_cancelled,
)
from fastgec.kernels.checks cimport check_offsets
from fastgec.annotate.alignment cimport Step, align
from fastgec.annotate.classes cimport classify
from fastgec.annotate.judge cimport HAS_UNKNOWN_TAG, WANTS_RESOURCES, Judge
from fastgec.annotate.lexicon cimport OTHER, REPLACEMENT, Lexicon, Sentence, StemRule, Token
from fastgec.annotate.merging cimport (
    Edit, Merging, merge_steps,
)
from fastgec.annotate.similarity cimport Pattern, pattern_init

MERGINGS = ("rules", "all-split", "all-merge", "all-equal")
COLUMNS = ("text", "lower", "lemma", "pos", "tag", "dep", "head", "gap")
RULE_WIDTH = sizeof(StemRule) // sizeof(int32_t)

cdef enum:
    MOST_TOKENS = 0x3FFFFFFF  # of a sentence


cdef struct Scratch:
    Arena arena
    Pattern pattern
    int32_t *balance


cdef class Annotator:
    """Analysed sentences, and what the rules know of their words.

    Parameters (W words, T tokens, S sentences): points int32[P], word_offsets int64[W+1], the code
    points of each word; alphabetic int32[W], marks uint8[W], as in `lexicon`; kind_of_tag int8[..],
    aux uint8[..], by tag and by dependency; tokens int32[T, 8], columns as in COLUMNS;
    sentence_offsets int64[S+1]. rules: None (then IS_LISTED is not known either), or int32[R, 21],
    each a StemRule.
    Raises: ValueError for shapes, offsets, ids or heads that do not fit together.
    """

    cdef const int32_t[::1] points
    cdef const int64_t[::1] word_offsets
    cdef const int32_t[::1] alphabetic
    cdef const uint8_t[::1] marks
    cdef const int8_t[::1] kind_of_tag
    cdef const uint8_t[::1] aux
    cdef const int32_t[:, ::1] tokens
    cdef const int64_t[::1] sentence_offsets
    cdef const int32_t[:, ::1] rules
    cdef Lexicon lexicon

    def __init__(
        self,
        const int32_t[::1] points not None,
        const int64_t[::1] word_offsets not None,
        const int32_t[::1] alphabetic not None,
        const uint8_t[::1] marks not None,
        const int8_t[::1] kind_of_tag not None,
        const uint8_t[::1] aux not None,
        const int32_t[:, ::1] tokens not None,
        const int64_t[::1] sentence_offsets not None,
        const int32_t[:, ::1] rules,
    ):
        cdef int64_t n_words = word_offsets.shape[0] - 1
        check_offsets("word_offsets", word_offsets, points.shape[0])
        check_offsets("sentence_offsets", sentence_offsets, tokens.shape[0])
        if not 0 < n_words <= MOST_TOKENS or points.shape[0] == 0:
            raise ValueError(f"{n_words} words, expected 1 to {MOST_TOKENS}")
        if alphabetic.shape[0] != n_words or marks.shape[0] != n_words:
            raise ValueError("alphabetic and marks must have a value per word")
        if kind_of_tag.shape[0] == 0 or aux.shape[0] == 0:
            raise ValueError("no tag or no dependency")
        if tokens.shape[1] != len(COLUMNS):
            raise ValueError(f"{tokens.shape[1]} columns, expected {len(COLUMNS)}")
        if rules is not None and (rules.shape[1] != RULE_WIDTH or rules.shape[0] == 0):
            raise ValueError(f"rules of {rules.shape[1]} numbers, expected {RULE_WIDTH}")
        self.points = points
        self.word_offsets = word_offsets
        self.alphabetic = alphabetic
        self.marks = marks
        self.kind_of_tag = kind_of_tag
        self.aux = aux
        self.tokens = tokens
        self.sentence_offsets = sentence_offsets
        self.rules = rules
        self.lexicon.points = &points[0]
        self.lexicon.offsets = &word_offsets[0]
        self.lexicon.alphabetic = &alphabetic[0]
        self.lexicon.marks = &marks[0]
        self.lexicon.n_words = <int32_t>n_words
        self.lexicon.kind_of_tag = &kind_of_tag[0]
        self.lexicon.aux = &aux[0]
        self.lexicon.has_resources = rules is not None
        if rules is not None:
            self.lexicon.rules = <const StemRule *>&rules[0, 0]
            self.lexicon.n_rules = <int32_t>rules.shape[0]
        self.check_tokens()

    cdef check_tokens(self):
        cdef const Token *token
        cdef int64_t sentence, at
        cdef int64_t n_tokens
        for sentence in range(self.sentence_offsets.shape[0] - 1):
            n_tokens = self.sentence_offsets[sentence + 1] - self.sentence_offsets[sentence]
            if n_tokens > MOST_TOKENS:
                raise ValueError(f"sentence {sentence} of {n_tokens} tokens")
            for at in range(self.sentence_offsets[sentence], self.sentence_offsets[sentence + 1]):
                token = <const Token *>&self.tokens[at, 0]
                if not (
                    0 <= token.text < self.lexicon.n_words
                    and 0 <= token.lower < self.lexicon.n_words
                    and 0 <= token.lemma
                    and 0 <= token.pos
                    and 0 <= token.tag < self.kind_of_tag.shape[0]
                    and 0 <= token.dep < self.aux.shape[0]
                    and 0 <= token.head < n_tokens
                    and self.word_offsets[token.text] < self.word_offsets[token.text + 1]
                ):
                    raise ValueError(f"token {at} has a value that nothing stands for")

    def annotate(
        self,
        const int64_t[:, ::1] pairs not None,
        int64_t first,
        int64_t last,
        int32_t[:, ::1] edits not None,
        int64_t[::1] edit_offsets not None,
        const int32_t[::1] cancel not None,
        size_t memory_limit,
        *,
        str merging,
        bint is_plain,
        bint needs_types,
    ):
        """Write the edits of pairs first to last (exclusive), with their types.

        Args:
            pairs: int64[N, 2], a source and a corrected sentence each.
            first: The first pair.
            last: The one behind the last.
            edits: int32[E, 5], source start and end, corrected start and end, type; room for as
                many edits as the pairs have tokens.
            edit_offsets: int64[last - first + 1], where the edits of each pair begin and end.
            cancel: int32[1]; work stops soon after another thread makes it 1.
            memory_limit: Bytes of scratch memory.
            merging: One of MERGINGS.
            is_plain: Substitution costs 1, and nothing is exchanged.
            needs_types: Without, types that only word list and stemmer tell are R:OTHER.

        Returns:
            What ended the work ("", "resources", "tag", "memory" or "cancelled"), and the pair.

        Raises:
            ValueError: A range or an array does not fit.
            MemoryError: The system has no memory for a pair within the limit.
        """
        cdef int how = MERGINGS.index(merging)
        cdef int64_t at, room = 0
        cdef int64_t n_edits = 0
        cdef int32_t n, number
        cdef int status = DONE
        cdef Scratch scratch
        cdef Edit *found
        self.check_pairs(pairs, first, last, cancel)
        for at in range(first, last):
            room += self.size_of(pairs[at, 0]) + self.size_of(pairs[at, 1])
        if edits.shape[1] != 5 or edits.shape[0] < room:
            raise ValueError(f"room for {edits.shape[0]} edits, expected {room}")
        if edit_offsets.shape[0] != last - first + 1:
            raise ValueError(f"offsets for {edit_offsets.shape[0] - 1} of {last - first} pairs")
        edit_offsets[0] = 0
        self.open_scratch(&scratch, memory_limit)
        with nogil:
            at = first
            while at < last:
                status = self.edit_pair(
                    pairs[at, 0], pairs[at, 1], <Merging>how, is_plain, &scratch, &cancel[0],
                    &found, &n)
                if status != DONE:
                    break
                for number in range(n):
                    edits[n_edits, 0] = found[number].source_start
                    edits[n_edits, 1] = found[number].source_end
                    edits[n_edits, 2] = found[number].corrected_start
                    edits[n_edits, 3] = found[number].corrected_end
                    status = self.judge(
                        pairs[at, 0], pairs[at, 1], &found[number], &scratch, &cancel[0],
                        &edits[n_edits, 4],
                    )
                    if status == WANTS_RESOURCES and not needs_types:
                        edits[n_edits, 4], status = REPLACEMENT + OTHER, DONE
                    if status != DONE:
                        break
                    n_edits += 1
                if status != DONE:
                    break
                at += 1
                edit_offsets[at - first] = n_edits
            arena_free(&scratch.arena)
            free(scratch.balance)
        return outcome_of(status, at), at

    def classify(
        self,
        const int64_t[:, ::1] pairs not None,
        const int32_t[:, ::1] spans not None,
        int32_t[::1] types not None,
        const int32_t[::1] cancel not None,
        size_t memory_limit,
    ):
        """Write the types of edits that are known: edit n is of pair n.

        Args:
            pairs: int64[E, 2], a source and a corrected sentence for each edit.
            spans: int32[E, 4], source start and end, corrected start and end.
            types: int32[E].
            cancel: int32[1].
            memory_limit: Bytes of scratch memory.

        Returns:
            What ended the work, as `annotate`, and the edit.

        Raises: As `annotate`; ValueError also for a span that is not in its sentence.
        """
        cdef int64_t n_edits = pairs.shape[0]
        cdef int64_t at = 0
        cdef int status = DONE
        cdef Scratch scratch
        cdef Edit edit
        self.check_pairs(pairs, 0, n_edits, cancel)
        if spans.shape[0] != n_edits or spans.shape[1] != 4 or types.shape[0] != n_edits:
            raise ValueError("spans and types must have a row per pair")
        for at in range(n_edits):
            if not (
                0 <= spans[at, 0] <= spans[at, 1] <= self.size_of(pairs[at, 0])
                and 0 <= spans[at, 2] <= spans[at, 3] <= self.size_of(pairs[at, 1])
            ):
                raise ValueError(f"edit {at} is not in its sentences")
        self.open_scratch(&scratch, memory_limit)
        with nogil:
            at = 0
            while at < n_edits:
                arena_reset(&scratch.arena)
                edit.source_start = spans[at, 0]
                edit.source_end = spans[at, 1]
                edit.corrected_start = spans[at, 2]
                edit.corrected_end = spans[at, 3]
                status = self.judge(
                    pairs[at, 0], pairs[at, 1], &edit, &scratch, &cancel[0], &types[at]
                )
                if status != DONE:
                    break
                at += 1
            arena_free(&scratch.arena)
            free(scratch.balance)
        return outcome_of(status, at), at

    cdef check_pairs(
        self, const int64_t[:, ::1] pairs, int64_t first, int64_t last, const int32_t[::1] cancel
    ):
        cdef int64_t n_sentences = self.sentence_offsets.shape[0] - 1
        cdef int64_t at
        if pairs.shape[1] != 2 or not 0 <= first <= last <= pairs.shape[0]:
            raise ValueError(f"pairs {first} to {last} of {pairs.shape[0]} x {pairs.shape[1]}")
        if cancel.shape[0] != 1:
            raise ValueError("cancel must hold one value")
        for at in range(first, last):
            if not (0 <= pairs[at, 0] < n_sentences and 0 <= pairs[at, 1] < n_sentences):
                raise ValueError(f"pair {at} is not of {n_sentences} sentences")

    cdef inline int64_t size_of(self, int64_t sentence) noexcept nogil:
        return self.sentence_offsets[sentence + 1] - self.sentence_offsets[sentence]

    cdef open_scratch(self, Scratch *scratch, size_t memory_limit):
        scratch.balance = <int32_t *>calloc(self.lexicon.n_words, sizeof(int32_t))
        if scratch.balance == NULL:
            raise MemoryError(f"no memory for {self.lexicon.n_words} words")
        arena_init(&scratch.arena, memory_limit)
        pattern_init(&scratch.pattern)

    cdef void open_sentence(self, int64_t number, Sentence *sentence) noexcept nogil:
        sentence.n_tokens = <int32_t>self.size_of(number)
        sentence.tokens = NULL
        if sentence.n_tokens:
            sentence.tokens = <const Token *>&self.tokens[self.sentence_offsets[number], 0]

    cdef Status edit_pair(
        self, int64_t source_number, int64_t corrected_number, Merging merging, bint is_plain,
        Scratch *scratch, const int32_t *cancel, Edit **edits, int32_t *n_edits,
    ) noexcept nogil:
        """Align a pair and make edits of the steps."""
        cdef Sentence source, corrected
        cdef Step *steps
        cdef int32_t n_steps
        cdef Status status
        if is_cancelled(cancel):
            return CANCELLED
        arena_reset(&scratch.arena)
        self.open_sentence(source_number, &source)
        self.open_sentence(corrected_number, &corrected)
        edits[0] = <Edit *>arena_take(
            &scratch.arena, <size_t>source.n_tokens + corrected.n_tokens, sizeof(Edit)
        )
        if edits[0] == NULL:
            return arena_status(&scratch.arena)
        status = align(
            &source, &corrected, &self.lexicon, is_plain, &scratch.pattern, scratch.balance,
            &scratch.arena, cancel, &steps, &n_steps,
        )
        if status == DONE:
            status = merge_steps(
                steps, n_steps, &source, &corrected, &self.lexicon, merging, &scratch.pattern,
                &scratch.arena, cancel, edits[0], n_edits,
            )
        return status

    cdef int judge(
        self, int64_t source_number, int64_t corrected_number, const Edit *edit,
        Scratch *scratch, const int32_t *cancel, int32_t *kind,
    ) noexcept nogil:
        """Find the type of an edit."""
        cdef Sentence source, corrected
        cdef Judge judge
        self.open_sentence(source_number, &source)
        self.open_sentence(corrected_number, &corrected)
        judge.lexicon = &self.lexicon
        judge.source = &source
        judge.corrected = &corrected
        judge.pattern = &scratch.pattern
        judge.balance = scratch.balance
        judge.arena = &scratch.arena
        judge.cancel = cancel
        return classify(&judge, edit, kind)


cdef str outcome_of(int status, int64_t at):
    if status == NO_MEMORY:
        raise MemoryError(f"no memory for pair {at + 1}")
    if status == WANTS_RESOURCES:
        return "resources"
    if status == HAS_UNKNOWN_TAG:
        return "tag"
    if status == TOO_LARGE:
        return "memory"
    return "cancelled" if status == CANCELLED else ""
