"""A corpus that is to be judged: texts are read once, people and metrics are made of them.

Human scores are made over all systems of the card. A named set is cut afterwards, so that scores
of the systems in it stay what they were; of metrics only the systems of the set are counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fastgec.corpus.card import Card
from fastgec.corpus.cardtext import CardText, read_text
from fastgec.corpus.errors import visible
from fastgec.corpus.tomltable import listed
from fastgec.meta.bases import unequal_numbers
from fastgec.meta.human import read_human
from fastgec.meta.humanscores import HumanScores
from fastgec.meta.interval import Judges
from fastgec.meta.judged import CountedMetric, GivenMetric, JudgedMetric
from fastgec.meta.judgment import Facts
from fastgec.meta.scorefiles import read_scores
from fastgec.meta.sentencefiles import has_sentences, read_sentence_scores
from fastgec.meta.wanted import Wanted, of_package
from fastgec.metrics.base import Reading
from fastgec.metrics.spec import Asked
from fastgec.study.cards import plan_cards
from fastgec.study.run import Request, run_request
from fastgec.study.together import Wishes, count_corpus

Progress = Callable[[int], None]


class Corpus(NamedTuple):
    """A corpus with people and metrics.

    card         of the corpus, with the systems that are looked at
    judges       what people say
    metrics      which are judged
    betas        of metrics with a beta, that of their own
    n_sentences  how many were scored
    facts        what is known of it
    warnings     what the readers left out or had to guess, and suspicious outputs
    notes        what could not be checked
    n_done       sentences done, of all metrics and corpora so far
    """

    card: Card
    judges: Judges
    metrics: tuple[JudgedMetric, ...]
    betas: Mapping[str, float]
    n_sentences: int
    facts: Facts
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    n_done: int


def read_corpus(
    card: Card,
    metrics: Sequence[Wanted] | None,
    *,
    human: str | None = None,
    set_name: str = "all",
    common: bool = False,
    needs_sentences: bool = False,
    needs_judgments: bool = False,
    fixed_choice: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
    n_before: int = 0,
) -> Corpus:
    """Read and count a corpus.

    Args:
        card: of the corpus.
        metrics: which are judged; None: those that the card names, or all that its files allow.
        human: name of the human scores (None: the first).
        set_name: of the systems that are looked at.
        common: systems that only one side has are left out, instead of refused.
        needs_sentences: whether every metric must have scores of sentences.
        needs_judgments: whether people must have judged sentences.
        fixed_choice: whether resamples keep the running choice of the whole corpus.
        jobs: threads.
        progress: called with the number of sentences done.
        n_before: sentences done of other corpora.

    Raises:
        FormatError: a card or a file is bad, lacks what a metric reads, or has other systems than
            people have judged.
        LimitError: the corpus does not fit into memory.
    """
    named = _named(card, metrics)
    card.subset(set_name)  # refuses a set that there is not
    asked = [one.asked for one in named if one.asked is not None]
    plain = [one for one in asked if not _is_mixed(one)]
    text = read_text(card, _reads(card, plain)) if _reads(card, plain) else None
    if text is not None and text.numbers is None:
        text = None
    judged = read_human(card, text, human, common=common)
    if needs_judgments and judged.source is None:
        reason = f'human score "{visible(judged.name)}" has scores of systems'
        others = [str(one["name"]) for one in card.human if one.get("kind") != "scores"]
        hint = f" (--human: {listed([*map(visible, others)])})" if others else ""
        raise card.refusal(f"{reason}, expected judgments of sentences{hint}")
    of_set = card.sets.get(set_name, tuple(card.systems))
    labels = [label for label in judged.systems if label in of_set]
    places = np.array([judged.systems.index(label) for label in labels], np.int64)
    kept = _with_systems(card, labels)
    text = None if text is None else _text_of(text, card, labels)
    wishes = Wishes(jobs=jobs, has_fingerprint=True, progress=progress, keeps_counts=True)
    runs: dict[str, Any] = {}
    n_done = n_before
    if plain:
        found = count_corpus(kept, plain, wishes, n_before, text)
        runs, n_done = dict(found.runs), found.n_done
    for one in asked:
        if _is_mixed(one):
            runs[one.label] = (_mixed_run(kept, one, text, jobs), 0)
    n_sentences = _n_sentences(runs, text, judged)
    warnings = [line for run, _ in runs.values() for line in (*run.warnings, *run.found.suspicions)]
    warnings += judged.warnings
    made = tuple(
        CountedMetric(
            one.name,
            *runs[one.asked.label],
            is_swept=one.is_swept,
            fixed_choice=fixed_choice,
            jobs=jobs,
        )
        if one.asked is not None
        else _given(kept, one, text, n_sentences, needs_sentences, warnings)
        for one in named
    )
    facts = Facts(
        card.name,
        set_name,
        n_sentences,
        card.drop,
        judged.absent,
        tuple(labels),
        _people(judged, places),
        _fingerprint(runs, text, judged),
        judged.measure,
    )
    betas = {
        one.name: float(getattr(one.asked.scoring, one.asked.metric.swept))
        for one in named
        if one.asked is not None and one.asked.metric.swept
    }
    judges = Judges(judged, places)
    notes = tuple(judged.notes)
    lines = tuple(dict.fromkeys(warnings))
    return Corpus(kept, judges, made, betas, n_sentences, facts, lines, notes, n_done)


def _named(card: Card, metrics: Sequence[Wanted] | None) -> list[Wanted]:
    """Return the metrics of a corpus.

    Raises:
        FormatError: the card lacks what one reads, or names none and fits none.
    """
    if metrics is None:
        (plan,) = plan_cards([card])
        return [of_package(one) for one in plan.asked]
    words = [("", one.asked.label) for one in metrics if one.asked and not _is_mixed(one.asked)]
    if words:
        plan_cards([card], words)  # refuses what the card does not allow
    return list(metrics)


def _reads(card: Card, asked: Sequence[Asked]) -> set[str]:
    """Return what is read of a card: what metrics want, and else what there is, for people."""
    reads = {one.metric.reads for one in asked}
    if not reads & {"edits", "references"}:
        if card.source:
            reads.add("references")
        elif card.gold:
            reads.add("edits")
    return reads


def _with_systems(card: Card, labels: Sequence[str]) -> Card:
    return replace(
        card,
        systems={label: card.systems[label] for label in labels},
        errant_systems={
            label: files for label, files in card.errant_systems.items() if label in labels
        },
    )


def _text_of(text: CardText, card: Card, labels: Sequence[str]) -> CardText:
    """Return a text with some of its systems."""
    every = dict(zip(card.systems, text.systems, strict=True))
    return text._replace(systems=tuple(every[label] for label in labels))


def _given(
    card: Card,
    one: Wanted,
    text: CardText | None,
    n_sentences: int,
    needs_sentences: bool,
    warnings: list[str],
) -> GivenMetric:
    """Return a metric whose scores another tool made, and add to warnings."""
    labels = list(card.systems)
    if has_sentences(one.file):
        if not n_sentences:
            reason = f"{one.name}: scores of sentences require texts or judgments of sentences"
            raise card.refusal(reason)
        cut: dict[str, Any] = {} if text is None else {"numbers": text.numbers, "n_all": text.n_all}
        scores = read_sentence_scores(one.file, labels, n_sentences, **cut)
        if text is not None and text.numbers is not None:
            outputs = dict(zip(labels, text.systems, strict=True))
            if found := unequal_numbers(scores, outputs, text.numbers, "scores"):
                warnings.append(f"{card.name}: {one.name}: {found}")
        return GivenMetric(one.name, scores)
    if needs_sentences:
        reason = f"{one.name}: {visible(one.file)} has scores of systems, expected sentences"
        raise card.refusal(f"{reason} (a name that ends in .jsonl, or a folder)")
    of_systems = read_scores(one.file)
    missing = [label for label in labels if label not in of_systems]
    if missing:
        reason = f"{one.name}: {visible(one.file)} has no {listed([*map(visible, missing)])}"
        raise card.refusal(f"{reason}, expected a score of each system")
    return GivenMetric(one.name, np.array([of_systems[label] for label in labels]))


def _n_sentences(runs: Mapping[str, Any], text: CardText | None, human: HumanScores) -> int:
    for run, _ in runs.values():
        return int(run.facts.sentences)
    if text is not None and text.numbers is not None:
        return len(text.numbers)
    return human.n_sentences


def _people(human: HumanScores, places: Any) -> dict[str, Any]:
    """Return what JSON says of people, of the systems that are looked at."""
    found = human.to_dict()
    return {**found, "scores": human.scores[places].tolist()}


def _fingerprint(runs: Mapping[str, Any], text: CardText | None, human: HumanScores) -> str:
    """Return a hash of gold, outputs and judgments."""
    found = hashlib.sha256(human.fingerprint.encode())
    for run, _ in runs.values():
        found.update(run.facts.fingerprint.encode())
    if text is not None:
        for lines in text.systems:
            found.update(lines.data)
    return found.hexdigest()[:16]


def _is_mixed(one: Asked) -> bool:
    return bool(getattr(one.parameters, "mixed", ""))


def _mixed_run(card: Card, one: Asked, text: CardText | None, jobs: int | None) -> Any:
    """Count by the I-measure in mix mode, whose gold is edits."""
    if len(card.gold) != 1 or card.drop or card.sentences or text is None:
        reason = f"{one.metric.name} in mix mode reads one whole gold in M2 and texts"
        raise card.refusal(f"{reason}, expected gold without drop and sentences")
    gold = one.metric.read_edits(card.gold[0], one.parameters)
    request = Request(
        *(one.metric, [*card.systems], text.systems, gold, one.parameters, [one.scoring]),
        reading=Reading(jobs=jobs),
        keeps_counts=True,
    )
    return run_request(request)
