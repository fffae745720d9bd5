/*
 * Who listens to what: controls, links, keys. Single keys can be switched off in the help, and are
 * never taken from a field or from a shortcut of the browser.
 */

/** Call a function once nothing has been typed for a moment. */
function settled(call, wait = 80) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, wait);
  };
}

/** Scroll to the sentences where they are below the window: else nothing is seen to change. */
function showList() {
  const section = byId("sentences");
  if (section.getBoundingClientRect().top > innerHeight) section.scrollIntoView({ block: "start" });
}

function listen(page) {
  const choose = (id, changes) => byId(id).addEventListener("change", () => page.change(changes(byId(id))));
  choose("a", ({ value }) => ({ a: Number(value) }));
  choose("b", ({ value }) => ({ b: Number(value) }));
  for (const id of ["sort", "only", "type", "order", "reference"]) choose(id, ({ value }) => ({ [id]: value }));
  for (const id of ["sort", "only", "type", "query"]) byId(id).addEventListener("input", showList);
  choose("every", ({ checked }) => ({ every: checked }));
  byId("query").addEventListener("input", settled(() => page.change({ query: byId("query").value })));
  byId("reset").addEventListener("click", () => page.change({ ...DEFAULTS }));
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  byId("goto").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const { value } = byId("goto");
    byId("goto").value = "";
    page.goTo(Number(value.replace(/[,\s]/g, "")));
  });
  byId("print").addEventListener("click", () => page.list.showAll((text) => page.tell(text)));
  byId("metric").addEventListener("change", () => swap(page, Number(byId("metric").value)));
  byId("corpus").addEventListener("change", () => {
    const corpus = Number(byId("corpus").value);
    swap(page, page.content.parts.findIndex((part) => part.corpus === corpus));
  });
  byId("mode").addEventListener("change", () => {
    document.documentElement.dataset.mode = byId("mode").value;
    page.map.draw();
  });
  for (const links of [byId("contents"), document.querySelector(".skip")]) {
    links.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      jump(link.getAttribute("href").slice(1));
    });
  }
  document.addEventListener("click", (event) => {
    // A link to the sentence of the address would not change it: lead there all the same.
    const link = event.target.closest?.('a[href^="#sentence-"]');
    if (link && link.getAttribute("href") === location.hash) page.goTo(Number(location.hash.slice(10)));
  });
  window.addEventListener("hashchange", () => {
    if (/^#(overview|pairs|types|errors|buckets|sentences|reproduce)$/.test(location.hash)) return;
    const before = page.view.part;
    const s = page.read(location.hash);
    if (/^#sentence-/.test(location.hash) && page.view.part === before) {
      if (s >= 0) page.go(s);
      else page.showSentences();
    } else page.showAll(s);
  });
}

/** Show another part; the pair stays where both systems are there too. */
function swap(page, index) {
  const { part: old, a, b } = page.view;
  page.setPart(index);
  const { part } = page.view;
  const same = (i) => (i < 0 ? -1 : part.names.indexOf(old.names[i]));
  if (same(a) >= 0 && (b < 0 || same(b) >= 0)) Object.assign(page.view, { a: same(a), b: same(b) });
  page.showAll(-1);
  history.replaceState(null, "", page.hash);
}

function listenToKeys(page) {
  const help = byId("help");
  const open = () => {
    if (!help.open) help.showModal();
  };
  byId("open-help").addEventListener("click", open);
  byId("close-help").addEventListener("click", () => help.close());
  byId("marks").replaceChildren(...legend(Object.keys(MARKS)).map((mark) => make("li", {}, mark)));
  const keys = {
    j: () => page.list.step(1),
    k: () => page.list.step(-1),
    "/": () => byId("query").focus(),
    g: () => byId("goto").focus(),
    "?": open,
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
    if (event.key === "Escape" && typing) {
      typing.blur();
      return;
    }
    if (typing || help.open || event.ctrlKey || event.metaKey || event.altKey || !byId("keys").checked) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

async function start() {
  try {
    const content = await unpack(byId("data"));
    const page = new Page(content);
    listen(page);
    listenToKeys(page);
    byId("made").textContent = `Made by fastgec ${shown(content.version)}${content.date ? `, ${shown(content.date)}` : ""}.`;
    page.showAll(page.read(location.hash));
    document.documentElement.dataset.ready = "yes";
    performance.mark("ready");
  } catch (error) {
    byId("status").textContent = `This page could not be shown: ${error.message}. It needs a browser of 2023 or later.`;
    throw error;
  }
}

start();
