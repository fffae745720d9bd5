"""Draws of resamples, and resamples in which the row of each sentence is chosen anew, compiled.

The rule is the running choice of MaxMatch (`choose.best`) or of ERRANT and CLEME
(`choose.rounded`): each row of a sentence is tried on top of the totals T of the sentences before
it. A row is (good, bad, bad): correct, proposed, gold, or tp, fp, fn, and perhaps tn. `Choices`
prepares the sentences of a system so that the rule is seldom carried out.

Notation. w is beta^2 and load(row) = row[1] + w row[2]. F is (1 + w) good / load of totals
(MaxMatch), or (1 + w) tp / ((1 + w) tp + load) (ERRANT), made from precision and recall. N bounds
the sum of the numbers of any totals, u = 2^-53. Both rules add in doubles, and adding, multiplying
and dividing round monotonically. Counts are whole numbers below 2^53, so their totals are exact.

1. Rows that can never win. Row b is left out where row a of its sentence has no less good and one
of these holds. Only the first is used unless systems are regular: no number is negative, and for
MaxMatch correct <= proposed and gold, in all systems, as totals hold rows of two.

- No number of both rules' order differs, and a is the earlier; or it has more tn.
- MaxMatch, a is the earlier and has no more bad. F as computed never falls with good and never
  grows with the load, by monotony (without load correct = 0, as correct <= proposed, and F = 1, the
  largest). So a wins or ties by F; then by correct; then by load; then it is the first.
- E >= 2^-46 (1 + w) N, where E = load(b) - load(a), for MaxMatch + (1 + w) (good(a) - good(b)).
  ERRANT: a also goes first where rounded F ties.
- Counts, and a weight with which all sums are exact (w is a multiple of 2^-20 and (1 + w) N below
  2^33): E >= 0, and a has more good, if min(1, w) >= 2^-46 (1 + w) N^2.

The third one is a test at both ends of what F can be. F is (1 + w) good / D, and a row adds to
(1 + w) good - D its own sum: (1 + w) good - load (MaxMatch) or -load (ERRANT). Let m = F(T + b),
from 0 to 1. What a row adds to (1 + w) good - m D is linear in m: a adds no less than b at m = 0,
and E more at m = 1, so at least m E more. With T + b this is 0, by definition of m, so with T + a
it is at least m E, and F(T + a) >= m + m E / D(T + a). D is at most (1 + w) N, so F of a is larger
relatively by 2^-46. Rounding takes less than half of that: E is computed with an error below
2^-48 (1 + w) N (of weights, whose totals are rounded, too), F with a relative one below 12u. So F
of a, rounded to four digits or not, is no smaller, and for MaxMatch larger, where m > 0. Where
m = 0, T + b has no good, and its load is at least E, so its computed F is 0. Then a has more good
and a larger F, or the same and a load that is smaller by E: MaxMatch takes the smaller one. F of
T + a is 1 if it has no load, and m = 1 without any load of T + b cannot be, as then a would add
E > 0 at m = 1, while no row adds more than 0 there: (1 + w) correct <= proposed + w gold.

The last one is the same with E = 0 and good(a) - good(b) >= 1: with T + a the sum is at least
(1 - m) (1 + w). Where m < 1, 1 - m is at least min(1, w) / ((1 + w) N), as D less (1 + w) good is
made of whole numbers and w times such; so F of a is larger relatively by
min(1, w) / ((1 + w) N^2). Where m = 1, F of both is computed as 1, and more good goes first.

A row that beats another goes before it on top of any totals, so no rows beat one another in a
ring: at least one is left. Most sentences have one.

2. Rows that surely lose. Of the others the usual row d is the one chosen on top of the totals of
the corpus. It beats another row o on top of T if q > 0, for

    q = (T0 + d0)(load(T) + load(o)) - (T0 + o0)(load(T) + load(d)),

as F of d is larger then; linear in T, with coefficients made once. q is at most (1 + w) N^2 and
computed with an error below 64u of that; computed F of both are in the right order if q is above
32u of that. So above a margin of 512u d goes before o: at once (MaxMatch), or if it also goes first
where rounded F ties (ERRANT). Below it, or where d does not, the rule itself decides over all rows.

3. Exchanged sentences (`Exchange`). Systems a and b exchange the outputs of some sentences. The
totals of usual rows before a sentence are whole(a) - exchanged(a) + exchanged(b), exact in whole
numbers, and these sums are made once per resample and system. So a pair visits only its sentences
with a choice, and keeps how far chosen rows differ from usual ones, in some resamples side by side
(lanes): compilers make vectors of them. Weights, whose sums depend on the order, and counts whose
sums may reach 2^31, are added one after the other.
"""

import numpy as np

from libc.math cimport INFINITY
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint32_t, uint64_t, uint8_t

from fastgec.choose.best cimport Totals, best_row
from fastgec.choose.rounded cimport best_on, is_before
from fastgec.kernels.pcg cimport POOL, Generator, next_word, number_below, seed_generator


cdef enum:
    WIDTH = 4  # of all rows here, also where the last number is none
    LANES = 8  # resamples of exchanged sentences that are summed side by side


def draw_below(seed, int64_t stream, int64_t number, int64_t bound, int64_t n_draws):
    """Numbers from 0 to bound - 1 of a generator of its own: int32[n_draws].

    The same as of `numpy.random.PCG64(SeedSequence(seed, spawn_key=(stream, number)))`, drawn by
    `Generator.integers` as int32.
    Raises: ValueError for a bound below 1 or above 2^31 - 1.
    """
    cdef Generator generator
    cdef int32_t[::1] drawn
    cdef int64_t i
    if not 1 <= bound <= 0x7FFFFFFF:
        raise ValueError(f"bound {bound}: expected a number from 1 to 2147483647")
    found = np.empty(n_draws, np.int32)
    drawn = found
    seed_stream(&generator, seed, stream, number)
    with nogil:
        for i in range(n_draws):
            drawn[i] = <int32_t>number_below(&generator, <uint32_t>bound)
    return found


def draw_bits(seed, int64_t stream, int64_t number, int64_t n_draws):
    """0 or 1, at random, of a generator of its own: uint8[n_draws].

    The same as numpy's, see `draw_below`, drawn as uint8: the top bits of bytes.
    """
    cdef Generator generator
    cdef uint8_t[::1] drawn
    cdef uint32_t word = 0
    cdef int64_t i
    found = np.empty(n_draws, np.uint8)
    drawn = found
    seed_stream(&generator, seed, stream, number)
    with nogil:
        for i in range(n_draws):
            word = word >> 8 if i % 4 else next_word(&generator)
            drawn[i] = word >> 7 & 1
    return found


cdef int seed_stream(Generator *generator, seed, int64_t stream, int64_t number) except -1:
    """Seed the generator of a number of a stream, both below 2^32, of a seed from 0."""
    seed = int(seed)
    cdef int64_t n_words = max(<int64_t>POOL, (seed.bit_length() + 31) // 32), i
    cdef uint32_t[::1] words = np.empty(n_words + 2, np.uint32)
    for i in range(n_words):
        words[i] = seed >> 32 * i & 0xFFFFFFFF
    words[n_words], words[n_words + 1] = <uint32_t>stream, <uint32_t>number
    seed_generator(generator, &words[0], n_words + 2)
    return 0


cdef struct System:
    const double *table
    int64_t width  # of the table
    const int64_t *places
    double weight
    bint is_rounded
    const double *usual  # [S, WIDTH]: the usual row of each sentence, or as whole numbers:
    const int32_t *rows  # [S, WIDTH], where all totals are below 2^31; else NULL
    const uint8_t *has_choice  # [S]: whether the sentence has rivals
    const int32_t *ends  # [S + 1]: rivals ends[s] to ends[s + 1] of sentence s
    const double *rivals  # [, WIDTH]: coefficients of q less the margin


cdef class Choices:
    """The rows of one system, prepared for resamples.

    Parameters: table float64[R, K], K = 3, or 4 if rounded; places int64[S+1], sentence s owns the
    rows places[s] to places[s+1]; weight, the square of beta; is_rounded, whether F is compared at
    four digits; and of all systems that are compared: bound, on the sum of the numbers of totals;
    is_whole, whether numbers are counts; is_regular, see 1.
    Raises: ValueError for shapes that do not fit, or a sentence without a row.
    """

    cdef System system
    cdef readonly int64_t n_sentences
    cdef readonly object usual, ends, rivals
    cdef readonly bint is_small  # whether usual rows are kept as whole numbers
    cdef object kept  # arrays that the system points into
    cdef double margin, least
    cdef bint is_regular, is_exact

    def __init__(
        self,
        const double[:, ::1] table not None,
        const int64_t[::1] places not None,
        double weight,
        bint is_rounded,
        double bound,
        bint is_whole,
        bint is_regular,
    ):
        cdef int64_t n_rows = table.shape[0], s
        self.n_sentences = places.shape[0] - 1
        if not (table.shape[1] == 3 or (is_rounded and table.shape[1] == 4)):
            raise ValueError(f"{table.shape[1]} columns, expected 3")
        if self.n_sentences < 0 or places[0] != 0 or places[self.n_sentences] != n_rows:
            raise ValueError(f"places must run from 0 to {n_rows} rows")
        for s in range(self.n_sentences):
            if places[s + 1] <= places[s]:
                n_rows = places[s + 1] - places[s]
                raise ValueError(f"sentence {s} has {n_rows} rows, expected some")
        numbers = np.asarray(table)
        self.margin = 2.0**-44 * (1 + weight) * bound * bound
        self.least = 2.0**-46 * (1 + weight) * bound
        self.is_regular = is_regular
        self.is_exact = (
            is_whole
            and (weight * 2.0**20).is_integer()
            and (1 + weight) * bound < 2.0**33
            and min(1.0, weight) >= 2.0**-46 * (1 + weight) * bound * bound
        )
        self.usual = np.zeros((self.n_sentences, WIDTH))
        self.ends = np.zeros(self.n_sentences + 1, np.int32)
        self.rivals = np.zeros((n_rows - self.n_sentences, WIDTH))
        cdef double[:, ::1] usual = self.usual
        cdef int32_t[::1] ends = self.ends
        cdef double[:, ::1] rivals = self.rivals
        self.system.width = table.shape[1]
        self.system.weight = weight
        self.system.is_rounded = is_rounded
        self.system.ends = &ends[0]
        self.system.places = &places[0]
        if n_rows:
            self.system.table = &table[0, 0]
            self.system.usual = &usual[0, 0]
        if n_rows > self.n_sentences:
            self.system.rivals = &rivals[0, 0]
        with nogil:
            self.prepare(usual, ends, rivals)
        self.rivals = self.rivals[: ends[self.n_sentences]].copy()
        if self.rivals.size:
            rivals = self.rivals
            self.system.rivals = &rivals[0, 0]
        cdef const uint8_t[::1] has_choice = (np.diff(self.ends) > 0).astype(np.uint8)
        cdef const int32_t[:, ::1] rows
        self.system.has_choice = &has_choice[0] if self.n_sentences else NULL
        self.is_small = is_whole and bound < INT32_MAX and bool((numbers >= 0).all())
        if self.is_small and self.n_sentences:
            self.usual = rows = self.usual.astype(np.int32)
            self.system.usual, self.system.rows = NULL, &rows[0, 0]
        self.kept = numbers, np.asarray(places), np.asarray(has_choice)

    cdef void prepare(
        self, double[:, ::1] usual, int32_t[::1] ends, double[:, ::1] rivals
    ) noexcept nogil:
        """Find the usual row of each sentence, and the rows that may win instead of it."""
        cdef double[WIDTH] totals
        cdef int64_t s, first, last, row, best, k
        for k in range(WIDTH):
            totals[k] = 0
        for s in range(self.n_sentences):
            best = chosen(&self.system, s, totals)
            for k in range(self.system.width):
                totals[k] += self.system.table[best * self.system.width + k]
        for s in range(self.n_sentences):
            first, last = self.system.places[s], self.system.places[s + 1]
            best = chosen(&self.system, s, totals)
            for k in range(self.system.width):
                usual[s, k] = self.system.table[best * self.system.width + k]
            ends[s + 1] = ends[s]
            for row in range(first, last):
                if row != best and not self.is_beaten(row, first, last):
                    self.compare(row, best, &rivals[ends[s + 1], 0])
                    ends[s + 1] += 1

    cdef bint is_beaten(self, int64_t row, int64_t first, int64_t last) noexcept nogil:
        """Whether another row of the sentence goes before a row on top of any totals, see 1."""
        cdef const double *table = self.system.table
        cdef const double *own = table + row * self.system.width
        cdef const double *other
        cdef double weight = self.system.weight, more
        cdef int64_t at
        for at in range(first, last):
            other = table + at * self.system.width
            if at == row or other[0] < own[0]:
                continue
            more = own[1] + weight * own[2] - (other[1] + weight * other[2])
            if not self.system.is_rounded:
                more += (1 + weight) * (other[0] - own[0])
            if self.is_regular and (
                more >= self.least or (self.is_exact and more >= 0 and other[0] > own[0])
            ):
                if not self.system.is_rounded or is_before(table, self.system.width, at, row):
                    return True
            if other[0] == own[0] and other[1] == own[1] and other[2] == own[2]:
                if self.system.width == 4 and other[3] != own[3]:
                    if other[3] > own[3]:
                        return True
                elif at < row:
                    return True
            elif self.is_regular and not self.system.is_rounded and at < row:
                if other[1] <= own[1] and other[2] <= own[2]:
                    return True
        return False

    cdef void compare(self, int64_t row, int64_t best, double *q) noexcept nogil:
        """Write the coefficients by which the usual row of a sentence surely beats another one."""
        cdef int64_t width = self.system.width
        cdef double weight = self.system.weight
        cdef const double *own = self.system.table + best * width
        cdef const double *other = self.system.table + row * width
        cdef double load = own[1] + weight * own[2], other_load = other[1] + weight * other[2]
        q[0] = other_load - load
        q[1] = own[0] - other[0]
        q[2] = weight * (own[0] - other[0])
        q[3] = own[0] * other_load - other[0] * load - self.margin
        if not self.is_regular or (
            self.system.is_rounded and not is_before(self.system.table, width, best, row)
        ):
            q[3] = -INFINITY

    def add_drawn(
        self,
        const int32_t[::1] draws not None,
        const int64_t[::1] offsets not None,
        double[:, ::1] totals not None,
    ):
        """Write the totals of drawn sentences, float64[N, 4].

        Parameters: draws int32[D], of resample n those from offsets[n] to offsets[n+1].
        Raises: ValueError for shapes that do not fit or a draw that is no sentence.
        """
        cdef int64_t n_resamples = offsets.shape[0] - 1, n, d
        cdef uint64_t n_sentences = self.n_sentences
        cdef bint is_outside = False
        check_totals(n_resamples, totals.shape[0], totals.shape[1], WIDTH)
        for n in range(n_resamples + 1):
            if offsets[n] != (0 if n == 0 else max(offsets[n], offsets[n - 1])):
                raise ValueError("offsets must ascend from 0")
        if offsets[n_resamples] != draws.shape[0]:
            raise ValueError(f"offsets must end at {draws.shape[0]} draws")
        with nogil:
            for d in range(draws.shape[0]):  # all of them: without an exit it takes vectors
                is_outside |= <uint64_t>draws[d] >= n_sentences
        if is_outside:
            raise ValueError(f"a draw outside the {self.n_sentences} sentences")
        if not draws.shape[0]:
            np.asarray(totals)[:] = 0
            return
        with nogil:
            for n in range(n_resamples):
                self.add_line(
                    &draws[0] + offsets[n], offsets[n + 1] - offsets[n], &totals[n, 0]
                )

    cdef void add_line(self, const int32_t *draws, int64_t n_draws, double *totals) noexcept nogil:
        """Write the totals of sentences in drawn order; sums stay in registers."""
        cdef double first = 0, second = 0, third = 0, fourth = 0
        cdef double[WIDTH] other
        cdef const double *row
        cdef int64_t d
        if self.system.rows != NULL:
            self.add_whole_line(draws, n_draws, totals)
            return
        for d in range(n_draws):
            row = row_on(&self.system, draws[d], first, second, third, other)
            first += row[0]
            second += row[1]
            third += row[2]
            fourth += row[3]
        totals[0], totals[1], totals[2], totals[3] = first, second, third, fourth

    cdef void add_whole_line(
        self, const int32_t *draws, int64_t n_draws, double *totals
    ) noexcept nogil:
        """Write the same of whole numbers, which take half the memory."""
        cdef int32_t first = 0, second = 0, third = 0, fourth = 0
        cdef double[WIDTH] other
        cdef const int32_t *rows = self.system.rows
        cdef const int32_t *row
        cdef const double *found
        cdef int64_t d
        for d in range(n_draws):
            if self.system.has_choice[draws[d]]:
                found = row_on(&self.system, draws[d], first, second, third, other)
                first += <int32_t>found[0]
                second += <int32_t>found[1]
                third += <int32_t>found[2]
                fourth += <int32_t>found[3]
                continue
            row = rows + WIDTH * <int64_t>draws[d]
            first += row[0]
            second += row[1]
            third += row[2]
            fourth += row[3]
        totals[0], totals[1], totals[2], totals[3] = first, second, third, fourth

    def add_exchanged(
        self,
        Choices other not None,
        const uint8_t[:, ::1] swaps not None,
        double[:, ::1] totals not None,
        double[:, ::1] other_totals not None,
    ):
        """Write the totals of two systems that exchange sentences, added in their order.

        Parameters: swaps uint8[N, S], 1 where outputs are exchanged; totals float64[N, 4] each.
        Raises: ValueError for shapes that do not fit.
        """
        cdef int64_t n_resamples = swaps.shape[0], n, s, k
        check_totals(n_resamples, totals.shape[0], totals.shape[1], WIDTH)
        check_totals(n_resamples, other_totals.shape[0], other_totals.shape[1], WIDTH)
        check_swaps(swaps, self.n_sentences)
        check_swaps(swaps, other.n_sentences)
        cdef double[WIDTH] first
        cdef double[WIDTH] second
        with nogil:
            for n in range(n_resamples):
                for k in range(WIDTH):
                    first[k] = second[k] = 0
                for s in range(self.n_sentences):
                    add_sentence(&other.system if swaps[n, s] else &self.system, s, first)
                    add_sentence(&self.system if swaps[n, s] else &other.system, s, second)
                for k in range(WIDTH):
                    totals[n, k] = first[k]
                    other_totals[n, k] = second[k]


cdef class Exchange:
    """Pairs of systems of counts that exchange the outputs of some sentences, see 3.

    Parameters: systems, H of the same sentences, all of them small; pairs int32[P, 2] of their
    numbers.
    Raises: ValueError for unlike systems, or a number of none.
    """

    cdef list systems
    cdef int64_t n_sentences, n_stops
    cdef int64_t n_lanes  # LANES: loops of a known length are unrolled before they become vectors
    cdef const int32_t[:, ::1] pairs
    # Stops are the sentences with a choice in any system. All have the same rivals[first] to
    # rivals[first + 1] there: where a system has fewer, some that never win.
    cdef int64_t[::1] stops, firsts
    cdef double[:, :, ::1] rivals  # [H, , WIDTH]
    cdef int32_t[:, :, ::1] before  # [H, stops + 1, WIDTH]: usual rows before each stop, and all
    cdef int64_t[::1] ends  # [P + 1]: where the visits of pairs end
    cdef int32_t[::1] visits  # stops of each pair, with a choice in one of its systems
    cdef bytearray memory
    cdef System *given  # [H]

    def __init__(self, list systems not None, const int32_t[:, ::1] pairs not None):
        self.n_lanes = LANES
        self.systems = systems
        self.pairs = pairs
        self.memory = bytearray(len(systems) * sizeof(System))
        self.given = <System *><char *>self.memory
        for number, each in enumerate(systems):
            self.given[number] = (<Choices?>each).system
        self.n_sentences = (<Choices?>systems[0]).n_sentences
        if any(each.n_sentences != self.n_sentences or not each.is_small for each in systems):
            raise ValueError("systems with unlike numbers of sentences, or of weights")
        numbers = np.asarray(pairs)
        if pairs.shape[1] != 2 or not ((numbers >= 0) & (numbers < len(systems))).all():
            raise ValueError(f"expected pairs of numbers below {len(systems)}")
        sizes = np.stack([np.diff(each.ends) for each in systems])
        most = sizes.max(axis=0)
        stops = np.flatnonzero(most)
        sizes, most = sizes[:, stops], most[stops]
        firsts = np.concatenate([[0], np.cumsum(most)])
        rivals = np.zeros((len(systems), most.sum(), WIDTH))
        rivals[..., 3] = INFINITY
        before = np.zeros((len(systems), len(stops) + 1, WIDTH), np.int32)
        for number, each in enumerate(systems):
            shifts = firsts[: len(stops)] - each.ends[stops]
            rivals[number, np.arange(len(each.rivals)) + np.repeat(shifts, sizes[number])] = (
                each.rivals
            )
            sums = np.cumsum(each.usual, axis=0, dtype=np.int32)
            before[number, : len(stops)] = (sums - each.usual)[stops]
            before[number, len(stops)] = each.usual.sum(axis=0)
        visits = [np.flatnonzero(sizes[a] + sizes[b]) for a, b in numbers.tolist()]
        self.stops, self.firsts, self.rivals, self.before = stops, firsts, rivals, before
        self.n_stops = len(stops)
        self.ends = np.cumsum([0, *map(len, visits)])
        self.visits = np.concatenate([np.zeros(0, np.int32), *visits], dtype=np.int32)

    def add_totals(
        self,
        const uint8_t[:, ::1] swaps not None,
        int64_t[:, :, :] totals not None,
        int64_t[:, :, :] other_totals not None,
    ):
        """Write the totals of both systems of each pair: int64[P, N, K] each, K of the tables.

        Parameters: swaps uint8[N, S], 1 where outputs are exchanged.
        Raises: ValueError for shapes that do not fit.
        """
        cdef int64_t n_systems = len(self.systems), n_resamples = swaps.shape[0], n, h, p, k, s
        cdef int64_t group, lane, n_lanes
        if totals.shape[0] != self.pairs.shape[0] or other_totals.shape[0] != totals.shape[0]:
            raise ValueError(f"totals of {totals.shape[0]} pairs, not {self.pairs.shape[0]}")
        check_totals(n_resamples, totals.shape[1], totals.shape[2], self.given.width)
        check_totals(n_resamples, other_totals.shape[1], other_totals.shape[2], self.given.width)
        check_swaps(swaps, self.n_sentences)
        if n_resamples == 0 or self.n_sentences == 0:
            np.asarray(totals)[:] = 0
            np.asarray(other_totals)[:] = 0
            return
        cdef int32_t[:, :, :, ::1] moved = np.empty(
            (n_systems, self.n_stops + 1, WIDTH, LANES), np.int32
        )
        cdef int32_t[:, ::1] masks = np.zeros((self.n_sentences, LANES), np.int32)
        cdef int32_t[WIDTH][LANES] found
        cdef int32_t[WIDTH][LANES] others
        with nogil:
            for group in range((n_resamples + LANES - 1) // LANES):
                n = group * LANES
                n_lanes = min(<int64_t>LANES, n_resamples - n)
                for lane in range(n_lanes):
                    for s in range(self.n_sentences):
                        masks[s, lane] = -<int32_t>swaps[n + lane, s]
                for h in range(n_systems):
                    self.sum_moved(self.given[h].rows, &masks[0, 0], &moved[h, 0, 0, 0])
                for p in range(self.pairs.shape[0]):
                    self.visit(p, &masks[0, 0], &moved[0, 0, 0, 0], found, others)
                    for k in range(self.given.width):
                        for lane in range(n_lanes):
                            totals[p, n + lane, k] = found[k][lane]
                            other_totals[p, n + lane, k] = others[k][lane]

    cdef void sum_moved(
        self, const int32_t *rows, const int32_t *masks, int32_t *moved
    ) noexcept nogil:
        """Write the sums of the usual rows that are exchanged, before each stop, and of all."""
        cdef int32_t[WIDTH * LANES] sums
        cdef int64_t s = 0, stop, end, k, lane, n_lanes = self.n_lanes
        for k in range(WIDTH * LANES):
            sums[k] = 0
        for stop in range(self.n_stops + 1):
            end = self.stops[stop] if stop < self.n_stops else self.n_sentences
            while s < end:
                for k in range(WIDTH):
                    for lane in range(n_lanes):
                        sums[k * LANES + lane] += rows[k] & masks[lane]
                rows += WIDTH
                masks += LANES
                s += 1
            for k in range(WIDTH * LANES):
                moved[k] = sums[k]
            moved += WIDTH * LANES

    cdef void visit(
        self,
        int64_t p,
        const int32_t *masks,
        const int32_t *moved,
        int32_t[LANES] *totals,
        int32_t[LANES] *others,
    ) noexcept nogil:
        """Write the totals of a pair in resamples, from its sentences with a choice."""
        cdef int64_t a = self.pairs[p, 0], b = self.pairs[p, 1], n = self.n_stops + 1
        cdef int64_t v, stop, k, r, lane, n_lanes = self.n_lanes
        cdef const int32_t *before_a = &self.before[a, 0, 0]
        cdef const int32_t *before_b = &self.before[b, 0, 0]
        cdef const int32_t *moved_a = moved + a * n * WIDTH * LANES
        cdef const int32_t *moved_b = moved + b * n * WIDTH * LANES
        cdef const int64_t *firsts = &self.firsts[0]
        cdef const double *one = NULL  # of no stop, too
        cdef const double *other = NULL
        cdef const int32_t *mask
        cdef int32_t[WIDTH][LANES] change  # of the chosen rows over the usual ones, so far
        cdef int32_t[WIDTH][LANES] other_change
        # Totals on which a row of a is chosen, and on which one of b is.
        cdef double[3][LANES] x
        cdef double[3][LANES] y
        cdef double[LANES] least
        cdef double[LANES] other_least
        cdef double q
        cdef int32_t difference, first, second, swapped
        for k in range(WIDTH):
            for lane in range(n_lanes):
                change[k][lane] = other_change[k][lane] = 0
        for v in range(self.ends[p], self.ends[p + 1]):
            stop = self.visits[v]
            mask = masks + self.stops[stop] * LANES
            for k in range(3):
                for lane in range(n_lanes):
                    difference = (
                        moved_b[(stop * WIDTH + k) * LANES + lane]
                        - moved_a[(stop * WIDTH + k) * LANES + lane]
                    )
                    first = before_a[stop * WIDTH + k] + difference + change[k][lane]
                    second = before_b[stop * WIDTH + k] - difference + other_change[k][lane]
                    swapped = (first ^ second) & mask[lane]  # no branch could be foreseen
                    x[k][lane] = first ^ swapped
                    y[k][lane] = second ^ swapped
            for lane in range(n_lanes):
                least[lane] = other_least[lane] = INFINITY
            for r in range(firsts[stop], firsts[stop + 1]):
                one, other = &self.rivals[a, r, 0], &self.rivals[b, r, 0]
                for lane in range(n_lanes):
                    q = one[0] * x[0][lane] + one[1] * x[1][lane] + one[2] * x[2][lane] + one[3]
                    least[lane] = q if q < least[lane] else least[lane]
                for lane in range(n_lanes):
                    q = other[0] * y[0][lane] + other[1] * y[1][lane] + other[2] * y[2][lane]
                    q += other[3]
                    other_least[lane] = q if q < other_least[lane] else other_least[lane]
            for lane in range(n_lanes):
                if not least[lane] > 0:
                    add_change(
                        &self.given[a], self.stops[stop], x[0][lane], x[1][lane], x[2][lane],
                        &other_change[0][lane] if mask[lane] else &change[0][lane],
                    )
                if not other_least[lane] > 0:
                    add_change(
                        &self.given[b], self.stops[stop], y[0][lane], y[1][lane], y[2][lane],
                        &change[0][lane] if mask[lane] else &other_change[0][lane],
                    )
        stop = self.n_stops
        for k in range(WIDTH):
            for lane in range(n_lanes):
                difference = (
                    moved_b[(stop * WIDTH + k) * LANES + lane]
                    - moved_a[(stop * WIDTH + k) * LANES + lane]
                )
                totals[k][lane] = before_a[stop * WIDTH + k] + difference + change[k][lane]
                others[k][lane] = before_b[stop * WIDTH + k] - difference + other_change[k][lane]


cdef int64_t chosen(const System *system, int64_t s, const double *totals) noexcept nogil:
    """Return the row of a sentence that the rule chooses on top of totals."""
    cdef int64_t first = system.places[s], last = system.places[s + 1]
    cdef Totals so_far
    if last - first == 1:
        return first
    if system.is_rounded:
        return best_on(system.table, system.width, first, last, totals, system.weight)
    so_far = Totals(totals[0], totals[1], totals[2])
    return best_row(system.table, first, last, system.weight, &so_far)


cdef inline const double *row_on(
    const System *system, int64_t s, double first, double second, double third, double *other
) noexcept nogil:
    """Return the chosen row of a sentence on top of totals: the usual one, or written to other."""
    cdef const double *q
    cdef int64_t r
    for r in range(system.ends[s], system.ends[s + 1]):
        q = system.rivals + r * WIDTH
        if not (q[0] * first + q[1] * second + q[2] * third + q[3] > 0):
            write_chosen(system, s, first, second, third, other)
            return other
    if system.rows == NULL:
        return system.usual + s * WIDTH
    for r in range(WIDTH):
        other[r] = system.rows[s * WIDTH + r]
    return other


cdef void write_chosen(
    const System *system, int64_t s, double first, double second, double third, double *row
) noexcept nogil:
    """Write the row of a sentence that the rule chooses on top of totals."""
    cdef double[WIDTH] totals
    cdef const double *found
    cdef int64_t k
    totals[0], totals[1], totals[2], totals[3] = first, second, third, 0
    found = system.table + chosen(system, s, totals) * system.width
    for k in range(WIDTH):
        row[k] = found[k] if k < system.width else 0


cdef void add_sentence(const System *system, int64_t s, double *totals) noexcept nogil:
    """Add the chosen row of a sentence to totals."""
    cdef double[WIDTH] other
    cdef const double *row = row_on(system, s, totals[0], totals[1], totals[2], other)
    cdef int64_t k
    for k in range(WIDTH):
        totals[k] += row[k]


cdef void add_change(
    const System *system, int64_t s, double first, double second, double third, int32_t *change
) noexcept nogil:
    """Add how far the chosen row of a sentence differs from its usual one, to one of the lanes."""
    cdef double[WIDTH] row
    cdef int64_t k
    write_chosen(system, s, first, second, third, row)
    for k in range(WIDTH):
        change[k * LANES] += <int32_t>row[k] - system.rows[s * WIDTH + k]


cdef int check_totals(
    int64_t n_resamples, int64_t n_lines, int64_t n_columns, int64_t width
) except -1:
    if n_lines != n_resamples or n_columns != width:
        raise ValueError(
            f"totals of shape {(n_lines, n_columns)}, expected {(n_resamples, width)}"
        )
    return 0


cdef int check_swaps(const uint8_t[:, ::1] swaps, int64_t n_sentences) except -1:
    if swaps.shape[1] != n_sentences:
        raise ValueError(f"swaps of {swaps.shape[1]} sentences, expected {n_sentences}")
    return 0
