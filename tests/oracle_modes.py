"""The modes of MaxMatch, written out as plainly as possible: the oracle of the compiled statuses.

Definition: the project's definition of modes, an extension of that of M2; the idea is section 4 of
Dahlmeier and Ng (2012), the rules are those of the HOO shared tasks made precise. Nothing here is
clever: every gold edit is compared with every edit, one after the other.

One edit sequence is counted in three ways. `statuses` says of each gold edit of one annotator
whether it was corrected, recognised (the same words were changed), detected (the place was touched)
or missed; `triples` makes correct, proposed and gold of each mode from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

MODES = ("correction", "recognition", "detection")
Triple = tuple[int, int, int]
Words = tuple[str, ...]


class SystemEdit(NamedTuple):
    """An edit of a hypothesis: its span as the release counts it, and the words on both sides."""

    start: int
    end: int
    source: Words
    written: Words


@dataclass(frozen=True)
class GoldEdit:
    """A gold edit; alternatives as text. `field` is the fourth field of its line."""

    start: int
    end: int
    alternatives: tuple[str, ...]
    field: str = "REQUIRED"


class Place(NamedTuple):
    """Where a gold edit stands, and what may be written there."""

    start: int
    end: int
    texts: tuple[Words, ...]


class Judged(NamedTuple):
    """The status of each gold edit, and how many edits of the hypothesis were used."""

    statuses: list[str]
    n_used: int


def words_of(text: str) -> Words:
    """Words of an alternative: what stands between spaces."""
    return tuple(word for word in text.split(" ") if word)


def cut(start: int, end: int, source: Words, written: Words) -> tuple[int, int, Words]:
    """Drop equal words at the front, then at the end of what is left."""
    front = 0
    while front < min(len(source), len(written)) and source[front] == written[front]:
        front += 1
    source, written = source[front:], written[front:]
    back = 0
    while back < min(len(source), len(written)) and source[-1 - back] == written[-1 - back]:
        back += 1
    return start + front, end - back, written[: len(written) - back]


def cut_edit(edit: SystemEdit, source: Words) -> tuple[int, int, Words]:
    """Cut an edit; one whose source text is not that of its span stays as it is (release 3.2)."""
    if edit.source != source[edit.start : max(edit.start, edit.end)]:
        return edit.start, edit.end, edit.written
    return cut(*edit)


def places_of(gold: GoldEdit, source: Words) -> list[Place]:
    """List the places of a gold edit: its own span, and those of its alternatives, cut."""
    own = source[gold.start : gold.end]
    texts = tuple(words_of(text) for text in gold.alternatives)
    places = [Place(gold.start, gold.end, texts)]
    for text in texts:
        if text != own:
            start, end, rest = cut(gold.start, gold.end, own, text)
            if (start, end) != (gold.start, gold.end):
                places.append(Place(start, end, (rest,)))
    return places


def touches(place: Place, start: int, end: int, written: Words) -> bool:
    """Whether a cut edit touches a place."""
    if start > end:
        return False
    if place.start < place.end:
        if start < end:
            return max(place.start, start) < min(place.end, end)
        return place.start < start < place.end
    at = place.start
    if start == end:
        return start == at
    if start < at < end:
        return True
    texts = [text for text in place.texts if text]
    if end == at:
        return any(written[-len(text) :] == text for text in texts)
    if start == at:
        return any(written[: len(text)] == text for text in texts)
    return False


def statuses(source: Words, edits: Sequence[SystemEdit], gold: Sequence[GoldEdit]) -> Judged:
    """Find the status of each gold edit of one annotator, in the order of the file."""
    free = list(range(len(edits)))
    found: list[str | None] = [None] * len(gold)
    used: set[int] = set()
    cuts = [cut_edit(edit, source) for edit in edits]
    places = [places_of(one, source) for one in gold]
    for number, one in enumerate(gold):
        own = one.start, one.end
        for e in free:
            edit = edits[e]
            if (
                (edit.start, edit.end) == own
                and " ".join(edit.written) in one.alternatives
                and edit.source == source[one.start : one.end]
            ):
                found[number] = "corrected"
                used.add(e)
                free.remove(e)
                break
    for number, one in enumerate(gold):
        if found[number] is not None:
            continue
        spans = {(place.start, place.end) for place in places[number]}
        for e in free:
            is_own = (edits[e].start, edits[e].end) == (one.start, one.end)
            if is_own or cuts[e][:2] in spans:
                found[number] = "recognised"
                used.add(e)
                free.remove(e)
                break
    for number in range(len(gold)):
        for e, cut_form in enumerate(cuts):
            if any(touches(place, *cut_form) for place in places[number]):
                used.add(e)
                found[number] = found[number] or "detected"
    return Judged([status or "missed" for status in found], len(used))


def is_optional(gold: GoldEdit, source: Words) -> bool:
    """Whether a gold edit need not be made."""
    if gold.field.strip().lower() == "optional":
        return True
    own = source[gold.start : gold.end]
    return len(gold.alternatives) > 1 and own in map(words_of, gold.alternatives)


def triples(
    correct: int,
    source: Words,
    edits: Sequence[SystemEdit],
    gold: Sequence[GoldEdit],
    *,
    has_bonus: bool = False,
) -> dict[str, Triple]:
    """Correct, proposed and gold of each mode; `correct` is that of correction."""
    judged = statuses(source, edits, gold)
    of = judged.statuses
    n, proposed = len(gold), len(edits)
    recognised = min(n, correct + of.count("recognised"))
    detected = max(recognised, n - of.count("missed"))
    m = 0
    if has_bonus:
        m = sum(
            status == "missed" and is_optional(one, source)
            for status, one in zip(of, gold, strict=True)
        )
    unused = proposed - judged.n_used
    return {
        "correction": (correct + m, proposed + m, n),
        "recognition": (recognised + m, proposed + m, n),
        "detection": (detected + m, detected + unused + m, n),
    }
