"""A corpus that is to be judged: texts are read once, people and metrics are made of them.

Human scores are made over all systems of the card. A named set is cut afterwards, so that scores
of the systems in it stay what they were; of metrics only the systems of the set are counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fastgec.corpus.card import Card
from fastgec.corpus.cardtext import CardText, read_text
from fastgec.corpus.errors import visible
from fastgec.corpus.tomltable import listed
from fastgec.meta.bases import unequal_numbers
from fastgec.meta.human import read_human
from fastgec.meta.interval import Judges
from fastgec.meta.judged import CountedMetric, GivenMetric, JudgedMetric
from fastgec.meta.judgment import Facts
from fastgec.meta.scorefiles import read_scores
from fastgec.meta.sentencefiles import has_sentences, read_sentence_scores
from fastgec.meta.wanted import Wanted, of_package
from fastgec.meta.wishes import Wishes
from fastgec.metrics.base import Reading
from fastgec.metrics.spec import Asked
from fastgec.study.cards import plan_cards
from fastgec.study.run import Request, run_request
from fastgec.study.together import Wishes as Counting
from fastgec.study.together import count_corpus


class Corpus(NamedTuple):
    """A corpus with people and metrics.

    card      of the corpus, with the systems that are looked at
    judges    what people say
    metrics   which are judged
    facts     what is known of it
    warnings  what the readers left out or had to guess, and suspicious outputs
    n_done    sentences done, of all metrics and corpora so far
    """

    card: Card
    judges: Judges
    metrics: tuple[JudgedMetric, ...]
    facts: Facts
    warnings: tuple[str, ...]
    n_done: int


def read_corpus(
    card: Card, metrics: Sequence[Wanted] | None, wishes: Wishes, n_before: int = 0
) -> Corpus:
    """Read and count a corpus.

    Args:
        card: of the corpus.
        metrics: which are judged; None: those that the card names, or all that its files allow.
        wishes: what is wanted of them.
        n_before: sentences done of other corpora.

    Raises:
        FormatError: a card or a file is bad, lacks what a metric reads, or has other systems than
            people have judged.
        LimitError: the corpus does not fit into memory.
    """
    named = _named(card, metrics)
    card.subset(wishes.set)  # refuses a set that there is not
    asked = [one.asked for one in named if one.asked is not None]
    plain = [one for one in asked if not _is_mixed(one)]
    reads = _reads(card, plain)
    text = read_text(card, reads) if reads else None
    if text is not None and text.numbers is None:
        text = None
    judged = read_human(card, text, wishes.human, common=wishes.common)
    if wishes.level == "sentence" and judged.source is None:
        reason = f'human score "{visible(judged.name)}" has scores of systems'
        others = [str(one["name"]) for one in card.human if one.get("kind") != "scores"]
        hint = f" (--human: {listed([*map(visible, others)])})" if others else ""
        raise card.refusal(f"{reason}, expected judgments of sentences{hint}")
    of_set = card.sets.get(wishes.set, tuple(card.systems))
    labels = [label for label in judged.systems if label in of_set]
    places = np.array([judged.systems.index(label) for label in labels], np.int64)
    if text is not None:
        every = dict(zip(card.systems, text.systems, strict=True))
        text = text._replace(systems=tuple(every[label] for label in labels))
    kept = replace(
        card,
        systems={label: card.systems[label] for label in labels},
        errant_systems={
            label: files for label, files in card.errant_systems.items() if label in labels
        },
    )
    runs: dict[str, Any] = {}
    n_done = n_before
    if plain:
        counting = Counting(
            jobs=wishes.jobs, has_fingerprint=True, progress=wishes.progress, keeps_counts=True
        )
        found = count_corpus(kept, plain, counting, n_before, text)
        runs, n_done = dict(found.runs), found.n_done
    for one in asked:
        if _is_mixed(one):
            runs[one.label] = (_mixed_run(kept, one, text, wishes.jobs), 0)
    n_sentences = judged.n_sentences
    if text is not None and text.numbers is not None:
        n_sentences = len(text.numbers)
    fingerprint = hashlib.sha256(judged.fingerprint.encode())
    warnings: list[str] = []
    for run, _ in runs.values():
        n_sentences = int(run.facts.sentences)
        fingerprint.update(run.facts.fingerprint.encode())
        warnings += (*run.warnings, *run.found.suspicions)
    for lines in () if text is None else text.systems:
        fingerprint.update(lines.data)
    warnings += judged.warnings
    made = tuple(
        CountedMetric(
            one.name,
            *runs[one.asked.label],
            is_swept=one.is_swept,
            fixed_choice=wishes.fixed_choice,
            jobs=wishes.jobs,
        )
        if one.asked is not None
        else _given(kept, one, text, n_sentences, wishes, warnings)
        for one in named
    )
    facts = Facts(
        card.name,
        wishes.set,
        n_sentences,
        card.drop,
        judged.absent,
        tuple(labels),
        {**judged.to_dict(), "scores": judged.scores[places].tolist()},
        fingerprint.hexdigest()[:16],
        judged.measure,
    )
    return Corpus(kept, Judges(judged, places), made, facts, tuple(dict.fromkeys(warnings)), n_done)


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


def _given(
    card: Card,
    one: Wanted,
    text: CardText | None,
    n_sentences: int,
    wishes: Wishes,
    warnings: list[str],
) -> GivenMetric:
    """Return a metric whose scores another tool made, and add to warnings."""
    labels = list(card.systems)
    if has_sentences(one.file):
        if not n_sentences:
            reason = f"{one.name}: scores of sentences require texts or judgments of sentences"
            raise card.refusal(reason)
        numbers, n_all = (None, 0) if text is None else (text.numbers, text.n_all)
        scores = read_sentence_scores(one.file, labels, n_sentences, numbers=numbers, n_all=n_all)
        if text is not None and numbers is not None:
            outputs = dict(zip(labels, text.systems, strict=True))
            if found := unequal_numbers(scores, outputs, numbers, "scores"):
                warnings.append(f"{card.name}: {one.name}: {found}")
        return GivenMetric(one.name, scores)
    if wishes.level == "sentence" or wishes.aggregate is not None:
        reason = f"{one.name}: {visible(one.file)} has scores of systems, expected sentences"
        raise card.refusal(f"{reason} (a name that ends in .jsonl, or a folder)")
    of_systems = read_scores(one.file)
    missing = [label for label in labels if label not in of_systems]
    if missing:
        reason = f"{one.name}: {visible(one.file)} has no {listed([*map(visible, missing)])}"
        raise card.refusal(f"{reason}, expected a score of each system")
    return GivenMetric(one.name, np.array([of_systems[label] for label in labels]))


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
