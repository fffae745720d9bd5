"""Pairs of analysed sentences to edits, on all cores: the machine's door for the rest of the house.

Word list and stemmer are loaded when the first edit needs them: a corpus without such an edit needs
nothing but its analyses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.annotation.analyses import Analyses
from fastgec.annotation.annotator import MERGINGS, Annotator
from fastgec.annotation.lexicon import KINDS_OF_TAGS
from fastgec.arrays import freeze, offsets_of, sealed
from fastgec.machine.memory import available_memory
from fastgec.machine.parallel import Budget, Cancel, count_threads, map_ordered

CHUNK = 64  # pairs a call


class PairError(ValueError):
    """A pair that cannot be annotated: its number, on which side the reason lies, the reason."""

    def __init__(self, pair: int, is_source: bool, reason: str) -> None:
        super().__init__(pair, is_source, reason)
        self.pair = pair
        self.is_source = is_source
        self.reason = reason


class _ResourcesWanted(Exception):  # noqa: N818
    """Ends a call that needs word list or stemmer."""


@dataclass(frozen=True, slots=True, eq=False)
class PairEdits:
    """Edits of pairs of sentences.

    spans    int32[E, 4]: source start and end, corrected start and end, half-open
    types    int32[E]: codes of `lexicon.TYPES`
    offsets  int64[N+1]: pair n has the edits offsets[n] to offsets[n + 1]
    """

    spans: NDArray[np.int32]
    types: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def __post_init__(self) -> None:
        freeze(self, spans=np.int32, types=np.int32, offsets=np.int64)


def annotate_pairs(
    analyses: Analyses,
    pairs: NDArray[np.int64],
    *,
    merging: str = "rules",
    is_plain: bool = False,
    jobs: int | None = None,
    memory_limit: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> PairEdits:
    """Align, merge and classify pairs of sentences.

    Args:
        analyses: What the sentences are of.
        pairs: int64[N, 2], numbers of a source and a corrected sentence each.
        merging: "rules", "all-split", "all-merge" or "all-equal".
        is_plain: Align by plain Levenshtein costs, without reordering.
        jobs: The most threads (None: all usable cores).
        memory_limit: Bytes of scratch memory (None: half of what there is).
        progress: Called with the number of pairs that are done.

    Raises:
        PairError: For a tag that has no kind, or a pair that needs more memory than the limit.
        MissingExtraError: If the word list is needed and not installed.
        ValueError: For another merging.
    """
    if merging not in MERGINGS:
        raise ValueError(f"merging {merging!r}, expected one of {', '.join(MERGINGS)}")
    options = _Options(analyses, pairs, merging, is_plain, jobs, memory_limit, progress)
    try:
        return _annotate(analyses.annotator(has_resources=False), options)
    except _ResourcesWanted:
        return _annotate(analyses.annotator(has_resources=True), options)


def classify_pairs(
    analyses: Analyses, pairs: NDArray[np.int64], spans: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the types of edits whose spans are known: int32[E], codes of `lexicon.TYPES`.

    Args:
        analyses: What the sentences are of.
        pairs: int64[E, 2], the source and the corrected sentence of each edit.
        spans: int32[E, 4], as in `PairEdits`.

    Raises:
        PairError: For a tag that has no kind, by the number of the edit.
        MissingExtraError: If the word list is needed and not installed.
        ValueError: For spans outside their sentences.
    """
    types = np.zeros(len(pairs), np.int32)
    cancel = np.zeros(1, np.int32)
    limit = available_memory()
    outcome, at = analyses.annotator(has_resources=False).classify(
        pairs, spans, types, cancel, limit
    )
    if outcome == "resources":
        annotator = analyses.annotator(has_resources=True)
        outcome, at = annotator.classify(pairs, spans, types, cancel, limit)
    if outcome:
        raise _pair_error(analyses, pairs, at, outcome, limit)
    return types


@dataclass(frozen=True, slots=True, eq=False)
class _Options:
    analyses: Analyses
    pairs: NDArray[np.int64]
    merging: str
    is_plain: bool
    jobs: int | None
    memory_limit: int | None
    progress: Callable[[int], None] | None


def _annotate(annotator: Annotator, options: _Options) -> PairEdits:
    pairs = options.pairs
    limit = available_memory() if options.memory_limit is None else options.memory_limit
    budget = Budget(limit, count_threads(options.jobs))
    sizes = options.analyses.sizes()

    def work(first: int, cancel: Cancel) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        last = min(first + CHUNK, len(pairs))
        edits = np.empty((int(sizes[pairs[first:last]].sum()), 5), np.int32)
        offsets = np.empty(last - first + 1, np.int64)

        def call(memory: int) -> tuple[str, int]:
            return annotator.annotate(
                pairs,
                first,
                last,
                edits,
                offsets,
                cancel,
                memory,
                merging=options.merging,
                is_plain=options.is_plain,
            )

        with budget.share() as share:
            outcome, at = call(share)
        if outcome == "memory":
            with budget.whole() as whole:
                outcome, at = call(whole)
        if outcome == "resources":
            raise _ResourcesWanted
        if outcome and outcome != "cancelled":  # whoever cancels has an error of its own
            raise _pair_error(options.analyses, pairs, at, outcome, limit)
        return edits[: offsets[-1]].copy(), offsets

    parts = []
    chunks = range(0, len(pairs), CHUNK)
    for number, part in enumerate(map_ordered(work, chunks, jobs=options.jobs, is_long=True)):
        parts.append(part)
        if options.progress:
            options.progress(min((number + 1) * CHUNK, len(pairs)))
    edits = np.concatenate([np.empty((0, 5), np.int32), *(edits for edits, _ in parts)])
    n_edits = np.concatenate([np.empty(0, np.int64), *(np.diff(part) for _, part in parts)])
    return PairEdits(
        sealed(np.ascontiguousarray(edits[:, :4])),
        sealed(np.ascontiguousarray(edits[:, 4])),
        sealed(offsets_of(n_edits)),
    )


def _pair_error(
    analyses: Analyses, pairs: NDArray[np.int64], pair: int, outcome: str, limit: int
) -> PairError:
    numbers = pairs[pair].tolist()
    if outcome == "memory":
        sizes = " and ".join(str(len(analyses.words(number))) for number in numbers)
        reason = f"source and correction of {sizes} tokens need more memory than {limit >> 20} MiB"
        return PairError(pair, True, reason)
    for side, number in enumerate(numbers):
        for at, word in enumerate(analyses.words(number)):
            tag = analyses.tag(number, at)
            if tag not in KINDS_OF_TAGS:
                reason = (
                    f"tag {tag!r} of {word!r} (word {at + 1}) found in an edit, "
                    "expected a Penn tag that has a kind"
                )
                return PairError(pair, side == 0, reason)
    raise AssertionError("no unknown tag")
