"""Search for files that a plain run of `fastgec green` and `gleu` answers otherwise.

    python bench/search_texts.py --files 50000 --seed 1

Draws sources, outputs and references that are like them, with white space, controls and characters
of all kinds, and changes bytes of the files: line ends, marks, bytes that are no UTF-8, lines that
are lost or doubled. What a plain run answers, a run with numpy must print, too, with nothing on
standard error. Stops at the first difference and prints the texts. Same seed, same cases.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from search_plain import SPACES, WORDS, is_answered, mutated, search, text_of


def like(rng: random.Random, text: str, words: Sequence[str], spaces: Sequence[str]) -> str:
    """Return a text with some words changed, lost, or put in."""
    found = text.split(" ")
    for _ in range(rng.choice((0, 0, 1, 1, 2, 5))):
        at = rng.randrange(len(found) + 1)
        new = text_of(rng, rng.choice((0, 1, 1, 3)), words, spaces)
        found[at : at + rng.choice((0, 1, 1, 3))] = [new] if new else []
    return " ".join(found)


def sentence_of(rng: random.Random, n_columns: int) -> list[str]:
    """Return a source and other texts."""
    words = rng.choice((WORDS, WORDS[:3], WORDS[:3], WORDS[:10]))
    spaces = rng.choice((SPACES, SPACES[:3], (" ",), (" ",)))
    texts = [text_of(rng, rng.choice((0, 2, 6, 6, 12, 40)), words, spaces)]
    for _ in range(n_columns - 1):
        if rng.random() < 0.1:
            texts.append(text_of(rng, 12, words, spaces))
        else:
            texts.append(like(rng, rng.choice(texts), words, spaces))
    return [text.replace("\n", "") for text in texts]


def compare_files(rng: random.Random) -> bool:
    """Answer a run both ways, in a folder of its own; return whether the plain run did."""
    n_references = rng.choice((1, 2, 2, 3, 4))
    n_sentences = rng.choice((1, 2, 3, 30))
    sentences = [sentence_of(rng, n_references + 2) for _ in range(n_sentences)]
    names = ["source", "out", *(f"ref{k}" for k in range(n_references))]
    share = rng.choice((0.0, 0.2))  # of files whose bytes change
    contents = []
    for name, column in zip(names, zip(*sentences, strict=True), strict=True):
        text = "".join(f"{line}\n" for line in column).encode()
        contents.append(mutated(rng, text) if rng.random() < share else text)
        Path(name).write_bytes(contents[-1])
    arguments = ["-s", "source", "-r", *names[2:], "-c", "out", "-j", rng.choice("12")]
    if rng.random() < 0.6:
        arguments = ["green", *arguments]
        arguments += rng.choice(([], ["-n", rng.choice(("1", "2", "3", "6", "9", "16"))]))
        arguments += rng.choice(([], ["-t", "char"], ["-t", "char"], ["-t", "word"]))
        arguments += rng.choice(([], ["-b", "0.5"], ["-b", "0.5", "1", "2", "10"], ["-b", "0"]))
    else:
        arguments = ["gleu", *arguments]
    return is_answered(arguments, dict(zip(names, contents, strict=True)))


if __name__ == "__main__":
    search(compare_files, __doc__.partition("\n")[0])
