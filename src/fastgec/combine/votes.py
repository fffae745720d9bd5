"""Votes on edits: of several candidates for a source, the edits that enough of them make.

Edits of a candidate are those of `fastgec convert`: one alignment with its source, adjacent changes
as one edit. An edit (span and words) has the votes of the candidates that make it. Those with
enough votes are made, in order of start, end, votes (high first) and text; one that overlaps an
edit before it is left out. Above one half that never happens: two such edits have a candidate in
common, whose edits do not overlap.

Source: arXiv 2605.13624.

Weights and threshold are whole numbers, so no rounding decides. An edit of candidates with weights
w is kept if sum(w) >= t * (sum of all weights), by default if the sum is more than half. Numbers
are what they read as: 0.55 is 11/20, of text and of floats, so that 11 of 20 votes are enough (0.55
* 20 in floats is 11.000000000000002). A float that is nearest to a simple fraction is that
fraction: 5 / 6 is 5 of 6 votes, though it prints as 0.8333333333333334, which is more. Weights
become whole numbers in the same proportions.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from fastgec.counts import sealed
from fastgec.diagnostics import emit_warnings
from fastgec.diagnostics.inputs import Diagnostics, explaining, input_warnings
from fastgec.kernels.tokens import plain_text
from fastgec.machine import Cancel, available_memory, count_threads, map_ordered
from fastgec.read import FormatError, counted, shortened, visible
from fastgec.read.files import BYTES, out_of_memory_in
from fastgec.read.lines import (
    Column,
    Lines,
    LineStream,
    References,
    in_characters,
    oriented,
    read_blocks,
    require_paths,
    stream_columns,
)
from fastgec.texts.m2write import edits_of_columns
from fastgec.texts.retokenize import Projection
from fastgec.values import whole_number

# A source and its candidates, read in step: a column for each candidate, or samples in a row.
#
# Samples stand in one column, those of the first source first, the same number for each source.


SENTENCES = 512  # of a block, the most
LINES = 8192  # of all candidates of a block, or so
FEWEST = 16  # sentences of a block, however many candidates there are

Result = TypeVar("Result")


class Text(NamedTuple):
    """The same sentences of source and candidates.

    first       number of sentences of the corpus before them
    source      Lines
    candidates  Lines of each candidate
    """

    first: int
    source: Lines
    candidates: tuple[Lines, ...]


def given_columns(
    sources: Column, candidates: Sequence[Any] | References
) -> tuple[Column, Sequence[Column]]:
    """Return sources and a column for each candidate, of what callers of Python give.

    Args:
        sources: a path or sentences in memory.
        candidates: for each candidate a path or its sentences; or for each source its candidates,
            equally many; or `References`, which say which of both they are.

    Raises:
        FormatError: a string that is no path.
        TypeError: a string in place of candidates.
        ValueError: lists of which it is not plain what they are.

    Example:
        >>> given_columns(["a b", "c d", "e f"], [["a", "b"], ["c", "d"], ["e", "f"]])[1]
        [['a', 'c', 'e'], ['b', 'd', 'f']]
    """
    if isinstance(candidates, References):
        return candidates.source, candidates.columns
    if isinstance(candidates, str):
        raise TypeError(f"candidates is a string ({candidates!r}), expected a list of them")
    columns = list(candidates)
    require_paths([sources, *columns], None)
    try:
        return oriented(sources, columns)
    except FormatError:
        raise
    except ValueError as error:
        reason = str(error).replace("references:", "candidates:", 1)
        raise ValueError(reason.replace("each reference", "each candidate")) from None


@dataclass(frozen=True)
class Candidates:
    """Sources with their candidates: where they are, and how they are read.

    source      a path or sentences in memory
    columns     a path or sentences for each candidate; with samples one
    samples     how many samples the column has of each source (None: a column is a candidate)
    jobs        threads (None: all cores)
    projection  cuts raw candidates into tokens as the source is cut, if that is wanted
    diagnostics       looks at candidates beside their source
    progress    called with the number of sentences done
    keep        called with each block of texts, in tokens: source, then candidates, as bytes of
                lines with their ends
    unit        "word", or "char": source and candidates are cut into characters
    """

    source: Column
    columns: Sequence[Column]
    samples: int | None = None
    jobs: int | None = 1
    projection: Projection | None = None
    diagnostics: Diagnostics | None = None
    progress: Callable[[int], None] | None = None
    keep: Callable[[list[bytes]], None] | None = None
    unit: str = "word"

    def __post_init__(self) -> None:
        columns = list(self.columns)
        object.__setattr__(self, "columns", columns)
        if self.samples is not None:
            object.__setattr__(self, "samples", whole_number(self.samples, "samples", 1))
            if len(columns) != 1:
                raise ValueError(f"{len(columns)} columns of samples, expected one")
        if not columns:
            raise ValueError("no candidates, expected at least 1")

    @property
    def n_candidates(self) -> int:
        """How many candidates each source has."""
        return self.samples or len(self.columns)

    def blocks(self, work: Callable[[Text, Cancel, int], Result]) -> Generator[Result]:
        """Read, work on blocks of sentences on threads, and yield the results in order.

        Args:
            work: what is done with a text; it gets the flag to look at, and bytes of memory.

        Raises:
            FormatError: files that do not fit, or a sentence that needs more memory.
        """
        limit = available_memory() // count_threads(self.jobs)
        diagnostics, projection = self.diagnostics, self.projection
        n_done = 0

        def done(text: Text, cancel: Cancel) -> tuple[int, Result, Any, Any, list[bytes]]:
            changes: Any = None
            if self.unit == "char":
                made = tuple(map(in_characters, text.candidates))
                text = text._replace(source=in_characters(text.source), candidates=made)
            if projection is not None:
                made, changes = projection.project(
                    text.source, text.candidates, n_before=text.first, cancel=cancel, limit=limit
                )
                text = text._replace(candidates=made)
            block_flags = diagnostics and diagnostics.inspect(
                text.first, text.source, text.candidates
            )
            texts = [] if self.keep is None else [*map(_plain, (text.source, *text.candidates))]
            with out_of_memory_in(text.source.name, text.first, len(text.source)):
                return len(text.source), work(text, cancel, limit), changes, block_flags, texts

        with (
            explaining(None, [self.source, *self.columns]),
            closing(self._texts()) as texts,
            # A sentence may take longer than a user waits for an answer to Ctrl-C.
            closing(map_ordered(done, texts, jobs=self.jobs, is_long=True)) as results,
        ):
            for size, result, changes, block_flags, kept in results:
                if projection is not None:
                    projection.add(changes)
                if diagnostics is not None:
                    diagnostics.add(block_flags)
                if self.keep is not None:
                    self.keep(kept)
                yield result
                n_done += size
                if self.progress:
                    self.progress(n_done)

    def _texts(self) -> Generator[Text]:
        size = max(FEWEST, min(SENTENCES, LINES // self.n_candidates))
        names = ["source", *(f"candidates[{k}]" for k in range(len(self.columns)))]
        streams = stream_columns([self.source, *self.columns], names)
        if self.projection is not None:
            self.projection.learn(streams[0].peek(), streams[0].name)
        if self.samples is not None:
            yield from _sampled(streams[0], streams[1], self.samples, size)
            return
        with closing(read_blocks(streams, size)) as blocks:
            for block in blocks:
                source, *candidates = block.columns
                yield Text(block.first, source, tuple(candidates))


def _plain(lines: Lines) -> bytes:
    """Return lines as bytes, each with its end, their tokens joined by single spaces."""
    return plain_text(lines.data, lines.starts, lines.ends, True).tobytes()


def _sampled(source: LineStream, lines: LineStream, samples: int, size: int) -> Generator[Text]:
    """Yield sentences with their samples.

    Raises:
        FormatError: not so many samples for each sentence, or no sentence.
    """
    first = 0
    try:
        while True:
            sentences = source.take(size, BYTES)
            n = len(sentences)
            found = lines.take(n * samples or 1)
            if len(found) != n * samples:
                wanted, length = source.length(), lines.length()
                reason = (
                    f"{counted(length, 'line')}, expected {samples} for each of "
                    f"{counted(wanted, 'sentence')} in {visible(source.name)}"
                )
                raise FormatError(lines.name, None, reason)
            if n == 0:
                if first == 0:
                    raise FormatError(source.name, None, "no sentence, expected at least 1")
                return
            yield Text(first, sentences, tuple(apart(found, samples)))
            first += n
    finally:
        for stream in (source, lines):
            stream.close()


def apart(lines: Lines, samples: int) -> Iterable[Lines]:
    """Yield the first sample of each source, then the second, and so on.

    Example:
        >>> [column[1] for column in apart(Lines.of(["a", "b", "c", "d"]), 2)]
        ['c', 'd']
    """
    for number in range(samples):
        yield Lines(
            lines.data,
            sealed(lines.starts[number::samples].copy()),
            sealed(lines.ends[number::samples].copy()),
            f"{lines.name} (sample {number + 1})",
        )


# How many votes are needed


Number = int | float | str | Decimal | Fraction

MOST = (1 << 62) - 1  # votes: the largest sum of weights that is taken
SIMPLE = 1_000_000  # largest denominator of a fraction that a float may stand for
NUMBER = re.compile(
    r"\d{1,18}/\d{1,18}|(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?%?"
)


class Rule(NamedTuple):
    """Which edits are kept.

    weights  of the candidates, as whole numbers
    least    votes that an edit needs
    """

    weights: tuple[int, ...]
    least: int

    def __str__(self) -> str:
        return f"at least {self.least} of {sum(self.weights)} votes"


def rule_of(
    n_candidates: int, threshold: Number | None = None, weights: Sequence[Number] | None = None
) -> Rule:
    """Return the rule of a threshold and weights.

    Args:
        n_candidates: how many there are.
        threshold: share of all votes that an edit needs, above 0 and at most 1 (None: more than
            half).
        weights: of the candidates, not negative (None: one each).

    Raises:
        ValueError: numbers out of range, or not one weight for each candidate.

    Example:
        >>> rule_of(20, 0.55).least, rule_of(4).least, rule_of(3, "1/3").least
        (11, 3, 1)
        >>> rule_of(3, weights=["0.5", 1, 1.25])
        Rule(weights=(2, 4, 5), least=6)
    """
    if n_candidates < 1:
        raise ValueError("no candidates, expected at least 1")
    whole = [1] * n_candidates
    if weights is not None:
        given = [fraction(weight, "weight") for weight in weights]
        if len(given) != n_candidates:
            raise ValueError(f"{len(given)} weights, expected one for each of {n_candidates}")
        if not any(given):
            raise ValueError("all weights are 0: expected one above 0")
        scale = math.lcm(*(weight.denominator for weight in given))
        whole = [int(weight * scale) for weight in given]
        common = math.gcd(*whole)
        whole = [weight // common for weight in whole]
    total = sum(whole)
    if total > MOST:
        reason = "their proportions need more than 62 bits: expected such as round(weight, 9)"
        raise ValueError(f"weights have too many digits: {reason}")
    if threshold is None:
        return Rule(tuple(whole), total // 2 + 1)
    share = fraction(threshold, "threshold")
    if not 0 < share <= 1:
        raise ValueError(f"threshold {threshold}: expected a number above 0 and at most 1")
    return Rule(tuple(whole), math.ceil(share * total))


def fraction(value: Number, called: str) -> Fraction:
    """Return a number as it reads: a decimal, a fraction such as 2/3, or per cent.

    Args:
        value: the number; a float stands for the simplest fraction, of what it prints as and those
            with a denominator up to 1,000,000 that it is nearest to.
        called: what messages call it.

    Raises:
        ValueError: no such number, or a negative one.

    Example:
        >>> fraction(0.1, "weight"), fraction("60%", "threshold"), fraction("2/3", "threshold")
        (Fraction(1, 10), Fraction(3, 5), Fraction(2, 3))
    """
    if isinstance(value, Fraction) and value >= 0:
        return value
    if isinstance(value, float) and 0 <= value < math.inf:
        printed, simple = Fraction(repr(float(value))), Fraction(value).limit_denominator(SIMPLE)
        is_it = float(simple) == value and simple.denominator < printed.denominator
        return simple if is_it else printed
    text = str(value).strip()
    is_bool = isinstance(value, bool) or type(value).__name__ in ("bool_", "bool")
    if is_bool or not text.isascii() or not NUMBER.fullmatch(text):
        expected = "expected a number from 0, such as 0.6 or 2/3, of at most 18 digits"
        raise ValueError(f"{called} {shortened(text)!r}: {expected}")
    if text.endswith("%"):
        return Fraction(text[:-1]) / 100
    if text.endswith(tuple("/" + "0" * n for n in range(1, 19))):
        raise ValueError(f"{called} {text!r}: expected a fraction with a denominator above 0")
    return Fraction(text)


class Tally(NamedTuple):
    """The result of a vote.

    sentences  how many there were
    changed    how many of them have an edit that is made
    edits      different edits of the candidates
    chosen     edits with enough votes
    kept       edits that are made: those chosen that overlap no other

    Example:
        >>> print(Tally(2, 1, 5, 3, 2))
        2 sentences, 1 changed; 5 different edits: 2 made, 2 with too few votes, 1 overlapping
    """

    sentences: int = 0
    changed: int = 0
    edits: int = 0
    chosen: int = 0
    kept: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return the sum of two."""
        return Tally(*(one + more for one, more in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return (
            f"{counted(self.sentences, 'sentence')}, {self.changed} changed; "
            f"{counted(self.edits, 'different edit')}: "
            f"{self.kept} made, {self.edits - self.chosen} with too few votes, "
            f"{self.chosen - self.kept} overlapping"
        )


class Elected(NamedTuple):
    """Some sentences of a vote: their lines as bytes, each with its end; what was decided."""

    text: bytes
    tally: Tally


def vote(
    sources: Column,
    candidates: Sequence[Any] | References,
    *,
    threshold: Number | None = None,
    weights: Sequence[Number] | None = None,
    jobs: int | None = 1,
) -> list[str]:
    """Each source with the edits that enough of its candidates make.

    Args:
        sources: a path or sentences in memory.
        candidates: for each candidate likewise, a sentence for each source; in memory also a list
            of candidates for each source, as samples are had. `References` say which of both.
        threshold: share of all votes that an edit needs, above 0 and at most 1 (None: more than
            half); a number, or text such as "2/3", and it is exact: 0.55 is 11/20, 5 / 6 is 5/6.
        weights: votes of each candidate (None: one each).
        jobs: threads (None: all cores).

    Returns:
        A sentence for each source, its tokens joined by single spaces.

    Raises:
        FormatError: files that do not fit, or a sentence that needs more memory than there is.
        TypeError: candidates that are a string.
        ValueError: lists that could be either, numbers out of range, or no candidate.

    Example:
        >>> sources = ["He go home late ."]
        >>> candidates = [["He goes home late ."], ["He goes home later ."], ["He went home ."]]
        >>> vote(sources, candidates), vote(sources, candidates, threshold="1/3")
        (['He goes home late .'], ['He goes home .'])
    """
    asked = Candidates(*given_columns(sources, candidates), jobs=jobs)
    diagnostics = Diagnostics(asked.n_candidates)
    asked = replace(asked, diagnostics=diagnostics)
    rule = rule_of(asked.n_candidates, threshold, weights)
    found = [part.text.decode() for part in elected_blocks(asked, rule)]
    emit_warnings(input_warnings(diagnostics))
    return "".join(found).split("\n")[:-1]


def elected_blocks(candidates: Candidates, rule: Rule) -> Generator[Elected]:
    """Yield what is elected, some sentences at a time.

    Args:
        candidates: what is voted on, and by how many threads.
        rule: for as many candidates.

    Raises:
        FormatError: as `vote`.
    """
    return candidates.blocks(partial(_elected, rule))


def _elected(rule: Rule, text: Text, cancel: Cancel, limit: int) -> Elected:
    """Return the sources with the edits that have enough votes, of which none overlap.

    Edits of equal span and words are one, for which each candidate votes once. In order of start,
    end, votes (high first) and text as bytes of UTF-8, each is kept unless it overlaps a kept one.
    """
    n_sentences = len(text.source)
    found = edits_of_columns(
        text.source, text.candidates, limit=limit, n_before=text.first, cancel=cancel
    )
    words = [found.vocabulary[number] for number in range(len(found.vocabulary))]
    ids, source_offsets = found.source.ids.tolist(), found.source.offsets.tolist()
    spans, written, offsets = found.spans.tolist(), found.written.tolist(), found.offsets.tolist()
    tokens = found.tokens.tolist()
    lines, n_changed, n_edits, n_chosen, n_kept = [], 0, 0, 0, 0
    for s, (first, last) in enumerate(pairwise(source_offsets)):
        if cancel[0]:  # whoever stopped it wants no text
            break
        votes: Counter[Edit] = Counter()
        for candidate, weight in enumerate(rule.weights):
            row = candidate * n_sentences + s
            own = set()
            for edit in range(offsets[row], offsets[row + 1]):
                first_token, last_token = written[edit]
                correction = b" ".join([words[token] for token in tokens[first_token:last_token]])
                own.add((*spans[edit], correction))
            for key in own:
                votes[key] += weight
        chosen = [edit for edit, n_votes in votes.items() if n_votes >= rule.least]
        chosen.sort(key=lambda edit: (edit[0], edit[1], -votes[edit], edit[2]))
        kept = _apart(chosen)
        n_changed += bool(kept)
        n_edits, n_chosen, n_kept = n_edits + len(votes), n_chosen + len(chosen), n_kept + len(kept)
        sentence = [words[token] for token in ids[first:last]]
        for start, end, correction in reversed(kept):
            sentence[start:end] = [correction] if correction else []
        lines.append(b" ".join(sentence) + b"\n")
    return Elected(b"".join(lines), Tally(n_sentences, n_changed, n_edits, n_chosen, n_kept))


Edit = tuple[int, int, bytes]  # start, end, correction


def _apart(edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits, in order of their places, that do not overlap one before them that is kept.

    Two overlap if they share a word, if an insertion lies strictly inside the other, or if both are
    insertions at one place.
    """
    kept: list[Edit] = []
    furthest, inserted = 0, -1  # the end of what is replaced, and the last place of an insertion
    for edit in edits:
        start, end, _ = edit
        if start < furthest or start == end == inserted:
            continue
        if start == end:
            inserted = start
        else:
            furthest = end
        kept.append(edit)
    return kept
