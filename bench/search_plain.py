"""Search for files that a plain run of `fastgec m2` answers otherwise than any other run.

    python bench/search_plain.py --files 50000 --seed 1

Draws sentences with gold: words that are numbers, bars and controls among them, edits that repeat,
overlap and stand at any place. Writes them to files, and changes bytes of these: line ends, marks,
controls, bytes that are no UTF-8, lines that are lost or doubled. What a plain run answers, a run
with numpy must print, too, with nothing on standard error. Stops at the first difference and prints
the two texts. Same seed, same cases.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from fastgec.cli import main as command

SPACES = (" ", " ", " ", "  ", "\t", "\v", "\f", "\r", "\x1c", "\x85", "\xa0", "\u2003", "\u2028")
WORDS = (
    *("a", "b", "c", "abcdefg", "abcdefgh", "abcdefghi", "abcdefgh" * 2, "x" * 70, "\x00", "a\x00"),
    *("é", "\u2019s", "\xad", "\u200b", "\U0001f600", "-NONE-", "noop", "|", "||", "A", "S", "-1"),
)
# What takes the place of bytes of a file, or comes between them.
PIECES = (
    *(b"\r", b"\n", b"\r\n", b"\n\n", b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf"),
    *(b" ", b"\x0c", b"\x1c", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe3\x80\x80", b"\xc2\xa0"),
    *(b"|", b"||", b"|||", b"-", b"-1", b"0", b"9", b"99999999999", b"2147483647", b"+1", b"1_0"),
    *(b"S", b"S ", b"\nS ", b"\nA ", b"I", b"\nI x", b"noop", b"-NONE-", b"\xd9\xa1", b"\x1f\x8b"),
    *(b"\nA 0 1|||R|||a|||REQUIRED|||-NONE-|||0", b"\nA -1 -1|||noop|||-NONE-||||||||0"),
)


def text_of(rng: random.Random, most: int, words: Sequence[str], spaces: Sequence[str]) -> str:
    """Return words and what stands between them."""
    pieces = [rng.choice(words) + rng.choice(spaces) for _ in range(rng.randrange(most + 1))]
    return rng.choice(("", "", " ")) + "".join(pieces)


def sentence_of(rng: random.Random) -> tuple[str, str]:
    """Return the gold of a sentence and an output."""
    words: Sequence[str] = rng.choice((WORDS, WORDS[:3], WORDS[:3], WORDS[:10]))
    spaces = rng.choice((SPACES, SPACES[:3], (" ",)))
    most = rng.choice((2, 6, 6, 12, 40))
    source = text_of(rng, most, words, spaces)
    tokens = source.split()
    output = text_of(rng, most, words, spaces)
    if rng.random() < 0.6:
        kept = tokens[: rng.randrange(len(tokens) + 1)]
        output = " ".join([*kept, *output.split()[: rng.choice((0, 1, 3, 40))]])
    elif rng.random() < 0.2:
        output = source
    lines = [f"S {source}"]
    annotators = sorted(rng.choices((0, 0, 0, 1, 2, 7, 2_000_000_000), k=rng.randrange(6)))
    written = output.split()
    for annotator in annotators:
        start = rng.randint(0, len(tokens))
        end = min(len(tokens), start + rng.choice((0, 0, 1, 1, 2, 5)))
        texts = []
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            first = rng.randint(0, len(written))
            own = " ".join(written[first : first + rng.randint(0, 3)])
            texts.append(rng.choice((own, own, text_of(rng, 2, words, spaces), "-NONE-")))
        kind = "noop" if rng.random() < 0.05 else rng.choice(("R", "R" * 60, "Ä|"))
        if rng.random() < 0.05:
            start = end = -1
        lines.append(
            f"A {start} {end}|||{kind}|||{'||'.join(texts)}|||REQUIRED|||-NONE-|||{annotator}"
        )
    return "\n".join(line.replace("\n", "") for line in lines) + "\n\n", output.replace("\n", "")


def mutated(rng: random.Random, text: bytes) -> bytes:
    """Return a text with some bytes changed, lost or doubled."""
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 0, 1, 3, 30)))
        match rng.randrange(6):
            case 0 | 1 | 2:
                text = text[:at] + rng.choice(PIECES) + text[end:]
            case 3:
                text = text[:at] + text[end:]
            case 4:
                text = text[:end] + text[at:]
            case _:
                old, new = rng.choice(((b"\n", b"\r\n"), (b" ", b"  "), (b"\n\n", b"\n")))
                text = text.replace(old, new)
    return text


class NumpyNeededError(Exception):
    """A run that is not done without numpy."""


def done_plainly(arguments: Sequence[str]) -> bool:
    """Do a run as far as numpy is not needed; return whether it was done."""

    def ready() -> None:
        raise NumpyNeededError

    try:
        return command(arguments, ready=ready) == 0
    except (NumpyNeededError, SystemExit):
        return False


def said(arguments: list[str], *, is_usual: bool) -> tuple[object, str, str]:
    """Return what a command returned and printed; a plain run alone returns a truth."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = command(arguments) if is_usual else done_plainly(arguments)
    return status, out.getvalue(), err.getvalue()


def is_answered(arguments: list[str], texts: Mapping[str, bytes]) -> bool:
    """Run a command both ways on its files; whether the plain run answered.

    Exits with the texts where the answers differ.
    """
    found, out, err = said(arguments, is_usual=False)
    expected = said(arguments, is_usual=True) if found else (0, "", "")
    if (0, out, err) != expected:
        shown = "\n".join(f"{name} {text!r}" for name, text in texts.items())
        sys.exit(f"{arguments}\n{shown}\nplain {out!r} {err!r}, usual {expected}")
    return bool(found)


def compare_files(rng: random.Random) -> bool:
    """Answer a run both ways, in a folder of its own; return whether the plain run did."""
    sentences = [sentence_of(rng) for _ in range(rng.choice((1, 2, 3, 30)))]
    gold = "".join(gold for gold, _ in sentences).encode()
    output = "".join(f"{line}\n" for _, line in sentences).encode()
    if rng.random() < 0.7:
        gold = mutated(rng, gold)
    if rng.random() < 0.4:
        output = mutated(rng, output)
    Path("gold.m2").write_bytes(gold)
    Path("out.txt").write_bytes(output)
    arguments = ["m2", "-j", rng.choice("12"), "out.txt", "gold.m2"]
    return is_answered(arguments, {"gold.m2": gold, "out.txt": output})


def search(compare: Callable[[random.Random], bool], description: str) -> None:
    """Compare as many runs as the command line says, and print how many were answered plainly."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--files", type=int, default=5000, help="runs")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        n_answered = sum(compare(rng) for _ in range(options.files))
    seconds = time.perf_counter() - begin
    print(f"{n_answered} of {options.files} runs answered plainly, all alike, {seconds:.0f} s")


if __name__ == "__main__":
    search(compare_files, __doc__.partition("\n")[0])
