"""Options of making a corrected text, where M2 leaves it open.

Nothing here needs numpy, so that the command line can offer these words before it does any work.
"""

# Edits of one annotator that overlap: refuse them, or make the first of them in the file.
OVERLAPS = ("refuse", "first")
# An annotator without a line for a sentence: it stays as its source is, or becomes what the first
# annotator with a line made of it.
ABSENT = ("source", "first")
