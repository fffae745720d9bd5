"""From which damage on do warnings speak? Real outputs, damaged in known ways, and undamaged.

    python bench/alarms.py             the table: for each damage and corpus, from which share on
    python bench/alarms.py --outputs   how near each undamaged output is to each warning
    python bench/alarms.py --equal     in how many sentences undamaged texts are equal

Every system and every reference of a corpus is damaged in a growing share of its lines. A cell has
the least share at which the right warning speaks for all of them; "never" is none up to 100 %.
Lines are picked evenly over the corpus; a shift is of the last lines, as one line too many or too
few makes it. The text is that of $FASTGEC_SHARED/data.
"""

from __future__ import annotations

import argparse
import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from fastgec import Gold
from fastgec.diagnostics import flags as kernel
from fastgec.diagnostics.inputs import Diagnostics, Watched, input_warnings
from fastgec.read.lines import Lines
from fastgec.texts.corrected import apply_edits

PROJECT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("FASTGEC_SHARED", PROJECT.parent / "shared"))
CORPORA = ("conll14", "bea-dev", "jfleg-dev", "gmeg-fce", "gmeg-fce-dev")
SHARES = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
BLOCK = 1024  # sentences that are looked at at once, as MaxMatch does


class Corpus(NamedTuple):
    """Sources, and outputs and references by name."""

    name: str
    sources: list[str]
    outputs: dict[str, list[str]]


def read(path: Path) -> list[str]:
    lines = Lines.read(path)
    return [lines[number] for number in range(len(lines))]


def corpora(names: Sequence[str] = CORPORA) -> Iterator[Corpus]:
    """Yield the corpora: their systems, references, texts of annotators, and the source itself."""
    for name in names:
        folder = SHARED / "data" / name
        outputs = {path.name: read(path) for path in sorted(folder.glob("systems/*.txt"))}
        outputs |= {path.name: read(path) for path in sorted(folder.glob("ref*.txt"))}
        if (folder / "gold.m2").exists():
            gold = Gold.read(folder / "gold.m2")
            sources = [gold.sources[number] for number in range(len(gold))]
            texts = apply_edits(gold, overlaps="first", absent="source")
            outputs |= {f"annotator {number}": list(text) for number, text in texts.items()}
        if (folder / "source.txt").exists():
            sources = read(folder / "source.txt")
        yield Corpus(name, sources, {**outputs, "source": sources})


def glue_left(line: str) -> str:
    """Glue marks to the word before them: "word ," becomes "word,"."""
    return re.sub(r" ([.,;:!?)\]])", r"\1", line)


def glue_contractions(line: str) -> str:
    """Glue what tokenizers cut off: "do n't" and "he 's"."""
    return re.sub(r" (n't|'(?:s|re|ve|m|ll|d))(?= |$)", r"\1", line)


def glue_all(line: str) -> str:
    """Glue marks, contractions, brackets, and quotation marks by turns."""
    line = re.sub(r"([(\[]) ", r"\1", glue_contractions(glue_left(line)))
    return re.sub(r'" ([^"]*) "', r'"\1"', line)


def lower(line: str) -> str:
    return line.lower()


def cut(line: str) -> str:
    """Cut a line off after half of its words, as a model does that reaches its maximum length."""
    words = line.split()
    return " ".join(words[: (len(words) + 1) // 2])


def stop_lost(line: str) -> str:
    return re.sub(r"\s*[.?!]\s*$", "", line)


def preamble(line: str) -> str:
    return f"Here is the corrected sentence: {line}"


def remark(line: str) -> str:
    return f"{line} (No other errors.)"


def loop(line: str) -> str:
    """Repeat a line, as a model does that is caught in a loop."""
    return " ".join([line] * (5 + 500 // (len(line) + 1)))


def pieces(line: str) -> str:
    """Cut long words into pieces, as byte-pair encoding leaves them."""
    return re.sub(r"\b(\w{4})(\w{3,})", r"\1@@ \2", line)


def curly(line: str) -> str:
    return line.replace("'", "\u2019").replace('"', "\u201d")


def empty(line: str) -> str:
    del line
    return ""


BY_LINE: dict[str, tuple[Callable[[str], str], str]] = {
    "punctuation glued": (glue_left, "tokenized"),
    "contractions glued": (glue_contractions, "tokenized"),
    "all glued": (glue_all, "tokenized"),
    "lower-cased": (lower, "lower-cased"),
    "upper-cased": (str.upper, "upper-cased"),
    "cut in the middle": (cut, "lack the final punctuation"),
    "full stop lost": (stop_lost, "lack the final punctuation"),
    "preamble": (preamble, "text before or after"),
    "remark": (remark, "text before or after"),
    "caught in a loop": (loop, "grew to more than four times"),
    "pieces of words": (pieces, "pieces of words"),
    "other quotation marks": (curly, "pieces of words"),
    "empty": (empty, "are empty"),
}
SHIFTS = {"a line too few": 1, "two too few": 2, "a line too many": -1}
SIGNS = {
    "glued": kernel.GLUED,
    "split": kernel.SPLIT,
    "lowered": kernel.LOWERED,
    "empty": kernel.EMPTY,
    "unlike": kernel.UNLIKE,
    "cut": kernel.CUT,
    "framed": kernel.FRAMED,
    "raised": kernel.RAISED,
    "alien": kernel.ALIEN,
    "bracketed": kernel.BRACKETED,
    "runaway": kernel.RUNAWAY,
    "capitalised": kernel.CAPITALISED,
    "unsplit": kernel.UNSPLIT,
    "other line": 0,
    "in a row": 0,
}
DAMAGES = {
    **{name: word for name, (_, word) in BY_LINE.items()},
    **dict.fromkeys(SHIFTS, "shifted by"),
    "lines of another corpus": "little in common",
    "lines in random order": "little in common",
}


PAIRS = ("source and reference", "two references", "reference and output")


def evenly(size: int, share: float) -> list[int]:
    """Return the numbers of a share of the lines, evenly spaced."""
    n_lines = max(1, round(size * share))
    return [number * size // n_lines for number in range(n_lines)]


def damaged(name: str, lines: list[str], share: float, other: Sequence[str]) -> list[str]:
    """Return lines of which a share is damaged.

    Args:
        name: a key of DAMAGES.
        lines: an output.
        share: of its lines.
        other: lines of another corpus.
    """
    size = len(lines)
    draw = random.Random(f"{name} {share}")
    found = list(lines)
    if name in SHIFTS:
        offset, first = SHIFTS[name], size - max(1, round(size * share))
        if offset > 0:
            return [*lines[:first], *lines[first + offset :], *lines[-1:] * offset][:size]
        return [*lines[:first], *lines[first : first + 1] * -offset, *lines[first:]][:size]
    picked = evenly(size, share)
    if name in BY_LINE:
        for number in picked:
            found[number] = BY_LINE[name][0](lines[number])
    elif name == "lines of another corpus":
        for number in picked:
            found[number] = draw.choice(other)
    else:
        order = list(picked)
        draw.shuffle(order)
        for number, from_line in zip(picked, order, strict=True):
            found[number] = lines[from_line]
    return found


def watched(sources: Lines, output: Lines) -> Diagnostics:
    """Look at an output in blocks, as metrics do."""
    diagnostics = Diagnostics(1)
    for first in range(0, len(sources), BLOCK):
        last = first + BLOCK
        diagnostics.add(
            diagnostics.inspect(first, sources.slice(first, last), [output.slice(first, last)])
        )
    return diagnostics


def alarms(sources: Lines, output: Sequence[str]) -> tuple[str, ...]:
    """Return the warnings about an output."""
    return input_warnings(watched(sources, Lines.of(output, "output")))


def begins_at(name: str, corpus: Corpus, other: Sequence[str]) -> float | None:
    """Return the least share at which a damage is told for every output of a corpus."""
    sources = Lines.of(corpus.sources)
    for share in SHARES:
        found = (
            alarms(sources, damaged(name, lines, share, other)) for lines in corpus.outputs.values()
        )
        if all(any(DAMAGES[name] in line for line in lines) for lines in found):
            return share
    return None


def show_damage() -> None:
    found = list(corpora())
    print("| damage | " + " | ".join(corpus.name for corpus in found) + " |")
    print("| --- |" + " --- |" * len(found))
    for name in DAMAGES:
        cells = []
        for number, corpus in enumerate(found):
            share = begins_at(name, corpus, found[number - 1].sources)
            cells.append("never" if share is None else f"{share:.0%}")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def shares(seen: Watched) -> dict[str, float]:
    """Return the share of the sentences that bear each sign, and the longest run of a shift."""
    longest = seen.shifts.longest()
    found = {sign: seen.n(flag) / seen.n_checked for sign, flag in SIGNS.items() if flag}
    row = longest.n if longest else 0
    return {**found, "other line": seen.n_votes / seen.n_checked, "in a row": row}


def show_outputs() -> None:
    print("| corpus | output | " + " | ".join(SIGNS) + " | warnings |")
    print("| --- | --- |" + " --- |" * (len(SIGNS) + 1))
    for corpus in corpora():
        sources = Lines.of(corpus.sources)
        for name, lines in corpus.outputs.items():
            diagnostics = watched(sources, Lines.of(lines))
            found = shares(diagnostics.systems[0])
            row = found.pop("in a row")
            cells = [f"{share:.2%}" for share in found.values()]
            cells += [f"{row:.0f}", str(len(input_warnings(diagnostics)))]
            print(f"| {corpus.name} | {name} | " + " | ".join(cells) + " |")


def equal_shares(corpus: Corpus) -> dict[str, tuple[float, str]]:
    """Return the largest share of equal sentences of each kind of pair, and which pair that is.

    Of the source it is of all sentences; of others, of those that either of the two changes.
    References in files, and texts of annotators, are two sets: the same corrections, twice.
    """
    sources, largest = Lines.of(corpus.sources), dict.fromkeys(PAIRS, (0.0, ""))
    everything = {name: Lines.of(lines, name) for name, lines in corpus.outputs.items()}
    for prefix in ("ref", "annotator"):
        references = [text for name, text in everything.items() if name.startswith(prefix)]
        outputs = [
            text for name, text in everything.items() if not name.startswith(("ref", "annotator"))
        ]
        if not references:
            continue
        diagnostics = Diagnostics(len(outputs))
        diagnostics.add(diagnostics.inspect(0, sources, outputs, references=references))
        names, n_references, pairs = diagnostics.equal
        width = 2 * (n_references + 1)
        for k in range(1, len(names)):
            for j in range(min(k, n_references + 1)):
                n_unchanged, n_equal = pairs[k * width + 2 * j : k * width + 2 * j + 2]
                if j == 0:
                    kind, share = PAIRS[0], n_equal / pairs[0]
                else:
                    kind = PAIRS[1 if k <= n_references else 2]
                    share = (n_equal - n_unchanged) / max(1, pairs[0] - n_unchanged)
                if j or k <= n_references:
                    largest[kind] = max(largest[kind], (share, f"{names[j]}, {names[k]}"))
    return largest


def show_equal() -> None:
    print("| corpus | " + " | ".join(PAIRS) + " |")
    print("| --- |" + " --- |" * len(PAIRS))
    for corpus in corpora():
        found = equal_shares(corpus)
        cells = [f"{share:.1%} ({pair})" if pair else "" for share, pair in found.values()]
        print(f"| {corpus.name} | " + " | ".join(cells) + " |")


def documents(lines: Sequence[str], size: int) -> list[str]:
    """Return documents of so many lines each, a line each."""
    return [
        " ".join(line.strip() for line in lines[first : first + size])
        for first in range(0, len(lines) - size + 1, size)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--outputs", action="store_true")
    which.add_argument("--equal", action="store_true")
    options = parser.parse_args()
    if options.outputs:
        show_outputs()
    elif options.equal:
        show_equal()
    else:
        show_damage()


if __name__ == "__main__":
    main()
