"""Golden data of meta-evaluation, and files that tests make of the shared corpora."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

CONLL14 = ("AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU")
CONLL14 += ("UFC", "UMC")


def golden(shared: Path, name: str) -> Any:
    """Return a golden file of meta-evaluation."""
    path = shared / "golden" / "meta" / f"{name}.json.gz"
    return json.loads(gzip.decompress(path.read_bytes()))
