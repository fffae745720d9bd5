"""Input diagnostics of each system, collected batch by batch in memory that does not grow.

`Diagnostics.inspect` is called on whichever thread has a batch, `Diagnostics.add` in the order of
the corpus. In a large corpus a part of each batch is checked (`part`): sentences in a row, which
are read faster than as many here and there. The whole batch is checked if one of them fits
the source of another line.

**Signs.** The kernel is fast, and finds too much. The few sentences that have a sign are checked
again: a full stop that the source lacks is not text before or after it, and a sign that an
annotator's corrected text has as well is a correction, if gold or references are at hand.

**Runs** of sentences that fit the source of another line, joined over batches. A vote is the offset
of the source that a sentence fits; a sentence that fits its own has vote 0, and one that fits none
has no vote and is passed over. A run is a number of votes for the same offset in a row; a few
others may stand in it (`FEW`), since some sentences are alike.

**Equal outputs** under two names, found by a hash of all their lines. They count twice: in a vote,
in weights that depend on how many systems make an edit, in every table. White space at the end of
lines is compared, line ends are not.
"""

from __future__ import annotations

import json
import os
import re
import stat
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.diagnostics import (
    ALIEN,
    ALIGNED,
    CAPITALISED,
    EMPTY,
    FEWEST_CHANGED,
    FEWEST_SENTENCES,
    FRAMED,
    GLUED,
    GLUED_OF_FEW,
    LOWERED,
    MARKUP,
    MOST_BYTES,
    MOSTLY_UNLIKE,
    N_SOURCES,
    OF_CHECKED,
    OF_JUDGED,
    OF_REFERENCES,
    RAW,
    SHIFTED,
    SHIFTED_IN_A_ROW,
    SPLIT,
    UNLIKE,
    UNSPLIT,
    copies,
    exchanged,
)
from fastgec.diagnostics import flags as kernel
from fastgec.diagnostics import part as sampled
from fastgec.machine import shipped_rows
from fastgec.read import FormatError, counted, visible
from fastgec.read.files import ByteReader, file_and_field, file_of
from fastgec.read.lines import Lines

# Files in the wrong place: gold given as an output, text given as gold, or names that show it.
#
# Beginnings of files are read for this only after reading has failed.


ENOUGH = 1 << 16  # bytes
EDIT_LINE = re.compile(rb"^A -?\d+ -?\d+\|\|\|", re.MULTILINE)
SOURCE = re.compile(rb"^S(?:[ \r]|$)", re.MULTILINE)
FIRST_LINE = re.compile(rb"[SI](?:[ \r\n]|$)|A -?\d")  # of M2, or perhaps of a text


def misplaced(names: Sequence[str], n_references: int) -> Iterator[str]:
    """Yield a warning for each two files in each other's place, judged by their names."""
    for one, other in exchanged(names, n_references):
        said, place = _role(other, n_references), _role(one, n_references)
        yield (
            f"{visible(names[one])}, by its name {said}, is given as {place}, and "
            f"{visible(names[other])} as {said}: are they in each other's place?"
        )


def _role(text: int, n_references: int) -> str:
    if text > n_references:
        return "an output"
    return "a reference" if text else "the source"


@contextmanager
def explaining(gold: Any, texts: Sequence[Any]) -> Iterator[None]:
    """Context manager: errors of reading name files that look misplaced.

    Args:
        gold: a file that must be M2, or None.
        texts: files that must be text: outputs, a source, references.

    Raises:
        FormatError: the same, with a hint if there is one.
    """
    try:
        yield
    except FormatError as error:
        raise FormatError(
            error.path, error.line, error.reason + _hint(error, gold, texts)
        ) from None


@contextmanager
def explaining_edits(files: Sequence[Any]) -> Iterator[None]:
    """Context manager: errors of reading name a file that looks like text, where all must be M2.

    Raises:
        FormatError: the same, with a hint if there is one.
    """
    try:
        yield
    except FormatError as error:
        bad = (file for file in files if _is_about(error, file))
        text = next((file for file in bad if is_m2(file) is False), None)
        if text is None:
            raise
        cure = "fastgec errant parallel makes M2 of texts, fastgec errant score takes them"
        reason = f"{error.reason} ({_name(text)} is not M2: {cure})"
        raise FormatError(error.path, error.line, reason) from None


def _hint(error: FormatError, gold: Any, texts: Sequence[Any]) -> str:
    """Return what to add to a message; nothing if the file that it names looks right."""
    if gold is not None and _is_about(error, gold) and is_m2(gold) is False:
        swapped = [text for text in texts if is_m2(text)]
        if swapped:
            return f" ({_name(swapped[0])} is M2 and {_name(gold)} is not: is the gold last?)"
        return f" ({_name(gold)} is not M2: is the gold last?)"
    for text in texts:
        if _is_about(error, text) and is_m2(text):
            expected = "text" if gold is None else "an output"
            return f" ({_name(text)} is M2, expected {expected}: one sentence a line)"
    return ""


def _is_about(error: FormatError, file: Any) -> bool:
    """Whether an error names a file: as the bad one, or as the one that its number is not as in."""
    if not isinstance(file, str | os.PathLike):
        return False
    return error.path == os.fspath(file) or error.reason.endswith(f"as in {_name(file)}")


def _name(path: Any) -> str:
    return visible(os.fspath(path))


def is_m2(path: Any) -> bool | None:
    """Whether a file is M2, judged by its beginning; None if that is not clear."""
    if not isinstance(path, str | os.PathLike):
        return None
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
            return None
        with ByteReader(path) as pieces:
            data = pieces.read(ENOUGH).lstrip()
    except (OSError, ValueError):
        return None
    has_edit = EDIT_LINE.search(data) is not None
    if data.startswith(b"S ") and has_edit:
        return True
    looks_so = FIRST_LINE.match(data) and (has_edit or SOURCE.search(data))
    return False if data and not looks_so else None


# Public gold standards, and notes on scores that differ from the benchmarks' own.
#
# Gold is recognised at no cost: by its numbers of sentences and edits, and a hash of its first
# three sources. None of its text is here. A note is given where a score is easily taken for the
# benchmark's (M2 for ERRANT, both an F0.5), or where the benchmark's own metric is used with
# other settings; not for other metrics, such as GREEN.


class Benchmark(NamedTuple):
    """A public gold standard.

    name       its usual name
    sentences  how many it has
    n_edits    of all annotators; 0 for a source with references
    begins     `beginning` of its first sources
    reports    the score that its benchmark reports
    metric     the metric that does so, if fastgec has it
    settings   the settings of that metric
    confused   metrics whose scores are easily taken for it
    """

    name: str
    sentences: int
    n_edits: int
    begins: int
    reports: str
    metric: str = ""
    settings: Mapping[str, Any] = {}
    confused: Sequence[str] = ()


def _benchmark(begins: str, **facts: Any) -> Benchmark:
    return Benchmark(begins=int(begins, 16), **facts)


# JFLEG dev as M2 is there twice: with the edits past the end of their source, which only M2 leaves
# out, and without.
BENCHMARKS = tuple(
    _benchmark(**facts)
    for facts in json.loads(Path(__file__).with_name("benchmarks.json").read_bytes())
)


def beginning(sources: Iterable[str]) -> int:
    """Return a hash of the first sources: cheap, to recognise a corpus by.

    >>> beginning(["a  b", "c"]) == beginning(["a b ", "c"])
    True
    """
    return zlib.crc32("\n".join(" ".join(source.split()) for source in sources).encode())


def notes(
    found: tuple[int, int, int | None],
    metric: str,
    parameters: Mapping[str, Any],
    scorings: Sequence[Mapping[str, Any]],
) -> tuple[str, ...]:
    """Return a note if a known gold was scored by another rule than its benchmark's.

    Args:
        found: sentences and edits of the gold, and its `beginning`.
        metric: the name of the metric.
        parameters: the counting options, by name; with "references", where there are some.
        scorings: scoring options, of which one must agree; none where only counts are made.
    """
    for known in BENCHMARKS:
        if found != (known.sentences, known.n_edits, known.begins):
            continue
        if metric in known.confused:
            return (f"the gold is {known.name}: {known.reports}",)
        settings = [{**parameters, **scoring} for scoring in scorings] or [dict(parameters)]
        if metric == known.metric and not any(_agrees(known, one) for one in settings):
            return (f"the gold is {known.name}: {known.reports}",)
    return ()


def _agrees(known: Benchmark, settings: Mapping[str, Any]) -> bool:
    return all(settings.get(name, value) == value for name, value in known.settings.items())


FEW = 2  # votes for another offset that do not end a run
SHARE = 20  # and one for so many that it has


class Run(NamedTuple):
    """Votes for the same offset in a row.

    offset       of the source, in sentences
    n            how many votes
    first, last  numbers of the sentences, from 0
    """

    offset: int
    n: int
    first: int
    last: int


def runs_of(votes: NDArray[np.int8], is_own: NDArray[np.bool_], first: int) -> list[Run]:
    """Return the runs of a block, also of sentences that fit their own source.

    Args:
        votes: int8[S], 0 for none.
        is_own: bool[S], whether a sentence fits its own source.
        first: number of sentences before the block.

    >>> runs_of(np.array([0, 1, 1, 0], np.int8), np.array([True, False, False, False]), 10)
    [Run(offset=0, n=1, first=10, last=10), Run(offset=1, n=2, first=11, last=12)]
    """
    voting = np.flatnonzero((votes != 0) | is_own)
    if not len(voting):
        return []
    offsets = votes[voting]
    begins = np.flatnonzero(np.append(True, offsets[1:] != offsets[:-1]))
    ends = np.append(begins[1:], len(voting))
    return [
        Run(int(offsets[a]), int(b - a), first + int(voting[a]), first + int(voting[b - 1]))
        for a, b in zip(begins, ends, strict=True)
    ]


class Shifts:
    """The votes of a system, in memory that does not grow.

    >>> shifts = Shifts()
    >>> shifts.add([Run(0, 5, 0, 4), Run(1, 3, 5, 7)])
    >>> shifts.add([Run(1, 9, 8, 16)])
    >>> shifts.totals, shifts.longest()
    ({1: 12}, Run(offset=1, n=12, first=5, last=16))
    """

    def __init__(self) -> None:
        self.totals: dict[int, int] = {}  # votes for each offset but 0
        self._longest: dict[int, Run] = {}
        self._open: Run | None = None
        self._n_between = 0

    def add(self, runs: list[Run]) -> None:
        """Add the runs of the next block."""
        for run in runs:
            self._add(run)

    def add_own(self, n: int) -> None:
        """Add a block of which n sentences fit their own source, and none another."""
        self._n_between += n

    def longest(self) -> Run | None:
        """Return the longest run of the offset that has the most votes."""
        if not self.totals:
            return None
        return self._longest[max(self.totals, key=lambda offset: self.totals[offset])]

    def _add(self, run: Run) -> None:
        if run.offset:
            self.totals[run.offset] = self.totals.get(run.offset, 0) + run.n
        before = self._open
        is_near = before is not None and self._n_between <= FEW + before.n // SHARE
        if before is not None and is_near and run.offset == before.offset:
            run = Run(run.offset, before.n + run.n, before.first, run.last)
        elif run.offset == 0 or (is_near and run.n <= FEW):
            self._n_between += run.n
            self._longest.setdefault(run.offset, run)
            return
        self._open, self._n_between = run, 0
        longest = self._longest.get(run.offset)
        if longest is None or run.n > longest.n:
            self._longest[run.offset] = run


# Flags that describe a sentence and are no signs: a corrected text may have them as well.
KEPT = kernel.JUDGED | kernel.CASED | kernel.UNSPLIT | kernel.RAW
SIGNS = np.uint32(~KEPT & 0xFFFFFFFF)

# Given the numbers of sentences in a block, and the sources of the block: uint32, the signs that
# some corrected text of each has.
Corrected = Callable[[NDArray[np.int64], Lines], NDArray[np.uint32]]


class Flagged(NamedTuple):
    """The flags of some sentences of a text.

    begin     the first of them in its block
    flags     uint32, of each
    n_flags   how many have each flag
    likeness  uint8, of each
    votes     int8, of each; None without any
    n_votes   how many there are
    """

    begin: int
    flags: NDArray[np.uint32]
    n_flags: list[int]
    likeness: NDArray[np.uint8]
    votes: NDArray[np.int8] | None
    n_votes: int

    def but(self, signs: NDArray[np.uint32]) -> Flagged:
        """Return the flags without some signs of each sentence."""
        removed = self.flags & signs
        few = removed[removed != 0]
        n_flags = [
            n and n - int(np.count_nonzero(few & (1 << bit))) for bit, n in enumerate(self.n_flags)
        ]
        return self._replace(flags=self.flags ^ removed, n_flags=n_flags)


def flagged_lines(
    first: int, sources: Lines, lines: Lines, *, is_reference: bool = False
) -> Flagged:
    """Return the flags of a part of a block, or of all of it if a sentence fits another source.

    Args:
        first: number of sentences of the corpus before it.
        sources: of the block.
        lines: of a text.
        is_reference: whether the text is a reference: fewer signs, in fewer sentences.
    """
    size = len(lines)
    begin, end = sampled(first, size, is_reference=is_reference)
    found = _look(sources, lines, begin, end, is_reference=is_reference)
    if found.n_votes and end - begin < size:
        found = _look(sources, lines, 0, size, is_reference=is_reference)
    framed = np.flatnonzero(found.flags & kernel.FRAMED)
    if not len(framed):
        return found
    places = found.begin + framed
    signs = np.zeros(len(found.flags), np.uint32)
    signs[framed] = kernel.FRAMED & ~_flags_without_marks(sources.take(places), lines.take(places))
    return found.but(signs)


def _look(
    sources: Lines, lines: Lines, begin: int, end: int, *, is_reference: bool = False
) -> Flagged:
    flags, likeness = np.empty(end - begin, np.uint32), np.empty(end - begin, np.uint8)
    votes = np.empty(end - begin, np.int8)
    n_flags, n_votes = kernel.set_flags(
        *(sources.data, sources.starts[begin:end], sources.ends[begin:end]),
        *(lines.data, lines.starts[begin:end], lines.ends[begin:end]),
        flags,
        likeness,
        votes,
        is_reference,
    )
    return Flagged(begin, flags, n_flags, likeness, votes if n_votes else None, n_votes)


def _flags_without_marks(sources: Lines, lines: Lines) -> NDArray[np.uint32]:
    """Return the flags of lines without the marks at their ends that their sources do not have."""
    pairs = [(sources[number].strip(), lines[number].strip()) for number in range(len(lines))]
    texts = [_cut(_cut(text, source)[::-1], source[::-1])[::-1] for source, text in pairs]
    return _look(Lines.of([source for source, _ in pairs]), Lines.of(texts), 0, len(texts)).flags


def _cut(text: str, source: str) -> str:
    """Cut punctuation, symbols and spaces off the start of a text if its source has none there.

    >>> _cut("« It is .", "It is"), _cut("« It is .", "( It is")
    ('It is .', '« It is .')
    """
    if not source or _is_mark(source[0]):
        return text
    return text[next((at for at, sign in enumerate(text) if not _is_mark(sign)), len(text)) :]


def _is_mark(character: str) -> bool:
    return character.isspace() or unicodedata.category(character)[0] in "PS"


def without_corrections(
    flagged: Sequence[Flagged], sources: Lines, corrected: Corrected
) -> list[Flagged]:
    """Return flags without the signs that a corrected text of the sentence has as well.

    Args:
        flagged: the flags of each text.
        sources: of the block.
        corrected: of the block.
    """
    is_signed = np.zeros(len(sources), np.bool_)
    for found in flagged:
        is_signed[found.begin : found.begin + len(found.flags)] |= (found.flags & SIGNS) != 0
    sentences = np.flatnonzero(is_signed)
    if not len(sentences):
        return [*flagged]
    borne = np.zeros(len(sources), np.uint32)
    borne[sentences] = corrected(sentences, sources)
    return [found.but(borne[found.begin : found.begin + len(found.flags)]) for found in flagged]


def corrected_of(texts: Sequence[Lines]) -> Corrected:
    """Return a `Corrected` function over texts in memory, such as references; at least one."""

    def corrected(sentences: NDArray[np.int64], sources: Lines) -> NDArray[np.uint32]:
        own = sources.take(sentences)
        signs = [signs_of(own, text.take(sentences)) for text in texts]
        return np.bitwise_or.reduce(signs)

    return corrected


def signs_of(sources: Lines, lines: Lines) -> NDArray[np.uint32]:
    """Return the signs of each line, uint32."""
    return flagged_lines(0, sources, lines).flags & SIGNS


PRIME = 0x100000001B3
MASK = (1 << 64) - 1


class Content(NamedTuple):
    """Summary of an output, to find equal outputs.

    sign       a hash
    n_changed  how many sentences it changes
    """

    sign: int = 0
    n_changed: int = 0

    def then(self, other: Content) -> Content:
        """Return the content of this text and of the one after it."""
        sign = (self.sign * PRIME + other.sign) & MASK
        return Content(sign, self.n_changed + other.n_changed)


def contents_of(sources: Lines, systems: Sequence[Lines]) -> list[Content]:
    """Return the contents of the same sentences of systems.

    >>> source, *systems = map(Lines.of, (["a", "b"], ["c", "b"], ["c", "b"], ["cb", ""]))
    >>> one, same, other = contents_of(source, systems)
    >>> one == same, one.sign == other.sign, one.n_changed
    (True, False, 1)
    """
    columns = [(text.data, text.starts, text.ends) for text in (sources, *systems)]
    unchanged = kernel.count_equal(columns, 0, 0, len(sources))[2::2]
    return [
        Content(_sign_of(system), len(sources) - n)
        for system, n in zip(systems, unchanged, strict=True)
    ]


def sign_of(data: bytes, lengths: bytes = b"") -> int:
    """Return a hash of text, and of the lengths of its lines."""
    return zlib.crc32(data) << 32 | zlib.crc32(lengths, len(data) & 0xFFFFFFFF)


def repeated(names: Sequence[str], contents: Sequence[Content], size: int) -> Iterator[str]:
    """Yield a warning for each output that equals another one under another name.

    Args:
        names: of the outputs.
        contents: of them; none where they were not hashed.
        size: how many sentences there are.
    """
    alike: dict[Content, list[str]] = {}
    for name, content in zip(names, contents, strict=bool(contents)):
        alike.setdefault(content, []).append(name)
    for content, (first, *others) in alike.items():
        # Few sentences that both systems hardly change raise no warning.
        is_enough = size >= FEWEST_SENTENCES or content.n_changed >= FEWEST_CHANGED
        others = [visible(name) for name in dict.fromkeys(others) if name != first]
        if others and is_enough:
            has = "has" if len(others) == 1 else "have"
            yield (
                f"{', '.join(others)} {has} the same {counted(size, 'sentence')} as "
                f"{visible(first)}: is one output given under "
                f"{'two' if len(others) == 1 else len(others) + 1} names?"
            )


def same_files(
    names: Sequence[str], pairs: Sequence[int], n_references: int
) -> list[tuple[int, int, int]]:
    """Return the texts whose file was named before as source or reference, in the form of `copies`.

    >>> same_files(["s", "/", "/"], [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 1)
    [(2, 1, 1)]
    """
    found = []
    for k, name in enumerate(names):
        first = names.index(name)
        # An output may be the source: a system that does nothing.
        is_before = first < k and first <= n_references and (first or k <= n_references)
        if is_before and os.path.exists(file_of(name)):  # noqa: PTH110
            n_equal = pairs[2 * (k * (n_references + 1) + first) + 1]
            if n_equal == pairs[0]:
                found.append((k, first, n_equal))
    return found


def _sign_of(lines: Lines) -> int:
    if not len(lines):
        return 0
    data = bytes(lines.data[lines.starts[0] : lines.ends[-1]]).replace(b"\r\n", b"\n")
    return sign_of(data, (lines.ends - lines.starts).tobytes())


MOST_EXAMPLES = 4  # kept of each kind
FITS_OWN = 40  # per cent of its n-grams that a sentence shares with its own source
FLAGS = [1 << bit for bit in range(kernel.RAW.bit_length())]
SHOWN = [flag for flag in FLAGS if flag not in (kernel.JUDGED, kernel.CASED)]


class Equal(NamedTuple):
    """Numbers of sentences in which texts are equal.

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


class TextFlags(NamedTuple):
    """Diagnostics of a system in a block.

    name      of the system
    size      how many sentences the block has
    n_checked   how many sentences were checked
    n_flags   how many have each flag of `set_flags`, the lowest bit first
    n_votes   how many fit the source of another line
    runs      of votes, if there are any
    examples  of each flag
    """

    name: str
    size: int
    n_checked: int
    n_flags: list[int]
    n_votes: int
    runs: list[Run]
    examples: Mapping[int, list[Example]]


class BlockFlags(NamedTuple):
    """Diagnostics of a block.

    size     how many sentences it has
    n_edits  of gold, where there is any
    begins   a hash of the first sources, of the first block
    systems  of each system; none if systems are edits
    equal    sentences in which source, references and outputs are equal
    contents  of the outputs, where there are several
    references  of each reference
    """

    size: int
    n_edits: int
    begins: int | None
    systems: list[TextFlags]
    equal: Equal = Equal()
    contents: Sequence[Content] = ()
    references: Sequence[TextFlags] = ()


class Watched:
    """Diagnostics of a system so far."""

    def __init__(self) -> None:
        self.name = ""
        self.size = 0
        self.n_checked = 0
        self.n_votes = 0
        self.shifts = Shifts()
        self.examples: dict[int, list[Example]] = {flag: [] for flag in SHOWN}
        self.n_flags = [0] * len(FLAGS)

    def n(self, flag: int) -> int:
        """Return how many sentences have a flag."""
        return self.n_flags[flag.bit_length() - 1]

    def add(self, seen: TextFlags) -> None:
        """Add a block."""
        self.name = seen.name
        self.size += seen.size
        self.n_checked += seen.n_checked
        self.n_votes += seen.n_votes
        self.n_flags = [a + b for a, b in zip(self.n_flags, seen.n_flags, strict=True)]
        if seen.runs:
            self.shifts.add(seen.runs)
        else:
            self.shifts.add_own(seen.n_flags[0])
        for flag, examples in seen.examples.items():
            kept = self.examples[flag]
            kept += examples[: MOST_EXAMPLES - len(kept)]


class Diagnostics:
    """Diagnostics of the inputs of a run, collected while systems are counted.

    sentences  how many went by
    n_edits    of gold, where there is any
    begins     a hash of the first sources
    systems    diagnostics of each system
    references  diagnostics of each reference, if they are texts
    equal      sentences in which source, references and outputs are equal
    contents   of the outputs, where there are several
    remarks    further warnings, of the reader and the metric

    Example:
        >>> sources = Lines.of(["I like cats , dogs and birds ."] * 30)
        >>> diagnostics = Diagnostics(1)
        >>> glued = Lines.of(["I like cats, dogs and birds."] * 30)
        >>> diagnostics.add(diagnostics.inspect(0, sources, [glued]))
        >>> diagnostics.sentences, diagnostics.systems[0].n(kernel.GLUED)
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

    def inspect(
        self,
        first: int,
        sources: Lines,
        systems: Sequence[Lines],
        n_edits: int = 0,
        references: Sequence[Lines] | None = None,
        corrected: Corrected | None = None,
    ) -> BlockFlags:
        """Return the diagnostics of a block; on any thread.

        Args:
            first: number of sentences of the corpus before them.
            sources: the uncorrected sentences.
            systems: outputs.
            n_edits: of the gold for them.
            references: texts that systems are compared with; None where copies among texts, and
                names, are not checked.
            corrected: by annotators; None: these are the references, if any.
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
        return BlockFlags(len(sources), n_edits, begins, of_systems, equal, contents, of_references)

    def add(self, block_flags: BlockFlags) -> None:
        """Add the diagnostics of the next block."""
        self.sentences += block_flags.size
        self.n_edits += block_flags.n_edits
        if block_flags.begins is not None:
            self.begins = block_flags.begins
        self.equal = self.equal.plus(block_flags.equal)
        before = self.contents or [Content() for _ in block_flags.contents]
        self.contents = [a.then(b) for a, b in zip(before, block_flags.contents, strict=True)]
        if not self.references:
            self.references = [Watched() for _ in block_flags.references]
        pairs = [*zip(self.references, block_flags.references, strict=True)]
        if block_flags.systems:  # none if systems are edits
            pairs += zip(self.systems, block_flags.systems, strict=True)
        for watched, seen in pairs:
            watched.add(seen)

    def _seen(
        self, known: Watched, first: int, sources: Lines, lines: Lines, found: Flagged
    ) -> TextFlags:
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
        return TextFlags(lines.name, *size, n_flags, found.n_votes, runs, examples)


def _equal(
    first: int, sources: Lines, references: Sequence[Lines], systems: Sequence[Lines]
) -> Equal:
    """Return the numbers of sentences in which texts are equal, of the checked part of a block."""
    texts = [sources, *references, *systems]
    columns = [(text.data, text.starts, text.ends) for text in texts]
    n_references = len(references)
    pairs = kernel.count_equal(columns, n_references, *sampled(first, len(sources)))
    return Equal(tuple(text.name for text in texts), n_references, pairs)


def _beginning_of(lines: Lines, sentence: int) -> str:
    start, end = int(lines.starts[sentence]), int(lines.ends[sentence])
    return str(lines.data[start : min(end, start + MOST_BYTES)], "utf-8", "ignore")


# Warnings and their words; the package has when each is raised.
CURE = "--retokenize, or fastgec retokenize"  # of spaces
REFERENCE_CURE = "fastgec retokenize"
MOST_SHOWN = 32  # characters of an example
# Sentences that a share is taken of.
LONG = " with a source of at least 20 bytes"
CAPITALS = " with capitals"
SO_FAR = " of this and earlier batches"
# Patterns of the words to show, by flag.
WRITTEN = {
    kernel.ALIEN: re.compile(
        r"""@@$|[<&\0'"`\u2018-\u201d\u200b-\u200f\u2581\ufeff\ufffd]|-[LR][RSC]B-"""
    ),
    kernel.BRACKETED: re.compile(r"[()]|-[LR]RB-"),
}
# Marks that programs leave in an output, and advice, by flag.
LEFTOVERS = {
    getattr(kernel, name): (what, advice)
    for name, what, advice in shipped_rows(__file__, "leftovers.tsv")
}
# Advice on text around corrections that is left where they were cleaned.
NOT_CLEANED = "cleaning did not recognise it: remove it in another way"


def input_warnings(
    diagnostics: Diagnostics, cure: str = CURE, *, splits: bool = True, is_cleaned: bool = False
) -> tuple[str, ...]:
    """Return the warnings of the inputs of a run, a line each.

    Args:
        diagnostics: of all blocks.
        cure: advice for outputs with other spaces than their source.
        splits: whether words are compared: then text must be split into them.
        is_cleaned: whether outputs were cleaned of text around their corrections.
    """
    # Unsplit text is reported for outputs alone: references and sources are most likely like them.
    references = [
        line
        for watched in diagnostics.references
        for line in _of_text(
            watched,
            REFERENCE_CURE,
            OF_REFERENCES,
            splits=splits and not diagnostics.systems,
        )
    ]
    systems = [
        line
        for watched in diagnostics.systems
        for line in _of_text(watched, cure, splits=splits, is_cleaned=is_cleaned)
    ]
    names, n_references, _ = diagnostics.equal
    swapped = misplaced(names, n_references) if diagnostics.sentences >= FEWEST_SENTENCES else ()
    outputs = [watched.name for watched in diagnostics.systems]
    twice = repeated(outputs, diagnostics.contents, diagnostics.sentences)
    texts = [*(watched.name for watched in diagnostics.references), *outputs]
    return (
        *diagnostics.remarks,
        *aligned_outputs(texts),
        *disordered(names[0] if names else "", texts),
        *swapped,
        *_copied(diagnostics),
        *twice,
        *references,
        *systems,
    )


def disordered(source: str, names: Iterable[str]) -> list[str]:
    """Return a warning for each text from records whose ids do not ascend, or are there twice.

    Raises:
        FormatError: the ids are those of the source in another order.
    """
    known = {file_of(source): _ids_of(source)} if source else {}
    wanted = known.get(file_of(source), [])
    lines = []
    for name in names:
        file = file_of(name)
        if file in known:
            continue
        ids = known[file] = _ids_of(name)
        if not ids:
            continue
        # Most texts are files alone.
        from fastgec.read.records import place_of_disorder, place_of_equal

        if wanted and sorted(ids) == sorted(wanted):
            pairs = enumerate(zip(ids, wanted, strict=True), 1)
            other = next(((place, *pair) for place, pair in pairs if pair[0] != pair[1]), None)
            if other is not None:
                place, one, expected = other
                reason = (
                    f"record {place} has the id {visible(one)}, expected {visible(expected)} as in "
                    f"{visible(file_of(source))}: bring the records into the order of the source"
                )
                raise FormatError(file, None, reason)
        elif (equal := place_of_equal(ids)) is not None:
            place, first = equal
            lines.append(
                f"{visible(file)}: record {place + 1} has the id {visible(ids[place])}, and record "
                f"{first + 1} has it too: records are scored in the order of the file"
            )
        elif (after := place_of_disorder(ids)) is not None:
            lines.append(
                f"{visible(file)}: record {after + 1} has the id {visible(ids[after])} after "
                f"{visible(ids[after - 1])}: records are scored in the order of the file"
            )
    return lines


def _ids_of(name: str) -> list[str]:
    """Return the ids of the records that a text is a field of, if there are any."""
    file, field = file_and_field(name)
    if not field or not Path(file).is_file():
        return []
    from fastgec.read.records import sentence_ids  # most texts are files alone

    with ByteReader(file, keep_mark=True) as pieces:
        return sentence_ids(pieces.read(-1), file)


def aligned_outputs(names: Iterable[str]) -> list[str]:
    """Return a warning for each file of which `retokenize --align` was unsure of a line.

    It stands beside the file, with a hash: a file that was changed since then has no warning.
    """
    lines = []
    for name in names:
        beside = Path(f"{name}{ALIGNED}")
        if not (beside.is_file() and Path(name).is_file()):
            continue
        try:
            facts = json.loads(beside.read_bytes())
            of = facts["lines"], len(facts["uncertain"]), len(facts["without_text"])
            is_same = facts["sha256"] == sha256(Path(name).read_bytes()).hexdigest()
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            lines.append(f"{visible(str(beside))}: damaged: was {visible(name)} aligned?")
            continue
        if is_same and any(of[1:]):
            lines.append(
                f"{visible(name)}: retokenize --align cut its {of[0]} lines: {of[1]} uncertain, "
                f"{of[2]} without text (listed in {visible(beside.name)})"
            )
    return lines


def misfits(
    source: Lines,
    outputs: Sequence[Lines],
    references: Sequence[Lines] = (),
    corrected: Corrected | None = None,
) -> tuple[str, ...]:
    """Return the warnings of texts in memory, all of the same number of lines.

    Equal outputs are not among them: the comparison of edits warns of these.

    Args:
        source: the uncorrected text.
        outputs: of systems.
        references: corrections by annotators.
        corrected: by annotators, where these are no texts.
    """
    diagnostics = Diagnostics(len(outputs))
    block_flags = diagnostics.inspect(
        0, source, outputs, references=references, corrected=corrected
    )
    diagnostics.add(block_flags._replace(contents=()))
    return input_warnings(diagnostics, REFERENCE_CURE)


def _copied(diagnostics: Diagnostics) -> Iterator[str]:
    """Yield a warning for each reference and output that equals another text, or nearly so."""
    names, n_references, pairs = diagnostics.equal
    n_checked = pairs[0] if pairs else 0
    looked_at = (
        f" looked at ({diagnostics.sentences} in all)" if n_checked < diagnostics.sentences else ""
    )
    found = copies(pairs, n_references)
    told = {k for k, _, _ in found}
    found += (one for one in same_files(names, pairs, n_references) if one[0] not in told)
    for k, j, n_equal in found:
        is_output = k > n_references
        kind = "the reference " if is_output else ""
        if n_equal < n_checked:
            what = (
                f"equals {kind}{visible(names[j])} in {n_equal} of {n_checked} sentences{looked_at}"
            )
        elif names[k] != names[j]:
            what = f"has the same {n_checked} sentences{looked_at} as {kind}{visible(names[j])}"
        else:
            what = "is also given as a reference" if is_output else "is given twice"
        if is_output:
            cure = "it scores as a reference does; was another output meant?"
            yield f"{visible(names[k])}, an output, {what}: {cure}"
        else:
            yield f"{visible(names[k])} {what}: was another reference meant?"


def spaces(diagnostics: Diagnostics, cure: str = CURE) -> tuple[str, ...]:
    """Return a warning for each system that is not tokenized like its source.

    For samples of a model in training, whose other faults the training is to remove.

    Args:
        diagnostics: of the samples.
        cure: advice.
    """
    return tuple(
        line
        for watched in diagnostics.systems
        for line in _spaces(visible(watched.name), watched, cure, which=SO_FAR)
    )


def unlike(diagnostics: Diagnostics, advice: str) -> tuple[str, ...]:
    """Return a warning for each system most of whose texts fit other sources, as `spaces`."""
    return tuple(
        f"{visible(watched.name)}: {_share(n, n_judged, watched, SO_FAR)} have little in common "
        f"with their source ({_texts(watched.examples[kernel.UNLIKE])}): {advice}"
        for watched in diagnostics.systems
        for n, n_judged in [(watched.n(kernel.UNLIKE), watched.n(kernel.JUDGED))]
        if MOSTLY_UNLIKE.is_reached(n, n_judged)
    )


def framed(diagnostics: Diagnostics, advice: str) -> tuple[str, ...]:
    """Return a warning for each system with text around its corrections, as `spaces`."""
    what, _ = LEFTOVERS[kernel.FRAMED]
    return tuple(
        f"{visible(watched.name)}: {_share(n, n_judged, watched, SO_FAR)} "
        f"{what} ({_shown(watched.examples[kernel.FRAMED], kernel.FRAMED)}): {advice}"
        for watched in diagnostics.systems
        for n, n_judged in [(watched.n(kernel.FRAMED), watched.n(kernel.JUDGED))]
        if n_judged >= FEWEST_SENTENCES and FRAMED.is_reached(n, n_judged)
    )


def _of_text(
    watched: Watched,
    cure: str,
    least: float = 0.0,
    *,
    splits: bool = True,
    is_cleaned: bool = False,
) -> Iterator[str]:
    """Yield a warning for each sign that enough sentences have; least: see `may_warn`."""
    n_judged, n = watched.n(kernel.JUDGED), watched.n(kernel.UNSPLIT)
    is_unsplit = splits and UNSPLIT.is_reached(n, n_judged)
    name = visible(watched.name)
    if n_judged < FEWEST_SENTENCES and not is_unsplit:
        yield from _spaces(name, watched, cure, least)
        return
    if MARKUP.is_reached(watched.n(kernel.MARKUP), watched.n_checked):
        yield f"{name} looks like an M2 file: expected one sentence a line"
        return
    if is_unsplit:
        shown = _quoted(watched.examples[kernel.UNSPLIT][0].output)
        yield (
            f"{name}: {_share(n, n_judged, watched, LONG)} are not split into words, and neither "
            f"are their sources ({shown}): give words, or characters, with spaces between them "
            "(--unit char cuts text into characters)"
        )
        return  # each line counts as one word, so other differences mean little
    n_raw = watched.n(kernel.RAW)
    if splits and RAW.is_reached(n_raw, n_judged):
        shown = _quoted(watched.examples[kernel.RAW][0].output, is_end=True)
        yield (
            f"{name}: {_share(n_raw, n_judged, watched, LONG)} end in a word with its full stop, "
            f"and so do their sources ({shown}): punctuation counts as a part of words; published "
            "scores are of tokens"
        )
    yield from _spaces(name, watched, cure, least)
    shift = _shift(name, watched)
    yield from shift
    n_unlike = watched.n(kernel.UNLIKE) - (watched.n_votes if shift else 0)
    is_unlike = UNLIKE.is_reached(n_unlike, n_judged)
    if is_unlike:
        shown = _texts(watched.examples[kernel.UNLIKE])
        yield (
            f"{name}: {_share(n_unlike, n_judged, watched, LONG)} have little in common with their "
            f"source ({shown}): is it the text for this source, in its language and order?"
        )
    n_lowered = watched.n(kernel.LOWERED)
    n_cased = n_lowered + watched.n(kernel.CASED)
    if LOWERED.is_reached(n_lowered, n_cased, least) and not (
        is_unlike and 2 * n_unlike > n_judged
    ):
        shown = _texts(watched.examples[kernel.LOWERED])
        yield (
            f"{name}: {_share(n_lowered, n_cased, watched, CAPITALS)} are lower-cased ({shown}): "
            "each capital of the source counts as an edit; give the text before it was lower-cased"
        )
    n, n_cased = watched.n(kernel.CAPITALISED), watched.n(kernel.CASED)
    if not least and CAPITALISED.is_reached(n, n_cased) and not is_unlike:
        shown = _texts(watched.examples[kernel.CAPITALISED])
        yield (
            f"{name}: {_share(n, n_cased, watched, CAPITALS)} have a source without capitals "
            f"({shown}), and each counts as an edit: was the source, or the gold, lower-cased?"
        )
    if EMPTY.is_reached(n := watched.n(kernel.EMPTY), watched.n_checked, least):
        lines = ", ".join(str(one.sentence + 1) for one in watched.examples[kernel.EMPTY])
        yield (
            f"{name}: {_share(n, watched.n_checked, watched)} are empty (sentences {lines}, ...): "
            "where a system has no output, give its source"
        )
    is_alien = ALIEN.is_reached(watched.n(kernel.ALIEN), n_judged, least)
    for flag, (what, advice) in LEFTOVERS.items():
        if flag == kernel.BRACKETED and is_alien:
            continue  # part of the warning of ALIEN
        if flag == kernel.RUNAWAY and (shift or is_unlike):
            continue  # beside another sentence it may well be as long as that
        of, which, of_flag = n_judged, LONG, OF_JUDGED
        if flag == kernel.RUNAWAY:
            of, which, of_flag = watched.n_checked, "", OF_CHECKED
        if of_flag[flag.bit_length() - 1].is_reached(n := watched.n(flag), of, least):
            shown = _shown(watched.examples[flag], flag)
            share = _share(n, of, watched, which)
            last = NOT_CLEANED if is_cleaned and flag == kernel.FRAMED else advice
            yield f"{name}: {share} {what} ({shown}): {last}"


def _spaces(
    name: str, watched: Watched, cure: str, least: float = 0.0, which: str = ""
) -> Iterator[str]:
    n_glued, n_split = watched.n(kernel.GLUED), watched.n(kernel.SPLIT)
    if watched.n(kernel.JUDGED) < FEWEST_SENTENCES:
        is_glued, is_split = GLUED_OF_FEW.is_reached(n_glued, watched.n_checked), False
    else:
        is_glued = GLUED.is_reached(n_glued, watched.n_checked, least)
        is_split = SPLIT.is_reached(n_split, watched.n_checked, least)
    if not (is_glued or is_split):
        return
    pairs: list[str] = []  # words as they are and as they should be: '"word," -> "word ,"'
    for one in watched.examples[kernel.GLUED] if is_glued else ():
        pairs += _joined(one.source, one.output, "{joined} -> {apart}")
    for one in watched.examples[kernel.SPLIT] if is_split else ():
        pairs += _joined(one.output, one.source, "{apart} -> {joined}")
    shown = f" ({', '.join([*dict.fromkeys(pairs)][:2])})" if pairs else ""
    n = max(n_glued * is_glued, n_split * is_split)
    yield (
        f"{name}: {_share(n, watched.n_checked, watched, which)} are not tokenized like their "
        f"source{shown}, which counts as edits; cure: {cure}"
    )


def _shift(name: str, watched: Watched) -> list[str]:
    longest = watched.shifts.longest()
    if longest is None:
        return []
    n = watched.shifts.totals[longest.offset]
    n_judged = watched.n(kernel.JUDGED)
    if longest.n < SHIFTED_IN_A_ROW and not SHIFTED.is_reached(n, n_judged):
        return []
    first, last, offset = longest.first + 1, longest.last + 1, longest.offset
    shown = f"sentence {first} fits source {first + offset}, {last} fits {last + offset}"
    cure = "a line too many" if offset < 0 else "a missing line"
    where = f"from sentence {first} to {last}; look for {cure} there"
    if longest.n < SHIFTED_IN_A_ROW:
        where = "here and there; are they in another order?"
    return [
        f"{name}: lines are shifted by {offset:+}: {_share(n, n_judged, watched, LONG)} fit the "
        f"source of another line ({shown}), {where}"
    ]


def _share(n: int, of: int, watched: Watched, which: str = "") -> str:
    """Return a share in words: number, sentences it is taken of, and number of all sentences."""
    looked_at = " looked at" if watched.n_checked < watched.size else ""
    if of == watched.n_checked and which != SO_FAR:
        which = ""
    if not which and not looked_at:
        return f"{n} of {of} sentences"
    in_all = f" ({watched.size} in all)" if of < watched.size else ""
    return f"{n} of the {of} sentences{which}{looked_at}{in_all}"


def _joined(apart: str, joined: str, pattern: str) -> Iterator[str]:
    """Yield words of one text that are two to four words of the other."""
    words, known = apart.split(), set(joined.split())
    own = set(words)
    for size in (2, 3, 4):
        for first in range(len(words) - size + 1):
            parts = words[first : first + size]
            whole = "".join(parts)
            if whole in known and whole not in own:
                yield pattern.format(joined=_quoted(whole), apart=_quoted(" ".join(parts)))


def _shown(examples: Sequence[Example], flag: int) -> str:
    """Return examples of a flag: ends or beginnings of texts, or words."""
    if flag == kernel.SHORTENED:  # too long to be shown
        return f"sentences {', '.join(str(one.sentence + 1) for one in examples)}"
    if flag in WRITTEN:
        words = ((one.sentence, word) for one in examples for word in _other_words(one, flag))
        return ", ".join(f"{s + 1}: {_quoted(word)}" for s, word in islice(words, 2))
    is_longer = flag in (kernel.FRAMED, kernel.RUNAWAY)
    if is_longer and all(one.output[:1] == one.source[:1] for one in examples[:2]):
        flag = kernel.CUT  # the surplus is at the end
    return _texts(examples, is_end=flag == kernel.CUT)


def _other_words(example: Example, flag: int) -> Iterator[str]:
    known, sign = set(example.source.split()), WRITTEN[flag]
    return (word for word in example.output.split() if sign.search(word) and word not in known)


def _texts(examples: Sequence[Example], *, is_end: bool = False) -> str:
    """Return two examples, their beginnings or their ends: the output, and its source."""
    return ", ".join(
        f"{one.sentence + 1}: {_quoted(one.output, is_end=is_end)} for "
        f"{_quoted(one.source, is_end=is_end)}"
        for one in examples[:2]
    )


def _quoted(text: str, *, is_end: bool = False) -> str:
    text = " ".join(text.split())
    if len(text) > MOST_SHOWN:
        kept = MOST_SHOWN - 3
        text = f"...{text[-kept:].lstrip()}" if is_end else f"{text[:kept].rstrip()}..."
    return f'"{visible(text)}"'
