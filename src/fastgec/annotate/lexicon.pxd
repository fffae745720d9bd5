"""What the rules know of tokens, tags, dependencies and words: structures, and the codes of names.

A name with a code here has the same place in the tuple of `lexicon` (`TAGS`, `DEPENDENCIES`, ...);
names without a code come after them in tables that Python makes.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t


cdef enum Word:
    # Words that a rule names; the other words of a table have the ids after these.
    W_D, W_LL, W_M, W_NT, W_RE, W_S, W_VE,
    W_TO, W_CA, W_CAN, W_SHA, W_SHALL, W_WO, W_WILL, W_WAS, W_WERE,
    W_OTHER, W_ANOTHER, W_YOUR, W_YOURS, W_NO, W_NOT, W_THE, W_THAT, W_ALL, W_EVERYTHING,
    W_WHAT, W_GOOD, W_WELL, W_AFTER, W_LATER, W_THEREFOR, W_THEREFORE, W_THOUGH, W_THOUGHT,
    W_MORE, W_MOST


cdef enum Class:
    # Universal classes that a rule names.
    C_ADJ, C_ADV, C_NOUN, C_VERB, C_AUX, C_PART, C_DET, C_PUNCT


cdef enum Tag:
    # Penn tags that a rule names.
    T_POS, T_VBG, T_VBN, T_VBD, T_VBZ, T_NNS


cdef enum Dependency:
    # Dependencies that a rule names; the first seven stand for a kind.
    D_ACOMP, D_AMOD, D_ADVMOD, D_DET, D_PREP, D_PRT, D_PUNCT,
    D_AUX, D_AUXPASS, D_NSUBJ, D_NSUBJPASS, D_DOBJ, D_POBJ, D_POSS


cdef enum Kind:
    # What a Penn tag makes of a token. Kinds up to NAMED are categories, the others too rare.
    K_ADJ, K_ADV, K_NOUN, K_VERB, K_CONJ, K_DET, K_PART, K_PREP, K_PRON, K_PUNCT, K_SPACE,
    K_AUX, K_SCONJ,  # of universal tags alone
    K_INTJ, K_NUM, K_SYM, K_X


cdef enum:
    LAST_OPEN_KIND = K_VERB
    LAST_NAMED_KIND = K_SCONJ
    NO_KIND = -1  # of a tag that the rules do not know


cdef enum Category:
    # Of an edit; the first thirteen are kinds, with the same codes.
    ADJ, ADV, NOUN, VERB, CONJ, DET, PART, PREP, PRON, PUNCT, SPACE, AUX, SCONJ,
    OTHER, ADJ_FORM, CONTR, MORPH, NOUN_INFL, NOUN_NUM, NOUN_POSS, ORTH, SPELL,
    VERB_FORM, VERB_INFL, VERB_SVA, VERB_TENSE, WO


cdef enum:
    # A type is an operation plus a category; unknown has no category.
    UNKNOWN = 0
    MISSING = 32
    UNNECESSARY = 64
    REPLACEMENT = 96


cdef enum Auxiliary:
    # What a dependency says of auxiliaries.
    BEGINS_WITH_AUX = 1  # as the relation of a token whose tag is known
    CHILD_BEGINS_WITH_AUX = 2  # of a child, whatever its tag
    CHILD_IS_AUXILIARY = 4  # of a child: aux or auxpass


cdef enum Mark:
    # What is known of a word as a string.
    IS_UPPER = 1  # its first character is upper case
    IS_PUNCTUATION = 2  # it is a substring of Python's string.punctuation
    IS_LISTED = 4  # it is in the word list


cdef struct Token:
    int32_t text  # ids of words
    int32_t lower
    int32_t lemma
    int32_t pos
    int32_t tag
    int32_t dep
    int32_t head  # in the same sentence; a root is its own head
    int32_t gap  # whether white space follows


cdef struct Sentence:
    const Token *tokens
    int32_t n_tokens


cdef struct StemRule:
    # Of the Lancaster stemmer. Letters are code points.
    int32_t n_ending
    int32_t n_appended
    int32_t n_removed
    bint is_for_intact
    bint goes_on
    int32_t ending[8]
    int32_t appended[8]


cdef struct Lexicon:
    # Of a table of words, by id; code points of word w are points[offsets[w] : offsets[w + 1]].
    const int32_t *points
    const int64_t *offsets
    const int32_t *alphabetic  # letters at the beginning: all of them for an alphabetic word
    const uint8_t *marks
    int32_t n_words
    const int8_t *kind_of_tag
    const uint8_t *aux  # by dependency, see `Auxiliary`
    bint has_resources  # IS_LISTED is known, and the stemmer's rules are there
    int32_t n_rules
    const StemRule *rules


cdef inline int32_t length_of(const Lexicon *lexicon, int32_t word) noexcept nogil:
    return <int32_t>(lexicon.offsets[word + 1] - lexicon.offsets[word])


cdef inline const int32_t *points_of(const Lexicon *lexicon, int32_t word) noexcept nogil:
    return lexicon.points + lexicon.offsets[word]


cdef inline bint is_alphabetic(const Lexicon *lexicon, int32_t word) noexcept nogil:
    return lexicon.alphabetic[word] > 0 and lexicon.alphabetic[word] == length_of(lexicon, word)


cdef inline Category category_of_dependency(int32_t dependency) noexcept nogil:
    """Return what a dependency, up to D_PUNCT, says of its token."""
    if dependency <= D_AMOD:
        return ADJ
    if dependency == D_ADVMOD:
        return ADV
    if dependency == D_DET:
        return DET
    if dependency == D_PREP:
        return PREP
    return PART if dependency == D_PRT else PUNCT
