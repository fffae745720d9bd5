"""Golden data of meta-evaluation, and files that tests make of the shared corpora."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from golden_data import read_json

CONLL14 = ("AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU")
CONLL14 += ("UFC", "UMC")

# A command of docs/meta.md, which draws three pictures.
PICTURES = (
    "fastgec meta green2024 --conll14 conll14.toml "
    "--plot figure2.svg sweep=figure3.svg scatter:both=figure4.svg"
)


def golden(shared: Path, name: str) -> Any:
    """Return a golden file of meta-evaluation."""
    path = shared / "golden" / "meta" / f"{name}.json.gz"
    return read_json(path)


def judgments(shared: Path) -> Path:
    """Return the rankings of CoNLL-2014 by Grundkiewicz et al. (2015)."""
    return shared / "data" / "human" / "conll14-grundkiewicz2015-judgments.xml.gz"


def conll14_config(
    shared: Path,
    folder: Path,
    *,
    base: int = 0,
    file: Path | None = None,
    drop: Sequence[int] = (),
) -> Path:
    """Write a config of CoNLL-2014 with its rankings; INPUT is the source."""
    data = shared / "data" / "conll14"
    systems = {one: data / "systems" / f"official-{one}.txt" for one in CONLL14}
    systems["INPUT"] = data / "source.txt"
    lines = [
        'name = "conll14"',
        f'source = "{data / "source.txt"}"',
        f'references = ["{data / "ref0.txt"}", "{data / "ref1.txt"}"]',
        f'gold = "{data / "gold.m2"}"',
        f"drop = {list(drop)}",
        "[systems]",
        *(f'{label} = "{path}"' for label, path in systems.items()),
        "[[human]]",
        'name = "expected wins"',
        'kind = "rankings"',
        f'file = "{file or judgments(shared)}"',
        f"base = {base}",
    ]
    path = folder / "conll14.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def gmeg_fce_config(shared: Path, folder: Path, *, gold: bool = True) -> Path:
    """Write a config of GMEG's FCE, dev before test, with its ratings; the source is a system."""
    data = shared / "data"
    folders = [data / "gmeg-fce-dev", data / "gmeg-fce"]
    ratings = [
        data / "human" / f"gmeg-fce-{part}-segment-scores.csv.gz" for part in ("dev", "test")
    ]

    def joined(name: str) -> str:
        return json.dumps([str(one / name) for one in folders])

    labels = ("amu", "lstm", "lstm-r", "marian", "nus", "source", "transformer")
    names = [f"systems/{label}.txt".replace("systems/source", "source") for label in labels]
    lines = [
        'name = "gmeg-fce"',
        f"source = {joined('source.txt')}",
        f"references = [{', '.join(joined(f'ref{k}.txt') for k in range(4))}]",
        *([f'gold = "{data / "gmeg-fce" / "dev-then-test.errant.m2.gz"}"'] if gold else []),
        "[systems]",
        *(f"{label} = {joined(name)}" for label, name in zip(labels, names, strict=True)),
        "[[human]]",
        'name = "expected wins"',
        'kind = "segments"',
        f"file = {json.dumps([str(path) for path in ratings])}",
    ]
    path = folder / "gmeg-fce.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
