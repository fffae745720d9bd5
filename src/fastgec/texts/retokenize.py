"""Raw output in the tokens of its source: projection, without a tokenizer of our own.

Characters of source and output are paired, without white space (`pairing`), and the output is cut
where the source is (`projection`); text that the source does not have is cut as the tokens of the
source's corpus are (`spacing`). Nothing but white space changes, and where the output has the
characters of its source, it gets the tokens of its source, in any language.

    text --Spacing--> marks, tokens        once, of the first sentences of the source
    source, output --project--> output    of each sentence alone

A projection is shared by threads once it has learned.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass

import numpy as np

from fastgec.arrays import sealed
from fastgec.diagnostics import tell
from fastgec.diagnostics.inputs import Diagnostics, Look, input_warnings
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Cancel, map_ordered
from fastgec.read.arguments import require_column
from fastgec.read.blocks import Column, LineStream, read_blocks, stream_columns
from fastgec.read.errors import FormatError
from fastgec.read.gold import Gold, parse_block
from fastgec.read.lines import (
    Lines,
    are_characters,
    characters,
    in_characters,
    is_m2,
    read_lines,
)
from fastgec.read.linescan import split_lines
from fastgec.read.m2stream import M2Stream, read_gold_blocks
from fastgec.read.pieces import ByteReader, require_utf8
from fastgec.texts.clean import Removed, clean_lines, read_texts
from fastgec.texts.habits import Spacing
from fastgec.texts.lines import align_lines
from fastgec.texts.projection import project

SENTENCES = 1024  # of a block
FEWEST_TOKENS = 50  # of a source that can be told to be split into characters
IDEOGRAPHS = re.compile("[\u3041-\u9fff]")  # and kana


@dataclass(frozen=True, slots=True)
class Changes:
    """Numbers of a projection: changes to a column of output.

    lines    how many there were
    changed  lines in which words were cut
    words    words that were cut
    tokens   tokens that they became
    uneven   lines with a stretch too large to be aligned with the source: it is cut by habit alone

    >>> Changes(2, 1, 1, 2, 0) + Changes(1, 0, 0, 0, 0)
    Changes(lines=3, changed=1, words=1, tokens=2, uneven=0)
    """

    lines: int = 0
    changed: int = 0
    words: int = 0
    tokens: int = 0
    uneven: int = 0

    def __add__(self, other: Changes) -> Changes:
        return Changes(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        text = f"{self.changed} of {self.lines} lines changed: {self.words} words became "
        text += f"{self.tokens} tokens"
        if self.uneven:
            text += f"; {self.uneven} lines are in part too different to be aligned"
        return text


class Projection:
    """The tokens of a source for the raw output of some systems, block by block.

    changes  for each system what was done to it so far

    >>> projection = Projection()
    >>> source, output = Lines.of(["I did n't , Ann ."]), Lines.of(["I didn't, Anna."])
    >>> projection.learn([source[0]])
    >>> [lines], changes = projection.project(source, [output])
    >>> lines[0], changes[0].words, changes[0].tokens
    ("I did n't , Anna .", 2, 5)
    """

    def __init__(self, unit: str = "word") -> None:
        """Take the unit: "char" cuts all output into characters, "word" where the source is so."""
        self._is_char = unit == "char"
        self._spacing: Spacing | None = None
        self.changes: list[Changes] = []

    def learn(self, sentences: Iterable[str], name: str = "source") -> None:
        """Learn how the source is tokenized, of its first sentences.

        Where its tokens are characters of a script without spaces, so are all of the output.
        """
        sentences = list(sentences)
        tokens = [token for sentence in sentences for token in sentence.split()]
        is_known = len(tokens) >= FEWEST_TOKENS
        if is_known and are_characters(tokens) and any(map(IDEOGRAPHS.match, tokens)):
            self._is_char = True
        self._spacing = Spacing(sentences)

    def project(
        self,
        source: Lines,
        outputs: Sequence[Lines],
        *,
        n_before: int = 0,
        cancel: Cancel | None = None,
        limit: int | None = None,
    ) -> tuple[tuple[Lines, ...], list[Changes]]:
        """Return the output of each system in tokens, and what was done to it.

        Args:
            source: the sentences, tokenized.
            outputs: for each system its lines for these sentences.
            n_before: sentences of the corpus before them, for messages.
            cancel: int32[1], 0 until work must stop.
            limit: bytes of scratch memory (None: half of what there is).

        Raises:
            FormatError: a line needs more memory.
            ValueError: unequal numbers of lines, or nothing was learned.
        """
        if self._spacing is None:
            raise ValueError("nothing was learned: learn() comes first")
        cancel = np.zeros(1, np.int32) if cancel is None else cancel
        limit = available_memory() if limit is None else limit
        if self._is_char:
            pairs = [_in_characters(one) for one in outputs]
        else:
            each = (self._spacing, n_before, cancel, limit)
            pairs = [_project(source, one, *each) for one in outputs]
        return tuple(lines for lines, _ in pairs), [changes for _, changes in pairs]

    def add(self, changes: Sequence[Changes]) -> None:
        """Add what was done to the next block of each system."""
        self.changes = [
            one + other
            for one, other in zip(self.changes or [Changes()] * len(changes), changes, strict=True)
        ]


def _in_characters(output: Lines) -> tuple[Lines, Changes]:
    cut = in_characters(output)
    n_changed = n_words = n_tokens = 0
    for line in range(len(output)):
        words = [word for word in output[line].split() if not are_characters([word])]
        n_changed += bool(words)
        n_words += len(words)
        n_tokens += sum(len(characters(word).split()) for word in words)
    return cut, Changes(len(cut), n_changed, n_words, n_tokens)


def _project(
    source: Lines, output: Lines, spacing: Spacing, n_before: int, cancel: Cancel, limit: int
) -> tuple[Lines, Changes]:
    stopped, text, ends, found = project(
        source.data,
        source.starts,
        source.ends,
        output.data,
        output.starts,
        output.ends,
        spacing.marks(source.data, output.data),
        spacing.whole,
        spacing.affixes,
        spacing.pairs,
        memory_limit=limit,
        cancel=cancel,
    )
    if stopped >= 0:
        size = output.ends[stopped] - output.starts[stopped]
        reason = f"{size} bytes need more than {limit / 1e9:.1f} GB of memory"
        raise FormatError(output.name, n_before + stopped + 1, reason)
    starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]]) if len(ends) else ends
    words, tokens, uneven = found.sum(axis=0).tolist()
    changed = int(np.count_nonzero(found[:, 0]))
    lines = Lines(text.tobytes(), sealed(starts), sealed(ends), output.name)
    return lines, Changes(len(lines), changed, words, tokens, uneven)


def retokenize(
    output: Column, like: Column | Gold, *, clean: bool = False, align: bool = False
) -> list[str]:
    r"""Raw output in the tokens of its source.

    Args:
        output: a path or sentences in memory, one for each of the source.
        like: the source, tokenized: a path (of text, or of M2), sentences in memory, or a Gold.
        clean: whether what a language model wrote around its correction is removed first, by the
            rules of `texts.clean`.
        align: whether output has other lines than its source, and is cut into these first
            (`texts.lines`).

    Returns:
        A sentence for each of the source, its tokens joined by single spaces.

    Output that is probably of another source raises an `InputWarning`.

    Raises:
        FormatError: files that cannot be read, or unequal numbers of sentences.
        ValueError: both `clean` and `align`.

    Example:
        >>> retokenize(["It isn't true (yet)."], ["It is n't thrue ( yet ) ."])
        ["It is n't true ( yet ) ."]
        >>> retokenize(["今天天气很好。"], ["今天 天汽 很 好 。"])
        ['今天 天气 很 好 。']
        >>> retokenize(['Sure! Here is the corrected sentence: "It is."'], ["It are ."], clean=True)
        ['It is .']
    """
    require_column(output)
    require_column(like)
    if clean and align:
        raise ValueError("clean and align are mutually exclusive")
    if align:
        like = sources_of(like)
        output = Lines.of(align_lines(read_lines(output, "output"), like).lines, "output")
    diagnostics = Diagnostics(1)
    removed = Removed() if clean else None
    blocks = retokenized_blocks(output, like, Projection(), diagnostics, removed=removed)
    texts = [lines[number] for lines in blocks for number in range(len(lines))]
    tell(input_warnings(diagnostics))
    return texts


def retokenized_blocks(
    output: Column,
    like: Column | Gold,
    projection: Projection,
    diagnostics: Diagnostics,
    *,
    jobs: int | None = 1,
    removed: Removed | None = None,
) -> Generator[Lines]:
    """Yield output in the tokens of its source, some lines at a time; both are read in step.

    Args:
        output: raw output.
        like: its source, as of `retokenize`.
        projection: an empty one, which learns here and gets to know the changes.
        diagnostics: looks at the output in its tokens.
        jobs: threads.
        removed: where output is cleaned, gets to know what was removed.

    Raises:
        FormatError: as `retokenize`, or a line needs more memory than there is.
    """
    limit = available_memory() // max(1, jobs or 1)

    if removed is not None and isinstance(output, str | os.PathLike):
        output = read_texts(output)

    def work(
        block: tuple[int, Lines, Lines], cancel: Cancel
    ) -> tuple[Lines, list[Changes], Look, Removed | None]:
        first, source, raw = block
        done = None
        if removed is not None:
            raw, done = clean_lines(raw, source)
        (lines,), changes = projection.project(
            source, [raw], n_before=first, cancel=cancel, limit=limit
        )
        return lines, changes, diagnostics.look(first, source, [lines]), done

    with (
        closing(_read(output, like, projection)) as blocks,
        closing(map_ordered(work, blocks, jobs=jobs, is_long=True)) as projected,
    ):
        for lines, changes, look, done in projected:
            projection.add(changes)
            if removed is not None and done is not None:
                removed.add(done)
            diagnostics.add(look)
            yield lines


def sources_of(like: Column | Gold) -> Lines:
    """Return all sentences of a source: of text, of M2, or of what stands in memory.

    Raises:
        FormatError: A file that cannot be read.
    """
    if isinstance(like, Gold):
        return like.sources
    if not isinstance(like, str | os.PathLike):
        return read_lines(like, "source")
    with ByteReader(like) as file:
        has_edits = is_m2(file)
        data = file.read(-1)
    require_utf8(data, file.name)
    if has_edits:
        return parse_block(data, file.name).sources
    starts, ends = split_lines(data)
    return Lines(data, sealed(starts), sealed(ends), file.name)


def _read(
    output: Column, like: Column | Gold, projection: Projection
) -> Generator[tuple[int, Lines, Lines]]:
    """Yield how many sentences went before, source and output of some sentences."""
    file = ByteReader(like) if isinstance(like, str | os.PathLike) else None
    if isinstance(like, Gold) or (file is not None and is_m2(file)):
        gold = M2Stream(like if isinstance(like, Gold) else file or "", SENTENCES)
        projection.learn(gold.peek(), gold.name)
        with closing(read_gold_blocks(gold, [output], SENTENCES)) as gold_blocks:
            for part in gold_blocks:
                yield part.first, part.parse().sources, part.hypotheses[0]
        return
    source = LineStream(read_lines(like, "source") if file is None else file)
    projection.learn(source.peek(), source.name)
    [raw] = stream_columns([output], ["output"])
    with closing(read_blocks([source, raw], SENTENCES)) as blocks:
        for block in blocks:
            yield block.first, block.columns[0], block.columns[1]
