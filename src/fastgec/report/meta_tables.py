"""What stands beside correlations: betas, sentences, windows, tests of pairs of metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastgec.fscore import shown_beta
from fastgec.glimpse import shown_p
from fastgec.report.tables import Column, Table, Value
from fastgec.report.tested import least_note
from fastgec.study.comparison import least_p

LEVEL = 0.05  # of significance, in notes and for how p is shown

Content = Mapping[str, Any]
SYMBOLS = {"pearson": "r", "spearman": "ρ"}


def beta_of(result: Content) -> Value:
    """Return the beta of a result as people read it, "" where it has none."""
    beta = result.get("beta")
    return "" if beta is None else shown_beta(beta)


def _named(metric: Content, result: Content) -> str:
    beta = beta_of(result)
    return f"{metric['metric']} β {beta}" if beta else str(metric["metric"])


def beta_table(corpus: Content) -> Table | None:
    """Return which betas are best, for each metric that was swept; None without a sweep."""
    columns = [
        Column("Metric", "metric"),
        Column("best for", "measure", is_text=True),
        Column("β", "beta"),
        Column("folds chose", "folds"),
        Column("best on all", "ranges"),
    ]
    has_near = has_interval = False
    found = []
    for metric in corpus["metrics"]:
        for key, symbol in SYMBOLS.items():
            best = (metric.get("sweep") or {}).get("best", {}).get(key)
            if best is None:
                continue
            near, interval = best.get("indistinguishable"), best.get("interval")
            has_near, has_interval = has_near or bool(near), has_interval or bool(interval)
            folds = [one for one in best.get("fold_betas") or [] if one is not None]
            found.append(
                (
                    (
                        metric["metric"],
                        symbol,
                        "—" if best.get("beta") is None else f"{best['beta']:.3f}",
                        _range([min(folds), max(folds)]) if folds else "—",
                        ", ".join(map(_range, best["ranges"])) or "—",
                    ),
                    _range(interval) if interval else "—",
                    _range(near) if near else "—",
                )
            )
    if not found:
        return None
    notes = ["folds chose: least and largest beta of the folds. best on all: every beta whose "
             "correlation on all sentences is the largest."]  # fmt: skip
    if has_interval:
        columns.append(Column("95%", "interval"))
        notes.append("95%: the best beta of the resamples.")
    if has_near:
        columns.append(Column("near best", "indistinguishable"))
        notes.append(
            "near best: from the least to the largest beta whose correlation is below the best one "
            "by no more than half the width of its 95% interval."
        )
    rows = [
        (*start, *([interval] if has_interval else []), *([near] if has_near else []))
        for start, interval, near in found
    ]
    return Table(tuple(columns), tuple(rows), notes=(" ".join(notes),))


def _range(pair: Sequence[float]) -> str:
    low, high = pair
    return f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"


# Keys of agreement on single judgments.
COUNTS = ("counting", "concordant", "discordant", "metric_tie", "human_tie", "both_tie")
RATIOS = (
    *("accuracy", "tau", "acc_eq"),
    *("calibrated_acc_eq", "cross_fitted_acc_eq", "calibrated_epsilon"),  # near ones tie
)
GROUPED = ("group", "pearson", "kendall", "averaged")
GROUPS = {
    "item": "r, τ-b: correlations with the ratings of a sentence, the mean over sentences.",
    "none": "r, τ-b: correlations with all ratings, of all sentences.",
}


def sentence_table(corpus: Content) -> Table | None:
    """Return agreement on single judgments; None where it was not asked for."""
    rows = []
    countings: dict[str, None] = {}
    groups: dict[str, None] = {}
    for metric in corpus["metrics"]:
        for result in metric["results"]:
            one = result.get("sentence")
            if one is None:
                continue
            countings[one["counting"]] = None
            counts = [one.get(key) for key in COUNTS[1:4]]
            ratios = [one.get(key) for key in RATIOS]
            line = [_named(metric, result), *counts, *ratios]
            if grouped := one.get("grouped"):
                groups[grouped["group"]] = None
                line += [grouped["pearson"], grouped["kendall"]]
            rows.append(tuple(line))
    if not rows:
        return None
    columns = [
        Column("Metric", "metric"),
        Column("agree", "concordant"),
        Column("differ", "discordant"),
        Column("tie", "metric_tie"),
        Column("Acc.", "accuracy", is_correlation=True, has_best=True),
        Column("τ", "tau", is_correlation=True, has_best=True),
        Column("Acc. eq", "acc_eq", is_correlation=True, has_best=True),
        Column("fitted", "calibrated_acc_eq", is_correlation=True),
        Column("crossed", "cross_fitted_acc_eq", is_correlation=True, has_best=True),
        Column("ε", "calibrated_epsilon", is_correlation=True, is_detail=True),
    ]
    if groups:
        columns.append(Column("r", "grouped_pearson", is_correlation=True, has_best=True))
        columns.append(Column("τ-b", "grouped_kendall", is_correlation=True, has_best=True))
    counted = " and ".join(countings)
    note = (
        f"Judgments counted {counted}. agree, differ, tie: judgments with a better output, by what "
        "the metric says of them. Acc. eq counts ties of people too; fitted: the same where scores "
        "that differ by little tie, as little as suits these judgments; crossed: each half of the "
        "sentences with what suits the other half, so that nothing is fitted on what it scores."
    )
    notes = [note, *(GROUPS[group] for group in groups)]
    return Table(tuple(columns), tuple(rows), notes=tuple(notes))


def sentence_values(result: Content) -> dict[str, Value]:
    """Return agreement on single judgments by the names of columns, for programs."""
    one = result.get("sentence") or {}
    grouped = one.get("grouped") or {}
    found = {f"sentence_{key}": one[key] for key in (*COUNTS, *RATIOS) if key in one}
    return found | {f"sentence_{key}": grouped[key] for key in GROUPED if key in grouped}


def window_table(corpus: Content, key: str) -> Table | None:
    """Return a correlation in each window: a row for each metric; None where there are none."""
    found = [
        (_named(metric, result), result["windows"])
        for metric in corpus["metrics"]
        for result in metric["results"]
        if result.get("windows") and result.get("chosen_by") in (None, key)
    ]
    if not found:
        return None
    names = [f"{one['first']}-{one['last']}" for one in found[0][1]]
    columns = [Column("Metric", "metric")]
    columns += [Column(name, name, is_correlation=True, has_best=True) for name in names]
    rows = tuple((name, *(one.get(key) for one in windows)) for name, windows in found)
    note = f"Systems in the order of people, the best first: {names[0]} are the best."
    return Table(tuple(columns), rows, notes=(note,))


def pair_table(corpus: Content) -> Table | None:
    """Return the tests of pairs of metrics; None without tests."""
    tests = corpus.get("tests")
    if not tests:
        return None
    is_corrected = any(
        "p_two_sided_holm" in (one.get(key) or {})
        for one in tests
        for key in ("williams", "perm_both")
    )
    has_bootstrap = any(one.get("bootstrap") for one in tests)
    columns = [
        Column("Metric", "a"),
        Column("against", "b", is_text=True),
        Column("r", "pearson_a", is_correlation=True),
        Column("r", "pearson_b", is_correlation=True),
        Column("Williams", "p_williams", is_probability=True),
        Column("permutation", "p_perm_both", is_probability=True),
    ]
    columns += [Column("bootstrap", "p_bootstrap", is_probability=True)] if has_bootstrap else []
    keys = ("williams", "perm_both", *(("bootstrap",) if has_bootstrap else ()))
    rows: list[tuple[Value, ...]] = []
    smallest = 1.0
    limits: dict[str, None] = {}
    for one in tests:
        cells: list[Value] = []
        for key in keys:
            p, found = _p(one.get(key)), one.get(key) or {}
            # Williams' test has no resamples, and the permutation of all subsets is exact.
            n = None if found.get("exact", key != "bootstrap") else found.get("n")
            if p is None or n is None:
                cells.append(p)
                continue
            comparisons = sum(bool(other.get(key)) for other in tests) if is_corrected else 1
            cells.append(shown_p(p, LEVEL, least_p(n, comparisons)))
            limits |= dict.fromkeys(filter(None, [least_note([p], LEVEL, n, comparisons)]))
        smallest = min(smallest, *(p for key in keys if (p := _p(one.get(key))) is not None), 1.0)
        pearsons = one.get("pearson_a"), one.get("pearson_b")
        rows.append((_tested(one, "a"), _tested(one, "b"), *pearsons, *cells))
    corrected = ", corrected by Holm for all pairs" if is_corrected else ""
    notes = [f"p, two-sided{corrected}. An empty cell: no test (r of both nearly 1, few systems)."]
    notes += limits
    if smallest > LEVEL:
        notes.append(f"No pair can be told apart at level {LEVEL:g}: no metric is the best here.")
    return Table(tuple(columns), tuple(rows), notes=tuple(notes))


def _tested(one: Content, side: str) -> str:
    beta = one.get(f"beta_{side}")
    return str(one[side]) + ("" if beta is None else f" β {shown_beta(beta)}")


def _p(found: Content | None) -> float | None:
    """Return the p to show of a test: two-sided, corrected if it was."""
    if not found:
        return None
    for key in ("p_two_sided_holm", "p_two_sided", "p"):
        if key in found:
            p: float | None = found[key]
            return p
    return None
