"""Compare what two installations of fastgec print and write, byte for byte.

    python bench/same_output.py OLD NEW                # paths of two executables `fastgec`
    python bench/same_output.py OLD NEW --only '^jfleg' --allow 'fastgec report'
    python bench/same_output.py --list

About 1,000 command lines over all commands, formats and options (`same_output_commands.py`) run
with each installation; OLD is usually the parent commit, built in a virtual environment of its own.
Standard output, standard error, exit status and all written files must be equal. Texts are the
sample data of OLD and the corpora of the folder `shared` (CONTRIBUTING.md), where it is: whole ones
for fast commands, the first sentences ("-cut") for slow ones.

A command line runs in a shell, in a fresh folder with links to its texts, at the same path for both
installations. So one thing alone is normalised: the folder of the package, which `fastgec demo`
prints, is written <fastgec>. No command prints times.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from corpora import SHARED
from same_output_commands import commands

CUT = 40  # sentences
SHOWN = 8  # lines of a difference
TIME_LIMIT = 600
TAGS = {"NOUN": ("NN", "NNS"), "VERB": ("VB", "VBD", "VBZ"), "ADJ": ("JJ", "JJR"), "ADV": ("RB",)}


@dataclass(frozen=True)
class Case:
    corpus: str
    command: str

    def __str__(self) -> str:
        return f"{self.corpus}: {self.command}"

    @property
    def kind(self) -> str:
        """The command of fastgec, or the program, that is run."""
        words = re.findall(
            r"(?:fastgec|fastgec\.compat) (-*\w+)|python -W ignore -(c)", self.command
        )
        return words[-1][0] or "python" if words else "fastgec"


class Installation:
    """The folder of an executable `fastgec`, and of the interpreter beside it."""

    def __init__(self, executable: Path) -> None:
        self.folder = executable.absolute().parent
        if executable.name != "fastgec" or not os.access(executable, os.X_OK):
            raise SystemExit(f"{executable}: expected an executable named fastgec")
        self.environment = {
            name: value for name, value in os.environ.items() if "FASTGEC" not in name
        }
        self.environment |= {
            "FASTGEC_NO_CACHE": "1",  # no command finds what another one analysed
            "PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "100",
            "LC_ALL": "C.UTF-8",
            "MPLBACKEND": "agg",
        }
        where = "import fastgec, pathlib; print(pathlib.Path(fastgec.__file__).parent)"
        self.package = Path(self.run(f"python -c '{where}'", Path.cwd()).stdout.decode().strip())

    def run(self, command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIME_LIMIT,
        )

    def results(self, command: str, texts: Path, folder: Path) -> dict[str, bytes]:
        """Run a command among links to some texts: what it printed, its status, its files."""
        folder.mkdir()
        for path in texts.iterdir():
            (folder / path.name).symlink_to(path)
        try:
            run = self.run(command, folder)
            streams = {"standard output": run.stdout, "standard error": run.stderr}
            found = streams | {"exit status": b"%d\n" % run.returncode}
        except subprocess.TimeoutExpired:
            found = {"exit status": f"none after {TIME_LIMIT} s, of {self.folder}\n".encode()}
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                found[str(path.relative_to(folder))] = path.read_bytes()
        shutil.rmtree(folder)
        package = str(self.package).encode()
        return {name: content.replace(package, b"<fastgec>") for name, content in found.items()}


def difference(old: dict[str, bytes], new: dict[str, bytes]) -> Iterator[str]:
    """Yield the lines by which two results differ, each with the name of its stream or file."""
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            yield f"{name}: written by {'NEW' if before is None else 'OLD'} alone"
        elif before != after:
            sides = [content.decode("utf-8", "replace").split("\n") for content in (before, after)]
            lines = difflib.unified_diff(sides[0], sides[1], lineterm="", n=0)
            yield from (
                f"{name}: {line}"
                for line in lines
                if line[0] in "+-" and not re.match(r"(---|\+\+\+) ?$", line)
            )


# --- texts


def shared_corpora() -> dict[str, Path]:
    """Return the folders of corpora, if they are there."""
    folder = SHARED / "data"
    return {path.name: path for path in sorted(folder.iterdir())} if folder.is_dir() else {}


def prepare(folder: Path, installation: Installation) -> None:
    """Write a folder of texts for each corpus, and one for its first sentences."""
    for name, texts in {"samples": installation.package / "samples", **shared_corpora()}.items():
        place = folder / name
        place.mkdir()
        columns = read_columns(name, texts)
        write(place, columns)
        if (texts / "systems").is_dir():
            (place / "systems").symlink_to(texts / "systems")
        if "a.txt" not in columns:
            continue
        if "source.txt" not in columns:
            made = ("source.txt", "ref0.txt")
            words = f"--source-out {made[0]} --refs-out {made[1]}"
            installation.run(f"fastgec convert gold.m2 {words}", place)
            columns |= {file: read(place / file) for file in made}
        complete(place, columns, installation)
        cut = folder / f"{name}-cut"
        cut.mkdir()
        complete(cut, {file: first(column) for file, column in columns.items()}, installation)
    if (folder / "human").is_dir():
        conll14 = folder / "conll14"
        for path in [*conll14.glob("*.*"), *conll14.glob("systems/official-*")]:
            shutil.copy(path, folder / "human" / path.name.removeprefix("official-"))
        names = [path.stem.removeprefix("official-") for path in conll14.glob("systems/official-*")]
        human = ("rankings", "conll14-grundkiewicz2015-judgments.xml")
        write_config(
            folder / "human" / "conll14.toml", {name: f"{name}.txt" for name in names}, human
        )


def read(path: Path) -> list[str]:
    content = path.read_bytes()
    content = gzip.decompress(content) if path.suffix == ".gz" else content
    return content.decode().removesuffix("\n").split("\n")


def read_columns(name: str, folder: Path) -> dict[str, list[str]]:
    """Return the lines of the files of a corpus: source, references, gold, systems a, b and c."""
    files = {path.name.removesuffix(".gz"): path for path in sorted(folder.iterdir())}
    if name == "conll14-errant":
        systems = [files.pop(file) for file in sorted(files) if file != "gold.m2"]
        files |= {f"{k}.m2": path for k, path in zip("abc", systems, strict=False)}
    elif name != "human":
        outputs = [folder / "careful.txt", folder / "bold.txt"]
        outputs = outputs if name == "samples" else sorted((folder / "systems").iterdir())
        outputs += [path for file, path in files.items() if file.startswith("ref")]
        files |= {f"{k}.txt": path for k, path in zip("abc", outputs * 3, strict=False)}
    columns = {file: read(path) for file, path in files.items() if path.is_file()}
    if name.startswith("gmeg"):
        both = SHARED / "data" / "gmeg-fce" / "dev-then-test.errant.m2.gz"
        n_dev = len(read(SHARED / "data" / "gmeg-fce-dev" / "source.txt"))
        is_dev = name.endswith("dev")
        columns["gold.m2"] = blocks(read(both), 0 if is_dev else n_dev, n_dev if is_dev else None)
    return columns


def blocks(m2: list[str], begin: int, end: int | None) -> list[str]:
    """Return some sentences of M2."""
    return [*"\n\n".join("\n".join(m2).strip().split("\n\n")[begin:end]).split("\n"), ""]


def first(column: list[str]) -> list[str]:
    """Return the first sentences of a text, or of M2."""
    return blocks(column, 0, CUT) if column[0].startswith("S ") else column[:CUT]


def write(folder: Path, columns: dict[str, list[str]]) -> None:
    for name, column in columns.items():
        (folder / name).write_bytes("".join(f"{line}\n" for line in column).encode())


def complete(folder: Path, columns: dict[str, list[str]], installation: Installation) -> None:
    """Write a corpus, and what is made of it: M2 of systems, raw text, analyses, a config."""
    write(folder, columns)
    for k in "abc":
        installation.run(f"fastgec convert -q -s source.txt -r {k}.txt -o {k}.m2", folder)
    raw = [re.sub(r" ([.,;:!?)]|n't|'s)", r"\1", line) for line in columns["a.txt"]]
    systems = {"one": "a.txt", "two": "b.txt", "INPUT": "source.txt", "ref": "ref0.txt"}
    people = [f"{name}\t{score}" for score, name in enumerate(systems)]
    texts = {line for name, column in columns.items() if name.endswith(".txt") for line in column}
    seen = [json.dumps(analysis(line.split())) for line in sorted(texts)]
    write(folder, {"raw.txt": raw, "people.tsv": people, "seen.jsonl": seen})
    write_config(folder / "card.toml", systems, ("scores", "people.tsv"))


def write_config(path: Path, systems: dict[str, str], human: tuple[str, str]) -> None:
    references = sorted(reference.name for reference in path.parent.glob("ref*.txt"))
    table = "\n".join(f'{name} = "{file}"' for name, file in sorted(systems.items()))
    path.write_text(
        f'source = "source.txt"\nreferences = {references}\ngold = "gold.m2"\n[systems]\n{table}\n'
        f'[[human]]\nname = "people"\nkind = "{human[0]}"\nfile = "{human[1]}"\n'
    )


def analysis(words: list[str]) -> dict[str, list[str] | list[int]]:
    """Return an invented analysis: any will do, if it is the same each time."""
    kinds = [list(TAGS.items())[sum(map(ord, word)) % len(TAGS)] for word in words]
    return {
        "words": words,
        "lemma": [word.lower().removesuffix("s") for word in words],
        "pos": [pos for pos, _ in kinds],
        "tag": [tags[len(word) % len(tags)] for word, (_, tags) in zip(words, kinds, strict=True)],
        "dep": ["dep" if i else "ROOT" for i in range(len(words))],
        "head": [max(0, i - 1) for i in range(len(words))],
    }


# --- the comparison


def compared(
    cases: list[Case], options: argparse.Namespace, folder: Path
) -> Iterator[tuple[Case, list[str]]]:
    """Yield each case and the lines by which its results differ, in the order of the cases."""
    sides = [Installation(options.old), Installation(options.new)]
    texts, work = folder / "texts", folder / "work"
    texts.mkdir()
    work.mkdir()
    prepare(texts, sides[0])

    def run(number: int) -> list[str]:
        case = cases[number]
        place = work / str(number)
        old, new = (side.results(case.command, texts / case.corpus, place) for side in sides)
        return list(difference(old, new))

    with ThreadPoolExecutor(options.jobs) as pool:
        yield from zip(cases, pool.map(run, range(len(cases))), strict=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path, metavar="OLD", nargs="?", help="an executable fastgec")
    parser.add_argument("new", type=Path, metavar="NEW", nargs="?", help="another")
    parser.add_argument("--only", metavar="PATTERN", default="", help="command lines that match")
    parser.add_argument(
        "--allow",
        metavar="PATTERN",
        action="append",
        default=[],
        help="differences that may be: the command line, or each line of the difference, matches",
    )
    parser.add_argument("--list", action="store_true", help="print the command lines")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="commands at a time")
    options = parser.parse_args()
    names = ["samples", *shared_corpora()]
    if len(names) == 1:
        print(f"no corpora in {SHARED}: the sample data alone", file=sys.stderr)
    cases = [Case(*case) for case in commands([*names, *(f"{name}-cut" for name in names)])]
    cases = [case for case in dict.fromkeys(cases) if re.search(options.only, str(case))]
    if not cases:
        parser.error(f"--only {options.only}: no command line matches (--list prints them)")
    if options.list:
        print(*cases, sep="\n")
        return 0
    if options.new is None:
        parser.error("OLD and NEW are required")

    def is_allowed(text: str) -> bool:
        return any(re.search(pattern, text) for pattern in options.allow)

    kinds: dict[str, Counter[str]] = {
        "equal": Counter(),
        "allowed": Counter(),
        "different": Counter(),
    }
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        for case, lines in compared(cases, options, Path(place)):
            left = [] if is_allowed(str(case)) else [line for line in lines if not is_allowed(line)]
            verdict = "different" if left else "allowed" if lines else "equal"
            kinds[verdict][case.kind] += 1
            if lines:
                shown = (left or lines)[:SHOWN]
                print(
                    f"{verdict}: {case}",
                    *(f"    {line[:200]}" for line in shown),
                    sep="\n",
                    flush=True,
                )
    print(f"{len(cases)} commands in {time.monotonic() - start:.0f} s")
    for verdict, counts in kinds.items():
        by_kind = (
            "" if verdict == "equal" else "; ".join(f"{k} {n}" for k, n in counts.most_common())
        )
        print(f"{counts.total():6d} {verdict:10s} {by_kind}".rstrip())
    return 1 if kinds["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
