"""Worked examples of the modes of MaxMatch: gold, hypothesis, statuses, and counts of each mode."""

from __future__ import annotations

from typing import NamedTuple

Triple = tuple[int, int, int]


class Example(NamedTuple):
    """A sentence. `edits` are its gold edits: span, corrections, type, whether it is optional."""

    source: str
    edits: tuple[tuple[int, int, str, str, str], ...]
    hypothesis: str
    statuses: tuple[str, ...]
    required: tuple[Triple, Triple, Triple]
    bonus: tuple[Triple, Triple, Triple]

    def block(self) -> str:
        """The gold in M2 format."""
        lines = [
            f"A {start} {end}|||{kind}|||{text}|||{field}|||-NONE-|||0"
            for start, end, text, kind, field in self.edits
        ]
        return "\n".join([f"S {self.source}", *lines]) + "\n\n"


def edit(
    start: int, end: int, text: str, kind: str = "R", field: str = "REQUIRED"
) -> tuple[int, int, str, str, str]:
    return start, end, text, kind, field


def example(
    source: str,
    edits: tuple[tuple[int, int, str, str, str], ...],
    hypothesis: str,
    statuses: str,
    *required: Triple,
    bonus: tuple[Triple, ...] = (),
) -> Example:
    """An example; counts that are the same in all modes stand there once."""
    if len(required) == 1:
        required *= 3
    if len(bonus) == 1:
        bonus *= 3
    one, two, three = required
    names = tuple(statuses.split())
    return Example(source, edits, hypothesis, names, (one, two, three), bonus or required)  # type: ignore[arg-type]


BUS = "He go to school by the bus ."
WORD = "Our baseline system feeds word into PB-SMT pipeline ."
EASIER = "It is more easier ."
MAT = "The cat sat at mat ."
SCHOOL = "He go to school ."
OF_BUS = (edit(1, 2, "goes"), edit(4, 6, "by"))
OF_WORD = (edit(4, 5, "a word||words"),)
OF_EASIER = (edit(0, 1, "This"), edit(2, 4, "easier||more easily", "R", "OPTIONAL"))
OF_MAT = (edit(3, 4, "on"), edit(4, 4, "the||a"))

# In the order, and with the numbers, of the definition: 1 to 9 add up to the sums below.
EXAMPLES = (
    example(
        *(BUS, OF_BUS, "He went to school by the bus ."),
        *("recognised missed", (0, 1, 2), (1, 1, 2), (1, 1, 2)),
    ),
    example(
        *(BUS, OF_BUS, "He goes to school with the bus ."),
        *("corrected detected", (1, 2, 2), (1, 2, 2), (2, 2, 2)),
    ),
    example(
        *(WORD, OF_WORD, "Our baseline system feeds the word into PB-SMT pipeline ."),
        *("recognised", (0, 1, 1), (1, 1, 1), (1, 1, 1)),
    ),
    example(
        *(WORD, OF_WORD, "Our baseline system feeds texts into PB-SMT pipeline ."),
        *("recognised", (0, 1, 1), (1, 1, 1), (1, 1, 1)),
    ),
    example(
        *(EASIER, OF_EASIER, "This is more easier .", "corrected missed", (1, 1, 2)),
        bonus=((2, 2, 2),),
    ),
    example(EASIER, OF_EASIER, "This is so easier .", "corrected corrected", (2, 3, 2)),
    example(
        *(MAT, OF_MAT, "The cat sat in my mat ."),
        *("recognised missed", (0, 1, 2), (1, 1, 2), (1, 1, 2)),
    ),
    example(
        *(MAT, OF_MAT, "The cat sat at some old mat ."),
        *("missed recognised", (0, 1, 2), (1, 1, 2), (1, 1, 2)),
    ),
    example(
        *("She have been a car .", (edit(1, 3, "have been", "UNK"),), "She has had a car ."),
        *("recognised", (0, 1, 1), (1, 1, 1), (1, 1, 1)),
    ),
    example(
        *(MAT, (edit(3, 4, "on"), edit(3, 4, "on")), "The cat sat on mat ."),
        *("corrected detected", (2, 1, 2), (2, 1, 2), (2, 2, 2)),
    ),
    example(
        *(MAT, (edit(4, 4, "the"), edit(3, 4, "on")), "The cat sat on the mat ."),
        *("corrected corrected", (1, 2, 2), (1, 2, 2), (2, 2, 2)),
    ),
    example(
        *(MAT, (edit(4, 4, "the"), edit(4, 4, "the")), "The cat sat at the big mat ."),
        *("corrected recognised", (2, 2, 2)),
    ),
    example(
        *(SCHOOL, (edit(1, 2, "goes"), edit(1, 2, "is going")), "He went to school ."),
        *("recognised detected", (0, 1, 2), (1, 1, 2), (2, 2, 2)),
    ),
    example(
        *(SCHOOL, (edit(1, 2, "is going"), edit(1, 2, "goes")), "He goes to school ."),
        *("detected corrected", (1, 1, 2), (1, 1, 2), (2, 2, 2)),
    ),
    example(
        *(MAT, (edit(3, 4, "on the"), edit(4, 4, "the||a")), "The cat sat on the mat ."),
        *("corrected detected", (1, 1, 2), (1, 1, 2), (2, 2, 2)),
    ),
    example(
        *(MAT, (edit(3, 3, "up"), edit(3, 4, "up on")), "The cat sat up on mat ."),
        *("detected corrected", (1, 1, 2), (1, 1, 2), (2, 2, 2)),
    ),
    example(
        *("Very very good .", (edit(0, 2, "So very"), edit(1, 2, "So very"))),
        *("So very good indeed .", "corrected detected", (1, 2, 2), (1, 2, 2), (2, 3, 2)),
    ),
    example(
        *("ran ran .", (edit(1, 2, "fast"),), "ran .", "recognised"),
        *((0, 1, 1), (1, 1, 1), (1, 1, 1)),
    ),
    example(
        *(MAT, (edit(3, 4, "on"), edit(4, 4, "the||-NONE-")), "The cat sat on mat ."),
        *("corrected missed", (1, 1, 2)),
        bonus=((2, 2, 2),),
    ),
)

# More that the definition says beside its examples.
ASIDES = (
    example(
        *(MAT, (edit(3, 4, "on the"), edit(4, 4, "a")), "The cat sat on the mat ."),
        *("corrected missed", (1, 1, 2)),
    ),
    example(
        *(EASIER, (edit(0, 1, "This"), edit(2, 4, "easier||more easier"))),
        *("This is more easier .", "corrected missed", (1, 1, 2)),
        bonus=((2, 2, 2),),
    ),
    example(
        *(EASIER, (edit(0, 1, "This"), edit(2, 4, "more easier"))),
        *("This is more easier .", "corrected missed", (1, 1, 2)),
    ),
)

# Regime, mode: counts of the examples 1 to 9 as one file.
SUMS = {
    ("required", "correction"): (4, 12, 15),
    ("required", "recognition"): (10, 12, 15),
    ("required", "detection"): (11, 12, 15),
    ("bonus", "correction"): (5, 13, 15),
    ("bonus", "recognition"): (11, 13, 15),
    ("bonus", "detection"): (12, 13, 15),
}
# And their precision, recall, F0.5.
SCORES = {
    ("required", "correction"): "0.3333 0.2667 0.3175",
    ("required", "recognition"): "0.8333 0.6667 0.7937",
    ("required", "detection"): "0.9167 0.7333 0.8730",
    ("bonus", "correction"): "0.3846 0.3333 0.3731",
    ("bonus", "recognition"): "0.8462 0.7333 0.8209",
    ("bonus", "detection"): "0.9231 0.8000 0.8955",
}

# CoNLL-2014, two annotators: counts of each mode, and F0.5.
CONLL = {
    "official-AMU": (
        *((509, 1223, 2378, "0.3501"), (608, 1219, 2438, "0.4156"), (698, 1226, 2464, "0.4737")),
    ),
    "official-CAMB": (
        *((772, 1944, 2565, "0.3733"), (907, 1939, 2646, "0.4360"), (1058, 1932, 2715, "0.5066")),
    ),
    "official-IITB": (
        *((28, 91, 2010, "0.0590"), (43, 91, 2032, "0.0897"), (49, 91, 2032, "0.1023")),
    ),
    "pillars-T5-11B": (
        *((1638, 2310, 2897, "0.6748"), (1777, 2305, 2924, "0.7316")),
        (1906, 2291, 2918, "0.7888"),
    ),
}
