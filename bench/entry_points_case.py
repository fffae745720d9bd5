"""A corpus and a metric that are drawn, and how `search_entry_points.py` asks for both.

The words that name a metric's parameters in a config, and the flags of its command, are drawn as
one; so are texts, edits of them, and their M2 files.
"""

from __future__ import annotations

import difflib
import io
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fastgec import Gold, References
from fastgec.cli import main as command
from fastgec.metrics.spec import MetricSpec, metric_spec
from fastgec.read.coders import Annotations

# Words of a metric, and flags of its command, for the same parameters.
Choices = tuple[tuple[str, list[str]], ...]
BETAS: Choices = (("", []), ("", []), ("beta=1", ["-b", "1"]), ("beta=0.1", ["--beta", "0.1"]))
MAXMATCH: list[Choices] = [
    BETAS,
    (
        ("", []),
        ("max_unchanged_words=0", ["--max-unchanged-words", "0"]),
        ("max_unchanged_words=3", ["--max-unchanged-words", "3"]),
    ),
    (("", []), ("ignore_whitespace_casing", ["--ignore-whitespace-casing"])),
    (("", []), ("release=3.2", ["--release", "3.2"])),
    (("", []), ("implicit_noop", ["--implicit-noop"])),
]
OPTIONS: dict[str, list[Choices]] = {
    "m2": [
        *MAXMATCH,
        (
            ("", []),
            ("", []),
            ("mode=recognition", ["--mode", "recognition"]),
            ("mode=detection", ["--mode", "detection"]),
        ),
        (("", []), ("", []), ("optional=bonus", ["--optional", "bonus"])),
    ],
    "gotoscorer": MAXMATCH,
    "green": [
        (
            ("", []),
            ("unit=char,n=4", ["-t", "char"]),
            ("unit=char", ["-t", "char", "-n", "6"]),
            ("n=1", ["-n", "1"]),
            ("n=7", ["-n", "7"]),
        ),
        (("", []), ("beta=0", ["-b", "0"]), ("beta=2", ["-b", "2"]), ("beta=inf", ["-b", "inf"])),
        (("", []), ("short=one", ["--short", "one"])),
    ],
    "gleu": [
        (
            ("", []),
            ("unit=char,n=4", ["--unit", "char"]),
            ("unit=char", ["--unit", "char", "-n", "6"]),
            ("n=2", ["-n", "2"]),
        ),
        (
            ("", []),
            ("variant=equation", ["--variant", "equation"]),
            ("variant=clipped", ["--variant", "clipped"]),
        ),
        (("", []), ("iterations=7", ["--iterations", "7"])),
        (("", []), ("draws=python3", ["--draws", "python3"])),
    ],
    "imeasure": [
        (("", []), ("max=df", ["--max", "df"]), ("max=ctp", ["--max", "ctp"])),
        (("", []), ("weight=1", ["-w", "1"]), ("weight=3.5", ["--weight", "3.5"])),
        (("", []), ("beta=0.5", ["-b", "0.5"])),
        (("", []), ("optimise=corpus", ["--optimise", "corpus"])),
    ],
    "errant": [
        BETAS,
        (("", []), ("mode=cse", ["-cse"]), ("mode=ds", ["-ds"]), ("mode=dt", ["-dt"])),
        (("", []), ("", []), ("single", ["-single"]), ("multi", ["-multi"])),
        (("", []), ("", []), ("without=R", ["-filt", "R"])),
    ],
    "cleme": [
        BETAS,
        (("", []), ("assumption=independent", ["--assumption", "independent"])),
        (
            ("", []),
            ("weights=none", ["--weights", "none"]),
            ("bias=1.5", ["--bias", "1.5"]),
        ),
    ],
    "cleme2": [
        (("", []), ("assumption=independent", ["--assumption", "independent"])),
        (("", []), ("hit=0.2", ["--hit", "0.2"]), ("over=0", ["--over", "0"])),
    ],
}
WORDS = ("a", "b", "c", "A", "ab", "B", "é", ",", "<b>", "&amp;", "-", "1", "noop", "x" * 9)
Numbers = list[tuple[Any, ...]]


class DifferenceError(AssertionError):
    """Two entry points gave two numbers."""


@dataclass(frozen=True)
class Corpus:
    """Files of the current folder, and the same in memory."""

    sources: list[str]
    references: list[list[str]]
    outputs: list[list[str]]
    gold: str
    edited: list[str]
    reference_edits: str

    @property
    def n(self) -> int:
        return len(self.sources)

    @property
    def texts(self) -> list[str]:
        return [f"out{k}.txt" for k in range(len(self.outputs))]

    @property
    def edits(self) -> list[str]:
        return [f"out{k}.m2" for k in range(len(self.outputs))]

    @property
    def refs(self) -> list[str]:
        return [f"ref{k}.txt" for k in range(len(self.references))]

    def write(self) -> None:
        """Write all files."""
        columns = [("source.txt", self.sources), *zip(self.refs, self.references, strict=True)]
        for name, lines in [*columns, *zip(self.texts, self.outputs, strict=True)]:
            Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        Path("gold.m2").write_text(self.gold, encoding="utf-8")
        Path("refs.m2").write_text(self.reference_edits, encoding="utf-8")
        for name, text in zip(self.edits, self.edited, strict=True):
            Path(name).write_text(text, encoding="utf-8")


def changed(rng: random.Random, tokens: list[str], words: Sequence[str]) -> list[str]:
    """Return tokens with some replaced, lost or put in."""
    found = list(tokens)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        at = rng.randrange(len(found) + 1)
        found[at : at + rng.choice((0, 1, 1, 2))] = rng.choices(words, k=rng.choice((0, 1, 1, 2)))
    return found


def m2_of(
    rng: random.Random, sources: list[list[str]], columns: list[list[list[str]]], *, messy: bool
) -> str:
    """Return M2 of texts; if messy, with alternatives, optional edits, any order, lost annotators.

    Edits are runs of changes as difflib sees them; all are in their sentence.
    """
    blocks = []
    for s, source in enumerate(sources):
        lines = []
        for annotator, column in enumerate(columns):
            if messy and rng.random() < 0.1:
                continue
            own = []
            matcher = difflib.SequenceMatcher(None, source, column[s], autojunk=False)
            for tag, i, i_end, j, j_end in matcher.get_opcodes():
                if tag == "equal":
                    continue
                text = " ".join(column[s][j:j_end])
                if messy and rng.random() < 0.2:
                    text += "||" + " ".join(rng.choices(WORDS[:3], k=rng.randint(0, 2)))
                need = "OPTIONAL" if messy and rng.random() < 0.2 else "REQUIRED"
                kind = rng.choice(("R", "M:b", "U:a"))
                own.append(f"A {i} {i_end}|||{kind}|||{text}|||{need}|||-NONE-|||{annotator}")
            if not own and rng.random() < 0.8:
                own = [f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator}"]
            lines += own
        if messy and rng.random() < 0.2:
            rng.shuffle(lines)
        blocks.append("\n".join([f"S {' '.join(source)}", *lines]) + "\n\n")
    return "".join(blocks)


def corpus_of(rng: random.Random, shortest: int) -> Corpus:
    """Draw a corpus whose sources have so many tokens, or more."""
    words = rng.choice((WORDS, WORDS[:3], WORDS[:6]))
    n = rng.choice((1, 1, 2, 3, 7, 25))
    longest = rng.choice((3, 8, 20))
    sources = [rng.choices(words, k=rng.randint(shortest, longest)) for _ in range(n)]
    references = [
        [changed(rng, source, words) for source in sources] for _ in range(rng.choice((1, 2, 2, 3)))
    ]
    outputs = []
    for _ in range(rng.choice((1, 2, 2, 3))):
        output = []
        for s, source in enumerate(sources):
            near = rng.choice((source, rng.choice(references)[s]))
            output.append(changed(rng, near, words) if rng.random() < 0.7 else near)
        outputs.append(output)
    if rng.random() < 0.1:
        outputs[-1] = [[] for _ in sources]
    joined = [
        [" ".join(tokens) for tokens in column] for column in (sources, *references, *outputs)
    ]
    k = 1 + len(references)
    return Corpus(
        *(joined[0], joined[1:k], joined[k:]),
        m2_of(rng, sources, references, messy=True),
        [m2_of(rng, sources, [column], messy=False) for column in outputs],
        m2_of(rng, sources, references, messy=False),
    )


@dataclass(frozen=True)
class Case:
    """A corpus and a metric, and what every entry point needs of them."""

    corpus: Corpus
    one: MetricSpec
    flags: list[str]
    scoring_flags: list[str]

    @property
    def name(self) -> str:
        return self.one.metric.name

    @property
    def reads(self) -> str:
        return self.one.metric.reads

    @property
    def files(self) -> list[str]:
        """Files of the systems."""
        return self.corpus.edits if self.reads == "pairs" else self.corpus.texts

    @property
    def is_of_all(self) -> bool:
        """Whether what a sentence counts depends on all sentences, or on all systems."""
        one = self.one.parameters
        is_mean = self.name == "cleme" and one.weights == "length" and not one.bias
        return is_mean or self.name == "gotoscorer"

    def arguments(self, files: Sequence[str] | None = None) -> list[str]:
        """Return the words of the command, without what it prints."""
        files = self.files if files is None else files
        if self.name == "errant":
            return ["errant", "compare", "-hyp", *files, "-ref", "refs.m2", *self.flags]
        if self.reads == "references":
            texts = ["-s", "source.txt", "-r", *self.corpus.refs, "-c", *files]
            return [self.name, *texts, *self.flags]
        gold = "gold.m2" if self.reads == "edits" else "refs.m2"
        return [self.name, *self.flags, *files, gold]

    def systems(self) -> list[Any]:
        """Return the systems in memory."""
        if self.reads == "pairs":
            return [Annotations.read(path) for path in self.corpus.edits]
        return list(self.corpus.outputs)

    def gold(self) -> Any:
        """Return the gold in memory."""
        if self.reads == "pairs":
            return Annotations.read("refs.m2")
        if self.reads == "edits":
            return Gold.parse(self.corpus.gold)
        return References.of_columns(self.corpus.sources, self.corpus.references)

    def numbers(self, scores: Sequence[Any]) -> Numbers:
        """Return what JSON has of scores."""
        described = [self.one.metric.describe(score) for score in scores]
        rows = [{**row.content, **row.details} for row in described]
        return [numbers_of(json.loads(json.dumps(row, default=float))) for row in rows]


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each number of a document with where it stands."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from flat(item, f"{path}/{key}")
    elif isinstance(value, list):
        for key, item in enumerate(value):
            yield from flat(item, f"{path}/{key}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def run(arguments: Sequence[str], stdin: bytes | None = None) -> str:
    """Run a command that must succeed, and return what it prints."""
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(stdin or b""))
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", given):
        try:
            status = command(list(arguments))
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 1
    if status:
        raise DifferenceError(f"{arguments}: status {status}: {err.getvalue()}")
    return out.getvalue()


def systems_of(document: dict[str, Any]) -> Numbers:
    """Return the numbers of a JSON document of a metric's command."""
    rows = [row.get("scores", [row]) for row in document["systems"]]
    return [numbers_of(row[0]) for row in rows]


def numbers_of(row: Any) -> tuple[Any, ...]:
    """Return the numbers of a score."""
    return tuple(sorted(flat(row)))


def require_equal(entry_point: str, found: Any, expected: Any) -> None:
    """Require that an entry point gives what the others give."""
    if found != expected:
        raise DifferenceError(f"{entry_point}:\nfound    {found}\nexpected {expected}")


def case_of(rng: random.Random) -> Case:
    """Draw a corpus, a metric and its parameters."""
    name = rng.choice([*OPTIONS, "m2", "m2", "green"])
    reads_texts = (
        metric_spec(name).metric.reads == "references"
    )  # which refuse a source of no token
    corpus = corpus_of(rng, 1 if reads_texts else rng.choice((0, 1, 1)))
    if name == "gotoscorer" and len(corpus.outputs) < 2:
        name = "m2"
    picks = [rng.choice(choices) for choices in OPTIONS[name]]
    words = ",".join(word for word, _ in picks if word)
    one = metric_spec(f"{name}:{words}")
    own = {field.name for field in fields(one.metric.scoring)}
    scoring = [
        flag for word, flags in picks if metric_spec(f"{name}:{word}").given & own for flag in flags
    ]
    return Case(corpus, one, [flag for _, flags in picks for flag in flags], scoring)
