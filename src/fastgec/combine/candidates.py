"""A source and its candidates, read in step: a column for each candidate, or samples in a row.

Samples stand in one column, those of the first source first, the same number for each source.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from fastgec.arrays import sealed
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.diagnostics.swapped import explaining
from fastgec.kernels.tokens import plain_text
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Cancel, count_threads, map_ordered
from fastgec.metrics.texts import References, oriented
from fastgec.parameters import whole_number
from fastgec.read.arguments import require_paths
from fastgec.read.blocks import Column, LineStream, read_blocks, stream_columns
from fastgec.read.cuts import BYTES
from fastgec.read.errors import FormatError, counted, visible
from fastgec.read.lines import Lines, in_characters
from fastgec.read.pieces import out_of_memory_in
from fastgec.texts.retokenize import Projection

SENTENCES = 512  # of a block, the most
LINES = 8192  # of all candidates of a block, or so
FEWEST = 16  # sentences of a block, however many candidates there are

Result = TypeVar("Result")


class Text(NamedTuple):
    """The same sentences of source and candidates.

    first       number of sentences of the corpus before them
    source      Lines
    candidates  Lines of each candidate
    """

    first: int
    source: Lines
    candidates: tuple[Lines, ...]


def given_columns(
    sources: Column, candidates: Sequence[Any] | References
) -> tuple[Column, Sequence[Column]]:
    """Return sources and a column for each candidate, of what callers of Python give.

    Args:
        sources: a path or sentences in memory.
        candidates: for each candidate a path or its sentences; or for each source its candidates,
            equally many; or `References`, which say which of both they are.

    Raises:
        FormatError: a string that is no path.
        TypeError: a string in place of candidates.
        ValueError: lists of which it is not plain what they are.

    Example:
        >>> given_columns(["a b", "c d", "e f"], [["a", "b"], ["c", "d"], ["e", "f"]])[1]
        [['a', 'c', 'e'], ['b', 'd', 'f']]
    """
    if isinstance(candidates, References):
        return candidates.source, candidates.columns
    if isinstance(candidates, str):
        raise TypeError(f"candidates is a string ({candidates!r}), expected a list of them")
    columns = list(candidates)
    require_paths([sources, *columns], None)
    try:
        return oriented(sources, columns)
    except FormatError:
        raise
    except ValueError as error:
        reason = str(error).replace("references:", "candidates:", 1)
        raise ValueError(reason.replace("each reference", "each candidate")) from None


@dataclass(frozen=True)
class Candidates:
    """Sources with their candidates: where they are, and how they are read.

    source      a path or sentences in memory
    columns     a path or sentences for each candidate; with samples one
    samples     how many samples the column has of each source (None: a column is a candidate)
    jobs        threads (None: all cores)
    projection  cuts raw candidates into tokens as the source is cut, if that is wanted
    diagnostics       looks at candidates beside their source
    progress    called with the number of sentences done
    keep        called with each block of texts, in tokens: source, then candidates, as bytes of
                lines with their ends
    unit        "word", or "char": source and candidates are cut into characters
    """

    source: Column
    columns: Sequence[Column]
    samples: int | None = None
    jobs: int | None = 1
    projection: Projection | None = None
    diagnostics: Diagnostics | None = None
    progress: Callable[[int], None] | None = None
    keep: Callable[[list[bytes]], None] | None = None
    unit: str = "word"

    def __post_init__(self) -> None:
        columns = list(self.columns)
        object.__setattr__(self, "columns", columns)
        if self.samples is not None:
            object.__setattr__(self, "samples", whole_number(self.samples, "samples", 1))
        if self.samples is not None and len(columns) != 1:
            raise ValueError(f"{len(columns)} columns of samples, expected one")
        if not columns:
            raise ValueError("no candidates, expected at least 1")

    @property
    def n_candidates(self) -> int:
        """How many candidates each source has."""
        return self.samples or len(self.columns)

    def blocks(self, work: Callable[[Text, Cancel, int], Result]) -> Generator[Result]:
        """Read, work on blocks of sentences on threads, and yield the results in order.

        Args:
            work: what is done with a text; it gets the flag to look at, and bytes of memory.

        Raises:
            FormatError: files that do not fit, or a sentence that needs more memory.
        """
        limit = available_memory() // count_threads(self.jobs)
        diagnostics, projection = self.diagnostics, self.projection
        n_done = 0

        def done(text: Text, cancel: Cancel) -> tuple[int, Result, Any, Any, list[bytes]]:
            changes: Any = None
            if self.unit == "char":
                made = tuple(map(in_characters, text.candidates))
                text = text._replace(source=in_characters(text.source), candidates=made)
            if projection is not None:
                made, changes = projection.project(
                    text.source, text.candidates, n_before=text.first, cancel=cancel, limit=limit
                )
                text = text._replace(candidates=made)
            look = diagnostics and diagnostics.look(text.first, text.source, text.candidates)
            texts = [] if self.keep is None else [*map(_plain, (text.source, *text.candidates))]
            with out_of_memory_in(text.source.name, text.first, len(text.source)):
                return len(text.source), work(text, cancel, limit), changes, look, texts

        with (
            explaining(None, [self.source, *self.columns]),
            closing(self._texts()) as texts,
            # A sentence may take longer than a user waits for an answer to Ctrl-C.
            closing(map_ordered(done, texts, jobs=self.jobs, is_long=True)) as results,
        ):
            for size, result, changes, look, kept in results:
                if projection is not None:
                    projection.add(changes)
                if diagnostics is not None:
                    diagnostics.add(look)
                if self.keep is not None:
                    self.keep(kept)
                yield result
                n_done += size
                if self.progress:
                    self.progress(n_done)

    def _texts(self) -> Generator[Text]:
        size = max(FEWEST, min(SENTENCES, LINES // self.n_candidates))
        names = ["source", *(f"candidates[{k}]" for k in range(len(self.columns)))]
        streams = stream_columns([self.source, *self.columns], names)
        if self.projection is not None:
            self.projection.learn(streams[0].peek(), streams[0].name)
        if self.samples is not None:
            return _sampled(streams[0], streams[1], self.samples, size)
        return _parallel(streams, size)


def _plain(lines: Lines) -> bytes:
    """Return lines as bytes, each with its end, their tokens joined by single spaces."""
    return plain_text(lines.data, lines.starts, lines.ends, True).tobytes()


def _parallel(streams: Sequence[LineStream], size: int) -> Generator[Text]:
    with closing(read_blocks(streams, size)) as blocks:
        for block in blocks:
            source, *candidates = block.columns
            yield Text(block.first, source, tuple(candidates))


def _sampled(source: LineStream, lines: LineStream, samples: int, size: int) -> Generator[Text]:
    """Yield sentences with their samples.

    Raises:
        FormatError: not so many samples for each sentence, or no sentence.
    """
    first = 0
    try:
        while True:
            sentences = source.take(size, BYTES)
            n = len(sentences)
            found = lines.take(n * samples or 1)
            if len(found) != n * samples:
                wanted, length = source.length(), lines.length()
                reason = (
                    f"{counted(length, 'line')}, expected {samples} for each of "
                    f"{counted(wanted, 'sentence')} in {visible(source.name)}"
                )
                raise FormatError(lines.name, None, reason)
            if n == 0:
                if first == 0:
                    raise FormatError(source.name, None, "no sentence, expected at least 1")
                return
            yield Text(first, sentences, tuple(apart(found, samples)))
            first += n
    finally:
        for stream in (source, lines):
            stream.close()


def apart(lines: Lines, samples: int) -> Iterable[Lines]:
    """Yield the first sample of each source, then the second, and so on.

    Example:
        >>> [column[1] for column in apart(Lines.of(["a", "b", "c", "d"]), 2)]
        ['c', 'd']
    """
    for number in range(samples):
        yield Lines(
            lines.data,
            sealed(lines.starts[number::samples].copy()),
            sealed(lines.ends[number::samples].copy()),
            f"{lines.name} (sample {number + 1})",
        )
