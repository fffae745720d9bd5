"""Whether two words have the same Lancaster stem.

The Lancaster stemmer (Paice and Husk, 1990), without stripping of prefixes.

The rules come with the lexicon: an ending, what is removed and appended, whether the rule is for
words alone that are still as they came in, whether others may follow. The first rule, in the order
of the table, whose ending the whole word has and which leaves an acceptable stem is applied. No
rule makes a word longer, so room for the word is room for all that becomes of it.
"""

from libc.stdint cimport int32_t
from libc.string cimport memcmp, memcpy

from fastgec.kernels.arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec.annotate.lexicon cimport Lexicon, StemRule, length_of, points_of

cdef inline bint is_vowel(int32_t point) noexcept nogil:
    return (
        point == c"a" or point == c"e" or point == c"i" or point == c"o" or point == c"u"
        or point == c"y"
    )


cdef inline bint fits(
    const StemRule *rule, const int32_t *word, int32_t n_points, bint is_intact
) noexcept nogil:
    cdef int32_t n_left = n_points - rule.n_removed
    cdef int32_t at
    if rule.n_ending > n_points or (rule.is_for_intact and not is_intact):
        return False
    for at in range(rule.n_ending):
        if word[n_points - rule.n_ending + at] != rule.ending[at]:
            return False
    if is_vowel(word[0]):
        return n_left >= 2
    return n_left >= 3 and (is_vowel(word[1]) or is_vowel(word[2]))


cdef inline int32_t stem(
    const Lexicon *lexicon, int32_t lower, int32_t *word
) noexcept nogil:
    """Write the stem of a word in lower case, and return its length."""
    cdef int32_t n_points = length_of(lexicon, lower)
    cdef int32_t n_letters = lexicon.alphabetic[lower]
    cdef int32_t number, last
    cdef const StemRule *rule
    cdef bint is_intact = True
    cdef bint goes_on = True
    memcpy(word, points_of(lexicon, lower), n_points * sizeof(int32_t))
    while goes_on:
        goes_on = False
        if n_letters == 0:
            break
        last = word[n_letters - 1]
        for number in range(lexicon.n_rules):
            rule = &lexicon.rules[number]
            if rule.ending[rule.n_ending - 1] != last or not fits(rule, word, n_points, is_intact):
                continue
            n_points -= rule.n_removed
            memcpy(word + n_points, rule.appended, rule.n_appended * sizeof(int32_t))
            if n_letters >= n_points:  # what is appended is letters
                n_letters = n_points + rule.n_appended
            n_points += rule.n_appended
            is_intact = is_intact and rule.n_removed == 0 and rule.n_appended == 0
            goes_on = rule.goes_on
            break
    return n_points


cdef inline Status have_same_stem(
    const Lexicon *lexicon, int32_t a, int32_t b, Arena *arena, bint *is_same
) noexcept nogil:
    """Find whether two words, in lower case, have the same stem."""
    cdef int32_t n_a = length_of(lexicon, a)
    cdef int32_t n_b = length_of(lexicon, b)
    cdef int32_t *first = <int32_t *>arena_take(arena, n_a, sizeof(int32_t))
    cdef int32_t *second = <int32_t *>arena_take(arena, n_b, sizeof(int32_t))
    if first == NULL or second == NULL:
        return arena_status(arena)
    n_a = stem(lexicon, a, first)
    n_b = stem(lexicon, b, second)
    is_same[0] = n_a == n_b and memcmp(first, second, n_a * sizeof(int32_t)) == 0
    return DONE
