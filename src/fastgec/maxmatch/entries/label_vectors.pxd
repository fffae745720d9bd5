"""Labels of arcs from up to LANES tails at once, as vectors.

Of two ways from a tail to a head, the one with fewer steps has more diagonals: each stands for a
deletion and an insertion, so that steps are rows and columns less diagonals. A label here is the
number of its diagonals, plus one, and of its noops, which are diagonals; 0 is no label. Both begin
at the least number of their width (NARROW, WIDE), which leaves room for as many as there are. What
is done for one tail is done for all, without branches; a row of the lattice is one call.

Nearly all time goes to these rows, and to `label_picks`. They are compiled twice where the compiler
can: for any processor, and for those with vectors of 256 bits, which are asked for once.
"""

from libc.stdint cimport int8_t, int16_t, int32_t

from fastgec._lattice cimport Vertex


cdef enum:
    MOST_STEPS = 50000  # of a way, for labels of 16 bits, and for `label_picks`
    NARROW = -128  # what stands for 0 in labels of 8 bits
    WIDE = -32768  # and of 16
    MOST_NARROW = 254  # diagonals of a label of 8 bits, which is one more
    MOST_AT_ONCE = 42  # vertices between two sums of entries: three each, up to 127
    LABEL_BYTES = 64  # of a vertex, with 8 bits


# In C, with vectors that GCC and Clang make instructions of, of whatever width there is; other
# compilers see the lanes one by one.
cdef extern from *:
    """
    #ifndef FASTGEC_LANES
    #include <stdint.h>
    #include <string.h>
    #define FASTGEC_LANES 32

    typedef struct {
        const fastgec_vertex *vertices;
        char *here;
        const char *above, *none;
        int32_t first_above, end_above, first, number, end, reach, noop, most;
        int16_t entries[32];
    } fastgec_label_row;

    #if defined(__GNUC__)
    #define FASTGEC_INLINE static inline __attribute__((always_inline))
    #define FASTGEC_VECTOR(cell) \
        typedef cell __attribute__((vector_size(32), aligned(1), may_alias))
    #define FASTGEC_IS(claim) (claim)
    #define FASTGEC_SIZE(cell) (32 / (int)sizeof(cell))
    #else
    #define FASTGEC_INLINE static __inline
    #define FASTGEC_VECTOR(cell) typedef cell
    #define FASTGEC_IS(claim) (-(claim))
    #define FASTGEC_SIZE(cell) 1
    #endif
    #define FASTGEC_PICK(bits, takes, ours, theirs) \
        (fastgec_cells_##bits)(((ours) & ~(takes)) | ((theirs) & (takes)))
    #define FASTGEC_AT(bits, cells, at) (*(fastgec_cells_##bits *)((cells) + (at)))
    #define FASTGEC_READ(bits, cells, at) (*(const fastgec_cells_##bits *)((cells) + (at)))
    #define FASTGEC_TRY(bits, before, gain) { \
        fastgec_cells_##bits other = FASTGEC_READ(bits, before->diagonals, at); \
        fastgec_cells_##bits takes = (fastgec_cells_##bits)FASTGEC_IS(other > best); \
        worth = (fastgec_cells_##bits)(is_counting ? worth - takes : worth | (takes & gain)); \
        best = FASTGEC_PICK(bits, takes, best, other); \
        noops = FASTGEC_PICK(bits, takes, noops, FASTGEC_READ(bits, before->noops, at)); \
    }

    #define FASTGEC_LABELS(bits, cell, sum, least, pattern) \
    FASTGEC_VECTOR(cell) fastgec_cells_##bits; \
    FASTGEC_VECTOR(sum) fastgec_sums_##bits; \
    typedef struct { cell diagonals[32]; cell noops[32]; } fastgec_labels_##bits; \
    static inline int fastgec_has_labels_##bits(const fastgec_labels_##bits *labels) { \
        uint64_t words[4 * sizeof(cell)], found = 0, nothing = pattern; \
        memcpy(words, labels->diagonals, sizeof(words)); \
        for (int at = 0; at < 4 * (int)sizeof(cell); at++) found |= words[at] ^ nothing; \
        return found != 0; \
    } \
    FASTGEC_INLINE void fastgec_join_##bits( \
        fastgec_labels_##bits *here, cell *entries, const fastgec_labels_##bits *diagonal, \
        const fastgec_labels_##bits *deletion, const fastgec_labels_##bits *insertion, \
        cell noop, cell most, int is_counting \
    ) { \
        for (int at = 0; at < 32; at += FASTGEC_SIZE(cell)) { \
            fastgec_cells_##bits best = FASTGEC_READ(bits, diagonal->diagonals, at), worth; \
            fastgec_cells_##bits noops = (fastgec_cells_##bits)( \
                (fastgec_sums_##bits)FASTGEC_READ(bits, diagonal->noops, at) + (sum)noop \
            ); \
            fastgec_cells_##bits goes = (fastgec_cells_##bits)( \
                FASTGEC_IS(best > least) & FASTGEC_IS(noops <= most) \
            ); \
            best = (fastgec_cells_##bits)((fastgec_sums_##bits)best + 1); \
            best = (fastgec_cells_##bits)((best & goes) | (least & ~goes)); \
            worth = (fastgec_cells_##bits)(goes & 1); \
            FASTGEC_TRY(bits, deletion, 2) \
            FASTGEC_TRY(bits, insertion, 4) \
            FASTGEC_AT(bits, here->diagonals, at) = best; \
            FASTGEC_AT(bits, here->noops, at) = noops; \
            if (is_counting) FASTGEC_AT(bits, entries, at) += worth; \
            else FASTGEC_AT(bits, entries, at) = worth; \
        } \
    } \
    FASTGEC_INLINE void fastgec_join_row_##bits(fastgec_label_row *row, int is_counting) { \
        const fastgec_vertex *vertices = row->vertices; \
        fastgec_labels_##bits *here = (fastgec_labels_##bits *)row->here; \
        const fastgec_labels_##bits *above = (const fastgec_labels_##bits *)row->above; \
        const fastgec_labels_##bits *none = (const fastgec_labels_##bits *)row->none; \
        int32_t first_above = row->first_above, end_above = row->end_above; \
        int32_t first = row->first, number = row->number, end = row->end; \
        int32_t reach = row->reach + 1, noop = row->noop; \
        cell entries[32], most = (cell)(least + row->most); \
        memset(entries, 0, sizeof(entries)); \
        for (; number < end; number++) { \
            const fastgec_vertex *vertex = vertices + number; \
            const fastgec_labels_##bits *diagonal = none, *deletion = none, *insertion = none; \
            int32_t j = vertex->j; \
            if (j > reach && ( \
                number == first || !fastgec_has_labels_##bits(here + vertices[number - 1].j) \
            )) break; \
            if (vertex->n_diagonal && vertex->above > first_above && vertex->above <= end_above) \
                diagonal = above + j - 1; \
            if (vertex->n_deletion && vertex->above >= first_above && vertex->above < end_above) \
                deletion = above + j; \
            if (vertex->n_insertion && number > first) insertion = here + j - 1; \
            fastgec_join_##bits( \
                here + j, entries, diagonal, deletion, insertion, \
                (cell)(vertex->is_noop * noop), most, is_counting \
            ); \
        } \
        for (int lane = 0; lane < 32; lane++) row->entries[lane] = entries[lane]; \
        row->number = number; \
    }

    FASTGEC_LABELS(8, int8_t, uint8_t, INT8_MIN, 0x8080808080808080ULL)
    FASTGEC_LABELS(16, int16_t, uint16_t, INT16_MIN, 0x8000800080008000ULL)

    typedef void (*fastgec_join_rows)(fastgec_label_row *row);
    #define FASTGEC_JOIN_ROWS(name, bits, is_counting, attribute) \
    attribute static void fastgec_##name##_##bits(fastgec_label_row *row) { \
        fastgec_join_row_##bits(row, is_counting); \
    }
    #define FASTGEC_ALL_ROWS(kind, attribute) \
    FASTGEC_JOIN_ROWS(kind##_counts, 8, 1, attribute) \
    FASTGEC_JOIN_ROWS(kind##_counts, 16, 1, attribute) \
    FASTGEC_JOIN_ROWS(kind##_sides, 8, 0, attribute) \
    FASTGEC_JOIN_ROWS(kind##_sides, 16, 0, attribute) \
    static inline fastgec_join_rows fastgec_choose_##kind(int is_narrow, int is_counting) { \
        if (!is_counting) return is_narrow ? fastgec_##kind##_sides_8 : fastgec_##kind##_sides_16; \
        return is_narrow ? fastgec_##kind##_counts_8 : fastgec_##kind##_counts_16; \
    }
    FASTGEC_ALL_ROWS(plain, )
    #if defined(__GNUC__) && defined(__x86_64__)
    FASTGEC_ALL_ROWS(wide, __attribute__((target("avx2"))))
    static inline fastgec_join_rows choose_rows(int is_narrow, int is_counting) {
        if (__builtin_cpu_supports("avx2")) return fastgec_choose_wide(is_narrow, is_counting);
        return fastgec_choose_plain(is_narrow, is_counting);
    }
    #else
    #define choose_rows fastgec_choose_plain
    #endif
    #endif
    """
    enum:
        LANES "FASTGEC_LANES"

    # Labels of 8 and of 16 bits from each tail of a block to one vertex.
    ctypedef struct NarrowLabels "fastgec_labels_8":
        int8_t diagonals[32]  # and one more
        int8_t noops[32]
    ctypedef struct WideLabels "fastgec_labels_16":
        int16_t diagonals[32]
        int16_t noops[32]

    # Vertices of a row that follow one another, and labels by hypothesis position.
    ctypedef struct LabelRow "fastgec_label_row":
        const Vertex *vertices
        char *here
        const char *above
        const char *none  # labels of nothing
        int32_t first_above  # vertices of the row above that have labels
        int32_t end_above
        int32_t first  # vertex of the row that has labels
        int32_t number  # the next vertex to be labelled; then the one where it ended
        int32_t end
        int32_t reach  # hypothesis position; farther to the right only insertions lead on
        int32_t noop  # what a noop counts
        int32_t most  # and noops of an edit
        int16_t entries[32]  # of each tail: sums over these vertices, or those of the last, as bits

    bint has_narrow "fastgec_has_labels_8"(const NarrowLabels *labels) noexcept nogil
    bint has_wide "fastgec_has_labels_16"(const WideLabels *labels) noexcept nogil
    # Label the vertices of a row from `number` on, up to `end` or to the first one where no arc
    # leads on. Entries are counted, or noted by their sides.
    ctypedef void (*JoinRows "fastgec_join_rows")(LabelRow *row) noexcept nogil
    JoinRows choose_rows(bint is_narrow, bint is_counting) noexcept nogil
