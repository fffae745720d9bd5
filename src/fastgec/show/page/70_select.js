/*
 * Which sentences are seen, and in what order: sorting, filters, search. Everything is a pass over
 * typed arrays; texts are searched in lower case, put together once for each sentence.
 */

const SORTS = [
  ["apart", "A and B differ most first"],
  ["number", "number"],
  ["difference", "A much better than B first"],
  ["reverse", "B much better than A first"],
  ["balance", "A: right less wrong edits"],
  ["missed", "most missed edits"],
  ["length", "longest first"],
];
const FILTERS = [
  ["all", "all sentences"],
  ["a", "only A is better"],
  ["b", "only B is better"],
  ["wrong", "both are wrong"],
  ["differ", "A and B differ"],
  ["disagree", "annotators disagree"],
];

/** Choices that mean something here: some need two systems, some need edits. */
function offered(options, part, b) {
  const pairs = new Set(["apart", "difference", "reverse", "a", "b", "differ"]);
  return options.filter(([value]) =>
    !(pairs.has(value) && b < 0) && !(["balance", "missed"].includes(value) && part.kind !== "edits"));
}

/** Keep a sentence? One function for each filter. */
function keeper(part, { a, b, only, type }) {
  const tests = [];
  const difference = part.difference(a, b);
  if (only === "a") tests.push((s) => difference[s] > 0);
  if (only === "b") tests.push((s) => difference[s] < 0);
  if (only === "wrong") tests.push((s) => part.isWrong(a, s) && (b < 0 || part.isWrong(b, s)));
  if (only === "differ") tests.push((s) => !part.isSame(a, b, s));
  if (only === "disagree") tests.push((s) => part.disagree(s));
  if (type) {
    const index = part.store.types?.indexOf(type) ?? -1;
    tests.push((s) => part.hasType(s, index, a, b));
  }
  return (s) => tests.every((test) => test(s));
}

/** What a sentence is sorted by; smallest first. */
function sortKey(part, { a, b, sort }) {
  const difference = part.difference(a, b);
  switch (sort) {
    case "apart": return b < 0 ? null : (s) => -Math.abs(difference[s]);
    case "difference": return (s) => -difference[s];
    case "reverse": return (s) => difference[s];
    case "balance": return (s) => -part.balance(a, s);
    case "missed": return (s) => -part.nMissed(a, s) - (b < 0 || b === a ? 0 : part.nMissed(b, s));
    case "length": return (s) => -part.length(s);
    default: return null;
  }
}

/** Indices of the sentences that a view shows, in its order; ties keep the order of the corpus. */
function select(part, view) {
  const keep = keeper(part, view);
  const query = view.query.toLowerCase();
  const found = new Int32Array(part.size);
  let n = 0;
  for (let s = 0; s < part.size; s++) {
    if (keep(s) && (!query || part.haystack(s).includes(query))) found[n++] = s;
  }
  const order = found.subarray(0, n);
  const key = sortKey(part, view);
  if (key) {
    const keys = new Float64Array(part.size);
    for (const s of order) keys[s] = key(s);
    order.sort((x, y) => keys[x] - keys[y] || x - y);
  }
  return order;
}

/** Put the texts for the search together while nothing else is to be done. */
function prepareSearch(part, isCurrent) {
  let s = 0;
  const step = (deadline) => {
    while (s < part.size && deadline.timeRemaining() > 2) {
      for (const end = Math.min(part.size, s + 50); s < end; s++) part.haystack(s);
    }
    if (s < part.size && isCurrent()) requestIdleCallback(step);
  };
  requestIdleCallback(step);
}
