r"""Correlations as a table of a paper, in LaTeX: metrics against corpora, r and rho of each.

The shape is that of the second table of Koyama et al. (2024): a metric with a beta has two lines,
its correlations, and beneath them in brackets the betas they were reached with. The best of a
column is bold. It compiles without packages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastgec.fscore import shown_beta
from fastgec.report.formats import latex_text

Content = Mapping[str, Any]
KEYS = ("pearson", "spearman")


def paper_table(document: Content) -> str:
    """Return the LaTeX of a document: text that ends with a line end."""
    corpora = document["corpora"]
    names = list(dict.fromkeys(one["metric"] for corpus in corpora for one in corpus["metrics"]))
    best = [_best(corpus, key) for corpus in corpora for key in KEYS]
    heads = [rf"\multicolumn{{2}}{{c}}{{{latex_text(str(one['corpus']))}}}" for one in corpora]
    lines = [
        rf"\begin{{tabular}}{{l{'rr' * len(corpora)}}}",
        r"\hline",
        _row(["", *heads]),
        _row(["Metric", *(["$r$", r"$\rho$"] * len(corpora))]),
        r"\hline",
    ]
    for name in names:
        cells: list[str] = []
        betas: list[str] = []
        for corpus in corpora:
            known = [one for one in corpus["metrics"] if one["metric"] == name]
            for key in KEYS:
                result = _result(known[0]["results"], key) if known else None
                value = None if result is None else result["correlations"].get(key)
                cells.append(_cell(value, best[len(cells)]))
                beta = None if result is None else result.get("beta")
                betas.append("" if beta is None else rf"($\beta$={shown_beta(beta)})")
        lines.append(_row([latex_text(str(name)), *cells]))
        if any(betas):
            lines.append(_row(["", *betas]))
    lines += [r"\hline", r"\end{tabular}"]
    lines += [
        f"% {one['corpus']}: {len(one['systems'])} systems, {one['sentences']} sentences, "
        f"{one['human']['name']}"
        for one in corpora
    ]
    return "".join(" ".join(line.split("\n")) + "\n" for line in lines)


def _result(results: Sequence[Content], key: str) -> Content:
    """Return the result whose beta was chosen by a measure; without a sweep the best one for it."""
    chosen = [one for one in results if one.get("chosen_by") == key]
    if chosen:
        return chosen[0]
    known = [one for one in results if one["correlations"].get(key) is not None]
    return max(known, key=lambda one: float(one["correlations"][key]), default=results[0])


def _best(corpus: Content, key: str) -> float | None:
    values = [_result(one["results"], key)["correlations"].get(key) for one in corpus["metrics"]]
    return max((value for value in values if value is not None), default=None)


def _cell(value: float | None, best: float | None) -> str:
    if value is None:
        return "--"
    shown = f"{value:.3f}".replace("0.", ".", 1).replace("-", "$-$")
    return rf"\textbf{{{shown}}}" if value == best else shown


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
