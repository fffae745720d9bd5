"""Checks that sentences which several files of a config name are the same in all.

Gold in M2 has its source, and edits of a system make its output: where texts stand in memory, too,
they are compared. Scores would not show a mismatch: edits of a lower-cased source score like a
worse system, and edits of another system score like that system.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastgec.read.card import Card
from fastgec.read.cardtext import CardText, read_text
from fastgec.read.coders import Annotations
from fastgec.read.errors import visible
from fastgec.read.lines import Lines
from fastgec.texts.corrected import row_texts

MOST_SHOWN = 40  # characters of an example


def disagreements(
    card: Card, text: CardText, edits: tuple[Annotations, Sequence[Annotations]] | None = None
) -> tuple[str, ...]:
    """Return a warning for each file whose sentences differ from another file's.

    Args:
        card: of the corpus.
        text: the texts read from its files.
        edits: of gold and systems, where these were read.
    """
    lines = []
    if edits is not None and text.source is None and text.gold is None:
        reads = {"references"} if card.source else {"edits"} if card.gold else ()
        text = read_text(card, reads)  # which no metric wanted
    source = text.source
    if text.gold is not None:
        if source is not None:
            lines += _other_words(text.gold.sources, source)
        source = text.gold.sources if source is None else source
    if edits is not None and source is not None:
        gold, systems = edits
        known = gold.as_gold()
        if known is not None:
            lines += _other_words(known.sources, source)
        for label, output, system in zip(card.systems, text.systems, systems, strict=True):
            lines += _other_output(label, output, system)
    return tuple(f'corpus "{visible(card.name)}": {line}' for line in lines)


def _other_words(gold: Lines, source: Lines) -> list[str]:
    """Compare the sources of gold with the source."""
    found = _unlike(_texts(gold), _texts(source), str.split)
    if not found:
        return []
    what = f"{visible(gold.name)} differs in words from {visible(source.name)}"
    return [f"{what} in {found}: is it gold for this source?"]


def _other_output(label: str, output: Lines, system: Annotations) -> list[str]:
    """Compare a system's edits, applied to their source, with its output; spaces are ignored."""
    gold = system.as_gold()
    if gold is None or len(gold) != len(output) or gold.edits.n_rows != len(gold):
        return []  # not as gold is, or edits of several
    found = _unlike(row_texts(gold, overlaps="first"), _texts(output), _without_spaces)
    if not found:
        return []
    what = f"edits of {visible(system.name)} make a different text than {visible(output.name)}"
    return [f'errant-systems "{visible(label)}": {what} in {found}: are labels exchanged?']


def _without_spaces(text: str) -> str:
    return "".join(text.split())


def _texts(lines: Lines) -> list[str]:
    return [lines[number] for number in range(len(lines))]


def _unlike(ours: Sequence[str], theirs: Sequence[str], form: Callable[[str], object]) -> str:
    """Return how many sentences differ, with an example; "" if none does."""
    if len(ours) != len(theirs):
        return ""  # whoever counts them says so
    pairs = enumerate(zip(ours, theirs, strict=True))
    found = [number for number, (a, b) in pairs if a != b and form(a) != form(b)]
    if not found:
        return ""
    shown = f"{found[0] + 1}: {_shown(ours[found[0]])} for {_shown(theirs[found[0]])}"
    return f"{len(found)} of {len(ours)} sentences ({shown})"


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return f'"{visible(text[:MOST_SHOWN])}{"..." if len(text) > MOST_SHOWN else ""}"'
