/*
 * Edits in place. A line is the source with edits in it: `del` for words that go, `ins` for words
 * that come. An edit may be wider than its change ("developing a disorder" for "developing the
 * disorder"): its whole span has a frame, and only what changes is `del` or `ins`; equal words are
 * dropped at the front first, then at the end, as MaxMatch's own report does.
 *
 * Never by colour alone: correct edits are underlined and have a tick, wrong ones have a wave and a
 * cross, missed ones dots and a ring. Where the place was changed to something else, recognised ones
 * (just these words) have two lines and a ring filled to three quarters, detected ones (all others)
 * dashes and half a ring. Screen readers hear the same as words.
 */

const MARKS = {
  correct: { sign: "\u2713", words: "correct", text: "correct edit: underlined, with a tick", grams: "inserted or deleted rightly" },
  wrong: { sign: "\u2717", words: "wrong", text: "wrong edit: a wave below, with a cross", grams: "inserted or deleted wrongly" },
  missed: { sign: "\u25cb", words: "missed", text: "missed edit of the gold: dots below, with a ring", grams: "kept wrongly, or not inserted" },
  detected: {
    sign: "\u25d0",
    words: "detected, not corrected",
    text: "detected: the system touched this place, and wrote something else: dashes, half a ring",
  },
  recognised: {
    sign: "\u25d5",
    words: "recognised, not corrected",
    text: "recognised: the system changed just these words, but to something else: two lines, three quarters of a ring",
  },
  gold: { sign: "", words: "edit", text: "edit of an annotator, with its type" },
};
const UNMADE = ["missed", "detected", "recognised"]; // statuses of gold edits that a system did not make

/** What an edit changes: unchanged words in front and behind, words that go, words that come. */
function cut(before, after) {
  let front = 0;
  while (front < before.length && front < after.length && before[front] === after[front]) front++;
  let back = 0;
  while (back < before.length - front && back < after.length - front &&
    before[before.length - 1 - back] === after[after.length - 1 - back]) back++;
  return {
    front: before.slice(0, front),
    gone: before.slice(front, before.length - back),
    come: after.slice(front, after.length - back),
    back: before.slice(before.length - back),
  };
}

/** One edit as an element: frame, change, sign, words for screen readers. */
function editMark(tokens, { start, end, texts, type, optional }, status, behind = false) {
  const mark = MARKS[status];
  const { front, gone, come, back } = cut(tokens.slice(start, end), words(texts[0]));
  const parts = [hidden(` [${mark.words}${optional ? ", optional" : ""}: `)];
  if (front.length) parts.push(`${shown(front.join(" "))} `);
  if (gone.length) parts.push(make("del", {}, shown(gone.join(" "))));
  if (gone.length && come.length) parts.push(silent("\u2192", "arrow"), hidden(" becomes "));
  if (come.length) parts.push(make("ins", {}, shown(come.join(" "))));
  if (!come.length && gone.length) {
    if (UNMADE.includes(status)) parts.push(silent("\u2192 \u2205", "arrow"));
    parts.push(hidden(" deleted"));
  }
  if (!come.length && !gone.length) parts.push(silent("=", "arrow"), hidden("nothing changes"));
  for (const other of texts.slice(1)) {
    parts.push(silent("/", "or"), hidden(" or "), make("ins", {}, shown(other || "\u2205")));
  }
  if (back.length) parts.push(` ${shown(back.join(" "))}`);
  if (type) parts.push(make("span", { class: "type" }, shown(optional ? `${type}, optional` : type)));
  if (mark.sign) parts.push(silent(mark.sign, "sign"));
  parts.push(hidden("] "));
  const wide = front.length + back.length > 0 ? " wide" : "";
  return make("span", { class: `edit ${status}${wide}${behind ? " behind" : ""}` }, parts);
}

/**
 * A sentence with things in it. Items are {start, end, node}; one that begins before the last one's
 * end stands right behind it, so nothing is left out where edits overlap.
 */
function line(tokens, items) {
  const out = make("bdi", { class: "line" });
  let at = 0;
  const plain = (to) => {
    if (to > at) out.append(`${shown(tokens.slice(at, to).join(" "))} `);
    at = Math.max(at, to);
  };
  for (const { start, end, node } of items) {
    plain(Math.min(start, tokens.length));
    out.append(node, " ");
    at = Math.max(at, Math.min(end, tokens.length));
  }
  plain(tokens.length);
  return out;
}

/** Edits of an annotator in the source. */
function goldLine(tokens, edits) {
  return line(tokens, inOrder(edits).map((edit) => ({ ...edit, node: editMark(tokens, edit, "gold") })));
}

/**
 * Edits of a system in the source, with the gold edits that it did not make. A gold edit that
 * overlaps edits of the system stands behind the last of them.
 */
function systemLine(part, i, s, tokens) {
  const edits = inOrder(part.edits(i, s));
  const items = edits.map((edit) => ({ ...edit, rank: 1, node: editMark(tokens, edit, edit.status) }));
  for (const edit of part.unmade(i, s)) {
    const over = edits.findLast(({ start, end }) => start < edit.end && edit.start < end);
    const node = editMark(tokens, edit, edit.status, Boolean(over));
    if (over) items.push({ start: over.end, end: over.end, rank: 0, node });
    else items.push({ start: edit.start, end: edit.end, rank: 2, node });
  }
  items.sort((x, y) => x.start - y.start || x.rank - y.rank);
  return line(tokens, items);
}

/** What the marks mean, for the legend and the help; of n-grams they mean other things than of edits. */
function legend(kinds, meaning = "text") {
  return kinds.map((kind) => {
    const { sign, words: name } = MARKS[kind];
    return make("span", { class: "key" },
      make("span", { class: `edit ${kind}` }, make("ins", {}, kind), silent(sign, "sign")), ` ${MARKS[kind][meaning] ?? name}`);
  });
}
