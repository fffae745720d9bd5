"""Write small.m2, small.hyp and small.json, the small golden data of M2.

Usage: make_small.py SAMPLES_DIR [OUTPUT_DIR], with the module oracle_m2 on the path.

The cases are a few that can be checked by hand, seeded random ones of two styles (words of one
letter; English sentences), and the sample data. The counts are those of the slow oracle.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import NamedTuple

import oracle_m2 as m2

SEED = 20250117
N_TINY = 200
N_NATURAL = 100
RELEASES: tuple[m2.Release, ...] = ("development", "3.2")


class Line(NamedTuple):
    """One A line of a gold file; `text` holds the alternatives as they stand in it."""

    start: int
    end: int
    text: str
    annotator: int = 0
    kind: str = "T"


class Case(NamedTuple):
    """One sentence of the golden data."""

    source: str
    hypothesis: str
    lines: list[Line]


class HandCase(NamedTuple):
    """A case that can be checked by hand: expected counts of annotator 0 with u = 2."""

    case: Case
    release: m2.Release
    expected: m2.Counts
    why: str


NOOP = Line(-1, -1, "-NONE-", kind="noop")


def hand_cases() -> list[HandCase]:
    """Small cases that break simpler ideas of M2, and the edges of its input."""

    def case(
        source: str,
        hypothesis: str,
        lines: list[Line],
        expected: m2.Counts,
        why: str,
        release: m2.Release = "development",
    ) -> HandCase:
        return HandCase(Case(source, hypothesis, lines), release, expected, why)

    return [
        case(
            "The cat sat at mat .",
            "The cat sat on the mat .",
            [Line(3, 4, "on"), Line(4, 4, "the||a")],
            (2, 2, 2),
            "the example of the format",
        ),
        case("a b", "b b b a", [], (0, 2, 0), "the one-edit arc stands twice in the list"),
        case("a c", "c c a", [], (0, 1, 0), "the only one-edit arc costs 3.002"),
        case("a b", "a b", [Line(0, 2, "a b")], (0, 0, 1), "a noop may match and makes no edit"),
        case("", "b b", [Line(0, 0, "b")], (1, 2, 1), "order rule of insertions"),
        case("b", "a", [Line(1, 1, "a"), Line(0, 1, "a")], (1, 1, 2), "gold out of order"),
        case(
            "a b",
            "c",
            [Line(0, 2, "c"), Line(0, 2, "c")],
            (2, 1, 2),
            "one edit counts for both copies of a gold edit",
        ),
        case(
            "a b",
            "x y a b",
            [Line(0, 0, "x y")],
            (0, 1, 1),
            "in 3.2 the inserted x y has span (0,1)",
            "3.2",
        ),
        case(
            "a b",
            "x y z a b",
            [Line(1, 2, "y z")],
            (0, 1, 1),
            "in 3.2 the source text decides: y z covers nothing, the gold span covers b",
            "3.2",
        ),
        case(
            "a b",
            "x y c b",
            [Line(0, 1, "y c")],
            (0, 1, 1),
            "in 3.2 an arc that begins with the insertion of y starts at 1",
            "3.2",
        ),
        case("c", "d b", [Line(0, 1, "b")], (1, 2, 1), "in 3.2 only insertions start late", "3.2"),
        case(
            "a",
            "b b b b",
            [Line(1, 1, "b b b")],
            (1, 2, 1),
            "in 3.2 an arc of changes can have an empty span, (1,1), and then is weighed there",
            "3.2",
        ),
        case(
            "b c",
            "a c c b",
            [Line(0, 2, "c c b")],
            (1, 2, 1),
            "in 3.2 an improved arc has the span of its last improvement (our reading)",
            "3.2",
        ),
        case("b a", "a a a b", [], (0, 2, 0), "the last bit of the doubles decides"),
        case("b c a c", "a b a a", [Line(2, 4, "a")], (1, 2, 1), "equal length: the first stays"),
        case("b b a b", "a b a", [Line(1, 3, "b a")], (0, 1, 1), "joined noops are removed"),
        case(
            "a a a c b",
            "b b a a a a",
            [Line(1, 3, "a a||b"), Line(5, 5, "a")],
            (1, 3, 2),
            "but every second one of adjacent joined noops survives",
        ),
        case("", "b a a", [Line(0, 0, "a")], (1, 2, 1), "one window of gold for both sides"),
        case("b", "a a a", [Line(0, 0, "a")] * 2, (2, 3, 2), "a match on the left stays left"),
        case(
            "b a c a b b b b a b",
            "c a b a c b b b a b b a",
            [Line(5, 5, "a"), Line(5, 5, "b")],
            (1, 4, 2),
            "an insertion left alone is tested from the left, even on the right's turn",
        ),
        case("", "c a a", [Line(0, 0, "a")] * 2, (2, 3, 2), "the right takes the last gold edit"),
        case(
            "a a c",
            "b b b a b b",
            [Line(1, 1, text) for text in ("b b a", "b b", "b", "a", "b b")],
            (2, 3, 5),
            "passing over does not stop at the other pointer",
        ),
        case("", "", [], (0, 0, 0), "nothing at all"),
        case("a b", "", [Line(0, 2, "-NONE-")], (1, 1, 1), "everything is deleted"),
        case("a b", "a", [Line(1, 2, "c||-NONE-")], (1, 1, 1), "-NONE- among alternatives"),
        case("a b", "a", [Line(1, 2, "")], (1, 1, 1), "an empty correction is a deletion"),
        case("a b", "a  c", [Line(1, 2, " c || d ")], (1, 1, 1), "alternatives are stripped"),
        case("a b", "a c d", [Line(1, 2, "c  d")], (0, 1, 1), "inner runs of spaces never match"),
        case("a b", "a c", [Line(1, 3, "c")], (0, 1, 0), "an edit past the end is left out"),
        case("a b", "a c", [NOOP, Line(1, 2, "c", 3)], (0, 1, 0), "noop beside an annotator 3"),
        case("The cat", "the CAT", [Line(0, 1, "the")], (1, 2, 1), "case, or no edit at all"),
        case("ice cream", "icecream", [Line(0, 2, "icecream")], (1, 1, 1), "white space likewise"),
    ]


def tiny_case(rng: random.Random, *, is_messy: bool) -> Case:
    """Words of one letter, so that ties, repeats and matches are frequent."""
    letters = rng.choice(("ab", "abc", "abAB", "abcd"))
    source = rng.choices(letters, k=rng.randint(0, 6))
    hypothesis = rng.choices(letters, k=rng.randint(0, 6))
    if rng.random() < 0.5:
        hypothesis = perturbed(rng, source, list(letters), 0.3)
    return Case(
        " ".join(source),
        " ".join(hypothesis),
        random_gold(rng, source, hypothesis, list(letters), is_messy),
    )


ENGLISH = """
the a an of to in on for with and but that which it they we he she is are was were has have had
will can could people house music school friend book teacher idea problem question answer city
train letter time day very often never quickly small large old new good better make makes made take
takes took write wrote read think thinks thought know knows knew , ,
"""
WORDS = ENGLISH.split()


def natural_case(rng: random.Random, *, is_messy: bool) -> Case:
    """Longer lines of English words, most of which the hypothesis keeps."""
    source = [*rng.choices(WORDS, k=rng.randint(6, 15)), "."]
    source[0] = source[0].capitalize()
    hypothesis = perturbed(rng, source, WORDS, rng.choice((0.1, 0.2, 0.35)))
    return Case(
        " ".join(source),
        " ".join(hypothesis),
        random_gold(rng, source, hypothesis, WORDS, is_messy),
    )


def perturbed(rng: random.Random, tokens: list[str], words: list[str], rate: float) -> list[str]:
    """Replace, delete, insert, repeat, swap or recase tokens at random."""
    result: list[str] = []
    for token in tokens:
        if rng.random() >= rate:
            result.append(token)
            continue
        action = rng.randrange(6)
        if action == 0:
            result.append(rng.choice(words))
        elif action == 1:
            result += [rng.choice(words), token]
        elif action == 2:
            result += [token, token]
        elif action == 3:
            result.insert(max(0, len(result) - 1), token)
        elif action == 4:
            result.append(token.swapcase() if len(token) == 1 else token.capitalize())
        # and otherwise the token is deleted
    return result


def random_gold(
    rng: random.Random,
    source: list[str],
    hypothesis: list[str],
    words: list[str],
    is_messy: bool,
) -> list[Line]:
    """Gold edits of 0 to 3 annotators; half of the corrections are taken from the hypothesis."""
    lines: list[Line] = []
    for annotator in sorted(rng.sample(range(4), rng.choice((0, 1, 1, 2, 2, 3)))):
        n_edits = rng.choice((0, 1, 1, 2, 2, 3))
        if n_edits == 0:
            lines.append(NOOP._replace(annotator=annotator))
        own: list[Line] = []
        for _ in range(n_edits):
            start = rng.randint(0, len(source))
            end = min(len(source), start + rng.choice((0, 0, 1, 1, 1, 2, 3)))
            texts = [random_text(rng, start, hypothesis, words)]
            while rng.random() < 0.2:
                texts.append(random_text(rng, start, hypothesis, words))
            own.append(Line(start, end, "||".join(texts), annotator))
        if is_messy:
            own += rng.choices(own, k=rng.randint(0, 1)) if own else []
            rng.shuffle(own)
        else:
            own = sorted(set(own))
        lines += own
    if is_messy:
        rng.shuffle(lines)
    return lines


def random_text(rng: random.Random, start: int, hypothesis: list[str], words: list[str]) -> str:
    """A correction: a piece of the hypothesis near the same place, or any words."""
    length = rng.choice((0, 1, 1, 1, 2, 2, 3))
    if rng.random() < 0.75:
        j = max(0, start + rng.choice((-1, 0, 0, 0, 1)))
        return " ".join(hypothesis[j : j + length]) or "-NONE-"
    return " ".join(rng.choices(words, k=length)) or "-NONE-"


def block(case: Case) -> str:
    """The gold of one case in M2 format."""
    lines = [f"S {case.source}".rstrip()]
    lines += [
        f"A {e.start} {e.end}|||{e.kind}|||{e.text}|||REQUIRED|||-NONE-|||{e.annotator}"
        for e in case.lines
    ]
    return "\n".join(lines) + "\n"


def check_by_hand(hand: list[HandCase]) -> None:
    """Stop if the oracle does not give the counts written beside the cases."""
    for n, (case, release, expected, why) in enumerate(hand):
        [sentence] = m2.parse_m2(block(case))
        counts = m2.count_sentence(
            sentence.source, case.hypothesis.split(), sentence.annotators, release=release
        )
        if counts[0] != expected:
            raise ValueError(f"case {n} ({why}): got {counts[0]}, expected {expected}")


def main(samples: Path, output: Path) -> None:
    """Write the three files."""
    rng = random.Random(SEED)
    hand = hand_cases()
    check_by_hand(hand)
    cases = [h.case for h in hand]
    parts = {"hand": [0, len(cases)]}
    for name, n_cases, make in (
        ("tiny", N_TINY, tiny_case),
        ("natural", N_NATURAL, natural_case),
    ):
        cases += [make(rng, is_messy=k % 2 == 1) for k in range(n_cases)]
        parts[name] = [len(cases) - n_cases, len(cases)]
    gold = "\n".join(block(case) for case in cases)
    hypotheses = "".join(case.hypothesis + "\n" for case in cases)

    sample_gold = (samples / "gold.m2").read_text(encoding="utf-8")
    n_sentences = len(cases)
    for system in ("careful", "bold"):
        gold += "\n" + sample_gold
        hypotheses += (samples / f"{system}.txt").read_text(encoding="utf-8")
        n_added = len(m2.parse_m2(sample_gold))
        parts[system] = [n_sentences, n_sentences + n_added]
        n_sentences += n_added

    sentences = m2.parse_m2(gold)
    tokens = [line.split() for line in hypotheses.split("\n")[:-1]]
    runs: list[dict[str, object]] = []
    for release in RELEASES:
        for u in range(4):
            for is_folded in (False, True):
                counts = [
                    m2.count_sentence(
                        sentence.source,
                        hypothesis,
                        sentence.annotators,
                        max_unchanged_words=u,
                        ignore_whitespace_casing=is_folded,
                        release=release,
                    )
                    for sentence, hypothesis in zip(sentences, tokens, strict=True)
                ]
                runs.append(
                    {
                        "release": release,
                        "max_unchanged_words": u,
                        "ignore_whitespace_casing": is_folded,
                        "scores": {name: scores(counts[a:b]) for name, (a, b) in parts.items()},
                        "counts": [list(row.values()) for row in counts],
                    }
                )
    fields = {
        "parts": parts,
        "hand": [
            {"sentence": n, "release": h.release, "expected": h.expected, "why": h.why}
            for n, h in enumerate(hand)
        ],
        "annotators": [list(sentence.annotators) for sentence in sentences],
    }
    text = "{\n"
    for name, value in fields.items():
        text += f"{compact(name)}: {compact(value)},\n"
    text += '"runs": [\n' + ",\n".join(compact(run) for run in runs) + "\n]}\n"
    for file, content in (("small.m2", gold), ("small.hyp", hypotheses), ("small.json", text)):
        (output / file).write_text(content, encoding="utf-8", newline="\n")


def scores(counts: list[dict[int, m2.Counts]]) -> dict[str, list[float]]:
    """P, R, F, correct, proposed and gold of one part, for three values of beta."""
    result: dict[str, list[float]] = {}
    for beta in (0.5, 1.0, 2.0):
        rows = [row[a] for row, a in zip(counts, m2.choose(counts, beta), strict=True)]
        c, p, g = (sum(column) for column in zip(*rows, strict=True))
        result[str(beta)] = [*m2.score(c, p, g, beta), c, p, g]
    return result


def compact(value: object) -> str:
    """JSON on one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[-1] if len(sys.argv) == 3 else Path(__file__).parent))
