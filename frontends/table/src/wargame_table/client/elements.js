// What the modules need of a browser when they are loaded, so that they load where there is none: in node, in tests, where pages are rendered on a server.

/** What an element extends; where there are no elements nobody makes one. */
export const ElementBase = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** A style sheet for shadow roots, which only a browser has. @param {string} text */
export function styleSheet(text) {
  if (!globalThis.CSSStyleSheet) return /** @type {CSSStyleSheet} */ (/** @type {unknown} */ (null));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Give an element its name, once, and where there are elements. @param {string} name @param {CustomElementConstructor} element */
export function define(name, element) {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
}
