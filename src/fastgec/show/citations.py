"""BibTeX for whoever reports a number: of the metric, of known data, of methods and of tests.

A metric has its own entries (`Metric.citations`). Public corpora are in `corpora.tsv`; a corpus is
recognized by the fingerprint of its gold, see `read.gold`. Published methods are in
`methods.tsv`. The entries are in `references.bib`, see `bibliography`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fastgec import __version__
from fastgec.bibliography import bibtex
from fastgec.machine import shipped_rows
from fastgec.metrics import METRICS
from fastgec.metrics.base import AnyMetric, metric_named
from fastgec.show.tables import wrapped


class Data(NamedTuple):
    """A public corpus.

    word          its name for `fastgec cite`
    name          its name for people
    metrics       names of the metrics that are usual on it
    fingerprints  of its gold: M2, or source and references
    key           of its entry, see `bibliography`
    """

    word: str
    name: str
    metrics: tuple[str, ...]
    fingerprints: tuple[str, ...]
    key: str


class Method(NamedTuple):
    """A published method.

    key     of its entry, see `bibliography`
    use     its use
    """

    key: str
    use: str


FASTGEC = f"""\
@misc{{fastgec,
  title  = {{{{fastgec}}: exact and fast scores for grammatical error correction}},
  author = {{{{The fastgec authors}}}},
  year   = {{2026}},
  note   = {{Version {__version__}}},
}}
"""

HOLM = "holm-1979-simple"
DATA = tuple(
    Data(word, name, tuple(metrics.split()), tuple(fingerprints.split()), key)
    for word, name, metrics, fingerprints, key in shipped_rows(__file__, "corpora.tsv")
)
METHODS = {name: Method(key, use) for name, key, use in shipped_rows(__file__, "methods.tsv")}

# Names for `fastgec cite`: commands, data with human judgments, and fastgec alone.
WORDS = {
    "meta": tuple(name for name in METHODS if name not in ("weights", "vote", "mbr")),
    "gjg15": ("ranges",),
    "seeda": ("sentences",),
    "weights": ("weights",),
    "vote": ("vote",),
    "mbr": ("mbr",),
    "fastgec": (),  # the program is cited by all
}


def citations(
    metric: AnyMetric, fingerprint: str | None = None, *, signature: str = "", tests: str = ""
) -> str:
    """Return BibTeX of a metric, of data, and of fastgec, with a comment for each entry.

    Args:
        metric: the metric of the scores.
        fingerprint: of the gold; None: all data on which the metric is usual.
        signature: of the run, for a comment.
        tests: entries of the tests that were made.
    """
    note = (
        "The data: its gold is not one that fastgec knows. Cite its source; "
        f"'fastgec {metric.name} --cite' alone prints what is known."
    )
    if fingerprint is None:
        data, note = [one for one in DATA if metric.name in one.metrics], ""
    else:
        data = [one for one in DATA if fingerprint in one.fingerprints]
    program = "The program; put the signature in a footnote or an appendix"
    signed = [signature] if signature else []
    return _text(_of_metrics([metric]), tests, data, "" if data else note, program, signed)


def citations_of_run(signed: Sequence[tuple[AnyMetric, str, str]], *, tests: str = "") -> str:
    """Return BibTeX of several metrics on several corpora, each entry once.

    Args:
        signed: a metric, the fingerprint of its gold, and the signature, for each metric of each
            corpus.
        tests: entries of the tests that were made.
    """
    metrics = {metric.name: metric for metric, _, _ in signed}
    fingerprints = {one for metric, one, _ in signed if metric.reads != "scores"}
    data = [one for one in DATA if fingerprints & set(one.fingerprints)]
    known = {one for of_data in data for one in of_data.fingerprints}
    note = (
        "Data: some gold is not one that fastgec knows. Cite its source; 'fastgec cite' prints "
        "what is known."
    )
    program = "The program; put the signatures in a footnote or an appendix"
    return _text(
        _of_metrics(metrics.values()),
        tests,
        data,
        "" if fingerprints <= known else note,
        program,
        [signature for _, _, signature in signed],
    )


def citations_of_methods(
    names: Sequence[str],
    metrics: Iterable[AnyMetric] = (),
    *,
    data: Sequence[str] = (),
    tests: str = "",
    signature: str = "",
) -> str:
    """Return BibTeX of a command that stands on methods.

    Args:
        names: of METHODS.
        metrics: that it scores by.
        data: words of DATA.
        tests: entries of tests.
        signature: of the run, for a comment.
    """
    parts = [*_of_metrics(metrics), *entries_of_methods(names)]
    known = [one for one in DATA if one.word in data]
    return _text(parts, tests, known, signatures=[signature] if signature else [])


def citations_named(words: Sequence[str]) -> str:
    """Return BibTeX of named metrics, methods, data, or "tests"; of everything by default.

    Raises:
        ValueError: another word.

    Example:
        >>> citations_named(["jfleg"]).splitlines()[0]
        '% The data: JFLEG, dev'
    """
    data = {one.word: one for one in DATA}
    known = [*METRICS, *WORDS, *data, "tests"]
    for word in words:
        if word not in known:
            raise ValueError(f"{word!r}: expected some of {', '.join(known)}")
    wanted = dict.fromkeys(words or known)
    parts = _of_metrics(metric_named(word) for word in wanted if word in METRICS)
    parts += entries_of_methods(name for word in wanted for name in WORDS.get(word, ()))
    tests = entries_of_tests(is_all=True) if "tests" in wanted else ""
    return _text(parts, tests, [data[word] for word in wanted if word in data])


def entries_of_tests(
    *,
    is_all: bool = False,
    is_corrected: bool = False,
    is_stopped: bool = False,
    has_clusters: bool = False,
    has_power: bool = False,
) -> str:
    """Return the entries of the tests of a comparison."""
    keys = {
        "noreen-1989-computer": True,
        "riezler-maxwell-2005-pitfalls": True,
        "koehn-2004-statistical": True,
        HOLM: is_corrected or is_all,
        "piepho-2004-algorithm": is_all,
        "besag-clifford-1991-sequential": is_stopped,
        "cameron-etal-2008-bootstrap": has_clusters,
        "card-etal-2020-little": has_power,
        "bloom-1995-minimum": has_power,
    }
    return bibtex([key for key, is_used in keys.items() if is_used])


def entries_of_methods(names: Iterable[str]) -> list[str]:
    """Return a part for each method that is named, and each entry once.

    Example:
        >>> print(*entries_of_methods(["vote"]))  # doctest: +ELLIPSIS
        % The method: votes on edits, fastgec vote
        @misc{goto-etal-2026-edit,
        ...
    """
    found = [METHODS[name] for name in dict.fromkeys(names)]
    return [f"% The method: {one.use}\n{bibtex([one.key])}" for one in found]


def _of_metrics(metrics: Iterable[AnyMetric]) -> list[str]:
    """Return a part for each entry: metrics that share one share the part."""
    names: dict[tuple[str, ...], list[str]] = {}
    for metric in metrics:
        if not metric.citations:  # scores that another tool made
            continue
        names.setdefault(metric.citations, []).append(metric.name)
    return [
        f"% The metric: fastgec {', '.join(of_entry)}\n{bibtex(keys)}"
        for keys, of_entry in names.items()
    ]


def _text(
    parts: Sequence[str],
    tests: str,
    data: Iterable[Data],
    note: str = "",
    program: str = "The program",
    signatures: Iterable[str] = (),
) -> str:
    """Return parts, tests, data (with a note, in lines of a comment), and the program."""
    return "\n".join(
        [
            *parts,
            *([f"% The tests\n{tests}"] if tests else []),
            *(f"% The data: {one.name}\n{bibtex([one.key])}" for one in data),
            *([wrapped(note, 78, first="% ", indent="% ") + "\n"] if note else []),
            "".join(f"% {line}\n" for line in dict.fromkeys([program, *signatures])) + FASTGEC,
        ]
    )
