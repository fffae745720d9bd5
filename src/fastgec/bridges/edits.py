"""Samples as edits, for metrics that compare edits with edits: ERRANT and CLEME.

Their scores depend on how edits are made, so a caller says it: "errant" makes those of ERRANT, with
types (spaCy and its model are needed, and take milliseconds a sentence); "align" takes adjacent
changed words as one edit, without types (`convert.m2write`). A function of sources and texts may
make them in any other way, and returns M2 text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from threading import Lock

from fastgec.bridges.standards import Pool
from fastgec.metrics.base import AnyMetric
from fastgec.read.coders import Annotations
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines
from fastgec.read.m2lines import NOTHING
from fastgec.texts.m2write import align, write_m2

EditMaker = Callable[[list[str], list[str]], str]
BETWEEN_BARS = re.compile(r"\|(?=\|)")
JOINER = "\u2060"  # of no width


def maker_of(edits: str | EditMaker | None, metrics: Iterable[AnyMetric]) -> EditMaker | None:
    """Return what makes edits, or None where no metric compares edits.

    Raises:
        ValueError: another word, or nothing said where it is needed.
    """
    pairs = [metric.name for metric in metrics if metric.reads == "pairs"]
    if callable(edits):
        return edits
    if edits not in ("errant", "align", None):
        raise ValueError(f"edits {edits!r}: expected 'errant', 'align' or a function")
    if not pairs:
        return None
    if edits is None:
        raise ValueError(f"{pairs[0]} requires edits='errant' (needs spaCy) or edits='align'")
    return _Annotated() if edits == "errant" else aligned


def aligned(sources: list[str], texts: list[str]) -> str:
    r"""Return M2 text of texts that are aligned with their sources word by word.

    Example:
        >>> aligned(["a b"], ["c b"]).splitlines()[1]
        'A 0 1|||R|||c|||REQUIRED|||-NONE-|||0'
    """
    return "".join(write_m2(align(sources, [texts])))


class _Annotated:
    """Makes edits as ERRANT does; sentences are analysed once."""

    def __init__(self) -> None:
        from fastgec.annotate.analyses import Analyser

        self._analyser = Analyser()
        self._lock = Lock()  # analyses are added to one table

    def __call__(self, sources: list[str], texts: list[str]) -> str:
        from fastgec.metrics.errant.texts import annotate

        with self._lock:
            made = annotate(sources, texts, analyser=self._analyser, jobs=1, tells=False)
        return made.data.decode()

    def __reduce__(self) -> tuple[type[_Annotated], tuple[()]]:
        return _Annotated, ()  # models are loaded where they are needed


def as_edits(
    maker: EditMaker, pool: Pool, numbers: Sequence[int], outputs: Lines
) -> tuple[Annotations, Annotations]:
    """Return the edits of outputs, and those of their gold.

    Args:
        maker: what makes edits.
        pool: sentences with gold.
        numbers: which of them the outputs are for.
        outputs: texts, one for each number.

    Raises:
        ValueError: the maker returned other sentences.
    """
    assert pool.gold is not None
    blocks = {number: gold_block(pool.gold, number) for number in dict.fromkeys(numbers)}
    sources = [" ".join(pool.sources[number].split()) for number in numbers]
    texts = [" ".join(outputs[at].split()) for at in range(len(outputs))]
    texts = [
        _writable(text, source) if "||" in text or NOTHING in text else text
        for source, text in zip(sources, texts, strict=True)
    ]
    made = Annotations.parse(maker(sources, texts), "edits of completions")
    if len(made) != len(texts):
        raise ValueError(f"edits: {len(made)} sentences, expected {len(texts)}")
    gold = "".join(blocks[number] for number in numbers)
    return made, Annotations.parse(gold, pool.gold.name)


def _writable(text: str, source: str) -> str:
    """Return a text whose new words M2 can hold: a model may write what parts its fields.

    No correction of gold has such words, so it does not matter what they become.
    """
    known = set(source.split())
    words = []
    for word in text.split():
        if word not in known:
            words.append(BETWEEN_BARS.sub("|" + JOINER, word) + JOINER * (word == NOTHING))
        else:
            words.append(word)
    return " ".join(words)


def gold_block(gold: Gold, sentence: int) -> str:
    r"""Return the M2 block of a sentence: as it stands in the file, where gold is of one.

    Example:
        >>> gold_block(Gold.parse("S a\nA 0 1|||R|||b|||||||||0\nS c\n"), 0)
        'S a\nA 0 1|||R|||b|||||||||0\n\n'
    """
    if not gold.has_lines:
        return "".join(write_m2(gold.sentences(sentence, sentence + 1)))
    data, at = bytes(gold.sources.data), int(gold.sources.ends[sentence])  # no copy of bytes
    lines = [f"S {gold.sources[sentence]}"]
    while (first := data.find(b"\n", at) + 1) and data.startswith(b"A", first):
        at = data.find(b"\n", first)
        at = len(data) if at < 0 else at
        lines.append(data[first:at].decode().removesuffix("\r"))
    return "\n".join(lines) + "\n\n"
