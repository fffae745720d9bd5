"""From texts to edits for `errant.evaluate`: made of sentences and their corrections.

Sentences are analysed by spaCy, or their analyses come from files: see `Analyser`.
"""

from __future__ import annotations

from collections.abc import Iterable

from fastgec.annotate.analyses import Analyser
from fastgec.annotate.parallel import Options
from fastgec.diagnostics import emit_warnings
from fastgec.metrics.edit_texts import TextEdits, as_text, coders_misfits
from fastgec.read.coders import Annotations
from fastgec.read.files import Source
from fastgec.values import flag

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
    """The edits between a source and its corrections, with their types.

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
    texts = [as_text(column, f"correction {at}") for at, column in enumerate(corrected)]
    original, analyser = as_text(source, "source"), analyser or Analyser()
    how = Options(merging, flag(lev, "lev"), jobs)
    _, edits = TextEdits([], texts, None, analyser=analyser, how=how, source=original).in_memory()
    if tells:
        emit_warnings([*analyser.warnings, *coders_misfits(original, texts)])
    return Annotations(edits.data, name or texts[0].name)
