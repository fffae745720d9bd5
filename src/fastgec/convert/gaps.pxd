"""What the source says of each gap of a line of raw output."""

from libc.stdint cimport int64_t

from fastgec.convert.pairing cimport Text
from fastgec.convert.rawline cimport Line


cdef void find_gaps(Line *line, const Text *source, const int64_t *partners) noexcept nogil
