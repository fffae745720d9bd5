"""Plain runs of `fastgec m2`, `green` and `gleu`: from files to a few numbers, without numpy.

Most runs want the scores of one or some systems, with the usual settings, and have nothing to be
warned of. numpy takes longer to import than ten thousand sentences to score, so such a run uses the
readers (`read.files`, `read.batch`), kernels and rules of any other run, and makes no array of
numpy, no table and no fingerprint.

Kernels, and what takes long to load, are imported by the function that needs them.

Anything else is left to `study.run`: a bad line, a warning to give, a pipe, a sentence that needs
much memory. The functions then return None, and nothing has been printed.
"""

from __future__ import annotations

import gc
import math
import os
import stat
from _thread import allocate_lock

from fastgec.diagnostics import (
    ALIGNED,
    MOST_BYTES,
    N_SOURCES,
    OF_REFERENCES,
    SHIFTED_IN_A_ROW,
    copies,
    exchanged,
    may_warn,
    part,
)
from fastgec.diagnostics import flags as kernel
from fastgec.machine import available_memory, count_threads, map_ordered
from fastgec.read.files import (
    BYTES,
    PIECE,
    SENTENCES,
    Buffer,
    ByteReader,
    Cutter,
    LineCutter,
    most_lines,
    require_utf8,
)

TYPE_CHECKING = False  # as in typing, whose import takes longer than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from fastgec.machine import Cancel

    Progress = Callable[[int], None] | None
    Text = tuple[Any, Any, Any]  # bytes, and where lines begin and end

MAX_UNCHANGED = 2
BETA = 0.5
ODD = ("n_dropped", "n_unplaced", "n_repeated", "n_joined")  # edits that a warning is given of
# Public gold that may need a note (`diagnostics.inputs`): (sentences, edits).
REMARKABLE = {(1312, 5937), (4384, 7632), (754, 11592)}
OF_BETA = {(1312, 5598)}  # of which scores by BETA are reported
# Public sources with four references, of which GLEU has more to say where there are others.
REMARKABLE_SOURCES = (754, 968)

ITERATIONS = 500  # of GLEU
SEED_STEP = 101
ORDER = 4
LINES_AT_ONCE = 256  # whose counts stay in a cache of the processor
REGIONS = 7  # of an order of n-grams; GLEU has one more number

SURE = 2  # blocks after which a text that looks suspicious will mostly do so at the end


class UnusualError(Exception):
    """Something of which only a general run knows what to do or say."""


# Files


class PlainFiles:
    """Regular files, opened together.

    Raises:
        UnusualError: One of them is a pipe or the like, which could not be read again, or its
            lines were aligned.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._states = self._states_now()
        self.pieces = [ByteReader(path) for path in paths]

    def __enter__(self) -> list[ByteReader]:
        return self.pieces

    def __exit__(self, *error: object) -> None:
        for file in self.pieces:
            file.close()
        if error[0] is None and self._states != self._states_now():
            raise UnusualError

    def _states_now(self) -> list[tuple[int, int, int, int]]:
        states = []
        for path in self._paths:
            now = os.stat(path)  # noqa: PTH116
            is_aligned = os.path.exists(f"{path}{ALIGNED}")  # noqa: PTH110
            if path == "-" or is_aligned or not stat.S_ISREG(now.st_mode):
                raise UnusualError
            states.append((now.st_size, now.st_mtime_ns, now.st_ino, now.st_dev))
        return states


def _threads_for(path: str, jobs: int | None) -> int:
    """Return how many threads have something to do with a file at the same time."""
    try:
        n_pieces = 1 + os.stat(path).st_size // PIECE  # noqa: PTH116
    except (OSError, ValueError):  # whoever opens it says so
        n_pieces = 1
    return min(count_threads(jobs), n_pieces)


class FlagSums:
    """What diagnostics saw of the texts of a run: outputs, then references."""

    def __init__(self, n_texts: int, n_references: int) -> None:
        self.texts = [([0] * 18, 0, 0) for _ in range(n_texts)]
        self.equal: list[int] = []
        self._n_references = n_references

    def add(self, texts: Iterable[tuple[list[int], int, int]], equal: list[int]) -> None:
        """Add what was seen of a block."""
        for number, (flags, n_checked, n_votes) in enumerate(texts):
            so_far = self.texts[number]
            n_flags = [a + b for a, b in zip(so_far[0], flags, strict=True)]
            self.texts[number] = n_flags, so_far[1] + n_checked, so_far[2] + n_votes
        self.equal = [a + b for a, b in zip(self.equal or [0] * len(equal), equal, strict=True)]

    def is_suspicious(self, *, splits: bool = True) -> bool:
        """Whether a warning could be due; splits: whether words are compared."""
        n_outputs = len(self.texts) - self._n_references
        for number, (n_flags, n_checked, n_votes) in enumerate(self.texts):
            is_reference = number >= n_outputs
            least = OF_REFERENCES if is_reference else 0.0
            splits_it = splits and not is_reference
            if n_votes >= SHIFTED_IN_A_ROW or may_warn(n_flags, n_checked, least, splits=splits_it):
                return True
        return bool(copies(self.equal, self._n_references))


def _flags_of(
    source: Text, text: Text, first: int, *, is_reference: bool = False
) -> tuple[list[int], int, int]:
    """Return how many of the sentences looked at have each flag, their number, and votes."""
    size = len(text[1])
    begin, end = part(first, size, is_reference=is_reference)
    while True:
        n = end - begin
        flags: Any = memoryview(bytearray(4 * n)).cast("I")
        votes: Any = memoryview(bytearray(n)).cast("b")
        likeness: Any = bytearray(n)
        n_flags, n_votes = kernel.set_flags(
            *(source[0], source[1][begin:end], source[2][begin:end]),
            *(text[0], text[1][begin:end], text[2][begin:end]),
            *(flags, likeness, votes),
            is_reference,
        )
        if not n_votes or n == size:
            return n_flags, n, n_votes
        begin, end = 0, size


def _count_blocks(
    blocks: GoldBlocks | LineBlocks,
    count: Callable[[int, Any, Cancel], tuple[int, Any, Any]],
    add: Callable[[Any], None],
    seen: FlagSums,
    n_threads: int,
    progress: Progress,
    *,
    splits: bool = True,
) -> int:
    """Count blocks on threads and add the results in order; return the number of sentences.

    Raises:
        UnusualError: A warning may have to be given.
    """
    reading = allocate_lock()
    unused: list[list[Buffer]] = []
    is_read = False

    def tickets() -> Iterator[None]:
        while not is_read:
            yield None

    def work(_: None, cancel: Cancel) -> tuple[int, tuple[int, Any, Any]] | None:
        # Who counts a block reads it, so that it is in the cache of his processor.
        nonlocal is_read
        try:
            buffers = unused.pop()
        except IndexError:
            buffers = [Buffer() for _ in range(blocks.n_files)]
        with reading:
            first = blocks.n_sentences
            block = None if cancel[0] else blocks.take(buffers)
        if block is None:
            is_read = True
            return None
        counted = count(first, block, cancel)
        unused.append(buffers)
        return first, counted

    # A sentence may take longer than a user waits for an answer to Ctrl-C.
    results = map_ordered(work, tickets(), jobs=n_threads, is_long=True, ahead=n_threads + 1)
    waiting: dict[int, tuple[int, Any, Any]] = {}  # a thread may read before one that began earlier
    n_done = n_blocks = 0
    try:
        for result in results:
            if result:
                waiting[result[0]] = result[1]
            while n_done in waiting:
                n_sentences, counted, flagged = waiting.pop(n_done)
                add(counted)
                seen.add(*flagged)
                n_done += n_sentences
                n_blocks += 1
                if progress:
                    progress(n_done)
            if n_blocks >= SURE and seen.is_suspicious(splits=splits):
                raise UnusualError  # it will be at the end
    finally:
        results.close()
    if not n_done or seen.is_suspicious(splits=splits):
        raise UnusualError
    return n_done


# MaxMatch


def m2_totals(
    outputs: Sequence[str], gold: str, *, beta: float, jobs: int | None, progress: Progress = None
) -> tuple[list[tuple[int, int, int]], tuple[str, ...]] | None:
    """Return correct, proposed and gold edits of each system, and notes on public gold.

    They are those of the annotators that MaxMatch chooses; None if the run is not plain.

    Args:
        outputs: paths of systems' outputs.
        gold: path of M2.
        beta: weight of recall, by which annotators are chosen.
        jobs: threads; None for all usable cores.
        progress: called with the number of sentences done.
    """
    from fastgec.choose.best import running_best
    from fastgec.maxmatch.matcher import Matcher
    from fastgec.read.batch import Batch, Fault

    totals = [memoryview(bytearray(24)).cast("q") for _ in outputs]
    of_type: Any = running_best
    choose = of_type["int64_t"]  # to find out which would import numpy
    n_threads = _threads_for(gold, jobs)
    limit = available_memory() // n_threads
    n_edits = 0
    signs: list[list[int]] = [[] for _ in outputs]
    sources: list[str] = []

    def count(first: int, block: Any, cancel: Cancel) -> tuple[int, Any, Any]:
        data, is_last, *texts = block
        batch = Batch(data)
        n_sentences = batch.n_sentences
        if batch.fault != Fault.NONE:
            raise UnusualError
        odd = batch.odd
        if any(odd[name] for name in ODD) or (odd["is_open"] and not is_last):
            raise UnusualError  # the next source may have no blank line before it
        arrays = {name: memoryview(column) for name, column in batch.columns().items()}
        source = data, arrays["source_at"], arrays["source_end"]
        n_rows = len(arrays["annotator"])
        tables, flagged = [], []
        for text in texts:
            matcher = Matcher(batch, *text, max_unchanged_words=MAX_UNCHANGED, is_release_3_2=False)
            table: Any = memoryview(bytearray(24 * n_rows)).cast("q", (n_rows, 3))
            if matcher.count(0, n_sentences, table, cancel, limit) >= 0:
                raise UnusualError
            tables.append(table)
            flagged.append(_flags_of(source, text, first))
        if not first:
            sources[:] = _beginnings(source)
        hashes = [hash(_plain_ends(text[0])) for text in texts if len(texts) > 1]
        offsets = memoryview(bytes(arrays["row_offsets"])).cast("q")  # the batch is freed at once
        counted = tables, offsets, len(arrays["start"]), hashes
        return n_sentences, counted, (flagged, [])

    def add(counted: Any) -> None:
        nonlocal n_edits
        tables, offsets, n_new, hashes = counted
        n_edits += n_new
        for known, sign in zip(signs, hashes, strict=False):
            known.append(sign)
        for of_system, table in zip(totals, tables, strict=True):
            choose(table, offsets, beta, of_system)

    try:
        with PlainFiles([gold, *outputs]) as files:
            seen = FlagSums(len(outputs), 0)
            blocks = GoldBlocks(files)
            n_sentences = _count_blocks(blocks, count, add, seen, n_threads, progress)
        found = [tuple(of_system) for of_system in totals]
        if len({*map(tuple, signs)}) < len(outputs):
            raise UnusualError  # outputs with the same lines: a warning
        return found, _notes((n_sentences, n_edits), sources, beta)  # type: ignore[return-value]
    except (UnusualError, ValueError, OSError, MemoryError):  # of readers and kernels
        pass
    gc.collect()  # frames of the error hold what was read, and the usual run needs the memory
    if progress:
        progress(0)  # which counts from the beginning
    return None


class GoldBlocks:
    """M2 text and outputs, some sentences at a time."""

    def __init__(self, files: Sequence[ByteReader]) -> None:
        self.n_files = len(files)
        self.n_sentences = 0  # taken so far
        self._name = files[0].name
        self._gold = Cutter(files[0].readinto, self._name)
        self._outputs = [LineCutter(file) for file in files[1:]]
        self._is_done = False

    def take(self, buffers: Sequence[Buffer]) -> tuple[Any, ...] | None:
        """Return the next gold, whether it is the last, and the outputs; None at the end.

        Args:
            buffers: one for each file, for all of this.

        Raises:
            FormatError: A file is bad.
            UnusualError: M2 text without a source, or outputs of another length.
        """
        if self._is_done:
            return None
        cut = self._gold.take(SENTENCES, BYTES, buffers[0])
        if not cut.n_sources:
            raise UnusualError
        require_utf8(cut.data, self._name)
        self._is_done = cut.is_last
        self.n_sentences += cut.n_sources
        others = zip(self._outputs, buffers[1:], strict=True)
        texts = [output.take(cut.n_sources, buffer=buffer) for output, buffer in others]
        require_equal([cut.n_sources, *(len(starts) for _, starts, _ in texts)])
        if cut.is_last:
            require_equal([0, *(len(output.take(1)[1]) for output in self._outputs)])
        return cut.data, cut.is_last, *texts


def require_equal(lengths: Sequence[int]) -> None:
    """Raise UnusualError unless all are the same."""
    if len({*lengths}) > 1:
        raise UnusualError


def _notes(gold: tuple[int, int], sources: list[str], beta: float) -> tuple[str, ...]:
    """Return the notes on public gold: of so many sentences and edits, with these first sources."""
    if gold not in REMARKABLE and (beta == BETA or gold not in OF_BETA):
        return ()
    from fastgec.diagnostics.inputs import beginning, notes

    return notes((*gold, beginning(sources)), "m2", {}, [{"beta": beta}])


def _beginnings(source: Text) -> list[str]:
    """Return the beginnings of some sources, for notes."""
    data, starts, ends = source
    bounds = zip(starts[:N_SOURCES], ends, strict=False)
    return [str(data[a : min(b, a + MOST_BYTES)], "utf-8", "ignore") for a, b in bounds]


def _plain_ends(text: bytes | memoryview) -> bytes:
    """Return the lines of a text, whatever ends them."""
    return bytes(text).replace(b"\r\n", b"\n").removesuffix(b"\n")


# N-grams


def green_regions(
    files: Sequence[str],
    *,
    order: int,
    unit: str,
    betas: Sequence[float],
    jobs: int | None,
    progress: Progress = None,
) -> list[list[int]] | None:
    """Return the regions of the chosen references, or None if the run is not plain.

    Args:
        files: paths of source, references and output.
        order: the highest order of n-grams.
        unit: "word" or "char".
        betas: weights of recall, finite.
        jobs: threads; None for all usable cores.
        progress: called with the number of sentences done.

    Returns:
        For each beta 7 sums of each order.
    """
    from array import array

    from fastgec._ngram import green_best
    from fastgec.choose.best import sum_rows
    from fastgec.fscore import alpha_of

    n_references = len(files) - 2
    width = REGIONS * order
    alphas = [alpha_of(beta) for beta in betas]
    sums = [[0] * width for _ in betas]
    ends = range(0, (LINES_AT_ONCE + 1) * n_references, n_references or 1)
    row_offsets = memoryview(array("q", ends))

    def fold(table: memoryview, n_sentences: int) -> list[list[int]]:
        rows = table.cast("B").cast("q", (n_sentences * n_references, width))
        offsets = row_offsets[: n_sentences + 1]
        chosen = memoryview(bytearray(8 * n_sentences)).cast("q")
        found = []
        for alpha in alphas:
            green_best(rows, offsets, alpha, 0.0, chosen, None)
            found.append(sum_rows(rows, chosen).tolist())
        return found

    def add(parts: list[list[list[int]]]) -> None:
        for so_far, *new in zip(sums, *parts, strict=True):
            so_far[:] = map(sum, zip(so_far, *new, strict=True))

    counted = _count_ngrams(files, order, unit, fold, add, jobs, progress)
    return None if counted is None else sums


def gleu_mean(files: Sequence[str], *, jobs: int | None, progress: Progress = None) -> float | None:
    """Return official GLEU of words, or None if the run is not plain; see `green_regions`.

    The last digit may differ from that of other runs: numpy adds in another order.
    """
    from fastgec._ngram import gleu_scores, gleu_statistics
    from fastgec.kernels.draws import Draws

    n_references = len(files) - 2
    n_iterations = 1 if n_references == 1 else ITERATIONS
    width = 2 + 2 * ORDER

    def fold(table: memoryview, n_sentences: int) -> memoryview:
        n_rows = n_sentences * n_references
        rows = memoryview(bytearray(8 * n_rows * width)).cast("q", (n_rows, width))
        regions = table.cast("B").cast("q", (n_rows, ORDER, REGIONS + 1))
        gleu_statistics(regions, True, rows)
        return rows

    def add(parts: list[memoryview]) -> None:
        rows = memoryview(b"".join(parts))
        n_sentences = len(rows) // (8 * n_references * width)
        draws.take(rows.cast("q", (n_sentences, n_references, width)))
        draws.draw(0, n_iterations)

    try:
        draws = Draws(range(0, n_iterations * SEED_STEP, SEED_STEP), width, is_python2=True)
    except MemoryError:
        return None
    n_sentences = _count_ngrams(files, ORDER, "word", fold, add, jobs, progress, is_official=True)
    if n_sentences is None or (n_sentences in REMARKABLE_SOURCES and n_references != 4):
        return None
    scores = memoryview(bytearray(8 * n_iterations)).cast("d")
    gleu_scores(memoryview(draws.totals).cast("q", (n_iterations, width)), scores)
    return math.fsum(scores) / n_iterations


def green_f(regions: Sequence[int], alpha: float) -> float:
    """Return F of summed regions, 7 numbers of each order, by the weight of precision.

    >>> round(green_f([2, 0, 0, 0, 0, 0, 2], 0.5), 4)
    0.6667
    """
    from array import array

    from fastgec._ngram import green_ratios
    from fastgec.fscore import harmonic_f

    order = len(regions) // REGIONS
    precisions, recalls = (memoryview(bytearray(8 * order)).cast("d", (1, order)) for _ in "PR")
    rows = memoryview(array("q", regions)).cast("B").cast("q", (1, len(regions)))
    green_ratios(rows, 0.0, precisions, recalls, is_mean=True)
    return harmonic_f(precisions[0, order - 1], recalls[0, order - 1], alpha)


def fixed(value: float, digits: int) -> str | None:
    """Return a number from 0 with so many digits; None where it lies next to a half of the last.

    There the last digit of a double, and which way halves go, would show.

    >>> fixed(81.973, 2), fixed(0.125, 2)
    ('81.97', None)
    """
    if abs(value * 10**digits % 1 - 0.5) < 1e-6:
        return None
    return f"{value:.{digits}f}"


def _count_ngrams(
    paths: Sequence[str],
    order: int,
    unit: str,
    fold: Callable[[memoryview, int], Any],
    add: Callable[[list[Any]], None],
    jobs: int | None,
    progress: Progress,
    *,
    is_official: bool = False,
) -> int | None:
    """Count all sentences; return how many there are, or None if the run is not plain.

    Args:
        paths: of source, references and output.
        order: the highest order of n-grams.
        unit: "word" or "char".
        fold: makes of the counts and the number of some sentences what is added.
        add: is given these of a block, in order.
        jobs: threads; None for all usable cores.
        progress: called with the number of sentences done.
        is_official: whether counts have the number that official GLEU wants.
    """
    from fastgec._ngram import Scratch, count_lines

    n_references = len(paths) - 2
    is_char = unit == "char"
    n_threads = _threads_for(paths[0], jobs)
    limit = available_memory() // n_threads

    unused: list[Scratch] = []

    def count(first: int, columns: Any, cancel: Cancel) -> tuple[int, Any, Any]:
        n_sentences = len(columns[0][1])
        try:
            scratch = unused.pop()
        except IndexError:
            scratch = Scratch()
        folded = []
        for begin in range(0, n_sentences, LINES_AT_ONCE):
            end = min(n_sentences, begin + LINES_AT_ONCE)
            some = [(text, starts[begin:end], ends[begin:end]) for text, starts, ends in columns]
            table, stopped = count_lines(
                *(some, n_references, order, is_char, is_official, cancel, limit), scratch=scratch
            )
            if stopped >= 0:
                raise UnusualError
            folded.append(fold(table, end - begin))
        unused.append(scratch)
        source, *references, output = columns
        flagged = [_flags_of(source, output, first)]
        flagged += [_flags_of(source, one, first, is_reference=True) for one in references]
        equal = kernel.count_equal(columns, n_references, *part(first, n_sentences))
        return n_sentences, folded, (flagged, equal)

    try:
        if (
            n_references < 1
            or paths[-1] in paths[1:-1]  # a reference that is named twice: a warning
            or len(set(paths[:-1])) <= n_references
            or exchanged(paths, n_references)
        ):
            raise UnusualError
        with PlainFiles(paths) as files:
            # As many counts of a line as other runs hold: see `metrics.references`.
            blocks = LineBlocks(files, most_lines(n_references * 8 * order))
            seen = FlagSums(1 + n_references, n_references)
            return _count_blocks(blocks, count, add, seen, n_threads, progress, splits=not is_char)
    except (UnusualError, ValueError, OSError, MemoryError):  # of readers and kernels
        pass
    gc.collect()  # frames of the error hold what was read, and the usual run needs the memory
    if progress:
        progress(0)  # which counts from the beginning
    return None


class LineBlocks:
    """Files of sentences, some at a time."""

    def __init__(self, files: Sequence[ByteReader], n_lines: int) -> None:
        self.n_files = len(files)
        self.n_sentences = 0  # taken so far
        self._files = [LineCutter(file) for file in files]
        self._n_lines = n_lines

    def take(self, buffers: Sequence[Buffer]) -> list[Any] | None:
        """Return text, starts and ends of the next lines of each file; None at the end.

        Args:
            buffers: one for each file, for all of this.

        Raises:
            FormatError: A file is bad.
            UnusualError: Files of unequal length.
        """
        source = self._files[0].take(self._n_lines, BYTES, buffers[0])
        size = len(source[1])
        others = zip(self._files[1:], buffers[1:], strict=True)
        columns = [source, *(other.take(size or 1, buffer=buffer) for other, buffer in others)]
        require_equal([len(starts) for _, starts, _ in columns])
        self.n_sentences += size
        return columns if size else None
