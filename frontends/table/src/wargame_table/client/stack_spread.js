// A stack spread out: every piece of a space by itself, twice its size, as a button.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";

/** Rows for a list at the pointer: each piece of a stack and the place itself, with its face; what is not lit asks why not. */
export function fanned(board, references, litReferences, on) {
  const { state } = board;
  return references.map((reference) => {
    const isLit = litReferences.includes(reference);
    return { text: state.nameOf(reference), face: faceOf(board, reference), lit: isLit, action: () => (isLit ? on.pick(reference) : on.explain([reference])) };
  });
}

/** The face of a piece as it lies on the board, drawn again, so many pixels high or larger than life; null for a place. */
export function faceOf(board, reference, faceHeight = 0) {
  /** @type {SVGGElement | null} */
  const drawnElement = reference.startsWith("piece:") ? board.elementOf(reference) : null;
  if (!drawnElement) return null;
  const box = drawnElement.getBBox();
  if (!box.width) return null;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${box.x - 1} ${box.y - 1} ${box.width + 2} ${box.height + 2}`);
  const largerScale = faceHeight ? faceHeight / (box.height + 2) : 1.6;
  svg.setAttribute("width", String(Math.round((box.width + 2) * largerScale)));
  svg.setAttribute("aria-hidden", "true");
  svg.append(...[...drawnElement.childNodes].map((node) => node.cloneNode(true)));
  svg.querySelector(".count")?.remove();
  return svg;
}

/** A small list at the pointer. An entry has `text` and `action`, and may have a `face` and say that it is `lit`. */
export function popup(root, point, entries, onClose) {
  root.querySelector(".popup")?.remove();
  if (!entries.length) return null;
  const box = make("div", { class: "popup", role: "dialog", "aria-label": phrase("whichOne") });
  const finish = (action) => (box.remove(), onClose(), action?.());
  box.append(
    ...entries.map(({ text, action, face, lit }) => {
      const button = make("button", { type: "button", class: lit === false ? "dim" : "", onclick: () => finish(action) }, face ?? null, make("span", { text }));
      if (lit === false) button.setAttribute("aria-label", phrase("whyNot", { what: text }));
      return button;
    }),
  );
  box.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), finish()));
  root.append(box);
  const [x, y] = point ?? [innerWidth / 2, innerHeight / 2];
  box.style.left = `${Math.max(4, Math.min(x, innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${Math.max(4, Math.min(y, innerHeight - box.offsetHeight - 8))}px`;
  (box.querySelector("button:not(.dim)") ?? box.querySelector("button")).focus();
  return box;
}
