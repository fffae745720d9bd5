"""`fastgec m2 SYSTEM GOLD` with nothing else but -j: the straight way, where it can be taken."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing: what a plain run does without
if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastgec.straight.score import Counted

BETA = 0.5  # the default of m2


def answer(arguments: Sequence[str], left: list[Counted] | None = None) -> bool:
    """Score and print if the straight way can be taken; False, and nothing printed, if it cannot.

    Args:
        arguments: the words after the program's name.
        left: gets what was counted, where that is not all and the rest is for the usual way.

    Example:
        >>> answer(["m2", "--beta", "1", "system.txt", "gold.m2"])
        False
    """
    plain = _plain(arguments)
    if plain is None:
        return False
    from fastgec.fscore import f_beta, ratio
    from fastgec.report.threelines import three_lines
    from fastgec.straight.score import count_totals

    system, gold, jobs = plain
    if sys.stderr.isatty():
        from fastgec.report.progress import Bar

        with Bar(None, "sentences") as bar:
            counted = count_totals(system, gold, beta=BETA, jobs=jobs, progress=bar.show)
    else:
        counted = count_totals(system, gold, beta=BETA, jobs=jobs)
    if not counted.is_all:
        if left is not None and counted.n_sentences:
            left.append(counted)
        return False
    correct, proposed, n_gold = counted.counts
    precision = ratio(correct, proposed, empty=1.0)
    recall = ratio(correct, n_gold, empty=1.0)
    for line in counted.notes:
        print(f"note: {line}", file=sys.stderr)
    sys.stdout.write(three_lines(precision, recall, f_beta(precision, recall, beta=BETA), BETA))
    return True


def _plain(arguments: Sequence[str]) -> tuple[str, str, int | None] | None:
    """Return system, gold and threads of a plain run."""
    if not arguments or arguments[0] != "m2":
        return None
    files: list[str] = []
    jobs = None
    rest = iter(arguments[1:])
    for word in rest:
        if word in ("-j", "--jobs"):
            text = next(rest, "")
            # More digits would be more threads than any machine has.
            if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text)):
                return None
            jobs = int(text)
        elif not word or word[0] == "-":
            return None
        else:
            files.append(word)
    if len(files) != 2 or files[0] == files[1]:
        return None
    return files[0], files[1], jobs
