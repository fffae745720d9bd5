"""The page of `fastgec report` in a browser: numbers, links, keys, filters, and who can read it.

Each data set is made into a file once; each test opens it from disk. Closing a page fails where it
asked for anything but itself or wrote to the console, whatever the test was about.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from browsing import Opened, chromium, report_of, write
from commands import Call
from fastgec import m2
from fastgec.show.errors import type_in_words
from report_page import data_of, hypotheses_of, markdown_rows, mixtures

Open = Callable[..., Opened]
HOSTILE = [
    "<script>document.title='hacked'</script>",
    "\"'><img src=x onerror=alert(1)>&amp;",
    "\u202eright to left\u202c \u0627\u0644\u0633\u0644\u0627\u0645",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Open pages; each is watched, and closed at the end."""
    pages: list[Opened] = []

    def open_(file: Path, hash_: str = "", **context: Any) -> Opened:
        if "sort=" not in hash_ and "sentence" not in hash_:  # most tests are about that order
            hash_ = f"{hash_ or '#'}&sort=number"
        pages.append(Opened(browser, file, hash_, **context))
        return pages[-1]

    yield open_
    for page in pages:
        page.close()


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of three systems: the samples of the package, and their source."""
    from fastgec.cli.texts import SAMPLES

    names = ("careful.txt", "bold.txt", "source.txt", "gold.m2")
    folder = tmp_path_factory.mktemp("three")
    return report_of(folder, *(SAMPLES / name for name in names))


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of 240 sentences: the samples twelve times."""
    from fastgec.cli.texts import SAMPLES

    folder = tmp_path_factory.mktemp("long")
    texts = {
        name: (SAMPLES / name).read_text(encoding="utf-8") * 12
        for name in ("careful.txt", "bold.txt", "gold.m2")
    }
    return report_of(folder, *write(folder, **texts))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report whose names and texts want to be more than text."""
    folder = tmp_path_factory.mktemp("hostile")
    word = "x" * 3000
    sources = [*HOSTILE, f"bell \a escape \x1b[31m {word} end", "</script><b>bold</b> \u2066x"]
    gold = "".join(
        f"S {line}\nA 0 1|||<i>|||</del><u>\u202e|||REQUIRED|||-NONE-|||0\n\n" for line in sources
    )
    files = write(
        folder,
        a=[line.replace("src", "<svg/onload=alert(2)>") for line in sources],
        b=["</bdi><iframe src=//x.invalid>" for _ in sources],
        gold=gold,
    )
    return report_of(folder, "--title", HOSTILE[0], "--name", *HOSTILE[:2], "--", *files)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of metrics of texts on the samples: GREEN of words and of characters, and GLEU."""
    from fastgec.cli.texts import SAMPLES

    metrics = ("--metric", "green", "gleu", "green:char")
    references = ("-r", SAMPLES / "ref0.txt", SAMPLES / "ref1.txt")
    systems = ("-c", SAMPLES / "careful.txt", SAMPLES / "bold.txt")
    folder = tmp_path_factory.mktemp("texts")
    return report_of(folder, *metrics, "-s", SAMPLES / "source.txt", *references, *systems)


def printed(call: Call, command: str) -> list[list[str]]:
    """The table that a command on the page prints, cell by cell."""
    words = shlex.split(command)[1:]
    if "-f" in words:
        at = words.index("-f")
        del words[at : at + 2]
    done = call([words[0], "-f", "markdown", *words[1:]])
    assert done.status == 0, done.stderr
    return markdown_rows(done.stdout)


def commands_of(page: Opened, part: str) -> list[str]:
    """The commands that print a part of the page."""
    found: list[str] = page.page.eval_on_selector_all(
        f"#reproduce .command.{part} code", "all => all.map(one => one.textContent)"
    )
    return found


def test_scores_and_buckets_are_what_the_commands_beside_them_print(
    three: Path, opened: Open, call: Call
) -> None:
    page = opened(three)
    (command,) = commands_of(page, "overview")
    assert page.table("#overview details table") == printed(call, command)
    for at, command in enumerate((*commands_of(page, "length"), *commands_of(page, "edits"))):
        rows = page.table("#buckets table", at)
        wanted = printed(call, command)  # the page has the systems of a bucket together
        assert len(rows) == len(wanted) > 5
        assert rows == [row for k in range(len(rows) // 3) for row in wanted[k :: len(rows) // 3]]


def test_every_pair_is_what_compare_prints(three: Path, opened: Open, call: Call) -> None:
    *systems, gold = shlex.split(commands_of(opened(three), "overview")[0])[-4:]
    names = ["careful", "bold", "source"]
    for a, name in enumerate(names):
        page = opened(three, f"#a={name}")
        (command,) = commands_of(page, "pairs")
        matrix = printed(call, command)
        assert page.table("#pairs details table") == matrix
        ranks = {row[0].partition(" ")[2]: place for place, row in enumerate(matrix)}
        rows = page.table("#pairs table.plot")
        assert [row[0].removeprefix("B ") for row in rows] == [one for one in ranks if one != name]
        for label, difference, interval, p, holm, verdict in rows:
            other = label.removeprefix("B ")
            compared = ["compare", systems[names.index(other)], systems[a], "--gold", gold]
            _, row = printed(call, shlex.join(["fastgec", *compared]))
            low, high = row[3].strip("[]").split(", ")
            assert (difference, interval, p) == (row[2], f"{low} to {high}", row[5])
            first, second = sorted((ranks[name], ranks[other]))
            assert holm == matrix[second][3 + first]
            assert (verdict == "significant") == (float(holm.strip("<")) <= 0.05)


def test_many_systems_are_compared_with_the_best(opened: Open, call: Call, tmp_path: Path) -> None:
    from fastgec.cli.texts import SAMPLES

    file = report_of(tmp_path, *mixtures(SAMPLES, tmp_path, 21))
    page = opened(file)
    (command,) = commands_of(page, "pairs")
    table = printed(call, command)
    assert page.table("#pairs details table") == table
    rows = page.table("#pairs table.plot")
    found = {row[0].removeprefix("B "): (row[1][1:], row[4]) for row in rows}
    assert found == {row[0]: (row[2][1:], row[-1]) for row in table[1:]}
    best = table[0][0]
    assert page.page.inner_text("#pairs .note").startswith(f"The best is {best}.")
    assert page.page.inner_text("#finding").startswith(f"{best} leads ")
    first, second = (row[0].removeprefix("B ") for row in rows[1:3])
    text = opened(file, f"#a={first}&b={second}").page.inner_text("#finding")
    assert text.startswith(f"{first}: M2 F0.5 ")
    assert text.endswith(f"of so many systems each is tested against the best, {best}.")


def test_the_finding_says_what_the_tables_say(three: Path, opened: Open) -> None:
    page = opened(three)
    text = page.page.inner_text("#finding")
    difference, interval, _, holm, verdict = page.table("#pairs table.plot")[0][1:]
    assert text.startswith("careful leads bold by ")
    assert (
        f"by {difference[1:]} points of M2 F0.5 (95% interval of the difference {interval})" in text
    )
    assert f"The difference is {verdict} (p {holm.replace('<', '< ')}, corrected" in text
    page.choose(a="1", b="0")
    again = page.page.inner_text("#finding")
    assert again.startswith(f"bold is behind careful by {difference[1:]} points")
    page.choose(b="-1")
    (row,) = (row for row in page.table("#overview table.plot") if row[0].startswith("A "))
    assert page.page.inner_text("#finding") == f"bold: M2 F0.5 {row[1]}, 95% interval {row[2]}."


def test_columns_are_sorted_by_a_click(three: Path, opened: Open) -> None:
    page = opened(three)
    page.page.click("#types summary")
    numbers = "#types details table"
    before = page.table(numbers)
    gold = page.page.locator(f"{numbers} thead th").nth(2)
    for direction, sign in (("descending", -1), ("ascending", 1)):
        gold.locator("button").click()
        assert gold.get_attribute("aria-sort") == direction
        after = page.table(numbers)
        assert after == sorted(before, key=lambda row: sign * float(row[2] or "-inf"))
        before = after


def test_a_sentence_that_nobody_changes_is_one_line(tmp_path: Path, opened: Open) -> None:
    gold = "S a b\n\nS c d\nA 0 1|||R|||e|||REQUIRED|||-NONE-|||0\n\nS f\n\n"
    files = write(tmp_path, one=["a b", "c d", "f"], other=["a b", "c d", "g"], gold=gold)
    page = opened(report_of(tmp_path, *files))
    lines = page.page.locator("#list article:not(:has(.row))")
    assert lines.evaluate_all("all => all.map(one => one.id)") == ["sentence-1"]
    assert (lines.first.text_content() or "").endswith("a b")


def test_the_map_leads_to_a_sentence(long: Path, opened: Open) -> None:
    page = opened(long, "#a=careful&b=bold")
    box = page.page.locator("#map").bounding_box()
    assert box is not None
    page.page.mouse.click(box["x"] + 5, box["y"] + box["height"] * 216.5 / 240)
    page.page.wait_for_selector("#sentence-217:focus")
    page.until(
        """colours => { const map = document.getElementById('map');
          const all = map.getContext('2d').getImageData(0, 0, map.width, map.height).data;
          const seen = new Set();
          for (let at = 0; at < all.length; at += 4) {
            if (all[at + 3] === 255) seen.add(all.slice(at, at + 3).join());
          }
          return colours.every(one => seen.has(one)); }""",
        ["10,79,179", "179,71,10"],
    )


def test_types_are_what_the_command_prints(three: Path, opened: Open, call: Call) -> None:
    page = opened(three, "#a=careful&b=bold")
    (command,) = commands_of(page, "types")
    wanted = {tuple(row[:2]): row[2:] for row in printed(call, command)}
    rows = page.table("#types details table")
    assert {row[0].partition(" ")[0] for row in rows} == {kind for _, kind in wanted}
    assert len(rows) > 10
    for heading, *cells in rows:
        kind, _, words = heading.partition(" ")
        assert words == type_in_words(kind)
        n = len(cells) // 2  # counts, recall, and its interval, which the command does not print
        for name, own in (("careful", cells[:n]), ("bold", cells[n:])):
            assert own[: n - 1] == wanted.get((name, kind), [""] * (n - 1)), (name, kind)
            assert re.fullmatch(r"\[[\d.]+, [\d.]+\]|", own[n - 1])
    drawn = page.table("#types table.plot")
    assert 0 < len(drawn) <= 10
    for heading, golden, *recalls in drawn:
        words, _, kind = heading.rpartition(" ")
        assert words == type_in_words(kind)
        pair = [wanted.get((name, kind), ["0", ""]) for name in ("careful", "bold")]
        assert golden == " / ".join(dict.fromkeys(cells[-2] for cells in pair))
        assert recalls == [cells[-1] for cells in pair]
    page.page.click("#types summary")
    page.page.click("#types details tbody button >> text=R:PREP")
    assert page.page.input_value("#type") == "R:PREP"


def test_frequent_errors_are_what_errors_prints_and_lead_to_their_sentences(
    three: Path, opened: Open, call: Call
) -> None:
    page = opened(three, "#a=bold&b=careful")
    careful, bold, _ = commands_of(page, "errors")
    commands = (bold, careful)
    for at, command in enumerate(commands):
        block = f"#errors .system:nth-child({at + 1}) .side > :nth-child"
        for side, kind in enumerate(("wrong", "missed"), 1):
            rows = [row for row in printed(call, command) if row[0] == kind]
            filled = [c for c in range(1, 7) if any(row[c] for row in rows) or not rows]
            shown = page.table(f"{block}({side}) table")
            assert shown == [[row[c] for c in filled] for row in rows]
        assert ("bold" if at == 0 else "careful") in command
    link = page.page.locator("#errors td a").first
    number = link.inner_text()
    link.click()
    assert page.page.evaluate("document.activeElement.id") == f"sentence-{number}"


def test_sentences_have_the_counts_texts_and_marks_of_the_data(three: Path, opened: Open) -> None:
    page = opened(three)
    data = data_of(three)
    (part,) = data["parts"]
    sources = data["sources"][part["source"]]
    shown = page.page.evaluate(
        """() => [...document.querySelectorAll('#list > article')].map(article =>
          [...article.querySelectorAll('.system')].map(row => {
            const line = row.querySelector('.line').cloneNode(true);
            const count = name => line.querySelectorAll('.edit' + name).length;
            const marks = ['.correct', '.wrong', ':is(.missed, .detected, .recognised)'].map(count);
            const besides = '.hidden, .sign, .type, .arrow, .or, .behind';
            const unsaid = ':is(.correct, .wrong) del, :is(.missed, .detected, .recognised) ins';
            line.querySelectorAll(`${besides}, ${unsaid}`).forEach(one => one.remove());
            return {
              marks,
              words: line.textContent.split(/\\s+/).filter(Boolean),
              tallies: [...row.querySelectorAll('.tally')].map(e => e.textContent.match(/\\d+/)[0]),
              score: row.querySelector('.score').lastChild.textContent,
            };
          }))"""
    )
    assert len(shown) == len(sources) == 20 > shown.count([]) + 15
    for i, system in enumerate(part["sentences"]["systems"]):
        hypotheses = hypotheses_of(part, sources, i)
        for s, rows in enumerate(shown):
            counts = [system[name][s] for name in ("correct", "wrong", "missed")]
            if not rows:  # folded to its source
                assert (counts, hypotheses[s]) == ([0, 0, 0], sources[s])
                continue
            assert rows[i]["tallies"] == [str(count) for count in counts]
            assert rows[i]["marks"] == counts
            assert rows[i]["score"] == part["sentences"]["scores"][system["score"][s]]
            assert rows[i]["words"] == hypotheses[s].split()


def test_marks_say_what_became_of_a_gold_edit_and_counts_are_those_of_the_mode(
    tmp_path: Path, opened: Open
) -> None:
    """The sentence of docs/m2.md: detected is what `by` -> `with` does, recognised `went`."""
    files = write(
        tmp_path,
        with_=["He goes to school with the bus .", "So do I ."],
        went=["He went to school by the bus .", "So do I ."],
        gold="S He go to school by the bus .\nA 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0\n"
        "A 4 6|||Prep|||by|||REQUIRED|||-NONE-|||0\n\nS So do I .\n\n",
    )
    wanted = {  # of each system marks, and in each mode what is counted: right, wrong, missed
        "recognition": [["1", "1", "1"], ["1", "0", "1"]],
        "detection": [["2", "0", "0"], ["1", "0", "1"]],
    }
    for mode, counts in wanted.items():
        page = opened(report_of(tmp_path, "--mode", mode, "--", *files))
        rows = page.page.locator("#sentence-1 .system")
        found = [
            [
                rows.nth(i).locator(f".edit.{name}").count()
                for name in ("correct", "wrong", "missed", "detected", "recognised")
            ]
            for i in range(2)
        ]
        assert found == [[1, 1, 0, 1, 0], [0, 1, 1, 0, 1]]
        tallies = [rows.nth(i).locator(".tally").all_text_contents() for i in range(2)]
        assert [[re.findall(r"\d+", one)[0] for one in row] for row in tallies] == counts
        assert f"counts those of {mode}" in page.total()
        assert "three quarters of a ring" in page.page.inner_text("#legend")


def sentence_scores(call: Call, folder: Path, three: Path) -> tuple[list[Any], list[str]]:
    """What `fastgec m2` says of each sentence of the first two systems, and the sources."""
    (part,) = data_of(three)["parts"]
    files = shlex.split(part["commands"]["overview"])[-4:]
    out = folder / "each.jsonl"
    assert call(["m2", "--sentences", out, *files]).status == 0
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return [lines[:20], lines[20:40]], data_of(three)["sources"][0]


def f_of(line: dict[str, Any]) -> float:
    """F of a sentence, as it is printed."""
    return float(
        f"{100 * m2.M2Score(line['correct'], line['proposed'], line['gold'], beta=0.5).f:.2f}"
    )


def test_sorting_and_filters_keep_what_the_command_line_counts(
    three: Path, opened: Open, call: Call, tmp_path: Path
) -> None:
    (a, b), sources = sentence_scores(call, tmp_path, three)
    page = opened(three, "#a=careful&b=bold")

    def order(key: Callable[[int], float]) -> list[int]:
        return [s + 1 for s in sorted(range(20), key=key)]

    def less(s: int) -> float:
        return f_of(a[s]) - f_of(b[s])

    def wrong(line: dict[str, Any]) -> int:
        return int(line["proposed"] - line["correct"])

    def missed(line: dict[str, Any]) -> int:
        return int(line["gold"] - line["correct"])

    orders = {
        "difference": order(lambda s: -less(s)),
        "reverse": order(less),
        "balance": order(lambda s: wrong(a[s]) - a[s]["correct"]),
        "missed": order(lambda s: -missed(a[s]) - missed(b[s])),
        "length": order(lambda s: -len(sources[s].split())),
        "number": list(range(1, 21)),
    }
    assert len({tuple(numbers) for numbers in orders.values()}) == len(orders)
    for sort, numbers in orders.items():
        page.choose(sort=sort)
        assert page.numbers() == numbers, sort
    kept = {
        "a": [s + 1 for s in range(20) if less(s) > 0],
        "b": [s + 1 for s in range(20) if less(s) < 0],
        "wrong": [
            s + 1 for s in range(20) if all(wrong(line[s]) + missed(line[s]) for line in (a, b))
        ],
        "all": list(range(1, 21)),
    }
    for only, numbers in kept.items():
        page.choose(only=only)
        assert 0 < len(numbers) < 20 or only == "all"
        assert page.numbers() == numbers, only
        assert page.total() == (
            "20 sentences." if only == "all" else f"{len(numbers)} of 20 sentences."
        )


def test_filters_of_the_gold_and_the_search(three: Path, opened: Open, samples: Path) -> None:
    blocks = (samples / "gold.m2").read_text(encoding="utf-8").strip().split("\n\n")
    edits = [[line[2:].split("|||") for line in block.splitlines()[1:]] for block in blocks]
    page = opened(three, "#a=careful&b=bold")
    page.choose(type="R:PREP")
    typed = [s for s, lines in enumerate(edits, 1) if any(line[1] == "R:PREP" for line in lines)]
    assert page.numbers() == typed
    page.choose(type="", only="disagree")
    split = []
    for s, lines in enumerate(edits, 1):
        said = {id_: [] for *_, id_ in lines}
        for span, kind, texts, *_, id_ in lines:
            said[id_] += [(span, texts)] * (kind != "noop")
        split += [s] * any(one != said[lines[0][-1]] for one in said.values())
    assert page.numbers() == split
    page.choose(only="differ")
    texts = [
        (samples / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        for name in ("careful", "bold")
    ]
    assert page.numbers() == [
        s for s, pair in enumerate(zip(*texts, strict=True), 1) if pair[0] != pair[1]
    ]
    page.page.click("#reset")
    page.search("TOWN")  # only an output has it
    assert page.numbers() == [1]
    page.search("has been living")  # only a correction has it
    assert page.numbers() == [1]
    page.search("no such words")
    assert page.numbers() == []
    assert page.total() == "0 of 20 sentences."
    page.page.click("#reset")
    assert len(page.numbers()) == 20


REGIONS = ("TK", "TD", "TI", "OD", "OI", "UD", "UI")


def test_ngrams_of_a_sentence_are_those_of_green(texts: Path, opened: Open, call: Call) -> None:
    """Seven regions of every order, as `fastgec green --sentence -v` counts them."""
    page = opened(texts)
    command = shlex.split(commands_of(page, "overview")[0])[1:]
    done = call(["green", "--sentence", "-v", *command[command.index("-s") :]])
    chosen = re.findall(r"^R-(\d+)-\d+\*.*\n.*\n((?:\d .*\n)+)", done.stdout, re.MULTILINE)
    assert len(chosen) == 40  # a sentence has a block for each system
    for summary in page.page.locator("#list summary").all()[:12]:
        summary.click()
    asked = "#list details[open] table"
    page.until(f"document.querySelectorAll('{asked}').length === 12")
    tables = page.page.locator(asked).all()
    for table, (sentence, lines) in zip(tables, chosen, strict=False):
        counts = {
            (line.split()[0], region): int(count)
            for line in lines.splitlines()
            for region, count in zip(REGIONS, line.split()[1:], strict=False)
        }
        shown = table.evaluate(
            """table => [...table.tBodies[0].rows].map(row =>
                 [row.cells[0].textContent, row.dataset.region, row.cells[2].textContent])"""
        )
        assert f"sentence {sentence}" in (table.locator("caption").text_content() or "")
        found = {(order, region): int(count) for order, region, count in shown}
        assert found == {key: count for key, count in counts.items() if count}


@pytest.mark.parametrize("part", [0, 1, 2], ids=["words", "gleu", "characters"])
def test_outputs_keep_their_words_under_the_marks(texts: Path, opened: Open, part: int) -> None:
    page = opened(texts, f"#part={part}")
    store = data_of(texts)["parts"][part]["sentences"]
    page.choose(order="3")
    if part == 1:  # GLEU chooses no reference: the reader does
        page.choose(reference="1")
    lines = page.page.evaluate(
        """() => [...document.querySelectorAll('#list .system .line')].map(line => {
          const copy = line.cloneNode(true);
          copy.querySelectorAll('.hidden, .sign').forEach(one => one.remove());
          return copy.textContent;
        })"""
    )
    rows = [store["texts"][at : at + 4] for at in range(0, 80, 4)]
    kept = page.page.eval_on_selector_all(
        "#list article", "all => all.map(e => !!e.querySelector('.row'))"
    )
    outputs = [text for row, is_kept in zip(rows, kept, strict=True) if is_kept for text in row[2:]]
    assert all(len(set(row)) == 1 for row, is_kept in zip(rows, kept, strict=True) if not is_kept)
    assert [line.split() for line in lines] == [text.split() for text in outputs]
    assert page.page.locator("#list .edit.wrong").count() > 20
    page.choose(sort="difference")
    scores = [[float(store["scores"][at]) for at in one["score"]] for one in store["systems"]]
    assert page.numbers() == [
        s + 1 for s in sorted(range(20), key=lambda s: scores[1][s] - scores[0][s])
    ]


def test_another_metric_of_the_same_page(texts: Path, opened: Open, call: Call) -> None:
    page = opened(texts, "#a=bold&b=careful")
    titles = page.page.eval_on_selector_all("#metric option", "all => all.map(e => e.textContent)")
    assert len(set(titles)) == len(titles) == 3
    for part in ("2", "1", "0"):
        page.page.select_option("#metric", part)
        (command,) = commands_of(page, "overview")
        assert page.table("#overview details table") == printed(call, command)
        assert page.page.input_value("#a") == "1"  # the pair stays
        assert f"part={part}" in page.page.evaluate("location.hash") or part == "0"


def test_a_link_leads_to_a_sentence_that_a_filter_hides(long: Path, opened: Open) -> None:
    page = opened(long, "#query=no+such+words")
    assert page.numbers() == []
    page.page.evaluate("location.hash = '#sentence-217'")
    page.page.wait_for_selector("#sentence-217:focus")
    assert page.page.input_value("#query") == ""
    top = page.page.evaluate("document.activeElement.getBoundingClientRect().top")
    assert 0 <= top < 100
    assert page.numbers()[0] == 201  # what is far above is not in the document
    page.page.click("#earlier")
    assert page.numbers()[0] == 151
    direct = opened(long, "#sentence-217")
    direct.page.wait_for_selector("#sentence-217:focus")
    assert "240 sentences" in direct.total()
    beyond = opened(long, "#sentence-241")
    assert beyond.total().startswith("Sentence 241 is not in this page: the last one is 240.")


def test_more_sentences_come_as_one_scrolls_and_all_for_printing(long: Path, opened: Open) -> None:
    page = opened(long, color_scheme="dark")
    assert len(page.numbers()) == 50
    page.page.evaluate("document.getElementById('more').scrollIntoView()")
    page.until("document.querySelectorAll('#list > article').length > 50")
    assert len(page.numbers()) == 100
    page.page.click("#print")
    page.until("document.querySelectorAll('#list > article').length === 240")
    assert page.numbers() == list(range(1, 241))
    page.page.emulate_media(media="print")
    assert not page.page.is_visible("#controls")
    ground = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(255, 255, 255)"  # paper is light, whatever the screen is
    assert page.page.is_visible("#sentence-240")


def test_the_address_names_the_view_and_brings_it_back(three: Path, opened: Open) -> None:
    page = opened(three)
    page.choose(a="2", b="1", sort="difference", type="R:PREP")
    page.page.uncheck("#every")
    hash_ = page.page.evaluate("location.hash")
    assert hash_ == "#a=source&b=bold&sort=difference&type=R%3APREP&every=0"
    again = opened(three, hash_)
    assert again.numbers() == page.numbers() != []
    for name, value in {"a": "2", "b": "1", "sort": "difference", "type": "R:PREP"}.items():
        assert again.page.input_value(f"#{name}") == value
    assert again.page.locator("#list .system").count() == 2 * len(again.numbers())
    page.page.click("#pairs tbody tr:nth-child(1) button")  # the best of the others
    assert page.page.evaluate("location.hash").startswith("#a=source&b=careful&")
    assert page.page.locator("#pairs [aria-pressed=true]").count() == 1


def test_keys(long: Path, opened: Open) -> None:
    page = opened(long)
    press, focused = page.page.keyboard.press, "document.activeElement.id"
    page.page.evaluate("document.getElementById('list').scrollIntoView()")
    for key, number in zip("jjjkj", (1, 2, 3, 2, 3), strict=True):
        press(key)
        assert page.page.evaluate(focused) == f"sentence-{number}"
    press("g")
    assert page.page.evaluate(focused) == "goto"
    page.page.keyboard.type("50")
    press("Enter")
    assert page.page.evaluate(focused) == "sentence-50"
    press("j")
    assert page.page.evaluate(focused) == "sentence-51"
    press("/")
    assert page.page.evaluate(focused) == "query"
    page.page.keyboard.type("j/k?")  # in a field these are letters
    assert page.page.input_value("#query") == "j/k?"
    press("Escape")
    assert page.page.evaluate(focused) != "query"
    press("?")
    assert page.page.is_visible("#help")
    press("j")
    assert page.page.is_visible("#help")
    page.page.uncheck("#keys")
    press("Escape")
    assert not page.page.is_visible("#help")
    press("?")
    assert not page.page.is_visible("#help")


def test_everything_can_be_reached_by_tab(three: Path, opened: Open) -> None:
    page = opened(three)
    wanted = page.page.evaluate(
        """() => [...document.querySelectorAll('a, button, select, input, summary, [tabindex="0"]')]
          .filter(one => one.checkVisibility() && !one.closest('dialog')).length"""
    )
    reached = 0
    for _ in range(wanted + 1):
        page.page.keyboard.press("Tab")
        reached += page.page.evaluate(
            "() => { const e = document.activeElement; const is = !e.seen && e !== document.body;"
            " e.seen = true; return is; }"
        )
    assert wanted > 60
    assert reached == wanted


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["edits", "ngrams"])
def test_axe_finds_nothing(three: Path, texts: Path, opened: Open, kind: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    # A few sentences, which have all marks: a checker asks the colours of every element.
    page = opened(
        *{"edits": (three, "#query=ing"), "ngrams": (texts, "#query=ing")}[kind],
        color_scheme=scheme,
    )
    assert 0 < len(page.numbers()) < 10
    for mark in ("correct", "wrong", "missed"):
        assert page.page.locator(f"#list .edit.{mark}").count() > 0
    if kind == "ngrams":
        page.page.click("#list summary")
        page.page.wait_for_selector("#list details[open] table", state="attached")
    require_nothing(axe.run(page.page))
    page.page.click("#open-help")
    require_nothing(axe.run(page.page, context="#help"))
    ground = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(20, 23, 28)")
    page.page.click("#close-help")
    page.page.select_option("#mode", "light" if scheme == "dark" else "dark")
    assert page.page.evaluate("getComputedStyle(document.body).backgroundColor") != ground


def require_nothing(found: Any) -> None:
    violations = found.response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in violations] == []


def test_hostile_names_and_texts_are_text(hostile: Path, opened: Open) -> None:
    page = opened(hostile, "#every=1", viewport={"width": 360, "height": 740})
    assert page.page.title() == HOSTILE[0]
    assert page.page.inner_text("h1") == HOSTILE[0]
    names = page.page.eval_on_selector_all("#a option", "all => all.map(one => one.textContent)")
    assert names == HOSTILE[:2]
    assert (
        page.page.locator(
            "main :is(script, img, iframe, svg:not(.chart), b:not(.who b, .letter), u, i)"
        ).count()
        == 0
    )
    text = page.page.text_content("#sentence-1 .source .line")
    assert text == HOSTILE[0]
    # What turns the direction of writing, or cannot be seen, is written out.
    assert page.page.text_content("#sentence-3 .source .line") == HOSTILE[2].replace(
        "\u202e", "\u27e8202E\u27e9"
    ).replace("\u202c", "\u27e8202C\u27e9")
    assert "\u2407" in page.page.text_content("#sentence-4 .source .line")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 360
    page.choose(type="<i>")
    assert len(page.numbers()) == 5
    assert page.page.evaluate("decodeURIComponent(location.hash)").endswith("type=<i>")


def test_nothing_runs_that_the_policy_does_not_name(three: Path, opened: Open) -> None:
    page = opened(three)
    policy = page.page.get_attribute("meta[http-equiv]", "content")
    assert re.fullmatch(
        r"default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; "
        r"base-uri 'none'; form-action 'none'",
        policy,
    )
    markup = three.read_text(encoding="utf-8")
    script = markup.rpartition("<script>")[2].partition("</script>")[0]
    assert not re.search(
        r"\beval\b|new Function|innerHTML|insertAdjacentHTML|document\.write", script
    )
    assert not re.search(
        r"<[^>]+\son\w+=",
        markup.partition("<style>")[0] + markup.rpartition("</style>")[2].partition("<script>")[0],
    )
