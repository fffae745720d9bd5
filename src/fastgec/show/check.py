"""Findings about files, and verdicts about outputs, as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from fastgec import __version__, show
from fastgec.diagnostics import FEWEST_SENTENCES
from fastgec.machine import shipped_rows
from fastgec.read import counted, visible
from fastgec.show.tables import wrapped
from fastgec.study.submissions import Verdict
from fastgec.texts.inspection import SEVERITIES, SEVERITY, Finding, Inspection

LABEL = 12  # columns of the label of a fact

TITLES = dict(shipped_rows(__file__, "findings.tsv"))  # the title of each kind


def text(
    inspections: Sequence[Inspection], *, most: int | None = None, width: int | None = None
) -> Iterator[str]:
    """Yield the report of each file, and a last line that sums up.

    Args:
        inspections: the findings of each file.
        most: How many findings of a kind are shown (None: all); a line says how many are left.
        width: In columns; lines break at words (None: a finding is a line, as programs read it).
    """
    for first, line, indent in _text(inspections, most):
        yield (first + line if width is None else wrapped(line, width, first=first, indent=indent))
        yield "\n"


def _text(inspections: Sequence[Inspection], most: int | None) -> Iterator[tuple[str, str, str]]:
    """Yield for each line its prefix, its text, and the indent of further lines."""
    for inspection in inspections:
        yield "", inspection.name, ""
        for label, value in _facts(inspection):
            yield f"  {label:<{LABEL}} ", value, " " * (LABEL + 3)
        yield "", "", ""
        for kind in SEVERITY:  # errors first
            findings = [finding for finding in inspection.findings if finding.kind == kind]
            if not findings:
                continue
            yield "", f"{SEVERITY[kind]}: {TITLES[kind]} ({kind}): {len(findings)}", "  "
            for finding in findings[:most]:
                yield "  ", f"{_place(inspection, finding)}: {finding.detail}", "    "
            if most is not None and len(findings) > most:
                yield "  ", f"... {len(findings) - most} more (--all)", ""
        if inspection.findings:
            yield "", "", ""
    counts = [
        counted(sum(inspection.count(severity) for inspection in inspections), severity)
        for severity in SEVERITIES
    ]
    yield "", ", ".join(counts), ""


def document(inspections: Sequence[Inspection]) -> str:
    """Return the JSON document: every file with all its findings."""
    content = {
        "command": "check",
        "version": __version__,
        **{
            f"{severity}s": sum(inspection.count(severity) for inspection in inspections)
            for severity in SEVERITIES
        },
        "files": [_file(inspection) for inspection in inspections],
    }
    return show.dumped(content)


STATUSES = ("failed", "warning", "ok")


def outputs_text(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each output (failed, warning or ok, its name, and why) and a total."""
    for one in sorted(verdicts, key=lambda one: STATUSES.index(one.status)):
        why = f": {'; '.join(one.reasons)}" if one.reasons else ""
        yield f"{one.status:<7}  {visible(one.path)}{why}\n"
    statuses = [one.status for one in verdicts]
    n_ok, n_failed = statuses.count("ok"), statuses.count("failed")
    n_doubtful = counted(statuses.count("warning"), "warning")
    few = ""
    if any(one.status == "ok" and one.sentences < FEWEST_SENTENCES for one in verdicts):
        few = f" (fewer than {FEWEST_SENTENCES} sentences: order and most other signs not checked)"
    yield f"{n_ok} ok{few}, {n_doubtful}, {n_failed} failed\n"


def outputs_document(verdicts: Sequence[Verdict]) -> str:
    """Return the JSON document of outputs."""
    statuses = [one.status for one in verdicts]
    files = [
        {
            "file": one.path,
            "status": one.status,
            "sentences": None if one.has_failed else one.sentences,
            "reasons": list(one.reasons),
        }
        for one in verdicts
    ]
    counts = {status: statuses.count(status) for status in ("ok", "warning", "failed")}
    return show.dumped({"command": "check", "version": __version__, **counts, "files": files})


def _file(inspection: Inspection) -> dict[str, Any]:
    lengths = inspection.lengths
    content: dict[str, Any] = {
        "file": inspection.name,
        "sentences": inspection.n_sentences,
        "tokens": inspection.n_tokens,
        "shortest": min(lengths, default=0),
        "median": inspection.median_length,
        "longest": max(lengths, default=0),
    }
    if inspection.n_silent is not None:
        content["silent"] = inspection.n_silent
        content["edits"] = sum(annotator.n_edits for annotator in inspection.annotators)
        content["annotators"] = [
            {
                "id": one.id,
                "sentences": one.n_sentences,
                "edits": one.n_edits,
                "absent": one.n_absent,
            }
            for one in inspection.annotators
        ]
    if inspection.n_equal is not None:
        content["equal_to_source"] = inspection.n_equal
    content |= {f"{severity}s": inspection.count(severity) for severity in SEVERITIES}
    content["findings"] = [asdict(finding) for finding in inspection.findings]
    return content


def _facts(inspection: Inspection) -> Iterator[tuple[str, str]]:
    lengths = inspection.lengths
    yield "sentences", f"{inspection.n_sentences}"
    tokens = f"{inspection.n_tokens}"
    if lengths:
        spread = f"{min(lengths)} to {max(lengths)}, median {inspection.median_length:g}"
        tokens += f" ({spread} a sentence)"
    yield "tokens", tokens
    if inspection.n_equal is not None:
        yield "unchanged", f"{inspection.n_equal} equal the source"
    if inspection.n_silent is None:
        return
    yield "edits", f"{sum(annotator.n_edits for annotator in inspection.annotators)}"
    yield "annotators", f"{len(inspection.annotators)}"
    for annotator in inspection.annotators:
        where = f"{counted(annotator.n_edits, 'edit')}, lines for "
        where += counted(annotator.n_sentences, "sentence")
        if annotator.n_absent:
            where += f", none for {annotator.n_absent} that others have lines for"
        yield f"  {annotator.id}", where
    yield "no line", f"{counted(inspection.n_silent, 'sentence')}: nothing to correct"
    changed = sum(annotator.n_absent for annotator in inspection.annotators)
    n_sentences = sum(finding.kind == "absent-annotator" for finding in inspection.findings)
    if changed:
        yield (
            "absent",
            f"--implicit-noop would let {counted(changed, 'absent annotator')} count as 'no edits'"
            f" in {counted(n_sentences, 'sentence')}",
        )
    elif inspection.annotators:
        yield "absent", "no annotator: --implicit-noop would change nothing"


def _place(inspection: Inspection, finding: Finding) -> str:
    return inspection.name if finding.line is None else f"{inspection.name}:{finding.line}"
