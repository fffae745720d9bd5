"""Corpus cards of public data: which file of a checkout is what, so that nobody has to write it.

    gjg15       grammatical/evaluation (Grundkiewicz et al. 2015): rankings of CoNLL-2014
    gmeg-fce    grammarly/GMEG (Napoles et al. 2019): ratings, dev and then test
    gmeg-wiki   the same; three sentences with looping outputs are left out
    gmeg-yahoo  the same; its texts are not always there
    seeda       tmu-nlp/SEEDA (Kobayashi et al. 2024): rankings of 391 sentences of CoNLL-2014

Texts that a checkout has not (source, references and gold of CoNLL-2014, outputs) are looked for in
a second folder: `source.txt`, `ref0.txt` and so on (of SEEDA also `gold.ref0.txt`, as
`fastgec convert gold.m2 --prefix gold` calls it), `gold.m2`, and `systems/NAME.txt` or
`systems/official-NAME.txt`. Compressed files (.gz) are found as well.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fastgec.corpus.card import Card, card_of
from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.tomltable import hint
from fastgec.meta.rankings import read_rankings

LAYOUTS = ("gjg15", "gmeg-fce", "gmeg-wiki", "gmeg-yahoo", "seeda")
GMEG = ("amu", "lstm", "lstm-r", "marian", "nus", "source", "transformer")
SPLITS = ("dev", "test")
# Sentences of GMEG, dev and then test, from 1: marian loops, and two metrics never end on them.
LOOPING = {"wiki": (22, 33, 1686)}
SEEDA_APART = ("INPUT", "REF-F", "GPT-3.5")  # not in the set "base"

NO_TEXTS = "# no texts were found: only scores of other tools can be judged"

Content = dict[str, Any]  # a card, whose paths are Path


class _Folders:
    """A checkout, and where texts lie that it lacks."""

    def __init__(self, folder: str, texts: str | None) -> None:
        self._folder = folder
        self._folders = [folder] if texts is None else [texts, folder]
        for one in self._folders:
            if not Path(one).is_dir():
                raise FormatError(one, None, "no such folder, expected a checkout")

    def find(self, *names: str) -> Path | None:
        """Return the first file that there is; a name may be a pattern that one file fits."""
        for folder in self._folders:
            for name in names:
                for ending in ("", ".gz"):
                    files = [one for one in Path(folder).glob(name + ending) if one.is_file()]
                    if len(files) == 1:
                        return files[0]
        return None

    def need(self, what: str, *names: str) -> Path:
        """Return the first file that there is. Raises: FormatError for none."""
        found = self.find(*names)
        if found is None:
            tried = ", ".join(names)
            more = "" if len(self._folders) > 1 else " (--texts FOLDER: where texts lie)"
            raise FormatError(self._folder, None, f"no {what} found, expected {tried}{more}")
        return found

    def conll14(self, *references: str) -> Content:
        """Return references, whose numbers stand for {} (0, 1 and so on), and the gold."""
        files: list[Path] = []
        while found := self.find(*(one.format(len(files)) for one in references)):
            files.append(found)
        gold = self.find("gold.m2", "official-2014.combined.m2")
        return {"references": files, "gold": gold}


def layout_card(
    layout: str, folder: str, *, texts: str | None = None, gold: Sequence[str] = ()
) -> tuple[Content, list[str]]:
    """Return a card for a checkout of public data.

    Args:
        layout: one of `LAYOUTS`.
        folder: of the checkout.
        texts: a folder of texts that the checkout lacks.
        gold: files of gold in M2, instead of what is found.

    Returns:
        Its keys and values; `sentences` are the numbers that the file of that name has to hold. And
        what was not found, and what that means.

    Raises:
        FormatError: a file is missing or bad.
        ValueError: an unknown layout.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"layout {layout!r}, {hint(layout, LAYOUTS)}")
    folders = _Folders(folder, texts)
    notes: list[str] = []
    if layout == "gjg15":
        entries = _gjg15(folders)
    elif layout == "seeda":
        entries = _seeda(folders)
    else:
        entries = _gmeg(folders, layout.removeprefix("gmeg-"), notes)
    if gold:
        entries["gold"] = [*map(Path, gold)]
    if entries.get("source") and not (entries.get("references") or entries.get("gold")):
        notes.append("no references and no gold found: only scores of other tools can be judged")
    keys = ("name", "source", "references", "gold", "drop", "sentences", "systems", "human", "sets")
    entries["name"] = layout
    return {key: entries[key] for key in keys if entries.get(key)}, notes


def public_card(
    layout: str, folder: str, *, texts: str | None = None, gold: Sequence[str] = ()
) -> Card:
    """Return a card for a checkout of public data without writing it; the rest as `layout_card`.

    Raises:
        FormatError: as `layout_card`.
        ValueError: likewise, or a layout whose card names a file that would be written, too.
    """
    if layout == "seeda":
        raise ValueError("layout seeda, whose card needs a file beside it: write it")
    content, _ = layout_card(layout, folder, texts=texts, gold=gold)
    return card_of(_with_paths(content, "."), f"{layout}.toml")


def _gjg15(folders: _Folders) -> Content:
    judgments = folders.need("judgments", "data/judgments.xml", "judgments.xml", "*judgments.xml")
    source = folders.need("source", "source.txt", "source", "conll14.src")
    systems = {
        label: source if label == "INPUT" else _output(folders, label)
        for label in read_rankings(judgments).systems
    }
    human = [_rankings("expected wins", judgments, 0)]
    found = folders.conll14("ref{}.txt", "ref{}")
    return found | {"source": source, "systems": systems, "human": human}


def _output(folders: _Folders, label: str) -> Path:
    """Return the output of a system on CoNLL-2014."""
    return folders.need(
        f"output of {label}",
        f"systems/official-{label}.txt",
        f"systems/{label}.txt",
        f"data/original/official_submissions/{label}",
        f"official_submissions/{label}",
    )


def _rankings(name: str, file: Path, base: int) -> Content:
    return {"name": name, "kind": "rankings", "file": file, "base": base}


def _gmeg(folders: _Folders, domain: str, notes: list[str]) -> Content:
    ratings = [
        folders.need(
            f"ratings of {domain} {split}",
            f"data/{split}/{domain}-segment-scores.csv",
            f"gmeg-{domain}-{split}-segment-scores.csv",
        )
        for split in SPLITS
    ]

    def names(split: str, name: str) -> tuple[str, ...]:
        own = f"gmeg-{domain}" + ("-dev" if split == "dev" else "")
        return (
            f"data/{split}/{domain}/{name}",
            f"{split}/{domain}/{name}",
            f"{own}/{name}.txt",
            f"{own}/systems/{name}.txt",
        )

    def joined(name: str) -> list[Path]:
        return [folders.need(f"{domain} {one} {name}", *names(one, name)) for one in SPLITS]

    found: Content = {
        "drop": LOOPING.get(domain, ()),
        "human": [
            {"name": "expected wins", "kind": "segments", "file": ratings},
            {"name": "mean", "kind": "segments", "file": ratings, "score": "mean"},
        ],
    }
    if folders.find(*names("dev", "source")) is None:
        if domain != "yahoo":
            joined("source")  # says what is missing
        notes.append("no texts found: only scores of other tools can be judged (scores:NAME=FILE)")
        return found | {"systems": {label: f"{label} (no text)" for label in GMEG}}
    references: list[list[Path]] = []
    while folders.find(*names("dev", f"ref{len(references)}")):
        references.append(joined(f"ref{len(references)}"))
    systems = {label: joined(label) for label in GMEG}
    return found | {"source": joined("source"), "references": references, "systems": systems}


def _seeda(folders: _Folders) -> Content:
    judgments = {
        kind: folders.need(
            f"judgments of {kind}s",
            f"data/judgments_{short}.xml",
            f"data/all/judgments_{short}.xml",  # until May 2024
        )
        for kind, short in (("edit", "edit"), ("sentence", "sent"))
    }
    read = [read_rankings(file, base=1) for file in judgments.values()]
    labels = sorted({label for one in read for label in one.systems})
    systems = {
        label: folders.need(f"output of {label}", f"outputs/all/{label}.txt") for label in labels
    }
    human: list[Content] = []
    for kind, short in (("edit", "edit"), ("sentence", "sent")):
        published = folders.find(f"scores/human/TS_{short}.txt")
        if published is not None:
            name = f"TrueSkill, {kind}"
            row = {"name": name, "kind": "scores", "file": published, "systems": labels}
            human.append(row)
        human.append(_rankings(f"expected wins, {kind}", judgments[kind], 1))
    # The default is the first one: TrueSkill where it was published.
    base = [label for label in labels if label not in SEEDA_APART]
    return folders.conll14("ref{}.txt", "ref{}", "gold.ref{}.txt") | {
        "source": folders.find("source.txt") or systems["INPUT"],
        "systems": systems,
        "human": human,
        "sentences": sorted({int(place) + 1 for one in read for place in one.items.sentence}),
        "sets": {
            "base": base,
            "+fluency": [*base, "REF-F", "GPT-3.5"],
            "+INPUT": [*base, "INPUT"],
        },
    }


def card_text(content: Content, out: str) -> str:
    """Return a card as TOML.

    Args:
        content: of the card.
        out: where it will lie, which its paths are relative to; not written here.
    """
    content = _with_paths(content, os.path.dirname(out) or ".")  # noqa: PTH120
    if "sentences" in content:
        content["sentences"] = Path(sentences_file(out)).name
    systems, tables = content.pop("systems"), content.pop("human")
    sets = content.pop("sets", {})
    lines = [f"{key} = {_value(value)}" for key, value in content.items()]
    lines += ["", *([] if "source" in content else [NO_TEXTS]), "[systems]"]
    lines += [f"{_value(label)} = {_value(file)}" for label, file in systems.items()]
    for table in tables:
        lines += ["", "[[human]]", *(f"{key} = {_value(one)}" for key, one in table.items())]
    if sets:
        lines += ["", "[sets]"]
        lines += [f"{_value(key)} = {_value(labels)}" for key, labels in sets.items()]
    return "\n".join(lines) + "\n"


def _with_paths(found: Any, place: str) -> Any:
    """Return a part of a card with paths as text, relative ones from a place."""
    if isinstance(found, dict):
        return {key: _with_paths(value, place) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [_with_paths(one, place) for one in found]
    if isinstance(found, Path):
        return str(found) if found.is_absolute() else os.path.relpath(found, place)
    return found


def _value(found: object) -> str:
    """Return a value as TOML has it. Raises: FormatError for a path that is no text."""
    if isinstance(found, list):
        return f"[{', '.join(map(_value, found))}]"
    if not isinstance(found, str):
        return str(found)
    if any("\ud800" <= letter <= "\udfff" for letter in found):
        raise FormatError(visible(found), None, "a name that is no UTF-8, expected one that is")
    return json.dumps(found, ensure_ascii=False).replace("\x7f", "\\u007f")


def sentences_file(out: str) -> str:
    """Return where the numbers of a card's sentences lie: beside it."""
    path = Path(out)
    return os.fspath(path.with_name(f"{path.stem}-sentences.txt"))
