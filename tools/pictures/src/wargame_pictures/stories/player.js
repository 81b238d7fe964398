"use strict";
(document.readyState === "loading" ? (start) => addEventListener("DOMContentLoaded", start) : (start) => start())(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const player = document.querySelector(".player");
  const find = (name) => player.querySelector(name);
  const sheets = [...player.querySelectorAll("[data-board]")].map((sheet) => ({
    sheet, pieces: sheet.querySelector(".film-pieces"), marks: sheet.querySelector(".film-marks"),
    ways: sheet.querySelector(".film-ways"), caption: sheet.querySelector(".film-caption"), shown: new Map(), now: null,
  }));
  const cards = find(".film-cards");
  const slider = find("input"), count = find("output"), words = find(".film-words");
  const play = find("[data-go=play]"), last = film.steps.length - 1;
  const sentences = [...document.querySelectorAll("[data-step]")];
  const svg = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  // Tinted spaces of marks that are told by what differs from another one.
  film.marks.forEach((mark) => {
    if (mark.o === undefined) return;
    const differ = new Set(mark.s), before = film.marks[mark.o].s;
    mark.s = [...before.filter((space) => !differ.delete(space)), ...differ];
  });

  // What is shown at every step: which board, its pieces by id, what is marked, the caption.
  const boards = [], last_of = sheets.map(() => ({ rows: new Map(), marked: [], said: "" }));
  let on = 0, laid = [];
  film.steps.forEach((step, number) => {
    laid = step.k || (film.turns[number] === film.turns[number - 1] ? laid : []);
    on = step.b === undefined ? on : step.b;
    let { rows, marked, said } = last_of[on];
    if (step.p || step.x) {
      rows = new Map(rows);
      for (const [name, ...row] of step.p || []) rows.set(name, row);
      for (const name of step.x || []) rows.delete(name);
    }
    marked = step.m || marked;
    said = step.c === undefined ? said : step.c;
    boards.push((last_of[on] = { on, rows, marked, said, laid }));
  });

  const line = (points) => "M" + points.map((point) => point.join(" ")).join("L");
  const spaces = ({ outline, spots }, list) =>
    list.map((n) => line(outline.map(([x, y]) => [x + spots[n][0], y + spots[n][1]])) + "Z").join("");
  const arrow = (ways, points, kind) => {
    const [[x0, y0], [x1, y1]] = points.slice(-2), length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const dx = (x1 - x0) / length, dy = (y1 - y0) / length, back = [x1 - dx * 11, y1 - dy * 11];
    const wing = (side) => [back[0] + side * dy * 7, back[1] - side * dx * 7];
    for (const look of ["under", kind]) {
      ways.append(svg("path", { class: look, d: line(points) }));
      ways.append(svg("path", { class: look + " head", d: line([wing(1), [x1, y1], wing(-1)]) }));
    }
  };

  const drawMarks = ({ marks }, on, list) => {
    marks.replaceChildren();
    for (const mark of list.map((number) => film.marks[number])) {
      if (typeof mark === "string") {
        const held = svg("g", {});
        held.innerHTML = mark;
        marks.append(held);
      } else if (mark.w) {
        marks.append(svg("path", { d: line(mark.w), fill: "none", stroke: mark.c, "stroke-width": 4 }));
      } else {
        const d = spaces(film.boards[on], mark.s);
        marks.append(svg("path", { d, fill: mark.c, "fill-opacity": 0.28, "pointer-events": "none" }));
      }
    }
  };

  const drawPieces = ({ pieces, shown }, rows) => {
    for (const [name, piece] of shown) {
      if (!rows.has(name)) {
        piece.remove();
        shown.delete(name);
      }
    }
    for (const [name, [face, x, y, scale, text, side]] of rows) {
      let piece = shown.get(name);
      if (!piece) {
        piece = svg("g", { class: "piece", "data-piece": name, "data-side": side, role: "img" });
        shown.set(name, piece);
      }
      const look = face + text;
      if (piece.look !== look) {
        piece.look = look;
        piece.innerHTML = film.faces[face].map((part) => film.parts[part]).join("");
        const title = svg("title", {});
        title.textContent = text;
        piece.prepend(title);
      }
      piece.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      pieces.append(piece);
    }
  };

  // As large as it fits beside the title.
  const write = (caption, words) => {
    caption.textContent = words;
    caption.setAttribute("font-size", 14);
    const room = 0.44 * caption.getAttribute("x"), wide = caption.getComputedTextLength();
    if (wide > room) caption.setAttribute("font-size", (14 * room / wide).toFixed(1));
  };

  let now = -1, timer = 0;
  const show = (step) => {
    step = Math.max(0, Math.min(last, step));
    const board = boards[step], { w, a, h } = film.steps[step], table = sheets[board.on], before = table.now;
    sheets.forEach(({ sheet }, number) => { sheet.style.display = number === board.on ? "" : "none"; });
    if (!before || before.marked !== board.marked) drawMarks(table, board.on, board.marked);
    if (!before || before.rows !== board.rows) drawPieces(table, board.rows);
    table.now = board;
    write(table.caption, board.said);
    if (now < 0 || boards[now].laid !== board.laid) cards.innerHTML = board.laid.map((number) => film.cards[number]).join("");
    table.ways.replaceChildren();
    if (h) table.ways.append(svg("path", { class: "named", d: spaces(film.boards[board.on], h) }));
    if (w) arrow(table.ways, w, "move");
    if (a) arrow(table.ways, a, "attack");
    now = step;
    slider.value = step;
    count.textContent = (film.turns[step] ? `turn ${film.turns[step]}, ` : "") + `step ${step + 1} of ${last + 1}`;
    for (const other of document.querySelectorAll("[aria-current=step]")) other.removeAttribute("aria-current");
    const sentence = sentences[step];
    words.textContent = film.words ? film.words[step] : sentence ? sentence.textContent : "";
    if (sentence) {
      sentence.setAttribute("aria-current", "step");
      const list = sentence.closest(".story");
      if (list && list.scrollHeight > list.clientHeight) {
        list.scrollTop += sentence.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
      }
    }
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "play";
  };
  const turn = (way) => {
    let step = now;
    do step += way;
    while (step > 0 && step < last && film.turns[step] === film.turns[step - 1]);
    return step;
  };
  const go = {
    first: () => show(0),
    "turn-back": () => show(turn(-1)),
    back: () => show(now - 1),
    on: () => show(now + 1),
    "turn-on": () => show(turn(1)),
    last: () => show(last),
    play: () => {
      if (timer) return stop();
      if (now === last) show(0);
      timer = setInterval(() => (now < last ? show(now + 1) : stop()), 900);
      play.textContent = "stop";
    },
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "turn-back", PageDown: "turn-on", " ": "play",
  };

  slider.max = last;
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  for (const button of player.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      if (button !== play) stop();
      go[button.dataset.go]();
    });
  }
  document.addEventListener("keydown", (event) => {
    const wanted = keys[event.key];
    const there = player.contains(event.target) || event.target === document.body;
    if (!wanted || !there || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    if (wanted !== "play") stop();
    go[wanted]();
  });
  sentences.forEach((sentence, step) => sentence.addEventListener("click", () => { stop(); show(step); }));
  const named = () => {
    const step = /^#step-(\d+)$/.exec(location.hash);
    if (step) show(Number(step[1]) - 1);
    return Boolean(step);
  };
  addEventListener("hashchange", () => { if (named()) { stop(); player.scrollIntoView({ block: "nearest" }); } });
  if (!named()) show(0);
});
