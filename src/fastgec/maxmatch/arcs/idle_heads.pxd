"""Heads at which the joined arcs of a block would change nothing, and need no labels.

Between repeated words nearly all arcs lead where others have led before, at the same cost. Once all
tails of a block are open, it is known of a head behind them what any of its joined arcs can do:

- it brings the head to no less than the walk found, and a thousandth to close the edit;
- it brings what a tail counts, and one edit more, as arcs that spell gold edits are none of these;
- the scorer's list has it no sooner than in the first half pass of these tails, from the first of
  them, by the first middle that the head has (`tight_arcs`).

So a head that costs less is dropped from the block. So is one that costs as much, if it counts all
that already, and is reached no later. Labels are made up to the last head that is left.

That holds where sums are exact: where they are rounded, the arcs themselves are asked for. And an
edit that is folded away counts nothing, so where some may be, heads stay.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, Status
from fastgec.maxmatch.arcs.plain_arcs cimport first_middle
from fastgec.maxmatch.arcs.tight_arcs cimport (
    NOT_REACHED, PASS_SHIFT, LightestArcs, joined_pass,
)
from fastgec.maxmatch.arcs.triple_sets cimport EMPTY, NO_TEXT, close_edit, unite
from fastgec.maxmatch.entries.label_blocks cimport Blocks
from fastgec.maxmatch.entries.label_picks cimport CLOSED
from fastgec.maxmatch.paths.bounds cimport Bounds


cdef inline Status drop_idle(
    LightestArcs *lightest, Bounds *bounds, const int32_t *tail_costs
) noexcept nogil:
    """Drop the heads of a block, from the next one on, that arcs of its tails would not change.

    `tail_costs` are those of `label_picks`; all tails that can be are open.
    """
    cdef Blocks *blocks = &bounds.blocks
    cdef const int64_t *costs = bounds.group.block_costs
    cdef int32_t *heads = blocks.heads
    cdef int32_t closed = EMPTY
    cdef int64_t first = NOT_REACHED
    cdef int32_t n_left = blocks.n_labelled
    cdef int32_t number
    if not lightest.is_exact or lightest.folding != NULL:
        return DONE
    for number in range(blocks.n_tails):
        if tail_costs[number] != CLOSED:
            unite(
                &lightest.sets, &closed,
                close_edit(&lightest.sets, lightest.counted[blocks.tails[number]], NO_TEXT),
            )
            first = min(
                first, joined_pass(lightest, blocks.tails[number]) << PASS_SHIFT
                | blocks.tails[number],
            )
    if closed == EMPTY:  # no tail could be opened
        blocks.n_heads = n_left
    for number in range(n_left, blocks.n_heads):
        if not is_idle(lightest, heads[number], costs[number] + 1, closed, first):
            heads[n_left] = heads[number]
            n_left += 1
    blocks.n_heads = n_left
    return lightest.sets.status


cdef inline bint is_idle(
    LightestArcs *lightest, int32_t head, int64_t least, int32_t closed, int64_t first
) noexcept nogil:
    """Whether arcs change nothing that bring a head to `least` or more, and count `closed`; the
    `first` of them comes so early, but for its middle."""
    cdef int32_t counted = lightest.counted[head]
    if least != lightest.forward[head]:
        return least > lightest.forward[head]
    unite(&lightest.sets, &counted, closed)
    return counted == lightest.counted[head] and (
        first | first_middle(lightest, head) >= lightest.reached[head]
    )
