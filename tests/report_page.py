"""What stands in a report: its data unpacked, and tables of the command line to hold beside it."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

DATA = re.compile(r'<script type="application/octet-stream" id="data">([A-Za-z0-9+/=]*)</script>')


def data_of(page: Path | bytes) -> dict[str, Any]:
    """The data of a page, as a browser unpacks it."""
    text = page.read_text(encoding="utf-8") if isinstance(page, Path) else page.decode()
    (found,) = DATA.findall(text)
    content: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(found)))
    return content


def markdown_rows(text: str) -> list[list[str]]:
    """The cells of a markdown table, without headings and marks of the best."""
    lines = [line for line in text.splitlines() if line.startswith("| ")][2:]
    rows = [re.split(r"(?<!\\) \| ", line[2:].removesuffix(" |")) for line in lines]
    return [[_plain(cell) for cell in row] for row in rows]


def _plain(cell: str) -> str:
    cell = re.sub(r"^\*\*(.*)\*\*$", r"\1", cell.strip())
    return re.sub(r"\\([\\|*_`<>\[\]~])", r"\1", cell)


def taken(sizes: Sequence[int], *lists: Sequence[Any]) -> list[list[tuple[Any, ...]]]:
    """Flat lists in runs of some sizes: an item of a run has one of each list."""
    items = zip(*lists, strict=True)
    runs = [list(islice(items, size)) for size in sizes]
    assert next(items, None) is None, "more items than sizes say"
    return runs


def edits_of(part: Mapping[str, Any], system: int) -> list[list[tuple[int, int, str, bool]]]:
    """Edits of a system in each sentence: span, correction, whether it is correct."""
    strings, lists = part["sentences"]["strings"], part["sentences"]["systems"][system]
    names = ("start", "length", "text", "is_correct")
    return [
        [(at, at + n, strings[text], bool(good)) for at, n, text, good in run]
        for run in taken(lists["edits"], *(lists[name] for name in names))
    ]


def gold_of(part: Mapping[str, Any]) -> list[dict[int, list[tuple[int, int, str, str]]]]:
    """Gold edits of each sentence by annotator, in the order of the rows."""
    sentences = part["sentences"]
    gold, strings, kinds = sentences["gold"], sentences["strings"], sentences["types"]
    of_rows = [
        [(at, at + n, strings[text], kinds[kind]) for at, n, text, kind in run]
        for run in taken(gold["edits"], *(gold[n] for n in ("start", "length", "text", "type")))
    ]
    ids = [sentences["annotators"][place] for place in gold["annotator"]]
    return [dict(run) for run in taken(gold["rows"], ids, of_rows)]


def hypotheses_of(part: Mapping[str, Any], sources: Sequence[str], system: int) -> list[str]:
    """The hypotheses that a page shows: sources with edits made, or what stands for them."""
    others = part["sentences"]["systems"][system]["others"]
    found = []
    for number, (source, edits) in enumerate(zip(sources, edits_of(part, system), strict=True)):
        words, made, end = source.split(), [], 0
        for start, after, text, _ in edits:
            made += [*words[end:start], *text.split()]
            end = after
        found.append(others.get(str(number), " ".join([*made, *words[end:]])))
    return found


def mixtures(samples: Path, folder: Path, n_systems: int) -> list[Path]:
    """Files of systems that each have lines of careful, bold and source, and their gold."""
    names = ("careful.txt", "bold.txt", "source.txt")
    columns = [(samples / name).read_text(encoding="utf-8").splitlines() for name in names]
    rng = random.Random(4)
    files = []
    for number in range(n_systems):
        lines = [
            rng.choices(each, (n_systems - number, 3, number))[0]
            for each in zip(*columns, strict=True)
        ]
        files.append(folder / f"mixed{number}.txt")
        files[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [*files, samples / "gold.m2"]
