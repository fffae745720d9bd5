/*
 * The view, its address and its controls. A view is {part, a, b, sort, only, type, query, every}; it
 * is written into the address behind "#", so that a copied address shows the same. "#sentence-17"
 * leads to a sentence, and clears whatever hides it.
 */

const DEFAULTS = { sort: "apart", only: "all", type: "", query: "", order: "1", reference: "0" };

// Marks are always those of correction; in other modes the counts beside them are not.
const MODES = {
  recognition: "Marks are those of correction, counts those of recognition: recognised edits are correct there.",
  detection: "Marks are those of correction, counts those of detection: recognised and detected edits are correct there.",
};

/** The two systems that a reader sees first: those with the best scores. */
function bestPair(part) {
  const [a, b] = part.data.pairs?.order ?? part.names.map((_, i) => i);
  return { a, b: b ?? -1 };
}

class Page {
  constructor(content) {
    this.content = content;
    this.parts = new Map();
    this.list = new List();
    this.map = new CorpusMap((s) => this.go(s));
    this.setPart(0);
  }

  setPart(index) {
    const { kind } = this.content.parts[index];
    if (!this.parts.has(index)) {
      this.parts.set(index, new (kind === "edits" ? EditsPart : TextsPart)(this.content, index));
    }
    const part = this.parts.get(index);
    const n = part.names.length;
    this.view = { ...DEFAULTS, part, ...bestPair(part), every: n <= 3 };
    this.view.setPair = (a, b) => this.change({ a, b }, { to: "sentences" });
    this.view.setType = (type) => this.change({ type }, { to: "sentences" });
    prepareSearch(part, () => this.view.part === part);
  }

  /** Take over what an address says; true if it names a sentence that the page has. */
  read(hash) {
    const text = hash.replace(/^#/, "");
    const direct = /^sentence-(\d+)$/.exec(text);
    const asked = new URLSearchParams(direct ? "" : text);
    const number = direct ? Number(direct[1]) : Number(asked.get("sentence"));
    if (!direct) {
      const index = Number(asked.get("part"));
      const wanted = asked.has("part") && this.content.parts[index] ? index : 0;
      if (this.view.part.index !== wanted) this.setPart(wanted);
      const { part } = this.view;
      const find = (key, otherwise) => {
        const i = part.names.indexOf(asked.get(key));
        return i >= 0 ? i : otherwise;
      };
      const best = bestPair(part);
      const a = find("a", best.a);
      const b = asked.get("b") === "" ? -1 : find("b", a === best.b ? best.a : best.b);
      Object.assign(this.view, { a, b });
      for (const [key, value] of Object.entries(DEFAULTS)) this.view[key] = asked.get(key) ?? value;
      if (asked.has("every")) this.view.every = asked.get("every") === "1";
    }
    const s = number ? this.view.part.find(number) : -1;
    if (number && s < 0) {
      const { numbers } = this.view.part.corpus;
      this.missing = `Sentence ${count(number)} is not in this page`
        + (numbers ? ", which has only some sentences." : `: the last one is ${count(this.view.part.size)}.`);
    }
    return s;
  }

  /** The address of the view. */
  get hash() {
    const { part, a, b, every } = this.view;
    const asked = new URLSearchParams();
    if (part.index) asked.set("part", part.index);
    if (part.names.length > 1) {
      asked.set("a", part.names[a]);
      asked.set("b", b < 0 ? "" : part.names[b]);
    }
    for (const [key, value] of Object.entries(DEFAULTS)) {
      if (this.view[key] !== value) asked.set(key, this.view[key]);
    }
    if (every !== part.names.length <= 3) asked.set("every", every ? "1" : "0");
    return `#${asked}`;
  }

  /** Change the view, show it, write its address. */
  change(changes, { to = null } = {}) {
    Object.assign(this.view, changes);
    if ("a" in changes || "b" in changes || "every" in changes) this.showViews();
    this.showControls();
    this.showSentences();
    history.replaceState(null, "", this.hash);
    if (to) jump(to);
  }

  /** Show everything, for a new part or a new address. */
  showAll(s) {
    this.showHead();
    this.showViews();
    this.showControls();
    this.showSentences();
    if (s >= 0) this.go(s);
  }

  showHead() {
    const { content, view: { part } } = this;
    const corpora = [...new Set(content.parts.map(({ corpus }) => corpus))];
    fill(byId("corpus"), corpora.map((c) => [c, content.corpora[c].name]), part.data.corpus);
    const metrics = content.parts.flatMap((one, p) => (one.corpus === part.data.corpus ? [[p, one.title]] : []));
    for (const metric of metrics) {
      // Two ways of one metric have the same title; what tells them apart is their label.
      const isAlone = metrics.filter(([, title]) => title === content.parts[metric[0]].title).length < 2;
      if (!isAlone) metric[1] = `${metric[1]} (${content.parts[metric[0]].label})`;
    }
    fill(byId("metric"), metrics, part.index);
    byId("corpus").parentElement.hidden = corpora.length < 2;
    byId("metric").parentElement.hidden = metrics.length < 2;
    byId("status").textContent = `${part.data.title}: ${plural(part.names.length, "system")}, `
      + `${plural(part.corpus.sentences, "sentence")}${corpora.length > 1 ? "" : ` of ${shown(part.corpus.name)}`}.`;
  }

  showViews() {
    const links = [];
    for (const [id, view] of Object.entries(VIEWS)) {
      const made = view(this.view);
      byId(id).hidden = !made;
      byId(id).querySelector(".body").replaceChildren(...(made ?? []));
      if (made) links.push(id);
    }
    byId("finding").replaceChildren(...finding(this.view));
    byId("sentences").hidden = !this.view.part.store;
    if (this.view.part.store) links.splice(-1, 0, "sentences");
    byId("contents").replaceChildren(...links.map((id) =>
      make("a", { href: `#${id}` }, byId(id).querySelector("h2").textContent)));
  }

  showControls() {
    const { view } = this;
    const { part, a, b } = view;
    const named = part.names.map((name, i) => [i, name]);
    fill(byId("a"), named, a);
    fill(byId("b"), [[-1, "none"], ...named], b);
    byId("b").parentElement.hidden = part.names.length < 2;
    byId("a").parentElement.hidden = part.names.length < 2;
    for (const [id, options] of [["sort", SORTS], ["only", FILTERS]]) {
      const choices = offered(options, part, b);
      if (!choices.some(([value]) => value === view[id])) view[id] = choices[0][0];
      fill(byId(id), choices, view[id]);
    }
    const types = part.types();
    if (!types.includes(view.type)) view.type = "";
    fill(byId("type"), [["", "all types"], ...types.map((type) => [type, type])], view.type);
    byId("type").parentElement.hidden = !types.length;
    if (byId("query").value !== view.query) byId("query").value = view.query;
    byId("every").checked = view.every;
    byId("every").parentElement.hidden = part.names.length < 3;
    const isTexts = part.kind !== "edits" && part.nReferences > 0;
    const orders = Array.from({ length: isTexts ? part.store.order ?? 1 : 1 }, (_, n) =>
      [String(n + 1), plural(n + 1, part.store.unit)]);
    if (!orders.some(([value]) => value === view.order)) view.order = "1";
    fill(byId("order"), orders, view.order);
    byId("order").parentElement.hidden = orders.length < 2;
    const references = Array.from({ length: isTexts && part.isPicked ? part.nReferences : 1 }, (_, k) => [String(k), `reference ${k + 1}`]);
    if (!references.some(([value]) => value === view.reference)) view.reference = "0";
    fill(byId("reference"), references, view.reference);
    byId("reference").parentElement.hidden = references.length < 2;
    byId("legend").replaceChildren(...(part.kind === "edits"
      ? legend(["correct", "wrong", ...(part.data.metric === "m2" ? UNMADE : ["missed"])]) : isTexts ? legend(["correct", "wrong", "missed"], "grams") : []));
  }

  showSentences() {
    const { part } = this.view;
    if (!part.store) return;
    const order = select(part, this.view);
    this.list.show(part, this.view, order);
    this.map.show(this.view, order);
    const text = order.length === part.size
      ? `${plural(part.size, "sentence")}.` : `${count(order.length)} of ${plural(part.size, "sentence")}.`;
    this.tell([this.missing, text, part.corpus.note ? shown(part.corpus.note) : "", MODES[part.data.mode] ?? ""].filter(Boolean).join(" "));
    this.missing = "";
  }

  tell(text) {
    byId("count").textContent = text;
  }

  /** Go to a sentence; a filter that hides it is cleared. */
  go(s) {
    if (this.list.go(s)) return;
    Object.assign(this.view, { only: "all", type: "", query: "" });
    this.showControls();
    this.showSentences();
    this.list.go(s);
  }

  goTo(number) {
    const s = this.view.part.find(number);
    if (s < 0) this.tell(`There is no sentence ${shown(number)} in this page.`);
    else this.go(s);
  }
}

/** Lead to a part of the page without touching its address. */
function jump(id) {
  const heading = byId(id).querySelector("h2");
  heading.focus({ preventScroll: true });
  byId(id).scrollIntoView({ block: "start" });
}
