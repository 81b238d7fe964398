// What stands beside the map: mistakes and doubts, refused strokes, games, and the picture below the map.

import { id, svg, text } from "./dom.js";
import { matrixOf } from "./fitting.js";

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const sentenceOf = ({ message, hint }) => hint ? `${message}; ${hint}` : message;

export function showProblems(problems) {
  const errors = problems.filter(problem => !problem.warns).length;
  const doubts = problems.length - errors, others = errors && !doubts ? "; doubts are listed when there is none" : `, ${counted(doubts, "doubt")}`;
  id("count").textContent = problems.length ? `${counted(errors, "mistake")}${others}` : "no problems";
  id("list").replaceChildren();
  for (const problem of problems) {
    const row = text("li", "", id("list"), problem.warns ? "doubt" : "error"), button = text("button", "", row);
    text("b", `${problem.number} `, button);
    text("span", sentenceOf(problem), button);
    text("small", ` ${problem.code} ${problem.file}${problem.line > 1 ? `:${problem.line}` : ""}`, button);
    button.onclick = () => open(row, problem);
  }
}

/** Show or hide the lines of a problem, and light its mark on the map. */
function open(row, problem) {
  const lines = row.querySelector("pre");
  if (lines) lines.remove();
  else {
    const marked = problem.around.map(({ line, text: words }) => `${line === problem.line ? "> " : "  "}${String(line).padStart(4)}  ${words}`);
    text("pre", marked.join("\n"), row);
  }
  document.querySelectorAll(".lit").forEach(element => element.classList.remove("lit"));
  const mark = document.querySelector(`[data-mistake="${problem.number}"]`);
  mark?.classList.add("lit");
  mark?.scrollIntoView({ block: "nearest" });
}

export function showRefused(queue, show) {
  id("refused").replaceChildren();
  for (const stroke of queue.refused) {
    const row = text("li", `Not drawn (${stroke.op.replace("_", " ")}): ${stroke.error} `, id("refused"));
    text("button", "Seen", row).onclick = () => {
      queue.refused = queue.refused.filter(one => one !== stroke);
      show();
    };
  }
}

const percent = share => `${Math.round(100 * share)} %`;

export function showGames({ running, error, now, before }) {
  const box = id("games");
  box.replaceChildren();
  id("play").disabled = running;
  if (running) text("p", "games are being played ...", box);
  if (error) text("p", error, box, "error");
  if (!now) return;
  text("p", now.verdict, box);
  const table = document.createElement("table");
  box.append(table);
  const row = (tag, ...words) => {
    const line = table.insertRow();
    for (const word of words) text(tag, word, line);
  };
  row("th", "", "now", "before");
  for (const [seat, { share }] of Object.entries(now.wins))
    row("td", `${seat} wins`, percent(share), before?.wins[seat] ? percent(before.wins[seat].share) : "");
  row("td", "lead changes", now.course.lead_changes_a_game.toFixed(2), before?.course.lead_changes_a_game.toFixed(2) ?? "");
  const earlier = Object.fromEntries((before?.awards ?? []).map(one => [one.award, one]));
  for (const { award, times } of now.awards) row("td", award, `${times} times`, award in earlier ? `${earlier[award].times} times` : "");
}

/** Lay the designer's picture below the map. */
export function layPicture(underlay, shapes, board, address) {
  id("under").hidden = !underlay;
  if (!underlay || !shapes.size) return;
  const [width, height] = underlay.size, transform = matrixOf(underlay, board).toString();
  const attributes = { id: "underlay", href: address, width, height, transform, preserveAspectRatio: "none", "pointer-events": "none" };
  const image = svg("image", { ...attributes, opacity: id("strength").value / 100 });
  const [first] = shapes.values();
  first.parentNode.insertBefore(image, first.parentNode.firstChild);
}

/** List the spaces of which nothing is said yet; `goTo` shows one. */
export function showUnset(drawing, board, goTo) {
  const letters = board.areas ? ["unset"] : board.palette.paint.filter(one => one.kind === "unset").map(one => one.letter);
  const unset = drawing.letters.flatMap((letter, space) => letters.includes(letter) ? [space] : []);
  id("unset").hidden = !unset.length;
  id("unset-count").textContent = `${unset.length} of ${board.spaces.length} spaces are unset`;
  id("unset-list").replaceChildren();
  for (const space of unset.slice(0, 60)) text("button", board.spaces[space][0], id("unset-list")).onclick = () => goTo(space);
  if (unset.length > 60) text("span", `and ${unset.length - 60} more`, id("unset-list"));
}

id("strength").oninput = () => id("underlay")?.setAttribute("opacity", id("strength").value / 100);
