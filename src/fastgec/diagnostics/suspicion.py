"""When a warning is raised, by its threshold (`thresholds`), and its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from fastgec.diagnostics import look, thresholds
from fastgec.diagnostics.swapped import misplaced
from fastgec.diagnostics.watch import Corrected, Diagnostics, Example, Watched, repeated, same_files
from fastgec.read.errors import visible
from fastgec.read.lines import Lines

CURE = "--retokenize, or fastgec retokenize"  # of spaces
REFERENCE_CURE = "fastgec retokenize"
MOST_SHOWN = 32  # characters of an example
# Sentences that a share is taken of.
LONG = " with a source of at least 20 bytes"
CAPITALS = " with capitals"
SO_FAR = " of this and earlier batches"
# Patterns of the words to show, by flag.
WRITTEN = {
    look.ALIEN: re.compile(
        r"""@@$|[<&\0'"`\u2018-\u201d\u200b-\u200f\u2581\ufeff\ufffd]|-[LR][RSC]B-"""
    ),
    look.BRACKETED: re.compile(r"[()]|-[LR]RB-"),
}
# Marks that programs leave in an output, and advice.
LEFTOVERS = {
    look.CUT: "lack the mark that their source ends with",
    look.FRAMED: "have text before or after that of their source",
    look.RAISED: "are upper-cased",
    look.ALIEN: "have pieces of words, tags, escapes or quotation marks that their source does not "
    "have",
    look.BRACKETED: "have other brackets than their source",
    look.SHORTENED: "lack the end of their source",
    look.RUNAWAY: "grew to more than four times the length of their source",
}
ADVICE = {
    look.CUT: "was the output cut off at a greatest length?",
    look.FRAMED: "give the corrected sentence alone",
    look.RAISED: "each small letter of the source counts as an edit; score the output before that",
    look.ALIEN: "each counts as an edit; give plain text with the characters of the source",
    look.BRACKETED: 'each counts as an edit; write "(" or "-LRB-" in both',
    look.SHORTENED: "was the output cut off at a greatest length?",
    look.RUNAWAY: "was the model caught in a loop? one such line can move the score of all",
}


def suspicions(
    diagnostics: Diagnostics, cure: str = CURE, *, splits: bool = True
) -> tuple[str, ...]:
    """Return the warnings of the inputs of a run, a line each.

    Args:
        diagnostics: of all blocks.
        cure: advice for outputs with other spaces than their source.
        splits: whether words are compared: then text must be split into them.
    """
    # Unsplit text is reported for outputs alone: references and sources are most likely like them.
    references = [
        line
        for watched in diagnostics.references
        for line in _of_text(
            watched,
            REFERENCE_CURE,
            thresholds.OF_REFERENCES,
            splits=splits and not diagnostics.systems,
        )
    ]
    systems = [
        line for watched in diagnostics.systems for line in _of_text(watched, cure, splits=splits)
    ]
    names, n_references, _ = diagnostics.equal
    swapped = (
        misplaced(names, n_references)
        if diagnostics.sentences >= thresholds.FEWEST_SENTENCES
        else ()
    )
    outputs = [watched.name for watched in diagnostics.systems]
    twice = repeated(outputs, diagnostics.contents, diagnostics.sentences)
    return (*diagnostics.remarks, *swapped, *_copied(diagnostics), *twice, *references, *systems)


def misfits(
    source: Lines,
    outputs: Sequence[Lines],
    references: Sequence[Lines] = (),
    corrected: Corrected | None = None,
) -> tuple[str, ...]:
    """Return the warnings of texts in memory, all of the same number of lines.

    Equal outputs are not among them: the comparison of edits warns of these.

    Args:
        source: the uncorrected text.
        outputs: of systems.
        references: corrections by annotators.
        corrected: makes the corrections of annotators, where these are no texts.
    """
    diagnostics = Diagnostics(len(outputs))
    look = diagnostics.look(0, source, outputs, references=references, corrected=corrected)
    diagnostics.add(look._replace(contents=()))
    return suspicions(diagnostics, REFERENCE_CURE)


def _copied(diagnostics: Diagnostics) -> Iterator[str]:
    """Yield a warning for each reference and output that equals another text, or nearly so."""
    names, n_references, pairs = diagnostics.equal
    n_looks = pairs[0] if pairs else 0
    looked_at = (
        f" looked at ({diagnostics.sentences} in all)" if n_looks < diagnostics.sentences else ""
    )
    found = thresholds.copies(pairs, n_references)
    told = {k for k, _, _ in found}
    found += (one for one in same_files(names, pairs, n_references) if one[0] not in told)
    for k, j, n_equal in found:
        is_output = k > n_references
        kind = "the reference " if is_output else ""
        if n_equal < n_looks:
            what = (
                f"equals {kind}{visible(names[j])} in {n_equal} of {n_looks} sentences{looked_at}"
            )
        elif names[k] != names[j]:
            what = f"has the same {n_looks} sentences{looked_at} as {kind}{visible(names[j])}"
        else:
            what = "is given as a reference, too" if is_output else "is given twice"
        if is_output:
            cure = "its score is that of a reference; was another output meant?"
            yield f"{visible(names[k])}, an output, {what}: {cure}"
        else:
            yield f"{visible(names[k])} {what}: was another reference meant?"


def spaces(diagnostics: Diagnostics, cure: str = CURE) -> tuple[str, ...]:
    """Return a warning for each system that is not tokenized like its source.

    For samples of a model in training, whose other faults the training is to remove.

    Args:
        diagnostics: of the samples.
        cure: advice.
    """
    return tuple(
        line
        for watched in diagnostics.systems
        if watched.n(look.JUDGED) >= thresholds.FEWEST_SENTENCES
        for line in _spaces(visible(watched.name), watched, cure, which=SO_FAR)
    )


def _of_text(
    watched: Watched, cure: str, least: float = 0.0, *, splits: bool = True
) -> Iterator[str]:
    """Yield a warning for each sign that enough sentences have; least: see `may_speak`."""
    n_judged = watched.n(look.JUDGED)
    if n_judged < thresholds.FEWEST_SENTENCES:
        return
    name = visible(watched.name)
    if thresholds.MARKUP.is_reached(watched.n(look.MARKUP), watched.n_looks):
        yield f"{name} looks like an M2 file, expected one sentence a line"
        return
    n = watched.n(look.UNSPLIT)
    if splits and thresholds.UNSPLIT.is_reached(n, n_judged):
        shown = _quoted(watched.examples[look.UNSPLIT][0].output)
        yield (
            f"{name}: {_share(n, n_judged, watched, LONG)} are not split into words, and neither "
            f"are their sources ({shown}): give words, or characters, with spaces between them"
        )
        return  # each line counts as one word, so other differences mean little
    yield from _spaces(name, watched, cure, least)
    shift = _shift(name, watched)
    yield from shift
    n_unlike = watched.n(look.UNLIKE) - (watched.n_votes if shift else 0)
    is_unlike = thresholds.UNLIKE.is_reached(n_unlike, n_judged)
    if is_unlike:
        shown = _texts(watched.examples[look.UNLIKE])
        yield (
            f"{name}: {_share(n_unlike, n_judged, watched, LONG)} have little in common with their "
            f"source ({shown}): is it the text for this source, in its language and order?"
        )
    n_lowered = watched.n(look.LOWERED)
    n_cased = n_lowered + watched.n(look.CASED)
    if thresholds.LOWERED.is_reached(n_lowered, n_cased, least) and not (
        is_unlike and 2 * n_unlike > n_judged
    ):
        shown = _texts(watched.examples[look.LOWERED])
        yield (
            f"{name}: {_share(n_lowered, n_cased, watched, CAPITALS)} are lower-cased ({shown}): "
            "each capital of the source counts as an edit; give the text before it was lower-cased"
        )
    n, n_cased = watched.n(look.CAPITALISED), watched.n(look.CASED)
    if not least and thresholds.CAPITALISED.is_reached(n, n_cased) and not is_unlike:
        shown = _texts(watched.examples[look.CAPITALISED])
        yield (
            f"{name}: {_share(n, n_cased, watched, CAPITALS)} have a source without any ({shown}), "
            "and each counts as an edit: was the source, or the gold, lower-cased?"
        )
    if thresholds.EMPTY.is_reached(n := watched.n(look.EMPTY), watched.n_looks, least):
        lines = ", ".join(str(one.sentence + 1) for one in watched.examples[look.EMPTY])
        yield (
            f"{name}: {_share(n, watched.n_looks, watched)} are empty (sentences {lines}, ...): "
            "where a system has no output, give its source"
        )
    is_alien = thresholds.ALIEN.is_reached(watched.n(look.ALIEN), n_judged, least)
    for flag, what in LEFTOVERS.items():
        if flag == look.BRACKETED and is_alien:
            continue  # part of the warning of ALIEN
        of, which, of_flag = n_judged, LONG, thresholds.OF_JUDGED
        if flag == look.RUNAWAY:
            of, which, of_flag = watched.n_looks, "", thresholds.OF_LOOKS
        if of_flag[flag.bit_length() - 1].is_reached(n := watched.n(flag), of, least):
            shown = _shown(watched.examples[flag], flag)
            share = _share(n, of, watched, which)
            yield f"{name}: {share} {what} ({shown}): {ADVICE[flag]}"


def _spaces(
    name: str, watched: Watched, cure: str, least: float = 0.0, which: str = ""
) -> Iterator[str]:
    n_glued, n_split = watched.n(look.GLUED), watched.n(look.SPLIT)
    is_glued = thresholds.GLUED.is_reached(n_glued, watched.n_looks, least)
    is_split = thresholds.SPLIT.is_reached(n_split, watched.n_looks, least)
    if not (is_glued or is_split):
        return
    pairs: list[str] = []  # words as they are and as they should be: '"word," -> "word ,"'
    for one in watched.examples[look.GLUED] if is_glued else ():
        pairs += _joined(one.source, one.output, "{joined} -> {apart}")
    for one in watched.examples[look.SPLIT] if is_split else ():
        pairs += _joined(one.output, one.source, "{apart} -> {joined}")
    shown = f" ({', '.join([*dict.fromkeys(pairs)][:2])})" if pairs else ""
    n = max(n_glued * is_glued, n_split * is_split)
    yield (
        f"{name}: {_share(n, watched.n_looks, watched, which)} are not tokenized like their source"
        f"{shown}, which counts as edits; cure: {cure}"
    )


def _shift(name: str, watched: Watched) -> list[str]:
    longest = watched.shifts.longest()
    if longest is None:
        return []
    n = watched.shifts.totals[longest.offset]
    n_judged = watched.n(look.JUDGED)
    if longest.n < thresholds.SHIFTED_IN_A_ROW and not thresholds.SHIFTED.is_reached(n, n_judged):
        return []
    first, last, offset = longest.first + 1, longest.last + 1, longest.offset
    shown = f"sentence {first} fits source {first + offset}, {last} fits {last + offset}"
    cure = "a line too many" if offset < 0 else "a missing line"
    where = f"from sentence {first} to {last}; look for {cure} there"
    if longest.n < thresholds.SHIFTED_IN_A_ROW:
        where = "here and there; are they in another order?"
    return [
        f"{name}: lines are shifted by {offset:+}: {_share(n, n_judged, watched, LONG)} fit the "
        f"source of another line ({shown}), {where}"
    ]


def _share(n: int, of: int, watched: Watched, which: str = "") -> str:
    """Return a share in words: number, sentences it is taken of, and number of all sentences."""
    looked_at = " looked at" if watched.n_looks < watched.size else ""
    if of == watched.n_looks and which != SO_FAR:
        which = ""
    if not which and not looked_at:
        return f"{n} of {of} sentences"
    in_all = f" ({watched.size} in all)" if of < watched.size else ""
    return f"{n} of the {of} sentences{which}{looked_at}{in_all}"


def _joined(apart: str, joined: str, pattern: str) -> Iterator[str]:
    """Yield words of one text that are two to four words of the other."""
    words, known = apart.split(), set(joined.split())
    own = set(words)
    for size in (2, 3, 4):
        for first in range(len(words) - size + 1):
            parts = words[first : first + size]
            whole = "".join(parts)
            if whole in known and whole not in own:
                yield pattern.format(joined=_quoted(whole), apart=_quoted(" ".join(parts)))


def _shown(examples: Sequence[Example], flag: int) -> str:
    """Return examples of a flag: ends or beginnings of texts, or words."""
    if flag == look.SHORTENED:  # too long to be shown
        return f"sentences {', '.join(str(one.sentence + 1) for one in examples)}"
    if flag in WRITTEN:
        words = ((one.sentence, word) for one in examples for word in _other_words(one, flag))
        return ", ".join(f"{s + 1}: {_quoted(word)}" for s, word in islice(words, 2))
    is_longer = flag in (look.FRAMED, look.RUNAWAY)
    if is_longer and all(one.output[:1] == one.source[:1] for one in examples[:2]):
        flag = look.CUT  # the surplus is at the end
    return _texts(examples, is_end=flag == look.CUT)


def _other_words(example: Example, flag: int) -> Iterator[str]:
    known, sign = set(example.source.split()), WRITTEN[flag]
    return (word for word in example.output.split() if sign.search(word) and word not in known)


def _texts(examples: Sequence[Example], *, is_end: bool = False) -> str:
    """Return two examples, their beginnings or their ends: the output, and its source."""
    return ", ".join(
        f"{one.sentence + 1}: {_quoted(one.output, is_end=is_end)} for "
        f"{_quoted(one.source, is_end=is_end)}"
        for one in examples[:2]
    )


def _quoted(text: str, *, is_end: bool = False) -> str:
    text = " ".join(text.split())
    if len(text) > MOST_SHOWN:
        kept = MOST_SHOWN - 3
        text = f"...{text[-kept:].lstrip()}" if is_end else f"{text[:kept].rstrip()}..."
    return f'"{visible(text)}"'
