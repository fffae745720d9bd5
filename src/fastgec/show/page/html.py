"""The page as text: data packed into it, the template filled, nothing fetched.

Only here is HTML made by Python. All content is escaped, or base64, or belongs to us (style and
script). The script runs because the policy of the page names its hash; nothing else may run, and no
address may be fetched.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from fastgec.read.errors import visible

LEVEL = 6  # of gzip: 9 takes three times as long for 2 % less


class Ours(NamedTuple):
    """The parts of the page that are the same in every report."""

    template: Template
    style: str
    script: str


@lru_cache(maxsize=1)
def ours() -> Ours:
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
    return Ours(template, texts[".css"], texts[".js"])


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
    return "".join(
        table_html(f"{corpora[part['corpus']]['name']}: {part['title']}", part["overview"])
        for part in content["parts"]
    )


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
    corpora, first = content["corpora"], content["parts"][0]
    text = overviews(content)
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
        text += table_html("Sentences where scores differ most", table)
    return text


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
