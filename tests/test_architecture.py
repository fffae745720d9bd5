"""The architecture of kernels, stubs and docstrings; who imports whom in Python: `lint-imports`.

The layers are those of pyproject.toml. Kernels obey them too, and import nothing but kernels.
"""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType

# Of the checkout or the sdist: what is installed has no headers of kernels.
PACKAGE = Path(__file__).resolve().parents[1] / "src" / "fastgec"

PYPROJECT = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
(LAYERS,) = (
    contract["layers"]
    for contract in PYPROJECT["tool"]["importlinter"]["contracts"]
    if contract.get("containers") == ["fastgec"]
)
LAYER_OF = {
    package: number for number, layer in enumerate(LAYERS) for package in layer.split(" | ")
}

FACE = {"__init__", "__main__"}  # names for users; not a package


def package_of(module: str) -> str:
    """Package of a module below the package: "corpus" of "corpus.lines"."""
    first = module.partition(".")[0]
    if first == "_ngram":  # whose place in the package is fixed, as that of `_lattice`
        return "metrics"
    return "kernels" if first == "_lattice" else first


@cache
def imports(path: Path) -> frozenset[str]:
    """Modules of the package that a source file imports."""
    if path.suffix in (".pyx", ".pxd"):
        pattern = r"^\s*(?:from\s+fastgec\.([\w.]+)\s+c?import|c?import\s+fastgec\.([\w.]+))"
        found = re.findall(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
        return frozenset(a or b for a, b in found)
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            modules.add(module)
            modules.update(
                f"{module}.{alias.name}" for alias in node.names if is_module(module, alias.name)
            )
    own = (name.removeprefix("fastgec.") for name in modules if name.startswith("fastgec."))
    return frozenset(own)


@cache
def is_module(package: str, name: str) -> bool:
    path = PACKAGE.parent.joinpath(*package.split("."), name)
    return path.is_dir() or any(path.with_suffix(end).exists() for end in (".py", ".pyi", ".pyx"))


SOURCES = sorted(
    path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".pyi")
)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")


PACKAGES = [path for path in SOURCES if name_of(path) not in FACE]


def listed(package: Path) -> list[str]:
    """Files and folders that have a line in the docstring of a package, in its order."""
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_bytes()))
    assert docstring is not None
    return re.findall(r"^    (\w+)  ", docstring, re.MULTILINE)


KERNELS = [path for path in PACKAGES if path.suffix in (".pyx", ".pxd")]


def test_kernels_obey_the_layers() -> None:
    """So do Python's imports of kernels."""
    kernels = {name_of(path) for path in KERNELS}
    wrong = []
    for path in PACKAGES:
        package = package_of(name_of(path))
        for module in sorted(imports(path) if path in KERNELS else imports(path) & kernels):
            other = package_of(module)
            if other != package and LAYER_OF[other] <= LAYER_OF[package]:
                wrong.append(f"{name_of(path)} imports {module}")
    assert not wrong


def test_imports_inside_maxmatch_go_down() -> None:
    """From package to package, and from file to file of one, in the order of docstrings."""
    packages = listed(PACKAGE / "maxmatch")
    wrong = []
    for path in PACKAGES:
        own = name_of(path).split(".")
        if own[0] != "maxmatch" or len(own) < 2:
            continue
        for module in sorted(imports(path) - {name_of(path)}):
            parts = module.split(".")
            if parts[0] != "maxmatch":
                continue
            if parts[1] != own[1]:
                is_lower = packages.index(parts[1]) > packages.index(own[1])
            else:
                files = listed(path.parent)
                is_lower = files.index(parts[2]) > files.index(path.stem)
            if not is_lower:
                wrong.append(f"{name_of(path)} imports {module}")
    assert not wrong


def test_there_is_no_circle_among_kernels() -> None:
    arrows: dict[str, set[str]] = {}
    for path in PACKAGES:
        if path.suffix in (".pyx", ".pxd"):
            arrows.setdefault(name_of(path), set()).update(imports(path) - {name_of(path)})
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " imports ".join((*above, name))
        if name not in done:
            for other in sorted(arrows.get(name, ())):
                visit(other, (*above, name))
            done.add(name)

    for name in sorted(arrows):
        visit(name, ())


def test_no_module_takes_the_name_of_a_function_of_its_package() -> None:
    """Whoever imports the module puts it in the place of the function."""
    wrong = []
    for path in PACKAGES:
        if path.name != "__init__.py":
            continue
        package = importlib.import_module(
            ".".join(("fastgec", *path.parent.relative_to(PACKAGE).parts))
        )
        modules = {one.stem for one in path.parent.iterdir()}
        for name in sorted(modules & set(getattr(package, "__all__", ()))):
            if not isinstance(getattr(package, name), ModuleType):
                wrong.append(f"{package.__name__}.{name}")
    assert not wrong


def test_kernels_import_kernels_only() -> None:
    kernels = {name_of(path): path for path in PACKAGES if path.suffix in (".pyx", ".pxd")}
    wrong = [
        f"{name} imports {module}"
        for name, path in kernels.items()
        for module in sorted(imports(path) - set(kernels))
    ]
    assert not wrong


def has_names_for_python(kernel: Path) -> bool:
    """Whether other Python code can import something of a kernel."""
    text = kernel.read_text(encoding="utf-8")
    return re.search(r"^(def|class|cpdef|cdef class|[A-Z]\w* =)", text, re.MULTILINE) is not None


def test_each_kernel_with_names_for_python_has_a_stub() -> None:
    kernels = [path for path in SOURCES if path.suffix == ".pyx"]
    wrong = [
        name_of(path)
        for path in kernels
        if path.with_suffix(".pyi").exists() != has_names_for_python(path)
    ]
    assert not wrong
    assert kernels or any(path.suffix == ".pyi" for path in SOURCES)  # installed: no sources


# Packages of metrics have docstrings for users.
DESCRIBED = sorted({path.parent for path in PACKAGES} & {PACKAGE / package for package in LAYER_OF})
INNER = sorted({path.parent for path in PACKAGES if path.parent.parent == PACKAGE / "maxmatch"})


def test_the_docstring_of_a_package_has_a_line_for_each_of_its_files() -> None:
    wrong = []
    for package in (*DESCRIBED, *INNER):
        files = {path.stem for path in SOURCES if path.parent == package}
        folders = {path.parent.name for path in SOURCES if path.parent.parent == package}
        lines = listed(package)
        differing = ((files | folders) - {"__init__"}) ^ set(lines)
        if differing or len(lines) != len(set(lines)):
            wrong.append(f"{package.relative_to(PACKAGE)}: {sorted(differing or lines)}")
    assert not wrong


def test_contributing_has_a_line_for_each_package() -> None:
    text = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+) \|", text[text.index("| package |") :], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(.+?)`", row)]
    folders = {folder.name for folder in DESCRIBED}
    expected = {f"{package}/" if package in folders else package for package in LAYER_OF}
    assert sorted(named) == sorted(expected)
