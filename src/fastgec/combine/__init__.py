"""Several candidates for each source made into one text: by votes on their edits, or by agreement.

    votes  a source and its candidates, read in step: a file each, or samples in one file;
           `vote`: the edits that enough candidates make; weights as whole numbers
    mbr    `mbr`: the candidate that agrees most with the others

Sources: arXiv 2605.13624 (edit-level majority voting), arXiv 2309.06520 (minimum Bayes risk). The
command line is made of this package; it imports `metrics` and `texts`.
"""
