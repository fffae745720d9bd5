"""Golden data of meta-evaluation, and files that tests make of the shared corpora."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

CONLL14 = ("AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU")
CONLL14 += ("UFC", "UMC")


def golden(shared: Path, name: str) -> Any:
    """Return a golden file of meta-evaluation."""
    path = shared / "golden" / "meta" / f"{name}.json.gz"
    return json.loads(gzip.decompress(path.read_bytes()))


def judgments(shared: Path) -> Path:
    """Return the rankings of CoNLL-2014 by Grundkiewicz et al. (2015)."""
    return shared / "data" / "human" / "conll14-grundkiewicz2015-judgments.xml.gz"


def conll14_card(
    shared: Path,
    folder: Path,
    *,
    base: int = 0,
    file: Path | None = None,
    drop: Sequence[int] = (),
) -> Path:
    """Write a card of CoNLL-2014 with its rankings; INPUT is the source."""
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
