// The log: told in turns of a side each, dice as dice, and how a result came about. It follows the game unless the reader scrolled up;
// what is older than two turns stands behind a line for each, and is made when somebody opens it.

import { phrase } from "./phrases.js";
import { targetsOf } from "./picker.js";
import { linesOf } from "./scenes.js";
import { capital, make, piecesOf, withoutIds } from "./state.js";
import { dieFace } from "./dice.js";

const NEAR = 24; // pixels from the end that count as the end
const MEANT = 600; // milliseconds after a wheel, a key or a finger in which a scroll is the reader's
const FEW = 6; // more lines than these of the set-up are folded
const TURNS = 2; // that stand open, and older ones while they and these have few lines
const LEAST = 24; // lines that stand open, where there are so many
const MOST = 60; // that stand open, however long a turn is
const FOLDS = 12; // folded turns with a line of their own: what is older has one line for all

export class Story {
  /** `handlers` has `point(references, seek)` and `explain(event number)`. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.list = make("ol", { class: "log", "data-known": "0", tabindex: "-1" });
    this.past = make("ol", { class: "log past", "aria-label": phrase("before") }); // outside the live region: to open it is no news
    this.jump = make("button", { type: "button", class: "jump", hidden: true, text: phrase("toTheEnd"), onclick: () => this.follows(true) });
    this.live = make("div", { role: "log", "aria-live": "polite", "aria-label": phrase("whatHappened") }, this.list);
    this.element = make("div", { class: "story" }, this.past, this.live, this.jump);
    /** Every line of the story, and from which on they stand open. @type {Line[]} */
    this.lines = [];
    this.first = 0;
    /** The folded parts that somebody has opened, and the one that a film has come to, each by the number of its first row. @type {Set<number>} */
    this.opened = new Set();
    this.filmed = null;
    this.pinned = true;
    this.unread = 0;
  }

  /** The page that scrolls is known once the log stands in it. @param {HTMLElement} page */
  watch(page) {
    this.page = page;
    let meant = 0;
    for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) page.addEventListener(kind, () => (meant = performance.now()), { passive: true });
    page.addEventListener("scroll", () => {
      if (performance.now() - meant > MEANT) return void (this.pinned && this.#end());
      this.pinned = page.scrollTop + page.clientHeight >= page.scrollHeight - NEAR;
      if (this.pinned) this.follows(true);
    });
    const grown = new ResizeObserver(() => this.pinned && this.#end());
    grown.observe(page);
    grown.observe(this.element);
  }

  /** Go to the end, and stay there. */
  follows(isPinned) {
    this.pinned = isPinned;
    this.unread = 0;
    this.jump.hidden = true;
    if (isPinned) this.#end();
  }

  #end() {
    if (this.page && this.page.clientHeight) this.page.scrollTop = this.page.scrollHeight;
  }

  /** Cut the log to what still holds and add what is new. The end comes into sight once the browser has laid it out. */
  follow(rowsKept, news) {
    if (news.length) this.list.querySelectorAll(".new").forEach((line) => line.classList.remove("new"));
    const arriving = !this.lines.length; // to who has just come nothing is new
    this.#cut(rowsKept);
    const lastLine = this.lines.at(-1);
    const untoldRows = this.state.story.slice(lastLine ? (lastLine.alike.at(-1) ?? lastLine).number + 1 : 0, rowsKept); // of whom these are may stand in one of them
    const lines = linesOf(news, rowsKept, untoldRows);
    for (const line of lines) this.#add(line);
    const openFrom = firstOpen(this.lines);
    if (openFrom < this.first) this.list.replaceChildren(...this.lines.slice(openFrom, this.first).flatMap((line) => this.#nodesOf(line)), ...this.list.childNodes);
    this.lines.slice(0, openFrom).forEach(foldLine);
    for (const line of this.lines.slice(Math.max(openFrom, this.lines.length - lines.length))) if (!line.nodes) this.list.append(...this.#nodesOf(line, !arriving));
    this.first = openFrom;
    this.#foldedTurns();
    this.list.dataset.known = this.state.story.length;
    if (this.pinned) return;
    this.unread += lines.length;
    this.jump.hidden = !this.unread;
    this.jump.textContent = phrase("newLines", { count: this.unread });
  }

  /** Take away the lines of rows that hold no longer. @param {number} rowsKept */
  #cut(rowsKept) {
    while (this.lines.length && this.lines.at(-1).number >= rowsKept) foldLine(this.lines.pop());
    const lastLine = this.lines.at(-1);
    const alikeRows = lastLine?.alike.filter(({ number }) => number < rowsKept);
    if (!lastLine || alikeRows.length === lastLine.alike.length) return;
    lastLine.alike = alikeRows;
    foldLine(lastLine);
    if (this.lines.length > this.first) this.list.append(...this.#nodesOf(lastLine));
  }

  /** Add a line, or to the one before that says the same. */
  #add({ number, row, dice, head }) {
    const lastLine = this.lines.at(-1);
    const { by, turn, step } = head ?? lastLine ?? { by: "", turn: null, step: "" };
    const beginsHead = Boolean(head) && !(lastLine && lastLine.by === by && lastLine.turn === turn && lastLine.step === step);
    if (lastLine && !beginsHead && !dice.length && isAlike(lastLine, row)) {
      lastLine.alike.push({ number, row });
      foldLine(lastLine);
      return;
    }
    this.lines.push({ number, row, dice, by, turn, step, begins: beginsHead, alike: [], nodes: null });
  }

  /** The elements of a line, with the head above it where a turn of a side begins. @param {Line} line */
  #nodesOf(line, news = false) {
    line.nodes = [...(line.begins ? [this.#head(line, line.number)] : []), this.#line(line, news)];
    return line.nodes;
  }

  /** A line for each folded turn, and one for those before them. */
  #foldedTurns() {
    const parts = partsOf(this.lines.slice(0, this.first));
    const recentParts = parts.slice(-FOLDS);
    const older = parts.slice(0, parts.length - recentParts.length);
    const turns = older.map(({ lines }) => lines[0].turn).filter(Boolean);
    const olderParts = older.length ? [{ at: -1, text: turns.length ? phrase("turns", { first: turns[0], last: turns.at(-1) }) : phrase("earlier"), lines: older.flatMap(({ lines }) => lines) }] : [];
    const wantedParts = [...olderParts, ...recentParts.map((part) => ({ ...part, text: titleOf(part.lines) }))];
    const items = new Map(/** @type {HTMLElement[]} */ ([...this.past.children]).map((item) => [item.dataset.part, item]));
    const shownParts = wantedParts.map((part) => {
      const [key, isOpen] = [`${part.at} ${part.text}`, this.opened.has(part.at) || part.lines.some(({ number }) => number === this.filmed)];
      const item = items.get(key);
      return item && item.dataset.open === String(isOpen) ? item : this.#foldedTurn(part, key, isOpen);
    });
    if (shownParts.length !== this.past.children.length || shownParts.some((item, number) => item !== this.past.children[number])) this.past.replaceChildren(...shownParts);
  }

  #foldedTurn({ at, text, lines }, key, isOpen) {
    const onToggle = () => {
      if (!this.opened.delete(at)) this.opened.add(at);
      this.#foldedTurns();
      /** @type {HTMLElement | null} */ (this.past.querySelector(`[data-at="${at}"]`))?.focus();
    };
    const button = make("button", { type: "button", class: "link", "data-at": at, "aria-expanded": String(isOpen), text, onclick: onToggle });
    return make("li", { class: "folded-turn", "data-part": key, "data-open": String(isOpen) }, button, isOpen ? make("ol", { class: "log" }, ...lines.flatMap((line) => this.#nodesOf(line))) : null);
  }

  /** Mark the line that a film has come to when so many events were known, and no other. @param {number} knownCount */
  mark(knownCount) {
    for (const line of this.element.querySelectorAll("[data-film]")) line.removeAttribute("data-film");
    const line = this.lines.filter(({ number }) => number < knownCount).at(-1);
    this.filmed = line?.number ?? null;
    this.#foldedTurns();
    const item = line?.nodes?.at(-1);
    item?.setAttribute("data-film", "");
    item?.scrollIntoView({ block: "nearest" });
  }

  #head(line, number) {
    return make("li", { class: "head", "data-head": number, "data-side": line.by, text: headOf(line, this.state.titles) });
  }

  #line({ row, number, dice, alike }, news) {
    const side = this.state.sideOf(piecesOf(row)[0] ?? "");
    const line = make("li", { class: news ? "new" : null, "data-event": (alike.at(-1) ?? { number }).number, "data-kind": row.kind, "data-side": side || null });
    for (const rolledDie of dice) line.append(this.#die(rolledDie, dice.length > 1 || !row.text));
    for (const { face, hit } of row.scene?.dice ?? []) line.append(dieFace(face, hit));
    if (alike.length) line.append(this.#link(withoutIds(row.text, piecesOf(row)), [row, ...alike.map((alikeRow) => alikeRow.row)].flatMap(({ about }) => namedBy(about))), make("small", { class: "times", text: ` ${phrase("times", { count: alike.length + 1 })}` }));
    else if (row.text) line.append(...(row.marks ? this.#marked(row) : [this.#link(withoutIds(row.text, piecesOf(row)), namedBy(row.about))]));
    if (row.ruling) line.append(make("button", { type: "button", class: "why", text: phrase("why"), "aria-label": phrase("whyThis", { what: row.text ?? row.kind }), onclick: () => this.handlers.explain(number) }));
    return line;
  }

  #die({ face, for: purpose }, dieText) {
    const drawnCard = typeof face === "number" ? null : this.state.printed("cards", face)?.title ?? (this.state.printed("pieces", face) ? this.state.nameOf(`piece:${face}`) : String(face).replaceAll("_", " "));
    return make("span", { class: "dice" }, drawnCard === null ? dieFace(String(face)) : make("b", { class: "die drawn", text: drawnCard }), dieText ? make("small", { text: ` ${purpose.replaceAll("_", " ")} ` }) : " ");
  }

  /** A sentence whose names light up what they name; marks count characters as people do. */
  #marked(row) {
    const signs = Array.from(row.text);
    const parts = [];
    let textOffset = 0;
    row.marks.forEach((mark, number) => {
      const [kind, id] = ["piece", "place", "card"].map((name) => [name, mark[name]]).find(([, markedId]) => markedId) ?? [];
      const name = signs.slice(mark.start, mark.end).join("");
      const link = this.#link(kind === "piece" ? withoutIds(name, [id]) || name : name, id ? [`${kind}:${id}`] : []);
      parts.push(aroundNames(signs.slice(textOffset, mark.start).join(""), row));
      textOffset = mark.end;
      const signsAfter = signs.slice(textOffset, row.marks[number + 1]?.start).join("").match(/^[.,;:!?)]+/)?.[0] ?? "";
      parts.push(signsAfter ? make("span", { class: "closed" }, link, signsAfter) : link); // no line begins with a full stop
      textOffset += signsAfter.length;
    });
    return [...parts, aroundNames(signs.slice(textOffset).join(""), row)];
  }

  #link(text, references) {
    if (!references.length) return make("span", { text });
    const point = () => this.handlers.point(references);
    return make("button", { type: "button", class: "link", text, onclick: () => this.handlers.point(references, true), onpointerenter: point, onfocus: point, onpointerleave: () => this.handlers.point([]) });
  }
}

/**
 * A line of the log: its row, dice, whose doing it is and in which turn (null before the first), in which step where the rules do it by
 * themselves, whether these begin with it, further rows that say the same, and its elements while they stand open.
 * @typedef {{ number: number, row: import("./messages").StoryLine, dice: import("./messages").Rolled[], by: string, turn: number | null, step: string, begins: boolean, alike: { number: number, row: import("./messages").StoryLine }[], nodes: HTMLElement[] | null }} Line
 */

/** Take the elements of a line away. @param {Line} line */
function foldLine(line) {
  for (const node of line.nodes ?? []) node.remove();
  line.nodes = null;
}

/** Whether a row says what a line says, of other pieces: no dice fell, and nothing is to be explained. @param {Line} line */
function isAlike({ row, dice }, otherLine) {
  const isPlainRow = (oneRow) => Boolean(oneRow.text) && !oneRow.ruling && !oneRow.scene?.dice;
  return !dice.length && isPlainRow(row) && isPlainRow(otherLine) && row.kind === otherLine.kind && withoutIds(row.text, piecesOf(row)) === withoutIds(otherLine.text, piecesOf(otherLine));
}

/** What stands above a turn of a side, or above what the rules do in a step, which may be the first of the next turn. @param {{ by: string, turn: number | null, step: string }} line @param {Record<string, string>} titles */
export function headOf({ by, turn, step }, titles) {
  const words = [turn ? phrase("turn", { turn }) : "", titles[by] ?? capital(by)].filter(Boolean).join(" · ");
  return step || words || phrase("meanwhile");
}

/** What the line says behind which a turn stands. @param {Line[]} lines */
function titleOf(lines) {
  const [{ turn }] = lines;
  const title = turn === null ? phrase("setUp") : turn ? phrase("turn", { turn }) : phrase("earlier");
  return phrase("foldedTurn", { title, count: lines.length });
}

/** Lines in parts of one turn each, with the number of the first row. @param {Line[]} lines @returns {{ at: number, lines: Line[] }[]} */
export function partsOf(lines) {
  const parts = [];
  for (const line of lines) {
    if (parts.length && parts.at(-1).lines[0].turn === line.turn) parts.at(-1).lines.push(line);
    else parts.push({ at: line.number, lines: [line] });
  }
  return parts;
}

/** From which line on the log stands open: the last turns, and older ones while these are short; never a long set-up. @param {Line[]} lines */
export function firstOpen(lines) {
  const parts = partsOf(lines);
  const setUp = parts.length > 1 && parts[0].lines[0].turn === null && parts[0].lines.length > FEW ? parts[0].lines.length : 0;
  let openCount = 0;
  for (const [number, part] of parts.reverse().entries()) {
    if (number >= TURNS && openCount + part.lines.length > LEAST) break;
    openCount += part.lines.length;
  }
  return Math.max(setUp, lines.length - Math.min(openCount, MOST));
}

/** A part of a sentence as it stands, its blanks kept. */
function aroundNames(text, row) {
  const plainText = withoutIds(text, piecesOf(row));
  return `${/^\s/.test(text) && plainText ? " " : ""}${plainText}${/\s$/.test(text) ? " " : ""}`;
}

/** What an event names, for the board. */
export function namedBy(actionFacts = {}) {
  return [
    ...(actionFacts.pieces ?? []).map((id) => `piece:${id}`),
    ...targetsOf(actionFacts).map((id) => `piece:${id}`),
    ...[actionFacts.from, actionFacts.to, ...(actionFacts.places ?? [])].filter((id) => id && id !== "off").map((id) => `place:${id}`),
  ];
}
