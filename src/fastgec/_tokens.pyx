"""From bytes to token ids: line ends, white-space tokens, interning, code points.

Text is UTF-8 that the reader has checked. A line is a pair of byte offsets into one buffer, so no
string is made for a line or a token. Splitting a million tokens this way costs some 20 ms, where
Python's own str.split() and dict take 300.

A `Vocabulary` gives each distinct token an id, from 0, in order of first sight. The source and the
references build it; hypotheses are then only looked up, and a token that no reference can match is
`UNKNOWN`. So a vocabulary that is shared by threads is never written.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy

UNKNOWN = -1


cdef inline uint32_t hash_bytes(const uint8_t *word, int64_t size) noexcept nogil:
    """Mix eight bytes at a time with multiplication and shifts; 32 bits are kept."""
    cdef uint64_t state = <uint64_t>size * <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t chunk
    while size >= 8:
        memcpy(&chunk, word, 8)
        state = (state ^ chunk) * <uint64_t>0xD6E8FEB86659FD93
        state ^= state >> 32
        word += 8
        size -= 8
    chunk = 0
    # A fixed number of bytes per case compiles to plain loads, a call of memcpy does not.
    if size >= 4:
        memcpy(&chunk, word, 4)
        word += 4
        size -= 4
        chunk <<= 32
    while size > 0:
        chunk = (chunk << 8) | word[0]
        word += 1
        size -= 1
    state = (state ^ chunk) * <uint64_t>0xD6E8FEB86659FD93
    state ^= state >> 29
    state *= <uint64_t>0x9E3779B97F4A7C15
    return <uint32_t>(state >> 32)


cdef inline bint same_bytes(const uint8_t *a, const uint8_t *b, int64_t size) noexcept nogil:
    # Most words are short, and a call of memcmp costs more than comparing them.
    if size > 16:
        return memcmp(a, b, size) == 0
    while size > 0:
        size -= 1
        if a[size] != b[size]:
            return False
    return True


cdef class Vocabulary:
    """The distinct tokens of a corpus: token <-> id, ids from 0 in order of first sight.

    Owns its text; immutable to Python. Pickling copies the text.

    >>> from fastgec._tokens import Vocabulary
    >>> vocabulary = Vocabulary([b"the", b"cat", b"the"])
    >>> len(vocabulary), vocabulary[1], vocabulary.index(b"cat"), vocabulary.index(b"dog")
    (2, b'cat', 1, -1)
    """

    def __cinit__(self, tokens=()):
        self.text = NULL
        self.ends = NULL
        self.hashes = NULL
        self.slots = NULL
        self.text_room = 1 << 12
        self.token_room = 1 << 9
        self.n_slots = 1 << 10
        self.n_tokens = 0
        self.text = <uint8_t *>malloc(self.text_room)
        self.ends = <int64_t *>calloc(self.token_room + 1, sizeof(int64_t))
        self.hashes = <uint32_t *>malloc(self.token_room * sizeof(uint32_t))
        self.slots = <int32_t *>calloc(self.n_slots, sizeof(int32_t))
        if self.text == NULL or self.ends == NULL or self.hashes == NULL or self.slots == NULL:
            raise MemoryError("no memory for a vocabulary")
        cdef const uint8_t[::1] view
        cdef const uint8_t *word
        cdef uint8_t nothing = 0
        for token in tokens:
            view = token
            word = &view[0] if view.shape[0] else &nothing
            if self.intern(word, view.shape[0]) < 0:
                raise MemoryError("no memory for a vocabulary")

    def __dealloc__(self):
        free(self.text)
        free(self.ends)
        free(self.hashes)
        free(self.slots)

    def __len__(self):
        return self.n_tokens

    def __getitem__(self, int64_t token):
        if not 0 <= token < self.n_tokens:
            raise IndexError(f"token {token} of a vocabulary of {self.n_tokens}")
        cdef int64_t start = self.ends[token]
        return self.text[start : self.ends[token + 1]]

    def __reduce__(self):
        return Vocabulary, ([self[token] for token in range(self.n_tokens)],)

    def index(self, const uint8_t[::1] token):
        """Return the id of `token` (bytes), UNKNOWN if it has none."""
        cdef uint8_t nothing = 0
        return self.find(&token[0] if token.shape[0] else &nothing, token.shape[0])

    cdef int32_t find(self, const uint8_t *word, int64_t size) noexcept nogil:
        cdef uint32_t code = hash_bytes(word, size)
        cdef int64_t mask = self.n_slots - 1
        cdef int64_t slot = code & mask
        cdef int32_t token = self.slots[slot] - 1
        while token >= 0:
            if self.hashes[token] == code and self.ends[token + 1] - self.ends[token] == size:
                if same_bytes(self.text + self.ends[token], word, size):
                    return token
            slot = (slot + 1) & mask
            token = self.slots[slot] - 1
        return -1

    cdef int32_t intern(self, const uint8_t *word, int64_t size) noexcept nogil:
        """Return the id of a token, a new one if needed; -1 if there is no memory for it."""
        cdef int32_t token = self.find(word, size)
        cdef int64_t slot
        cdef uint32_t code
        if token >= 0:
            return token
        if not self.make_room(size):
            return -1
        code = hash_bytes(word, size)
        slot = code & (self.n_slots - 1)
        while self.slots[slot]:
            slot = (slot + 1) & (self.n_slots - 1)
        token = <int32_t>self.n_tokens
        self.slots[slot] = token + 1
        self.hashes[token] = code
        memcpy(self.text + self.ends[token], word, size)
        self.ends[token + 1] = self.ends[token] + size
        self.n_tokens += 1
        return token

    cdef bint make_room(self, int64_t size) noexcept nogil:
        """Make room for one more token of `size` bytes; False, and nothing changed, without memory."""
        cdef int64_t token, slot, room
        cdef int64_t used = self.ends[self.n_tokens]
        cdef void *memory
        cdef int32_t *slots
        if used + size > self.text_room:
            room = 2 * self.text_room
            if room < used + size:
                room = used + size
            memory = realloc(self.text, room)
            if memory == NULL:
                return False
            self.text = <uint8_t *>memory
            self.text_room = room
        if self.n_tokens == self.token_room:
            room = 2 * self.token_room
            if room > 0x7FFFFFFE:  # ids are int32
                return False
            memory = realloc(self.ends, (room + 1) * sizeof(int64_t))
            if memory == NULL:
                return False
            self.ends = <int64_t *>memory
            memory = realloc(self.hashes, room * sizeof(uint32_t))
            if memory == NULL:
                return False
            self.hashes = <uint32_t *>memory
            self.token_room = room
        if 2 * (self.n_tokens + 1) > self.n_slots:
            slots = <int32_t *>calloc(2 * self.n_slots, sizeof(int32_t))
            if slots == NULL:
                return False
            free(self.slots)
            self.slots = slots
            self.n_slots *= 2
            for token in range(self.n_tokens):
                slot = self.hashes[token] & (self.n_slots - 1)
                while slots[slot]:
                    slot = (slot + 1) & (self.n_slots - 1)
                slots[slot] = <int32_t>token + 1
        return True


def split_lines(const uint8_t[::1] data not None):
    """Return the lines of `data` as byte offsets: starts, ends (int64[S] each), ends exclusive.

    A line ends at "\\n" or "\\r\\n", which are not part of it; the last one may lack its end.
    """
    cdef int64_t size = data.shape[0]
    cdef const uint8_t *base = &data[0] if size else NULL
    cdef const uint8_t *found
    cdef int64_t n_lines = 0
    cdef int64_t at = 0
    with nogil:
        while at < size:
            found = <const uint8_t *>memchr(base + at, 10, size - at)
            at = size if found == NULL else found - base + 1
            n_lines += 1
    starts_array = np.empty(n_lines, np.int64)
    ends_array = np.empty(n_lines, np.int64)
    cdef int64_t[::1] starts = starts_array
    cdef int64_t[::1] ends = ends_array
    cdef int64_t line = 0
    cdef int64_t end
    with nogil:
        at = 0
        while at < size:
            found = <const uint8_t *>memchr(base + at, 10, size - at)
            end = size if found == NULL else found - base
            starts[line] = at
            at = end + 1
            if found != NULL and end > starts[line] and base[end - 1] == 13:
                end -= 1
            ends[line] = end
            line += 1
    return starts_array, ends_array


cdef check_lines(const uint8_t[::1] data, const int64_t[::1] starts, const int64_t[::1] ends):
    """Raise ValueError unless every line is a range of bytes of `data`."""
    cdef int64_t line
    cdef int64_t size = data.shape[0]
    if starts.shape[0] != ends.shape[0]:
        raise ValueError(f"{starts.shape[0]} starts of lines for {ends.shape[0]} ends")
    for line in range(starts.shape[0]):
        if not 0 <= starts[line] <= ends[line] <= size:
            raise ValueError(f"line {line} is not a range of the {size} bytes of text")


def encode_words(
    const uint8_t[::1] data not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
    Vocabulary vocabulary not None,
    bint grow,
):
    """Return the white-space tokens of each line: ids int32[T], offsets int64[S+1].

    With `grow`, new tokens enter the vocabulary (one thread at a time); without it the vocabulary
    is only read, and a token that it lacks is UNKNOWN.
    Raises: ValueError for lines outside the data; MemoryError.
    """
    check_lines(data, starts, ends)
    cdef int64_t n_lines = starts.shape[0]
    cdef int64_t room = 0
    cdef int64_t line
    for line in range(n_lines):
        room += (ends[line] - starts[line] + 1) // 2
    ids_array = np.empty(room, np.int32)
    offsets_array = np.zeros(n_lines + 1, np.int64)
    cdef int32_t[::1] ids = ids_array
    cdef int64_t[::1] offsets = offsets_array
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *at
    cdef const uint8_t *end
    cdef const uint8_t *word
    cdef int64_t n_tokens = 0
    cdef int32_t token
    cdef int width
    cdef bint is_full = False
    with nogil:
        for line in range(n_lines):
            at = base + starts[line]
            end = base + ends[line]
            while at < end:
                width = space_width(at, end)
                if width:
                    at += width
                    continue
                word = at
                at += 1
                # Bytes above a space that cannot begin a white space character are most of text.
                while at < end and (0x20 < at[0] < 0xC2 or not space_width(at, end)):
                    at += 1
                if grow:
                    token = vocabulary.intern(word, at - word)
                    if token < 0:
                        is_full = True
                        break
                else:
                    token = vocabulary.find(word, at - word)
                ids[n_tokens] = token
                n_tokens += 1
            if is_full:
                break
            offsets[line + 1] = n_tokens
    if is_full:
        raise MemoryError(f"no memory for a vocabulary of more than {len(vocabulary)} tokens")
    return ids_array[:n_tokens].copy(), offsets_array


def encode_characters(
    const uint8_t[::1] data not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
):
    """Return the Unicode code points of each line: ids int32[T], offsets int64[S+1].

    Raises: ValueError for lines outside the data.
    """
    check_lines(data, starts, ends)
    cdef int64_t n_lines = starts.shape[0]
    cdef int64_t room = 0
    cdef int64_t line
    for line in range(n_lines):
        room += ends[line] - starts[line]
    ids_array = np.empty(room, np.int32)
    offsets_array = np.zeros(n_lines + 1, np.int64)
    cdef int32_t[::1] ids = ids_array
    cdef int64_t[::1] offsets = offsets_array
    cdef int64_t n_characters = 0
    cdef int64_t at
    cdef uint8_t byte
    cdef int32_t point
    with nogil:
        for line in range(n_lines):
            point = 0
            for at in range(starts[line], ends[line]):
                byte = data[at]
                if byte & 0xC0 == 0x80 and n_characters > offsets[line]:
                    # A continuation byte adds six bits to the character begun before it.
                    ids[n_characters - 1] = ids[n_characters - 1] << 6 | byte & 0x3F
                    continue
                if byte < 0x80:
                    point = byte
                elif byte < 0xE0:
                    point = byte & 0x1F
                elif byte < 0xF0:
                    point = byte & 0x0F
                else:
                    point = byte & 0x07
                ids[n_characters] = point
                n_characters += 1
            offsets[line + 1] = n_characters
    return ids_array[:n_characters].copy(), offsets_array
