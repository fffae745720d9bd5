"""Outputs that teams send: which can be scored, and which are nearly the same.

A file fails where scoring refuses it, and has the warnings that scoring it raises: both come from a
run that scores it alone.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen
from fastgec.diagnostics import Threshold
from fastgec.diagnostics.inputs import is_m2
from fastgec.machine import LimitError
from fastgec.metrics.base import Block, metric_named
from fastgec.metrics.edits import GoldText
from fastgec.metrics.references import ParallelText
from fastgec.read import FormatError, counted, visible
from fastgec.read.coders import Annotations
from fastgec.read.gold import Gold, row_texts
from fastgec.read.lines import References
from fastgec.study.run import Request, run_request
from fastgec.texts.retokenize import Projection

Status = Literal["ok", "warning", "failed"]
TARGET_LINE = re.compile(rb"^T\d+-A\d+(?: |$)", re.MULTILINE)  # of ChERRANT

# The share of the sentences that one of two outputs changes in which they are equal. Of outputs of
# other systems the largest that was seen is 0.52: two decodings of one model (GMEG-FCE).
NEAR = Threshold(25, 0.9)


class Verdict(NamedTuple):
    """Whether an output can be scored.

    path       of the file
    reasons    why not, or the warnings
    sentences  how many it has; 0 where it failed
    has_failed  whether it cannot be scored
    """

    path: str
    reasons: tuple[str, ...] = ()
    sentences: int = 0
    has_failed: bool = False

    @property
    def status(self) -> Status:
        """The verdict in a word."""
        return "failed" if self.has_failed else "warning" if self.reasons else "ok"


class Skipped(NamedTuple):
    """An output that was left out because it cannot be scored.

    system  its name
    reason  why
    """

    system: str
    reason: str


def verdicts_of(
    paths: Sequence[str],
    gold: Gold | References | None,
    edits: Annotations | None = None,
    jobs: int | None = None,
    *,
    projects: bool = False,
) -> list[Verdict]:
    r"""Try to score each output, and compare the outputs with one another.

    Texts are scored by MaxMatch, or by GLEU where gold is references; edits (M2) by ERRANT, or as
    ChERRANT does where the gold is ChERRANT's.

    Args:
        paths: of the outputs.
        gold: of outputs that are texts.
        edits: the gold, of outputs that are edits; without, all are texts.
        jobs: threads (None: all cores).
        projects: whether texts are raw, and get the tokens of the source first.

    Example:
        >>> import os, tempfile
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     one, none = os.path.join(folder, "one"), os.path.join(folder, "none")
        ...     with open(one, "w") as file:
        ...         _ = file.write("c b\n")
        ...     [verdict.status for verdict in verdicts_of([one, none], gold)]
        ['ok', 'failed']
    """
    found, hashes = [], {}
    if isinstance(gold, References):  # what is wrong with these is no fault of an output
        request = _request("gleu", "source", gold.source, gold)
        run_request(replace(request, has_fingerprint=False))
    for number, path in enumerate(paths):
        watch = _Watch()
        try:
            if edits is not None and is_m2(path):
                output = Annotations.read(path)
                language = "zh" if TARGET_LINE.search(edits.data) else "en"
                request = _request("errant", path, output, edits, language=language)
                watch.add(output)
            else:
                name = "gleu" if isinstance(gold, References) else "m2"
                request = replace(_request(name, path, path, gold), observers=[watch])
            reading = request.reading._replace(jobs=jobs)
            if projects and not isinstance(request.gold, Annotations):
                reading = reading._replace(projection=Projection())
            done = run_request(replace(request, reading=reading, has_fingerprint=False))
        except (FormatError, LimitError) as error:
            found.append(Verdict(path, (_reason(error, path),), has_failed=True))
            continue
        start = f"{visible(path)}: "
        lines = tuple(line.removeprefix(start) for line in done.found.input_warnings)
        found.append(Verdict(path, lines, done.facts.sentences))
        hashes[number] = watch.hashes()
    alike = _alike(hashes, [*paths])
    return [
        one._replace(reasons=(*alike.get(number, ()), *one.reasons))
        for number, one in enumerate(found)
    ]


def _request(name: str, path: str, output: Any, gold: Any, **parameters: Any) -> Request:
    """Return the request to score an output alone."""
    metric = metric_named(name)
    scorings = [metric.scoring()]
    return Request(metric, [path], [output], gold, metric.parameters(**parameters), scorings)


class _Watch:
    """Observer of blocks: hashes of the sentences of the first output, and what it changes."""

    def __init__(self) -> None:
        self._signs: list[int] = []
        self._changed: list[bool] = []

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        text: GoldText | ParallelText = block.text
        sources = text.source if isinstance(text, ParallelText) else text.gold.sources
        for number in range(len(text)):
            self._add(text.systems[0][number], sources[number])

    def add(self, output: Annotations) -> None:
        """Add the texts that edits make; those of several coders are not compared."""
        known = output.as_gold()
        if known is None or known.edits.n_rows != len(known):
            return
        for number, text in enumerate(row_texts(known, overlaps="first")):
            self._add(text, known.sources[number])

    def _add(self, line: str, source: str) -> None:
        words = line.split()
        self._signs.append(zlib.crc32(" ".join(words).encode()) << 16 | len(words) & 0xFFFF)
        self._changed.append(words != source.split())

    def hashes(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        return np.array(self._signs, np.int64), np.array(self._changed, bool)


def _alike(hashes: dict[int, Any], paths: Sequence[str]) -> dict[int, list[str]]:
    """Return for each output a line of the first one before it that it equals, or nearly so."""
    found: dict[int, list[str]] = {}
    numbers = list(hashes)
    for place, number in enumerate(numbers):
        signs, changed = hashes[number]
        for other in numbers[:place]:
            other_signs, other_changed = hashes[other]
            if len(signs) != len(other_signs):
                continue
            is_equal = signs == other_signs
            either = changed | other_changed
            n_equal, n_changed = int((is_equal & either).sum()), int(either.sum())
            name = visible(paths[other])
            if is_equal.all() and len(signs):
                line = f"has the same {counted(len(signs), 'sentence')} as {name}"
            elif NEAR.is_reached(n_equal, n_changed):
                line = f"equals {name} in {n_equal} of {n_changed} sentences that either changes"
            else:
                continue
            found[number] = [line]
            break
    return found


def _reason(error: Exception, path: str) -> str:
    if isinstance(error, FormatError) and error.path == path:
        return error.reason if error.line is None else f"line {error.line}: {error.reason}"
    return str(error)


def kept_of(
    names: Sequence[str], attempt: Callable[[int], object]
) -> tuple[list[int], list[Skipped]]:
    """Return the numbers of the systems that can be scored, and the others with reasons.

    Args:
        names: of the systems.
        attempt: reads, or scores, the system of a number alone.

    Raises:
        FormatError: no system can be scored.

    Example:
        >>> def attempt(number):
        ...     if number == 1:
        ...         raise FormatError("b.txt", None, "19 sentences, expected 20")
        >>> kept_of(["a", "b"], attempt)
        ([0], [Skipped(system='b', reason='b.txt: 19 sentences, expected 20')])
    """
    kept: list[int] = []
    skipped: list[Skipped] = []
    for number, name in enumerate(names):
        try:
            attempt(number)
        except FormatError as error:
            if not kept and number == len(names) - 1:
                raise
            skipped.append(Skipped(str(name), str(error)))
        else:
            kept.append(number)
    return kept, skipped
