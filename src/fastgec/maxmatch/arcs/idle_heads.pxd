"""Heads at which the joined arcs of a block would change nothing, and need no labels.

Between repeated words nearly all arcs lead where others have led before, at the same cost. Once all
tails of a block are open, it is known of a head behind them what any of its joined arcs can do:

- it brings the head to no less than the walk found, and a thousandth to close the edit;
- the scorer's list has it no sooner than in the first half pass of these tails, from the first of
  them, by the first middle that the head has (`tight_arcs`).

So a head that costs less is dropped from the block, and one that costs as much if it is reached no
later. Labels are made up to the last head that is left. That holds where sums are exact: where they
are rounded, the arcs themselves are asked for.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec.maxmatch.arcs.plain_arcs cimport first_middle
from fastgec.maxmatch.arcs.tight_arcs cimport NOT_REACHED, PASS_SHIFT, LightestArcs, joined_pass
from fastgec.maxmatch.entries.label_blocks cimport Blocks
from fastgec.maxmatch.entries.label_picks cimport CLOSED
from fastgec.maxmatch.paths.bounds cimport Bounds


cdef inline void drop_idle(
    const LightestArcs *lightest, Bounds *bounds, const int32_t *tail_costs
) noexcept nogil:
    """Drop the heads of a block, from the next one on, that arcs of its tails would not change.

    `tail_costs` are those of `label_picks`; all tails that can be are open.
    """
    cdef Blocks *blocks = &bounds.blocks
    cdef const int64_t *costs = bounds.group.block_costs
    cdef int32_t *heads = blocks.heads
    cdef int32_t n_left = blocks.n_labelled
    cdef int64_t first = NOT_REACHED
    cdef int32_t lane, number
    if not lightest.is_exact:
        return
    for lane in range(blocks.n_tails):
        if tail_costs[lane] != CLOSED:
            first = min(
                first, joined_pass(lightest, blocks.tails[lane]) << PASS_SHIFT | blocks.tails[lane]
            )
    for number in range(n_left, blocks.n_heads):
        if not is_idle(lightest, heads[number], costs[number] + 1, first):
            heads[n_left] = heads[number]
            n_left += 1
    blocks.n_heads = n_left


cdef inline bint is_idle(
    const LightestArcs *lightest, int32_t head, int64_t least, int64_t first
) noexcept nogil:
    """Whether arcs change nothing at a head that they bring to `least` or more; the `first` of them
    reaches it so early, but for its middle. If it is NOT_REACHED, there are none."""
    if least != lightest.forward[head]:
        return least > lightest.forward[head] or first == NOT_REACHED
    return first | first_middle(lightest, head) >= lightest.reached[head]
