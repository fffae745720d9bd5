"""Throughput of whole processes, and of other scorers that you have and name.

    python bench/peers.py --plot bench/throughput.png \\
        --peer 'wc -w=wc -w {source} {hypothesis} {gold}' \\
        --peer 'm2scorer=python2 m2scorer/scripts/m2scorer.py {hypothesis} {gold}'

Scores seeded corpora from a process's start to its end: 100 to 100,000 sentences of 5 to 40 tokens,
then 5,000 sentences of 10 to 320 tokens; the system changes one token in ten, gold has two
annotators. Our commands run on one thread. A peer is a name and a command, in which {source},
{hypothesis}, {gold} (M2) and {reference} (of the first annotator) are replaced by paths; it runs on
this machine, where you installed it, and nothing of it is here. Scorers take turns. Printed are,
of the median run, sentences per second of processor time (which other work on the machine hardly
changes), that time, and wall time; and the last line of a peer's output, so that numbers can be
compared. A scorer that took longer than the limit for a corpus is left out of larger ones.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from compare_wc import measure
from corpora import Corpus, make_corpus
from fastgec import Gold
from fastgec.read.gold import sources
from fastgec.texts import corrected

ROUNDS = 3
SENTENCES = (100, 1000, 10_000, 100_000)
TOKENS = (10, 20, 40, 80, 160, 320)
FASTGEC = {
    "fastgec m2": "m2 {hypothesis} {gold}",
    "fastgec green": "green -s {source} -r {reference} -c {hypothesis}",
    "fastgec gleu": "gleu -s {source} -r {reference} -c {hypothesis}",
}
Curves = dict[str, list[tuple[int, float]]]


def scorers_of(peers: Sequence[str]) -> dict[str, list[str]]:
    """Return the commands of all scorers, with names of files in braces."""
    ours = [sys.executable, "-m", "fastgec"]
    scorers = {name: [*ours, *command.split(), "-j", "1"] for name, command in FASTGEC.items()}
    for peer in peers:
        name, equals, command = peer.partition("=")
        if not (name and equals and command.strip()):
            raise SystemExit(f"--peer {peer!r}, expected NAME=COMMAND")
        scorers[name] = shlex.split(command)
    return scorers


def files_of(corpus: Corpus, folder: Path) -> dict[str, str]:
    """Return the paths that stand for names in braces; source and reference are written."""
    gold = Gold.read(corpus.gold)
    texts = {"source": sources(gold), "reference": corrected.apply_edits(gold)[0]}
    for name, lines in texts.items():
        path = folder / f"{corpus.name}.{name}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {
        "gold": str(corpus.gold),
        "hypothesis": str(corpus.system),
        **{name: str(folder / f"{corpus.name}.{name}.txt") for name in texts},
    }


def filled(command: Sequence[str], files: Mapping[str, str]) -> list[str]:
    """Return the words of a command with paths for names in braces."""
    words = []
    for word in command:
        for name, path in files.items():
            word = word.replace(f"{{{name}}}", path)
        words.append(word)
    return words


def last_line(command: list[str]) -> str:
    try:
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        raise SystemExit(f"{command[0]}: no such program") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{shlex.join(command)}\nended with {error.returncode}") from None
    return output.rstrip().rpartition("\n")[2]


def compare(
    scorers: Mapping[str, list[str]], corpora: Mapping[int, Corpus], folder: Path, limit: float
) -> Curves:
    """Print a table for each corpus and return (size, sentences per second) of each scorer."""
    curves: Curves = {name: [] for name in scorers}
    active = list(scorers)
    for size, corpus in corpora.items():
        files = files_of(corpus, folder)
        commands = {name: filled(scorers[name], files) for name in active}
        said = {name: last_line(command) for name, command in commands.items()}
        runs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in active}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                runs[name].append(measure(command))
        print(f"\n{corpus.name}: {corpus.n_sentences} sentences")
        for name, measured in runs.items():
            wall, seconds = (statistics.median(run[i] for run in measured) for i in range(2))
            rate = corpus.n_sentences / seconds
            curves[name].append((size, rate))
            note = "" if name in FASTGEC else f"   {said[name]}"
            print(f"  {name:16} {rate:12,.0f}/s {seconds:8.2f} s ({wall:.2f} s){note}", flush=True)
            if wall > limit:
                active.remove(name)
    return curves


def plot(path: str, by_number: Curves, by_length: Curves) -> None:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print(f"no plot in {path}: matplotlib is not installed")
        return
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    left, right = figure.subplots(1, 2)
    for axes, curves, label in (
        (left, by_number, "sentences of 5 to 40 tokens"),
        (right, by_length, "tokens of each of 5,000 sentences"),
    ):
        for name, points in curves.items():
            axes.loglog(*zip(*points, strict=True), marker="o", label=name)
        axes.set_xlabel(label)
        sizes = sorted({size for points in curves.values() for size, _ in points})
        axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
        axes.minorticks_off()
    left.set_ylabel("sentences per second of processor time, whole process")
    left.legend()
    figure.savefig(path, dpi=110)
    print(f"\nplot: {path}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer", metavar="NAME=COMMAND", action="append", default=[])
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="default: 60")
    parser.add_argument("--sentences", type=int, nargs="+", default=SENTENCES, metavar="N")
    parser.add_argument("--tokens", type=int, nargs="+", default=TOKENS, metavar="N")
    parser.add_argument("--plot", metavar="PNG", help="draw the curves, if matplotlib is there")
    options = parser.parse_args(arguments)
    scorers = scorers_of(options.peer)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        by_number = {n: make_corpus(folder, n, share=0.1) for n in sorted(options.sentences)}
        by_length = {
            n: make_corpus(folder, 5000, share=0.1, tokens=(n, n)) for n in sorted(options.tokens)
        }
        curves = [
            compare(scorers, corpora, folder, options.limit) for corpora in (by_number, by_length)
        ]
    if options.plot:
        plot(options.plot, *curves)


if __name__ == "__main__":
    main()
