"""BibTeX for whoever reports a number: of the metric, of known data, and of the tests.

A metric has its own entries (`Metric.bibtex`). Data is known by the fingerprint of its gold, see
`corpus.fingerprint`; of the public corpora nothing else is here. Entries hold facts of publication.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fastgec._version import __version__
from fastgec.metrics import METRICS
from fastgec.metrics.door import AnyMetric, metric_named
from fastgec.report.layout import wrapped
from fastgec.report.methods import WORDS, entries_of_methods


class Data(NamedTuple):
    """A public corpus.

    name          what people call it
    word          what `fastgec cite` calls it
    metrics       that are usual on it
    fingerprints  of its gold: M2, or source and references
    bibtex        its entries
    """

    name: str
    word: str
    metrics: tuple[str, ...]
    fingerprints: tuple[str, ...]
    bibtex: str


CONLL14 = """\
@inproceedings{ng-etal-2014-conll,
  title     = {The {CoNLL}-2014 Shared Task on Grammatical Error Correction},
  author    = {Ng, Hwee Tou and Wu, Siew Mei and Briscoe, Ted and Hadiwinoto, Christian and
               Susanto, Raymond Hendy and Bryant, Christopher},
  booktitle = {Proceedings of the Eighteenth Conference on Computational Natural Language
               Learning: Shared Task},
  year      = {2014},
  pages     = {1--14},
  url       = {https://aclanthology.org/W14-1701},
}
"""
BEA19 = """\
@inproceedings{bryant-etal-2019-bea,
  title     = {The {BEA}-2019 Shared Task on Grammatical Error Correction},
  author    = {Bryant, Christopher and Felice, Mariano and Andersen, {\\O}istein E. and
               Briscoe, Ted},
  booktitle = {Proceedings of the Fourteenth Workshop on Innovative Use of {NLP} for Building
               Educational Applications},
  year      = {2019},
  pages     = {52--75},
  url       = {https://aclanthology.org/W19-4406},
}
"""
JFLEG = """\
@inproceedings{napoles-etal-2017-jfleg,
  title     = {{JFLEG}: A Fluency Corpus and Benchmark for Grammatical Error Correction},
  author    = {Napoles, Courtney and Sakaguchi, Keisuke and Tetreault, Joel},
  booktitle = {Proceedings of the 15th Conference of the {European} Chapter of the Association for
               Computational Linguistics: Volume 2, Short Papers},
  year      = {2017},
  pages     = {229--234},
  url       = {https://aclanthology.org/E17-2037},
}
"""
GMEG = """\
@article{napoles-etal-2019-enabling,
  title   = {Enabling Robust Grammatical Error Correction in New Domains: Data Sets, Metrics, and
             Analyses},
  author  = {Napoles, Courtney and N{\\u{a}}dejde, Maria and Tetreault, Joel},
  journal = {Transactions of the Association for Computational Linguistics},
  year    = {2019},
  volume  = {7},
  pages   = {551--566},
  url     = {https://aclanthology.org/Q19-1032},
}
"""
MULTIGEC = """\
@inproceedings{masciolini-etal-2025-multigec,
  title     = {The {MultiGEC}-2025 Shared Task on Multilingual Grammatical Error Correction at
               {NLP4CALL}},
  author    = {Masciolini, Arianna and Caines, Andrew and De Clercq, Orph{\\'e}e and
               Kruijsbergen, Joni and Kurfal{\\i}, Murathan and Mu{\\~n}oz S{\\'a}nchez, Ricardo and
               Volodina, Elena and {\\"O}stling, Robert},
  booktitle = {Proceedings of the 14th Workshop on Natural Language Processing for Computer
               Assisted Language Learning},
  year      = {2025},
  url       = {https://aclanthology.org/2025.nlp4call-1.1},
}
"""
FASTGEC = f"""\
@misc{{fastgec,
  title  = {{{{fastgec}}: exact and fast scores for grammatical error correction}},
  note   = {{Version {__version__}}},
}}
"""

DATA = (
    Data(
        "CoNLL-2014, test",
        "conll14",
        ("m2", "green", "errant", "cleme", "cleme2"),
        ("de76a68b7ed9d33d", "cd885dbb44a5039b", "2ed197931ea04ac1", "61abcfac58e04f36"),
        CONLL14,
    ),
    Data("W&I+LOCNESS, dev (BEA-2019)", "bea19", ("errant", "m2"), ("a2e1be614d449b5c",), BEA19),
    Data(
        "JFLEG, dev",
        "jfleg",
        ("gleu",),
        ("d462799ea7f8061e", "9a161d7aad35afe2", "6fef11075ce376ab"),
        JFLEG,
    ),
    Data(
        "GMEG, FCE",
        "gmeg",
        ("green", "gleu"),
        (
            *("6d195c3985c5dd62", "c512c621762e90b3", "143da51079bd30b0"),
            *("08b5d45d1395f21e", "965f52106d2c2608"),
        ),
        GMEG,
    ),
    Data("MultiGEC-2025", "multigec", ("gleu", "errant"), (), MULTIGEC),
)

RANDOMIZATION = """\
@book{noreen-1989-computer,
  title     = {Computer-Intensive Methods for Testing Hypotheses: An Introduction},
  author    = {Noreen, Eric W.},
  publisher = {Wiley},
  year      = {1989},
}
@inproceedings{riezler-maxwell-2005-pitfalls,
  title     = {On Some Pitfalls in Automatic Evaluation and Significance Testing for {MT}},
  author    = {Riezler, Stefan and Maxwell, John T.},
  booktitle = {Proceedings of the {ACL} Workshop on Intrinsic and Extrinsic Evaluation Measures for
               Machine Translation and/or Summarization},
  year      = {2005},
  pages     = {57--64},
  url       = {https://aclanthology.org/W05-0908},
}
"""
BOOTSTRAP = """\
@inproceedings{koehn-2004-statistical,
  title     = {Statistical Significance Tests for Machine Translation Evaluation},
  author    = {Koehn, Philipp},
  booktitle = {Proceedings of the 2004 Conference on Empirical Methods in Natural Language
               Processing},
  year      = {2004},
  pages     = {388--395},
  url       = {https://aclanthology.org/W04-3250},
}
"""
HOLM = """\
@article{holm-1979-simple,
  title   = {A Simple Sequentially Rejective Multiple Test Procedure},
  author  = {Holm, Sture},
  journal = {Scandinavian Journal of Statistics},
  year    = {1979},
  volume  = {6},
  number  = {2},
  pages   = {65--70},
}
"""
GROUPS = """\
@article{piepho-2004-algorithm,
  title   = {An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons},
  author  = {Piepho, Hans-Peter},
  journal = {Journal of Computational and Graphical Statistics},
  year    = {2004},
  volume  = {13},
  number  = {2},
  pages   = {456--466},
}
"""


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
    parts = [f"% The metric: fastgec {metric.name}\n{metric.bibtex}"]
    if tests:
        parts.append(f"% The tests\n{tests}")
    known = [
        one
        for one in DATA
        if (metric.name in one.metrics if fingerprint is None else fingerprint in one.fingerprints)
    ]
    parts += [f"% The data: {one.name}\n{one.bibtex}" for one in known]
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
    parts += [f"% The data: {one.name}\n{one.bibtex}" for one in known]
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
        names: of methods.METHODS.
        metrics: that it scores by.
        data: words of DATA.
        tests: entries of tests.
        signature: of the run, for a comment.
    """
    parts = [*_of_metrics(metrics), *entries_of_methods(names)]
    if tests:
        parts.append(f"% The tests\n{tests}")
    parts += [f"% The data: {one.name}\n{one.bibtex}" for one in DATA if one.word in data]
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
        f"% The data: {data[word].name}\n{data[word].bibtex}" for word in wanted if word in data
    ]
    return "\n".join([*parts, f"% The program\n{FASTGEC}"])


def _of_metrics(metrics: Iterable[AnyMetric]) -> list[str]:
    """Return a part for each entry: metrics that share one share the part."""
    names: dict[str, list[str]] = {}
    for metric in metrics:
        names.setdefault(metric.bibtex, []).append(metric.name)
    return [
        f"% The metric: fastgec {', '.join(of_entry)}\n{bibtex}"
        for bibtex, of_entry in names.items()
    ]


def entries_of_tests(*, is_all: bool = False, is_corrected: bool = False) -> str:
    """Return the entries of the tests of a comparison."""
    entries = [RANDOMIZATION, BOOTSTRAP]
    if is_corrected or is_all:
        entries.append(HOLM)
    if is_all:
        entries.append(GROUPS)
    return "".join(entries)


def _comment(text: str) -> str:
    return wrapped(text, 78, first="% ", indent="% ") + "\n"
