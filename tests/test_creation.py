"""`convert --edits m2scorer`: M2 from two texts, by the path of the published scorer."""

from __future__ import annotations

from pathlib import Path

import pytest

import oracle_m2 as oracle
from commands import Call
from fastgec import Gold, m2
from fastgec.cli.texts import SAMPLES
from fastgec.metrics.m2.words import created_blocks
from fastgec.texts.corrected import apply_edits
from fastgec.texts.m2write import align


def texts(name: str) -> list[str]:
    return (SAMPLES / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("most", [0, 2])
def test_edits_are_those_that_are_proposed_without_gold(most: int) -> None:
    source, target = texts("source.txt"), texts("bold.txt")
    blocks = created_blocks(source, target, max_unchanged_words=most)
    written = oracle.parse_m2("".join(blocks))
    for sentence, hypothesis, found, block in zip(source, target, written, blocks, strict=True):
        edits = oracle.edits(sentence.split(), hypothesis.split(), [], max_unchanged_words=most)
        assert [(e.start, e.end, e.alternatives) for e in found.annotators[0]] == [
            (e.start, e.end, (e.correction,)) for e in edits
        ]
        assert (sentence.split() == hypothesis.split()) == ("A " not in block)
        assert "noop" not in block


def test_applying_them_gives_the_target() -> None:
    gold = Gold.parse("".join(created_blocks(SAMPLES / "source.txt", SAMPLES / "ref0.txt")))
    made = apply_edits(gold)
    assert made[0] == texts("ref0.txt")
    assert m2.evaluate(texts("ref0.txt"), gold, max_unchanged_words=0).f == 1.0


def test_most_sentences_are_aligned_the_same_way(shared: Path) -> None:
    """192 of the first 200 of CoNLL-2014, as was counted with the scorer's own program."""
    data = shared / "data" / "conll14"
    source, target = ((data / f"{name}.txt").read_text("utf-8") for name in ("source", "ref0"))
    first = [text.split("\n")[:200] for text in (source, target)]
    created = oracle.parse_m2("".join(created_blocks(*first)))
    aligned = align(first[0], [first[1]])
    n_equal = 0
    for sentence, found in enumerate(created):
        low, high = aligned.edits.edit_offsets[sentence : sentence + 2].tolist()
        n_equal += [(e.start, e.end, e.alternatives) for e in found.annotators[0]] == [
            (
                int(aligned.edits.start[edit]),
                int(aligned.edits.end[edit]),
                tuple(aligned.corrections(edit)),
            )
            for edit in range(low, high)
        ]
    assert n_equal == 192


def test_the_command_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    files = ["-s", SAMPLES / "source.txt", "-r", SAMPLES / "ref0.txt"]
    expected = "".join(created_blocks(SAMPLES / "source.txt", SAMPLES / "ref0.txt"))
    done = call(["convert", "--edits", "m2scorer", *files])
    assert (done.status, done.stdout, done.stderr) == (0, expected, "")
    assert call(["convert", "--edits", "m2scorer", *files, "-o", "gold.m2"]).status == 0
    assert Path("gold.m2").read_text(encoding="utf-8") == expected
    assert call(["convert", "--edits", "aligned", *files]) == call(["convert", *files])


def test_the_spelling_of_the_old_program_is_understood(call: Call) -> None:
    files = ["-s", SAMPLES / "source.txt", "-r", SAMPLES / "ref0.txt"]
    words = ["convert", "--edits", "m2scorer", *files]
    wide = call([*words, "--max-unchanged-words", "3"])
    assert call([*words, "--max_unchanged_words", "3"]) == wide
    assert wide.stdout != call(words).stdout
