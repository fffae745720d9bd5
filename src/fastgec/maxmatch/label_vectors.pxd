"""Labels of arcs from up to LANES tails at once, as vectors.

What is done for one tail is done for all, without branches, so that compilers make it vector
instructions. Steps and noops are numbers of 16 bits and begin at ZERO, which leaves room for
MOST_STEPS. A label that is not there has NONE steps, and is never better than another one.
"""

from libc.stdint cimport int16_t, int32_t

from fastgec._lattice cimport Vertex


cdef enum:
    MOST_STEPS = 50000  # of a way, for labels of 16 bits


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

    static inline void extend_labels(
        fastgec_labels *FASTGEC_RESTRICT labels, int16_t *FASTGEC_RESTRICT entries,
        const fastgec_labels *FASTGEC_RESTRICT before, int16_t noop, int16_t most, int16_t worth
    ) {
        for (int lane = 0; lane < FASTGEC_LANES; lane++) {
            int16_t steps = (int16_t)(before->steps[lane] + 1);
            int16_t noops = (int16_t)(before->noops[lane] + noop);
            int16_t keeps = (int16_t)-((steps >= labels->steps[lane]) | (noops > most));
            labels->steps[lane] = (int16_t)((labels->steps[lane] & keeps) | (steps & ~keeps));
            labels->noops[lane] = (int16_t)((labels->noops[lane] & keeps) | (noops & ~keeps));
            entries[lane] = (int16_t)(entries[lane] + (worth & ~keeps));
        }
    }

    static inline void note_least(
        int16_t *FASTGEC_RESTRICT least, const fastgec_labels *FASTGEC_RESTRICT labels
    ) {
        for (int lane = 0; lane < FASTGEC_LANES; lane++)
            least[lane] = least[lane] < labels->steps[lane] ? least[lane] : labels->steps[lane];
    }
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
    # Try one more base arc behind the arcs that end before it; add `worth` to entries that are
    # made.
    void extend_labels(
        Labels *labels, int16_t *entries, const Labels *before, int16_t noop, int16_t most,
        int16_t worth,
    ) noexcept nogil
    void note_least(int16_t *least, const Labels *labels) noexcept nogil


cdef inline void seed_labels(
    Labels *labels, const Vertex *vertex, const int32_t *tails, int32_t n_tails
) noexcept nogil:
    """Set the labels of base arcs into a vertex from some of the tails; no joined arc is better."""
    seed_label(labels, vertex.diagonal, vertex.is_noop, tails, n_tails)
    seed_label(labels, vertex.deletion, 0, tails, n_tails)
    seed_label(labels, vertex.insertion, 0, tails, n_tails)


cdef inline void seed_label(
    Labels *labels, int32_t tail, int32_t noop, const int32_t *tails, int32_t n_tails
) noexcept nogil:
    cdef int32_t lane
    if tail < tails[0] or tail > tails[n_tails - 1]:
        return
    for lane in range(n_tails):
        if tails[lane] == tail:
            labels.steps[lane] = ZERO + 1
            labels.noops[lane] = <int16_t>(ZERO + noop)


cdef inline void join_labels(
    Labels *here, int16_t *entries, const Labels *above_row, const Vertex *vertex,
    int32_t first_above, int32_t first_here, int16_t max_unchanged, const int16_t *worths,
) noexcept nogil:
    """Try the base arcs into a vertex behind the arcs that end before them, in the scorer's order.

    Parameters: here, the labels of the vertex, those of its row before it; above_row, of the row
    above, by hypothesis position; first_above, first_here: the first vertices of these rows that
    have labels; worths, of an entry that a diagonal, a deletion, an insertion makes.
    """
    if vertex.diagonal >= first_above:
        extend_labels(
            here, entries, above_row + vertex.j - 1, <int16_t>vertex.is_noop, max_unchanged,
            worths[0],
        )
    if vertex.deletion >= first_above:
        extend_labels(here, entries, above_row + vertex.j, 0, max_unchanged, worths[1])
    if vertex.insertion >= first_here:
        extend_labels(here, entries, here - 1, 0, max_unchanged, worths[2])
