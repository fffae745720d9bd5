"""MaxMatch in words: the edits of each sentence, which were correct, and which gold was missed.

The edits of a sentence are those that its counts count, against each annotator; those against the
annotator that was chosen add up to the score. A system's edits have no error type, so there is
recall of a type, and no precision.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.gold import Gold
from fastgec.corpus.lines import Lines
from fastgec.fscore import ratio
from fastgec.machine.memory import available_memory
from fastgec.maxmatch.matcher import Matcher, TooManyAlignmentsError

# As `Matcher.edits` has them: the span, then the tokens that it covers in source and hypothesis.
Spans = tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit of a hypothesis.

    start, end   half-open span in source tokens, as the release counts it
    source       the source tokens it replaces, joined by spaces
    correction   the hypothesis tokens in their place, joined by spaces
    gold         indices of the gold edits (of the annotator, in file order) that it makes
    """

    start: int
    end: int
    source: str
    correction: str
    gold: tuple[int, ...]

    @property
    def is_correct(self) -> bool:
        """Whether it makes a gold edit."""
        return bool(self.gold)

    def cut(self) -> Edit:
        """Return this edit without the words at its ends that do not change: the front first.

        Example:
            >>> Edit(4, 6, "mat .", "the mat .", ()).cut()
            Edit(start=4, end=4, source='', correction='the', gold=())
        """
        replaced, written = self.source.split(), self.correction.split()
        most = min(len(replaced), len(written))
        front = 0
        while front < most and replaced[front] == written[front]:
            front += 1
        back = 0
        while back < most - front and replaced[-1 - back] == written[-1 - back]:
            back += 1
        return Edit(
            self.start + front,
            self.end - back,
            " ".join(replaced[front : len(replaced) - back]),
            " ".join(written[front : len(written) - back]),
            self.gold,
        )


@dataclass(frozen=True, slots=True)
class SentenceEdits:
    """The edits of one sentence against its chosen annotator.

    sentence   from 0
    annotator  its id
    edits      the system's best edit sequence
    first      index in the EditTable of the annotator's first gold edit
    n_gold     number of the annotator's gold edits
    """

    sentence: int
    annotator: int
    edits: Sequence[Edit]
    first: int
    n_gold: int

    @property
    def made(self) -> tuple[int, ...]:
        """Indices in the EditTable of the gold edits that were made."""
        return tuple(self.first + gold for edit in self.edits for gold in edit.gold)

    @property
    def missed(self) -> tuple[int, ...]:
        """Indices in the EditTable of the gold edits that were not made."""
        made = set(self.made)
        return tuple(
            edit for edit in range(self.first, self.first + self.n_gold) if edit not in made
        )


@dataclass(frozen=True, slots=True)
class KindScore:
    """How many gold edits of one error type there are, and how many were made."""

    kind: str
    correct: int
    gold: int

    @property
    def recall(self) -> float:
        """Share of the gold edits that were made, in [0, 1]."""
        return ratio(self.correct, self.gold, empty=1.0)


class SentenceTooLargeError(MemoryError):
    """A sentence needs more memory than there is; without a limit, more steps than it may take."""

    def __init__(self, lines: Lines, gold: Gold, sentence: int, limit: int | None) -> None:
        n_source = len(gold.source_tokens[sentence])
        n_hypothesis = len(lines[sentence].split())
        super().__init__(
            f"{n_source} source and {n_hypothesis} hypothesis tokens repeat: too many equal "
            "alignments, expected smaller units of text"
            if limit is None
            else f"{n_source} source and {n_hypothesis} hypothesis tokens need more than "
            f"{limit / 1e6:.0f} MB of memory, expected a sentence that fits"
        )


class KindCounts:
    """Gold edits by error type, summed; sums over types are correct and gold of the score."""

    def __init__(self) -> None:
        self._totals: dict[str, list[int]] = {}

    def add(self, sentences: Iterable[SentenceEdits], gold: Gold) -> None:
        """Add sentences of some gold."""
        names = gold.edits.kind_names
        kinds = [names[kind] for kind in gold.edits.kind.tolist()]
        for sentence in sentences:
            for edit in sentence.made:
                self._totals.setdefault(kinds[edit], [0, 0])[0] += 1
            for edit in range(sentence.first, sentence.first + sentence.n_gold):
                self._totals.setdefault(kinds[edit], [0, 0])[1] += 1

    def scores(self) -> list[KindScore]:
        """Return the sums, most frequent first."""
        scores = [KindScore(kind, correct, n) for kind, (correct, n) in self._totals.items()]
        return sorted(scores, key=lambda score: (-score.gold, score.kind))


def chosen_edits(
    sequences: Iterable[Mapping[int, Sequence[Edit]]], gold: Gold, rows: NDArray[np.int64]
) -> Iterator[SentenceEdits]:
    r"""Yield the edits of each sentence against its chosen annotator.

    Parameters: sequences, as `m2.edit_sequences` yields them; gold, with implicit noop if the
    counts had it; rows int64[S], the choice, as `m2.select` returns it.

    >>> from fastgec.metrics import m2
    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
    >>> rows = m2.select(m2.count(["c b"], gold))
    >>> found, = chosen_edits(m2.edit_sequences(["c b"], gold), gold, rows)
    >>> found.annotator, found.made, found.missed
    (0, (0,), (1,))
    """
    table = gold.edits
    for sentence, (sequence_of, row) in enumerate(zip(sequences, rows.tolist(), strict=True)):
        annotator = int(table.annotator[row])
        first, last = int(table.edit_offsets[row]), int(table.edit_offsets[row + 1])
        yield SentenceEdits(sentence, annotator, sequence_of[annotator], first, last - first)


def edits_of(
    sentence: int, matcher: Matcher, lines: Lines, gold: Gold, *, is_folded: bool
) -> dict[int, list[Edit]]:
    """Return the edit sequences of one sentence, by annotator.

    Raises: SentenceTooLargeError.
    """
    kept = kept_edits(sentence, matcher, lines, gold, is_folded=is_folded)
    annotator = gold.edits.annotator
    return {
        int(annotator[row]): matched(spans, lines, gold, row, sentence)
        for row, spans in kept.items()
    }


def kept_edits(
    sentence: int, matcher: Matcher, lines: Lines, gold: Gold, *, is_folded: bool
) -> dict[int, list[Spans]]:
    """Return the edits of one sentence by row, without those that folding drops.

    Raises: SentenceTooLargeError.
    """
    table, limit = gold.edits, available_memory()
    return {
        row: kept_of_row(row, sentence, matcher, lines, gold, limit, is_folded=is_folded)
        for row in range(table.row_offsets[sentence], table.row_offsets[sentence + 1])
    }


def kept_of_row(
    row: int,
    sentence: int,
    matcher: Matcher,
    lines: Lines,
    gold: Gold,
    limit: int,
    *,
    is_folded: bool,
) -> list[Spans]:
    """Return the edits of one row; limit is the memory there is; the rest as `kept_edits`."""
    try:
        spans = matcher.edits(row, np.zeros(1, np.int32), limit)
    except TooManyAlignmentsError:
        raise SentenceTooLargeError(lines, gold, sentence, None) from None
    if spans is None:
        raise SentenceTooLargeError(lines, gold, sentence, limit)
    if not is_folded:
        return spans
    source, hypothesis = gold.sources[sentence].split(), lines[sentence].split()
    return [
        span
        for span in spans
        if _folded(source[span[2] : span[3]]) != _folded(hypothesis[span[4] : span[5]])
    ]


def matched(
    spans: Sequence[Spans], lines: Lines, gold: Gold, row: int, sentence: int
) -> list[Edit]:
    """Find which gold edits of a row a sequence makes: the walk of the kernel, in words."""
    source, hypothesis = gold.sources[sentence].split(), lines[sentence].split()
    texts = [
        (start, end, source[i:i_end], hypothesis[j:j_end])
        for start, end, i, i_end, j, j_end in spans
    ]
    table = gold.edits
    first, last = int(table.edit_offsets[row]), int(table.edit_offsets[row + 1])
    # Gold edits by what they ask for, in order: to try each for each text would be quadratic.
    places: dict[tuple[int, int, str], list[int]] = {}
    of_gold = zip(table.start[first:last].tolist(), table.end[first:last].tolist(), strict=True)
    for edit, (start, end) in enumerate(of_gold):
        for correction in set(gold.corrections(first + edit)):
            places.setdefault((start, end, correction), []).append(edit)
    sequence = []
    next_gold = 0
    for start, end, replaced, written in texts:
        correction = " ".join(written)
        made: tuple[int, ...] = ()
        same = places.get((start, end, correction))
        if same and source[start:end] == replaced:
            made = tuple(same[bisect_left(same, next_gold) :])
        if made:
            next_gold = made[-1] + 1
        sequence.append(Edit(start, end, " ".join(replaced), correction, made))
    return sequence


def _folded(words: list[str]) -> str:
    return "".join(words).lower()
