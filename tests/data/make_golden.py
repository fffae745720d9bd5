"""Write the folder golden: golden data that holds no text of a corpus.

Usage: make_golden.py SHARED, in the folder of this file, with tests and bench on the path.

Of the folder SHARED/golden are copied: made-up files as they are, files of numbers alone, and of
files that hold sentences of corpora, or examples of other projects, the made-up cases. Cases of
invented words are drawn here; MaxMatch's faithful reference kernel counts them, and the slow oracle
must agree.
"""

from __future__ import annotations

import difflib
import gzip
import json
import random
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import cases
import oracle_m2 as oracle
from fastgec.maxmatch.reference.faithful import FaithfulMatcher
from golden_data import digest_of

MADE_UP = """
m2-random/tiny-* m2-random/inserts-*
green/rounding.json.gz gleu/rng_randint.json.gz gleu/whitespace.json.gz
errant/compare/small.json.gz errant/edge-cases.json.gz
errant/random/made-up.jsonl.gz errant/random/targeted*.jsonl.gz
imeasure/random-* imeasure/original-messy/*
"""
# Numbers alone: what the published programs make of corpora.
NUMBERS = """
m2/*.json.gz green/*_word.json.gz green/*_char.json.gz gleu/*_official_* gleu/*_equation_*
imeasure/nomix/* imeasure/mix/* imeasure/totals.json.gz imeasure/options-*
cleme/*
"""
# Marks of texts that are not ours, in files of edge cases.
FOREIGN = ("gramamtical", "Hokus Pokus", "the sentence was corrected")
INVENTED = {  # name: number of cases, options
    "invented-u2": (3000, cases.Options(2, False, False)),
    "invented-release3.2-u2": (1000, cases.Options(2, True, False)),
    "invented-u3": (1000, cases.Options(3, False, False)),
}
SYLLABLES = (
    "ba be bri co da dre fa fo gli ha jo ka klo la lu ma mi na no pa plu ra ro sa sti ta tu vo"
)


def compressed(lines: list[str]) -> bytes:
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)


def copy(source: Path, target: Path) -> None:
    """Copy what is made up, and numbers, as they are."""
    for pattern in (*MADE_UP.split(), *NUMBERS.split()):
        for path in sorted(source.glob(pattern)):
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


def select(source: Path, target: Path) -> None:
    """Write the made-up cases of files that hold others, too."""
    for name in ("green/edge-cases", "gleu/edge_cases"):
        content = json.loads(gzip.decompress((source / f"{name}.json.gz").read_bytes()))
        kept = [case for case in content if not any(mark in json.dumps(case) for mark in FOREIGN)]
        (target / f"{name}-made-up.json.gz").write_bytes(compressed([json.dumps(kept)]))
    runs = []
    for name in ("errant_compare", "more"):
        content = json.loads(
            gzip.decompress((source / f"errant/compare/{name}.json.gz").read_bytes())
        )
        runs += [run for run in content["runs"] if is_table(run)]
    (target / "errant/compare/tables.json.gz").write_bytes(compressed([json.dumps(runs)]))
    path = source / "imeasure/alignments.tsv.gz"
    head, *rows = gzip.decompress(path.read_bytes()).decode().splitlines()
    is_made_up = re.compile(r"[wxy]\d+|").fullmatch
    rows = [row for row in rows if all(map(is_made_up, re.split("[\t ]", row.rsplit("\t", 2)[0])))]
    (target / "imeasure/alignments-made-up.tsv.gz").write_bytes(compressed([head, *rows]))
    texts = {}
    for kind, end in (("m2", "\n\n"), ("hyp", "\n"), ("counts", "\n")):
        path = source / f"m2-killers/killers.{kind}.gz"
        texts[kind] = gzip.decompress(path.read_bytes()).decode().strip("\n").split(end)
    made_up = [bool(re.fullmatch(r"S( [sw]?\d+)+", block.split("\n")[0])) for block in texts["m2"]]
    (target / "m2-killers").mkdir(exist_ok=True)
    for kind, parts in texts.items():
        kept = [part for part, is_ours in zip(parts, made_up, strict=True) if is_ours]
        kept = [part + "\n" for part in kept] if kind == "m2" else kept
        (target / f"m2-killers/made-up.{kind}.gz").write_bytes(compressed(kept))


def is_table(run: dict[str, Any]) -> bool:
    """Whether a run of errant_compare prints numbers, of texts that are in a public checkout."""
    files = run["argv"][1], run["argv"][3]
    is_public = all(name.startswith("conll14") and name.endswith(".errant") for name in files)
    return is_public and "-v" not in run["argv"] and bool(run["stdout"])


def words() -> Iterator[str]:
    """Yield invented words, of one to three syllables."""
    draw = random.Random(41)
    seen: set[str] = set()
    while True:
        word = "".join(draw.choices(SYLLABLES.split(), k=draw.choice((1, 2, 2, 3))))
        if word not in seen:
            seen.add(word)
            yield word


def natural(draw: random.Random) -> cases.Case:
    """Return a sentence of 5 to 25 words: some are frequent, edits are few, a full stop ends it."""
    size = draw.randint(5, 25)
    source = [min(int(draw.paretovariate(0.5)), 498) for _ in range(size)] + [0]
    texts = [cases.mutated(draw, source, 300, rate) for rate in (0.12, 0.1, 0.1)]
    golds = tuple(gold_of(source, text) for text in texts[1 : draw.choice((2, 3))])
    hypothesis = texts[0] if draw.random() < 0.5 else cases.mutated(draw, texts[1], 300, 0.05)
    return cases.Case(tuple(source), tuple(hypothesis), golds)


def gold_of(source: list[int], text: list[int]) -> tuple[cases.GoldEdit, ...]:
    """Return the edits that make a text of a source."""
    codes = difflib.SequenceMatcher(None, source, text, autojunk=False).get_opcodes()
    return tuple((i, j, (tuple(text[k:end]),)) for tag, i, j, k, end in codes if tag != "equal")


def invent(target: Path) -> None:
    """Draw cases of invented words, and count them twice."""
    found = words()
    names = [".", *(next(found) for _ in range(499))]
    for number, (name, (size, options)) in enumerate(INVENTED.items()):
        draw = random.Random(4100 + number)
        drawn = [natural(draw) for _ in range(size)]
        matcher = cases.matcher_of(drawn, options, FaithfulMatcher)
        table = np.zeros((matcher.n_rows, 3), np.int64)
        if matcher.count(0, size, table, np.zeros(1, np.int32), 1 << 30) != -1:
            raise SystemExit(f"{name}: a case that the kernel cannot count")
        rows = iter(table.tolist())
        lines: dict[str, list[str]] = {"m2": [], "hyp": [], "counts": []}
        for case in drawn:
            counts = {k: next(rows) for k in range(len(case.annotators))}
            block = [f"S {' '.join(names[token] for token in case.source)}"]
            for k, edits in enumerate(case.annotators):
                for start, end, (tokens,) in edits:
                    text = " ".join(names[token] for token in tokens)
                    block.append(f"A {start} {end}|||X|||{text}|||REQUIRED|||-NONE-|||{k}")
                if not edits:
                    block.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{k}")
            hypothesis = [names[token] for token in case.hypothesis]
            (sentence,) = oracle.parse_m2("\n".join(block))
            other = oracle.count_sentence(
                sentence.source,
                hypothesis,
                sentence.annotators,
                max_unchanged_words=options.max_unchanged_words,
                ignore_whitespace_casing=False,
                release="3.2" if options.is_release_3_2 else "development",
            )
            if {k: list(row) for k, row in other.items()} != counts:
                raise SystemExit(f"{name}: kernel {counts}, oracle {other}\n{block}\n{hypothesis}")
            lines["m2"].append("\n".join(block) + "\n")
            lines["hyp"].append(" ".join(hypothesis))
            lines["counts"].append(json.dumps({str(k): row for k, row in counts.items()}))
        for kind, column in lines.items():
            (target / f"m2-random/{name}.{kind}.gz").write_bytes(compressed(column))


def identify(data: Path, target: Path) -> None:
    """Write the SHA-256 of each text of the corpora, by which `tests/evidence.py` finds it."""
    paths = [
        path for path in sorted(data.rglob("*")) if path.is_file() and "human" not in str(path)
    ]
    digests = {str(path.relative_to(data)): digest_of(path) for path in paths}
    (target / "corpora.json").write_text(json.dumps(digests, indent=0) + "\n", encoding="utf-8")


def main(shared: Path, target: Path) -> None:
    copy(shared / "golden", target)
    identify(shared / "data", target)
    select(shared / "golden", target)
    invent(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).parent / "golden")
