"""Small passes of the readers: where lines end.

`split_lines` cuts a whole text. The others look at a file that is read piece by piece, from a byte
on: they find where a block of so many sentences may be cut off, and stop there. A line ends at a
line feed; nothing here needs to know what is text and what is not, since no byte of a longer UTF-8
character is a line feed.
"""

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memchr



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
