// What the page around a table hears of it, and parts of it that stand elsewhere on that page.

import { ElementBase, define, styleSheet } from "./elements.js";
import { LOOKS } from "./theme.js";

const OWN = styleSheet(":host{display:block;height:auto;overflow:auto}[part][hidden]{display:block!important}");

/**
 * Tell the page: an event named after the new state, with what the screen shows, or `told` with a message.
 * @param {HTMLElement} table
 */
export function announce(table, event, detail) {
  table.dispatchEvent(new CustomEvent(event, { detail, bubbles: true, composed: true }));
}

/** Name the parts of a table: a page leaves them out with `::part(log)`, or moves them with `<wargame-part>`. */
export function nameParts(parts) {
  for (const [name, element] of Object.entries(parts)) element.setAttribute("part", name);
}

/** A part of a table in another place of the page: `<wargame-part of="ID" name="log">`. It goes back when this is removed. */
export class WargamePart extends ElementBase {
  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [LOOKS, OWN];
  }

  connectedCallback() {
    customElements.whenDefined("wargame-table").then(() => this.isConnected && this.#take());
  }

  #take() {
    const table = document.getElementById(this.getAttribute("of") ?? "");
    const name = this.getAttribute("name") ?? "";
    const part = table?.shadowRoot?.querySelector(`[part~="${CSS.escape(name)}"]`);
    if (!table || !part) throw new Error(`<wargame-part>: there is no part ${name} of a table ${this.getAttribute("of")}`);
    this.gap = document.createComment(name);
    part.replaceWith(this.gap);
    this.root.append(part);
    this.tab = /** @type {HTMLElement | null} */ (table.shadowRoot.querySelector(`[part~="${CSS.escape(name)}-tab"]`));
    if (this.tab) this.tab.hidden = true;
    const dress = () => (table.dataset.theme === undefined ? delete this.dataset.theme : (this.dataset.theme = table.dataset.theme));
    this.themes = new MutationObserver(dress);
    this.themes.observe(table, { attributes: true, attributeFilter: ["data-theme"] });
    dress();
  }

  disconnectedCallback() {
    this.themes?.disconnect();
    if (this.gap && this.root.firstChild) this.gap.replaceWith(this.root.firstChild);
    if (this.tab) this.tab.hidden = false;
    this.gap = null;
  }
}

define("wargame-part", WargamePart);
