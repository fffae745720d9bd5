// What the theme puts on pages, made reachable: wide tables scroll inside a box, which the keyboard
// must reach; the box of a copy button is no landmark.
document.addEventListener("DOMContentLoaded", () => {
  const reach = () => {
    for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "table");
    }
    for (const box of document.querySelectorAll(".md-code__nav:not([role])")) {
      box.setAttribute("role", "none");
    }
  };
  new MutationObserver(reach).observe(document.body, { childList: true, subtree: true });
  reach();
});
