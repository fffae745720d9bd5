"""Public data: config files of checkouts, and the second table of Koyama et al. (2024).

**Config files** say which file of a checkout is which, so that nobody has to write them:

    gjg15       grammatical/evaluation (Grundkiewicz et al. 2015): rankings of CoNLL-2014
    gmeg-fce    grammarly/GMEG (Napoles et al. 2019): ratings, dev and then test
    gmeg-wiki   the same; three sentences with looping outputs are left out
    gmeg-yahoo  the same; its texts are not always there
    seeda       tmu-nlp/SEEDA (Kobayashi et al. 2024): rankings of 391 sentences of CoNLL-2014

Texts that a checkout has not (source, references and gold of CoNLL-2014, outputs) are looked for in
a second folder: `source.txt`, `ref0.txt` and so on (of SEEDA also `gold.ref0.txt`, as `fastgec
convert gold.m2 --prefix gold` calls it), `gold.m2`, and `systems/NAME.txt` or
`systems/official-NAME.txt`. Compressed files (.gz) are found as well.

**The table** is made again from public data and compared. The paper gives Pearson's r and
Spearman's rho of metrics with people's scores, each at a beta that was chosen for it. Here the same
metrics are scored at these betas, on the same systems and sentences; a cell is equal if it has the
paper's three digits. What cannot be equal is known: `DIFFERS` says why.

CoNLL-2014 has 13 systems, the source as INPUT, and rankings (Grundkiewicz et al., 2015). FCE is dev
and test of GMEG joined, 7 systems with the source, and ratings (Napoles et al., 2019). Human scores
are expected wins, not rounded. GLEU is the clipped variant. The paper's columns for Wiki and Yahoo
are left out: Yahoo's texts are not public, and Wiki was not tried.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from fastgec import __version__
from fastgec.meta.evaluation import Judgment, Options, judge
from fastgec.meta.judgments import read_rankings
from fastgec.meta.metrics import wanted
from fastgec.read import FormatError, visible
from fastgec.read.config import Config, config_of, hint

LAYOUTS = ("gjg15", "gmeg-fce", "gmeg-wiki", "gmeg-yahoo", "seeda")
GMEG = ("amu", "lstm", "lstm-r", "marian", "nus", "source", "transformer")
SPLITS = ("dev", "test")
# Sentences of GMEG, dev and then test, from 1: marian loops, and two metrics never end on them.
LOOPING = {"wiki": (22, 33, 1686)}
SEEDA_APART = ("INPUT", "REF-F", "GPT-3.5")  # not in the set "base"

NO_TEXTS = "# no texts were found: only scores of other tools can be judged"

Content = dict[str, Any]  # a config, whose paths are Path


class _Folders:
    """A checkout, and where texts lie that it lacks."""

    def __init__(self, folder: str, texts: str | None) -> None:
        self._folder = folder
        self._folders = [folder] if texts is None else [texts, folder]
        for one in self._folders:
            if not Path(one).is_dir():
                raise FormatError(one, None, "no such folder")

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
            raise FormatError(self._folder, None, f"no {what}: expected {tried}{more}")
        return found

    def conll14(self, *references: str) -> Content:
        """Return references, whose numbers stand for {} (0, 1 and so on), and the gold."""
        files: list[Path] = []
        while found := self.find(*(one.format(len(files)) for one in references)):
            files.append(found)
        gold = self.find("gold.m2", "official-2014.combined.m2")
        return {"references": files, "gold": gold}


def layout_config(
    layout: str, folder: str, *, texts: str | None = None, gold: Sequence[str] = ()
) -> tuple[Content, list[str]]:
    """Return a config for a checkout of public data.

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
        notes.append("without references and gold only the scores of other tools can be judged")
    keys = ("name", "source", "references", "gold", "drop", "sentences", "systems", "human", "sets")
    entries["name"] = layout
    return {key: entries[key] for key in keys if entries.get(key)}, notes


def public_config(
    layout: str, folder: str, *, texts: str | None = None, gold: Sequence[str] = ()
) -> Config:
    """A config for a checkout of public data, which is not written; the rest as `layout_config`.

    Raises:
        FormatError: as `layout_config`.
        ValueError: as `layout_config`, or a layout whose config names a file to be written, too.
    """
    if layout == "seeda":
        raise ValueError("layout seeda, whose config needs a file beside it: write it")
    content, _ = layout_config(layout, folder, texts=texts, gold=gold)
    return config_of(_with_paths(content, "."), f"{layout}.toml")


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
        notes.append(
            "without texts only the scores of other tools can be judged (scores:NAME=FILE)"
        )
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
        "sets": {"base": base, "+fluency": [*base, "REF-F", "GPT-3.5"], "+INPUT": [*base, "INPUT"]},
    }


def config_text(content: Content, out: str) -> str:
    """Return a config as TOML.

    Args:
        content: of the config.
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
    """Return a part of a config with paths as text, relative ones from a place."""
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
        raise FormatError(visible(found), None, "invalid UTF-8 in a name")
    return json.dumps(found, ensure_ascii=False).replace("\x7f", "\\u007f")


def sentences_file(out: str) -> str:
    """Return where the numbers of a config's sentences lie: beside it."""
    path = Path(out)
    return os.fspath(path.with_name(f"{path.stem}-sentences.txt"))


MEASURES = ("pearson", "spearman")


class Row(NamedTuple):
    """A metric in the paper's table, on one corpus.

    label    as the paper calls it
    words    what it is here
    betas    chosen for r and for rho; None for a metric without beta
    printed  r and rho as the paper prints them
    """

    label: str
    words: str
    betas: tuple[float, float] | None
    printed: tuple[str, str]


class Corpus(NamedTuple):
    """A corpus of the paper's table: its name, how large it is, what metrics get."""

    name: str
    n_systems: int
    n_sentences: int
    rows: tuple[Row, ...]


_TABLE = json.loads(Path(__file__).with_name("green2024.json").read_text("utf-8"))
CORPORA = {
    key: Corpus(**{**corpus, "rows": tuple(Row(*row) for row in corpus["rows"])})
    for key, corpus in _TABLE.items()
}

# Cells that need not be equal, by corpus and label: why.
DIFFERS = {
    ("conll14", "ERRANT"): "the paper has edits of ERRANT 2.0.0, another version makes others"
}

# What a config must have for a metric: its fields, and how people write them.
NEEDS = {
    "m2": (("gold",), "gold (--gold, for FCE)"),
    "errant": (("errant", "errant_systems"), "errant and [errant-systems]"),
    "green": (("source", "references"), "source and references"),
    "gleu": (("source", "references"), "source and references"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the paper, and ours.

    corpus   "conll14" or "gmeg-fce"
    label    the metric as the paper calls it
    metric   its name in results; "" where it was left out
    measure  "pearson" or "spearman"
    beta     that both have; None without one
    printed  the paper's number, as it stands there
    found    ours; None where it was left out
    reason   why it was left out, or why it may differ; "" where there is no reason
    """

    corpus: str
    label: str
    metric: str
    measure: str
    beta: float | None
    printed: str
    found: float | None
    reason: str = ""

    @property
    def shown(self) -> str:
        """Our number with the paper's digits, "" where it was left out."""
        if self.found is None:
            return ""
        text = f"{self.found:.3f}"
        return text.replace("0.", ".", 1) if abs(self.found) < 0.9995 else text

    @property
    def verdict(self) -> str:
        """Return "equal", "differs" with a reason that is known, "off" without one, or "absent"."""
        if self.found is None:
            return "absent"
        if self.shown == self.printed:
            return "equal"
        return "differs" if self.reason else "off"

    @property
    def difference(self) -> float | None:
        """Ours less the paper's."""
        return None if self.found is None else self.found - float(self.printed)

    def to_dict(self) -> dict[str, Any]:
        """Return all as JSON has it."""
        return {
            "corpus": self.corpus,
            "label": self.label,
            "metric": self.metric or None,
            "measure": self.measure,
            "beta": self.beta,
            "paper": float(self.printed),
            **{name: getattr(self, name) for name in ("found", "difference", "verdict", "reason")},
        }


def require_sizes(key: str, config: Config, n_sentences: int | None = None) -> None:
    """Raise FormatError unless a config has the paper's systems, and as many sentences."""
    known = CORPORA[key]
    for n, expected, what in (
        (len(config.systems), known.n_systems, "systems"),
        (n_sentences, known.n_sentences, "sentences"),
    ):
        if n is not None and n != expected:
            raise config.refusal(f"{n} {what}, expected the {expected} of the paper")


def absent_reason(config: Config, row: Row) -> str:
    """Return why a row cannot be made of a config, "" if it can."""
    fields, names = NEEDS[row.words.partition(":")[0]]
    has_all = all(getattr(config, field) for field in fields)
    return "" if has_all else f"the config has no {names}"


def _judged(key: str, config: Config, options: Options, *, sweeps: bool) -> Judgment:
    """Judge the metrics of a corpus at the betas of the paper."""
    rows = [row for row in CORPORA[key].rows if not absent_reason(config, row)]
    if not rows:
        raise config.refusal("no file of a metric: expected gold, or source and references")
    metrics = wanted(row.words for row in rows)
    named = zip(metrics, rows, strict=True)
    betas = {metric.name: row.betas for metric, row in named if row.betas is not None}
    (judgment,) = judge([config], metrics, replace(options, betas_of=betas))
    found = {metric.name: one for metric, one in zip(metrics, judgment.metrics, strict=True)}
    for name, one in found.items():
        if len(one.results) > 1:  # what the paper chose each of the two betas for
            pairs = zip(one.results, MEASURES, strict=True)
            results = tuple(replace(result, chosen_by=by) for result, by in pairs)
            found[name] = replace(one, results=results)
    if sweeps and betas:
        swept = [metric for metric in metrics if metric.name in betas]
        (beside,) = judge([config], swept, options)
        for one in beside.metrics:
            known = found[one.metric]
            found[one.metric] = replace(known, sweep=one.sweep, more=one.more, bands=one.bands)
    return replace(judgment, metrics=tuple(found.values()))


def cells_of(key: str, config: Config, judgment: Judgment) -> list[Cell]:
    """Return the cells of a corpus.

    Args:
        key: of CORPORA.
        config: of the corpus.
        judgment: of its metrics at the betas of the paper.
    """
    known = {judged.metric: judged for judged in judgment.metrics}
    cells = []
    for row in CORPORA[key].rows:
        (metric,) = wanted([row.words])
        judged = known.get(metric.name)
        reason = absent_reason(config, row) or DIFFERS.get((key, row.label), "")
        for number, measure in enumerate(MEASURES):
            name, found = "", None
            if judged is not None:
                name = metric.name
                found = judged.results[number if row.betas else 0].correlations[measure]
            beta = None if row.betas is None else row.betas[number]
            printed = row.printed[number]
            cells.append(Cell(key, row.label, name, measure, beta, printed, found, reason))
    return cells


@dataclass(frozen=True, slots=True)
class Reproduction:
    """The paper's table, made again.

    cells      of all corpora
    judgments  of each corpus, as `judge` returns them
    warnings   of readers, and of what is judged
    notes      what could not be checked
    options     how they were made
    """

    cells: tuple[Cell, ...]
    judgments: tuple[Judgment, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    options: Options

    def to_dict(self) -> dict[str, Any]:
        """Return all as JSON has it; `corpora` is what `fastgec meta` has there."""
        parameters: dict[str, Any] = {"seed": self.options.seed}
        if self.options.resamples is not None:
            parameters["resamples"] = self.options.resamples
            parameters["resample"] = list(self.options.kinds)
        return {
            "command": "meta green2024",
            "version": __version__,
            "parameters": parameters,
            "cells": [cell.to_dict() for cell in self.cells],
            "corpora": [judgment.to_dict() for judgment in self.judgments],
        }


def reproduce(
    configs: Mapping[str, Config],
    *,
    resamples: int | None = None,
    seed: int = 0,
    sweeps: bool = False,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Reproduction:
    """Make the paper's table again.

    Args:
        configs: by the keys of CORPORA, one or both.
        resamples: for intervals; None: there are none.
        seed: of all draws.
        sweeps: whether correlations at every beta are made too, for a picture.
        jobs: threads; None: all cores.
        progress: called with the number of sentences done.

    Raises:
        FormatError: a config or a file is bad, or has other systems or sentences than the paper.
    """
    configs = {key: replace(config, name=key) for key, config in configs.items()}
    for key, config in configs.items():
        require_sizes(key, config)
    cells: list[Cell] = []
    judgments = []
    options = Options(resamples=resamples, seed=seed, jobs=jobs, progress=progress)
    for key, config in configs.items():
        judgment = _judged(key, config, options, sweeps=sweeps)
        require_sizes(key, config, judgment.facts.sentences)
        judgments.append(judgment)
        cells += cells_of(key, config, judgment)
    warnings = tuple(line for one in judgments for line in one.warnings)
    notes = tuple(line for one in judgments for line in one.notes)
    return Reproduction(tuple(cells), tuple(judgments), warnings, notes, options)
