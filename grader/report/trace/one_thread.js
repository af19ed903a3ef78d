// The values of one thread: what it has got from memory or from other lanes, and what it has put there, at each
// line of the source the last time. Follows the first thread of the step, or the one that the reader has chosen.
// Uses what player.js leaves in `recorded`.

(function () {
"use strict";
const {data, steps, cells, sourceLines, make, kinds} = window.recorded;
const byId = (id) => document.getElementById(id);
let chosen = null;  // {launch, block, thread}

function threadAt(position) {
  const step = position > 0 ? steps[position - 1] : null;
  if (chosen && (!step || step.launch === chosen.launch)) return chosen;
  if (!step || step.threads.length === 0) return null;
  return {launch: step.launch, block: step.block, thread: step.threads[0]};
}

// The values by line and array: {line, what, text, step}.
function valuesOf(one, position) {
  const found = new Map();
  steps.slice(0, position).forEach(function (step, i) {
    if (step.launch !== one.launch || step.block !== one.block) return;
    const arrow = {[kinds.READ]: "=", [kinds.WRITE]: "←", [kinds.ATOMIC]: "←", [kinds.SHUFFLE]: "="}[step.kind];
    if (!arrow) return;
    const who = step.kind === kinds.SHUFFLE ? step.threads : step.who;
    step.cells.forEach(function (cell, k) {
      if (who[k] !== one.thread) return;
      const isShuffle = step.kind === kinds.SHUFFLE;
      const name = isShuffle ? "from thread " + cell : cells[cell].array + "[" + cells[cell].element + "]";
      const key = [step.line, arrow, isShuffle ? "" : cells[cell].array].join();
      const before = found.get(key), text = data.texts[step.texts[k]];
      if (before && before.step === i + 1) before.text += ", " + text;  // a wide access
      else found.set(key, {line: step.line, what: name + " " + arrow, text: text, step: i + 1});
    });
  });
  return Array.from(found.values());
}

function show(position) {
  const one = threadAt(position), rows = one ? valuesOf(one, position) : [];
  byId("one").hidden = rows.length === 0;
  byId("values").textContent = "";
  if (rows.length === 0) return;
  if (document.activeElement !== byId("who")) byId("who").value = one.thread;
  byId("whose").textContent = data.launches[one.launch].blocks > 1 ? "of block " + one.block : "";
  const number = (row) => { const item = sourceLines.get(row.line); return item ? Number(item.dataset.number) : 0; };
  rows.sort((a, b) => number(a) - number(b) || a.step - b.step).forEach(function (row) {
    const line = make("tr", row.step === position ? "now" : "", byId("values"));
    make("td", "quiet", line, number(row) ? "line " + number(row) : "");
    make("td", "", line, row.what);
    make("td", "", line, row.text);
  });
}

function choose(block, thread) {
  const position = Number(byId("at").value), launch = position > 0 ? steps[position - 1].launch : 0;
  chosen = {launch: launch, block: block, thread: thread};
  show(position);
}

document.addEventListener("step", (event) => show(event.detail));
byId("who").addEventListener("input", function () {
  const position = Number(byId("at").value);
  if (this.value !== "") choose(position > 0 ? steps[position - 1].block : 0, Number(this.value));
});
byId("threads").addEventListener("click", function (event) {
  const box = event.target.closest(".thread");
  if (box) choose(Number(box.dataset.block), Number(box.dataset.thread));
});
show(Number(byId("at").value));
})();
