"""Frequent errors, scores in buckets, recall by error type, meanings of error types.

The words are in `error_types.tsv`, a type and its meaning on each line. Sources: Ng et al. (2014),
table 1, and Bryant et al. (2017), table 2. A type of ERRANT begins with M, R or U, its operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from fastgec.machine import shipped_rows
from fastgec.metrics.base import AnyMetric
from fastgec.metrics.m2.words import STATUSES, DegreeScore, KindScore, StatusScore
from fastgec.show import dumped, join_fields, path_of, short
from fastgec.show.scores import measured, percent_note, plan_note
from fastgec.show.tables import Alternatives, Column, Table, Value
from fastgec.study.mistakes import FIELDS, ErrorCount, Errors, Example, Judged, ToJudge
from fastgec.study.resampling import Plan
from fastgec.study.run import Run, name_of

if TYPE_CHECKING:
    from fastgec.study.groups import Bucket


MEANINGS = dict(shipped_rows(__file__, "error_types.tsv"))
OPERATIONS = {"M": "missing", "R": "wrong", "U": "unnecessary"}


@cache
def type_in_words(name: str) -> str:
    """Return the meaning of an error type; an empty string for a type of another scheme.

    Example:
        >>> type_in_words("Wci"), type_in_words("R:VERB:SVA"), type_in_words("X")
        ('wrong collocation or idiom', 'wrong subject-verb agreement', '')
    """
    if name in MEANINGS:
        return MEANINGS[name]
    operation, colon, rest = name.partition(":")
    meaning = MEANINGS.get(rest) if colon else "words"
    if operation not in OPERATIONS or meaning is None:
        return ""
    return f"{OPERATIONS[operation]} {meaning}"


def to_judge_text(edits: Sequence[ToJudge]) -> str:
    """Return the file to fill in: TSV with a header, the first column empty."""
    rows: list[Sequence[Any]] = [FIELDS]
    for one in edits:
        *span, correction = one.place
        rows.append(("", one.systems, *span, one.source, correction, one.context))
    return "".join(join_fields([*map(str, row)]) for row in rows)


def accepted_table(done: Run, found: Sequence[Judged], n: int, seed: int) -> Table:
    """Return a row per system: numbers of edits, its score, and that with valid edits."""
    columns = [Column("System", "system")]
    columns += [
        Column(name.capitalize(), name, is_amount=True) for name in ("wrong", "judged", "valid")
    ]
    names = [("precision", "P"), ("recall", "R"), ("f", f"F{done.scorings[0].beta:g}")]
    for prefix, start in (("", ""), ("accepted_", "Accepted ")):
        columns += [Column(start + text, prefix + name, is_score=True) for name, text in names]
        columns.append(Column("95% interval", f"{prefix}f", is_interval=True))
    rows: list[tuple[Value, ...]] = []
    for system, one in zip(done.systems, found, strict=True):
        cells: list[Value] = [system, one.wrong, one.judged, one.valid]
        for values, bounds in ((one.values, one.bounds), (one.accepted, one.accepted_bounds)):
            cells += [*values, (float(bounds[-1, 0]), float(bounds[-1, 1]))]
        rows.append(tuple(cells))
    note = (
        "Accepted: wrong edits that were judged valid are correct, and gold edits of that system; "
        "missed ones stay missed. "
        f"{plan_note(Plan(n, seed, 'fixed', done.clusters), '')}; annotators are kept."
    )
    return Table(tuple(columns), tuple(rows), notes=(percent_note(done), note))


def accepted_document(done: Run, found: Sequence[Judged], n: int, seed: int) -> str:
    """Return the same as JSON."""
    names = ("precision", "recall", "f")

    def scores(values: Sequence[float], bounds: Any) -> dict[str, Any]:
        intervals = dict(zip(names, bounds.tolist(), strict=True))
        return {**dict(zip(names, values, strict=True)), "intervals": intervals}

    systems = []
    for system, one in zip(done.systems, found, strict=True):
        counts = {"wrong": one.wrong, "judged": one.judged, "valid": one.valid}
        content = {"system": system, "path": path_of(system), **counts}
        content |= scores(one.values, one.bounds)
        systems.append({**content, "accepted": scores(one.accepted, one.accepted_bounds)})
    return dumped(
        {
            "metric": done.metric.name,
            "beta": done.scorings[0].beta,
            "resampling": {"resamples": n, "seed": seed, "choice": "fixed"},
            "systems": systems,
        }
    )


LISTS = ("wrong", "missed")
WRONG = "wrong: edits of the system that the gold does not have"
MISSED = "missed: gold edits that were not made"
EXAMPLE_WIDTH = 60
MOST_SHOWN = 200  # characters of an edit: some "edits" replace a whole text
BUCKETS = {"length": "Tokens", "edits": "Gold edits"}


def errors_table(run: Run, system: int, found: Errors, by: str, top: int) -> Table:
    """Return a row for each of the most frequent errors of a system.

    Args:
        run: the scored run.
        system: its number in the run.
        found: its errors.
        by: the key of edits: "text", "type" or "both".
        top: the most rows of wrong ones, and of missed ones.
    """
    columns = (
        Column("Error", "error", is_text=True),
        *_key_columns(by),
        Column("Times", "errors"),
        Column("Right", "right"),
        Column("Touched", "touched"),
        Column("First sentence", "first"),
    )
    records = (
        {"error": name, **one}
        for name, errors in zip(LISTS, found, strict=True)
        for one in _records(errors, by, top, is_gold=name == "missed")
    )
    note = f"{WRONG}, and how often the same edit was right; {MISSED}, "
    if any(one.touched is not None for one in found.missed):
        note += "how often it was made, and how often its place was touched though it was missed"
    else:
        note += "and how often it was made"
    start = f"{short(run.systems[system])} by {name_of(run)}"
    return Table.of(columns, records, notes=(f"{start}: {note}.",))


def examples_table(found: Errors, by: str, top: int) -> Table:
    """Return the first sentence with each of the most frequent errors, the edit in brackets."""
    shown = [
        (name, one, one.example)
        for name, errors in zip(LISTS, found, strict=True)
        for one in errors[:top]
        if one.example is not None
    ]
    words = {one.kind: type_in_words(one.kind) for _, one, _ in shown}
    # One type needs no column, so that sentences can be longer.
    has_words = by == "both" and len(words) > 1
    columns = (
        Column("Error", "error", is_text=True),
        *([Column("Type in words", "words", is_text=True)] * has_words),
        Column("Sentence", "first"),
        Column("Example", "example", is_text=True, most=MOST_SHOWN),
    )
    words_width = max(len(columns[1].heading), *map(len, words.values())) if has_words else 0
    width = EXAMPLE_WIDTH - min(words_width, EXAMPLE_WIDTH // 2)
    records = (
        {"error": name, "words": words[one.kind], "first": one.first}
        | {"example": _example(example, width, is_gold=name == "missed")}
        for name, one, example in shown
    )
    named = words.items() if by == "both" and not has_words else ()
    return Table.of(
        columns, records, notes=tuple(f"{kind}: {text}" for kind, text in named if text)
    )


def side_by_side_table(run: Run, one: Errors, other: Errors, by: str, top: int) -> Table:
    """Return a row for each edit whose errors differ most between two systems.

    Args:
        run: the scored run of two systems.
        one: errors of the first.
        other: errors of the second.
        by: the key of edits: "text", "type" or "both".
        top: the most rows of wrong ones, and of missed ones.
    """
    first_name, second_name = map(short, run.systems)
    columns = (
        Column("Error", "error", is_text=True),
        *_key_columns(by),
        Column(first_name, "errors_1"),
        Column(second_name, "errors_2"),
        Column("Difference", "difference"),
    )
    records = (
        {
            "error": name,
            **_key(key, is_gold=name == "missed"),
            "errors_1": first,
            "errors_2": second,
            "difference": second - first,
        }
        for name, left, right in zip(LISTS, one, other, strict=True)
        for key, first, second in differences(left, right)[:top]
    )
    note = f"errors of {second_name} less those of {first_name}, by {name_of(run)}"
    missed = f"{MISSED}, of the annotators chosen for each system"
    return Table.of(columns, records, notes=(f"{note}; {WRONG}; {missed}.",))


def differences(
    one: Iterable[ErrorCount], other: Iterable[ErrorCount]
) -> list[tuple[ErrorCount, int, int]]:
    """Return edits with their errors of two systems, the largest difference first.

    Of equal differences the more frequent one comes first; edits that are as often an error of
    both are left out.
    """
    keys = {found[:3]: found for errors in (one, other) for found in errors}
    counts = [{found[:3]: found.errors for found in errors} for errors in (one, other)]
    found = [
        (keys[key], counts[0].get(key, 0), counts[1].get(key, 0))
        for key in keys
        if counts[0].get(key, 0) != counts[1].get(key, 0)
    ]
    found.sort(key=lambda row: (-abs(row[2] - row[1]), -(row[1] + row[2]), row[0][:3]))
    return found


def cut_note(found: Sequence[Errors], top: int, *, is_side_by_side: bool) -> str:
    """Return how many rows of how many `top` leaves; an empty string where it leaves all."""
    parts: list[str] = []
    for name, *lists in zip(LISTS, *found, strict=True):
        sizes = [sum(one.errors > 0 for one in errors) for errors in lists]
        if is_side_by_side:
            sizes = [len(differences(*lists))]
        shown = sum(min(size, top) for size in sizes)
        if shown < sum(sizes):
            rows = " of" if parts else " rows of"
            parts.append(f"{shown} of {sum(sizes)}{rows} {name}")
    return f"{' and '.join(parts)} edits: --top shows more" if parts else ""


def errors_content(systems: Sequence[tuple[str, Errors]], by: str, top: int) -> dict[str, Any]:
    """Return the most frequent errors of systems, for JSON."""
    contents = [
        {title: list(_records(one, by, top)) for title, one in zip(LISTS, found, strict=True)}
        for _, found in systems
    ]
    return _by_system(by, [name for name, _ in systems], contents)


def _by_system(
    by: str, names: Iterable[str], contents: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    systems = [
        {"system": name, "path": path_of(name), **content}
        for name, content in zip(names, contents, strict=True)
    ]
    return {"by": by, "systems": systems}


def _records(
    errors: Sequence[ErrorCount], by: str, top: int, *, is_gold: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield the records of the most frequent errors; of gold edits, which have alternatives."""
    for one in errors[:top]:
        if one.errors:
            key = _key(one, is_gold=is_gold)
            yield {
                **{column.name: key[column.name] for column in _key_columns(by)},
                "errors": one.errors,
                "right": one.right,
                "touched": one.touched,
                "first": one.first,
                "example": one.example and one.example.marked(),
            }


def buckets_table(run: Run, systems: Sequence[tuple[str, Sequence[Bucket]]], by: str) -> Table:
    """Return a row for each system and bucket: its sentences, and measures of their counts."""
    every = [(name, one) for name, found in systems for one in found]
    measures, cells = measured(run.metric, [one.score for _, one in every])
    columns = [Column("System", "system"), Column(BUCKETS[by], by, is_text=True)]
    columns += [Column("Sentences", "sentences"), *measures]
    rows: list[tuple[Value, ...]] = [
        (name, one.label, one.sentences, *values)
        for (name, one), values in zip(every, cells, strict=True)
    ]
    edits = "gold edits: the mean over the annotators of a sentence, rounded"
    note = edits if by == "edits" else "tokens of the source"
    notes = (percent_note(run), f"{note}; annotators as for the whole.")
    return Table(tuple(columns), tuple(rows), group=1, notes=notes)


def buckets_content(
    metric: AnyMetric, systems: Sequence[tuple[str, Sequence[Bucket]]], by: str
) -> dict[str, Any]:
    """Return scores in buckets, for JSON."""

    def content(one: Bucket) -> dict[str, Any]:
        facts = {"low": one.low, "high": one.high, "sentences": one.sentences}
        return facts if one.score is None else {**facts, **metric.describe(one.score).content}

    contents = [{"buckets": [*map(content, found)]} for _, found in systems]
    return _by_system(by, [name for name, _ in systems], contents)


def _key_columns(by: str) -> tuple[Column, ...]:
    kind = Column("Type", "type", is_text=True)
    words = Column("In words", "words", is_text=True, is_gloss=True)
    text = (
        Column("Source", "source", is_text=True, if_empty="(insertion)", most=MOST_SHOWN),
        Column("Correction", "correction", is_text=True, if_empty="(deletion)", most=MOST_SHOWN),
    )
    return {"type": (kind, words), "text": text, "both": (kind, *text)}[by]


def _key(one: ErrorCount, *, is_gold: bool = False) -> dict[str, Any]:
    """Return the key of edits; of gold edits, which have alternatives."""
    words = type_in_words(one.kind)
    correction = Alternatives(one.correction) if is_gold and one.correction else one.correction
    return {"type": one.kind, "words": words, "source": one.source, "correction": correction}


def _example(one: Example, width: int, *, is_gold: bool) -> str:
    """Return a sentence with its edit marked, for people."""
    if is_gold and "||" in one.correction:
        one = one._replace(correction=Alternatives(one.correction).in_words("(deletion)"))
    return one.marked(width)


DEGREES = ("overlap", "scope")
NO_PRECISION = (
    "recall of each gold error type; a system's edits have no type, so MaxMatch has no precision "
    "of a type"
)


def types_table(run: Run, scores: Sequence[tuple[str, Sequence[KindScore]]]) -> Table:
    """Return a row per system and error type: correct, gold, recall."""
    has_statuses = any(isinstance(score, StatusScore) for _, kinds in scores for score in kinds)
    has_degrees = any(isinstance(score, DegreeScore) for _, kinds in scores for score in kinds)
    columns = (
        Column("System", "system"),
        Column("Type", "type", is_text=True),
        Column("In words", "words", is_text=True, is_gloss=True),
        *(Column(name.capitalize(), name) for name in (DEGREES if has_degrees else ())),
        *(Column(name.capitalize(), name) for name in (STATUSES[::-1] if has_statuses else ())),
        Column("Correct", "correct", is_detail=has_statuses),
        Column("Gold", "gold"),
        Column("R", "recall", is_score=True, has_best=True),
    )
    records = [{"system": name, **one} for name, kinds in scores for one in types_content(kinds)]
    return Table.of(columns, records, group=1, notes=(percent_note(run), NO_PRECISION))


def types_content(scores: Sequence[KindScore]) -> list[dict[str, Any]]:
    """Return recall by type; how many gold edits have each status, the best first, if known."""
    contents = []
    for score in scores:
        content: dict[str, Any] = {"type": score.kind, "words": type_in_words(score.kind)}
        if isinstance(score, StatusScore):
            content |= zip(STATUSES[::-1], score.statuses[::-1], strict=True)
        names = DEGREES if isinstance(score, DegreeScore) else ()
        names = (*names, "correct", "gold", "recall")
        contents.append(content | {name: getattr(score, name) for name in names})
    return contents
