/*
 * Drawings in tables: scores with intervals, differences from zero, pairs of numbers. They repeat
 * numbers that stand beside them, so screen readers pass over them. Places are per cent of the
 * cell's width, so a drawing is as wide as its column. Colours come from the style sheet, and what a
 * drawing tells apart it tells apart by shape too (A a disc, B a square).
 */

const HEIGHT = 27;

/** A scale from numbers to per cent of a drawing's width; `ticks` are round numbers on it. */
function scale(numbers, { fromZero = false } = {}) {
  const known = numbers.filter((number) => Number.isFinite(number));
  let low = fromZero ? Math.min(0, ...known) : Math.min(...known);
  let high = fromZero ? Math.max(0, ...known) : Math.max(...known);
  if (!(high > low)) [low, high] = [low - 0.5, high + 0.5];
  const place = (number) => 5 + ((number - low) / (high - low)) * 90;
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  place.ticks = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) place.ticks.push(Number((k * step).toPrecision(6)));
  return place;
}

function at(number) {
  return `${number.toFixed(2)}%`;
}

function drawing(name, ...children) {
  return draw("svg", {
    class: `chart ${name}`, width: "100%", height: HEIGHT, "aria-hidden": "true", focusable: "false",
  }, ...children);
}

function stroke(name, x1, x2, y1, y2 = y1) {
  return draw("line", { class: name, x1: at(x1), x2: at(x2), y1, y2 });
}

function disc(name, x, y) {
  return draw("circle", { class: name, cx: at(x), cy: y, r: 4 });
}

function square(name, x, y) {
  return draw("rect", { class: name, x: at(x), y: y - 4, width: 8, height: 8, transform: "translate(-4 0)" });
}

/** The lines of the axis behind a drawing; the line of zero is drawn through where there is one. */
function grid(place) {
  return place.ticks.map((tick) => stroke(tick === 0 ? "zero" : "axis", place(tick), place(tick), 0, HEIGHT));
}

/** The numbers of the axis, as the last row of a column of drawings. */
function axis(place) {
  return drawing("ticks", ...place.ticks.map((tick) =>
    draw("text", { x: at(place(tick)), y: 13, "text-anchor": "middle" }, String(tick))));
}

/** A number with its interval: a bar with ends, and a disc or a square. */
function intervalBar([low, number, high], place, name = "a") {
  const y = HEIGHT / 2;
  const parts = grid(place);
  if (high > low) {
    parts.push(stroke("range", place(low), place(high), y));
    for (const end of [low, high]) parts.push(stroke("range", place(end), place(end), y - 4, y + 4));
  }
  return drawing("interval", ...parts, name === "b" ? square(name, place(number), y) : disc(name, place(number), y));
}

/** Two systems' numbers on one line: a disc for A, a square for B; intervals above and below. */
function dumbbell(a, b, place) {
  const y = HEIGHT / 2;
  const parts = grid(place);
  const range = (one, height, name) => {
    if (one?.interval) parts.push(stroke(`thin ${name}`, place(one.interval[0]), place(one.interval[1]), height));
  };
  range(a, y - 6, "a");
  range(b, y + 6, "b");
  if (a && b) parts.push(stroke("link", place(a.value), place(b.value), y));
  if (b) parts.push(square("b", place(b.value), y));
  if (a) parts.push(disc("a", place(a.value), y));
  return drawing("dumbbell", ...parts);
}

/** A number as a bar from zero. */
function valueBar(value, place, name) {
  const [from, to] = [place(0), place(value)].sort((x, y) => x - y);
  return drawing("bar", stroke("zero", place(0), place(0), 0, HEIGHT),
    draw("rect", { class: name, x: at(from), y: 8, width: at(Math.max(0.5, to - from)), height: HEIGHT - 16 }));
}
