/*
 * Metrics of texts (GREEN, GLEU, the I-measure): outputs and references are whole texts, and marks
 * are made here, for sentences that are on the screen only.
 *
 * N-grams of source, reference and output are multisets. With s, r and h how often one occurs there:
 *   kept rightly     min(s, r, h)               inserted rightly  max(0, min(r, h) - s)
 *   deleted rightly  max(0, s - max(r, h))      deleted wrongly   max(0, min(s, r) - h)
 *   inserted wrongly max(0, h - max(s, r))      not deleted       max(0, min(s, h) - r)
 *   not inserted     max(0, r - max(s, h))
 * Words of the output are marked in place by their regions; n-grams of every order are in a table
 * that opens below. Definition: Koyama et al. (2024), GREEN.
 */

const REGIONS = [
  { key: "TK", title: "kept rightly", good: true, of: (s, r, h) => Math.min(s, r, h) },
  { key: "TD", title: "deleted rightly", good: true, of: (s, r, h) => s - Math.max(r, h) },
  { key: "TI", title: "inserted rightly", good: true, of: (s, r, h) => Math.min(r, h) - s },
  { key: "OD", title: "deleted wrongly", good: false, of: (s, r, h) => Math.min(s, r) - h },
  { key: "OI", title: "inserted wrongly", good: false, of: (s, r, h) => h - Math.max(s, r) },
  { key: "UD", title: "not deleted", good: false, of: (s, r, h) => Math.min(s, h) - r },
  { key: "UI", title: "not inserted", good: false, of: (s, r, h) => r - Math.max(s, h) },
];
const IN_OUTPUT = { TI: "correct", OI: "wrong", UD: "missed" };

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

  isWrong(i, s) {
    const text = this.hypothesis(i, s);
    for (let k = 0; k < this.nReferences; k++) if (this.reference(k, s) === text) return false;
    return this.nReferences > 0 || this.worth(i, s) < 100;
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

/** An output with its words, or characters, marked by their regions. */
function outputLine(part, i, s) {
  const text = part.hypothesis(i, s);
  if (!part.nReferences) return said(text, { class: "line" });
  const units = part.units(text);
  const chosen = part.chosen(i, s);
  const reference = part.units(part.reference(Math.max(0, chosen), s));
  const left = regions(part.units(part.sources[s]), reference, units, 1);
  const gap = part.store.unit === "char" ? "" : " ";
  const out = make("bdi", { class: "line" });
  for (const unit of units) {
    // An output's occurrences of one word are all kept, inserted or not deleted; which is which
    // cannot be told, so the first ones are those kept.
    const key = ["TK", "TI", "UD", "OI"].find((name) => (left[name].get(unit) ?? 0) > 0) ?? "TK";
    left[key].set(unit, (left[key].get(unit) ?? 0) - 1);
    const status = IN_OUTPUT[key];
    if (!status) {
      out.append(shown(unit) + gap);
      continue;
    }
    const { title } = REGIONS.find((region) => region.key === key);
    out.append(make("span", { class: `edit ${status}` },
      hidden(` [${title}: `), make("ins", {}, shown(unit)), silent(MARKS[status].sign, "sign"), hidden("] ")), gap);
  }
  return out;
}

/** A table of all n-grams of an output, by order and region; made when it is opened. */
function gramsTable(part, i, s) {
  const details = make("details", { class: "grams" },
    make("summary", {}, "N-grams of ", said(part.names[i])));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(fullGrams(part, i, s));
  });
  return details;
}

function fullGrams(part, i, s) {
  const reference = part.reference(Math.max(0, part.chosen(i, s)), s);
  const sides = [part.sources[s], reference, part.hypothesis(i, s)].map((text) => part.units(text));
  const gap = part.store.unit === "char" ? "" : " ";
  const rows = [];
  for (let order = 1; order <= (part.store.order ?? 1); order++) {
    const found = regions(...sides, order);
    for (const { key, title, good } of REGIONS) {
      if (key === "TK" || !found[key].size) continue;
      const list = [...found[key]].map(([gram, n]) => make("li", {},
        said(gram.split("\u0000").join(gap)), n > 1 ? ` \u00d7 ${n}` : ""));
      const n = [...found[key].values()].reduce((sum, one) => sum + one, 0);
      rows.push(make("tr", {}, asNumber(order), make("td", {}, silent(good ? "\u2713 " : "\u2717 "), title),
        asNumber(n), make("td", {}, make("ul", { class: "inline" }, list))));
    }
  }
  return table("N-grams that are not just kept", ["order", "region", "number", "n-grams"], rows);
}
