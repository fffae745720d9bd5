"""What the entry points of the kernels check of the arrays that they are given."""

from libc.stdint cimport int64_t, uint8_t


cdef inline int check_offsets(str name, const int64_t[::1] offsets, int64_t size) except -1:
    """Raise ValueError unless offsets run from 0 to size without a step back."""
    cdef int64_t at
    cdef int64_t n_offsets = offsets.shape[0]
    if n_offsets < 1 or offsets[0] != 0 or offsets[n_offsets - 1] != size:
        raise ValueError(f"{name} must run from 0 to {size}")
    for at in range(n_offsets - 1):
        if offsets[at] > offsets[at + 1]:
            raise ValueError(f"{name} steps back at {at + 1}")
    return 0


cdef inline int check_lines(
    const uint8_t[::1] data, const int64_t[::1] starts, const int64_t[::1] ends
) except -1:
    """Raise ValueError unless every line is a range of bytes of `data`."""
    cdef int64_t line
    cdef int64_t size = data.shape[0]
    if starts.shape[0] != ends.shape[0]:
        raise ValueError(f"{starts.shape[0]} starts of lines for {ends.shape[0]} ends")
    for line in range(starts.shape[0]):
        if not 0 <= starts[line] <= ends[line] <= size:
            raise ValueError(f"line {line} is not a range of the {size} bytes of text")
    return 0
