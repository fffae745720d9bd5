"""MaxMatch (M2): F-beta of the system edits that best overlap one annotator's gold edits.

Definition: Dahlmeier and Ng (2012), "Better Evaluation for Grammatical Error Correction", NAACL.
Counts and scores are those of the NUS scorer, development version or release 3.2, which made the
published numbers. Of all edit sequences that turn the source into the hypothesis, with at most
`max_unchanged_words` unchanged words inside an edit, the one that matches most gold edits is
counted, against each annotator; then one annotator per sentence is chosen, in order.

Empty sets: precision is 1 when nothing is proposed, recall is 1 when there is no gold edit, F is 0
when both are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec._maxmatch import Matcher
from fastgec.corpus.files import FormatError, Lines, Source, read_lines, visible
from fastgec.corpus.m2file import Gold
from fastgec.corpus.tokens import known_words
from fastgec.counts import Counts
from fastgec.fscore import f_beta, ratio
from fastgec.metrics.m2_score import Floats, score_totals
from fastgec.parallel import Cancel, available_memory, count_ranges, count_threads
from fastgec.selection import OPERANDS, best_alone, running_best

RELEASES = ("development", "3.2")
DEFAULT_BETA = 0.5

Hypotheses = Source | Lines | Iterable[str]


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the counts of MaxMatch depend on.

    max_unchanged_words       most unchanged words inside an edit, 0 or more
    ignore_whitespace_casing  edits that change white space or case only are not counted
    release                   "development" or "3.2": which version of the NUS scorer to agree with
    implicit_noop             an annotator without a line for a sentence had nothing to correct
    """

    max_unchanged_words: int = 2
    ignore_whitespace_casing: bool = False
    release: str = "development"
    implicit_noop: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.max_unchanged_words <= 0x3FFFFFFF:
            raise ValueError(
                f"{self.max_unchanged_words} unchanged words, expected 0 to {0x3FFFFFFF}"
            )
        if self.release not in RELEASES:
            raise ValueError(f"release {self.release!r}, expected one of {', '.join(RELEASES)}")

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters by name."""
        return {name: getattr(self, name) for name in Parameters.__slots__}


@dataclass(frozen=True, slots=True)
class M2Score:
    """Summed counts of the chosen annotators, and the ratios made from them.

    >>> M2Score(correct=4, proposed=5, gold=8, beta=0.5).precision
    0.8
    """

    correct: int
    proposed: int
    gold: int
    beta: float

    @property
    def precision(self) -> float:
        """Share of the proposed edits that are correct, in [0, 1]."""
        return ratio(self.correct, self.proposed, empty=1.0)

    @property
    def recall(self) -> float:
        """Share of the gold edits that were made, in [0, 1]."""
        return ratio(self.correct, self.gold, empty=1.0)

    @property
    def f(self) -> float:
        """F-beta of precision and recall, in [0, 1]."""
        return f_beta(self.precision, self.recall, beta=self.beta)


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


def evaluate(
    hypotheses: Hypotheses,
    gold: Gold | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
) -> M2Score:
    r"""Score hypotheses against gold.

    Parameters: hypotheses, a path or sentences in memory, one per source; gold, a Gold or a path;
    beta, weight of recall; jobs, threads (None: all cores); the rest as in `Parameters`.
    Raises: FormatError for files that do not fit; ValueError for parameters.

    >>> gold = Gold.parse("S The cat sat at mat .\nA 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0\n")
    >>> score = evaluate(["The cat sat on the mat ."], gold)
    >>> score.correct, score.proposed, score.gold, round(score.f, 4)
    (1, 2, 1, 0.5556)
    """
    counts = count(
        hypotheses,
        gold,
        jobs=jobs,
        max_unchanged_words=max_unchanged_words,
        ignore_whitespace_casing=ignore_whitespace_casing,
        release=release,
        implicit_noop=implicit_noop,
    )
    return score_counts(counts, beta=beta)


def score_counts(counts: Counts, *, beta: float = DEFAULT_BETA) -> M2Score:
    r"""Choose annotators and sum: the cheap step, for any number of betas.

    Raises: ValueError for counts of another metric or an unusable beta.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n")
    >>> counts = count(["c b"], gold)
    >>> [score_counts(counts, beta=beta).f for beta in (0.5, 1.0)]
    [1.0, 1.0]
    """
    return total(counts, select(counts, beta=beta), beta=beta)


def sentence_scores(
    hypotheses: Hypotheses,
    gold: Gold | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
) -> Floats:
    r"""Score each sentence alone: float64[S], F against the annotator who is best for it.

    Each number is the F of `evaluate` for that sentence as a corpus of its own. A sentence without
    gold edits scores 1 if nothing is proposed, otherwise 0. For many hypotheses of each source, see
    `Gold.repeat` and `Gold.take`. Parameters and errors as `evaluate`.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
    >>> sentence_scores(["c b", "a d", "a e", "c e"], gold.repeat(4)).round(4).tolist()
    [1.0, 1.0, 0.0, 0.5556]
    """
    counts = count(
        hypotheses,
        gold,
        jobs=jobs,
        max_unchanged_words=max_unchanged_words,
        ignore_whitespace_casing=ignore_whitespace_casing,
        release=release,
        implicit_noop=implicit_noop,
    )
    rows = best_alone(counts, beta)
    scores: Floats = score_totals(counts.table[rows], beta)[:, 2]
    return scores


def select(counts: Counts, *, beta: float = DEFAULT_BETA) -> NDArray[np.int64]:
    """Return the row of each sentence that counts: int64[S], see `selection.running_best`."""
    return running_best(counts, beta)


def total(counts: Counts, rows: NDArray[np.int64], *, beta: float = DEFAULT_BETA) -> M2Score:
    """Return the score of some rows, one per sentence: of a choice, a resample, an annotator."""
    correct, proposed, gold = counts.table[rows].sum(axis=0).tolist()
    return M2Score(correct, proposed, gold, beta)


def count(
    hypotheses: Hypotheses,
    gold: Gold | Source,
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
) -> Counts:
    r"""Count correct, proposed and gold edits of every (sentence, annotator).

    Parameters: as `evaluate`; progress, called with the number of sentences done; memory_limit,
    bytes of scratch memory for all threads (None: half of what there is).
    Returns: Counts with columns correct, proposed, gold; the same for any number of threads.
    Raises: FormatError for files that do not fit, or for a sentence that needs more memory than the
    limit; ValueError for parameters.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R||||||||||||1\n")
    >>> count(["c b"], gold).table.tolist()
    [[1, 1, 1], [0, 1, 1]]
    """
    parameters = Parameters(max_unchanged_words, ignore_whitespace_casing, release, implicit_noop)
    gold = _prepared(gold, parameters)
    lines = read_lines(hypotheses, "hypotheses")
    _require_as_many(lines, gold)
    matcher = matcher_of(lines, gold, parameters)
    table = np.zeros((gold.edits.n_rows, len(OPERANDS)), np.int64)
    limit = available_memory() if memory_limit is None else memory_limit
    share = limit // max(count_threads(len(gold), jobs), 1)
    large: list[int] = []

    def count_range(first: int, last: int, cancel: Cancel) -> None:
        while first < last:
            stopped = matcher.count(first, last, table, cancel, share)
            if stopped < 0:
                return
            if share == limit:
                raise FormatError(lines.name, stopped + 1, _too_large(lines, gold, stopped, limit))
            large.append(stopped)
            first = stopped + 1

    def count_large(first: int, last: int, cancel: Cancel) -> None:
        for sentence in large[first:last]:
            if matcher.count(sentence, sentence + 1, table, cancel, limit) >= 0:
                reason = _too_large(lines, gold, sentence, limit)
                raise FormatError(lines.name, sentence + 1, reason)

    count_ranges(count_range, len(gold), jobs=jobs, progress=progress)
    # What did not fit into one thread's share is tried alone, with all the memory there is: whether
    # a corpus can be scored does not depend on the number of threads.
    large.sort()
    count_ranges(count_large, len(large), jobs=1, chunk=1)
    if parameters.ignore_whitespace_casing:
        _recount_final_sigma(table, matcher, lines, gold)
    edits = gold.edits
    return Counts(table, edits.row_offsets, edits.annotator, OPERANDS, "m2", parameters.as_dict())


def edits(
    source: str,
    hypothesis: str,
    gold: Iterable[tuple[int, int, str | Iterable[str]]] = (),
    *,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
) -> list[Edit]:
    """Return the edit sequence of one hypothesis that is counted against one annotator's edits.

    Parameters: gold, edits as (start, end, correction or alternatives), spans in source tokens, in
    the order of the file; the rest as in `Parameters`.
    Raises: FormatError for a span outside the source or a correction that M2 cannot express.

    Sequences of equal score are told apart as the published scorer does, so an edit that matches
    nothing may take in unchanged words beside it.

    >>> for edit in edits("The cat sat at mat .", "The cat sat on the mat .", [(3, 4, "on")]):
    ...     print(edit.start, edit.end, repr(edit.source), repr(edit.correction), edit.is_correct)
    3 4 'at' 'on' True
    4 6 'mat .' 'the mat .' False
    """
    text = ["S " + " ".join(source.split())]
    n_tokens = len(source.split())
    for number, (start, end, correction) in enumerate(gold, 1):
        alternatives = [correction] if isinstance(correction, str) else list(correction)
        if not 0 <= start <= end <= n_tokens:
            reason = f"span {start} {end} found, expected one within {n_tokens} source tokens"
            raise FormatError("gold", number, reason)
        if not alternatives or any("||" in text or "\n" in text for text in alternatives):
            reason = f"correction {correction!r} found, expected text without '||' and line ends"
            raise FormatError("gold", number, reason)
        text.append(f"A {start} {end}|||edit|||{'||'.join(alternatives)}|||||||||0")
    parameters = Parameters(max_unchanged_words, ignore_whitespace_casing, release)
    parsed = Gold.parse("\n".join(text))
    lines = Lines.of([hypothesis], "hypothesis")
    matcher = matcher_of(lines, parsed, parameters)
    return _sequence_of(0, matcher, lines, parsed, is_folded=ignore_whitespace_casing)[0]


def edit_sequences(
    hypotheses: Hypotheses,
    gold: Gold | Source,
    *,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
) -> Iterator[dict[int, list[Edit]]]:
    r"""Yield, sentence by sentence, the edit sequence counted against each annotator.

    Parameters and errors as `count`.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||4\n")
    >>> [{annotator: len(sequence) for annotator, sequence in sentence.items()}
    ...  for sentence in edit_sequences(["c b"], gold)]
    [{4: 1}]
    """
    parameters = Parameters(max_unchanged_words, ignore_whitespace_casing, release, implicit_noop)
    gold = _prepared(gold, parameters)
    lines = read_lines(hypotheses, "hypotheses")
    _require_as_many(lines, gold)
    matcher = matcher_of(lines, gold, parameters)
    return (
        _sequence_of(sentence, matcher, lines, gold, is_folded=ignore_whitespace_casing)
        for sentence in range(len(gold))
    )


def _sequence_of(
    sentence: int, matcher: Matcher, lines: Lines, gold: Gold, *, is_folded: bool
) -> dict[int, list[Edit]]:
    """Return the edit sequences of one sentence, by annotator."""
    table = gold.edits
    cancel = np.zeros(1, np.int32)
    limit = available_memory()
    source = gold.sources[sentence].split()
    hypothesis = lines[sentence].split()
    found = {}
    for row in range(table.row_offsets[sentence], table.row_offsets[sentence + 1]):
        spans = matcher.edits(row, cancel, limit)
        if spans is None:
            reason = _too_large(lines, gold, sentence, limit)
            raise FormatError(lines.name, sentence + 1, reason)
        texts = [
            (start, end, source[i:i_end], hypothesis[j:j_end])
            for start, end, i, i_end, j, j_end in spans
        ]
        if is_folded:
            texts = [text for text in texts if _folded(text[2]) != _folded(text[3])]
        found[int(table.annotator[row])] = _matched(texts, source, gold, row)
    return found


def _matched(
    texts: list[tuple[int, int, list[str], list[str]]], source: list[str], gold: Gold, row: int
) -> list[Edit]:
    """Find which gold edits a sequence makes: the walk of `_maxmatch.count_correct`, in words."""
    table = gold.edits
    first, last = int(table.edit_offsets[row]), int(table.edit_offsets[row + 1])
    start, end = table.start[first:last].tolist(), table.end[first:last].tolist()
    corrections = [gold.corrections(edit) for edit in range(first, last)]
    sequence = []
    next_gold = 0
    for edit_start, edit_end, replaced, written in texts:
        correction = " ".join(written)
        made = tuple(
            edit
            for edit in range(next_gold, last - first)
            if (start[edit], end[edit]) == (edit_start, edit_end)
            and correction in corrections[edit]
            and source[start[edit] : end[edit]] == replaced
        )
        if made:
            next_gold = made[-1] + 1
        sequence.append(Edit(edit_start, edit_end, " ".join(replaced), correction, made))
    return sequence


def _prepared(gold: Gold | Source, parameters: Parameters) -> Gold:
    gold = gold if isinstance(gold, Gold) else Gold.read(gold)
    return gold.with_implicit_noop() if parameters.implicit_noop else gold


def _require_as_many(lines: Lines, gold: Gold) -> None:
    if len(lines) != len(gold):
        raise FormatError(
            lines.name,
            None,
            f"{len(lines)} sentences, expected {len(gold)} as in {visible(gold.name)}",
        )


def matcher_of(lines: Lines, gold: Gold, parameters: Parameters) -> Matcher:
    """Return the kernel's view of hypotheses and gold: integer arrays, checked once."""
    hypotheses = known_words(lines, gold.vocabulary)
    table = gold.edits
    is_folded = parameters.ignore_whitespace_casing
    return Matcher(
        gold.source_tokens.ids,
        gold.source_tokens.offsets,
        hypotheses.ids,
        hypotheses.offsets,
        table.row_offsets,
        table.edit_offsets,
        table.start,
        table.end,
        table.alternative_offsets,
        table.alternatives.ids,
        table.alternatives.offsets,
        max_unchanged_words=parameters.max_unchanged_words,
        is_release_3_2=parameters.release == "3.2",
        source_folded=_folded_tokens(gold.sources) if is_folded else None,
        hypothesis_folded=_folded_tokens(lines) if is_folded else None,
    )


def _folded_tokens(lines: Lines) -> tuple[bytes, NDArray[np.int64]]:
    """Return the lower-cased text of each token: bytes, offsets int64[T+1]."""
    tokens = [word.encode() for line in range(len(lines)) for word in lines[line].lower().split()]
    offsets = np.zeros(len(tokens) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, tokens), np.int64, len(tokens)), out=offsets[1:])
    return b"".join(tokens), offsets


def _folded(words: list[str]) -> str:
    return "".join(words).lower()


def _recount_final_sigma(
    table: NDArray[np.int64], matcher: Matcher, lines: Lines, gold: Gold
) -> None:
    """Recount sentences with a capital sigma, whose lower case depends on its neighbours.

    The kernel compares tokens that were lower-cased one by one. That equals lower-casing an edit as
    a whole for every character but this one: it becomes a final sigma at the end of a word.
    """
    sigma = "\N{GREEK CAPITAL LETTER SIGMA}"
    if not lines.holds(sigma) and not gold.sources.holds(sigma):
        return
    for sentence in range(len(gold)):
        if sigma in gold.sources[sentence] or sigma in lines[sentence]:
            sequences = _sequence_of(sentence, matcher, lines, gold, is_folded=True)
            first = gold.edits.row_offsets[sentence]
            for row, sequence in enumerate(sequences.values(), first):
                table[row, 0] = sum(len(edit.gold) for edit in sequence)
                table[row, 1] = len(sequence)


def _too_large(lines: Lines, gold: Gold, sentence: int, limit: int) -> str:
    n_source = len(gold.source_tokens[sentence])
    n_hypothesis = len(lines[sentence].split())
    return (
        f"{n_source} source and {n_hypothesis} hypothesis tokens need more than "
        f"{limit / 1e6:.0f} MB of memory, expected a sentence that fits"
    )
