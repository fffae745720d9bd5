"""A source and its corrections to M2, as `errant_parallel` writes it.

A sentence is a block: its tokens, then the edits of each corrector, numbered from 0. A corrector
who changed nothing has a line that says noop; one whose text differs in white space alone has no
line. Sentences whose source is empty have no block (`keeps_empty` gives them one).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fastgec.annotation.analyser import Analyser, MissingSentenceError
from fastgec.annotation.lexicon import TYPES
from fastgec.annotation.pairs import PairEdits, PairError, annotate_pairs
from fastgec.annotation.texts import Text, require_equal_lengths
from fastgec.corpus.errors import FormatError

Progress = Callable[[int], None] | None


@dataclass(frozen=True, slots=True)
class Options:
    """How edits are made.

    merging   "rules", "all-split", "all-merge" or "all-equal"
    is_plain  align by plain Levenshtein costs, without reordering
    jobs      the most threads (None: all usable cores)
    """

    merging: str = "rules"
    is_plain: bool = False
    jobs: int | None = None


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
    keeps_empty: bool = False,
    progress: Progress = None,
) -> Iterator[str]:
    """Return the blocks of M2, text each; all work is done before the first one.

    Args:
        source: A sentence a line.
        corrected: The same sentences, corrected; as many lines each.
        analyser: Knows, or finds, how sentences are analysed.
        options: How edits are made.
        keeps_empty: Sentences without tokens have a block, too.
        progress: Called with the number of sentences that are analysed.

    Raises:
        FormatError: For no line, unequal numbers of lines, or a sentence that cannot be annotated.
        MissingExtraError: If the word list is needed and not installed.
    """
    if not source.lines:
        raise FormatError(source.name, None, "no sentence, expected at least 1")
    for text in corrected:
        require_equal_lengths(text, source)
    plain = source.lines if analyser.is_raw else [" ".join(line.split()) for line in source.lines]
    changed = [
        (column, line)
        for line, words in enumerate(plain)
        for column in range(len(corrected))
        if (words or keeps_empty) and corrected[column].lines[line] != words
    ]
    # Of raw text the tokens are known from its analysis alone, also where nothing changed.
    if analyser.is_raw:
        sources = [line for line, words in enumerate(plain) if words or keeps_empty]
    else:
        sources = list(dict.fromkeys(line for _, line in changed))
    wanted = [(source, line) for line in sources]
    wanted += [(corrected[column], line) for column, line in changed]
    numbers = _found(wanted, analyser, progress)
    source_numbers = dict(zip(sources, numbers, strict=False))
    corrected_numbers = numbers[len(sources) :]
    pairs = [
        (source_numbers[line], number)
        for (_, line), number in zip(changed, corrected_numbers, strict=True)
    ]
    try:
        edits = annotate_pairs(
            analyser.analyses,
            np.array(pairs, np.int64).reshape(-1, 2),
            merging=options.merging,
            is_plain=options.is_plain,
            jobs=options.jobs,
        )
    except PairError as error:
        column, line = changed[error.pair]
        name = (source if error.is_source else corrected[column]).name
        raise FormatError(name, line + 1, error.reason) from None
    words_of = analyser.analyses.words
    made = {
        place: _edit_lines(edits, pair, words_of(number), str(place[0]))
        for pair, (place, number) in enumerate(zip(changed, corrected_numbers, strict=True))
    }
    if analyser.is_raw:
        plain = [
            " ".join(words_of(source_numbers[line])) if line in source_numbers else words
            for line, words in enumerate(plain)
        ]
    return _blocks(plain, len(corrected), made, keeps_empty=keeps_empty)


def _found(wanted: Sequence[tuple[Text, int]], analyser: Analyser, progress: Progress) -> list[int]:
    """Return the number of the analysis of each line."""
    try:
        return analyser.numbers([text.lines[line] for text, line in wanted], progress)
    except MissingSentenceError as error:
        text, line = wanted[error.number]
        raise FormatError(text.name, line + 1, error.reason) from None


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
