"""Text for programs: JSON documents and lines, fields of TSV, three lines of the published scorer.

JSON is one document per run, or one object per sentence: full precision, no NaN, no Infinity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
