/*
 * The parts of the page above the sentences: overview, matrix of pairs, types, frequent errors,
 * buckets. Cells are the very strings that the command line prints; beside them stands the command
 * that prints them.
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
  return table(caption, more ? [...head, ...more.heads] : head, rows);
}

/** The command that prints the same numbers. */
function commandLine(command) {
  if (!command) return [];
  return [make("p", { class: "command" }, "The same numbers: ", make("code", {}, shown(command)))];
}

function notes(lines) {
  return [...(lines ?? [])].filter(Boolean).map((text) => make("p", { class: "note" }, shown(text)));
}

function overviewView({ part }) {
  const { overview, commands } = part.data;
  const bars = part.data.bars ?? [];
  const drawn = bars.some(Boolean) && bars.length === overview.rows.length;
  const place = drawn ? scale(bars.filter(Boolean).flat()) : null;
  const more = drawn ? {
    heads: [`${part.data.measure}, drawn`],
    cells: (r) => make("td", { class: "drawn" }, bars[r] ? intervalBar(bars[r], place) : ""),
  } : null;
  return [
    printedTable(`${part.data.title}: scores`, overview, { more }),
    ...notes(overview.notes),
    ...(part.data.warnings ?? []).map((text) => make("p", { class: "warning" }, shown(text))),
    ...notes(part.data.notes),
    make("p", { class: "signature" }, "Signature: ", make("code", {}, shown(part.data.signature))),
    ...commandLine(commands?.overview),
  ];
}

/** The matrix: difference and interval above the diagonal, p below it. */
function pairsView({ part, a, b, setPair }) {
  const { pairs, commands } = part.data;
  if (!pairs) return null;
  const cellOf = new Map(pairs.cells.map((cell) => [`${cell.a} ${cell.b}`, cell]));
  const button = (cell, ...content) => make("button", {
    type: "button",
    class: cell.apart ? "cell apart" : "cell",
    "data-pair": `${cell.a} ${cell.b}`,
    "aria-pressed": String(cell.a === a && cell.b === b),
    onclick: () => setPair(cell.a, cell.b),
  }, content);
  const cells = part.names.map((name, row) => part.names.map((other, column) => {
    if (row === column) return make("td", { class: "diagonal" }, hidden("itself"));
    const cell = cellOf.get(`${Math.min(row, column)} ${Math.max(row, column)}`);
    if (!cell) return make("td", {}, "");
    const content = row < column
      ? [make("span", { class: "difference" }, shown(cell.difference)), make("span", { class: "interval" }, shown(cell.interval))]
      : [make("span", { class: "p" }, hidden("p "), shown(cell.p)),
        make("span", { class: "holm" }, "Holm ", shown(cell.holm))];
    return make("td", {}, button(cell, ...content));
  }));
  const rows = part.names.map((name, row) => make("tr", {},
    asHead([said(name), pairs.groups ? make("span", { class: "group" }, ` ${pairs.groups[row]}`) : ""], "row"), cells[row]));
  const caption = "Pairs: row less column in points, with its interval; below the diagonal p, and p corrected by Holm";
  return [
    table(caption, ["system", ...part.names.map((name) => said(name))], rows, { class: "matrix" }),
    make("p", { class: "note" }, "Press a cell to see the two systems' sentences. A frame: the two can be told apart."),
    ...notes(pairs.test),
    ...commandLine(commands?.pairs),
  ];
}

/** Types: one drawing per type for the pair, and the printed cells of both systems. */
function typesView({ part, a, b, setType }) {
  const { types, commands } = part.data;
  if (!types) return null;
  const pair = b >= 0 && b !== a ? [a, b] : [a];
  const of = (row, i) => {
    const found = row.systems[i];
    return found && Number.isFinite(found.recall) ? { value: found.recall, interval: found.interval } : null;
  };
  const known = types.rows.flatMap((row) => pair.map((i) => of(row, i)).filter(Boolean));
  const place = scale(known.flatMap(({ value, interval }) => [value, ...(interval ?? [])]), { fromZero: true });
  const head = ["type", "recall, drawn"];
  const hasInterval = types.rows.some((row) => row.systems.some((one) => one?.shown));
  pair.forEach((i, at) => {
    const mark = pair.length > 1 ? `${at ? "B" : "A"} ` : "";
    types.columns.forEach((title) =>
      head.push(asHead([mark, said(part.names[i]), ` ${shown(title)}`], "col", { class: "number named" })));
    if (hasInterval) head.push(asHead(`${mark}interval`, "col", { class: "number" }));
  });
  const rows = types.rows.map((row) => {
    const link = make("button", { type: "button", class: "plain", onclick: () => setType(row.type) }, said(row.type));
    const cells = pair.flatMap((i) => {
      const found = row.systems[i];
      const printed = types.columns.map((_, c) => asNumber(found ? found.cells[c] : ""));
      return hasInterval ? [...printed, asNumber(found?.shown ?? "")] : printed;
    });
    const words = row.words ? make("span", { class: "words" }, row.words) : "";
    return make("tr", {}, asHead([link, " ", words], "row"),
      make("td", { class: "drawn" }, dumbbell(of(row, pair[0]), pair.length > 1 ? of(row, b) : null, place)), cells);
  });
  return [
    table("Types: recall", head, rows, { class: "types" }),
    make("p", { class: "note" }, pair.length > 1
      ? "A is the disc, B the square; lines above and below are their intervals. Press a type to see its sentences."
      : "Press a type to see its sentences."),
    ...notes([types.note]),
    ...commandLine(commands?.types),
  ];
}

/** Frequent wrong and missed edits of the pair; the first sentence of each is a link. */
function errorsView({ part, a, b }) {
  const { errors, commands } = part.data;
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
    ...notes(new Set([...(errors[i].wrong.notes ?? []), ...(errors[i].missed.notes ?? [])])),
    ...commandLine(commands?.errors?.[i])));
  return out;
}

/** Scores by length and by number of gold edits: the systems of a bucket stand together. */
function bucketsView({ part, a, b, every }) {
  const { buckets, commands } = part.data;
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
      heads: [`${part.data.measure}, drawn`],
      cells: (r) => make("td", { class: "drawn" }, Number.isFinite(values[r])
        ? valueBar(values[r], place, Math.floor(r / n) === b ? "b" : "a") : ""),
    } : null;
    out.push(printedTable(caption, data, { more, only }), ...notes(data.notes), ...commandLine(commands?.[key]));
  }
  return out.length ? out : null;
}

const VIEWS = {
  overview: overviewView, pairs: pairsView, types: typesView, errors: errorsView, buckets: bucketsView,
};
