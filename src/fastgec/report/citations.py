"""BibTeX for whoever reports a number: of the metric, of known data, and of the tests.

A metric has its own entries (`Metric.citations`). Data is known by the fingerprint of its gold, see
`corpus.fingerprint`; of the public corpora nothing else is here. Entries hold facts of publication.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fastgec._version import __version__
from fastgec.bibliography import bibtex
from fastgec.metrics import METRICS
from fastgec.metrics.door import AnyMetric, metric_named
from fastgec.report.layout import wrapped


class Data(NamedTuple):
    """A public corpus.

    name          what people call it
    word          what `fastgec cite` calls it
    metrics       that are usual on it
    fingerprints  of its gold: M2, or source and references
    key           of its entry, see `bibliography`
    """

    name: str
    word: str
    metrics: tuple[str, ...]
    fingerprints: tuple[str, ...]
    key: str


FASTGEC = f"""\
@misc{{fastgec,
  title  = {{{{fastgec}}: exact and fast scores for grammatical error correction}},
  note   = {{Version {__version__}}},
}}
"""

HOLM = "holm-1979-simple"
DATA = (
    Data(
        "CoNLL-2014, test",
        "conll14",
        ("m2", "green", "errant", "cleme", "cleme2"),
        ("de76a68b7ed9d33d", "cd885dbb44a5039b", "2ed197931ea04ac1", "61abcfac58e04f36"),
        "ng-etal-2014-conll",
    ),
    Data(
        "W&I+LOCNESS, dev (BEA-2019)",
        "bea19",
        ("errant", "m2"),
        ("a2e1be614d449b5c",),
        "bryant-etal-2019-bea",
    ),
    Data(
        "JFLEG, dev",
        "jfleg",
        ("gleu",),
        ("d462799ea7f8061e", "9a161d7aad35afe2", "6fef11075ce376ab"),
        "napoles-etal-2017-jfleg",
    ),
    Data(
        "GMEG, FCE",
        "gmeg",
        ("green", "gleu"),
        (
            *("6d195c3985c5dd62", "c512c621762e90b3", "143da51079bd30b0"),
            *("08b5d45d1395f21e", "965f52106d2c2608"),
        ),
        "napoles-etal-2019-enabling",
    ),
    Data("MultiGEC-2025", "multigec", ("gleu", "errant"), (), "masciolini-etal-2025-multigec"),
)


def citations(
    metric: AnyMetric, fingerprint: str | None = None, *, signature: str = "", tests: str = ""
) -> str:
    """Return BibTeX of a metric, of data, and of fastgec, with comments that say what is what.

    Args:
        metric: what scored.
        fingerprint: of the gold; None: all data on which the metric is usual.
        signature: of the run, for a comment.
        tests: entries of the tests that were made.
    """
    parts = [f"% The metric: fastgec {metric.name}\n{bibtex(metric.citations)}"]
    if tests:
        parts.append(f"% The tests\n{tests}")
    known = [
        one
        for one in DATA
        if (metric.name in one.metrics if fingerprint is None else fingerprint in one.fingerprints)
    ]
    parts += [f"% The data: {one.name}\n{bibtex([one.key])}" for one in known]
    if fingerprint is not None and not known:
        note = (
            "The data: its gold is not one that fastgec knows. Cite its source; "
            f"'fastgec {metric.name} --cite' alone prints what is known."
        )
        parts.append(_comment(note))
    program = "% The program; put the signature in a footnote or an appendix\n"
    if signature:
        program += f"% {signature}\n"
    return "\n".join([*parts, program + FASTGEC])


def citations_of_run(signed: Sequence[tuple[AnyMetric, str, str]], *, tests: str = "") -> str:
    """Return BibTeX of several metrics on several corpora, each entry once.

    Args:
        signed: a metric, the fingerprint of its gold, and the signature, for each metric of each
            corpus.
        tests: entries of the tests that were made.
    """
    metrics = {metric.name: metric for metric, _, _ in signed}
    fingerprints = {fingerprint for _, fingerprint, _ in signed}
    parts = _of_metrics(metrics.values())
    if tests:
        parts.append(f"% The tests\n{tests}")
    known = [one for one in DATA if fingerprints & set(one.fingerprints)]
    parts += [f"% The data: {one.name}\n{bibtex([one.key])}" for one in known]
    if not fingerprints <= {one for data in known for one in data.fingerprints}:
        note = (
            "Data: some gold is not one that fastgec knows. Cite its source; 'fastgec cite' prints "
            "what is known."
        )
        parts.append(_comment(note))
    program = "% The program; put the signatures in a footnote or an appendix\n"
    lines = dict.fromkeys(f"% {signature}\n" for _, _, signature in signed)
    return "\n".join([*parts, program + "".join(lines) + FASTGEC])


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
    if tests:
        parts.append(f"% The tests\n{tests}")
    parts += [f"% The data: {one.name}\n{bibtex([one.key])}" for one in DATA if one.word in data]
    program = "% The program\n" + (f"% {signature}\n" if signature else "")
    return "\n".join([*parts, program + FASTGEC])


def citations_named(words: Sequence[str]) -> str:
    """Return BibTeX of what is named: metrics, methods, data, "tests"; of everything by default.

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
            raise ValueError(f"{word!r} found, expected some of {', '.join(known)}")
    wanted = dict.fromkeys(words or known)
    parts = _of_metrics(metric_named(word) for word in wanted if word in METRICS)
    parts += entries_of_methods(name for word in wanted for name in WORDS.get(word, ()))
    if "tests" in wanted:
        parts.append(f"% The tests\n{entries_of_tests(is_all=True)}")
    parts += [
        f"% The data: {data[word].name}\n{bibtex([data[word].key])}"
        for word in wanted
        if word in data
    ]
    return "\n".join([*parts, f"% The program\n{FASTGEC}"])


def _of_metrics(metrics: Iterable[AnyMetric]) -> list[str]:
    """Return a part for each entry: metrics that share one share the part."""
    names: dict[tuple[str, ...], list[str]] = {}
    for metric in metrics:
        names.setdefault(metric.citations, []).append(metric.name)
    return [
        f"% The metric: fastgec {', '.join(of_entry)}\n{bibtex(keys)}"
        for keys, of_entry in names.items()
    ]


def entries_of_tests(*, is_all: bool = False, is_corrected: bool = False) -> str:
    """Return the entries of the tests of a comparison."""
    keys = ["noreen-1989-computer", "riezler-maxwell-2005-pitfalls", "koehn-2004-statistical"]
    if is_corrected or is_all:
        keys.append(HOLM)
    if is_all:
        keys.append("piepho-2004-algorithm")
    return bibtex(keys)


class Method(NamedTuple):
    """A published method.

    use     what it is used for
    key     of its entry, see `bibliography`
    """

    use: str
    key: str


METHODS = {
    "wins": Method("expected wins and rank ranges of rankings", "bojar-etal-2013-findings"),
    "ranges": Method(
        "human rankings of CoNLL-2014 (gjg15), rank ranges, agreement of judges",
        "grundkiewicz-etal-2015-human",
    ),
    "trueskill": Method("TrueSkill of rankings", "sakaguchi-etal-2014-efficient"),
    "pairwise": Method("pairwise accuracy", "kocmi-etal-2021-ship"),
    "soft": Method("soft pairwise accuracy, --soft", "thompson-etal-2024-improving"),
    "resampling": Method(
        "what resamples are drawn of, --ci, and permutations, --tests",
        "deutsch-etal-2021-statistical",
    ),
    "williams": Method(
        "Williams' test of dependent correlations, --tests", "graham-baldwin-2014-testing"
    ),
    "sentences": Method(
        "SEEDA (seeda), agreement on sentences, --level sentence and --windows",
        "kobayashi-etal-2024-revisiting",
    ),
    "ties": Method("accuracy with ties, --level sentence", "deutsch-etal-2023-ties"),
    "aggregate": Method(
        "scores of sentences made into scores of systems, --aggregate, and ranks' distances",
        "goto-etal-2025-rethinking",
    ),
    "weights": Method(
        "weights of edits by a model: PT-M2 and PT-ERRANT", "gong-etal-2022-revisiting"
    ),
    "vote": Method("votes on edits, fastgec vote", "goto-etal-2026-edit"),
    "mbr": Method("minimum Bayes risk, fastgec mbr", "raina-gales-2023-minimum"),
}

# What `fastgec cite` calls them: commands, and data that people judged.
WORDS = {
    "meta": tuple(name for name in METHODS if name not in ("weights", "vote", "mbr")),
    "gjg15": ("ranges",),
    "seeda": ("sentences",),
    "weights": ("weights",),
    "vote": ("vote",),
    "mbr": ("mbr",),
}


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


def _comment(text: str) -> str:
    return wrapped(text, 78, first="% ", indent="% ") + "\n"
