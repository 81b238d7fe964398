// Keys are heard wherever one is on a page with one table, and only inside of it where there are several.

const WRITING = ["INPUT", "SELECT", "TEXTAREA"];

/** Do what a key is for, unless somebody writes. @param {HTMLElement} table @param {KeyboardEvent} event @param {Record<string, () => void>} keys */
export function keyed(table, event, keys) {
  const path = event.composedPath();
  const [target] = /** @type {HTMLElement[]} */ (path);
  const isAloneOnPage = document.querySelectorAll("wargame-table").length === 1;
  if (!path.includes(table) && !(isAloneOnPage && target === document.body)) return;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || WRITING.includes(target.tagName)) return;
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
}
