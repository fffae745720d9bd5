"""What an arc weighs: the one place that decides it, for one annotator.

The published scorer adds up doubles. An arc of D steps weighs D; -|E| instead if it spells a gold
edit, with |E| the entries of its list; and 0.001 more for each of its entries that changes
something and spells nothing. Here a weight is a cost of whole numbers: STEP for each step, one for
each thousandth, and a match beside them; only where the last bit of sums decides is it made a
double again, by the same additions in the same order (`rounded_weight`).

| arc | steps | thousandths | where |
| --- | --- | --- | --- |
| noop, joined noops | D | 0 | |
| base arc | 1 | its copies: 1 or 2 alignments hold it | `_lattice` |
| joined arc | D of its label | its copies: 1 to 3 entries | `labels` |
| spells a gold edit of source tokens | matched | 0 | `gold_arcs` |
| insertion in a row where one spells a gold edit | D, or matched | by rule | `insertions` |
| any other insertion | as above | as above | |

Release 3.2 shifts the spans of insertions before the first source token, so that the rule of
another row may weigh them.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.terms.edits cimport shifts_span
from fastgec.maxmatch.insertions cimport ruled_epsilons
from fastgec.maxmatch.terms.records cimport GoldArcs, InsertionRow, Label


cdef enum:
    STEP = 1000  # cost of a lattice step, in thousandths


cdef extern from *:
    """
    #define FASTGEC_EPSILON 0.001
    """
    const double EPSILON "FASTGEC_EPSILON"  # what the scorer adds for each entry


cdef inline double rounded_weight(int64_t cost, int64_t match, int64_t list_size) noexcept nogil:
    """Return the weight of an arc from its cost, by the additions of the scorer.

    The cost of a matched arc is below 0: it lacks `match`, where the weight has -|E|.
    """
    cdef double weight
    if cost < 0:
        weight = -<double>list_size
        cost += match
    else:
        weight = cost // STEP
        cost %= STEP
    for _ in range(cost):
        weight += EPSILON
    return weight


cdef inline const InsertionRow *row_of(const GoldArcs *found, int32_t place) noexcept nogil:
    """Return the weights that the insertion rule gives at a place, or NULL: it changes none."""
    return found.rows[place] if found.rows != NULL else NULL


cdef inline int32_t insertion_epsilons(
    const GoldArcs *found, const Lattice *lattice, int32_t tail, int32_t head
) noexcept nogil:
    """Return the thousandths of an insertion arc that no gold edit spells."""
    cdef const Vertex *first = &lattice.vertices[tail]
    cdef bint is_shifted = shifts_span(found.options, lattice, tail, True)
    cdef const InsertionRow *row = NULL
    if head == tail + 1 or not is_shifted:
        row = row_of(found, first.j if is_shifted else first.i)
    if row != NULL:
        return ruled_epsilons(row, found.options, lattice, tail, head)
    return lattice.vertices[head].n_insertion if head == tail + 1 else 1


cdef inline int32_t arc_epsilons(
    const GoldArcs *found, const Lattice *lattice, const Label *label, int32_t tail, int32_t head
) noexcept nogil:
    """Return the thousandths of a joined arc that no gold edit spells."""
    cdef const Vertex *first = &lattice.vertices[tail]
    cdef const InsertionRow *row = NULL
    if first.i == lattice.vertices[head].i:
        return insertion_epsilons(found, lattice, tail, head)
    if lattice.vertices[head].i == first.j and shifts_span(
        found.options, lattice, tail, label.is_inserting
    ):
        row = row_of(found, first.j)
    if row != NULL:
        return ruled_epsilons(row, found.options, lattice, tail, head)
    return label.copies
