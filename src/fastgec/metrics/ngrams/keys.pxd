"""Memory of a thread that counts sentences, and how n-grams are read as numbers of 64 bits.

The key of an n-gram is its tokens, so many bits for each, where 64 hold them. Where they do not,
tokens are first numbered anew within the sentence; and if that is not enough, n-grams are: order by
order, as pairs of the number of the n-gram that is a token shorter and the last token.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from fastgec.kernels.arena cimport (
    DONE, NO_MEMORY, TOO_LARGE, Arena, arena_free, arena_init, arena_status, arena_take,
)
from fastgec.metrics.ngrams.changes cimport (
    Change, Table, enter_change, find_change, forget, open_table
)
from fastgec.metrics.ngrams.texts cimport Text, n_ngrams
from fastgec.read.words cimport Names


cdef enum:
    N_NOTED = 8


cdef struct Counter:
    # Memory that is used again and again.
    Arena arena
    Arena words  # while a sentence is read
    Table table
    Names names


cdef struct Keys:
    # How the n-grams of an order are read: as `span` tokens of `bits` bits.
    int n
    int span
    int bits
    uint64_t mask
    bint is_numbered  # the tokens are `Text.numbers`
    uint64_t[N_NOTED] repeated  # tokens of the source, see `note_repeated`


cdef inline void counter_init(Counter *counter) noexcept nogil:
    arena_init(&counter.arena, 0)
    arena_init(&counter.words, 0)
    counter.table = Table(NULL, 0, 0, 0, 0, 0, 0)
    memset(&counter.names, 0, sizeof(Names))


cdef inline void counter_limit(Counter *counter, size_t memory_limit) noexcept nogil:
    """Set how many bytes each part may take."""
    counter.arena.limit = counter.words.limit = counter.table.limit = memory_limit


cdef inline void counter_free(Counter *counter) noexcept nogil:
    arena_free(&counter.arena)
    arena_free(&counter.words)
    free(counter.table.slots)
    free(counter.names.slots)
    counter.table.slots = NULL
    counter.table.n_slots = 0
    counter.names.slots = NULL
    counter.names.n_slots = 0


cdef inline int bits_of(int64_t n_tokens) noexcept nogil:
    """Return how many bits tell tokens from 0 to n_tokens - 1 apart."""
    cdef int bits = 1
    while n_tokens > <int64_t>1 << bits:
        bits += 1
    return bits


cdef inline int64_t number_tokens(
    Table *table, Text *text, int32_t *numbers, int64_t n
) noexcept nogil:
    """Number the tokens of a text from n on, where they have no number; return the next one."""
    cdef Change *change
    cdef int64_t i
    for i in range(text.size):
        change = find_change(table, <uint64_t>text.tokens[i])
        if change.round != table.round:
            change = enter_change(table, <uint64_t>text.tokens[i])
            change.in_hypothesis = <int32_t>n
            n += 1
        numbers[i] = change.in_hypothesis
    text.tokens = numbers
    return n


cdef inline void number_ngrams(Table *table, Text *texts, int64_t n_texts, int n) noexcept nogil:
    """Number the n-grams of all texts; those that are a token shorter have numbers."""
    cdef Change *change
    cdef Text *text
    cdef uint64_t key
    cdef int64_t i, t
    cdef int32_t n_numbers = 0
    forget(table)
    for t in range(n_texts):
        text = &texts[t]
        for i in range(n_ngrams(text, n) if text.equal == t else 0):
            key = <uint64_t>text.numbers[i] << 32 | <uint64_t>text.tokens[i + n - 1]
            change = find_change(table, key)
            if change.round != table.round:
                change = enter_change(table, key)
                change.in_hypothesis = n_numbers
                n_numbers += 1
            text.numbers[i] = change.in_hypothesis


cdef inline int number_texts(
    Counter *counter, Text *texts, int64_t n_texts, int order, Keys *keys
) noexcept nogil:
    """Number the tokens of all texts, and get ready to number n-grams if that is not enough."""
    cdef int64_t n_tokens = 0, n = 0, t
    cdef int32_t *numbers
    cdef int status
    for t in range(n_texts):
        if texts[t].equal == t:
            n_tokens += texts[t].size
    status = open_table(&counter.table, n_tokens)
    if status <= 0:
        return TOO_LARGE if status == 0 else NO_MEMORY
    forget(&counter.table)
    for t in range(n_texts):
        if texts[t].equal < t:
            texts[t].tokens = texts[texts[t].equal].tokens
            continue
        numbers = <int32_t *>arena_take(&counter.arena, texts[t].size, sizeof(int32_t))
        if numbers == NULL:
            return arena_status(&counter.arena)
        n = number_tokens(&counter.table, &texts[t], numbers, n)
    keys.bits = bits_of(n)
    keys.is_numbered = keys.bits * order > 64
    if keys.is_numbered:
        keys.bits = 32
        for t in range(n_texts):
            if texts[t].equal < t:
                texts[t].numbers = texts[texts[t].equal].numbers
                continue
            texts[t].numbers = <int32_t *>arena_take(
                &counter.arena, texts[t].size, sizeof(int32_t)
            )
            if texts[t].numbers == NULL:
                return arena_status(&counter.arena)
            memcpy(texts[t].numbers, texts[t].tokens, texts[t].size * sizeof(int32_t))
    return DONE


cdef inline uint64_t begun_key(const int32_t *tokens, const Keys *keys) noexcept nogil:
    """Return the key of an n-gram but for its last token."""
    cdef uint64_t key = 0
    cdef int i
    for i in range(keys.span - 1):
        key = key << keys.bits | <uint64_t>tokens[i]
    return key


cdef inline uint64_t next_key(uint64_t key, int32_t token, const Keys *keys) noexcept nogil:
    """Return the key of the n-gram that ends with a token, of the one before."""
    return (key << keys.bits | <uint64_t>token) & keys.mask
