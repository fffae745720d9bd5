"""What was seen of each system, block by block, in memory that does not grow.

`Guard.look` is called on whichever thread has a block, `Guard.add` in the order of the corpus. In a
large corpus a part of each block is looked at (`thresholds.part`): sentences in a row, which are
read faster than as many here and there. A block is looked at whole where one of them fits the
source of another line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from fastgec.corpus.lines import Lines
from fastgec.guard import look as kernel
from fastgec.guard.benchmarks import N_SOURCES, beginning
from fastgec.guard.repeats import Content, contents_of
from fastgec.guard.shifts import Run, Shifts, runs_of
from fastgec.guard.signs import (
    Corrected,
    Flagged,
    corrected_of,
    flagged_lines,
    without_corrections,
)
from fastgec.guard.thresholds import MOST_BYTES
from fastgec.guard.thresholds import part as sampled

MOST_EXAMPLES = 4  # kept of each kind
FITS_OWN = 40  # per cent of its n-grams that a sentence shares with its own source
SHOWN = (
    kernel.GLUED,
    kernel.SPLIT,
    kernel.LOWERED,
    kernel.EMPTY,
    kernel.MARKUP,
    kernel.UNLIKE,
    kernel.CUT,
    kernel.FRAMED,
    kernel.RAISED,
    kernel.ALIEN,
    kernel.BRACKETED,
    kernel.SHORTENED,
    kernel.RUNAWAY,
    kernel.CAPITALISED,
    kernel.UNSPLIT,
)


class Equal(NamedTuple):
    """In how many sentences texts are equal.

    names         of the source, of references and outputs; none without references
    n_references  of them
    pairs         the numbers of `equal.add_equal`
    """

    names: tuple[str, ...] = ()
    n_references: int = 0
    pairs: Sequence[int] = ()

    def plus(self, other: Equal) -> Equal:
        """Return the numbers of both, of the same texts."""
        if not self.names:
            return other
        sums = [a + b for a, b in zip(self.pairs, other.pairs, strict=True)]
        return self._replace(pairs=sums)


class Example(NamedTuple):
    """A sentence that was noted: its number from 0, its source and the output."""

    sentence: int
    source: str
    output: str


class Seen(NamedTuple):
    """What was seen of a system in a block.

    name      of the system
    size      how many sentences the block has
    n_looks   how many sentences were looked at
    n_flags   how many have each flag of `look`, the lowest bit first
    n_votes   how many fit the source of another line
    runs      of votes, if there are any
    examples  of each flag
    """

    name: str
    size: int
    n_looks: int
    n_flags: list[int]
    n_votes: int
    runs: list[Run]
    examples: Mapping[int, list[Example]]


class Look(NamedTuple):
    """What was seen in a block.

    size     how many sentences it has
    n_edits  of gold, where there is any
    begins   a hash of the first sources, of the first block
    systems  what was seen of each; none where they are edits
    equal    sentences in which source, references and outputs are equal
    contents  of the outputs, where there are several
    references  what was seen of each
    """

    size: int
    n_edits: int
    begins: int | None
    systems: list[Seen]
    equal: Equal = Equal()
    contents: Sequence[Content] = ()
    references: Sequence[Seen] = ()


class Watched:
    """What was seen of a system so far."""

    def __init__(self) -> None:
        self.name = ""
        self.size = 0
        self.n_looks = 0
        self.n_votes = 0
        self.shifts = Shifts()
        self.examples: dict[int, list[Example]] = {flag: [] for flag in SHOWN}
        self.n_flags = [0] * max(SHOWN).bit_length()

    def n(self, flag: int) -> int:
        """Return how many sentences have a flag."""
        return self.n_flags[flag.bit_length() - 1]

    def add(self, seen: Seen) -> None:
        """Add a block."""
        self.name = seen.name
        self.size += seen.size
        self.n_looks += seen.n_looks
        self.n_votes += seen.n_votes
        self.n_flags = [a + b for a, b in zip(self.n_flags, seen.n_flags, strict=True)]
        if seen.runs:
            self.shifts.add(seen.runs)
        else:
            self.shifts.add_own(seen.n_flags[0])
        for flag, examples in seen.examples.items():
            kept = self.examples[flag]
            kept += examples[: MOST_EXAMPLES - len(kept)]


class Guard:
    """Looks at systems while they are counted.

    sentences  how many went by
    n_edits    of gold, where there is any
    begins     a hash of the first sources
    systems    what was seen of each
    references  the same, where they are texts
    equal      sentences in which source, references and outputs are equal
    contents   of the outputs, where there are several
    remarks    lines of what the reader found himself

    Example:
        >>> sources = Lines.of(["I like cats , dogs and birds ."] * 30)
        >>> guard = Guard(1)
        >>> guard.add(guard.look(0, sources, [Lines.of(["I like cats, dogs and birds."] * 30)]))
        >>> guard.sentences, guard.systems[0].n(kernel.GLUED)
        (30, 30)
    """

    def __init__(self, n_systems: int) -> None:
        self.sentences = 0
        self.n_edits = 0
        self.begins: int | None = None
        self.equal = Equal()
        self.contents: list[Content] = []
        self.remarks: list[str] = []
        self.systems = [Watched() for _ in range(n_systems)]
        self.references: list[Watched] = []

    def look(
        self,
        first: int,
        sources: Lines,
        systems: Sequence[Lines],
        n_edits: int = 0,
        references: Sequence[Lines] | None = None,
        corrected: Corrected | None = None,
    ) -> Look:
        """Look at the same sentences of sources and systems; on any thread.

        Args:
            first: number of sentences of the corpus before them.
            sources: what was corrected.
            systems: outputs.
            n_edits: of the gold for them.
            references: texts that systems are compared with; None where copies among texts, and
                names, say nothing.
            corrected: makes texts of annotators; None: these are the references, if any.
        """
        begins = None
        if first == 0:
            n = min(N_SOURCES, len(sources))
            begins = beginning(_beginning_of(sources, s) for s in range(n))
        texts = references or ()
        flagged = [
            *(flagged_lines(first, sources, lines) for lines in systems),
            *(flagged_lines(first, sources, lines, is_reference=True) for lines in texts),
        ]
        if corrected is None and texts:
            corrected = corrected_of(texts)
        if corrected is not None:
            flagged[: len(systems)] = without_corrections(
                flagged[: len(systems)], sources, corrected
            )
        known = [*self.systems, *(self.references or [Watched() for _ in texts])]
        seen = [
            self._seen(watched, first, sources, lines, found)
            for watched, lines, found in zip(known, (*systems, *texts), flagged, strict=True)
        ]
        equal = Equal()
        if references is not None:
            equal = _equal(first, sources, references, systems)
        contents = contents_of(sources, systems) if len(systems) > 1 else ()
        of_systems, of_references = seen[: len(systems)], seen[len(systems) :]
        return Look(len(sources), n_edits, begins, of_systems, equal, contents, of_references)

    def add(self, look: Look) -> None:
        """Add what was seen in the next block."""
        self.sentences += look.size
        self.n_edits += look.n_edits
        if look.begins is not None:
            self.begins = look.begins
        self.equal = self.equal.plus(look.equal)
        before = self.contents or [Content() for _ in look.contents]
        self.contents = [a.then(b) for a, b in zip(before, look.contents, strict=True)]
        if not self.references:
            self.references = [Watched() for _ in look.references]
        pairs = [*zip(self.references, look.references, strict=True)]
        if look.systems:  # of edits none is looked at
            pairs += zip(self.systems, look.systems, strict=True)
        for watched, seen in pairs:
            watched.add(seen)

    def _seen(
        self, known: Watched, first: int, sources: Lines, lines: Lines, found: Flagged
    ) -> Seen:
        a, flags, n_flags = found.begin, found.flags, found.n_flags
        runs = []
        if found.votes is not None:
            is_own = (flags & kernel.JUDGED != 0) & (found.likeness >= FITS_OWN)
            runs = runs_of(found.votes, is_own, first)
        examples = {}
        for flag in SHOWN:
            # Earlier blocks may add some meanwhile: then these are not needed, and left out.
            wanted = MOST_EXAMPLES - len(known.examples[flag])
            if wanted > 0 and n_flags[flag.bit_length() - 1]:
                sentences = (a + np.flatnonzero(flags & flag)[:wanted]).tolist()
                examples[flag] = [
                    Example(first + s, _beginning_of(sources, s), _beginning_of(lines, s))
                    for s in sentences
                ]
        size = len(lines), len(flags)
        return Seen(lines.name, *size, n_flags, found.n_votes, runs, examples)


def _equal(
    first: int, sources: Lines, references: Sequence[Lines], systems: Sequence[Lines]
) -> Equal:
    """Count the sentences in which texts are equal, of the part of a block that is looked at."""
    texts = [sources, *references, *systems]
    columns = [(text.data, text.starts, text.ends) for text in texts]
    n_references = len(references)
    pairs = kernel.count_equal(columns, n_references, *sampled(first, len(sources)))
    return Equal(tuple(text.name for text in texts), n_references, pairs)


def _beginning_of(lines: Lines, sentence: int) -> str:
    start, end = int(lines.starts[sentence]), int(lines.ends[sentence])
    return str(lines.data[start : min(end, start + MOST_BYTES)], "utf-8", "ignore")
