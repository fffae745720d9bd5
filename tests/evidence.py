"""The evidence that fastgec's numbers are those of the published programs, as a table.

    python tests/evidence.py                              # golden data of this repository
    python tests/evidence.py FOLDER                       # and the corpora that lie in FOLDER
    python tests/evidence.py [FOLDER] --write docs/exactness.md

Nothing is fetched. FOLDER may hold checkouts in any layout (CoNLL-2014 with its outputs,
W&I+LOCNESS, JFLEG, GMEG, pillars-of-gec, CLEME): texts are found by their SHA-256. `--write` puts
the table between the marks <!-- evidence --> and <!-- /evidence --> of a page; rows that were not
compared this time stay as they are there. Stops with an error where a number differs.

Times are processor time of the whole comparison, reading included.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import NamedTuple

import errant_data
import test_cleme
import test_cli_gleu
import test_cli_green
import test_cli_imeasure
import test_gleu
import test_golden_errant
import test_golden_m2
import test_green
import test_imeasure
import test_imeasure_mix
from commands import called
from fastgec import Gold, cleme, imeasure, m2
from golden_data import COMMITTED, CORPORA, content_of, digest_of

BEGIN, END = "<!-- evidence -->\n", "<!-- /evidence -->\n"
HEAD = (
    "metric",
    "reference program, version",
    "cases",
    "largest difference",
    "our time",
    "its time",
)
FLOATS = "{} (counts), below 1e-12 (scores)"
HALVES = "0, but for the last digit of {} numbers that are rounding halves"


class Row(NamedTuple):
    """A comparison.

    compare     returns how many cases were compared, and the largest difference of a count; what is
                compared byte for byte, or has no one number, raises an AssertionError instead
    difference  how this difference, or number of exceptions, is shown
    """

    metric: str
    program: str
    unit: str  # what a case is
    compare: Callable[[], tuple[int, int]]
    difference: str = "{}"


def m2_counts(names: Iterable[str]) -> tuple[int, int]:
    found = [test_golden_m2.compare_counts(name) for name in names]
    return sum(size for size, _ in found), max(worst for _, worst in found)


def m2_names(kinds: tuple[str, ...], is_release_3_2: bool) -> list[str]:
    return [
        f"m2-random/{name}"
        for name in test_golden_m2.RANDOM
        if name.startswith(kinds) and ("release" in name) == is_release_3_2
    ]


def in_a_folder(compare: Callable[[], tuple[int, int]]) -> tuple[int, int]:
    """Compare in an empty folder."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return compare()


def green_outputs() -> tuple[int, int]:
    names = ("edge-cases-made-up", "rounding")
    found = [test_cli_green.compare_all(name, Path(), called) for name in names]
    return sum(n_runs for n_runs, _ in found), sum(n_near for _, n_near in found)


def errant_tables(root: Path) -> tuple[int, int]:
    return test_golden_errant.compare_tables(root, called), 0


def gleu_outputs() -> tuple[int, int]:
    n_equal, _ = test_cli_gleu.compare_edge_cases("edge_cases-made-up", called)
    return n_equal + test_cli_gleu.compare_white_space(called), 0


# What is known of the time of the published programs, and where it was measured.
THEIR_TIMES = {
    "M2, where the program never ends": "never ends",
    # Processor time of whole processes, median of 3 runs on AMU, beside `fastgec errant compare`.
    "ERRANT, comparison, real outputs": "0.9 s each (ours: 0.2 s)",
}
MADE_UP = ("tiny", "inserts")
NUS = "NUS scorer, {}"
ROWS = [
    Row(
        "M2",
        NUS.format("development version"),
        "random sentences",
        lambda: m2_counts(m2_names(MADE_UP, is_release_3_2=False)),
    ),
    Row(
        "M2",
        NUS.format("release 3.2"),
        "random sentences",
        lambda: m2_counts(m2_names(MADE_UP, is_release_3_2=True)),
    ),
    Row(
        "M2, invented words",
        "none: our reference kernel and our slow oracle, which agree",
        "sentences of invented words",
        lambda: m2_counts(
            [*m2_names(("invented",), False), *m2_names(("invented",), is_release_3_2=True)]
        ),
    ),
    Row(
        "M2, where the program never ends",
        "NUS scorer's steps in its order, simulated, and an independent exact method",
        "sentences of up to 500 tokens",
        lambda: m2_counts(["m2-killers/made-up"]),
    ),
    Row(
        "GREEN",
        "`green`, `sgreen`, `mgreen`",
        "outputs",
        lambda: in_a_folder(green_outputs),
        HALVES,
    ),
    Row("GLEU", "`compute_gleu`, Python 2 and 3", "outputs", lambda: in_a_folder(gleu_outputs)),
    Row(
        "GLEU, drawn references",
        "`random` of Python 2 and 3",
        "sequences",
        lambda: (test_gleu.compare_draws(), 0),
    ),
    Row(
        "ERRANT, comparison",
        "`errant_compare` 3.0.2",
        "outputs",
        lambda: in_a_folder(lambda: (test_golden_errant.compare_small_runs(called), 0)),
    ),
    Row(
        "ERRANT, edits of analysed texts",
        "`errant` 3.0.2",
        "lists of edits",
        lambda: (sum(map(errant_data.compare_edits, ERRANT_PAIRS)), 0),
    ),
    Row(
        "I-measure",
        "`ieval.py`",
        "lines of output",
        lambda: in_a_folder(lambda: test_cli_imeasure.compare_layout(called)),
        "0, but for {} lines that ties between candidates decide",
    ),
    Row(
        "I-measure, alignments",
        "`ieval.py`",
        "alignments",
        lambda: (test_imeasure.compare_alignments("alignments-made-up"), 0),
    ),
    Row(
        "I-measure, with and without mixing",
        "none: enumeration with whole tables",
        "sentences",
        lambda: (
            sum(map(test_imeasure.compare_random, test_imeasure.RANDOM))
            + sum(map(test_imeasure_mix.compare_random, test_imeasure_mix.RANDOM)),
            0,
        ),
    ),
]
ERRANT_PAIRS = ("made-up", "targeted", "targeted-more")


# --- corpora


class Task(NamedTuple):
    """A comparison on a corpus: the texts that it reads, and how many cases it has."""

    files: list[str]
    n_cases: int
    compare: Callable[[], object]


def texts(pattern: str) -> list[str]:
    """Return the names of texts of the corpora."""
    return [name for name in DIGESTS if Path(name).match(pattern)]


DIGESTS: dict[str, str] = json.loads((COMMITTED / "corpora.json").read_text(encoding="utf-8"))


def linked(folder: Path, root: Path) -> Path:
    """Make a folder as `shared` is, of the texts found in another, and of golden data."""
    names: dict[str, list[str]] = {}
    for name, digest in DIGESTS.items():
        names.setdefault(digest, []).append(name)
    for path in sorted(folder.rglob("*")):
        with contextlib.suppress(OSError):
            for name in names.get(digest_of(path), []) if path.is_file() else []:
                put(root / "data" / name, content_of(path))
    gold = root / "data" / "conll14" / "gold.m2"
    if gold.exists():  # its source and references are the gold applied
        made = [gold.parent / name for name in ("source.txt", "ref0.txt", "ref1.txt")]
        options = ["--source-out", made[0], "--refs-out", *made[1:], "--absent", "first", "-q"]
        assert called(["convert", gold, *options]).status == 0
        assert all(digest_of(path) == DIGESTS[f"conll14/{path.name}"] for path in made)
    (root / "golden").symlink_to(COMMITTED)
    return root


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)


def corpus_rows(root: Path) -> Iterator[Row]:
    """Yield the rows of the corpora that are in a folder as `shared` is, whole or in part."""
    tasks: dict[tuple[str, str, str, str], list[Task]] = {
        ("M2, real outputs", NUS.format("both"), "sentences", FLOATS): m2_tasks(root),
        ("GREEN, real outputs", "`green`", "scores", FLOATS): green_tasks(root),
        ("GLEU, real outputs", "`compute_gleu`, Python 2 and 3", "outputs", FLOATS): gleu_tasks(
            root
        ),
        ("ERRANT, comparison, real outputs", "`errant_compare` 3.0.2", "tables", "{}"): [
            Task(texts("conll14-errant/*"), 235, lambda: in_a_folder(lambda: errant_tables(root)))
        ],
        ("I-measure, real outputs", "`ieval.py`", "sentences", "{}"): imeasure_tasks(root),
        ("CLEME and CLEME2.0, real outputs", "the authors' program", "sentences", FLOATS): [
            Task(
                texts("conll14-errant/*"),
                1312,
                lambda pair=pair: test_cleme.test_rows_and_scores_are_those_of_the_authors_program(
                    *pair, root
                ),
            )
            for pair in product(range(len(test_cleme.SYSTEMS)), cleme.ASSUMPTIONS)
        ],
    }
    for (metric, program, unit, difference), own in tasks.items():
        there = [
            task for task in own if all((root / "data" / name).exists() for name in task.files)
        ]
        if len(there) < len(own):
            print(f"{metric}: texts of {len(own) - len(there)} of {len(own)} parts not found")
        if there:
            yield Row(metric, program, unit, lambda there=there: done(there), difference)


def done(tasks: list[Task]) -> tuple[int, int]:
    for task in tasks:
        task.compare()
    return sum(task.n_cases for task in tasks), 0


def m2_tasks(root: Path) -> list[Task]:
    golds: dict[str, Gold] = {}

    def compare(corpus: str, system: str, release: str) -> None:
        if corpus not in golds:
            golds[corpus] = Gold.read(root / "data" / corpus / "gold.m2")
        test_golden_m2.test_counts_choices_and_scores_are_those_of_the_published_scorer(
            root, golds, corpus, system, release
        )

    return [
        Task(
            [f"{corpus}/gold.m2", f"{corpus}/systems/{system}.txt"],
            test_golden_m2.N_SENTENCES[corpus],
            lambda one=(corpus, system, release): compare(*one),
        )
        for (corpus, system), release in product(test_golden_m2.OUTPUTS, m2.RELEASES)
    ]


N_SYSTEMS = {"conll14-official": 13, "gmeg-fce": 7, "jfleg-dev": 2}


def parallel(corpus: str) -> list[str]:
    return [*texts(f"{CORPORA[corpus]}/*.txt"), *texts(f"{CORPORA[corpus]}/systems/*.txt")]


def green_tasks(root: Path) -> list[Task]:
    return [
        Task(
            parallel(corpus),
            N_SYSTEMS[corpus] * 4 * n_orders,
            lambda one=(root, corpus, unit): (
                test_green.test_counts_choices_and_scores_equal_the_reference(*one)
            ),
        )
        for corpus, (unit, n_orders) in product(CORPORA, (("word", 4), ("char", 6)))
    ]


def gleu_tasks(root: Path) -> list[Task]:
    return [
        Task(
            parallel(corpus),
            N_SYSTEMS[corpus],
            lambda one=(root, corpus, python): (
                test_gleu.test_official_scores_equal_the_published_program(*one)
            ),
        )
        for corpus, python in product(CORPORA, "23")
    ]


def imeasure_tasks(root: Path) -> list[Task]:
    return [
        Task(
            ["conll14/gold.m2", f"conll14/systems/official-{name}.txt"],
            1312,
            lambda name=name: test_imeasure.test_sentences_and_totals_of_conll14(
                name, root, imeasure.read_m2(root / "data" / "conll14" / "gold.m2")
            ),
        )
        for name in test_imeasure.SYSTEMS
    ]


# --- the table


def cells(row: Row) -> list[str]:
    """Compare, and return the cells of a row."""
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        n_cases, worst = row.compare()
    seconds = time.process_time() - start
    shown = row.difference.format(worst)
    taken = f"{seconds:.1f} s" if seconds >= 0.05 else "below 0.05 s"
    return [
        row.metric,
        row.program,
        f"{n_cases:,} {row.unit}",
        shown,
        taken,
        THEIR_TIMES.get(row.metric, "—"),
    ]


def lines_of(table: Iterable[list[str]]) -> str:
    head = [list(HEAD), ["---", "---", "---", "---", "---:", "---:"]]
    return "".join(f"| {' | '.join(row)} |\n" for row in [*head, *table])


def table_of(page: str) -> list[list[str]]:
    """Return the cells of the rows that stand in a page."""
    lines = page.partition(BEGIN)[2].partition(END)[0].splitlines()[2:]
    return [line.strip("| ").split(" | ") for line in lines]


def merged(old: list[list[str]], new: list[list[str]]) -> list[list[str]]:
    """Return the rows of a page, those that were made anew in their places."""
    return list({(row[0], row[1]): row for row in [*old, *new]}.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where corpora are")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into a page")
    options = parser.parse_args()
    rows = [row for row in ROWS if "edits" not in row.metric or find_spec("errant")]
    with tempfile.TemporaryDirectory() as place:
        if options.folder:
            rows += corpus_rows(linked(options.folder, Path(place)))
        table = [cells(row) for row in rows]
    if options.write:
        page = options.write.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        table = merged(table_of(page), table)
        after = rest.partition(END)[2]
        page = f"{before}{BEGIN}{lines_of(table)}{END}{after}"
        options.write.write_text(page, encoding="utf-8")
    print(lines_of(table), end="")


if __name__ == "__main__":
    os.environ.setdefault("COLUMNS", "80")
    sys.exit(main())
