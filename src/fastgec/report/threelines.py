"""Three lines, as old scripts read them from the published scorer of MaxMatch."""

from __future__ import annotations


def three_lines(precision: float, recall: float, f: float, beta: float) -> str:
    """Return precision, recall and F as text.

    >>> print(three_lines(1.0, 0.5, 0.8333, 0.5), end="")
    Precision   : 1.0000
    Recall      : 0.5000
    F_0.5       : 0.8333
    """
    lines = f"Precision   : {precision:.4f}", f"Recall      : {recall:.4f}"
    return "".join(f"{line}\n" for line in (*lines, f"F_{beta:.1f}       : {f:.4f}"))
