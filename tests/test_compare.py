"""`fastgec compare`: what it prints and says, its laws, and its entry points."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import fastgec
from commands import Call
from fastgec import Gold, m2
from fastgec.cli.texts import SAMPLES
from fastgec.show.comparisons import Study, conclusions
from fastgec.study.comparison import Comparison, compare
from fastgec.study.resampling import Plan
from fastgec.study.run import Request, run_request

M2 = ["--gold", "gold.m2"]
GREEN = ["--metric", "green", "-s", "source.txt", "-r", "ref0.txt", "ref1.txt"]


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)


def document(arguments: list[str], call: Call) -> Any:
    status, out, err = call(["compare", "-f", "json", *arguments])
    assert (status, err) == (0, "")
    return json.loads(out)


def study(
    difference: float, p: tuple[float, float], *others: float, is_corrected: bool = False
) -> Study:
    comparisons = [Comparison(0.5, 0.5 + difference, (-0.01, 0.07), *p, level=0.05)]
    comparisons += [Comparison(0.5, 0.5, (0.0, 0.0), other, other, level=0.05) for other in others]
    names = tuple("abc"[: len(comparisons)])
    plan = Plan(1000, 0, "running")
    gold, outputs = Gold.parse("S a\n"), [["a"]] * (1 + len(names))
    given = (m2.METRIC, ("base", *names), outputs, gold, m2.Parameters(), [m2.Scoring()])
    run = run_request(Request(*given))
    return Study(run, plan, names, tuple(comparisons), is_corrected)


def test_a_conclusion_says_what_follows_and_from_what() -> None:
    assert conclusions(study(0.03, (0.01, 0.02))) == [
        "a is better than base at level 0.05: M2 F0.5 differs by +3.00 points, 95% interval -1.00 "
        "to +7.00; p = 0.0100 by paired bootstrap, p = 0.0200 by approximate randomization."
    ]
    for difference, p, start in (
        (-0.03, (0.01, 0.05), "a is worse than base at level 0.05: "),
        (0.03, (0.2, 0.3), "a and base cannot be told apart at level 0.05: "),
        (0.03, (0.04, 0.06), "a and base: the two tests disagree at level 0.05: "),
    ):
        assert conclusions(study(difference, p))[0].startswith(start)


def test_a_correction_can_change_a_conclusion() -> None:
    plain = conclusions(study(0.03, (0.03, 0.03), 0.2, 0.4))
    corrected = conclusions(study(0.03, (0.03, 0.03), 0.2, 0.4, is_corrected=True))
    assert plain[0].startswith("a is better than base")
    assert corrected[0].startswith("a and base cannot be told apart")
    assert "p = 0.0900 by paired bootstrap" in corrected[0]
    assert corrected[0].endswith(", corrected for 3 comparisons.")
    (one,) = conclusions(study(0.03, (0.03, 0.03), is_corrected=True))
    assert one == conclusions(study(0.03, (0.03, 0.03)))[0]


@pytest.mark.parametrize("gold", [M2, GREEN])
def test_all_systems_share_the_draws(gold: list[str], call: Call) -> None:
    gold = [*gold, "--resamples=200"]
    both = document(["careful.txt", "source.txt", "bold.txt", *gold], call)
    alone = document(["careful.txt", "bold.txt", *gold], call)
    assert both["systems"][1] == alone["systems"][0]
    assert document(["careful.txt", "bold.txt", *gold, "-j", "1"], call) == alone
    other = document(["careful.txt", "bold.txt", *gold, "--seed", "1"], call)
    assert other["systems"][0]["interval"] != alone["systems"][0]["interval"]


@pytest.mark.parametrize("gold", [M2, GREEN])
def test_the_other_way_round_the_difference_has_the_other_sign(gold: list[str], call: Call) -> None:
    gold = [*gold, "--resamples=200"]
    one = document(["careful.txt", "bold.txt", *gold], call)["systems"][0]
    other = document(["bold.txt", "careful.txt", *gold], call)["systems"][0]
    assert one["difference"] == -other["difference"]
    assert one["interval"] == pytest.approx([-bound for bound in reversed(other["interval"])])
    for name in ("p_bootstrap", "p_randomization"):
        assert one[name] == other[name]


def test_scores_are_those_of_the_metric_alone(call: Call) -> None:
    for command, gold, beta in (("m2", M2, "0.5"), ("green", GREEN, "2")):
        found = document(["bold.txt", "careful.txt", *gold, "-b", beta, "--resamples=50"], call)
        files = ["bold.txt", "gold.m2"] if command == "m2" else [*gold[2:], "-c", "bold.txt"]
        _, out, _ = call([command, "-f", "json", "-b", beta, *files])
        scored = json.loads(out)["systems"][0]
        expected = scored["f"] if command == "m2" else scored["scores"][0]["f"]
        assert found["base"] == {"system": "bold.txt", "path": "bold.txt", "f": expected}
        assert found["systems"][0]["f"] - expected == found["systems"][0]["difference"]


@pytest.fixture
def many(tmp_path: Path) -> list[str]:
    """52 outputs: every fourth is the source, others are bold's but for the first sentences."""
    bold = (SAMPLES / "bold.txt").read_text(encoding="utf-8").splitlines()
    source = (SAMPLES / "source.txt").read_text(encoding="utf-8").splitlines()
    paths = [tmp_path / f"system{number}.txt" for number in range(52)]
    for number, path in enumerate(paths):
        lines = source if number % 4 == 0 else [*source[: number % 4], *bold[number % 4 :]]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return [*map(str, paths)]


def test_many_systems_are_one_table_and_one_sentence(many: list[str], call: Call) -> None:
    done = call(["compare", "bold.txt", *many, "--holm", *M2])
    assert done.status == 0
    assert "nothing is significant" not in done.stderr
    assert "nothing is significant" not in done.stdout
    _, sentence, advice, _ = done.stdout.rstrip("\n").split("\n\n")
    sentence, advice = " ".join(sentence.split()), " ".join(advice.split())
    assert sentence.startswith("Of 52 systems compared with bold by M2 F0.5 at level 0.05, ")
    assert "13 are worse (" in sentence
    assert "39 are not told apart from it (" in sentence
    assert "3,000 resamples" in advice
    assert advice.endswith("<0.018: smallest p possible with 3,000 resamples and 52 comparisons.")
    document = json.loads(call(["compare", "bold.txt", *many, "--holm", *M2, "-f", "json"]).stdout)
    assert document["resampling"]["resamples"] == 3000
    values = [one["p_randomization_holm"] for one in document["systems"]]
    assert min(values) == pytest.approx(52 / 3001, rel=1e-12)  # exact for programs
    given = call(["compare", "bold.txt", *many, "--holm", "--resamples=100", *M2])
    assert "100 resamples for 52 comparisons give no p below 0.515" in given.stderr
    assert "No verdict by M2 F0.5: 100 resamples" in given.stdout


def test_the_smallest_p_is_shown_as_a_bound(call: Call) -> None:
    out = call(["compare", "bold.txt", "source.txt", *M2]).stdout
    assert out.splitlines()[3].split()[-2:] == ["<0.001", "<0.001"]
    said = "p < 0.001 (smallest possible with 1,000 resamples) by paired bootstrap, p < 0.001 by"
    assert said in " ".join(out.split())
    tsv = call(["compare", "bold.txt", "source.txt", *M2, "-f", "tsv"]).stdout.splitlines()
    row = dict(zip(tsv[0].split("\t"), tsv[2].split("\t"), strict=True))
    assert float(row["p_randomization"]) == 1 / 1001
    latex = call(["compare", "bold.txt", "source.txt", *M2, "--resamples=19", "-f", "latex"]).stdout
    assert "$\\leq$0.05" in latex  # 1 / 20 itself
    out = call(["compare", "bold.txt", "source.txt", *M2, "--resamples=9"]).stdout
    assert "No verdict on source and bold, as 9 resamples" in " ".join(out.split())
    with pytest.warns(fastgec.InputWarning, match="^9 resamples give no p below 0.1, so"):
        (found,) = compare("m2", "bold.txt", ["source.txt"], "gold.m2", resamples=9)
    assert (found.measure, found.resamples) == ("M2 F0.5", 9)
    assert "M2 F0.5" in found._repr_html_()


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (M2, "M2 F0.5"),
        ([*M2, "-b", "1", "--mode", "detection"], "M2 detection F1"),
        (GREEN, "GREEN F1"),
        ([*GREEN, "-t", "char", "-b", "2"], "GREEN char n=4 F2"),
        (["--metric", "gleu", *GREEN[2:]], "GLEU"),
        (["--metric", "imeasure", *GREEN[2:]], "IMEASURE I"),
        (["--metric", "imeasure", "--mix", *M2], "IMEASURE treebank mixed I"),
    ],
)
def test_sentences_and_tables_name_metric_and_beta(
    options: list[str], name: str, call: Call
) -> None:
    options = [*options, "--resamples=99"]
    for start in (["bold.txt", "careful.txt"], ["bold.txt", "careful.txt", "source.txt"]):
        out = " ".join(call(["compare", *start, *options]).stdout.split())
        assert f"{name} differs by" in out or f" by {name} at level" in out
    out = call(["compare", "--all", "bold.txt", "careful.txt", *options]).stdout
    assert out.splitlines()[0].split()[1] == name.split()[-1]
    assert f"difference of {name} in points" in " ".join(out.split())


def test_the_copy_of_a_system_cannot_be_told_apart(tmp_path: Path, call: Call) -> None:
    copy = tmp_path / "copy.txt.gz"
    copy.write_bytes(gzip.compress((SAMPLES / "bold.txt").read_bytes()))
    done = call(["compare", "-f", "json", "bold.txt", str(copy), *M2, "--resamples=99"])
    told = f"warning: {copy} has the same 20 sentences as bold.txt: is one output given under two"
    assert done.stderr == f"{told} names?\n"
    (found,) = json.loads(done.stdout)["systems"]
    assert (found["difference"], found["interval"]) == (0.0, [0.0, 0.0])
    assert (found["p_bootstrap"], found["p_randomization"]) == (1.0, 1.0)


def test_formats_hold_the_same_numbers(call: Call) -> None:
    arguments = ["bold.txt", "careful.txt", "source.txt", "--holm", "--sort", *M2]
    _, out, _ = call(["compare", "-f", "tsv", *arguments])
    lines = [line.split("\t") for line in out.splitlines()]
    assert lines[0] == [
        *("system", "f", "difference", "difference_low", "difference_high"),
        *("p_bootstrap", "p_bootstrap_holm", "p_randomization", "p_randomization_holm"),
    ]
    assert lines[1][2:] == [""] * 7
    found = document(arguments, call)
    assert [system["system"] for system in found["systems"]] == ["careful.txt", "source.txt"]
    for line, system in zip(lines[2:], found["systems"], strict=True):
        names = [name.removesuffix("_low") for name in lines[0] if not name.endswith("_high")]
        values = [system["interval"] if k == 3 else system[name] for k, name in enumerate(names)]
        flat = [v for value in values for v in (value if isinstance(value, list) else [value])]
        assert line == [value if isinstance(value, str) else repr(value) for value in flat]
    _, out, _ = call(["compare", "-f", "markdown", *arguments])
    assert "| careful | **86.36** | +15.24 |" in out
    _, out, _ = call(["compare", "-f", "latex", "--signature", *arguments])
    assert r"careful & \textbf{86.36} & +15.24 & {[}+0.29, +29.56] & 0.0450" in out
    assert out.splitlines()[-1] == "% " + found["signature"]
    assert "|resamples:1000|seed:0|choice:running|level:0.05|correction:holm|" in out


def test_a_fixed_choice_is_said(call: Call) -> None:
    fixed = ["bold.txt", "careful.txt", *M2, "--fixed-choice", "--resamples=50"]
    found = document(fixed, call)
    assert found["resampling"]["choice"] == "fixed"
    assert "|choice:fixed|" in found["signature"]
    _, out, _ = call(["compare", *fixed])
    told = "the choice of annotator is kept from the whole corpus"
    assert " ".join(out.split()).endswith(told)
