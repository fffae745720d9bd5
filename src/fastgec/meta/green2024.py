"""The second table of Koyama et al. (2024), made again from public data and compared.

The paper gives Pearson's r and Spearman's rho of metrics with people's scores, each at a beta that
was chosen for it. Here the same metrics are scored at these betas, on the same systems and
sentences; a cell is equal if it has the paper's three digits. What cannot be equal is known:
`DIFFERS` says why.

CoNLL-2014 has 13 systems, the source as INPUT, and rankings (Grundkiewicz et al., 2015). FCE is dev
and test of GMEG joined, 7 systems with the source, and ratings (Napoles et al., 2019). Human scores
are expected wins, not rounded. GLEU is the clipped variant. The paper's columns for Wiki and Yahoo
are left out: Yahoo's texts are not public, and Wiki was not tried.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from fastgec._version import __version__
from fastgec.corpus.card import Card
from fastgec.meta.evaluation import judge
from fastgec.meta.judgment import Judged, Judgment
from fastgec.meta.wanted import wanted
from fastgec.meta.wishes import Wishes

MEASURES = ("pearson", "spearman")


class Row(NamedTuple):
    """A metric in the paper's table, on one corpus.

    label    as the paper calls it
    words    what it is here
    betas    chosen for r and for rho; None for a metric without beta
    printed  r and rho as the paper prints them
    """

    label: str
    words: str
    betas: tuple[float, float] | None
    printed: tuple[str, str]


class Corpus(NamedTuple):
    """A corpus of the paper's table: its name, how large it is, what metrics get."""

    name: str
    n_systems: int
    n_sentences: int
    rows: tuple[Row, ...]


CORPORA = {
    "conll14": Corpus(
        "CoNLL-2014",
        13,
        1312,
        (
            Row("M2", "m2", (0.17, 0.15), (".697", ".725")),
            Row("ERRANT", "errant", (0.20, 0.19), (".714", ".742")),
            Row("word GREEN", "green:word", (1.67, 2.51), (".790", ".709")),
            Row("char GREEN", "green:char", (1.85, 1.96), (".803", ".824")),
            Row("word GLEU", "gleu:clipped,word", None, (".696", ".445")),
            Row("char GLEU", "gleu:clipped,char", None, (".606", ".593")),
        ),
    ),
    "gmeg-fce": Corpus(
        "FCE",
        7,
        1936,
        (
            Row("M2", "m2", (0.91, 0.73), (".972", ".964")),
            Row("ERRANT", "errant", (0.90, 0.82), (".972", ".964")),
            Row("word GREEN", "green:word", (1.14, 1.58), (".989", ".964")),
            Row("char GREEN", "green:char", (1.69, 1.51), (".993", "1.000")),
            Row("word GLEU", "gleu:clipped,word", None, (".961", ".964")),
            Row("char GLEU", "gleu:clipped,char", None, (".992", ".964")),
        ),
    ),
}

# Cells that need not be equal, by corpus and label: why.
DIFFERS = {
    ("conll14", "ERRANT"): "the paper has edits of ERRANT 2.0.0, another version makes others",
}

# What a card must have for a metric: its fields, and how people write them.
NEEDS = {
    "m2": (("gold",), "gold (--gold, for FCE)"),
    "errant": (("errant", "errant_systems"), "errant and [errant-systems]"),
    "green": (("source", "references"), "source and references"),
    "gleu": (("source", "references"), "source and references"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the paper, and ours.

    corpus   "conll14" or "gmeg-fce"
    label    the metric as the paper calls it
    metric   its name in results; "" where it was left out
    measure  "pearson" or "spearman"
    beta     that both have; None without one
    printed  the paper's number, as it stands there
    found    ours; None where it was left out
    reason   why it was left out, or why it may differ; "" where there is no reason
    """

    corpus: str
    label: str
    metric: str
    measure: str
    beta: float | None
    printed: str
    found: float | None
    reason: str = ""

    @property
    def shown(self) -> str:
        """Our number with the paper's digits, "" where it was left out."""
        if self.found is None:
            return ""
        text = f"{self.found:.3f}"
        return text.replace("0.", ".", 1) if abs(self.found) < 0.9995 else text

    @property
    def verdict(self) -> str:
        """Return "equal", "differs" with a reason that is known, "off" without one, or "absent"."""
        if self.found is None:
            return "absent"
        if self.shown == self.printed:
            return "equal"
        return "differs" if self.reason else "off"

    @property
    def difference(self) -> float | None:
        """Ours less the paper's."""
        return None if self.found is None else self.found - float(self.printed)

    def to_dict(self) -> dict[str, Any]:
        """Return all as JSON has it."""
        return {
            "corpus": self.corpus,
            "label": self.label,
            "metric": self.metric or None,
            "measure": self.measure,
            "beta": self.beta,
            "paper": float(self.printed),
            "found": self.found,
            "difference": self.difference,
            "verdict": self.verdict,
            "reason": self.reason,
        }


def require_sizes(key: str, card: Card, n_sentences: int | None = None) -> None:
    """Raise FormatError unless a card has the paper's systems, and as many sentences."""
    known = CORPORA[key]
    n_systems = len(card.systems)
    if n_systems != known.n_systems:
        expected = f"expected the {known.n_systems} of the paper"
        raise card.refusal(f"{n_systems} systems found, {expected}")
    if n_sentences is not None and n_sentences != known.n_sentences:
        expected = f"expected the {known.n_sentences} of the paper"
        raise card.refusal(f"{n_sentences} sentences found, {expected}")


def absent_reason(card: Card, row: Row) -> str:
    """Return why a row cannot be made of a card, "" if it can."""
    fields, names = NEEDS[row.words.partition(":")[0]]
    if all(getattr(card, field) for field in fields):
        return ""
    return f"the card has no {names}"


def _judged(key: str, card: Card, wishes: Wishes, *, sweeps: bool) -> Judgment:
    """Judge the metrics of a corpus at the betas of the paper."""
    rows = [row for row in CORPORA[key].rows if not absent_reason(card, row)]
    if not rows:
        raise card.refusal("no file of any metric found, expected gold, or source and references")
    metrics = wanted(row.words for row in rows)
    betas = {
        metric.name: row.betas
        for metric, row in zip(metrics, rows, strict=True)
        if row.betas is not None
    }
    (judgment,) = judge([card], metrics, replace(wishes, betas_of=betas))
    found = {
        metric.name: _chosen(judged)
        for metric, judged in zip(metrics, judgment.metrics, strict=True)
    }
    if sweeps and betas:
        swept = [metric for metric in metrics if metric.name in betas]
        (beside,) = judge([card], swept, wishes)
        for judged in beside.metrics:
            found[judged.metric] = replace(
                found[judged.metric], sweep=judged.sweep, more=judged.more, bands=judged.bands
            )
    return replace(judgment, metrics=tuple(found.values()))


def _chosen(judged: Judged) -> Judged:
    """Return a metric with what the paper chose each of its two betas for."""
    if len(judged.results) == 1:
        return judged
    pairs = zip(judged.results, MEASURES, strict=True)
    return replace(judged, results=tuple(replace(one, chosen_by=by) for one, by in pairs))


def cells_of(key: str, card: Card, judgment: Judgment) -> list[Cell]:
    """Return the cells of a corpus.

    Args:
        key: of CORPORA.
        card: of the corpus.
        judgment: of its metrics at the betas of the paper.
    """
    known = {judged.metric: judged for judged in judgment.metrics}
    cells = []
    for row in CORPORA[key].rows:
        (metric,) = wanted([row.words])
        judged = known.get(metric.name)
        for number, measure in enumerate(MEASURES):
            result = None
            if judged is not None:
                result = judged.results[number if row.betas else 0]
            cells.append(
                Cell(
                    key,
                    row.label,
                    "" if judged is None else metric.name,
                    measure,
                    None if row.betas is None else row.betas[number],
                    row.printed[number],
                    None if result is None else result.correlations[measure],
                    absent_reason(card, row) or DIFFERS.get((key, row.label), ""),
                )
            )
    return cells


@dataclass(frozen=True, slots=True)
class Reproduction:
    """The paper's table, made again.

    cells      of all corpora
    judgments  of each corpus, as `judge` returns them
    warnings   of readers, and of what is judged
    notes      what could not be checked
    wishes     how they were made
    """

    cells: tuple[Cell, ...]
    judgments: tuple[Judgment, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    wishes: Wishes

    def to_dict(self) -> dict[str, Any]:
        """Return all as JSON has it; `corpora` is what `fastgec meta` has there."""
        return {
            "command": "meta green2024",
            "version": __version__,
            "parameters": self._parameters(),
            "cells": [cell.to_dict() for cell in self.cells],
            "corpora": [judgment.to_dict() for judgment in self.judgments],
        }

    def _parameters(self) -> dict[str, Any]:
        known = self.wishes
        found: dict[str, Any] = {"seed": known.seed}
        if known.resamples is not None:
            found |= {"resamples": known.resamples, "resample": list(known.kinds)}
        return found


def reproduce(
    cards: Mapping[str, Card],
    *,
    resamples: int | None = None,
    seed: int = 0,
    sweeps: bool = False,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Reproduction:
    """Make the paper's table again.

    Args:
        cards: by the keys of CORPORA, one or both.
        resamples: for intervals; None: there are none.
        seed: of all draws.
        sweeps: whether correlations at every beta are made too, for a picture.
        jobs: threads; None: all cores.
        progress: called with the number of sentences done.

    Raises:
        FormatError: a card or a file is bad, or has other systems or sentences than the paper.
    """
    cards = {key: replace(card, name=key) for key, card in cards.items()}
    for key, card in cards.items():
        require_sizes(key, card)
    cells: list[Cell] = []
    judgments = []
    wishes = Wishes(resamples=resamples, seed=seed, jobs=jobs, progress=progress)
    for key, card in cards.items():
        judgment = _judged(key, card, wishes, sweeps=sweeps)
        require_sizes(key, card, judgment.facts.sentences)
        judgments.append(judgment)
        cells += cells_of(key, card, judgment)
    return Reproduction(
        tuple(cells),
        tuple(judgments),
        tuple(line for one in judgments for line in one.warnings),
        tuple(line for one in judgments for line in one.notes),
        wishes,
    )
