"""MaxMatch (M2), written out as slowly and as plainly as possible: the oracle of the fast kernel.

Definition: Dahlmeier and Ng (2012), "Better Evaluation for Grammatical Error Correction", NAACL,
made precise as in the published NUS scorer (release 3.2 and its later development version). The
section numbers below are those of the project's definition of M2. Nothing here is clever; where a
line looks odd, the published numbers are odd in that way, and they are what must come out.

How an edit sequence is found, from the whole down to its parts:

1. `lattice`: align source and hypothesis in two ways; keep every cell and step of every best
   alignment. A step (arc) is an insertion, a deletion, a substitution or a noop (equal tokens).
2. `closure`: join arcs into longer ones that hold at most `max_unchanged_words` noops.
3. `weights`, `best_path`: reward the arcs that are gold edits, then take the lightest path.
4. `count`: count the edits on that path and how many of them are gold.
5. `choose`: choose for each sentence the annotator who serves the corpus score best so far.
6. `score`: precision, recall and F of the sums.

Conventions: a vertex is (i, j): i source tokens and j hypothesis tokens have been read. An arc is a
pair of vertices. A span is half-open, in source tokens. A correction is a text: tokens joined by
single spaces, empty for a deletion. Weights are IEEE doubles; the order of their additions matters,
since 0.001 has no exact double and ties are decided by the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Vertex = tuple[int, int]
Arc = tuple[Vertex, Vertex]
Span = tuple[int, int]
Counts = tuple[int, int, int]  # correct, proposed, gold
Release = Literal["development", "3.2"]

EPSILON = 0.001


@dataclass(frozen=True)
class GoldEdit:
    """One gold edit: a span of the source and the corrections that are right for it."""

    start: int
    end: int
    alternatives: tuple[str, ...]


@dataclass(frozen=True)
class Sentence:
    """One sentence of an M2 file; `annotators` in ascending id, edits in the order of the file."""

    source: list[str]
    annotators: dict[int, list[GoldEdit]]


class Change(NamedTuple):
    """What an arc does to the source, as gold edits are compared with it."""

    start: int
    end: int
    original: str
    correction: str


class Edit(NamedTuple):
    """One edit of the best edit sequence."""

    start: int
    end: int
    correction: str
    is_correct: bool


@dataclass(frozen=True)
class Closure:
    """All arcs of a lattice, base and joined.

    `entries` is the list E, copies included, base arcs first. `length` and `noops` are D and U.
    `first` is the base arc with which the path that an arc stands for begins: for a joined arc that
    was improved, the path of its last improvement.
    """

    entries: list[Arc]
    length: dict[Arc, int]
    noops: dict[Arc, int]
    first: dict[Arc, Arc]

    def is_unchanged(self, arc: Arc) -> bool:
        """Whether the arc is made of noops alone."""
        return self.noops[arc] == self.length[arc]


# Inputs


def parse_m2(text: str, *, implicit_noop: bool = False) -> list[Sentence]:
    """Read the sentences of an M2 file (section "Inputs").

    `implicit_noop` gives every annotator of the file an empty set where it has no line.
    """
    sources: list[list[str]] = []
    annotators: list[dict[int, list[GoldEdit]]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = line.removesuffix("\r")
        if not line.strip():
            continue
        if line == "S" or line.startswith("S "):
            sources.append(line[1:].split())
            annotators.append({})
        elif line.startswith("A ") and sources:
            _read_edit(line, number, len(sources[-1]), annotators[-1])
        elif line != "I" and not line.startswith("I "):
            raise ValueError(f"line {number}: expected S, A, I or a blank line, found {line!r}")
    everyone = sorted({a for gold in annotators for a in gold})
    for gold in annotators:
        if implicit_noop:
            for annotator in everyone:
                gold.setdefault(annotator, [])
        if not gold:
            gold[0] = []
    return [
        Sentence(source, {a: gold[a] for a in sorted(gold)})
        for source, gold in zip(sources, annotators, strict=True)
    ]


def _read_edit(line: str, number: int, n_source: int, gold: dict[int, list[GoldEdit]]) -> None:
    """Add the edit of one A line to its annotator (section "Inputs")."""
    fields = line[2:].split("|||")
    if len(fields) < 6:
        raise ValueError(f"line {number}: expected at least 6 fields, found {len(fields)}")
    start, end = (int(offset) for offset in fields[0].split())
    edits_of_annotator = gold.setdefault(int(fields[5]), [])
    if fields[1] == "noop" or start == -1 or end == -1:
        return
    if start > end or start < 0:
        raise ValueError(f"line {number}: bad span {start} {end}")
    if end > n_source:
        return
    texts = (alternative.strip() for alternative in fields[2].split("||"))
    alternatives = tuple("" if text == "-NONE-" else text for text in texts)
    edits_of_annotator.append(GoldEdit(start, end, alternatives))


# Whole sentences


def count_sentence(
    source: Sequence[str],
    hypothesis: Sequence[str],
    annotators: Mapping[int, Sequence[GoldEdit]],
    *,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: Release = "development",
) -> dict[int, Counts]:
    """Count (correct, proposed, gold) of one sentence for each of its annotators."""
    arcs = closure(source, hypothesis, *lattice(source, hypothesis), max_unchanged_words)
    result = {}
    for annotator in sorted(annotators):
        gold = annotators[annotator]
        changes = _best_changes(source, hypothesis, arcs, gold, ignore_whitespace_casing, release)
        result[annotator] = count(source, changes, gold)
    return result


def edits(
    source: Sequence[str],
    hypothesis: Sequence[str],
    gold_edits: Sequence[GoldEdit],
    *,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: Release = "development",
) -> list[Edit]:
    """Find the best edit sequence of one sentence for one annotator."""
    arcs = closure(source, hypothesis, *lattice(source, hypothesis), max_unchanged_words)
    changes = _best_changes(source, hypothesis, arcs, gold_edits, ignore_whitespace_casing, release)
    matches = matches_of(source, changes, gold_edits)
    return [
        Edit(change.start, change.end, change.correction, n > 0)
        for change, n in zip(changes, matches, strict=True)
    ]


def _best_changes(
    source: Sequence[str],
    hypothesis: Sequence[str],
    arcs: Closure,
    gold: Sequence[GoldEdit],
    ignore_whitespace_casing: bool,
    release: Release,
) -> list[Change]:
    """The edits on the lightest path, from left to right (section 3, "Path")."""
    weight = weights(source, hypothesis, arcs, gold, release=release)
    path = best_path((len(source), len(hypothesis)), arcs.entries, weight)
    changes = [
        change_of(arc, source, hypothesis, arcs, release)
        for arc in path
        if not arcs.is_unchanged(arc)
    ]
    if ignore_whitespace_casing:
        changes = [c for c in changes if _folded(c.original) != _folded(c.correction)]
    return changes


def _folded(text: str) -> str:
    return text.replace(" ", "").lower()


# 1. The lattice


def lattice(source: Sequence[str], hypothesis: Sequence[str]) -> tuple[list[Vertex], list[Arc]]:
    """The union of all shortest paths of two Levenshtein tables (section 1).

    Returns the vertices in order, and the base entries of E sorted by (from, to); an arc that lies
    on shortest paths of both tables stands there twice.
    """
    vertices: set[Vertex] = set()
    entries: list[Arc] = []
    for substitution_cost in (1, 2):
        on_path = _shortest_arcs(source, hypothesis, substitution_cost)
        entries += on_path
        vertices.update(vertex for arc in on_path for vertex in arc)
    vertices.add((0, 0))  # so that two empty sentences have a lattice too
    return sorted(vertices), sorted(entries)


def _shortest_arcs(
    source: Sequence[str], hypothesis: Sequence[str], substitution_cost: int
) -> list[Arc]:
    """Every arc that lies on some shortest path of one Levenshtein table."""
    n, m = len(source), len(hypothesis)
    distance = [list(range(m + 1))]
    for i, token in enumerate(source, start=1):
        above, row = distance[-1], [i]
        for j, other in enumerate(hypothesis, start=1):
            step = 0 if token == other else substitution_cost
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + step))
        distance.append(row)
    arcs: list[Arc] = []
    reached = {(n, m)}  # the vertices on shortest paths, found from the end backwards
    for i in range(n, -1, -1):
        for j in range(m, -1, -1):
            if (i, j) not in reached:
                continue
            into: list[tuple[Vertex, int]] = []
            if i > 0:
                into.append(((i - 1, j), 1))
            if j > 0:
                into.append(((i, j - 1), 1))
            if i > 0 and j > 0:
                is_noop = source[i - 1] == hypothesis[j - 1]
                into.append(((i - 1, j - 1), 0 if is_noop else substitution_cost))
            for vertex, step in into:
                if distance[vertex[0]][vertex[1]] + step == distance[i][j]:
                    arcs.append((vertex, (i, j)))
                    reached.add(vertex)
    return arcs


# 2. Longer arcs


def closure(
    source: Sequence[str],
    hypothesis: Sequence[str],
    vertices: Sequence[Vertex],
    base_entries: Sequence[Arc],
    max_unchanged_words: int = 2,
) -> Closure:
    """Join arcs into longer ones with at most `max_unchanged_words` noops (section 2)."""
    entries = list(base_entries)
    base = set(base_entries)
    length = dict.fromkeys(base, 1)
    noops = {arc: int(_is_noop(arc, source, hypothesis)) for arc in base}
    first = {arc: arc for arc in base}

    into: dict[Vertex, set[Vertex]] = {vertex: set() for vertex in vertices}
    base_from: dict[Vertex, list[Vertex]] = {vertex: [] for vertex in vertices}
    for start, end in sorted(base):
        into[end].add(start)
        base_from[start].append(end)

    for middle in vertices:
        for start in sorted(into[middle]):
            for end in base_from[middle]:
                joined = start, end
                d = length[start, middle] + length[middle, end]
                n = noops[start, middle] + noops[middle, end]
                if n > max_unchanged_words:
                    continue
                if joined not in length or d < length[joined]:
                    # An improvement overwrites D and U for all copies, even if it has more noops.
                    length[joined] = d
                    noops[joined] = n
                    first[joined] = first[start, middle]
                    entries.append(joined)
                    into[end].add(start)

    # The published walk forgets that a deletion shifts the list: the entry that moves into the
    # deleted place is not examined, so of adjacent joined noops every second one survives.
    p = 0
    while p < len(entries):
        if entries[p] not in base and noops[entries[p]] == length[entries[p]]:
            del entries[p]
        p += 1
    return Closure(entries, length, noops, first)


def _is_noop(arc: Arc, source: Sequence[str], hypothesis: Sequence[str]) -> bool:
    """Whether a base arc keeps a token (tokens are compared exactly)."""
    (i, j), (i_end, j_end) = arc
    return i < i_end and j < j_end and source[i] == hypothesis[j]


# 3. Weights and path


def change_of(
    arc: Arc,
    source: Sequence[str],
    hypothesis: Sequence[str],
    arcs: Closure,
    release: Release = "development",
) -> Change:
    """The span and texts of an arc (section 1, "Spans").

    In the development version the span is the rows of the arc. Release 3.2 gives the insertion of
    hypothesis token j (from 1) before the first source token the span (j - 1, j - 1), and a joined
    arc runs from the start of its first base arc to the end of its last.
    """
    (i, j), (i_end, j_end) = arc
    start, end = i, i_end
    if release == "3.2":
        (_, _), (first_end, _) = arcs.first[arc]
        if first_end == 0:  # the arc begins with an insertion at row 0
            start = j
        if i_end == 0:  # and so it ends with one
            end = j_end - 1
    return Change(start, end, " ".join(source[i:i_end]), " ".join(hypothesis[j:j_end]))


def is_match(change: Change, gold: GoldEdit, source: Sequence[str]) -> bool:
    """Whether an arc is a gold edit: the same span, a correct text, the same source text."""
    return (
        (change.start, change.end) == (gold.start, gold.end)
        and change.correction in gold.alternatives
        and change.original == " ".join(source[gold.start : gold.end])
    )


def weights(
    source: Sequence[str],
    hypothesis: Sequence[str],
    arcs: Closure,
    gold: Sequence[GoldEdit],
    *,
    release: Release = "development",
) -> dict[Arc, float]:
    """The weight of every arc for one annotator (section 3)."""
    change = {arc: change_of(arc, source, hypothesis, arcs, release) for arc in set(arcs.entries)}
    weight = {arc: float(arcs.length[arc]) for arc in arcs.entries}
    gold_of: dict[Span, list[GoldEdit]] = {}
    for edit in gold:
        gold_of.setdefault((edit.start, edit.end), []).append(edit)
    reward = -float(len(arcs.entries))

    insertions: dict[Span, list[Arc]] = {}
    for arc in arcs.entries:
        start, end, *_ = change[arc]
        gold_of_span = gold_of.get((start, end), [])
        if start == end:
            insertions.setdefault((start, end), []).append(arc)
        elif gold_of_span and any(is_match(change[arc], edit, source) for edit in gold_of_span):
            weight[arc] = reward
        elif not arcs.is_unchanged(arc):
            weight[arc] += EPSILON  # once for each copy

    for span, row in insertions.items():
        _weigh_insertions(source, sorted(row), change, gold_of.get(span, []), reward, weight)
    return weight


def _weigh_insertions(
    source: Sequence[str],
    row: Sequence[Arc],
    change: Mapping[Arc, Change],
    gold: Sequence[GoldEdit],
    reward: float,
    weight: dict[Arc, float],
) -> None:
    """Weigh all entries of one empty span, from both ends inwards (section 3, "Insertion spans").

    `gold` holds the gold edits of the span. A match on the left uses up the gold edits up to the
    one matched, a match on the right those from it on, and a match skips the entries that do not
    continue it. When one entry is left, the left rule applies to it, also on the right's turn.
    """
    first, last = 0, len(gold)  # the gold edits still open
    lo, hi = 0, len(row) - 1
    side = "left"
    while lo <= hi:
        if lo == hi:
            side = "left"
        x = row[lo] if side == "left" else row[hi]
        matching = [g for g in range(first, last) if is_match(change[x], gold[g], source)]
        if side == "left":
            lo += 1
            if matching:
                weight[x] = reward
                first = matching[0] + 1
                while lo < len(row) and row[lo][0] != x[1]:
                    weight[row[lo]] += EPSILON
                    lo += 1
            else:
                weight[x] += EPSILON
                side = "right"
        else:
            hi -= 1
            if matching:
                weight[x] = reward
                last = matching[-1]
                while hi >= 0 and row[hi][1] != x[0]:
                    weight[row[hi]] += EPSILON
                    hi -= 1
            else:
                weight[x] += EPSILON
                side = "left"


def best_path(target: Vertex, entries: Sequence[Arc], weight: Mapping[Arc, float]) -> list[Arc]:
    """The lightest path from (0, 0) to `target`, by relaxation in list order (section 3)."""
    distance: dict[Vertex, float] = {(0, 0): 0.0}
    arc_into: dict[Vertex, Arc] = {}
    is_changed = True
    while is_changed:
        is_changed = False
        for arc in entries:
            start, end = arc
            through = distance.get(start, math.inf) + weight[arc]
            if through < distance.get(end, math.inf):
                distance[end] = through
                arc_into[end] = arc
                is_changed = True
    path: list[Arc] = []
    vertex = target
    while vertex != (0, 0):
        path.append(arc_into[vertex])
        vertex = arc_into[vertex][0]
    return path[::-1]


# 4. Counts


def matches_of(
    source: Sequence[str], changes: Iterable[Change], gold: Sequence[GoldEdit]
) -> list[int]:
    """How many gold edits each edit of the sequence is counted for (section 4).

    Every gold edit from the pointer on that matches counts, so one edit can count for duplicates,
    and gold edits out of order can be missed.
    """
    matches: list[int] = []
    pointer = 0
    for change in changes:
        found = [g for g in range(pointer, len(gold)) if is_match(change, gold[g], source)]
        matches.append(len(found))
        if found:
            pointer = found[-1] + 1
    return matches


def count(source: Sequence[str], changes: Sequence[Change], gold: Sequence[GoldEdit]) -> Counts:
    """Count (correct, proposed, gold) of an edit sequence (section 4)."""
    return sum(matches_of(source, changes, gold)), len(changes), len(gold)


# 5. Choice of annotator


def choose(counts_of_sentences: Iterable[Mapping[int, Counts]], beta: float = 0.5) -> list[int]:
    """Choose one annotator for each sentence, with running totals (section 5)."""
    chosen: list[int] = []
    correct = proposed = gold = 0
    b2 = beta * beta
    for counts in counts_of_sentences:
        best: tuple[float, int, float] | None = None
        best_annotator = -1
        for annotator in sorted(counts):
            c = correct + counts[annotator][0]
            p = proposed + counts[annotator][1]
            g = gold + counts[annotator][2]
            denominator = b2 * g + p
            f = 1.0 if c == 0 and denominator == 0 else (1.0 + b2) * c / denominator
            rank = f, c, -(p + b2 * g)
            if best is None or rank > best:
                best, best_annotator = rank, annotator
        correct += counts[best_annotator][0]
        proposed += counts[best_annotator][1]
        gold += counts[best_annotator][2]
        chosen.append(best_annotator)
    return chosen


# 6. Scores


def score(correct: int, proposed: int, gold: int, beta: float = 0.5) -> tuple[float, float, float]:
    """Precision, recall and F of the totals (section 6)."""
    precision = correct / proposed if proposed else 1.0
    recall = correct / gold if gold else 1.0
    b2 = beta * beta
    denominator = b2 * precision + recall
    f = (1.0 + b2) * precision * recall / denominator if denominator else 0.0
    return precision, recall, f
