// The player of a trace: shows the memory, the threads and the source at one step of a recorded call, and moves
// through the steps. Position 0 is before the first step; at position p, step p has just happened. What stands
// in the cells at a position is found by replaying all steps up to it. The elements of the page are made once;
// moving changes their classes and texts. Everything that comes from the submission enters the page as text,
// never as markup.

(function () {
"use strict";
const LAUNCH = 0, READ = 1, WRITE = 2, ATOMIC = 3, SHUFFLE = 4, BARRIER = 5, WARP_SYNC = 6, OTHERS = 7, END = 8;
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);

// ---- The data ----------------------------------------------------------------------------------------

// Lists of numbers are written as runs: start, difference, count, start, …
function numbers(runs) {
  const all = [];
  for (let i = 0; i < runs.length; i += 3)
    for (let k = 0; k < runs[i + 2]; k++) all.push(runs[i] + k * runs[i + 1]);
  return all;
}
const steps = data.steps.map(function (step) {
  const threads = numbers(step[4]);
  return {kind: step[0], launch: step[1], block: step[2], line: step[3], threads: threads,
          cells: numbers(step[5] || []), texts: numbers(step[6] || []), who: step[7] ? numbers(step[7]) : threads};
});
const accesses = (step) => step.kind === READ || step.kind === WRITE || step.kind === ATOMIC;
const words = Array.from(byId("steps").children);  // an item for each step
const last = steps.length;
const hue = (thread) => Math.round(thread % 32 * 137.508 % 360);  // neighbours differ most

// ---- Cells of memory ---------------------------------------------------------------------------------

function make(name, css, parent, text) {
  const element = document.createElement(name);
  if (css) element.className = css;
  if (text !== undefined) element.textContent = text;
  if (parent) parent.append(element);
  return element;
}

const cells = [];   // {box, value, badge, before}
const arrays = [];  // {figure, row, from, to, name, launch, block, shared}
const longest = data.texts.reduce((most, text) => Math.max(most, text.length), 1);
document.documentElement.style.setProperty("--cell", Math.min(Math.max(2.8, 0.4 + longest * 0.6), 9) + "rem");
document.documentElement.style.setProperty("--columns", longest > 4 ? longest > 9 ? 2 : 4 : 8);  // on small screens

data.arrays.forEach(function (array) {
  const elements = numbers(array.elements), before = numbers(array.before);
  const shared = array.role === "shared";
  const several = data.launches[array.launch].blocks > 1;
  const figure = make("figure", "array", byId("memory"));
  const caption = make("figcaption", "", figure);
  make("strong", "", caption, array.name);
  const kind = {input: "input", output: "output", global: "global memory", shared: "shared memory"}[array.role];
  caption.append(" " + kind + (shared && several ? " of block " + array.block : ""));
  const row = make("div", "row", figure);
  row.setAttribute("role", "img");
  const from = cells.length;
  let eight = null, group = -1;
  elements.forEach(function (element, i) {
    if (Math.floor(element / 8) !== group) {
      if (eight && Math.floor(element / 8) !== group + 1) make("span", "gap", row, "⋯");
      group = Math.floor(element / 8);
      eight = make("span", "eight", row);
    }
    const box = make("span", "cell", eight);
    box.style.gridColumn = element % 8 + 1;
    make("span", "index", box, element);
    const value = make("span", "value", box), badge = make("span", "badge", box);
    cells.push({box: box, value: value, badge: badge, before: before[i], element: element, shown: "",
                array: array.name});
  });
  if (array.left) make("p", "quiet", figure, "… and " + array.left + " more elements");
  arrays.push({figure: figure, row: row, from: from, to: cells.length, name: array.name, launch: array.launch,
               block: array.block, shared: shared});
});

// The text and the writer of each cell after `done` steps.
let values = [], writers = [], done = -1;
function replay(position) {
  if (done === -1 || position < done) {
    values = cells.map((cell) => cell.before);
    writers = cells.map(() => -1);
    done = 0;
  }
  for (; done < position; done++) {
    const step = steps[done];
    if (!accesses(step) && step.kind !== OTHERS) continue;
    step.cells.forEach(function (cell, i) {
      values[cell] = step.texts[i];
      if (step.kind !== READ) writers[cell] = step.who[i] === undefined ? -1 : step.who[i];
    });
  }
}

// What the step at a position does to each cell: which threads, and the text that stood there before.
function marks(position) {
  const found = new Map();
  if (position === 0) return found;
  const step = steps[position - 1];
  if (!accesses(step) && step.kind !== OTHERS) return found;
  replay(position - 1);
  step.cells.forEach(function (cell, i) {
    if (!found.has(cell)) found.set(cell, {kind: step.kind, threads: [], old: values[cell]});
    const threads = found.get(cell).threads, thread = step.who[i];
    if (thread !== undefined && !threads.includes(thread)) threads.push(thread);
  });
  return found;
}

function badgeText(mark) {
  if (mark.threads.length === 0) return "";
  const arrow = mark.kind === READ ? "↑" : mark.kind === WRITE ? "↓" : "↕";
  return arrow + (mark.threads.length === 1 ? mark.threads[0] : mark.threads.length + "×");
}

function showCell(number, mark, race, output) {
  const cell = cells[number], text = data.texts[values[number]];
  const css = ["cell"];
  let who = writers[number];
  if (values[number] === 0) css.push("empty");
  if (mark) {
    css.push(mark.kind === READ ? "read" : mark.kind === OTHERS ? "plain" : "written");
    if (mark.threads.length === 1) who = mark.threads[0]; else css.push("many");
  }
  if (who >= 0) css.push("owned");
  if (race) css.push("race");
  if (output) css.push(output[1] ? "right" : "wrong");
  const old = mark && mark.kind !== READ && mark.old !== values[number] ? data.texts[mark.old] : "";
  const expected = output && !output[1] ? data.texts[output[2]] : "";
  const badge = mark ? badgeText(mark) : output ? output[1] ? "✓" : "✗" : "";
  const shown = [css.join(" "), who, text, old, badge, expected].join("\n");
  if (shown === cell.shown) return;
  cell.shown = shown;
  cell.box.className = css.join(" ");
  cell.box.style.setProperty("--h", who >= 0 ? hue(who) : 0);
  cell.value.textContent = "";
  if (old) { make("s", "", cell.value, old); cell.value.append(" "); }
  cell.value.append(text || (mark ? "?" : ""));
  if (expected) make("small", "", cell.value, "≠ " + expected);
  cell.badge.textContent = badge;
}

function showMemory(position) {
  const marked = marks(position);
  replay(position);
  const launch = position === 0 ? 0 : steps[position - 1].launch;
  const racing = new Set();
  data.races.forEach(function (race) {
    if (race.first < position && position <= race.second + 1)
      numbers(race.cells).forEach((cell) => racing.add(cell));
  });
  const outputs = new Map();
  if (position === last) data.outputs.forEach((output) => outputs.set(output[0], output));
  arrays.forEach(function (array) {
    array.figure.hidden = array.shared && array.launch !== launch;
    if (array.figure.hidden) return;
    const told = [];
    for (let i = array.from; i < array.to; i++) {
      showCell(i, marked.get(i), racing.has(i), outputs.get(i));
      told.push(data.texts[values[i]] || "not written");
    }
    array.row.setAttribute("aria-label", array.name + ": " + told.join(", "));
  });
}

// ---- Threads -----------------------------------------------------------------------------------------

// For each launch and block: the steps of each thread, and the steps that are barriers.
const lives = new Map();
steps.forEach(function (step, i) {
  if (step.kind === OTHERS || step.kind === END) return;
  const key = step.launch + "," + step.block;
  if (!lives.has(key)) lives.set(key, {launch: step.launch, block: step.block, threads: new Map(), barriers: []});
  const life = lives.get(key);
  if (step.kind === BARRIER) life.barriers.push(i);
  step.threads.forEach(function (thread) {
    if (!life.threads.has(thread)) life.threads.set(thread, []);
    life.threads.get(thread).push(i);
  });
});

const firstFrom = (list, from) => list.find((i) => i >= from);

function stateOf(life, thread, position) {
  const step = position > 0 ? steps[position - 1] : null;
  if (step && step.block === life.block) {
    if (step.kind === BARRIER) return "met";
    if (step.threads.includes(thread)) return "active";
  }
  const next = firstFrom(life.threads.get(thread) || [], position), barrier = firstFrom(life.barriers, position);
  if (next !== undefined && (barrier === undefined || next < barrier)) return "ready";
  return barrier === undefined ? "done" : "waiting";
}

let shownLaunch = -1, squares = [];
function makeThreads(launch) {
  shownLaunch = launch;
  squares = [];
  const panel = byId("threads");
  panel.textContent = "";
  const several = data.launches[launch].blocks > 1, all = data.launches[launch].threads;
  lives.forEach(function (life) {
    if (life.launch !== launch) return;
    if (several) make("h3", "", panel, "block " + life.block);
    const warps = new Set(Array.from(life.threads.keys(), (thread) => Math.floor(thread / 32)));
    Array.from(warps).sort((a, b) => a - b).forEach(function (warp) {
      const line = make("div", "warp", panel);
      make("span", "quiet", line, "warp " + warp);
      const lanes = make("span", "lanes", line);
      lanes.setAttribute("role", "img");
      const group = {lanes: lanes, warp: warp, boxes: []};
      for (let thread = warp * 32; thread < Math.min(warp * 32 + 32, all); thread++) {
        const box = make("span", "thread", lanes, thread);
        box.style.setProperty("--h", hue(thread));
        box.dataset.block = life.block;
        box.dataset.thread = thread;
        group.boxes.push({box: box, thread: thread, life: life});
      }
      squares.push(group);
    });
    const idle = Math.ceil(all / 32) - warps.size;
    if (idle > 0) make("p", "quiet", panel, "and " + idle + (idle > 1 ? " warps that do" : " warp that does") +
                                              " no more than wait at barriers");
  });
}

function showThreads(position) {
  const launch = position === 0 ? 0 : steps[position - 1].launch;
  if (launch !== shownLaunch) makeThreads(launch);
  squares.forEach(function (group) {
    const count = {};
    group.boxes.forEach(function (one) {
      const state = stateOf(one.life, one.thread, position);
      count[state] = (count[state] || 0) + 1;
      const css = "thread " + state;
      if (one.box.className !== css) one.box.className = css;
    });
    const names = {active: "in this step", met: "at the barrier", ready: "not in this step",
                   waiting: "waiting at a barrier", done: "done"};
    group.lanes.setAttribute("aria-label", "warp " + group.warp + ": " + Object.keys(names).filter((n) => count[n])
      .map((n) => count[n] + " " + names[n]).join(", "));
  });
}

// The values of a shuffle are in registers. They are shown as a row of lanes; each lane has the colour of the
// thread whose value it got.
function showShuffle(position) {
  const step = position > 0 ? steps[position - 1] : null, row = byId("lanes");
  byId("shuffle").hidden = !step || step.kind !== SHUFFLE;
  row.textContent = "";
  if (byId("shuffle").hidden) return;
  let eight = null;
  step.threads.forEach(function (thread, i) {
    if (i % 8 === 0) eight = make("span", "eight", row);
    const box = make("span", "cell owned written", eight), from = step.cells[i];
    box.style.setProperty("--h", hue(from));
    make("span", "index", box, thread);
    make("span", "value", box, data.texts[step.texts[i]]);
    make("span", "badge", box, from === thread ? "own" : "←" + from);
  });
}

// ---- Source, words, the race -------------------------------------------------------------------------

const sourceLines = new Map();
document.querySelectorAll("li[data-lines]").forEach(function (item) {
  item.dataset.lines.split(" ").forEach((number) => sourceLines.set(Number(number), item));
});

function showSource(position) {
  document.querySelectorAll("#source .hit").forEach(function (item) {
    item.classList.remove("hit");
    item.removeAttribute("aria-current");
  });
  document.querySelectorAll("#source .near").forEach((item) => item.classList.remove("near"));
  const step = position > 0 ? steps[position - 1] : null;
  const hasLine = step && step.kind !== LAUNCH && step.kind !== OTHERS && step.kind !== END;
  const item = hasLine ? sourceLines.get(step.line) : null;
  if (!item) return;
  item.classList.add("hit");
  item.setAttribute("aria-current", "true");
  const all = Array.from(item.parentNode.children), at = all.indexOf(item);
  all.slice(Math.max(0, at - 4), at + 5).forEach((one) => one.classList.add("near"));
  const box = byId("source"), top = item.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  box.scrollTop = top - box.clientHeight / 2;
}

function raceWords(position) {
  const race = data.races.find((one) => one.first < position && position <= one.second + 1);
  return race ? "Race: " + race.words : "";
}

let position = 0, timer = null, currentItem = null;
function go(to) {
  position = Math.min(Math.max(to, 0), last);
  showMemory(position);
  showThreads(position);
  showShuffle(position);
  showSource(position);
  byId("at").value = position;
  byId("at").setAttribute("aria-valuetext", "step " + position + " of " + last);
  byId("count").textContent = position + " / " + last;
  byId("words").textContent = position === 0 ? "Before the first step." :
    "Step " + position + " of " + last + ": " + words[position - 1].textContent + ".";
  const race = raceWords(position);
  byId("race").textContent = race;
  byId("race").hidden = !race;
  if (currentItem) currentItem.removeAttribute("aria-current");
  currentItem = position > 0 ? words[position - 1] : null;
  if (currentItem) currentItem.setAttribute("aria-current", "step");
  byId("first").disabled = byId("previous").disabled = byId("back").disabled = position === 0;
  byId("final").disabled = byId("next").disabled = byId("onward").disabled = position === last;
  if (position === last) stop();
  document.dispatchEvent(new CustomEvent("step", {detail: position}));
}

// For one_thread.js.
window.recorded = {data: data, steps: steps, cells: cells, sourceLines: sourceLines, make: make,
                   kinds: {READ: READ, WRITE: WRITE, ATOMIC: ATOMIC, SHUFFLE: SHUFFLE}};

// ---- Moving ------------------------------------------------------------------------------------------

function showPlay(label, path) {
  byId("play").setAttribute("aria-label", label);
  byId("play").title = label;
  byId("play").querySelector("path").setAttribute("d", path);
}
function stop() {
  clearInterval(timer);
  timer = null;
  showPlay("Play", "M7 5l12 7L7 19z");
  byId("words").setAttribute("aria-live", "polite");
}
function play() {
  if (timer) return stop();
  if (position === last) go(0);
  timer = setInterval(() => go(position + 1), 900);
  showPlay("Pause", "M8 5v14M16 5v14");
  byId("words").setAttribute("aria-live", "off");  // a screen reader would read all of them
}
const isStop = (step) => step.kind === BARRIER || step.kind === LAUNCH || step.kind === OTHERS;
function onward() {
  let to = position + 1;
  while (to < last && !isStop(steps[to - 1])) to++;
  return to;
}
function back() {
  let to = position - 1;
  while (to > 0 && !isStop(steps[to - 1])) to--;
  return to;
}
const moves = {first: () => 0, back: back, previous: () => position - 1, next: () => position + 1, onward: onward,
               final: () => last};
const keys = {ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "final",
              PageUp: "back", PageDown: "onward"};
function move(name) {
  stop();
  go(moves[name]());
}
Object.keys(moves).forEach((name) => byId(name).addEventListener("click", () => move(name)));
byId("play").addEventListener("click", play);
byId("at").addEventListener("input", function () { stop(); go(Number(this.value)); });
document.addEventListener("keydown", function (event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest && event.target.closest("[tabindex], summary")) return;  // these use the keys themselves
  if (!keys[event.key]) return;
  event.preventDefault();
  move(keys[event.key]);
});
document.addEventListener("click", function (event) {
  const link = event.target.closest("a[data-step]"), item = event.target.closest("#steps > li");
  if (!link && !item) return;
  event.preventDefault();
  stop();
  go(link ? Number(link.dataset.step) : words.indexOf(item) + 1);
  byId("player").scrollIntoView();
});

// Marks above the slider: where kernels start, where barriers are, and where races are.
function tick(step, css) {
  make("span", css, byId("ticks")).style.left = 100 * (step + 1) / last + "%";
}
steps.forEach(function (step, i) {
  if (step.kind === BARRIER || step.kind === LAUNCH) tick(i, step.kind === LAUNCH ? "launch" : "barrier");
});
data.races.forEach(function (race) {
  tick(race.first, "race");
  tick(race.second, "race");
});
byId("at").max = last;
document.documentElement.classList.add("scripted");
const asked = /^#step-(\d+)$/.exec(location.hash);
go(asked ? Number(asked[1]) : 0);
if (asked) addEventListener("load", () => byId("player").scrollIntoView());
})();
