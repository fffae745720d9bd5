"""The texts that a config names: each file is read once for all metrics and systems.

All files of a corpus have the same sentences. Files of gold, source and references hold all of
them; outputs hold all, or only the sentences that the config's `sentences` names. Sentences that
the config drops are left out everywhere. A corpus stands in memory while it is scored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import sealed
from fastgec.machine.memory import require_holdable
from fastgec.read.card import Card, Files
from fastgec.read.coders import Annotations
from fastgec.read.errors import FormatError, counted, shortened, visible
from fastgec.read.gold import Gold, parse_block, whole
from fastgec.read.lines import Lines, read_lines
from fastgec.read.pieces import read_utf8

LONGEST = 9  # digits of the number of a sentence


class CardText(NamedTuple):
    """The texts of a corpus, all of the same sentences.

    systems     Lines of each system
    source      Lines; None where no metric reads it
    references  Lines of each reference
    gold        Gold; None where no metric reads it
    numbers     int64[S]: which sentences of the corpus these are, from 0; None where none is read
    n_all       how many the corpus has
    """

    systems: tuple[Lines, ...]
    source: Lines | None
    references: tuple[Lines, ...]
    gold: Gold | None
    numbers: NDArray[np.int64] | None = None
    n_all: int = 0


def read_text(card: Card, reads: Collection[str]) -> CardText:
    """Return the texts of a config that some metrics read.

    Args:
        card: names the files.
        reads: the kinds of gold that metrics read: "edits", "references", or both; with "scores"
            all that says which sentences the outputs are of.

    Raises:
        FormatError: a file is missing or bad, or has another number of sentences than the rest.
        LimitError: the texts do not fit into memory.

    Example:
        >>> import os, fastgec
        >>> from fastgec.read.card import Card
        >>> folder = os.path.join(os.path.dirname(fastgec.__file__), "samples")
        >>> card = Card.read(os.path.join(folder, "eval.toml"))
        >>> text = read_text(card, ["references"])
        >>> len(text.source), [len(lines) for lines in text.references], text.gold
        (20, [20, 20], None)
    """
    files = _Files(card)
    gold = source = None
    if "scores" in reads and not {"edits", "references"} & set(reads):
        reads = {"scores", *(["references"] if card.source else ["edits"] if card.gold else [])}
    if "edits" in reads:
        gold = files.gold(card.gold)
    if "references" in reads:
        source = files.lines(card.source, "source")
    first = gold.sources if source is None and gold is not None else source
    if first is None and "scores" in reads:
        label, one = next(iter(card.systems.items()))
        first = files.lines(one, f'system "{visible(label)}"')
    if first is None:  # all that is wanted are edits of both sides, see `read_edits`
        return CardText((), None, (), None)
    cut = _Cut(card, first)
    if gold is not None:
        gold = cut.gold(gold)
    references: tuple[Lines, ...] = ()
    if source is not None:
        source = cut.lines(source)
        references = tuple(cut.lines(files.lines(one, "references")) for one in card.references)
    systems = tuple(
        cut.lines(files.lines(one, f'system "{visible(label)}"'), is_system=True)
        for label, one in card.systems.items()
    )
    return CardText(systems, source, references, gold, cut.numbers, len(first))


def read_edits(
    card: Card, *, from_gold: bool = False
) -> tuple[Annotations | None, tuple[Annotations | None, ...]]:
    """Return ERRANT's edits of the gold, and of each system, from the files of a config.

    Args:
        card: of the corpus.
        from_gold: whether the edits of `gold` stand for those that the config does not name.

    Returns:
        None where the config names no file of edits.

    Raises:
        FormatError: as `read_text`.
        LimitError: the texts do not fit into memory.
    """
    files = _Files(card)
    gold = None
    if card.errant or (from_gold and card.gold):
        gold = files.annotations(card.errant or card.gold, "errant" if card.errant else "gold")
    systems = {
        label: files.annotations(one, f'errant-systems "{visible(label)}"')
        for label, one in card.errant_systems.items()
    }
    first = gold if gold is not None else next(iter(systems.values()), None)
    if first is None:
        return None, (None,) * len(card.systems)
    cut = _Cut(card, Lines.of([""] * len(first), first.name))
    return (
        None if gold is None else cut.annotations(gold),
        tuple(
            cut.annotations(systems[label], is_system=True) if label in systems else None
            for label in card.systems
        ),
    )


class _Files:
    """Files that are read, once each."""

    def __init__(self, card: Card) -> None:
        self._card = card
        self._read: dict[str, Lines] = {}
        self._n_bytes = 0

    def lines(self, files: Files, what: str) -> Lines:
        """Return the lines of files that are joined."""
        parts = []
        for path in files:
            if path not in self._read:
                with self._placed(what):
                    self._read[path] = read_lines(path, path)
                self._hold(self._read[path].data)
            parts.append(self._read[path])
        if len(parts) == 1:
            return parts[0]
        shifts = np.cumsum([0, *(len(part.data) for part in parts)])
        starts = [part.starts + shift for part, shift in zip(parts, shifts, strict=False)]
        ends = [part.ends + shift for part, shift in zip(parts, shifts, strict=False)]
        data = b"".join(part.data for part in parts)
        self._hold(data)
        name = " + ".join(files)
        return Lines(data, sealed(np.concatenate(starts)), sealed(np.concatenate(ends)), name)

    def gold(self, files: Files) -> Gold:
        """Return the gold of files that are joined."""
        texts = []
        for path in files:
            with self._placed("gold"):
                texts.append(read_utf8(path))
            self._hold(texts[-1])
            if len(files) > 1:  # an error names this file and its own line
                parse_block(texts[-1], path)
        data = texts[0] if len(texts) == 1 else b"".join(text + b"\n\n" for text in texts)
        with self._placed("gold"):
            return whole(parse_block(data, " + ".join(files)))

    def annotations(self, files: Files, what: str) -> Annotations:
        """Return edits of files that are joined."""
        texts = []
        for path in files:
            with self._placed(what):
                texts.append(Annotations.read(path))
            self._hold(texts[-1].data)
        if len(texts) == 1:
            return texts[0]
        for text in texts:  # an error names this file and its own line
            len(text)
        data = b"".join(text.data + b"\n\n" for text in texts)
        return Annotations(data, " + ".join(files))

    def _hold(self, data: bytes | memoryview) -> None:
        self._n_bytes += len(data)
        require_holdable(self._n_bytes, "text")

    @contextmanager
    def _placed(self, what: str) -> Iterator[None]:
        """Say of a file that is bad as a whole which card names it."""
        try:
            yield
        except FormatError as error:
            if error.line is not None:
                raise
            raise self._card.refusal(f"{what}: {error}") from None


class _Cut:
    """Which sentences of each file are scored."""

    def __init__(self, card: Card, first: Lines) -> None:
        self._card = card
        self._name = first.name
        n_all = self._n_all = len(first)
        if not n_all:
            raise card.refusal(f"{visible(first.name)}: no sentence, expected at least 1")
        numbers = _numbers(card, n_all) if card.sentences else np.arange(n_all)
        self._n_chosen = len(numbers)
        for number in card.drop:
            if number > n_all:
                reason = f"drop: sentence {number}: expected 1 to {n_all} as in {first.name}"
                raise card.refusal(reason)
        is_dropped = np.zeros(n_all, bool)
        is_dropped[np.array(card.drop, np.int64) - 1] = True
        is_kept = ~is_dropped[numbers]
        self.numbers = numbers[is_kept]
        self._places = np.flatnonzero(is_kept)
        if not len(self.numbers):
            raise card.refusal("every sentence is dropped")
        self._is_whole = len(self.numbers) == n_all and not card.sentences

    def lines(self, lines: Lines, *, is_system: bool = False) -> Lines:
        """Return the lines that are scored."""
        places = self._places_in(len(lines), lines.name, is_system=is_system)
        return lines if self._is_whole else _named(lines.take(places))

    def annotations(self, text: Annotations, *, is_system: bool = False) -> Annotations:
        """Return the sentences that are scored, with their edits."""
        places = self._places_in(len(text), text.name, is_system=is_system)
        if self._is_whole:
            return text
        return Annotations(text.take(places.tolist()).data, f"{text.name} (what the card keeps)")

    def _places_in(self, found: int, file: str, *, is_system: bool) -> NDArray[np.int64]:
        """Return the numbers of the scored sentences within a file of so many sentences."""
        if found == self._n_all:
            places = self.numbers
        elif is_system and found == self._n_chosen:
            places = self._places
        else:
            name, wanted = visible(self._name), f"{self._n_all}"
            if is_system and self._card.sentences:
                wanted = f"{self._n_chosen} as {visible(self._card.sentences)} names, or {wanted}"
            has = f"{visible(file)} has {counted(found, 'sentence')}"
            reason = f"{has}, expected {wanted} as in {name}"
            raise self._card.refusal(reason)
        return places

    def gold(self, gold: Gold) -> Gold:
        """Return the gold that is scored."""
        if len(gold) != self._n_all:
            self.lines(gold.sources)
        return gold if self._is_whole else gold.take(self.numbers)


def _named(lines: Lines) -> Lines:
    """Return lines whose name says that some are left out: messages count the others."""
    return Lines(lines.data, lines.starts, lines.ends, f"{lines.name} (what the card keeps)")


def _numbers(card: Card, n_all: int) -> NDArray[np.int64]:
    """Return the sentences that systems' files hold, from 0."""
    try:
        lines = Lines.read(card.sentences)
    except FormatError as error:
        raise card.refusal(f"sentences: {error}") from None
    numbers = []
    for place in range(len(lines)):
        for word in lines[place].split():
            number = int(word) if word.isascii() and word.isdigit() and len(word) <= LONGEST else 0
            if not 1 <= number <= n_all:
                reason = f"{shortened(word)!r}: expected a sentence from 1 to {n_all}"
                raise FormatError(card.sentences, place + 1, reason)
            numbers.append(number)
    if not numbers:
        raise card.refusal(f"{visible(card.sentences)}: no number, expected at least 1")
    if len(set(numbers)) < len(numbers):
        raise card.refusal(
            f"{visible(card.sentences)}: a sentence is given twice: expected each once"
        )
    return np.array(numbers, np.int64) - 1
