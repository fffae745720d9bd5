"""`fastgec green` and `fastgec gleu` of one output, with plain options: the straight way.

GREEN takes -n, -t and -b, both take -j; anything else is for the usual way.
"""

from __future__ import annotations

import os
import sys

from fastgec.cli.straight import is_decimal, is_number

TYPE_CHECKING = False  # as in typing: what a plain run does without
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

FLAGS = {"green": "srcjntb", "gleu": "srcj"}
LONG = {"--jobs": "-j", "--beta": "-b"}


def answer(arguments: Sequence[str]) -> bool:
    """Score and print if the straight way can be taken; False, and nothing printed, if it cannot.

    Args:
        arguments: the words after the program's name.

    Example:
        >>> answer(["green", "--mean", "-s", "source", "-r", "reference", "-c", "system"])
        False
    """
    options = _options(arguments)
    if options is None:
        return False
    lines = _on_terminal(_green if arguments[0] == "green" else _gleu, options)
    if lines is None:
        return False
    sys.stdout.write(lines)
    return True


def _on_terminal(score: Callable[..., str | None], options: dict[str, list[str]]) -> str | None:
    """Score, with a bar on a terminal."""
    if not sys.stderr.isatty():
        return score(options, None)
    from fastgec.report.progress import Bar

    with Bar(None, "sentences") as bar:
        return score(options, bar.show)


def _green(options: dict[str, list[str]], progress: Any) -> str | None:
    from fastgec.fscore import alpha_of
    from fastgec.straight.ngrams import fixed, green_f, green_regions

    betas = [float(text) for text in options.get("b", ["1"])]
    regions = green_regions(
        _files(options),
        order=int(options.get("n", ["4"])[0]),
        unit=options.get("t", ["word"])[0],
        betas=betas,
        jobs=_jobs(options),
        progress=progress,
    )
    if regions is None:
        return None
    alphas = [alpha_of(beta) for beta in betas]
    rows = [
        ["alpha", *(fixed(alpha, 2) for alpha in alphas)],
        ["beta", *(fixed(beta, 2) for beta in betas)],
        [
            options["c"][0],
            *(fixed(100 * green_f(*one), 2) for one in zip(regions, alphas, strict=True)),
        ],
    ]
    if any(field is None for row in rows for field in row):
        return None
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def _gleu(options: dict[str, list[str]], progress: Any) -> str | None:
    from fastgec.straight.ngrams import fixed, gleu_mean

    mean = gleu_mean(_files(options), jobs=_jobs(options), progress=progress)
    shown = None if mean is None else fixed(mean, 6)
    if shown is None:
        return None
    return f"{os.path.basename(options['c'][0])} {shown}\n"  # noqa: PTH119


def _files(options: dict[str, list[str]]) -> list[str]:
    return [options["s"][0], *options["r"], options["c"][0]]


def _jobs(options: dict[str, list[str]]) -> int | None:
    return int(options["j"][0]) if "j" in options else None


def _options(arguments: Sequence[str]) -> dict[str, list[str]] | None:
    """Return the words of each option of a plain run, by its letter."""
    if not arguments or arguments[0] not in FLAGS:
        return None
    known = FLAGS[arguments[0]]
    options: dict[str, list[str]] = {}
    words: list[str] | None = None
    for argument in arguments[1:]:
        word = LONG.get(argument, argument)
        if len(word) == 2 and word[0] == "-" and word[1] in known:
            if word[1] in options:
                return None
            words = options[word[1]] = []
        elif words is None or not word or word[0] == "-":
            return None
        else:
            words.append(word)
    is_plain = (
        all(len(options.get(letter, ())) == 1 for letter in "sc")
        and len(options.get("r", ())) > 0
        and all(len(words) == 1 for letter, words in options.items() if letter in "njt")
        and all(is_number(word) for letter in "nj" for word in options.get(letter, ()))
        and all(is_decimal(word) for word in options.get("b", ()))
        and options.get("b") != []
        and options.get("t", ["word"])[0] in ("word", "char")
        and options["c"][0].isprintable()
        and not options["c"][0].endswith(("/", os.sep))
    )
    return options if is_plain else None
