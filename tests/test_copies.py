"""Texts that are another text, stand in another's place, or lack their end: told, and only then."""

from __future__ import annotations

import json
import random
import re
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import alarms
import oracle_diagnostics as oracle
from commands import Call
from errant_cases import own_resources
from fastgec import Gold, InputWarning, References, gleu, green, m2
from fastgec.annotate import analyses as analyses_module
from fastgec.diagnostics import ALL_LOOKED_AT, copies, exchanged
from fastgec.diagnostics import flags as kernel
from fastgec.diagnostics.inputs import Diagnostics, input_warnings
from fastgec.read.lines import Lines
from search_plain import done_plainly
from test_diagnostics import SIZE, SOURCES, seen, sentences

PROJECT = Path(__file__).resolve().parent.parent
FIXED = [line.replace(" do ", " did ") if n % 3 else line for n, line in enumerate(SOURCES)]
OTHER = [line.replace(" do n't", " never") if n % 2 else line for n, line in enumerate(SOURCES)]
OUTPUT = [line.replace(" Anna", " Ann") if n % 4 else line for n, line in enumerate(SOURCES)]


def but_for(lines: Sequence[str], n: int, others: Sequence[str]) -> list[str]:
    """Lines of which the last n that differ from others are those of the others."""
    differ = [k for k, (a, b) in enumerate(zip(lines, others, strict=True)) if a != b][-n:]
    assert len(differ) == n or not n
    return [others[k] if n and k in differ else line for k, line in enumerate(lines)]


def write(name: str, lines: Sequence[str], end: str = "\n") -> None:
    Path(name).write_bytes("".join(f"{line}{end}" for line in lines).encode())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {"source": SOURCES, "fixed": FIXED, "other": OTHER, "out": OUTPUT}
    for name, lines in texts.items():
        write(f"{name}.txt", lines)
    return tmp_path


# What is counted


def counted(texts: Sequence[Sequence[str]], n_references: int) -> list[int]:
    """The numbers of pairs, from their definition."""
    stripped = [[line.strip(" \t\r\n") for line in text] for text in texts]
    numbers = []
    for k, text in enumerate(stripped):
        for j in range(n_references + 1):
            n_unchanged = n_equal = 0
            if j < k or k == 0 == j:
                rows = list(zip(stripped[0], stripped[j], text, strict=True))
                n_unchanged = sum(s == a == b for s, a, b in rows)
                n_equal = sum(a == b for _, a, b in rows)
            numbers += [n_unchanged, n_equal]
    return numbers


def columns_of(texts: Sequence[Sequence[str]]) -> list[Any]:
    lines = [Lines.of(text) for text in texts]
    return [(text.data, text.starts, text.ends) for text in lines]


@pytest.mark.parametrize("seed", range(40))
def test_equal_sentences_are_counted_as_the_definition_says(seed: int) -> None:
    draw = random.Random(seed)
    n_references, n_outputs, n = draw.randint(0, 3), draw.randint(0, 3), draw.randint(0, 30)
    lines = ["", "a", "b", " a", "a b", "a b ", "a b\r", "ab", "a c"]
    texts = [draw.choices(lines, k=n) for _ in range(1 + n_references + n_outputs)]
    first = draw.randint(0, n)
    last = draw.randint(first, n)
    found = kernel.count_equal(columns_of(texts), n_references, first, last)
    assert found == counted([text[first:last] for text in texts], n_references)


def test_columns_that_do_not_fit_are_refused() -> None:
    columns = columns_of([["a"], ["a", "b"]])
    for n_references, first, last in ((2, 0, 1), (-1, 0, 1), (1, -1, 1), (1, 0, 2)):
        with pytest.raises(ValueError, match=r"references|sentence"):
            kernel.count_equal(columns, n_references, first, last)
    data, starts, ends = columns[0]
    with pytest.raises(ValueError, match="range"):
        kernel.count_equal([(data, starts, ends + 9)], 0, 0, 1)


# When it is told


def table(n: int, *texts: tuple[int, ...]) -> list[int]:
    """Numbers of a source of n sentences and one reference, and of outputs."""
    rows = [(n, n, 0, 0), *(each + (0,) * (4 - len(each)) for each in texts)]
    return [number for row in rows for number in row]


def test_copies_are_told_from_the_shares_that_the_page_says() -> None:
    for n, least in ((25, 25), (49, 49), (50, 49), (1312, 1286)):
        assert copies(table(n, (least, least)), 1) == [(1, 0, least)]
        assert copies(table(n, (least - 1, least - 1)), 1) == []
    assert copies(table(24, (24, 24)), 1) == []
    # Of 100 sentences both leave 60 alone; 38 of the other 40 are equal.
    reference = 60, 60
    assert copies(table(100, reference, (60, 60, 60, 98)), 1) == [(2, 1, 98)]
    assert copies(table(100, reference, (60, 60, 60, 97)), 1) == []
    # Few are changed: a system may get all of them right.
    assert copies(table(100, (76, 76), (76, 76, 76, 100)), 1) == []
    assert copies(table(100, (75, 75), (75, 75, 75, 100)), 1) == [(2, 1, 100)]
    # References that are equal are none, however few they change.
    both = [100, 100, 0, 0, 0, 0, 90, 90, 0, 0, 0, 0, 90, 90, 90, 100, 0, 0]
    assert copies(both, 2) == [(2, 1, 100)]
    assert copies([], 0) == []


SAME = "was another reference meant?"
MEANT = "it scores as a reference does; was another output meant?"
CASES: dict[str, tuple[list[str], str]] = {
    "all is well": (["fixed.txt", "other.txt", "out.txt"], ""),
    "given twice": (["fixed.txt", "fixed.txt", "out.txt"], f"fixed.txt is given twice: {SAME}"),
    "the same text": (
        ["fixed.txt", "same.txt", "out.txt"],
        f"same.txt has the same 60 sentences as fixed.txt: {SAME}",
    ),
    "the source": (["source.txt", "fixed.txt", "out.txt"], f"source.txt is given twice: {SAME}"),
    "other line ends": (
        ["fixed.txt", "windows.txt", "out.txt"],
        f"windows.txt has the same 60 sentences as source.txt: {SAME}",
    ),
    "the source but for a line": (
        ["nearly.txt", "out.txt"],
        f"nearly.txt equals source.txt in 59 of 60 sentences: {SAME}",
    ),
    "the source but for two lines": (["corrected.txt", "out.txt"], ""),
    "a reference but for two lines": (
        ["fixed.txt", "near-fixed.txt", "out.txt"],
        f"near-fixed.txt equals fixed.txt in 58 of 60 sentences: {SAME}",
    ),
    "a reference but for three lines": (["fixed.txt", "unlike.txt", "out.txt"], ""),
    "an output as reference": (
        ["other.txt", "fixed.txt", "fixed.txt"],
        f"fixed.txt, an output, is also given as a reference: {MEANT}",
    ),
    "an output that is a reference": (
        ["other.txt", "fixed.txt", "same.txt"],
        f"same.txt, an output, has the same 60 sentences as the reference fixed.txt: {MEANT}",
    ),
    "an output near a reference": (
        ["fixed.txt", "near-fixed.txt"],
        f"near-fixed.txt, an output, equals the reference fixed.txt in 58 of 60 sentences: {MEANT}",
    ),
    "an output near a reference, not so near": (["fixed.txt", "unlike.txt"], ""),
    "the source as output": (["fixed.txt", "source.txt"], ""),
    "an output for a reference": (
        ["out.txt", "ref0.txt"],
        "ref0.txt, by its name a reference, is given as an output, and out.txt as a reference: are "
        "they in each other's place?",
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("command", ["green", "gleu"])
def test_a_text_that_is_another_is_told_and_handed_on(
    folder: Path, call: Call, capsys: pytest.CaptureFixture[str], command: str, case: str
) -> None:
    write("same.txt", FIXED)
    write("ref0.txt", OTHER)
    write("windows.txt", SOURCES, "\r\n")
    write("nearly.txt", but_for(SOURCES, 1, FIXED))
    write("corrected.txt", but_for(SOURCES, 2, FIXED))
    write("near-fixed.txt", but_for(FIXED, 2, OTHER))
    write("unlike.txt", but_for(FIXED, 3, OTHER))
    (*references, output), told = CASES[case]
    words = ["-s", "source.txt", "-r", *references, "-c", output]
    done = call([command, *words])
    assert done.status == 0
    assert done.stderr == (told and f"warning: {told}\n")
    assert done_plainly([command, *words]) == (not told)
    capsys.readouterr()
    columns = [Path(name).read_text(encoding="utf-8").splitlines() for name in references]
    lines = Path(output).read_text(encoding="utf-8").splitlines()
    metric: Any = {"green": green, "gleu": gleu}[command]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        metric.evaluate(lines[:24], References(SOURCES[:24], [column[:24] for column in columns]))
        assert not caught  # of too few
        metric.evaluate(lines, References(SOURCES, columns))
    # Sentences in memory have no names.
    assert [one.category for one in caught] == [InputWarning] * bool(told and "name" not in told)


# Every command whose references are texts

LEXEME = ["x", "NOUN", "NN", "dep"]


def analysed(lines: Sequence[str]) -> str:
    """Analyses of sentences: every word is a noun."""
    records = []
    for line in dict.fromkeys(lines):
        words = line.split()
        columns = {name: [one] * len(words) for name, one in zip(ANALYSIS, LEXEME, strict=True)}
        records.append(json.dumps({"words": words, **columns, "head": [0] * len(words)}))
    return "".join(f"{record}\n" for record in records)


ANALYSIS = ("lemma", "pos", "tag", "dep")
CONFIG = 'name = "x"\nsource = "{}"\nreferences = {}\nmetrics = ["gleu"]\n[systems]\na = "{}"\n'


def of_config(
    words: Sequence[str], source: str, references: Sequence[str], output: str
) -> list[str]:
    write("x.toml", [CONFIG.format(source, json.dumps([*references]), output)])
    return [*words, "x.toml"]


# Of each command the words for a source, references and an output.
COMMANDS: dict[str, Callable[[str, Sequence[str], str], list[str]]] = {
    **{
        name: lambda s, r, c, name=name: [*name.split(), "-s", s, "-r", *r, "-c", c]
        for name in (
            "green",
            "green --ci=20",
            "green -t char",
            "gleu",
            "gleu -f table",
            "imeasure",
            "report --resamples 20 --metric green -o x.html",
            "errant score -merge all-merge --analyses a.jsonl",
        )
    },
    "compare": lambda s, r, c: [
        *("compare", "--resamples", "20", "--metric", "gleu", c, "third.txt"),
        *("-s", s, "-r", *r),
    ],
    "compare --all": lambda s, r, c: [
        *("compare", "--all", "--resamples", "20", "--metric", "green", c, "third.txt"),
        *("-s", s, "-r", *r),
    ],
    "run": lambda s, r, c: of_config(["run"], s, r, c),
    "report": lambda s, r, c: of_config(["report", "--resamples", "20", "-o", "x.html"], s, r, c),
    "convert": lambda s, r, c: ["convert", "-s", s, "-r", *r, "-o", "x.m2"],
    "errant parallel": lambda s, r, c: [
        *("errant", "parallel", "-merge", "all-merge", "--analyses", "a.jsonl"),
        *("-orig", s, "-cor", *r, "-out", "x.m2"),
    ],
}
WITHOUT_OUTPUT = ("convert", "errant parallel")
# Source, references and output, and what is told.
MISTAKES: dict[str, tuple[str, list[str], str, str]] = {
    "none": ("source.txt", ["fixed.txt", "other.txt"], "out.txt", ""),
    "exchanged": (
        "ref.txt",
        ["source.txt", "other.txt"],
        "out.txt",
        "ref.txt, by its name a reference, is given as the source, and source.txt as a reference: "
        "are they in each other's place?",
    ),
    "a reference twice": (
        "source.txt",
        ["fixed.txt", "ref.txt"],
        "out.txt",
        f"ref.txt has the same 60 sentences as fixed.txt: {SAME}",
    ),
    "the source as reference": (
        "source.txt",
        ["same.txt", "fixed.txt"],
        "out.txt",
        f"same.txt has the same 60 sentences as source.txt: {SAME}",
    ),
    "a reference as output": (
        "source.txt",
        ["fixed.txt", "other.txt"],
        "copy.txt",
        f"copy.txt, an output, has the same 60 sentences as the reference fixed.txt: {MEANT}",
    ),
    "a shifted reference": (
        "source.txt",
        ["shifted.txt", "other.txt"],
        "out.txt",
        "shifted.txt: lines are shifted by +1",
    ),
    "references without capitals": (
        "source.txt",
        ["lower.txt", "other.txt"],
        "out.txt",
        "lower.txt: 60 of 60 sentences are lower-cased",
    ),
    "raw references": (
        "source.txt",
        ["raw.txt", "other.txt"],
        "out.txt",
        "raw.txt: 60 of 60 sentences are not tokenized like their source",
    ),
    "raw references and output": (
        "source.txt",
        ["raw.txt", "other.txt"],
        "raw-out.txt",
        "raw.txt: 60 of 60 sentences are not tokenized like their source",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_with_references_tell_the_same(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch, command: str, mistake: str
) -> None:
    monkeypatch.setattr(analyses_module, "resources", own_resources)
    lines = {
        "ref": FIXED,
        "same": SOURCES,
        "copy": FIXED,
        "shifted": [*FIXED[1:], FIXED[0]],
        "lower": [line.lower() for line in FIXED],
        "raw": list(map(alarms.glue_left, FIXED)),
        "raw-out": list(map(alarms.glue_left, OUTPUT)),
        "third": [line.replace(" ", " we ", n % 2) for n, line in enumerate(OUTPUT)],
    }
    for name, text in lines.items():
        write(f"{name}.txt", text)
    source, references, output, told = MISTAKES[mistake]
    words = COMMANDS[command](source, references, output)
    if "a.jsonl" in words:
        every = [line for text in (SOURCES, FIXED, OTHER, OUTPUT, *lines.values()) for line in text]
        Path("a.jsonl").write_text(analysed(every), encoding="utf-8")
    done = call(words)
    assert done.status == 0, done.stderr
    found = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
    if mistake == "a reference as output" and command in WITHOUT_OUTPUT:
        told = ""
    assert len(found) == bool(told), found
    assert not told or found[0].startswith(f"warning: {told}")


def test_each_of_several_systems_is_looked_at(folder: Path, call: Call) -> None:
    words = ["-s", "source.txt", "-r", "other.txt", "fixed.txt", "-c", "out.txt", "fixed.txt"]
    done = call(["gleu", *words])
    told = f"warning: fixed.txt, an output, is also given as a reference: {MEANT}\n"
    assert (done.status, done.stderr) == (0, told)
    assert call(["gleu", *words, "--strict"])[:2] == (1, "")


def test_a_copy_in_a_large_corpus_is_told_of_the_sentences_looked_at(folder: Path) -> None:
    times = 2 * ALL_LOOKED_AT // SIZE
    near = but_for(FIXED, 1, SOURCES)
    with pytest.warns(
        InputWarning, match="in [0-9]+ of ([0-9]+) sentences looked at .[0-9]+ in all.: was"
    ) as told:
        green.evaluate(OUTPUT * times, References(SOURCES * times, [FIXED * times, near * times]))
    (number,) = re.findall("of ([0-9]+) sentences", str(told[0].message))
    assert ALL_LOOKED_AT <= int(number) < times * SIZE


NAMES = {  # source, references, outputs; which of them are in each other's place
    ("s.txt", ("ref0.txt",), ("amu.txt",)): [],
    ("s.txt", ("amu.txt",), ("ref0.txt",)): [(2, 1)],
    ("s.txt", ("ref1.txt",), ("ref0.txt", "amu.txt")): [],
    ("s.txt", ("ref1.txt", "amu.txt"), ("ref0.txt",)): [],
    ("s.txt", ("human-a.txt",), ("reference.txt",)): [],
    ("s.txt", ("a.hyp",), ("b.txt",)): [(1, 2)],
    ("s.txt", ("a.hyp",), ("b.out",)): [],
    ("s.txt", ("test.hyp",), ("test.ref",)): [(1, 2)],
    ("s.txt", ("gold/systems.txt",), ("refined.txt",)): [(1, 2)],
    ("s.txt", ("systems/1.txt",), ("gold/1.txt",)): [],
    ("ref.txt", ("source.txt",), ("amu.txt",)): [(0, 1)],
    ("ref.txt", ("r.txt",), ("amu.txt",)): [],
    ("dev.orig", ("r.txt",), ("source.txt",)): [],
    ("dev.txt", ("r.txt",), ("source.txt",)): [],
    ("hyp.txt", ("r.txt",), ("source.txt",)): [(0, 2)],
    ("source.txt", ("gold.txt",), ("official-INPUT.txt",)): [],
    ("s.txt", ("ref-of-system.txt",), ("sys_ref.txt",)): [],
    ("system.txt", ("system.txt",), ()): [],  # as `convert` and `errant parallel` read texts
    ("s.txt", ("hyp.txt", "ref0.txt"), ()): [],
    ("s.txt", (), ("ref0.txt",)): [],
    ("ref0.txt", (), ("source.txt",)): [],  # an output may be a reference here
}


def test_names_say_what_a_file_is_for_where_they_stand_against_others() -> None:
    for (source, references, outputs), expected in NAMES.items():
        names = [source, *references, *outputs]
        assert exchanged(names, len(references)) == expected, names


# Real texts


def test_no_real_texts_are_near_the_shares_that_are_told(shared: Path) -> None:
    page = (PROJECT / "bench" / "README.md").read_text(encoding="utf-8")
    for corpus in alarms.corpora():
        found = alarms.equal_shares(corpus)
        cells = [f"{share:.0%}" if pair else "" for share, pair in found.values()]
        assert f"| {corpus.name} | {' | '.join(cells)} |" in page
        references = [name for name in corpus.outputs if name.startswith("ref")]
        if not references:
            continue
        outputs = {name: text for name, text in corpus.outputs.items() if name not in references}
        systems = {name: text for name, text in outputs.items() if "annotator" not in name}
        diagnostics = Diagnostics(len(systems))
        texts = [Lines.of(corpus.outputs[name], name) for name in references]
        columns = [Lines.of(text, name) for name, text in systems.items()]
        sources = Lines.of(corpus.sources, "source.txt")
        diagnostics.add(diagnostics.inspect(0, sources, columns, references=texts))
        assert input_warnings(diagnostics) == ()


def penn(line: str) -> str:
    return line.replace("(", "-LRB-").replace(")", "-RRB-")


def test_brackets_of_penn_treebank_are_told_however_rare_brackets_are(shared: Path) -> None:
    n_told = 0
    for corpus in alarms.corpora():
        sources, treebank = Lines.of(corpus.sources), Lines.of(map(penn, corpus.sources))
        for name, lines in corpus.outputs.items():
            written = [penn(line) for line in lines]
            n_exchanged = sum(map(oracle.is_bracketed, corpus.sources, written))
            is_told = n_exchanged >= max(3, 0.001 * len(lines))
            told = alarms.alarms(sources, written), alarms.alarms(treebank, lines)
            assert [len(found) for found in told] == [is_told, is_told], (corpus.name, name)
            assert all("brackets" in line or "-LRB-" in line for found in told for line in found)
            n_told += is_told
    assert n_told > 40


def test_brackets_are_shown() -> None:
    sources = [f"{line[:-1]}( {n} ) ." if n < 3 else line for n, line in enumerate(SOURCES)]
    (line,) = alarms.alarms(Lines.of(sources), list(map(penn, sources)))
    assert line == (
        "output: 3 of 60 sentences have other brackets than their source "
        '(1: "-LRB-", 1: "-RRB-"): each counts as an edit; write "(" or "-LRB-" in both'
    )
    (line,) = alarms.alarms(Lines.of(list(map(penn, sources))), sources)
    assert '(1: "(", 1: ")")' in line
    assert not alarms.alarms(Lines.of(sources), [*map(penn, sources[:2]), *sources[2:]])


# Documents


def documents_of(corpus: alarms.Corpus, size: int) -> tuple[list[str], dict[str, list[str]]]:
    outputs = {name: alarms.documents(text, size) for name, text in corpus.outputs.items()}
    return alarms.documents(corpus.sources, size), outputs


def test_the_end_of_a_document_is_missed_as_the_definition_says() -> None:
    draw = random.Random(4)
    pairs = []
    for _ in range(300):
        lines = sentences(40, seed=draw.randrange(1000))
        source = " ".join(lines)
        output = " ".join(line.replace(" do ", " did ") for line in lines)
        if draw.random() < 0.5:
            output = output[: len(output) - draw.randint(100, 1500)]
        if draw.random() < 0.2:
            output += " " + " ".join(sentences(20, seed=1001))
        pairs.append((source, output))
    flags, _, _ = seen([a for a, _ in pairs], [b for _, b in pairs])
    n_told = 0
    for (source, output), flag in zip(pairs, flags.tolist(), strict=True):
        a, b = source.encode()[-256:].decode(), output.encode()[-1024:].decode()
        if abs(oracle.share(a, b) - 0.4) > 0.08:  # n-grams of equal hash are one
            assert bool(flag & kernel.SHORTENED) == oracle.is_shortened(source, output)
            n_told += bool(flag & kernel.SHORTENED)
    assert n_told > 50


@pytest.mark.parametrize("size", [20, 30])
def test_real_documents_are_quiet_and_those_cut_short_are_told(shared: Path, size: int) -> None:
    n_texts = 0
    for corpus in alarms.corpora():
        sources, outputs = documents_of(corpus, size)
        assert len(sources) >= 25
        for name, texts in outputs.items():
            found = alarms.alarms(Lines.of(sources), texts)
            assert found == (), (corpus.name, name)
            cut = [
                text[: 3 * len(text) // 4] if n % 5 == 0 else text for n, text in enumerate(texts)
            ]
            (line,) = alarms.alarms(Lines.of(sources), cut)
            assert re.fullmatch(
                r"output: \d+ of \d+ sentences lack the end of their source "
                r"\(sentences [\d, ]+\): was the output cut off at a maximum length\?",
                line,
            )
            n_texts += 1
    assert n_texts == 57


@pytest.mark.parametrize(
    "command",
    [
        "m2 -f table a.txt b.txt c.txt gold.m2",
        "green -s source.txt -r ref.txt -c a.txt b.txt c.txt",
        "gleu -s source.txt -r ref.txt -c a.txt b.txt c.txt",
        "imeasure -s source.txt -r ref.txt -c a.txt b.txt c.txt",
        "gotoscorer a.txt b.txt c.txt gold.m2",
        "compare a.txt b.txt c.txt --gold gold.m2 --resamples 99",
        "report a.txt b.txt c.txt gold.m2 -o report.html --resamples 99",
        "run eval.toml --metric m2 green",
        "errors b.txt c.txt gold.m2",
        "vote -s source.txt a.txt b.txt c.txt",
        "mbr -s source.txt a.txt b.txt c.txt",
        "errant compare -hyp a.m2 b.m2 c.m2 -ref gold.m2",
        "cleme a.m2 b.m2 c.m2 gold.m2",
    ],
)
def test_an_output_under_two_names_is_told_by_every_command(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    """Of few sentences, too, and however its lines end."""
    monkeypatch.chdir(tmp_path)
    n = 6
    texts = {
        "source": [f"he go to {k} place ." for k in range(n)],
        "ref": [f"he goes to place {k} ." for k in range(n)],
        "a": [f"he goes to {k} place ." for k in range(n)],
        "c": [f"he went to {k} places ." for k in range(n)],
    }
    ends = {name: "\r\n" if name == "c" else "\n" for name in texts}
    texts["b"], ends["b"] = texts["c"], "\n"
    for name, lines in texts.items():
        text = "".join(line + ends[name] for line in lines)
        Path(f"{name}.txt").write_bytes(text.encode())
    for name, word in (("gold", "goes"), ("a", "gone"), ("b", "went"), ("c", "went")):
        edit = f"A 1 2|||R:VERB|||{word}|||REQUIRED|||-NONE-|||0"
        blocks = (f"S {line}\n{edit}\n\n" for line in texts["source"])
        Path(f"{name}.m2").write_text("".join(blocks), encoding="utf-8")
    systems = "".join(f'{name} = "{name}.txt"\n' for name in "abc")
    Path("eval.toml").write_text(
        f'source = "source.txt"\nreferences = ["ref.txt"]\ngold = "gold.m2"\n[systems]\n{systems}',
        encoding="utf-8",
    )
    suffix = "m2" if "a.m2" in command else "txt"
    told = f"c.{suffix} has the same {n} sentences as b.{suffix}: is one output given under two"
    done = call(command.split())
    assert done.status == 0
    assert done.stderr.count(told) == 1
    assert done.stderr.count("under two names") == 1


def test_few_sentences_that_are_hardly_changed_may_be_alike() -> None:
    sources = [f"he go to {k} place ." for k in range(30)]
    for n, n_changed, is_told in ((24, 4, False), (24, 5, True), (25, 0, True), (4, 4, False)):
        lines = ["So it is ." if k < n_changed else sources[k] for k in range(n)]
        gold = Gold.parse("\n\n".join(f"S {source}" for source in sources[:n]))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            m2.evaluate_systems([lines, list(lines), ["x", *lines[1:]]], gold)
        told = ["under two names" in str(one.message) for one in caught]
        assert told.count(True) == is_told, (n, n_changed)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("green -s s -r a r -c a", "a, an output, is also given as a reference: it scores"),
        ("gleu -s s -r r -c r", "r, an output, is also given as a reference: it scores"),
        ("imeasure -s s -r r -c a r", "r, an output, is also given as a reference: it scores"),
        ("gleu -s s -r r r -c a", "r is given twice: was another reference meant?"),
        ("green -s s -r s -c a", "s is given twice: was another reference meant?"),
        ("errant compare -hyp m -ref m", "m, an output, is also given as the reference: was"),
        ("cleme m m", "m, an output, is also given as the reference: was another output meant?"),
        ("green -s s -r r -c s", ""),
        ("gleu -s s -r r -c a", ""),
    ],
)
def test_a_path_that_is_given_twice_is_told_of_few_lines(
    command: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("s", "a b\nc\n"), ("a", "a d\nc\n"), ("r", "a e\nc\n")):
        Path(name).write_text(text, encoding="utf-8")
    Path("m").write_text("S a b\nA 1 2|||R|||c|||REQUIRED|||-NONE-|||0\n", encoding="utf-8")
    done = call(command.split())
    assert done.status == 0
    assert done.stderr.startswith(f"warning: {told}" if told else "")
    assert done.stderr.count("\n") == bool(told)
