"""Rows of M2: the edit lines of a sentence, one row for each annotator.

Everything behind the reader wants edits in order of their rows, that is, by sentence and then by
annotator. Nearly all files have their lines in this order, and then one pass over the lines finds
where each row begins. It stops at the first line out of order; `corpus.gold` sorts such files.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t


def rows_in_order(
    const int32_t[::1] mention_sentence not None,
    const int32_t[::1] mention_annotator not None,
    const int64_t[::1] edit_mention not None,
    int64_t n_sentences,
):
    """Make rows of edit lines (arrays as `scan` returns them), if these are in order of their rows.

    Returns: row_offsets int64[S+1], annotator int32[R], edit_offsets int64[R+1]; None unless the
    annotators of every sentence ascend, as in most files. A sentence without a line has one row, of
    annotator 0, without edits.
    """
    cdef int64_t n_mentions = mention_sentence.shape[0]
    cdef int64_t n_edits = edit_mention.shape[0]
    if mention_annotator.shape[0] != n_mentions:
        raise ValueError(f"{mention_annotator.shape[0]} annotators of {n_mentions} lines")
    row_offsets_array = np.empty(n_sentences + 1, np.int64)
    annotator_array = np.empty(n_sentences + n_mentions, np.int32)
    edit_offsets_array = np.empty(n_sentences + n_mentions + 1, np.int64)
    cdef int64_t[::1] row_offsets = row_offsets_array
    cdef int32_t[::1] annotator = annotator_array
    cdef int64_t[::1] edit_offsets = edit_offsets_array
    cdef int64_t sentence, mention = 0, edit = 0, row = 0
    with nogil:
        for sentence in range(n_sentences):
            row_offsets[sentence] = row
            while mention < n_mentions and mention_sentence[mention] == sentence:
                if row == row_offsets[sentence] or mention_annotator[mention] > annotator[row - 1]:
                    annotator[row] = mention_annotator[mention]
                    edit_offsets[row] = edit
                    row += 1
                elif mention_annotator[mention] < annotator[row - 1]:
                    break
                if edit < n_edits and edit_mention[edit] == mention:
                    edit += 1
                mention += 1
            if row == row_offsets[sentence]:
                annotator[row] = 0
                edit_offsets[row] = edit
                row += 1
        row_offsets[n_sentences] = row
        edit_offsets[row] = edit
    if mention < n_mentions or edit < n_edits:
        return None
    return row_offsets_array, annotator_array[:row], edit_offsets_array[: row + 1]
