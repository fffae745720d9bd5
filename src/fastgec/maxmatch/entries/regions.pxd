"""What is kept of regions: the vertices that labels of a group of blocks are needed of.

What they are for is told in `paths.label_regions`, how they are found in `paths.region_rows`.
"""

from libc.stdint cimport int32_t, int64_t

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice


cdef struct Reached:
    # The vertices of a row that a base arc leads on from, to the region: a stretch.
    int32_t first
    int32_t last


cdef struct BelowRows:
    # What `region_rows` knows of the rows below a group with one head, for the groups above it.
    bint is_asked  # whose tails come from the last row to the first
    int32_t head  # or -1, as long as none is known, or what a path may cost has changed
    int32_t row  # the last one that is not known
    int32_t *firsts  # of each row, as those of the region
    int32_t *ends
    Reached reached  # of the row that is not known
    int64_t *rests  # and its costs to the end, by hypothesis position


cdef struct Region:
    # The vertices that labels of a group of blocks are needed of, a stretch of each row of its box.
    int64_t size  # of the box; 0 if the group has no region
    bint is_narrow  # the block has it: not all of its box is labelled
    int32_t *firsts  # of each row of the group's box: its first vertex in the region
    int32_t *ends  # and the one behind the last
    int64_t *rests  # room of `region_rows`: two rows, by hypothesis position
    int64_t credit  # steps that may still be taken to see which entries there are
    int32_t n_waits  # blocks that get no region, as others were labelled as a whole after all
    int32_t patience  # so many the next time, or more
    BelowRows below


cdef inline Status open_region(Region *region, const Lattice *lattice, Arena *arena) noexcept nogil:
    cdef size_t n_rows = <size_t>lattice.n_source + 1
    cdef size_t n_places = <size_t>lattice.n_hypothesis + 1
    region.size = 0
    region.is_narrow = False
    region.n_waits = region.patience = 0
    region.below.is_asked = False
    region.below.head = -1
    region.firsts = <int32_t *>arena_take(arena, n_rows, 4 * sizeof(int32_t))
    region.rests = <int64_t *>arena_take(arena, n_places, 3 * sizeof(int64_t))
    if region.firsts == NULL or region.rests == NULL:
        return arena_status(arena)
    region.ends = region.firsts + n_rows
    region.below.firsts = region.ends + n_rows
    region.below.ends = region.below.firsts + n_rows
    region.below.rests = region.rests + 2 * n_places
    return DONE


cdef inline void enter_region(Region *region) noexcept nogil:
    """Let the next block that has heads have the region of its group, if there is one."""
    if region.is_narrow:  # that of the block before was enough
        region.patience >>= 1
    region.is_narrow = False
    if region.size == 0:
        return
    if region.n_waits:
        region.n_waits -= 1
        return
    region.credit = region.size
    region.is_narrow = True
