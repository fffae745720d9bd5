"""Which metric agrees with people, and how sure is that: meta-evaluation.

Statistics, of scores and human scores of the same systems:

    correlation  Pearson, Spearman, Kendall, pairwise and soft pairwise accuracy
    folds        grids of betas, folds of a corpus, and the beta that folds agree on
    sweeping     a metric at every beta of a grid
    significance  tests between two metrics: Williams, PERM-BOTH
    window       correlation among systems that are close in quality
    soft         p of pairs of systems, for soft pairwise accuracy
    interval     intervals, from resamples of sentences, judgments and systems
    bands        intervals along a sweep, and of the best beta

Metrics on corpora that cards name:

    evaluation   `judge`: everything at one go
    wishes       what is wanted of them, and how it is made
    wanted       metrics in a few words, and scores of other tools
    reading      a corpus: texts read once, people and metrics made of them
    judged       a metric that is judged, whatever makes its scores
    winners      rows that resamples of a running choice look at
    judgment     what comes out, and its JSON
    green2024    the second table of Koyama et al. (2024), made again

Human scores and sentences:

    human        the human scores of a corpus card
    humanscores  a human score of each system, and the judgments it is made of
    rankings     judgments between two systems, as rankings give them
    rankingsxml  files of rankings
    items        what was ranked
    segments     ratings of sentences
    scorefiles   files of scores of systems
    bases        whether judgments are of the sentences that they say
    wins         expected wins
    outcomes     judgments beside what a metric says of them
    distance     agreement by the ranks that people gave
    skillruns    TrueSkill scores, the means of many runs
    skills       TrueSkill's updates (kernel)
    layouts      corpus cards of public data
    judges       each judge against all others
    ranges       rank ranges and clusters
    standings    all that a file of human judgments says
    aggregation  scores of sentences made into scores of systems, as those of people are
    agreement    of a metric with judgments, sentence by sentence
    groups       correlations with ratings, in each sentence or over all
    sentencefiles  scores of sentences by any metric

Sources: Grundkiewicz et al. (2015), Napoles et al. (2019), Koyama et al. (2024), Kobayashi et al.
(2024), Deutsch et al. (2021, 2023), Thompson et al. (2024), Graham and Baldwin (2014). The room
sees counts and scores, and never a metric's insides; it imports `study`. The command line and
reports are made of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastgec.lazy import imported_at_first_use

if TYPE_CHECKING:
    from fastgec.corpus.card import Card
    from fastgec.meta.aggregation import aggregate
    from fastgec.meta.agreement import Agreement, sentence_agreement
    from fastgec.meta.correlation import (
        kendall,
        pairwise_accuracy,
        pearson,
        soft_pairwise_accuracy,
        spearman,
    )
    from fastgec.meta.distance import by_ranks
    from fastgec.meta.evaluation import judge
    from fastgec.meta.folds import Grid, fold_of
    from fastgec.meta.groups import grouped
    from fastgec.meta.human import human_names, read_human
    from fastgec.meta.humanscores import HumanScores
    from fastgec.meta.interval import Judges, Resamples, intervals
    from fastgec.meta.judged import Draws, GivenMetric
    from fastgec.meta.judgment import Judgment
    from fastgec.meta.ranges import clusters, rank_ranges, resampled_wins
    from fastgec.meta.rankings import Rankings, read_rankings
    from fastgec.meta.scorefiles import read_scores
    from fastgec.meta.segments import Segments, read_segments
    from fastgec.meta.sentencefiles import read_sentence_scores
    from fastgec.meta.significance import permutation, williams
    from fastgec.meta.skillruns import TrueSkill, trueskill
    from fastgec.meta.standings import Standings
    from fastgec.meta.sweeping import Sweep, fold_betas, sweep
    from fastgec.meta.window import windows
    from fastgec.meta.wins import expected_wins, mean_ratings
    from fastgec.meta.wishes import Wishes

__all__ = [
    "Agreement",
    "Card",
    "Draws",
    "GivenMetric",
    "Grid",
    "HumanScores",
    "Judges",
    "Judgment",
    "Rankings",
    "Resamples",
    "Segments",
    "Standings",
    "Sweep",
    "TrueSkill",
    "Wishes",
    "aggregate",
    "by_ranks",
    "clusters",
    "expected_wins",
    "fold_betas",
    "fold_of",
    "grouped",
    "human_names",
    "intervals",
    "judge",
    "kendall",
    "mean_ratings",
    "pairwise_accuracy",
    "pearson",
    "permutation",
    "rank_ranges",
    "read_human",
    "read_rankings",
    "read_scores",
    "read_segments",
    "read_sentence_scores",
    "resampled_wins",
    "sentence_agreement",
    "soft_pairwise_accuracy",
    "spearman",
    "sweep",
    "trueskill",
    "williams",
    "windows",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__,
        {
            "aggregation": "aggregate",
            "agreement": "Agreement sentence_agreement",
            "correlation": "kendall pairwise_accuracy pearson soft_pairwise_accuracy spearman",
            "distance": "by_ranks",
            "evaluation": "judge",
            "fastgec.corpus.card": "Card",
            "folds": "Grid fold_of",
            "groups": "grouped",
            "human": "human_names read_human",
            "humanscores": "HumanScores",
            "interval": "Judges Resamples intervals",
            "judged": "Draws GivenMetric",
            "judgment": "Judgment",
            "ranges": "clusters rank_ranges resampled_wins",
            "rankings": "Rankings read_rankings",
            "scorefiles": "read_scores",
            "segments": "Segments read_segments",
            "sentencefiles": "read_sentence_scores",
            "significance": "permutation williams",
            "skillruns": "TrueSkill trueskill",
            "standings": "Standings",
            "sweeping": "Sweep fold_betas sweep",
            "window": "windows",
            "wins": "expected_wins mean_ratings",
            "wishes": "Wishes",
        },
    )
