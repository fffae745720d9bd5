"""Public gold standards, and notes on scores that differ from the benchmarks' own.

Gold is recognised at no cost: by its numbers of sentences and edits, and a hash of its first three
sources. None of its text is here. A note is given where a score is easily taken for the benchmark's
(M2 for ERRANT, both an F0.5), or where the benchmark's own metric is used with other settings; not
for other metrics, such as GREEN.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # a plain run does not import these
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any


class Benchmark(NamedTuple):
    """A public gold standard.

    name       its usual name
    sentences  how many it has
    n_edits    of all annotators; 0 for a source with references
    begins     `beginning` of its first sources
    reports    the score that its benchmark reports
    metric     the metric that does so, if fastgec has it
    settings   the settings of that metric
    confused   metrics whose scores are easily taken for it
    """

    name: str
    sentences: int
    n_edits: int
    begins: int
    reports: str
    metric: str = ""
    settings: Mapping[str, Any] = {}
    confused: tuple[str, ...] = ()


CONLL14_BEGINS = 0x1F27381D
BEA_BEGINS = 0xE469F798
JFLEG_BEGINS = 0xDCFC67E2
GMEG_DEV_BEGINS = 0xA33B866C
GMEG_BEGINS = 0x4382FD52
M2_SETTINGS = {"beta": 0.5, "max_unchanged_words": 2, "ignore_whitespace_casing": False}
GLEU_SETTINGS = {"variant": "official", "unit": "word", "order": 4, "references": 4}

CONLL14 = "CoNLL-2014 reports M2 F0.5"
JFLEG = "JFLEG reports GLEU against four references"
JFLEG_WORDS = "JFLEG reports GLEU of words, in the official variant, against four references"
GMEG = "GMEG has four references of each sentence"

BENCHMARKS = (
    Benchmark(
        *("the CoNLL-2014 test set", 1312, 5598, CONLL14_BEGINS),
        f"{CONLL14} against both annotators, with at most 2 unchanged words",
        *("m2", M2_SETTINGS, ("errant",)),
    ),
    Benchmark(
        *("the CoNLL-2014 test set with edits of ERRANT", 1312, 5937, CONLL14_BEGINS),
        f"{CONLL14} on the annotators' own edits",
        confused=("m2",),
    ),
    Benchmark(
        *("W&I+LOCNESS dev, of BEA-2019", 4384, 7632, BEA_BEGINS),
        "BEA-2019 reports ERRANT F0.5, and its published scores are on a hidden test set",
        *("errant", {"beta": 0.5}, ("m2",)),
    ),
    Benchmark("JFLEG dev", 754, 11592, JFLEG_BEGINS, JFLEG, confused=("m2", "errant")),
    # With the edits past the end of their source, which only M2 leaves out.
    Benchmark("JFLEG dev", 754, 11611, JFLEG_BEGINS, JFLEG, confused=("errant",)),
    Benchmark("JFLEG dev", 754, 0, JFLEG_BEGINS, JFLEG_WORDS, "gleu", GLEU_SETTINGS),
    Benchmark("GMEG FCE dev", 968, 0, GMEG_DEV_BEGINS, GMEG, "gleu", {"references": 4}),
    Benchmark("GMEG FCE test", 968, 0, GMEG_BEGINS, GMEG, "gleu", {"references": 4}),
)


def beginning(sources: Iterable[str]) -> int:
    """Return a hash of the first sources: cheap, to recognise a corpus by.

    >>> beginning(["a  b", "c"]) == beginning(["a b ", "c"])
    True
    """
    return zlib.crc32("\n".join(" ".join(source.split()) for source in sources).encode())


def notes(
    found: tuple[int, int, int | None],
    metric: str,
    parameters: Mapping[str, Any],
    scorings: Sequence[Mapping[str, Any]],
) -> tuple[str, ...]:
    """Return a note if a known gold was scored by another rule than its benchmark's.

    Args:
        found: sentences and edits of the gold, and its `beginning`.
        metric: the name of the metric.
        parameters: the counting options, by name; with "references", where there are some.
        scorings: scoring options, of which one must agree; none where only counts are made.
    """
    for known in BENCHMARKS:
        if found != (known.sentences, known.n_edits, known.begins):
            continue
        if metric in known.confused:
            return (f"the gold is {known.name}: {known.reports}",)
        settings = [{**parameters, **scoring} for scoring in scorings] or [dict(parameters)]
        if metric == known.metric and not any(_agrees(known, one) for one in settings):
            return (f"the gold is {known.name}: {known.reports}",)
    return ()


def _agrees(known: Benchmark, settings: Mapping[str, Any]) -> bool:
    return all(settings.get(name, value) == value for name, value in known.settings.items())
