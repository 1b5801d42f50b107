// What the server cannot do by itself: keys, live updates, dialogs, the guard over unsaved text. No state lives here.
"use strict";

const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
const later = (act, ms) => { let timer = 0; return () => { clearTimeout(timer); timer = setTimeout(act, ms); }; };

const tell = (words) => {
  const line = document.createElement("p");
  line.textContent = words;
  one("#toast").replaceChildren(line);
  setTimeout(() => { if (line.isConnected) line.remove(); }, 4000);
};

// -- the editor: what is typed and not saved is announced, marked, and never lost by leaving
let leaving = false;
const editor = () => one("#editor");
const isChanged = () => {
  const form = editor();
  return Boolean(form) && (!form.elements.base_text || form.elements.text.value !== form.elements.base_text.value);
};
const mark = () => {
  const changed = isChanged();
  for (const note of all(".unsaved, .after-save")) note.hidden = !changed;
  for (const button of all(".needs-saved")) button.disabled = changed;
};
const announce = later(() => {
  if (editor() && !leaving) fetch("/memory/keep", { method: "POST", body: new URLSearchParams(new FormData(editor())) });
}, 800);
document.addEventListener("input", (event) => {
  if (event.target.id !== "text") return;
  mark();
  announce();
});
window.addEventListener("beforeunload", (event) => { if (isChanged() && !leaving) event.preventDefault(); });
mark();

// -- live: an event of the home refreshes every part of the page that says it cares about its topic
const show = async (address) => {
  const answer = await fetch(address);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#panes");
  const text = one("#text");
  if (!fresh || isChanged()) return;
  const caret = document.activeElement === text ? text.selectionStart : -1;
  one("#panes").replaceWith(fresh);
  htmx.process(fresh);
  history.replaceState(null, "", address);
  if (caret >= 0) { one("#text").focus(); one("#text").setSelectionRange(caret, caret); }
  mark();
};
const follow = (scope) => {
  const form = editor();
  if (!form || one(".conflict")) return;
  const isHere = !scope || scope === form.dataset.scope;
  if (!isChanged()) show(`/memory?scope=${encodeURIComponent(isHere ? form.dataset.scope : scope)}`);
  else if (isHere) tell(form.dataset.savedElsewhere);
};

const topics = new Set();
let wanted = "";
const refresh = later(() => {
  for (const part of all("[data-live]")) {
    if ([...topics].some((topic) => topic.startsWith(part.dataset.live))) htmx.trigger(part, "live");
  }
  if ([...topics].some((topic) => topic.startsWith("/memory/"))) follow(wanted);
  topics.clear();
  wanted = "";
}, 120);
const heard = (event) => {
  const { scope, facts } = JSON.parse(event.data);
  // an entry applied to a project moves an open editor to that project
  if (event.type === "/memory/proposal/decided" && facts.memory && scope) wanted = scope;
  topics.add(event.type);
  refresh();
};
if (one(".bar")) {
  const stream = new EventSource("/api/v1/events");
  for (const topic of one("#toast").dataset.topics.split(" ")) stream.addEventListener(topic, heard);
}

// -- keys
const move = (step) => {
  const links = all(".list a");
  const at = links.findIndex((link) => link.getAttribute("aria-current") === "true");
  const next = links[Math.max(0, Math.min(links.length - 1, at + step))];
  if (next && next !== links[at]) next.click();
  return links.length > 0;
};
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s" && editor()) {
    event.preventDefault();
    editor().requestSubmit();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || one("dialog:modal")) return;
  const button = ["1", "2", "3"].includes(event.key) && one(`[data-key="${event.key}"]:not(:disabled)`);
  if (button) button.click();
  else if (event.key === "ArrowDown" || event.key === "j") { if (move(1)) event.preventDefault(); }
  else if (event.key === "ArrowUp" || event.key === "k") { if (move(-1)) event.preventDefault(); }
  else if (event.key === "/" && one("[type=search]")) { event.preventDefault(); one("[type=search]").focus(); }
  else if (event.key === "?") one("#keys").showModal();
});
for (const current of all(".list [aria-current], .bar nav [aria-current]")) current.scrollIntoView({ block: "nearest", inline: "nearest" });

// -- tabs and dialogs
document.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-shows]");
  if (tab) {
    for (const other of all("[data-shows]", tab.parentElement)) {
      other.setAttribute("aria-selected", String(other === tab));
      one(`#${other.dataset.shows}`).hidden = other !== tab;
    }
  }
  const opener = event.target.closest("[data-opens]");
  if (opener && one(opener.dataset.opens)) { event.preventDefault(); one(opener.dataset.opens).showModal(); }
  if (event.target.closest("[data-closes]")) event.target.closest("dialog").close();
});
for (const dialog of all("dialog[data-opens-itself]")) {
  dialog.showModal();
  dialog.addEventListener("cancel", (event) => {
    if (!dialog.dataset.escape) return;
    event.preventDefault();
    one(dialog.dataset.escape).requestSubmit();
  });
}

// -- questions before what cannot be undone; one click is one act
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if (form.dataset.confirm && !window.confirm(form.dataset.confirm)) { event.preventDefault(); return; }
  if (form.method === "dialog" || "stays" in form.dataset || form.hasAttribute("hx-post") || form.hasAttribute("hx-get")) return;
  if (form.id === "editor") leaving = true;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => { leaving = false; for (const form of all("[data-sent]")) delete form.dataset.sent; });

// -- files: dropped or picked, sent one by one with their progress
const send = (form, file) => {
  const line = document.createElement("li");
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.setAttribute("aria-label", file.name);
  line.className = "card row";
  line.append(Object.assign(document.createElement("span"), { textContent: file.name }), bar);
  one(".uploads").prepend(line);
  const body = new FormData(form);
  body.delete("files");
  body.append("files", file);
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", (event) => { if (event.lengthComputable) bar.value = event.loaded / event.total; });
  request.addEventListener("loadend", () => {
    const answer = new DOMParser().parseFromString(request.responseText || "", "text/html");
    const fresh = answer.querySelector("#uploaded li");
    const failure = answer.querySelector("main p")?.textContent || form.dataset.failed;
    if (fresh) line.replaceWith(fresh);
    else bar.replaceWith(failure);
    htmx.trigger(one("#documents"), "live");
  });
  request.open("POST", form.action);
  request.send(body);
};
const drop = one(".drop");
if (drop) {
  const input = one("[type=file]", drop);
  const sendAll = (files) => { for (const file of files) send(drop, file); input.value = ""; };
  drop.addEventListener("submit", (event) => { if (input.files.length) { event.preventDefault(); sendAll([...input.files]); } });
  for (const name of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.toggle("over", name === "dragover"); });
  }
  drop.addEventListener("drop", (event) => sendAll([...event.dataTransfer.files]));
}

// -- chat: the answer is read as it is spoken
const ask = one("#ask");
const add = (kind, text) => {
  const part = document.createElement(kind === "tool" ? "details" : "div");
  part.className = `message ${kind}`;
  const words = document.createElement(kind === "tool" ? "summary" : "p");
  words.textContent = text;
  part.append(words);
  one("#spoken").append(part);
  part.scrollIntoView({ block: "end" });
  return words;
};
const hear = (event, words, answer) => {
  if (event === "words") answer.textContent += words;
  else if (event === "tool") add("tool", words);
  else if (event === "failed") add("problem", words);
};
const converse = async (text) => {
  add("user", text);
  const reply = await fetch(ask.action, { method: "POST", body: new URLSearchParams({ text }) });
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  const answer = add("assistant", "");
  let rest = "";
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const frames = (rest + step.value).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      const [event, data] = frame.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
      hear(event, JSON.parse(data), answer);
    }
  }
  history.replaceState(null, "", ask.dataset.address);
  htmx.trigger(one("#cards"), "live");
};
if (ask) {
  ask.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = ask.elements.text.value.trim();
    if (!text || ask.dataset.busy) return;
    ask.dataset.busy = "yes";
    ask.elements.text.value = "";
    try { await converse(text); } finally { delete ask.dataset.busy; ask.elements.text.focus(); }
  });
  ask.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); ask.requestSubmit(); } });
}

// -- a word about what was done, left by the page before
const said = new URLSearchParams(location.search).get("said");
if (said) {
  tell(said);
  const clean = new URL(location.href);
  clean.searchParams.delete("said");
  history.replaceState(null, "", clean);
}
