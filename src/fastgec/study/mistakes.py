"""Frequent errors of a system: which edits are wrong, and which gold edits are missed, how often.

An edit is told by its text, "of" to "for", or by its type. Edits are those that the score counts,
against the annotators that were chosen for it.

MaxMatch: an edit may take in unchanged words beside it; these are cut off before edits are
compared by text (`Edit.cut`). A system's edits have no type; by type they are M, U or R, as they
insert, delete or replace words. A missed edit has the gold's type, and as text all its
alternatives, with "||" between; it is counted, too, how often the system changed its place all the
same (`m2.statuses`: recognised or detected). ERRANT: edits have the types of their file; one that
both sides have counts for the reference's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from fastgec.choice import Chosen
from fastgec.convert.m2write import MISSING, REPLACEMENT, UNNECESSARY
from fastgec.corpus.arguments import require_paths
from fastgec.metrics.door import AnyMetric, Block
from fastgec.metrics.edits import GoldText
from fastgec.metrics.errant.counting import Compared, Side
from fastgec.metrics.m2.modes import STATUSES
from fastgec.metrics.m2.words import Edit, SystemEdits, found_edits
from fastgec.study.arguments import asked_metric, asked_systems, told_run

BY = ("text", "type", "both")
METRICS = ("m2", "errant")
MISSED = STATUSES.index("missed")


class Key(NamedTuple):
    """What edits are told apart by; what does not matter is empty."""

    kind: str
    source: str
    correction: str


class Example(NamedTuple):
    """A sentence in which an edit was wrong, or missed.

    words       of its source
    start       first word that the edit replaces
    end         the word after the last one
    correction  what is written there
    """

    words: Sequence[str]
    start: int
    end: int
    correction: str

    def marked(self, width: int | None = None) -> str:
        """Return the sentence with the edit in brackets, or what of it fits into a width.

        >>> one = Example("I am agree with you .".split(), 1, 2, "")
        >>> one.marked(), one.marked(30)
        ('I [- am] agree with you .', 'I [- am] agree with ...')
        >>> one._replace(start=2, correction="in").marked(), one._replace(correction="do").marked()
        ('I am [+ in] agree with you .', 'I [am -> do] agree with you .')
        """
        first = max(0, min(self.start, len(self.words)))
        last = max(first, min(self.end, len(self.words)))
        old, new = " ".join(self.words[first:last]), self.correction
        edit = f"[{old} -> {new}]" if old and new else f"[- {old}]" if old else f"[+ {new}]"
        text, room = edit, None if width is None else width - len("...  ...")
        while first > 0 or last < len(self.words):
            wider = text
            if first > 0:
                wider = f"{self.words[first - 1]} {wider}"
            if last < len(self.words):
                wider = f"{wider} {self.words[last]}"
            if room is not None and len(wider) > room:
                break
            text, first, last = wider, max(0, first - 1), min(len(self.words), last + 1)
        return f"{'... ' * (first > 0)}{text}{' ...' * (last < len(self.words))}"


class ErrorCount(NamedTuple):
    """How often some edits were errors.

    kind        their type, if they are told apart by it
    source      the words of the source, likewise; none for an insertion
    correction  what is written there, likewise; nothing for a deletion
    errors      how often they were wrong, or missed
    right       how often they were correct, or made
    first       number of the first sentence with the error, from 1; 0 if there is none
    touched     of missed edits (MaxMatch): how often their place was changed all the same; None
                where that is not known
    example     the first sentence with the error; None if there is none
    """

    kind: str
    source: str
    correction: str
    errors: int
    right: int
    first: int
    touched: int | None = None
    example: Example | None = None


class Errors(NamedTuple):
    """Errors of a system, most frequent first; edits that are never wrong, or missed, come last.

    wrong   edits of the system
    missed  edits of the gold
    """

    wrong: list[ErrorCount]
    missed: list[ErrorCount]


def errors(
    systems: Sequence[Any],
    gold: Any,
    *,
    metric: str = "m2",
    by: str = "text",
    parameters: Any = None,
    scoring: Any = None,
    jobs: int | None = None,
) -> list[Errors]:
    r"""Count wrong and missed edits.

    Args:
        systems: for each a path, or sentences in memory (ERRANT: a path of M2 or Annotations).
        gold: a Gold or a path (ERRANT: a path of M2 or Annotations).
        metric: "m2" or "errant".
        by: what edits are told apart by: "text", "type" or "both".
        parameters: what counts depend on.
        scoring: what the choice of annotators depends on.
        jobs: threads (None: all cores).

    Returns:
        For each system its errors.

    Raises:
        FormatError: files that do not fit.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: another metric or `by`, a mode that is not correction, or no system.

    Example:
        >>> from fastgec import Gold
        >>> gold = Gold.parse("S a b\nA 0 1|||R:DET|||c|||||||||0\nA 1 2|||R|||d|||||||||0\n")
        >>> found, = errors([["c e"]], gold)
        >>> found.wrong[0][:6], found.wrong[0].example.marked()
        (('', 'b', 'e', 1, 0, 1), 'a [b -> e]')
        >>> found, = errors([["c e"]], gold, by="type")
        >>> [(one.kind, one.errors, one.right) for one in found.missed]
        [('R', 1, 0), ('R:DET', 0, 1)]
    """
    if metric not in METRICS:
        raise ValueError(f"metric {metric!r}, expected one of {', '.join(METRICS)}")
    if by not in BY:
        raise ValueError(f"by {by!r}, expected one of {', '.join(BY)}")
    known: AnyMetric
    known, used, scored = asked_metric(metric, gold, parameters, scoring)
    asked = asked_systems(systems)
    require_correction(used)
    tallies = tallies_of(metric, len(asked), used)
    if metric == "m2":
        require_paths(asked, gold)
    told_run(known, asked, gold, used, scored, watchers=tallies, jobs=jobs)
    return [tally.errors(by) for tally in tallies]


def require_correction(parameters: Any) -> None:
    """Raise ValueError for a mode of MaxMatch by which other edits count as correct."""
    if not getattr(parameters, "is_plain", True):
        raise ValueError(
            f"mode {parameters.mode!r} and optional {parameters.optional!r} found, expected "
            "'correction' and 'required'"
        )


def tallies_of(metric: str, n_systems: int, parameters: Any) -> list[ErrorTally]:
    """Return what counts the errors of each system while blocks go by.

    Args:
        metric: "m2" or "errant".
        n_systems: how many systems the blocks have.
        parameters: what counts depend on.
    """
    if metric == "errant":
        return [ErrorTally(system, _coded_edits, has_places=False) for system in range(n_systems)]

    def matched(block: Block, system: int, chosen: Chosen) -> Iterator[Seen]:
        return _matched_edits(block, system, chosen, parameters)

    return [ErrorTally(system, matched, has_places=True) for system in range(n_systems)]


class Seen(NamedTuple):
    """An edit that was seen.

    sentence   number from 0
    key        all of what it is told apart by
    is_gold    whether it is the gold's
    is_error   whether it is wrong, or missed
    touched    whether the place of a missed edit was changed
    words      of the source sentence
    span       the words that it replaces: first, and the one after the last
    """

    sentence: int
    key: Key
    is_gold: bool
    is_error: bool
    touched: bool
    words: Sequence[str]
    span: tuple[int, int]


class ErrorTally:
    """Edits of one system and of its gold, counted while blocks go by."""

    def __init__(
        self,
        system: int,
        seen: Callable[[Block, int, Chosen], Iterable[Seen]],
        *,
        has_places: bool,
    ) -> None:
        """Take which system of the blocks, what sees edits, and whether it sees changed places."""
        self._system = system
        self._seen = seen
        self._has_places = has_places
        # Of the system's edits, and of the gold's.
        self._counts: tuple[dict[Key, ErrorCount], dict[Key, ErrorCount]] = ({}, {})

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, and what the first scoring chose."""
        self.add(self._seen(block, self._system, chosen[0]))

    def add(self, seen: Iterable[Seen]) -> None:
        """Add edits that were seen."""
        for sentence, key, is_gold, is_error, touched, words, span in seen:
            counts = self._counts[is_gold]
            found = counts.get(key) or ErrorCount(*key, 0, 0, 0, 0)
            if is_error and not found.first:
                example = Example(words, *span, key.correction)
                found = found._replace(first=sentence + 1, example=example)
            counts[key] = found._replace(
                errors=found.errors + is_error,
                right=found.right + (not is_error),
                touched=(found.touched or 0) + touched,
            )

    def errors(self, by: str) -> Errors:
        """Return the sums, edits told apart by "text", "type" or "both"."""
        own, gold = self._counts
        return Errors(
            _sorted(own, by, has_places=False), _sorted(gold, by, has_places=self._has_places)
        )


def _sorted(counts: dict[Key, ErrorCount], by: str, *, has_places: bool) -> list[ErrorCount]:
    sums: dict[Key, ErrorCount] = {}
    for key, found in counts.items():
        told = (
            key
            if by == "both"
            else Key(key.kind, "", "")
            if by == "type"
            else key._replace(kind="")
        )
        total = sums.get(told) or ErrorCount(*told, 0, 0, 0, 0)
        earlier = min((one for one in (total, found) if one.first), key=_first, default=found)
        sums[told] = ErrorCount(
            *told,
            total.errors + found.errors,
            total.right + found.right,
            earlier.first,
            (total.touched or 0) + (found.touched or 0) if has_places else None,
            earlier.example,
        )
    return sorted(sums.values(), key=lambda one: (-one.errors, -one.right, one[:3]))


def _first(found: ErrorCount) -> int:
    return found.first


# MaxMatch


def _matched_edits(block: Block, system: int, chosen: Chosen, parameters: Any) -> Iterator[Seen]:
    assert chosen.rows is not None
    rows = chosen.rows[system]
    found = found_edits(block.text, system, parameters, rows, has_statuses=True)
    return seen_edits(block.text, found)


def seen_edits(text: GoldText, found: SystemEdits) -> Iterator[Seen]:
    """Yield the edits of MaxMatch, a system's and those of the gold.

    Args:
        text: some sentences.
        found: the system's edits against the rows that were chosen, with statuses.
    """
    table, golden = text.gold.edits, found.golden
    kinds = [table.kind_names[kind] for kind in table.kind[golden].tolist()]
    starts, ends = table.start[golden].tolist(), table.end[golden].tolist()
    missed = found.makers < 0
    is_missed, touched = missed.tolist(), (missed & (found.statuses != MISSED)).tolist()
    offsets, numbers = found.gold_offsets.tolist(), golden.tolist()
    for place, edits in enumerate(found.in_words()):
        first, last = offsets[place], offsets[place + 1]
        if not edits and first == last:
            continue
        sentence = text.first + place
        source = text.gold.sources[place].split()
        for edit in edits:
            key, span = _told(edit)
            yield Seen(sentence, key, False, not edit.is_correct, False, source, span)
        for at in range(first, last):
            start, end = starts[at], ends[at]
            key = Key(
                kinds[at], " ".join(source[start:end]), "||".join(text.corrections[numbers[at]])
            )
            yield Seen(sentence, key, True, is_missed[at], touched[at], source, (start, end))


def _told(edit: Edit) -> tuple[Key, tuple[int, int]]:
    cut = edit.cut()
    if not cut.source and not cut.correction:  # an edit that changes nothing is one all the same
        cut = edit
    kind = MISSING if not cut.source else UNNECESSARY if not cut.correction else REPLACEMENT
    return Key(kind, cut.source, cut.correction), (cut.start, cut.end)


# ERRANT


def _coded_edits(block: Block, system: int, chosen: Chosen) -> Iterator[Seen]:
    assert chosen.rows is not None
    compared: Compared = block.text
    own, reference = compared.systems[system], compared.reference
    told = _Told(compared)
    pairs = compared.pairs[system][chosen.rows[system]].tolist()
    for number, (row, other) in enumerate(pairs):
        sentence = block.first + number
        words = own.edits.sources[number].split()
        made, wanted = told.edits(own, row), told.edits(reference, other)
        # A key whose first type is noop proposes nothing and misses nothing, but it does match.
        for key, kinds in made.items():
            for kind in () if kinds[0] == compared.noop else wanted.get(key, kinds):
                yield told.seen(sentence, key, kind, words, is_error=key not in wanted)
        for key, kinds in wanted.items():
            for kind in () if kinds[0] == compared.noop else kinds:
                yield told.seen(sentence, key, kind, words, is_error=key not in made, is_gold=True)


class _Told:
    """Keys of ERRANT in words."""

    def __init__(self, compared: Compared) -> None:
        self._kinds = compared.kinds()
        self._keys = compared.table.tolist()
        self._corrections = compared.text.corrections

    def edits(self, side: Side, row: int) -> dict[int, list[int]]:
        """Return the keys of a row, each with its types."""
        places = range(int(side.key_offsets[row]), int(side.key_offsets[row + 1]))
        return {
            int(side.keys[at]): side.kinds[
                side.kind_offsets[at] : side.kind_offsets[at + 1]
            ].tolist()
            for at in places
        }

    def seen(
        self,
        sentence: int,
        number: int,
        kind: int,
        words: Sequence[str],
        *,
        is_error: bool,
        is_gold: bool = False,
    ) -> Seen:
        """Return the edit of a key."""
        start, end, _, correction = self._keys[number]
        written = self._corrections[correction].decode() if correction >= 0 else ""
        replaced = words[start:end] if 0 <= start < end else ()  # spans stand as in the file
        key = Key(self._kinds[kind], " ".join(replaced), written)
        return Seen(sentence, key, is_gold, is_error, False, words, (start, end))
