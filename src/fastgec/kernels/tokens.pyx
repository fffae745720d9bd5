"""From bytes to lines and token ids: line ends, white-space tokens and interning.

Text is UTF-8 that the reader has checked. A line is a pair of byte offsets into one buffer, so no
string is made for a line or a token. Splitting a million tokens this way costs some 20 ms, where
Python's own str.split() and dict take 300.

A `Vocabulary` gives each distinct token an id, from 0, in order of first sight. One that is shared
by threads is never written.

`split_lines` cuts a whole text into lines. `find_breaks`, `cut_lines` and `find_sources` look at a
file that is read piece by piece, from a byte on: they find where a block of so many sentences may
be cut off, and stop there. A line ends at a line feed; they need not know what is text and what is
not, since no byte of a longer UTF-8 character is a line feed.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcpy, memset

from fastgec.kernels.checks cimport check_lines
from fastgec.kernels.utf8 cimport is_utf8
from fastgec.kernels.white cimport space_width
from fastgec.kernels.words cimport SLACK, Word, split, split_ascii, split_bytewise

UNKNOWN = -1


cdef class Vocabulary:
    """The distinct tokens of a corpus: token <-> id, ids from 0 in order of first sight.

    Owns its text; immutable to Python. Pickling copies the text.

    >>> from fastgec.kernels.tokens import Vocabulary
    >>> vocabulary = Vocabulary([b"the", b"cat", b"the"])
    >>> len(vocabulary), vocabulary[1], vocabulary.index(b"cat"), vocabulary.index(b"dog")
    (2, b'cat', 1, -1)
    """

    def __cinit__(self, tokens=()):
        cdef Words *words = &self.words
        words.n_slots = 1 << 12
        words.text_room = 1 << 14
        words.token_room = 1 << 11
        words.n_tokens = 0
        words.slots = <Slot *>malloc(words.n_slots * sizeof(Slot))
        words.text = <uint8_t *>malloc(words.text_room + SLACK)
        words.ends = <int64_t *>calloc(words.token_room + 1, sizeof(int64_t))
        if words.slots == NULL or words.text == NULL or words.ends == NULL:
            raise MemoryError("no memory for a vocabulary")
        memset(words.slots, 0xFF, words.n_slots * sizeof(Slot))
        cdef const uint8_t[::1] view
        cdef uint8_t nothing = 0
        for token in tokens:
            view = token
            if self.intern(&view[0] if view.shape[0] else &nothing, view.shape[0]) < 0:
                raise MemoryError("no memory for a vocabulary")

    def __dealloc__(self):
        free(self.words.slots)
        free(self.words.text)
        free(self.words.ends)

    def __len__(self):
        return self.words.n_tokens

    def __getitem__(self, int64_t token):
        if not 0 <= token < self.words.n_tokens:
            raise IndexError(f"token {token} of a vocabulary of {self.words.n_tokens}")
        return self.words.text[self.words.ends[token] : self.words.ends[token + 1]]

    def __reduce__(self):
        return Vocabulary, ([self[token] for token in range(self.words.n_tokens)],)

    def index(self, const uint8_t[::1] token):
        """Return the id of `token` (bytes), UNKNOWN if it has none."""
        cdef uint8_t nothing = 0
        return find_word(&self.words, &token[0] if token.shape[0] else &nothing, token.shape[0])

    cdef int32_t intern(self, const uint8_t *word, int64_t size) noexcept nogil:
        """Return the id of a token, a new one if needed; -1 if there is no memory for it."""
        cdef Words *words = &self.words
        cdef int32_t token = find_word(words, word, size)
        cdef int64_t at
        cdef uint64_t key
        if token >= 0:
            return token
        if not self.make_room(size):
            return -1
        key = key_of(word, size)
        at = slot_of(words, key)
        while words.slots[at].token >= 0:
            at = (at + 1) & (words.n_slots - 1)
        token = <int32_t>words.n_tokens
        words.slots[at].key = key
        words.slots[at].size = <uint32_t>size
        words.slots[at].token = token
        memcpy(words.text + words.ends[token], word, size)
        words.ends[token + 1] = words.ends[token] + size
        words.n_tokens += 1
        return token

    cdef bint make_room(self, int64_t size) noexcept nogil:
        """Make room for one more token of `size` bytes; without memory False, nothing changed."""
        cdef Words *words = &self.words
        cdef int64_t used = words.ends[words.n_tokens]
        cdef int64_t room, at, old
        cdef void *memory
        cdef Slot *slots
        cdef int64_t n_slots
        if size > 0x7FFFFFFF:
            return False
        if used + size > words.text_room:
            room = 2 * words.text_room
            if room < used + size:
                room = used + size
            memory = realloc(words.text, room + SLACK)
            if memory == NULL:
                return False
            words.text = <uint8_t *>memory
            words.text_room = room
        if words.n_tokens == words.token_room:
            room = 2 * words.token_room
            if room > 0x7FFFFFFE:  # ids are int32
                return False
            memory = realloc(words.ends, (room + 1) * sizeof(int64_t))
            if memory == NULL:
                return False
            words.ends = <int64_t *>memory
            words.token_room = room
        if 2 * (words.n_tokens + 1) > words.n_slots:
            slots = words.slots
            n_slots = words.n_slots
            memory = malloc(2 * n_slots * sizeof(Slot))
            if memory == NULL:
                return False
            words.slots = <Slot *>memory
            words.n_slots = 2 * n_slots
            memset(memory, 0xFF, words.n_slots * sizeof(Slot))
            for old in range(n_slots):
                if slots[old].token < 0:
                    continue
                at = slot_of(words, slots[old].key)
                while words.slots[at].token >= 0:
                    at = (at + 1) & (words.n_slots - 1)
                words.slots[at] = slots[old]
            free(slots)
        return True


def encode_words(
    const uint8_t[::1] data not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
    Vocabulary vocabulary not None,
    *,
    bint is_ascii=False,
):
    """Return the white-space tokens of each line: ids int32[T], offsets int64[S+1].

    New tokens enter the vocabulary (one thread at a time). is_ascii: cut at ASCII white space
    alone: space, tab, line feed, carriage return, vertical tab, form feed.
    Raises: ValueError for lines outside the data; MemoryError.
    """
    check_lines(data, starts, ends)
    cdef int64_t n_lines = starts.shape[0]
    cdef int64_t room = 0
    cdef int64_t longest = 0
    cdef int64_t line
    for line in range(n_lines):
        room += (ends[line] - starts[line] + 1) // 2
        longest = max(longest, ends[line] - starts[line])
    cdef Word *words = <Word *>malloc((longest // 2 + 2) * sizeof(Word))
    if words == NULL:
        raise MemoryError("no memory for the words of a line")
    try:
        return encoded(data, starts, ends, vocabulary, is_ascii, room, words)
    finally:
        free(words)


cdef encoded(
    const uint8_t[::1] data,
    const int64_t[::1] starts,
    const int64_t[::1] ends,
    Vocabulary vocabulary,
    bint is_ascii,
    int64_t room,
    Word *words,
):
    """Do what `encode_words` checked, with room for the words of any line."""
    cdef int64_t n_lines = starts.shape[0]
    cdef int64_t line
    import numpy as np  # plain runs need none

    ids_array = np.empty(room, np.int32)
    offsets_array = np.zeros(n_lines + 1, np.int64)
    cdef int32_t[::1] ids = ids_array
    cdef int64_t[::1] offsets = offsets_array
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *at
    cdef const uint8_t *end
    cdef int64_t size = data.shape[0]
    cdef int64_t n_tokens = 0, n_words, number
    cdef int32_t token
    cdef bint is_full = False
    with nogil:
        for line in range(n_lines):
            at = base + starts[line]
            end = base + ends[line]
            if is_ascii:
                n_words = split_ascii(at, end, words)
            elif ends[line] + SLACK <= size:
                n_words = split(at, end, words)
            else:
                n_words = split_bytewise(at, end, words)
            for number in range(n_words):
                token = vocabulary.intern(words[number].at, words[number].size)
                if token < 0:
                    is_full = True
                    break
                ids[n_tokens] = token
                n_tokens += 1
            if is_full:
                break
            offsets[line + 1] = n_tokens
    if is_full:
        raise MemoryError(f"no memory for a vocabulary of more than {len(vocabulary)} tokens")
    return ids_array[:n_tokens].copy(), offsets_array


def plain_text(
    const uint8_t[::1] data not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
    bint as_words,
):
    """Return the lines as one text in which each ends with "\\n": uint8[N].

    With `as_words`, words stand apart by one space and nothing else is left of white space; without
    it only a line end inside a line (of text from memory) becomes a space.
    Raises: ValueError for lines outside the data.
    """
    check_lines(data, starts, ends)
    cdef int64_t n_lines = starts.shape[0]
    cdef int64_t room = n_lines
    cdef int64_t line
    for line in range(n_lines):
        room += ends[line] - starts[line]
    import numpy as np  # plain runs need none

    plain_array = np.empty(room, np.uint8)
    cdef uint8_t[::1] plain = plain_array
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *at
    cdef const uint8_t *end
    cdef int64_t n = 0
    cdef int64_t line_start
    cdef int width
    cdef bint is_between
    with nogil:
        for line in range(n_lines):
            at = base + starts[line]
            end = base + ends[line]
            line_start = n
            is_between = False
            while at < end:
                if as_words:
                    width = 0 if 0x20 < at[0] < 0xC2 else space_width(at, end)
                    if width:
                        is_between = True
                        at += width
                        continue
                    if is_between and n > line_start:
                        plain[n] = 0x20
                        n += 1
                    is_between = False
                plain[n] = 0x20 if at[0] == 0x0A else at[0]
                n += 1
                at += 1
            plain[n] = 0x0A
            n += 1
    return plain_array[:n]


def find_breaks(const uint8_t[::1] data not None, int64_t first, int64_t most):
    """Find ends of lines, `most` of them at most, in a piece of text from byte `first` on.

    Returns: how many there are, and where the text after the last of them begins: the end of the
    piece where fewer than `most` are found.
    """
    if not 0 <= first <= data.shape[0]:
        raise IndexError(f"byte {first} of {data.shape[0]}")
    cdef int64_t size = data.shape[0]
    cdef const uint8_t *base = &data[0] if size else NULL
    cdef const uint8_t *found
    cdef int64_t n_breaks = 0
    with nogil:
        while first < size and n_breaks < most:
            found = <const uint8_t *>memchr(base + first, 10, size - first)
            first = size if found == NULL else found - base + 1
            n_breaks += found != NULL
    return n_breaks, first


def split_lines(const uint8_t[::1] data not None):
    """Return the lines of `data` as byte offsets: starts, ends (int64[S] each), ends exclusive.

    They are views of memory that nobody writes to, which numpy takes as they are.

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
    starts_memory = memoryview(bytearray(8 * n_lines)).cast("q")
    ends_memory = memoryview(bytearray(8 * n_lines)).cast("q")
    cdef int64_t[::1] starts = starts_memory
    cdef int64_t[::1] ends = ends_memory
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
    return starts_memory.toreadonly(), ends_memory.toreadonly()


def cut_lines(
    const uint8_t[::1] data not None, int64_t first, int64_t n_lines, int64_t enough,
    int64_t[::1] starts not None, int64_t[::1] ends not None
):
    """Add the lines from byte `first` on to the `n_lines` in starts and ends, as `split_lines`.

    It stops where both are full, or behind a line that ends at byte `enough` or later.

    Returns: how many lines there are now, and where the next one begins, whose end is not known.
    """
    if not (0 <= first <= data.shape[0] and 0 <= n_lines <= starts.shape[0] == ends.shape[0]):
        raise IndexError(f"byte {first} of {data.shape[0]}, line {n_lines} of {starts.shape[0]}")
    cdef int64_t size = data.shape[0], most = starts.shape[0]
    cdef const uint8_t *base = &data[0] if size else NULL
    cdef const uint8_t *found
    with nogil:
        while first < size and n_lines < most:
            found = <const uint8_t *>memchr(base + first, 10, size - first)
            if found == NULL:
                break
            starts[n_lines] = first
            first = found - base
            ends[n_lines] = first - (first > starts[n_lines] and base[first - 1] == 13)
            first += 1
            n_lines += 1
            if first >= enough:
                break
    return n_lines, first


def find_sources(
    const uint8_t[::1] data not None, int64_t first, int64_t n_sources, int64_t most,
    int64_t enough, bint is_line_start
):
    """Look through M2 text from byte `first` on for the end of a block: a line that begins with S.

    Parameters: n_sources, how many lines before `first` begin so; most, sources of a block;
    enough, bytes of a block that has a source: no more of them then; is_line_start, whether a line
    begins at `first`.
    Returns: how many sources there are now, one too many where the block ends; where the last of
    them begins (`first` if none was found); how many lines end between `first` and that; how many
    end in all, if the block does not end.
    """
    if not 0 <= first <= data.shape[0]:
        raise IndexError(f"byte {first} of {data.shape[0]}")
    cdef const uint8_t *base = &data[0] if data.shape[0] else NULL
    cdef const uint8_t *stop = base + data.shape[0]
    cdef const uint8_t *at = base + first
    cdef int64_t last = first, n_lines = 0, n_before = 0
    with nogil:
        while at < stop:
            if is_line_start and at[0] == 0x53:
                n_sources += 1
                last = at - base
                n_before = n_lines
                if n_sources > most or (n_sources > 1 and last >= enough):
                    break
            at = <const uint8_t *>memchr(at, 10, stop - at)
            if at == NULL:
                break
            at += 1
            n_lines += 1
            is_line_start = True
    return n_sources, last, n_before, n_lines


def is_valid(const uint8_t[::1] data not None):
    """Return whether bytes are UTF-8.

    >>> is_valid("é".encode()), is_valid("é".encode()[:1])
    (True, False)
    """
    cdef const uint8_t *base = &data[0] if data.shape[0] else &nothing
    cdef bint found
    with nogil:
        found = is_utf8(base, data.shape[0])
    return found


cdef uint8_t nothing = 0
