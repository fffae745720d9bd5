"""Meta-evaluation as text: which metric agrees with people, and how sure that is.

All is made of one document, the JSON of a run: its shape is that of `fastgec meta -f json`, and
what it has not is not shown. Programs get one table of all correlations (TSV, CSV), or JSON; people
a block for each corpus, with its intervals drawn, tests, windows, sentences, and what to keep in
mind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fastgec.report import documents
from fastgec.report.formats import rendered, titled, with_line
from fastgec.report.layout import screen_width
from fastgec.report.meta_notes import notes
from fastgec.report.meta_strips import strips
from fastgec.report.meta_tables import (
    beta_of,
    beta_table,
    pair_table,
    sentence_table,
    sentence_values,
    window_table,
)
from fastgec.report.tables import Column, Table, Value

Content = Mapping[str, Any]

# Keys of correlations: their headings.
MEASURES = {
    "pearson": "r",
    "spearman": "ρ",
    "kendall_b": "τ",
    "pairwise_accuracy": "Acc.",
    "soft_pairwise_accuracy": "SPA",
}
ALWAYS = ("pearson", "spearman", "kendall_b")
LAYOUTS = ("plain", "paper")


def text(
    document: Content,
    kind: str,
    *,
    layout: str = "plain",
    has_signature: bool = False,
    is_terminal: bool = False,
) -> str:
    """Return a document in a format.

    Args:
        document: as `fastgec meta -f json` prints it.
        kind: "table", "tsv", "csv", "markdown", "latex" or "json".
        layout: "paper", with "latex": a table of a paper, metrics against corpora.
        has_signature: whether a line follows that names all that made the numbers.
        is_terminal: whether control codes are understood.
    """
    if kind == "json":
        return documents.dumped(document)
    if layout == "paper":
        from fastgec.report.meta_paper import paper_table

        found = paper_table(document)
    elif kind in ("tsv", "csv"):
        found = rendered(whole_table(document), kind, is_terminal=is_terminal)
    else:
        blocks = [
            "".join(_block(document, corpus, kind, is_terminal)) for corpus in document["corpora"]
        ]
        found = "\n".join(blocks)
    if has_signature and document.get("signature"):
        found += with_line(document["signature"], kind)
    return found


def _block(document: Content, corpus: Content, kind: str, is_terminal: bool) -> Iterator[str]:
    """Yield the texts of a corpus."""

    def shown(table: Table) -> str:
        return rendered(table, kind, is_terminal=is_terminal)

    yield titled(heading(corpus), kind)
    yield shown(corpus_table(document, corpus))
    if kind == "table":
        drawn = strips(corpus, screen_width(is_terminal=is_terminal))
        if drawn:
            yield "\n" + drawn
    by_rank = "of systems of neighbouring ranks, by people"
    for title, table in (
        ("Betas", beta_table(corpus)),
        ("Sentences", sentence_table(corpus)),
        (f"r {by_rank}", window_table(corpus, "pearson")),
        (f"ρ {by_rank}", window_table(corpus, "spearman")),
        ("Pairs of metrics: may they differ by chance alone?", pair_table(corpus)),
    ):
        if table is not None:
            yield "\n" + titled(title, kind)
            yield shown(table)


def heading(corpus: Content) -> str:
    """Return the line above the block of a corpus: how much stands behind each number.

    >>> heading({"corpus": "a", "systems": ["x", "y", "z"], "sentences": 1, "set": "all",
    ...          "human": {"name": "expected wins"}})
    'a: 3 systems, 1 sentence, expected wins'
    """
    n_systems, n_sentences = len(corpus["systems"]), corpus["sentences"]
    named = f" ({corpus['set']})" if corpus.get("set", "all") != "all" else ""
    return (
        f"{corpus['corpus']}{named}: {n_systems} systems, "
        f"{n_sentences} sentence{'s' * (n_sentences != 1)}, {corpus['human']['name']}"
    )


def measures_of(corpora: Sequence[Content]) -> list[str]:
    """Return the keys of correlations that are shown: the usual three, and others where asked."""
    found = {
        key
        for corpus in corpora
        for metric in corpus["metrics"]
        for result in metric["results"]
        for key in result["correlations"]
    }
    return [key for key in MEASURES if key in ALWAYS or key in found]


def interval_kinds(corpora: Sequence[Content]) -> dict[str, list[str]]:
    """Return what was resampled of each measure, such as "sentences" and "both"."""
    found: dict[str, dict[str, None]] = {}
    for corpus in corpora:
        for metric in corpus["metrics"]:
            for result in metric["results"]:
                for key, by_kind in (result.get("intervals") or {}).items():
                    found.setdefault(key, {}).update(dict.fromkeys(by_kind or {}))
    return {key: list(kinds) for key, kinds in found.items()}


def corpus_table(document: Content, corpus: Content) -> Table:
    """Return the table of a corpus for people: a row for each metric and beta."""
    measures, kinds = measures_of([corpus]), interval_kinds([corpus])
    rows = [(metric, result) for metric in corpus["metrics"] for result in metric["results"]]
    has_beta = any(result.get("beta") is not None for _, result in rows)
    is_chosen = any(result.get("chosen_by") for _, result in rows)
    columns = [Column("Metric", "metric")]
    columns += [Column("β", "beta", is_bound=True)] if has_beta else []
    columns += [Column("best for", "chosen_by", is_text=True, is_bound=True)] if is_chosen else []
    for key in measures:
        columns.append(Column(MEASURES[key], key, is_correlation=True, has_best=True))
        for kind in kinds.get(key, ()):
            called = "95%" if len(kinds[key]) == 1 else f"95% {kind}"
            columns.append(
                Column(
                    called,
                    f"{key}_{kind}",
                    is_correlation=True,
                    is_interval=True,
                    is_bound=True,
                    is_detail=key not in ALWAYS,  # people have enough to read
                )
            )
    cells = []
    for metric, result in rows:
        line: list[Value] = [metric["metric"]]
        line += [beta_of(result)] if has_beta else []
        line += [MEASURES.get(result.get("chosen_by") or "", "")] if is_chosen else []
        line += _correlations(result, measures, kinds)
        cells.append(tuple(line))
    return Table(tuple(columns), tuple(cells), notes=tuple(notes(document, corpus)))


def _correlations(
    result: Content, measures: Sequence[str], kinds: Mapping[str, Sequence[str]]
) -> list[Value]:
    cells: list[Value] = []
    for key in measures:
        cells.append(result["correlations"].get(key))
        by_kind = (result.get("intervals") or {}).get(key) or {}
        for kind in kinds.get(key, ()):
            bounds = by_kind.get(kind)
            cells.append((bounds[0], bounds[1]) if bounds else None)
    return cells


def whole_table(document: Content) -> Table:
    """Return all corpora in one table, for programs: a row for each corpus, metric and beta."""
    corpora = document["corpora"]
    measures, kinds = measures_of(corpora), interval_kinds(corpora)
    names = ("corpus", "set", "human", "systems", "sentences", "metric", "beta", "chosen_by")
    columns = [Column(name, name) for name in names]
    for key in measures:
        columns.append(Column(key, key, is_correlation=True, has_best=True))
        for kind in kinds.get(key, ()):
            columns.append(Column(key, f"{key}_{kind}", is_correlation=True, is_interval=True))
    rows = []
    results = [
        (corpus, metric, result)
        for corpus in corpora
        for metric in corpus["metrics"]
        for result in metric["results"]
    ]
    of_sentences = dict.fromkeys(key for *_, one in results for key in sentence_values(one))
    columns += [Column(name, name) for name in of_sentences]
    for corpus, metric, result in results:
        start = (
            corpus["corpus"],
            corpus.get("set", "all"),
            corpus["human"]["name"],
            len(corpus["systems"]),
            corpus["sentences"],
            metric["metric"],
            result.get("beta"),
            result.get("chosen_by"),
        )
        on_sentences = sentence_values(result)
        known = [on_sentences.get(name) for name in of_sentences]
        rows.append((*start, *_correlations(result, measures, kinds), *known))
    return Table(tuple(columns), tuple(rows), group=0)
