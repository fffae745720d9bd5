"""BibTeX of the methods that commands stand on, where these are no metrics: for --cite.

Entries hold what is known here: authors, year or number, and what the method is, a line each. The
sources are those that the modules of the methods name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Method(NamedTuple):
    """A published method.

    use     what it is used for
    bibtex  its entry
    """

    use: str
    bibtex: str


def _entry(key: str, author: str, year: int, note: str) -> str:
    return f"@misc{{{key}, author = {{{author}}}, year = {{{year}}}, note = {{{note}}}}}\n"


def _preprint(number: str, note: str) -> str:
    year = f"20{number[:2]}"  # a number begins with year and month
    return (
        f"@misc{{arxiv-{number}, eprint = {{{number}}}, archiveprefix = {{arXiv}}, "
        f"year = {{{year}}}, note = {{{note}}}}}\n"
    )


METHODS = {
    "wins": Method(
        "expected wins and rank ranges of rankings",
        _entry("bojar-etal-2013", "Bojar and others", 2013, "Expected wins"),
    ),
    "ranges": Method(
        "human rankings of CoNLL-2014 (gjg15), rank ranges, agreement of judges",
        _entry(
            "grundkiewicz-etal-2015",
            "Grundkiewicz and Junczys-Dowmunt and Gillian",
            2015,
            "Human rankings of CoNLL-2014",
        ),
    ),
    "trueskill": Method(
        "TrueSkill of rankings",
        _entry("sakaguchi-etal-2014", "Sakaguchi and others", 2014, "TrueSkill of systems"),
    ),
    "pairwise": Method(
        "pairwise accuracy",
        _entry("kocmi-etal-2021", "Kocmi and others", 2021, "Pairwise accuracy"),
    ),
    "soft": Method(
        "soft pairwise accuracy, --soft",
        _entry("thompson-etal-2024", "Thompson and others", 2024, "Soft pairwise accuracy"),
    ),
    "resampling": Method(
        "what resamples are drawn of, --ci, and permutations, --tests",
        _entry("deutsch-etal-2021", "Deutsch and others", 2021, "Resampling; PERM-BOTH"),
    ),
    "williams": Method(
        "Williams' test of dependent correlations, --tests",
        _entry("graham-baldwin-2014", "Graham and Baldwin", 2014, "Williams' test for metrics"),
    ),
    "sentences": Method(
        "SEEDA (seeda), agreement on sentences, --level sentence and --windows",
        _entry("kobayashi-etal-2024", "Kobayashi and Mita and Komachi", 2024, "SEEDA"),
    ),
    "ties": Method(
        "accuracy with ties, --level sentence",
        _entry("deutsch-etal-2023", "Deutsch and others", 2023, "Accuracy with ties"),
    ),
    "aggregate": Method(
        "scores of sentences made into scores of systems, --aggregate, and ranks' distances",
        _entry("goto-etal-2025", "Goto and others", 2025, "Aggregation; gec-metrics"),
    ),
    "weights": Method(
        "weights of edits by a model: PT-M2 and PT-ERRANT",
        _entry("gong-etal-2022", "Gong and others", 2022, "PT-M2 and PT-ERRANT"),
    ),
    "vote": Method(
        "votes on edits, fastgec vote", _preprint("2605.13624", "Votes on edits of candidates")
    ),
    "mbr": Method(
        "minimum Bayes risk, fastgec mbr", _preprint("2309.06520", "Minimum Bayes risk decoding")
    ),
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
        @misc{arxiv-2605.13624, eprint = {2605.13624}, ...
    """
    found = [METHODS[name] for name in dict.fromkeys(names)]
    return [f"% The method: {one.use}\n{one.bibtex}" for one in found]
