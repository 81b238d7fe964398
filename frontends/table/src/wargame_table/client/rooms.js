// The rooms of the table: header, map, hand, and the panel beside it with its pages, which folds; on a phone a drawer.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

/** Pages behind tabs: `tab`, `page` and `show` by name, with a title each; `onShow()` is called when another one is. */
export function tabs(pages, titles, onShow = () => {}) {
  const element = make("div", { class: "pages" });
  const bar = make("div", { class: "tabs", role: "tablist" });
  const allTabs = Object.entries(pages).map(([name, parts], number) => {
    const page = make("div", { class: "page", role: "tabpanel", "aria-label": titles[name], hidden: number > 0, tabindex: "0" }, ...parts);
    const tab = make("button", { type: "button", role: "tab", text: titles[name], "aria-selected": String(!number), onclick: () => show(name) });
    element.append(page);
    bar.append(tab);
    return [tab, page];
  });
  const names = Object.keys(pages);
  const show = (chosenTab) => {
    allTabs.forEach(([tab, page], number) => {
      tab.setAttribute("aria-selected", String(names[number] === chosenTab));
      page.hidden = names[number] !== chosenTab;
    });
    onShow();
  };
  const [tab, page] = [0, 1].map((part) => Object.fromEntries(names.map((name, number) => [name, allTabs[number][part]])));
  return { element, bar, show, tab, page };
}

/** Buttons on the map, each `[text, title, what it does]`. */
export function toolbar(buttons) {
  return make("div", { class: "tools", role: "group", "aria-label": phrase("view") },
    ...buttons.map(([text, label, onclick]) => make("button", { type: "button", text, title: label, "aria-label": label, onclick })));
}

/** The panel beside the map, which can be folded: on a phone a drawer of three heights. */
export class Panel {
  /** @param {HTMLElement} host that `data-panel` is set on */
  constructor(host, ...parts) {
    this.host = host;
    this.handle = make("button", { type: "button", class: "handle", "aria-label": phrase("moreOrLess"), onclick: () => this.step() }, make("i", {}));
    this.fold = make("button", { type: "button", class: "fold", "aria-expanded": "true", title: phrase("foldPanel"), "aria-label": phrase("foldPanel"), text: "⇥", onclick: () => this.set(this.folded ? "" : "folded") });
    this.element = make("aside", { class: "side", "aria-label": phrase("sidePanel") }, this.handle, ...parts);
    this.#drag();
  }

  get folded() {
    return this.host.dataset.panel === "folded";
  }

  set(how) {
    if (how) this.host.dataset.panel = how;
    else delete this.host.dataset.panel;
    this.fold.setAttribute("aria-expanded", String(!this.folded));
    this.fold.textContent = this.folded ? "⇤" : "⇥";
  }

  step() {
    this.set({ "": "tall", tall: "folded", folded: "" }[this.host.dataset.panel ?? ""]);
  }

  #drag() {
    let from = null;
    this.handle.addEventListener("pointerdown", (event) => (from = event.clientY));
    this.handle.addEventListener("pointerup", (event) => {
      const dragDistance = from === null ? 0 : event.clientY - from;
      from = null;
      if (Math.abs(dragDistance) < 24) return;
      this.set(dragDistance < 0 ? (this.folded ? "" : "tall") : this.host.dataset.panel === "tall" ? "" : "folded");
      this.handle.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
    });
  }
}
