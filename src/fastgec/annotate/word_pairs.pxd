"""One word that replaces one word: spelling, inflection, derivation, and what is left of them.

The rules stand in the order of the specification (two(o, c), rules 3 to 20; numbers in comments
are its). The word list and the stemmer are asked where a rule needs them, and only there: if they
are not in the lexicon, the outcome is WANTS_RESOURCES.
"""

from libc.stdint cimport int32_t, uint32_t

from fastgec.kernels.arena cimport DONE, Status
from fastgec.annotate.judge cimport CLASSIFIED, UNDECIDED, WANTS_RESOURCES, Judge, are, is_named
from fastgec.annotate.lexicon cimport (
    ADJ_FORM, BEGINS_WITH_AUX, CHILD_BEGINS_WITH_AUX, CHILD_IS_AUXILIARY, CONTR, DET, D_ACOMP,
    D_AMOD, D_DOBJ, D_NSUBJ, D_NSUBJPASS, D_POBJ, D_POSS, D_PREP, D_PRT, D_PUNCT, IS_LISTED,
    K_ADJ, K_DET, K_NOUN, K_NUM, K_PART, K_PREP, K_PRON,
    K_VERB, LAST_OPEN_KIND, MORPH, NOUN_NUM, NOUN_POSS, OTHER, PART, PRON, T_NNS, T_POS, T_VBD,
    T_VBG, T_VBN, T_VBZ, VERB_FORM, VERB_SVA, VERB_TENSE, W_ANOTHER, W_CA, W_CAN, W_NO, W_NOT,
    W_OTHER, W_SHA, W_SHALL, W_VE, W_WAS, W_WERE, W_WILL, W_WO, W_YOUR, W_YOURS, Lexicon, Sentence,
    Token, category_of_dependency, is_alphabetic,
)
from fastgec.annotate.spelling cimport category_of_letters, category_of_spelling
from fastgec.annotate.stem cimport have_same_stem

cdef inline bint either_has(const Token *s, const Token *r, int32_t tag) noexcept nogil:
    return s.tag == tag or r.tag == tag


cdef inline bint is_aux(const Lexicon *lexicon, const Token *token) noexcept nogil:
    return lexicon.aux[token.dep] & BEGINS_WITH_AUX != 0


cdef inline bint is_listed(const Lexicon *lexicon, int32_t word) noexcept nogil:
    return lexicon.marks[word] & IS_LISTED != 0


cdef inline int32_t category_of_contraction(
    const Lexicon *lexicon, const Token *s, const Token *r
) noexcept nogil:
    """Apply the rules about possessives, contractions, and was and were (3 to 7)."""
    if either_has(s, r, T_POS):
        return NOUN_POSS
    if (s.lower <= W_VE or r.lower <= W_VE) and (
        lexicon.kind_of_tag[s.tag] == lexicon.kind_of_tag[r.tag]
    ):
        return CONTR
    if are(s, r, W_CA, W_CAN) or are(s, r, W_SHA, W_SHALL) or are(s, r, W_WO, W_WILL):
        return CONTR
    if (
        s.lower == W_CA or s.lower == W_SHA or s.lower == W_WO
        or r.lower == W_CA or r.lower == W_SHA or r.lower == W_WO
    ):
        return VERB_TENSE
    if are(s, r, W_WAS, W_WERE):
        return VERB_SVA
    return UNDECIDED


cdef inline const Token *first_aux_child(
    const Lexicon *lexicon, const Sentence *sentence, int32_t head
) noexcept nogil:
    """Return the first child of a token that is auxiliary, or NULL."""
    cdef int32_t at
    for at in range(sentence.n_tokens):
        if (
            sentence.tokens[at].head == head and at != head
            and lexicon.aux[sentence.tokens[at].dep] & CHILD_BEGINS_WITH_AUX
        ):
            return &sentence.tokens[at]
    return NULL


cdef inline bint has_auxiliary(
    const Lexicon *lexicon, const Sentence *sentence, const Token *token
) noexcept nogil:
    cdef int32_t head = <int32_t>(token - sentence.tokens)
    cdef int32_t at
    for at in range(sentence.n_tokens):
        if (
            sentence.tokens[at].head == head and at != head
            and lexicon.aux[sentence.tokens[at].dep] & CHILD_IS_AUXILIARY
        ):
            return True
    return False


cdef inline bint are_of_auxiliaries(
    const Judge *judge, const Token *s, const Token *r
) noexcept nogil:
    """Whether a change of verb is one of form because of auxiliaries beside it."""
    cdef const Lexicon *lexicon = judge.lexicon
    cdef const Token *first_s
    cdef const Token *first_r
    if is_aux(lexicon, s) and is_aux(lexicon, r):
        first_s = first_aux_child(lexicon, judge.source, s.head)
        first_r = first_aux_child(lexicon, judge.corrected, r.head)
        return (
            first_s != NULL and first_r != NULL
            and first_s.text != s.text and first_r.text != r.text
        )
    return has_auxiliary(lexicon, judge.source, s) and has_auxiliary(lexicon, judge.corrected, r)


cdef inline int32_t category_of_inflection(
    const Judge *judge, const Token *s, const Token *r
) noexcept nogil:
    """Apply the rules about two forms of one lemma, both of an open kind (9)."""
    cdef const Lexicon *lexicon = judge.lexicon
    cdef int32_t kind = lexicon.kind_of_tag[s.tag]
    if kind == lexicon.kind_of_tag[r.tag]:
        if kind == K_ADJ:
            return ADJ_FORM
        if kind == K_NOUN:
            return NOUN_NUM
        if kind == K_VERB:
            if are_of_auxiliaries(judge, s, r):
                return VERB_FORM
            if either_has(s, r, T_VBG) or either_has(s, r, T_VBN):
                return VERB_FORM
            if either_has(s, r, T_VBD):
                return VERB_TENSE
            if either_has(s, r, T_VBZ):
                return VERB_SVA
            if is_aux(lexicon, s) and is_aux(lexicon, r):
                return VERB_TENSE
    if (s.dep == D_ACOMP or s.dep == D_AMOD) and (r.dep == D_ACOMP or r.dep == D_AMOD):
        return ADJ_FORM
    if kind == K_ADJ and r.tag == T_NNS:
        return NOUN_NUM
    if r.tag == T_VBG or r.tag == T_VBN:
        return VERB_FORM
    if r.tag == T_VBD:
        return VERB_TENSE
    if r.tag == T_VBZ:
        return VERB_SVA
    return MORPH


cdef inline int32_t category_of_grammar(
    const Lexicon *lexicon, const Token *s, const Token *r
) noexcept nogil:
    """Apply the rules about dependencies, kinds and single words (11 to 19)."""
    cdef int32_t kind = lexicon.kind_of_tag[s.tag]
    cdef int32_t other = lexicon.kind_of_tag[r.tag]
    cdef uint32_t kinds = <uint32_t>1 << kind | <uint32_t>1 << other
    if is_aux(lexicon, s) and is_aux(lexicon, r):
        return VERB_TENSE
    if kind == other and is_named(kind):
        return kind
    if s.dep == r.dep and s.dep <= D_PUNCT:
        return category_of_dependency(s.dep)
    if (
        kinds == (<uint32_t>1 << K_PART | <uint32_t>1 << K_PREP)
        or (s.dep == D_PRT and r.dep == D_PREP) or (s.dep == D_PREP and r.dep == D_PRT)
    ):
        return PART
    if kinds == (<uint32_t>1 << K_DET | <uint32_t>1 << K_PRON):
        if r.dep == D_NSUBJ or r.dep == D_NSUBJPASS or r.dep == D_DOBJ or r.dep == D_POBJ:
            return PRON
        if r.dep == D_POSS:
            return DET
    if kinds == (<uint32_t>1 << K_NUM | <uint32_t>1 << K_DET):
        return DET
    if are(s, r, W_OTHER, W_ANOTHER):
        return DET
    if s.lower == W_YOUR and r.lower == W_YOURS:
        return PRON
    if are(s, r, W_NO, W_NOT):
        return OTHER
    return UNDECIDED


cdef inline int category_of_words(
    const Judge *judge, const Token *s, const Token *r, int32_t *category
) noexcept nogil:
    """Find the category of one word that replaces one; UNDECIDED where no rule of these applies."""
    cdef const Lexicon *lexicon = judge.lexicon
    cdef bint are_open
    cdef bint is_same = False
    cdef Status status
    category[0] = category_of_contraction(lexicon, s, r)
    if category[0] != UNDECIDED:
        return CLASSIFIED
    if is_alphabetic(lexicon, s.text):
        if not lexicon.has_resources:
            return WANTS_RESOURCES
        if not (is_listed(lexicon, s.text) or is_listed(lexicon, s.lower)):
            return category_of_spelling(judge, s, r, category)
    are_open = (
        lexicon.kind_of_tag[s.tag] <= LAST_OPEN_KIND
        and lexicon.kind_of_tag[r.tag] <= LAST_OPEN_KIND
    )
    if are_open and s.lemma == r.lemma:
        category[0] = category_of_inflection(judge, s, r)
        return CLASSIFIED
    if are_open:
        if not lexicon.has_resources:
            return WANTS_RESOURCES
        status = have_same_stem(lexicon, s.lower, r.lower, judge.arena, &is_same)
        if status != DONE:
            return status
        if is_same:
            category[0] = MORPH
            return CLASSIFIED
    category[0] = category_of_grammar(lexicon, s, r)
    if category[0] == UNDECIDED:
        return category_of_letters(judge, s, r, category)
    return CLASSIFIED
