"""Words of one line, and their numbers within one sentence.

Nearly all lines are ASCII with nothing but spaces between words. Of these, 64 bytes become a word of
64 bits, one for each space, and the bits where it changes are the ends of words: some tens of
instructions for 64 bytes. Any other line is cut byte by byte.

Alignments compare the tokens of one sentence only, so its words are numbered from 0 and forgotten
with it: the table stays in the fastest cache, where that of a corpus does not. A word of up to 8
bytes is its own key, read and masked in one go: there must be 8 bytes to read behind any word
(`SLACK`), and the machine must be little-endian, as those that have wheels are; the door checks it.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from fastgec._white cimport space_width


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && defined(_WIN64)
    #include <intrin.h>
    static inline int lowest_bit(uint64_t word) {
        unsigned long place;
        _BitScanForward64(&place, word);
        return (int)place;
    }
    #elif defined(__GNUC__)
    static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
    #else
    static inline int lowest_bit(uint64_t word) {
        int place = 0;
        while (!(word >> place & 1)) place++;
        return place;
    }
    #endif
    """
    int lowest_bit(uint64_t word) noexcept nogil  # of a word that is not 0


cdef enum:
    SLACK = 64  # bytes that may be read behind a text


cdef struct Word:
    const uint8_t *at
    int64_t size


cdef struct Slot:
    uint64_t key  # the word itself up to 8 bytes, else a hash of it, and its text decides
    const uint8_t *text
    uint32_t size
    uint32_t round  # the slot is free unless it is that of the names
    int32_t number


cdef struct Names:
    # Open addressing with linear search; at most half of the slots are used.
    Slot *slots
    uint64_t n_slots
    uint32_t round  # of the sentence
    int32_t n_names


cdef inline uint64_t eight_bytes(const uint8_t *at) noexcept nogil:
    cdef uint64_t chunk
    memcpy(&chunk, at, 8)
    return chunk


cdef inline uint64_t marked(uint64_t chunk) noexcept nogil:
    """Gather the highest bits of 8 bytes, the first byte's lowest."""
    return ((chunk >> 7 & <uint64_t>0x0101010101010101) * <uint64_t>0x0102040810204080) >> 56


cdef inline uint64_t places_of(
    const uint8_t *at, int64_t size, uint64_t eightfold
) noexcept nogil:
    """Return where a byte, given eightfold, stands in a text of up to 64 bytes: a bit for each."""
    cdef uint64_t found = 0, chunk
    cdef uint64_t low = <uint64_t>0x7F7F7F7F7F7F7F7F
    cdef int64_t place
    for place in range(0, size, 8):
        chunk = eight_bytes(at + place) ^ eightfold
        found |= marked(~(((chunk & low) + low) | chunk)) << place
    return found if size == 64 else found & ((<uint64_t>1 << size) - 1)


cdef inline int64_t split_bytewise(const uint8_t *at, const uint8_t *end, Word *words) noexcept nogil:
    """Cut any line at white space; return how many words there are."""
    cdef int64_t n_words = 0
    cdef int width
    while at < end:
        width = space_width(at, end)
        if width:
            at += width
            continue
        words[n_words].at = at
        at += 1
        while at < end and (0x20 < at[0] < 0xC2 or not space_width(at, end)):
            at += 1
        words[n_words].size = at - words[n_words].at
        n_words += 1
    return n_words


cdef inline int64_t split(const uint8_t *at, const uint8_t *end, Word *words) noexcept nogil:
    """Cut a line into words; return how many there are.

    `words` has room for one word for each two bytes, and one more. SLACK bytes follow the line.
    """
    cdef const uint8_t *begin = at
    cdef uint64_t chunk, spaces, changes, odd = 0
    cdef uint64_t low = <uint64_t>0x7F7F7F7F7F7F7F7F, blanks = <uint64_t>0x2020202020202020
    cdef uint64_t high = <uint64_t>0x6060606060606060
    cdef uint64_t was_space = 1
    cdef int64_t left = end - at, place, n_ends = 0
    cdef const uint8_t *edge
    while left > 0:
        spaces = 0
        for place in range(0, 64, 8):
            chunk = eight_bytes(at + place)
            if place + 8 > left:
                # Behind the line all is space.
                if place >= left:
                    chunk = blanks
                else:
                    chunk &= (<uint64_t>1 << 8 * (left - place)) - 1
                    chunk |= blanks << 8 * (left - place)
            # Bytes above ASCII, and those below the space, have their highest bit set here.
            odd |= chunk | ~((chunk & high) + high)
            spaces |= marked(~((chunk ^ blanks) + low)) << place
        if odd & <uint64_t>0x8080808080808080:
            return split_bytewise(begin, end, words)
        changes = spaces ^ (spaces << 1 | was_space)
        was_space = spaces >> 63
        while changes:
            edge = at + lowest_bit(changes)
            if n_ends & 1:
                words[n_ends >> 1].size = edge - words[n_ends >> 1].at
            else:
                words[n_ends >> 1].at = edge
            n_ends += 1
            changes &= changes - 1
        at += 64
        left -= 64
    if n_ends & 1:
        words[n_ends >> 1].size = end - words[n_ends >> 1].at
        n_ends += 1
    return n_ends >> 1


cdef inline bint open_names(Names *names, int64_t n_words) noexcept nogil:
    """Forget all names, and make room for so many; False if there is no memory for them."""
    cdef uint64_t n_slots = names.n_slots if names.n_slots else 512
    cdef void *memory
    while n_slots < 2 * <uint64_t>n_words:
        n_slots *= 2
    names.n_names = 0
    names.round += 1
    if n_slots > names.n_slots or names.round == 0:
        memory = calloc(n_slots, sizeof(Slot))
        if memory == NULL:
            return False
        free(names.slots)
        names.slots = <Slot *>memory
        names.n_slots = n_slots
        names.round = 1
    return True


cdef inline uint64_t key_of(const uint8_t *word, int64_t size) noexcept nogil:
    cdef uint64_t key
    if size <= 8:
        if size == 0:
            return 0
        return eight_bytes(word) & (~<uint64_t>0 >> 8 * (8 - size))
    key = <uint64_t>size
    while size > 8:
        key = (key ^ eight_bytes(word)) * <uint64_t>0xD6E8FEB86659FD93
        key ^= key >> 32
        word += 8
        size -= 8
    # The last 8 bytes may overlap those before.
    key = (key ^ eight_bytes(word + size - 8)) * <uint64_t>0xD6E8FEB86659FD93
    return key ^ key >> 32


cdef inline Slot *slot_of(const Names *names, const uint8_t *word, int64_t size) noexcept nogil:
    """Return the slot of a word, a free one if it has no name; its key is written there."""
    cdef uint64_t key = key_of(word, size)
    cdef uint64_t at = (key * <uint64_t>0x9E3779B97F4A7C15) >> 32 & (names.n_slots - 1)
    cdef Slot *slot = &names.slots[at]
    while slot.round == names.round:
        if slot.key == key and slot.size == size:
            if size <= 8 or memcmp(slot.text, word, size) == 0:
                return slot
        at = (at + 1) & (names.n_slots - 1)
        slot = &names.slots[at]
    slot.key = key
    return slot


cdef inline int32_t number_of(Names *names, const uint8_t *word, int64_t size) noexcept nogil:
    """Return the number of a word, a new one if it has none."""
    cdef Slot *slot = slot_of(names, word, size)
    if slot.round != names.round:
        slot.round = names.round
        slot.size = <uint32_t>size
        slot.text = word
        slot.number = names.n_names
        names.n_names += 1
    return slot.number


cdef inline int32_t known_number(const Names *names, const uint8_t *word, int64_t size) noexcept nogil:
    """Return the number of a word, -1 if it has none."""
    cdef Slot *slot = slot_of(names, word, size)
    return slot.number if slot.round == names.round else -1
