"""Edits as ERRANT compares them: keys as integers, counts of pairs of coders, counts by type.

An edit becomes one key, or for tokens one for each token that it spans; which edits count, and what
a key is made of, `Rules` say. A `KeyTable` gives equal keys one number, for all files of a block.
The keys of a row (a coder of a sentence) stand in the order in which they came first, each with the
types of all its edits in order, the first of which may be noop.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from fastgec.kernels.checks cimport check_offsets

TOKENS, SPANS, CORRECTIONS, TYPES = range(4)


cdef struct Key:
    int32_t start
    int32_t end
    int32_t kind
    int32_t correction


cdef class KeyTable:
    """Keys and their numbers, from 0 in order of first sight; owns its memory, only grows."""

    cdef Key *keys
    cdef int32_t *slots  # open addressing with linear search; -1: free
    cdef int64_t n_slots, room, n_keys

    def __cinit__(self):
        self.n_slots = 1 << 10
        self.room = 1 << 9
        self.keys = <Key *>malloc(self.room * sizeof(Key))
        self.slots = <int32_t *>malloc(self.n_slots * sizeof(int32_t))
        if self.keys == NULL or self.slots == NULL:
            raise MemoryError("no memory for keys of edits")
        memset(self.slots, 0xFF, self.n_slots * sizeof(int32_t))

    def __dealloc__(self):
        free(self.keys)
        free(self.slots)

    def __len__(self):
        return self.n_keys

    def columns(self):
        """Return start, end, kind and correction of each key: int32[n, 4]."""
        table = np.empty((self.n_keys, 4), np.int32)
        cdef int32_t[:, ::1] view = table
        cdef int64_t number
        for number in range(self.n_keys):
            view[number, 0] = self.keys[number].start
            view[number, 1] = self.keys[number].end
            view[number, 2] = self.keys[number].kind
            view[number, 3] = self.keys[number].correction
        return table

    cdef int32_t number(self, Key key) noexcept nogil:
        """Return the number of a key, a new one if needed; -1 if there is no memory for it."""
        cdef int64_t at = self.place(key)
        if self.slots[at] >= 0:
            return self.slots[at]
        if self.n_keys == self.room:
            if not self.grow():
                return -1
            at = self.place(key)
        self.keys[self.n_keys] = key
        self.slots[at] = <int32_t>self.n_keys
        self.n_keys = self.n_keys + 1
        return self.slots[at]

    cdef int64_t place(self, Key key) noexcept nogil:
        """Return the slot of a key, or the free one where it belongs."""
        cdef uint64_t hashed = <uint64_t><uint32_t>key.start << 32 | <uint32_t>key.end
        hashed *= <uint64_t>0x9E3779B97F4A7C15
        hashed ^= hashed >> 32
        hashed ^= <uint64_t><uint32_t>key.kind << 32 | <uint32_t>key.correction
        hashed *= <uint64_t>0xD6E8FEB86659FD93
        cdef int64_t at = <int64_t>(hashed >> 32 & <uint64_t>(self.n_slots - 1))
        cdef const Key *other
        while self.slots[at] >= 0:
            other = &self.keys[self.slots[at]]
            if (
                other.start == key.start
                and other.end == key.end
                and other.kind == key.kind
                and other.correction == key.correction
            ):
                return at
            at = (at + 1) & (self.n_slots - 1)
        return at

    cdef bint grow(self) noexcept nogil:
        """Make room for as many keys again; without memory False, nothing changed."""
        cdef int64_t number
        if self.room > 0x3FFFFFFF:
            return False
        cdef void *keys = realloc(self.keys, 2 * self.room * sizeof(Key))
        if keys == NULL:
            return False
        self.keys = <Key *>keys
        cdef void *slots = malloc(2 * self.n_slots * sizeof(int32_t))
        if slots == NULL:
            return False
        free(self.slots)
        self.slots = <int32_t *>slots
        self.room = 2 * self.room
        self.n_slots = 2 * self.n_slots
        memset(slots, 0xFF, self.n_slots * sizeof(int32_t))
        for number in range(self.n_keys):
            self.slots[self.place(self.keys[number])] = <int32_t>number
        return True


def key_edits(
    KeyTable table not None,
    const int64_t[::1] edit_offsets not None,
    const int32_t[::1] start not None,
    const int32_t[::1] end not None,
    const int32_t[::1] kind not None,
    const int32_t[::1] correction not None,
    const uint8_t[::1] is_counted not None,
    int what,
):
    """Return the keys of rows: (key_offsets, keys, kind_offsets, kinds).

    Parameters: table, which new keys enter; edit_offsets int64[R+1] and the edits' columns
    int32[E]; is_counted uint8[E], 0 for edits that filters drop; what a key is made of, TOKENS to
    TYPES.
    Returns: key_offsets int64[R+1]; keys int32[N], numbers in `table`, those of a row all different
    and in order; kind_offsets int64[N+1] and kinds int32[M], the types of each key.
    Raises: ValueError for shapes that do not fit; MemoryError.
    """
    cdef int64_t n_rows = edit_offsets.shape[0] - 1, n_edits = start.shape[0]
    check_offsets("edit_offsets", edit_offsets, n_edits)
    if not end.shape[0] == kind.shape[0] == correction.shape[0] == is_counted.shape[0] == n_edits:
        raise ValueError(f"columns of unlike lengths, expected {n_edits} edits")
    cdef int64_t n_items = 0, edit, row, item = 0, n_keys = 0, at, filled
    for edit in range(n_edits):
        if is_counted[edit]:
            n_items += n_parts(start[edit], end[edit], what)
    key_offsets_array = np.zeros(n_rows + 1, np.int64)
    keys_array = np.empty(n_items + 1, np.int32)
    # Of each item (an edit, or a token of one): its key's place among those of all rows.
    place_array = np.empty(n_items + 1, np.int64)
    item_kind_array = np.empty(n_items + 1, np.int32)
    cdef int64_t[::1] key_offsets = key_offsets_array, place = place_array
    cdef int32_t[::1] keys = keys_array, item_kind = item_kind_array
    cdef int64_t *last_place = NULL  # of each key, where it stands in the last row that has it
    cdef int64_t room = 0
    cdef int64_t t, n, first
    cdef Key key
    cdef int32_t number
    cdef void *grown
    cdef bint is_full = False
    with nogil:
        for row in range(n_rows):
            first = n_keys
            for edit in range(edit_offsets[row], edit_offsets[row + 1]):
                if not is_counted[edit]:
                    continue
                n = n_parts(start[edit], end[edit], what)
                for t in range(n):
                    key = key_of(start[edit], end[edit], kind[edit], correction[edit], what, t)
                    number = table.number(key)
                    if number >= room and number >= 0:
                        grown = realloc(last_place, table.room * sizeof(int64_t))
                        if grown == NULL:
                            number = -1
                        else:
                            last_place = <int64_t *>grown
                            memset(last_place + room, 0xFF, (table.room - room) * sizeof(int64_t))
                            room = table.room
                    if number < 0:
                        is_full = True
                        break
                    if last_place[number] < first:
                        last_place[number] = n_keys
                        keys[n_keys] = number
                        n_keys += 1
                    place[item] = last_place[number]
                    item_kind[item] = kind[edit]
                    item += 1
                if is_full:
                    break
            key_offsets[row + 1] = n_keys
            if is_full:
                break
        free(last_place)
    if is_full:
        raise MemoryError("no memory for keys of edits")
    kind_offsets_array = np.zeros(n_keys + 1, np.int64)
    kinds_array = np.empty(n_items, np.int32)
    cdef int64_t[::1] kind_offsets = kind_offsets_array
    cdef int32_t[::1] kinds = kinds_array
    with nogil:
        for item in range(n_items):
            kind_offsets[place[item] + 1] += 1
        for at in range(n_keys):
            kind_offsets[at + 1] += kind_offsets[at]
        # A key's next free place is kept where its kinds begin, and put back afterwards.
        for item in range(n_items):
            filled = kind_offsets[place[item]]
            kinds[filled] = item_kind[item]
            kind_offsets[place[item]] += 1
        for at in range(n_keys, 0, -1):
            kind_offsets[at] = kind_offsets[at - 1]
        kind_offsets[0] = 0
    return key_offsets_array, keys_array[:n_keys].copy(), kind_offsets_array, kinds_array


cdef inline int64_t n_parts(int32_t start, int32_t end, int what) noexcept nogil:
    """Return how many keys an edit has."""
    if what != 0 or start == -1 or start == end:
        return 1
    return <int64_t>end - start if end > start else 0


cdef inline Key key_of(
    int32_t start, int32_t end, int32_t kind, int32_t correction, int what, int64_t token
) noexcept nogil:
    cdef Key key
    key.start = start
    key.end = end
    key.kind = kind if what == 3 else -1
    key.correction = correction if what >= 2 else -1
    if what == 0:
        if start == -1:
            key.end = -1
        else:
            key.start = start + <int32_t>token
            key.end = key.start + 1
    return key
