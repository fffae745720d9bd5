"""`python -m fastgec` is the command `fastgec`."""

import gc
import sys

from fastgec.cli import main as run


def main() -> int:
    """Run the command line; the entry point of the program."""
    # A short life that keeps nearly all it makes: collecting while numpy is imported is in vain.
    gc.set_threshold(100_000)
    return run()


if __name__ == "__main__":
    sys.exit(main())
