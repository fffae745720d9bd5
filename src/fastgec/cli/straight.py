"""`fastgec m2 SYSTEM GOLD` with plain options: the straight way, where it can be taken.

It takes -j, --beta and --mode correction, which is the default; anything else is for the usual way.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing: what a plain run does without
if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastgec.straight.score import Counted

BETA = "0.5"  # the default of m2
LONG = {"--jobs": "-j"}


def answer(arguments: Sequence[str], left: list[Counted] | None = None) -> bool:
    """Score and print if the straight way can be taken; False, and nothing printed, if it cannot.

    Args:
        arguments: the words after the program's name.
        left: gets what was counted, where that is not all and the rest is for the usual way.

    Example:
        >>> answer(["m2", "--mode", "all", "system.txt", "gold.m2"])
        False
    """
    plain = _plain(arguments)
    if plain is None:
        return False
    from fastgec.fscore import precision_recall_f
    from fastgec.report.threelines import three_lines
    from fastgec.straight.score import count_totals

    system, gold, jobs, beta = plain
    if sys.stderr.isatty():
        from fastgec.report.progress import Bar

        with Bar(None, "sentences") as bar:
            counted = count_totals(system, gold, beta=beta, jobs=jobs, progress=bar.show)
    else:
        counted = count_totals(system, gold, beta=beta, jobs=jobs)
    if not counted.is_all:
        if left is not None and counted.n_sentences:
            left.append(counted)
        return False
    correct, proposed, n_gold = counted.counts
    precision, recall, f = precision_recall_f(correct, proposed, n_gold, beta * beta)
    for line in counted.notes:
        print(f"note: {line}", file=sys.stderr)
    sys.stdout.write(three_lines(precision, recall, f, beta))
    return True


def is_number(text: str) -> bool:
    """Whether it is a number from 1 of two digits; more would be more threads than there are.

    >>> is_number("12"), is_number("0"), is_number("-1")
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) <= 2 and int(text) > 0


def is_decimal(text: str) -> bool:
    """Whether it is a plain decimal number, not too long.

    >>> is_decimal("0.5"), is_decimal("1"), is_decimal("1e3")
    (True, True, False)
    """
    whole, _, rest = text.partition(".")
    return text.isascii() and len(text) <= 8 and whole.isdigit() and (rest or "0").isdigit()


def _plain(arguments: Sequence[str]) -> tuple[str, str, int | None, float] | None:
    """Return system, gold, threads and beta of a plain run."""
    if not arguments or arguments[0] != "m2":
        return None
    files: list[str] = []
    options: dict[str, str] = {}
    rest = iter(arguments[1:])
    for argument in rest:
        word = LONG.get(argument, argument)
        if word in ("-j", "--beta", "--mode"):
            options[word] = next(rest, "")
        elif not word or word[0] == "-":
            return None
        else:
            files.append(word)
    beta = options.get("--beta", BETA)
    is_plain = (
        len(files) == 2
        and files[0] != files[1]
        and is_number(options.get("-j", "1"))
        and is_decimal(beta)
        and options.get("--mode", "correction") == "correction"
    )
    if not is_plain:
        return None
    return files[0], files[1], int(options["-j"]) if "-j" in options else None, float(beta)
