"""Search for a number that one entry point gives otherwise than another.

    python bench/search_entry_points.py --cases 2000 --seed 1

Draws a corpus, a metric and its parameters, and asks all entry points for the scores: Python
(scores, and counts that are cut, joined, saved and scored), the command line (JSON, TSV, CSV,
standard input, compressed files, parts that are merged), configs, comparisons, pictures, reports,
Arrow, and the integrations. All numbers must be equal to the last digit, sentences' numbers as
well. Then laws: a permutation of annotators' lines and of ids, a corpus that is given twice. Stops
at the first difference, prints it, and leaves the files. Same seed, same cases.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import random
import re
import shutil
import sys
import tempfile
import time
import warnings
from contextlib import chdir
from pathlib import Path

from entry_points import arrow, commands, elsewhere, integrations, main_of, python
from entry_points_case import Case, Numbers, case_of, require_equal, run
from fastgec import Gold, References
from fastgec.metrics import functions


def laws(case: Case, expected: Numbers, rng: random.Random) -> int:
    """Hold laws: other ids of annotators, in the same order; a corpus given twice as counts."""
    one, corpus = case.one, case.corpus
    if case.reads == "edits":
        lines = corpus.gold.split("\n")
        step = rng.randint(2, 1000)
        moved = [
            f"{head}|||{int(own) * step + 3}" if line.startswith("A ") else line
            for line in lines
            for head, _, own in [line.rpartition("|||")]
        ]
        if all("A " in block for block in corpus.gold.strip("\n").split("\n\n")):
            gold = Gold.parse("\n".join(moved))
            scores = functions.evaluate(
                one.metric, corpus.outputs, gold, one.parameters, one.scoring, tells=False
            )
            require_equal("other ids of annotators", case.numbers(scores), expected)
    if case.name in ("green", "imeasure") and "corpus" not in one.label:
        systems = [[*output, *output] for output in corpus.outputs]
        references = [[*column, *column] for column in corpus.references]
        order = list(range(2 * corpus.n))
        rng.shuffle(order)
        double = References.of_columns(
            [[*corpus.sources, *corpus.sources][s] for s in order],
            [[column[s] for s in order] for column in references],
        )
        scores = functions.evaluate(
            *(one.metric, [[column[s] for s in order] for column in systems], double),
            *(one.parameters, one.scoring),
            tells=False,
        )
        for found, numbers in zip(case.numbers(scores), expected, strict=True):
            for (path, value), (_, old) in zip(found, numbers, strict=True):
                if path.endswith("/order"):
                    require_equal("a corpus twice", value, old)
                elif isinstance(old, int):
                    require_equal(f"a corpus twice, {path}", value, 2 * old)
                elif "mean" not in path and path != "/beta":
                    require_equal(f"a corpus twice, {path}", value, old)
    return 1


def report(case: Case, expected: Numbers) -> int:
    """Compare what a page shows with the table of the command."""
    label = ["--metric", case.one.label]
    if case.reads == "references":
        files = ["-s", "source.txt", "-r", *case.corpus.refs, "-c", *case.files]
    else:
        files = [*case.files, "gold.m2" if case.reads == "edits" else "refs.m2"]
    few = ["--ci=2", "--resamples", "2"]
    run(["report", "-o", "page.html", "-q", *few, *files, *label])
    page = Path("page.html").read_text("utf-8")
    found = re.search(r'id="data">([A-Za-z0-9+/=]*)<', page)
    assert found is not None
    data = json.loads(gzip.decompress(base64.b64decode(found[1])))
    [part] = data["parts"]
    shown = [bar[1] for bar in part["bars"]]
    require_equal("report", shown, [100 * main_of(case, numbers) for numbers in expected])
    return 1


def compare(rng: random.Random) -> tuple[str, int]:
    """Ask all entry points for the numbers of a case; return its metric, and how many agree."""
    case = case_of(rng)
    case.corpus.write()
    try:
        expected, tables = python(case)
        n_entry_points = 6 + commands(case, expected, rng)
        n_entry_points += elsewhere(case, expected, rng) + arrow(case, tables)
        n_entry_points += integrations(case, expected, rng) + laws(case, expected, rng)
        is_shown = case.name not in ("gotoscorer", "cleme", "cleme2") and "dt" not in case.one.label
        if is_shown and rng.random() < 0.2:
            n_entry_points += report(case, expected)
    except Exception:
        print(f"{case.one.label} {case.flags}", file=sys.stderr)
        raise
    return case.name, n_entry_points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--keep", default="entry points-differ", help="folder of the files that differ"
    )
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # of texts that are drawn
    begin, n_entry_points = time.perf_counter(), 0
    seen: dict[str, int] = {}
    keep = Path(options.keep).absolute()
    for number in range(options.cases):
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            try:
                name, n_more = compare(random.Random(f"{options.seed} {number}"))
            except Exception:
                shutil.copytree(folder, keep, dirs_exist_ok=True)
                print(f"case {number} of seed {options.seed}: files in {keep}", file=sys.stderr)
                raise
        seen[name] = seen.get(name, 0) + 1
        n_entry_points += n_more
    seconds = time.perf_counter() - begin
    print(f"{options.cases} cases, {n_entry_points} answers, all alike, {seconds:.0f} s: {seen}")


if __name__ == "__main__":
    main()
