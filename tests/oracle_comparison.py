"""ERRANT's comparison by the rules, step by step: slow and obvious, with Python's own numbers.

Written from the description of what the published program does, never from the kernels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

TITLES = {
    "dt": "Token-Based Detection",
    "ds": "Span-Based Detection",
    "cs": "Span-Based Correction",
    "cse": "Span-Based Correction + Classification",
}

Table = dict[tuple[Any, ...], list[str]]
Counts = tuple[int, int, int]


class Options(NamedTuple):
    """What is compared, and how it is scored."""

    mode: str = "cs"
    beta: float = 0.5
    single: bool = False
    multi: bool = False
    without: tuple[str, ...] = ()


class Chosen(NamedTuple):
    """What was chosen of a sentence: coders, counts, counts by type in order of first count."""

    hypothesis: int
    reference: int
    counts: Counts
    kinds: dict[str, list[int]]


def blocks_of(text: str) -> list[str]:
    """Return the blocks of a file."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.split("\n\n")


def coders_of(block: str, options: Options) -> dict[int, Table]:
    """Return the table of each coder of a block."""
    edits: dict[int, list[tuple[int, int, str, str]]] = {}
    for line in block.split("\n")[1:]:
        fields = line[2:].split("|||")
        start, end = map(int, fields[0].split())
        # Where int() does not know white space that strip() knows, the program dies; we do not.
        edits.setdefault(int(fields[-1].strip()), []).append((start, end, fields[1], fields[2]))
    if not edits:
        edits[0] = [(-1, -1, "noop", "-NONE-")]
    tables: dict[int, Table] = {}
    for coder, of_coder in edits.items():
        table: Table = {}
        for start, end, kind, correction in of_coder:
            is_long = end - start >= 2 or len(correction.split()) >= 2
            if kind == "UNK" and options.mode not in ("dt", "ds"):
                continue
            if (options.single and is_long) or (options.multi and not is_long):
                continue
            if kind in options.without:
                continue
            for key in keys_of(start, end, kind, correction, options.mode):
                table.setdefault(key, []).append(kind)
        tables[coder] = table
    return tables


def keys_of(start: int, end: int, kind: str, correction: str, mode: str) -> list[tuple[Any, ...]]:
    if mode == "ds":
        return [(start, end)]
    if mode == "cs":
        return [(start, end, correction)]
    if mode == "cse":
        return [(start, end, kind, correction)]
    if start == -1:
        return [(-1, -1)]
    if start == end:
        return [(start, start + 1)]
    return [(token, token + 1) for token in range(start, end)]


def count_pair(hypothesis: Table, reference: Table) -> tuple[Counts, dict[str, list[int]]]:
    """Return tp, fp, fn, and the same by type."""
    kinds: dict[str, list[int]] = {}

    def count(kind: str, column: int) -> None:
        kinds.setdefault(kind, [0, 0, 0])[column] += 1

    for key, types in hypothesis.items():
        if types[0] == "noop":
            continue
        for kind in reference.get(key, ()):
            count(kind, 0)
        if key not in reference:
            for kind in types:
                count(kind, 1)
    for key, types in reference.items():
        if types[0] != "noop" and key not in hypothesis:
            for kind in types:
                count(kind, 2)
    tp, fp, fn = (sum(counts[column] for counts in kinds.values()) for column in range(3))
    return (tp, fp, fn), kinds


def scores(counts: Counts, beta: float) -> tuple[float, float, float]:
    """Return precision, recall and F, not rounded."""
    tp, fp, fn = counts
    p = tp / (tp + fp) if fp else 1.0
    r = tp / (tp + fn) if fn else 1.0
    if p + r == 0:
        return p, r, 0.0
    load = (beta**2) * p + r
    return p, r, (1 + (beta**2)) * p * r / load if load else p


def rounded(counts: Counts, beta: float) -> list[float]:
    return [round(score, 4) for score in scores(counts, beta)]


def plus(one: Counts, other: Counts) -> Counts:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def choose(pairs: list[Counts], so_far: Counts, beta: float) -> int:
    """Return which pair of a sentence is chosen."""
    best, best_rank = 0, None
    for number, counts in enumerate(pairs):
        rank = (rounded(plus(so_far, counts), beta)[2], counts[0], -counts[1], -counts[2])
        if best_rank is None or rank > best_rank:
            best, best_rank = number, rank
    return best


def compare(hypothesis: str, reference: str, options: Options) -> list[Chosen]:
    """Return what is chosen of each sentence."""
    so_far: Counts = (0, 0, 0)
    chosen = []
    ours, theirs = blocks_of(hypothesis), blocks_of(reference)
    for one, other in zip(ours, theirs, strict=True):
        pairs = all_pairs(one, other, options)
        best = pairs[choose([pair.counts for pair in pairs], so_far, options.beta)]
        so_far = plus(so_far, best.counts)
        chosen.append(best)
    return chosen


def all_pairs(hypothesis: str, reference: str, options: Options) -> list[Chosen]:
    """Return the pairs of coders of a sentence, in order."""
    return [
        Chosen(h, r, *count_pair(ours, theirs))
        for h, ours in coders_of(hypothesis, options).items()
        for r, theirs in coders_of(reference, options).items()
    ]


def total(chosen: list[Chosen]) -> Counts:
    so_far: Counts = (0, 0, 0)
    for one in chosen:
        so_far = plus(so_far, one.counts)
    return so_far


def by_kind(chosen: list[Chosen], tier: int) -> dict[str, list[int]]:
    """Return counts by type, in order of names."""
    found: dict[str, list[int]] = {}
    for one in chosen:
        for kind, counts in one.kinds.items():
            name = kind if kind == "UNK" else {1: kind[:1], 2: kind[2:], 3: kind}[tier]
            so_far = found.setdefault(name, [0, 0, 0])
            for column in range(3):
                so_far[column] += counts[column]
    return dict(sorted(found.items()))


def shown_edits(table: Table) -> str:
    keys = sorted(table)
    if keys and keys[0][0] == -1:
        return "[]"
    return str([(*key, table[key][0]) for key in keys])


def printed(
    hypothesis: str, reference: str, options: Options, tier: int | None, is_verbose: bool
) -> str:
    """Return what the program prints."""
    chosen = compare(hypothesis, reference, options)
    lines: list[str] = []
    if is_verbose:
        lines += verbose_lines(hypothesis, reference, options, chosen)
    f_name = f"F{float(options.beta)}"
    title = f" {TITLES[options.mode]} "
    if tier is not None:
        lines += ["", f"{title:=^66}"]
        rows = [["Category", "TP", "FP", "FN", "P", "R", f_name]]
        for name, (tp, fp, fn) in by_kind(chosen, tier).items():
            rows.append([name, *map(str, [tp, fp, fn, *rounded((tp, fp, fn), options.beta)])])
        lines += [
            " ".join([row[0].ljust(14), *(cell.ljust(8) for cell in row[1:-1]), row[-1]])
            for row in rows
        ]
    counts = total(chosen)
    values = [*counts, *rounded(counts, options.beta)]
    lines += ["", f"{title:=^46}", "\t".join(["TP", "FP", "FN", "Prec", "Rec", f_name])]
    lines += ["\t".join(map(str, values)), "=" * 46, ""]
    return "\n".join(lines) + "\n"


def verbose_lines(
    hypothesis: str, reference: str, options: Options, chosen: list[Chosen]
) -> list[str]:
    lines: list[str] = []
    so_far: Counts = (0, 0, 0)
    rule = "-" * 40
    blocks = zip(blocks_of(hypothesis), blocks_of(reference), strict=True)
    for number, (one, other) in enumerate(blocks):
        lines += [rule, f"Original sentence {number}: " + one[2:].split("\nA")[0]]
        ours, theirs = coders_of(one, options), coders_of(other, options)
        for pair in all_pairs(one, other, options):
            lines += [rule, f"SENTENCE {number} - HYP {pair.hypothesis} - REF {pair.reference}"]
            lines.append("HYPOTHESIS EDITS : " + shown_edits(ours[pair.hypothesis]))
            lines.append("REFERENCE EDITS  : " + shown_edits(theirs[pair.reference]))
            for name, pad, counts in (
                ("Local", "   ", pair.counts),
                ("Global", "  ", plus(so_far, pair.counts)),
            ):
                ratios = " ".join(map(str, rounded(counts, options.beta)))
                lines.append(f"{name} TP/FP/FN{pad}: " + " ".join(map(str, counts)))
                lines.append(f"{name} P/R/F{float(options.beta)}  : " + ratios)
        best = chosen[number]
        so_far = plus(so_far, best.counts)
        lines += [
            rule,
            f"^^ HYP {best.hypothesis}, REF {best.reference} chosen for sentence {number}",
            "Local results:",
        ]
        rows = [["Category", "TP", "FP", "FN"]]
        rows += [[kind, *map(str, counts)] for kind, counts in best.kinds.items()]
        widths = [max(len(row[column]) for row in rows) + 3 for column in range(4)]
        lines += [
            "".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        ]
    return lines
