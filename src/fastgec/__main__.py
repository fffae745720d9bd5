"""`python -m fastgec` is the command `fastgec`."""

import sys

from fastgec.cli import main

if __name__ == "__main__":
    sys.exit(main())
