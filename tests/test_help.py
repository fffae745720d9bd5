"""Help is complete and fits; what is mistyped gets a hint; --cite names what is to be cited."""

from __future__ import annotations

import argparse
import importlib
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from commands import Call
from fastgec.bibliography import bibtex
from fastgec.cli import COMMON, GROUPS, all_commands, build_parser
from fastgec.cli import meta as cli_meta
from fastgec.cli import parser as helptext
from fastgec.cli.completion import described
from fastgec.cli.parser import MOVED, aliases, closest, parsers
from fastgec.cli.texts import SAMPLES
from fastgec.metrics import METRICS
from fastgec.metrics.base import metric_named
from fastgec.show import citations
from fastgec.show.plots.kinds import ALL_KINDS

COMMANDS = [
    *((name,) for name in all_commands() if name not in {*GROUPS, *MOVED}),
    *MOVED.values(),
    *(
        (name, other)
        for name, (package, _) in GROUPS.items()
        for other in importlib.import_module(package).COMMANDS
    ),
    *(("plot", kind) for kind in ALL_KINDS),
    ("meta",),  # a command itself where no word of the group follows
]
TEXTS = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt"]
GREEN = ["--metric", "green", *TEXTS]


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)


@cache
def whole() -> argparse.ArgumentParser:
    """Return the parser of all commands, made once."""
    return build_parser()


def filled(words: tuple[str, ...]) -> argparse.ArgumentParser:
    """Return the parser of a command, as the whole parser has it."""
    parser = whole()
    for word in next(((old,) for old, new in MOVED.items() if new == words), words):
        [commands] = [
            action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
        ]
        parser = commands.choices[word]
    return parser


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("columns", [80, 100])
def test_help_fits_the_screen_and_its_examples_are_of_the_command(
    words: tuple[str, ...], columns: int, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    done = call([*words, "--help"])
    assert (done.status, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= columns
    examples = done.stdout.partition("examples:\n")[2].partition("\n\n")[0].splitlines()
    assert all(line.startswith((f"  fastgec {' '.join(words)}", "   ")) for line in examples)


def test_each_command_is_listed_once_with_what_it_is_for(call: Call) -> None:
    lines = call([]).stdout.splitlines()
    for name in all_commands().keys() - MOVED.keys():
        own = [line for line in lines if line.startswith(f"  {name:10}  ") and line[14:].strip()]
        assert len(own) == 1, name


def test_the_first_screen_is_the_help_and_no_error(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = call([])
    assert (done.status, done.stderr) == (0, "")
    assert done == call(["--help"]) == call(["help"]) == call(["help", "more"])
    lines = done.stdout.splitlines()
    assert lines[0] == "usage: fastgec [-h] [--version] COMMAND ..."
    assert max(map(len, lines)) <= 80
    titles = [lines.index(f"{title}:") for title in (*COMMON, "options")]
    assert titles == sorted(titles)
    for title, names in COMMON.items():
        first = lines.index(f"{title}:") + 1  # one line each: no summary is wrapped
        assert [line.split()[0] for line in lines[first : first + len(names)]] == list(names)
        assert not lines[first + len(names)]


def test_help_is_a_word_too(call: Call) -> None:
    for words in (["m2"], ["errant", "compare"]):
        assert call(["help", *words]) == call([*words, "--help"])
    done = call(["help", "chek"])
    assert done.status == 2
    assert "did you mean 'fastgec check'?" in done.stderr


@pytest.mark.parametrize(
    "words",
    [*COMMANDS, *(("compare", "--metric", name) for name in METRICS)],
    ids=" ".join,
)
def test_the_help_of_all_options_has_every_spelling_and_the_short_one_45_lines(
    words: tuple[str, ...], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert len(call([*words, "--help"]).stdout.splitlines()) <= 45
    done = call([*words, "--help", "all"])
    assert (done.status, done.stderr) == (0, "")
    short = call([*words, "--help"]).stdout
    assert "old spellings" not in short
    if short.splitlines()[1:] != done.stdout.splitlines()[1:]:
        assert short.endswith("--help all' shows all options.\n")
    parser = parsers([*words, "--help"], all_commands(), GROUPS, COMMON)[1]
    shown = set(re.findall(r"(?<![\w-])--?[\w-]+", done.stdout))
    for action in parser._actions:
        assert set(action.option_strings) <= shown, action.option_strings


@pytest.mark.parametrize("group", [name for name in GROUPS if name != "meta"])
def test_examples_of_a_group_are_of_its_commands(group: str, call: Call) -> None:
    text = call([group, "--help"]).stdout
    examples = re.findall(rf"(?m)^  fastgec {group} (\w+) ", text.partition("examples:\n")[2])
    assert set(examples) <= set(importlib.import_module(GROUPS[group][0]).COMMANDS)


@pytest.mark.parametrize(
    "words", [one for one in COMMANDS if one[0] not in ("merge", "compare")], ids=" ".join
)
def test_the_whole_parser_has_the_help_of_each_command(words: tuple[str, ...], call: Call) -> None:
    assert filled(words).format_help() == call([*words, "--help"]).stdout


def test_every_text_of_the_help_file_is_shown(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = set()

    class Recorded(dict[tuple[str, str], str]):
        def get(self, key: Any, default: Any = None) -> Any:
            shown.add(key)
            return super().get(key, default)

        def __getitem__(self, key: tuple[str, str]) -> str:
            shown.add(key)
            return super().__getitem__(key)

    texts = Recorded(helptext.help_texts())
    monkeypatch.setattr(helptext, "help_texts", lambda: texts)
    assert len([*described(build_parser())]) > len(COMMANDS)
    for words in COMMANDS:
        call([*words, "--help"])
    call(["compare", "--metric", "imeasure", "--help", "all"])
    call(["plot", "forest", "result.json", "--help", "all"])
    call(["plot", "pr", "--metric", "errant", "--help", "all"])
    call(["m2scorer"])
    assert shown >= texts.keys()


@pytest.mark.parametrize(
    ("line", "module", "files"),
    [
        ("meta human a.xml b.xml --runs 3", "human", {"files": ["a.xml", "b.xml"], "runs": 3}),
        ("meta card seeda SEEDA", "card", {"layout": "seeda", "folder": "SEEDA"}),
        ("meta green2024 --conll14 a.toml", "green2024", {"conll14": "a.toml", "gmeg": None}),
        ("meta a.toml", "correlations", {"configs": ["a.toml"]}),
        (
            "meta a.toml b.toml --tests",
            "correlations",
            {"configs": ["a.toml", "b.toml"], "tests": True},
        ),
        (
            "meta --metric m2 --ci=5 -- human",
            "correlations",
            {"configs": ["human"], "metrics": ["m2"]},
        ),
    ],
)
def test_the_whole_parser_parses_a_group_that_is_a_command(
    line: str, module: str, files: dict[str, object]
) -> None:
    found = vars(whole().parse_args(line.split()))
    assert found["run"] is cli_meta.command(module).run
    assert files.items() <= found.items()


def test_the_whole_parser_refuses_what_a_command_of_a_group_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for line in ("meta", "meta human", "meta human a.xml --bta 1", "meta a.toml --runs 1"):
        with pytest.raises(SystemExit, match="2"):
            whole().parse_args(line.split())
        assert "fastgec" in capsys.readouterr().err


def test_the_whole_parser_has_what_merge_and_compare_may_understand() -> None:
    options = set(filled(("merge",))._option_string_actions)
    assert {"--beta", "--ci", "--short", "--iterations", "--format", "--name"} <= options
    options = set(filled(("compare",))._option_string_actions)
    assert {"--all", "--holm", "--gold", "--max-unchanged-words", "-t", "--name"} <= options


def test_the_usage_of_a_group_has_a_command_where_one_is_mistyped(call: Call) -> None:
    for name in ("weights", "errant"):
        done = call([name, "learn"])
        assert done.stderr.startswith(f"usage: fastgec {name} [-h] COMMAND ...\n")
        assert call([name, "--help"]).stdout.startswith(f"usage: fastgec {name} [-h] COMMAND ...\n")


def test_what_is_hinted_at_exists() -> None:
    for name in aliases().values():
        command, *more = name.split()
        assert command in (*all_commands(), "--version")
        if command in GROUPS:
            assert more[0] in importlib.import_module(GROUPS[command][0]).COMMANDS
    assert closest("--sorted", ["--sort", "--seed"]) == "--sort"


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_says_what_to_cite(name: str, call: Call) -> None:
    words = MOVED.get(name, (name, *(["compare"] if name in GROUPS else [])))
    done = call([*words, "--cite"])
    assert (done.status, done.stderr) == (0, "")
    has_paper = bool(metric_named(name).citations)
    assert has_paper != (name == "behaviour")  # whose shares no paper defined
    assert bibtex(metric_named(name).citations).startswith("@" if has_paper else "")
    assert bibtex(metric_named(name).citations) in done.stdout
    assert "@misc{fastgec," in done.stdout
    for one in citations.DATA:
        assert (bibtex([one.key]) in done.stdout) == (name in one.metrics)


def test_entries_are_bibtex() -> None:
    texts = [bibtex(cited) for name in METRICS if (cited := metric_named(name).citations)]
    texts += [bibtex([one.key]) for one in citations.DATA]
    texts += [citations.FASTGEC, citations.entries_of_tests(is_all=True, is_corrected=True)]
    keys = []
    for text in texts:
        for entry in re.split(r"(?m)^(?=@)", text)[1:]:
            assert re.fullmatch(
                r"@(inproceedings|article|book|misc)\{[\w-]+,\n(  \w+ *= \{(.|\n)*\},\n)+\}\n",
                entry,
            )
            assert entry.count("{") == entry.count("}")
            keys.append(entry.partition("{")[2].partition(",")[0])
    assert len(set(keys)) == len(keys)
    prints = [one for data in citations.DATA for one in data.fingerprints]
    assert len(set(prints)) == len(prints)
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in prints)


def test_a_run_cites_its_own_data_and_signature(call: Call) -> None:
    done = call(["m2", "--cite", "bold.txt", "gold.m2"])
    assert done.status == 0
    assert "Precision" not in done.stdout
    assert "fastgec does not know" in done.stdout or "not one that fastgec knows" in done.stdout
    [line] = [line for line in done.stdout.splitlines() if line.startswith("% fastgec.m2|")]
    assert line[2:] == call(["m2", "--signature", "bold.txt", "gold.m2"]).stdout.splitlines()[-1]
    both = call(["compare", "--cite", "--holm", "bold.txt", "careful.txt", *GREEN]).stdout
    assert "koyama-etal-2024" in both
    assert "holm-1979-simple" in both
    assert "dahlmeier" not in both


def test_errors_cite_the_metric_that_found_them(call: Call) -> None:
    alone = call(["errors", "--cite"])
    assert (alone.status, alone.stdout) == (0, call(["m2", "--cite"]).stdout)
    for words in ([], ["--by", "type"], ["--buckets", "length"]):
        done = call(["errors", "--cite", "bold.txt", "gold.m2", *words])
        assert (done.status, done.stdout) == (
            0,
            call(["m2", "--cite", "bold.txt", "gold.m2"]).stdout,
        )


def test_a_config_cites_each_of_its_metrics_once(call: Call) -> None:
    done = call(["run", "eval.toml", "--metric", "m2", "m2:beta=1", "green", "--groups", "--cite"])
    assert done.status == 0
    metrics = [line for line in done.stdout.splitlines() if line.startswith("% The metric: ")]
    assert metrics == ["% The metric: fastgec m2", "% The metric: fastgec green"]
    assert done.stdout.count("{dahlmeier-ng-2012-better,") == 1
    assert "holm-1979-simple" in done.stdout
    assert "piepho" not in done.stdout
    assert "not one that fastgec knows" in " ".join(done.stdout.replace("%", "").split())
    signed = call(["run", "eval.toml", "--metric", "m2", "green", "--groups", "--signature"])
    signatures = re.findall(r"(?m)^# samples: (fastgec\..*)$", signed.stdout)
    assert len(signatures) == 2
    assert all(f"\n% {signature}\n" in done.stdout for signature in signatures)
    assert call(["run", "--cite"]).stdout == call(["cite"]).stdout


def test_a_config_cites_data_that_is_known(
    shared: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    configs = []
    for corpus in ("conll14", "jfleg-dev"):
        folder = shared / "data" / corpus
        text = f'gold = "{folder}/gold.m2"\n[systems]\nsource = "{folder}/source.txt"\n'
        Path(f"{corpus}.toml").write_text(text, encoding="utf-8")
        configs.append(f"{corpus}.toml")
    out = call(["run", *configs, "--cite"]).stdout
    assert out.count("% The data: ") == 2
    assert "ng-etal-2014-conll" in out
    assert "napoles-etal-2017-jfleg" in out
    assert "not one that" not in out


def test_cite_names_what_is_asked_for(call: Call) -> None:
    every = call(["cite"]).stdout
    for name in METRICS:
        assert bibtex(metric_named(name).citations) in every
        assert bibtex(metric_named(name).citations) in call(["cite", name]).stdout
    for one in citations.DATA:
        assert every.count(bibtex([one.key])) == 1
        alone = call(["cite", one.word]).stdout
        assert alone.count("@") == 2
        assert bibtex([one.key]) in alone
    keys = re.findall(r"(?m)^@\w+\{(.*),$", every)
    assert len(keys) == len(set(keys))
    assert "holm-1979-simple" in call(["cite", "tests"]).stdout
    wrong = call(["cite", "m3"])
    assert (wrong.status, wrong.stdout) == (2, "")
    assert "'m3': expected some of m2, green" in wrong.stderr


METHODS_OF = {
    "vote": {"vote"},
    "mbr": {"mbr"},
    "meta": set(citations.WORDS["meta"]),
    "meta human": {"wins", "ranges", "trueskill"},
    "meta card": {"ranges", "sentences"},
    "meta green2024": {"wins", "ranges"},
    "report": set[str](),
    "errant parallel": set[str](),
    "errant m2": set[str](),
    "weights edits": {"weights"},
}


def methods_in(text: str) -> set[str]:
    """Return the methods that a text cites, each once."""
    assert all(text.count(bibtex([one.key])) <= 1 for one in citations.METHODS.values())
    return {name for name, one in citations.METHODS.items() if bibtex([one.key]) in text}


@pytest.mark.parametrize("command", METHODS_OF)
def test_a_command_cites_the_methods_that_it_stands_on(command: str, call: Call) -> None:
    done = call([*command.split(), "--cite"])
    assert (done.status, done.stderr) == (0, "")
    assert methods_in(done.stdout) == METHODS_OF[command]
    assert done.stdout.endswith(citations.FASTGEC)
    assert ("errant" in done.stdout) == (command.partition(" ")[0] in ("errant", "weights"))


@pytest.mark.parametrize(
    ("words", "cited", "metrics"),
    [
        (["vote", "-s", "source.txt", "bold.txt", "careful.txt", "--cite"], {"vote"}, []),
        (
            ["vote", "-s", "s", "a", "b", "-o", "no.html", "--gold", "no.m2", "--cite"],
            {"vote"},
            ["m2"],
        ),
        (["mbr", "-s", "s", "a", "b", "--metric", "green:char", "--cite"], {"mbr"}, ["green"]),
        (["weights", "edits", "--by", "errant", "a.m2", "b.m2", "--cite"], {"weights"}, ["errant"]),
        (["errant", "m2", "-auto", "a.m2", "--cite"], set[str](), ["errant"]),
        (["errant", "parallel", "-orig", "a", "-cor", "b", "--cite"], set[str](), ["errant"]),
        (["report", "-o", "no.html", "bold.txt", "gold.m2", "--cite"], set[str](), ["m2"]),
        (
            [
                "report",
                "-o",
                "no.html",
                "--metric",
                "green",
                "gleu",
                "-c",
                "bold.txt",
                *TEXTS,
                "--cite",
            ],
            set[str](),
            ["green", "gleu"],
        ),
        (["meta", "card", "seeda", "SEEDA", "--cite"], {"sentences"}, []),
        (["meta", "card", "gmeg-fce", "GMEG", "--cite"], set[str](), []),
        (["meta", "green2024", "--gmeg", "GMEG", "--cite"], {"wins"}, ["m2", "green", "gleu"]),
        (
            ["meta", "green2024", "--conll14", "no.toml", "--ci", "--cite"],
            {"wins", "ranges", "resampling"},
            ["m2", "green", "gleu"],
        ),
    ],
    ids=lambda one: " ".join(sorted(one) if isinstance(one, set) else one),
)
def test_options_say_what_is_cited(
    words: list[str], cited: set[str], metrics: list[str], call: Call
) -> None:
    done = call(words)
    assert (done.status, done.stderr) == (0, "")
    assert methods_in(done.stdout) == cited
    entries = {name: bibtex(metric_named(name).citations) for name in METRICS}
    assert [name for name, entry in entries.items() if entry and entry in done.stdout] == metrics
    assert not Path("no.html").exists()


def test_the_words_of_cite_name_every_method(call: Call) -> None:
    every = call(["cite"]).stdout
    assert methods_in(every) == set(citations.METHODS)
    assert {one for names in citations.WORDS.values() for one in names} == set(citations.METHODS)
    for word, names in citations.WORDS.items():
        assert methods_in(call(["cite", word]).stdout) == set(names)


def entries(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Read BibTeX as its grammar has it: type and fields of each entry, by key."""
    text = re.sub(r"(?m)^%.*\n", "", text)
    found: dict[str, tuple[str, dict[str, str]]] = {}
    while text := text.lstrip():
        head = re.match(r"@(\w+)\{([\w.-]+),", text)
        assert head is not None, text[:80]
        text = text[head.end() :]
        fields: dict[str, str] = {}
        while name := re.match(r"\s*(\w+)\s*=\s*\{", text):
            depth, end = 1, name.end()
            while depth:
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            assert name[1] not in fields
            fields[name[1]] = " ".join(text[name.end() : end - 1].split())
            text = text[end:].lstrip().removeprefix(",")
        text = text.lstrip()
        assert text.startswith("}"), text[:80]
        text = text[1:]
        assert head[2] not in found
        found[head[2]] = head[1], fields
    return found


def test_every_entry_is_bibtex_with_what_its_type_needs(call: Call) -> None:
    needed = {
        "inproceedings": {"title", "author", "booktitle", "year", "url"},
        "article": {"title", "author", "journal", "year", "volume", "pages"},
        "book": {"title", "author", "publisher", "year"},
        "misc": {"title", "author", "year", "note", "url"},
    }
    found = entries(call(["cite"]).stdout)
    program = found.pop("fastgec")
    assert set(program[1]) == {"title", "author", "year", "note"}
    assert len(found) >= len(METRICS) + len(citations.DATA) + len(citations.METHODS)
    for key, (kind, fields) in found.items():
        assert needed[kind] <= set(fields), key
        assert key.partition("-")[0] in fields["author"].lower().replace(" ", ""), key
        assert re.fullmatch(r"(19|20)\d\d", fields["year"]), key
        assert fields["year"] in key, key
        assert all("," in author for author in fields["author"].split(" and ")), key


@pytest.mark.parametrize(
    "words",
    [
        ["report", "bold.txt", "careful.txt", "gold.m2"],
        ["report", "bold.txt", "gold.m2"],
        ["plot", "forest", "bold.txt", "careful.txt", "gold.m2"],
        ["plot", "pairs", "bold.txt", "careful.txt", "gold.m2"],
        ["plot", "pr", "--metric", "gleu", *TEXTS, "-c", "bold.txt"],
        ["plot", "buckets", "bold.txt", "gold.m2"],
        ["plot", "forest", "eval.toml"],
    ],
    ids=" ".join,
)
def test_pages_and_pictures_cite_without_being_written(words: list[str], call: Call) -> None:
    if words[0] == "plot":
        wanted = call(words)
        assert (wanted.status, wanted.stdout) == (2, "")
        assert "required: -o FILE" in wanted.stderr
    done = call([*words, "--cite"])
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.endswith(citations.FASTGEC)
    assert "|gold:" in done.stdout  # the signature of this run
    assert "not one that fastgec knows" in " ".join(done.stdout.split())
    has_pairs = words[:2] == ["plot", "pairs"] or words[:3] == ["report", "bold.txt", "careful.txt"]
    assert ("noreen-1989" in done.stdout) == has_pairs  # tests are cited where tests are made
    assert not list(Path().glob("*.html"))
    assert call([*words[:2], "--cite"] if words[0] == "plot" else ["report", "--cite"]).status == 0


@pytest.mark.parametrize(
    ("folder", "arguments", "key"),
    [
        ("conll14", ["m2", "source.txt", "gold.m2"], "ng-etal-2014-conll"),
        (
            "conll14",
            ["gleu", "-s", "source.txt", "-r", "ref0.txt", "ref1.txt", "-c", "source.txt"],
            "ng-etal-2014-conll",
        ),
        ("jfleg-dev", ["m2", "source.txt", "gold.m2"], "napoles-etal-2017-jfleg"),
        (
            "gmeg-fce",
            [
                "green",
                "-s",
                "source.txt",
                "-r",
                "ref0.txt",
                "ref1.txt",
                "ref2.txt",
                "ref3.txt",
                "-c",
                "source.txt",
            ],
            "napoles-etal-2019-enabling",
        ),
    ],
    ids=str,
)
def test_known_data_is_known(
    folder: str,
    arguments: list[str],
    key: str,
    shared: Path,
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(shared / "data" / folder)
    out = call([arguments[0], "--cite", *arguments[1:]]).stdout
    assert f"{{{key}," in out
    assert out.count("% The data: ") == 1
