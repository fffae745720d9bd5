"""BibTeX of the methods that commands stand on, where these are no metrics: for --cite.

Entries hold facts of publication, as those of metrics do. The sources are those that the modules of
the methods name.
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


BOJAR = """\
@inproceedings{bojar-etal-2013-findings,
  title     = {Findings of the 2013 Workshop on Statistical Machine Translation},
  author    = {Bojar, Ond{\\v{r}}ej and Buck, Christian and Callison-Burch, Chris and
               Federmann, Christian and Haddow, Barry and Koehn, Philipp and Monz, Christof and
               Post, Matt and Soricut, Radu and Specia, Lucia},
  booktitle = {Proceedings of the Eighth Workshop on Statistical Machine Translation},
  year      = {2013},
  pages     = {1--44},
  url       = {https://aclanthology.org/W13-2201},
}
"""
GRUNDKIEWICZ = """\
@inproceedings{grundkiewicz-etal-2015-human,
  title     = {Human Evaluation of Grammatical Error Correction Systems},
  author    = {Grundkiewicz, Roman and Junczys-Dowmunt, Marcin and Gillian, Edward},
  booktitle = {Proceedings of the 2015 Conference on Empirical Methods in Natural Language
               Processing},
  year      = {2015},
  pages     = {461--470},
  url       = {https://aclanthology.org/D15-1052},
}
"""
SAKAGUCHI = """\
@inproceedings{sakaguchi-etal-2014-efficient,
  title     = {Efficient Elicitation of Annotations for Human Evaluation of Machine Translation},
  author    = {Sakaguchi, Keisuke and Post, Matt and Van Durme, Benjamin},
  booktitle = {Proceedings of the Ninth Workshop on Statistical Machine Translation},
  year      = {2014},
  pages     = {1--11},
  url       = {https://aclanthology.org/W14-3301},
}
"""
KOCMI = """\
@inproceedings{kocmi-etal-2021-ship,
  title     = {To Ship or Not to Ship: An Extensive Evaluation of Automatic Metrics for Machine
               Translation},
  author    = {Kocmi, Tom and Federmann, Christian and Grundkiewicz, Roman and
               Junczys-Dowmunt, Marcin and Matsushita, Hitokazu and Menezes, Arul},
  booktitle = {Proceedings of the Sixth Conference on Machine Translation},
  year      = {2021},
  pages     = {478--494},
  url       = {https://aclanthology.org/2021.wmt-1.57},
}
"""
THOMPSON = """\
@inproceedings{thompson-etal-2024-improving,
  title     = {Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft
               Pairwise Accuracy},
  author    = {Thompson, Brian and Mathur, Nitika and Deutsch, Daniel and Khayrallah, Huda},
  booktitle = {Proceedings of the Ninth Conference on Machine Translation},
  year      = {2024},
  pages     = {1222--1234},
  url       = {https://aclanthology.org/2024.wmt-1.118},
}
"""
RESAMPLING = """\
@article{deutsch-etal-2021-statistical,
  title   = {A Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods},
  author  = {Deutsch, Daniel and Dror, Rotem and Roth, Dan},
  journal = {Transactions of the Association for Computational Linguistics},
  year    = {2021},
  volume  = {9},
  pages   = {1132--1146},
  url     = {https://aclanthology.org/2021.tacl-1.67},
}
"""
GRAHAM = """\
@inproceedings{graham-baldwin-2014-testing,
  title     = {Testing for Significance of Increased Correlation with Human Judgment},
  author    = {Graham, Yvette and Baldwin, Timothy},
  booktitle = {Proceedings of the 2014 Conference on Empirical Methods in Natural Language
               Processing},
  year      = {2014},
  pages     = {172--176},
  url       = {https://aclanthology.org/D14-1020},
}
"""
KOBAYASHI = """\
@article{kobayashi-etal-2024-revisiting,
  title   = {Revisiting Meta-evaluation for Grammatical Error Correction},
  author  = {Kobayashi, Masamune and Mita, Masato and Komachi, Mamoru},
  journal = {Transactions of the Association for Computational Linguistics},
  year    = {2024},
  volume  = {12},
  pages   = {837--855},
  url     = {https://aclanthology.org/2024.tacl-1.47},
}
"""
TIES = """\
@inproceedings{deutsch-etal-2023-ties,
  title     = {Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie
               Calibration},
  author    = {Deutsch, Daniel and Foster, George and Freitag, Markus},
  booktitle = {Proceedings of the 2023 Conference on Empirical Methods in Natural Language
               Processing},
  year      = {2023},
  pages     = {12914--12929},
  url       = {https://aclanthology.org/2023.emnlp-main.798},
}
"""
GOTO = """\
@inproceedings{goto-etal-2025-rethinking,
  title     = {Rethinking Evaluation Metrics for Grammatical Error Correction: Why Use a Different
               Evaluation Process than Human?},
  author    = {Goto, Takumi and Sakai, Yusuke and Watanabe, Taro},
  booktitle = {Proceedings of the 63rd Annual Meeting of the Association for Computational
               Linguistics (Volume 2: Short Papers)},
  year      = {2025},
  pages     = {1165--1172},
  url       = {https://aclanthology.org/2025.acl-short.92},
}
"""
GONG = """\
@inproceedings{gong-etal-2022-revisiting,
  title     = {Revisiting Grammatical Error Correction Evaluation and Beyond},
  author    = {Gong, Peiyuan and Liu, Xuebo and Huang, Heyan and Zhang, Min},
  booktitle = {Proceedings of the 2022 Conference on Empirical Methods in Natural Language
               Processing},
  year      = {2022},
  pages     = {6891--6902},
  url       = {https://aclanthology.org/2022.emnlp-main.463},
}
"""
VOTES = """\
@misc{goto-etal-2026-edit,
  title  = {Edit-level Majority Voting Mitigates Over-Correction in {LLM}-based Grammatical Error
            Correction},
  author = {Goto, Takumi and Sakai, Yusuke and Watanabe, Taro},
  year   = {2026},
  note   = {arXiv:2605.13624},
  url    = {https://arxiv.org/abs/2605.13624},
}
"""
RAINA = """\
@misc{raina-gales-2023-minimum,
  title  = {Minimum {Bayes}' Risk Decoding for System Combination of Grammatical Error Correction
            Systems},
  author = {Raina, Vyas and Gales, Mark},
  year   = {2023},
  note   = {arXiv:2309.06520},
  url    = {https://arxiv.org/abs/2309.06520},
}
"""

METHODS = {
    "wins": Method("expected wins and rank ranges of rankings", BOJAR),
    "ranges": Method(
        "human rankings of CoNLL-2014 (gjg15), rank ranges, agreement of judges", GRUNDKIEWICZ
    ),
    "trueskill": Method("TrueSkill of rankings", SAKAGUCHI),
    "pairwise": Method("pairwise accuracy", KOCMI),
    "soft": Method("soft pairwise accuracy, --soft", THOMPSON),
    "resampling": Method(
        "what resamples are drawn of, --ci, and permutations, --tests", RESAMPLING
    ),
    "williams": Method("Williams' test of dependent correlations, --tests", GRAHAM),
    "sentences": Method(
        "SEEDA (seeda), agreement on sentences, --level sentence and --windows", KOBAYASHI
    ),
    "ties": Method("accuracy with ties, --level sentence", TIES),
    "aggregate": Method(
        "scores of sentences made into scores of systems, --aggregate, and ranks' distances", GOTO
    ),
    "weights": Method("weights of edits by a model: PT-M2 and PT-ERRANT", GONG),
    "vote": Method("votes on edits, fastgec vote", VOTES),
    "mbr": Method("minimum Bayes risk, fastgec mbr", RAINA),
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
    return [f"% The method: {one.use}\n{one.bibtex}" for one in found]
