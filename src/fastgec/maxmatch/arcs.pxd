"""The arcs of minimum-cost paths, found by one scan of tails. They are few; the scorer's list is
not.

Where there is no certificate, the least cost to a vertex (`program`) and from it to the end
(`backward`) are still bounds. Let no path cost less than B. An arc of the scorer can be on a path
of cost B + slack only if what its tail costs, the arc, and the bound behind its head come to no
more.

Tails come in the order of vertices, so what one costs by arcs of the scorer is known when its turn
comes, and arcs by which a head costs more than by another one are left out. For each tail a walk
over the steps behind it makes the labels of edits of several arcs until they are too dear, and
finds where one may end. Most it knows in full; of the others the scorer's labels are made in the
whole box that they span. At first the slack is 0. As long as no path to the end is found it is
raised; then the path that was found is a minimum-cost path, as all arcs of cheaper ones would have
been taken.

**Rounded and exact sums.** Up to MOST_ROUNDED vertices the scorer's sums of doubles decide between
paths of equal cost: arcs are stored, 4 bytes each, and `order` relaxes them. With more vertices
sums are exact, and a vertex is reached at once by the first entry that leads to it at its least
cost. Half passes over the list are numbered, those of base arcs even, those of joined arcs odd;
joined ones stand by middle, then tail. So a vertex is reached by the least of one number: half
pass, middle, tail. No arc is stored.

**Credit.** Labels are counted, as a sentence may have 10^12: see `MOST_STEPS` in `resolve`.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_HARD, TOO_LARGE, Arena, Status, arena_status, arena_take,
    is_cancelled,
)
from fastgec.kernels.array cimport Array, make_room
from fastgec._lattice cimport MOST_ROUNDED, Lattice, Successors, Vertex, tail_of
from fastgec.maxmatch.joined_noops cimport is_kept, successors_of
from fastgec.maxmatch.labels cimport Box, first_at, label_arc, label_at, label_row, open_box
from fastgec.maxmatch.program.backward cimport Backward
from fastgec.maxmatch.program.program cimport NEVER, copies_of, forward_cost, gold_cost
from fastgec.maxmatch.program.weights cimport STEP, arc_epsilons, insertion_epsilons, row_of
from fastgec.maxmatch.terms.edits cimport shifts_span
from fastgec.maxmatch.terms.records cimport (
    GoldArc, KeptNoops, Label, Program, Scratch, StoredArc,
)


cdef enum:
    IS_MATCHED = 1
    IS_EDIT = 2
    IS_SHIFTED = 4
    IS_JOINED = 4  # of sides
    MOST_LEFT = 1 << 20  # prefixes that a walk leaves to the next one
    # Of what reaches a vertex first, from the lowest bit: tail, middle, half pass.
    MIDDLE_SHIFT = 32
    PASS_SHIFT = 34
    UNSEEN = 0x3FFFFFFF


cdef extern from *:
    """
    #define FASTGEC_NOT_REACHED INT64_MAX
    """
    const int64_t NOT_REACHED "FASTGEC_NOT_REACHED"


cdef struct Prefix:
    # Steps and noops of a label.
    int32_t steps
    int32_t noops


cdef struct WalkedRow:
    # What a walk found in a row of the lattice.
    int32_t first  # its vertices with prefixes
    int32_t end
    int32_t last_held


cdef struct Walk:
    # A walk from a tail, and what is left of it when it has ended.
    int32_t tail
    int32_t start  # steps at the tail
    int32_t first  # vertex of the row that the walk came to
    int32_t above_first
    uint32_t n_above
    Prefix *prefixes  # in a ring, by number of the vertex
    WalkedRow *rows
    int32_t last_row
    int32_t row  # where it began; -1: the next one finds nothing to keep
    int64_t cost  # what the tail costs where steps are 0
    int64_t half  # half pass of joined arcs from the tail
    int32_t gold_row  # no head of an arc that spells a gold edit and leaves the tail is lower
    int32_t gold_right  # or farther right
    int32_t last_gold  # the same of the walk before
    int32_t last_right


cdef struct Scan:
    const Backward *backward
    const Program *program
    const Lattice *lattice
    const KeptNoops *kept
    int64_t *costs  # of each vertex: exact, from the start
    int64_t most  # that a path may cost
    int32_t mask  # of numbers, in the ring of prefixes
    Walk walks[2]  # the last ones from tails of even and of odd cost
    int32_t *unsure  # heads
    int64_t first_gold  # arcs that spell gold edits and leave the tail
    int64_t end_gold
    bint is_exact  # sums are: what reaches a vertex first is kept, and no arcs
    int64_t *numbers
    uint8_t *kinds  # of the arcs that do
    Array *store  # of arcs
    int64_t most_arcs
    int64_t *first_arcs  # of each tail, in the store; one more than there are
    int64_t *first_tight  # of each head: what is stored before leads to it at a higher cost
    int64_t n_arcs


cdef inline int64_t number_by(
    const int64_t *numbers, int32_t tail, uint8_t side
) noexcept nogil:
    """Return the number by which an arc reaches its head."""
    cdef int64_t half = numbers[tail] >> PASS_SHIFT
    if numbers[tail] == NOT_REACHED:
        return NOT_REACHED
    half = half | 1 if side & IS_JOINED else half + (half & 1)
    return half << PASS_SHIFT | <int64_t>(side & 3) << MIDDLE_SHIFT | tail


cdef inline int64_t joined_from(const int64_t *numbers, int32_t tail) noexcept nogil:
    """Return half pass and tail of joined arcs that leave a vertex."""
    return number_by(numbers, tail, IS_JOINED)


cdef inline Status add_arc(
    Scan *scan, int32_t tail, int32_t head, int64_t cost, uint8_t side, uint8_t kind
) noexcept nogil:
    """Add an arc that costs so much, unless its head is known to cost less. `side` is that of the
    last base arc of its first entry: 0, 1, 2, and IS_JOINED."""
    cdef int64_t number
    cdef StoredArc *stored
    cost += scan.costs[tail]
    if cost + scan.backward.least[head] > scan.most or cost > scan.costs[head]:
        return DONE
    if cost < scan.costs[head]:
        scan.costs[head] = cost
        if scan.is_exact:
            scan.numbers[head] = NOT_REACHED
        else:
            scan.first_tight[head] = scan.n_arcs
    if scan.is_exact:
        number = number_by(scan.numbers, tail, side)
        if number < scan.numbers[head]:
            scan.numbers[head] = number
            scan.kinds[head] = kind
        return DONE
    if scan.n_arcs == scan.most_arcs:
        return TOO_LARGE
    if not make_room(scan.store, scan.n_arcs + 1, sizeof(StoredArc)):
        return NO_MEMORY
    stored = <StoredArc *>scan.store.items + scan.n_arcs
    stored[0] = StoredArc(<uint16_t>head, side, kind)
    scan.n_arcs += 1
    return DONE


cdef inline void go_to_tail(Scan *scan, int32_t tail) noexcept nogil:
    """Find which arcs that spell gold edits leave a tail; tails come in order."""
    cdef int64_t at = scan.end_gold
    while at < scan.backward.found.n_arcs and scan.backward.by_tail[at].tail < tail:
        at += 1
    scan.first_gold = at
    while at < scan.backward.found.n_arcs and scan.backward.by_tail[at].tail == tail:
        at += 1
    scan.end_gold = at


cdef inline bint spells_gold(const Scan *scan, int32_t head) noexcept nogil:
    """Whether the arc from the tail to a head spells a gold edit."""
    cdef int64_t low = scan.first_gold, high = scan.end_gold, middle
    while low < high:
        middle = (low + high) // 2
        if scan.backward.by_tail[middle].head < head:
            low = middle + 1
        else:
            high = middle
    return low < scan.end_gold and scan.backward.by_tail[low].head == head


cdef inline uint8_t kind_of(bint is_matched, bint is_edit, bint is_shifted) noexcept nogil:
    return is_matched * IS_MATCHED | is_edit * IS_EDIT | is_shifted * IS_SHIFTED


cdef inline uint8_t first_side(uint8_t sides) noexcept nogil:
    return 0 if sides & 1 else 1 if sides & 2 else 2


cdef inline Status take_base(Scan *scan, int32_t tail, int32_t head, uint8_t side) noexcept nogil:
    """Take a base arc, if there is one that spells no gold edit."""
    cdef const Lattice *lattice = scan.lattice
    cdef const Vertex *vertex = &lattice.vertices[head]
    cdef int64_t cost = STEP
    if head < 0 or spells_gold(scan, head):
        return DONE
    if side == 2:
        cost += insertion_epsilons(scan.backward.found, lattice, tail, head)
    elif side or not vertex.is_noop:
        cost += copies_of(vertex, side)
    return add_arc(scan, tail, head, cost, side, kind_of(
        False, side > 0 or not vertex.is_noop,
        shifts_span(scan.program.options, lattice, tail, side == 2),
    ))


cdef inline Status take_gold(Scan *scan, int32_t tail) noexcept nogil:
    """Take the arcs that leave a tail and spell a gold edit."""
    cdef const Lattice *lattice = scan.lattice
    cdef const Program *program = scan.program
    cdef const GoldArc *gold
    cdef int64_t at
    cdef bint is_level
    cdef Status status = DONE
    for at in range(scan.first_gold, scan.end_gold):
        if status != DONE:
            break
        gold = &scan.backward.by_tail[at]
        is_level = lattice.vertices[gold.head].i == lattice.vertices[tail].i
        status = add_arc(
            scan, tail, gold.head, gold_cost(program, gold), gold_side(program, gold),
            kind_of(
                gold.is_matched, gold.is_edit,
                shifts_span(program.options, lattice, tail, is_level),
            ),
        )
    return status


cdef inline uint8_t gold_side(const Program *program, const GoldArc *gold) noexcept nogil:
    """Return the side of an arc that spells a gold edit."""
    cdef const Lattice *lattice = program.lattice
    cdef int32_t side
    for side in range(3):
        if tail_of(&lattice.vertices[gold.head], gold.head, side) == gold.tail:
            return <uint8_t>side
    label_arc(program.labels, lattice, program.options, gold.tail, gold.head)
    return IS_JOINED + first_side(label_at(program.labels, lattice, gold.head).sides)


cdef inline int32_t noop_behind(const Lattice *lattice, int32_t number) noexcept nogil:
    """Return the vertex that a noop leads to from one, or -1."""
    cdef int32_t head = successors_of(lattice, number).diagonal
    return head if head >= 0 and lattice.vertices[head].is_noop else -1


cdef inline Status take_noops(Scan *scan, int32_t tail) noexcept nogil:
    """Take the joined noops that leave a tail and are left in the list."""
    cdef int32_t n_noops, head = noop_behind(scan.lattice, tail)
    cdef int64_t cost
    cdef Status status = DONE
    for n_noops in range(2, scan.program.options.max_unchanged + 1):
        if head >= 0:
            head = noop_behind(scan.lattice, head)
        if head < 0 or status != DONE:
            return status
        cost = n_noops * <int64_t>STEP
        if scan.costs[tail] + cost > scan.costs[head]:
            return DONE  # nor do longer ones
        if is_kept(scan.kept, scan.lattice, tail, head):
            status = add_arc(scan, tail, head, cost, IS_JOINED, 0)
    return status


cdef inline bint may_change(
    const Scan *scan, int32_t tail, int32_t head, int64_t cost
) noexcept nogil:
    """Whether an edit, by which a head costs so much or more, may lead to it at its cost, or a
    lower one; and where sums are exact, as early."""
    cdef const Vertex *vertex = &scan.lattice.vertices[head]
    cdef int64_t side
    if cost != scan.costs[head] or not scan.is_exact:
        return cost <= scan.costs[head]
    side = 0 if vertex.n_diagonal else 1 if vertex.n_deletion else 2
    return joined_from(scan.numbers, tail) | side << MIDDLE_SHIFT < scan.numbers[head]


cdef inline bint is_above(const Walk *walk, int32_t number) noexcept nogil:
    """Whether the walk came to a vertex of the row above."""
    return <uint32_t>(number - walk.above_first) < walk.n_above


cdef inline bint read_label(
    const Scan *scan, const Walk *walk, int32_t head, Label *label
) noexcept nogil:
    """Make the scorer's label of a head whose label is held, with its entries; whether that can be
    done.

    Base arcs from labels that are not held have more steps, so that they make an entry only before
    the one that is the label. Whether they do, is not known.
    """
    cdef const Lattice *lattice = scan.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Prefix *other
    cdef int32_t side, before, noops
    cdef bint is_unsure = shifts_span(scan.program.options, lattice, walk.tail, True)
    label[0] = Label(0, 0, 0, 0, 0)
    for side in range(3):
        before = tail_of(&vertices[head], head, side)
        if before < walk.tail or vertices[before].j < vertices[walk.tail].j:
            continue
        other = &walk.prefixes[before & scan.mask]
        if before < walk.first if side == 2 else not is_above(walk, before):
            is_unsure = True
            continue
        if other.steps >= UNSEEN:
            is_unsure = True
            continue
        noops = other.noops + (vertices[head].is_noop if side == 0 else 0)
        if noops > scan.program.options.max_unchanged:
            continue
        if label.copies == 0 or other.steps + 1 - walk.start < label.steps:
            if is_unsure:
                return False
            label.steps = other.steps + 1 - walk.start
            label.noops = noops
            label.copies += 1
            label.sides |= 1 << side
    return True


cdef inline Status take_edit(
    Scan *scan, int32_t tail, int32_t head, const Label *label
) noexcept nogil:
    """Take an edit of several arcs, if it spells no gold edit."""
    cdef const Lattice *lattice = scan.lattice
    if spells_gold(scan, head):
        return DONE
    return add_arc(
        scan, tail, head,
        label.steps * <int64_t>STEP
        + arc_epsilons(scan.backward.found, lattice, label, tail, head),
        IS_JOINED + first_side(label.sides),
        kind_of(
            False, True, shifts_span(scan.program.options, lattice, tail, label.is_inserting)
        ),
    )


cdef inline Status take_walk(Walk *walk, const Scan *scan, Arena *arena) noexcept nogil:
    walk.prefixes = <Prefix *>arena_take(arena, <size_t>scan.mask + 1, sizeof(Prefix))
    walk.rows = <WalkedRow *>arena_take(
        arena, <size_t>scan.lattice.n_source + 1, sizeof(WalkedRow)
    )
    return arena_status(arena) if walk.prefixes == NULL or walk.rows == NULL else DONE


cdef inline bint open_walk(const Scan *scan, Walk *walk, int32_t tail) noexcept nogil:
    """Begin a walk; whether it may go over what the last one left."""
    cdef const Lattice *lattice = scan.lattice
    cdef int32_t row = lattice.vertices[tail].i
    cdef int64_t half = scan.numbers[tail] >> PASS_SHIFT | 1 if scan.is_exact else 0
    cdef int64_t before = scan.costs[tail] - walk.cost, at
    cdef const Vertex *head
    cdef bint is_kept = walk.row == row and (
        half >= walk.half and before >= 0 and before % STEP == 0
    )
    if not is_kept:
        walk.cost = scan.costs[tail]
    walk.tail = tail
    walk.start = <int32_t>((scan.costs[tail] - walk.cost) // STEP)
    walk.half = half
    walk.row = row if scan.is_exact and (
        not shifts_span(scan.program.options, lattice, tail, True)
    ) else -1
    walk.last_gold = walk.gold_row if is_kept else -1
    walk.last_right = walk.gold_right
    walk.gold_row = -1
    walk.gold_right = 0
    for at in range(scan.first_gold, scan.end_gold):
        head = &lattice.vertices[scan.backward.by_tail[at].head]
        walk.gold_row = max(walk.gold_row, head.i)
        walk.gold_right = max(walk.gold_right, head.j)
    return is_kept


cdef inline Status look(
    Scan *scan, int32_t tail, int32_t *n_unsure, int64_t *credit
) noexcept nogil:
    """Take the edits of several arcs from a tail that a path may hold; list the heads whose labels
    are not known in full.

    Steps and noops of labels are made as far as they are cheap enough. Let f be what the tail
    costs. A label of s steps at p is dropped if f + 1000 s + inside(p) is more than a path may
    cost. Then the same holds for what comes of it at the next vertex, where s is one more, and
    `inside` less by a step at most. So at each vertex what is dropped has more steps than what is
    not. The scorer takes the first of the shortest; so does the walk, and if that one is to be held
    it comes from labels that are held, and both have the same to choose from. So all labels that
    are held are the scorer's, and no other ones of the scorer are in arcs that a path may hold.

    **What the last walk left.** Where sums are exact, let the last walk have begun in the same row,
    in no later half pass, from a tail that costs as much less as it lies before this one. Where its
    prefixes are those of this walk, their edits were taken, by a lesser number. So this walk goes
    over its prefixes, and in each row no further than something has changed, or the last one had
    arcs that spell gold edits, or insertions cost what depends on both ends. In a text that repeats
    itself, tails by the thousand have thousands of heads each, and change few.
    """
    cdef const Lattice *lattice = scan.lattice
    cdef const Vertex *vertices = lattice.vertices
    cdef const Vertex *vertex
    cdef const int64_t *inside = scan.backward.inside
    cdef const int64_t *least = scan.backward.least
    cdef Walk *walk = &scan.walks[scan.costs[tail] & 1]
    cdef Prefix *prefixes = walk.prefixes
    cdef WalkedRow *walked
    cdef int64_t cost, free_cost, most = scan.most
    cdef int32_t limit = scan.program.options.max_unchanged
    cdef int32_t row = vertices[tail].i, start, above_first = 0
    cdef uint32_t n_above = 0
    cdef int32_t mask = scan.mask, number, end, first = tail, reach = vertices[tail].j
    cdef int32_t first_held, last_held
    cdef int32_t changed = lattice.n_hypothesis  # position of the last change in the row above
    cdef int32_t last_changed, last_known = -1
    cdef int32_t stays  # what follows this position stays, if it is as it was
    cdef bint is_known, is_changed
    cdef const Prefix *other
    cdef Prefix found
    cdef Label label
    cdef Status status
    n_unsure[0] = 0
    if open_walk(scan, walk, tail):
        last_known = walk.last_row
        changed = reach
    start = walk.start
    free_cost = walk.cost
    while True:
        walk.above_first = above_first
        walk.n_above = n_above
        walk.first = first
        walked = &walk.rows[row]
        is_known = row <= last_known
        is_changed = True  # what is left of the first vertex
        last_changed = vertices[first].j - 1 if is_known else lattice.n_hypothesis
        stays = max(changed + 1, walk.last_right) if row <= walk.last_gold else changed + 1
        if row == vertices[tail].i and row_of(scan.backward.found, row) != NULL:
            stays = lattice.n_hypothesis
        first_held = last_held = -1
        found = Prefix(UNSEEN, 0)
        end = lattice.rows[row + 1]
        number = first
        while number < end:
            vertex = &vertices[number]
            if vertex.j > stays and is_known and not is_changed and number < walked.end:
                break
            if vertex.j > reach + 1 and found.steps >= UNSEEN:
                break
            # An insertion comes last, but what it goes on from is at hand.
            found.steps = (
                found.steps + 1 if vertex.n_insertion and found.noops <= limit else UNSEEN
            )
            if vertex.n_deletion and <uint32_t>(vertex.above - above_first) < n_above:
                other = &prefixes[vertex.above & mask]
                if other.steps < found.steps and other.noops <= limit:
                    found = Prefix(other.steps + 1, other.noops)
            if vertex.n_diagonal and <uint32_t>(vertex.above - 1 - above_first) < n_above:
                other = &prefixes[vertex.above - 1 & mask]
                if other.steps < found.steps and (
                    other.noops + vertex.is_noop <= limit or other.steps == start
                ):
                    found = Prefix(other.steps + 1, other.noops + vertex.is_noop)
            if number == tail:
                found = Prefix(start, 0)
            cost = free_cost + found.steps * <int64_t>STEP
            if cost + inside[number] > most:
                found.steps = UNSEEN
            else:
                if first_held < 0:
                    first_held = number
                last_held = number
            is_changed = number == tail or not (
                is_known and walked.first <= number < walked.end
                and found.steps == prefixes[number & mask].steps
                and (found.noops == prefixes[number & mask].noops or found.steps >= UNSEEN)
            )
            if is_changed:
                last_changed = max(last_changed, vertex.j)
            prefixes[number & mask] = found
            if (
                start + 1 < found.steps < UNSEEN and found.noops < found.steps - start
                and cost + least[number] < most
                and may_change(scan, tail, number, cost + 1)
            ):
                if read_label(scan, walk, number, &label):
                    status = take_edit(scan, tail, number, &label)
                    if status != DONE:
                        return status
                else:
                    scan.unsure[n_unsure[0]] = number
                    n_unsure[0] += 1
            number += 1
        credit[0] -= number - first + 1
        if number < end and is_known and number < walked.end:
            if vertices[number].j > stays and not is_changed:  # what follows is as it was
                if walked.last_held >= number:
                    last_held = walked.last_held
                    while first_held < 0:
                        if prefixes[number & mask].steps < UNSEEN:
                            first_held = number
                        number += 1
                number = walked.end
            else:
                last_changed = vertices[walked.end - 1].j
        walked.first = first
        walked.end = number
        walked.last_held = last_held
        walk.last_row = row
        if number - tail > mask:
            walk.row = -1  # nothing is left of its first rows
        if first_held < 0 or row == lattice.n_source:
            return DONE
        changed = last_changed
        above_first = first
        n_above = <uint32_t>(number - first)
        reach = vertices[last_held].j
        row += 1
        first = first_at(lattice, row, vertices[first_held].j)


cdef inline Status take_edits(Scan *scan, int32_t tail, int64_t *credit) noexcept nogil:
    """Take the edits of several arcs from a tail that spell no gold edit."""
    cdef const Lattice *lattice = scan.lattice
    cdef int32_t n_unsure, at, head, right = 0
    cdef Box box
    cdef Status status = look(scan, tail, &n_unsure, credit)
    for at in range(n_unsure):
        right = max(right, lattice.vertices[scan.unsure[at]].j)
    open_box(&box, scan.program.labels, lattice, tail, right)
    for at in range(n_unsure):
        head = scan.unsure[at]
        while box.row < lattice.vertices[head].i:
            label_row(&box, scan.program.options.max_unchanged)
            credit[0] -= box.end - box.first
        if status == DONE:
            status = take_edit(scan, tail, head, label_at(box.labels, lattice, head))
    return status


cdef inline Status take_tail(Scan *scan, int32_t tail, int64_t *credit) noexcept nogil:
    """Take all arcs that leave a tail."""
    cdef Successors behind = successors_of(scan.lattice, tail)
    cdef Status status
    go_to_tail(scan, tail)
    status = take_base(scan, tail, behind.insertion, 2)
    if status == DONE:
        status = take_base(scan, tail, behind.deletion, 1)
    if status == DONE:
        status = take_base(scan, tail, behind.diagonal, 0)
    if status == DONE:
        status = take_gold(scan, tail)
    if status == DONE:
        status = take_noops(scan, tail)
    return take_edits(scan, tail, credit) if status == DONE else status


cdef inline Status scan_tails(Scan *scan, int64_t *credit) noexcept nogil:
    """Find all arcs of the scorer that a path of cost `most` can hold."""
    cdef const Lattice *lattice = scan.lattice
    cdef int32_t tail
    cdef Status status
    scan.n_arcs = scan.end_gold = 0
    scan.walks[0].row = scan.walks[1].row = -1
    for tail in range(lattice.n_vertices):
        scan.costs[tail] = NEVER
        if scan.is_exact:
            scan.numbers[tail] = NOT_REACHED
    scan.costs[0] = 0
    if scan.is_exact:
        scan.numbers[0] = 0
    for tail in range(lattice.n_vertices):
        if tail & 63 == 0 and is_cancelled(scan.program.options.cancel):
            return CANCELLED
        if not scan.is_exact:
            scan.first_arcs[tail] = scan.n_arcs
        if tail == lattice.n_vertices - 1 or (
            scan.costs[tail] + scan.backward.least[tail] > scan.most
        ):
            continue
        status = take_tail(scan, tail, credit)
        if status != DONE:
            return status
        if credit[0] < 0:
            return TOO_HARD
    if not scan.is_exact:
        scan.first_arcs[lattice.n_vertices] = scan.n_arcs
    return DONE


cdef inline Status find_arcs(
    Scan *scan, const Backward *backward, const KeptNoops *kept, Scratch *scratch, int64_t *credit
) noexcept nogil:
    """Find the arcs that minimum-cost paths may hold."""
    cdef const Program *program = backward.program
    cdef const Lattice *lattice = program.lattice
    cdef Arena *arena = &scratch.arena
    cdef size_t n_vertices = lattice.n_vertices
    cdef int64_t bound = forward_cost(program, lattice.n_vertices - 1)
    cdef int64_t slack = 0
    cdef int number
    cdef Status status
    scan.backward = backward
    scan.program = program
    scan.lattice = lattice
    scan.store = &scratch.arcs
    scan.most_arcs = scratch.most_arcs
    scan.kept = kept
    scan.costs = program.outsides  # which the bound alone was read from
    scan.unsure = program.edit_tails
    scan.mask = program.mask
    while scan.mask < <int32_t>MOST_LEFT and scan.mask < lattice.n_vertices:
        scan.mask = 2 * scan.mask + 1
    for number in range(2):
        status = take_walk(&scan.walks[number], scan, arena)
        if status != DONE:
            return status
    scan.is_exact = lattice.n_vertices > MOST_ROUNDED
    if scan.is_exact:
        scan.numbers = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
        scan.kinds = <uint8_t *>arena_take(arena, n_vertices, 1)
        if scan.numbers == NULL or scan.kinds == NULL:
            return arena_status(arena)
    else:
        scan.first_arcs = <int64_t *>arena_take(arena, n_vertices + 1, sizeof(int64_t))
        scan.first_tight = <int64_t *>arena_take(arena, n_vertices, sizeof(int64_t))
        if scan.first_arcs == NULL or scan.first_tight == NULL:
            return arena_status(arena)
    while True:
        scan.most = bound + slack
        status = scan_tails(scan, credit)
        if status != DONE or scan.costs[lattice.n_vertices - 1] < NEVER:
            return status
        slack = 2 * slack + 1
