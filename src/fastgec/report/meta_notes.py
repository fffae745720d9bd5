"""What stands beneath a table of correlations: what a reader has to know of its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Content = Mapping[str, Any]

FEW = 5  # systems below which a correlation means little

RESAMPLED = {
    "sentences": "sentences, scores and judgments of the same ones together",
    "human": "judgments alone",
    "metric": "sentences of the metrics alone",
    "systems": "systems",
    "both": "sentences and systems",
}


def notes(document: Content, corpus: Content) -> Iterator[str]:
    """Yield the notes of a corpus, those that change how its numbers are read first."""
    n_systems = len(corpus["systems"])
    if n_systems < FEW:
        yield f"{n_systems} systems: a correlation of so few means little."
    yield from _of_betas(document, corpus)
    yield from _of_intervals(document, corpus)
    yield from _of_people(corpus)
    if corpus.get("dropped"):
        n_dropped = len(corpus["dropped"])
        is_one = n_dropped == 1
        left = f"{n_dropped} sentence{'s' * (not is_one)} {'is' if is_one else 'are'} left out"
        yield f"{left}, as the card says: {_listed(corpus['dropped'])}."
    if corpus.get("absent"):
        only = ", ".join(corpus["absent"])
        yield f"Left out, since only texts or only judgments have them: {only}."


def _of_betas(document: Content, corpus: Content) -> Iterator[str]:
    if any(result.get("chosen_by") for one in corpus["metrics"] for result in one["results"]):
        n_folds = document.get("parameters", {}).get("folds")
        of = f"the mean of what {n_folds} folds choose" if n_folds else "the mean over folds"
        yield (
            f"β is {of}. It was chosen on the data that it is reported on, so it looks better "
            "than it would elsewhere; metrics without β have no such advantage."
        )


def _of_intervals(document: Content, corpus: Content) -> Iterator[str]:
    kinds: dict[str, None] = {}
    for metric in corpus["metrics"]:
        for result in metric["results"]:
            for by_kind in (result.get("intervals") or {}).values():
                kinds |= dict.fromkeys(by_kind or {})
    if kinds:
        known = document.get("parameters", {})
        n = known.get("resamples")
        how = f"{n} resamples" if n else "resamples"
        seed = f", seed {known['seed']}" if known.get("seed") is not None else ""
        of = "; ".join(f"{kind}: of {RESAMPLED.get(kind, kind)}" for kind in kinds)
        yield f"95% intervals of {how}{seed} ({of})."


def _of_people(corpus: Content) -> Iterator[str]:
    human = corpus["human"]
    judgments, ties = human.get("judgments"), human.get("ties")
    if judgments:
        decided = f", {ties:,} of them ties, which do not count" if ties else ""
        yield f"{human['name']}: from {judgments:,} judged pairs of outputs{decided}."


def _listed(numbers: Sequence[int], most: int = 10) -> str:
    shown = ", ".join(map(str, numbers[:most]))
    more = len(numbers) - most
    return f"{shown} and {more} more" if more > 0 else shown
