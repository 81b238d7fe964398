// Dice as faces: pips, and the symbols of arms; a hit has a ring.

import { phrase } from "./phrases.js";
import { make } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const SPOTS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
export const SIGNS = {
  infantry: "M4 7h16v10h-16zM4 7l16 10M4 17l16-10",
  cavalry: "M4 7h16v10h-16zM4 17l16-10",
  artillery: "M4 7h16v10h-16zM12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  saber: "M5 19L19 5M5 5l14 14M5 16l3 3M16 19l3-3",
  flag: "M7 20V4h11l-3 4 3 4H7",
};

/** The upper side of a die: a number of pips, a symbol that has a sign, or its word. */
export function dieFace(face, isHit = false) {
  const die = make("b", { class: isHit ? "die hit" : "die", role: "img", "aria-label": isHit ? phrase("aHit", { face }) : face, title: face });
  const sign = SIGNS[face] ?? pips(face);
  if (!sign) die.append(String(face).slice(0, 3));
  else {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", sign);
    path.setAttribute("class", SIGNS[face] ? "sign" : "pips");
    svg.append(path);
    die.append(svg);
  }
  return die;
}

function pips(face) {
  return SPOTS[face]?.map((spot) => `M${6 + 6 * (spot % 3)} ${6 + 6 * Math.floor(spot / 3)}m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0`).join("") ?? "";
}
