"""Diagnostics: none for real outputs, one for damaged ones, and how each entry point shows them."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import alarms
import oracle_diagnostics as oracle
from commands import Call, Run
from fastgec import (
    BenchmarkNote,
    FormatError,
    Gold,
    InputWarning,
    gleu,
    green,
    m2,
    study,
)
from fastgec.diagnostics import ALL_LOOKED_AT, FEWEST, inputs
from fastgec.diagnostics import flags as kernel
from fastgec.diagnostics.inputs import Diagnostics, Shifts, input_warnings
from fastgec.diagnostics.inputs import Run as VoteRun
from fastgec.metrics import errant
from fastgec.read.coders import Annotations
from fastgec.read.lines import Lines, References
from fastgec.texts.inspection import inspect_raw
from fastgec.texts.m2write import align, write_m2

PROJECT = Path(__file__).resolve().parent.parent
SIZE = 60
STEMS = [a + b + c for a in "bdfglmnprst" for b in "aeiou" for c in ("ck", "nd", "rm", "lt", "sh")]


def sentences(n: int = SIZE, seed: int = 1) -> list[str]:
    """Sentences of words of our own, each with two capitals, a comma and a contraction."""
    draw = random.Random(seed)

    def words(k: int) -> str:
        return " ".join("".join(draw.choices(STEMS, k=2)) for _ in range(k))

    return [f"I {words(5)} , Anna {words(1)} do n't {words(3)} ." for _ in range(n)]


def corrected(lines: Sequence[str]) -> list[str]:
    """Lines of which every third has a word replaced."""
    return [line.replace(" do ", " did ") if n % 3 == 0 else line for n, line in enumerate(lines)]


SOURCES = sentences()
OUTPUT = corrected(SOURCES)
GOLD = Gold.parse(
    "\n\n".join(f"S {line}\nA 8 9|||R|||did|||REQUIRED|||-NONE-|||0" for line in SOURCES) + "\n"
)
GLUED = [alarms.glue_left(line) for line in OUTPUT]
TOLD = "not tokenized like their source"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {"source": SOURCES, "good": OUTPUT, "ref": OUTPUT, "glued": GLUED}
    for name, lines in texts.items():
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    blocks = (f"S {line}\nA 8 9|||R|||did|||REQUIRED|||-NONE-|||0\n\n" for line in SOURCES)
    Path("gold.m2").write_text("".join(blocks), encoding="utf-8")
    return tmp_path


# What is seen of a sentence


def seen(sources: Sequence[str], outputs: Sequence[str]) -> tuple[Any, Any, Any]:
    a, b = Lines.of(sources), Lines.of(outputs)
    flags, likeness = np.empty(len(a), np.uint32), np.empty(len(a), np.uint8)
    votes = np.empty(len(a), np.int8)
    columns = a.data, a.starts, a.ends, b.data, b.starts, b.ends
    n_flags, n_votes = kernel.set_flags(*columns, flags, likeness, votes)
    signs = [int(np.count_nonzero(flags & (1 << bit))) for bit in range(18)]
    assert (n_flags, n_votes) == (signs, np.count_nonzero(votes))
    return flags, likeness, votes


def test_spaces_and_capitals_are_seen_as_the_definition_says() -> None:
    draw = random.Random(5)
    alphabet = "aabnN  A.,-'’é。/"
    pairs = []
    for _ in range(4000):
        source = "".join(draw.choices(alphabet, k=draw.randint(1, 60)))
        output = list(source)
        for _ in range(draw.randint(0, 4)):
            at = draw.randrange(len(output) + 1)
            if draw.random() < 0.7:
                output[at : at + 1] = draw.choice(["", " ", "  "])
            else:
                output[at:at] = draw.choice(alphabet)
        pairs.append((source, "".join(output)))
    flags, _, _ = seen([a for a, _ in pairs], [b for _, b in pairs])
    n_signs = 0
    for (source, output), flag in zip(pairs, flags, strict=True):
        if not source.split() or not output.split():
            assert bool(flag & kernel.EMPTY) == bool(source.split() and not output.split())
            continue
        glued, split = oracle.spaces_of(source, output)
        assert bool(flag & kernel.GLUED) == oracle.is_sign(glued), (source, output)
        assert bool(flag & kernel.SPLIT) == oracle.is_sign(split), (source, output)
        assert bool(flag & kernel.LOWERED) == oracle.is_lowered(source, output), (source, output)
        assert bool(flag & kernel.CASED) == any(map(str.isupper, output))
        assert bool(flag & kernel.RAW) == (oracle.is_raw(source) and oracle.is_raw(output))
        assert bool(flag & kernel.CAPITALISED) == oracle.is_capitalised(source, output)
        n_signs += bool(glued) + bool(split)
    assert n_signs > 400


def test_text_without_spaces_is_seen_as_the_definition_says() -> None:
    draw = random.Random(9)
    alphabet = "我的のをドーไทยညខ。，！“—éжا𠮷 a1"
    weights = [6 if sign in "我的のをドーไทยញខ" else 2 for sign in alphabet]
    texts = ["".join(draw.choices(alphabet, weights, k=draw.randint(5, 90))) for _ in range(6000)]
    pairs = list(zip(texts[::2], texts[1::2], strict=True))
    flags, _, _ = seen([a for a, _ in pairs], [b for _, b in pairs])
    found = [bool(flag & kernel.UNSPLIT) for flag in flags]
    expected = [
        bool(a.strip() and b.strip()) and oracle.is_unsplit(a) and oracle.is_unsplit(b)
        for a, b in pairs
    ]
    assert found == expected
    assert 300 < sum(found) < 2700


def test_what_programs_leave_is_seen_as_the_definition_says() -> None:
    draw = random.Random(8)
    pieces = [
        "@@ ",
        "@",
        "\u2581",
        "<s>",
        "</s>",
        "<pad>",
        "<",
        "&amp;",
        "&#39;",
        "&",
        "&;",
        "-LRB-",
    ]
    pieces += [
        "-RSB-",
        "-LAB-",
        "\u200b",
        "\u200e",
        "\ufeff",
        "\ufffd",
        "\0",
        "'",
        '"',
        "`",
        "‘",
        "’",
    ]
    pieces += ["“", "”", "…", ".", "?", "!", "。", "！", "？", "é", ";", "s>", "B-"]
    brackets = ["(", ")", "-LRB-", "-RRB-"]
    pairs = []
    for source in sentences(4500, seed=3):
        output = source
        if draw.random() < 0.4:
            ways = [str.upper, alarms.cut, alarms.preamble, alarms.remark, alarms.loop]
            output = draw.choice(ways)(output)
        if draw.random() < 0.1:
            output += f" {source[: draw.randint(1, 60)]}"
        texts = [list(source), list(output)]
        for text in texts:
            for _ in range(draw.randint(0, 2)):
                at = draw.choice([0, len(text), draw.randrange(len(text))])
                text[at:at] = draw.choice(pieces if draw.random() < 0.7 else brackets)
            if draw.random() < 0.1:
                del text[-draw.randint(1, 3) :]
        pairs.append(("".join(texts[0]).strip(" \0"), "".join(texts[1]).strip(" \0")))
    flags, _, _ = seen([a for a, _ in pairs], [b for _, b in pairs])
    signs = {
        kernel.CUT: oracle.is_cut,
        kernel.FRAMED: oracle.is_framed,
        kernel.RAISED: oracle.is_raised,
        kernel.ALIEN: oracle.is_alien,
        kernel.BRACKETED: oracle.is_bracketed,
    }
    n_signs = dict.fromkeys(signs, 0)
    n_runaways = 0
    for (source, output), flag in zip(pairs, flags.tolist(), strict=True):
        is_runaway = oracle.is_runaway(source, output)
        assert bool(flag & kernel.RUNAWAY) == is_runaway
        n_runaways += is_runaway
        is_looked_at = source != output and not flag & kernel.UNLIKE and not is_runaway
        assert flag & kernel.JUDGED
        for sign, is_one in signs.items():
            expected = is_looked_at and is_one(source, output)
            assert bool(flag & sign) == expected, (is_one.__name__, source, output)
            n_signs[sign] += expected
    assert min(n_signs.values()) > 200
    assert n_runaways > 200


@pytest.mark.parametrize(
    ("source", "output", "is_told"),
    [
        *((3, 503, False), (3, 504, True), (166, 666, False), (166, 667, True)),
        *((167, 668, False), (167, 669, True), (900, 3600, False), (900, 3601, True)),
        (3000, 12_001, True),
    ],
)
def test_one_line_that_runs_away_is_told(source: int, output: int, is_told: bool) -> None:
    # In words of three letters and of one, so that other signs are seen, too.
    sources = [*SOURCES, ("ab " * source)[: source - 1] + "b"]
    outputs = [*OUTPUT, ("a " * output)[: output - 1] + "a"]
    flags, _, _ = seen(sources, outputs)
    assert (
        bool(flags[-1] & kernel.RUNAWAY) == is_told == oracle.is_runaway(sources[-1], outputs[-1])
    )
    told = alarms.alarms(Lines.of(sources), outputs)
    assert len(told) == is_told
    if is_told:
        (line,) = told
        what = "1 of 61 sentences grew to more than four times the length of their source (61: "
        assert line.startswith(f"output: {what}")
    kinds = [kind for kind, _ in inspect_raw(outputs[-1], sources[-1])]
    assert ("runaway" in kinds) == is_told


def test_likeness_is_the_share_of_n_grams() -> None:
    """To a few per cent: n-grams of equal hash are one."""
    draw = random.Random(6)
    texts = sentences(300, seed=2)
    words = [text.split() for text in texts]
    mixed = []
    for number, own in enumerate(words):
        other = words[(number + 7) % len(words)]
        kept = draw.random()
        mixed.append(
            " ".join(a if draw.random() < kept else b for a, b in zip(own, other, strict=True))
        )
    backwards = [" ".join(text.split()[::-1]) for text in texts]
    for outputs in (mixed, backwards):
        _, likeness, _ = seen(texts, outputs)
        shares = [100 * oracle.share(a, b) for a, b in zip(texts, outputs, strict=True)]
        for found, expected in zip(likeness.tolist(), shares, strict=True):
            assert found == 100 or abs(found - expected) < 8  # 100: the ends say enough


def test_a_sentence_votes_for_the_source_that_it_fits() -> None:
    for offset in (*range(-8, 0), *range(1, 9)):
        moved = [SOURCES[(n + offset) % SIZE] for n in range(SIZE)]
        _, _, votes = seen(SOURCES, moved)
        inside = votes[8:-8]
        assert (inside == offset).all()
    _, _, votes = seen(SOURCES, OUTPUT)
    assert not votes.any()


def test_arrays_that_do_not_fit_are_refused() -> None:
    lines = Lines.of(["a b"] * 3)
    flags, likeness = np.empty(3, np.uint32), np.empty(3, np.uint8)
    votes = np.empty(3, np.int8)
    columns = (lines.data, lines.starts, lines.ends)
    fewer = lines.data, lines.starts[:2], lines.ends[:2]
    with pytest.raises(ValueError, match="2 sources of 3 outputs"):
        kernel.set_flags(*fewer, *columns, flags, likeness, votes)
    with pytest.raises(ValueError, match="another size"):
        kernel.set_flags(*columns, *columns, flags[:2], likeness, votes)
    ends = lines.ends + 100
    with pytest.raises(ValueError, match="range"):
        kernel.set_flags(*columns, lines.data, lines.starts, ends, flags, likeness, votes)


@pytest.mark.parametrize("length", [0, 1, 4095, 4096, 4097, 200_000])
def test_lines_of_any_length_are_looked_at(length: int) -> None:
    text = ("lorem ipsum dolor sit " * (length // 22 + 1))[:length]
    flags, likeness, votes = seen([text, "x y"], ["z" * length, ""])
    assert likeness[0] in (0, 100)
    assert votes[0] == 0
    assert bool(flags[1] & kernel.EMPTY)


# Shifts


def test_a_run_survives_a_few_other_votes_and_ends_with_many() -> None:
    shifts = Shifts()
    shifts.add([VoteRun(1, 4, 0, 3), VoteRun(0, 2, 4, 5), VoteRun(1, 5, 6, 10)])
    assert shifts.longest() == (1, 9, 0, 10)
    shifts.add([VoteRun(0, 3, 11, 13)])
    shifts.add([VoteRun(1, 8, 14, 21)])
    assert shifts.longest() == (1, 9, 0, 10)
    assert shifts.totals == {1: 17}


def test_a_shift_in_the_middle_is_told_with_its_place() -> None:
    sources, lines = sentences(200), corrected(sentences(200))
    (line,) = alarms.alarms(Lines.of(sources), [*lines[:120], *lines[121:], "x"])
    assert line.startswith("output: lines are shifted by +1: 79 of 200 sentences fit the source of")
    assert "sentence 121 fits source 122" in line
    assert line.endswith("from sentence 121 to 199; look for a missing line there")
    (line,) = alarms.alarms(Lines.of(sources), [*lines[:50], "one more", *lines[50:-1]])
    assert "shifted by -1" in line
    assert "look for a line too many" in line


# Thresholds


def test_few_sentences_have_a_warning_only_where_most_lack_spaces() -> None:
    for n, n_glued, n_told in ((1, 1, 0), (3, 3, 0), (4, 4, 1), (24, 17, 0), (24, 18, 1)):
        lines = [*GLUED[:n_glued], *SOURCES[n_glued:n]]
        found = alarms.alarms(Lines.of(SOURCES[:n]), lines)
        assert [f"{n_glued} of {n} sentences are {TOLD}" in line for line in found] == [
            True
        ] * n_told
    for name in ("lower-cased", "preamble", "empty", "a line too many"):
        for n, is_told in ((24, False), (SIZE, True)):
            lines = alarms.damaged(name, SOURCES[:n], 1.0, SOURCES)
            assert bool(alarms.alarms(Lines.of(SOURCES[:n]), lines)) == is_told


def test_few_sentences_of_real_texts_have_no_warning() -> None:
    """Four sentences in a row, where corpora are there."""
    names = [name for name in alarms.CORPORA if (alarms.SHARED / "data" / name).exists()]
    for corpus in alarms.corpora(names):
        sources = Lines.of(corpus.sources)
        for lines in corpus.outputs.values():
            output = Lines.of(lines)
            for first in range(0, min(len(sources), 400) - 4, 4):
                diagnostics = alarms.Diagnostics(1)
                parts = sources.slice(first, first + 4), [output.slice(first, first + 4)]
                diagnostics.add(diagnostics.inspect(0, *parts))
                assert alarms.input_warnings(diagnostics) == ()


def test_the_output_that_equals_its_source_is_no_alarm() -> None:
    assert alarms.alarms(Lines.of(SOURCES), SOURCES) == ()


@pytest.mark.parametrize("name", alarms.DAMAGES)
def test_damage_is_told_in_one_line_with_counts_and_examples(name: str) -> None:
    lines = alarms.damaged(name, OUTPUT, 0.5, sentences(seed=9))
    (line,) = alarms.alarms(Lines.of(SOURCES), lines)
    assert alarms.DAMAGES[name] in line
    assert re.match(r"output: (lines are shifted by [+-]\d: )?\d+ of \d+ sentences ", line)
    assert "\n" not in line
    assert len(line) < 320
    assert line.count('"') in (4, 8) or name in alarms.SHIFTS or name == "empty"


@pytest.mark.parametrize("is_shifted", [True, False])
def test_length_is_no_sign_of_a_loop_beside_other_sentences(is_shifted: bool) -> None:
    sources = [*SOURCES[:40], "Yes , we did .", *SOURCES[40:]]
    outputs = [*sources[:40], " ".join(SOURCES), *sources[41:]]
    assert any("a model in a loop?" in line for line in alarms.alarms(Lines.of(sources), outputs))
    outputs = [*outputs[1:], "x"] if is_shifted else [*outputs[20:], *outputs[:20]]
    found = alarms.alarms(Lines.of(sources), outputs)
    assert ("lines are shifted" if is_shifted else "little in common") in found[0]
    assert not any("loop" in line for line in found)


def test_words_are_shown_as_they_are_and_as_they_should_be() -> None:
    sources = Lines.of(["I said no , he did n't go ."] * 30)
    (line,) = alarms.alarms(sources, ["I said no, he didn't go ."] * 30)
    assert '("no," -> "no ,", "didn\'t" -> "did n\'t")' in line
    (line,) = alarms.alarms(Lines.of(["I said no, he didn't go ."] * 30), texts_of(sources))
    assert '("no ," -> "no,", "did n\'t" -> "didn\'t")' in line


def texts_of(lines: Lines) -> list[str]:
    return [lines[number] for number in range(len(lines))]


def test_text_without_spaces_between_words_is_told() -> None:
    sources = ["我 喜欢 在 公园 里 和 朋友 们 一起 散步 。"] * 30
    (line,) = alarms.alarms(Lines.of(sources), [line.replace(" ", "") for line in sources])
    assert TOLD in line


def test_another_language_and_other_alphabets_in_lower_case_are_told() -> None:
    english = ["The weather was so bad that We stayed at home ."] * 30
    russian = ["Погода была такая плохая , что Мы остались дома ."] * 30
    (line,) = alarms.alarms(Lines.of(russian), english)
    assert "little in common" in line
    (line,) = alarms.alarms(Lines.of(russian), [line.lower() for line in russian])
    assert "lower-cased" in line


def test_an_m2_file_as_output_is_told() -> None:
    edits = ["A 3 4|||R|||did|||REQUIRED|||-NONE-|||0"] * SIZE
    (line,) = alarms.alarms(Lines.of(SOURCES), edits)
    assert line == "output looks like an M2 file: expected one sentence a line"


def test_of_a_large_corpus_some_sentences_are_looked_at_in_memory_that_does_not_grow() -> None:
    sources, glued = Lines.of(SOURCES), Lines.of(GLUED)
    diagnostics = Diagnostics(1)
    n_blocks = 2 * ALL_LOOKED_AT // SIZE
    for number in range(n_blocks):
        diagnostics.add(diagnostics.inspect(number * SIZE, sources, [glued]))
    (watched,) = diagnostics.systems
    n_all = -(-ALL_LOOKED_AT // SIZE)
    assert watched.size == n_blocks * SIZE
    assert watched.n_checked == n_all * SIZE + (n_blocks - n_all) * FEWEST
    assert sum(map(len, watched.examples.values())) <= 4
    (line,) = input_warnings(diagnostics)
    share = f"{watched.n_checked} of the {watched.n_checked} sentences looked at"
    assert f"{share} ({watched.size} in all)" in line


def test_a_shift_deep_in_a_large_corpus_is_told() -> None:
    size = 3 * ALL_LOOKED_AT
    texts = [SOURCES[number % SIZE] for number in range(size)]
    moved = [*texts[: size - 500], *texts[size - 499 :], "x"]
    (line,) = alarms.alarms(Lines.of(texts), moved)
    assert "lines are shifted by +1" in line


# Other languages: what annotators correct is no sign

ARABIC = "ذهب الولد الى المدرسة في الصباح مع اخيه الصغير رقم"
KURDISH = "من دە چم بۆ قوتابخانە و ئە و دێ ت لە گە ڵ م"
CZECH = "Řekl mi , že "
CHINESE = "我 昨天 去 了 北京 的 大 学 见 朋友 ，"


def numbered(line: str, end: str = "") -> list[str]:
    return [f"{line} {number}{end}" for number in range(SIZE)]


def each(lines: Sequence[str], correct: Callable[[str], str], every: int = 1) -> list[str]:
    """Lines of which some are corrected."""
    return [correct(line) if n % every == 0 else line for n, line in enumerate(lines)]


ENGLISH = [f"I think that {line[2:-2]}" for line in SOURCES]  # no full stop
# A source, and what its annotator makes of it: a perfect output.
LANGUAGES: dict[str, tuple[list[str], list[str]]] = {
    "QALB: a full stop is added": (
        numbered(ARABIC, " سنوات"),
        each(numbered(ARABIC, " سنوات"), lambda line: f"{line} .", 2),
    ),
    "English without full stops": (ENGLISH, each(ENGLISH, lambda line: f"{line} .")),
    "quotation marks around all": (
        ENGLISH,
        each(ENGLISH, lambda line: f'" {line} . "'.replace("I th", "We th"), 3),
    ),
    "QALB: marks are glued": (
        numbered("قال الولد ، نعم ، ثم ذهب الى البيت مع", " ."),
        each(numbered("قال الولد ، نعم ، ثم ذهب الى البيت مع", " ."), alarms.glue_left, 6),
    ),
    "MADAR CODA: words are joined": (
        numbered(ARABIC),
        each(numbered(ARABIC), lambda line: line.replace(" الى ", "الى ").replace(" في ", "في"), 2),
    ),
    "Kurdish: words are joined": (
        numbered(KURDISH),
        each(
            numbered(KURDISH),
            lambda line: (
                line.replace("دە چم", "دەچم").replace("گە ڵ م", "گەڵم").replace("دێ ت", "دێت")
            ),
            5,
        ),
    ),
    "GECCC: other quotation marks": (
        numbered(f'{CZECH} " přijde zítra " .'),
        each(
            numbered(f'{CZECH} " přijde zítra " .'),
            lambda line: line.replace(' " p', " “ p").replace(' " .', " ” ."),
            6,
        ),
    ),
    "words are split": (
        numbered("Er geht jetztgleich indas Haus unddann zum Hund", " ."),
        each(
            numbered("Er geht jetztgleich indas Haus unddann zum Hund", " ."),
            lambda line: (
                line.replace("jetztg", "jetzt g")
                .replace("indas", "in das")
                .replace("unddann", "und dann")
            ),
            4,
        ),
    ),
    "capitals in a lower-cased source": (
        [line.lower() for line in SOURCES],
        each([line.lower() for line in SOURCES], lambda line: f"I{line[1:]}"),
    ),
    "characters apart": (
        numbered(" ".join(CHINESE.replace(" ", "")), " 。"),
        each(numbered(" ".join(CHINESE.replace(" ", "")), " 。"), lambda line: f"{line} ！", 2),
    ),
}


@pytest.fixture
def language(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Any:
    monkeypatch.chdir(tmp_path)
    sources, output = LANGUAGES[request.param]
    texts = {"source": sources, "ref": output, "out": output}
    texts["raw"] = [alarms.glue_all(line.replace(" ,", ",")) for line in output]
    texts["framed"] = [alarms.preamble(line) for line in output]
    for name, lines in texts.items():
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    made = write_m2(align(sources, [output, sources]))  # two annotators: one who changes nothing
    Path("gold.m2").write_text("".join(made), encoding="utf-8")
    return request.param


WITH_GOLD = [
    "m2 {} gold.m2",
    "m2 -f table {} gold.m2",
    "m2 --implicit-noop {} gold.m2",
    "imeasure --correction-tokens space --gold gold.m2 {}",
    "compare --resamples 99 {} source.txt --gold gold.m2",
]
WITH_TEXTS = [f"{command} -s source.txt -r ref.txt -c {{}}" for command in ("green", "gleu")]


@pytest.mark.parametrize("language", LANGUAGES, indirect=True)
def test_corrections_of_annotators_are_no_signs(language: str, call: Call) -> None:
    for words in (*WITH_GOLD, *WITH_TEXTS):
        done = call([*words.format("out.txt").split()])
        assert done.status == 0, done.stderr
        told = [line for line in done.stderr.splitlines() if "is given as a reference" not in line]
        told = [line for line in told if "has the same 60 sentences" not in line]
        assert told == [], words
        done = call([*words.format("framed.txt").split()])
        assert "text before or after" in done.stderr, words


@pytest.mark.parametrize("language", LANGUAGES, indirect=True)
def test_gold_that_was_used_before_gives_the_same_warnings(language: str) -> None:
    """It keeps the signs of its corrected texts; parts write to those of the whole."""

    def warnings_of(gold: Gold, name: str) -> list[str]:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            m2.count(f"{name}.txt", gold)
        return [str(one.message) for one in found]

    used = Gold.read("gold.m2")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        part = used.sentences(SIZE // 3, SIZE // 2)
        m2.count(Path("framed.txt").read_text("utf-8").splitlines()[SIZE // 3 : SIZE // 2], part)
    known = set(np.flatnonzero(used.known_signs).tolist())
    assert known
    assert known <= {*range(SIZE // 3, SIZE // 2)}
    for name in ("out", "raw", "framed", "raw", "out"):
        assert warnings_of(used, name) == warnings_of(Gold.read("gold.m2"), name), name


@pytest.mark.parametrize(
    "language",
    ["QALB: a full stop is added", "English without full stops", "quotation marks around all"],
    indirect=True,
)
def test_marks_at_the_ends_are_no_text_before_or_after(language: str) -> None:
    """Also where no gold is at hand, as in votes."""
    sources, output = LANGUAGES[language]
    assert alarms.alarms(Lines.of(sources), output) == ()
    for change in (alarms.preamble, alarms.remark, alarms.loop):
        (line,) = alarms.alarms(Lines.of(sources), [change(line) for line in output])
        assert "text before or after" in line or "grew to" in line


# Shares, and of what


def test_shares_say_what_they_are_of(files: Path, call: Call) -> None:
    """Of sentences with capitals, of those that can be recognised, and of all."""
    few = [f"{line} ," for line in ("yes", "no", "so")] * 10
    sources = [*SOURCES, *few]
    lines = [*(line.lower() for line in SOURCES), *few]
    (line,) = alarms.alarms(Lines.of(sources), lines)
    what = "60 of the 60 sentences with capitals (90 in all) are lower-cased"
    assert line.startswith(f"output: {what}")
    cut = [*map(alarms.stop_lost, SOURCES), *few]
    (line,) = alarms.alarms(Lines.of(sources), cut)
    what = "60 of the 60 sentences with a source of at least 20 bytes (90 in all) lack the"
    assert line.startswith(f"output: {what}")


# Gold that is not of these outputs


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (str.lower, "60 of 60 sentences have a source without capitals "),
        (alarms.glue_all, "60 of 60 sentences are not tokenized like their source"),
        (lambda line: line.replace(" n't", "n't"), "40 of 60 sentences are not tokenized like"),
        (lambda line: line.replace(" ,", " -LRB-"), ""),
    ],
    ids=["lower-cased", "raw", "contractions", "others"],
)
def test_gold_of_other_words_than_the_outputs_is_told(
    files: Path, call: Call, change: Callable[[str], str], told: str
) -> None:
    blocks = (f"S {change(line)}\nA 0 1|||R|||we|||REQUIRED|||-NONE-|||0\n\n" for line in SOURCES)
    Path("other.m2").write_text("".join(blocks), encoding="utf-8")
    for more in ([], ["-f", "table"]):
        done = call(["m2", "good.txt", "other.m2", *more])
        assert done.status == 0
        assert re.search(f"^warning: good.txt: {told}", done.stderr) if told else True
        assert call(["m2", "good.txt", "gold.m2", *more]).stderr == ""


# Text that is not split into words

TEXTS = {
    "Chinese": "我昨天和朋友们一起去了北京的一个公园",
    "Japanese": "昨日はともだちといっしょに東京へ行きました",
    "Thai": "เมื่อวานนี้ฉันไปกรุงเทพฯกับเพื่อนๆของฉัน",
}


@pytest.mark.parametrize(("language", "size"), [*((name, 40) for name in TEXTS), ("Chinese", 8)])
def test_text_that_is_not_split_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call, language: str, size: int
) -> None:
    monkeypatch.chdir(tmp_path)
    sources = [f"{TEXTS[language]}{number}。" for number in range(size)]
    output = [f"{line[1:]}" if number % 2 else line for number, line in enumerate(sources)]
    apart = {"source": sources, "out": output, "ref": [f"{line[:-1]}！" for line in output]}
    for name, lines in apart.items():
        Path(f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        split = "".join(f"{' '.join(line)}\n" for line in lines)
        Path(f"{name}.split.txt").write_text(split, encoding="utf-8")
    for end in ("", ".split"):
        texts = ["-s", f"source{end}.txt", "-r", f"ref{end}.txt", "-o", f"gold{end}.m2"]
        (told,) = call(["convert", *texts]).stderr.splitlines() or [""]
        assert bool(told) == (not end)
        of_all = f"{size} of {size} sentences are not split into words, and neither"
        assert end or f"ref.txt: {of_all}" in told
    commands = ["m2 {} gold.m2", "m2 -f table {} gold.m2", "imeasure --gold gold.m2 {}"]
    texts = " -s source.txt -r ref.txt -c {}"
    commands += [f"{command}{texts}" for command in ("green", "gleu", "gleu -f table", "imeasure")]
    for command in commands:
        done = call(command.format("out.txt").split())
        assert done.status == 0
        assert done.stderr.startswith(f"warning: out.txt: {of_all} are their sources ("), command
        assert done.stderr.count("\n") == 1
    for command in ("green -t char", "gleu --unit char", "green -t char -f table"):
        assert call(f"{command}{texts}".format("out.txt").split())[::2] == (0, "")
    for command in commands:
        words = command.replace(".txt", ".split.txt").replace(".m2", ".split.m2")
        assert call(words.format("out.split.txt").split())[::2] == (0, ""), words


# Real outputs, and damage to them


def test_no_real_output_reference_or_annotator_gives_a_warning(shared: Path) -> None:
    n_texts = 0
    largest = dict.fromkeys(alarms.SIGNS, 0.0)
    for corpus in alarms.corpora():
        sources = Lines.of(corpus.sources)
        for name, lines in corpus.outputs.items():
            diagnostics = alarms.watched(sources, Lines.of(lines))
            assert input_warnings(diagnostics) == (), (corpus.name, name)
            shares = alarms.shares(diagnostics.systems[0])
            largest = {sign: max(largest[sign], shares[sign]) for sign in largest}
            n_texts += 1
    page = (PROJECT / "docs" / "warnings.md").read_text(encoding="utf-8")
    prose = " ".join(page.split())
    assert f'"Real" is the largest share in {n_texts} real texts' in prose
    row, share = largest.pop("in a row"), largest.pop("other line")
    assert f" | {row:.0f} in a row, {100 * share:.2f} % |" in page
    for sign, share in largest.items():
        assert f" | {100 * share:.2f} % |" in page, sign


def test_documents_give_no_warning_but_those_caught_in_a_loop(shared: Path) -> None:
    folder = shared / "golden" / "m2-documents"
    gold = Gold.read(folder / "documents.m2.gz").repeat(2)
    hypotheses = Lines.read(folder / "documents.hyp.gz")
    twice = hypotheses.take(np.repeat(np.arange(len(hypotheses)), 2))
    diagnostics = alarms.watched(gold.sources, twice)
    assert diagnostics.systems[0].n(kernel.JUDGED) == len(gold)
    is_loop = [
        oracle.is_runaway(gold.sources[s].strip(), twice[s].strip()) for s in range(len(gold))
    ]
    (line,) = input_warnings(diagnostics)
    assert f": {sum(is_loop)} of {len(gold)} sentences grew to more than four times" in line
    others = np.flatnonzero(~np.array(is_loop))
    assert len(others) >= 25
    assert input_warnings(alarms.watched(gold.sources.take(others), twice.take(others))) == ()


def test_damage_is_told_from_where_the_page_says(shared: Path) -> None:
    """The table of bench/README.md, cell by cell, is what `bench/alarms.py` finds."""
    page = (PROJECT / "bench" / "README.md").read_text(encoding="utf-8")
    corpora = list(alarms.corpora())
    for name in alarms.DAMAGES:
        (row,) = re.findall(rf"^\| {name} \| (.*) \|$", page, re.MULTILINE)
        cells = row.split(" | ") if " | " in row else [row] * len(corpora)  # one for all
        for number, (corpus, cell) in enumerate(zip(corpora, cells, strict=True)):
            share = alarms.begins_at(name, corpus, corpora[number - 1].sources)
            assert share is not None
            assert f"{share:.0%}" == cell, (name, corpus.name)
            assert share <= 0.25


# Entry points


OTHER = [*OUTPUT[:-1], SOURCES[-1] + " so"]
ENTRY_POINTS: dict[str, Callable[[Sequence[str]], Any]] = {
    "m2.evaluate": lambda lines: m2.evaluate(lines, GOLD),
    "m2.count": lambda lines: m2.count(lines, GOLD),
    "m2 on threads": lambda lines: m2.evaluate(lines, GOLD, jobs=2),
    "m2, everyone": lambda lines: m2.evaluate(lines, GOLD, implicit_noop=True),
    "green.evaluate": lambda lines: green.evaluate(lines, References(SOURCES, [OUTPUT])),
    "green.count": lambda lines: green.count(lines, References(SOURCES, [OUTPUT])),
    "gleu.evaluate": lambda lines: gleu.evaluate(lines, References(SOURCES, [OUTPUT])),
    "intervals": lambda lines: study.intervals("m2", [lines], GOLD, resamples=2),
    "compare": lambda lines: study.compare("m2", OUTPUT, [lines], GOLD, resamples=19),
    "compare_all": lambda lines: study.compare_all("m2", [OUTPUT, lines], GOLD, resamples=19),
    "types": lambda lines: study.types([lines], GOLD),
    "per_annotator": lambda lines: study.per_annotator([lines], GOLD),
}


@pytest.mark.parametrize("entry_point", ENTRY_POINTS)
def test_every_entry_point_of_python_warns_once_and_names_its_caller(entry_point: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ENTRY_POINTS[entry_point](GLUED)
        ENTRY_POINTS[entry_point](OTHER)
    (warning,) = caught
    assert warning.category is InputWarning
    assert TOLD in str(warning.message)
    assert Path(warning.filename) == Path(__file__)


def test_a_warning_can_be_an_error_in_python() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", InputWarning)
        with pytest.raises(InputWarning, match=TOLD):
            m2.evaluate(GLUED, GOLD)


def test_scores_do_not_depend_on_the_guard() -> None:
    with pytest.warns(InputWarning):
        score = m2.evaluate(GLUED, GOLD)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parts = [m2.count(GLUED[n : n + 3], GOLD.sentences(n, n + 3)) for n in range(0, SIZE, 3)]
    whole = sum(int(part.table[:, 1].sum()) for part in parts)
    assert score.proposed == whole


def test_rewards_do_not_warn() -> None:
    m2.sentence_scores(GLUED, GOLD)
    green.sentence_scores(GLUED, References(SOURCES, [OUTPUT]))
    green.candidate_scores(SOURCES[0], [OUTPUT[0]], GLUED)
    gleu.sentence_scores(GLUED, References(SOURCES, [OUTPUT]))


M2 = ["m2", "glued.txt", "gold.m2"]
GREEN = ["green", "-s", "source.txt", "-r", "ref.txt", "-c", "glued.txt"]
GLEU = ["gleu", *GREEN[1:]]
COMPARE = ["compare", "--resamples", "99", "good.txt", "glued.txt", "--gold", "gold.m2"]


@pytest.mark.parametrize("command", [M2, GREEN, GLEU, COMPARE], ids=lambda command: command[0])
def test_commands_warn_on_stderr_unless_quiet_and_fail_if_strict(
    files: Path, call: Call, command: list[str]
) -> None:
    done = call(command)
    assert done.status == 0
    assert re.fullmatch(rf"warning: glued\.txt: 60 of 60 sentences are {TOLD}.*\n", done.stderr)
    assert "--retokenize" in done.stderr
    quiet = call([*command, "-q"])
    assert quiet == (0, done.stdout, "")
    for more in ([], ["-q"]):
        strict = call([*command, "--strict", *more])
        assert (strict.status, strict.stdout) == (1, "")
        assert strict.stderr.startswith("glued.txt: 60 of 60 sentences are")
        assert strict.stderr.endswith("(an error with --strict)\n")
        assert strict.stderr.count("\n") == 1
    Path("other.txt").write_text("\n".join(OTHER) + "\n", encoding="utf-8")
    good = [word.replace("glued", "other") for word in command]
    assert call([*good, "--strict"])[::2] == (0, "")


def test_a_run_over_configs_warns_once_for_all_metrics(files: Path, call: Call) -> None:
    config = 'name = "c"\nsource = "source.txt"\nreferences = ["ref.txt"]\ngold = "gold.m2"\n'
    Path("card.toml").write_text(config + '[systems]\nglued = "glued.txt"\n', encoding="utf-8")
    command = ["run", "card.toml", "--metric", "m2", "green", "gleu"]
    done = call(command)
    assert done.status == 0
    assert re.fullmatch(rf"warning: .*glued\.txt: 60 of 60 sentences are {TOLD}.*\n", done.stderr)
    assert call([*command, "--strict"])[:2] == (1, "")
    with pytest.warns(InputWarning, match=TOLD) as caught:
        study.run_configs(["card.toml"])
    assert [Path(one.filename) for one in caught] == [Path(__file__)]


def test_annotators_that_agree_are_no_copies(files: Path, call: Call) -> None:
    edit = "A 8 9|||R|||did|||REQUIRED|||-NONE-|||"
    blocks = "".join(f"S {line}\n{edit}0\n{edit}1\n{edit}2\n\n" for line in SOURCES)
    noop = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||"
    blocks = blocks.replace(f"{edit}2", f"{noop}2")
    Path("agree.m2").write_text(blocks, encoding="utf-8")
    done = call(["imeasure", "--gold", "agree.m2", "good.txt"])
    assert (done.status, done.stderr) == (0, "")


def test_strict_writes_no_file(files: Path, call: Call) -> None:
    outputs = ["--sentences", "each.tsv", "--counts-out", "counts.npz"]
    assert call([*M2, *outputs, "--strict"]).status == 1
    assert not list(files.glob("each*")) + list(files.glob("counts*"))
    assert call([*M2, *outputs]).status == 0
    assert len(list(files.glob("each*")) + list(files.glob("counts*"))) == 2


def test_pipes_are_looked_at(files: Path, run: Run) -> None:
    text = Path("glued.txt").read_bytes()
    done = run("m2", "-", "gold.m2", stdin=text)
    assert done.stderr.startswith("warning: -: 60 of 60 sentences are")


def test_a_part_warns_for_itself_and_merge_does_not(files: Path, call: Call) -> None:
    half = [*GLUED[:30], *OUTPUT[30:]]
    Path("half.txt").write_text("".join(f"{line}\n" for line in half), encoding="utf-8")
    for number, span, told in ((1, "1:30", "30 of 30"), (2, "31:60", None)):
        part = ["--sentence-range", span, "--counts-out", f"{number}.npz"]
        done = call(["m2", "half.txt", "gold.m2", *part])
        assert (told in done.stderr) if told else done.stderr == ""
    merged = call(["merge", "1.npz", "2.npz", "--strict"])
    assert (merged.status, merged.stderr) == (0, "")


# Files in the wrong place


def test_swapped_files_are_named_in_python(files: Path) -> None:
    with pytest.raises(FormatError, match="is the gold last"):
        m2.evaluate("gold.m2", "source.txt")
    with pytest.raises(FormatError, match=r"is M2, expected text"):
        green.evaluate("good.txt", References("gold.m2", ["ref.txt"]))


def test_a_system_of_several_coders_is_told(files: Path, call: Call) -> None:
    gold = Path("gold.m2").read_text(encoding="utf-8")
    both = gold.replace("|||0\n", "|||0\nA 8 9|||R|||does|||REQUIRED|||-NONE-|||1\n", 1)
    Path("both.m2").write_text(both, encoding="utf-8")
    done = call(["errant", "compare", "-hyp", "both.m2", "-ref", "gold.m2"])
    assert done.stderr == (
        "warning: both.m2 has 2 annotators, gold.m2 has 1: is the system's file in the place of "
        "the reference's?\n"
    )
    assert call(["errant", "compare", "-hyp", "gold.m2", "-ref", "both.m2"]).stderr == ""
    few = both[: both.index("\n\n")]
    for name, text in (("other", both), ("few", few), ("few2", few)):
        Path(f"{name}.m2").write_text(text, encoding="utf-8")
    for name, reference in (("both", "other"), ("few", "few2")):  # of few sentences, too
        done = call(["errant", "compare", "-hyp", f"{name}.m2", "-ref", f"{reference}.m2"])
        assert done.stderr == (
            f"warning: {name}.m2 has 2 annotators, expected 1 in a system: the best pair of them "
            "scores a sentence\n"
        )


@pytest.mark.parametrize(
    "command",
    [
        "errant compare -hyp REFERENCE -ref SYSTEM",
        "cleme REFERENCE SYSTEM",
        "cleme --cleme2 REFERENCE SYSTEM",
    ],
)
def test_edits_in_each_others_place_are_told_by_their_names(
    files: Path, call: Call, command: str
) -> None:
    gold = Path("gold.m2").read_text(encoding="utf-8")
    Path("test.hyp.m2").write_text(gold.replace("did", "does"), encoding="utf-8")
    Path("test.ref.m2").write_text(gold, encoding="utf-8")

    def told(reference: str, system: str) -> str:
        words = command.replace("REFERENCE", reference).replace("SYSTEM", system)
        return call(words.split()).stderr

    assert told("test.ref.m2", "test.hyp.m2") == (
        "warning: test.hyp.m2, by its name an output, is given as a reference, and test.ref.m2 as "
        "an output: are they in each other's place?\n"
    )
    assert told("test.hyp.m2", "test.ref.m2") == ""
    assert told("test.ref.m2", "gold.m2") == ""  # a person who is scored as a system


# Public benchmarks


def known_gold(monkeypatch: pytest.MonkeyPatch) -> None:
    begins = inputs.beginning(SOURCES[:3])
    settings = {"beta": 0.5, "max_unchanged_words": 2}
    known = (
        inputs.Benchmark("gold A", SIZE, SIZE, begins, "A says B", "m2", settings),
        inputs.Benchmark("gold C", SIZE, 0, begins, "C says D", "gleu", {"references": 2}),
    )
    monkeypatch.setattr(inputs, "BENCHMARKS", known)


def test_a_known_gold_at_other_settings_gives_a_note(
    files: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    known_gold(monkeypatch)
    good = ["m2", "good.txt", "gold.m2"]
    note = "note: the gold is gold A: A says B\n"
    assert call(good).stderr == ""
    assert call([*good, "--beta", "1"]).stderr == note
    assert call([*good, "--max-unchanged-words", "3", "--strict"])[::2] == (0, note)
    assert call([*good, "--beta", "1", "-q"]).stderr == ""
    assert call([*good, "--beta", "1", "--sentence-range", "1:50"]).stderr == ""
    texts = ["-s", "source.txt", "-r", "ref.txt", "-c", "good.txt"]
    assert call(["gleu", *texts]).stderr == "note: the gold is gold C: C says D\n"
    assert call(["green", *texts]).stderr == ""
    Path("same.m2").write_bytes(Path("gold.m2").read_bytes())
    pairs = ["errant", "compare", "-hyp", "same.m2", "-ref", "gold.m2"]
    assert call(pairs).stderr == ""
    monkeypatch.setattr(
        inputs,
        "BENCHMARKS",
        [one._replace(confused=("errant",)) for one in inputs.BENCHMARKS],
    )
    assert call(pairs).stderr == note
    assert call([*pairs, "--sentence-range", "1:50"]).stderr == ""
    with pytest.warns(BenchmarkNote, match="A says B"):
        m2.evaluate(OUTPUT, GOLD, beta=1.0)


def test_public_gold_is_recognised(shared: Path) -> None:
    data = shared / "data"
    found = {}
    for path in (
        "conll14/gold.m2",
        "conll14-errant/gold.m2.gz",
        "bea-dev/gold.m2",
        "jfleg-dev/gold.m2",
    ):
        gold = Gold.read(data / path)
        texts = texts_of(gold.sources)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            m2.evaluate(texts, gold)
        found[path] = [(one.category, str(one.message).partition(":")[0]) for one in caught]
    note = BenchmarkNote
    assert found == {
        "conll14/gold.m2": [],
        "conll14-errant/gold.m2.gz": [
            (note, "the gold is the CoNLL-2014 test set with edits of ERRANT")
        ],
        "bea-dev/gold.m2": [(note, "the gold is W&I+LOCNESS dev, of BEA-2019")],
        "jfleg-dev/gold.m2": [(note, "the gold is JFLEG dev")],
    }
    of_errant = {}
    for path in found:
        gold = Annotations.read(data / path)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            errant.evaluate(gold, gold)
        notes = [one for one in caught if one.category is BenchmarkNote]
        of_errant[path] = [str(one.message).partition(":")[0] for one in notes]
    assert of_errant == {
        "conll14/gold.m2": ["the gold is the CoNLL-2014 test set"],
        "conll14-errant/gold.m2.gz": [],
        "bea-dev/gold.m2": [],
        "jfleg-dev/gold.m2": ["the gold is JFLEG dev"],
    }
    for name in ("jfleg-dev", "gmeg-fce", "gmeg-fce-dev"):
        folder = data / name
        references = [folder / f"ref{n}.txt" for n in range(4)]
        source = folder / "source.txt"
        gleu.evaluate(source, References(source, references), iterations=1)
        with pytest.warns(BenchmarkNote, match="four references"):
            gleu.evaluate(source, References(source, references[:3]), iterations=1)
