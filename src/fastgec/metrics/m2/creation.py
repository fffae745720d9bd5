r"""M2 from two texts by the path of the published scorer, as its `edit_creator` makes it.

The edits are those that MaxMatch proposes where there is no gold at all. Each has the type UNK and
annotator 0; a sentence that did not change has no line. `convert.m2write.align` makes M2 by an
alignment of its own, with types and several annotators.
"""

from __future__ import annotations

from fastgec.metrics import m2
from fastgec.read.blocks import Column
from fastgec.read.errors import FormatError
from fastgec.read.gold import Gold
from fastgec.read.lines import read_lines
from fastgec.texts.m2write import edit_line, require_correction, source_line

KIND = "UNK"


def created_blocks(source: Column, target: Column, *, max_unchanged_words: int = 0) -> list[str]:
    r"""Return the text of an M2 file, a block for each sentence.

    Args:
        source: a path, or sentences in memory.
        target: their corrections, in the same form.
        max_unchanged_words: most unchanged words inside an edit.

    Raises:
        FormatError: files that do not fit, a correction that M2 cannot hold, or a sentence that
            needs more memory than there is.
        ValueError: a parameter out of range.

    Example:
        >>> print("".join(created_blocks(["The cat sat at mat ."], ["The cat sat on the mat ."])))
        S The cat sat at mat .
        A 3 4|||UNK|||on the|||REQUIRED|||-NONE-|||0
        <BLANKLINE>
        <BLANKLINE>
    """
    sources = read_lines(source, "source")
    targets = read_lines(target, "target")
    if len(sources) == 0:
        raise FormatError(sources.name, None, "no sentence, expected at least 1")
    sentences = [source_line(sources[s].split()) for s in range(len(sources))]
    gold = Gold.parse("\n".join(sentences), sources.name)
    blocks = []
    sequences = m2.edit_sequences(targets, gold, max_unchanged_words=max_unchanged_words)
    for number, (line, found) in enumerate(zip(sentences, sequences, strict=True), 1):
        lines = [line]
        for edit in found[0]:
            require_correction(edit.correction, targets.name, number)
            lines.append(edit_line(edit.start, edit.end, KIND, [edit.correction], 0))
        blocks.append("".join(lines) + "\n")
    return blocks
