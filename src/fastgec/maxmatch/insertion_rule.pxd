"""The rule by which the published scorer weighs insertions."""

from fastgec._arena cimport Arena, Status
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.edits cimport Options
from fastgec.maxmatch.gold_texts cimport GoldTexts, Spellings
from fastgec.maxmatch.insertion_rows cimport InsertionRow


cdef Status weigh_row(
    InsertionRow *row,
    const Lattice *lattice,
    const GoldTexts *texts,
    const Spellings *spelled,
    const Options *options,
    Arena *arena,
) noexcept nogil
