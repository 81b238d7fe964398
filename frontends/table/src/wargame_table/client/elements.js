// What the modules need of a browser when they are loaded, so that they load where there is none: in node, in tests, where pages are rendered on a server.

/** What an element extends; where there are no elements nobody makes one. */
export const ElementBase = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

const SVG = "http://www.w3.org/2000/svg";

/** An element of a picture. @template {keyof SVGElementTagNameMap} T @param {T} tag @param {Record<string, string | number>} attributes @returns {SVGElementTagNameMap[T]} */
export function svg(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** A style sheet for shadow roots, which only a browser has. @param {string} text */
export function styleSheet(text) {
  if (!globalThis.CSSStyleSheet) return /** @type {CSSStyleSheet} */ (/** @type {unknown} */ (null));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Let a part that is loaded late have its looks, once, wherever it stands. @param {Node} element @param {CSSStyleSheet} looks */
export function adopt(element, looks) {
  const { adoptedStyleSheets: sheets } = /** @type {ShadowRoot} */ (element.getRootNode());
  if (sheets && !sheets.includes(looks)) sheets.push(looks);
}

/** Give an element its name, once, and where there are elements. @param {string} name @param {CustomElementConstructor} element */
export function define(name, element) {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
}
