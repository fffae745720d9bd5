/*
 * Small drawings in tables: bars of intervals, dumbbells, columns. They repeat numbers that stand
 * beside them, so screen readers pass over them. Colours come from the style sheet, and what a
 * drawing tells apart it tells apart by shape too (A a disc, B a square).
 */

const WIDTH = 200;
const HEIGHT = 22;

/** A scale from numbers to places on a drawing, with some room at both ends. */
function scale(numbers, { fromZero = false } = {}) {
  const known = numbers.filter((number) => Number.isFinite(number));
  let low = fromZero ? Math.min(0, ...known) : Math.min(...known);
  let high = Math.max(...known);
  if (!(high > low)) [low, high] = [low - 0.5, high + 0.5];
  return (number) => 8 + ((number - low) / (high - low)) * (WIDTH - 16);
}

function drawing(name, ...children) {
  return draw("svg", {
    class: `chart ${name}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT,
    "aria-hidden": "true", focusable: "false",
  }, ...children);
}

/** A score with its interval: a bar with ends, and a disc. */
function intervalBar([low, score, high], place, name = "a") {
  const y = HEIGHT / 2;
  const parts = [draw("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT - 1, y2: HEIGHT - 1 })];
  if (high > low) {
    parts.push(draw("line", { class: "range", x1: place(low), x2: place(high), y1: y, y2: y }));
    for (const end of [low, high]) {
      parts.push(draw("line", { class: "range", x1: place(end), x2: place(end), y1: y - 4, y2: y + 4 }));
    }
  }
  parts.push(draw("circle", { class: name, cx: place(score), cy: y, r: 4 }));
  return drawing("interval", ...parts);
}

/** Two systems' numbers on one line: a disc for A, a square for B; intervals above and below. */
function dumbbell(a, b, place) {
  const y = HEIGHT / 2;
  const parts = [draw("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT - 1, y2: HEIGHT - 1 })];
  const range = (one, at, name) => {
    if (one?.interval) {
      const [low, high] = one.interval;
      parts.push(draw("line", { class: `thin ${name}`, x1: place(low), x2: place(high), y1: at, y2: at }));
    }
  };
  range(a, y - 6, "a");
  range(b, y + 6, "b");
  if (a && b) {
    parts.push(draw("line", { class: "link", x1: place(a.value), x2: place(b.value), y1: y, y2: y }));
  }
  if (b) parts.push(draw("rect", { class: "b", x: place(b.value) - 4, y: y - 4, width: 8, height: 8 }));
  if (a) parts.push(draw("circle", { class: "a", cx: place(a.value), cy: y, r: 4 }));
  return drawing("dumbbell", ...parts);
}

/** A number as a bar from zero. */
function valueBar(value, place, name) {
  const zero = place(0);
  const end = place(value);
  return drawing("bar",
    draw("line", { class: "axis", x1: zero, x2: zero, y1: 0, y2: HEIGHT }),
    draw("rect", { class: name, x: Math.min(zero, end), y: 5, width: Math.max(1, Math.abs(end - zero)), height: HEIGHT - 10 }));
}
