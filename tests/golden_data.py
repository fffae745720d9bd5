"""Golden data: where its files are, how they are read, and which texts they are about.

What holds no text of a corpus is in `data/golden`, laid out as the folder `golden` of `shared`.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

COMMITTED = Path(__file__).resolve().parent / "data" / "golden"
SHARED = Path(
    os.environ.get("FASTGEC_SHARED", Path(__file__).resolve().parent.parent.parent / "shared")
)
GOLDEN = SHARED / "golden"

# Texts of golden files of GREEN and GLEU: the folder of data of each.
CORPORA = {"conll14-official": "conll14", "gmeg-fce": "gmeg-fce", "jfleg-dev": "jfleg-dev"}


def golden(name: str) -> Path:
    """Return the path of a golden file: in this repository, or in the folder `shared`."""
    for path in (COMMITTED / name, GOLDEN / name):
        if path.exists():
            return path
    pytest.skip(f"no golden data in {GOLDEN}: {name}")


def read_json(path: Path) -> Any:
    """Return what a compressed file of JSON holds."""
    return json.loads(gzip.decompress(path.read_bytes()))


def read_jsonl(path: Path) -> list[Any]:
    """Return what each line of a compressed file of JSON lines holds."""
    return list(map(json.loads, gzip.decompress(path.read_bytes()).splitlines()))


def content_of(path: Path) -> bytes:
    """Return what a file holds, which may be compressed."""
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def digest_of(path: Path) -> str:
    """Return the SHA-256 of what a file holds."""
    return hashlib.sha256(content_of(path)).hexdigest()


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
