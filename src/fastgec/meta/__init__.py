"""Meta-evaluation: which metric agrees with human judgments, and how sure is that.

    judgments -> scores of systems -> correlations -> intervals and tests -> report

    judgments   rankings (XML), ratings (CSV), published scores, scores of sentences (JSONL)
    standings   scores of systems made of judgments: expected wins, means, TrueSkill; rank
                ranges
    human       the human scores that a config file names, and whether they fit its texts
    agreement   correlations of systems' scores; agreement with single judgments
    sweeping    a metric at every beta of a grid, and the beta that folds of a corpus choose
    metrics     which metrics are judged, and their scores: of systems, resamples, sentences
    resampling  intervals from resamples, tests between two metrics
    evaluation  `judge`: all of it, for the corpora that config files name; what comes out, and
                its JSON
    published   config files of public data; the second table of Koyama et al. (2024)
    skills      TrueSkill's updates (kernel)

A **judgment** is between two outputs of one sentence, or the ratings of a sentence. Wins and losses
of all judgments give each system a human score; metrics give the same systems theirs. The two lists
are correlated; sentences, judgments or systems are drawn again to see how far chance moves the
correlation, and pairs of metrics are tested. At the level of sentences each judgment is compared
with the metric's scores of the two outputs.

Sources: Grundkiewicz et al. (2015), Napoles et al. (2019), Koyama et al. (2024), Kobayashi et al.
(2024), Deutsch et al. (2021, 2023), Thompson et al. (2024), Graham and Baldwin (2014). The package
sees counts and scores, and never a metric's insides; it imports `study`. The command line and
reports are made of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastgec import imported_at_first_use

if TYPE_CHECKING:
    from fastgec.meta.agreement import (
        Agreement,
        by_ranks,
        grouped,
        kendall,
        pairwise_accuracy,
        pearson,
        sentence_agreement,
        soft_pairwise_accuracy,
        spearman,
        windows,
    )
    from fastgec.meta.evaluation import Judgment, Options, judge
    from fastgec.meta.human import HumanScores, human_names, read_human
    from fastgec.meta.judgments import Rankings, Segments, read_rankings, read_scores, read_segments
    from fastgec.meta.metrics import Draws, GivenMetric
    from fastgec.meta.resampling import Judges, Resamples, intervals, permutation, williams
    from fastgec.meta.standings import (
        Standings,
        TrueSkill,
        aggregate,
        clusters,
        expected_wins,
        mean_ratings,
        rank_ranges,
        resampled_wins,
        trueskill,
    )
    from fastgec.meta.sweeping import Grid, Sweep, fold_betas, fold_of, sweep
    from fastgec.read.config import Config
    from fastgec.read.scores import read_sentence_scores

__all__ = ["Config", "Judgment", "Options", "judge"]
__all__ += ["Rankings", "Segments", "read_rankings", "read_scores", "read_segments"]
__all__ += ["read_sentence_scores"]
__all__ += ["Standings", "TrueSkill", "aggregate", "clusters", "expected_wins", "mean_ratings"]
__all__ += ["rank_ranges", "resampled_wins", "trueskill"]
__all__ += ["HumanScores", "human_names", "read_human"]
__all__ += ["Agreement", "by_ranks", "grouped", "sentence_agreement", "windows"]
__all__ += ["kendall", "pairwise_accuracy", "pearson", "soft_pairwise_accuracy", "spearman"]
__all__ += ["Grid", "Sweep", "fold_betas", "fold_of", "sweep"]
__all__ += ["Draws", "GivenMetric", "Judges", "Resamples", "intervals", "permutation", "williams"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__,
        {
            "agreement": "Agreement by_ranks grouped sentence_agreement windows kendall "
            "pairwise_accuracy pearson soft_pairwise_accuracy spearman",
            "evaluation": "Options judge Judgment",
            "fastgec.read.config": "Config",
            "fastgec.read.scores": "read_sentence_scores",
            "human": "HumanScores human_names read_human",
            "judgments": "Rankings Segments read_rankings read_scores read_segments",
            "metrics": "Draws GivenMetric",
            "resampling": "Judges Resamples intervals permutation williams",
            "standings": "Standings TrueSkill aggregate clusters expected_wins mean_ratings "
            "rank_ranges resampled_wins trueskill",
            "sweeping": "Grid Sweep fold_betas fold_of sweep",
        },
        renamed={"Card": "Config", "Wishes": "Options"},
    )
