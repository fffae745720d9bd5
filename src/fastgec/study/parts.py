"""Parts of a corpus on disk: counts of a range of its sentences, and what they are a part of.

Machines that each score a range of the same files write one part each; joined, the parts hold what
one run over all sentences would have counted. A part says how many sentences there are in all and
has hashes of the whole gold and of each whole output (`corpus.fingerprint`), so that parts of other
files do not join and no gap stays unseen. What is chosen in the order of the corpus (the annotator
in MaxMatch, the draws of GLEU) is chosen after joining. `partfile` reads and writes the files.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastgec.corpus.errors import FormatError, visible
from fastgec.counts import Counts, CountsBuilder
from fastgec.metrics.base import AnyMetric
from fastgec.metrics.declarations import as_dict, tacit_of
from fastgec.study.partfile import FORMAT, Header, write

TOKENS = "projected"  # the fact "tokens" of outputs that were raw text


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Counts of the same consecutive sentences of several systems.

    systems      their names
    counts       of each system, with the same rows, but for metrics whose systems have their own
    first        number of sentences of the corpus before them
    n_total      number of sentences of the corpus
    fingerprint  of the whole gold
    facts        what else is known of the corpus and the same in all parts; values as JSON has them
    unchanged    for each system whether its output is the source; empty where that is not known
    outputs      for each system a hash of its whole output; empty where that is not known
    warnings     what cannot be told of files that were joined
    """

    systems: tuple[str, ...]
    counts: tuple[Counts, ...]
    first: int
    n_total: int
    fingerprint: str
    facts: Mapping[str, Any]
    unchanged: tuple[bool, ...] = ()
    outputs: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the part to an .npz file; an interrupted write leaves the old file, or none.

        Raises:
            OSError: the file cannot be written.
        """
        one = self.counts[0]
        header = {
            "format": FORMAT,
            "metric": one.metric,
            "parameters": dict(one.parameters),
            "columns": one.columns,
            "systems": self.systems,
            "facts": dict(self.facts),
            "unchanged": self.unchanged,
            "outputs": self.outputs,
            "fingerprint": self.fingerprint,
            "total": self.n_total,
            "first": self.first,
            "sentences": one.n_sentences,
            **({"weighted": True} if one.is_weighted else {}),
        }
        write(path, header, self.counts)


def metric_of(path: str) -> str:
    """Return which metric a part was counted with.

    Raises: FormatError; OSError.
    """
    return Header.read(path).metric


def joined(paths: Sequence[str], metric: AnyMetric) -> Part:
    """Read parts of a metric, in any order, and return the whole corpus. At least one path.

    Memory: the counts of the whole, and no second copy of them.
    Raises: FormatError if a file is no part, was changed, or has counts that the metric cannot have
    made, if parts are not of the same corpus and outputs, or if sentences are missing or doubled;
    OSError.
    """
    headers = [Header.read(path) for path in paths]
    for header in headers[1:]:
        header.require_alike(headers[0])
    hashed = [header for header in headers if header.outputs]
    for header in hashed[1:]:
        header.require_same_outputs(hashed[0])
    unknown = [header.path for header in headers if not header.outputs]
    headers.sort(key=lambda header: header.first)
    _require_complete(headers)
    one = headers[0]
    builders = [CountsBuilder(len(one.systems)) for _ in one.systems]
    for header in headers:
        for system, builder in enumerate(builders):
            n_before = header.first
            for piece in header.read_counts(system):
                try:
                    _check(piece, header.facts, metric, n_before, visible(one.systems[system]))
                except ValueError as error:
                    raise FormatError(header.path, None, str(error)) from None
                builder.add(piece)
                n_before += piece.n_sentences
    return Part(
        one.systems,
        tuple(builder.build() for builder in builders),
        0,
        one.n_total,
        one.fingerprint,
        one.facts,
        tuple(map(all, zip(*(header.unchanged for header in headers), strict=True)))
        if all(header.unchanged for header in headers)
        else (),
        () if unknown else one.outputs,
        _warnings(unknown) if len(headers) > 1 else (),
    )


def _warnings(unknown: Sequence[str]) -> tuple[str, ...]:
    """Return a warning of parts without hashes of outputs, as fastgec 0.1.0 wrote them."""
    if not unknown:
        return ()
    names = " ".join(map(visible, unknown[:3])) + (" ..." if len(unknown) > 3 else "")
    return (
        f"{names}: no hash of the outputs (fastgec 0.1.0 wrote none), so not known to be parts of "
        "the same outputs",
    )


def _check(
    counts: Counts, facts: Mapping[str, Any], metric: AnyMetric, n_before: int, system: str
) -> None:
    """Raise ValueError unless counts and facts are as their metric has them."""
    name = metric.name
    has_texts = metric.reads == "references"
    examples: dict[str, Any] = {"references": 1} if has_texts else {"annotators": [0]}
    examples |= metric.facts
    if facts.get("tokens") == TOKENS:
        examples["tokens"] = TOKENS
    values = {**tacit_of(metric.parameters), **counts.parameters}
    if not (alike(values, as_dict(metric.parameters())) and alike(facts, examples)):
        raise ValueError(f"parameters or facts that counts of {name} do not have")
    metric.require_own(counts, n_before, system)
    is_known: Any
    if (counts.labels.ndim == 2) != (metric.reads == "pairs"):
        is_known = False
    elif metric.reads == "pairs":
        # A sentence without any line has a row of coder 0.
        is_known = np.isin(counts.labels[:, 1], [0, *facts["annotators"]]).all()
    elif metric.reads == "edits":
        is_start = np.zeros(counts.n_rows, bool)
        is_start[counts.offsets[:-1]] = True
        # A sentence without any line has a row of annotator 0.
        is_known = (
            np.isin(counts.labels, [0, *facts["annotators"]]).all()
            and (is_start[1:] | (np.diff(counts.labels) > 0)).all()
        )
    else:
        n_references = facts["references"]
        is_known = (np.diff(counts.offsets) == n_references).all() and (
            counts.labels.reshape(-1, n_references) == np.arange(n_references)
        ).all()
    if not is_known:
        raise ValueError(f"rows that counts of {name} do not have")


def alike(found: Mapping[str, Any], example: Mapping[str, Any]) -> bool:
    """Say whether the names are those of the example, and the types of the values, too."""
    if set(found) != set(example) or any(type(found[n]) is not type(example[n]) for n in example):
        return False
    lists = (found[name] for name in example if isinstance(example[name], list))
    return all(values and all(type(value) is int for value in values) for values in lists)


def _require_complete(headers: Sequence[Header]) -> None:
    """Raise FormatError unless parts in order have every sentence once."""
    problems = []
    done = 0
    last = headers[0]
    for header in headers:
        if header.first > done:
            problems.append(f"{done + 1} to {header.first} are in no part")
        elif header.first < done:
            twice = f"{header.first + 1} to {min(done, header.last)}"
            problems.append(f"{twice} are in both {visible(last.path)} and {visible(header.path)}")
        if header.last > done:
            done, last = header.last, header
    if done < last.n_total:
        problems.append(f"{done + 1} to {last.n_total} are in no part")
    if problems:
        raise FormatError("parts", None, f"of {last.n_total} sentences, {'; '.join(problems)}")
