"""Search for Chinese sentences whose M2 differs from that of the slow oracle.

    python bench/search_chinese.py --cases 100000 --seed 1 [--chinese-data FOLDER]

Draws short sentences (repeats, Latin letters, digits, marks, tokens of several characters) with
small random resources, or with those of the folder and pypinyin, and compares whole blocks with
`tests/oracle_chinese.py`, in all modes and with both strategies. Stops at the first difference.
Same seed, same cases.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import oracle_chinese as oracle
from fastgec.annotate.chinese import MISSING, Data, Options, Text, annotate

HAN = "的地得在再他她它做作们了好皓"
OTHERS = "ab1。，（？！·《é𠮷㐀"
TAGS = ("n", "ns", "v", "a", "b", "wp", "m", "x")
MOST_PATHS = 3000  # that the oracle walks
Texts = list[list[str]]


class Case(NamedTuple):
    """A source and its targets, in tokens, with tags in word mode."""

    texts: Texts
    tags: Texts
    mode: str  # characters, segmented or words
    is_first: bool


def random_resources(draw: random.Random) -> oracle.Resources:
    """Resources in which ties and all values of a cost are frequent."""
    tokens = [*HAN, *OTHERS, *(a + b for a in HAN[:6] for b in HAN[:6])]
    codes = {token: draw.choice("AB") + draw.choice("ab") + draw.choice("01") + "1A01="
             for token in tokens if draw.random() < 0.6}  # fmt: skip
    confusions = {letter: set(draw.sample(HAN, 3)) for letter in HAN if draw.random() < 0.5}
    sounds = {letter: draw.sample(["de", "zai", "ta", "zuo"], draw.choice((1, 1, 2)))
              for letter in HAN}  # fmt: skip
    forms = {
        letter: [
            ";".join(draw.choice(("null", "a", "ab", "ab,cd", "de")) for _ in range(5)),
            *draw.sample(["xy", "xyz", "x", "wz"], draw.choice((1, 2))),
        ]
        for letter in HAN
        if draw.random() < 0.7
    }
    return oracle.Resources(
        codes,
        confusions,
        forms,
        lambda token: set(sounds.get(token[0], [token[0]])),
        lambda token: {sounds.get(letter, [letter])[0] for letter in token},
    )


def data_of(known: oracle.Resources) -> Data:
    """The same resources, for fastgec."""
    pinyin: Any = SimpleNamespace(readings=known.readings, words=known.words)
    return Data(
        known.codes,
        {key: " ".join(sorted(others)) for key, others in known.confusions.items()},
        {key: (sounds.split(";"), shapes) for key, (sounds, *shapes) in known.forms.items()},
        pinyin,
    )


def random_case(draw: random.Random) -> Case:
    """A source, and one or two targets that are near it or not."""
    mode = draw.choice(("characters", "characters", "segmented", "words"))
    letters = [*draw.sample(HAN + OTHERS, draw.choice((2, 4, 8, 16))), MISSING]
    weights = [5] * (len(letters) - 1) + [1]

    def tokens(size: int) -> list[str]:
        drawn = draw.choices(letters, weights, k=size)
        if mode == "characters":
            return drawn
        return [
            token + draw.choice(letters[:-1]) if draw.random() < 0.3 and token != MISSING else token
            for token in drawn
        ]

    source = tokens(draw.randint(1, 9))
    targets = []
    for _ in range(draw.choice((1, 1, 2))):
        target = list(source)
        if draw.random() < 0.2:
            target = tokens(draw.randint(1, 8))
        for _ in range(draw.randint(0, 4)):
            at = draw.randint(0, len(target))
            change = draw.choice("ISDTR")
            if change == "I":
                target[at:at] = tokens(draw.choice((1, 1, 2)))
            elif change == "S":
                target[at : at + 1] = tokens(1)
            elif change == "D":
                del target[at : at + draw.choice((1, 1, 2))]
            elif change == "T":
                target[at : at + 3] = draw.sample(target[at : at + 3], len(target[at : at + 3]))
            else:
                target += target[at : at + 2]
        targets.append(target or tokens(1))
    texts = [source, *targets]
    tags = []
    if mode == "words":  # a text is looked up, so equal texts have equal tokens and tags
        texts = list({"".join(text): text for text in texts}.values())
        texts = texts if len(texts) > 1 else [source, [*source, "好"]]
        tags = [draw.choices(TAGS, k=len(text)) for text in texts]
    return Case(texts, tags, mode, draw.random() < 0.3)


def written(case: Case, data: Data) -> str:
    """The block that fastgec writes."""
    text_of = " ".join if case.mode == "segmented" else "".join
    row = [text_of(text) for text in case.texts]
    words = None
    if case.mode == "words":
        words = {
            text: Text(tokens, tags)
            for text, tokens, tags in zip(row, case.texts, case.tags, strict=True)
        }
    strategy = "first" if case.is_first else "all"
    options = Options(strategy, case.mode == "segmented", False, words)
    return "".join(annotate(["drawn"], [row], data, options))


def n_paths(case: Case, known: oracle.Resources) -> int:
    """The most alignments of a target."""
    most = 0
    for number, target in enumerate(case.texts[1:], 1):
        source = case.texts[0]
        tags = (case.tags[0], case.tags[number]) if case.tags else ((), ())
        cells = oracle.tables(source, target, tags, known)
        counts = {(0, 0): 1}
        for a in range(len(source) + 1):
            for b in range(len(target) + 1):
                for name, size in cells[a][b]:
                    x, y = a - (name != "I") * size, b - (name != "D") * size
                    counts[a, b] = counts.get((a, b), 0) + counts[x, y]
        most = max(most, counts[len(source), len(target)])
    return most


def search(n_cases: int, seed: int, folder: Path | None = None) -> tuple[str, int]:
    """A difference, "" without one, and the number of cases compared."""
    draw = random.Random(seed)
    known, data, n_compared = oracle.Resources(), Data(), 0
    if folder:
        known, data = oracle.Resources.read(folder), Data.read(str(folder))
    for number in range(n_cases):
        if not folder and number % 50 == 0:
            known = random_resources(draw) if number % 250 else oracle.Resources()
            data = data_of(known) if number % 250 else Data()
        case = random_case(draw)
        if not case.is_first and n_paths(case, known) > MOST_PATHS:
            case = case._replace(is_first=True)
        found = written(case, data)
        expected = oracle.block(case.texts, known, case.tags, is_first=case.is_first)
        if found != expected:
            return f"{case}\nfastgec:\n{found}oracle:\n{expected}", n_compared
        n_compared += 1
    return "", n_compared


def main() -> int:
    """Search, and return 1 if a difference was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000, help="sentences (10000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chinese-data", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    start = time.monotonic()
    difference, n_compared = search(options.cases, options.seed, options.chinese_data)
    if difference:
        print(difference)
        return 1
    print(f"{n_compared} sentences, no difference; {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
