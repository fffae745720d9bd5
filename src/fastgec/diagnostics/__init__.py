"""Input diagnostics: warnings of input that would give a plausible wrong number.

A scorer scores whatever it is given: an output whose punctuation is glued to its words, or that
lacks a line, gets a score like any other, as a worse system would. So outputs are compared with
their source while they are counted, in little time and memory, and the gold with public benchmarks.
A warning is one line a file; no count changes. `docs/warnings.md` has when each warning is raised,
and how far real outputs are from it.

    texts      bytes of a text (for kernels)
    ends       common prefix and suffix of two texts, and missing spaces (for kernels)
    grams      the share of n-grams that two texts have in common (for kernels)
    leftovers  cut ends, frames, capitals alone, characters of programs (for kernels)
    equal      the sentences in which texts are equal (for kernels)
    flags      outputs beside their sources, sentence by sentence (kernel)
    inputs     Diagnostics: collected of each system, batch by batch; signs of sentences, runs
               that fit the source of another line, outputs that are one text under two names;
               the warnings, raised by their thresholds; public gold, and the score that its
               benchmark reports; files in the wrong place, by their names or after reading
               failed

`benchmarks.json` has public gold, `leftovers.tsv` the words of warnings about marks of programs.
Metrics call it where blocks go by, `texts` and studies where a run ends; it imports `read`.
Here are the categories of Python warnings (`InputWarning`, `BenchmarkNote`), and the rules of
warnings: thresholds, which sentences are checked, texts that are copies, files in each other's
place by their names. A run without warnings needs no other module.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Sequence


class InputWarning(UserWarning):
    """Warning category: input whose score is probably wrong or meaningless.

    To have it as an error: `warnings.simplefilter("error", fastgec.InputWarning)`.
    """


class BenchmarkNote(UserWarning):
    """Warning category: the gold is a public benchmark that reports a different score."""


def emit_warnings(input_warnings: Iterable[str], notes: Iterable[str] = ()) -> None:
    """Issue Python warnings that point to the calling line outside this package."""
    for category, lines in ((InputWarning, input_warnings), (BenchmarkNote, notes)):
        for line in lines:
            warnings.warn(line, category, stacklevel=_level_outside())


def _level_outside() -> int:
    """Return the level, as `warnings.warn` counts, of the first frame of another package."""
    package = __name__.partition(".")[0]
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] != package:
            break
        level += 1
        frame = frame.f_back
    return level


# Rules of warnings: thresholds, which sentences are checked, copies, and misplaced files.
#
# Each warning is raised where at least a share of the sentences, and at least a number of them,
# have its sign. The shares are well above what real outputs and human references have: see
# `docs/warnings.md`.

ALL_LOOKED_AT = 8192  # so many sentences at the beginning are all looked at
SHARE = 16  # and of the others one of so many
FEWEST = 16  # of a block
N_SOURCES = 3  # of the beginning, by which public corpora are recognised
MOST_BYTES = 4000  # of a sentence that is shown, or that a corpus is recognised by
FEWEST_SENTENCES = 25  # of a source that can be recognised: fewer raise hardly any warning
FEWEST_CHANGED = 5  # sentences that two outputs change alike: of fewer these may agree by chance
SHIFTED_IN_A_ROW = 8
ALIGNED = ".aligned.json"  # follows the name of output whose lines `retokenize --align` made


class Threshold:
    """A warning is raised at this number of sentences and this share of them."""

    def __init__(self, number: int, share: float) -> None:
        self.number = number
        self.share = share

    def is_reached(self, n: int, of: int, least: float = 0.0) -> bool:
        """Whether n of so many sentences reach it; `least` is a lower bound of the share."""
        return n >= self.number and n >= max(self.share, least) * of


GLUED = Threshold(8, 0.01)
GLUED_OF_FEW = Threshold(4, 0.75)  # where there are too few sentences for other warnings
SPLIT = Threshold(8, 0.15)
LOWERED = Threshold(8, 0.015)
EMPTY = Threshold(8, 0.04)
MARKUP = Threshold(8, 0.1)
UNLIKE = Threshold(8, 0.04)
MOSTLY_UNLIKE = Threshold(8, 0.5)  # of samples in training, which may be anything
CUT = Threshold(8, 0.04)
FRAMED = Threshold(8, 0.05)
RAISED = Threshold(8, 0.015)
ALIEN = Threshold(8, 0.015)
BRACKETED = Threshold(3, 0.001)
SHORTENED = Threshold(4, 0.04)
RUNAWAY = Threshold(1, 0)  # one can outweigh hundreds in a score of the corpus
SHIFTED = Threshold(10, 0.02)
CAPITALISED = Threshold(8, 0.75)
UNSPLIT = Threshold(8, 0.5)
RAW = Threshold(8, 0.5)
# By the bit of their flag (`set_flags`): shares of checked sentences, and of those with JUDGED.
OF_CHECKED = {1: GLUED, 2: SPLIT, 5: EMPTY, 14: RUNAWAY}
OF_JUDGED = {8: CUT, 9: FRAMED, 10: RAISED, 11: ALIEN, 12: BRACKETED, 13: SHORTENED}
# A reference may join words, add full stops or change quotation marks: these are its corrections,
# unless most sentences have them.
OF_REFERENCES = 0.75
# The share of sentences in which a reference equals the source.
UNCHANGED = Threshold(FEWEST_SENTENCES, 0.98)
# The share of the sentences that a text changes in which it equals the reference.
COPIED = Threshold(25, 0.95)


def part(first: int, size: int, *, is_reference: bool = False) -> tuple[int, int]:
    """Return the range of sentences of a block that are checked; it moves from block to block.

    Args:
        first: number of sentences of the corpus before the block.
        size: how many the block has.
        is_reference: whether the text is a reference: of these fewer sentences are checked.
    """
    if first < (ALL_LOOKED_AT // 4 if is_reference else ALL_LOOKED_AT):
        return 0, size
    n = min(size, max(FEWEST, size // (2 * SHARE if is_reference else SHARE)))
    a = (first // size * n) % (size - n + 1)
    return a, a + n


def may_warn(
    n_flags: Sequence[int], n_checked: int, least: float = 0.0, *, splits: bool = True
) -> bool:
    """Whether a warning could be raised of a text without sentences that fit another source.

    Args:
        n_flags: how many sentences have each flag of `set_flags`, the lowest bit first.
        n_checked: how many were checked.
        least: the least share of signs that are corrections where a reference has them.
        splits: whether text that is not split into words raises a warning.

    >>> none = [100, 0, 0, 0, 90, *[0] * 13]
    >>> may_warn(none, 100), may_warn([*none[:8], 8, *none[9:]], 100)
    (False, True)
    """
    n_judged, n_lowered, n_cased = n_flags[0], n_flags[3], n_flags[4]
    if splits and UNSPLIT.is_reached(n_flags[16], n_judged):
        return True
    if n_judged < FEWEST_SENTENCES:
        return GLUED_OF_FEW.is_reached(n_flags[1], n_checked)
    return (
        any(one.is_reached(n_flags[bit], n_checked, least) for bit, one in OF_CHECKED.items())
        or any(one.is_reached(n_flags[bit], n_judged, least) for bit, one in OF_JUDGED.items())
        or MARKUP.is_reached(n_flags[6], n_checked)
        or UNLIKE.is_reached(n_flags[7], n_judged)
        or LOWERED.is_reached(n_lowered, n_lowered + n_cased, least)
        or (splits and RAW.is_reached(n_flags[17], n_judged))
        or (not least and CAPITALISED.is_reached(n_flags[15], n_cased))
    )


def copies(pairs: Sequence[int], n_references: int) -> list[tuple[int, int, int]]:
    """Return the texts that are, in all or nearly all sentences, the source or a reference.

    Args:
        pairs: the numbers of `equal.add_equal`, row after row; none without references.
        n_references: of the texts, which follow the source.

    Returns:
        Of each copy its number, the number of the earlier text, and the number of equal sentences.

    >>> source = [40, 40, 0, 0]  # of 40 sentences
    >>> copies([*source, 39, 39, 0, 0], 1), copies([*source, 40, 40, 0, 0], 1)
    ([], [(1, 0, 40)])
    >>> reference = [9, 9, 0, 0]
    >>> copies([*source, *reference, 9, 9, 9, 38], 1), copies([*source, *reference, 8, 8, 8, 39], 1)
    ([], [(2, 1, 39)])
    """
    found: list[tuple[int, int, int]] = []
    if not pairs:
        return found
    width, n = 2 * (n_references + 1), pairs[0]
    for k in range(1, len(pairs) // width):
        for j in range(min(k, n_references + 1)):
            n_unchanged, n_equal = pairs[k * width + 2 * j : k * width + 2 * j + 2]
            if _is_copy(n, n_unchanged, n_equal, of_source=j == 0, is_output=k > n_references):
                found.append((k, j, n_equal))
                break
    return found


def _is_copy(n: int, n_unchanged: int, n_equal: int, *, of_source: bool, is_output: bool) -> bool:
    if of_source:  # an output may be the source: a system that does nothing
        return not is_output and UNCHANGED.is_reached(n_equal, n)
    if n_equal == n >= FEWEST_SENTENCES and not is_output:
        return True
    n_changed = n - n_unchanged
    return n >= FEWEST_SENTENCES and COPIED.is_reached(n_equal - n_unchanged, n_changed)


# The role of a file by its name, to find two files in each other's place. References and good
# outputs are alike as texts, so only a name such as "ref0.txt" tells them apart. A name counts only
# if no file in the place that it names fits there: "ref1.txt" as an output beside the reference
# "ref0.txt" is an annotator who is scored as a system.
SOURCE, REFERENCE, OUTPUT = 0, 1, 2
WORDS = {
    SOURCE: {"source", "sources", "src"},
    REFERENCE: {"gold", "ref", "reference", "references", "refs"},
    OUTPUT: {"hyp", "hypo", "hypos", "hyps", "hypotheses", "hypothesis", "pred", "prediction"}
    | {"predictions", "preds", "sys", "system", "systems"},
}
# Names that fit a place, and are too common to say that a file elsewhere belongs there.
FITTING = {
    SOURCE: {"input", "orig", "original"},
    REFERENCE: {"annotator", "annotators", "corrected", "corrections", "human", "target", "tgt"},
    OUTPUT: {"baseline", "out", "output", "outputs", "result", "results"},
}


def exchanged(names: Sequence[str], n_references: int) -> list[tuple[int, int]]:
    """Return the pairs of texts that are in each other's place.

    Args:
        names: paths of the source, of references and of outputs.
        n_references: of them.

    >>> exchanged(["a.src", "amu.txt", "a.ref0"], 1), exchanged(["a.src", "a.ref1", "a.ref0"], 1)
    ([(2, 1)], [])
    """
    places = [_place(number, n_references) for number in range(len(names))]
    words = [_words(name) for name in names]
    said = [_said(each) for each in words]
    found = []
    for one, (place, belongs) in enumerate(zip(places, said, strict=True)):
        if belongs is None or belongs == place:
            continue
        others = [k for k, other in enumerate(places) if other == belongs]
        # No swap if a file in that place fits by its name; with a source, both names must say so.
        if not others or any(words[k] & (WORDS[belongs] | FITTING[belongs]) for k in others):
            continue
        opposite = [k for k in others if said[k] == place]
        if opposite or (belongs != SOURCE and place != SOURCE):
            pair = one, (opposite or others)[0]
            if pair[::-1] not in found:
                found.append(pair)
    return found


def _place(number: int, n_references: int) -> int:
    if number == 0:
        return SOURCE
    return REFERENCE if number <= n_references else OUTPUT


def _said(words: set[str]) -> int | None:
    """Return the place that a name gives a file, if it names one only."""
    places = [place for place, names in WORDS.items() if words & names]
    return places[0] if len(places) == 1 else None


def _words(name: str) -> set[str]:
    """Return the words of a path's last part: runs of letters.

    >>> sorted(_words("data/test.ref0.txt"))
    ['ref', 'test', 'txt']
    """
    last = name.replace("\\", "/").rpartition("/")[2].lower()
    return set("".join(c if c.isalpha() else " " for c in last).split())
