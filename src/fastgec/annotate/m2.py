"""M2 to M2, as `errant_m2` writes it: edits of people with types, or edits made anew.

With `-gold` each edit keeps its place, less the tokens that both its sides have at their ends, and
gets a type. With `-auto` each coder's corrected text is aligned with the source, and the edits are
those that `errant_parallel` would make; edits that only detect (Um, UNK) stay beside them.

Edits may lie beyond the sentence, wholly or partly: tokens are cut there as Python cuts slices,
while the numbers in the file stay. They have a warning. A last block without an empty line behind
it, which the published program loses, is processed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from fastgec.annotate.analyses import Analyser, MissingSentenceError
from fastgec.annotate.lexicon import TYPES
from fastgec.annotate.parallel import (
    Options,
    PairError,
    Progress,
    Text,
    annotate_pairs,
    classify_pairs,
    edit_line,
    noop_line,
)
from fastgec.kernels.tokens import Vocabulary
from fastgec.read import FormatError
from fastgec.read.batch import Dialect
from fastgec.read.gold import NOOP, NOTHING, array_of, arrays_of, find_overlaps, read_batch

DETECTION = ("Um", "UNK")  # types of edits whose correction is not made
UNKNOWN = "UNK"


@dataclass(frozen=True, slots=True)
class FileEdit:
    """An edit: its line, the numbers that stand there, and where its correction was put.

    first, last  half-open, in corrected tokens; not cut at the end of the sentence
    """

    line: int
    start: int
    end: int
    kind: str
    correction: str
    first: int = 0
    last: int = 0

    @property
    def is_made(self) -> bool:
        """Whether the correction is made in the corrected text."""
        return self.kind not in DETECTION


@dataclass(slots=True)
class Version:
    """What one coder made of a sentence; no tokens and no edits: nothing was changed (noop)."""

    coder: str
    is_noop: bool
    tokens: list[str] = field(default_factory=list)
    edits: list[FileEdit] = field(default_factory=list)


@dataclass(slots=True)
class Block:
    """A sentence of the file: its first line, as it is, and its versions."""

    line: int
    text: str
    tokens: list[str]
    versions: list[Version] = field(default_factory=list)


def read_blocks(text: Text, warnings: list[str]) -> list[Block]:
    """Read the blocks of an M2 file; the edits of each coder are made.

    warnings gets a line for each edit that ends after the source (errant_m2 cuts it there), and one
    for a correction that elsewhere has a meaning of its own.
    Raises: FormatError for a line that is none of M2, and edits of a coder that overlap.
    """
    batch = read_batch("\n".join(text.lines).encode(), Dialect.ERRANT, text.name)
    if not batch.n_sentences:
        raise FormatError(text.name, None, "no sentence, expected at least 1")
    arrays, kinds, corrections = arrays_of(batch), Vocabulary(), Vocabulary()
    numbers = batch.lines(), batch.kinds(kinds), batch.fields(corrections)[0]
    columns = [*(array_of(one, np.int32) for one in numbers), arrays["start"], arrays["end"]]
    edits = [
        FileEdit(line, start, end, kinds[kind].decode(), corrections[correction].decode())
        for line, kind, correction, start, end in zip(*(c.tolist() for c in columns), strict=True)
    ]
    rows, offsets = arrays["row_offsets"].tolist(), arrays["edit_offsets"].tolist()
    coders = arrays["annotator"].tolist()
    blocks = []
    for sentence, line in enumerate(arrays["source_line"].tolist()):
        head = text.lines[line - 1]
        blocks.append(block := Block(line, head, head[2:].split()))
        own = range(rows[sentence], rows[sentence + 1])
        by_coder = {str(coders[row]): edits[offsets[row] : offsets[row + 1]] for row in own}
        by_coder = {coder: of_coder for coder, of_coder in by_coder.items() if of_coder[0].line}
        for edit in sorted(chain.from_iterable(by_coder.values()), key=lambda edit: edit.line):
            if text.lines[edit.line - 1].count("|||") < 3:  # its coder would be the correction
                reason = "edit with 3 fields, expected at least 4 separated by '|||'"
                raise FormatError(text.name, edit.line, reason)
            if edit.kind != NOOP and not 0 <= edit.start <= edit.end:
                reason = f"span {edit.start} {edit.end}: expected 0 <= start <= end"
                raise FormatError(text.name, edit.line, reason)
            if edit.end > len(block.tokens):
                warnings.append(
                    f"{text.name}:{edit.line}: edit {edit.start} {edit.end} ends after the source "
                    f"({len(block.tokens)} tokens)"
                )
        block.versions += [
            _version_of(block, coder, by_coder[coder], text.name) for coder in sorted(by_coder)
        ]
    for edit in (one for block in blocks for version in block.versions for one in version.edits):
        if edit.is_made and (edit.correction == NOTHING or "||" in edit.correction):
            warnings.append(
                f"{text.name}:{edit.line}: correction {edit.correction}: inserted as it stands, as "
                "errant_m2 does; a deletion has an empty correction there, and one alternative is "
                "taken"
            )
            break
    return blocks


def _version_of(block: Block, coder: str, edits: list[FileEdit], name: str) -> Version:
    """Make the edits of one coder."""
    if edits[0].kind == NOOP:
        return Version(coder, True)
    for edit in edits:
        if edit.kind == NOOP:
            reason = "noop after edits of the same annotator: expected it first"
            raise FormatError(name, edit.line, reason)
    if overlaps := find_overlaps([(edit.start, edit.end) for edit in edits]):
        later, earlier = sorted(overlaps[0], reverse=True)
        reason = (
            f"edit {edits[later].start} {edits[later].end} overlaps the edit of line "
            f"{edits[earlier].line}: expected edits of one annotator that do not overlap"
        )
        raise FormatError(name, edits[later].line, reason)
    tokens = list(block.tokens)
    placed = []
    offset = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        first, last = edit.start + offset, edit.end + offset
        if edit.is_made:
            words = edit.correction.split()
            tokens[first:last] = words
            offset += len(words) - (edit.end - edit.start)
            last = first + len(words)
        placed.append(replace(edit, first=first, last=last))
    return Version(coder, False, tokens, placed)


def annotate_gold(
    text: Text,
    analyser: Analyser,
    *,
    minimises: bool = True,
    keeps_types: bool = False,
    warnings: list[str],
    progress: Progress = None,
) -> Iterator[str]:
    """Return the blocks of an M2 file with its own edits, minimised and with types of ERRANT.

    Args:
        text: The lines of the file.
        analyser: Knows, or finds, how sentences are analysed.
        minimises: Tokens that both sides of an edit have at their ends leave it.
        keeps_types: Types stay as they are; nothing is analysed.
        warnings: Gets a line for each edit beyond its sentence.
        progress: Called with the number of sentences that are analysed.

    Raises:
        FormatError: For a file that cannot be read, or a sentence that cannot be annotated.
        MissingExtraError: If the word list is needed and not installed.
    """
    blocks = read_blocks(text, warnings)
    place = _minimised if minimises else _as_it_is
    edits = [
        (block, version, edit)
        for block in blocks
        for version in block.versions
        for edit in version.edits
    ]
    shown = {edit.line: place(block, version, edit) for block, version, edit in edits}
    kinds: dict[int, str] = {}
    if not keeps_types:
        wanted = [one for one in edits if one[2].is_made]
        numbers = _analysed(text, [(b, v) for b, v, _ in wanted], analyser, progress)
        spans = np.array([shown[edit.line][2] for *_, edit in wanted], np.int32).reshape(-1, 4)
        try:
            types = classify_pairs(analyser.analyses, numbers, spans)
        except PairError as error:
            raise FormatError(text.name, wanted[error.pair][2].line, error.reason) from None
        for (*_, edit), kind in zip(wanted, types.tolist(), strict=True):
            kinds[edit.line] = TYPES[kind]

    def lines() -> Iterator[str]:
        for block in blocks:
            found = [block.text]
            for version in block.versions:
                if version.is_noop:
                    found.append(noop_line(version.coder))
                for edit in version.edits:
                    start, end, span = shown[edit.line]
                    kind = edit.kind if keeps_types else kinds.get(edit.line, UNKNOWN)
                    words = " ".join(version.tokens[span[2] : span[3]])
                    correction = words if edit.is_made else edit.correction
                    found.append(edit_line(start, end, kind, correction, version.coder))
            yield "\n".join(found) + "\n\n"

    return lines()


Shown = tuple[int, int, tuple[int, int, int, int]]  # numbers to print, span in tokens that exist


def _as_it_is(block: Block, version: Version, edit: FileEdit) -> Shown:
    n, m = len(block.tokens), len(version.tokens)
    span = (min(edit.start, n), min(edit.end, n), min(edit.first, m), min(edit.last, m))
    return edit.start, edit.end, span


def _minimised(block: Block, version: Version, edit: FileEdit) -> Shown:
    """Return an edit without the tokens that both its sides have at their ends."""
    start, end, (s, e, first, last) = _as_it_is(block, version, edit)
    if edit.is_made:
        while s < e and first < last and block.tokens[s] == version.tokens[first]:
            s, first, start = s + 1, first + 1, start + 1
        while s < e and first < last and block.tokens[e - 1] == version.tokens[last - 1]:
            e, last, end = e - 1, last - 1, end - 1
    return start, end, (s, e, first, last)


def annotate_auto(
    text: Text,
    analyser: Analyser,
    options: Options,
    *,
    keeps_types: bool = False,
    warnings: list[str],
    progress: Progress = None,
) -> Iterator[str]:
    """Return the blocks of an M2 file with edits that are made anew from each coder's text.

    Args:
        text: The lines of the file.
        analyser: Knows, or finds, how sentences are analysed.
        options: How edits are made.
        keeps_types: Edits that only detect keep their type, Um; else it becomes UNK.
        warnings: Gets a line for each edit beyond its sentence.
        progress: Called with the number of sentences that are analysed.

    Raises:
        FormatError: For a file that cannot be read, or a sentence that cannot be annotated.
        MissingExtraError: If the word list is needed and not installed.
    """
    blocks = read_blocks(text, warnings)
    wanted = [
        (block, version)
        for block in blocks
        for version in block.versions
        if not version.is_noop and version.tokens != block.tokens
    ]
    numbers = _analysed(text, wanted, analyser, progress)
    try:
        edits = annotate_pairs(analyser.analyses, numbers, **asdict(options))
    except PairError as error:
        raise FormatError(text.name, wanted[error.pair][0].line, error.reason) from None
    pair_of = {id(version): pair for pair, (_, version) in enumerate(wanted)}
    offsets, spans, types = edits.offsets.tolist(), edits.spans.tolist(), edits.types.tolist()

    def lines() -> Iterator[str]:
        for block in blocks:
            found = [block.text]
            for version in block.versions:
                if version.is_noop:
                    found.append(noop_line(version.coder))
                made = [
                    (edit.start, edit.end, edit.kind if keeps_types else UNKNOWN, edit.correction)
                    for edit in version.edits
                    if not edit.is_made
                ]
                pair = pair_of.get(id(version))
                for at in range(*offsets[pair : pair + 2]) if pair is not None else ():
                    start, end, first, last = spans[at]
                    correction = " ".join(version.tokens[first:last])
                    made.append((start, end, TYPES[types[at]], correction))
                made.sort(key=lambda edit: edit[:2])
                found += [edit_line(*edit, version.coder) for edit in made]
            yield "\n".join(found) + "\n\n"

    return lines()


def _analysed(
    text: Text, wanted: Sequence[tuple[Block, Version]], analyser: Analyser, progress: Progress
) -> NDArray[np.int64]:
    """Return the analyses of source and corrected text of each block and version: int64[N, 2]."""
    lines = [
        " ".join(tokens) for block, version in wanted for tokens in (block.tokens, version.tokens)
    ]
    try:
        numbers = analyser.numbers(lines, progress)
    except MissingSentenceError as error:
        block, _ = wanted[error.number // 2]
        raise FormatError(text.name, block.line, error.reason) from None
    return np.array(numbers, np.int64).reshape(-1, 2)
