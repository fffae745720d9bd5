"""Meta-evaluation as text: which metric agrees with people, and how sure that is.

All is made of one document, the JSON of `fastgec meta -f json`; parts that it lacks are not shown.
Programs get one table of all correlations (TSV, CSV), or JSON; people a block for each corpus, with
its intervals drawn, tests, windows, sentences, and notes.

**LaTeX**: correlations as a table of a paper, metrics against corpora, r and rho of each. The shape
is taken from the second table of Koyama et al. (2024): a metric with a beta has two lines, its
correlations, and beneath them in brackets the betas they were reached with. The best of a column is
bold. It compiles without packages.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from fastgec import __version__, show
from fastgec.fscore import shown_beta
from fastgec.read import counted, visible
from fastgec.show.comparisons import least_note
from fastgec.show.plots.content import called
from fastgec.show.tables import (
    NOTHING,
    Column,
    Table,
    Value,
    cell_width,
    latex_text,
    rendered,
    screen_width,
    titled,
    with_line,
)
from fastgec.study.comparison import least_p
from fastgec.values import shown_p

if TYPE_CHECKING:
    from fastgec.meta.standings import Standing, Standings


FEW = 5  # systems below which a correlation means little

RESAMPLED = {
    "sentences": "sentences, scores and judgments of the same ones together",
    "human": "judgments alone",
    "metric": "sentences of the metrics alone",
    "systems": "systems",
    "both": "sentences and systems",
}


def results_of(corpus: Content) -> Iterator[tuple[Content, Content]]:
    """Yield each result of each metric, with the metric."""
    return ((metric, result) for metric in corpus["metrics"] for result in metric["results"])


def notes(document: Content, corpus: Content) -> Iterator[str]:
    """Yield the notes of a corpus, those that change how its numbers are read first."""
    n_systems = len(corpus["systems"])
    if n_systems < FEW:
        yield f"{n_systems} systems: a correlation of so few means little."
    known, human = document.get("parameters", {}), corpus["human"]
    yield from chosen_notes(document, [corpus], "β")
    if kinds := dict.fromkeys(kind for of in interval_kinds([corpus]).values() for kind in of):
        how = f"{known['resamples']} resamples" if known.get("resamples") else "resamples"
        seed = f", seed {known['seed']}" if known.get("seed") is not None else ""
        units = "; ".join(f"{kind}: of {RESAMPLED.get(kind, kind)}" for kind in kinds)
        yield f"95% intervals of {how}{seed} ({units})."
    if human.get("measure") == "wins" and (judgments := human.get("judgments")):
        ties = human.get("ties")
        decided = f", {ties:,} of them ties, which do not count" if ties else ""
        yield f"{human['name']}: from {judgments:,} judged pairs of outputs{decided}."
    if corpus.get("dropped"):
        n_dropped = counted(len(corpus["dropped"]), "sentence")
        left = f"{n_dropped} {'is' if len(corpus['dropped']) == 1 else 'are'} left out"
        yield f"{left}, as the config says: {_listed(corpus['dropped'])}."
    if corpus.get("absent"):
        only = ", ".join(corpus["absent"])
        yield f"Left out, since only texts or only judgments have them: {only}."


def chosen_notes(document: Content, corpora: Sequence[Content], beta: str) -> Iterator[str]:
    """Yield that betas were chosen on the data of the correlations, if so; beta: its name."""
    if any(result.get("chosen_by") for corpus in corpora for _, result in results_of(corpus)):
        n_folds = document.get("parameters", {}).get("folds")
        of = f"the mean of what {n_folds} folds choose" if n_folds else "the mean over folds"
        yield (
            f"{beta} is {of}. It was chosen on the data that it is reported on, so it looks better "
            f"than it would elsewhere; metrics without {beta} have no such advantage."
        )


def _listed(numbers: Sequence[int], most: int = 10) -> str:
    shown = ", ".join(map(str, numbers[:most]))
    more = len(numbers) - most
    return f"{shown} and {more} more" if more > 0 else shown


LEAST = 21  # letters of a strip
MOST = 61
KEY = "pearson"


def strips(corpus: Content, width: int) -> str:
    """Return a line for each metric and each kind of interval of r, on a scale from -1 to 1.

    Args:
        corpus: of a document.
        width: of the screen, in columns.

    Returns:
        Text that ends with a line end; "" where there are no intervals.
    """
    rows = list(_rows(corpus))
    if not rows:
        return ""
    name_width = max(cell_width(name) for name, *_ in rows)
    tag_width = max(len(tag) for *_, tag in rows)
    size = min(MOST, width - name_width - tag_width - 4)
    size -= (size + 1) % 2  # so that 0 has a letter of its own
    if size < LEAST:
        return ""
    scale, heading = "-1" + "0".center(size - 4) + "1".rjust(2), "95% intervals of r"
    lines = [f"{heading:<{name_width}}  {scale}"]
    if name_width < len(heading):
        lines = [heading, f"{'':<{name_width}}  {scale}"]
    before = ""
    for name, value, bounds, tag in rows:
        shown = name if name != before else ""
        space = " " * (name_width - cell_width(shown))
        lines.append(f"{shown}{space}  {_strip(value, bounds, size)}  {tag}".rstrip())
        before = name
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _rows(corpus: Content) -> Iterator[tuple[str, float, tuple[float, float], str]]:
    for metric, result in results_of(corpus):
        if result.get("chosen_by") not in (None, KEY):
            continue
        value = result["correlations"].get(KEY)
        by_kind = (result.get("intervals") or {}).get(KEY) or {}
        for kind, bounds in by_kind.items():
            if value is not None and bounds:
                yield called(metric, result), value, (bounds[0], bounds[1]), kind


def _strip(value: float, bounds: tuple[float, float], size: int) -> str:
    """Return an interval as letters; the point is the correlation itself.

    >>> _strip(0.5, (0.0, 1.0), 9)
    '·   ├─●─┤'
    """

    def place(one: float) -> int:
        return min(max(round((one + 1) / 2 * (size - 1)), 0), size - 1)

    low, high = map(place, bounds)
    letters = dict.fromkeys((0, (size - 1) // 2, size - 1), "·")
    letters |= dict.fromkeys(range(low, high + 1), "─")
    letters |= {low: "├"} | {high: "┤"} | {place(value): "●"}
    return "".join(letters.get(at, " ") for at in range(size))


LEVEL = 0.05  # of significance, in notes and for how p is shown

SYMBOLS = {"pearson": "r", "spearman": "ρ"}


BETA_NOTES = {
    "interval": "95%: the best beta of the resamples.",
    "indistinguishable": "near best: from the least to the largest beta whose correlation is below "
    "the best one by no more than half the width of its 95% interval.",
}


def beta_table(corpus: Content) -> Table | None:
    """Return which betas are best, for each metric that was swept; None without a sweep."""
    optional: dict[str, Any] = {"if_empty": NOTHING, "is_optional": True}
    columns = (
        Column("Metric", "metric"),
        Column("best for", "measure", is_text=True),
        Column("β", "beta"),
        Column("folds chose", "folds"),
        Column("best on all", "ranges"),
        Column("95%", "interval", **optional),
        Column("near best", "indistinguishable", **optional),
    )
    records: list[dict[str, Any]] = []
    for metric, (key, symbol) in product(corpus["metrics"], SYMBOLS.items()):
        best = (metric.get("sweep") or {}).get("best", {}).get(key)
        if best is None:
            continue
        folds = [one for one in best.get("fold_betas") or [] if one is not None]
        record = {"metric": metric["metric"], "measure": symbol}
        record["beta"] = NOTHING if best.get("beta") is None else f"{best['beta']:.3f}"
        record["folds"] = _range([min(folds), max(folds)]) if folds else NOTHING
        record["ranges"] = ", ".join(map(_range, best["ranges"])) or NOTHING
        records.append(record | {key: _range(best[key]) for key in BETA_NOTES if best.get(key)})
    if not records:
        return None
    notes = ["folds chose: least and largest beta of the folds. best on all: every beta whose "
             "correlation on all sentences is the largest."]  # fmt: skip
    notes += [note for key, note in BETA_NOTES.items() if any(key in one for one in records)]
    return Table.of(columns, records, notes=(" ".join(notes),))


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
    """Return agreement on single judgments; None if not requested."""
    records = []
    countings: dict[str, None] = {}
    groups: dict[str, None] = {}
    for metric, result in results_of(corpus):
        one = result.get("sentence")
        if one is None:
            continue
        countings[one["counting"]] = None
        if grouped := one.get("grouped"):
            groups[grouped["group"]] = None
        records.append({"metric": called(metric, result), **one, **(grouped or {})})
    if not records:
        return None
    ratio: dict[str, Any] = {"is_correlation": True, "has_best": True}
    columns = (
        Column("Metric", "metric"),
        Column("agree", "concordant"),
        Column("differ", "discordant"),
        Column("tie", "metric_tie"),
        Column("Acc.", "accuracy", **ratio),
        Column("τ", "tau", **ratio),
        Column("Acc. eq", "acc_eq", **ratio),
        Column("fitted", "calibrated_acc_eq", is_correlation=True),
        Column("crossed", "cross_fitted_acc_eq", **ratio),
        Column("ε", "calibrated_epsilon", is_correlation=True, is_detail=True),
        Column("r", "pearson", **ratio, is_optional=True),
        Column("τ-b", "kendall", **ratio, is_optional=True),
    )
    counted = " and ".join(countings)
    note = (
        f"Judgments counted {counted}. agree, differ, tie: judgments with a better output, by what "
        "the metric says of them. Acc. eq counts ties of people too; fitted: the same where scores "
        "that differ by little tie, as little as suits these judgments; crossed: each half of the "
        "sentences with what suits the other half, so that nothing is fitted on what it scores."
    )
    return Table.of(columns, records, notes=(note, *(GROUPS[group] for group in groups)))


def sentence_values(result: Content) -> dict[str, Value]:
    """Return agreement on single judgments by the names of columns, for programs."""
    one = result.get("sentence") or {}
    grouped = one.get("grouped") or {}
    found = {f"sentence_{key}": one[key] for key in (*COUNTS, *RATIOS) if key in one}
    return found | {f"sentence_{key}": grouped[key] for key in GROUPED if key in grouped}


def window_table(corpus: Content, key: str) -> Table | None:
    """Return a correlation in each window: a row for each metric; None where there are none."""
    found = [
        (called(metric, result), result["windows"])
        for metric, result in results_of(corpus)
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


PAIR_TESTS = {"williams": "Williams", "perm_both": "permutation", "bootstrap": "bootstrap"}


def pair_table(corpus: Content) -> Table | None:
    """Return the tests of pairs of metrics; None without tests."""
    tests = corpus.get("tests")
    if not tests:
        return None
    found = [one.get(key) or {} for one in tests for key in ("williams", "perm_both")]
    is_corrected = any("p_two_sided_holm" in one for one in found)
    columns = (
        Column("Metric", "a"),
        Column("against", "b", is_text=True),
        Column("r", "pearson_a", is_correlation=True),
        Column("r", "pearson_b", is_correlation=True),
        *(
            Column(name, f"p_{key}", is_probability=True, is_optional=key == "bootstrap")
            for key, name in PAIR_TESTS.items()
        ),
    )
    records = []
    smallest = 1.0
    limits: dict[str, None] = {}
    for one in tests:
        sides = {
            side: called({"metric": one[side]}, {"beta": one.get(f"beta_{side}")}) for side in "ab"
        }
        record = {**one, **sides}
        for key in PAIR_TESTS:
            found = one.get(key)
            if not found:
                continue
            p = found.get("p_two_sided_holm", found["p_two_sided"])
            smallest = min(smallest, p)
            record[f"p_{key}"] = p
            # Williams' test has no resamples, and the permutation of all subsets is exact.
            n = None if found.get("exact", key != "bootstrap") else found.get("n")
            if n is not None:
                comparisons = sum(bool(other.get(key)) for other in tests) if is_corrected else 1
                record[f"p_{key}"] = shown_p(p, LEVEL, least_p(n, comparisons))
                limits |= dict.fromkeys(filter(None, [least_note([p], LEVEL, n, comparisons)]))
        records.append(record)
    corrected = ", corrected by Holm for all pairs" if is_corrected else ""
    notes = [f"p, two-sided{corrected}. An empty cell: no test (r of both nearly 1, few systems)."]
    notes += limits
    if smallest > LEVEL:
        notes.append(f"No pair can be told apart at level {LEVEL:g}: no metric is the best here.")
    return Table.of(columns, records, notes=tuple(notes))


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
    document: Content, kind: str, *, layout: str = "plain", has_signature: bool = False
) -> str:
    """Return a document in a format.

    Args:
        document: as `fastgec meta -f json` prints it.
        kind: "table", "tsv", "csv", "markdown", "latex" or "json".
        layout: "paper", with "latex": a table of a paper, metrics against corpora.
        has_signature: whether a line follows that names all that made the numbers.
    """
    if kind == "json":
        return show.dumped(document)
    if layout == "paper":
        found = paper_table(document)
    elif kind in ("tsv", "csv"):
        found = rendered(whole_table(document), kind)
    else:
        blocks = ["".join(_block(document, corpus, kind)) for corpus in document["corpora"]]
        found = "\n".join(blocks)
    if has_signature and document.get("signature"):
        found += with_line(document["signature"], kind)
    return found


def _block(document: Content, corpus: Content, kind: str) -> Iterator[str]:
    """Yield the texts of a corpus."""
    yield titled(heading(corpus), kind)
    yield rendered(corpus_table(document, corpus), kind)
    yield _drawn(corpus, kind)
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
            yield rendered(table, kind)


def _drawn(corpus: Content, kind: str) -> str:
    """Return the intervals of a corpus as strips, behind an empty line, on terminals."""
    width = screen_width(is_terminal=sys.stdout.isatty())
    drawn = strips(corpus, width) if kind == "table" else ""
    return f"\n{drawn}" if drawn else ""


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


def interval_kinds(corpora: Sequence[Content]) -> dict[str, list[str]]:
    """Return the resampled units of each measure, such as "sentences" and "both"."""
    found: dict[str, dict[str, None]] = {}
    for corpus in corpora:
        for _, result in results_of(corpus):
            for key, by_kind in (result.get("intervals") or {}).items():
                found.setdefault(key, {}).update(dict.fromkeys(by_kind or {}))
    return {key: list(kinds) for key, kinds in found.items()}


def _measure_columns(corpora: Sequence[Content]) -> Iterator[Column]:
    """Yield columns of correlations, the usual three and others where asked, and of intervals."""
    kinds = interval_kinds(corpora)
    results = [result for corpus in corpora for _, result in results_of(corpus)]
    for key, heading in MEASURES.items():
        if key in ALWAYS or any(key in result["correlations"] for result in results):
            yield Column(heading, key, is_correlation=True, has_best=True)
            for kind in kinds.get(key, ()):
                yield Column(
                    "95%" if len(kinds[key]) == 1 else f"95% {kind}",
                    f"{key}_{kind}",
                    is_correlation=True,
                    is_interval=True,
                    is_bound=True,
                    is_detail=key not in ALWAYS,  # people have enough to read
                )


def _records(corpus: Content) -> Iterator[dict[str, Any]]:
    """Yield the results of a corpus by the names of columns."""
    for metric, result in results_of(corpus):
        intervals = {
            f"{key}_{kind}": bounds
            for key, by_kind in (result.get("intervals") or {}).items()
            for kind, bounds in (by_kind or {}).items()
        }
        facts = {"corpus": corpus["corpus"], "set": corpus.get("set", "all")}
        facts |= {"human": corpus["human"]["name"], "systems": len(corpus["systems"])}
        facts |= {"sentences": corpus["sentences"], "metric": metric["metric"]}
        chosen = {name: result.get(name) for name in ("beta", "chosen_by")}
        facts |= {name: value for name, value in chosen.items() if value is not None}
        yield facts | result["correlations"] | sentence_values(result) | {"intervals": intervals}


def corpus_table(document: Content, corpus: Content) -> Table:
    """Return the table of a corpus for people: a row for each metric and beta."""
    columns = (
        Column("Metric", "metric"),
        Column("β", "beta", is_bound=True, is_optional=True),
        Column("best for", "chosen_by", is_text=True, is_bound=True, is_optional=True),
        *_measure_columns([corpus]),
    )
    records = list(_records(corpus))
    for record in records:
        if "beta" in record:
            record["beta"] = shown_beta(record["beta"])
        if "chosen_by" in record:
            record["chosen_by"] = MEASURES[record["chosen_by"]]
    return Table.of(columns, records, notes=tuple(notes(document, corpus)))


def whole_table(document: Content) -> Table:
    """Return all corpora in one table, for programs: a row for each corpus, metric and beta."""
    corpora = document["corpora"]
    records = [record for corpus in corpora for record in _records(corpus)]
    names = ("corpus", "set", "human", "systems", "sentences", "metric", "beta", "chosen_by")
    of_sentences = dict.fromkeys(
        name for record in records for name in record if name.startswith("sentence_")
    )
    columns = (
        *(Column(name, name) for name in names),
        *_measure_columns(corpora),
        *(Column(name, name) for name in of_sentences),
    )
    return Table.of(columns, records, group=0)


def paper_table(document: Content) -> str:
    """Return the LaTeX of a document: text that ends with a line end."""
    corpora = document["corpora"]
    names = list(dict.fromkeys(one["metric"] for corpus in corpora for one in corpus["metrics"]))
    best = [_best(corpus, key) for corpus in corpora for key in SYMBOLS]
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
            for key in SYMBOLS:
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


# Human scores as a table: systems, best first, with the ranges of their ranks and clusters.


HEADINGS = {
    "wins": ("Wins", "expected_wins"),
    "mean": ("Mean", "mean"),
    "trueskill": ("TrueSkill", "trueskill"),
    "scores": ("Score", "score"),
}


def human_text(found: Standings, kind: str, *, by_annotator: bool = False) -> str:
    """Return the standings of a file.

    Args:
        found: the human scores.
        kind: "table", "tsv", "csv", "markdown", "latex" or "json".
        by_annotator: whether rows are annotators, not systems; JSON has both.
    """
    if kind == "json":
        head = {"command": "meta human", "version": __version__}
        return show.dumped(head | found.to_dict())
    table = _annotators(found) if by_annotator else _human_table(found)
    return rendered(table, kind)


def _annotators(found: Standings) -> Table:
    """Return a row for each annotator of rankings."""
    columns = (
        Column("Annotator", "annotator", is_text=True),
        Column("Items", "items"),
        Column("Judgments", "judgments"),
        Column("Ties", "ties"),
        Column("r", "pearson", is_correlation=True),
        Column("ρ", "spearman", is_correlation=True),
    )
    note = (
        "r, ρ: of one annotator's expected wins with those of all others, to see metrics beside "
        "how well people agree."
    )
    records = ({"annotator": one["name"], **one} for one in found.facts["annotators"])
    return Table.of(columns, records, notes=(note,))


def _human_table(found: Standings) -> Table:
    first = found.found[0]
    order = sorted(range(len(found.systems)), key=lambda place: -first.scores[place])
    system: tuple[Column, Sequence[Value]] = Column("System", "system", is_text=True), found.systems
    scores = (pair for one in found.found for pair in _columns(one, is_first=one is first))
    columns, values = zip(system, *scores, strict=True)
    rows = tuple(tuple(each[place] for each in values) for place in order)
    return Table(columns, rows, notes=tuple(_notes(found)))


def _columns(one: Standing, *, is_first: bool) -> list[tuple[Column, Sequence[Value]]]:
    """Return the columns of a score, with their values."""
    heading, name = HEADINGS[one.measure]
    is_mean = one.measure in ("mean", "scores")
    score = Column(heading, name, is_amount=is_mean, is_correlation=not is_mean, has_best=True)
    found: list[tuple[Column, Sequence[Value]]] = [(score, one.scores.tolist())]
    if one.spreads is not None:
        spread = Column("SD", f"{name}_sd", is_correlation=True, is_bound=True)
        found.append((spread, one.spreads.tolist()))
    if one.ranges is not None and one.clusters is not None:
        ranges = [f"{low}" if low == high else f"{low}-{high}" for low, high in one.ranges.tolist()]
        found.append((Column("Ranks", f"{name}_ranks", is_bound=True), ranges))
        column = Column("Cluster", f"{name}_cluster", is_bound=True, is_detail=not is_first)
        found.append((column, one.clusters.tolist()))
    return found


def _notes(found: Standings) -> list[str]:
    """Return notes on the numbers."""
    lines = []
    facts = found.facts
    if found.kind == "rankings":
        n_items = counted(facts["items"], "item")
        empty = f" ({facts['empty_items']} empty)" if facts["empty_items"] else ""
        judges = counted(len(facts["annotators"]), "annotator")
        judged = f"{counted(found.judgments or 0, 'judgment')} of two systems, {found.ties} of them"
        one = f"{facts['collapsed_judgments']} and {facts['collapsed_ties']}"
        lines.append(
            f"{n_items}{empty} by {judges}: {judged} ties, which no score of wins counts "
            f"({one} with one system of each output)."
        )
    if found.kind == "segments":
        rated = f"{facts['rated_sentences']} of {counted(facts['sentences'], 'sentence')} rated"
        lines.append(
            f"{rated}: {found.judgments} pairs of outputs, {found.ties} of them equal, "
            "which no score of wins counts."
        )
    if "resamples" in found.settings:
        drawn = "judgments" if found.kind == "rankings" else "rated sentences"
        lines.append(
            f"Ranks: the middle 95% of {found.settings['resamples']} resamples of the {drawn}"
            + (", of TrueSkill of its runs" if "runs" in found.settings else "")
            + ". A new cluster begins where all ranks before it end."
        )
    if "runs" in found.settings:
        runs = counted(found.settings["runs"], "run")
        lines.append(f"TrueSkill: the mean of {runs}, SD: the standard deviation over them.")
    if len(found.systems) < 5:
        lines.append(f"{visible(found.name)} has {len(found.systems)} systems: few to compare.")
    return lines


# The paper's table beside ours: each cell with its verdict, and a line that sums up.


MARKS = {"equal": "=", "differs": "(≠)", "off": "≠", "absent": ""}


def green2024_text(document: Content, kind: str) -> str:
    """Return the comparison in a format: "table", "tsv", "csv", "markdown", "latex" or "json"."""
    if kind == "json":
        return show.dumped(document)
    if kind in ("tsv", "csv"):
        return rendered(whole_green2024_table(document), kind)
    blocks = []
    for corpus in document["corpora"]:
        cells = [one for one in document["cells"] if one["corpus"] == corpus["corpus"]]
        table = rendered(_green2024_table(cells), kind)
        blocks.append(titled(heading(corpus), kind) + table + _drawn(corpus, kind))
    between = "\n" if kind in ("table", "markdown") else ""
    return between.join(blocks) + with_line(summary(document["cells"]), kind)


def summary(cells: Sequence[Content]) -> str:
    """Return a line that counts cells by verdict: equal, and others.

    >>> summary([{"verdict": "equal"}, {"verdict": "absent"}])
    '1 of 1 cells that can be made have the digits of the paper; 1 cell is left out'
    """
    count = dict.fromkeys(MARKS, 0)
    for one in cells:
        count[one["verdict"]] += 1
    n_made = len(cells) - count["absent"]
    line = f"{count['equal']} of {n_made} cells that can be made have the digits of the paper"
    for verdict, what in (
        ("differs", "differ for a reason that is known"),
        ("off", "differ without one"),
        ("absent", "are left out"),
    ):
        if n := count[verdict]:
            what = what.replace("differ ", "differs ").replace("are ", "is ") if n == 1 else what
            line += f"; {n} cell{'s' * (n > 1)} {what}"
    return line


def _green2024_table(cells: Sequence[Content]) -> Table:
    """Return the table of a corpus: a row for each metric, paper and ours for r and for rho."""
    columns = [Column("Metric", "label")]
    for symbol in SYMBOLS.values():
        columns += [
            Column("β", f"beta_{symbol}"),
            Column(f"{symbol} paper", f"paper_{symbol}", is_bound=True),
            Column("here", symbol, is_bound=True),
            Column("difference", f"difference_{symbol}", is_bound=True),
        ]
    rows = []
    for label in dict.fromkeys(one["label"] for one in cells):
        row: list[Value] = [label]
        for measure in SYMBOLS:
            (one,) = [c for c in cells if c["label"] == label and c["measure"] == measure]
            row += ["" if one["beta"] is None else f"{one['beta']:.2f}", f"{one['paper']:.3f}"]
            if one["found"] is None:
                row += [NOTHING, ""]
            else:  # our number, and its difference with a mark
                row += [f"{one['found']:.4f}", f"{one['difference']:+.4f} {MARKS[one['verdict']]}"]
        rows.append(tuple(row))
    notes = ["= the same three digits; ≠ others; (≠) others, for a reason that is known."]
    reasons = dict.fromkeys((one["label"], one["reason"]) for one in cells if one["reason"])
    notes += [f"{label}: {reason}." for label, reason in reasons]
    return Table(tuple(columns), tuple(rows), notes=tuple(notes))


def whole_green2024_table(document: Content) -> Table:
    """Return all cells in one table, for programs."""
    names = ("corpus", "label", "metric", "measure", "beta", "paper", "found", "difference")
    columns = (Column(name, name) for name in (*names, "verdict", "reason"))
    return Table.of(columns, document["cells"])
