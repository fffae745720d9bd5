"""Raw output in the tokens of its source: laws, cases, entry points, limits of projection."""

from __future__ import annotations

import json
import os
import random
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import alarms
import fastgec
from commands import Call, Here, Run
from fastgec import FormatError, Gold, InputWarning, m2
from fastgec.bridges import trl
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.read.files import ByteReader
from fastgec.read.lines import SENTENCES as PEEKED
from fastgec.read.lines import Lines, first_of_file
from fastgec.read.lines import characters as characters_of
from fastgec.texts.clean import clean, clean_lines
from fastgec.texts.m2write import align, write_m2
from fastgec.texts.projection import project
from fastgec.texts.retokenize import (
    Changes,
    Projection,
    Spacing,
    align_lines,
    retokenize,
    retokenized_blocks,
)
from test_diagnostics import sentences

# Signs, letters that are joined, digits, scripts without spaces, marks, characters of four bytes.
ALPHABET = "ab'.,-\"!1%$é\u0301\u200d的。क्👍🏽🇩ſ"
TOKENS = st.text(ALPHABET, min_size=1, max_size=5)
SENTENCES = st.lists(TOKENS, max_size=12)
PAIRS = st.lists(
    st.tuples(SENTENCES, st.text(ALPHABET + "   ", max_size=30)), min_size=1, max_size=4
)
SPACES = st.sampled_from(["", "", " ", "  ", "\t", "\u00a0", "\u3000"])


def characters(text: str) -> str:
    return "".join(text.split())


@given(st.lists(SENTENCES, min_size=1, max_size=4), st.data())
def test_text_whose_white_space_alone_was_changed_comes_back(
    sentences: list[list[str]], data: st.DataObject
) -> None:
    """White space between tokens is taken away or replaced, whatever tokens there are."""
    raw = [
        "".join(token + data.draw(SPACES) for token in sentence).lstrip() for sentence in sentences
    ]
    source = [" ".join(sentence) for sentence in sentences]
    assert retokenize(raw, source) == source


@given(PAIRS)
def test_nothing_but_white_space_changes_and_none_is_taken_away(
    pairs: list[tuple[list[str], str]],
) -> None:
    source = [" ".join(tokens) for tokens, _ in pairs]
    for (_, raw), done in zip(pairs, retokenize([raw for _, raw in pairs], source), strict=True):
        assert characters(done) == characters(raw)
        assert done == " ".join(done.split())
        assert ends(raw) <= ends(done)


def ends(text: str) -> set[int]:
    """Where words end, in characters without white space."""
    return set(np.cumsum([len(word) for word in text.split()]).tolist())


@given(PAIRS)
def test_lines_do_not_depend_on_the_lines_around_them(pairs: list[tuple[list[str], str]]) -> None:
    projection = Projection()
    source = Lines.of([" ".join(tokens) for tokens, _ in pairs])
    raw = Lines.of([text for _, text in pairs])
    projection.learn(source[number] for number in range(len(source)))
    [whole], changes = projection.project(source, [raw])
    total = Changes()
    for number in range(len(source)):
        one = source.slice(number, number + 1), [raw.slice(number, number + 1)]
        [alone], [change] = projection.project(*one)
        assert alone[0] == whole[number]
        total += change
    assert total == changes[0]


# A corpus in the tokens of English that NLTK and spaCy make.
CORPUS = [
    "He did n't come , she said . It 's a well-known story ( of the end ) .",
    "They do n't know Mr. Li 's wife , etc. and the U.S. army .",
    'She asked " why ? " and they said " no ! " in 3.5 seconds for $ 20 or 30 % .',
    "Wait ... it 's over ... and you can not go , can not stay , can not sit , can not stand .",
    "We can not see . I 'm here , you 're there and they 've gone for 10,000 years .",
]

CASES = [
    # what the source has, raw output, its tokens
    ("It is nt true .", "It isn't true.", "It is n't true ."),
    ("He go home .", "He goes home (alone).", "He goes home ( alone ) ."),
    ("He says no", 'He says "no".', 'He says " no " .'),
    ("Anna car is red .", "Anna's car is red.", "Anna 's car is red ."),
    ("They say , no .", "They said... no!", "They said ... no !"),
    ("It cost 3 .", "It costs $3.50, or 25%.", "It costs $ 3.50 , or 25 % ."),
    ("the man came", "Mr. Li came, etc.", "Mr. Li came , etc."),
    ("I could not go .", "I cannot go now.", "I cannot go now ."),
    ("I can not goes .", "I cannot go.", "I can not go ."),
    (
        "He have a nice life style now .",
        "He has a nice lifestyle now.",
        "He has a nice lifestyle now .",
    ),
    ("It is alot .", "It is a lot.", "It is a lot ."),
    ("a well know story", "a well-known story", "a well-known story"),
    ("We stop.Then go .", "We stopped. Then we went.", "We stopped . Then we went ."),
    ("the end", "the end 👩🏽\u200d💻!", "the end 👩🏽\u200d💻 !"),
    ("Cafe\u0301 is open .", "Cafe\u0301s are open.", "Cafe\u0301s are open ."),
    ("नमस्ते दुनिय ।", "नमस्ते दुनिया।", "नमस्ते दुनिया ।"),
    ("今天 天汽 很 好 。", "今天天气很好。", "今天 天气 很 好 。"),
    ("", "new text.", "new text ."),
    ("old text .", "", ""),
]


@pytest.mark.parametrize(("source", "raw", "tokens"), CASES, ids=[case[1] for case in CASES])
def test_changed_text_is_cut_as_the_corpus_is(source: str, raw: str, tokens: str) -> None:
    lines = retokenize([*CORPUS, raw], [*CORPUS, source])
    assert lines == [*CORPUS, tokens]


def test_habits_are_those_of_the_source() -> None:
    """Two corpora that cut hyphens and clitics differently get them as they do."""
    one = ["the well - known story - teller", "I do n't know", "I do n't"] * 3
    other = ["the well-known story-teller", "I don't know", "I don't"] * 3
    raw = ["an ill-fated man", "he doesn't go"]
    assert retokenize([*one, *raw], [*one, "a fat man", "he go"])[-2:] == [
        "an ill - fated man",
        "he does n't go",
    ]
    assert retokenize([*other, *raw], [*other, "a fat man", "he go"])[-2:] == raw


def test_quotes_that_became_others_are_cut_where_their_source_is() -> None:
    [line] = retokenize(["She said, “no”."], ['She said , " no " .'])
    assert line == "She said , “ no ” ."


@pytest.mark.parametrize("kind", ["rewritten", "looping", "edited", "signs"])
def test_long_lines_are_aligned_in_parts(kind: str) -> None:
    rng = np.random.default_rng(5)
    words = ["".join(map(chr, rng.integers(97, 123, rng.integers(2, 9)))) for _ in range(500)]
    source = [words[k] for k in rng.integers(0, 500, 3000)]
    other = {
        "rewritten": [words[k] for k in rng.integers(0, 500, 3000)],
        "looping": (source[10:40] * 100)[:3000],
        "edited": [word if k % 20 else "changed" for k, word in enumerate(source)],
        "signs": ["!"] * 3000,
    }[kind]
    source[4::5] = [","] * 600
    other[4::5] = [","] * 600
    projection = Projection()
    raw = " ".join(other).replace(" ,", ",")
    blocks = retokenized_blocks([raw], [" ".join(source)], projection, Diagnostics(1))
    [line] = [lines[0] for lines in blocks]
    assert line == " ".join(other)
    assert projection.changes[0].uneven == (kind != "edited")


def test_a_long_line_with_few_changes_has_the_tokens_of_its_source() -> None:
    """Letters are cut from letters where the source has a boundary: no habit could know."""
    tokens = [f"字{number}词" for number in range(8000)]
    raw = "".join("新" if number % 500 == 3 else token for number, token in enumerate(tokens))
    [line] = retokenize([raw], [" ".join(tokens)])
    kept = set(line.split()) & set(tokens)
    assert len(kept) >= 8000 - 3 * 16


def test_what_is_learned_is_the_same_from_a_file_a_pipe_and_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fastgec.read.lines.SENTENCES", 3)
    sources = ["a 'b . \r", "c d", "", "e - f", "g 'h"]
    text = "\n".join(sources) + "\n"
    gold = "".join(f"S {line}\nA 0 1|||R|||x|||||||||0\n\n" for line in sources)
    for name, content in (("source.txt", text), ("gold.m2", gold)):
        (tmp_path / name).write_bytes(content.encode())
    raw = ["'b.", "c-d", "x", "e", "g'h"]
    expected = retokenize(raw, [line.strip("\r") for line in sources])
    assert retokenize(raw, tmp_path / "source.txt") == expected
    assert retokenize(raw, tmp_path / "gold.m2") == expected
    assert retokenize(raw, Gold.read(tmp_path / "gold.m2")) == expected
    if not Path("/dev/fd").exists():  # as on Windows: a pipe has no name
        return
    read, write = os.pipe()
    os.write(write, gold.encode())
    os.close(write)
    try:
        assert retokenize(raw, f"/dev/fd/{read}") == expected
    finally:
        os.close(read)


def test_a_file_is_looked_at_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "text"
    for content in (b"", b"\xef\xbb\xbf", b"a\nb", b"a\r\n" * 200_000):
        path.write_bytes(content)
        pieces = ByteReader(path)
        first = first_of_file(pieces)
        assert first == content.removeprefix(b"\xef\xbb\xbf").decode().split()[:PEEKED]
        read = []
        while piece := pieces.read(1000):
            read.append(piece)
        assert b"".join(read) == content.removeprefix(b"\xef\xbb\xbf")


def test_the_command_writes_tokens_and_says_what_it_did(
    run: Run, call: Call, samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(run.folder)
    gold, system = samples / "gold.m2", (samples / "bold.txt").read_text(encoding="utf-8")
    raw = re.sub(r" (?=[.,?!)])|(?<=\() ", "", system)
    assert raw != system
    Path(run.folder, "raw.txt").write_text(raw, encoding="utf-8")
    for like in (gold, samples / "source.txt"):
        done = call(["retokenize", "--like", like, "raw.txt"])
        assert (done.status, done.stdout) == (0, system)
        n_lines = len(system.splitlines())
        assert re.fullmatch(
            rf"retokenized raw.txt: \d+ of {n_lines} lines changed: "
            r"\d+ words became \d+ tokens\n",
            done.stderr,
        )
    done = run("retokenize", "-q", "--like", gold, "-", "-o", "out.txt", stdin=raw)
    assert done == (0, "", "")
    assert Path(run.folder, "out.txt").read_text(encoding="utf-8") == system


def test_a_metric_scores_raw_output_as_its_tokens(
    call: Call, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    system = (samples / "bold.txt").read_text(encoding="utf-8")
    raw = re.sub(r" (?=[.,?!)])|(?<=\() ", "", system)
    (tmp_path / "bold.txt").write_text(raw, encoding="utf-8")
    tokens = tmp_path / "tokens"
    tokens.mkdir()
    (tokens / "bold.txt").write_text(system, encoding="utf-8")
    text = ["-s", samples / "source.txt", "-r", samples / "ref0.txt", "-c"]
    careful = str(samples / "careful.txt")
    for words, last in (
        (["m2", "-v"], [samples / "gold.m2"]),
        (["m2", "--sentence-range", "5:15"], [samples / "gold.m2"]),
        (["m2", "--implicit-noop", "-f", "tsv"], [samples / "gold.m2"]),
        (["m2", "--types", "-f", "json"], [samples / "gold.m2"]),
        (["green", *text], []),
        (["green", "-t", "char", *text], []),
        (["green", "-v", "--sentence", *text], []),
        (["gleu", *text], []),
        (["imeasure", "--gold", samples / "gold.m2", "-f", "json"], []),
        (["compare", careful], ["--gold", samples / "gold.m2"]),
    ):
        done = call([*words, "bold.txt", *last, "--retokenize"])
        monkeypatch.chdir(tokens)
        expected = call([*words, "bold.txt", *last])
        monkeypatch.chdir(tmp_path)
        assert done.status == expected.status == 0
        assert done.stdout.replace("|tokens:projected", "") == expected.stdout
        assert re.search(r"^retokenized bold.txt: \d+ of \d+ lines", done.stderr, re.MULTILINE)
        assert call([*words, "bold.txt", *last, "--retokenize", "-q"]).stderr == ""


def test_signature_json_and_parts_name_what_was_done(
    call: Call, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = [samples / "bold.txt", samples / "gold.m2"]
    text = ["-s", samples / "source.txt", "-r", samples / "ref0.txt", "-c", samples / "bold.txt"]
    gold = ["--gold", samples / "gold.m2", samples / "bold.txt"]
    for command in (["m2", *files], ["green", *text], ["gleu", *text], ["imeasure", *gold]):
        signed = call([*command, "-q", "--retokenize", "--signature"]).stdout.splitlines()[-1]
        signed = signed.removeprefix("# ")  # a comment in TSV
        assert "|tokens:projected|gold:" in signed
        names = [fact.partition(":")[0] for fact in signed.split("|")]
        assert len(set(names)) == len(names)
        assert "|tokens:" not in call([*command, "-q", "--signature"]).stdout.splitlines()[-1]
        document = json.loads(call([*command, "-q", "--retokenize", "-f", "json"]).stdout)
        assert document["signature"] == signed
        first = call(
            [*command, "-q", "--retokenize", "--sentence-range", ":8", "--counts-out", "1.npz"]
        )
        assert first.status == 0
        for option in (["--retokenize"], []):
            part = ["--sentence-range", "9:", "--counts-out", "2.npz", "-q"]
            assert call([*command, *part, *option]).status == 0
            merged = call(["merge", "1.npz", "2.npz", "--signature"])
            if option:
                assert merged.stdout.splitlines()[-1].removeprefix("# ") == signed
                continue
            reason = "2.npz: tokens none: expected projected as in 1.npz\n"
            assert merged == (1, "", reason)
            reason = "1.npz: tokens projected: expected none as in 2.npz\n"
            assert call(["merge", "2.npz", "1.npz"]) == (1, "", reason)


def test_a_line_that_does_not_fit_is_refused_and_named() -> None:
    projection = Projection()
    source, raw = Lines.of(["a b", "c " * 9000], "source"), Lines.of(["ab", "d" * 9000], "raw.txt")
    projection.learn(["a b"])
    with pytest.raises(FormatError) as caught:
        projection.project(source, [raw], n_before=3, limit=100_000)
    assert str(caught.value) == ("raw.txt:5: 9000 bytes need more than 0.0 GB of memory")


def test_the_kernel_refuses_what_does_not_fit() -> None:
    habits, lines = Spacing(), Lines.of(["a"])
    words = (habits.whole, habits.affixes, habits.pairs)
    never = np.zeros(1, np.int32)

    def call_with(source: Lines, raw: Lines, marks: np.ndarray, cancel: np.ndarray) -> None:
        columns = (source.data, source.starts, source.ends, raw.data, raw.starts, raw.ends)
        project(*columns, marks, *words, memory_limit=1 << 20, cancel=cancel)

    marks = habits.marks(lines.data)
    with pytest.raises(ValueError, match="1 lines of output for 2 of a source"):
        call_with(Lines.of(["a", "b"]), lines, marks, never)
    with pytest.raises(ValueError, match="3 marks, expected one for each code point"):
        call_with(lines, lines, marks[:3], never)
    with pytest.raises(ValueError, match="0 flags, expected 1"):
        call_with(lines, lines, marks, never[:0])
    with pytest.raises(KeyboardInterrupt):
        call_with(lines, lines, marks, never + 1)
    with pytest.raises(ValueError, match="nothing was learned"):
        Projection().project(lines, [lines])


def test_threads_give_the_same(samples: Path) -> None:
    source = (samples / "source.txt").read_text(encoding="utf-8").splitlines() * 300
    raw = [line.replace(" .", ".").replace("the", "a") for line in source]
    found = []
    for jobs in (1, 3):
        projection = Projection()
        blocks = retokenized_blocks(raw, source, projection, Diagnostics(1), jobs=jobs)
        found.append(
            ([lines[k] for lines in blocks for k in range(len(lines))], projection.changes)
        )
    assert found[0] == found[1]
    assert len(found[0][0]) == len(source)


def test_lines_of_other_sources_are_told(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sources = sentences(60)
    raw = [alarms.glue_all(line) for line in sources]
    shuffled = [*raw]
    random.Random(2).shuffle(shuffled)
    texts = {"s": sources, "raw": raw, "shuffled": shuffled, "late": [*raw[1:], raw[0]]}
    for name, lines in texts.items():
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    Path("s.m2").write_text("".join(f"S {line}\n\n" for line in sources), encoding="utf-8")
    for like in ("s.txt", "s.m2"):
        done = call(["retokenize", "--like", like, "raw.txt", "-o", "x.txt"])
        assert (done.status, "warning" in done.stderr) == (0, False)
        done = call(["retokenize", "--like", like, "shuffled.txt", "-o", "x.txt"])
        assert "warning: shuffled.txt: " in done.stderr
        assert "have little in common with their source" in done.stderr
        done = call(["retokenize", "--like", like, "late.txt", "-o", "x.txt"])
        assert "warning: late.txt: lines are shifted by +1: " in done.stderr
        assert call(["retokenize", "--like", like, "late.txt", "-o", "x.txt", "-q"]).stderr == ""
    with pytest.warns(InputWarning, match="lines are shifted"):
        retokenize(texts["late"], sources)


CHARACTERS = ["我 昨 天 去 了 北 京 。", "他 用 i P h o n e 打 电 话 。"] * 3


@pytest.fixture
def chinese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with source, output and gold in characters, and source and output as they are."""
    monkeypatch.chdir(tmp_path)
    texts = {
        "s.txt": CHARACTERS,
        "c.txt": ["我 昨 天 去 过 了 北 京 。", "他 用 电 脑 打 电 话 。"] * 3,
        "raw.s.txt": ["我昨天 去了北京。", "他用iPhone打电话。"] * 3,
        "raw.c.txt": ["我昨天去过了\u3000北京。", "他用电脑 打电话。"] * 3,
    }
    for name, lines in texts.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    Path("gold.m2").write_text("".join(write_m2(align("s.txt", ["c.txt"]))), encoding="utf-8")
    return tmp_path


def test_output_of_a_source_of_characters_becomes_characters(call: Call, chinese: Path) -> None:
    """New words would be tokens of several characters, which no gold edit has."""
    plain = call(["m2", "c.txt", "gold.m2"]).stdout
    assert call(["m2", "--retokenize", "raw.c.txt", "gold.m2"]).stdout == plain
    assert call(["m2", "--unit", "char", "raw.c.txt", "gold.m2"]).stdout == plain
    for words in (
        ["--like", "gold.m2"],
        ["--like", "s.txt"],
        ["--like", "raw.s.txt", "--unit=char"],
    ):
        done = call(["retokenize", *words, "raw.c.txt"])
        assert done.stdout == Path("c.txt").read_text(encoding="utf-8")
    trl.reward(gold="gold.m2", retokenize=True)
    assert m2.evaluate("raw.c.txt", "gold.m2", unit="char").f == 1.0
    assert m2.candidate_matrix("北京", ["东京", "东 京"], unit="char").tolist() == [[1, 1], [1, 1]]


def test_commands_cut_text_into_characters(call: Call, chinese: Path) -> None:
    raw = ["-s", "raw.s.txt"]
    gold = Path("gold.m2").read_text(encoding="utf-8")
    assert call(["convert", "--unit", "char", *raw, "-r", "raw.c.txt"]).stdout == gold
    done = call(["convert", "--unit", "char", "gold.m2", "--prefix", "x"])
    assert "warning: gold.m2: 3 texts have Latin letters" in done.stderr
    joined = Path("c.txt").read_text(encoding="utf-8").replace(" ", "")
    assert Path("x.ref0.txt").read_text(encoding="utf-8") == joined
    done = call(["vote", "--unit", "char", *raw, "raw.c.txt", "c.txt", "-q"])
    assert done.stdout == joined
    how = ["--tags", "none", "-q"]
    edits = call(["errant", "parallel", "-orig", "s.txt", "-cor", "c.txt", *how])
    own = ["--unit", "char", "-orig", "raw.s.txt", "-cor", "raw.c.txt", *how]
    assert call(["errant", "parallel", *own]) == edits
    score = ["errant", "score", *raw, "-r", "raw.c.txt", "-c", "raw.c.txt", "-f", "json", *how]
    assert "|unit:char|" in json.loads(call([*score, "--unit", "char"]).stdout)["signature"]


def test_gold_of_words_and_corrections_of_several_characters(call: Call, chinese: Path) -> None:
    Path("words.m2").write_text("S 我们 去\n\n", encoding="utf-8")
    for words in (["m2", "--unit=char", "c.txt"], ["convert", "--prefix=x", "--unit=char"]):
        done = call([*words, "words.m2"])
        assert done.status == 1
        assert done.stderr.startswith("words.m2: token '我们' of several characters: ")
    text = "S 去 北\nA 1 2|||R|||上 海滩|||REQUIRED|||-NONE-|||0\n"
    assert m2.evaluate(["去上海 滩"], Gold.parse(text), unit="char").f == 1.0
    assert m2.evaluate(["去 上 海 滩"], Gold.parse(text)).f == 0.0


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("他用iPhone 打电话", "他 用 i P h o n e 打 电 话"),
        ("2023年 [缺失成分]了", "2 0 2 3 年 [缺失成分] 了"),
        ("ＡＢ１２\tﾊﾝ\u3000が", "Ａ Ｂ １ ２ ﾊ ﾝ が"),
        ("𠮷👨\u200d👩", "𠮷 👨 \u200d 👩"),
        ("[缺]", "[ 缺 ]"),
        (" ", ""),
    ],
)
def test_each_code_point_is_a_token(text: str, tokens: str) -> None:
    assert characters_of(text) == tokens


def test_words_of_one_letter_are_no_characters() -> None:
    assert retokenize(["a, b."], ["a , c ."]) == ["a , b ."]


def test_the_entry_point_of_the_package(samples: Path) -> None:
    gold = Gold.read(samples / "gold.m2")
    tokens = fastgec.retokenize(samples / "bold.txt", gold)
    assert m2.evaluate(tokens, gold) == m2.evaluate(samples / "bold.txt", gold)


def test_a_sentence_is_no_path() -> None:
    for output, like in (("He goes .", ["He go ."]), (["He goes ."], "He go .")):
        with pytest.raises(FormatError, match=r"a string is a path here, sentences go into a list"):
            retokenize(output, like)
    with pytest.raises(TypeError, match="output: NoneType, expected a path or sentences"):
        retokenize(None, ["a"])  # type: ignore[arg-type]


def test_gold_in_the_place_of_the_output_is_refused_in_a_line() -> None:
    gold = Gold.parse("S He go .\n")
    with pytest.raises(TypeError, match=r"^output: Gold, expected .*: the raw text comes first$"):
        retokenize(gold, ["He go."])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^hypotheses: Gold, expected a path or sentences$"):
        m2.evaluate(gold, gold)


def detokenized(line: str) -> str:
    """Text as people write it, after the tokens of English treebanks; white space alone changes."""
    line = re.sub(r" (?=[.,;:!?)\]%](?:\s|$)|'(?:s|m|re|ve|ll|d)\b|n't\b|\.\.\.)", "", line)
    line = re.sub(r"(?<=[(\[$£]) ", "", line)
    return re.sub(r'(^| )" ([^"]*) "(?= |$)', r'\1"\2"', line)


def real_lines(path: Path) -> list[str]:
    lines = Lines.read(path)
    return [lines[number] for number in range(len(lines))]


@pytest.mark.parametrize("corpus", ["conll14", "bea-dev", "jfleg-dev", "gmeg-fce", "gmeg-fce-dev"])
def test_sources_of_real_corpora_come_back(corpus: str, shared: Path) -> None:
    folder = shared / "data" / corpus
    if (folder / "gold.m2").exists():
        gold = Gold.read(folder / "gold.m2")
        source = [gold.sources[number] for number in range(len(gold))]
    else:
        source = real_lines(folder / "source.txt")
    expected = [" ".join(line.split()) for line in source]
    for raw in (
        [detokenized(line) for line in expected],
        [characters(line) for line in expected],
        [line.replace(" ", "\u00a0 ") for line in expected],
    ):
        assert retokenize(raw, source) == expected


ROWS = [("conll14", "T5-11B"), ("conll14", "GECToR-2024"), ("bea-dev", "T5-11B")]


@pytest.mark.filterwarnings("ignore::fastgec.BenchmarkNote")
@pytest.mark.parametrize(("corpus", "system"), ROWS)
def test_real_outputs_lose_little(corpus: str, system: str, shared: Path) -> None:
    """At most 0.2 points of F0.5, where tokens are as they were, and where they were raw text."""
    folder = shared / "data" / corpus
    gold = Gold.read(folder / "gold.m2")
    lines = real_lines(folder / "systems" / f"pillars-{system}.txt")
    expected = m2.evaluate(lines, gold, jobs=None).f
    raw = [detokenized(line) for line in lines]
    with pytest.warns(InputWarning, match="not tokenized like their source"):
        assert m2.evaluate(raw, gold, jobs=None).f < expected - 0.2
    for text in (lines, raw):
        assert m2.evaluate(retokenize(text, gold), gold, jobs=None).f > expected - 0.002


def reference_kernel(source: str, raw: str) -> set[int]:
    """Where words end that alignment alone cuts, of short lines that differ: slow and plain.

    Of all alignments that cost the least it takes every one, and returns the cuts they agree on:
    boundaries of the source whose neighbours are both paired, and the output's own.
    """
    tokens, theirs, mine = source.split(), characters(source), characters(raw)
    edges, own = ends(" ".join(tokens)) | {0}, ends(raw)

    @cache
    def least(i: int, j: int) -> int:
        if i == len(theirs) or j == len(mine):
            return len(theirs) - i + len(mine) - j
        best = least(i + 1, j + 1) + (theirs[i] != mine[j])
        return min(best, least(i + 1, j) + 1, least(i, j + 1) + 1)

    @cache
    def agreed(i: int, j: int, before: int | None) -> frozenset[int]:
        """Cuts in the rest that all cheapest ways have; before: partner of the last character."""
        if j == len(mine):
            return frozenset()
        ways = []
        if i < len(theirs) and least(i, j) == least(i + 1, j + 1) + (theirs[i] != mine[j]):
            cut = {j} if before is not None and {before + 1, i} <= edges else set()
            ways.append(agreed(i + 1, j + 1, i) | cut)
        if i < len(theirs) and least(i, j) == least(i + 1, j) + 1:
            ways.append(agreed(i + 1, j, before))
        if least(i, j) == least(i, j + 1) + 1:
            ways.append(agreed(i, j + 1, None))
        return frozenset.intersection(*map(frozenset, ways))

    return set(agreed(0, 0, None)) | own


SHORT = st.lists(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=5).map(" ".join)


@given(SHORT, SHORT.map(lambda text: text.replace(" ", "")))
def test_what_all_cheapest_alignments_cut_is_cut(source: str, raw: str) -> None:
    [done] = retokenize([raw], [source])
    assert reference_kernel(source, raw) <= ends(done)


WRAPPINGS = {
    "preamble": "Here is the corrected sentence:\n{}",
    "preamble, version": "Sure! Here's the corrected version of the text:\n\n{}",
    "label": "Corrected: {}",
    "label and quotation marks": 'Corrected sentence: "{}"',
    "statement": "The corrected sentence is: {}",
    "quotation marks": '"{}"',
    "curly quotation marks": "“{}”",
    "single quotation marks": "'{}'",
    "code fence": "```\n{}\n```",
    "code fence, explained": "```text\n{}\n```\nThe verb was wrong.",
    "emphasis": "**{}**",
    "tags": "<corrected>{}</corrected>",
    "numbering": "12. {}",
    "item": "- {}",
    "thinking": "<think>Let me see.\nIt is fine.</think>\n\n{}",
    "both": "Original: {source}\nCorrected: {}",
    "explanation": "{}\n\nExplanation: I changed the verb.",
    "changes": "{}\n\nChanges made:\n- go -> goes\n- a -> an",
    "remark": "{} (No changes needed)",
}
PLAIN = [
    ("She goes home .", "She go home ."),
    ('" Yes , " he said .', '" Yes " he said .'),
    ("1. It is so .", "1. It are so ."),
    ("Here is the answer to your question : no .", "Here is the answer for you : no ."),
    ("Answer : it depends .", "Answer : it depend ."),
    ("'Tis the season .", "Tis the season ."),
    ("There are no errors in it .", "There is no errors in it ."),
    ("No , thanks", "No thanks"),
    ("", "Go ."),
    ("2. I like it.", "2 . I likes it ."),
    ("1) I like it.", "1 ) I likes it ."),
    ("It is good (no changes needed)", "It are good ( no changes needed )"),
    ("<b>So</b>", "< b > So < / b >"),
    ("**Go** and **stay**", "Go and stays"),
    ("<b>Go</b> and <b>stay</b>", "Go and stays"),
    ("There are no mistakes.", "There is no mistakes ."),
    ("The sentence is correct.", "The sentence is corect ."),
]


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_what_is_written_around_a_correction_is_removed(wrapping: str) -> None:
    for text, source in PLAIN[:2]:
        wrapped = WRAPPINGS[wrapping].format(text, source=source)
        assert clean(wrapped, source)[0] == text


@pytest.mark.parametrize(("text", "source"), PLAIN)
def test_a_text_without_such_a_sign_is_not_changed(text: str, source: str) -> None:
    assert clean(text, source) == (text, [])


@pytest.mark.parametrize("sign", ["**", "1. ", "Corrected: "])
def test_a_sign_without_end_is_removed_so_often_and_no_more(sign: str) -> None:
    _, removed = clean(sign * 20_000 + "x", "So .") if sign != "**" else clean("**" * 20_000, "So")
    assert len(removed) == 32


@pytest.mark.parametrize(
    "text", ["No errors found.", "The sentence is already correct.", "No changes needed"]
)
def test_a_text_that_says_there_are_no_errors_is_the_source(text: str) -> None:
    assert clean(text, "It is so .")[0] == "It is so ."
    assert clean(text, text)[0] == text


def test_no_line_of_real_outputs_is_changed_by_cleaning(shared: Path) -> None:
    n = 0
    for folder in sorted((shared / "data").iterdir()):
        gold = folder / "gold.m2"
        if not (folder / "systems").is_dir():
            continue
        plain = folder / "source.txt"
        sources = Lines.read(plain) if plain.exists() else Gold.read(gold).sources
        for path in [*(folder / "systems").iterdir(), *folder.glob("ref*.txt")]:
            lines = Lines.read(path)
            _, removed = clean_lines(lines, sources)
            assert (len(lines), removed.changed) == (len(sources), 0), path
            n += len(lines)
    assert n > 50_000


def test_cleaned_records_are_the_outputs(run: Run, samples: Path) -> None:
    texts = (samples / "careful.txt").read_text(encoding="utf-8").splitlines()
    ways = list(WRAPPINGS.values())
    records = [
        json.dumps({"text": ways[n % len(ways)].format(text, source="x")})
        for n, text in enumerate(texts)
    ]
    (run.folder / "raw.jsonl").write_text("\n".join(records) + "\n", encoding="utf-8")
    done = run("retokenize", "--clean", "--like", str(samples / "gold.m2"), "raw.jsonl#text")
    assert (done.status, done.stdout.splitlines()) == (0, texts)
    assert done.stderr.startswith("cleaned raw.jsonl#text: 20 of 20 texts\n")


def test_what_cleaning_did_not_recognise_has_a_warning(run: Run, samples: Path) -> None:
    """The advice is not the option that was given."""
    texts, sources = (
        (samples / name).read_text(encoding="utf-8").splitlines() * 2
        for name in ("careful.txt", "source.txt")
    )
    said = [f"Voici la phrase : {text}" for text in texts]
    for name, lines in (("raw.txt", said), ("long.txt", sources)):
        (run.folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    around, left = "text before or after the corrected", "cleaning did not recognise it"
    words = ("retokenize", "--like", "long.txt", "raw.txt")
    plain, cleaned = run(*words).stderr, run(*words, "--clean").stderr
    assert around in plain
    assert left not in plain
    assert "'fastgec retokenize --clean' removes it" in plain
    assert around in cleaned
    assert left in cleaned
    assert "--clean'" not in cleaned
    with pytest.warns(InputWarning, match=rf"{around}.*{left}"):
        retokenize(said, sources, clean=True)


def rejoined(texts: list[str], random_: random.Random) -> list[str]:
    """All words of some texts in other lines."""
    words = " ".join(texts).split()
    lines = []
    while words:
        n_words = random_.randint(5, 120)
        lines.append(" ".join(words[:n_words]))
        del words[:n_words]
    return lines


@pytest.mark.parametrize("folder", ["conll14", "bea-dev", "jfleg-dev", "gmeg-fce"])
def test_outputs_in_other_lines_are_cut_into_those_of_their_source(
    folder: str, shared: Path
) -> None:
    random_ = random.Random(folder)
    plain = shared / "data" / folder / "source.txt"
    sources = Lines.read(plain) if plain.exists() else Gold.read(plain.with_name("gold.m2")).sources
    n_lines = n_other = n_untold = 0
    for path in sorted((shared / "data" / folder / "systems").iterdir()):
        lines = Lines.read(path)
        texts = [" ".join(lines[number].split()) for number in range(len(lines))]
        gone = set(random_.sample(range(len(texts)), len(texts) // 10))
        for missing in (set[int](), gone):
            kept = ["" if n in missing else text for n, text in enumerate(texts)]
            aligned = align_lines(Lines.of(rejoined(kept, random_)), sources)
            other = {n for n, (a, b) in enumerate(zip(aligned.lines, kept, strict=True)) if a != b}
            assert " ".join(aligned.lines).split() == " ".join(kept).split()  # nothing is lost
            if not missing:
                n_lines += len(texts)
                n_other += len(other)
            n_untold += len(other - {*aligned.uncertain, *aligned.missing})
    assert n_other <= 0.001 * n_lines
    assert n_untold <= 0.003 * n_lines


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        (["a b .", "c d ."], ["a b . c d ."], ["a b .", "c d ."]),
        (["He go .", "She go ."], ["He goes . However , she goes ."], None),
        (["He go home", "She go ."], ["He goes home now . She goes ."], None),
        (["One two .", "Three four .", "Five six ."], ["One two .", "Five six ."], None),
        (["One two .", "", "Five six ."], ["One two . Five six ."], None),
        (["今天 天气 好 。", "我 走 。"], ["今天天气好。我走。"], ["今天天气好。", "我走。"]),
        (["A ."], [""], [""]),
        (["", ""], ["Text"], ["", "Text"]),
    ],
)
def test_cases_of_lines_that_are_aligned(
    source: list[str], output: list[str], expected: list[str] | None
) -> None:
    cut = {
        "He goes . However , she goes .": ["He goes .", "However , she goes ."],
        "He goes home now . She goes .": ["He goes home now .", "She goes ."],
        "One two .": ["One two .", "", "Five six ."],
        "One two . Five six .": ["One two .", "", "Five six ."],
    }
    wanted = cut[output[0]] if expected is None else expected
    assert align_lines(Lines.of(output), Lines.of(source)).lines == wanted


def test_lines_that_the_source_has_twice_are_aligned(samples: Path) -> None:
    """Nothing of the whole occurs once: stretches between cuts are cut themselves."""
    source, output = (
        (samples / name).read_text(encoding="utf-8").splitlines()
        for name in ("source.txt", "careful.txt")
    )
    for n_again in (8, 12, 20):
        sources, outputs = [*source, *source[:n_again]], [*output, *output[:n_again]]
        aligned = align_lines(Lines.of([" ".join(outputs)]), Lines.of(sources))
        assert aligned.lines == outputs


def test_text_around_aligned_corrections_is_removed_or_told(here: Here, samples: Path) -> None:
    """Preambles between paragraphs, a code fence over several sentences, explanations."""
    careful = (samples / "careful.txt").read_text(encoding="utf-8").splitlines()
    paragraphs = [" ".join(careful[at : at + 7]) for at in (0, 7)]
    answers = [
        f"Here is the corrected text:\n{paragraphs[0]}\n\nChanges made:\n- a comma\n- a verb",
        f"Sure! Here is the corrected paragraph:\n{paragraphs[1]}",
        "\n".join(["Corrected:\n```", *careful[14:], "```"]),
    ]
    (here.folder / "raw.txt").write_text("\n\n".join(answers) + "\n", encoding="utf-8")
    words = ("retokenize", "--align", "--like", str(samples / "source.txt"), "raw.txt")
    done = here(*words, "--clean")
    assert done.stdout.splitlines() == careful
    assert "cleaned raw.txt: preamble of 3" in done.stderr
    assert "cleaned raw.txt: explanation of 1, first of text 4: 'Changes made:" in done.stderr
    assert "warning" not in done.stderr
    records = [json.dumps({"text": answer}) for answer in answers]
    (here.folder / "raw.jsonl").write_text("\n".join(records), encoding="utf-8")
    assert here(*words[:-1], "raw.jsonl#text", "--clean").stdout.splitlines() == careful
    done = here(*words)
    assert "Here is the corrected text" in done.stdout
    assert "warning: raw.txt: text around the corrections is kept (preamble of 3" in done.stderr
    assert "warning" not in here(*words[:-1], str(samples / "careful.txt")).stderr
    for file, text in (
        ("s.txt", "I go .\nNote : it rain .\n"),
        ("o.txt", "I go.\nNote: it rains.\n"),
    ):
        (here.folder / file).write_text(text, encoding="utf-8")
    done = here(*words[:2], "--like", "s.txt", "o.txt", "--clean")  # a sentence of the source
    assert done.stdout == "I go .\nNote : it rains .\n"


def test_aligned_output_is_written_and_what_is_missing_is_told(here: Here, samples: Path) -> None:
    texts = (samples / "careful.txt").read_text(encoding="utf-8").splitlines()
    texts[3] = ""
    (here.folder / "raw.txt").write_text(" ".join(texts), encoding="utf-8")
    done = here("retokenize", "--align", "--like", str(samples / "source.txt"), "raw.txt")
    assert (done.status, done.stdout.splitlines()) == (0, texts)
    first = done.stderr.splitlines()[0]
    assert first == "aligned raw.txt: 20 lines aligned; 1 without text: 4"
    out = ("retokenize", "--align", "--like", str(samples / "source.txt"), "raw.txt", "-o", "a.txt")
    assert here(*out).status == 0
    facts = json.loads((here.folder / "a.txt.aligned.json").read_text(encoding="utf-8"))
    assert (facts["lines"], facts["uncertain"], facts["without_text"]) == (20, [], [4])
    line = (
        "warning: a.txt: retokenize --align cut its 20 lines: 0 uncertain, 1 without text "
        "(listed in a.txt.aligned.json)\n"
    )
    edits = str(samples / "gold.m2")
    sure = ("retokenize", "--align", "--like", str(samples / "source.txt"))
    assert here(*sure, str(samples / "careful.txt"), "-o", "sure.txt").status == 0
    assert (here.folder / "sure.txt.aligned.json").exists()
    assert (here("m2", "--strict", "sure.txt", edits).stderr) == ""  # no line is uncertain
    texts = ["-s", str(samples / "source.txt"), "-r", str(samples / "ref0.txt"), "-c", "a.txt"]
    commands: list[list[str]] = [
        ["m2", "a.txt", edits],
        ["gleu", *texts],
        ["green", *texts],
        ["compare", "a.txt", str(samples / "bold.txt"), "--gold", edits],
        ["report", "a.txt", edits],
        ["errors", "a.txt", edits],
    ]
    for command in commands:
        assert here(*command).stderr.count(line) == 1, command
    (here.folder / "a.txt").write_text("\n" * 20, encoding="utf-8")  # another text: no word of it
    assert "--align" not in here(*commands[0]).stderr
    gold = here("retokenize", "--align", "--like", "raw.txt", str(samples / "gold.m2"))
    assert (gold.status, gold.stdout) == (1, "")
    assert gold.stderr.endswith("gold.m2:2: an edit of M2: expected text\n")
