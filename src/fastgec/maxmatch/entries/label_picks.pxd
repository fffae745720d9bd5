"""Which arcs from up to LANES tails to one vertex are light enough, and which are lightest.

Of each tail it is known what it costs more than the least of them. An arc of a label adds its steps
and a thousandth for each of its entries. All that is told in thousandths, in 32 bits: tails cost up
to FAR, steps up to MOST_STEPS, and what a path may cost is as good as MOST_COST if it is more. So a
tail that costs CLOSED is never light enough.

What is found are bits, one of each lane. Here, too, what is done for one tail is done for all
(`label_vectors`), and compiled twice.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t

# Its C is before ours.
from fastgec.maxmatch.entries.label_vectors cimport LabelRow, NarrowLabels, WideLabels


cdef enum:
    FAR = 1000000000
    MOST_COST = 2000000000
    CLOSED = 2050000000  # and MOST_STEPS: less than 2 to the 31st


cdef extern from *:
    """
    #ifndef FASTGEC_LANE_BITS
    #if defined(_MSC_VER)
    #define FASTGEC_RESTRICT __restrict
    #else
    #define FASTGEC_RESTRICT restrict
    #endif
    #define FASTGEC_LANE_4(lane) 1u << lane, 2u << lane, 4u << lane, 8u << lane
    #define FASTGEC_LANE_16(lane) FASTGEC_LANE_4(lane), FASTGEC_LANE_4(lane + 4), \
        FASTGEC_LANE_4(lane + 8), FASTGEC_LANE_4(lane + 12)
    #define FASTGEC_LANE_BITS FASTGEC_LANE_16(0), FASTGEC_LANE_16(16)
    static const uint32_t fastgec_lanes[FASTGEC_LANES] = {FASTGEC_LANE_BITS};

    typedef struct {
        void (*note_narrow)(const fastgec_label_row *, int32_t, uint8_t *);
        void (*note_wide)(const fastgec_label_row *, int32_t, uint8_t *);
        uint32_t (*weigh_narrow)(
            const fastgec_labels_8 *, const uint8_t *, const int32_t *, const int32_t *, int32_t,
            int, int32_t, int32_t, int32_t *
        );
        uint32_t (*weigh_wide)(
            const fastgec_labels_16 *, const uint8_t *, const int32_t *, const int32_t *, int32_t,
            int, int32_t, int32_t, int32_t *
        );
        uint32_t (*take_lightest)(const int32_t *, uint32_t, int32_t *);
        uint32_t (*take_equal)(const int32_t *, int32_t);
        void (*split_sides)(const uint8_t *, uint32_t, uint32_t *);
    } fastgec_picks;

    #define FASTGEC_WEIGH(kind, bits, least, attribute) \
    attribute static uint32_t fastgec_##kind##_weigh_##bits( \
        const fastgec_labels_##bits *FASTGEC_RESTRICT labels, \
        const uint8_t *FASTGEC_RESTRICT sides, const int32_t *FASTGEC_RESTRICT sums, \
        const int32_t *FASTGEC_RESTRICT tails, int32_t sum, int is_near, int32_t step, \
        int32_t most, int32_t *FASTGEC_RESTRICT costs \
    ) { \
        uint32_t picked = 0, unchanged = 0; \
        uint8_t entries[FASTGEC_LANES]; \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) \
            entries[lane] = (uint8_t)(sides[lane] - (sides[lane] >> 1) - (sides[lane] >> 2)); \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) { \
            int32_t steps = sum - sums[lane] - (labels->diagonals[lane] - (least) - 1); \
            int32_t number = entries[lane]; \
            int32_t cost = tails[lane] + steps * step + number; \
            costs[lane] = cost; \
            picked |= fastgec_lanes[lane] & -(uint32_t)((number > 0) & (cost < most + 1)); \
        } \
        if (!is_near) return picked; \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) { \
            int32_t steps = sum - sums[lane] - (labels->diagonals[lane] - (least) - 1); \
            int here = steps == labels->noops[lane] - (least); \
            unchanged |= fastgec_lanes[lane] & -(uint32_t)here; \
        } \
        return picked & ~unchanged; \
    }
    #define FASTGEC_PICKS(kind, attribute) \
    FASTGEC_WEIGH(kind, 8, INT8_MIN, attribute) \
    FASTGEC_WEIGH(kind, 16, INT16_MIN, attribute) \
    attribute static uint32_t fastgec_##kind##_lightest( \
        const int32_t *costs, uint32_t lanes, int32_t *least \
    ) { \
        int32_t best = INT32_MAX; \
        uint32_t found = 0; \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) { \
            int32_t of_others = (lanes & fastgec_lanes[lane]) ? 0 : -1; \
            int32_t cost = (costs[lane] & ~of_others) | (INT32_MAX & of_others); \
            best = cost < best ? cost : best; \
        } \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) \
            found |= fastgec_lanes[lane] & -(uint32_t)(costs[lane] == best); \
        *least = best; \
        return found & lanes; \
    } \
    attribute static uint32_t fastgec_##kind##_equal(const int32_t *numbers, int32_t number) { \
        uint32_t found = 0; \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) \
            found |= fastgec_lanes[lane] & -(uint32_t)(numbers[lane] == number); \
        return found; \
    } \
    attribute static void fastgec_##kind##_split( \
        const uint8_t *sides, uint32_t lanes, uint32_t *split \
    ) { \
        uint32_t first = 0, second = 0, third = 0; \
        for (int lane = 0; lane < FASTGEC_LANES; lane++) { \
            uint32_t by = (uint32_t)sides[lane]; \
            first |= fastgec_lanes[lane] & -(by & 1); \
            second |= fastgec_lanes[lane] & -(by >> 1 & 1); \
            third |= fastgec_lanes[lane] & -(by >> 2 & 1); \
        } \
        split[0] = first & lanes; \
        split[1] = second & lanes; \
        split[2] = third & lanes; \
    } \
    static const fastgec_picks fastgec_##kind##_picks = { \
        fastgec_##kind##_sides_8, fastgec_##kind##_sides_16, \
        fastgec_##kind##_weigh_8, fastgec_##kind##_weigh_16, fastgec_##kind##_lightest, \
        fastgec_##kind##_equal, fastgec_##kind##_split, \
    };
    FASTGEC_PICKS(plain, )
    #if defined(__GNUC__) && defined(__x86_64__)
    FASTGEC_PICKS(wide, __attribute__((target("avx2"))))
    static inline const fastgec_picks *choose_picks(void) {
        return __builtin_cpu_supports("avx2") ? &fastgec_wide_picks : &fastgec_plain_picks;
    }
    #else
    static inline const fastgec_picks *choose_picks(void) { return &fastgec_plain_picks; }
    #endif
    #endif
    """
    ctypedef struct Picks "fastgec_picks":
        # Write by which sides each lane has entries of joined arcs to a vertex of the row that has
        # been labelled, as if none were a base arc.
        void (*note_narrow)(const LabelRow *row, int32_t number, uint8_t *sides) noexcept nogil
        void (*note_wide)(const LabelRow *row, int32_t number, uint8_t *sides) noexcept nogil
        # Write what joined arcs to a vertex cost, and return those that change something and cost
        # no more than `most`. Lanes have `sides`: the entries of their arcs; `sums`: of the tokens
        # before their tails on both sides, as `sum` of the vertex; and `tails`, which is what these
        # cost. Costs of others are any number. If `is_near`, some of the arcs may be joined noops.
        uint32_t (*weigh_narrow)(
            const NarrowLabels *labels, const uint8_t *sides, const int32_t *sums,
            const int32_t *tails, int32_t sum, bint is_near, int32_t step, int32_t most,
            int32_t *costs,
        ) noexcept nogil
        uint32_t (*weigh_wide)(
            const WideLabels *labels, const uint8_t *sides, const int32_t *sums,
            const int32_t *tails, int32_t sum, bint is_near, int32_t step, int32_t most,
            int32_t *costs,
        ) noexcept nogil
        # Return which of some lanes, of which there is one, cost least; write that.
        uint32_t (*take_lightest)(
            const int32_t *costs, uint32_t lanes, int32_t *least
        ) noexcept nogil
        # Return the lanes that have a number.
        uint32_t (*take_equal)(const int32_t *numbers, int32_t number) noexcept nogil
        # Write which of some lanes have an entry by a diagonal, a deletion, an insertion.
        void (*split_sides)(const uint8_t *sides, uint32_t lanes, uint32_t *split) noexcept nogil

    const Picks *choose_picks() noexcept nogil
