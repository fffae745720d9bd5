/*
 * The sentences: fifty at a time, more as one scrolls, in both directions from wherever a link leads.
 * What is outside the window is not in the document, so the page stays light however large it is.
 */

const STEP = 50;
const AT_ONCE = 10; // about a screen: the others of the first fifty come right after it is seen

/** Row of a card: who says it, and what. */
function row(name, who, content) {
  return make("div", { class: `row ${name}` }, make("span", { class: "who" }, who), content);
}

/** Counts of a system in a sentence, with the signs of the marks. */
function tally(part, i, s) {
  const out = [];
  if (part.kind === "edits") {
    const numbers = part.counts(i, s);
    for (const key of ["correct", "wrong", "missed"]) {
      out.push(make("span", { class: `tally ${key}` }, silent(MARKS[key].sign), String(numbers[key]), hidden(` ${key}, `)));
    }
  }
  const score = part.score(i, s);
  if (score !== null) out.push(make("span", { class: "score" }, hidden("score "), shown(score)));
  return make("span", { class: "tallies" }, out);
}

/** "Annotator 0, chosen for A, B": whose edits these are, and who is scored by them. */
function annotatorName(part, s, { id, row: index }, systems) {
  const chosen = systems.filter((i) => part.store.systems[i].chosen[s] === index);
  const out = [`Annotator ${id}`];
  if (part.rowAt[s + 1] - part.rowAt[s] > 1 && chosen.length) {
    out.push(make("span", { class: "chosen" }, " chosen for ",
      chosen.flatMap((i, n) => [n ? ", " : "", said(part.names[i])])));
  }
  return make("span", {}, out);
}

/** A sentence: source, what annotators say, what systems did. */
function card(part, s, view) {
  const { a, b, every } = view;
  const number = part.numberOf(s);
  const tokens = words(part.sources[s]);
  const systems = every ? part.names.map((_, i) => i) : [...new Set([a, b])].filter((i) => i >= 0);
  const heading = make("h3", { id: `title-${number}` },
    make("a", { href: `#sentence-${number}` }, `Sentence ${count(number)}`),
    make("span", { class: "size" }, ` ${plural(tokens.length, "token")}`));
  const attributes = { id: `sentence-${number}`, tabindex: "-1", "aria-labelledby": `title-${number}` };
  if (part.isUntouched(s, systems)) {
    heading.append(make("span", { class: "size" }, ", nothing to correct, nothing changed"));
    return make("article", { ...attributes, class: "untouched" }, heading, said(part.sources[s], { class: "line" }));
  }
  const rows = [row("source", "Source", said(part.sources[s], { class: "line" }))];
  if (part.kind === "edits") {
    for (const annotator of part.gold(s)) {
      const content = annotator.edits.length
        ? goldLine(tokens, annotator.edits) : make("span", { class: "none" }, "no edits");
      rows.push(row("gold", annotatorName(part, s, annotator, systems), content));
    }
  } else {
    for (let k = 0; k < part.nReferences; k++) {
      const chosen = systems.filter((i) => part.chosen(i, s) === k);
      const who = make("span", {}, `Reference ${k + 1}`, chosen.length && part.nReferences > 1
        ? make("span", { class: "chosen" }, " chosen for ", chosen.flatMap((i, n) => [n ? ", " : "", said(part.names[i])])) : "");
      rows.push(row("gold", who, said(part.reference(k, s), { class: "line" })));
    }
  }
  for (const i of systems) {
    const letter = i === a ? "A " : i === b ? "B " : "";
    const who = make("span", {}, letter ? make("b", {}, letter) : "", said(part.names[i]), tally(part, i, s));
    rows.push(row("system", who, part.kind === "edits" ? systemLine(part, i, s, tokens) : outputLines(part, i, s, Number(view.order), Number(view.reference))));
  }
  return make("article", attributes, heading, rows);
}

/** The window of the list that is in the document. */
class List {
  constructor() {
    this.element = byId("list");
    this.more = byId("more");
    this.earlier = byId("earlier");
    this.order = new Int32Array(0);
    this.from = this.to = 0;
    this.more.addEventListener("click", () => this.extend());
    this.earlier.addEventListener("click", () => this.extendBack());
    new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.extend();
    }, { rootMargin: "800px" }).observe(this.more);
  }

  /** Show an order; with a place its fifty at once, since one scrolls to it, else the first screen. */
  show(part, view, order, place = -1) {
    Object.assign(this, { part, view, order });
    this.from = this.to = Math.floor(Math.max(0, place) / STEP) * STEP;
    this.element.replaceChildren();
    const first = Math.min(order.length, this.from + STEP);
    this.extend(place < 0 ? AT_ONCE : STEP);
    this.element.setAttribute("aria-busy", String(this.to < first));
    if (this.to >= first) return;
    setTimeout(() => {
      if (this.order !== order) return;
      if (this.to < first) this.extend(first - this.to);
      this.element.setAttribute("aria-busy", "false");
    });
  }

  cards(from, to) {
    const out = document.createDocumentFragment();
    for (let at = from; at < to; at++) out.append(card(this.part, this.order[at], this.view));
    return out;
  }

  extend(step = STEP) {
    const to = Math.min(this.order.length, this.to + step);
    this.element.append(this.cards(this.to, to));
    this.to = to;
    this.update();
  }

  extendBack() {
    const from = Math.max(0, this.from - STEP);
    const first = this.element.firstElementChild;
    const before = first?.getBoundingClientRect().top ?? 0;
    this.element.prepend(this.cards(from, this.from));
    this.from = from;
    this.update();
    if (first) window.scrollBy({ top: first.getBoundingClientRect().top - before, behavior: "instant" });
  }

  update() {
    this.more.hidden = this.to >= this.order.length;
    this.earlier.hidden = this.from === 0;
    byId("print").hidden = this.from === 0 && this.to >= this.order.length;
    byId("print").textContent = `Show all ${count(this.order.length)} for printing`;
  }

  /** All of them, in steps, so that the page can be left meanwhile. */
  async showAll(tell) {
    const { order } = this;
    if (this.from > 0) this.show(this.part, this.view, order);
    while (this.order === order && this.to < order.length) {
      this.extend(500);
      tell(`${count(this.to)} of ${count(order.length)} sentences are ready for printing.`);
      await new Promise((done) => setTimeout(done));
    }
  }

  /** Scroll to a sentence and focus it; false if the order does not have it. */
  go(s) {
    const place = this.order.indexOf(s);
    if (place < 0) return false;
    if (place < this.from || place >= this.to + STEP) this.show(this.part, this.view, this.order, place);
    if (this.to - place < AT_ONCE) this.extend(); // or the last ones could not be scrolled to the top
    this.focus(byId(`sentence-${this.part.numberOf(s)}`));
    return true;
  }

  focus(article) {
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: "start" });
  }

  /** One sentence on, or back, from the focused one, or from the first that is seen. */
  step(by) {
    const articles = [...this.element.children];
    if (!articles.length) return;
    let at = articles.findIndex((article) => article.contains(document.activeElement));
    if (at < 0) {
      at = articles.findIndex((article) => article.getBoundingClientRect().bottom > 0);
      this.focus(articles[at < 0 ? articles.length - 1 : at]);
      return;
    }
    if (by > 0 && at + 1 >= articles.length && this.to < this.order.length) this.extend();
    if (by < 0 && at === 0 && this.from > 0) this.extendBack();
    const next = by > 0 ? articles[at].nextElementSibling : articles[at].previousElementSibling;
    if (next) this.focus(next);
  }
}
