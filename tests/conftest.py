"""Fixtures that several rooms' tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of corpora and golden data: beside the project, or where FASTGEC_SHARED says."""
    folder = Path(os.environ.get("FASTGEC_SHARED", PROJECT.parent / "shared"))
    if not (folder / "golden").is_dir():
        pytest.skip(f"no golden data in {folder}: only our own small goldens are checked")
    return folder
