"""The type of an edit: an operation, and a category that the first rule that applies gives.

Source: the rules of ERRANT's English classifier (Bryant, Felice and Briscoe, 2017), as the
specification numbers them. Tokens that both sides have at their end, case apart, do not count. One
side alone is judged by its tokens (`category_of_one`), one token against one by `word_pairs`, what
is longer, or undecided, by `category_of_many`.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t

from fastgec.annotate.judge cimport CLASSIFIED, HAS_UNKNOWN_TAG, UNDECIDED, Judge
from fastgec.annotate.lexicon cimport (
    ADJ_FORM, CONTR, C_PART, D_AUX, D_AUXPASS, D_PREP, D_PUNCT, K_NOUN, K_PART, K_VERB,
    LAST_NAMED_KIND, MISSING, NOUN_POSS, NO_KIND, ORTH, OTHER, REPLACEMENT, T_POS, UNKNOWN,
    UNNECESSARY, VERB, VERB_FORM, VERB_TENSE, WO, W_MORE, W_MOST, W_TO, W_VE, Lexicon, Token,
    category_of_dependency, length_of, points_of,
)
from fastgec.annotate.merging cimport Edit
from fastgec.annotate.word_pairs cimport category_of_words

cdef struct Range:
    const Token *tokens
    int32_t n_tokens


cdef inline int32_t kind_of(const Lexicon *lexicon, const Token *token) noexcept nogil:
    return lexicon.kind_of_tag[token.tag]


cdef inline bint is_contraction(const Token *token) noexcept nogil:
    return token.lower <= W_VE


cdef inline bint are_same_strings(
    const Lexicon *lexicon, const Range *o, const Range *c
) noexcept nogil:
    """Whether both sides are the same text, with spaces where tokens stand apart."""
    cdef int32_t i = 0
    cdef int32_t j = 0
    cdef int64_t in_i = 0
    cdef int64_t in_j = 0
    cdef int32_t a, b
    while True:
        a = next_character(lexicon, o, &i, &in_i)
        b = next_character(lexicon, c, &j, &in_j)
        if a != b:
            return False
        if a < 0:
            return True


cdef inline int32_t next_character(
    const Lexicon *lexicon, const Range *side, int32_t *token, int64_t *at
) noexcept nogil:
    """Return the next character of a side's text and step behind it; -1 at the end."""
    cdef int32_t word
    while token[0] < side.n_tokens:
        word = side.tokens[token[0]].text
        if at[0] < length_of(lexicon, word):
            at[0] += 1
            return points_of(lexicon, word)[at[0] - 1]
        token[0] += 1
        at[0] = 0
        if token[0] < side.n_tokens and side.tokens[token[0] - 1].gap:
            return c" "
    return -1


cdef inline bint are_same_letters(
    const Lexicon *lexicon, const Range *o, const Range *c
) noexcept nogil:
    """Whether both sides, put together in lower case, are the same."""
    cdef int32_t i = 0
    cdef int32_t j = 0
    cdef int64_t in_i = 0
    cdef int64_t in_j = 0
    while True:
        while i < o.n_tokens and in_i == length_of(lexicon, o.tokens[i].lower):
            i += 1
            in_i = 0
        while j < c.n_tokens and in_j == length_of(lexicon, c.tokens[j].lower):
            j += 1
            in_j = 0
        if i == o.n_tokens or j == c.n_tokens:
            return i == o.n_tokens and j == c.n_tokens
        if points_of(lexicon, o.tokens[i].lower)[in_i] != points_of(
            lexicon, c.tokens[j].lower
        )[in_j]:
            return False
        in_i += 1
        in_j += 1


cdef inline bint are_same_words(int32_t *balance, const Range *o, const Range *c) noexcept nogil:
    """Whether both sides are the same words in any order, case apart."""
    cdef int32_t at
    cdef bint is_same = o.n_tokens == c.n_tokens
    if not is_same:
        return False
    for at in range(o.n_tokens):
        balance[o.tokens[at].lower] += 1
        balance[c.tokens[at].lower] -= 1
    for at in range(o.n_tokens):
        is_same = is_same and balance[o.tokens[at].lower] == 0
    for at in range(o.n_tokens):
        balance[o.tokens[at].lower] = 0
        balance[c.tokens[at].lower] = 0
    return is_same


cdef inline uint32_t kinds_of(const Lexicon *lexicon, const Range *side) noexcept nogil:
    """Return the set of the kinds of a side's tokens, a bit each."""
    cdef uint32_t kinds = 0
    cdef int32_t at
    for at in range(side.n_tokens):
        kinds |= <uint32_t>1 << kind_of(lexicon, &side.tokens[at])
    return kinds


cdef inline int32_t named_kind(uint32_t kinds) noexcept nogil:
    """Return the one kind of a set that is a category, or UNDECIDED."""
    cdef int32_t kind
    for kind in range(LAST_NAMED_KIND + 1):
        if kinds == <uint32_t>1 << kind:
            return kind
    return UNDECIDED


cdef inline bint are_auxiliary(const Range *side) noexcept nogil:
    cdef int32_t at
    for at in range(side.n_tokens):
        if side.tokens[at].dep != D_AUX and side.tokens[at].dep != D_AUXPASS:
            return False
    return True


cdef inline bint all_have(const Range *side, int32_t dependency) noexcept nogil:
    cdef int32_t at
    for at in range(side.n_tokens):
        if side.tokens[at].dep != dependency:
            return False
    return True


cdef inline int32_t category_of_one(const Lexicon *lexicon, const Range *side) noexcept nogil:
    """Return the category of what is inserted or deleted."""
    cdef const Token *token = side.tokens
    cdef uint32_t kinds = kinds_of(lexicon, side)
    if side.n_tokens == 1:
        if token.tag == T_POS:
            return NOUN_POSS
        if is_contraction(token):
            return CONTR
        if token.lower == W_TO and token.pos == C_PART and token.dep != D_PREP:
            return VERB_FORM
    if are_auxiliary(side):
        return VERB_TENSE
    if named_kind(kinds) >= 0:
        return named_kind(kinds)
    if token.dep <= D_PUNCT and all_have(side, token.dep):
        return category_of_dependency(token.dep)
    if kinds == (<uint32_t>1 << K_PART | <uint32_t>1 << K_VERB):
        return VERB
    return OTHER


cdef inline bint is_possessive(const Lexicon *lexicon, const Range *side) noexcept nogil:
    """Whether a side is a noun and a particle, in this order."""
    return (
        side.n_tokens == 2
        and kind_of(lexicon, &side.tokens[0]) == K_NOUN
        and kind_of(lexicon, &side.tokens[1]) == K_PART
    )


cdef inline int32_t category_of_many(
    const Lexicon *lexicon, const Range *o, const Range *c
) noexcept nogil:
    """Return the category of a replacement by the rules for any length."""
    cdef const Token *last_o = &o.tokens[o.n_tokens - 1]
    cdef const Token *last_c = &c.tokens[c.n_tokens - 1]
    cdef uint32_t kinds = kinds_of(lexicon, o) | kinds_of(lexicon, c)
    cdef int32_t dependency = o.tokens[0].dep
    cdef bint have_one_lemma = last_o.lemma == last_c.lemma
    if are_auxiliary(o) and are_auxiliary(c):
        return VERB_TENSE
    if kinds == <uint32_t>1 << K_VERB and have_one_lemma:
        return VERB_TENSE
    if named_kind(kinds) >= 0:
        return named_kind(kinds)
    if dependency <= D_PUNCT and all_have(o, dependency) and all_have(c, dependency):
        return category_of_dependency(dependency)
    if kinds == (<uint32_t>1 << K_PART | <uint32_t>1 << K_VERB):
        return VERB_FORM if have_one_lemma else VERB
    if (
        is_possessive(lexicon, o) or is_possessive(lexicon, c)
    ) and o.tokens[0].lemma == c.tokens[0].lemma:
        return NOUN_POSS
    if (
        (is_degree(&o.tokens[0]) or is_degree(&c.tokens[0]))
        and have_one_lemma and o.n_tokens <= 2 and c.n_tokens <= 2
    ):
        return ADJ_FORM
    return OTHER


cdef inline bint is_degree(const Token *token) noexcept nogil:
    return token.lower == W_MORE or token.lower == W_MOST


cdef inline int category_of_two(
    const Judge *judge, const Range *o, const Range *c, int32_t *category
) noexcept nogil:
    """Find the category of a replacement."""
    cdef const Lexicon *lexicon = judge.lexicon
    cdef int outcome = CLASSIFIED
    if are_same_letters(lexicon, o, c):
        category[0] = ORTH
    elif are_same_words(judge.balance, o, c):
        category[0] = WO
    else:
        category[0] = UNDECIDED
        if o.n_tokens == 1 and c.n_tokens == 1:
            outcome = category_of_words(judge, o.tokens, c.tokens, category)
        if outcome == CLASSIFIED and category[0] == UNDECIDED:
            category[0] = category_of_many(lexicon, o, c)
    return outcome


cdef inline bint are_known(const Lexicon *lexicon, const Range *side) noexcept nogil:
    cdef int32_t at
    for at in range(side.n_tokens):
        if kind_of(lexicon, &side.tokens[at]) == NO_KIND:
            return False
    return True


cdef inline int classify(const Judge *judge, const Edit *edit, int32_t *kind) noexcept nogil:
    """Find the type of an edit: CLASSIFIED, or why not (of an arena, or of `Outcome`)."""
    cdef const Lexicon *lexicon = judge.lexicon
    cdef int32_t category
    cdef int outcome
    cdef Range o, c
    o.tokens = judge.source.tokens + edit.source_start
    o.n_tokens = edit.source_end - edit.source_start
    c.tokens = judge.corrected.tokens + edit.corrected_start
    c.n_tokens = edit.corrected_end - edit.corrected_start
    kind[0] = UNKNOWN
    if are_same_strings(lexicon, &o, &c):  # also if both are empty
        return CLASSIFIED
    if not (are_known(lexicon, &o) and are_known(lexicon, &c)):
        return HAS_UNKNOWN_TAG
    while (
        o.n_tokens and c.n_tokens and o.n_tokens + c.n_tokens > 2
        and o.tokens[o.n_tokens - 1].lower == c.tokens[c.n_tokens - 1].lower
    ):
        o.n_tokens -= 1
        c.n_tokens -= 1
    if o.n_tokens == 0 and c.n_tokens == 0:
        return CLASSIFIED
    if o.n_tokens == 0:
        kind[0] = MISSING + category_of_one(lexicon, &c)
        return CLASSIFIED
    if c.n_tokens == 0:
        kind[0] = UNNECESSARY + category_of_one(lexicon, &o)
        return CLASSIFIED
    outcome = category_of_two(judge, &o, &c, &category)
    if outcome == CLASSIFIED:
        kind[0] = REPLACEMENT + category
    return outcome
