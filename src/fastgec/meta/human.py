"""Human scores of a corpus card: its tables `[[human]]`, read and made into a score of each system.

    [[human]]
    name = "expected wins"
    kind = "rankings"              # rankings (XML), segments (CSV of ratings), scores (of systems)
    file = "judgments.xml.gz"      # or a list of files, which are joined
    base = 0                       # rankings: the src-id of the first sentence, 0 or 1
    score = "wins"                 # or "mean" (segments), "trueskill" (rankings)
    runs = 1000                    # of TrueSkill
    annotators = ["annotator01"]   # rankings: only these judges
    systems = ["A", "B"]           # scores: whose the numbers are, where a file does not say
    independent = true             # segments: equal outputs were rated apart

What the card drops, or its `sentences` leave out, is left out of the judgments too. Scores are made
over all systems of the card; whoever wants a subset cuts them afterwards, as published scores must
be cut as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import sealed
from fastgec.corpus.card import Card
from fastgec.corpus.cardtext import CardText
from fastgec.corpus.errors import counted, visible
from fastgec.corpus.tomltable import Table, hint, listed
from fastgec.meta.bases import repeated_judgments, require_base, unequal_numbers
from fastgec.meta.humanscores import HumanScores
from fastgec.meta.rankings import Rankings, read_rankings
from fastgec.meta.scorefiles import read_scores
from fastgec.meta.segments import Segments, read_ratings
from fastgec.meta.wins import expected_wins, mean_ratings
from fastgec.parameters import MAX_RESAMPLES, flag

Floats = NDArray[np.float64]

KEYS = ("name", "kind", "file", "base", "score", "runs", "annotators", "systems", "independent")
KINDS = {"rankings": ("wins", "trueskill"), "segments": ("wins", "mean"), "scores": ()}


def human_names(card: Card) -> list[str]:
    """Return the names of the human scores of a card.

    Raises:
        FormatError: a table without one, or two with the same.
    """
    names = [_table(card, place).string("name") for place in range(len(card.human))]
    for name in names:
        if not name:
            raise card.refusal('human: no name found, expected name = "..."')
        if names.count(name) > 1:
            raise card.refusal(f'human: two tables "{visible(name)}", expected two names')
    return names


def read_human(
    card: Card,
    text: CardText | None = None,
    name: str | None = None,
    *,
    common: bool = False,
) -> HumanScores:
    """Read a human score of a card.

    Args:
        card: of the corpus.
        text: its texts, which say what is dropped, and check which sentence a judgment is of;
            None: there are none.
        name: of the score (None: the first).
        common: systems that only one side has are left out, instead of refused.

    Raises:
        FormatError: a table or a file is bad, or has other systems than the card.
    """
    common = flag(common, "common")
    names = human_names(card)
    if not names:
        raise card.refusal("no table [[human]] found, expected human scores")
    if name is not None and name not in names:
        raise card.refusal(f'no human score "{visible(name)}", {hint(name, names)}')
    table = _table(card, 0 if name is None else names.index(name))
    table.require_keys(KEYS)
    kind = table.string("kind")
    if kind not in KINDS:
        raise table.refusal(f'kind: "{visible(kind)}" found, expected {listed([*KINDS])}')
    measure = table.string("score") or "wins"
    if kind == "scores" and "score" in table.content:
        raise table.refusal("score found, which scores are themselves")
    if kind != "scores" and measure not in KINDS[kind]:
        reason = f'score: "{visible(measure)}" found, expected {listed(KINDS[kind])}'
        raise table.refusal(reason)
    if kind != "rankings" and table.content.keys() & {"base", "annotators"}:
        raise table.refusal("base or annotators found, which only rankings have")
    if kind != "segments" and "independent" in table.content:
        raise table.refusal('independent requires kind = "segments"')
    if "runs" in table.content and measure != "trueskill":
        raise table.refusal('runs found, which only score = "trueskill" has')
    if kind != "scores" and "systems" in table.content:
        raise table.refusal("systems found, which only scores have")
    files = table.files("file", table.content.get("file"))
    if not files:
        raise table.refusal('no file found, expected file = "..."')
    source: Rankings | Segments | None = None
    n_sentences = 0
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    if kind == "scores":
        published = _published(table, files)
        systems, absent = _matched(table, card, tuple(published), common=common)
        content = scores = np.array([published[label] for label in systems])
    elif kind == "segments":
        source, absent, notes = _ratings(card, table, files, text, common=common)
        systems, n_sentences, content = source.systems, len(source), source.ratings
        scores = mean_ratings(source) if measure == "mean" else expected_wins(source)
        warnings = repeated_judgments(files)
    else:
        source, absent, n_sentences, notes = _rankings(card, table, files, text, common=common)
        systems = source.systems
        content = np.stack([source.sentence, source.winner, source.loser, source.kind])
        scores = expected_wins(source) if measure == "wins" else _skills(table, source)
        warnings = repeated_judgments(files, source)
    return HumanScores(
        table.string("name"),
        "scores" if source is None else measure,
        systems,
        sealed(scores),
        n_sentences,
        source,
        absent,
        notes,
        _fingerprint(systems, content),
        warnings,
    )


def _table(card: Card, place: int) -> Table:
    content = card.human[place]
    name = content.get("name")
    shown = f' "{visible(name)}"' if isinstance(name, str) else ""
    return Table(card.path, content, f'corpus "{visible(card.name)}": human{shown}')


def _published(table: Table, files: Sequence[str]) -> dict[str, float]:
    """Read scores that were published."""
    if len(files) > 1:
        raise table.refusal(f"file: {len(files)} files found, expected 1 of scores")
    own = table.strings("systems")
    if len(set(own)) < len(own):
        raise table.refusal("systems: a label found twice, expected each once")
    return read_scores(files[0], own or None)


def _ratings(
    card: Card, table: Table, files: Sequence[str], text: CardText | None, *, common: bool
) -> tuple[Segments, tuple[str, ...], tuple[str, ...]]:
    """Read ratings of sentences; return them, systems of one side, and what was not checked."""
    segments = read_ratings(files)
    known = tuple(label for label in segments.systems if label in card.systems)
    systems, absent = _matched(table, card, known, common=common)
    segments = segments.of_systems(systems)
    numbers = _kept(card, text, len(segments))
    if text is not None and text.numbers is not None and len(segments) != text.n_all:
        found = counted(len(segments), "sentence")
        reason = f"{segments.name} has {found}, expected {text.n_all}"
        raise table.refusal(f"{reason} as in the texts")
    if numbers is not None:
        segments = segments.of_sentences(numbers)
    notes = _compared(card, table, text, segments)
    if not segments.is_rated.any():
        raise table.refusal("no rated sentence is left, expected some")
    return segments, absent, notes


def _compared(
    card: Card, table: Table, text: CardText | None, segments: Segments
) -> tuple[str, ...]:
    """Check that equal outputs have equal ratings; return what could not be checked.

    Raises:
        FormatError: they have not, so that ratings may be of other sentences or systems.
    """
    is_independent = table.take("independent", bool, "true or false")
    what = "it was not checked that ratings are of these sentences and systems"
    if text is None or text.numbers is None:
        return (f"{segments.name}: without texts {what}",)
    outputs = dict(zip(card.systems, text.systems, strict=True))
    outputs = {label: outputs[label] for label in segments.systems}
    found = unequal_numbers(segments.ratings, outputs, text.numbers, "ratings")
    if found is None:
        return (f"{segments.name}: no two outputs of a sentence are equal, so {what}",)
    if not found:
        return ()
    if is_independent:
        return (f"{segments.name}: {found}",)
    reason = "expected equal ones, or independent = true if equal outputs were rated apart"
    raise table.refusal(f"{segments.name}: {found}: {reason}")


def _rankings(
    card: Card, table: Table, files: Sequence[str], text: CardText | None, *, common: bool
) -> tuple[Rankings, tuple[str, ...], int, tuple[str, ...]]:
    """Read rankings.

    Returns:
        The rankings, systems of one side, how many sentences there are, and what was not checked.
    """
    if "base" not in table.content:
        raise table.refusal("no base found, expected the src-id of the first sentence, 0 or 1")
    base = table.take("base", int, "0 or 1")
    if base not in (0, 1) or isinstance(base, bool):
        raise table.refusal(f"base: {base} found, expected 0 or 1")
    rankings = read_rankings(files, base=base)
    if users := table.strings("annotators"):
        try:
            rankings = rankings.of_users(users)
        except ValueError as error:
            raise table.refusal(str(error)) from None
    named = [rankings.systems[place] for place in np.unique(rankings.items.system).tolist()]
    systems, absent = _matched(table, card, tuple(named), common=common)
    notes: tuple[str, ...] = ()
    n_sentences = 1 + int(rankings.items.sentence.max(initial=-1))
    if text is None or text.numbers is None:
        line = f"{rankings.name}: without texts it was not checked that src-id counts from {base}"
        notes = (line,)
        numbers = _kept(card, None, n_sentences)
    else:
        notes = require_base(
            rankings, base, dict(zip(card.systems, text.systems, strict=True)), text
        )
        numbers = text.numbers
    rankings = rankings.of_systems(systems)
    if numbers is not None:
        n_before = len(rankings.items)
        rankings = rankings.of_sentences(numbers)
        n_sentences = len(numbers)
        if n_left := n_before - len(rankings.items):
            of_all = f"{n_left} of {n_before} items"
            notes += (f"{rankings.name}: {of_all} are of sentences that the card leaves out",)
    if not len(rankings):
        raise table.refusal("no judgment is left, expected some")
    return rankings, absent, n_sentences, notes


def _skills(table: Table, rankings: Rankings) -> Floats:
    """Return TrueSkill scores of as many runs as a table wants."""
    from fastgec.meta.skillruns import trueskill  # few cards want it

    runs = table.content.get("runs", 1000)
    if type(runs) is not int or not 1 <= runs <= MAX_RESAMPLES:
        raise table.refusal(f"runs: {runs!r} found, expected a number from 1 to {MAX_RESAMPLES}")
    return trueskill(rankings, runs).scores


def _kept(card: Card, text: CardText | None, n_all: int) -> NDArray[np.int64] | None:
    """Return the sentences that the card keeps, from 0; None for all.

    Raises:
        FormatError: without texts, the card has `sentences`.
    """
    if text is not None and text.numbers is not None:
        return text.numbers
    if card.sentences:
        raise card.refusal("sentences found, which human scores without texts cannot be cut to")
    if not card.drop:
        return None
    is_kept = np.ones(max(n_all, *card.drop), bool)
    is_kept[np.array(card.drop, np.int64) - 1] = False
    return np.flatnonzero(is_kept[:n_all])


def _matched(
    table: Table, card: Card, found: Sequence[str], *, common: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the systems of both sides in the order of the card, and those of one side.

    Raises:
        FormatError: one side lacks systems, and that is not allowed; or fewer than 2 are left.
    """
    systems = tuple(label for label in card.systems if label in found)
    absent = tuple(label for label in card.systems if label not in found)
    unknown = tuple(label for label in found if label not in card.systems)
    if not common:
        for labels, reason in (
            (unknown, "judged, but no system of the card"),
            (absent, "a system of the card, but not judged"),
        ):
            if labels:
                names = ", ".join(map(visible, labels))
                raise table.refusal(f"{names}: {reason}, expected the same (--common: leave out)")
    if len(systems) < 2:
        raise table.refusal(f"{counted(len(systems), 'system')} found, expected 2 or more")
    return systems, absent + unknown


def _fingerprint(systems: Sequence[str], content: NDArray[Any]) -> str:
    """Return the first digits of a hash of what human scores are made of."""
    found = hashlib.sha256("\n".join(systems).encode())
    found.update(np.ascontiguousarray(content, content.dtype.newbyteorder("<")).tobytes())
    return found.hexdigest()[:16]
