"""The cheapest alignment of a source and its correction, as a list of steps.

Costs are linguistic, and tokens may be reordered (Felice, Bryant and Briscoe, 2016).

A table of costs is filled row by row. A place (i, j) lies behind i source tokens and j corrected
tokens. Equal tokens cost nothing and are always matched. Otherwise the cheapest of four steps is
taken, and of equal ones the first: transposition, substitution, insertion, deletion. Costs are
doubles, added in the order of the specification and compared exactly.

**Substitution** costs nothing if only case differs; else 0.499 for another lemma, plus up to 0.5
for another class, plus the share of characters outside the longest common subsequence. Most places
lie off the diagonal, where an insertion or a deletion costs less than lemma and class alone; there
the characters are not looked at. Addition of doubles is monotone, so what is left out could not
have won.

**Transposition** of the last k + 1 tokens of both sides needs the same words in another order, and
a cost that changes at each of the k places before on the diagonal. Trying every k would be cubic.
Three bounds leave few: the length of that run of changes, kept for each diagonal; how far back the
last word of each side last stood on the other side; and sums of hashes of words from the beginning,
whose difference is the same at both ends of the tokens exchanged. What is left is counted word by
word.

**Memory** is nine bytes a place: the cost, and the step in a byte. The size of a transposition is
searched again on the way back.
"""

from libc.stdint cimport int32_t, int64_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)
from fastgec.annotate.lexicon cimport C_VERB, Lexicon, Sentence, Token, length_of, points_of
from fastgec.annotate.similarity cimport Pattern, common_of_short, common_subsequence, pattern_set

cdef enum Operation:
    MATCH, SUBSTITUTION, INSERTION, DELETION, TRANSPOSITION


cdef struct Step:
    # Half-open ranges of tokens; one of an insertion or a deletion is empty.
    Operation operation
    int32_t source_start
    int32_t source_end
    int32_t corrected_start
    int32_t corrected_end


cdef enum:
    SHORT = 64  # characters of a word that is one pattern
    CHUNK = 32  # sizes that are compared at once
    CELLS_BETWEEN_LOOKS = 4096  # at the flag


cdef struct Table:
    # Places (i, j) stand at i * width + j.
    const Sentence *source
    const Sentence *corrected
    int64_t width
    double *cost
    uint8_t *operation
    uint32_t *source_sums  # of hashes of lower-cased words, from the beginning
    uint32_t *corrected_sums
    int32_t *last_in_source  # by corrected token: where its word stood last in the source, or -1
    int32_t *runs  # by diagonal, j - i + n: consecutive places whose cost changed
    int32_t *balance  # by word, all 0
    int8_t *carries  # for the longest corrected word


cdef inline uint32_t hash_of(int32_t word) noexcept nogil:
    cdef uint64_t mixed = <uint64_t>(word + 1) * 0x9E3779B97F4A7C15ULL
    mixed ^= mixed >> 29
    return <uint32_t>((mixed * 0xBF58476D1CE4E5B9ULL) >> 32)


cdef inline Status open_table(Table *table, const Lexicon *lexicon, Arena *arena) noexcept nogil:
    """Take memory for a table, and write what is known before its first row."""
    cdef int32_t longest = 0
    cdef int64_t n = table.source.n_tokens
    cdef int64_t m = table.corrected.n_tokens
    cdef size_t n_places = (n + 1) * (m + 1)
    cdef int64_t at
    table.width = m + 1
    table.cost = <double *>arena_take(arena, n_places, sizeof(double))
    table.operation = <uint8_t *>arena_take(arena, n_places, sizeof(uint8_t))
    table.source_sums = <uint32_t *>arena_take(arena, n + 1, sizeof(uint32_t))
    table.corrected_sums = <uint32_t *>arena_take(arena, m + 1, sizeof(uint32_t))
    table.last_in_source = <int32_t *>arena_take(arena, m + 1, sizeof(int32_t))
    table.runs = <int32_t *>arena_take(arena, n + m + 1, sizeof(int32_t))
    if (
        table.cost == NULL or table.operation == NULL or table.source_sums == NULL
        or table.corrected_sums == NULL or table.last_in_source == NULL or table.runs == NULL
    ):
        return arena_status(arena)
    for at in range(m):
        longest = max(longest, length_of(lexicon, table.corrected.tokens[at].text))
    table.carries = <int8_t *>arena_take(arena, longest, sizeof(int8_t))
    if table.carries == NULL:
        return arena_status(arena)
    table.source_sums[0] = 0
    for at in range(n):
        table.source_sums[at + 1] = (
            table.source_sums[at] + hash_of(table.source.tokens[at].lower)
        )
    table.corrected_sums[0] = 0
    for at in range(m):
        table.corrected_sums[at + 1] = (
            table.corrected_sums[at] + hash_of(table.corrected.tokens[at].lower)
        )
    memset(table.last_in_source, 0xFF, (m + 1) * sizeof(int32_t))
    memset(table.runs, 0, (n + m + 1) * sizeof(int32_t))
    for at in range(m + 1):
        table.cost[at] = <double>at
        table.operation[at] = INSERTION
    for at in range(1, n + 1):
        table.cost[at * table.width] = <double>at
        table.operation[at * table.width] = DELETION
    return DONE


cdef inline bint are_same_words(
    const Table *table, int32_t i, int32_t j, int32_t size
) noexcept nogil:
    """Whether the last `size` tokens before i and j are the same words, case apart."""
    cdef int32_t at
    cdef bint is_same = True
    for at in range(1, size + 1):
        table.balance[table.source.tokens[i - at].lower] += 1
        table.balance[table.corrected.tokens[j - at].lower] -= 1
    for at in range(1, size + 1):
        if table.balance[table.source.tokens[i - at].lower] != 0:
            is_same = False
            break
    for at in range(1, size + 1):
        table.balance[table.source.tokens[i - at].lower] = 0
        table.balance[table.corrected.tokens[j - at].lower] = 0
    return is_same


cdef inline int32_t find_exchange(
    const Table *table, int32_t i, int32_t j, int32_t least, int32_t most
) noexcept nogil:
    """Return the least k from `least` to `most` at which k + 1 tokens are exchanged, or 0."""
    cdef uint32_t wanted = table.source_sums[i] - table.corrected_sums[j]
    cdef const uint32_t *source
    cdef const uint32_t *corrected
    cdef int32_t k = least
    cdef int32_t at
    cdef bint is_hit
    while k <= most:
        if k + CHUNK - 1 <= most:
            source = table.source_sums + (i - k - CHUNK)
            corrected = table.corrected_sums + (j - k - CHUNK)
            is_hit = False
            for at in range(CHUNK):
                is_hit |= source[at] - corrected[at] == wanted
            if not is_hit:
                k += CHUNK
                continue
        for k in range(k, min(k + CHUNK - 1, most) + 1):
            if (
                table.source_sums[i - 1 - k] - table.corrected_sums[j - 1 - k] == wanted
                and are_same_words(table, i, j, k + 1)
            ):
                return k
        k += 1
    return 0


cdef inline double dissimilar_classes(const Token *s, const Token *r) noexcept nogil:
    """What lemma and class of two tokens add to the cost of a substitution."""
    cdef double lemma = 0.0 if s.lemma == r.lemma else 0.499
    if s.pos == r.pos:
        return lemma
    return lemma + (0.25 if s.pos <= C_VERB and r.pos <= C_VERB else 0.5)


cdef inline Status fill_row(
    Table *table, int32_t i, const Lexicon *lexicon, bint is_plain, Pattern *pattern,
    const int32_t *cancel,
) noexcept nogil:
    """Fill row i (from 1) of the table."""
    cdef const Token *s = &table.source.tokens[i - 1]
    cdef const Token *r
    cdef int32_t n_s = length_of(lexicon, s.text)
    cdef int32_t n_r, common, j, k, least, most
    cdef int32_t last_in_corrected = -1
    cdef int32_t m = table.corrected.n_tokens
    cdef double *above = table.cost + (i - 1) * table.width
    cdef double *row = above + table.width
    cdef uint8_t *operation = table.operation + i * table.width
    cdef int32_t *runs = table.runs + (table.source.n_tokens - i)  # of the diagonal of j: runs[j]
    cdef double best, cost, gap
    cdef bint has_pattern = False
    cdef Operation chosen
    cdef Status status
    for j in range(1, m + 1):
        if j % CELLS_BETWEEN_LOOKS == 0 and is_cancelled(cancel):
            return CANCELLED
        r = &table.corrected.tokens[j - 1]
        if s.lower == r.lower:
            last_in_corrected = j - 1
            table.last_in_source[j] = i - 1
        if s.text == r.text:
            row[j] = above[j - 1]
            operation[j] = MATCH
            runs[j] = 0
            continue
        gap = row[j - 1] + 1.0
        chosen = INSERTION
        if above[j] + 1.0 < gap:
            gap = above[j] + 1.0
            chosen = DELETION
        best = gap
        # Substitution wins from a gap of the same cost.
        if is_plain:
            cost = above[j - 1] + 1.0
        elif s.lower == r.lower:
            cost = above[j - 1]
        else:
            cost = dissimilar_classes(s, r)
            if above[j - 1] + cost <= gap:
                n_r = length_of(lexicon, r.text)
                if n_s <= SHORT:
                    if not has_pattern:
                        pattern_set(pattern, points_of(lexicon, s.text), n_s)
                        has_pattern = True
                    common = common_of_short(pattern, points_of(lexicon, r.text), n_r)
                else:
                    status = common_subsequence(
                        points_of(lexicon, s.text), n_s, points_of(lexicon, r.text), n_r,
                        pattern, table.carries, cancel, &common,
                    )
                    if status != DONE:
                        return status
                cost += <double>(<int64_t>n_s + n_r - 2 * <int64_t>common) / <double>(
                    <int64_t>n_s + n_r
                )
            cost = above[j - 1] + cost
        if cost <= best:
            best = cost
            chosen = SUBSTITUTION
        if not is_plain and last_in_corrected >= 0 and table.last_in_source[j] >= 0:
            least = max(1, j - 1 - last_in_corrected, i - 1 - table.last_in_source[j])
            most = min(runs[j], i - 1, j - 1)
            if least <= most:
                k = find_exchange(table, i, j, least, most)
                if k:
                    cost = table.cost[(i - k - 1) * table.width + j - k - 1] + k
                    if cost <= best:
                        best = cost
                        chosen = TRANSPOSITION
        row[j] = best
        operation[j] = chosen
        runs[j] = runs[j] + 1 if best != above[j - 1] else 0
    return DONE


cdef inline int32_t size_of_exchange(const Table *table, int32_t i, int32_t j) noexcept nogil:
    """Return how many tokens the transposition that ends at a place exchanges."""
    cdef const double *cost = table.cost
    cdef int64_t width = table.width
    cdef int32_t most = 0
    while (
        i - 2 - most >= 0 and j - 2 - most >= 0
        and cost[(i - 1 - most) * width + j - 1 - most]
        != cost[(i - 2 - most) * width + j - 2 - most]
    ):
        most += 1
    return find_exchange(table, i, j, 1, most) + 1


cdef inline void read_steps(const Table *table, Step *steps, int32_t *n_steps) noexcept nogil:
    """Read the steps from the last place back to the first, then turn them round."""
    cdef int32_t i = table.source.n_tokens
    cdef int32_t j = table.corrected.n_tokens
    cdef int32_t n = 0
    cdef int32_t at, size
    cdef Step step
    while i or j:
        step.operation = <Operation>table.operation[i * table.width + j]
        step.source_end = i
        step.corrected_end = j
        if step.operation == INSERTION:
            j -= 1
        elif step.operation == DELETION:
            i -= 1
        else:
            size = size_of_exchange(table, i, j) if step.operation == TRANSPOSITION else 1
            i -= size
            j -= size
        step.source_start = i
        step.corrected_start = j
        steps[n] = step
        n += 1
    for at in range(n // 2):
        step = steps[at]
        steps[at] = steps[n - 1 - at]
        steps[n - 1 - at] = step
    n_steps[0] = n


cdef inline Status align(
    const Sentence *source, const Sentence *corrected, const Lexicon *lexicon, bint is_plain,
    Pattern *pattern, int32_t *balance, Arena *arena, const int32_t *cancel,
    Step **steps, int32_t *n_steps,
) noexcept nogil:
    """Align two sentences.

    is_plain: substitution costs 1 for all, and nothing is exchanged. balance: by word, all 0
    before and after.
    """
    cdef Table table
    cdef int32_t i
    cdef Status status
    table.source = source
    table.corrected = corrected
    table.balance = balance
    steps[0] = <Step *>arena_take(
        arena, <size_t>source.n_tokens + corrected.n_tokens, sizeof(Step)
    )
    if steps[0] == NULL:
        return arena_status(arena)
    status = open_table(&table, lexicon, arena)
    if status != DONE:
        return status
    for i in range(1, source.n_tokens + 1):
        if is_cancelled(cancel):
            return CANCELLED
        status = fill_row(&table, i, lexicon, is_plain, pattern, cancel)
        if status != DONE:
            return status
    read_steps(&table, steps[0], n_steps)
    return DONE
