"""What projection (`--retokenize`) loses, what it gets wrong, and how long it takes.

    python bench/retokenize.py [loss | false-edits | time ...]

Prints three tables. The first two need the real corpora beside the project, and detokenizers of
others, of which those that are installed take part:

    pip install sacremoses nltk mosestokenizer indic-nlp-library transformers

loss         F0.5 of systems' outputs as they are, detokenized, and detokenized and projected
false-edits  unchanged source lines, detokenized and projected, that are not what they were
time         microseconds of the processor for a character, by what is done to a line and its length
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from corpora import SHARED
from fastgec import Gold, m2, retokenize
from fastgec.read.lines import Lines
from fastgec.texts.retokenize import Projection

Detokenize = Callable[[list[str]], str]

SYSTEMS = (
    ("conll14", "pillars-T5-11B"),
    ("conll14", "pillars-GECToR-2024"),
    ("bea-dev", "pillars-T5-11B"),
    ("bea-dev", "pillars-EditScorer"),
    ("jfleg-dev", "naacl2018"),
)
SOURCES = ("conll14", "bea-dev", "jfleg-dev", "gmeg-fce")


def detokenizers() -> Iterator[tuple[str, Detokenize]]:
    """Yield detokenizers of others that are installed: none of them is ours."""
    if importlib.util.find_spec("sacremoses"):
        from sacremoses import MosesDetokenizer

        moses = MosesDetokenizer(lang="en")
        # What looks like an entity is text here.
        yield "sacremoses", lambda tokens: str(moses.detokenize(tokens, unescape=False))
    if importlib.util.find_spec("mosestokenizer"):  # Perl, as published
        from mosestokenizer import MosesDetokenizer as Perl

        yield "Moses (Perl)", Perl("en")
    if importlib.util.find_spec("indicnlp"):
        from indicnlp.tokenize.indic_detokenize import trivial_detokenize

        yield "indic-nlp", lambda tokens: str(trivial_detokenize(" ".join(tokens), "en"))
    if importlib.util.find_spec("transformers"):
        from transformers import PreTrainedTokenizerBase

        clean = PreTrainedTokenizerBase.clean_up_tokenization
        yield "transformers", lambda tokens: str(clean(" ".join(tokens)))
    if importlib.util.find_spec("nltk"):
        from nltk.tokenize.treebank import TreebankWordDetokenizer

        yield "NLTK", TreebankWordDetokenizer().detokenize


def characters(line: str) -> str:
    return "".join(line.split())


def detokenized(lines: list[str], detokenize: Detokenize) -> list[str]:
    return [" ".join(detokenize(line.split()).split()) if line.strip() else "" for line in lines]


def source_of(corpus: str) -> list[str]:
    path = SHARED / "data" / corpus / "gold.m2"
    if not path.exists():
        return lines_of(SHARED / "data" / corpus / "source.txt")
    gold = Gold.read(path)
    return [gold.sources[number] for number in range(len(gold))]


def lines_of(path: object) -> list[str]:
    lines = Lines.read(str(path))
    return [lines[number] for number in range(len(lines))]


def loss() -> None:
    print("| system | detokenized by | as is | raw | projected | loss |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for corpus, system in SYSTEMS:
        folder = SHARED / "data" / corpus
        gold = Gold.read(folder / "gold.m2")
        lines = lines_of(folder / "systems" / f"{system}.txt")
        as_is = m2.evaluate(lines, gold, jobs=None).f
        for name, detokenize in [("(nobody)", " ".join), *detokenizers()]:
            raw = detokenized(lines, detokenize)
            before = m2.evaluate(raw, gold, jobs=None).f
            after = m2.evaluate(retokenize(raw, gold), gold, jobs=None).f
            print(
                f"| {corpus} {system} | {name} | {100 * as_is:.2f} | {100 * before:.2f} "
                f"| {100 * after:.2f} | {100 * (as_is - after):.2f} |",
                flush=True,
            )


def false_edits() -> None:
    print("| source | detokenized by | lines | words changed | characters changed | false edits |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for corpus in SOURCES:
        source = source_of(corpus)
        for name, detokenize in detokenizers():
            raw = detokenized(source, detokenize)
            pairs = list(zip(source, raw, retokenize(raw, source), strict=True))
            changed = sum(line.split() != other.split() for line, other, _ in pairs)
            is_other = [characters(line) != characters(other) for line, other, _ in pairs]
            false = sum(
                line.split() != done.split()
                for (line, _, done), other in zip(pairs, is_other, strict=True)
                if not other
            )
            print(
                f"| {corpus} | {name} | {len(source)} | {changed} | {sum(is_other)} | {false} |",
                flush=True,
            )


def cases(n: int, draw: random.Random) -> Iterator[tuple[str, str, str]]:
    """Yield kinds of lines of about n characters: name, source, output."""
    words = ["".join(draw.choices("etaoinshrdlu", k=draw.randint(1, 9))) for _ in range(3000)]

    def text() -> list[str]:
        tokens = draw.choices(words, k=max(2, n // 6))
        return [token if draw.random() > 0.1 else draw.choice(',."') for token in tokens]

    def edited(tokens: list[str], share: float) -> list[str]:
        return [draw.choice(words) if draw.random() < share else token for token in tokens]

    def raw(tokens: list[str]) -> str:
        return " ".join(tokens).replace(" ,", ",").replace(" .", ".").replace(' "', '"')

    tokens = text()
    source = " ".join(tokens)
    loop = (tokens[:20] * (len(tokens) // 20 + 1))[: len(tokens)]
    yield "unchanged", source, raw(tokens)
    yield "5 % of the tokens changed", source, raw(edited(tokens, 0.05))
    yield "30 % of the tokens changed", source, raw(edited(tokens, 0.3))
    yield "rewritten", source, raw(text())
    yield "shuffled", source, raw(draw.sample(tokens, len(tokens)))
    yield "looping", source, raw(loop)
    yield "both looping", " ".join(loop), raw(loop[5:] + loop[:7])
    yield "ten times as long", " ".join(tokens[: max(2, len(tokens) // 10)]), raw(text())
    yield "a tenth of the length", source, raw(text()[: max(2, len(tokens) // 10)])
    yield "without spaces, 10 % changed", source, "".join(edited(tokens, 0.1))
    yield "signs alone", "! " * (n // 2), "?" * n
    yield "one letter", "a" * n, "a" * (n // 2) + "b" + "a" * (n // 2)


def timed() -> None:
    sizes = (100, 300, 1000, 10_000, 100_000, 1_000_000)
    print(f"| line | {' | '.join(f'{size:,}' for size in sizes)} |")
    print(f"| --- |{' ---: |' * len(sizes)}")
    rows: dict[str, list[str]] = {}
    for size in sizes:
        draw = random.Random(size)
        batch = [list(cases(size, draw)) for _ in range(max(1, min(100, 100_000 // size)))]
        for number, (name, _, _) in enumerate(batch[0]):
            source = Lines.of([cases_of[number][1] for cases_of in batch])
            output = Lines.of([cases_of[number][2] for cases_of in batch])
            projection = Projection()
            projection.learn(source[k][:100_000] for k in range(min(len(source), 100)))
            seconds = []
            for _ in range(5):
                start = time.process_time()
                projection.project(source, [output])
                seconds.append(time.process_time() - start)
            n_characters = max(len(source.data), len(output.data))
            rows.setdefault(name, []).append(
                f"{1e6 * statistics.median(seconds) / n_characters:.2f}"
            )
    for name, values in rows.items():
        print(f"| {name} | {' | '.join(values)} |")


TABLES = {"loss": loss, "false-edits": false_edits, "time": timed}


def main() -> None:
    for name in sys.argv[1:] or TABLES:
        print(f"\n{name}\n")
        TABLES[name]()


if __name__ == "__main__":
    main()
