"""Memory does not grow with work: a short version of faults/leaks.py."""

from __future__ import annotations

import os
import sys

import pytest

from faults.leaks import MAY_GROW, growths


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or bool(os.environ.get("LD_PRELOAD")),
    reason="reads /proc; sanitizers keep what is freed",
)
def test_memory_is_flat_over_many_sentences_and_refusals() -> None:
    for name, (before, after) in growths(4000).items():
        assert after - before <= MAY_GROW, name
