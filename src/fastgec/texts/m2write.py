r"""Writing M2: a gold standard as text, and texts with their corrections as a gold standard.

What is written is read back as the same gold. A deletion has an empty correction; beside other
alternatives it is "-NONE-". An annotator without edits has a noop line. M2 has no way to write a
correction that is "-NONE-" or has "||" in it; one that begins or ends with a bar gets a space
there, which readers strip.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.kernels.tokens import Vocabulary
from fastgec.machine import available_memory
from fastgec.read import FormatError
from fastgec.read.files import Source
from fastgec.read.gold import BETWEEN, NOOP, NOTHING, Gold, TokenTable, shown, words
from fastgec.read.lines import Block, Lines, read_blocks, read_lines, stream_columns
from fastgec.texts.align import align as align_ids
from fastgec.values import whole_number

# Several corrected texts of the same sources as edits, in integers: what each of them changed.
#
# The edits are those of `align`: one alignment of each text with its source, adjacent changes as
# one edit. Sources and texts share a vocabulary, so edits are equal if their spans and tokens
# are.


Integers = NDArray[np.int64]


class ColumnEdits(NamedTuple):
    """Edits of K texts of each of S sources.

    vocabulary  tokens of sources and texts
    source      the sources
    offsets     int64[K*S+1]: text k of source s has the edits offsets[k*S+s] to offsets[k*S+s+1]
    spans       int32[E, 2]: half-open, in tokens of the source
    written     int64[E, 2]: which of the tokens are written there, half-open
    tokens      int32[T]: of all texts
    """

    vocabulary: Vocabulary
    source: TokenTable
    offsets: Integers
    spans: NDArray[np.int32]
    written: Integers
    tokens: NDArray[np.int32]


def edits_of_columns(
    source: Lines,
    columns: Sequence[Lines],
    *,
    limit: int,
    n_before: int = 0,
    cancel: NDArray[np.int32] | None = None,
) -> ColumnEdits:
    """Return what each text changed of its source.

    Args:
        source: the sentences.
        columns: at least one, of as many sentences.
        limit: bytes of scratch memory.
        n_before: sentences of the corpus before them, for messages.
        cancel: int32[1], 0 until work must stop; then the result is of no use.

    Raises:
        FormatError: a sentence needs more memory.

    Example:
        >>> found = edits_of_columns(Lines.of(["a b"]), [Lines.of(["a c d"])], limit=1 << 20)
        >>> found.spans.tolist(), found.written.tolist(), found.tokens.tolist()
        ([[1, 2]], [[1, 3]], [0, 2, 3])
    """
    vocabulary = Vocabulary()
    source_tokens = words(source, vocabulary)
    offsets, spans, written, tokens = [np.zeros(1, np.int64)], [], [], []
    n_edits = n_tokens = 0
    for column in columns:
        found, edits, bounds = align_column(
            *(source_tokens, column, vocabulary, 0, limit),
            called="candidate",
            n_before=n_before,
            cancel=cancel,
        )
        starts = np.repeat(found.offsets[:-1], np.diff(bounds)) + n_tokens
        offsets.append(bounds[1:] + n_edits)
        spans.append(edits[:, :2])
        written.append(edits[:, 2:] + starts[:, None])
        tokens.append(found.ids)
        n_edits += len(edits)
        n_tokens += len(found.ids)
    return ColumnEdits(
        vocabulary,
        source_tokens,
        np.concatenate(offsets),
        np.concatenate(spans),
        np.concatenate(written),
        np.concatenate(tokens),
    )


def align_column(
    source: TokenTable,
    column: Lines,
    vocabulary: Vocabulary,
    max_unchanged_words: int,
    memory_limit: int,
    *,
    called: str,
    n_before: int = 0,
    cancel: NDArray[np.int32] | None = None,
) -> tuple[TokenTable, NDArray[np.int32], Integers]:
    """Return the tokens of a text, its edits, and where those of each sentence begin.

    Args:
        source: tokens of its sources.
        column: the text.
        vocabulary: of the sources; new tokens enter it.
        max_unchanged_words: most unchanged words inside an edit.
        memory_limit: bytes of scratch memory.
        called: what messages call the text.
        n_before: sentences of the corpus before them, for messages.
        cancel: as of `edits_of_columns`.

    Raises:
        FormatError: a sentence needs more memory.
    """
    tokens = words(column, vocabulary)
    stopped, edits, offsets = align_ids(
        source.ids,
        source.offsets,
        tokens.ids,
        tokens.offsets,
        max_unchanged_words=max_unchanged_words,
        memory_limit=memory_limit,
        cancel=cancel,
    )
    if stopped >= 0:
        sizes = f"{len(source[stopped])} and {len(tokens[stopped])} tokens"
        reason = f"source and {called} of {sizes} need more memory than {memory_limit >> 20} MiB"
        raise FormatError(column.name, n_before + stopped + 1, reason)
    return tokens, edits, offsets


SENTENCES = 1024  # that are read at once, the most

MISSING, UNNECESSARY, REPLACEMENT = "M", "U", "R"  # error types of edits that are made here

Texts = Source | Lines | Iterable[str]


def write_m2(gold: Gold, groups: Iterable[Sequence[int]] | None = None) -> Iterator[str]:
    r"""Yield the text of an M2 file, a block for each sentence.

    The tokens of a source are joined by single spaces. `Gold.parse` of the text gives the same gold
    (the same fingerprint and annotators).

    Args:
        gold: What is written.
        groups: Sentences that become one block each, such as a paragraph; an annotator of some of
            them has no edits in the others. None: each is a block of its own.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|| |||||||||0\n\nS d\nA -1 -1|||noop||||||||||||0")
    >>> print("".join(write_m2(gold)), end="")
    S a b
    A 0 1|||R|||c||-NONE-|||REQUIRED|||-NONE-|||0
    <BLANKLINE>
    S d
    A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
    <BLANKLINE>
    """
    table = gold.edits
    known = set(gold.annotators)
    rows = table.row_offsets.tolist()
    offsets = table.edit_offsets.tolist()
    start, end, kind = table.start.tolist(), table.end.tolist(), table.kind.tolist()
    for group in ((n,) for n in range(len(gold))) if groups is None else groups:
        tokens: list[str] = []
        lines: dict[int, list[str]] = {}  # of each annotator
        for sentence in group:
            for row in range(rows[sentence], rows[sentence + 1]):
                annotator = int(table.annotator[row])
                lines.setdefault(annotator, []).extend(
                    edit_line(
                        len(tokens) + start[edit],
                        len(tokens) + end[edit],
                        table.kind_names[kind[edit]],
                        gold.corrections(edit),
                        annotator,
                        is_optional=bool(table.optional[edit]),
                    )
                    for edit in range(offsets[row], offsets[row + 1])
                )
            tokens += gold.sources[sentence].split()
        # A sentence without any line has a row for annotator 0, who may not exist elsewhere.
        texts = ("".join(lines[k]) or noop_line(k) for k in lines if lines[k] or k in known)
        yield f"{source_line(tokens)}{''.join(texts)}\n"


def align(
    source: Texts,
    references: Sequence[Texts],
    *,
    max_unchanged_words: int = 0,
    memory_limit: int | None = None,
) -> Gold:
    """Make a gold standard of sentences and their corrections: reference k becomes annotator k.

    Each pair is aligned word by word, with the fewest changed words (inserted, deleted, replaced);
    among such alignments with the most unchanged words, then with the fewest runs of changes, then
    with changes as late as possible. Adjacent changes are one edit; runs of changes become one edit
    while at most `max_unchanged_words` unchanged words are inside it, from left to right. Types are
    "M" (an insertion), "U" (a deletion), "R" (a replacement). Applying the edits gives the tokens
    of the reference.

    Args:
        source: A path, or sentences in memory.
        references: Of the same number of sentences each.
        max_unchanged_words: The most unchanged words inside an edit.
        memory_limit: Bytes of scratch memory for one sentence (None: half of what there is).

    Raises:
        FormatError: For files that do not fit, for a correction that M2 cannot hold, or for a
            sentence that needs more memory than the limit.
        ValueError: For parameters out of range.

    >>> gold = align(["The cat sat at mat"], [["The cat sat on the mat"], ["A cat sat at mat"]])
    >>> print("".join(write_m2(gold)), end="")
    S The cat sat at mat
    A 3 4|||R|||on the|||REQUIRED|||-NONE-|||0
    A 0 1|||R|||A|||REQUIRED|||-NONE-|||1
    <BLANKLINE>
    """
    if not isinstance(source, str | os.PathLike):
        source = read_lines(source, "source")
    name = source.name if isinstance(source, Lines) else os.fspath(source)
    parts = aligned_m2(
        source, references, max_unchanged_words=max_unchanged_words, memory_limit=memory_limit
    )
    return Gold.parse("".join(parts), name)


def aligned_m2(
    source: Texts,
    references: Sequence[Texts],
    *,
    max_unchanged_words: int = 0,
    memory_limit: int | None = None,
    watch: Callable[[Block], None] | None = None,
) -> Iterator[str]:
    """Yield the text of `align`, some sentences at a time; `watch` is called with each part."""
    max_unchanged_words = whole_number(max_unchanged_words, "max_unchanged_words", 0, 0x3FFFFFFF)
    limit = available_memory()
    if memory_limit is not None:
        limit = whole_number(memory_limit, "memory_limit", 0)
    if not references:
        raise ValueError("no reference, expected at least 1")
    names = ["source", *(f"reference {k}" for k in range(len(references)))]
    noops = [noop_line(annotator) for annotator in range(len(references))]
    for block in read_blocks(stream_columns([source, *references], names), SENTENCES, watch=watch):
        sources, *columns = block.columns
        vocabulary = Vocabulary()
        source_tokens = words(sources, vocabulary)
        aligned = []
        for column in columns:
            _, edits, offsets = align_column(
                *(source_tokens, column, vocabulary, max_unchanged_words, limit),
                called="reference",
                n_before=block.first,
            )
            aligned.append((edits.tolist(), offsets.tolist()))
        lines = []
        for number in range(len(sources)):
            lines.append(source_line(sources[number].split()))
            for annotator, (edits, offsets) in enumerate(aligned):
                mine = edits[offsets[number] : offsets[number + 1]]
                if mine:
                    lines += _lines_of(mine, columns[annotator], number, annotator, block.first)
                else:
                    lines.append(noops[annotator])
            lines.append("\n")
        yield "".join(lines)


def _lines_of(
    edits: Sequence[Sequence[int]], column: Lines, sentence: int, annotator: int, n_before: int
) -> list[str]:
    """Return the lines of one reference for one sentence."""
    lines = []
    target = column[sentence].split()
    for start, end, first, last in edits:
        correction = " ".join(target[first:last])
        require_correction(correction, column.name, n_before + sentence + 1)
        kind = MISSING if start == end else REPLACEMENT if correction else UNNECESSARY
        lines.append(edit_line(start, end, kind, (correction,), annotator))
    return lines


def require_correction(correction: str, name: str, line: int) -> None:
    """Raise FormatError, naming file and line, for a correction that M2 cannot hold."""
    if correction == NOTHING or BETWEEN in correction:
        reason = (
            f"correction {shown(correction)}: expected one that M2 can hold: "
            f"not '{NOTHING}' alone, no '{BETWEEN}'"
        )
        raise FormatError(name, line, reason)


def source_line(tokens: Sequence[str]) -> str:
    """Return the line of a source."""
    return f"S {' '.join(tokens)}\n"


def noop_line(annotator: int) -> str:
    """Return the line of an annotator who made no edit."""
    return edit_line(-1, -1, NOOP, [""], annotator, nothing=NOTHING)


def edit_line(
    start: int,
    end: int,
    kind: str,
    corrections: Sequence[str],
    annotator: int,
    *,
    nothing: str = "",
    is_optional: bool = False,
) -> str:
    """Return the line of an edit; `nothing` stands for an empty correction that is alone."""
    if len(corrections) == 1:
        text = _fenced(corrections[0]) or nothing
    else:
        text = BETWEEN.join(_fenced(correction) or NOTHING for correction in corrections)
    need = "OPTIONAL" if is_optional else "REQUIRED"
    return f"A {start} {end}|||{kind}|||{text}|||{need}|||{NOTHING}|||{annotator}\n"


def _fenced(text: str) -> str:
    """Keep bars at the ends of a text apart from those that separate."""
    if "|" not in text:
        return text
    return f"{' ' if text.startswith('|') else ''}{text}{' ' if text.endswith('|') else ''}"
