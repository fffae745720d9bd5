"""The chain of a sentence's candidates: its tables, for those who walk along it."""

from libc.stdint cimport int32_t, int64_t

cdef class Chain:
    cdef const int32_t[::1] source, hypothesis, borders, choices, offsets, tokens
    cdef int32_t[:, ::1] ahead, behind  # source by hypothesis: costs before, and after
    cdef int32_t[:, ::1] of_source, of_hypothesis  # rows: least of before and after, less T
    cdef int32_t[:, ::1] left_source  # rows: least to the end, source against candidate, less T
    cdef int32_t[:, ::1] border_source, border_hypothesis, border_left
    cdef int32_t[::1] cost, split  # of each text: T, and the part of source and candidate
    cdef int32_t[:, ::1] boxes, border_boxes  # first and last i, first and last j
    cdef int64_t[::1] starts, border_starts  # of each box in `to_go`
    cdef int32_t[::1] to_go  # W
    cdef const int32_t[::1] cancel
    cdef Py_ssize_t n, m, n_segments, largest

    cdef tuple through(self, const int32_t[::1] text, const int32_t[::1] part)
    cdef void fill_pair(self) noexcept nogil
    cdef int32_t w_row(self, Py_ssize_t row, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef int32_t w_border(self, Py_ssize_t g, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef void fill_to_go(self) noexcept nogil
    cdef int32_t within_border(self, Py_ssize_t g, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef void fill_row(self, Py_ssize_t g, Py_ssize_t c, Py_ssize_t p) noexcept nogil
