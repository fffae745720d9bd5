"""The door of edits that are compared with edits: two files of M2 in one, parted by a NUL byte."""

from __future__ import annotations

import oracle_comparison as oracle
from fastgec import FormatError, errant
from fastgec.corpus.coders import Annotations

MEMORY = 1 << 22  # bytes of scratch memory


def coded_edits(data: bytes) -> None:
    """Count edits against edits; what is counted is what the oracle counts."""
    texts = data.partition(b"\0")[::2]
    hypothesis, reference = (
        Annotations(text, name) for text, name in zip(texts, "hr", strict=True)
    )
    for mode in errant.MODES:
        try:
            counts = errant.count(hypothesis, reference, mode=mode, memory_limit=MEMORY)
        except FormatError as error:
            require_one_line(error)
            continue
        options = oracle.Options(mode)
        ours, theirs = (oracle.blocks_of(text.decode()) for text in texts)
        pairs = [
            pair
            for one, other in zip(ours, theirs, strict=True)
            for pair in oracle.all_pairs(one, other, options)
        ]
        assert counts.table.tolist() == [list(pair.counts) for pair in pairs]
        assert counts.labels.tolist() == [[pair.hypothesis, pair.reference] for pair in pairs]
        kept = list(range(len(ours)))
        assert errant.count(hypothesis.take(kept), reference.take(kept), mode=mode) == counts


def require_one_line(error: FormatError) -> None:
    assert "\n" not in str(error)
