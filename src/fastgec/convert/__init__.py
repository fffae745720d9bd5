"""From text and corrections to M2, and from M2 to corrected text.

    policy     what a user decides where M2 leaves it open
    corrected  the edits of each annotator made: corrected text
    m2write    gold as the text of an M2 file; sentences and their corrections as gold
    align      one alignment of a sentence and its correction, cut into edits (kernel)

The command line and studies of gold import this room; it imports `corpus` and the lattice.
"""
