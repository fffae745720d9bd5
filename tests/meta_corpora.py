"""The corpora of the golden data of meta-evaluation: texts, human scores and counts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastgec import Counts, Gold, References, green, m2
from fastgec.texts.m2write import align
from meta_data import golden


class Corpus:
    """A corpus of the golden data, its outputs in the order of the golden systems.

    human    expected wins
    metrics  what the golden file says
    """

    def __init__(self, shared: Path, name: str) -> None:
        self.name = name
        self.golden = golden(shared, f"metrics_{name}")
        self.metrics = self.golden["metrics"]
        self.systems: list[str] = self.golden["systems"]
        self.human: list[float] = golden(shared, f"human_{name}")["expected_wins"]
        data = shared / "data"
        folders = [data / name] if name == "conll14" else [data / f"{name}-dev", data / name]
        n_references = 2 if name == "conll14" else 4
        self.source = _joined([folder / "source.txt" for folder in folders])
        self.references = [
            _joined([folder / f"ref{k}.txt" for folder in folders]) for k in range(n_references)
        ]
        self.outputs = [
            self.source
            if label in ("INPUT", "source")
            else _joined([folder / "systems" / f"{prefix}{label}.txt" for folder in folders])
            for prefix in ["official-" if name == "conll14" else ""]
            for label in self.systems
        ]
        gold = data / name / ("gold.m2" if name == "conll14" else "dev-then-test.errant.m2.gz")
        self.gold = Gold.read(gold)
        self.m2 = "m2" if name == "conll14" else "m2-errant"

    def counts(self, metric: str) -> list[Counts]:
        """Return the counts of a golden metric, of each system."""
        if metric == self.m2:
            return m2.count_systems(self.outputs, self.gold, jobs=1)
        if metric == "m2-align0":  # the changes of one alignment, as `fastgec convert` makes them
            gold = align(self.source, self.references, max_unchanged_words=0)
            return m2.count_systems(self.outputs, gold, jobs=1)
        family, *more = metric.split("-")
        assert family == "green"
        unit, order = more[0], int(more[1][1:])
        return green.count_systems(
            self.outputs, References(self.source, self.references), unit=unit, order=order, jobs=1
        )


def _joined(paths: list[Path]) -> list[str]:
    """Return the lines of some files; a carriage return ends a line with the newline."""
    lines = []
    for path in paths:
        text = path.read_bytes().decode()
        lines += [line.removesuffix("\r") for line in text.split("\n")[: text.count("\n")]]
        if not text.endswith("\n"):
            lines.append(text.rpartition("\n")[2])
    return lines


@cache
def corpus(shared: Path, name: str) -> Corpus:
    """Return a corpus, read once for all tests."""
    return Corpus(shared, name)


def fce_config(shared: Path, folder: Path) -> Path:
    """Write a config of GMEG's FCE, dev and test joined, with its ratings."""
    dev, test = shared / "data" / "gmeg-fce-dev", shared / "data" / "gmeg-fce"
    human = shared / "data" / "human"

    def joined(name: str) -> str:
        return f'["{dev / name}", "{test / name}"]'

    labels = ("amu", "lstm", "lstm-r", "marian", "nus", "source", "transformer")
    ratings = [human / f"gmeg-fce-{part}-segment-scores.csv.gz" for part in ("dev", "test")]
    lines = [
        'name = "gmeg-fce"',
        f"source = {joined('source.txt')}",
        f"references = [{', '.join(joined(f'ref{k}.txt') for k in range(4))}]",
        f'gold = "{test / "dev-then-test.errant.m2.gz"}"',
        "[systems]",
        *(
            f"{one} = {joined('source.txt' if one == 'source' else f'systems/{one}.txt')}"
            for one in labels
        ),
        "[[human]]",
        'name = "expected wins"',
        'kind = "segments"',
        f'file = ["{ratings[0]}", "{ratings[1]}"]',
    ]
    path = folder / "fce.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Toy:
    """A corpus of a few words in a folder: 6 systems, 8 sentences, rankings of each."""

    SYSTEMS = ("A", "B", "C", "D", "E", "F")

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.n = 8
        words = ["the", "cat", "sat", "on", "a", "mat"]
        source = [" ".join(words[s % 3 : s % 3 + 3]) for s in range(self.n)]
        reference = [f"{line} now" if s % 2 else line for s, line in enumerate(source)]
        self.write("source.txt", source)
        self.write("ref0.txt", reference)
        self.write("ref1.txt", [f"{line} ." for line in reference])
        gold = []
        for s, line in enumerate(source):
            n_words = len(line.split())
            edit = f"A {n_words} {n_words}|||M|||now|||||||||0\n" if s % 2 else ""
            gold.append(f"S {line}\n{edit}A 0 1|||R|||The|||||||||1\n")
        (folder / "gold.m2").write_text("\n".join(gold), encoding="utf-8")
        for number, label in enumerate(self.SYSTEMS):
            lines = [
                reference[s] if (s * 7 + number * 3) % 6 >= number else f"{line} {'x ' * number}"
                for s, line in enumerate(source)
            ]
            self.write(f"{label}.txt", [line.strip() for line in lines])
        self.rank({s: list(self.SYSTEMS) for s in range(self.n)})

    def write(self, name: str, lines: list[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        (self.folder / name).write_text(text, encoding="utf-8")

    def rank(self, orders: dict[int, list[str]]) -> None:
        """Write rankings: systems of a sentence from best to worst, a slip here and there."""
        items = []
        for s, order in orders.items():
            order = order if s % 3 else [order[1], order[0], *order[2:]]
            ranked = "".join(
                f'<translation system="{label}" rank="{rank}"/>'
                for rank, label in enumerate(order, 1)
            )
            items.append(
                f'<ranking-item src-id="{s}" id="{s}" user="judge">{ranked}</ranking-item>'
            )
        text = f"<result>{''.join(items)}</result>"
        (self.folder / "judgments.xml").write_text(text, encoding="utf-8")

    def config(self, *more: str, systems: tuple[str, ...] = SYSTEMS, human: str = "") -> Path:
        """Write the config."""
        people = human or (
            '[[human]]\nname = "wins"\nkind = "rankings"\nfile = "judgments.xml"\nbase = 0\n'
        )
        lines = [
            'name = "toy"',
            'source = "source.txt"',
            'references = ["ref0.txt", "ref1.txt"]',
            'gold = "gold.m2"',
            *more,
            "[systems]",
            *(f'{label} = "{label}.txt"' for label in systems),
            people,
        ]
        path = self.folder / "toy.toml"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path
