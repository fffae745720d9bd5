/*
 * Metrics of texts (GREEN, GLEU, the I-measure): outputs and references are whole texts, and marks
 * are made here, for sentences that are on the screen only.
 *
 * N-grams of source, reference and output are multisets. With s, r and h how often one occurs there:
 *   kept rightly     min(s, r, h)               inserted rightly  max(0, min(r, h) - s)
 *   deleted rightly  max(0, s - max(r, h))      deleted wrongly   max(0, min(s, r) - h)
 *   inserted wrongly max(0, h - max(s, r))      kept wrongly     max(0, min(s, h) - r)
 *   not inserted     max(0, r - max(s, h))
 * Occurrences are numbered from the left: in the output the first are kept rightly, then come those
 * inserted rightly, kept wrongly, inserted wrongly. Of the order that the reader chose, n-grams are
 * marked in place; where some overlap, a word has the mark of its worst. N-grams that the output
 * does not have are named below it, and those of every order are in a table that opens.
 * Definition: Koyama et al. (2024), GREEN.
 */

const REGIONS = [
  { key: "TK", title: "kept rightly", good: true, of: (s, r, h) => Math.min(s, r, h) },
  { key: "TD", title: "deleted rightly", good: true, of: (s, r, h) => s - Math.max(r, h) },
  { key: "TI", title: "inserted rightly", good: true, of: (s, r, h) => Math.min(r, h) - s },
  { key: "OD", title: "deleted wrongly", good: false, of: (s, r, h) => Math.min(s, r) - h },
  { key: "OI", title: "inserted wrongly", good: false, of: (s, r, h) => h - Math.max(s, r) },
  { key: "UD", title: "kept wrongly", good: false, of: (s, r, h) => Math.min(s, h) - r },
  { key: "UI", title: "not inserted", good: false, of: (s, r, h) => r - Math.max(s, h) },
];
const IN_OUTPUT = { OI: "wrong", UD: "missed", TI: "correct" }; // worst first
const NOT_IN_OUTPUT = { UI: "missed", OD: "wrong", TD: "correct" };

/** A metric of texts: references and outputs of each sentence. */
class TextsPart extends Part {
  at(s, column) {
    return this.store.texts[s * (this.store.references + this.names.length) + column];
  }

  reference(k, s) {
    return this.at(s, k);
  }

  hypothesis(i, s) {
    return this.at(s, this.store.references + i);
  }

  get nReferences() {
    return this.store.references;
  }

  /** Index of the reference that a system's score rests on; -1 if it rests on all of them. */
  chosen(i, s) {
    return this.store.systems[i].chosen?.[s] ?? -1;
  }

  /** The reference that an output is held against: the chosen one, or where there is none the reader's. */
  against(i, s, picked) {
    const k = this.chosen(i, s);
    return this.reference(k < 0 ? picked : k, s);
  }

  /** Whether scores rest on all references, so that the reader picks the one for the marks. */
  get isPicked() {
    return this.nReferences > 1 && !this.store.systems[0].chosen;
  }

  isWrong(i, s) {
    const text = this.hypothesis(i, s);
    for (let k = 0; k < this.nReferences; k++) if (this.reference(k, s) === text) return false;
    return this.nReferences > 0 || this.worth(i, s) < 100;
  }

  isClean(s) {
    for (let k = 0; k < this.nReferences; k++) if (this.reference(k, s) !== this.sources[s]) return false;
    return this.nReferences > 0;
  }

  isSame(i, j, s) {
    return this.hypothesis(i, s) === this.hypothesis(j, s);
  }

  counts() {
    return { correct: 0, wrong: 0, missed: 0 };
  }

  texts(s) {
    const columns = this.nReferences + this.names.length;
    return [this.sources[s], ...this.store.texts.slice(s * columns, (s + 1) * columns)];
  }

  disagree(s) {
    const first = this.reference(0, s);
    for (let k = 1; k < this.nReferences; k++) if (this.reference(k, s) !== first) return true;
    return false;
  }

  hasType() {
    return false;
  }

  types() {
    return [];
  }

  /** Tokens of a text: its words, or its characters. */
  units(text) {
    return this.store.unit === "char" ? [...text] : text.split(/\s+/u).filter(Boolean);
  }
}

/** N-grams of one order with their number, in the order of their first place. */
function grams(units, order) {
  const out = new Map();
  for (let at = 0; at + order <= units.length; at++) {
    const gram = units.slice(at, at + order).join("\u0000");
    out.set(gram, (out.get(gram) ?? 0) + 1);
  }
  return out;
}

/** N-grams of each region: {TK: Map(n-gram -> number), ...}. */
function regions(source, reference, output, order) {
  const [s, r, h] = [source, reference, output].map((units) => grams(units, order));
  const out = Object.fromEntries(REGIONS.map(({ key }) => [key, new Map()]));
  for (const gram of new Set([...s.keys(), ...r.keys(), ...h.keys()])) {
    const numbers = [s, r, h].map((side) => side.get(gram) ?? 0);
    for (const { key, of } of REGIONS) {
      const n = of(...numbers);
      if (n > 0) out[key].set(gram, n);
    }
  }
  return out;
}

/** Title of a region by its key. */
function regionTitle(key) {
  return REGIONS.find((region) => region.key === key).title;
}

/** Region of each unit of an output: the worst of the n-grams that it is in; null where all is kept. */
function unitRegions(found, units, order) {
  const left = Object.fromEntries(Object.entries(found).map(([key, map]) => [key, new Map(map)]));
  const worst = Object.keys(IN_OUTPUT);
  const out = new Array(units.length).fill(null);
  for (let at = 0; at + order <= units.length; at++) {
    const gram = units.slice(at, at + order).join("\u0000");
    const key = ["TK", "TI", "UD", "OI"].find((name) => (left[name].get(gram) ?? 0) > 0);
    left[key].set(gram, left[key].get(gram) - 1);
    if (key === "TK") continue;
    for (let j = at; j < at + order; j++) {
      if (out[j] === null || worst.indexOf(key) < worst.indexOf(out[j])) out[j] = key;
    }
  }
  return out;
}

/** An output with its n-grams marked, and below it the n-grams that it does not have. */
function outputLines(part, i, s, order, picked) {
  const text = part.hypothesis(i, s);
  if (!part.nReferences) return said(text, { class: "line" });
  const [units, source, reference] = [text, part.sources[s], part.against(i, s, picked)].map((one) => part.units(one));
  const gap = part.store.unit === "char" ? "" : " ";
  const found = regions(source, reference, units, order);
  const keys = unitRegions(found, units, order);
  const out = make("bdi", { class: "line" });
  for (let at = 0; at < units.length;) {
    let end = at + 1;
    while (end < units.length && keys[end] === keys[at] && (keys[at] === null || order > 1)) end++;
    const run = shown(units.slice(at, end).join(gap));
    if (keys[at] === null) out.append(run + gap);
    else out.append(regionMark(keys[at], run, IN_OUTPUT[keys[at]]), gap);
    at = end;
  }
  const absent = Object.entries(NOT_IN_OUTPUT).flatMap(([key, status]) => (!found[key].size ? [] : [
    make("span", { class: "absent" }, `${regionTitle(key)}: `, ...[...found[key]].flatMap(([gram, n]) =>
      [regionMark(key, shown(gram.split("\u0000").join(gap)) + (n > 1 ? ` \u00d7 ${n}` : ""), status), " "]))]));
  return make("div", {}, out, absent.length ? make("div", { class: "absents" }, absent) : "", gramsTable(part, i, s, picked));
}

/** Units with the mark of their region. */
function regionMark(key, text, status) {
  return make("span", { class: `edit ${status}` }, hidden(` [${regionTitle(key)}: `),
    make(key === "TD" || key === "OD" ? "del" : "ins", {}, text), silent(MARKS[status].sign, "sign"), hidden("] "));
}

/** A table of all n-grams of an output, by order and region; made when it is opened. */
function gramsTable(part, i, s, picked) {
  const details = make("details", { class: "grams" }, make("summary", {}, "All n-grams of ", said(part.names[i])));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(fullGrams(part, i, s, picked));
  });
  return details;
}

function fullGrams(part, i, s, picked) {
  const sides = [part.sources[s], part.against(i, s, picked), part.hypothesis(i, s)].map((text) => part.units(text));
  const gap = part.store.unit === "char" ? "" : " ";
  const rows = [];
  for (let order = 1; order <= (part.store.order ?? 1); order++) {
    const found = regions(...sides, order);
    for (const { key, title, good } of REGIONS) {
      if (!found[key].size) continue;
      const n = [...found[key].values()].reduce((sum, one) => sum + one, 0);
      const list = key === "TK" ? "" : make("ul", { class: "inline" }, [...found[key]].map(([gram, times]) =>
        make("li", {}, said(gram.split("\u0000").join(gap)), times > 1 ? ` \u00d7 ${times}` : "")));
      rows.push(make("tr", { "data-region": key }, asNumber(order),
        make("td", {}, silent(good ? "\u2713 " : "\u2717 "), title), asNumber(n), make("td", {}, list)));
    }
  }
  const numbered = (title) => asHead(title, "col", { class: "number" });
  return table(`N-grams of ${part.names[i]} in sentence ${part.numberOf(s)}`,
    [numbered("order"), "region", numbered("number"), "n-grams"], rows);
}
