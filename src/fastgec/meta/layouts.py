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
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from fastgec.corpus.card import Card, card_of
from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.tomltable import hint
from fastgec.meta.rankings import read_rankings
from fastgec.meta.rankingsxml import ranked_systems

LAYOUTS = ("gjg15", "gmeg-fce", "gmeg-wiki", "gmeg-yahoo", "seeda")
GMEG = ("amu", "lstm", "lstm-r", "marian", "nus", "source", "transformer")
SPLITS = ("dev", "test")
# Sentences of GMEG, dev and then test, from 1: marian loops, and two metrics never end on them.
LOOPING = {"wiki": (22, 33, 1686)}
SEEDA_APART = ("INPUT", "REF-F", "GPT-3.5")  # not in the set "base"

NO_TEXTS = "# no texts were found: only scores of other tools can be judged"

Paths = str | list[str]


class Found(NamedTuple):
    """A card as text, and what else belongs to it.

    text       in TOML
    sentences  what the file that the card names as `sentences` has to hold, "" for none
    notes      what was not found, and what that means
    """

    text: str
    sentences: str
    notes: tuple[str, ...]


class _Entries(NamedTuple):
    """What a card says, before it is text."""

    source: Paths | None
    references: list[Paths]
    gold: Paths | None
    systems: Mapping[str, Paths]
    human: list[Mapping[str, object]]
    drop: Sequence[int] = ()
    sentences: Sequence[int] = ()
    sets: Mapping[str, list[str]] | None = None


class _Folders:
    """A checkout, and where texts lie that it lacks."""

    def __init__(self, folder: str, texts: str | None) -> None:
        self._folder = folder
        self._folders = [folder] if texts is None else [texts, folder]
        for one in self._folders:
            if not Path(one).is_dir():
                raise FormatError(one, None, "no such folder, expected a checkout")

    def find(self, *names: str) -> str | None:
        """Return the first file that there is; a name may be a pattern that one file fits."""
        for folder in self._folders:
            for name in names:
                for ending in ("", ".gz"):
                    found = sorted(Path(folder).glob(name + ending))
                    files = [path for path in found if path.is_file()]
                    if len(files) == 1:
                        return os.fspath(files[0])
        return None

    def need(self, what: str, *names: str) -> str:
        """Return the first file that there is. Raises: FormatError for none."""
        found = self.find(*names)
        if found is None:
            tried = ", ".join(names)
            more = "" if len(self._folders) > 1 else " (--texts FOLDER: where texts lie)"
            raise FormatError(self._folder, None, f"no {what} found, expected {tried}{more}")
        return found

    def references(self, *patterns: str) -> list[str]:
        """Return files of references, whose numbers stand for {}: 0, 1 and so on."""
        files: list[str] = []
        while found := self.find(*(one.format(len(files)) for one in patterns)):
            files.append(found)
        return files


def layout_card(
    layout: str,
    folder: str,
    out: str,
    *,
    texts: str | None = None,
    gold: Sequence[str] = (),
) -> Found:
    """Return a card for a checkout of public data.

    Args:
        layout: one of `LAYOUTS`.
        folder: of the checkout.
        out: where the card will lie, which its paths are relative to; not written here.
        texts: a folder of texts that the checkout lacks.
        gold: files of gold in M2, instead of what is found.

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
        entries = entries._replace(gold=list(gold))
    if not entries.references and entries.gold is None and entries.source is not None:
        notes.append("no references and no gold found: only scores of other tools can be judged")
    sentences = "".join(f"{number}\n" for number in entries.sentences)
    return Found(_text(layout, entries, out), sentences, tuple(notes))


def public_card(
    layout: str, folder: str, *, texts: str | None = None, gold: Sequence[str] = ()
) -> Card:
    """Return a card for a checkout of public data without writing it; the rest as `layout_card`.

    Raises:
        FormatError: as `layout_card`.
        ValueError: likewise, or a layout whose card names a file that would be written, too.
    """
    import tomllib  # few runs read a card

    if layout == "seeda":
        raise ValueError("layout seeda, whose card needs a file beside it: write it")
    found = layout_card(layout, folder, f"{layout}.toml", texts=texts, gold=gold)
    return card_of(tomllib.loads(found.text), f"{layout}.toml")


def _gjg15(folders: _Folders) -> _Entries:
    judgments = folders.need("judgments", "data/judgments.xml", "judgments.xml", "*judgments.xml")
    source = folders.need("source", "source.txt", "source", "conll14.src")
    systems: dict[str, Paths] = {}
    for label in ranked_systems(judgments):  # whoever uses the card reads all of them
        systems[label] = source if label == "INPUT" else _output(folders, label)
    return _Entries(
        source,
        [*folders.references("ref{}.txt", "ref{}")],
        folders.find("gold.m2", "official-2014.combined.m2"),
        systems,
        [_rankings("expected wins", judgments, 0)],
    )


def _output(folders: _Folders, label: str) -> str:
    """Return the output of a system on CoNLL-2014."""
    return folders.need(
        f"output of {label}",
        f"systems/official-{label}.txt",
        f"systems/{label}.txt",
        f"data/original/official_submissions/{label}",
        f"official_submissions/{label}",
    )


def _rankings(name: str, file: str, base: int) -> Mapping[str, object]:
    return {"name": name, "kind": "rankings", "file": file, "base": base}


def _gmeg(folders: _Folders, domain: str, notes: list[str]) -> _Entries:
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

    def joined(name: str) -> Paths:
        return [folders.need(f"{domain} {one} {name}", *names(one, name)) for one in SPLITS]

    human: list[Mapping[str, object]] = [
        {"name": "expected wins", "kind": "segments", "file": ratings},
        {"name": "mean", "kind": "segments", "file": ratings, "score": "mean"},
    ]
    drop = LOOPING.get(domain, ())
    if folders.find(*names("dev", "source")) is None:
        if domain != "yahoo":
            joined("source")  # says what is missing
        notes.append("no texts found: only scores of other tools can be judged (scores:NAME=FILE)")
        absent = {label: f"{label} (no text)" for label in GMEG}
        return _Entries(None, [], None, absent, human, drop)
    references: list[Paths] = []
    while folders.find(*names("dev", f"ref{len(references)}")):
        references.append(joined(f"ref{len(references)}"))
    systems = {label: joined(label) for label in GMEG}
    return _Entries(joined("source"), references, None, systems, human, drop)


def _seeda(folders: _Folders) -> _Entries:
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
    numbers = sorted({int(place) + 1 for one in read for place in one.items.sentence})
    systems: dict[str, Paths] = {
        label: folders.need(f"output of {label}", f"outputs/all/{label}.txt") for label in labels
    }
    source = folders.find("source.txt") or systems["INPUT"]
    human: list[Mapping[str, object]] = []
    for kind, short in (("edit", "edit"), ("sentence", "sent")):
        published = folders.find(f"scores/human/TS_{short}.txt")
        if published is not None:
            name = f"TrueSkill, {kind}"
            row = {"name": name, "kind": "scores", "file": published, "systems": labels}
            human.append(row)
        human.append(_rankings(f"expected wins, {kind}", judgments[kind], 1))
    # The default is the first one: TrueSkill where it was published.
    base = [label for label in labels if label not in SEEDA_APART]
    return _Entries(
        source,
        [*folders.references("ref{}.txt", "ref{}", "gold.ref{}.txt")],
        folders.find("gold.m2", "official-2014.combined.m2"),
        systems,
        human,
        sentences=numbers,
        sets={
            "base": base,
            "+fluency": [*base, "REF-F", "GPT-3.5"],
            "+INPUT": [*base, "INPUT"],
        },
    )


def _text(name: str, entries: _Entries, out: str) -> str:
    """Return a card as TOML."""
    place = os.path.dirname(out)  # noqa: PTH120

    def path(file: str) -> str:
        if file.endswith(" (no text)"):
            return file
        if not os.path.isabs(file):  # noqa: PTH117
            file = os.path.relpath(file, place or ".")
        return file

    def value(found: object, *, is_file: bool = False) -> str:
        if isinstance(found, list | tuple):
            return f"[{', '.join(value(one, is_file=is_file) for one in found)}]"
        if isinstance(found, str):
            return _quoted(path(found) if is_file else found)
        return str(found)

    lines = [f"name = {_quoted(name)}"]
    for key, found in (("source", entries.source), ("references", entries.references)):
        if found:
            lines.append(f"{key} = {value(found, is_file=True)}")
    if entries.gold is not None:
        lines.append(f"gold = {value(entries.gold, is_file=True)}")
    if entries.drop:
        lines.append(f"drop = {value(entries.drop)}")
    if entries.sentences:
        lines.append(f"sentences = {_quoted(Path(sentences_file(out)).name)}")
    lines += ["", *([] if entries.source else [NO_TEXTS]), "[systems]"]
    for label, file in entries.systems.items():
        lines.append(f"{_quoted(label)} = {value(file, is_file=True)}")
    for table in entries.human:
        lines += ["", "[[human]]"]
        lines += [f"{key} = {value(one, is_file=key == 'file')}" for key, one in table.items()]
    if entries.sets:
        lines += ["", "[sets]"]
        lines += [f"{_quoted(key)} = {value(labels)}" for key, labels in entries.sets.items()]
    return "\n".join(lines) + "\n"


def sentences_file(out: str) -> str:
    """Return where the numbers of a card's sentences lie: beside it."""
    path = Path(out)
    return os.fspath(path.with_name(f"{path.stem}-sentences.txt"))


def _quoted(text: str) -> str:
    """Return a string as TOML has it. Raises: FormatError for a path that is no text."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise FormatError(visible(text), None, "a name that is no UTF-8, expected one that is")
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
