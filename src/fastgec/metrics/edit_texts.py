"""Edits of texts, for metrics that compare edits with edits: systems and references in sentences.

A system is a text where its file does not look like M2, or where its sentences stand in memory;
its edits are those that `errant_parallel` makes. The source is that of the references, or the S
lines of the gold. All texts are analysed together, so that each sentence is analysed once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from typing import Any, NamedTuple

from fastgec.annotate.analyses import Analyser, MissingSentenceError
from fastgec.annotate.parallel import Options, Text, annotate_texts
from fastgec.counts import Counts
from fastgec.diagnostics.inputs import explaining_edits, is_m2, misfits
from fastgec.kernels.tokens import Vocabulary
from fastgec.metrics.input_warnings import corrected_by
from fastgec.metrics.texts import References
from fastgec.read.coders import Annotations, parse_coders
from fastgec.read.errors import FormatError, visible
from fastgec.read.gold import NOTHING, plain_line_ends
from fastgec.read.lines import Lines, require_order

ENGLISH = Options()
OTHERS = {"noop", "UNK", "Um", ""}  # types that any scheme may have


class MadeEdits(NamedTuple):
    """Edits of systems and of gold, and what made them.

    systems   of each system: `Annotations`, or the path of an M2 file as it was given
    gold      the same of the gold
    made_by   what made the edits, by name, for signatures; empty where none were made
    warnings  texts that do not fit the source, and other models than the tested one
    notes     which gold was taken
    """

    systems: list[Any]
    gold: Any
    made_by: Mapping[str, str]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def is_text(given: Any) -> bool:
    """Whether a system or gold is text, and not edits: a path is looked at."""
    if isinstance(given, str | os.PathLike):
        return is_m2(given) is False
    is_known = isinstance(given, Annotations | Counts | bytes)
    return isinstance(given, Text | Lines | Iterable) and not is_known


def make_edits(
    systems: Sequence[Any],
    gold: Any,
    parameters: Any,
    *,
    analyser: Analyser | None = None,
    how: Options = ENGLISH,
    source: Text | None = None,
    progress: Callable[[int], None] | None = None,
) -> MadeEdits:
    """Return edits of all that is text; what is edits stays as it is.

    Args:
        systems: for each `Annotations`, a path of M2 or of text, `Text`, `Lines` or sentences.
        gold: `Annotations`, a path of M2, or `References`.
        parameters: of the metric, whose language may be another than English.
        analyser: knows, or finds, how sentences are analysed (None: spaCy).
        how: how edits are made.
        source: of the texts (None: that of the references, or the S lines of the gold).
        progress: called with the number of sentences that are analysed.

    Raises:
        FormatError: unequal numbers of sentences, a file that cannot be read, a sentence without
            analysis where there is no spaCy, texts in Chinese.
        MissingExtraError: spaCy, its model, or the word list of errant is not installed.
    """
    has_references = isinstance(gold, References)
    is_made = [is_text(system) for system in systems]
    if not (has_references or any(is_made)):
        return MadeEdits(list(systems), gold, {})
    texts = {
        at: as_text(systems[at], f"system {at + 1}") for at in range(len(systems)) if is_made[at]
    }
    references: list[Text] = []
    if has_references:
        source = source or as_text(gold.source, "source")
        references = [as_text(one, f"reference {n}") for n, one in enumerate(gold.columns)]
    else:
        with explaining_edits([gold]):
            gold = gold if isinstance(gold, Annotations) else Annotations.read(gold)
            source = source or _source_of(gold)
    if getattr(parameters, "unit", "word") == "char":
        source = source.in_characters()
        references = [one.in_characters() for one in references]
        texts = {at: one.in_characters() for at, one in texts.items()}
    if getattr(parameters, "language", "en") == "zh":
        name = next(iter(texts.values()), source).name
        reason = "text: expected M2, which 'fastgec errant parallel --language zh' writes"
        raise FormatError(name, None, reason)
    analyser = analyser or Analyser()
    with suppress(MissingSentenceError):  # named below, with its file
        analyser.numbers(_changed(source, [*references, *texts.values()]), progress)
    made = list(systems)
    for at, text in texts.items():
        made[at] = edits_in_memory(source, [text], analyser, how, text.name)
    known: Annotations | None = None if has_references else gold
    if has_references:
        name = " ".join(one.name for one in references)
        gold = edits_in_memory(source, references, analyser, how, name)
    found = misfits_of(source, [*texts.values()], references, known)
    if known is not None:
        found += foreign_edits(known)
    made_by = {
        "edits": f"{how.merging}{'-lev' if how.is_plain else ''}",
        "analyses": "+".join(analyser.analyses.models) or "files",
    }
    if (tags := analyser.analyses.tags) != "penn":
        made_by["tags"] = tags
        if tags == "none":
            made_by["analyses"] = "none"
    return MadeEdits(made, gold, made_by, (*analyser.warnings, *found))


def edits_in_memory(
    source: Text, corrected: Sequence[Text], analyser: Analyser, how: Options, name: str
) -> Annotations:
    """The edits that `annotate_texts` makes, with a block for every sentence."""
    found = BytesIO()
    found.writelines(
        block.encode()
        for block in annotate_texts(source, corrected, analyser, how, keeps_empty=True)
    )
    return Annotations(found.getvalue(), name)


def as_text(given: Any, name: str) -> Text:
    """Return sentences of a path, or of memory."""
    if isinstance(given, Text):
        return given
    if isinstance(given, Lines):
        return Text(given.name, [given[at].strip() for at in range(len(given))])
    if isinstance(given, str | os.PathLike):
        return Text.read(given)
    require_order(given, name)
    return Text.of(given, name)


def foreign_edits(gold: Annotations) -> tuple[str, ...]:
    """Return a warning of M2 that ERRANT did not write: its edits are cut by other rules.

    ERRANT's types begin with M:, R: or U:, and its corrections are one text, which is empty for a
    deletion.
    """
    kinds, corrections = Vocabulary(), Vocabulary()
    edits = parse_coders(plain_line_ends(gold.data), gold.name, kinds, corrections)
    names = {kinds[at].decode() for at in range(len(kinds))} - OTHERS
    found = [f"type {name}" for name in sorted(names) if name[:2] not in ("M:", "R:", "U:")]
    effect = (
        "edits cut by other rules agree less with its edits (fastgec errant m2 -auto makes them "
        "anew, -r takes corrected texts)"
    )
    is_edit = edits.start >= 0
    texts = {corrections[at].decode() for at in set(edits.correction[is_edit].tolist())}
    unequal = [f"correction {text}" for text in sorted(texts) if text == NOTHING or "||" in text]
    if unequal:
        found = unequal
        effect = (
            "no edit of ERRANT equals it, so that a right correction is counted as wrong and as "
            "missed (-r takes corrected texts)"
        )
    if not found:
        return ()
    return (f"{visible(gold.name)}: {visible(found[0])}, which ERRANT does not write: {effect}",)


def sources_of(gold: Annotations) -> Lines:
    """Return the S lines of M2."""
    return parse_coders(plain_line_ends(gold.data), gold.name).sources


def _source_of(gold: Annotations) -> Text:
    """Return the S lines of M2 as text."""
    return as_text(sources_of(gold), gold.name)


def _changed(source: Text, texts: Sequence[Text]) -> list[str]:
    """Return sentences that some text changes, and what they become: those that are analysed.

    All systems at once, so that spaCy gets full batches, and each sentence once.
    """
    return [
        line
        for text in texts
        for pair in zip(source.lines, text.lines, strict=False)  # lengths are compared later
        if pair[0] != pair[1]
        for line in pair
    ]


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
