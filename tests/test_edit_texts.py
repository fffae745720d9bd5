"""ERRANT of texts in every command that compares edits: the numbers of `errant score`.

Without tags (`--tags none`) edits need no language model; what needs spaCy is skipped without it.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from commands import Call
from errant_data import MODELS, needs_errant
from fastgec import InputWarning, References, cleme, errant, study
from fastgec.annotate import analyses
from fastgec.annotate.analyses import Analyser
from fastgec.annotate.m2 import read_blocks
from fastgec.annotate.parallel import Text
from fastgec.metrics.edit_texts import foreign_corrections
from fastgec.metrics.spec import metric_spec
from fastgec.read import MissingExtraError, install
from fastgec.read.coders import Annotations
from fastgec.show.page.corpus import Files

PLAIN = ["--tags", "none"]
SYSTEMS = ["careful.txt", "bold.txt"]
SVA = "S So it be .\nA 2 3|||R:VERB:SVA|||is|||REQUIRED|||-NONE-|||0\n\nS A dog .\n"
TEXTS = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt"]
needs_model = pytest.mark.skipif(
    not any(map(find_spec, MODELS)),
    reason="spaCy or its small English model not installed",
)


@pytest.fixture
def folder(tmp_path: Path, samples: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The samples; own.m2 has their references' edits as ERRANT writes them."""
    for path in samples.iterdir():
        if path.suffix in (".txt", ".m2", ".toml"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    if find_spec("errant") is None:
        return tmp_path
    refs = ["ref0.txt", "ref1.txt"]
    made = call(["errant", "parallel", "-orig", "source.txt", "-cor", *refs, *PLAIN, "-q"])
    Path("own.m2").write_text(made.stdout, encoding="utf-8")
    return tmp_path


def scored(call: Call, *words: str) -> dict[str, Any]:
    """What `errant score` says of the systems."""
    done = call(["errant", "score", *words, "-c", *SYSTEMS, *PLAIN, "-f", "json"])
    assert (done.status, done.stderr) == (0, "")
    return json.loads(done.stdout)


@needs_errant
def test_the_source_is_that_of_the_gold(folder: Path, call: Call) -> None:
    with_source = scored(call, "-s", "source.txt", "--gold", "own.m2")
    assert scored(call, "--gold", "own.m2") == with_source
    of_texts = scored(call, *TEXTS)
    for one, other in zip(with_source["systems"], of_texts["systems"], strict=True):
        assert one == other


@needs_errant
@pytest.mark.parametrize("gold", [["--gold", "own.m2"], TEXTS])
def test_compare_takes_texts(folder: Path, call: Call, gold: list[str]) -> None:
    expected = scored(call, *gold)
    words = ["compare", *SYSTEMS, "--metric", "errant", *gold, *PLAIN, "-f", "json"]
    done = call([*words, "--resamples", "99"])
    assert (done.status, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    first, second = (one["f"] for one in expected["systems"])
    assert (found["base"]["f"], found["systems"][0]["f"]) == (first, second)
    start = expected["signature"].partition("|version")[0]
    assert "|edits:rules|analyses:none|tags:none|" in start
    assert found["signature"].startswith(start)


@needs_errant
def test_a_table_has_m2_errant_and_gleu_of_texts(folder: Path, call: Call) -> None:
    """One config file, one command: gold of another kind is not taken for ERRANT's."""
    done = call(["run", "eval.toml", "--metric", "m2", "errant", "gleu", *PLAIN, "-f", "json"])
    assert done.status == 0
    note = "ERRANT reads the references, since the edits of gold.m2 are not its own"
    assert done.stderr == f'note: corpus "samples": {note}\n'
    (corpus,) = json.loads(done.stdout)["corpora"]
    of_errant = corpus["metrics"][1]
    for one, other in zip(of_errant["systems"], scored(call, *TEXTS)["systems"], strict=False):
        assert one["f"] == other["f"]
    alone = call(["run", "eval.toml", "--metric", "errant", *PLAIN, "-f", "json"])
    (only,) = json.loads(alone.stdout)["corpora"]
    assert only["metrics"][0]["systems"] == of_errant["systems"]
    assert only["metrics"][0]["signature"] == of_errant["signature"]


@needs_errant
def test_gold_that_errant_may_have_written_is_taken_as_it_is(folder: Path, call: Call) -> None:
    text = Path("eval.toml").read_text(encoding="utf-8")
    Path("eval.toml").write_text(text.replace("gold.m2", "own.m2"), encoding="utf-8")
    done = call(["run", "eval.toml", "--metric", "errant", *PLAIN, "-f", "json"])
    assert (done.status, done.stderr) == (0, "")
    (corpus,) = json.loads(done.stdout)["corpora"]
    expected = scored(call, "--gold", "own.m2")
    assert corpus["metrics"][0]["systems"][0]["f"] == expected["systems"][0]["f"]


@needs_errant
def test_raw_output_gets_the_tokens_of_its_source(folder: Path, call: Call) -> None:
    words = ["run", "eval.toml", "--metric", "errant", *PLAIN, "-q"]
    before = call(words).stdout
    for name in SYSTEMS:
        text = Path(name).read_text(encoding="utf-8")
        Path(name).write_text(text.replace(" .", ".").replace(" ,", ","), encoding="utf-8")
    assert call(words).stdout != before
    assert call([*words, "--retokenize"]).stdout == before


@needs_errant
@pytest.mark.parametrize("gold", [["own.m2"], None])
def test_a_page_and_errors_take_texts(folder: Path, call: Call, gold: list[str] | None) -> None:
    metrics = ["--metric", "errant", *(["m2"] if gold else ["green"]), *PLAIN, "--ci=9"]
    files = [*SYSTEMS, *gold] if gold else [*TEXTS, "-c", *SYSTEMS]
    done = call(["report", *files, *metrics, "-o", "page.html"])
    assert (done.status, done.stderr) == (0, "")
    corpus = Files("a", SYSTEMS, SYSTEMS, "own.m2" if gold else References(TEXTS[1], TEXTS[3:]))
    command = corpus.command(metric_spec("errant"), "errant", "compare", "-f", "json").split()
    again = call([*command[1:], *PLAIN])
    assert json.loads(again.stdout) == scored(call, *(["--gold", "own.m2"] if gold else TEXTS))
    if gold:
        done = call(["errors", "careful.txt", "own.m2", "--metric", "errant", *PLAIN, "-f", "json"])
        assert (done.status, done.stderr) == (0, "")
        wrong = json.loads(done.stdout)["systems"][0]["wrong"]
        fp = scored(call, "--gold", "own.m2")["systems"][0]["fp"]
        assert sum(one["errors"] for one in wrong) == fp


@needs_errant
def test_edits_that_people_cut_are_told(folder: Path, call: Call) -> None:
    done = call(["compare", *SYSTEMS, "--metric", "errant", "--gold", "gold.m2", *PLAIN])
    assert done.status == 0
    assert "correction -NONE-, which ERRANT does not write" in done.stderr
    Path("own.m2").write_text("S So it be .\nA 2 3|||SVA|||is|||REQUIRED|||-NONE-|||0\n")
    Path("a.txt").write_text("So it is .\n")
    Path("b.txt").write_text("So it be.\n")
    done = call(["errant", "score", "--gold", "own.m2", "-c", "a.txt", *PLAIN])
    assert done.stderr.count("own.m2") == 1
    assert "own.m2: no type of ERRANT, unlike a.txt" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["compare", *SYSTEMS, "--metric", "errant", "--gold", "gold.m2"],
        ["run", "eval.toml", "--metric", "errant"],
        ["report", *SYSTEMS, "gold.m2", "--metric", "errant"],
        ["errors", "careful.txt", "errant.m2", "--metric", "errant"],
    ],
    ids=lambda words: words[0],
)
def test_one_line_says_what_to_install(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr("fastgec.annotate.analyses.find_spec", lambda _: None)
    Path("errant.m2").write_text("S a\n\n" * 20, encoding="utf-8")
    done = call(words)
    message = f"spaCy is not installed: {install('errant')}, or give analyses of all sentences"
    if words[0] in ("run", "report"):  # which have other metrics, and say so before they score any
        start = f"errant needs spaCy, which is not installed: {install('errant')}"
        message = f"{start}; or leave errant out (--metric names the others)"
    assert (done.status, done.stdout, done.stderr) == (1, "", f"{message}\n")


@needs_errant
def test_texts_of_other_lengths_and_in_chinese_are_refused(folder: Path, call: Call) -> None:
    Path("short.txt").write_text("One line .\n", encoding="utf-8")
    done = call(["errant", "score", "--gold", "own.m2", "-c", "short.txt", *PLAIN])
    assert done.stderr == "short.txt: 1 lines, expected 20 as in own.m2\n"
    done = call(["run", "eval.toml", "--metric", "errant:zh", *PLAIN])
    assert (done.status, done.stdout) == (1, "")
    assert "text: expected M2, which 'fastgec errant parallel --language zh' writes" in done.stderr
    done = call(["errant", "score", "-c", "careful.txt", *PLAIN])
    assert "required: -s SOURCE (or --gold REF.m2), -r REF or --gold REF.m2" in done.stderr


@needs_model
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_python_takes_texts(folder: Path) -> None:
    gold = References("source.txt", ["ref0.txt", "ref1.txt"])
    analyser = errant.Analyser()
    edits = errant.annotate("source.txt", "careful.txt", analyser=analyser)
    known = errant.annotate("source.txt", "ref0.txt", "ref1.txt", analyser=analyser)
    expected = errant.evaluate(edits, known)
    assert errant.evaluate("careful.txt", gold) == expected
    sentences = Path("careful.txt").read_text(encoding="utf-8").splitlines()
    assert errant.evaluate(sentences, known) == expected
    scores = errant.sentence_scores(sentences, gold)
    assert scores.tolist() == errant.sentence_scores(edits, known).tolist()
    assert cleme.evaluate(sentences, gold) == cleme.evaluate(edits, known)
    (found,) = study.compare("errant", "bold.txt", [sentences], gold, resamples=99)
    assert found.score == expected.f
    with pytest.warns(InputWarning, match="which ERRANT does not write"):
        errant.evaluate("careful.txt", Annotations.read("gold.m2"))


@pytest.mark.parametrize("correction", ["-NONE-", "b||c"])
def test_corrections_that_errant_does_not_write_are_told(correction: str) -> None:
    """They never equal an edit of ERRANT, and `errant_m2` inserts them as they stand."""
    data = f"S a\nA 0 1|||R:NOUN|||{correction}|||REQUIRED|||-NONE-|||0\n\n"
    (warning,) = foreign_corrections(Annotations(data.encode(), "gold.m2"))
    assert (
        f"correction {correction}, which ERRANT does not write: no edit of ERRANT equals" in warning
    )
    assert "a right correction counts as wrong and as missed" in warning
    warnings: list[str] = []
    (block,) = read_blocks(Text("gold.m2", data.split("\n")[:-1]), warnings)
    assert block.versions[0].tokens == [correction]
    assert warnings[0].startswith(f"gold.m2:2: correction {correction}: inserted as it stands")


def test_empty_corrections_and_types_of_errant_are_not_told() -> None:
    noop = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1"
    data = f"S a b\nA 0 1|||U:NOUN||||||REQUIRED|||-NONE-|||0\n{noop}\n\n"
    assert foreign_corrections(Annotations(data.encode(), "gold.m2")) == ()
    warnings: list[str] = []
    read_blocks(Text("gold.m2", data.split("\n")[:-1]), warnings)
    assert warnings == []


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_lines_end_as_python_reads_text(end: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    for tail in ("", end):
        file.write_bytes(end.join(["a ", "", "b\u00e9\u2028c", "c d"]).encode() + tail.encode())
        assert Text.read(file).lines == ["a", "", "b\u00e9\u2028c", "c d"]
    file.write_bytes(b"")
    assert Text.read(file).lines == []


@needs_errant
def test_with_skip_bad_sentences_are_analysed_once(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Analyser] = []
    init = Analyser.__init__

    def counted(self: Analyser, *given: Any, **named: Any) -> None:
        made.append(self)
        init(self, *given, **named)

    monkeypatch.setattr(Analyser, "__init__", counted)
    Path("short.txt").write_text("So it is .\n")
    Path("gold.m2").write_text(SVA)
    for name in ("one.txt", "two.txt"):
        Path(name).write_text("So it is .\nA dog .\n")
    bad, last = ["one.txt", "short.txt", "two.txt"], [*PLAIN, "--skip-bad"]
    for words in (
        ["errant", "compare", "-ref", "gold.m2", *last, "-hyp", *bad],
        ["errant", "score", "--gold", "gold.m2", *last, "-c", *bad],
        ["cleme", *bad, "gold.m2", *last],
        ["compare", "--metric", "errant", "--gold", "gold.m2", *last, *bad],
    ):
        made.clear()
        done = call([*words, "-f", "tsv"])
        assert done.status == 1, (words, done)
        assert "left out: short.txt" in done.stdout + done.stderr
        assert len(made) == 1, words


@needs_errant
def test_counts_name_what_made_the_edits(folder: Path, call: Call) -> None:
    Path("gold.m2").write_text(SVA)
    Path("one.txt").write_text("So it is .\nA dog .\n")
    for words in (
        ["errant", "compare", "-ref", "gold.m2", *PLAIN, "-hyp", "one.txt"],
        ["errant", "score", "--gold", "gold.m2", *PLAIN, "-c", "one.txt"],
    ):
        signed = call([*words, "-f", "json", "-q", "-cs", "--counts-out", "one.npz"])
        assert signed.status == 0, signed
        merged = json.loads(call(["merge", "one.npz", "-f", "json"]).stdout)
        assert merged["signature"] == json.loads(signed.stdout)["signature"]
        assert "|edits:rules|analyses:none|tags:none|" in merged["signature"]


@pytest.mark.parametrize("has_words", [True, False])
def test_macro_f_is_absent_where_types_are_not_known(
    has_words: bool, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some types need the word list; precision, recall and F do not."""
    if has_words and find_spec("errant") is None:
        pytest.skip("package errant not installed: no word list")
    if not has_words:

        def refuse(*_: object) -> None:
            raise MissingExtraError("package errant is not installed")

        monkeypatch.setattr(analyses, "resources", refuse)
    Path("gold.m2").write_text(SVA)
    Path("one.txt").write_text("So it is .\nA dog .\n")
    Path("a.toml").write_text('gold = "gold.m2"\nsystems = ["one.txt"]\nmetrics = ["errant"]\n')
    done = call(["run", "a.toml", *PLAIN, "-q", "-f", "json"])
    assert done.status == 0, done
    (metric,) = json.loads(done.stdout)["corpora"][0]["metrics"]
    (system,) = metric["systems"]
    assert system["f"] == 1
    assert system.get("macro") == ({"f": 1.0, "types": 1} if has_words else None)
