"""Count how often MaxMatch does not find all edits of an annotator whose edits were made.

    python bench/recovered.py gold.m2 [GOLD ...]

Makes the edits of each annotator (the first alternative, of overlapping edits the first) and
counts the corrected text against that annotator. An edit is missed where the edit lattice, which
holds shortest alignments only, has no arc for it. Prints a row of a table for each file.
"""

from __future__ import annotations

import sys

import numpy as np

from fastgec import Gold, m2
from fastgec.texts.corrected import apply_edits


def row_of(path: str) -> str:
    gold = Gold.read(path)
    n_sentences = n_lost = n_edits = n_missed = n_proposed = 0
    for annotator, texts in apply_edits(gold, overlaps="first").items():
        counts = m2.count(texts, gold, jobs=None)
        correct, proposed, wanted = counts.table[counts.labels == annotator].T
        n_sentences += int(np.count_nonzero(wanted))
        n_lost += int(np.count_nonzero(correct < wanted))
        n_edits += int(wanted.sum())
        n_missed += int((wanted - correct).sum())
        n_proposed += int((proposed - correct).sum())
    return (
        f"| {path} | {len(gold.annotators)} | {n_sentences} | {n_lost} ({n_lost / n_sentences:.1%})"
        f" | {n_edits} | {n_missed} ({n_missed / n_edits:.1%}) | {n_proposed} |"
    )


def main() -> None:
    print("| gold | annotators | with edits | not all found | edits | missed | proposed besides |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for path in sys.argv[1:]:
        print(row_of(path), flush=True)


if __name__ == "__main__":
    main()
