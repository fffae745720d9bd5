"""A report from text to page: each corpus by each metric is a part, then one file is made.

A corpus is read once. Block by block, the data of sections are kept: samples for intervals and
tests, edits, errors, buckets. Then sentences are selected, and lists made of them.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec import __version__
from fastgec.diagnostics import emit_warnings
from fastgec.machine import replacing
from fastgec.metrics.base import AnyMetric, Reading
from fastgec.metrics.spec import MetricSpec, relabelled
from fastgec.read import visible
from fastgec.read.lines import Column, require_paths
from fastgec.show import names_of, path_of, short
from fastgec.show.page import sections
from fastgec.show.page.corpus import (
    MOST,
    MOST_IN_PAIRS,
    Corpus,
    Files,
    ReportOptions,
    Selection,
    commands,
    corpus_name,
    cut_note,
)
from fastgec.study.arguments import checked_metric, checked_systems, require_plan
from fastgec.study.corpora import with_warnings
from fastgec.study.groups import QUANTILES, BucketTally
from fastgec.study.interval import plan_of, resamples_of
from fastgec.study.mistakes import doubts, read_judgments
from fastgec.study.resampling import DEFAULT_RESAMPLES
from fastgec.study.run import Request, Run, measure_name, name_of, run_request, signed
from fastgec.values import MAX_RESAMPLES, whole_number

if TYPE_CHECKING:
    from fastgec.texts.retokenize import Projection


# The page as text: data packed into it, the template filled, nothing fetched.
#
# Only here is HTML made by Python. All content is escaped, or base64, or belongs to us (style and
# script). The script runs because the policy of the page names its hash; nothing else may run,
# and no address may be fetched.


LEVEL = 6  # of gzip: 9 takes three times as long for 2 % less


@lru_cache(maxsize=1)
def ours() -> tuple[Template, str, str]:
    """Return template, style and script; files of a kind are joined in the order of their names."""
    folder = Path(__file__).parent
    names = sorted(one.name for one in folder.iterdir())
    texts = {
        suffix: "\n".join(
            (folder / name).read_text(encoding="utf-8") for name in names if name.endswith(suffix)
        )
        for suffix in (".css", ".js")
    }
    template = Template((folder / "template.html").read_text(encoding="utf-8"))
    return template, texts[".css"], texts[".js"]


def page_of(content: Mapping[str, Any]) -> bytes:
    """Return the file that shows some content: the same bytes for the same content."""
    template, style, script = ours()
    text = template.substitute(
        title=escape(plain(str(content["title"]))),
        csp=escape(policy_of(script, style), quote=True),
        style=style,
        script=script,
        data=packed(content),
        noscript=overviews(content),
    )
    return text.encode("utf-8", "replace")


def policy_of(script: str, style: str) -> str:
    """Return a policy by which one script and one style work, and nothing is fetched."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def packed(content: Mapping[str, Any]) -> str:
    """Return content as JSON, gzip, base64.

    Example:
        >>> gzip.decompress(base64.b64decode(packed({"a": [1, 2]})))
        b'{"a":[1,2]}'
    """
    with io.BytesIO() as buffer:
        # The header that `gzip.compress` writes is not the same in all versions of Python.
        with gzip.GzipFile("", "wb", LEVEL, buffer, mtime=0) as file:
            for text in _pieces(content):  # bytes of file names that are no text become "?"
                file.write(text.encode("utf-8", "replace"))
        return base64.b64encode(buffer.getvalue()).decode()


def _pieces(content: Any) -> Iterator[str]:
    """Yield JSON in pieces: each list of texts or numbers is one."""
    if isinstance(content, Mapping):
        for number, (key, value) in enumerate(content.items()):
            yield f"{',' if number else '{'}{_json(key)}:"
            yield from _pieces(value)
        yield "}" if content else "{}"
    elif isinstance(content, list) and content and isinstance(content[0], list | dict):
        for number, value in enumerate(content):
            yield "," if number else "["
            yield from _pieces(value)
        yield "]"
    else:
        yield _json(content)


_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def overviews(content: Mapping[str, Any]) -> str:
    """Return the scores of all parts as HTML, for readers without script."""
    corpora = content["corpora"]
    tables = [
        (f"{corpora[part['corpus']]['name']}: {part['title']}{more}", part[name])
        for part in content["parts"]
        for name, more in (("overview", ""), ("accepted", " with accepted edits"))
        if name in part
    ]
    return "".join(table_html(caption, table) for caption, table in tables)


def table_html(caption: str, table: Mapping[str, Any]) -> str:
    """Return a table of cells (`sections.table_cells`) as HTML; all text is escaped.

    Example:
        >>> "<caption>&lt;b&gt;</caption>" in table_html("<b>", {"columns": [], "rows": []})
        True
    """
    head = "".join(f'<th scope="col">{_text(one["title"])}</th>' for one in table["columns"])
    rows = "".join(
        f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in table["rows"]
    )
    return (
        f"<table><caption>{_text(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def plain(text: str) -> str:
    """Return a text on one line, its control characters and bytes that are no text made visible."""
    return " ".join(visible(text).split())


def _text(text: str) -> str:
    return escape(plain(text))


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"sha256-{digest}"


SENTENCES = 5
MARKS = ("✗", "✓")


def excerpt_html(content: Mapping[str, Any], n_sentences: int = SENTENCES) -> str:
    """Return the overview of each part, and a few sentences of the first, as HTML.

    Args:
        content: of the page.
        n_sentences: how many.
    """
    first = content["parts"][0]
    corpus, sources = content["corpora"][first["corpus"]], content["sources"][first["source"]]
    numbers = corpus["numbers"] or range(1, len(sources) + 1)
    columns = [[*map(str, numbers)], sources, *map(list, _outputs(first, sources))]
    picked = _picked(first["sentences"], len(sources), n_sentences)
    if not picked:
        return overviews(content)
    titles = ["Sentence", "Source", *corpus["systems"]]
    rows = [[column[at] for column in columns] for at in picked]
    table = {"columns": [{"title": title} for title in titles], "rows": rows}
    return overviews(content) + table_html("Sentences where scores differ most", table)


def _picked(sentences: Mapping[str, Any], n_all: int, n_wanted: int) -> list[int]:
    """Return the sentences whose scores are furthest apart, in order; of equal ones the first."""
    scores = [float(score) if score else 0.0 for score in sentences["scores"]]
    systems = [[scores[number] for number in one["score"]] for one in sentences["systems"]]
    spread = [max(each) - min(each) for each in zip(*systems, strict=True)]
    return sorted(sorted(range(n_all), key=lambda at: (-spread[at], at))[:n_wanted])


def _outputs(part: Mapping[str, Any], sources: Sequence[str]) -> Iterator[Iterator[str]]:
    """Yield the sentences of each system."""
    sentences = part["sentences"]
    for system, lists in enumerate(sentences["systems"]):
        if part["kind"] == "texts":
            width = sentences["references"] + len(sentences["systems"])
            yield iter(sentences["texts"][sentences["references"] + system :: width])
        else:
            yield _marked(lists, sentences["strings"], sources)


def _marked(
    lists: Mapping[str, Any], strings: Sequence[str], sources: Sequence[str]
) -> Iterator[str]:
    columns = (lists["start"], lists["length"], lists["text"], lists["is_correct"])
    edits = zip(*columns, strict=True)
    for number, (source, size) in enumerate(zip(sources, lists["edits"], strict=True)):
        own = [next(edits) for _ in range(size)]
        other = lists["others"].get(str(number))
        if other is not None:
            yield other
            continue
        words, made, end = source.split(), [], 0
        for start, length, text, is_correct in own:
            change = f"{' '.join(words[start : start + length])} → {strings[text]}".strip()
            made += [*words[end:start], f"[{change} {MARKS[is_correct]}]"]
            end = start + length
        yield " ".join([*made, *words[end:]])


# Metrics whose sentences a page can show.
METRICS = ("m2", "errant", "green", "gleu", "imeasure", "behaviour", "scores")


@dataclass(frozen=True, slots=True)
class Part:
    """A corpus scored by a metric.

    run         the scored run
    content     of the page, but for the number of its sources
    sources     of the sentences in the page
    numbers     of these sentences, from 0; None: all
    note        a note on sentences left out; None: none
    projection  the tokenizer of raw outputs, if they were raw text
    """

    run: Run
    content: dict[str, Any]
    sources: list[str]
    numbers: NDArray[np.int64] | None
    note: str | None
    projection: Projection | None


def part_of(
    corpus: Corpus,
    asked: MetricSpec,
    options: ReportOptions,
    stage: sections.Stage,
    estimate: sections.Estimate | None = None,
    earlier: Part | None = None,
) -> Part:
    """Score a corpus by a metric, and return its part of the page.

    Args:
        corpus: names systems and gold.
        asked: the metric.
        options: options of the page.
        stage: of the work, see `sections.Stage`.
        estimate: see `sections.Estimate`.
        earlier: the first part of this corpus, which has the same sentences.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the corpus does not fit into memory.
    """
    metric, parameters, scoring = asked.metric, asked.parameters, asked.scoring
    n_systems = len(corpus.systems)
    given = corpus.given(asked)
    projection = None
    if options.projects and metric.reads in ("edits", "references"):
        from fastgec.texts.retokenize import Projection

        projection = Projection()
    selection = Selection(options.most) if earlier is None else Selection(0, earlier.numbers)
    require_shown(asked)
    sentences = SENTENCES_OF.get(metric.name, sections.TextSentences)(asked, n_systems, selection)
    kinds = ["length", *(["edits"] if metric.reads in ("edits", "pairs") else [])]
    buckets = {
        by: BucketTally(metric, parameters, scoring, n_systems, by)
        for by in kinds
        if metric.choose(scoring).kind != "drawn"
    }
    wrong = corpus.wrong_edits(asked)
    path = corpus.accept or ""
    judgments = read_judgments(path) if wrong else {}
    with stage(None, "sentences") as progress:
        request = Request(
            *(metric, corpus.systems, given.systems, given.gold, parameters, [scoring]),
            reading=Reading(jobs=options.jobs, progress=progress, projection=projection),
            keeps_samples=True,
            clusters=corpus.clusters,
            observers=[sentences, *buckets.values(), *wrong],
        )
        run = run_request(request)
    left_out = (*corpus.left_out, *given.warnings)
    if wrong:
        left_out += tuple(doubts(corpus.systems, wrong, judgments, path))
    run = with_warnings(signed(run, given.made_by), left_out, given.notes)
    plan = plan_of(run, options.resamples, options.seed)
    drawn = resamples_of(run, options.seed, jobs=options.jobs)
    tests = sections.pairs(run, drawn[0], options, stage, estimate)
    few = tests["warnings"] if tests else []
    base = tests["base"] if tests else None
    against = []
    if base is not None:
        against.append(
            f"{n_systems} systems: each is tested against the best, {short(run.systems[base])}, "
            f"not all pairs, which take minutes for more than {MOST_IN_PAIRS} (--all tests them)"
        )
    content: dict[str, Any] = {
        "metric": metric.name,
        "label": asked.label,
        "title": asked.heading or name_of(run),
        "measure": measure_name(metric, scoring, run.scores[0][0]),
        "warnings": [*run.warnings, *run.found.input_warnings, *few],
        "notes": [*run.found.notes, *against],
        **sections.overview(run, plan, drawn),
        "pairs": tests,
        **sentences.sections(run, plan, options.top, options.jobs),
        "commands": commands(corpus, asked, options, base),
    }
    if wrong:
        content["accepted"] = sections.accepted(run, wrong, judgments, options)
    content["buckets"] = {
        by: sections.buckets_content(run, tally.buckets(None, QUANTILES), by)
        for by, tally in buckets.items()
    }
    n_all = run.facts.sentences
    sources, lists = sentences.content()
    numbers = selection.numbers
    content |= {"kind": sentences.kind, "sentences": lists}
    note = None if numbers is None else cut_note(len(numbers), n_all, n_systems)
    return Part(run, content, sources, numbers, note, projection)


def require_shown(asked: MetricSpec) -> None:
    """Raise ValueError for a metric whose sentences a page cannot show."""
    name = asked.metric.name
    if name not in METRICS:
        why = "a page shows the edits of sentences"
        expected = ", ".join(METRICS)
        raise ValueError(f"metric {asked.label}: expected one of {expected}: {why}")
    if name == "errant" and asked.parameters.mode == "dt":
        raise ValueError(f"metric {asked.label}: expected ds, cs or cse: a page shows edits")


# What collects the sentences of a metric, where it is not `TextSentences`.
SENTENCES_OF = {"m2": sections.M2Sentences, "errant": sections.ErrantSentences}


FORMAT = 1  # of the data in the page
PLANNED = tuple[Corpus, Sequence[MetricSpec]]


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """A page about systems; a notebook shows its scores and a few sentences.

    title    of the page
    content  data of the page
    parts    a corpus scored by a metric, each
    """

    title: str
    content: dict[str, Any]
    parts: tuple[Part, ...]

    def html(self) -> bytes:
        """Return the page, in UTF-8: the same bytes for the same texts."""
        return page_of(self.content)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        page = self.html()
        with replacing(path) as file:
            file.write(page)

    def __repr__(self) -> str:
        return f"Report(title={self.title!r}, parts={len(self.parts)})"

    def _repr_html_(self) -> str:
        return excerpt_html(self.content)


def report(
    metric: str | AnyMetric,
    systems: Sequence[Column],
    gold: Any,
    *,
    names: Sequence[str] | None = None,
    title: str = "",
    parameters: Any = None,
    scoring: Any = None,
    resamples: int = DEFAULT_RESAMPLES,
    tests: int | None = None,
    seed: int = 0,
    level: float = 0.05,
    most: int = MOST,
    all_pairs: bool = False,
    jobs: int | None = None,
) -> Report:
    r"""An HTML report on systems that shows where they differ.

    Args:
        metric: its name, or the METRIC of its module.
        systems: for each a path or sentences in memory.
        gold: as the metric reads it.
        names: of the systems (None: their paths, or "system 1" and so on).
        title: of the page ("": it names the gold and how many systems there are).
        parameters: the counting options.
        scoring: the scoring options.
        resamples: for intervals.
        tests: resamples of each paired test (None: 1000, or as many as so many tests need).
        seed: of all draws.
        level: at or below which a p is called significant.
        most: sentences in the page, the most informative ones; 0: all.
        all_pairs: test all pairs of more than 20 systems, too, not each against the best.
        jobs: threads (None: all cores).

    Returns:
        A report, which `save` writes, and a notebook shows.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the corpus does not fit into memory.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: numbers out of range, no system, or another number of names.

    Example:
        >>> import fastgec
        >>> gold = fastgec.Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS a\n")
        >>> found = report("m2", [["c b", "a"], ["a b", "a"]], gold, names=["new", "old"])
        >>> found
        Report(title='gold: 2 systems', parts=1)
        >>> b"<title>gold: 2 systems</title>" in found.html()
        True
    """
    known, used, by = checked_metric(metric, gold, parameters, scoring)
    asked = checked_systems(systems)
    share = "level", level
    require_plan(known, by, resamples, seed, share=share, fixed_choice=False)
    if tests is not None:
        whole_number(tests, "tests", 1, MAX_RESAMPLES)
    whole_number(most, "most", 0)
    if known.reads != "pairs":
        require_paths(asked, gold)
    corpus = Files(corpus_name(gold), _named(asked, names), asked, gold)
    options = ReportOptions(
        *(resamples, tests, seed, level), most=most, jobs=jobs, all_pairs=all_pairs
    )
    one = relabelled(MetricSpec(known, used, by, known.name))
    require_shown(one)
    made = made_of([(corpus, [one])], options, title=title)
    for part in made.parts:
        found, tested = part.run.found, part.content["pairs"]
        emit_warnings([*found.input_warnings, *(tested["warnings"] if tested else [])], found.notes)
    return made


def made_of(
    planned: Sequence[PLANNED],
    options: ReportOptions,
    *,
    title: str = "",
    stage: sections.Stage | None = None,
    estimate: sections.Estimate | None = None,
) -> Report:
    """Make a report of some corpora, each scored by some metrics.

    Args:
        planned: the corpora, and their metrics.
        options: options of the page.
        title: of the page; "": see `report`.
        stage: of the work, see `sections.Stage`.
        estimate: see `sections.Estimate`.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: a corpus does not fit into memory.
    """
    stage = stage or (lambda total, what: nullcontext())
    parts: list[Part] = []
    corpora: list[dict[str, Any]] = []
    contents: list[dict[str, Any]] = []
    sources: list[list[str]] = []
    for corpus, every in planned:
        first: Any = None
        for asked in every:
            part = part_of(corpus, asked, options, stage, estimate, first)
            first = first or part
            if part.sources not in sources:
                sources.append(part.sources)
            number = sources.index(part.sources)
            contents.append({"corpus": len(corpora), "source": number, **part.content})
            parts.append(part)
        corpora.append(_corpus_content(corpus, first))
    title = title or _title(planned)
    content = {
        "format": FORMAT,
        "title": title,
        "version": __version__,
        "date": _date(),
        "corpora": corpora,
        "sources": sources,
        "parts": contents,
    }
    return Report(title, content, tuple(parts))


def _corpus_content(corpus: Corpus, first: Part) -> dict[str, Any]:
    return {
        "name": corpus.name,
        "sentences": first.run.facts.sentences,
        "systems": [plain(short(name)) for name in corpus.systems],
        "paths": [plain(path_of(name)) for name in corpus.systems],
        "numbers": None if first.numbers is None else (first.numbers + 1).tolist(),
        "note": first.note,
    }


def _title(planned: Sequence[PLANNED]) -> str:
    names = ", ".join(corpus.name for corpus, _ in planned)
    sizes = {len(corpus.systems) for corpus, _ in planned}
    if len(sizes) > 1:
        return names
    n_systems = sizes.pop()
    return f"{names}: {n_systems} system{'s' * (n_systems != 1)}"


def _named(systems: Sequence[Any], names: Sequence[str] | None) -> list[str]:
    if names is not None and (isinstance(names, str) or len(names) != len(systems)):
        raise ValueError(f"{len(names)} names, expected one for each of {len(systems)} systems")
    paths = [
        os.fspath(one) if isinstance(one, str | os.PathLike) else f"system {number}"
        for number, one in enumerate(systems, 1)
    ]
    return list(names_of(paths, names))


def _date() -> str | None:
    """Return the date that SOURCE_DATE_EPOCH says, if it says one.

    The page has no other date: the same texts make the same bytes.
    """
    moment = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not (moment.isascii() and moment.isdigit() and len(moment) < 12):
        return None
    from datetime import UTC, datetime

    return datetime.fromtimestamp(int(moment), UTC).date().isoformat()
