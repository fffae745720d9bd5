"""Which rule of grammar applies to a pair of steps, and what it needs to know of a sentence."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from fastgec._arena cimport Arena, Status
from fastgec.annotation.alignment cimport Step
from fastgec.annotation.lexicon cimport Lexicon, Sentence
from fastgec.annotation.similarity cimport Pattern


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


cdef Status open_run(
    Run *run, const Step *steps, int32_t n_steps, const Sentence *source,
    const Sentence *corrected, const Lexicon *lexicon, Pattern *pattern, Arena *arena,
    const int32_t *cancel,
) noexcept nogil

cdef Status rule_of_pair(
    const Run *run, int32_t at, int32_t until, bint is_first, bint is_last, Action *action
) noexcept nogil
