// Elements of the page: found by their id, and made.

const SVG = "http://www.w3.org/2000/svg";

/** @returns {any} the element of an id */
export const id = name => document.getElementById(name);

/** An element with a text, put at the end of another; @returns {any} */
export function text(tag, words, into, className = "") {
  const element = document.createElement(tag);
  element.textContent = words;
  if (className) element.className = className;
  into.append(element);
  return element;
}

/** An SVG element with attributes and a text; @returns {any} */
export function svg(tag, attributes = {}, words = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (words) element.textContent = words;
  return element;
}

/** A picture of the palette, 24 by 14 units. */
export function picture(markup) {
  const element = svg("svg", { viewBox: "0 0 24 14", "aria-hidden": "true" });
  element.innerHTML = markup;
  return element;
}
