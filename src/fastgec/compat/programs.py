"""Old command lines: what follows the name of an old program becomes arguments of `fastgec`.

The commands of fastgec take the old spellings themselves. What is left is here: which command
stands for which program, shortened options, and the weight lambda of the first GLEU.

    m2scorer         NUS scorer                           fastgec m2
    compute_gleu     GLEU's authors, as of 2016           fastgec gleu
    green            GREEN's authors                      fastgec green
    sgreen           the same, a score for each sentence  fastgec green --sentence
    mgreen           the same, means of these             fastgec green --mean
    errant_compare   ERRANT                               fastgec errant compare
    errant_parallel  the same                             fastgec errant parallel
    errant_m2        the same                             fastgec errant m2
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from fastgec.machine import replacing

# For each program the words that stand for it, and its own long options, which its reader took in
# shortened form too.
PROGRAMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "m2scorer": (
        ("m2",),
        ("beta", "ignore_whitespace_casing", "max_unchanged_words", "verbose", "very_verbose"),
    ),
    "compute_gleu": (("gleu",), ("debug", "hypothesis", "iter", "reference", "source")),
    "green": (("green",), ()),
    "sgreen": (("green", "--sentence"), ()),
    "mgreen": (("green", "--mean"), ()),
    "errant_compare": (("errant", "compare"), ("beta", "verbose")),
    "errant_parallel": (("errant", "parallel"), ()),
    "errant_m2": (("errant", "m2"), ()),
}
RENAMED = {"--debug": "--details", "--hypothesis": "--hyp"}
USAGE_ERROR = 2


def translated(program: str, arguments: Sequence[str]) -> list[str]:
    """Return the arguments of `fastgec` that do what an old program did.

    Args:
        program: its name.
        arguments: what follows it on the old command line.

    Raises:
        KeyError: a program that is not known.
        ValueError: GLEU with a weight lambda, which it has had no more since 2016.

    Example:
        >>> translated("m2scorer", ["--max", "3", "-v", "system.txt", "gold.m2"])
        ['m2', '--max_unchanged_words', '3', '-v', 'system.txt', 'gold.m2']
        >>> translated("compute_gleu", ["-s", "s", "-r", "r", "-o", "h", "-n", "4", "-l", "0.0"])
        ['gleu', '-s', 's', '-r', 'r', '-o', 'h', '-n', '4']
    """
    words, options = PROGRAMS[program]
    found = []
    rest = iter(arguments)
    for word in rest:
        if program == "compute_gleu" and (word == "-l" or word.startswith("-l")):
            _require_no_lambda(word[2:] or next(rest, ""))
            continue
        name, is_given, value = word.partition("=")
        if name.startswith("--") and len(name) > 2:
            matches = [option for option in options if option.startswith(name[2:])]
            if name[2:] not in options and len(matches) == 1:
                name = f"--{matches[0]}"
            name = RENAMED.get(name, name) if program == "compute_gleu" else name
        found.append(f"{name}={value}" if is_given else name)
    return [*words, *found]


def run(program: str, arguments: Sequence[str]) -> int:
    """Run an old command line in this process, and return the exit status."""
    try:
        sys.argv[1:] = translated(program, arguments)
    except ValueError as error:
        sys.stderr.write(f"{program}: error: {error}\n")
        return USAGE_ERROR
    from fastgec.__main__ import main

    return main()


def install(folder: str, programs: Sequence[str] = ()) -> list[Path]:
    """Write small programs of the old names into a folder, for this Python.

    Args:
        folder: where; it is made.
        programs: which (none: all).

    Returns:
        The files that were written.

    Raises:
        OSError: one cannot be written; then none is.
        ValueError: a name that is not known, or a file that is there already.
    """
    names = list(dict.fromkeys(programs)) or list(PROGRAMS)
    for name in names:
        if name not in PROGRAMS:
            raise ValueError(f"program {name!r}: expected one of {', '.join(PROGRAMS)}")
    paths = [Path(folder) / name for name in names]
    for path in paths:
        if path.exists():
            raise ValueError(f"{path} exists")
    Path(folder).mkdir(parents=True, exist_ok=True)
    python = shlex.quote(sys.executable)
    with ExitStack() as stack:  # all are written, or none
        for name, path in zip(names, paths, strict=True):
            file = stack.enter_context(replacing(path))
            file.write(f'#!/bin/sh\nexec {python} -m fastgec.compat {name} "$@"\n'.encode())
    for path in paths:
        mode = path.stat().st_mode
        path.chmod(mode | (mode & 0o444) >> 2)  # who may read it may run it
    return paths


def _require_no_lambda(value: str) -> None:
    try:
        is_zero = float(value) == 0
    except ValueError:
        is_zero = False
    if not is_zero:
        raise ValueError(f"-l {value}: expected 0: GLEU has had no lambda since 2016")
