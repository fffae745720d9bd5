"""Golden data of the folder `shared`: how its files are read, and which texts they are about."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

# Texts of golden files of GREEN and GLEU: the folder of data of each.
CORPORA = {"conll14-official": "conll14", "gmeg-fce": "gmeg-fce", "jfleg-dev": "jfleg-dev"}


def read_json(path: Path) -> Any:
    """Return what a compressed file of JSON holds."""
    return json.loads(gzip.decompress(path.read_bytes()))


def read_jsonl(path: Path) -> list[Any]:
    """Return what each line of a compressed file of JSON lines holds."""
    return list(map(json.loads, gzip.decompress(path.read_bytes()).splitlines()))


def columns_of(shared: Path, corpus: str) -> tuple[Path, list[Path]]:
    """Return the source and the references of a corpus."""
    folder = shared / "data" / CORPORA[corpus]
    return folder / "source.txt", sorted(folder.glob("ref*.txt"))


def system_path(shared: Path, corpus: str, system: str) -> Path:
    """Return the output of a system, whose name may lack its prefix."""
    folder = shared / "data" / CORPORA[corpus]
    if system == "source":
        return folder / "source.txt"
    name = "naacl2018" if system == "mlconvgec-naacl2018" else system
    paths = [folder / "systems" / f"{prefix}{name}.txt" for prefix in ("", "official-")]
    return next(path for path in paths if path.exists())
