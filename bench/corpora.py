"""Corpora for the benchmarks: seeded ones, and real ones where they are present."""

from __future__ import annotations

import os
import random
import re
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("FASTGEC_SHARED", PROJECT.parent / "shared"))
WORDS = [f"{stem}{ending}" for stem in "lonakitru" for ending in ("", "s", "ed", "ing", "er", "ly")]


@dataclass(frozen=True)
class Corpus:
    """A gold file, a system's output, and the number of their sentences."""

    name: str
    gold: Path
    system: Path
    n_sentences: int


def make_corpus(
    folder: Path,
    n_sentences: int,
    *,
    share: float,
    tokens: tuple[int, int] = (5, 40),
    seed: int = 20140615,
) -> Corpus:
    """Write a gold file of two annotators and an output that changes a share of the tokens.

    Sentences have a number of tokens between the two that are given, these included.
    """
    draw = random.Random(seed)
    gold, system = [], []
    for _ in range(n_sentences):
        source = draw.choices(WORDS, k=draw.randint(*tokens))
        gold.append("S " + " ".join(source))
        for annotator in range(2):
            for start in sorted(draw.sample(range(len(source)), k=min(3, len(source)))):
                word = draw.choice(WORDS)
                gold.append(f"A {start} {start + 1}|||T|||{word}|||REQUIRED|||-NONE-|||{annotator}")
        gold.append("")
        written = [draw.choice(WORDS) if draw.random() < share else word for word in source]
        system.append(" ".join(written))
    folder.mkdir(parents=True, exist_ok=True)
    name = f"seeded-{n_sentences}-{share:g}-{tokens[0]}to{tokens[1]}"
    gold_path, system_path = folder / f"{name}.m2", folder / f"{name}.txt"
    gold_path.write_text("\n".join(gold), encoding="utf-8")
    system_path.write_text("\n".join(system) + "\n", encoding="utf-8")
    return Corpus(name, gold_path, system_path, n_sentences)


def make_different_copies(folder: Path, corpus: Corpus, n_copies: int) -> Corpus:
    """Write a corpus many times over; the first word of a sentence bears the number of the copy."""
    gold = corpus.gold.read_text(encoding="utf-8").replace("\r\n", "\n").strip("\n") + "\n\n"
    system = corpus.system.read_text(encoding="utf-8").replace("\r\n", "\n")
    copies = Corpus(
        f"{corpus.name}-x{n_copies}",
        folder / "copies.m2",
        folder / "copies.txt",
        corpus.n_sentences * n_copies,
    )
    with copies.gold.open("w", encoding="utf-8") as file:
        for number in range(n_copies):
            file.write(re.sub(r"^(S \S+)", rf"\1~{number}", gold, flags=re.MULTILINE))
    with copies.system.open("w", encoding="utf-8") as file:
        for number in range(n_copies):
            file.write(re.sub(r"^(\S+)", rf"\1~{number}", system, flags=re.MULTILINE))
    return copies


def real_corpora() -> list[Corpus]:
    found = []
    for dataset, system, n_sentences in (
        ("conll14", "official-AMU", 1312),
        ("conll14", "naacl2018", 1312),
        ("conll14", "pillars-T5-11B", 1312),
        ("bea-dev", "pillars-T5-11B", 4384),
    ):
        folder = SHARED / "data" / dataset
        if folder.is_dir():
            path = folder / "systems" / f"{system}.txt"
            found.append(Corpus(f"{dataset}-{system}", folder / "gold.m2", path, n_sentences))
    return found
