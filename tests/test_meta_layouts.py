"""`fastgec meta card`: configs of checkouts of public data, made here in small."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from commands import Call
from fastgec import meta
from fastgec.meta.published import public_config
from fastgec.read.config import Config, read_text
from meta_data import CONLL14, golden

ITEM = '<ranking-item id="{}" user="u" src-id="{}">{}</ranking-item>'
ONE = '<translation rank="{}" system="{}"/>'
SEEDA = ("BART", "GPT-3.5", "INPUT", "PIE", "REF-F", "T5")
GMEG = ("amu", "lstm", "lstm-r", "marian", "nus", "source", "transformer")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def xml(*items: str) -> str:
    return f"<all>{''.join(items)}</all>"


def config_text(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


def lines(word: str, n: int) -> str:
    return "".join(f"{word} {number}\n" for number in range(n))


def gmeg(folder: Path, domain: str, sizes: tuple[int, int], *, texts: bool = True) -> None:
    """Write a checkout of one domain."""
    for split, size in zip(("dev", "test"), sizes, strict=True):
        data = folder / "data" / split
        head = "amu,marian,nus,lstm,lstm-r,ref,source,transformer\n"
        three = "3" if split == "dev" else "3.0"
        write(data / f"{domain}-segment-scores.csv", head + f"{three},6,4,5,5,9,1,4\n" * size)
        if texts:
            for name in (*GMEG, "ref0", "ref1", "source+error"):
                words = f"{split} {name.removesuffix('-r')}"  # of lstm and lstm-r, rated alike
                write(data / domain / name, lines(words, size))


def gjg15(folder: Path) -> None:
    groups = "".join(ONE.format(rank, one) for rank, one in enumerate(("AMU INPUT", "RAC"), 1))
    write(folder / "data" / "judgments.xml", xml(ITEM.format(0, 0, groups)))
    for label, word in (("AMU", "a"), ("RAC", "b"), ("INPUT", "a ")):
        outputs = folder / "data" / "original" / "official_submissions"
        write(outputs / label, lines(word, 2))


def seeda(folder: Path, data: str) -> None:
    numbers = (2, 4)
    every = "".join(ONE.format(rank, one) for rank, one in enumerate(SEEDA, 1))
    same = ONE.format(1, "T5 PIE") + ONE.format(2, "BART GPT-3.5 INPUT REF-F")
    for kind in ("edit", "sent"):
        items = [ITEM.format(number, number, every) for number in numbers]
        items.append(ITEM.format(9, numbers[0], same))
        write(folder / data / f"judgments_{kind}.xml", xml(*items))
        for score in ("TS", "EW"):
            scores = "".join(f"{number / 4}\n" for number in range(len(SEEDA)))
            write(folder / "scores" / "human" / f"{score}_{kind}.txt", scores)
    for label in SEEDA:
        word = "x" if label in ("T5", "PIE") else "y"
        text = "".join(f"{word}\n" if number == 2 else f"{label}\n" for number in range(1, 6))
        write(folder / "outputs" / "all" / f"{label}.txt", text)


def test_a_config_of_gmeg_joins_dev_and_test(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gmeg(Path("GMEG"), "fce", (2, 3))
    done = call(["meta", "card", "gmeg-fce", "GMEG", "-o", "cards/fce.toml"])
    assert done.status == 1  # no such folder
    Path("cards").mkdir()
    done = call(["meta", "card", "gmeg-fce", "GMEG", "-o", "cards/fce.toml"])
    assert (done.status, done.stderr) == (0, "")
    wanted = 'cards/fce.toml: 7 systems, 5 sentences; human scores: "expected wins", "mean"\n'
    assert done.stdout == wanted
    config = Config.read("cards/fce.toml")
    assert tuple(config.systems) == GMEG
    assert config.source == (
        "cards/../GMEG/data/dev/fce/source",
        "cards/../GMEG/data/test/fce/source",
    )
    assert len(config.references) == 2
    text = read_text(config, ["references"])
    assert text.source is not None
    assert text.source[2] == "test source 0"
    assert meta.read_human(config, text).scores.tolist() == pytest.approx(
        [1 / 6, 4 / 5 * 5 / 6, 4 / 5 * 5 / 6, 1, 2 / 5 * 5 / 6, 0, 2 / 5 * 5 / 6], abs=0.2
    )
    assert meta.read_human(config, text, "mean").scores.tolist() == [3, 5, 5, 6, 4, 1, 4]
    again = call(["meta", "card", "gmeg-fce", "GMEG", "-o", "cards/fce.toml"])
    assert again.status == 2
    assert "cards/fce.toml exists: give another --out, or --force" in again.stderr
    assert call(["meta", "card", "gmeg-fce", "GMEG", "-o", "cards/fce.toml", "--force"]).status == 0


def test_a_config_of_wiki_leaves_looping_outputs_out(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gmeg(tmp_path / "GMEG", "wiki", (992, 992))
    done = call(["meta", "card", "gmeg-wiki", tmp_path / "GMEG"])
    assert (done.status, done.stderr) == (0, "")
    assert "7 systems, 1981 sentences" in done.stdout
    assert Config.read("gmeg-wiki.toml").drop == (22, 33, 1686)  # dev 22 and 33, test 694


def test_a_config_of_yahoo_has_people_alone_where_there_are_no_texts(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gmeg(tmp_path / "GMEG", "yahoo", (2, 1), texts=False)
    done = call(["meta", "card", "gmeg-yahoo", "GMEG"])
    assert done.status == 0
    assert done.stderr == (
        "note: without texts only the scores of other tools can be judged (scores:NAME=FILE)\n"
        "note: GMEG/data/dev/yahoo-segment-scores.csv + GMEG/data/test/yahoo-segment-scores.csv: "
        "without texts it was not checked that ratings are of these sentences and systems\n"
    )
    config = Config.read("gmeg-yahoo.toml")
    assert meta.read_human(config).systems == GMEG
    write(tmp_path / "mine.tsv", "".join(f"{one}\t{len(one)}\n" for one in GMEG))
    done = call(["meta", "gmeg-yahoo.toml", "--metric", "scores:Mine=mine.tsv", "-f", "json"])
    assert done.status == 0, done.stderr
    assert '"pearson"' in done.stdout
    human = '[[human]]\nname = "given"\nkind = "scores"\nfile = "mine.tsv"\n'
    write(
        tmp_path / "given.toml", re.sub(r"(?s)\[\[human.*", human, config_text("gmeg-yahoo.toml"))
    )
    write(tmp_path / "each.jsonl", '{"system": "amu", "sentence": 1, "score": 1}\n')
    done = call(["meta", "given.toml", "--metric", "scores:Each=each.jsonl"])
    assert done.status == 1
    assert "Each: scores of sentences require texts or judgments of sentences" in done.stderr
    done = call(["meta", "card", "gmeg-fce", "GMEG"])  # others must have texts
    assert done.status == 1
    assert "no ratings of fce dev: expected data/dev/fce-segment-scores.csv" in done.stderr


def test_a_config_of_gjg15_takes_the_source_for_input(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gjg15(tmp_path / "evaluation")
    done = call(["meta", "card", "gjg15", "evaluation"])
    assert (done.status, done.stdout) == (1, "")
    expected = "no source: expected source.txt, source, conll14.src (--texts FOLDER"
    assert expected in done.stderr
    assert not Path("gjg15.toml").exists()
    write(tmp_path / "conll14" / "source.txt", lines("a", 2))
    write(tmp_path / "conll14" / "ref0.txt", lines("c", 2))
    words = ["meta", "card", "gjg15", "evaluation", "--texts", "conll14"]
    assert call(words).status == 0
    config = Config.read("gjg15.toml")
    assert config.systems["INPUT"] == config.source
    assert (tuple(config.systems), config.gold) == (("AMU", "INPUT", "RAC"), ())
    write(tmp_path / "gold.m2", "S a 0\n\nS a 1\nA 0 1|||R|||c|||||||||0\n\n")
    assert call([*words, "--gold", "gold.m2", "--force"]).status == 0
    assert Config.read("gjg15.toml").gold == ("gold.m2",)
    before = Path("gjg15.toml").read_bytes()
    write(tmp_path / "conll14" / "source.txt", lines("z", 2))  # no longer what AMU left unchanged
    done = call([*words, "--force"])
    assert (done.status, done.stdout) == (1, "")
    assert "AMU and INPUT have unlike outputs in sentence 1" in done.stderr
    assert Path("gjg15.toml").read_bytes() == before
    assert not [*Path().glob(".fastgec*")]


@pytest.mark.parametrize("data", ["data", "data/all"])
def test_a_config_of_seeda_cuts_to_judged_sentences(
    data: str, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Judgments are in one folder or the other, by the date of the checkout."""
    monkeypatch.chdir(tmp_path)
    seeda(tmp_path / "SEEDA", data)
    done = call(["meta", "card", "seeda", "SEEDA", "-o", "s.toml"])
    assert done.status == 0
    assert "s.toml: 6 systems, " in done.stdout
    assert "only the scores of other tools can be judged" in done.stderr
    assert Path("s-sentences.txt").read_text(encoding="utf-8") == "2\n4\n"
    write(tmp_path / "conll14" / "gold.ref0.txt", lines("c", 5))
    done = call(["meta", "card", "seeda", "SEEDA", "-o", "s.toml", "--texts", "conll14", "--force"])
    assert (done.status, done.stderr) == (0, "")
    assert "6 systems, 2 sentences" in done.stdout
    config = Config.read("s.toml")
    text = read_text(config, ["references"])
    assert meta.human_names(config) == [
        *("TrueSkill, edit", "expected wins, edit"),
        *("TrueSkill, sentence", "expected wins, sentence"),
    ]
    published = meta.read_human(config, text)
    assert dict(zip(published.systems, published.scores.tolist(), strict=True)) == {
        one: place / 4 for place, one in enumerate(SEEDA)
    }
    wins = meta.read_human(config, text, "expected wins, edit")
    assert wins.n_sentences == 2
    assert config.sets["base"] == ("BART", "PIE", "T5")
    assert config.sets["+fluency"] == ("BART", "PIE", "T5", "REF-F", "GPT-3.5")
    assert config.sets["+INPUT"] == ("BART", "PIE", "T5", "INPUT")
    rows = [{"system": one, "sentence": s, "score": s} for one in SEEDA for s in range(1, 6)]
    write(tmp_path / "all.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    metric = ("--metric", "scores:x=all.jsonl", "-f", "json")
    for more in (["--aggregate", "mean"], ["--human", "expected wins, edit", "--level=sentence"]):
        assert call(["meta", "s.toml", *metric, *more]).status == 0  # numbers of the whole corpus
    done = call(["meta", "s.toml", *metric, "--level", "sentence"])
    reason = 'human score "TrueSkill, edit" has scores of systems, expected judgments of sentences'
    assert f"{reason} (--human: expected wins, edit or expected wins, sentence)" in done.stderr


def test_configs_of_shared_data_have_golden_scores(
    shared: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data = shared / "data"
    done = call(["meta", "card", "gjg15", data / "human", "--texts", data / "conll14"])
    assert (done.status, done.stderr) == (0, "")
    config = Config.read("gjg15.toml")
    assert tuple(config.systems) == CONLL14
    found = meta.read_human(config, read_text(config, ["edits"]))
    wanted = golden(shared, "human_conll14")["expected_wins"]
    assert found.scores == pytest.approx(wanted, abs=1e-12, rel=0)
    gold = data / "gmeg-fce" / "dev-then-test.errant.m2.gz"
    words = ["meta", "card", "gmeg-fce", data / "human", "--texts", data, "--gold", gold]
    done = call(words)
    assert (done.status, done.stderr) == (0, "")
    config = Config.read("gmeg-fce.toml")
    found = meta.read_human(config, read_text(config, ["references", "edits"]))
    wanted = golden(shared, "human_gmeg-fce")
    assert found.systems == tuple(wanted["systems"])
    assert found.scores == pytest.approx(wanted["expected_wins"], abs=1e-12, rel=0)
    held = public_config("gmeg-fce", f"{data / 'human'}", texts=f"{data}", gold=[f"{gold}"])
    assert replace(held, path="", human=()) == replace(config, path="", human=())
    assert [dict(one) for one in held.human] == [dict(one) for one in config.human]
    with pytest.raises(ValueError, match="layout seeda, whose config needs a file beside it"):
        public_config("seeda", f"{data}")
    done = call(["meta", "card", "gmeg-yahoo", data / "human"])
    assert done.status == 0
    wanted = golden(shared, "human_gmeg-yahoo")
    found = meta.read_human(Config.read("gmeg-yahoo.toml"))
    assert found.scores == pytest.approx(wanted["expected_wins"], abs=1e-12, rel=0)
