"use strict";
/* A click on a heading sorts its table: numbers best first, names by letter; again: reversed. */
for (const table of document.querySelectorAll("table.board")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const valueOf = (row, place) => row.cells[place].dataset.value ?? "";
  heads.forEach((head, place) => {
    const isText = head.dataset.kind === "text";
    const first = isText || head.dataset.kind === "rank" ? "ascending" : "descending";
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const other = first === "ascending" ? "descending" : "ascending";
      const order = now === first ? other : first;
      const sign = order === "ascending" ? 1 : -1;
      const rows = [...body.rows];
      rows.sort((one, two) => {
        const [a, b] = [valueOf(one, place), valueOf(two, place)];
        if (a === "" || b === "") return (a === "") - (b === "");
        return sign * (isText ? a.localeCompare(b) : Number(a) - Number(b));
      });
      body.append(...rows);
      for (const one of heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
    });
  });
}
document.documentElement.dataset.ready = "";
