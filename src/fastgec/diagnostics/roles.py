"""The role of a file by its name, to find two files in each other's place.

References and good outputs are alike as texts, so only a name such as "ref0.txt" tells them apart.
A name counts only if no file in the place that it names fits there: "ref1.txt" as an output beside
the reference "ref0.txt" is an annotator who is scored as a system. Nothing here takes long to
import.
"""

from __future__ import annotations

from collections.abc import Sequence

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
