// Cards as they lie on a table: what they are about as signs, their title and their text.

import { SIGNS as DICE } from "./dice.js";
import { make } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const SECTIONS = ["left", "center", "right"];
const SIGNS = {
  ...DICE,
  swords: DICE.saber,
  star: "M12 4l2.4 5.4 5.6.6-4.2 3.8 1.3 5.7-5.1-3-5.1 3 1.3-5.7L4 10l5.6-.6z",
  works: "M3 17h18M5 17l2-6h10l2 6M9 11V8h6v3",
  target: "M12 3v18M3 12h18M12 6a6 6 0 1 0 .1 0z",
  wagon: "M4 8h16v6H4zM5.5 17a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M13.5 17a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
  march: "M4 12h14M13 7l5 5-5 5",
  back: "M20 12H6M11 7l-5 5 5 5",
  shield: "M5 5h14v6q0 6-7 9q-7-3-7-9z",
  die: "M5 5h14v14H5zM9 9h.1M15 9h.1M12 12h.1M9 15h.1M15 15h.1",
  rain: "M6 11q-2-5 3-5q2-4 6-1q5 0 3 6zM8 14l-2 5M13 14l-2 5M18 14l-2 5",
  rail: "M9 3v18M15 3v18M6 6h12M6 11h12M6 16h12",
  river: "M3 9q3-3 6 0t6 0t6 0M3 15q3-3 6 0t6 0t6 0",
  eye: "M3 12q9-9 18 0q-9 9-18 0zM12 9.500a2.5 2.5 0 1 0 .1 0z",
};

function drawn(data, box = "0 0 24 24") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("aria-hidden", "true");
  for (const [d, name] of data) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", name);
    svg.append(path);
  }
  return svg;
}

/** The three sections with how many orders each has: a stroke for each, a plus where the hand counts. */
function sections(signs) {
  const data = SECTIONS.flatMap((section, number) => {
    const [x, count] = [3 + 20 * number, signs.filter((sign) => sign === section).length];
    const middle = x + 9;
    const strokes = signs.includes("hand") && count ? `M${middle - 4} 12h8M${middle} 8v8` : Array.from({ length: count }, (_, n) => `M${middle + 4 * n - 2 * (count - 1)} 8v8`).join("");
    return [[`M${x} 4h18v16H${x}z`, count ? "lit" : "box"], [strokes, "count"]];
  });
  return drawn(data, "0 0 64 24");
}

/** What a card is about, as signs; nothing for a card of which none is known. @param {string[]} signs */
function signsOf(signs) {
  if (signs.some((sign) => SECTIONS.includes(sign))) return [sections(signs)];
  return signs.filter((sign) => sign in SIGNS).map((sign) => drawn([[SIGNS[sign], "sign"]]));
}

/** The face of a printed card. */
export function cardFace(printed) {
  return [make("div", { class: "signs" }, ...signsOf(printed?.signs ?? [])), make("b", { text: printed?.title ?? "a card" }), make("p", { text: printed?.text ?? "" })];
}
