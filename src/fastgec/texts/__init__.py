"""From text and corrections to M2, from M2 to corrected text, from raw output to tokens.

    inspection  findings about files before they are scored: all faults of sentences, of lines
                of M2, of a source and files parallel to it
    corrected   the edits of each annotator made: corrected text
    m2write     gold as the text of an M2 file; sentences and their corrections as gold; several
                corrected texts of the same sources as edits, in integers
    align       one alignment of a sentence and its correction, cut into edits (kernel)
    retokenize  raw output in the tokens of its source; output cut into the lines of its source,
                where its own lines are others; how a corpus cuts its words into tokens
    clean       what language models write around a correction, removed by stated rules
    projection  tokens of a source projected onto raw output (kernel)
    rawline     a line of raw output while it is cut (for kernels)
    gaps        where the source cuts or joins two characters of a line (kernel)
    cuts        text that the source lacks, cut as the tokens of its corpus (kernel)
    pairing     which character of a line is which character of its source (kernel)
    characters  texts by characters, and runs of them that occur once in both (kernel)

The command line and studies of gold import this package; it imports `read` and the lattice.
"""

# Options of making a corrected text, where M2 leaves it open. The command line offers them before
# it imports what does the work.

# Edits of one annotator that overlap: refuse them, or make the first of them in the file.
OVERLAPS = ("refuse", "first")
# An annotator without a line for a sentence: it stays as its source is, or becomes what the first
# annotator with a line made of it.
ABSENT = ("source", "first")
