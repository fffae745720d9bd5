"""The certificate: when the counts of the certified program are the published scorer's.

**Why the result is exact.** Each path of the scorer is a path here, with the same counts and at no
greater cost: a label is a real way with at most u noops, it has at least one thousandth, and joined
noops that survived their removal cost the steps of their noops. So the least cost here is a bound
that no path of the scorer undercuts. If some path of that cost is one of the scorer's, with equal
cost, then the scorer's lightest paths are exactly its paths of that cost, and each of them is an
optimal path here. If, besides, all optimal paths here have the same counts, it does not matter
which of them the order prefers: these are the counts. What is checked, then:

1. Doubt: a packed cost carries one bit that is set where two ways of equal cost met that count
   differently, and inherited from there. It must be clear at the end.
2. One optimal path is read back. Each edit of several arcs must have a label in the scorer's list
   with as many steps as were counted and exactly one copy; each insertion in a row that the
   insertion rule weighs, that weight. Arcs of joined noops that may not have survived, none.
3. Counts of arcs add up along a path (`GoldArcs.is_countable`).
4. A matched arc weighs -|E|, and |E| is at least the number of base entries; that number must
   exceed the rest of the cost, so that no number of steps outweighs a match.
5. Sums of doubles keep the order of exact sums as long as all roundings together stay below one
   thousandth, which holds for any lattice of up to some 40,000 vertices; beyond that rounding noise
   decides what the scorer prints, and the exact answer is given.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._lattice cimport Lattice
from fastgec.maxmatch.program.certified cimport outside_at
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits
from fastgec.maxmatch.program.read_back cimport read_path
from fastgec.maxmatch.terms.records cimport GoldArcs, Program
from fastgec.maxmatch.program.weights cimport STEP


cdef inline int32_t read_shown(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Return the first vertex from which the scorer is seen to have the rest of a path of the least
    cost; if it is the start, write the edits.

    `edits` has room for n_source + n_hypothesis of them. The cells are filled for these arcs.
    """
    cdef const Lattice *lattice = program.lattice
    cdef int64_t packed = outside_at(program, lattice.n_vertices - 1)
    cdef int64_t n_matches = -(packed >> program.match_shift)
    cdef int64_t cost = (packed + (n_matches << program.match_shift)) >> program.cost_shift
    cdef int32_t first = lattice.n_vertices - 1
    if n_matches and cost >= STEP * lattice.n_entries:
        return first
    first = read_path(program, found, edits, n_edits)
    if first == 0:
        reverse_edits(edits, n_edits[0])
    return first


cdef inline bint certify(
    const Program *program, const GoldArcs *found, Edit *edits, int32_t *n_edits,
    int64_t *n_correct,
) noexcept nogil:
    """Say whether the counts are certain; if so, write them and an edit sequence that has them."""
    cdef int64_t packed = outside_at(program, program.lattice.n_vertices - 1)
    if not (program.is_counting and found.is_countable) or packed & 1:
        return False
    if read_shown(program, found, edits, n_edits) != 0:
        return False
    n_correct[0] = (packed >> 1) & ((<int64_t>1 << program.correct_bits) - 1)
    return (
        n_edits[0]
        == (packed >> (1 + program.correct_bits))
        & ((<int64_t>1 << (program.cost_shift - program.correct_bits - 1)) - 1)
    )
