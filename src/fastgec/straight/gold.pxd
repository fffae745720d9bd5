"""The gold of one sentence, as its lines go by: rows of annotators, and spans of edits.

Its arrays grow to what the largest sentence needs, and are used again for each. Text of
alternatives is only pointed at: few sentences need it.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport realloc
from libc.string cimport memcmp

from fastgec._white cimport space_width
from fastgec.corpus.m2fields cimport (
    LARGEST, N_FIELDS, ByteRange, Number, begins_with, cut_fields_at_once, find_bars, has_text,
    is_noop, is_unplaced, line_end, next_word, read_number, stripped,
)


cdef enum:
    MOST_COMPARED = 512  # edits of a row of which none may repeat another


cdef struct Room:
    # An array that grows.
    void *items
    int64_t room


cdef struct Found:
    # The gold of the sentence that is read, and its words.
    Room annotator         # int32 of each row
    Room first_edit        # int64 of each row, and the end of the last
    Room start             # int32 of each edit
    Room end
    Room text              # ByteRange of the alternatives of each edit
    Room alternatives      # int64: the first alternative of each edit, and the end
    Room tokens_of         # int64: the first token of each alternative, and the end
    Room tokens            # int32 of all alternatives
    Room source_words
    Room words             # of the hypothesis
    Room source            # int32 of each word
    Room hypothesis
    int64_t n_rows
    int64_t n_edits
    int64_t last_end       # the largest end of an edit
    int64_t n_bytes        # of alternatives


cdef inline bint make_room(Room *array, int64_t n, size_t width) noexcept nogil:
    """Make room for n items, which keeps those that are there; False if there is no memory."""
    cdef int64_t room = max(2 * array.room, 64)
    cdef void *items
    if n <= array.room:
        return True
    if room < n:
        room = n
    items = realloc(array.items, room * width)
    if items == NULL:
        return False
    array.items = items
    array.room = room
    return True


cdef inline bint take_row(Found *found, int32_t annotator) noexcept nogil:
    """Begin the row of an annotator, unless it is begun; False where it is out of order."""
    cdef int32_t *annotators = <int32_t *>found.annotator.items
    cdef int64_t n = found.n_rows
    if n and annotators[n - 1] >= annotator:
        return annotators[n - 1] == annotator
    if (
        not make_room(&found.annotator, n + 1, sizeof(int32_t))
        or not make_room(&found.first_edit, n + 2, sizeof(int64_t))
    ):
        return False
    (<int32_t *>found.annotator.items)[n] = annotator
    (<int64_t *>found.first_edit.items)[n] = found.n_edits
    (<int64_t *>found.first_edit.items)[n + 1] = found.n_edits
    found.n_rows = n + 1
    return True


cdef inline const uint8_t *after_space(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Return where white space ends."""
    cdef int width = 1
    while at < end and width:
        width = space_width(at, end)
        at += width
    return at


cdef inline bint is_nothing(ByteRange text) noexcept nogil:
    """Whether an alternative is the empty correction."""
    return text.at == text.end or (
        text.end - text.at == 6 and memcmp(text.at, b"-NONE-", 6) == 0
    )


cdef inline bint may_share(ByteRange one, ByteRange other) noexcept nogil:
    """Whether two lists of alternatives may share one; white space is passed over."""
    if find_bars(one.at, one.end, 2) != NULL or find_bars(other.at, other.end, 2) != NULL:
        return True
    one, other = stripped(one.at, one.end), stripped(other.at, other.end)
    if is_nothing(one) or is_nothing(other):
        return is_nothing(one) and is_nothing(other)
    while True:
        one.at, other.at = after_space(one.at, one.end), after_space(other.at, other.end)
        if one.at == one.end or other.at == other.end:
            return one.at == one.end and other.at == other.end
        if one.at[0] != other.at[0]:
            return False
        one.at += 1
        other.at += 1


cdef inline bint may_repeat(
    const Found *found, int64_t start, int64_t end, ByteRange alternatives
) noexcept nogil:
    """Whether an edit may repeat one of the last row, which must be told."""
    cdef int64_t edit, first = (<const int64_t *>found.first_edit.items)[found.n_rows - 1]
    if found.n_edits - first > MOST_COMPARED:
        return True
    for edit in range(first, found.n_edits):
        if (
            (<const int32_t *>found.start.items)[edit] == start
            and (<const int32_t *>found.end.items)[edit] == end
            and may_share((<const ByteRange *>found.text.items)[edit], alternatives)
        ):
            return True
    return False


cdef inline bint take_edit(Found *found, const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Take an edit line; False if it is bad, out of order, or there is no memory."""
    cdef ByteRange fields[N_FIELDS]
    cdef ByteRange word
    cdef Number first, last, annotator
    cdef int64_t n = found.n_edits
    if not cut_fields_at_once(at + 1, end, fields):
        return False
    first = read_number(next_word(&fields[0]))
    last = read_number(next_word(&fields[0]))
    word = next_word(&fields[0])
    annotator = read_number(stripped(fields[5].at, fields[5].end))
    if not first.is_valid or not last.is_valid or word.at != word.end:
        return False
    if not annotator.is_valid or not 0 <= annotator.value < LARGEST:
        return False
    if not take_row(found, <int32_t>annotator.value):
        return False
    if first.value == -1 or last.value == -1 or is_noop(&fields[1]):
        return not is_unplaced(fields, first, last)  # which must be told
    if first.value < 0 or first.value > last.value:
        return False
    if may_repeat(found, first.value, last.value, fields[2]):
        return False
    if (
        not make_room(&found.start, n + 1, sizeof(int32_t))
        or not make_room(&found.end, n + 1, sizeof(int32_t))
        or not make_room(&found.text, n + 1, sizeof(ByteRange))
    ):
        return False
    (<int32_t *>found.start.items)[n] = <int32_t>first.value
    (<int32_t *>found.end.items)[n] = <int32_t>last.value
    (<ByteRange *>found.text.items)[n] = fields[2]
    found.last_end = max(found.last_end, last.value)
    found.n_bytes += fields[2].end - fields[2].at
    found.n_edits = n + 1
    (<int64_t *>found.first_edit.items)[found.n_rows] = n + 1
    return True


cdef inline const uint8_t *take_edits(
    Found *found, const uint8_t *at, const uint8_t *stop, bint is_last
) noexcept nogil:
    """Take the lines up to the next source; return where it begins, NULL if one is not plain."""
    cdef const uint8_t *end
    cdef const uint8_t *begin
    cdef bint is_open = True
    found.n_rows = 0
    found.n_edits = 0
    found.last_end = 0
    found.n_bytes = 0
    while at < stop and at[0] != 0x53:
        end = line_end(at, stop, &begin)
        if begins_with(0x41, at, end):  # A
            if not is_open or not take_edit(found, at, end):
                return NULL
        elif not begins_with(0x49, at, end):  # I
            if has_text(at, end):
                return NULL
            is_open = False
        at = begin
    if is_open and not is_last:
        return NULL
    if found.n_rows == 0 and not take_row(found, 0):
        return NULL
    return at
