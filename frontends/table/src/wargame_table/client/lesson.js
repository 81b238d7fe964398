// A lesson or a puzzle: one idea at a time above the question, and what is to be chosen, lit on the map, in the hand and in the list; a puzzle lights nothing.

import { styleSheet } from "./elements.js";
import { phrase } from "./phrases.js";
import { make } from "./state.js";

const LOOKS = styleSheet(`
.lesson{flex:none;max-height:52%;overflow:auto;padding:.6rem .8rem .7rem;background:var(--wg-card);border-bottom:1px solid var(--wg-line);border-left:6px solid var(--wg-mark)}
.lesson .count{display:flex;gap:.5rem;align-items:center;margin:0;color:var(--wg-soft);font:.85rem "Archivo Narrow",sans-serif}
.lesson progress{flex:1;height:.45rem;accent-color:var(--wg-mark)}
.lesson h2{margin:.1rem 0 .2rem;font-size:1.4rem;line-height:1.15}
.lesson h2:focus{outline:none}
.lesson p{margin:.3rem 0;line-height:1.32}
.lesson .other{padding-left:.6rem;border-left:3px solid var(--wg-last);font-style:italic}
.lesson .do{position:sticky;bottom:-.7rem;margin:.45rem 0 .2rem;padding:.4rem .6rem;border-radius:.4rem;background:var(--wg-may);color:#26211a;font-weight:600}
.lesson .do::before{content:"\\25B8 "}
.lesson button{min-height:36px}
.lesson .puzzle{display:inline-block;min-height:36px;line-height:36px;padding:0 .5rem}
.lesson .cite{color:var(--wg-soft);font-size:.8rem}
.note[data-kind=illegal]{font-weight:600}
.piece[data-hint]{filter:drop-shadow(0 0 2px var(--wg-last)) drop-shadow(0 0 7px var(--wg-last))}
.space[data-hint]{stroke:var(--wg-last);stroke-width:5}
@media (prefers-reduced-motion:no-preference){.piece[data-hint],.space[data-hint]{animation:taught 1.3s ease-in-out infinite}}
@keyframes taught{50%{opacity:.55}}
@media (max-width:760px){.lesson{max-height:none;overflow:visible;padding:.2rem .6rem .4rem;border-left-width:4px}.lesson h2{font-size:1.15rem}.lesson p{margin:.2rem 0}.lesson .do{position:sticky;top:24px;bottom:0;z-index:2}.prompt{position:static}.table,:host([data-panel=folded]) .table{grid-template-rows:44px minmax(0,46fr) auto auto minmax(0,47fr)}}
`);

export class Lesson {
  /** @param {import("./table.js").WargameTable} table */
  constructor(table) {
    this.table = table;
    this.lit = new CSSStyleSheet();
    this.element = make("section", { class: "lesson", "aria-label": phrase("lesson") });
    table.root.adoptedStyleSheets = [...table.root.adoptedStyleSheets, LOOKS, this.lit];
    table.ask.element.before(this.element);
  }

  /** Show what is taught now; nothing where the game goes on without it. */
  show() {
    const { ask, lesson } = this.table.state.now;
    this.element.hidden = !lesson || (lesson.over && this.ended);
    if (!lesson) return;
    this.#light(lesson, ask?.rows ?? []);
    const lessonText = JSON.stringify(lesson);
    if (lessonText === this.told) return;
    this.told = lessonText;
    this.#show(lesson.light ?? []);
    this.element.replaceChildren(...this.#parts(lesson));
    this.element.scrollTop = 0;
    this.table.side.element.scrollTop = 0;
  }

  /** @param {import("./messages").LessonJson} lesson */
  #parts({ title, step, steps, heading, heard = [], say = [], do: wanted, cite, over }) {
    const { dataset, state, why } = this.table;
    const text = (words, kind = null) => make("p", { class: kind, text: state.plain(words) });
    const endButton = make("button", { type: "button", text: phrase("playOnNow"), onclick: () => ((this.ended = true), (this.element.hidden = true)) });
    const nextPuzzleLink = state.welcome.puzzles && dataset.puzzles ? [" ", make("a", { class: "puzzle", href: `${dataset.puzzles}${encodeURIComponent(state.welcome.game)}`, text: phrase(steps === 1 ? "nextPuzzle" : "onePuzzle") })] : [];
    const count = over || steps === 1 ? [make("span", { text: title })] : [make("span", { text: phrase("countOf", { count: step, all: steps }) }), make("progress", { max: steps, value: step, "aria-hidden": "true" })];
    return [
      make("p", { class: "count" }, ...count),
      make("h2", { text: state.plain(heading ?? phrase("watchHappens")) }),
      ...heard.map((words) => text(words, "other")),
      ...say.map((words) => text(words)),
      ...(wanted ? [text(wanted, "do")] : []),
      ...(cite ? [make("button", { type: "button", class: "link cite", title: phrase("readRule"), onclick: () => why.rule(cite), text: cite })] : []),
      ...(over ? [make("p", {}, endButton, ...nextPuzzleLink)] : []),
    ];
  }

  /** Bring the choice that is to be made into sight in the list, and before it what is to be done. */
  reveal() {
    if (this.listed) this.table.root.querySelector(this.listed)?.scrollIntoView({ block: "nearest" });
    this.element.querySelector(".do")?.scrollIntoView({ block: "nearest" });
  }

  /** Bring what is lit into sight. @param {string[]} references */
  #show(references) {
    const { board, root } = this.table;
    for (const reference of [...references].reverse()) {
      if (reference.startsWith("card:")) root.querySelector(`.hand [data-card="${CSS.escape(reference.slice(5))}"]`)?.scrollIntoView({ inline: "center", block: "nearest" });
      else board.seek(reference);
    }
  }

  /** Light the choice where it is listed and in the hand; on the map the board does it. */
  #light({ light = [], choice = "" }, rows) {
    const number = rows.findIndex(({ label }) => label === choice);
    const selectorsToLight = [...light.map((reference) => `[data-pick="${CSS.escape(reference)}"]`), ...(number < 0 ? [] : [`[data-row="${number}"]`])];
    this.listed = selectorsToLight.map((selector) => `:is(.rows,.build) ${selector}`).join();
    const cards = light.filter((reference) => reference.startsWith("card:")).map((reference) => `.card[data-card="${CSS.escape(reference.slice(5))}"]`);
    const rules = [[this.listed ? [this.listed] : [], "background:var(--wg-may);color:#26211a"], [cards, "outline:4px solid var(--wg-last);outline-offset:2px"]];
    this.lit.replaceSync(rules.filter(([selector]) => selector.length).map(([selector, looks]) => `${selector}{${looks}}`).join(""));
  }
}
