"""Labels of arcs from up to LANES tails at once, as vectors.

Of two ways from a tail to a head, the one with fewer steps has more diagonals: each stands for a
deletion and an insertion, so that steps are rows and columns less diagonals. A label here is the
number of its diagonals, plus one, and of its noops, which are diagonals; 0 is no label. Both begin
at the least number of their width (NARROW, WIDE), which leaves room for as many as there are. What
is done for one tail is done for all, without branches; a row of the lattice is one call.

Of vertices that follow one another, the labels of the left one are in registers when the next one
is labelled. By which sides a vertex has entries is found again from the labels of those before it,
where it is asked for: of most vertices nobody does.

Nearly all time goes to these rows, and to `label_picks`. They are compiled twice where the compiler
can: for any processor, with vectors of 128 bits, and for those that have 256, which are asked for
once.
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


# In C, with vectors that GCC and Clang make instructions of; other compilers see the lanes one by
# one.
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
        int32_t left_above, right_above, first, number, end, reach, noop, most;
        int16_t entries[32];
    } fastgec_label_row;

    #if defined(__GNUC__)
    #define FASTGEC_INLINE static inline __attribute__((always_inline))
    #define FASTGEC_VECTOR(cell, width) \
        typedef cell __attribute__((vector_size(width), aligned(1), may_alias))
    #define FASTGEC_IS(claim) (claim)
    #define FASTGEC_PARTS(cell, width) (32 * (int)sizeof(cell) / (width))
    #define FASTGEC_UNROLL _Pragma("GCC unroll 4")
    #else
    #define FASTGEC_INLINE static __inline
    #define FASTGEC_VECTOR(cell, width) typedef cell
    #define FASTGEC_IS(claim) (-(claim))
    #define FASTGEC_PARTS(cell, width) 32
    #define FASTGEC_UNROLL
    #endif
    #define FASTGEC_EACH(n_parts) FASTGEC_UNROLL for (int part = 0; part < n_parts; part++)
    #define FASTGEC_PICK(takes, ours, theirs) \
        (cells)(((ours) & ~(takes)) | ((theirs) & (takes)))
    #define FASTGEC_TRY(other, other_noops, side) { \
        cells takes = (cells)FASTGEC_IS(other > best); \
        if (how == FASTGEC_COUNTING) worth = (cells)((sums)worth - (sums)takes); \
        if (how == FASTGEC_NOTING) worth = (cells)(worth | (takes & side)); \
        best = FASTGEC_PICK(takes, best, other); \
        noops = FASTGEC_PICK(takes, noops, other_noops); \
    }
    enum { FASTGEC_LABELLING, FASTGEC_COUNTING, FASTGEC_NOTING };

    #define FASTGEC_WIDTH(bits, cell, pattern) \
    typedef struct { cell diagonals[32]; cell noops[32]; } fastgec_labels_##bits; \
    static inline int fastgec_has_labels_##bits(const fastgec_labels_##bits *labels) { \
        uint64_t words[4 * sizeof(cell)], found = 0, nothing = pattern; \
        memcpy(words, labels->diagonals, sizeof(words)); \
        for (int at = 0; at < 4 * (int)sizeof(cell); at++) found |= words[at] ^ nothing; \
        return found != 0; \
    } \
    FASTGEC_INLINE void fastgec_clip_##bits( \
        const fastgec_label_row *row, int32_t j, \
        const fastgec_labels_##bits **diagonal, const fastgec_labels_##bits **deletion \
    ) { \
        const fastgec_labels_##bits *none = (const fastgec_labels_##bits *)row->none; \
        if (j <= row->left_above || j > row->right_above + 1) *diagonal = none; \
        if (j < row->left_above || j > row->right_above) *deletion = none; \
    }
    FASTGEC_WIDTH(8, int8_t, 0x8080808080808080ULL)
    FASTGEC_WIDTH(16, int16_t, 0x8000800080008000ULL)

    #define FASTGEC_LABELS(kind, width, bits, cell, sum, least) \
    FASTGEC_VECTOR(cell, width) fastgec_##kind##_cells_##bits; \
    FASTGEC_VECTOR(sum, width) fastgec_##kind##_sums_##bits; \
    FASTGEC_INLINE void fastgec_##kind##_join_##bits( \
        const fastgec_##kind##_cells_##bits *diagonal, \
        const fastgec_##kind##_cells_##bits *deletion, fastgec_##kind##_cells_##bits *left, \
        fastgec_##kind##_cells_##bits *left_noops, fastgec_##kind##_cells_##bits *entries, \
        const fastgec_##kind##_cells_##bits *nothing, int32_t noop, int32_t most, int how \
    ) { \
        typedef fastgec_##kind##_cells_##bits cells; \
        typedef fastgec_##kind##_sums_##bits sums; \
        const int n_parts = FASTGEC_PARTS(cell, width); \
        cells best = diagonal[0], noops = diagonal[n_parts], worth = *entries; \
        cells goes = (cells)FASTGEC_IS(best > *nothing); \
        if (noop) { \
            noops = (cells)((sums)noops + (sum)noop); \
            goes = (cells)(goes & FASTGEC_IS(noops <= (cell)(least + most))); \
            best = FASTGEC_PICK(goes, *nothing, best); \
        } \
        best = (cells)((sums)best - (sums)goes); \
        if (how == FASTGEC_COUNTING) worth = (cells)((sums)worth - (sums)goes); \
        if (how == FASTGEC_NOTING) worth = (cells)(goes & 1); \
        FASTGEC_TRY(deletion[0], deletion[n_parts], 2) \
        FASTGEC_TRY(*left, *left_noops, 4) \
        *left = best; \
        *left_noops = noops; \
        *entries = worth; \
    } \
    FASTGEC_INLINE void fastgec_##kind##_row_##bits(fastgec_label_row *given, int how) { \
        typedef fastgec_##kind##_cells_##bits cells; \
        enum { n_parts = FASTGEC_PARTS(cell, width) }; \
        const fastgec_label_row row = *given; \
        fastgec_labels_##bits *here = (fastgec_labels_##bits *)row.here; \
        const fastgec_labels_##bits *above = (const fastgec_labels_##bits *)row.above; \
        const fastgec_labels_##bits *none = (const fastgec_labels_##bits *)row.none; \
        const cells *before = (const cells *)none; \
        cells left[n_parts], noops[n_parts], entries[n_parts], nothing = before[0]; \
        cell sums[32]; \
        int32_t number = row.number, last = row.reach + 1; \
        if (last > row.right_above) last = row.right_above; \
        if (number > row.first) before = (const cells *)(here + row.vertices[number - 1].j); \
        FASTGEC_EACH(n_parts) { \
            left[part] = before[part]; \
            noops[part] = before[n_parts + part]; \
            entries[part] = nothing ^ nothing; \
        } \
        while (number < row.end) { \
            const fastgec_vertex *vertex = row.vertices + number; \
            int32_t j = vertex->j, n_vertices = 1; \
            const fastgec_labels_##bits *diagonal = above + (j - 1), *deletion = above + j; \
            cells *labels = (cells *)(here + j); \
            if (j > row.left_above && j <= last) { \
                n_vertices += row.end - 1 - number < last - j ? row.end - 1 - number : last - j; \
                while (vertex[n_vertices - 1].j - j > n_vertices - 1) n_vertices >>= 1; \
            } else { \
                if (j > row.reach + 1 && ( \
                    number == row.first || !fastgec_has_labels_##bits(here + vertex[-1].j) \
                )) break; \
                fastgec_clip_##bits(&row, j, &diagonal, &deletion); \
            } \
            number += n_vertices; \
            for (; n_vertices; n_vertices--) { \
                const cells *over = (const cells *)(vertex->n_diagonal ? diagonal : none); \
                const cells *down = (const cells *)(vertex->n_deletion ? deletion : none); \
                if (!vertex->n_insertion) { FASTGEC_EACH(n_parts) left[part] = nothing; } \
                FASTGEC_EACH(n_parts) { \
                    fastgec_##kind##_join_##bits( \
                        over + part, down + part, left + part, noops + part, entries + part, \
                        &nothing, vertex->is_noop ? row.noop : 0, row.most, how \
                    ); \
                    labels[part] = left[part]; \
                    labels[n_parts + part] = noops[part]; \
                } \
                labels += 2 * n_parts; \
                diagonal++; \
                deletion++; \
                vertex++; \
            } \
        } \
        given->number = number; \
        if (how != FASTGEC_COUNTING) return; \
        FASTGEC_EACH(n_parts) *(cells *)(sums + part * (32 / n_parts)) = entries[part]; \
        for (int lane = 0; lane < 32; lane++) given->entries[lane] = sums[lane]; \
    } \
    FASTGEC_INLINE void fastgec_##kind##_note_##bits( \
        const fastgec_label_row *row, int32_t number, uint8_t *sides \
    ) { \
        typedef fastgec_##kind##_cells_##bits cells; \
        const int n_parts = FASTGEC_PARTS(cell, width); \
        const fastgec_labels_##bits *here = (const fastgec_labels_##bits *)row->here; \
        const fastgec_vertex *vertex = row->vertices + number; \
        const fastgec_labels_##bits *above = (const fastgec_labels_##bits *)row->above; \
        const fastgec_labels_##bits *none = (const fastgec_labels_##bits *)row->none; \
        const fastgec_labels_##bits *diagonal = vertex->n_diagonal ? above + vertex->j - 1 : none; \
        const fastgec_labels_##bits *deletion = vertex->n_deletion ? above + vertex->j : none; \
        const cells *before = (const cells *)none; \
        cells nothing = before[0]; \
        cell found[32]; \
        fastgec_clip_##bits(row, vertex->j, &diagonal, &deletion); \
        if (vertex->n_insertion && number > row->first) \
            before = (const cells *)(here + vertex[-1].j); \
        FASTGEC_EACH(n_parts) { \
            cells left = before[part], noops = before[n_parts + part], entries = nothing; \
            fastgec_##kind##_join_##bits( \
                (const cells *)diagonal + part, (const cells *)deletion + part, &left, &noops, \
                &entries, &nothing, vertex->is_noop * row->noop, row->most, FASTGEC_NOTING \
            ); \
            *(cells *)(found + part * (32 / n_parts)) = entries; \
        } \
        for (int lane = 0; lane < 32; lane++) sides[lane] = (uint8_t)found[lane]; \
    }

    typedef void (*fastgec_join_rows)(fastgec_label_row *row);
    #define FASTGEC_ROWS(kind, bits, attribute) \
    attribute static void fastgec_##kind##_labels_##bits(fastgec_label_row *row) { \
        fastgec_##kind##_row_##bits(row, FASTGEC_LABELLING); \
    } \
    attribute static void fastgec_##kind##_counts_##bits(fastgec_label_row *row) { \
        fastgec_##kind##_row_##bits(row, FASTGEC_COUNTING); \
    } \
    attribute static void fastgec_##kind##_sides_##bits( \
        const fastgec_label_row *row, int32_t number, uint8_t *sides \
    ) { \
        fastgec_##kind##_note_##bits(row, number, sides); \
    }
    #define FASTGEC_KIND(kind, width, attribute) \
    FASTGEC_LABELS(kind, width, 8, int8_t, uint8_t, INT8_MIN) \
    FASTGEC_LABELS(kind, width, 16, int16_t, uint16_t, INT16_MIN) \
    FASTGEC_ROWS(kind, 8, attribute) \
    FASTGEC_ROWS(kind, 16, attribute) \
    static inline fastgec_join_rows fastgec_choose_##kind(int is_narrow, int is_counting) { \
        if (is_counting) \
            return is_narrow ? fastgec_##kind##_counts_8 : fastgec_##kind##_counts_16; \
        return is_narrow ? fastgec_##kind##_labels_8 : fastgec_##kind##_labels_16; \
    }
    FASTGEC_KIND(plain, 16, )
    #if defined(__GNUC__) && defined(__x86_64__)
    FASTGEC_KIND(wide, 32, __attribute__((target("avx2"))))
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
        int32_t left_above  # hypothesis positions of the first and last labels of the row above
        int32_t right_above
        int32_t first  # vertex of the row that has labels
        int32_t number  # the next vertex to be labelled; then the one where it ended
        int32_t end
        int32_t reach  # hypothesis position; farther to the right only insertions lead on
        int32_t noop  # what a noop counts
        int32_t most  # and noops of an edit
        int16_t entries[32]  # of each tail: sums over these vertices, if they are counted

    bint has_narrow "fastgec_has_labels_8"(const NarrowLabels *labels) noexcept nogil
    bint has_wide "fastgec_has_labels_16"(const WideLabels *labels) noexcept nogil
    # Label the vertices of a row from `number` on, up to `end` or to the first one where no arc
    # leads on. Entries are counted, or left to `label_picks`.
    ctypedef void (*JoinRows "fastgec_join_rows")(LabelRow *row) noexcept nogil
    JoinRows choose_rows(bint is_narrow, bint is_counting) noexcept nogil
