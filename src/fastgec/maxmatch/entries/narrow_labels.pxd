"""Labels of 8 bits from up to LANES tails at once, for counting alone.

Of two ways from a tail to a head, the one with fewer steps has more diagonals: each stands for a
deletion and an insertion, so that steps are rows and columns less diagonals. A label here is the
number of its diagonals, plus one, and of its noops, which are diagonals; 0 is no label. A way that
leads over up to MOST_DIAGONALS rows, or columns, has no more of them: 8 bits hold both numbers, and
a vector of 256 bits those from all tails. Farther on, `list_size` makes them labels of 16 bits
(`label_vectors`).

A row is done in one call, and what it adds to each lane is kept in a register. Nothing is asked of
labels on the way but where columns begin that nothing in the row above leads to.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.entries.label_vectors cimport LANES, NONE, ZERO, Labels, lane_of


cdef enum:
    MOST_DIAGONALS = 126  # of a label, plus one: 127
    MOST_AT_ONCE = 42  # vertices between two sums of entries: three each, up to 127


# In C, with vectors that GCC and Clang make instructions of, of whatever width there is; other
# compilers see the lanes one by one.
cdef extern from *:
    """
    #ifndef FASTGEC_NARROW
    #define FASTGEC_NARROW
    #include <stdint.h>
    #include <string.h>

    typedef struct {
        int8_t diagonals[32];
        int8_t noops[32];
    } fastgec_narrow_labels;

    typedef struct {
        int32_t j;
        int32_t arcs;
    } fastgec_place;

    typedef struct {
        const fastgec_place *places;
        fastgec_narrow_labels *here;
        const fastgec_narrow_labels *above;
        const fastgec_narrow_labels *none;
        int32_t left_above, right_above, reach, first, number, end;
        int8_t most;
        int8_t entries[32];
    } fastgec_narrow_row;

    #if defined(__GNUC__)
    #define FASTGEC_INLINE static inline __attribute__((always_inline))
    typedef int8_t fastgec_bytes __attribute__((vector_size(32), aligned(1), may_alias));
    typedef uint8_t fastgec_sums __attribute__((vector_size(32)));
    #define FASTGEC_IS(claim) (claim)
    #define FASTGEC_SIZE 32
    #else
    #define FASTGEC_INLINE static __inline
    typedef int8_t fastgec_bytes;
    typedef uint8_t fastgec_sums;
    #define FASTGEC_IS(claim) ((int8_t)-(claim))
    #define FASTGEC_SIZE 1
    #endif
    #define FASTGEC_BYTES(numbers, at) (*(fastgec_bytes *)((numbers) + (at)))
    #define FASTGEC_READ(numbers, at) (*(const fastgec_bytes *)((numbers) + (at)))
    #define FASTGEC_PICK(takes, ours, theirs) \
        (fastgec_bytes)(((ours) & ~(takes)) | ((theirs) & (takes)))

    static inline int has_narrow_labels(const fastgec_narrow_labels *labels) {
        uint64_t words[4];
        memcpy(words, labels->diagonals, 32);
        return (words[0] | words[1] | words[2] | words[3]) != 0;
    }

    FASTGEC_INLINE void fastgec_join_narrow(
        fastgec_narrow_labels *here, int8_t *entries, const fastgec_narrow_labels *diagonal,
        const fastgec_narrow_labels *deletion, const fastgec_narrow_labels *insertion,
        int8_t noop, int8_t most, int is_limited
    ) {
        for (int at = 0; at < 32; at += FASTGEC_SIZE) {
            fastgec_bytes best = FASTGEC_READ(diagonal->diagonals, at), noops = best;
            fastgec_bytes takes = FASTGEC_IS(best > 0);
            fastgec_bytes worth, other;
            if (is_limited) {
                noops = (fastgec_bytes)((fastgec_sums)FASTGEC_READ(diagonal->noops, at) + noop);
                takes &= FASTGEC_IS(noops <= most);
            }
            worth = takes;
            best = (fastgec_bytes)(((fastgec_sums)best + 1) & (fastgec_sums)takes);
            other = FASTGEC_READ(deletion->diagonals, at);
            takes = FASTGEC_IS(other > best);
            worth += takes;
            best = FASTGEC_PICK(takes, best, other);
            if (is_limited)
                noops = FASTGEC_PICK(takes, noops, FASTGEC_READ(deletion->noops, at));
            other = FASTGEC_READ(insertion->diagonals, at);
            takes = FASTGEC_IS(other > best);
            worth += takes;
            best = FASTGEC_PICK(takes, best, other);
            if (is_limited) {
                noops = FASTGEC_PICK(takes, noops, FASTGEC_READ(insertion->noops, at));
                FASTGEC_BYTES(here->noops, at) = noops;
            }
            FASTGEC_BYTES(here->diagonals, at) = best;
            FASTGEC_BYTES(entries, at) -= worth;
        }
    }

    FASTGEC_INLINE void fastgec_join_row(fastgec_narrow_row *row, int is_limited) {
        const fastgec_place *places = row->places;
        fastgec_narrow_labels *here = row->here;
        const fastgec_narrow_labels *above = row->above, *none = row->none;
        int32_t left = row->left_above, right = row->right_above, reach = row->reach + 1;
        int32_t first = row->first, end = row->end, number = row->number;
        int8_t entries[32], most = row->most;
        memset(entries, 0, 32);
        for (; number < end; number++) {
            int32_t j = places[number].j, arcs = places[number].arcs;
            const fastgec_narrow_labels *diagonal = none, *deletion = none, *insertion = none;
            if (j > reach && (number == first || !has_narrow_labels(here + places[number - 1].j)))
                break;
            if ((arcs & 1) && j > left && j <= right + 1) diagonal = above + j - 1;
            if ((arcs & 2) && j >= left && j <= right) deletion = above + j;
            if ((arcs & 4) && number > first) insertion = here + j - 1;
            fastgec_join_narrow(
                here + j, entries, diagonal, deletion, insertion,
                (int8_t)(arcs >> 3), most, is_limited
            );
        }
        memcpy(row->entries, entries, 32);
        row->number = number;
    }

    typedef void (*fastgec_join_rows)(fastgec_narrow_row *row);
    static void fastgec_join_limited(fastgec_narrow_row *row) { fastgec_join_row(row, 1); }
    static void fastgec_join_unlimited(fastgec_narrow_row *row) { fastgec_join_row(row, 0); }
    #if defined(__GNUC__) && defined(__x86_64__)
    __attribute__((target("avx2")))
    static void fastgec_join_limited_widely(fastgec_narrow_row *row) { fastgec_join_row(row, 1); }
    __attribute__((target("avx2")))
    static void fastgec_join_unlimited_widely(fastgec_narrow_row *row) {
        fastgec_join_row(row, 0);
    }
    static inline fastgec_join_rows choose_join_rows(int is_limited) {
        if (__builtin_cpu_supports("avx2"))
            return is_limited ? fastgec_join_limited_widely : fastgec_join_unlimited_widely;
        return is_limited ? fastgec_join_limited : fastgec_join_unlimited;
    }
    #else
    static inline fastgec_join_rows choose_join_rows(int is_limited) {
        return is_limited ? fastgec_join_limited : fastgec_join_unlimited;
    }
    #endif
    #endif
    """
    # From each tail of a block to one vertex.
    ctypedef struct NarrowLabels "fastgec_narrow_labels":
        int8_t diagonals[32]  # and one more; 0 if there is no label
        int8_t noops[32]  # where an edit may have too many

    # A vertex, as rows are joined.
    ctypedef struct Place "fastgec_place":
        int32_t j
        int32_t arcs  # that enter it, as bits: a diagonal, a deletion, an insertion; 8 if a noop

    # Vertices of a row that follow one another.
    ctypedef struct NarrowRow "fastgec_narrow_row":
        const Place *places
        NarrowLabels *here  # labels of the row, by hypothesis position
        const NarrowLabels *above  # and of the row above
        const NarrowLabels *none  # labels of nothing
        int32_t left_above  # hypothesis positions of the first and the last vertex that has some
        int32_t right_above
        int32_t reach  # farther to the right only insertions lead on
        int32_t first  # vertex of the row that has labels
        int32_t number  # the next vertex to be labelled; then the one where it ended
        int32_t end
        int8_t most  # noops of an edit
        int8_t entries[32]  # of each tail, in these vertices

    bint has_narrow_labels(const NarrowLabels *labels) noexcept nogil
    # Label the vertices of a row from `number` on, up to `end` or to the first one where no arc
    # leads on, and write their entries. Noops are written if an edit may have too many.
    ctypedef void (*JoinRows "fastgec_join_rows")(NarrowRow *row) noexcept nogil
    JoinRows choose_join_rows(bint is_limited) noexcept nogil


cdef inline void list_places(Place *places, const Lattice *lattice) noexcept nogil:
    """Write what joining asks of each vertex."""
    cdef const Vertex *vertex
    cdef int32_t number
    for number in range(lattice.n_vertices):
        vertex = &lattice.vertices[number]
        places[number].j = vertex.j
        places[number].arcs = (
            (vertex.diagonal >= 0) | (vertex.deletion >= 0) << 1 | (vertex.insertion >= 0) << 2
            | (vertex.is_noop != 0) << 3
        )


cdef inline int64_t take_narrow(NarrowRow *row) noexcept nogil:
    """Return the sum of the entries."""
    cdef int64_t n_found = 0
    cdef int32_t lane
    for lane in range(LANES):
        n_found += row.entries[lane]
    return n_found


cdef inline void seed_narrow(
    NarrowRow *row, const int32_t *tails, int32_t n_tails, const Vertex *vertex
) noexcept nogil:
    """Write the labels of base arcs from the tails to the vertex labelled last, in the place of
    joined ones: none is better, nor an entry."""
    cdef NarrowLabels *here = &row.here[vertex.j]
    cdef int32_t lane = lane_of(tails, n_tails, vertex.diagonal)
    cdef int32_t side
    if lane >= 0:
        row.entries[lane] = 0
        here.noops[lane] = vertex.is_noop
        # Nothing leads on from a noop where an edit may hold none.
        here.diagonals[lane] = 2 if vertex.is_noop <= row.most else 0
    for side in range(2):
        lane = lane_of(tails, n_tails, vertex.insertion if side else vertex.deletion)
        if lane >= 0:
            row.entries[lane] = 0
            here.noops[lane] = 0
            here.diagonals[lane] = 1


cdef inline void widen_labels(
    Labels *wide, const NarrowLabels *narrow, const Vertex *vertex, const Vertex *vertices,
    const int32_t *tails, int32_t n_tails,
) noexcept nogil:
    """Write the labels of a vertex as those of 16 bits."""
    cdef const Vertex *tail
    cdef int32_t lane, steps
    for lane in range(LANES):
        wide.steps[lane] = NONE
        wide.noops[lane] = ZERO
        if lane < n_tails and narrow.diagonals[lane]:
            tail = &vertices[tails[lane]]
            steps = vertex.i - tail.i + vertex.j - tail.j - (narrow.diagonals[lane] - 1)
            wide.steps[lane] = ZERO + steps
            wide.noops[lane] = ZERO + narrow.noops[lane]
