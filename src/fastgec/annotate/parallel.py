"""A source and its corrections to M2, as `errant_parallel` writes it, on all cores.

A sentence is a block: its tokens, then the edits of each corrector, numbered from 0. A corrector
who changed nothing has a line that says noop; one whose text differs in white space alone has no
line. Sentences whose source is empty have no block (`keeps_empty` gives them one).

Lines of text end at LF, CR LF or a lone CR and nowhere else, and white space at both ends of a line
is Unicode's. A byte-order mark stays a character of the first token. The rest of the package reads
lines otherwise (`read.lines`): a lone CR ends none there, and the mark is dropped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.annotate.analyses import Analyser, Analyses, MissingSentenceError
from fastgec.annotate.annotator import MERGINGS, Annotator
from fastgec.annotate.lexicon import KINDS_OF_TAGS, TYPES
from fastgec.counts import freeze, offsets_of, sealed
from fastgec.machine import Budget, Cancel, available_memory, count_threads, map_ordered
from fastgec.read import FormatError
from fastgec.read.files import (
    MOST,
    Source,
    out_of_memory_in,
    read_bytes,
    require_sentences,
    require_utf8,
)
from fastgec.read.gold import plain_line_ends
from fastgec.read.lines import characters, encoded

CHUNK = 64  # pairs a call
LINES = 2048  # sentences annotated at a time


@dataclass(frozen=True, slots=True)
class Text:
    """Stripped lines, and what to call them in messages."""

    name: str
    lines: Sequence[str]

    @staticmethod
    def read(path: Source, unit: str = "word") -> Text:
        """Read a file.

        Args:
            path: of the file.
            unit: "char" makes characters the tokens.

        Raises:
            FormatError: If it cannot be read or is not UTF-8.
        """
        name = os.fspath(path)
        with out_of_memory_in(name):
            data = read_bytes(path)
            require_utf8(data, name)
            lines = plain_line_ends(data).decode().removesuffix("\n").split("\n") if data else []
            made = _sentence_maker(unit)
            text = Text(name, [made(line.strip()) for line in lines])
        require_sentences(data[: MOST + 1], name, is_all=True)
        return text

    @staticmethod
    def of(texts: Iterable[str], name: str, unit: str = "word") -> Text:
        """Take sentences from memory, each a line.

        Raises:
            TypeError: If one is not a string.
            FormatError: If one is not valid Unicode.
        """
        lines, made = [], _sentence_maker(unit)
        for number, text in enumerate(texts, 1):
            if not isinstance(text, str):
                raise TypeError(f"{name}: item {number} is {type(text).__name__}, expected str")
            encoded(text, name, number)
            lines.append(made(text.strip()))
        return Text(name, lines)


def _sentence_maker(unit: str) -> Callable[[str], str]:
    """Return what makes a sentence of a stripped line."""
    return characters if unit == "char" else str.strip


def blocks_of(texts: Sequence[Text]) -> Iterator[tuple[int, list[Text]]]:
    """Yield texts of equal length some lines at a time, and how many lines are before these."""
    for first in range(0, len(texts[0].lines), LINES):
        yield first, [Text(text.name, text.lines[first : first + LINES]) for text in texts]


def require_equal_lengths(first: Text, second: Text) -> None:
    """Raise FormatError unless both have the same number of lines."""
    if len(first.lines) != len(second.lines):
        reason = f"{len(first.lines)} lines, expected {len(second.lines)} as in {second.name}"
        raise FormatError(first.name, None, reason)


Part = tuple[NDArray[np.int32], NDArray[np.int64]]  # edits and offsets of a chunk


class PairError(ValueError):
    """A pair that cannot be annotated: its number, on which side the reason lies, the reason."""

    def __init__(self, pair: int, is_source: bool, reason: str) -> None:
        super().__init__(pair, is_source, reason)
        self.pair = pair
        self.is_source = is_source
        self.reason = reason


class _ResourcesWanted(Exception):  # noqa: N818
    """Ends a call that needs word list or stemmer."""


@dataclass(frozen=True, slots=True, eq=False)
class PairEdits:
    """Edits of pairs of sentences.

    spans    int32[E, 4]: source start and end, corrected start and end, half-open
    types    int32[E]: codes of `lexicon.TYPES`
    offsets  int64[N+1]: pair n has the edits offsets[n] to offsets[n + 1]
    """

    spans: NDArray[np.int32]
    types: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def __post_init__(self) -> None:
        freeze(self, spans=np.int32, types=np.int32, offsets=np.int64)


def annotate_pairs(
    analyses: Analyses,
    pairs: NDArray[np.int64],
    *,
    merging: str = "rules",
    is_plain: bool = False,
    needs_types: bool = True,
    jobs: int | None = None,
    memory_limit: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> PairEdits:
    """Align, merge and classify pairs of sentences.

    Args:
        analyses: What the sentences are of.
        pairs: int64[N, 2], numbers of a source and a corrected sentence each.
        merging: "rules", "all-split", "all-merge" or "all-equal".
        is_plain: Align by plain Levenshtein costs, without reordering.
        needs_types: Without, types that only word list and stemmer tell are R:OTHER.
        jobs: The most threads (None: all usable cores).
        memory_limit: Bytes of scratch memory (None: half of what there is).
        progress: Called with the number of pairs that are done.

    Raises:
        PairError: For a tag that has no kind, or a pair that needs more memory than the limit.
        MissingExtraError: If the word list is needed and not installed.
        ValueError: For another merging.
    """
    if merging not in MERGINGS:
        raise ValueError(f"merging {merging!r}: expected one of {', '.join(MERGINGS)}")
    limit = available_memory() if memory_limit is None else memory_limit
    budget = Budget(limit, count_threads(jobs))
    sizes = analyses.sizes()

    def annotate(annotator: Annotator, first: int, cancel: Cancel) -> Part:
        last = min(first + CHUNK, len(pairs))
        edits = np.empty((int(sizes[pairs[first:last]].sum()), 5), np.int32)
        offsets = np.empty(last - first + 1, np.int64)
        given = pairs, first, last, edits, offsets, cancel
        how: Any = {"merging": merging, "is_plain": is_plain, "needs_types": needs_types}
        with budget.share() as share:
            outcome, at = annotator.annotate(*given, share, **how)
        if outcome == "memory":
            with budget.whole() as whole:
                outcome, at = annotator.annotate(*given, whole, **how)
        if outcome == "resources":
            raise _ResourcesWanted
        if outcome and outcome != "cancelled":  # whoever cancels has an error of its own
            raise _pair_error(analyses, pairs, at, outcome, limit)
        return edits[: offsets[-1]].copy(), offsets

    def parts_by(annotator: Annotator) -> list[Part]:
        parts = []
        work = partial(annotate, annotator)
        chunks = range(0, len(pairs), CHUNK)
        for number, part in enumerate(map_ordered(work, chunks, jobs=jobs, is_long=True)):
            parts.append(part)
            if progress:
                progress(min((number + 1) * CHUNK, len(pairs)))
        return parts

    try:
        parts = parts_by(analyses.annotator(has_resources=False))
    except _ResourcesWanted:
        parts = parts_by(analyses.annotator(has_resources=True))
    edits = np.concatenate([np.empty((0, 5), np.int32), *(edits for edits, _ in parts)])
    n_edits = np.concatenate([np.empty(0, np.int64), *(np.diff(part) for _, part in parts)])
    return PairEdits(
        sealed(np.ascontiguousarray(edits[:, :4])),
        sealed(np.ascontiguousarray(edits[:, 4])),
        sealed(offsets_of(n_edits)),
    )


def classify_pairs(
    analyses: Analyses, pairs: NDArray[np.int64], spans: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the types of edits whose spans are known: int32[E], codes of `lexicon.TYPES`.

    Args:
        analyses: What the sentences are of.
        pairs: int64[E, 2], the source and the corrected sentence of each edit.
        spans: int32[E, 4], as in `PairEdits`.

    Raises:
        PairError: For a tag that has no kind, by the number of the edit.
        MissingExtraError: If the word list is needed and not installed.
        ValueError: For spans outside their sentences.
    """
    types = np.zeros(len(pairs), np.int32)
    cancel = np.zeros(1, np.int32)
    limit = available_memory()
    for has_resources in (False, True):
        annotator = analyses.annotator(has_resources=has_resources)
        outcome, at = annotator.classify(pairs, spans, types, cancel, limit)
        if outcome != "resources":
            break
    if outcome:
        raise _pair_error(analyses, pairs, at, outcome, limit)
    return types


def _pair_error(
    analyses: Analyses, pairs: NDArray[np.int64], pair: int, outcome: str, limit: int
) -> PairError:
    numbers = pairs[pair].tolist()
    if outcome == "memory":
        sizes = " and ".join(str(len(analyses.words(number))) for number in numbers)
        reason = f"source and correction of {sizes} tokens need more memory than {limit >> 20} MiB"
        return PairError(pair, True, reason)
    for side, number in enumerate(numbers):
        for at, word in enumerate(analyses.words(number)):
            tag = analyses.tag(number, at)
            if tag not in KINDS_OF_TAGS:
                reason = (
                    f"tag {tag!r} of {word!r} (word {at + 1}): expected a Penn tag that has a kind"
                )
                return PairError(pair, side == 0, reason)
    raise AssertionError("no unknown tag")


Progress = Callable[[int], None] | None


@dataclass(frozen=True, slots=True)
class Options:
    """How edits are made.

    merging   "rules", "all-split", "all-merge" or "all-equal"
    is_plain  align by plain Levenshtein costs, without reordering
    jobs      the most threads (None: all usable cores)
    needs_types  without, types that only word list and stemmer tell are R:OTHER
    """

    merging: str = "rules"
    is_plain: bool = False
    jobs: int | None = None
    needs_types: bool = True


def edit_line(start: int, end: int, kind: str, correction: str, coder: str) -> str:
    """Return a line of M2 for one edit.

    >>> edit_line(0, 1, "R:DET", "the", "0")
    'A 0 1|||R:DET|||the|||REQUIRED|||-NONE-|||0'
    """
    return f"A {start} {end}|||{kind}|||{correction}|||REQUIRED|||-NONE-|||{coder}"


def noop_line(coder: str) -> str:
    """Return the line of a corrector who changed nothing."""
    return edit_line(-1, -1, "noop", "-NONE-", coder)


def annotate_texts(
    source: Text,
    corrected: Sequence[Text],
    analyser: Analyser,
    options: Options,
    *,
    progress: Progress = None,
) -> Iterator[str]:
    """The blocks of M2, text each, made of some sentences at a time.

    Args:
        source: A sentence a line.
        corrected: The same sentences, corrected; as many lines each.
        analyser: Knows, or finds, how sentences are analysed.
        options: How edits are made.
        progress: Called with the number of sentences that are analysed.

    Raises:
        FormatError: For no line, unequal numbers of lines, and, while blocks are made, a sentence
            that cannot be annotated.
        MissingExtraError: If the word list is needed and not installed.
    """
    if not source.lines:
        raise FormatError(source.name, None, "no sentence, expected at least 1")
    for text in corrected:
        require_equal_lengths(text, source)

    def blocks() -> Iterator[str]:
        for first, texts in blocks_of([source, *corrected]):
            analyser.forget()
            yield from annotate_block(
                *texts, n_before=first, analyser=analyser, options=options, progress=progress
            )

    return blocks()


def annotate_block(
    source: Text,
    *corrected: Text,
    n_before: int,
    analyser: Analyser,
    options: Options,
    keeps_empty: bool = False,
    progress: Progress = None,
) -> Iterator[str]:
    """The blocks of M2 of some sentences, see `annotate_texts`.

    Args:
        source: A sentence a line.
        corrected: The same sentences, corrected; as many lines each.
        n_before: Lines of the texts before them, for messages.
        analyser: Knows, or finds, how sentences are analysed.
        options: How edits are made.
        keeps_empty: Sentences without tokens have a block, too.
        progress: Called with the number of sentences that are analysed.
    """
    plain = source.lines if analyser.is_raw else [" ".join(line.split()) for line in source.lines]
    texts = [analyser.text(line) for line in plain]
    changed = [
        (column, line)
        for line, text in enumerate(texts)
        for column in range(len(corrected))
        if (text or keeps_empty) and corrected[column].lines[line] != text
    ]
    # Of raw text the tokens are known from its analysis alone, also where nothing changed.
    if analyser.is_raw:
        sources = [line for line, words in enumerate(plain) if words or keeps_empty]
    else:
        sources = list(dict.fromkeys(line for _, line in changed))
    wanted = [(source, line) for line in sources]
    wanted += [(corrected[column], line) for column, line in changed]
    try:
        numbers = analyser.numbers([text.lines[line] for text, line in wanted], progress)
    except MissingSentenceError as error:
        text, line = wanted[error.number]
        raise FormatError(text.name, n_before + line + 1, error.reason) from None
    source_numbers = dict(zip(sources, numbers, strict=False))
    placed = list(zip(changed, numbers[len(sources) :], strict=True))
    pairs = [(source_numbers[line], number) for (_, line), number in placed]
    try:
        numbered = np.array(pairs, np.int64).reshape(-1, 2)
        edits = annotate_pairs(analyser.analyses, numbered, **asdict(options))
    except PairError as error:
        column, line = changed[error.pair]
        name = (source if error.is_source else corrected[column]).name
        raise FormatError(name, n_before + line + 1, error.reason) from None
    words_of = analyser.analyses.words
    made = {
        place: _edit_lines(edits, pair, words_of(number), str(place[0]))
        for pair, (place, number) in enumerate(placed)
    }
    if analyser.is_raw:
        plain = [
            " ".join(words_of(source_numbers[line])) if line in source_numbers else words
            for line, words in enumerate(plain)
        ]
    return _blocks(plain, len(corrected), made, keeps_empty=keeps_empty)


def _edit_lines(edits: PairEdits, pair: int, words: Sequence[str], coder: str) -> list[str]:
    first, last = edits.offsets[pair], edits.offsets[pair + 1]
    spans, types = edits.spans[first:last].tolist(), edits.types[first:last].tolist()
    return [
        edit_line(start, end, TYPES[kind], " ".join(words[at:until]), coder)
        for (start, end, at, until), kind in zip(spans, types, strict=True)
    ]


def _blocks(
    plain: Sequence[str],
    n_columns: int,
    made: Mapping[tuple[int, int], Sequence[str]],
    *,
    keeps_empty: bool,
) -> Iterator[str]:
    for line, text in enumerate(plain):
        if text or keeps_empty:
            lines = [f"S {text}"]
            for column in range(n_columns):
                lines += made.get((column, line), [noop_line(str(column))])
            yield "\n".join(lines) + "\n\n"
