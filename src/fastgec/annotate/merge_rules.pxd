"""Which rule of grammar applies to a pair of steps, and what it needs to know of a sentence.

These are the rules of merging by Felice, Bryant and Briscoe (2016).

Each pair of steps takes constant time: sums from the beginning of the sentence say how many tokens
of a range have a class, and whether two ranges may be the same letters; these are then compared
letter by letter.
"""

from libc.stdint cimport int32_t, int64_t, int8_t, uint64_t

from fastgec.kernels.arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec.annotate.alignment cimport DELETION, INSERTION, SUBSTITUTION, Step
from fastgec.annotate.lexicon cimport (
    C_ADJ, C_ADV, C_AUX, C_DET, C_NOUN, C_PART, C_PUNCT, C_VERB, IS_PUNCTUATION, IS_UPPER, T_POS,
    Lexicon, Sentence, Token, length_of, points_of,
)
from fastgec.annotate.similarity cimport Pattern, common_subsequence

cdef struct Side:
    # Source or correction, with sums over tokens from the beginning: n + 1 values each.
    const Sentence *sentence
    int32_t *n_content
    int32_t *n_verbal  # AUX, PART, VERB
    int64_t *n_letters  # without apostrophes and hyphens, in lower case
    uint64_t *letters  # sum of their hashes
    int32_t *same_since  # by token: the first of the run of tokens of its class


cdef struct Run:
    # Steps that are solved.
    const Step *steps
    int32_t *n_substitutions  # sums over all steps of the sentence: n + 1 values each
    int32_t *n_deletions
    Side source
    Side corrected
    const Lexicon *lexicon
    Pattern *pattern
    int8_t *carries  # for the longest corrected word
    const int32_t *cancel


cdef enum Action:
    NONE
    SPLIT_FIRST  # the first step is an edit, what follows is solved
    JOIN_LAST_TWO  # the pair's last two steps are an edit, what is around them is solved
    JOIN_FROM_FIRST  # from the first step to the pair's end
    JOIN_PAIR
    SPLIT_PAIR  # between the pair's two steps
    SPLIT_LAST  # the last step is an edit, what is before it is solved


cdef inline uint64_t hash_of(int32_t point) noexcept nogil:
    cdef uint64_t mixed = <uint64_t>(point + 1) * 0x9E3779B97F4A7C15ULL
    mixed ^= mixed >> 32
    return mixed * 0xD6E8FEB86659FD93ULL


cdef inline bint is_left_out(int32_t point) noexcept nogil:
    return point == c"'" or point == c"-"


cdef inline Status open_side(
    Side *side, const Sentence *sentence, const Lexicon *lexicon, Arena *arena
) noexcept nogil:
    """Make the sums of one side."""
    cdef int32_t n = sentence.n_tokens
    cdef int32_t at, point
    cdef int64_t letter
    cdef const Token *token
    side.sentence = sentence
    side.n_content = <int32_t *>arena_take(arena, n + 1, sizeof(int32_t))
    side.n_verbal = <int32_t *>arena_take(arena, n + 1, sizeof(int32_t))
    side.n_letters = <int64_t *>arena_take(arena, n + 1, sizeof(int64_t))
    side.letters = <uint64_t *>arena_take(arena, n + 1, sizeof(uint64_t))
    side.same_since = <int32_t *>arena_take(arena, n + 1, sizeof(int32_t))
    if (
        side.n_content == NULL or side.n_verbal == NULL or side.n_letters == NULL
        or side.letters == NULL or side.same_since == NULL
    ):
        return arena_status(arena)
    side.n_content[0] = side.n_verbal[0] = 0
    side.n_letters[0] = 0
    side.letters[0] = 0
    for at in range(n):
        token = &sentence.tokens[at]
        side.n_content[at + 1] = side.n_content[at] + (
            token.pos == C_ADJ or token.pos == C_ADV or token.pos == C_AUX
            or token.pos == C_NOUN or token.pos == C_VERB
        )
        side.n_verbal[at + 1] = side.n_verbal[at] + (
            token.pos == C_AUX or token.pos == C_PART or token.pos == C_VERB
        )
        side.n_letters[at + 1] = side.n_letters[at]
        side.letters[at + 1] = side.letters[at]
        for letter in range(lexicon.offsets[token.lower], lexicon.offsets[token.lower + 1]):
            point = lexicon.points[letter]
            if not is_left_out(point):
                side.n_letters[at + 1] += 1
                side.letters[at + 1] += hash_of(point)
        side.same_since[at] = at
        if at and sentence.tokens[at - 1].pos == token.pos:
            side.same_since[at] = side.same_since[at - 1]
    return DONE


cdef inline bint spell_the_same(const Run *run, const Step *first, const Step *last) noexcept nogil:
    """Whether both sides of a range of steps are the same letters, in lower case."""
    cdef const Side *source = &run.source
    cdef const Side *corrected = &run.corrected
    cdef int32_t i = first.source_start
    cdef int32_t j = first.corrected_start
    cdef int64_t in_i = 0
    cdef int64_t in_j = 0
    cdef int64_t n_letters = source.n_letters[last.source_end] - source.n_letters[i]
    cdef int32_t a, b
    if (
        corrected.n_letters[last.corrected_end] - corrected.n_letters[j] != n_letters
        or source.letters[last.source_end] - source.letters[i]
        != corrected.letters[last.corrected_end] - corrected.letters[j]
    ):
        return False
    while n_letters:
        a = next_letter(source.sentence, run.lexicon, &i, &in_i)
        b = next_letter(corrected.sentence, run.lexicon, &j, &in_j)
        if a != b:
            return False
        n_letters -= 1
    return True


cdef inline int32_t next_letter(
    const Sentence *sentence, const Lexicon *lexicon, int32_t *token, int64_t *at
) noexcept nogil:
    """Return the next letter that counts, of which there is one, and step behind it."""
    cdef int32_t word, point
    while True:
        word = sentence.tokens[token[0]].lower
        if at[0] == length_of(lexicon, word):
            token[0] += 1
            at[0] = 0
            continue
        point = points_of(lexicon, word)[at[0]]
        at[0] += 1
        if not is_left_out(point):
            return point


cdef inline bint has_one_class(const Run *run, const Step *first, const Step *last) noexcept nogil:
    """Whether all tokens of both sides, of which there are some, have the same class."""
    cdef int32_t i = last.source_end - 1
    cdef int32_t j = last.corrected_end - 1
    return (
        run.source.sentence.tokens[i].pos == run.corrected.sentence.tokens[j].pos
        and run.source.same_since[i] <= first.source_start
        and run.corrected.same_since[j] <= first.corrected_start
    )


cdef inline bint is_verbal(const Side *side, int32_t start, int32_t end) noexcept nogil:
    return side.n_verbal[end] - side.n_verbal[start] == end - start


cdef inline bint is_punctuation(const Run *run, const Token *token) noexcept nogil:
    return token.pos == C_PUNCT or run.lexicon.marks[token.text] & IS_PUNCTUATION != 0


cdef inline bint begins_upper(const Run *run, const Token *token) noexcept nogil:
    return run.lexicon.marks[token.text] & IS_UPPER != 0


cdef inline Status are_alike(
    const Run *run, const Token *s, const Token *r, bint *is_so
) noexcept nogil:
    """Find whether more than three quarters of the characters of two tokens are common to both."""
    cdef int32_t n_s = length_of(run.lexicon, s.text)
    cdef int32_t n_r = length_of(run.lexicon, r.text)
    cdef int32_t common
    cdef Status status = common_subsequence(
        points_of(run.lexicon, s.text), n_s, points_of(run.lexicon, r.text), n_r,
        run.pattern, run.carries, run.cancel, &common,
    )
    cdef int64_t both = <int64_t>n_s + n_r
    is_so[0] = status == DONE and 1.0 - <double>(both - 2 * <int64_t>common) / <double>both > 0.75
    return status


cdef inline Status rule_of_neighbours(
    const Run *run, const Step *x, const Step *y, bint is_last, Action *action
) noexcept nogil:
    """Find the rule that applies to two steps side by side."""
    cdef const Token *o = run.source.sentence.tokens
    cdef const Token *c = run.corrected.sentence.tokens
    cdef bint is_so = False
    cdef Status status
    if y.source_end - x.source_start == 2 and y.corrected_end - x.corrected_start == 2:
        action[0] = SPLIT_PAIR
        return DONE
    if x.operation == SUBSTITUTION:
        status = are_alike(run, &o[x.source_start], &c[x.corrected_start], &is_so)
        if status != DONE:
            return status
    if y.operation == SUBSTITUTION and not is_so:
        status = are_alike(run, &o[y.source_end - 1], &c[y.corrected_end - 1], &is_so)
        if status != DONE:
            return status
    if is_so:
        action[0] = SPLIT_PAIR
    elif is_last and (
        (y.operation != INSERTION and o[y.source_end - 1].pos == C_DET)
        or (y.operation != DELETION and c[y.corrected_end - 1].pos == C_DET)
    ):
        action[0] = SPLIT_LAST
    return DONE


cdef inline Status rule_of_pair(
    const Run *run, int32_t at, int32_t until, bint is_first, bint is_last, Action *action
) noexcept nogil:
    """Find the rule that applies to the steps `at` to `until`, one of them a substitution.

    is_first, is_last: whether the pair begins, or ends, the part that is solved.
    """
    cdef const Step *x = &run.steps[at]
    cdef const Step *y = &run.steps[until]
    cdef const Token *o = run.source.sentence.tokens + x.source_start
    cdef const Token *c = run.corrected.sentence.tokens + x.corrected_start
    cdef int32_t n_o = y.source_end - x.source_start
    cdef int32_t n_c = y.corrected_end - x.corrected_start
    action[0] = NONE
    if is_first and (o[0].tag == T_POS or c[0].tag == T_POS):
        action[0] = SPLIT_FIRST
        return DONE
    if o[n_o - 1].tag == T_POS or c[n_c - 1].tag == T_POS:
        action[0] = JOIN_LAST_TWO
        return DONE
    if o[n_o - 1].lower == c[n_c - 1].lower:
        if is_first and (
            (n_o == 1 and begins_upper(run, &c[0])) or (n_c == 1 and begins_upper(run, &o[0]))
        ):
            action[0] = JOIN_FROM_FIRST
            return DONE
        if (n_o > 1 and is_punctuation(run, &o[n_o - 2])) or (
            n_c > 1 and is_punctuation(run, &c[n_c - 2])
        ):
            action[0] = JOIN_LAST_TWO
            return DONE
    if spell_the_same(run, x, y) or (
        n_o != n_c
        and (
            has_one_class(run, x, y)
            or (
                is_verbal(&run.source, x.source_start, y.source_end)
                and is_verbal(&run.corrected, x.corrected_start, y.corrected_end)
            )
        )
    ):
        action[0] = JOIN_PAIR
        return DONE
    if until == at + 1:
        return rule_of_neighbours(run, x, y, is_last, action)
    return DONE


cdef inline Status open_run(
    Run *run, const Step *steps, int32_t n_steps, const Sentence *source,
    const Sentence *corrected, const Lexicon *lexicon, Pattern *pattern, Arena *arena,
    const int32_t *cancel,
) noexcept nogil:
    """Make the sums of a pair of sentences and of its steps."""
    cdef int32_t longest = 0
    cdef int32_t at
    cdef Status status
    run.steps = steps
    run.lexicon = lexicon
    run.pattern = pattern
    run.cancel = cancel
    for at in range(corrected.n_tokens):
        longest = max(longest, length_of(lexicon, corrected.tokens[at].text))
    run.carries = <int8_t *>arena_take(arena, longest, sizeof(int8_t))
    run.n_substitutions = <int32_t *>arena_take(arena, n_steps + 1, sizeof(int32_t))
    run.n_deletions = <int32_t *>arena_take(arena, n_steps + 1, sizeof(int32_t))
    if run.carries == NULL or run.n_substitutions == NULL or run.n_deletions == NULL:
        return arena_status(arena)
    run.n_substitutions[0] = run.n_deletions[0] = 0
    for at in range(n_steps):
        run.n_substitutions[at + 1] = (
            run.n_substitutions[at] + (steps[at].operation == SUBSTITUTION)
        )
        run.n_deletions[at + 1] = run.n_deletions[at] + (steps[at].operation == DELETION)
    status = open_side(&run.source, source, lexicon, arena)
    if status == DONE:
        status = open_side(&run.corrected, corrected, lexicon, arena)
    return status
