"""A few sentences of a report for a notebook: those where the systems are furthest apart.

An edit stands in its place as [source → correction], with a tick if it is correct, and a cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fastgec.page.html import table_html

SENTENCES = 5
MARKS = ("✗", "✓")


def excerpt_html(content: Mapping[str, Any], n_sentences: int = SENTENCES) -> str:
    """Return the overview of each part, and a few sentences of the first, as HTML.

    Args:
        content: of the page.
        n_sentences: how many.
    """
    corpora, parts = content["corpora"], content["parts"]
    tables = [
        table_html(f"{corpora[part['corpus']]['name']}: {part['title']}", part["overview"])
        for part in parts
    ]
    first = parts[0]
    corpus, sources = corpora[first["corpus"]], content["sources"][first["source"]]
    picked = _picked(first["sentences"], len(sources), n_sentences)
    outputs = [[*one] for one in _outputs(first, sources)]
    numbers = corpus["numbers"]
    rows = [
        [str(numbers[at] if numbers else at + 1), sources[at], *(one[at] for one in outputs)]
        for at in picked
    ]
    if rows:
        titles = ["Sentence", "Source", *corpus["systems"]]
        table = {"columns": [{"title": title} for title in titles], "rows": rows}
        tables.append(table_html("Sentences where scores differ most", table))
    return "".join(tables)


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
