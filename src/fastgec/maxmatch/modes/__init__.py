"""The modes of counting: what was recognised and detected, beside what was corrected.

They ask for the edits themselves, or for what all lists of edits that may be the scorer's have in
common. `mode_matcher` is their door.

    edit_lists   the lists of edits that lightest paths hold, but for unchanged words
    way_arcs     the arcs of lightest paths, where the order decides which list is the scorer's
    tight_ways   the arcs of a certified row that cost what its bounds differ by
    statuses     what became of each gold edit: corrected, recognised, detected, missed
    edit_chains  edits by the places that they change
"""
