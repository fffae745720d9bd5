"""Labels of arcs that have the fewest steps there can be: seen on rows of bits (`edit_sets`).

What these do not tell, the label itself does (`labels`): vertices between the two ends are listed
for it.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Mark, arena_mark, arena_rewind, arena_take
from fastgec._bits cimport count_places
from fastgec._lattice cimport Lattice, list_vertices
from fastgec.maxmatch.bits.edit_sets cimport (
    MOST_NOOPS, EditSets, Place, Steps, follow, labels_of, moved, steps_into,
)
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.entries.labels cimport first_at, label_arc, label_at
from fastgec.maxmatch.terms.records cimport Label


cdef inline bint has_short_label(const EditSets *sets, Place start, Place end) noexcept nogil:
    """Whether the label between two places is seen to have the fewest steps and one copy.

    A label has the fewest steps if that of some place before it has, with so few noops that the
    step is allowed; the first such place decides on its noops, that of the diagonal step if there
    are two. So the places of labels of the fewest steps follow row by row, told apart by noops. If
    a diagonal step comes to the end, it is tried before all others, and none is shorter. Of other
    ends nothing is seen: labels of more steps would have to be known.
    """
    cdef int64_t n_words = sets.n_words, w
    cdef int32_t last = end.j >> 6
    cdef int32_t row, c
    cdef uint64_t *here
    cdef uint64_t found[MOST_NOOPS + 1]
    cdef uint64_t any_diagonal
    cdef const Steps *steps
    for c in range(sets.limit + 1):
        here = labels_of(sets, c, start.i)
        memset(here - n_words, 0, 2 * n_words * sizeof(uint64_t))
    labels_of(sets, 0, start.i)[start.j >> 6] = <uint64_t>1 << (start.j & 63)
    for row in range(start.i, end.i + 1):
        steps = steps_into(sets, row)
        for w in range(last + 1):
            any_diagonal = 0
            for c in range(sets.limit + 1):
                here = labels_of(sets, c, row) - n_words
                found[c] = moved(here, w) & steps.diagonal
                if c:
                    found[c] |= moved(labels_of(sets, c - 1, row) - n_words, w) & steps.noop
                any_diagonal |= found[c]
            if row == end.i and w == last and any_diagonal >> (end.j & 63) & 1:
                return True
            for c in range(sets.limit + 1):
                here = labels_of(sets, c, row)
                found[c] |= (here - n_words)[w] & steps.down & ~any_diagonal
                if row == start.i:
                    found[c] |= here[w]
                here[w] = follow(
                    found[c], here[w - 1] if w else 0, steps.across & ~any_diagonal
                )
            steps += 1
    return False


cdef inline bint has_edit(
    const EditSets *sets, const Options *options, Place start, Place end, Arena *arena
) noexcept nogil:
    """Whether the scorer has an edit of the fewest steps between two places, at one thousandth."""
    cdef Mark mark
    cdef bint is_found
    if max(end.i - start.i, end.j - start.j) > sets.limit and has_short_label(sets, start, end):
        return True
    mark = arena_mark(arena)
    is_found = has_label(sets, options, start, end, arena)
    arena_rewind(arena, &mark)
    return is_found


cdef inline bint has_label(
    const EditSets *sets, const Options *options, Place start, Place end, Arena *arena
) noexcept nogil:
    """Whether the label between two places has the fewest steps, and one copy.

    A label depends on the vertices between its ends alone, so no others are listed.
    """
    cdef Lattice lattice = sets.lattice[0]
    cdef int32_t tail, head
    cdef const Label *label
    cdef Label *labels = <Label *>arena_take(
        arena, 2 * (<size_t>lattice.n_hypothesis + 1), sizeof(Label)
    )
    lattice.n_vertices = <int32_t>count_places(&lattice.bits, start.i, end.i)
    if labels == NULL or list_vertices(&lattice, start.i, end.i, options.cancel, arena) != DONE:
        return False
    tail = first_at(&lattice, start.i, start.j)
    head = first_at(&lattice, end.i, end.j)
    label = label_at(labels, &lattice, head)
    return (
        label_arc(labels, &lattice, options, tail, head)
        and label.steps == max(end.i - start.i, end.j - start.j)
        and label.noops < label.steps
        and label.copies == 1
    )
