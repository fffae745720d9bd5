"""What `search_entry_points.py` asks for the numbers of a case: each compares, or raises."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import random
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from entry_points_case import Case, DifferenceError, Numbers, require_equal, run, systems_of
from fastgec import Counts, Gold, References
from fastgec.bridges.corpus import CorpusScore
from fastgec.bridges.reward import Reward
from fastgec.metrics import functions
from fastgec.metrics.base import Reading
from fastgec.read.coders import Annotations
from search_plain import done_plainly


def python(case: Case) -> tuple[Numbers, list[Counts] | None]:
    """Return the numbers of the functions, after counts and scores of sentences were compared."""
    one, systems, gold = case.one, case.systems(), case.gold()
    metric = one.metric
    scores = functions.evaluate(metric, systems, gold, one.parameters, one.scoring)
    expected = case.numbers(scores)
    for jobs in (2, 4):
        files = functions.evaluate(
            *(metric, case.files, of_files(case), one.parameters, one.scoring),
            Reading(jobs=jobs),
        )
        require_equal(f"evaluate of files, {jobs} threads", case.numbers(files), expected)
    tables = functions.count(metric, systems, gold, one.parameters)
    if case.is_of_all:
        return expected, None
    for table in tables:
        cut = case.corpus.n // 2
        parts = [table.sentences(0, cut), table.sentences(cut, table.n_sentences)]
        require_equal("joined counts", Counts.concat(parts), table)
        table.save("counts.npz")
        require_equal("saved counts", Counts.load("counts.npz"), table)
    scored = [functions.score_counts(metric, table, one.scoring) for table in tables]
    require_equal("score_counts", case.numbers(scored), expected)
    return expected, tables


def of_files(case: Case) -> Any:
    """Return the gold as files."""
    if case.reads == "references":
        return References("source.txt", case.corpus.refs)
    return Gold.read("gold.m2") if case.reads == "edits" else "refs.m2"


def commands(case: Case, expected: Numbers, rng: random.Random) -> int:
    """Compare what the metric's command prints; return the number of entry points."""
    words = case.arguments()
    plain = json.loads(run([*words, "-f", "json", "-q", "-j", rng.choice("124")]))
    require_equal("-f json", systems_of(plain), expected)
    for kind, between in (("tsv", "\t"), ("csv", ",")):
        rows = list(csv.DictReader(io.StringIO(run([*words, "-f", kind, "-q"])), delimiter=between))
        for row, numbers in zip(rows, expected, strict=True):
            known = {path[1:]: value for path, value in numbers}
            found = {name: float(text) for name, text in row.items() if name in known and text}
            require_equal(f"-f {kind}", found, {name: known[name] for name in found})
            if not found:
                raise DifferenceError(f"-f {kind}: no number of {sorted(known)} in {row}")
    if case.name != "gotoscorer":  # difficulty is of all systems together
        at = rng.randrange(len(case.files))
        path = case.files[at]
        Path("packed.gz").write_bytes(gzip.compress(Path(path).read_bytes()))
        found = json.loads(run([*case.arguments(["packed.gz"]), "-f", "json", "-q"]))
        require_equal("a compressed file", systems_of(found), expected[at : at + 1])
        stdin = Path(path).read_bytes()
        found = json.loads(run([*case.arguments(["-"]), "-f", "json", "-q"], stdin))
        require_equal("standard input", systems_of(found), expected[at : at + 1])
        plainly(case, path)
    return 5 + parts(case, plain, rng) + sentences(case, expected)


def plainly(case: Case, path: str) -> None:
    """Compare a plain run, where it answers, with any other."""
    out, err = io.StringIO(), io.StringIO()
    words = case.arguments([path])
    with redirect_stdout(out), redirect_stderr(err):
        is_answered = done_plainly(words)
    if is_answered:
        require_equal("a plain run", out.getvalue(), run(words))


def parts(case: Case, plain: dict[str, Any], rng: random.Random) -> int:
    """Compare merged parts with the whole."""
    if case.is_of_all or case.corpus.n < 2:
        return 0
    n = case.corpus.n
    cuts = sorted(rng.sample(range(1, n), rng.randint(1, min(3, n - 1))))
    names = []
    for k, (first, last) in enumerate(itertools.pairwise([0, *cuts, n])):
        names.append(f"part{k}.npz")
        words = [*case.arguments(), "-q", "--sentence-range", f"{first + 1}:{last}"]
        run([*words, "--counts-out", names[-1]])
    rng.shuffle(names)
    scoring = case.scoring_flags
    merged = json.loads(run(["merge", *names, *scoring, "-f", "json", "-q"]))
    require_equal("merged parts", merged, plain)
    run([*case.arguments(), "-q", "--counts-out", "whole.npz", "-f", "json"])
    require_equal(
        "the whole as a part",
        json.loads(run(["merge", "whole.npz", *scoring, "-f", "json"])),
        plain,
    )
    return 2


def sentences(case: Case, expected: Numbers) -> int:
    """Compare sentences: their counts add up, their scores are those of `sentence_scores`."""
    run([*case.arguments(), "-q", "--sentences", "each.jsonl", "-f", "json"])
    lines = [json.loads(line) for line in Path("each.jsonl").read_text("utf-8").splitlines()]
    require_equal("lines of --sentences", len(lines), case.corpus.n * len(case.files))
    one = case.one
    if case.name == "gotoscorer":
        return 1
    for system, path in enumerate(case.files):
        own = [line for line in lines if line["system"] == path]
        numbers = dict(expected[system])
        if case.name in ("m2", "errant"):
            for name in (
                ("correct", "proposed", "gold") if case.name == "m2" else ("tp", "fp", "fn")
            ):
                total = sum(line[name] for line in own)
                require_equal(f"sum of --sentences, {name}", total, numbers[f"/{name}"])
        if case.is_of_all:
            continue
        found = functions.sentence_scores(
            *(one.metric, case.systems()[system], case.gold(), one.parameters, one.scoring)
        ).tolist()
        for name in ("f", "mean"):
            if case.name in ("green", "gleu") and name in own[0]:
                require_equal("scores of --sentences", [line[name] for line in own], found)
        alone = [
            functions.evaluate(
                *(one.metric, [part], gold, one.parameters, one.scoring), tells=False
            )[0].value
            for part, gold in each_alone(case, system)
        ]
        if case.name != "gleu":
            require_equal("sentence_scores", found, alone)
    return 2


def each_alone(case: Case, system: int) -> Iterator[tuple[Any, Any]]:
    """Yield each sentence of a system as a corpus of its own."""
    corpus, whole = case.corpus, case.gold()
    for s in range(corpus.n):
        if case.reads == "pairs":
            part = Annotations.read(corpus.edits[system])
            yield part.take([s]), whole.take([s])
        elif case.reads == "edits":
            yield [corpus.outputs[system][s]], whole.take([s])
        else:
            columns = [[column[s]] for column in corpus.references]
            yield (
                [corpus.outputs[system][s]],
                References.of_columns([corpus.sources[s]], columns),
            )


def elsewhere(case: Case, expected: Numbers, rng: random.Random) -> int:
    """Compare configs, comparisons, pictures and reports."""
    main = [main_of(case, numbers) for numbers in expected]
    n_entry_points = 0
    if case.name != "errant" or "without" not in case.one.label:
        config(case, expected)
        n_entry_points += 1
    if len(case.corpus.sources) == 1:  # which has neither intervals nor tests
        return n_entry_points
    measures = ["-o", "forest.json", "-q", f"--ci={rng.choice((1, 2, 5))}"]
    words = case.arguments()
    if case.name != "errant":
        run(["plot", "forest", "--metric", case.name, *words[1:], *measures])
    else:
        given = [*case.files, "refs.m2", "--metric", "errant", *case.flags]
        run(["plot", "forest", *given, *measures])
    drawn = json.loads(Path("forest.json").read_text("utf-8"))
    rows = drawn["numbers"]["panels"][0]["rows"]
    require_equal("plot forest", [row["value"] for row in rows], main)
    n_entry_points += 1
    if len(case.files) > 1:
        gold = (
            ["-s", "source.txt", "-r", *case.corpus.refs]
            if case.reads == "references"
            else ["--gold", "gold.m2" if case.reads == "edits" else "refs.m2"]
        )
        flags = errant_flags(case) if case.name == "errant" else case.flags
        few = ["--resamples", "3", "-f", "json", "-q"]
        words = ["compare", "--metric", case.name, *case.files, *gold, *flags, *few]
        document = json.loads(run(words))
        name = main_name(case)
        found = [document["base"][name], *(row[name] for row in document["systems"])]
        require_equal("compare", found, main)
        document = json.loads(run([*words, "--all"]))
        by_path = {row["system"]: row[name] for row in document["systems"]}
        require_equal("compare --all", [by_path[path] for path in case.files], main)
        n_entry_points += 2
    return n_entry_points


def errant_flags(case: Case) -> list[str]:
    """Return the flags of ERRANT as other commands spell them."""
    renamed = {"-single": "--single", "-multi": "--multi", "-filt": "--without"}
    found = []
    for flag in case.flags:
        if flag in ("-cse", "-ds", "-dt"):
            found += ["--mode", flag[1:]]
        else:
            found.append(renamed.get(flag, flag))
    return found


def main_name(case: Case) -> str:
    """Return what JSON calls the score."""
    return {"gleu": "mean", "imeasure": "i", "cleme2": "score"}.get(case.name, "f")


def main_of(case: Case, numbers: tuple[Any, ...]) -> float:
    """Return the score among the numbers of a system."""
    return float(dict(numbers)[f"/{main_name(case)}"])


def config(case: Case, expected: Numbers) -> None:
    """Compare `run` of a config, from the command line and from Python."""
    text = [
        f"metrics = [{json.dumps(case.one.label)}]",
        'source = "source.txt"',
        f"references = {json.dumps(case.corpus.refs)}",
        'gold = "gold.m2"',
        'errant = "refs.m2"',
        "[systems]",
        *(f'S{k} = "{path}"' for k, path in enumerate(case.corpus.texts)),
        "[errant-systems]",
        *(f'S{k} = "{path}"' for k, path in enumerate(case.corpus.edits)),
    ]
    Path("card.toml").write_text("\n".join(text) + "\n", encoding="utf-8")
    document = json.loads(run(["run", "card.toml", "-f", "json", "-q"]))
    [found] = document["corpora"][0]["metrics"]
    require_equal("run", systems_of(found), expected)


def integrations(case: Case, expected: Numbers, rng: random.Random) -> int:
    """Compare the score of a corpus in any order, and rewards."""
    one, corpus = case.one, case.corpus
    if case.name == "gotoscorer" or case.reads == "pairs":
        return 0
    given = {"gold": case.gold()} if case.reads == "edits" else {"references": case.gold()}
    ids = [f"id {s}" for s in range(corpus.n)]
    scorer = CorpusScore(one.label, ids=ids, **given)
    for output, numbers in zip(corpus.outputs, expected, strict=True):
        items = list(zip(ids, output, strict=True))
        items += rng.choices(items, k=rng.randint(0, 2))
        rng.shuffle(items)
        require_equal("CorpusScore", case.numbers([scorer(items)]), [numbers])
    output = corpus.outputs[0]
    alone = functions.sentence_scores(
        one.metric, output, case.gold(), one.parameters, one.scoring
    ).tolist()
    order = [rng.randrange(corpus.n) for _ in range(2 * corpus.n)]
    batch = [output[s] for s in order]
    reward = Reward(one.label, ids=ids, **given)
    found = reward(batch, {"id": [ids[s] for s in order]}).values
    require_equal("Reward by ids", found, [alone[s] for s in order])
    if case.reads == "references":
        rows = {
            "source": [corpus.sources[s] for s in order],
            "references": [[column[s] for column in corpus.references] for s in order],
        }
        require_equal(
            "Reward by columns", Reward(one.label)(batch, rows).values, [alone[s] for s in order]
        )
        return 3
    if not one.parameters.implicit_noop and one.parameters.optional == "required":
        blocks = corpus.gold.split("\n\n")
        found = Reward(one.label)(batch, {"gold": [blocks[s] for s in order]}).values
        require_equal("Reward by gold", found, [alone[s] for s in order])
        return 3
    return 2


def arrow(case: Case, tables: list[Counts] | None) -> int:
    """Compare counts of Arrow batches."""
    if tables is None or case.reads == "pairs":
        return 0
    import pyarrow as pa

    from fastgec import frames
    from fastgec.read.arrow import edits_of

    corpus, gold = case.corpus, case.gold()
    for output, expected in zip(corpus.outputs, tables, strict=True):
        columns: dict[str, Any] = {"source": corpus.sources, "hypothesis": output}
        annotators = None
        if case.reads == "edits":
            columns["edits"] = edits_of(gold)
            annotators = gold.annotators
        else:
            columns["references"] = [list(row) for row in zip(*corpus.references, strict=True)]
        table = pa.table(columns)
        cut = corpus.n // 2
        parts = [table.slice(0, cut), table.slice(cut)]
        counted = [
            frames.count(case.name, part, case.one.parameters, annotators=annotators)
            for part in parts
            if len(part)
        ]
        require_equal("frames", frames.counts_of(counted), expected)
    return 1
