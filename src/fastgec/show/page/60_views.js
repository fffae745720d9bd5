/*
 * The parts of the page beside the sentences: the finding, scores, pairs, types, frequent errors,
 * buckets. Cells are the very strings that the command line prints; the commands stand in the last
 * part.
 */

/**
 * A table of the document: {columns, rows, best, group, notes}. `options` may have `more` (heads and
 * cells to add to each row), `link` (what stands in a cell instead of its text), `only` (rows to
 * show, in order) and `without` (the name of a column that the caption says already). Columns
 * without any text are left out.
 */
function printedTable(caption, data, { more = null, link = null, only = null, without = null } = {}) {
  const best = new Set((data.best ?? []).map(([row, column]) => `${row} ${column}`));
  const chosen = only ?? data.rows.map((_, r) => r);
  const columns = data.columns.map((column, c) => ({ ...column, c })).filter(({ name, c }) =>
    name !== without && (!chosen.length || chosen.some((r) => data.rows[r][c] !== "")));
  const head = columns.map(({ title, left }) => asHead(shown(title), "col", left ? {} : { class: "number" }));
  const rows = chosen.map((r) => make("tr", {}, columns.map(({ name, left, c }, at) => {
    const cell = data.rows[r][c];
    const inner = link?.(cell, name) ?? (left ? said(cell) : shown(cell));
    if (at === 0 && left && !without) return asHead(inner, "row");
    const names = [left ? "" : "number", best.has(`${r} ${c}`) ? "best" : ""].join(" ").trim();
    return make("td", { class: names || null }, inner);
  }), more ? more.cells(r) : []));
  return table(caption, more ? [...head, ...more.heads] : head, rows, {}, { isSorted: true });
}

function notes(lines) {
  return [...(lines ?? [])].filter(Boolean).map((text) => make("p", { class: "note" }, shown(text)));
}

/** Heading of a column of drawings, which no sorting knows. */
function drawnHead(title) {
  return asHead(title, "col", { class: "drawn" });
}

/** The last row of a table whose second column is drawn: its axis. */
function axisRow(place, n) {
  return make("tr", {}, make("td", {}), make("td", { class: "drawn" }, axis(place)), make("td", { colspan: n - 2, class: "second" }));
}

/** A system's name with its letter, A or B, in front. */
function named(part, i, { a, b }) {
  const letter = i === a ? "A" : i === b ? "B" : "";
  return [letter ? make("b", { class: `letter ${letter.toLowerCase()}` }, letter, " ") : "", said(part.names[i])];
}

/** The scores that the overview prints: of each system its text, and that of its interval. */
function printedScores(part) {
  const { overview, measure } = part.data;
  const at = overview.columns.findIndex(({ title }) => title === measure);
  const interval = overview.columns.findIndex(({ title }) => title.startsWith(measure) && title.endsWith("interval"));
  return overview.rows.map((cells) => ({ score: cells[at] ?? "", interval: cells[interval] ?? "" }));
}

/** What was found of A and B, in a sentence or two; all numbers are printed elsewhere on the page. */
function finding({ part, a, b }) {
  const { pairs, types, title } = part.data;
  const name = (i) => make("strong", {}, said(part.names[i]));
  if (b < 0 || a === b || !pairs) {
    const { score, interval } = printedScores(part)[a];
    return [name(a), `: ${shown(title)} ${score}${interval ? `, 95% interval ${interval}` : ""}.`];
  }
  const tested = pairs.cells.find((cell) => cell.a === a && cell.b === b);
  if (!tested) {
    const printed = printedScores(part);
    return [name(a), `: ${shown(title)} ${printed[a].score}; `, name(b), `: ${printed[b].score}. These two were not tested: of so many `
      + "systems each is tested against the best, ", name(pairs.base), "."];
  }
  const { difference, interval, holm, apart } = tested;
  const size = difference.slice(1);
  const out = Number(size) === 0
    ? [name(a), " and ", name(b), ` have the same ${shown(title)} to two digits`]
    : [name(a), difference[0] === "+" ? " leads " : " is behind ", name(b), ` by ${size} points of ${shown(title)}`];
  out.push(` (95% interval of the difference ${interval}). `);
  const corrected = part.names.length > 2 ? `, corrected for the number of ${pairs.base === null ? "pairs" : "tests"}` : "";
  if (pairs.warnings.length) out.push("There are too few resamples or clusters to say whether the difference is significant.");
  else out.push(`The difference is ${apart ? "" : "not "}significant (p ${holm.replace("<", "< ")}${corrected}).`);
  const recall = types?.columns.indexOf("R") ?? -1;
  const [most] = types ? differing(types, a, b).filter(({ isClear }) => isClear) : [];
  if (most && recall >= 0) {
    const [x, y] = [a, b].map((i) => most.row.systems[i].cells[recall]);
    out.push(" Of the types of errors, ", most.row.words ? `${most.row.words} (` : "", said(most.row.type), most.row.words ? ")" : "",
      ` differs most in recall: ${x} against ${y}.`);
  }
  return out;
}

/**
 * Types that both systems have: first those whose intervals do not meet (clear), by difference of
 * recall; then the others, by that difference in widths of their intervals. Types of few gold edits
 * come last: all resamples of one edit have the same recall, so its interval says nothing.
 */
function differing(types, a, b) {
  const found = [];
  for (const row of types.rows) {
    const [x, y] = [row.systems[a], row.systems[b]];
    if (!Number.isFinite(x?.recall) || !Number.isFinite(y?.recall)) continue;
    const isMany = row.gold >= FEWEST_EDITS;
    const isClear = isMany && Boolean(x.interval && y.interval) && (x.interval[0] > y.interval[1] || y.interval[0] > x.interval[1]);
    const difference = Math.abs(x.recall - y.recall);
    const width = [x, y].reduce((sum, { interval }) => sum + (interval ? interval[1] - interval[0] : 0), 0);
    found.push({ row, isMany, isClear, size: isClear || !width ? difference : difference / width });
  }
  return found.sort((one, other) => other.isClear - one.isClear || other.isMany - one.isMany || other.size - one.size);
}

/** A forest plot of the scores, best first; the whole table of the command below it. */
function overviewView({ part, a, b }) {
  const { overview, pairs, measure, title } = part.data;
  const bars = part.data.bars ?? [];
  const numbers = printedTable(`${title}: scores`, overview);
  const about = [
    ...notes(overview.notes),
    ...(part.data.warnings ?? []).map((text) => make("p", { class: "warning" }, shown(text))),
    ...notes(part.data.notes),
    ...acceptedView(part.data),
  ];
  if (bars.length !== overview.rows.length || !bars.every((bar) => bar?.every(Number.isFinite))) return [numbers, ...about];
  const order = pairs?.order ?? bars.map((_, i) => i).sort((i, j) => bars[j][1] - bars[i][1] || i - j);
  const place = scale(bars.flat());
  const printed = printedScores(part);
  const rows = order.map((i) => make("tr", {},
    asHead([...named(part, i, { a, b }), pairs?.groups ? make("span", { class: "group" }, ` ${pairs.groups[i]}`) : ""], "row"),
    make("td", { class: "drawn" }, intervalBar(bars[i], place, i === b ? "b" : "a")),
    asNumber(printed[i].score), asNumber(printed[i].interval, { class: "number interval" })));
  const heads = ["system", drawnHead("score and 95% interval"), asHead(shown(measure), "col", { class: "number" }),
    asHead("interval", "col", { class: "number interval" })];
  const caption = pairs?.groups ? `${title}, best first; systems that share a letter do not differ significantly` : `${title}, best first`;
  return [
    table(caption, heads, rows, { class: "plot" }, { foot: axisRow(place, 4) }),
    ...about,
    folded("Show numbers", numbers),
  ];
}

/** The scores where wrong edits that were judged valid are correct, beside those of the overview. */
function acceptedView({ accepted, title }) {
  return accepted ? [printedTable(`${title}: scores with accepted edits`, accepted), ...notes(accepted.notes)] : [];
}

/**
 * A less each other system, and the table of the command below it; of many systems A is the best
 * here, against which they were tested.
 */
function pairsView({ part, a: asked, b, setPair }) {
  const { pairs, measure } = part.data;
  if (!pairs) return null;
  const a = pairs.base ?? asked;
  const cells = pairs.order.flatMap((i) => pairs.cells.find((cell) => cell.a === a && cell.b === i) ?? []);
  const place = scale(cells.flatMap(({ bounds }) => bounds), { fromZero: true });
  const rows = cells.map((cell) => make("tr", { class: cell.apart ? "apart" : null },
    asHead(make("button", {
      type: "button", class: "plain", "aria-pressed": String(cell.b === b), onclick: () => setPair(a, cell.b),
    }, named(part, cell.b, { a, b })), "row"),
    make("td", { class: "drawn" }, intervalBar(cell.bounds, place, cell.b === b ? "b" : "a")),
    asNumber(cell.difference), asNumber(cell.interval, { class: "number interval" }), asNumber(cell.p, { class: "number second" }), asNumber(cell.holm),
    make("td", { class: "second" }, pairs.warnings.length ? "" : cell.apart ? "significant" : "not significant")));
  const number = (text, name = "number") => asHead(text, "col", { class: name });
  const against = pairs.base === null ? "A" : "the best";
  const printed = pairs.base === null ? "All pairs, best first" : "Each system against the best";
  const heads = ["compared with", drawnHead("difference"), number("points"), number("95% interval", "number interval"),
    number("p", "number second"), number("p (Holm)"), asHead(`at level ${pairs.level}`, "col", { class: "second" })];
  return [
    make("p", { class: "note" }, pairs.base === null ? "A is " : "The best is ", said(part.names[a]),
      `. Differences in ${shown(measure)}: ${against} less the other system. Press a name to make it B`
      + (pairs.base === null ? "; choose another A above." : ".")),
    table(`${pairs.base === null ? "A" : "The best"} less each other system, in points; p of approximate randomization, and corrected for the number `
      + `of ${pairs.base === null ? "pairs" : "tests"}`, heads, rows, { class: "plot pairs" }, { foot: axisRow(place, 7) }),
    make("p", { class: "note" }, "Intervals and p come from two methods, bootstrap and randomization, and only p (Holm) is corrected: an interval may "
      + "include 0 where p is small, or leave it out where p is large. p (Holm) decides."),
    folded(pairs.table ? `Show ${pairs.base === null ? "all pairs" : "numbers"}` : "How the tests were made",
      pairs.table ? printedTable(printed, pairs.table)
        : make("p", { class: "note" }, "The table of all pairs is too wide for a page: the command at the end prints it."),
      ...notes(pairs.test)),
  ];
}

const DRAWN_TYPES = 10;
const FEWEST_EDITS = 5; // of gold, of a type whose interval can be compared

/** The types that differ most, drawn; below them the numbers of all. */
function typesView({ part, a, b, setType }) {
  const { types } = part.data;
  if (!types) return null;
  const pair = b >= 0 && b !== a ? [a, b] : [a];
  const of = (row, i) => {
    const found = row.systems[i];
    if (!found || !Number.isFinite(found.recall)) return null;
    return { value: 100 * found.recall, interval: found.interval?.map((bound) => 100 * bound) };
  };
  const most = pair.length > 1 ? differing(types, a, b).map(({ row }) => row) : types.rows;
  const drawn = most.slice(0, DRAWN_TYPES);
  const known = drawn.flatMap((row) => pair.map((i) => of(row, i)).filter(Boolean));
  const place = scale(known.flatMap(({ value, interval }) => [value, ...(interval ?? [])]), { fromZero: true });
  const recall = types.columns.indexOf("R");
  const hasInterval = types.rows.some((row) => row.systems.some((one) => one?.shown));
  const button = (row) => make("button", { type: "button", class: "plain", onclick: () => setType(row.type) }, said(row.type));
  const link = (row) => [button(row), " ", row.words ? make("span", { class: "words" }, row.words) : ""];
  const inWords = (row) => (row.words ? [`${row.words} `, button(row)] : button(row));
  const number = (title, name = "number") => asHead(title, "col", { class: name });
  const letters = pair.length > 1 ? ["A", "B"] : [""];
  const heads = [];
  letters.forEach((_, k) => {
    types.columns.forEach((title) => heads.push(number(`${letters[k]} ${shown(title)}`.trim())));
    if (hasInterval) heads.push(number(`${letters[k]} interval`.trim(), "number interval"));
  });
  const rows = types.rows.map((row) => make("tr", {}, asHead(link(row), "row"), pair.flatMap((i) => {
    const found = row.systems[i];
    const printed = types.columns.map((_, c) => asNumber(found ? found.cells[c] : ""));
    return hasInterval ? [...printed, asNumber(found?.shown ?? "", { class: "number interval" })] : printed;
  })));
  const plot = drawn.map((row) => make("tr", {}, asHead(inWords(row), "row"),
    make("td", { class: "drawn" }, dumbbell(of(row, a), pair.length > 1 ? of(row, b) : null, place)),
    asNumber([...new Set(pair.map((i) => row.systems[i]?.gold ?? 0))].join(" / ")),
    pair.map((i) => asNumber(row.systems[i]?.cells[recall] ?? ""))));
  const caption = pair.length > 1 ? "Recall of the types that differ most" : "Recall of the most frequent types";
  return [
    table(caption, ["type", drawnHead("recall and 95% interval"), number("gold edits"), ...letters.map((letter) => number(letter ? `${letter}: R` : "R"))],
      plot, { class: "plot types" }, { foot: axisRow(place, 3 + pair.length) }),
    make("p", { class: "note" }, pair.length > 1
      ? "A is the disc, B the square; first come types whose intervals do not meet, last those of few gold edits. Intervals are "
        + "not corrected for the number of types. Press a type to see its sentences."
      : "Press a type to see its sentences."),
    ...notes([types.note]),
    folded(`Show numbers of all ${plural(rows.length, "type")}`,
      table(`Types: recall of ${pair.map((i, k) => `${letters[k]} ${part.names[i]}`.trim()).join(" and ")}`, ["type", ...heads], rows, { class: "types" }, { isSorted: true })),
  ];
}

/** Frequent wrong and missed edits of the pair; the first sentence of each is a link. */
function errorsView({ part, a, b }) {
  const { errors } = part.data;
  if (!errors) return null;
  const link = (cell, name) => {
    if (name !== "first" || part.find(Number(cell)) < 0) return null;
    return make("a", { href: `#sentence-${cell}`, "aria-label": `first in sentence ${cell}` }, shown(cell));
  };
  const asked = { link, without: "error" };
  const pair = b >= 0 && b !== a ? [a, b] : [a];
  const out = pair.map((i) => make("div", { class: "system" },
    make("h3", {}, said(part.names[i])),
    make("div", { class: "side" },
      printedTable(`${part.names[i]}: wrong edits, most frequent first`, errors[i].wrong, asked),
      printedTable(`${part.names[i]}: missed edits, most frequent first`, errors[i].missed, asked)),
    ...notes(new Set([...(errors[i].wrong.notes ?? []), ...(errors[i].missed.notes ?? [])]))));
  return out;
}

/** Scores by length and by number of gold edits: the systems of a bucket stand together. */
function bucketsView({ part, a, b, every }) {
  const { buckets } = part.data;
  if (!buckets) return null;
  const systems = every ? part.names.map((_, i) => i) : [...new Set([a, b])].filter((i) => i >= 0);
  const out = [];
  for (const [key, caption] of [["length", "By tokens of the source"], ["edits", "By gold edits"]]) {
    const data = buckets[key];
    if (!data) continue;
    const n = data.rows.length / part.names.length; // rows of a system stand together there
    const only = Array.from({ length: n }, (_, k) => systems.map((i) => i * n + k)).flat();
    const values = data.values ?? [];
    const known = only.map((r) => values[r]).filter((value) => Number.isFinite(value));
    const place = known.length ? scale(known, { fromZero: true }) : null;
    const more = place ? {
      heads: [drawnHead(`${part.data.measure}, drawn`)],
      cells: (r) => make("td", { class: "drawn" }, Number.isFinite(values[r])
        ? valueBar(values[r], place, Math.floor(r / n) === b ? "b" : "a") : ""),
    } : null;
    out.push(printedTable(caption, data, { more, only }), ...notes(data.notes));
  }
  return out.length ? out : null;
}

const COMMANDS = [
  ["overview", "scores"], ["accepted", "scores with accepted edits"], ["pairs", "paired tests"], ["types", "types of errors"], ["errors", "frequent errors"],
  ["length", "scores by tokens of the source"], ["edits", "scores by gold edits"],
];

/** The commands that print the same numbers, and the signature. */
function reproduceView({ part }) {
  const { commands, signature } = part.data;
  const line = (title, name, text) => make("p", { class: name }, `${title}: `, make("code", {}, shown(text)), " ", copyButton(text, title));
  const lines = COMMANDS.flatMap(([key, title]) => [commands?.[key] ?? []].flat().map((text) => line(title, `command ${key}`, text)));
  return [folded("Show the commands that print these numbers, and the signature", ...lines, line("signature", "signature", signature))];
}

/** A button that copies a text; where the browser refuses, it selects the text beside it. */
function copyButton(text, title) {
  const button = make("button", { type: "button", class: "copy", "aria-label": `copy: ${title}` }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = "Selected";
    }
  });
  return button;
}

const VIEWS = {
  overview: overviewView, pairs: pairsView, types: typesView, errors: errorsView, buckets: bucketsView,
  reproduce: reproduceView,
};
