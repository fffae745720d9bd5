/*
 * The corpus at a glance, at the side of wide windows: a line for each sentence from top to bottom,
 * in the colour of the system that is better there, and paler for sentences that a filter hides. A
 * click leads to the sentence. It says what sorting and search say too, so screen readers and keys
 * pass over it.
 */

class CorpusMap {
  constructor(go) {
    this.canvas = byId("map");
    this.canvas.addEventListener("click", ({ offsetY }) => {
      const s = Math.floor((offsetY / this.canvas.clientHeight) * this.view.part.size);
      go(Math.min(this.view.part.size - 1, s));
    });
    addEventListener("resize", settled(() => this.draw()));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  show(view, order) {
    Object.assign(this, { view, order });
    const { part, a, b } = view;
    this.canvas.hidden = b < 0 || !part.size;
    this.canvas.title = b < 0 ? "" : `All sentences: those where ${shown(part.names[a])} or ${shown(part.names[b])} is better. Click to go there.`;
    requestIdleCallback(() => this.draw()); // the list comes first
  }

  draw() {
    const { canvas, view, order } = this;
    if (!view || canvas.hidden || !canvas.clientHeight) return;
    const { part, a, b } = view;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    Object.assign(canvas, { width: width * devicePixelRatio, height: height * devicePixelRatio });
    const pen = canvas.getContext("2d");
    pen.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(document.documentElement);
    const colours = [style.getPropertyValue("--a"), style.getPropertyValue("--b")];
    const difference = part.difference(a, b);
    const isKept = new Uint8Array(part.size);
    for (const s of order) isKept[s] = 1;
    const line = Math.max(1, height / part.size);
    for (let s = 0; s < part.size; s++) {
      if (!difference[s]) continue;
      const isA = difference[s] > 0;
      pen.fillStyle = colours[isA ? 0 : 1];
      pen.globalAlpha = isKept[s] ? 1 : 0.2;
      pen.fillRect(isA ? 0 : width / 2, (s / part.size) * height, width / 2, line);
    }
  }
}
