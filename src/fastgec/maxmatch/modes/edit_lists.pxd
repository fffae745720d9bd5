"""The lists of edits that the lightest paths of a row hold, as far as statuses can tell.

A certificate says that all lightest paths have the same counts; the scorer's order decides which of
them is its own (`list_order`). Its edits are mostly known without that: lightest paths differ in
the unchanged words that an edit takes along, and what is left of the edit without these is the
same. The status of a gold edit (`statuses`) depends on an edit through three things alone: its cut
form, whether its span is that of a gold edit, and whether it writes what a gold edit asks for. So
lists of edits that have these in common are one list here. If there is one, any path will do; if
there are a few, and statuses come out the same for all, it does not matter which is the scorer's.

All arcs of lightest paths are tight (`tight_ways`). Some tight arcs may not be the scorer's; that
can add lists, and takes none away. From the start to the end, each vertex gets the lists of edits
that lead to it, as chains that share their beginnings. Where these are many, the order is asked.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint8_t
from libc.string cimport memset

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice, Vertex
from fastgec.maxmatch.terms.cut_spans cimport CutSpan, cut_span
from fastgec.maxmatch.terms.edits cimport Edit, reverse_edits, write_edit
from fastgec.maxmatch.gold.gold_texts cimport is_gold_span
from fastgec.maxmatch.terms.records cimport Program
from fastgec.maxmatch.modes.tight_ways cimport Survey, TightWay


cdef enum:
    MOST_LISTS = 4  # of a vertex
    MOST_COMPARED = 256  # edits of two lists that are compared


cdef struct Listed:
    # An edit, behind the edits that come before it.
    CutSpan cut
    int32_t start  # its span, if a gold edit has the same and the cut form does not say so; or -1
    int32_t end
    int32_t before  # which edit; -1 is none
    int32_t tail  # the vertices that it joins
    int32_t head


cdef struct EditLists:
    Listed *listed
    int32_t lasts[4]  # of each list its last edit
    int32_t n_lists  # 0 where it is not known which there are


cdef inline void list_edit(
    Listed *listed, const Survey *survey, const TightWay *way, int32_t before
) noexcept nogil:
    """Write what statuses can tell of an edit."""
    cdef const Lattice *lattice = survey.program.lattice
    cdef const Vertex *tail = &lattice.vertices[way.tail]
    cdef const Vertex *head = &lattice.vertices[way.head]
    listed.cut = cut_span(
        lattice.source, tail.i, head.i, lattice.hypothesis, tail.j, head.j
    )
    listed.before = before
    listed.tail = way.tail
    listed.head = way.head
    listed.start = listed.end = -1
    if not way.is_gold and listed.cut.start == tail.i and listed.cut.end == head.i:
        return
    if is_gold_span(&survey.found.texts, tail.i, head.i):
        listed.start = tail.i
        listed.end = head.i


cdef inline bint is_same_list(const Listed *listed, int32_t a, int32_t b) noexcept nogil:
    """Whether two lists of edits are the same; of long ones it may not be seen."""
    cdef int32_t n_compared
    for n_compared in range(MOST_COMPARED):
        if a == b:
            return True
        if a < 0 or b < 0:
            return False
        if not (
            listed[a].cut.start == listed[b].cut.start and listed[a].cut.end == listed[b].cut.end
            and listed[a].cut.first == listed[b].cut.first
            and listed[a].cut.last == listed[b].cut.last
            and listed[a].start == listed[b].start and listed[a].end == listed[b].end
        ):
            return False
        a = listed[a].before
        b = listed[b].before
    return False


cdef inline Status follow_lists(
    EditLists *lists, Survey *survey, Arena *arena
) noexcept nogil:
    """Find the lists that tight ways bring to the end.

    Few vertices are on tight ways: what is known of each stands by its number among these, which
    `survey.states` holds from here on.
    """
    cdef const TightWay *way
    cdef int32_t n_vertices = survey.program.lattice.n_vertices
    cdef Listed *listed
    cdef int32_t *lasts  # of each vertex, of each of its lists the last edit
    cdef uint8_t *sizes
    cdef int32_t *of_head
    cdef int32_t n_listed = 0
    cdef int32_t number, of_tail, other
    cdef int64_t at
    cdef uint32_t *places = survey.states
    cdef uint32_t n_tight = 0
    cdef uint32_t head, tail
    for number in range(n_vertices):
        places[number] = n_tight
        n_tight += survey.is_tight[number]
    # Each list of each way has an edit, and each list of each vertex one at the most.
    listed = <Listed *>arena_take(
        arena, MOST_LISTS * <size_t>min(survey.n_edits, <int64_t>n_tight) + 1, sizeof(Listed)
    )
    lasts = <int32_t *>arena_take(arena, <size_t>n_tight * MOST_LISTS, sizeof(int32_t))
    sizes = <uint8_t *>arena_take(arena, n_tight, 1)
    if listed == NULL or lasts == NULL or sizes == NULL:
        return arena_status(arena)
    memset(sizes, 0, n_tight)
    sizes[0] = 1
    lasts[0] = -1
    for at in range(survey.n_ways - 1, -1, -1):
        way = &survey.ways[at]
        head = places[way.head]
        tail = places[way.tail]
        of_head = lasts + <int64_t>head * MOST_LISTS
        if not way.is_edit and sizes[head] == 0:
            sizes[head] = sizes[tail]
            for other in range(sizes[tail]):
                of_head[other] = lasts[<int64_t>tail * MOST_LISTS + other]
            continue
        for of_tail in range(sizes[tail]):
            number = lasts[<int64_t>tail * MOST_LISTS + of_tail]
            if way.is_edit:
                # There is a free place: each list of each vertex takes one at the most.
                list_edit(&listed[n_listed], survey, way, number)
                number = n_listed
            other = 0
            while other < sizes[head] and not is_same_list(listed, number, of_head[other]):
                other += 1
            if other < sizes[head]:
                continue
            if other == MOST_LISTS:
                return DONE
            of_head[other] = number
            sizes[head] += 1
            n_listed += way.is_edit
    lists.listed = listed
    lists.n_lists = sizes[n_tight - 1]
    for number in range(lists.n_lists):
        lists.lasts[number] = lasts[<int64_t>(n_tight - 1) * MOST_LISTS + number]
    return DONE


cdef inline void write_list(
    const EditLists *lists, int32_t number, const Program *program, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Write the edits of a list, from left to right; there is room for all tokens."""
    cdef int32_t at = lists.lasts[number]
    n_edits[0] = 0
    while at >= 0:
        write_edit(
            &edits[n_edits[0]], program.lattice, lists.listed[at].tail, lists.listed[at].head, False
        )
        n_edits[0] += 1
        at = lists.listed[at].before
    reverse_edits(edits, n_edits[0])


cdef inline Status list_edits(EditLists *lists, Survey *survey, Arena *arena) noexcept nogil:
    """List the edits of all lightest paths of a certified row, whose tight arcs are whole.

    If it would take too long to see, there is no list.
    """
    cdef const Program *program = survey.program
    cdef int64_t at
    lists.n_lists = 0
    if program.options.is_release_3_2:
        # It shifts spans of edits that leave row 0: what they are depends on labels.
        for at in range(survey.n_ways):
            if survey.ways[at].is_edit and program.lattice.vertices[survey.ways[at].tail].i == 0:
                return DONE
    return follow_lists(lists, survey, arena)
