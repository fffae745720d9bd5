"""Edits as GNU wdiff cuts them: runs of differing tokens around a longest common subsequence.

wdiff gives the tokens of both sides to GNU diff, one a line. Of all longest common subsequences that
one is taken which diff finds, in four steps:

1. Tokens at both ends that are equal are cut off, in front first.
2. Of what is left, tokens that the other side does not have differ in any case: they are left out.
3. The rest is divided where two searches meet, one from each end, which follow the furthest place
   that d insertions and deletions reach on each diagonal (Myers, 1986: linear space). Both parts are
   divided again, until one side is empty.
4. Runs of differing tokens are moved as far to the right as tokens allow, and joined with those
   that they meet; a run that then lies opposite to none of the other side goes back to the last
   place where it did.

What diff does besides with tokens that the other side has more than five times, or with thousands of
differences, is not done here: see `docs/exactness.md`. Tokens of a hypothesis that no gold has are
negative; they differ from all of the source, and are never compared with one another.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled,
)


cdef struct Side:
    # One text of a comparison, between the ends that are equal.
    const int32_t *tokens
    int32_t size
    uint8_t *differs  # of each token; one more in front and behind, which are 0
    int32_t n_kept
    int32_t *kept  # the tokens that the other side has, and where they stand
    int32_t *places


cdef struct Search:
    # Furthest places by diagonal, source place minus hypothesis place, of both directions.
    int32_t *forward
    int32_t *backward
    const int32_t *cancel


cdef struct Part:
    # A part of both sides: tokens first to last (exclusive) of the one, and of the other.
    int32_t first
    int32_t last
    int32_t other_first
    int32_t other_last


cdef inline void keep_shared(Side *side, const Side *other, uint8_t *is_there) noexcept nogil:
    """List the tokens that the other side has; the others differ.

    `is_there` has a place for any token, and is 0 everywhere, before and after.
    """
    cdef int32_t at, token
    side.n_kept = 0
    for at in range(other.size):
        if other.tokens[at] >= 0:
            is_there[other.tokens[at]] = True
    for at in range(side.size):
        token = side.tokens[at]
        if token >= 0 and is_there[token]:
            side.kept[side.n_kept] = token
            side.places[side.n_kept] = at
            side.n_kept += 1
        else:
            side.differs[at] = True
    for at in range(other.size):
        if other.tokens[at] >= 0:
            is_there[other.tokens[at]] = False


cdef inline bint find_middle(
    const Search *search, const int32_t *a, const int32_t *b, const Part *part,
    int32_t *middle, int32_t *other_middle,
) noexcept nogil:
    """Find a place on a shortest way through a part; False once work must stop."""
    cdef int32_t *forward = search.forward
    cdef int32_t *backward = search.backward
    cdef int32_t leftmost = part.first - part.other_last
    cdef int32_t rightmost = part.last - part.other_first
    cdef int32_t start = part.first - part.other_first
    cdef int32_t end = part.last - part.other_last
    cdef int32_t low = start, high = start, back_low = end, back_high = end
    cdef bint is_odd = (start - end) & 1
    cdef int32_t diagonal, at
    forward[start] = part.first
    backward[end] = part.last
    while True:
        if is_cancelled(search.cancel):
            return False
        # One more difference: each diagonal is reached from a neighbour, above all from the one
        # that is further. Diagonals beyond the part are left out.
        if low > leftmost:
            low -= 1
            forward[low - 1] = -1
        else:
            low += 1
        if high < rightmost:
            high += 1
            forward[high + 1] = -1
        else:
            high -= 1
        diagonal = high
        while diagonal >= low:
            at = max(forward[diagonal - 1] + 1, forward[diagonal + 1])
            while (
                at < part.last and at - diagonal < part.other_last and a[at] == b[at - diagonal]
            ):
                at += 1
            forward[diagonal] = at
            if is_odd and back_low <= diagonal <= back_high and backward[diagonal] <= at:
                middle[0] = at
                other_middle[0] = at - diagonal
                return True
            diagonal -= 2
        if back_low > leftmost:
            back_low -= 1
            backward[back_low - 1] = 0x7FFFFFFF
        else:
            back_low += 1
        if back_high < rightmost:
            back_high += 1
            backward[back_high + 1] = 0x7FFFFFFF
        else:
            back_high -= 1
        diagonal = back_high
        while diagonal >= back_low:
            at = min(backward[diagonal - 1], backward[diagonal + 1] - 1)
            while (
                at > part.first and at - diagonal > part.other_first
                and a[at - 1] == b[at - diagonal - 1]
            ):
                at -= 1
            backward[diagonal] = at
            if not is_odd and low <= diagonal <= high and at <= forward[diagonal]:
                middle[0] = at
                other_middle[0] = at - diagonal
                return True
            diagonal -= 2


cdef inline Status mark_differences(
    Side *source, Side *hypothesis, const Search *search, Part *parts
) noexcept nogil:
    """Mark the kept tokens that differ; `parts` has a place for each token, and one more."""
    cdef int32_t n_parts = 1
    cdef int32_t at, middle = 0, other_middle = 0
    cdef Part part
    cdef const int32_t *a = source.kept
    cdef const int32_t *b = hypothesis.kept
    parts[0] = Part(0, source.n_kept, 0, hypothesis.n_kept)
    while n_parts:
        n_parts -= 1
        part = parts[n_parts]
        while (
            part.first < part.last and part.other_first < part.other_last
            and a[part.first] == b[part.other_first]
        ):
            part.first += 1
            part.other_first += 1
        while (
            part.first < part.last and part.other_first < part.other_last
            and a[part.last - 1] == b[part.other_last - 1]
        ):
            part.last -= 1
            part.other_last -= 1
        if part.first == part.last or part.other_first == part.other_last:
            for at in range(part.first, part.last):
                source.differs[source.places[at]] = True
            for at in range(part.other_first, part.other_last):
                hypothesis.differs[hypothesis.places[at]] = True
            continue
        if not find_middle(search, a, b, &part, &middle, &other_middle):
            return CANCELLED
        parts[n_parts] = Part(middle, part.last, other_middle, part.other_last)
        parts[n_parts + 1] = Part(part.first, middle, part.other_first, other_middle)
        n_parts += 2
    return DONE


cdef inline void list_gaps(const Side *side, uint8_t *gaps) noexcept nogil:
    """Write for each gap, before, between and behind equal tokens, whether a run lies there."""
    cdef int32_t at, gap = 0
    gaps[0] = False
    for at in range(side.size):
        if side.differs[at]:
            gaps[gap] = True
        else:
            gap += 1
            gaps[gap] = False


cdef inline void move_runs(Side *side, const uint8_t *opposite) noexcept nogil:
    """Move the runs of one side; `opposite` says in which gaps the other side has one."""
    cdef const int32_t *tokens = side.tokens
    cdef uint8_t *differs = side.differs
    cdef int32_t start, length, paired, at = 0, gap = 0
    while at < side.size:
        if not differs[at]:
            at += 1
            gap += 1
            continue
        start = at
        while differs[at]:
            at += 1
        while True:
            length = at - start
            # To the left first, as runs that can meet are to be joined.
            while start > 0 and tokens[start - 1] == tokens[at - 1]:
                start -= 1
                at -= 1
                gap -= 1
                differs[start] = True
                differs[at] = False
                while differs[start - 1]:
                    start -= 1
            paired = at if opposite[gap] else side.size
            while at < side.size and tokens[start] == tokens[at]:
                differs[start] = False
                differs[at] = True
                start += 1
                at += 1
                gap += 1
                while differs[at]:
                    at += 1
                if opposite[gap]:
                    paired = at
            if at - start == length:
                break
        while paired < at:
            start -= 1
            at -= 1
            gap -= 1
            differs[start] = True
            differs[at] = False


cdef inline Status open_side(
    Side *side, const int32_t *tokens, int32_t size, Arena *arena
) noexcept nogil:
    cdef uint8_t *differs = <uint8_t *>arena_take(arena, <size_t>size + 2, 1)
    side.tokens = tokens
    side.size = size
    side.kept = <int32_t *>arena_take(arena, <size_t>size + 1, sizeof(int32_t))
    side.places = <int32_t *>arena_take(arena, <size_t>size + 1, sizeof(int32_t))
    if differs == NULL or side.kept == NULL or side.places == NULL:
        return arena_status(arena)
    memset(differs, 0, <size_t>size + 2)
    side.differs = differs + 1
    return DONE


cdef inline Status compare_sides(
    Side *source, Side *hypothesis, const int32_t *cancel, Arena *arena
) noexcept nogil:
    """Find which tokens differ."""
    cdef int32_t size = source.size + hypothesis.size, at, largest = 0
    cdef Search search
    cdef Status status
    cdef uint8_t *flags
    cdef Part *parts = <Part *>arena_take(arena, <size_t>size + 2, sizeof(Part))
    search.forward = <int32_t *>arena_take(arena, <size_t>size + 3, sizeof(int32_t))
    search.backward = <int32_t *>arena_take(arena, <size_t>size + 3, sizeof(int32_t))
    search.cancel = cancel
    for at in range(source.size):
        largest = max(largest, source.tokens[at])
    for at in range(hypothesis.size):
        largest = max(largest, hypothesis.tokens[at])
    flags = <uint8_t *>arena_take(arena, <size_t>max(largest, size) + 2, 1)
    if parts == NULL or search.forward == NULL or search.backward == NULL or flags == NULL:
        return arena_status(arena)
    search.forward += hypothesis.size + 1  # diagonals begin below 0
    search.backward += hypothesis.size + 1
    memset(flags, 0, <size_t>largest + 1)
    keep_shared(source, hypothesis, flags)
    keep_shared(hypothesis, source, flags)
    status = mark_differences(source, hypothesis, &search, parts)
    if status == DONE:
        list_gaps(hypothesis, flags)
        move_runs(source, flags)
        list_gaps(source, flags)
        move_runs(hypothesis, flags)
    return status


cdef inline Status cut_runs(
    const int32_t *a, int32_t size, const int32_t *b, int32_t other_size,
    const int32_t *cancel, Part *runs, int32_t *n_runs, Arena *arena,
) noexcept nogil:
    """Write the parts of two texts that differ, from left to right.

    Args:
        a: Tokens of the source.
        size: How many there are.
        b: Tokens of the hypothesis.
        other_size: How many there are.
        cancel: Not 0 once work must stop.
        runs: One place for each token.
        n_runs: Gets how many there are.
        arena: Gives memory.
    """
    cdef int32_t front = 0, back = 0
    cdef int32_t most = min(size, other_size)
    cdef int32_t i, j
    cdef Side source, hypothesis
    cdef Part *run
    cdef Status status
    while front < most and a[front] == b[front]:
        front += 1
    while back < most - front and a[size - 1 - back] == b[other_size - 1 - back]:
        back += 1
    n_runs[0] = 0
    status = open_side(&source, a + front, size - front - back, arena)
    if status == DONE:
        status = open_side(&hypothesis, b + front, other_size - front - back, arena)
    if status == DONE:
        status = compare_sides(&source, &hypothesis, cancel, arena)
    if status != DONE:
        return status
    i = j = 0
    while i < source.size or j < hypothesis.size:
        if not source.differs[i] and not hypothesis.differs[j]:
            i += 1
            j += 1
            continue
        run = &runs[n_runs[0]]
        n_runs[0] += 1
        run.first = front + i
        run.other_first = front + j
        while source.differs[i]:
            i += 1
        while hypothesis.differs[j]:
            j += 1
        run.last = front + i
        run.other_last = front + j
    return DONE
