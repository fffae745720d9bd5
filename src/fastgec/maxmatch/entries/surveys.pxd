"""What is found out of the scorer's list, once for all rows of a sentence."""

from fastgec._arena cimport DONE, Status
from fastgec.maxmatch.entries.kept_noops cimport find_kept
from fastgec.maxmatch.entries.list_size cimport count_joined
from fastgec.maxmatch.terms.records cimport Scratch, Sentence


cdef inline Status survey_noops(Sentence *work, Scratch *scratch) noexcept nogil:
    """Find which joined noops are left in the scorer's list, once for all rows."""
    cdef Status status
    if work.has_kept:
        return DONE
    status = find_kept(
        &work.kept, &work.lattice, work.options, work.program.labels, &scratch.lasting,
        &scratch.arena,
    )
    work.has_kept = status == DONE
    return status


cdef inline Status survey_size(Sentence *work, Scratch *scratch) noexcept nogil:
    """Count the entries of the scorer's list, once for all rows."""
    cdef Status status
    if work.has_list_size:
        return DONE
    status = survey_noops(work, scratch)
    if status == DONE:
        status = count_joined(&work.list_size, &work.lattice, work.options, &scratch.arena)
    if status == DONE:
        work.list_size += work.lattice.n_entries - work.kept.n_removed
        work.has_list_size = True
    return status
