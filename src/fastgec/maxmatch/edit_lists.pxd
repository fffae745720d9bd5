"""The lists of edits that the lightest paths of a row hold, as far as statuses can tell."""

from libc.stdint cimport int32_t

from fastgec._arena cimport Arena, Status
from fastgec.maxmatch.certified cimport Program
from fastgec.maxmatch.cut_spans cimport CutSpan
from fastgec.maxmatch.edits cimport Edit
from fastgec.maxmatch.gold_arcs cimport GoldArcs


cdef enum:
    MOST_LISTS = 4  # of a vertex


cdef struct Listed:
    # An edit, behind the edits that come before it.
    CutSpan cut
    int32_t start  # its span, if a gold edit has the same and the cut form does not say so; or -1
    int32_t end
    int32_t before  # which edit; -1 is none
    int32_t tail  # the vertices that it joins
    int32_t head


cdef struct EditLists:
    Listed *listed
    int32_t lasts[4]  # of each list its last edit
    int32_t n_lists  # 0 where it is not known which there are


cdef Status list_edits(
    EditLists *lists, const Program *program, const GoldArcs *found, Arena *arena
) noexcept nogil

cdef void write_list(
    const EditLists *lists, int32_t number, const Program *program, Edit *edits, int32_t *n_edits
) noexcept nogil
