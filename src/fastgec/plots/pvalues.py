"""Metrics against metrics: whether their correlations may differ by chance alone.

Below the diagonal p of the permutation test, above it p of Williams' test, both two-sided; on the
diagonal the correlation. The smaller p, the darker the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import Margins, Words, panels, title
from fastgec.plots.inks import LIGHT, WHITE
from fastgec.plots.matrix import Cell, draw_cells, widest
from fastgec.plots.picked import (
    Content,
    NothingToPlotError,
    corpus_title,
    shade,
    shown_p,
    value,
)
from fastgec.study.comparison import least_p

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ACROSS = 0.52  # inches of a cell
UP = 0.34
TESTS = (("perm_both", "permutation"), ("williams", "Williams"))


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without tests."""
    if measure != "r":
        raise NothingToPlotError(f"pvalues of {measure} found, expected r, which tests are about")
    corpora = []
    for corpus in document["corpora"]:
        tests = corpus.get("tests")
        if not tests:
            raise NothingToPlotError(f"no tests of {corpus['corpus']} found, expected --tests")
        names = [one["metric"] for one in corpus["metrics"]]
        known = {one["a"]: one["pearson_a"] for one in tests}
        known |= {one["b"]: one["pearson_b"] for one in tests}
        corpora.append(
            {
                "corpus": corpus["corpus"],
                "title": corpus_title(corpus),
                "metrics": names,
                "pearson": [known.get(name) for name in names],
                **{key: _square(names, tests, key) for key, _ in TESTS},
                "least_p": {key: _least(tests, key) for key, _ in TESTS},
                "corrected": "holm" if _is_corrected(tests) else None,
            }
        )
    return {"corpora": corpora}


def _is_corrected(tests: Sequence[Content]) -> bool:
    return any("p_two_sided_holm" in (one.get(key) or {}) for one in tests for key, _ in TESTS)


def _least(tests: Sequence[Content], key: str) -> float:
    """Return the smallest p that a test can give; 0 of one that is exact, or has no resamples."""
    found = [one[key] for one in tests if one.get(key)]
    if not found or found[0].get("exact", True):
        return 0.0
    return least_p(found[0]["n"], len(found) if _is_corrected(tests) else 1)


def _square(names: Sequence[str], tests: Sequence[Content], key: str) -> list[list[float | None]]:
    """Return p of each pair of metrics, the same on both sides of the diagonal."""
    square: list[list[float | None]] = [[None] * len(names) for _ in names]
    for one in tests:
        found = one.get(key)
        if found:
            p = found.get("p_two_sided_holm", found["p_two_sided"])
            a, b = names.index(one["a"]), names.index(one["b"])
            square[a][b] = square[b][a] = p
    return square


def words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for corpus in content["corpora"]:
        names = corpus["metrics"]
        shown = []
        for row, name in enumerate(names):
            for column in range(row):
                ps = [
                    f"{called} {shown_p(corpus[key][row][column], corpus['least_p'][key])}"
                    for key, called in TESTS
                    if corpus[key][row][column] is not None
                ]
                shown.append(f"{names[column]} and {name}: {', '.join(ps) or 'no test'}")
        parts.append(f"{corpus['title']}. p of {'; '.join(shown)}.")
    return Words("May the correlations of two metrics differ by chance alone?", " ".join(parts))


def draw(content: Content) -> Figure:
    """Draw a square for each corpus."""
    corpora = content["corpora"]
    names = [name for corpus in corpora for name in corpus["metrics"]]
    size = max(len(corpus["metrics"]) for corpus in corpora)
    margins = Margins(widest(names) + 0.15, 0.2, widest(names) + 0.4, 0.45)
    sizes = [2] * (len(corpora) // 2) + [1] * (len(corpora) % 2)
    figure, rows = panels(sizes, ACROSS * size, UP * size, margins)
    for axes, corpus in zip([one for row in rows for one in row], corpora, strict=True):
        cells = [
            [_drawn(corpus, row, column) for column in range(len(corpus["metrics"]))]
            for row in range(len(corpus["metrics"]))
        ]
        draw_cells(axes, corpus["metrics"], corpus["metrics"], cells, turned=True)
        corrected = ", corrected by Holm" if corpus["corrected"] else ""
        note = f"p (two-sided{corrected}): permutation below, Williams above the diagonal of r"
        title(axes, corpus["title"], note)
    return figure


def _drawn(corpus: Content, row: int, column: int) -> Cell:
    if row == column:
        return Cell(value(corpus["pearson"][row]), WHITE, is_bold=True)
    key = "perm_both" if row > column else "williams"
    p = corpus[key][row][column]
    if p is None:
        return Cell("–", LIGHT)
    return Cell(shown_p(p, corpus["least_p"][key]), shade(p))
