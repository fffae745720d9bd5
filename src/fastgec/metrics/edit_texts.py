"""Edits of texts, for metrics that compare edits with edits: systems and references in sentences.

A system is a text where its file does not look like M2, or where its sentences stand in memory;
its edits are those that `errant_parallel` makes. The source is that of the references, or the S
lines of the gold. All texts are analysed together, so that each sentence is analysed once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from fastgec.annotate.analyses import Analyser, MissingSentenceError
from fastgec.annotate.parallel import (
    Options,
    Text,
    annotate_block,
    blocks_of,
    require_equal_lengths,
)
from fastgec.counts import Counts
from fastgec.diagnostics.inputs import (
    REFERENCE_CURE,
    Diagnostics,
    explaining_edits,
    input_warnings,
    is_m2,
)
from fastgec.kernels.tokens import Vocabulary
from fastgec.metrics.edits import corrected_by
from fastgec.read import FormatError, MissingExtraError, visible
from fastgec.read.coders import Annotations, parse_coders
from fastgec.read.gold import NOTHING, plain_line_ends
from fastgec.read.lines import Lines, References, require_order

ENGLISH = Options()
MadeBy = Callable[[], Mapping[str, str]]  # what made edits, by name; called when all are read
OTHERS = {"noop", "UNK", "Um", ""}  # types that any scheme may have
OPERATIONS = ("M:", "R:", "U:")  # how types of ERRANT begin, and most of ChERRANT
CHERRANT = {"S", "M", "R", "W"}  # its types


class MadeEdits(NamedTuple):
    """Edits of systems and of gold, and what made them.

    systems   of each system: `Annotations`, or the path of an M2 file as it was given
    gold      the same of the gold
    made_by   what made the edits, by name, for signatures; empty where none were made
    warnings  texts that do not fit the source, and other models than the tested one
    notes     which gold was taken
    has_types  whether all edits have their types: some need the word list
    """

    systems: list[Any]
    gold: Any
    made_by: Mapping[str, str]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    has_types: bool = True


def is_text(given: Any) -> bool:
    """Whether a system or gold is text, and not edits: a path is looked at."""
    if isinstance(given, str | os.PathLike):
        return is_m2(given) is False
    is_known = isinstance(given, Annotations | Counts | bytes)
    return isinstance(given, Text | Lines | Iterable) and not is_known


class TextEdits:
    """Edits of all that is text, made some sentences at a time; what is edits stays as it is.

    Args:
        systems: for each `Annotations`, a path of M2 or of text, `Text`, `Lines` or sentences.
        gold: `Annotations`, a path of M2, `References`, or a list of `Text` beside a source.
        parameters: of the metric, whose language may be another than English, and whose unit the
            character.
        analyser: knows, or finds, how sentences are analysed (None: spaCy).
        how: how edits are made.
        source: of the texts (None: that of the references, or the S lines of the gold).
        is_typed: whether types are needed; else they are left out without the word list.
        progress: called with the number of sentences that are analysed.

    Raises:
        FormatError: unequal numbers of sentences, a file that cannot be read, texts in Chinese.
    """

    def __init__(
        self,
        systems: Sequence[Any],
        gold: Any,
        parameters: Any,
        *,
        analyser: Analyser | None = None,
        how: Options = ENGLISH,
        source: Text | None = None,
        is_typed: bool = True,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._systems = list(systems)
        self._analyser = analyser or Analyser()
        self._how, self._is_typed, self._progress = how, is_typed, progress
        text = partial(as_text, unit=getattr(parameters, "unit", "word"))
        references: list[Text] = []
        if isinstance(gold, References):
            source = source or text(gold.source, "source")
            references = [text(one, f"reference {n}") for n, one in enumerate(gold.columns)]
        elif isinstance(gold, list):
            references = gold
        else:
            with explaining_edits([gold]):
                gold = _annotations(gold)
                source = source or text(sources_of(gold), gold.name)
        self._gold = None if references else gold
        texts = [
            text(system, f"system {at}") if is_text(system) else None
            for at, system in enumerate(systems, 1)
        ]
        assert source is not None
        outputs = [one for one in texts if one is not None]
        if getattr(parameters, "language", "en") == "zh":
            name = (outputs or [source])[0].name
            reason = "text: expected M2, which 'fastgec errant parallel --language zh' writes"
            raise FormatError(name, None, reason)
        if not source.lines:
            raise FormatError(source.name, None, "no sentence, expected at least 1")
        for one in [*outputs, *references]:
            require_equal_lengths(one, source)
        self._texts = [source, *outputs, *references]
        self._made = [[one] for one in outputs] + ([references] if references else [])
        self._is_made = [one is not None for one in texts]

    @property
    def warnings(self) -> tuple[str, ...]:
        """Texts that do not fit the source, and gold that ERRANT did not write."""
        source, *texts = self._texts
        n_outputs = sum(self._is_made)
        found = misfits_of(source, texts[:n_outputs], texts[n_outputs:], self._gold)
        return found if self._gold is None else (*found, *foreign_corrections(self._gold))

    @property
    def made_by(self) -> dict[str, str]:
        """What made the edits, by name, for signatures; complete when all edits are made."""
        how, analyses = self._how, self._analyser.analyses
        made_by = {
            "edits": f"{how.merging}{'-lev' if how.is_plain else ''}",
            "analyses": "+".join(analyses.models) or "files",
        }
        if analyses.tags != "penn":
            made_by["tags"] = analyses.tags
            if analyses.tags == "none":
                made_by["analyses"] = "none"
        return made_by

    @property
    def has_types(self) -> bool:
        """Whether all edits made so far have their types."""
        return self._how.needs_types

    def in_memory(self) -> tuple[list[Any], Any]:
        """Return edits of each system and of the gold, made of all sentences.

        Raises:
            FormatError: a sentence without analysis where there is no spaCy, or that cannot be
                annotated.
            MissingExtraError: spaCy, its model, or the word list of errant is not installed.
        """
        columns = [b"".join(column) for column in zip(*self._blocks(), strict=True)]
        names = (" ".join(text.name for text in texts) for texts in self._made)
        edits = map(Annotations, columns, names)
        systems = [
            next(edits) if is_made else system
            for system, is_made in zip(self._systems, self._is_made, strict=True)
        ]
        return systems, next(edits, self._gold)

    def _blocks(self) -> Iterator[list[bytes]]:
        """Yield M2 of some sentences: of each output, then of the references."""
        analyser = self._analyser
        for first, (source, *texts) in blocks_of(self._texts):
            analyser.forget()
            with suppress(MissingSentenceError):  # named below, with its file
                analyser.numbers(_changed(source, texts), self._progress)
            found = iter(texts)
            columns = [[next(found) for _ in made] for made in self._made]
            try:
                made = self._made_of(source, columns, first)
            except MissingExtraError:
                if self._is_typed or not self._how.needs_types:
                    raise
                self._how = replace(self._how, needs_types=False)
                made = self._made_of(source, columns, first)
            yield made

    def _made_of(self, source: Text, columns: list[list[Text]], n_before: int) -> list[bytes]:
        options: Any = {"analyser": self._analyser, "options": self._how, "keeps_empty": True}
        return [
            "".join(annotate_block(source, *column, n_before=n_before, **options)).encode()
            for column in columns
        ]


def make_edits(systems: Sequence[Any], gold: Any, parameters: Any, **options: Any) -> MadeEdits:
    """Return edits of all that is text; what is edits stays as it is.

    Args:
        systems: as in `TextEdits`.
        gold: the same.
        parameters: of the metric.
        options: of `TextEdits`.

    Raises: as `TextEdits` and `in_memory`.
    """
    if not (isinstance(gold, References) or any(map(is_text, systems))):
        return MadeEdits(list(systems), gold, {})
    if options.get("analyser") is None:
        options["analyser"] = Analyser()
    edits = TextEdits(systems, gold, parameters, **options)
    made = edits.in_memory()
    warnings = (*options["analyser"].warnings, *edits.warnings)
    return MadeEdits(*made, edits.made_by, warnings, has_types=edits.has_types)


def as_text(given: Any, name: str, unit: str = "word") -> Text:
    """Return sentences of a path, or of memory; unit "char" makes characters the tokens."""
    if isinstance(given, Text):
        return given
    if isinstance(given, Lines):
        return Text.of((given[at] for at in range(len(given))), given.name, unit)
    if isinstance(given, str | os.PathLike):
        return Text.read(given, unit)
    require_order(given, name)
    return Text.of(given, name, unit)


def foreign_corrections(gold: Annotations) -> tuple[str, ...]:
    """Return a warning of M2 with corrections that ERRANT does not write; `Fit` has that of types.

    They are one text, which is empty for a deletion.
    """
    found = foreign_edit(gold)
    if not found.startswith("correction "):
        return ()
    return (
        f"{visible(gold.name)}: {visible(found)}, which ERRANT does not write: no edit of ERRANT "
        "equals it, so that scores are too low: a right correction counts as wrong and as missed "
        "(better: -s SOURCE -r REF)",
    )


def require_same_rules(systems: Sequence[Any], gold: Any) -> tuple[list[Any], Any]:
    """Return systems and gold, M2 files read, whose edits can be listed against each other.

    A file that is given on both sides is returned as it is: there is a warning of it.

    Raises:
        FormatError: ERRANT wrote the edits of a system, but not those of the gold, so that right
            corrections would be listed as wrong and as missed.
    """
    if is_text(gold) or gold in systems:
        return list(systems), gold
    read = [one if is_text(one) else _annotations(one) for one in systems]
    gold = _annotations(gold)
    found = foreign_edit(gold)
    is_other = found.startswith("correction ") or not has_types(gold)
    if found and any(is_text(one) or (is_other and _is_errants(one)) for one in read):
        cure = "'fastgec errant parallel' makes them of references; or leave out --metric errant"
        if {"S", "W"} & (names := _written(gold)[0]) and names <= CHERRANT:
            made = "'fastgec errant parallel --language zh' makes edits like the gold's of texts"
            cure = f"{made}; or leave out --metric errant"
        reason = f"{visible(found)}: expected edits of ERRANT, like the system's ({cure})"
        raise FormatError(gold.name, None, reason)
    return read, gold


def _annotations(given: Any) -> Annotations:
    return given if isinstance(given, Annotations) else Annotations.read(given)


def foreign_edit(edits: Annotations) -> str:
    """Return a correction or type that ERRANT does not write; an empty string if there is none.

    ERRANT's types begin with M:, R: or U:, and its corrections are one text, which is empty for a
    deletion.
    """
    types, corrections = _written(edits)
    found = [
        f"correction {text}" for text in sorted(corrections) if text == NOTHING or "||" in text
    ]
    found += [f"type {name}" for name in sorted(types) if not name.startswith(OPERATIONS)]
    return next(iter(found), "")


def _is_errants(edits: Annotations) -> bool:
    return has_types(edits) and not foreign_edit(edits)


def has_types(edits: Annotations) -> bool:
    """Whether an edit has a type that begins as those of ERRANT and ChERRANT do."""
    return any(name.startswith(OPERATIONS) for name in _written(edits)[0])


def _written(edits: Annotations) -> tuple[set[str], set[str]]:
    """Return the types and the corrections of edits, without types that every scheme may have."""
    kinds, corrections = Vocabulary(), Vocabulary()
    parsed = parse_coders(plain_line_ends(edits.data), edits.name, kinds, corrections)
    numbers = set(parsed.correction[parsed.start >= 0].tolist())
    types = {kinds[at].decode() for at in range(len(kinds))} - OTHERS
    return types, {corrections[at].decode() for at in numbers}


def sources_of(gold: Annotations) -> Lines:
    """Return the S lines of M2."""
    return parse_coders(plain_line_ends(gold.data), gold.name).sources


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

    The edits would not tell: all of them have the source's sentences. Equal outputs are not among
    the lines: the comparison of edits warns of these.

    Args:
        source: A sentence a line.
        outputs: As many lines each.
        references: The same.
        gold: Edits of references, in their place.
    """
    diagnostics = Diagnostics(len(outputs))
    known = None if gold is None else gold.as_gold()
    if known is not None and len(known) != len(source.lines):
        known = None
    n = 1 + len(outputs)
    for first, texts in blocks_of([source, *outputs, *references]):
        lines = [Lines.of(text.lines, text.name) for text in texts]
        corrected = None
        if known is not None:
            corrected = corrected_by(partial(known.sentences, first, first + len(lines[0])))
        block_flags = diagnostics.inspect(
            first, lines[0], lines[1:n], references=lines[n:], corrected=corrected
        )
        diagnostics.add(block_flags._replace(contents=()))
    return input_warnings(diagnostics, REFERENCE_CURE)


def coders_misfits(source: Text, corrected: Sequence[Text]) -> tuple[str, ...]:
    """Return the same of texts that are annotators' if there are several, a system's if not."""
    if len(corrected) > 1:
        return misfits_of(source, (), corrected)
    return misfits_of(source, corrected)
