"""Labels of arcs from up to LANES tails at once, as vectors.

What is done for one tail is done for all, without branches, so that compilers make it vector
instructions. Steps and noops are numbers of 16 bits and begin at ZERO, which leaves room for
MOST_STEPS. A label that is not there has NONE steps, and is never better than another one. Labels
that are there never have too many noops, but those of base noops where no noop may be joined: only
behind a diagonal noops are compared. From such a base arc nothing leads on (NOT_LED_ON).

Nearly all time goes to `JoinLabels` and `PickLanes`. They are compiled twice where the compiler
can: for any processor, and for those with vectors of 256 bits, which are asked for once.
"""

from libc.stdint cimport int16_t, int32_t, uint32_t

from fastgec._lattice cimport Vertex


cdef enum:
    MOST_STEPS = 50000  # of a way, for labels of 16 bits
    NOT_LED_ON = 19999  # steps of a base arc that may not be joined: one more are NONE


# In C, for `restrict`: without it compilers do not see that the lanes are independent.
cdef extern from *:
    """
    #ifndef FASTGEC_LANES
    #include <stdint.h>
    #define FASTGEC_LANES 32
    #define FASTGEC_NONE 20000
    #define FASTGEC_ZERO -32768
    #if defined(_MSC_VER)
    #define FASTGEC_RESTRICT __restrict
    #else
    #define FASTGEC_RESTRICT restrict
    #endif

    typedef struct {
        int16_t steps[FASTGEC_LANES];
        int16_t noops[FASTGEC_LANES];
    } fastgec_labels;

    static inline void clear_labels(fastgec_labels *labels) {
        for (int lane = 0; lane < FASTGEC_LANES; lane++) {
            labels->steps[lane] = FASTGEC_NONE;
            labels->noops[lane] = FASTGEC_ZERO;
        }
    }

    typedef int (*fastgec_join_labels)(
        fastgec_labels *FASTGEC_RESTRICT here, int16_t *FASTGEC_RESTRICT entries,
        const fastgec_labels *FASTGEC_RESTRICT diagonal,
        const fastgec_labels *FASTGEC_RESTRICT deletion,
        const fastgec_labels *FASTGEC_RESTRICT insertion, int16_t noop, int16_t most,
        const int16_t *FASTGEC_RESTRICT worths
    );

    #define FASTGEC_JOIN_LABELS(name, attribute) \
    attribute static int name( \
        fastgec_labels *FASTGEC_RESTRICT here, int16_t *FASTGEC_RESTRICT entries, \
        const fastgec_labels *FASTGEC_RESTRICT diagonal, \
        const fastgec_labels *FASTGEC_RESTRICT deletion, \
        const fastgec_labels *FASTGEC_RESTRICT insertion, int16_t noop, int16_t most, \
        const int16_t *FASTGEC_RESTRICT worths \
    ) { \
        int16_t by_diagonal = worths[0], by_deletion = worths[1], by_insertion = worths[2]; \
        int16_t any = 0; \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) { \
            int16_t noops = (int16_t)(diagonal->noops[lane] + noop); \
            int16_t steps = (int16_t)(diagonal->steps[lane] + 1); \
            int16_t keeps = (int16_t)-((steps >= FASTGEC_NONE) | (noops > most)); \
            int16_t worth = (int16_t)(by_diagonal & ~keeps); \
            steps = (int16_t)((FASTGEC_NONE & keeps) | (steps & ~keeps)); \
            FASTGEC_TRY(deletion, by_deletion) \
            FASTGEC_TRY(insertion, by_insertion) \
            here->steps[lane] = steps; \
            here->noops[lane] = noops; \
            entries[lane] = (int16_t)(entries[lane] + worth); \
            any |= (int16_t)(steps ^ FASTGEC_NONE); \
        } \
        return any != 0; \
    }
    #define FASTGEC_TRY(before, gain) { \
        int16_t more = (int16_t)(before->steps[lane] + 1); \
        int16_t takes = (int16_t)-(more < steps); \
        worth = (int16_t)(worth + (gain & takes)); \
        noops = (int16_t)((noops & ~takes) | (before->noops[lane] & takes)); \
        steps = more < steps ? more : steps; \
    }

    #define FASTGEC_COUNT_LABELS(name, attribute) \
    attribute static int name( \
        fastgec_labels *FASTGEC_RESTRICT here, int16_t *FASTGEC_RESTRICT entries, \
        const fastgec_labels *FASTGEC_RESTRICT diagonal, \
        const fastgec_labels *FASTGEC_RESTRICT deletion, \
        const fastgec_labels *FASTGEC_RESTRICT insertion, int16_t noop, int16_t most, \
        const int16_t *FASTGEC_RESTRICT worths \
    ) { \
        int16_t any = 0; \
        (void)noop, (void)most, (void)worths; \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) { \
            int16_t steps = FASTGEC_NONE, worth = 0; \
            FASTGEC_COUNT(diagonal) \
            FASTGEC_COUNT(deletion) \
            FASTGEC_COUNT(insertion) \
            here->steps[lane] = steps; \
            entries[lane] = (int16_t)(entries[lane] + worth); \
            any |= (int16_t)(steps ^ FASTGEC_NONE); \
        } \
        return any != 0; \
    }
    #define FASTGEC_COUNT(before) { \
        int16_t more = (int16_t)(before->steps[lane] + 1); \
        worth = (int16_t)(worth + (more < steps)); \
        steps = more < steps ? more : steps; \
    }

    typedef uint32_t (*fastgec_pick_lanes)(
        const fastgec_labels *FASTGEC_RESTRICT labels, const int16_t *FASTGEC_RESTRICT sides,
        const int32_t *FASTGEC_RESTRICT steps, const int32_t *FASTGEC_RESTRICT rests,
        int32_t most_steps, int32_t rest
    );
    #define FASTGEC_LANE_4(lane) 1u << lane, 2u << lane, 4u << lane, 8u << lane
    #define FASTGEC_LANE_16(lane) FASTGEC_LANE_4(lane), FASTGEC_LANE_4(lane + 4), \
        FASTGEC_LANE_4(lane + 8), FASTGEC_LANE_4(lane + 12)
    static const uint32_t fastgec_lanes[FASTGEC_LANES] = {FASTGEC_LANE_16(0), FASTGEC_LANE_16(16)};

    #define FASTGEC_PICK_LANES(name, attribute) \
    attribute static uint32_t name( \
        const fastgec_labels *FASTGEC_RESTRICT labels, const int16_t *FASTGEC_RESTRICT sides, \
        const int32_t *FASTGEC_RESTRICT steps, const int32_t *FASTGEC_RESTRICT rests, \
        int32_t most_steps, int32_t rest \
    ) { \
        uint32_t picked = 0; \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) { \
            int32_t by = sides[lane]; \
            int32_t copies = by - (by >> 1) - (by >> 2); \
            int32_t more = labels->steps[lane] - FASTGEC_ZERO + steps[lane] \
                + (rest < rests[lane] + copies); \
            int here = (more <= most_steps) & (by != 0) \
                & (labels->steps[lane] != labels->noops[lane]); \
            picked |= fastgec_lanes[lane] & -(uint32_t)here; \
        } \
        return picked; \
    }

    FASTGEC_JOIN_LABELS(fastgec_join_plainly, )
    FASTGEC_COUNT_LABELS(fastgec_count_plainly, )
    FASTGEC_PICK_LANES(fastgec_pick_plainly, )
    #if defined(__GNUC__) && defined(__x86_64__)
    FASTGEC_JOIN_LABELS(fastgec_join_widely, __attribute__((target("avx2"))))
    FASTGEC_COUNT_LABELS(fastgec_count_widely, __attribute__((target("avx2"))))
    FASTGEC_PICK_LANES(fastgec_pick_widely, __attribute__((target("avx2"))))
    static inline fastgec_join_labels choose_join(void) {
        return __builtin_cpu_supports("avx2") ? fastgec_join_widely : fastgec_join_plainly;
    }
    static inline fastgec_join_labels choose_count(void) {
        return __builtin_cpu_supports("avx2") ? fastgec_count_widely : fastgec_count_plainly;
    }
    static inline fastgec_pick_lanes choose_pick(void) {
        return __builtin_cpu_supports("avx2") ? fastgec_pick_widely : fastgec_pick_plainly;
    }
    #else
    static inline fastgec_join_labels choose_join(void) { return fastgec_join_plainly; }
    static inline fastgec_join_labels choose_count(void) { return fastgec_count_plainly; }
    static inline fastgec_pick_lanes choose_pick(void) { return fastgec_pick_plainly; }
    #endif
    #endif
    """
    enum:
        LANES "FASTGEC_LANES"
        NONE "FASTGEC_NONE"
        ZERO "FASTGEC_ZERO"

    # From each tail of a block to one vertex.
    ctypedef struct Labels "fastgec_labels":
        int16_t steps[32]
        int16_t noops[32]

    void clear_labels(Labels *labels) noexcept nogil
    # Write the labels of a vertex from those of the vertices before it. Returns whether it has any.
    ctypedef bint (*JoinLabels "fastgec_join_labels")(
        Labels *here, int16_t *entries, const Labels *diagonal, const Labels *deletion,
        const Labels *insertion, int16_t noop, int16_t most, const int16_t *worths,
    ) noexcept nogil
    JoinLabels choose_join() noexcept nogil
    # The same where no way has too many noops: they are not written, and each entry is worth one.
    JoinLabels choose_count() noexcept nogil

    # Pick the lanes whose label is a joined arc that changes something, and has few enough steps:
    # with those of the lane no more than `most_steps`, one less if the rest of the lane and a
    # thousandth for each copy are more than `rest`. Returns them as bits.
    ctypedef uint32_t (*PickLanes "fastgec_pick_lanes")(
        const Labels *labels, const int16_t *sides, const int32_t *steps, const int32_t *rests,
        int32_t most_steps, int32_t rest,
    ) noexcept nogil
    PickLanes choose_pick() noexcept nogil


cdef inline int32_t lane_of(const int32_t *tails, int32_t n_tails, int32_t tail) noexcept nogil:
    """Return the lane of a tail, or -1 if the block has it not; tails ascend."""
    cdef int32_t low = 0
    cdef int32_t high = n_tails
    cdef int32_t middle
    if tail < tails[0]:
        return -1
    while low + 1 < high:
        middle = (low + high) >> 1
        if tails[middle] <= tail:
            low = middle
        else:
            high = middle
    return low if tails[low] == tail else -1


cdef struct Joining:
    # How labels of a block are joined.
    JoinLabels join
    const Labels *no_labels
    const int32_t *tails
    int32_t n_tails
    int32_t last_row  # of a tail
    int16_t noop  # what a noop adds: 1; or 2, with one more where a way begins with an insertion
    int16_t max_unchanged  # noops that a label may have, as it has them
    int16_t worths[3]  # of an entry that a diagonal, a deletion, an insertion makes
    int32_t end_above  # the first vertex of the row above, behind others, that has no labels


cdef inline void open_joining(
    Joining *joining, Labels *no_labels, int32_t last_row, const int32_t *tails, int32_t n_tails,
    int32_t max_unchanged, bint is_marking,
) noexcept nogil:
    """Begin; if `is_marking`, labels say whether a way begins with an insertion (`noop`)."""
    clear_labels(no_labels)
    joining.join = choose_join()
    joining.no_labels = no_labels
    joining.tails = tails
    joining.n_tails = n_tails
    joining.last_row = last_row
    joining.end_above = 0x7FFFFFFF
    joining.noop = 2 if is_marking else 1
    joining.max_unchanged = <int16_t>(
        ZERO + min(max_unchanged, <int32_t>MOST_STEPS // joining.noop) * joining.noop + is_marking
    )


cdef inline bint join_labels(
    Joining *joining, Labels *here, int16_t *entries, const Labels *above_row,
    const Vertex *vertex, int32_t first_above, int32_t first_here,
) noexcept nogil:
    """Try the base arcs into a vertex behind the arcs that end before them, in the scorer's order.

    Parameters: here, the labels of the vertex, those of its row before it; above_row, of the row
    above, by hypothesis position; first_above, first_here: the first vertices of these rows that
    have labels. Returns whether the vertex has any.
    """
    cdef const Labels *diagonal = joining.no_labels
    cdef const Labels *deletion = joining.no_labels
    cdef const Labels *insertion = joining.no_labels
    if first_above <= vertex.diagonal < joining.end_above:
        diagonal = above_row + vertex.j - 1
    if first_above <= vertex.deletion < joining.end_above:
        deletion = above_row + vertex.j
    if vertex.insertion >= first_here:
        insertion = here - 1
    if vertex.i > joining.last_row + 1:
        return joining.join(
            here, entries, diagonal, deletion, insertion,
            <int16_t>(vertex.is_noop * joining.noop), joining.max_unchanged, joining.worths,
        )
    return join_seeded(joining, here, entries, diagonal, deletion, insertion, vertex)


cdef inline bint join_seeded(
    Joining *joining, Labels *here, int16_t *entries, const Labels *diagonal,
    const Labels *deletion, const Labels *insertion, const Vertex *vertex,
) noexcept nogil:
    """Do what `join_labels` does where base arcs of the tails may end: no joined arc is better."""
    cdef int32_t lanes[3]
    cdef int16_t kept[3]
    cdef int16_t noops
    cdef int32_t side
    cdef bint is_found
    lanes[0] = lane_of(joining.tails, joining.n_tails, vertex.diagonal)
    lanes[1] = lane_of(joining.tails, joining.n_tails, vertex.deletion)
    lanes[2] = lane_of(joining.tails, joining.n_tails, vertex.insertion)
    for side in range(3):
        kept[side] = entries[lanes[side]] if lanes[side] >= 0 else 0
    is_found = joining.join(
        here, entries, diagonal, deletion, insertion,
        <int16_t>(vertex.is_noop * joining.noop), joining.max_unchanged, joining.worths,
    )
    for side in range(3):
        if lanes[side] >= 0:
            is_found = True
            entries[lanes[side]] = kept[side]
            noops = ZERO
            if side == 0:
                noops += vertex.is_noop * joining.noop
            elif side == 2:
                noops += joining.noop - 1
            here.steps[lanes[side]] = ZERO + 1 if noops <= joining.max_unchanged else NOT_LED_ON
            here.noops[lanes[side]] = noops
    return is_found
