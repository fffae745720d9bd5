"""What users are shown: the demo, the sample data, the help, and the README's commands."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

import oracle_m2 as oracle
from commands import Here, Run
from examples import LANGUAGES, PAGES, PROJECT, blocks_of, run_page, world
from fastgec import Gold
from fastgec.cli import build_parser


@pytest.fixture(scope="module")
def gold(samples: Path) -> Gold:
    return Gold.read(samples / "gold.m2")


@pytest.fixture(scope="module")
def sentences(samples: Path) -> list[oracle.Sentence]:
    return oracle.parse_m2((samples / "gold.m2").read_text(encoding="utf-8"))


def test_the_demo_runs(run: Run) -> None:
    done = run("demo")
    assert (done.status, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("20 sample sentences, 2 annotators, 2 systems, in ")
    assert [line.split()[0] for line in lines if line.startswith(("careful ", "bold "))] == [
        "careful",  # MaxMatch
        "bold",
        "careful",  # GREEN
        "bold",
    ]


def test_the_demo_copies_samples_on_which_its_next_commands_run(run: Run, samples: Path) -> None:
    done = run("demo", "--copy", "my samples")
    assert (done.status, done.stderr) == (0, "")
    folder = run.folder / "my samples"
    names = {path.name for path in samples.iterdir() if path.is_file()}
    assert {path.name for path in folder.iterdir()} == names
    *_, enter, first, second, third = done.stdout.splitlines()
    assert shlex.split(enter) == ["cd", "my samples"]
    for line in (first, second, third):
        program, *words = shlex.split(line, comments=True)
        assert program == "fastgec"
        again = Run(folder)(*words, BROWSER="true")
        assert again.status == 0, again.stderr
    assert (folder / "report.html").is_file()


def test_the_demo_replaces_no_file_of_other_content(here: Here) -> None:
    for _ in range(2):
        assert here("demo", "--copy", ".").status == 0
    (here.folder / "gold.m2").write_text("mine\n", encoding="utf-8")
    (here.folder / "bold.txt").unlink()
    done = here("demo", "--copy", ".")
    assert done == (1, "", "gold.m2: file exists with other content\n")
    assert not (here.folder / "bold.txt").exists()


def test_the_demo_shows_what_its_command_prints(here: Here, samples: Path) -> None:
    table = here("demo").stdout.partition("gold.m2\n\n")[2].partition("GREEN")[0]
    systems = [samples / "careful.txt", samples / "bold.txt"]
    again = here("m2", "-f", "table", *systems, samples / "gold.m2").stdout
    for name in ("careful ", "bold "):
        [shown] = [line for line in table.splitlines() if line.startswith(name)]
        assert shown in again.splitlines()


def test_the_samples_hold_what_a_gold_standard_can_hold(
    gold: Gold, sentences: list[oracle.Sentence], samples: Path
) -> None:
    assert len(gold) >= 12
    assert gold.annotators == (0, 1)
    assert gold.warnings == ()
    edits = [edit for s in sentences for edits in s.annotators.values() for edit in edits]
    assert any(edit.start == edit.end for edit in edits)  # insertions
    assert any(edit.alternatives == ("",) for edit in edits)  # deletions
    assert any(edit.end - edit.start > 1 for edit in edits)
    assert any(len(edit.alternatives) > 1 for edit in edits)
    text = (samples / "gold.m2").read_text(encoding="utf-8")
    assert "|||noop|||" in text
    assert any(not any(s.annotators.values()) for s in sentences)  # a sentence without edits
    assert any(len(s.annotators) == 1 for s in sentences)  # one that an annotator left out
    assert any(ord(c) > 0xFF for c in text)
    systems = [samples / name for name in ("careful.txt", "bold.txt")]
    for path in systems:
        assert len(path.read_text(encoding="utf-8").splitlines()) == len(gold)


def test_the_source_file_is_the_source_of_the_gold(gold: Gold, samples: Path) -> None:
    lines = (samples / "source.txt").read_text(encoding="utf-8").splitlines()
    assert lines == [gold.sources[s] for s in range(len(gold))]


@pytest.mark.parametrize("annotator", [0, 1])
def test_the_references_are_the_gold_applied(
    sentences: list[oracle.Sentence], samples: Path, annotator: int
) -> None:
    lines = (samples / f"ref{annotator}.txt").read_text(encoding="utf-8").splitlines()
    for line, sentence in zip(lines, sentences, strict=True):
        own = annotator if annotator in sentence.annotators else 0
        tokens = list(sentence.source)
        for edit in sorted(sentence.annotators[own], key=lambda e: (e.start, e.end), reverse=True):
            tokens[edit.start : edit.end] = edit.alternatives[0].split()
        assert line == " ".join(tokens)


def test_the_version_is_printed(run: Run) -> None:
    import fastgec

    assert run("--version").stdout == f"fastgec {fastgec.__version__}\n"


DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_the_page_of_numbers_has_commands_that_parse() -> None:
    text = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    commands = re.findall(r"`fastgec (\w+ [^`]*\.txt[^`]*)`", text)
    assert commands
    for command in commands:
        assert build_parser().parse_args(command.split()).run


def test_pages_name_pages_so_that_the_site_links_them() -> None:
    for page in DOCS.glob("*.md"):
        prose = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
        assert not re.findall(r"(?<![`(/\w\[])(?:docs/)?[a-z-]+\.md(?![`)])", prose), page.name


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*DOCS.glob("*.md"), *DOCS.parent.glob("*.md")]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([\w./-]+\.md)\)", text):
            assert (page.parent / link).is_file(), f"{page.name}: {link}"
        for link in re.findall(r"`(docs/[\w-]+\.md)`", text):
            assert (DOCS.parent / link).is_file(), f"{page.name}: {link}"


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    navigation = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    listed = re.findall(r"(?m)[ :]([\w/.-]+\.md)$", navigation)
    assert len(listed) == len(set(listed))
    made = {"changelog.md", *(name for name in listed if "/" in name)}
    assert {path.name for path in DOCS.glob("*.md")} == set(listed) - made


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that examples name."""
    folder = tmp_path_factory.mktemp("examples")
    world(folder)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_the_examples_of_a_page_do_what_it_says(page: Path, filled: Path, tmp_path: Path) -> None:
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    run_page(page, tmp_path)


def test_every_page_for_users_begins_with_an_example() -> None:
    for page in DOCS.glob("*.md"):
        start = page.read_text(encoding="utf-8").partition("\n## ")[0]
        has_example = re.search(rf"(?m)^```({'|'.join(LANGUAGES)})$", start)
        assert has_example or page.name == "limits.md", page.name


def test_examples_are_marked_as_what_runs_them() -> None:
    for page in PAGES:
        for block in blocks_of(page):
            starts = re.match(r"(\$ )?(fastgec|python|pip) ", block.code)
            assert block.language in LANGUAGES or not starts, f"{block.place}: not marked as sh"
            if test := block.mark("run by"):
                name = str(block.mark("example"))
                assert f'"{name}"' in (PROJECT / "tests" / test).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("```sh\nfastgec m2 a.txt gold.m2\n```\n", None),
        (
            "```sh\nfastgec m2 none.txt gold.m2\n```\n",
            "page.md:1: fastgec m2 none.txt gold.m2: none",
        ),
        ("x\n\n```console\n$ fastgec --version\nfastgec 0\n```\n", "page.md:3: fastgec --version"),
        ("```python\nassert 1 == 2\n```\n", "page.md:1: AssertionError"),
        ("```python\nx = 1\n```\ny\n\n```python\nassert x == 1\n```\n", None),
        ("<!-- setup:\nx = 2\n-->\n```python\nassert x == 2\n```\n", None),
        ("<!-- not run: no -->\n```python\nassert 0\n```\n", None),
        ("<!-- needs: no_such_module -->\n```sh\nfalse\n```\n", None),
        ("<!-- needs: json -->\n```sh\nfalse\n```\n", "page.md:2: false"),
        ("```sh\nfalse | cat; false\n```\n", "page.md:1: false | cat"),
        ("<!-- shows an error -->\n```sh\nfastgec m2 a.txt gold.m2\n```\n", "page.md:2"),
        ("<!-- file: x.txt -->\n```text\na b\n```\n\n```sh\ngrep -qx 'a b' x.txt\n```\n", None),
        ("1. x\n\n   ```sh\n   false\n   ```\n", "page.md:3: false"),
    ],
)
def test_an_example_that_is_wrong_is_seen(
    text: str, wrong: str | None, filled: Path, tmp_path: Path
) -> None:
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    if wrong is None:
        run_page(page, tmp_path)
    else:
        with pytest.raises(AssertionError, match=re.escape(wrong)):
            run_page(page, tmp_path)
