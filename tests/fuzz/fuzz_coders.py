"""Edits that are compared with edits: two files of M2 in one, parted by a NUL byte."""

from __future__ import annotations

import oracle_cleme as chunks
import oracle_comparison as oracle
from fastgec import FormatError, cleme, cleme2, errant
from fastgec.kernels.tokens import Vocabulary
from fastgec.read.coders import Annotations, parse_coders
from fastgec.read.gold import plain_line_ends

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


def chunked_edits(data: bytes) -> None:
    """Count chunks of edits against edits; rows and scores are those of the oracle."""
    texts = data.partition(b"\0")[::2]
    hypothesis, gold = (Annotations(text, name) for text, name in zip(texts, "hg", strict=True))
    for assumption in cleme.ASSUMPTIONS:
        try:
            counts = cleme2.count(hypothesis, gold, assumption=assumption, memory_limit=MEMORY)
        except FormatError as error:
            require_one_line(error)
            continue
        pairs = list(zip(*map(sentences_of, texts), strict=True))
        # Words are those of the gold: files of other sentences are compared all the same.
        rows = chunks.table(pairs, assumption, None)
        names = ("TP", "FPn", "FPu", "FN", "TN")
        assert counts.table.tolist() == [[row[n] for n in names] for each in rows for row in each]
        total, number = chunks.bias(pairs)
        rows = chunks.table(pairs, assumption, total / number if number else 1.0)
        score = cleme.evaluate(hypothesis, gold, assumption=assumption)
        _, totals = chunks.running(rows)
        assert [score.tp, score.fp, score.fn, score.tn] == [
            totals[name] for name in ("TP", "FP", "FN", "TN")
        ]


def sentences_of(text: bytes) -> list[chunks.Sentence]:
    """Sentences with the edits of each coder, as the reader has them."""
    kinds, corrections = Vocabulary(), Vocabulary()
    coded = parse_coders(
        plain_line_ends(text.removeprefix(b"\xef\xbb\xbf")), "", kinds, corrections
    )
    found = []
    for s in range(len(coded)):
        sentence = chunks.Sentence(coded.sources[s].split())
        for row in range(coded.row_offsets[s], coded.row_offsets[s + 1]):
            edits = sentence.coders.setdefault(int(coded.coder[row]), [])
            for edit in range(coded.edit_offsets[row], coded.edit_offsets[row + 1]):
                if kinds[int(coded.kind[edit])] == b"noop":
                    continue
                words = corrections[int(coded.correction[edit])].decode().split()
                span = int(coded.start[edit]), int(coded.end[edit])
                edits.append((*span, () if words == ["-NONE-"] else tuple(words)))
        found.append(sentence)
    return found


def require_one_line(error: FormatError) -> None:
    assert "\n" not in str(error)
