"""The metrics: one folder each, all made from one base class (`metrics.base`).

To add one, write a file whose METRIC is an object of a class made from `GoldMetric` (gold is
edits), `ReferenceMetric` (gold is texts) or `PairMetric` (systems are edits, too), and a line in
the list below. It then has scores, intervals, comparisons, parts, JSON, tables, Arrow, and a
command. After a new metric or option run `python -m fastgec.metrics.declarations`, which writes the
table that help is made from. A metric that stands on another has its folder elsewhere: GoToScorer
in `weights`.

    m2              MaxMatch (folder)
    green           GREEN (folder)
    gleu            GLEU (folder)
    imeasure        I-measure (folder)
    errant          ERRANT's comparison (folder)
    cleme           CLEME and CLEME2.0 (folder)
    behaviour       shares of sentences: exact, changed, changed where they were right (folder)
    other_scores    scores of sentences that another tool made, as a metric
    base            base classes of metrics and scores, rules of counts, F; counts of some
                    sentences of all systems; sums over blocks of counts; what a run finds of input
    edits           base class of metrics whose gold is edits
    references      base class of metrics whose gold is texts; their n-grams
    edits_vs_edits  base class of metrics that compare edits with edits
    edit_texts      edits of texts, for these
    functions       functions of every metric, over the base class; the Python functions of
                    every metric, and a metric with its parameters bound
    plain           runs of m2, green and gleu for a few numbers, without numpy
    spec            a metric and its parameters in a few words
    declarations    options of metrics, and the table of them that help reads
    declared        the table, written from the metrics
    ngrams          n-gram counts of texts: GREEN and GLEU (folder)
"""

from __future__ import annotations

import sys

from fastgec import imported_at_first_use

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Name: the module that has METRIC, and a line of help. Imported at first use.
METRICS = {
    "m2": ("fastgec.metrics.m2", "MaxMatch: precision, recall, F of edits against annotators"),
    "green": ("fastgec.metrics.green", "GREEN: F of n-grams kept, deleted and inserted"),
    "gleu": ("fastgec.metrics.gleu", "GLEU: n-gram precision less what is wrongly kept"),
    "imeasure": ("fastgec.metrics.imeasure", "I-measure: weighted accuracy relative to the source"),
    "errant": (
        "fastgec.metrics.errant",
        "ERRANT: precision, recall, F of typed edits against edits",
    ),
    "cleme": (
        "fastgec.metrics.cleme",
        "CLEME: precision, recall, F of chunks that all references share",
    ),
    "cleme2": (
        "fastgec.metrics.cleme.cleme2",
        "CLEME2.0: what a system hits, does wrongly, misses, and changes without need",
    ),
    "behaviour": (
        "fastgec.metrics.behaviour",
        "shares of sentences: exact, changed, overcorrected",
    ),
    "gotoscorer": (
        "fastgec.weights.gotoscorer",
        "GoToScorer: F of corrections weighted by difficulty",
    ),
}


def public_names(metric: Any, module: str, homes: Mapping[str, str]) -> dict[str, Any]:
    """Return what stands in the public module of a metric: its Python functions, and other names.

    They are made, and imported, at first use: commands use none of them.

    Args:
        metric: whose `functions` they are.
        module: where they stand, such as "fastgec.metrics.m2"; its docstring has examples.
        homes: by module, one of the package or a whole path, the names that are there, in a row.
    """
    find, known = imported_at_first_use(module, homes)

    def find_or_make(name: str) -> Any:
        if name != "__test__" and name not in metric.functions:
            return find(name)
        from fastgec.metrics.functions import functions_of

        names = vars(sys.modules[module])
        # Doctest looks at `__test__`. Threads that come at the same time get the same functions,
        # and whatever a user has put in the place of one stays.
        made = names.setdefault("__test__", functions_of(metric, module, names["__doc__"]))
        for each, function in made.items():
            names.setdefault(each, function)
        return names[name]

    return {
        "__all__": [
            *metric.functions,
            *(name for names in homes.values() for name in names.split()),
        ],
        "__getattr__": find_or_make,
        "__dir__": known,
    }
