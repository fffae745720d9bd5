"use strict";
/*
 * The data of the page: how it is unpacked, and what is asked of it.
 *
 * Python packs one JSON document (gzip, base64) into the page. A *part* is one metric on one corpus.
 * Sentences have indices from 0 here; readers see their numbers in the corpus, from 1. What there is
 * many of lies in flat arrays, with counts per sentence beside them that are summed to offsets once.
 * Printed digits are strings of the document: this script computes no score.
 */

/** Unpack the document: base64 to bytes, gzip to JSON. */
async function unpack(element) {
  const text = element.textContent.trim();
  let bytes;
  if (Uint8Array.fromBase64) {
    bytes = Uint8Array.fromBase64(text);
  } else {
    const packed = atob(text);
    bytes = new Uint8Array(packed.length);
    for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  }
  element.remove(); // megabytes that nobody reads again
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** Where the items of each row begin, and behind the last row where they end. */
function offsets(counts) {
  const out = new Int32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) out[i + 1] = out[i] + counts[i];
  return out;
}

/** Tokens of a text; none of an empty one. */
function words(text) {
  return text === "" ? [] : text.split(" ");
}

/** One metric on one corpus. What all kinds of metrics have in common is here. */
class Part {
  constructor(document, index) {
    this.index = index;
    this.data = document.parts[index];
    this.corpus = document.corpora[this.data.corpus];
    this.sources = document.sources[this.data.source];
    this.names = this.corpus.systems;
    this.size = this.sources.length;
    this.store = this.data.sentences;
    this.kind = this.data.kind;
    this.haystacks = new Array(this.size);
    this.differences = new Map();
    const { numbers } = this.corpus;
    this.indexOf = numbers ? new Map(numbers.map((number, s) => [number, s])) : null;
    this.lengths = null;
  }

  /** Number of a sentence in its corpus, from 1. */
  numberOf(s) {
    return this.corpus.numbers ? this.corpus.numbers[s] : s + 1;
  }

  /** Index of the sentence with a number, -1 if the page does not have it. */
  find(number) {
    if (this.indexOf) return this.indexOf.get(number) ?? -1;
    return number >= 1 && number <= this.size ? number - 1 : -1;
  }

  /** Score of a sentence alone, as it is printed; null where the metric has none. */
  score(i, s) {
    const { score } = this.store.systems[i];
    return score ? this.store.scores[score[s]] : null;
  }

  /** The printed scores as numbers, for sorting. */
  get values() {
    this.numbers ??= Float64Array.from(this.store.scores, (text) => Number(text) || 0);
    return this.numbers;
  }

  /** What a sentence is worth: its score, or right edits less wrong and missed ones. */
  worth(i, s) {
    const { score } = this.store.systems[i];
    if (score) return this.values[score[s]];
    const { correct, wrong, missed } = this.counts(i, s);
    return correct - wrong - missed;
  }

  /** Worth of each sentence under A less that under B; the last few pairs are kept. */
  difference(a, b) {
    const key = `${a} ${b}`;
    let found = this.differences.get(key);
    if (!found) {
      found = new Float64Array(this.size);
      if (b >= 0) for (let s = 0; s < this.size; s++) found[s] = this.worth(a, s) - this.worth(b, s);
      if (this.differences.size > 4) this.differences.clear();
      this.differences.set(key, found);
    }
    return found;
  }

  /** Number of tokens of a source. */
  length(s) {
    if (!this.lengths) {
      this.lengths = Int32Array.from(this.sources, (text) => {
        let n = text === "" ? 0 : 1;
        for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) n++;
        return n;
      });
    }
    return this.lengths[s];
  }

  /** Whether the source is right for all who corrected it, and kept by some systems. */
  isUntouched(s, systems) {
    const source = this.sources[s];
    return this.isClean(s) && systems.every((i) => this.hypothesis(i, s) === source);
  }

  /** All texts of a sentence in lower case, for the search; each differing text once. */
  haystack(s) {
    return (this.haystacks[s] ??= [...new Set(this.texts(s))].join("\n").toLowerCase());
  }
}

/** A metric of edits: gold edits of annotators, edits of systems. */
class EditsPart extends Part {
  constructor(document, index) {
    super(document, index);
    const { gold, systems } = this.store;
    this.rowAt = offsets(gold.rows);
    this.goldAt = offsets(gold.edits);
    this.editAt = systems.map((system) => offsets(system.edits));
    this.statusAt = systems.map(({ chosen }) =>
      offsets(chosen.map((row, s) => gold.edits[this.rowAt[s] + row] ?? 0)));
    this.optional = new Set(gold.optional ?? []);
  }

  counts(i, s) {
    const { correct, wrong, missed } = this.store.systems[i];
    return { correct: correct[s], wrong: wrong[s], missed: missed[s] };
  }

  isWrong(i, s) {
    const { wrong, missed } = this.store.systems[i];
    return wrong[s] + missed[s] > 0;
  }

  isClean(s) {
    return this.goldAt[this.rowAt[s]] === this.goldAt[this.rowAt[s + 1]];
  }

  nMissed(i, s) {
    return this.store.systems[i].missed[s];
  }

  balance(i, s) {
    const { correct, wrong } = this.store.systems[i];
    return correct[s] - wrong[s];
  }

  /** Edits of one gold row: {start, end, texts, type, optional}. */
  goldRow(row) {
    const { gold, strings, types } = this.store;
    const out = [];
    for (let e = this.goldAt[row]; e < this.goldAt[row + 1]; e++) {
      out.push({
        start: gold.start[e],
        end: gold.start[e] + gold.length[e],
        texts: strings[gold.text[e]].split("||"),
        type: types[gold.type[e]],
        optional: this.optional.has(e),
      });
    }
    return out;
  }

  /** Annotators of a sentence: {id, row (within the sentence), edits}. */
  gold(s) {
    const { gold, annotators } = this.store;
    const out = [];
    for (let row = this.rowAt[s]; row < this.rowAt[s + 1]; row++) {
      const id = annotators[gold.annotator[row]];
      out.push({ id, row: row - this.rowAt[s], edits: this.goldRow(row) });
    }
    return out;
  }

  /** Edits of a system in a sentence: {start, end, texts, type, status}. */
  edits(i, s) {
    const system = this.store.systems[i];
    const { strings, types } = this.store;
    const out = [];
    for (let e = this.editAt[i][s]; e < this.editAt[i][s + 1]; e++) {
      out.push({
        start: system.start[e],
        end: system.start[e] + system.length[e],
        texts: [strings[system.text[e]]],
        type: system.type ? types[system.type[e]] : null,
        status: system.is_correct[e] ? "correct" : "wrong",
      });
    }
    return out;
  }

  /** Gold edits of the chosen annotator that a system did not make, with their status. */
  unmade(i, s) {
    const system = this.store.systems[i];
    const edits = this.goldRow(this.rowAt[s] + system.chosen[s]);
    const at = this.statusAt[i][s];
    return edits
      .map((edit, e) => ({ ...edit, status: STATUSES[system.status[at + e]] }))
      .filter((edit) => edit.status !== "corrected");
  }

  /** Indices of a system's edits in a sentence, by place. */
  editsInOrder(i, s) {
    const { start, length } = this.store.systems[i];
    const out = [];
    let isSorted = true;
    for (let e = this.editAt[i][s]; e < this.editAt[i][s + 1]; e++) {
      isSorted &&= !out.length || start[out[out.length - 1]] <= start[e];
      out.push(e);
    }
    return isSorted ? out : out.sort((x, y) => start[x] - start[y] || length[x] - length[y]);
  }

  /** Output of a system: the source with its edits, or what is given where they do not make it. */
  hypothesis(i, s, tokens = null) {
    const { start, length, text, others } = this.store.systems[i];
    const given = others?.[s];
    if (given !== undefined) return given;
    if (this.editAt[i][s] === this.editAt[i][s + 1]) return this.sources[s];
    tokens ??= words(this.sources[s]);
    const out = [];
    let at = 0;
    for (const e of this.editsInOrder(i, s)) {
      while (at < start[e]) out.push(tokens[at++]);
      const written = this.store.strings[text[e]];
      if (written) out.push(written);
      at = Math.max(at, start[e] + length[e]);
    }
    while (at < tokens.length) out.push(tokens[at++]);
    return out.join(" ");
  }

  /** Whether two systems write the same; texts are made only where their edits differ. */
  isSame(i, j, s) {
    const [one, other] = [this.store.systems[i], this.store.systems[j]];
    const [at, by] = [this.editAt[i][s], this.editAt[j][s]];
    const n = this.editAt[i][s + 1] - at;
    let same = n === this.editAt[j][s + 1] - by && !(s in (one.others ?? {})) && !(s in (other.others ?? {}));
    for (let e = 0; same && e < n; e++) {
      same = one.start[at + e] === other.start[by + e] && one.length[at + e] === other.length[by + e]
        && one.text[at + e] === other.text[by + e];
    }
    if (same) return true;
    const tokens = words(this.sources[s]);
    return this.hypothesis(i, s, tokens) === this.hypothesis(j, s, tokens);
  }

  /** Source, outputs and corrections of a sentence. */
  texts(s) {
    const { gold, strings, systems } = this.store;
    const out = [this.sources[s]];
    const tokens = words(this.sources[s]);
    for (let i = 0; i < systems.length; i++) out.push(this.hypothesis(i, s, tokens));
    for (let e = this.goldAt[this.rowAt[s]]; e < this.goldAt[this.rowAt[s + 1]]; e++) {
      out.push(strings[gold.text[e]]);
    }
    return out;
  }

  /** Whether annotators of a sentence made different edits; equal corrections have equal indices. */
  disagree(s) {
    const { edits, start, length, text } = this.store.gold;
    const first = this.rowAt[s];
    const at = this.goldAt[first];
    for (let row = first + 1; row < this.rowAt[s + 1]; row++) {
      if (edits[row] !== edits[first]) return true;
      for (let e = 0; e < edits[first]; e++) {
        const [x, y] = [at + e, this.goldAt[row] + e];
        if (start[x] !== start[y] || length[x] !== length[y] || text[x] !== text[y]) return true;
      }
    }
    return false;
  }

  /** Whether an edit of the gold, or of a system of the pair, has a type (by its index). */
  hasType(s, type, a, b) {
    const { gold, systems } = this.store;
    for (let e = this.goldAt[this.rowAt[s]]; e < this.goldAt[this.rowAt[s + 1]]; e++) {
      if (gold.type[e] === type) return true;
    }
    for (const i of [a, b]) {
      if (i >= 0 && systems[i].type) {
        for (let e = this.editAt[i][s]; e < this.editAt[i][s + 1]; e++) {
          if (systems[i].type[e] === type) return true;
        }
      }
    }
    return false;
  }

  /** Types of edits in the page, most frequent first. */
  types() {
    if (!this.allTypes) {
      const { gold, systems, types } = this.store;
      const seen = new Int32Array(types.length);
      for (const flat of [gold.type, ...systems.map(({ type }) => type ?? [])]) {
        for (const type of flat) seen[type]++;
      }
      this.allTypes = types.map((_, t) => t).filter((t) => seen[t])
        .sort((x, y) => seen[y] - seen[x] || (types[x] < types[y] ? -1 : 1)).map((t) => types[t]);
    }
    return this.allTypes;
  }
}

const STATUSES = ["missed", "detected", "recognised", "corrected"];

/** Edits by place; insertions before what they stand in front of. */
function inOrder(edits) {
  return [...edits].sort((x, y) => x.start - y.start || x.end - y.end);
}
