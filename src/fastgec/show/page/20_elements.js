/*
 * Elements of the page. Every text of the data passes through `make` or `shown`: it is put in as
 * text, never as markup, and what would not be seen (control characters, marks that turn the
 * direction of writing) is written out, so that no text can change how another one looks.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Make an element; strings among the children become text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "onclick") element.addEventListener("click", value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat());
  return element;
}

/** Make an element of a drawing. */
function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A text as it is shown: control characters as pictures, direction marks by their numbers. */
function shown(text) {
  return String(text)
    .replace(/[\u0000-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(/[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (c) =>
      `\u27e8${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}\u27e9`);
}

/** A text of the data in an element of its own direction. */
function said(text, attributes = {}) {
  return make("bdi", attributes, shown(text));
}

/** Words for screen readers only. */
function hidden(text) {
  return make("span", { class: "hidden" }, text);
}

/** Something that screen readers pass over: what it says is said in words beside it. */
function silent(text, name) {
  return make("span", { class: name, "aria-hidden": "true" }, text);
}

/**
 * A table with a caption; on narrow screens it scrolls inside its frame, also by keys. With
 * `isSorted` a click on the heading of a column sorts the rows by it. `foot` is a last row.
 */
function table(caption, head, rows, attributes = {}, { isSorted = false, foot = null } = {}) {
  const heads = head.map((cell) => (cell.tagName === "TH" ? cell : asHead(cell, "col")));
  const body = make("tbody", {}, rows);
  if (isSorted && rows.length > 2) heads.forEach((cell, column) => sortOnClick(cell, column, body));
  const whole = make("table", attributes,
    make("caption", {}, shown(caption)),
    make("thead", {}, make("tr", {}, heads)),
    body, foot ? make("tfoot", {}, foot) : []);
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": shown(caption) }, whole);
}

/** Make the heading of a column a button that sorts by it: numbers downwards first, words upwards. */
function sortOnClick(head, column, body) {
  if (head.classList.contains("drawn") || !head.textContent) return;
  const isNumber = head.classList.contains("number");
  const keyOf = (row) => {
    const text = row.cells[column].textContent;
    if (!isNumber) return text;
    const found = /[-+]?\d[\d,]*(\.\d+)?/.exec(text);
    return found ? Number(found[0].replaceAll(",", "")) : -Infinity;
  };
  const order = new Intl.Collator("en", { numeric: true });
  const button = make("button", { type: "button", class: "sort" }, ...head.childNodes);
  button.addEventListener("click", () => {
    const isDown = head.ariaSort ? head.ariaSort === "ascending" : isNumber;
    const keyed = [...body.rows].map((row) => [keyOf(row), row]);
    keyed.sort(([x], [y]) => (isDown ? -1 : 1) * (isNumber ? x - y || 0 : order.compare(x, y)));
    for (const other of head.parentElement.cells) other.ariaSort = null;
    head.ariaSort = isDown ? "descending" : "ascending";
    body.append(...keyed.map(([, row]) => row));
  });
  head.append(button);
}

/** What is seen when its title is clicked. */
function folded(title, ...children) {
  return make("details", {}, make("summary", {}, title), children);
}

/** A cell that heads a column or a row. */
function asHead(content, scope, attributes = {}) {
  return make("th", { scope, ...attributes }, content);
}

/** A cell with a number: aligned right. */
function asNumber(text, attributes = {}) {
  return make("td", { class: "number", ...attributes }, shown(text));
}

/** A count with thousands apart, for sentences of the page's own. */
function count(number) {
  return number.toLocaleString("en-US");
}

/** "1 sentence", "2 sentences". */
function plural(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Options of a choice; each is [value, title]. */
function fill(select, options, value) {
  select.replaceChildren(...options.map(([v, title]) => make("option", { value: v }, shown(title))));
  select.value = value;
}

function byId(id) {
  return document.getElementById(id);
}
