"""Open gaps of a line of raw output, cut as the corpus of its source cuts words."""

from fastgec.convert.rawline cimport Line


cdef void cut_pieces(Line *line) noexcept nogil
