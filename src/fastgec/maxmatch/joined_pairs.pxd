"""Which pairs of vertices are joined by a joined arc whose span is that of its source tokens."""

from libc.stdint cimport uint8_t

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options
from fastgec.maxmatch.gold_texts cimport Spellings
from fastgec.maxmatch.labels cimport Label


cdef Status find_joined(
    uint8_t *is_joined, const Spellings *spelled, const Lattice *lattice, const Options *options,
    Label *labels, Arena *arena,
) noexcept nogil
