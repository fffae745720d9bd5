"""Small M2 cases for hypothesis: few letters, so that ties, repeats and matches are frequent."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hypothesis import strategies as st

LETTERS = "abc"
# Characters whose lower case is longer, depends on neighbours, or is that of another one; and a
# combining dot, over which a final sigma looks back.
CASED = ["a", "A", "b", "B", "ß", "İ", "i\u0307", "Σ", "aΣ", "ς", "σ", "\u0307Σ", "K", "Ǆ", "ǆ"]


@dataclass(frozen=True)
class Line:
    """An A line of a gold file."""

    start: int
    end: int
    text: str
    annotator: int
    kind: str = "T"

    def __str__(self) -> str:
        return (
            f"A {self.start} {self.end}|||{self.kind}|||{self.text}|||R|||-NONE-|||{self.annotator}"
        )


@dataclass(frozen=True)
class Case:
    """A source, a hypothesis and gold lines in the order of the file."""

    source: tuple[str, ...]
    hypothesis: tuple[str, ...]
    lines: tuple[Line, ...]

    def block(self) -> str:
        """The gold in M2 format."""
        return "\n".join([f"S {' '.join(self.source)}", *map(str, self.lines)]) + "\n\n"


@st.composite
def cases(draw: st.DrawFn, words: str | list[str] = LETTERS, longest: int = 6) -> Case:
    """Messy cases: duplicates, any order, several annotators, noops, edits past the end."""
    word = st.sampled_from(words)
    source = draw(st.lists(word, max_size=longest))
    # Half of the hypotheses repeat a part of the source.
    kept = draw(st.integers(0, longest))
    hypothesis = source[:kept] + draw(st.lists(word, max_size=longest - kept))
    text = st.lists(word, max_size=3).map(" ".join)
    alternatives = st.lists(st.one_of(text, st.just("-NONE-")), min_size=1, max_size=2)
    lines = []
    for _ in range(draw(st.integers(0, 5))):
        annotator = draw(st.sampled_from([0, 0, 1, 7]))
        if draw(st.integers(0, 9)) == 0:
            lines.append(Line(-1, -1, "-NONE-", annotator, "noop"))
            continue
        start = draw(st.integers(0, len(source)))
        end = draw(st.integers(start, min(len(source) + 1, start + 3)))
        lines.append(Line(start, end, "||".join(draw(alternatives)), annotator))
    lines += draw(st.lists(st.sampled_from(lines), max_size=2)) if lines else []
    return Case(tuple(source), tuple(hypothesis), tuple(lines))


def random_cases(n_cases: int, seed: int) -> list[Case]:
    """Messy cases by the thousand, where hypothesis would take too long."""
    rng = random.Random(seed)
    found = []
    for _ in range(n_cases):
        words = rng.choice((LETTERS, "ab", "abAB", CASED))
        source = rng.choices(words, k=rng.randint(0, 7))
        hypothesis = source[: rng.randint(0, 7)] + rng.choices(words, k=rng.randint(0, 5))
        lines = []
        for _ in range(rng.randint(0, 5)):
            start = rng.randint(0, len(source))
            end = min(len(source), start + rng.choice((0, 0, 1, 1, 2, 3)))
            first = rng.randint(0, len(hypothesis))
            text = rng.choice(
                (hypothesis[first : first + rng.randint(0, 3)], rng.choices(words, k=2))
            )
            lines.append(Line(start, end, " ".join(text), rng.choice((0, 0, 1, 7))))
        lines += rng.choices(lines, k=rng.randint(0, 2)) if lines else []
        found.append(Case(tuple(source), tuple(hypothesis), tuple(lines)))
    return found
