"""MaxMatch's edits, from Python: the sequence that is counted, and what became of gold edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from fastgec.corpus.blocks import Column
from fastgec.corpus.errors import FormatError
from fastgec.corpus.gold import Gold
from fastgec.corpus.pieces import Source
from fastgec.metrics.base import Reading
from fastgec.metrics.block import same
from fastgec.metrics.m2.counting import Parameters
from fastgec.metrics.m2.metric import METRIC

if TYPE_CHECKING:
    from fastgec.metrics.m2.words import Edit


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

    Sequences of equal score are told apart as the published scorer does, so an edit that matches
    nothing may take in unchanged words beside it.

    Args:
        source: the text before correction.
        hypothesis: the text after it.
        gold: edits as (start, end, correction or alternatives), spans in source tokens, in the
            order of the file.
        max_unchanged_words: as in `Parameters`, and so are the rest.
        ignore_whitespace_casing: see `Parameters`.
        release: see `Parameters`.

    Raises:
        FormatError: a span outside the source, or a correction that M2 cannot express.

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
    sequences = edit_sequences(
        [hypothesis],
        Gold.parse("\n".join(text)),
        max_unchanged_words=max_unchanged_words,
        ignore_whitespace_casing=ignore_whitespace_casing,
        release=release,
    )
    return next(sequences)[0]


def edit_sequences(
    hypotheses: Column,
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
    from fastgec.metrics.m2.words import found_edits

    parameters = Parameters(max_unchanged_words, ignore_whitespace_casing, release, implicit_noop)

    for block in METRIC.blocks([hypotheses], gold, parameters, same, Reading()):
        found = list(found_edits(block.text, 0, parameters).in_words())
        annotators = block.labels.tolist()
        for first, last in pairwise(block.offsets.tolist()):
            yield dict(zip(annotators[first:last], found[first:last], strict=True))


def statuses(
    hypotheses: Column,
    gold: Gold | Source,
    *,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
) -> Iterator[dict[int, list[str]]]:
    r"""Yield, sentence by sentence, what became of the gold edits of each annotator.

    Args:
        hypotheses: as `count`, and so are the rest.
        gold: see `count`.
        max_unchanged_words: see `count`.
        ignore_whitespace_casing: see `count`.
        release: see `count`.
        implicit_noop: see `count`.

    Yields:
        By annotator a word for each gold edit, in the order of the file: "corrected", "recognised"
        (its words were changed, to something else), "detected" (its place was touched) or "missed".

    Raises:
        FormatError: as `count`.

    Example:
        >>> gold = Gold.parse("S He go\nA 1 2|||V|||goes|||REQUIRED|||-NONE-|||0\n")
        >>> list(statuses(["He went"], gold))
        [{0: ['recognised']}]
    """
    from fastgec.metrics.m2.modes import named_statuses
    from fastgec.metrics.m2.words import found_edits

    parameters = Parameters(max_unchanged_words, ignore_whitespace_casing, release, implicit_noop)

    for block in METRIC.blocks([hypotheses], gold, parameters, same, Reading()):
        yield from named_statuses(found_edits(block.text, 0, parameters, has_statuses=True))
