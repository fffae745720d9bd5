"""TrueSkill of two players at a time, compiled: runs over judgments, and one pass over scores.

The update is the closed form of Herbrich et al. (2006) for two players. With phi and Phi the normal
density and distribution, c^2 = 2 beta^2 + s1^2 + s2^2, t = (mu1 - mu2) / c and e = margin / c:

    a win of 1   v = phi(t - e) / Phi(t - e),   w = v (v + t - e)
    a draw       d = Phi(e - |t|) - Phi(-e - |t|)
                 v = sign(t) (phi(-e - |t|) - phi(e - |t|)) / d
                 w = v^2 + ((e - |t|) phi(e - |t|) + (e + |t|) phi(e + |t|)) / d

and then mu1 += s1^2 / c v, mu2 -= s2^2 / c v, s^2 *= 1 - s^2 / c^2 w of both. Where Phi or d
underflows, v and w have their limits. Nothing is added to variances between judgments.

A run takes the system with the largest variance (of equals the last), draws another one with weight
exp(-|difference of means|), then one of the judgments of the two, and updates both; so it needs no
judgments, only how many of each kind a pair has. exp(mu) and exp(-mu) of each system are kept, so
that a weight is a product. A step looks at each system twice, so a run of n steps is n H. Each run
has its own generator (xoshiro256++, Blackman and Vigna 2019), a state of four words. Steps of
several runs side by side were no faster: each of them already keeps the processor busy.
"""

import numpy as np

from libc.math cimport erfc, exp, fabs, sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t

from fastgec.kernels.arena cimport is_cancelled

cdef enum:
    MOST = 512  # systems of a run
    STEPS = 4096  # between looks at the flag

cdef double SMALLEST = 2.2250738585072014e-308  # what is below has lost digits
cdef double ROOT_HALF = 0.7071067811865476
cdef double DENSITY = 0.3989422804014327  # of the normal distribution at 0

WORDS = 4
MOST_SYSTEMS = MOST


cdef struct Player:
    double mean
    double variance


cdef struct Change:  # v and w
    double shift
    double shrink


cdef inline double density(double x) noexcept nogil:
    return DENSITY * exp(-0.5 * x * x)


cdef inline double distribution(double x) noexcept nogil:
    return 0.5 * erfc(-x * ROOT_HALF)


cdef inline Change of_win(double t, double e) noexcept nogil:
    cdef double x = t - e
    cdef double share = distribution(x)
    cdef double v
    if share < SMALLEST:
        return Change(-x, 1.0)
    v = density(x) / share
    return Change(v, v * (v + x))


cdef inline Change of_draw(double t, double e) noexcept nogil:
    cdef double size = fabs(t)
    cdef double near = e - size
    cdef double far = e + size
    cdef double share = distribution(near) - distribution(-far)
    cdef double at_near, at_far, v
    if share < SMALLEST:
        v = near
        return Change(v if t >= 0 else -v, 1.0)
    at_near = density(near)
    at_far = density(far)
    v = (at_far - at_near) / share
    return Change(
        v if t >= 0 else -v, v * v + (near * at_near + far * at_far) / share
    )


cdef inline void update(
    Player *one, Player *other, bint is_draw, double beta, double margin
) noexcept nogil:
    """Move two players: the first won, or both drew."""
    cdef double square = 2 * beta * beta + one.variance + other.variance
    cdef double c = sqrt(square)
    cdef double t = (one.mean - other.mean) / c
    cdef Change change = of_draw(t, margin / c) if is_draw else of_win(t, margin / c)
    one.mean += one.variance / c * change.shift
    other.mean -= other.variance / c * change.shift
    one.variance *= 1 - one.variance / square * change.shrink
    other.variance *= 1 - other.variance / square * change.shrink


def updated(
    double mean,
    double variance,
    double other_mean,
    double other_variance,
    bint is_draw,
    double beta,
    double margin,
):
    """Return means and variances of two players after one judgment: the first won, or both drew."""
    cdef Player one = Player(mean, variance)
    cdef Player other = Player(other_mean, other_variance)
    update(&one, &other, is_draw, beta, margin)
    return one.mean, one.variance, other.mean, other.variance


cdef inline uint64_t turned(uint64_t word, int bits) noexcept nogil:
    return (word << bits) | (word >> (64 - bits))


cdef inline double next_share(uint64_t *state) noexcept nogil:
    """Return a number from 0 to below 1 of 53 bits, and move the generator on."""
    cdef uint64_t word = turned(state[0] + state[3], 23) + state[0]
    cdef uint64_t moved = state[1] << 17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= moved
    state[3] = turned(state[3], 45)
    return <double>(word >> 11) * (1.0 / 9007199254740992.0)


def run_judgments(
    const int64_t[:, ::1] wins not None,
    const int64_t[:, ::1] ties not None,
    uint64_t[:, ::1] states not None,
    double[:, ::1] means not None,
    int64_t first,
    int64_t last,
    int64_t n_steps,
    double variance,
    double beta,
    double margin,
    const int32_t[::1] cancel not None,
):
    """Make the runs first to last over the judgments of people.

    Parameters: wins int64[H, H], how often the first was put before the second; ties int64[H, H],
    symmetric; states uint64[R, WORDS], moved on; means float64[R, H], written for these runs; the
    variance that systems begin with.
    Raises: ValueError for shapes that do not fit, more than MOST_SYSTEMS systems, or a system that
    has no judgment with another one.
    """
    cdef int64_t n_systems = wins.shape[0]
    cdef int64_t a, b, total, run
    if not 2 <= n_systems <= MOST:
        raise ValueError(f"{n_systems} systems, expected 2 to {MOST}")
    if wins.shape[1] != n_systems or ties.shape[0] != n_systems or ties.shape[1] != n_systems:
        raise ValueError(f"wins and ties of other shapes than {n_systems} x {n_systems}")
    if means.shape[1] != n_systems or states.shape[1] != 4 or states.shape[0] != means.shape[0]:
        raise ValueError("states or means of other shapes than runs x words, runs x systems")
    if not 0 <= first <= last <= means.shape[0]:
        raise ValueError(f"runs {first} to {last} of {means.shape[0]}")
    if cancel.shape[0] != 1:
        raise ValueError("cancel must have one item")
    for a in range(n_systems):
        total = 0
        for b in range(n_systems):
            if wins[a, b] < 0 or ties[a, b] < 0 or ties[a, b] != ties[b, a]:
                raise ValueError("wins and ties must be counts, and ties symmetric")
            if a != b:
                total += wins[a, b] + wins[b, a] + ties[a, b]
        if total == 0:
            raise ValueError(f"system {a} has no judgment with another one")
    judged_array = np.empty((n_systems, n_systems), np.float64)
    scratch_array = np.empty((5, n_systems), np.float64)
    cdef double[:, ::1] judged = judged_array
    cdef double[:, ::1] scratch = scratch_array
    cdef int64_t step
    for a in range(n_systems):
        for b in range(n_systems):
            total = wins[a, b] + wins[b, a] + ties[a, b]
            judged[a, b] = 1.0 if a != b and total > 0 else 0.0
    with nogil:
        for run in range(first, last):
            for a in range(n_systems):
                scratch[0, a] = 0.0
                scratch[1, a] = variance
                scratch[2, a] = 1.0
                scratch[3, a] = 1.0
            for step in range(n_steps):
                if step % STEPS == 0 and is_cancelled(&cancel[0]):
                    break
                take_step(
                    &wins[0, 0], &ties[0, 0], &judged[0, 0], &states[run, 0], &scratch[0, 0],
                    n_systems, beta, margin,
                )
            for a in range(n_systems):
                means[run, a] = scratch[0, a]


cdef inline void take_step(
    const int64_t *wins,
    const int64_t *ties,
    const double *judged,
    uint64_t *state,
    double *scratch,
    int64_t n_systems,
    double beta,
    double margin,
) noexcept nogil:
    """Draw two systems and a judgment of theirs, and move them.

    scratch float64[5, H]: means, variances, exp(mean), exp(-mean), and room for sums of weights.
    """
    cdef double *means = scratch
    cdef double *variances = scratch + n_systems
    cdef double *raised = scratch + 2 * n_systems
    cdef double *lowered = scratch + 3 * n_systems
    cdef double *sums = scratch + 4 * n_systems
    cdef int64_t a = 0, b = 0, i, n_won, n_lost, n_judged, drawn
    cdef double largest = variances[0], total = 0.0, weight, other, goal
    cdef Player one, two
    for i in range(1, n_systems):
        if variances[i] >= largest:
            a = i
            largest = variances[i]
    for i in range(n_systems):
        weight = raised[a] * lowered[i]
        other = raised[i] * lowered[a]
        total += judged[a * n_systems + i] * (weight if weight < other else other)
        sums[i] = total
    goal = next_share(state) * total
    for i in range(n_systems - 1):
        b += sums[i] <= goal
    # Rounding may carry the goal to the sum itself: back to the last that has a weight.
    while b > 0 and sums[b] == sums[b - 1]:
        b -= 1
    n_won = wins[a * n_systems + b]
    n_lost = wins[b * n_systems + a]
    n_judged = n_won + n_lost + ties[a * n_systems + b]
    drawn = <int64_t>(next_share(state) * n_judged)
    one = Player(means[a], variances[a])
    two = Player(means[b], variances[b])
    if drawn < n_won:
        update(&one, &two, False, beta, margin)
    elif drawn < n_won + n_lost:
        update(&two, &one, False, beta, margin)
    else:
        update(&one, &two, True, beta, margin)
    means[a] = one.mean
    variances[a] = one.variance
    raised[a] = exp(one.mean)
    lowered[a] = 1 / raised[a]
    means[b] = two.mean
    variances[b] = two.variance
    raised[b] = exp(two.mean)
    lowered[b] = 1 / raised[b]


def pass_scores(
    const double[:, ::1] scores not None,
    double[::1] means not None,
    double variance,
    double beta,
    double margin,
    const int32_t[::1] cancel not None,
):
    """Update systems by the scores of each sentence, in order: each pair, the larger number wins.

    Parameters: scores float64[S, H], finite; means float64[H], overwritten; the variance that
    systems begin with. Pairs (i, j), i < j, stand in the order of systems; equal scores are draws.
    Raises: ValueError for shapes that do not fit, or more than MOST_SYSTEMS systems.
    """
    cdef int64_t n_systems = scores.shape[1]
    cdef int64_t n_sentences = scores.shape[0]
    cdef int64_t s, i, j
    cdef Player[MOST] players
    if not 1 <= n_systems <= MOST or means.shape[0] != n_systems or cancel.shape[0] != 1:
        raise ValueError(f"{n_systems} systems and {means.shape[0]} means, expected 1 to {MOST}")
    for i in range(n_systems):
        players[i] = Player(0.0, variance)
    with nogil:
        for s in range(n_sentences):
            if s % 64 == 0 and is_cancelled(&cancel[0]):
                break
            for i in range(n_systems):
                for j in range(i + 1, n_systems):
                    if scores[s, i] < scores[s, j]:
                        update(&players[j], &players[i], False, beta, margin)
                    else:
                        update(
                            &players[i], &players[j], scores[s, i] == scores[s, j], beta, margin
                        )
        for i in range(n_systems):
            means[i] = players[i].mean
