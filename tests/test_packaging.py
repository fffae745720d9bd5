"""What installs the package elsewhere agrees with what the package says of itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import fastgec
from fastgec.cli import all_commands

PROJECT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


def text_of(name: str) -> str:
    path = PROJECT / name
    if not path.exists():
        pytest.skip(f"no {name}: not a checkout")
    return path.read_text(encoding="utf-8")


def test_the_conda_recipe_is_of_this_version_and_needs_the_same() -> None:
    recipe = text_of("packaging/conda/meta.yaml")
    assert f'{{% set version = "{fastgec.__version__}" %}}' in recipe
    needed = {
        re.sub(r"\s", "", one.partition(";")[0]) for one in PYPROJECT["project"]["dependencies"]
    }
    run = recipe.partition("  run:\n")[2].partition("\n\n")[0]
    found = {
        re.sub(r"\s", "", line.partition("#")[0]).removeprefix("-") for line in run.splitlines()
    }
    assert found - {"python"} == needed
    host = recipe.partition("  host:\n")[2].partition("  run:\n")[0]
    wanted = {one.lower() for one in PYPROJECT["build-system"]["requires"]}
    assert wanted <= {re.sub(r"[\s-]", "", line) for line in host.splitlines()}


def test_the_dockerfile_copies_what_there_is() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text_of("Dockerfile"), re.MULTILINE)
    assert copied
    for name in " ".join(copied).split():
        assert (PROJECT / name).exists(), name


def test_checks_run_on_every_python_that_wheels_are_for() -> None:
    workflow = text_of(".github/workflows/checks.yml")
    for tag in PYPROJECT["tool"]["cibuildwheel"]["build"].split():
        version = re.sub(r"cp3(\d+)(t?)-\*", r"3.\1\2", tag)
        assert f'"{version}"' in workflow, tag


def test_the_hook_runs_a_command() -> None:
    hook = text_of(".pre-commit-hooks.yaml")
    [command] = re.findall(r"^  entry: fastgec (\w+)$", hook, re.MULTILINE)
    assert command in all_commands()
    [pattern] = re.findall(r"^  files: (.+)$", hook, re.MULTILINE)
    assert re.search(pattern, "data/gold.m2.gz")
    assert not re.search(pattern, "data/gold.m2x")


def test_actions_are_pinned_by_hashes() -> None:
    """A tag can be moved by whoever takes over an action; a commit cannot."""
    for name in ("checks", "wheels"):
        used = re.findall(r"^ +(?:- )?uses: (.+)$", text_of(f".github/workflows/{name}.yml"), re.M)
        assert used
        for one in used:
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one), one


def test_the_changelog_begins_with_this_version() -> None:
    headings = re.findall(r"(?m)^## (\S+)", text_of("CHANGELOG.md"))
    assert headings[0] == fastgec.__version__


def test_publishing_writes_names_and_takes_away_what_is_not_true_any_more(tmp_path: Path) -> None:
    for name in ("README.md", "CHANGELOG.md", "CITATION.cff", "mkdocs.yml", "pyproject.toml"):
        (tmp_path / name).write_text(text_of(name), encoding="utf-8")
    for name in ("docs", "packaging"):
        shutil.copytree(PROJECT / name, tmp_path / name)
    if "(not yet published)" not in text_of("CHANGELOG.md"):
        pytest.skip("this version is published: its names are written")
    command = [sys.executable, tmp_path / "packaging" / "publish.py"]
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "names.toml: repository is empty\n")
    assert all(path.read_bytes() == content for path, content in before.items())
    (tmp_path / "packaging" / "names.toml").write_text(
        'authors = "A. Person"\nrepository = "https://example.org/fastgec"\n'
        'site = "https://example.org"\ndate = "2027-01-31"\ndoi = "10.5281/zenodo.1"\n',
        encoding="utf-8",
    )
    subprocess.run(command, capture_output=True, check=True)
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in tmp_path.rglob("*.*")
        if path.suffix != ".png"
    }
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["authors"] == [{"name": "A. Person"}]
    assert project["urls"]["Repository"] == "https://example.org/fastgec"
    assert "\ndoi: 10.5281/zenodo.1\n" in texts["CITATION.cff"]
    assert f"\n## {fastgec.__version__} (2027-01-31)\n" in texts["CHANGELOG.md"]
    pages = {name: text for name, text in texts.items() if name.endswith(".md")}
    assert "`pip install fastgec` installs it from PyPI" in pages["README.md"]
    assert not re.search(r"\]\((?!https://example\.org)", pages["README.md"])
    for name, text in pages.items():
        if name != "PUBLISHING.md":
            assert not re.search("not on PyPI|unpublished|published:", text, re.IGNORECASE), name


def test_pages_install_the_package_itself_only_where_publishing_is_told() -> None:
    for path in (PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")):
        text = re.sub(r"(?s)<!-- published: .*? -->", "", path.read_text(encoding="utf-8"))
        assert not re.search(r"pip install (-\S+ )*fastgec\b", text), path.name
