// What the server cannot do by itself: keys, live updates, the guard over unsaved text. No state lives here.
"use strict";

const one = (selector) => document.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const typing = (target) => target.closest("input, textarea, select, [contenteditable]");

// -- live: an event of the home refreshes every part of the page that says it cares about its topic
const stream = new EventSource("/api/v1/events");
const pending = new Set();
let timer = 0;

const refresh = () => {
  for (const topic of pending) {
    for (const part of all("[data-live]")) {
      if (topic.startsWith(part.dataset.live)) htmx.trigger(part, "live");
    }
  }
  pending.clear();
};

for (const topic of [
  "/memory/proposed", "/memory/updated", "/memory/rejected", "/memory/expired", "/memory/conflict",
  "/memory/proposal/decided", "/knowledge/indexed", "/knowledge/reindexed", "/knowledge/source/proposed",
  "/knowledge/source/accepted", "/context/built", "/settings/changed", "/conversation/ended",
]) {
  stream.addEventListener(topic, () => {
    pending.add(topic);
    clearTimeout(timer);
    timer = setTimeout(refresh, 120);
  });
}

// -- keys
const move = (step) => {
  const list = one(".list");
  if (!list) return false;
  const options = all("[role=option]", list);
  const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const next = options[Math.max(0, Math.min(options.length - 1, at + step))];
  if (next && next !== options[at]) next.click();
  return Boolean(next);
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if ((event.ctrlKey || event.metaKey) && event.key === "s" && one(".editor")) {
      event.preventDefault();
      one(".editor").requestSubmit();
    }
    return;
  }
  if (typing(event.target)) return;
  const button = ["1", "2", "3"].includes(event.key) && one(`[data-key="${event.key}"]:not(:disabled)`);
  if (button) button.click();
  else if (event.key === "ArrowDown" || event.key === "j") { if (move(1)) event.preventDefault(); }
  else if (event.key === "ArrowUp" || event.key === "k") { if (move(-1)) event.preventDefault(); }
  else if (event.key === "/" && one("[type=search]")) { event.preventDefault(); one("[type=search]").focus(); }
  else if (event.key === "?") one("#keys").showModal();
});

// -- the editor: tabs, unsaved text, and a save button that stands outside its form
const editor = one(".editor");
if (editor) {
  const text = editor.elements.text;
  const saved = text.value;
  const isChanged = () => text.value !== saved;
  const mark = () => {
    one(".unsaved").hidden = !isChanged();
    const note = one(".after-save");
    if (note) note.hidden = !isChanged();
  };
  text.addEventListener("input", mark);
  mark();
  let leaving = false;
  editor.addEventListener("submit", () => { leaving = true; });
  window.addEventListener("beforeunload", (event) => { if (isChanged() && !leaving) event.preventDefault(); });
  for (const tab of all("[data-shows]", editor)) {
    tab.addEventListener("click", () => {
      for (const other of all("[data-shows]", editor)) {
        const chosen = other === tab;
        other.setAttribute("aria-selected", String(chosen));
        one(`#${other.dataset.shows}`).hidden = !chosen;
      }
    });
  }
}
for (const button of all("[data-submits]")) {
  button.addEventListener("click", (event) => { event.preventDefault(); one(button.dataset.submits).requestSubmit(); });
}

// -- questions before what cannot be undone
for (const form of all("[data-confirm]")) {
  form.addEventListener("submit", (event) => { if (!window.confirm(form.dataset.confirm)) event.preventDefault(); });
}

// -- a word about what was done, left by the page before
const said = new URLSearchParams(location.search).get("said");
if (said) {
  const line = document.createElement("p");
  line.textContent = said;
  one("#toast").replaceChildren(line);
  setTimeout(() => one("#toast").replaceChildren(), 4000);
  const clean = new URL(location.href);
  clean.searchParams.delete("said");
  history.replaceState(null, "", clean);
}
