"""From texts to edits for `errant.evaluate`: made of sentences and their corrections.

Sentences are analysed by spaCy, or their analyses come from files: see `Analyser`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from fastgec.annotate.analyses import Analyser
from fastgec.annotate.parallel import Options, Text, annotate_texts
from fastgec.diagnostics import tell
from fastgec.diagnostics.inputs import misfits
from fastgec.metrics.input_warnings import corrected_by
from fastgec.parameters import flag
from fastgec.read.coders import Annotations
from fastgec.read.lines import Lines
from fastgec.read.pieces import Source

Sentences = Source | Iterable[str]


def annotate(
    source: Sentences,
    *corrected: Sentences,
    analyser: Analyser | None = None,
    merging: str = "rules",
    lev: bool = False,
    jobs: int | None = None,
    name: str | None = None,
    tells: bool = True,
) -> Annotations:
    """Return the edits that make corrections of a source, with their types.

    The edits equal those that `errant_parallel` 3.0.2 makes. Every sentence has its place, also an
    empty one. Corrections that do not fit the source, and analyses of a model that the goldens do
    not know, raise an `InputWarning`.

    Args:
        source: A path, or sentences in memory: tokens with white space between them.
        corrected: The same sentences, corrected: each argument is one coder, numbered from 0.
        analyser: Knows, or finds, how sentences are analysed; keep one for several calls, and each
            sentence is analysed once. None: spaCy, anew.
        merging: What is one edit: "rules", "all-split", "all-merge" or "all-equal".
        lev: Align by plain Levenshtein costs, without reordering.
        jobs: Threads (None: all cores).
        name: Name of the edits in messages (None: the name of the first correction).
        tells: Whether to give warnings; rewards want none.

    Raises:
        FormatError: Unequal numbers of sentences, files that cannot be read, a sentence without
            analysis where there is no spaCy.
        MissingExtraError: The word list of errant is needed and not installed.
        ValueError: No correction, or another merging.

    Example:
        >>> analyser = Analyser()
        >>> a, cat = ("A", "a", "DET", "DT", "det", 1), ("cat", "cat", "NOUN", "NN", "ROOT", 1)
        >>> stop = (".", ".", "PUNCT", ".", "punct", 1)
        >>> for sentence in ([a, cat], [a, cat, stop]):
        ...     _ = analyser.analyses.add(*zip(*sentence))
        >>> print(annotate(["A cat"], ["A cat ."], analyser=analyser).data.decode(), end="")
        S A cat
        A 2 2|||M:PUNCT|||.|||REQUIRED|||-NONE-|||0
        <BLANKLINE>
    """
    if not corrected:
        raise ValueError("no correction, expected at least 1")
    texts = [_text(column, f"correction {at}") for at, column in enumerate(corrected)]
    original, analyser = _text(source, "source"), analyser or Analyser()
    how = Options(merging, flag(lev, "lev"), jobs)
    blocks = annotate_texts(original, texts, analyser, how, keeps_empty=True)
    if tells:
        tell([*analyser.warnings, *coders_misfits(original, texts)])
    return Annotations.parse("".join(blocks), name or texts[0].name)


def misfits_of(
    source: Text,
    outputs: Sequence[Text],
    references: Sequence[Text] = (),
    gold: Annotations | None = None,
) -> tuple[str, ...]:
    """Return a line for each sign that a text is no correction of this source: lines of others.

    The edits would not tell: all of them have the source's sentences.

    Args:
        source: A sentence a line.
        outputs: As many lines each.
        references: The same.
        gold: Edits of references, in their place.
    """
    lines = [Lines.of(text.lines, text.name) for text in (source, *outputs, *references)]
    n = 1 + len(outputs)
    known = None if gold is None else gold.as_gold()
    corrected = corrected_by(lambda: known) if known and len(known) == len(lines[0]) else None
    return misfits(lines[0], lines[1:n], lines[n:], corrected)


def coders_misfits(source: Text, corrected: Sequence[Text]) -> tuple[str, ...]:
    """Return the same of texts that are annotators' if there are several, a system's if not."""
    if len(corrected) > 1:
        return misfits_of(source, (), corrected)
    return misfits_of(source, corrected)


def _text(sentences: Sentences, name: str) -> Text:
    if isinstance(sentences, str | os.PathLike):
        return Text.read(sentences)
    return Text.of(sentences, name)
