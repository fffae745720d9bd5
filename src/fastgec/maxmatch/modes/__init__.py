"""The modes of counting: what was recognised and detected, beside what was corrected.

They ask for the scorer's own edits. `mode_matcher` counts with them.

    statuses     what became of each gold edit: corrected, recognised, detected, missed
    edit_chains  edits by the places that they change
"""
