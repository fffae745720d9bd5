"""What gold edits write where, and the pairs of lattice vertices that spell it.

Gold edits of equal span that share an alternative share one text, so that thousands of equal edits
cost no more than one. Texts stand in order; the one that an edit writes is found by search.

Vertices spell a text if the first stands in the row of its start, the second in that of its end,
and the hypothesis tokens between them are the text: all pairs of texts of one span and size come
from one walk over two rows. Whether an arc joins the two is another question (`gold_arcs`).
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp, memset

from fastgec.kernels.arena cimport (
    DONE, Arena, Mark, Status, arena_mark, arena_rewind, arena_status, arena_take,
)
from fastgec._lattice cimport Lattice, Vertex, same_tokens
from fastgec.maxmatch.terms.edits cimport Edit, GoldRow
from fastgec.maxmatch.terms.records cimport GoldText, GoldTexts


cdef struct Spelling:
    # The hypothesis between two vertices is a gold text, and their rows are its span.
    int32_t head
    int32_t tail
    int64_t text


cdef struct Spellings:
    Spelling *items
    int64_t size
    int64_t room


cdef inline Status add_spelling(
    Spellings *found, int32_t tail, int32_t head, int64_t text, Arena *arena
) noexcept nogil:
    cdef Spelling *items
    cdef int64_t at
    if found.size == found.room:
        found.room = 2 * found.room + 16
        items = <Spelling *>arena_take(arena, found.room, sizeof(Spelling))
        if items == NULL:
            return arena_status(arena)
        for at in range(found.size):
            items[at] = found.items[at]
        found.items = items
    found.items[found.size] = Spelling(head, tail, text)
    found.size += 1
    return DONE


cdef inline int64_t first_edit(
    const GoldTexts *texts, const GoldText *text, int64_t edit
) noexcept nogil:
    """Return the place of the first gold edit of a text that does not stand before `edit`."""
    cdef int64_t low = text.first
    cdef int64_t high = text.last
    cdef int64_t middle
    while low < high:
        middle = (low + high) // 2
        if texts.edits[middle] < edit:
            low = middle + 1
        else:
            high = middle
    return low


cdef inline int64_t take_gold(
    const GoldTexts *texts, const GoldText *text, int64_t *next_gold
) noexcept nogil:
    """Return how many gold edits of a text stand at `next_gold` or behind; it goes past them.

    `text` is NULL if an edit makes no gold edit.
    """
    cdef int64_t first
    if text == NULL:
        return 0
    first = first_edit(texts, text, next_gold[0])
    if first == text.last:
        return 0
    next_gold[0] = texts.edits[text.last - 1] + 1
    return text.last - first


cdef inline int compare_texts(const GoldText *a, const GoldText *b) noexcept nogil:
    if a.start != b.start:
        return -1 if a.start < b.start else 1
    if a.end != b.end:
        return -1 if a.end < b.end else 1
    if a.size != b.size:
        return -1 if a.size < b.size else 1
    # In whatever order, but always the same one for a size.
    return memcmp(a.tokens, b.tokens, a.size * sizeof(int32_t))


cdef inline int compare_alternatives(const void *a, const void *b) noexcept nogil:
    cdef const GoldText *left = <const GoldText *>a
    cdef const GoldText *right = <const GoldText *>b
    cdef int order = compare_texts(left, right)
    if order:
        return order
    return (left.first > right.first) - (left.first < right.first)


cdef inline void list_alternatives(GoldText *items, const GoldRow *gold) noexcept nogil:
    """List all alternatives, in order; `first` is the gold edit of each."""
    cdef int64_t n_listed = 0
    cdef int64_t edit, alternative
    cdef int64_t first = gold.alternative_offsets[0]
    cdef const int64_t *offsets = gold.token_offsets
    for edit in range(gold.n_edits):
        for alternative in range(first, gold.alternative_offsets[edit + 1]):
            items[n_listed] = GoldText(
                gold.start[edit], gold.end[edit],
                <int32_t>(offsets[alternative + 1] - offsets[alternative]),
                gold.tokens + offsets[alternative], edit, edit,
            )
            n_listed += 1
        first = gold.alternative_offsets[edit + 1]
    qsort(items, n_listed, sizeof(GoldText), compare_alternatives)


cdef inline Status list_texts(GoldTexts *texts, const GoldRow *gold, Arena *arena) noexcept nogil:
    """List the texts of all alternatives, each once, with the gold edits that have it."""
    cdef int64_t n_alternatives = (
        gold.alternative_offsets[gold.n_edits] - gold.alternative_offsets[0]
    )
    cdef int64_t at, edit
    cdef int64_t n_edits = 0
    cdef GoldText *text = NULL
    texts[0] = GoldTexts(NULL, 0, NULL)
    if n_alternatives == 0:
        return DONE
    texts.items = <GoldText *>arena_take(arena, n_alternatives, sizeof(GoldText))
    texts.edits = <int64_t *>arena_take(arena, n_alternatives, sizeof(int64_t))
    if texts.items == NULL or texts.edits == NULL:
        return arena_status(arena)
    list_alternatives(texts.items, gold)
    for at in range(n_alternatives):
        edit = texts.items[at].first
        if at == 0 or compare_texts(&texts.items[at], text) != 0:
            text = &texts.items[texts.size]
            texts.size += 1
            text[0] = texts.items[at]
            text.first = n_edits
        elif edit == texts.edits[n_edits - 1]:
            continue  # the same text may stand among the alternatives twice
        texts.edits[n_edits] = edit
        n_edits += 1
        text.last = n_edits
    return DONE


cdef inline int64_t last_of_size(const GoldTexts *texts, int64_t first) noexcept nogil:
    """Return the text behind those that have span and size of one."""
    cdef const GoldText *text = &texts.items[first]
    cdef int64_t last = first + 1
    while (
        last < texts.size and texts.items[last].start == text.start
        and texts.items[last].end == text.end and texts.items[last].size == text.size
    ):
        last += 1
    return last


cdef inline int64_t place_of_text(
    const GoldTexts *texts, int64_t first, int64_t last, const GoldText *wanted
) noexcept nogil:
    """Return which of some texts has span and tokens of one, or -1."""
    cdef int64_t middle
    cdef int order
    while first < last:
        middle = (first + last) // 2
        order = compare_texts(wanted, &texts.items[middle])
        if order == 0:
            return middle
        if order < 0:
            last = middle
        else:
            first = middle + 1
    return -1


cdef inline Status find_spellings(
    Spellings *found, const Lattice *lattice, const GoldTexts *texts, int64_t first, int64_t last,
    Arena *arena,
) noexcept nogil:
    """Find the pairs of vertices that spell texts of one span and size, `first` to before `last`.

    A pair spells one text at the most.
    """
    cdef const Vertex *vertices = lattice.vertices
    cdef GoldText gold = texts.items[first]
    cdef int32_t head = lattice.rows[gold.end]
    cdef int32_t last_head = lattice.rows[gold.end + 1]
    cdef int32_t tail
    cdef int64_t text
    cdef Status status
    if gold.start == gold.end and last_head - head < 2:
        return DONE
    for tail in range(lattice.rows[gold.start], lattice.rows[gold.start + 1]):
        while head < last_head and vertices[head].j < vertices[tail].j + gold.size:
            head += 1
        if head == last_head:
            break
        if vertices[head].j == vertices[tail].j + gold.size and head != tail:
            gold.tokens = lattice.hypothesis + vertices[tail].j
            text = place_of_text(texts, first, last, &gold)
            if text >= 0:
                status = add_spelling(found, tail, head, text, arena)
                if status != DONE:
                    return status
    return DONE


cdef inline const GoldText *text_of_edit(
    const GoldTexts *texts, const Lattice *lattice, const Edit *made
) noexcept nogil:
    """Return the gold text that an edit of the hypothesis writes, NULL if there is none.

    The source text of both spans must be equal too: it always is in the development version, where
    the span is that of the covered tokens; release 3.2 shifts the span of an insertion before the
    first token by its place in the hypothesis.
    """
    cdef int32_t size = made.source_end - made.source_start
    cdef int64_t place
    cdef GoldText wanted = GoldText(
        made.start, made.end, made.hypothesis_end - made.hypothesis_start,
        lattice.hypothesis + made.hypothesis_start, 0, 0,
    )
    if made.end - made.start != size:
        return NULL
    place = place_of_text(texts, 0, texts.size, &wanted)
    if place < 0:
        return NULL
    if made.start != made.source_start and not same_tokens(
        lattice.source + made.source_start, lattice.source + made.start, size
    ):
        return NULL
    return &texts.items[place]
