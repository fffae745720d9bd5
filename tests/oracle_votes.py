"""Votes and minimum Bayes risk, slowly, as their definition says it.

k candidates for each source. For each edit (start, end, words) count in how many candidates it
stands, once each. Keep edits with at least ceil(t k) votes (by default more than half); with
weights votes are sums of weights, t a share of all of them. Order the kept ones by start, end,
votes (high first), text; drop one that overlaps a kept one. Two edits overlap if their spans share
a word, if an insertion lies strictly inside the other's span, or if both are insertions at one
place. Apply them to the source.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Edit = tuple[int, int, tuple[str, ...]]


def overlap(one: Edit, other: Edit) -> bool:
    (a, b, _), (c, d, _) = one, other
    if set(range(a, b)) & set(range(c, d)):
        return True
    if a == b and c == d:
        return a == c
    return (a == b and c < a < d) or (c == d and a < c < b)


def kept_edits(
    candidates: Sequence[Sequence[Edit]],
    threshold: Fraction | None = None,
    weights: Sequence[Fraction] | None = None,
) -> list[Edit]:
    votes_of = [Fraction(1)] * len(candidates) if weights is None else list(weights)
    total = sum(votes_of)
    found = {
        edit: sum(
            (votes for edits, votes in zip(candidates, votes_of, strict=True) if edit in edits),
            Fraction(0),
        )
        for edits in candidates
        for edit in edits
    }
    enough = [
        edit
        for edit, votes in found.items()
        if (votes > total / 2 if threshold is None else votes >= threshold * total)
    ]
    enough.sort(key=lambda edit: (edit[0], edit[1], -found[edit], " ".join(edit[2])))
    kept: list[Edit] = []
    for edit in enough:
        if not any(overlap(edit, other) for other in kept):
            kept.append(edit)
    return kept


def applied(source: Sequence[str], edits: Sequence[Edit]) -> str:
    """Make edits, the last first; an insertion before a replacement that begins at its place."""
    words = list(source)
    for start, end, written in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        words[start:end] = written
    return " ".join(words)
