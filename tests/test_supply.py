"""What is shipped, and what the package can never do with the data that it is given."""

from __future__ import annotations

import ast
import os
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

import fastgec

PROJECT = Path(__file__).resolve().parent.parent
PACKAGE = Path(fastgec.__file__).resolve().parent
MODULES = sorted(PACKAGE.rglob("*.py"))
# Whatever starts programs, runs code made of data, opens connections, or loads objects.
FORBIDDEN_MODULES = {
    *("subprocess", "pty", "multiprocessing", "ctypes", "runpy", "pickle", "marshal"),
    *("shelve", "dill", "joblib", "socket", "ssl", "http", "urllib", "ftplib", "smtplib"),
    *("webbrowser", "requests", "yaml"),
}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "input", "breakpoint"}
DYNAMIC_IMPORTS = {"__import__", "imported"}
IMPORTERS = ("cli/__init__.py", "cli/command.py", "cli/parser.py", "cli/parser.py")
FORBIDDEN_OF_OS = re.compile(r"system|popen|exec\w+|spawn\w+|posix_spawn\w*|fork\w*|startfile")
SHIPPED = re.compile(
    r"fastgec/([\w/]+\.pyi?|py\.typed|[\w/]+\.(cpython|cp)[\w.-]+\.(so|pyd)"
    r"|samples/\w+\.(txt|m2|md|toml)|references\.bib|(show|show/plots|diagnostics)/\w+\.tsv"
    r"|show/(page|board)/\w+\.(html|css|js)"
    r"|cli/(help\.txt|benchmarks\.toml|completion\.(bash|zsh|fish|man))"
    r"|meta/green2024\.json|diagnostics/benchmarks\.json|show/plots/pictures\.mplstyle)"
    r"|fastgec-[\w.]+\.dist-info/(METADATA|WHEEL|RECORD|entry_points\.txt|top_level\.txt"
    r"|licenses/LICENSE)"
)
# Bytes of a wheel, whatever Python it is for.
LARGEST = 2_000_000
KEPT = (".py", ".pyi", ".txt", ".m2", ".md", ".toml", ".bib", ".tsv")
MADE_BY_SDIST = re.compile(r"PKG-INFO|setup\.cfg|src/fastgec\.egg-info/[\w.-]+")
GRAFTED = ("src/fastgec", "tests", "bench", "docs", "examples", "website")
NOT_SHIPPED = re.compile(r"\.(so|pyd|html|py[cod])$|__pycache__|src/fastgec/[\w/]+\.c$")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_data_is_never_run_nor_sent(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Import(names):
                found = {alias.name.partition(".")[0] for alias in names}
                if path == PACKAGE / "cli" / "report.py":
                    found -= {"webbrowser"}  # --open shows the page that was written
                assert not found & FORBIDDEN_MODULES
            case ast.ImportFrom(module="urllib.parse"):  # which opens nothing
                pass
            case ast.ImportFrom(module=str(module)):
                assert module.partition(".")[0] not in FORBIDDEN_MODULES
            case ast.Call(ast.Name(name)):
                assert name not in FORBIDDEN_CALLS
            case ast.Attribute(ast.Name("os"), name):
                assert not FORBIDDEN_OF_OS.fullmatch(name)
            case ast.Call(ast.Name(name)) if name in DYNAMIC_IMPORTS:
                assert path.relative_to(PACKAGE).as_posix() in IMPORTERS
            case ast.Call(ast.Attribute(_, "import_module")):
                assert path.relative_to(PACKAGE).as_posix() in IMPORTERS
            case ast.Call(ast.Attribute(ast.Name("np"), "load"), keywords=keywords):
                [allowed] = [k.value for k in keywords if k.arg == "allow_pickle"]
                assert isinstance(allowed, ast.Constant)
                assert allowed.value is False


def test_a_pickle_is_no_file_of_counts(tmp_path: Path) -> None:
    import numpy as np

    path = tmp_path / "counts.npz"
    names = ("header", "table", "offsets", "labels")
    np.savez(path, **{name: np.array([object]) for name in names})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not a file of counts"):
        fastgec.Counts.load(path)


@pytest.fixture
def built() -> Path:
    """The folder of a wheel and an sdist, where continuous integration has built them."""
    if "FASTGEC_DIST" not in os.environ:
        pytest.skip("FASTGEC_DIST names no folder of a wheel and an sdist")
    return Path(os.environ["FASTGEC_DIST"])


def test_wheels_hold_the_package_and_nothing_else(built: Path) -> None:
    wheels = sorted(built.glob("*.whl"))
    assert wheels
    sources = PROJECT / "src" / "fastgec"
    for wheel in wheels:
        names = {name for name in zipfile.ZipFile(wheel).namelist() if name[-1] != "/"}
        assert not [name for name in names if not SHIPPED.fullmatch(name)], wheel
        assert wheel.stat().st_size < LARGEST, wheel
        for path in sources.rglob("*"):
            name = "fastgec/" + path.relative_to(sources).as_posix()
            if path.is_file() and path.suffix in KEPT:
                assert name in names, wheel
            if path.suffix == ".pyx":
                compiled = name.removesuffix("pyx") + "c"
                assert [n for n in names if n.startswith(compiled)], f"{wheel}: {name}"


def test_the_sdist_holds_what_the_project_holds(built: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        members = {
            member.name.partition("/")[2]: archive.extractfile(member).read()  # type: ignore[union-attr]
            for member in archive.getmembers()
            if member.isfile()
        }
    for name, content in members.items():
        if not MADE_BY_SDIST.fullmatch(name):
            assert (PROJECT / name).read_bytes() == content, name
    for folder in GRAFTED:
        for path in (PROJECT / folder).rglob("*"):
            name = path.relative_to(PROJECT).as_posix()
            if path.is_file() and not NOT_SHIPPED.search(name):
                assert name in members


def test_the_citation_is_of_this_version() -> None:
    citation = (PROJECT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {fastgec.__version__}\n" in citation
