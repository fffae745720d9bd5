"""What people say of the systems of a corpus: a score of each, and the judgments it is made of.

Resamples are weights, how often each sentence (or item of rankings) was drawn: wins of a resample
are a product of weights and the wins of each sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.meta.rankings import Rankings
from fastgec.meta.segments import Segments
from fastgec.meta.wins import wins_by_item, wins_by_sentence, wins_to_scores

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class HumanScores:
    """What people say of the systems of a corpus.

    name         of the score, as the card has it
    measure      "wins", "mean" or "trueskill"; "scores" where they were published
    systems      labels, in the order of the card
    scores       float64[H], larger is better
    n_sentences  of the corpus, as the card cuts it; 0 where only systems have scores
    source       Rankings or Segments of these systems and sentences, from 0; None of scores
    absent       systems of the card without human scores, and the reverse (`common`)
    notes        what could not be checked, and what was left out
    fingerprint  of what was read
    warnings     judgments that are given twice
    """

    name: str
    measure: str
    systems: tuple[str, ...]
    scores: Floats
    n_sentences: int
    source: Rankings | Segments | None
    absent: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    fingerprint: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def has_sentences(self) -> bool:
        """Whether resamples of sentences move these scores: not published ones, nor TrueSkill."""
        return self.source is not None and self.measure != "trueskill"

    @property
    def rankings(self) -> Rankings | None:
        """The judgments, where people ranked outputs."""
        return self.source if isinstance(self.source, Rankings) else None

    @property
    def segments(self) -> Segments | None:
        """The ratings, where people rated outputs."""
        return self.source if isinstance(self.source, Segments) else None

    @property
    def kind(self) -> str:
        """Which judgments they are made of: "rankings", "segments" or "scores" (published)."""
        if self.source is None:
            return "scores"
        return "segments" if isinstance(self.source, Segments) else "rankings"

    @property
    def judgments(self) -> int | None:
        """Number of judged pairs of outputs, expanded; None of published scores."""
        return None if self.source is None else self.source.n_judgments

    @property
    def ties(self) -> int | None:
        """Number of these that are ties; None likewise."""
        return None if self.source is None else self.source.n_ties

    @property
    def n_units(self) -> int:
        """How many units of judgment there are: items of rankings, sentences of ratings."""
        if isinstance(self.source, Rankings):
            return len(self.source.items)
        return self.n_sentences

    def of_sentences(self, weights: NDArray[Any]) -> Floats:
        """Return the scores of resamples of the sentences.

        Args:
            weights: number[R, S], how often each sentence was drawn.

        Returns:
            float64[R, H]; R times the same where no sentence moves them.
        """
        if not self.has_sentences or self.source is None:
            return np.tile(self.scores, (len(weights), 1))
        if self.measure == "mean" and isinstance(self.source, Segments):
            ratings = np.nan_to_num(self.source.ratings)
            used = weights.astype(np.float64) * self.source.is_rated
            n_rated = used.sum(axis=1, keepdims=True)
            with np.errstate(invalid="ignore"):  # NaN of a resample without a rated sentence
                means: Floats = used @ ratings / n_rated
            return means
        return _weighted_wins(wins_by_sentence(self.source, self.n_sentences), weights)

    def of_units(self, weights: NDArray[Any]) -> Floats:
        """Return the scores of resamples of the judgments alone: number[R, `n_units`]."""
        if isinstance(self.source, Rankings) and self.has_sentences:
            return _weighted_wins(wins_by_item(self.source), weights)
        return self.of_sentences(weights)

    def to_dict(self) -> dict[str, Any]:
        """Return name, kind, scores, and where there are some, judgments and ties."""
        found = {"name": self.name, "kind": self.kind, "scores": self.scores.tolist()}
        if self.source is not None:
            found |= {"judgments": self.judgments, "ties": self.ties}
        return found


def _weighted_wins(wins: Floats, weights: NDArray[Any]) -> Floats:
    """Return expected wins of sums of wins: float64[N, H, H] and number[R, N] to float64[R, H].

    Wins are whole numbers, so sums are exact however a matrix product orders them.
    """
    n_systems = wins.shape[1]
    sums = weights.astype(np.float64) @ wins.reshape(len(wins), -1)
    return wins_to_scores(sums.reshape(-1, n_systems, n_systems))
