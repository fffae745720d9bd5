"""Two small corpora with judgments, made up: configs, texts, rankings, ratings, a tool's scores."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

WORDS = ("the", "a", "cat", "dog", "house", "they", "we", "have", "has", "seen", "saw", "in", "on")
WORDS += ("at", "big", "small", "very", "often", "now")
WRONG = {"the": "teh", "have": "has", "in": "on", "saw": "seen", "a": "an", "often": "offen"}
QUALITY = {"AMU": 0.8, "CAMB": 0.65, "CUUI": 0.5, "POST": 0.4, "RAC": 0.25, "INPUT": 0.0}
N_SENTENCES = 60


def write_corpus(folder: Path, name: str, kind: str, seed: int) -> None:
    """Write NAME.toml and what it names; people see how many errors are left.

    Args:
        folder: gets the files.
        name: of the corpus.
        kind: "rankings" or "segments".
        seed: of all that is made up.
    """
    generator = random.Random(seed)
    place = folder / f"{name}-texts"
    place.mkdir()
    right = [[generator.choice(WORDS) for _ in range(12)] for _ in range(N_SENTENCES)]
    source = [
        [WRONG.get(word, word) if generator.random() < 0.7 else word for word in line]
        for line in right
    ]
    outputs: dict[str, list[list[str]]] = {}
    for label, share in QUALITY.items():
        outputs[label] = [
            [
                good if bad != good and generator.random() < share else bad
                for bad, good in zip(bad_line, good_line, strict=True)
            ]
            for bad_line, good_line in zip(source, right, strict=True)
        ]
        if label != "INPUT":
            for line in outputs[label][::7]:  # no system is careful everywhere
                line[3] = "thing"
    second = [[*line[:11], "again"] if n % 3 == 0 else line for n, line in enumerate(right)]
    files = {"source": source, "ref0": right, "ref1": second, **outputs}
    for stem, lines in files.items():
        text = "".join(" ".join(line) + "\n" for line in lines)
        (place / f"{stem}.txt").write_text(text, encoding="utf-8")
    (place / "gold.m2").write_text(_gold(source, [right, second]), encoding="utf-8")
    errors = {
        label: [
            sum(a != b for a, b in zip(x, y, strict=True))
            for x, y in zip(lines, right, strict=True)
        ]
        for label, lines in outputs.items()
    }
    judged = _judged(place, kind, errors, outputs, generator)
    human = [f'file = "{name}-texts/{judged}"']
    human += ["base = 0"] if kind == "rankings" else []
    (folder / f"{name}.toml").write_text(_config(name, kind, human), encoding="utf-8")


def _config(name: str, kind: str, human: list[str]) -> str:
    files = [f"{name}-texts/{stem}.txt" for stem in ("source", "ref0", "ref1")]
    lines = [
        f'source = "{files[0]}"',
        f"references = {json.dumps(files[1:])}",
        f'gold = "{name}-texts/gold.m2"',
        "[systems]",
        *(f'{label} = "{name}-texts/{label}.txt"' for label in QUALITY),
        "[[human]]",
        'name = "expected wins"',
        f'kind = "{kind}"',
        *human,
    ]
    return "\n".join(lines) + "\n"


def _gold(source: list[list[str]], references: list[list[list[str]]]) -> str:
    blocks = []
    for number, line in enumerate(source):
        block = [f"S {' '.join(line)}"]
        for annotator, reference in enumerate(references):
            for place, (bad, good) in enumerate(zip(line, reference[number], strict=True)):
                if bad != good:
                    edit = f"A {place} {place + 1}|||R|||{good}"
                    block.append(f"{edit}|||REQUIRED|||-NONE-|||{annotator}")
            if line == reference[number]:
                block.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator}")
        blocks.append("\n".join(block) + "\n\n")
    return "".join(blocks)


def _judged(
    place: Path,
    kind: str,
    errors: dict[str, list[int]],
    outputs: dict[str, list[list[str]]],
    generator: random.Random,
) -> str:
    """Write judgments and return the name of their file."""
    if kind == "segments":
        lines = [",".join(errors)]
        for number in range(N_SENTENCES):
            rated: dict[str, float] = {}  # equal outputs are rated once
            ratings = []
            for label, counts in errors.items():
                mean = 100 - 9 * counts[number]
                output = " ".join(outputs[label][number])
                ratings.append(rated.setdefault(output, mean + generator.gauss(0, 8)))
            lines.append(",".join(f"{rating:.2f}" for rating in ratings))
        (place / "ratings.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return "ratings.csv"
    items = []
    for number in range(N_SENTENCES):
        for user in ("ann", "ben"):
            labels = generator.sample(list(errors), 4)
            noise = {label: errors[label][number] + generator.gauss(0, 1.2) for label in labels}
            ranks = {label: 1 + sum(noise[o] < noise[label] for o in labels) for label in labels}
            inner = "".join(
                f'<translation rank="{rank}" system="{label}"/>' for label, rank in ranks.items()
            )
            items.append(
                f'<ranking-item id="{len(items)}" src-id="{number}" user="{user}">{inner}'
                "</ranking-item>\n"
            )
    data = f"<results>\n{''.join(items)}</results>\n".encode()
    (place.parent / "judgments.xml.gz").write_bytes(gzip.compress(data, mtime=0))
    (place / "judgments.xml.gz").write_bytes(gzip.compress(data, mtime=0))
    return "judgments.xml.gz"


def write_folder(folder: Path) -> None:
    """Write conll14.toml, fce.toml, and scores that another tool made of the first corpus."""
    write_corpus(folder, "conll14", "rankings", 14)
    write_corpus(folder, "fce", "segments", 15)
    generator = random.Random(16)
    scores = [f"{label}\t{share + generator.gauss(0, 0.1):.4f}" for label, share in QUALITY.items()]
    (folder / "mine.tsv").write_text("\n".join(scores) + "\n", encoding="utf-8")
    rows = [
        json.dumps({"system": label, "sentence": number, "score": share + generator.gauss(0, 0.3)})
        for label, share in QUALITY.items()
        for number in range(1, N_SENTENCES + 1)
    ]
    (folder / "judge.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
