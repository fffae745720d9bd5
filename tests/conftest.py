"""Where the shared golden files and corpora stand: FASTGEC_SHARED, else beside the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    place = os.environ.get("FASTGEC_SHARED")
    path = Path(place) if place else Path(__file__).parents[2] / "shared"
    if not (path / "golden").is_dir():
        pytest.skip(f"no shared golden files in {path} (set FASTGEC_SHARED)")
    return path
