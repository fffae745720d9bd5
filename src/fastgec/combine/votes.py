"""Votes on edits: of several candidates for a source, the edits that enough of them make.

Edits of a candidate are those of `fastgec convert`: one alignment with its source, adjacent changes
as one edit. An edit (span and words) has the votes of the candidates that make it. Those with
enough votes are made, in order of start, end, votes (high first) and text; one that overlaps an
edit before it is left out. Above one half that never happens: two such edits have a candidate in
common, whose edits do not overlap.

Source: arXiv 2605.13624.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fastgec.combine.ballot import elect, make
from fastgec.combine.candidates import Candidates, Text, given_columns
from fastgec.combine.threshold import Number, Rule, rule_of
from fastgec.convert.columns import edits_of_columns
from fastgec.corpus.blocks import Column
from fastgec.corpus.errors import FormatError, counted
from fastgec.guard.category import tell
from fastgec.guard.suspicion import suspicions
from fastgec.guard.watch import Guard
from fastgec.machine.parallel import Cancel
from fastgec.metrics.texts import References


class Tally(NamedTuple):
    """What a vote decided.

    sentences  how many there were
    changed    how many of them have an edit that is made
    edits      different edits of the candidates
    chosen     edits with enough votes
    kept       edits that are made: those chosen that overlap no other

    Example:
        >>> print(Tally(2, 1, 5, 3, 2))
        2 sentences, 1 changed; 5 different edits: 2 made, 2 with too few votes, 1 overlapping
    """

    sentences: int = 0
    changed: int = 0
    edits: int = 0
    chosen: int = 0
    kept: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return the sum of two."""
        return Tally(*(one + more for one, more in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return (
            f"{counted(self.sentences, 'sentence')}, {self.changed} changed; "
            f"{counted(self.edits, 'different edit')}: "
            f"{self.kept} made, {self.edits - self.chosen} with too few votes, "
            f"{self.chosen - self.kept} overlapping"
        )


class Elected(NamedTuple):
    """Some sentences of a vote: their lines as bytes, each with its end; what was decided."""

    text: bytes
    tally: Tally


def vote(
    sources: Column,
    candidates: Sequence[Any] | References,
    *,
    threshold: Number | None = None,
    weights: Sequence[Number] | None = None,
    jobs: int | None = 1,
) -> list[str]:
    """Return each source with the edits that enough of its candidates make.

    Args:
        sources: a path or sentences in memory.
        candidates: for each candidate likewise, a sentence for each source; in memory also a list
            of candidates for each source, as samples are had. `References` say which of both.
        threshold: share of all votes that an edit needs, above 0 and at most 1 (None: more than
            half); a number, or text such as "2/3", and it is exact: 0.55 is 11/20, 5 / 6 is 5/6.
        weights: votes of each candidate (None: one each).
        jobs: threads (None: all cores).

    Returns:
        A sentence for each source, its tokens joined by single spaces.

    Raises:
        FormatError: files that do not fit, or a sentence that needs more memory than there is.
        TypeError: candidates that are a string.
        ValueError: lists that could be either, numbers out of range, or no candidate.

    Example:
        >>> sources = ["He go home late ."]
        >>> candidates = [["He goes home late ."], ["He goes home later ."], ["He went home ."]]
        >>> vote(sources, candidates), vote(sources, candidates, threshold="1/3")
        (['He goes home late .'], ['He goes home .'])
    """
    asked = Candidates(*given_columns(sources, candidates), jobs=jobs)
    guard = Guard(asked.n_candidates)
    asked = replace(asked, guard=guard)
    rule = rule_of(asked.n_candidates, threshold, weights)
    found = [part.text.decode() for part in elected_blocks(asked, rule)]
    tell(suspicions(guard))
    return "".join(found).split("\n")[:-1]


def elected_blocks(candidates: Candidates, rule: Rule) -> Generator[Elected]:
    """Yield what is elected, some sentences at a time.

    Args:
        candidates: what is voted on, and by how many threads.
        rule: for as many candidates.

    Raises:
        FormatError: as `vote`.
    """

    def work(text: Text, cancel: Cancel, limit: int) -> Elected:
        return _elected(text, rule, cancel, limit)

    return candidates.blocks(work)


def _elected(text: Text, rule: Rule, cancel: Cancel, limit: int) -> Elected:
    found = edits_of_columns(
        text.source, text.candidates, limit=limit, n_before=text.first, cancel=cancel
    )
    stopped, kept, offsets, totals = elect(
        found.vocabulary,
        found.source.offsets,
        found.offsets,
        found.spans,
        found.written,
        found.tokens,
        np.array(rule.weights, np.int64),
        rule.least,
        cancel=cancel,
        memory_limit=limit,
    )
    if stopped >= 0:
        reason = f"edits of the candidates need more memory than {limit >> 20} MiB"
        raise FormatError(text.source.name, text.first + stopped + 1, reason)
    made, _ = make(
        found.vocabulary,
        found.source.ids,
        found.source.offsets,
        found.spans,
        found.written,
        found.tokens,
        kept,
        offsets,
    )
    n_changed = int(np.count_nonzero(np.diff(offsets)))
    return Elected(made.tobytes(), Tally(len(text.source), n_changed, *totals.tolist()))
