"""What classifies the edits of one pair of sentences, and how that may end."""

from libc.stdint cimport int32_t

from fastgec.kernels.arena cimport Arena
from fastgec.annotate.lexicon cimport LAST_NAMED_KIND, Lexicon, Sentence, Token
from fastgec.annotate.similarity cimport Pattern


cdef enum Outcome:
    # Beside those of an arena, with the same numbers for these.
    CLASSIFIED = 0
    WANTS_RESOURCES = 16  # the word list or the stemmer's rules, which are not there
    HAS_UNKNOWN_TAG = 17


cdef struct Judge:
    # What classifies the edits of one pair of sentences.
    const Lexicon *lexicon
    const Sentence *source
    const Sentence *corrected
    Pattern *pattern
    int32_t *balance  # by word, all 0
    Arena *arena
    const int32_t *cancel


cdef enum:
    UNDECIDED = -1  # in place of a category


cdef inline bint is_named(int32_t kind) noexcept nogil:
    """Whether a kind is a category."""
    return kind <= LAST_NAMED_KIND


cdef inline bint are(const Token *s, const Token *r, int32_t a, int32_t b) noexcept nogil:
    """Whether two tokens are the words a and b, in either order."""
    return (s.lower == a and r.lower == b) or (s.lower == b and r.lower == a)
