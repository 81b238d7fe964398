// The log: told in turns of a side each, dice as dice, and how a result came about. It follows the game unless the reader scrolled up.

import { targetsOf } from "./picker.js";
import { linesOf } from "./scenes.js";
import { capital, make, piecesOf, withoutIds } from "./state.js";
import { dieFace } from "./dice.js";

const NEAR = 24; // pixels from the end that count as the end
const MEANT = 600; // milliseconds after a wheel, a key or a finger in which a scroll is the reader's
const FEW = 6; // more lines than these of the set-up are folded

export class Story {
  /** `on` has `point(references, seek)` and `explain(event number)`. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.list = make("ol", { class: "log", "data-known": "0", tabindex: "-1" });
    this.jump = make("button", { type: "button", class: "jump", hidden: true, text: "to the end ↓", onclick: () => this.follows(true) });
    this.live = make("div", { role: "log", "aria-live": "polite", "aria-label": "What happened" }, this.list);
    this.element = make("div", { class: "story" }, this.live, this.jump);
    this.pinned = true;
    this.unread = 0;
    this.heads = [];
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
    grown.observe(this.list);
  }

  /** Go to the end, and stay there. */
  follows(now) {
    this.pinned = now;
    this.unread = 0;
    this.jump.hidden = true;
    if (now) this.#end();
  }

  #end() {
    if (this.page && this.page.clientHeight) this.page.scrollTop = this.page.scrollHeight;
  }

  /** Cut the log to what still holds and add what is new. */
  follow(kept, news) {
    const last = () => /** @type {HTMLElement | null} */ (this.list.lastElementChild);
    while (last() && Number(last().dataset.event ?? last().dataset.head) >= kept) last().remove();
    if (news.length) this.list.querySelectorAll(".new").forEach((line) => line.classList.remove("new"));
    const lines = linesOf(news, kept);
    const arriving = !this.list.childElementCount; // to who has just come nothing is new
    for (const { number, row, dice, head } of lines) {
      const above = head && this.#head(head, number);
      const before = [...this.list.querySelectorAll(".head")].at(-1);
      if (above && before?.textContent !== above.textContent) this.list.append(above);
      this.list.append(this.#line(row, number, dice, !arriving));
    }
    this.#fold();
    this.list.dataset.known = this.state.story.length;
    if (this.pinned) return this.#end();
    this.unread += lines.length;
    this.jump.hidden = !this.unread;
    this.jump.textContent = `${this.unread} new ↓`;
  }

  /** Mark the line that a film has come to when so many events are known, and no other. @param {number} known */
  mark(known) {
    this.list.querySelectorAll("[data-film]").forEach((line) => line.removeAttribute("data-film"));
    const line = [...this.list.children].filter((one) => Number(/** @type {HTMLElement} */ (one).dataset.event) < known).at(-1);
    line?.setAttribute("data-film", "");
    line?.scrollIntoView({ block: "nearest" });
  }

  #head({ by, turn }, number) {
    const words = [turn ? `Turn ${turn}` : "", this.state.titles[by] ?? capital(by)].filter(Boolean).join(" · ");
    return make("li", { class: "head", "data-head": number, "data-side": by, text: words || "Meanwhile" });
  }

  /** What came before the first choice stands behind one line. */
  #fold() {
    const rows = /** @type {HTMLElement[]} */ ([...this.list.children]);
    const first = rows.findIndex((row) => row.classList.contains("head"));
    if (this.folded || first <= FEW) return;
    this.folded = make("li", { class: "head", "data-head": -1 }, make("button", { type: "button", class: "link", "aria-expanded": "false", text: `Set-up (${first} lines)`, onclick: ({ target }) => {
      const open = this.list.classList.toggle("unfolded");
      target.setAttribute("aria-expanded", String(open));
    } }));
    rows.slice(0, first).forEach((row) => row.classList.add("setup"));
    this.list.prepend(this.folded);
  }

  #line(row, number, dice, news) {
    const side = this.state.sideOf(piecesOf(row)[0] ?? "");
    const line = make("li", { class: news ? "new" : null, "data-event": number, "data-kind": row.kind, "data-side": side || null });
    for (const one of dice) line.append(this.#die(one, dice.length > 1 || !row.text));
    for (const { face, hit } of row.scene?.dice ?? []) line.append(dieFace(face, hit));
    if (row.text) line.append(...(row.marks ? this.#marked(row) : [this.#link(withoutIds(row.text, piecesOf(row)), namedBy(row.about))]));
    if (row.ruling) line.append(make("button", { type: "button", class: "why", text: "why", "aria-label": `why: ${row.text ?? row.kind}`, onclick: () => this.on.explain(number) }));
    return line;
  }

  #die({ face, for: purpose }, told) {
    const drawn = typeof face === "number" ? null : this.state.printed("cards", face)?.title ?? (this.state.printed("pieces", face) ? this.state.nameOf(`piece:${face}`) : String(face).replaceAll("_", " "));
    return make("span", { class: "dice" }, drawn === null ? dieFace(String(face)) : make("b", { class: "die drawn", text: drawn }), told ? make("small", { text: ` ${purpose.replaceAll("_", " ")} ` }) : " ");
  }

  /** A sentence whose names light up what they name; marks count characters as people do. */
  #marked(row) {
    const signs = Array.from(row.text);
    const parts = [];
    let at = 0;
    row.marks.forEach((mark, number) => {
      const [kind, id] = ["piece", "place", "card"].map((name) => [name, mark[name]]).find(([, named]) => named) ?? [];
      const name = signs.slice(mark.start, mark.end).join("");
      const link = this.#link(kind === "piece" ? withoutIds(name, [id]) || name : name, id ? [`${kind}:${id}`] : []);
      parts.push(aroundNames(signs.slice(at, mark.start).join(""), row));
      at = mark.end;
      const after = signs.slice(at, row.marks[number + 1]?.start).join("").match(/^[.,;:!?)]+/)?.[0] ?? "";
      parts.push(after ? make("span", { class: "closed" }, link, after) : link); // no line begins with a full stop
      at += after.length;
    });
    return [...parts, aroundNames(signs.slice(at).join(""), row)];
  }

  #link(text, references) {
    if (!references.length) return make("span", { text });
    const point = () => this.on.point(references);
    return make("button", { type: "button", class: "link", text, onclick: () => this.on.point(references, true), onpointerenter: point, onfocus: point, onpointerleave: () => this.on.point([]) });
  }
}

/** A part of a sentence as it stands, its blanks kept. */
function aroundNames(text, row) {
  const plain = withoutIds(text, piecesOf(row));
  return `${/^\s/.test(text) && plain ? " " : ""}${plain}${/\s$/.test(text) ? " " : ""}`;
}

/** What an event names, for the board. */
export function namedBy(about = {}) {
  return [
    ...(about.pieces ?? []).map((id) => `piece:${id}`),
    ...targetsOf(about).map((id) => `piece:${id}`),
    ...[about.from, about.to, ...(about.places ?? [])].filter((id) => id && id !== "off").map((id) => `place:${id}`),
  ];
}
