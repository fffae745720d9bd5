"use strict";
// The data of the page, which a browser unpacks: base64, gzip, JSON.
async function readData() {
  const text = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
readData().then((data) => {
  const line = document.createElement("h1");
  line.textContent = data.title;
  document.getElementById("page").append(line);
});
