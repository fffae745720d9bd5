"""Everything that the program prints: results become tables, JSON, signatures and layouts here.

    tables       tables of results, and their views: terminal, TSV, CSV, Markdown, LaTeX
    scores       scores of any metric: results, tables, JSON, signatures, intervals
    comparisons  comparisons with a base, and of all systems with each other
    errors       frequent errors, scores in buckets, recall by type, meanings of error types
    progress     a progress bar, once work is long
    check        findings about files
    citations    BibTeX of metrics, known data, methods and tests
    corpora      corpora x systems x metrics

Layouts of one metric, mostly as the authors' programs print them:

    m2        three lines, -v, edits
    errant    the output of ERRANT's comparison, and tables of types
    ngrams    the output of the authors' programs; the output of the authors' program
    imeasure  the table of the authors' program, and aligned texts

Meta-evaluation:

    meta  which metric agrees with people, and how sure that is; human scores, with ranges of
          ranks and clusters; the table of Koyama et al. (2024) beside ours

Folders:

    page   the HTML report
    board  the leaderboard
    plots  pictures of results

Here is text for programs: JSON, fields of TSV, three lines; and names of systems: as typed for
programs, short for people.

The command line and the HTML report print these; this package imports `study` and `meta`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from fastgec.read.files import file_and_field

TABLE_FORMATS = ("table", "tsv", "csv", "json", "markdown", "latex")  # see `show.tables`


# Text for programs: JSON documents and lines, fields of TSV, three lines of the published scorer.
#
# JSON is one document per run, or one object per sentence: full precision, no NaN, no Infinity.

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    from typing import Any


def dumped(content: Mapping[str, Any]) -> str:
    """Return a document as text that ends with a line end."""
    import json  # most runs print none

    return escaped(json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1)) + "\n"


def with_skipped(text: str, skipped: Iterable[Any]) -> str:
    """Return a document with the systems that were left out, and why (`submissions.Skipped`)."""
    import json  # most runs print none

    return dumped({**json.loads(text), "skipped": [one._asdict() for one in skipped]})


def line(content: Mapping[str, Any]) -> str:
    """Return one object on one line."""
    import json

    return escaped(json.dumps(content, ensure_ascii=False, allow_nan=False)) + "\n"


def escaped(text: str) -> str:
    """Escape bytes of file names that are no text (surrogates to Python): JSON is UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        pass
    else:
        return text
    return "".join(c if not "\ud800" <= c <= "\udfff" else f"\\u{ord(c):04x}" for c in text)


def join_fields(fields: Sequence[str]) -> str:
    """Return one line of tab-separated fields."""
    return "\t".join(map(plain, fields)) + "\n"


def plain(value: object) -> str:
    """Return a value as a field: full precision, nothing for None, no tab and no line end."""
    if value is None:
        return ""
    text = repr(value) if isinstance(value, float) else str(value)
    return text.replace("\t", " ").replace("\n", " ")


def three_lines(precision: float, recall: float, f: float, beta: float) -> str:
    """Return precision, recall and F as text.

    >>> print(three_lines(1.0, 0.5, 0.8333, 0.5), end="")
    Precision   : 1.0000
    Recall      : 0.5000
    F_0.5       : 0.8333
    """
    lines = f"Precision   : {precision:.4f}", f"Recall      : {recall:.4f}"
    return "".join(f"{line}\n" for line in (*lines, f"F_{beta:.1f}       : {f:.4f}"))


def python2_float(value: float) -> str:
    """Return a float as Python 2 prints it: twelve significant digits, and a point in any case.

    Example:
        >>> python2_float(2 / 3), python2_float(1.0), python2_float(1e-7)
        ('0.666666666667', '1.0', '1e-07')
    """
    text = f"{value:.12g}"
    return text if set(text) & set(".en") else f"{text}.0"


# Names of systems: as typed for programs, and short for people who read tables.
#
# Paths of outputs differ in a few letters and fill a screen with the rest. People see names
# without the folder and the suffix that all have in common; programs (TSV, CSV, files of
# sentences, parts) get names as typed, and JSON the path beside them.


STDIN = "stdin"


class Name(str):
    """The name of a system; as a string it is the path as typed, or the value of --name.

    short  for people
    path   where the output was read

    Example:
        >>> name = Name("out/a.txt", "a")
        >>> name, name.short, name.path
        ('out/a.txt', 'a', 'out/a.txt')
    """

    __slots__ = ("path", "short")
    short: str
    path: str

    def __new__(cls, typed: str, short: str, path: str | None = None) -> Name:
        """Return a name."""
        name = super().__new__(cls, typed)
        name.short = short
        name.path = typed if path is None else path
        return name

    def __reduce__(self) -> tuple[type[Name], tuple[str, str, str]]:
        """Return how copies are made."""
        return Name, (str(self), self.short, self.path)


def short(name: str) -> str:
    """Return the display name."""
    return name.short if isinstance(name, Name) else name


def path_of(name: str) -> str:
    """Return where the output of a name was read."""
    return name.path if isinstance(name, Name) else name


def names_of(paths: Sequence[str], given: Sequence[str] | None = None) -> list[Name]:
    """Return the names of systems.

    Args:
        paths: of their outputs, as typed.
        given: a name for each, in place of the names made of the paths.

    Example:
        >>> [name.short for name in names_of(["out/a.txt", "out/b.txt"])]
        ['a', 'b']
    """
    if given is not None:
        return [Name(name, name, path) for name, path in zip(given, paths, strict=True)]
    return [Name(path, one) for path, one in zip(paths, short_names(paths), strict=True)]


def short_names(paths: Sequence[str]) -> list[str]:
    """Return paths without the folder and the suffix that all have in common, all of them distinct.

    One path alone loses its folder. A suffix begins with a letter: the .5 of gpt-3.5 is part of its
    name. Equal names get a number.

    Example:
        >>> short_names(["s/a/one.out.gz", "s/b/one.out.gz", "-"])
        ['a/one', 'b/one', 'stdin']
        >>> short_names(["gpt-3.5", "gpt-4.5"]), short_names(["x/a.txt", "x/a.txt"])
        (['gpt-3.5', 'gpt-4.5'], ['a', 'a (2)'])
        >>> short_names(["x/a.jsonl#text", "x/b.jsonl#text"])
        ['a', 'b']
    """
    fields = {file_and_field(path)[1] for path in paths}
    if len(fields) == 1 and fields != {""}:
        paths = [file_and_field(path)[0] for path in paths]
    split = [_parts(path.replace(os.sep, "/")) for path in paths]
    files = [parts for path, parts in zip(paths, split, strict=True) if path != "-" and parts]
    n_folders = _n_common([parts[:-1] for parts in files])
    ends = [parts[-1].split(".")[:0:-1] for parts in files if parts[-1].lstrip(".")]
    n_ends = _n_common(ends) if len(paths) > 1 else 0
    while n_ends and not all(end[:1].isalpha() for end in ends[0][:n_ends]):
        n_ends -= 1
    shown: list[str] = []
    for path, parts in zip(paths, split, strict=True):
        if path == "-" or not parts:
            name = STDIN if path == "-" else path
        else:
            *folders, last = parts[n_folders:]
            stem = ".".join(last.split(".")[: -n_ends or None])
            name = "/".join([*folders, stem or last])
        shown.append(name)
    return _distinct(shown)


def _parts(path: str) -> list[str]:
    """Return folders and file of a path; the root folder is "".

    >>> _parts("./a//b.txt"), _parts("/a/b.txt"), _parts("/")
    (['a', 'b.txt'], ['', 'a', 'b.txt'], [])
    """
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return ["", *parts] if parts and path.startswith("/") else parts


def _n_common(lists: Sequence[Sequence[str]]) -> int:
    """Return how many first items all lists have in common."""
    n_common = 0
    for items in zip(*lists, strict=False):
        if len(set(items)) > 1:
            break
        n_common += 1
    return n_common


def _distinct(names: Sequence[str]) -> list[str]:
    taken = set(names)
    seen: set[str] = set()
    found = []
    for name in names:
        number, one = 1, name
        while one in seen or (number > 1 and one in taken):
            number += 1
            one = f"{name} ({number})"
        seen.add(one)
        found.append(one)
    return found
