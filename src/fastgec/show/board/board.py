"""Corpora x systems x metrics as one HTML file: ranks, scores, intervals, links to reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from fastgec import __version__
from fastgec.read import counted
from fastgec.show.corpora import (
    TIED,
    BestTests,
    corpus_notes,
    macro_heading,
    ranking_of,
    ranks,
    signature_of_metric,
)
from fastgec.show.page.reporting import ours, plain, policy_of
from fastgec.study.corpora import CorpusResult, MetricResult


def page(
    results: Sequence[CorpusResult],
    *,
    by: str = "",
    tests: BestTests | None = None,
    link: Callable[[str], str] = lambda name: "",
    names: Mapping[str, str] | None = None,
) -> bytes:
    """Return the file: the same bytes for the same results.

    Args:
        results: of the corpora.
        by: the label of the metric that ranks; "", or one that a corpus lacks: its first.
        tests: how systems were tested, if they were.
        link: makes of the name of a system the address of its report, "" if there is none.
        names: of files, by the paths that stand in messages.
    """
    longest_first = sorted((names or {}).items(), key=lambda pair: -len(pair[0]))

    def renamed(line: str) -> str:
        for path, name in longest_first:
            line = line.replace(path, name)
        return line

    folder = Path(__file__).parent
    template, style, script = (
        (folder / name).read_text(encoding="utf-8")
        for name in ("template.html", "board.css", "board.js")
    )
    style = f"{ours()[1]}\n{style}"
    text = Template(template).substitute(
        title=_text(f"Leaderboard: {', '.join(one.name for one in results)}"),
        csp=escape(policy_of(script, style), quote=True),
        style=style,
        script=script,
        corpora="\n".join(_section(one, by, tests, link, renamed) for one in results),
        footer=f"Scores in per cent. Made by fastgec {__version__}.",
    )
    return text.encode("utf-8", "replace")


def _section(
    result: CorpusResult,
    by: str,
    tests: BestTests | None,
    link: Callable[[str], str],
    renamed: Callable[[str], str],
) -> str:
    ranking = ranking_of(result, by)
    places = ranks(ranking.values)
    order = sorted(range(len(result.systems)), key=lambda number: places[number])
    heads = ['<th scope="col" data-kind="rank" class="number" aria-sort="ascending">Rank</th>']
    heads.append('<th scope="col" data-kind="text" class="name">System</th>')
    names = [
        name
        for one in result.metrics
        for name in (one.heading, *([macro_heading(one)] if one.macro else []))
    ]
    heads += [f'<th scope="col" class="number">{_text(name)}</th>' for name in names]
    rows = "".join(_row(result, number, places, link) for number in order)
    n_sentences = counted(result.metrics[0].run.facts.sentences, "sentence")
    caption = (
        f"{n_sentences}, {counted(len(result.systems), 'system')}, ranked by {ranking.heading}"
    )
    left_out = [f"Left out: {one.system} ({renamed(one.reason)})" for one in result.skipped]
    notes = [*corpus_notes(result, tests), *left_out]
    warnings = "".join(f"<li>{_text(renamed(line))}</li>" for line in result.warnings)
    n_warnings = counted(len(result.warnings), "warning")
    summary = f"{n_warnings} about the files, with advice for the author of this page"
    if warnings:
        warnings = f"<details><summary>{summary}</summary><ul>{warnings}</ul></details>"
    signatures = [signature_of_metric(one, tests) for one in result.metrics]
    return (
        f"<section><h2>{_text(result.name)}</h2>"
        f'<div class="scroll" role="region" aria-label="{_text(result.name)}" tabindex="0">'
        f'<table class="board"><caption>{_text(caption)}</caption>'
        f"<thead><tr>{''.join(heads)}</tr></thead><tbody>{rows}</tbody></table></div>"
        + "".join(f'<p class="note">{_text(line)}</p>' for line in notes)
        + warnings
        + "".join(f'<p class="signature"><code>{_text(one)}</code></p>' for one in signatures)
        + "</section>"
    )


def _row(
    result: CorpusResult, number: int, places: Sequence[int], link: Callable[[str], str]
) -> str:
    name, rank = result.systems[number], places[number]
    shared = "=" if places.count(rank) > 1 else ""
    shown = f"<bdi>{_text(name)}</bdi>"
    if address := link(name):
        shown = f'<a href="{escape(address, quote=True)}">{shown}</a>'
    cells = "".join(_cells(result.metrics, number))
    return (
        f'<tr><td class="number" data-value="{rank}">{rank}{shared}</td>'
        f'<th scope="row" class="name" data-value="{_text(name)}">{shown}</th>{cells}</tr>\n'
    )


def _cells(metrics: Sequence[MetricResult], number: int) -> Iterator[str]:
    for one in metrics:
        mark = one.group.mark(number) if one.group is not None else None
        bounds = None if one.bounds is None else one.bounds[number, -1]
        yield _cell(one.values, number, bounds, is_tied=mark in ("best", "base", "tied"))
        if one.macro:
            yield _cell([macro.f for macro in one.macro], number, one.macro[number].bounds)


def _cell(values: Sequence[float], number: int, bounds: Any, *, is_tied: bool = False) -> str:
    value = values[number]
    text = f"{100 * value:.2f}{f' {TIED}' if is_tied else ''}"
    if bounds is not None:
        low, high = 100 * bounds
        text += f'<span class="interval">{low:.2f} to {high:.2f}</span>'
    kind = "number best" if value == max(values) else "number"
    return f'<td class="{kind}" data-value="{value!r}">{text}</td>'


def _text(text: str) -> str:
    return escape(plain(text), quote=True)
