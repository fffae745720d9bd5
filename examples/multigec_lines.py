"""The essays of a MultiGEC-2025 file, one a line, as its organisers score them.

    python multigec_lines.py source.md system.md > system.txt

Essays are those of the source, in its order, cut by the tokenizer syntok (`pip install syntok`); an
exclamation mark stands for one that the system's file lacks.
"""

import re
import sys
from pathlib import Path

HEADING = re.compile(r"^### essay_id = (.*)$", re.MULTILINE)


def essays(path):
    """Return the tokens of each essay of a file, by its ID."""
    from syntok.tokenizer import Tokenizer

    _, *parts = HEADING.split(Path(path).read_text(encoding="utf-8"))
    tokens = [[one.value for one in Tokenizer().tokenize(text.strip())] for text in parts[1::2]]
    return dict(zip(map(str.strip, parts[::2]), map(" ".join, tokens), strict=True))


def lines(path, source):
    """Return an essay a line, those of the source in its order."""
    found = essays(path)
    return [found.get(name) or "!" for name in essays(source)]


if __name__ == "__main__":
    source, system = sys.argv[1:]
    print(*lines(system, source), sep="\n")
