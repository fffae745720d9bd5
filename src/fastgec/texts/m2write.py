r"""Writing M2: a gold standard as text, and texts with their corrections as a gold standard.

What is written is read back as the same gold. A deletion has an empty correction; beside other
alternatives it is "-NONE-". An annotator without edits has a noop line. M2 has no way to write a
correction that is "-NONE-" or has "||" in it; one that begins or ends with a bar gets a space
there, which readers strip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fastgec.machine.memory import available_memory
from fastgec.parameters import whole_number
from fastgec.read.errors import FormatError
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines, read_lines, require_equal_counts
from fastgec.read.m2lines import BARS, BETWEEN, NOOP, NOTHING, shown
from fastgec.read.pieces import Source
from fastgec.read.tables import Vocabulary, words
from fastgec.texts.columns import align_column

MISSING, UNNECESSARY, REPLACEMENT = "M", "U", "R"  # error types of edits that are made here

Texts = Source | Lines | Iterable[str]


def write_m2(gold: Gold) -> Iterator[str]:
    r"""Yield the text of an M2 file, a block for each sentence.

    The tokens of a source are joined by single spaces. `Gold.parse` of the text gives the same gold
    (the same fingerprint and annotators).

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
    rows = table.row_offsets.tolist()
    offsets = table.edit_offsets.tolist()
    start, end, kind = table.start.tolist(), table.end.tolist(), table.kind.tolist()
    for sentence in range(len(gold)):
        lines = [source_line(gold.sources[sentence].split())]
        for row in range(rows[sentence], rows[sentence + 1]):
            annotator = int(table.annotator[row])
            edits = range(offsets[row], offsets[row + 1])
            lines += [
                edit_line(
                    start[edit],
                    end[edit],
                    table.kind_names[kind[edit]],
                    gold.corrections(edit),
                    annotator,
                    is_optional=bool(table.optional[edit]),
                )
                for edit in edits
            ]
            # A sentence without any line has a row for annotator 0, who may not exist elsewhere.
            if not edits and annotator in gold.annotators:
                lines.append(edit_line(-1, -1, NOOP, [""], annotator, nothing=NOTHING))
        yield "".join(lines) + "\n"


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
    max_unchanged_words = whole_number(max_unchanged_words, "max_unchanged_words", 0, 0x3FFFFFFF)
    limit = available_memory()
    if memory_limit is not None:
        limit = whole_number(memory_limit, "memory_limit", 0)
    if not references:
        raise ValueError("no reference, expected at least 1")
    sources = read_lines(source, "source")
    columns = [read_lines(texts, f"reference {k}") for k, texts in enumerate(references)]
    for column in columns:
        require_equal_counts(column, sources)
    if len(sources) == 0:
        raise FormatError(sources.name, None, "no sentence, expected at least 1")
    vocabulary = Vocabulary()
    source_tokens = words(sources, vocabulary)
    aligned = []
    for column in columns:
        _, edits, offsets = align_column(
            source_tokens, column, vocabulary, max_unchanged_words, limit, called="reference"
        )
        aligned.append((edits.tolist(), offsets.tolist()))
    blocks = []
    for sentence in range(len(sources)):
        lines = [source_line(sources[sentence].split())]
        for annotator, (column, (edits, offsets)) in enumerate(zip(columns, aligned, strict=True)):
            mine = edits[offsets[sentence] : offsets[sentence + 1]]
            lines += _lines_of(mine, column, sentence, annotator)
        blocks.append("".join(lines) + "\n")
    return Gold.parse("".join(blocks), sources.name)


def _lines_of(
    edits: Sequence[Sequence[int]], column: Lines, sentence: int, annotator: int
) -> Iterator[str]:
    """Yield the lines of one reference for one sentence."""
    if not edits:
        yield edit_line(-1, -1, NOOP, [""], annotator, nothing=NOTHING)
        return
    target = column[sentence].split()
    for start, end, first, last in edits:
        correction = " ".join(target[first:last])
        require_correction(correction, column.name, sentence + 1)
        kind = MISSING if start == end else REPLACEMENT if correction else UNNECESSARY
        yield edit_line(start, end, kind, [correction], annotator)


def require_correction(correction: str, name: str, line: int) -> None:
    """Raise FormatError, naming file and line, for a correction that M2 cannot hold."""
    if correction == NOTHING or BETWEEN in correction:
        reason = (
            f"correction {shown(correction)} found, expected one that M2 can hold: "
            f"not '{NOTHING}' alone, no '{BETWEEN}'"
        )
        raise FormatError(name, line, reason)


def source_line(tokens: Sequence[str]) -> str:
    """Return the line of a source."""
    return f"S {' '.join(tokens)}\n"


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
    if len(corrections) > 1:
        nothing = NOTHING
    text = BETWEEN.join(_fenced(correction) or nothing for correction in corrections)
    need = "OPTIONAL" if is_optional else "REQUIRED"
    fields = (f"A {start} {end}", kind, text, need, NOTHING, str(annotator))
    return BARS.join(fields) + "\n"


def _fenced(text: str) -> str:
    """Keep bars at the ends of a text apart from those that separate."""
    return f"{' ' if text.startswith('|') else ''}{text}{' ' if text.endswith('|') else ''}"
