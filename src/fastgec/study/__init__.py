"""Statistics of scores for papers, the same for every metric, each in one call.

    interval     `intervals`: scores with bootstrap intervals
    comparison   `compare`: paired tests of systems against a base; `compare_all`: all systems
                 against each other, and the groups they make
    people       `ceiling`: each annotator against the others, systems beside them;
                 `per_annotator`: systems against each annotator alone
    arguments    arguments of these functions, checked
    corpora      `run_configs`: corpora x systems x metrics, from config files; the metrics of one
                 corpus, counted together; checks that several files of a config have the same
                 sentences; results of `run_configs`: scores, intervals, systems that tie with the
                 best
    mistakes     `errors`: wrong and missed edits by text and by type (MaxMatch, ERRANT); false
                 positives to judge, and scores that count the valid ones
    submissions  outputs that can be scored, and those that cannot, of many teams
    groups       `buckets`: scores of sentences by length, and by number of gold edits; `types`:
                 recall of each gold error type (MaxMatch); `typed_scores`: precision, recall, F
                 of each type, of edits against edits (ERRANT)
    parts        counts of a part of a corpus, their file, and how parts are joined
    run          a request counts and scores systems, and keeps counts of their sentences; names
                 of its scores
    resampling   sentences that resamples take as a whole, such as documents; totals of
                 resamples, for each kind of choice
    resample     running choices made anew in many resamples (kernel)

The command line and reports are made of this package; it imports `metrics`. `study.report`, the
HTML report, comes from `show.page`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastgec import imported_at_first_use

if TYPE_CHECKING:
    from fastgec.read.config import Config
    from fastgec.study.comparison import AllPairs, Comparison, compare, compare_all, holm
    from fastgec.study.corpora import run_configs
    from fastgec.study.groups import Bucket, TypeScore, buckets, typed_scores, types
    from fastgec.study.interval import Intervals, intervals
    from fastgec.study.mistakes import ErrorCount, Errors, errors
    from fastgec.study.parts import Part
    from fastgec.study.people import AnnotatorScore, ceiling, per_annotator

    report: Any

__all__ = [
    "AllPairs",
    "AnnotatorScore",
    "Bucket",
    "Comparison",
    "Config",
    "ErrorCount",
    "Errors",
    "Intervals",
    "Part",
    "TypeScore",
    "buckets",
    "ceiling",
    "compare",
    "compare_all",
    "errors",
    "holm",
    "intervals",
    "per_annotator",
    "report",
    "run_configs",
    "typed_scores",
    "types",
]

# Most runs resample nothing. The report belongs to `show.page`, which shows these results.
if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__,
        {
            "comparison": "AllPairs Comparison compare compare_all holm",
            "corpora": "Config run_configs",
            "fastgec.show.page.reporting": "report",
            "groups": "Bucket buckets TypeScore typed_scores types",
            "interval": "Intervals intervals",
            "mistakes": "ErrorCount Errors errors",
            "parts": "Part",
            "people": "AnnotatorScore ceiling per_annotator",
        },
        renamed={"Card": "Config", "run_cards": "run_configs"},
    )
