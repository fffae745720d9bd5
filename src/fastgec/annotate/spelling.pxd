"""One word that replaces one word: the category that their letters give.

Rules 8 (a source word that is not in the word list) and 20 (what no other rule decided) of the
specification. Similarity is 1 - Levenshtein / longer length, of words in lower case: one division
and one subtraction of doubles, so that 1 - 1/5 equals 0.8 and 1 - 2/5 equals 0.6.
"""

from libc.stdint cimport int32_t, int8_t

from fastgec.kernels.arena cimport DONE, Status, arena_status, arena_take
from fastgec.annotate.judge cimport CLASSIFIED, UNDECIDED, Judge, are, is_named
from fastgec.annotate.lexicon cimport (
    K_NOUN, K_VERB, MORPH, NOUN_INFL, OTHER, PRON, SPELL, VERB_INFL, W_AFTER, W_ALL, W_EVERYTHING,
    W_GOOD, W_LATER, W_THAT, W_THE, W_THEREFOR, W_THEREFORE, W_THOUGH, W_THOUGHT, W_WELL, W_WHAT,
    Lexicon, Token, is_alphabetic, length_of, points_of,
)
from fastgec.annotate.similarity cimport edit_distance

cdef inline Status find_similarity(
    const Judge *judge, const Token *s, const Token *r, double *similarity
) noexcept nogil:
    """Find how alike two words are in lower case, from 0 to 1."""
    cdef const Lexicon *lexicon = judge.lexicon
    cdef int32_t n_s = length_of(lexicon, s.lower)
    cdef int32_t n_r = length_of(lexicon, r.lower)
    cdef int32_t distance
    cdef Status status
    cdef int8_t *steps = <int8_t *>arena_take(judge.arena, n_r, sizeof(int8_t))
    if steps == NULL:
        return arena_status(judge.arena)
    status = edit_distance(
        points_of(lexicon, s.lower), n_s, points_of(lexicon, r.lower), n_r,
        judge.pattern, steps, judge.cancel, &distance,
    )
    similarity[0] = 1.0 - <double>distance / <double>max(n_s, n_r)
    return status


cdef inline int category_of_spelling(
    const Judge *judge, const Token *s, const Token *r, int32_t *category
) noexcept nogil:
    """Apply the rules about a source word that is not in the word list (8)."""
    cdef const Lexicon *lexicon = judge.lexicon
    cdef int32_t kind = lexicon.kind_of_tag[r.tag]
    cdef double similarity
    cdef Status status
    if s.lemma == r.lemma:
        category[0] = MORPH
        if lexicon.kind_of_tag[s.tag] == kind:
            if kind == K_NOUN:
                category[0] = NOUN_INFL
            elif kind == K_VERB:
                category[0] = VERB_INFL
        return CLASSIFIED
    status = find_similarity(judge, s, r, &similarity)
    if status != DONE:
        return status
    # Rounded to three places 1/3 is 0.333, and nothing else of so few letters is.
    if similarity > 0.55 or (
        (similarity == 0.5 or 0.3325 < similarity < 0.3335)
        and length_of(lexicon, s.text) <= 4 and length_of(lexicon, r.text) <= 4
    ):
        category[0] = SPELL
    else:
        category[0] = kind if is_named(kind) else OTHER
    return CLASSIFIED


cdef inline bint begins_with(
    const Lexicon *lexicon, int32_t word, int32_t beginning
) noexcept nogil:
    cdef int32_t n = length_of(lexicon, beginning)
    cdef int32_t at
    if n > length_of(lexicon, word):
        return False
    for at in range(n):
        if points_of(lexicon, word)[at] != points_of(lexicon, beginning)[at]:
            return False
    return True


cdef inline int32_t category_of_short(
    const Token *s, const Token *r, int32_t n_s, int32_t n_r, double similarity, int32_t kind
) noexcept nogil:
    """Apply the rules about alphabetic words of one to five letters in the source (20)."""
    if n_s == 1:
        if n_r == 2 and similarity == 0.5:
            return SPELL
    elif n_s == 2:
        if 2 <= n_r <= 3 and similarity >= 0.5:
            return SPELL
    elif n_s == 3:
        if s.lower == W_THE and r.lower == W_THAT:
            return PRON
        if s.lower == W_ALL and r.lower == W_EVERYTHING:
            return PRON
        if 2 <= n_r <= 4 and similarity >= 0.5:
            return SPELL
    elif n_s == 4:
        if are(s, r, W_THAT, W_WHAT):
            return PRON
        if are(s, r, W_GOOD, W_WELL) and is_named(kind):
            return kind
        if (
            (n_r == 3 and similarity > 0.5) or (n_r == 4 and similarity >= 0.5)
            or (n_r == 5 and similarity == 0.8)
        ):
            return SPELL
        if n_r > 5 and similarity > 0.5 and is_named(kind):
            return kind
    elif n_s == 5:
        if are(s, r, W_AFTER, W_LATER) and is_named(kind):
            return kind
        if (n_r == 4 and similarity == 0.8) or (n_r == 5 and similarity >= 0.6):
            return SPELL
        if n_r > 5 and is_named(kind):
            return kind
    return UNDECIDED


cdef inline int32_t category_of_long(
    const Lexicon *lexicon, const Token *s, const Token *r, double similarity, int32_t kind
) noexcept nogil:
    """Apply the rules about alphabetic words of more than five letters each (20)."""
    if s.lower == W_THEREFOR and r.lower == W_THEREFORE:
        return SPELL
    if are(s, r, W_THOUGH, W_THOUGHT):
        return SPELL
    if similarity >= 0.66 and (
        begins_with(lexicon, s.text, r.text) or begins_with(lexicon, r.text, s.text)
    ):
        return MORPH
    if similarity > 0.8:
        return SPELL
    if similarity < 0.55 and is_named(kind):
        return kind
    return UNDECIDED


cdef inline int category_of_letters(
    const Judge *judge, const Token *s, const Token *r, int32_t *category
) noexcept nogil:
    """Apply the rules about letters alone (20)."""
    cdef const Lexicon *lexicon = judge.lexicon
    cdef int32_t kind = lexicon.kind_of_tag[r.tag]
    cdef int32_t n_s = length_of(lexicon, s.text)
    cdef int32_t n_r = length_of(lexicon, r.text)
    cdef double similarity
    cdef Status status
    if not (is_alphabetic(lexicon, s.text) and is_alphabetic(lexicon, r.text)):
        category[0] = OTHER
        return CLASSIFIED
    status = find_similarity(judge, s, r, &similarity)
    if status != DONE:
        return status
    if n_s <= 5:
        category[0] = category_of_short(s, r, n_s, n_r, similarity, kind)
    elif n_r > 5:
        category[0] = category_of_long(lexicon, s, r, similarity, kind)
    return CLASSIFIED
