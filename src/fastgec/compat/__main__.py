"""`python -m fastgec.compat PROGRAM ...`: an old command line; `install FOLDER`: the old names."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from textwrap import fill

from fastgec.compat.programs import PROGRAMS, USAGE_ERROR, install, run

NAMES = fill(", ".join(PROGRAMS), 78, initial_indent="  ", subsequent_indent="  ")
USAGE = f"""usage: python -m fastgec.compat PROGRAM ...
       python -m fastgec.compat install FOLDER [PROGRAM ...]

Run an old command line, or write programs of the old names into a folder.
PROGRAM is one of
{NAMES}

examples:
  python -m fastgec.compat m2scorer -v --beta 0.5 system.txt gold.m2
  python -m fastgec.compat install ~/bin m2scorer compute_gleu
"""


def main(arguments: Sequence[str]) -> int:
    """Run what the first word names, and return the exit status."""
    if not arguments or arguments[0] in ("-h", "--help"):
        (sys.stdout if arguments else sys.stderr).write(USAGE)
        return 0 if arguments else USAGE_ERROR
    program, *rest = arguments
    if program in PROGRAMS:
        return run(program, rest)
    if program != "install":
        known = ", ".join(PROGRAMS)
        sys.stderr.write(f"{program!r}: expected one of {known} or install\n")
        return USAGE_ERROR
    if not rest:
        sys.stderr.write("required: install FOLDER [PROGRAM ...]\n")
        return USAGE_ERROR
    try:
        written = install(rest[0], rest[1:])
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        sys.stderr.write(f"{error.filename}: {reason}\n" if error.filename else f"{reason}\n")
        return 1
    sys.stdout.writelines(f"{path}\n" for path in written)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
