// Cards as they lie on a table: a head, an engraving of what they are about, and their text.

import { phrase } from "./phrases.js";
import { make, piecesOf, withoutIds } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const SECTIONS = ["left", "center", "right"];
const [SECTION_STEP, ORDER_STEP, ORDER_HIGH] = [32.7, 10.5, 43.8]; // between the middles of two sections, and of two orders in one; how far down orders stand

/** @type {Promise<typeof import("./engravings.js")> | undefined} */
let engravings;

/** What a card is about, put together as its printed copy is; its head gets the colour of its kind. @param {string[]} signs @param {HTMLElement} head */
function engraving(signs, head) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 120 84");
  svg.setAttribute("class", "themed");
  svg.setAttribute("aria-hidden", "true");
  engravings ??= import("./engravings.js"); // only where there are cards
  engravings.then(({ PARTS, HEADS }) => {
    svg.innerHTML = drawnSigns(signs, PARTS);
    const [kind = "drum"] = signs.filter((sign) => sign in HEADS).slice(-1);
    head.style.setProperty("--wg-head", HEADS[kind]);
  });
  return svg;
}

function drawnSigns(signs, PARTS) {
  if (signs.some((sign) => SECTIONS.includes(sign))) return field(signs, PARTS);
  return PARTS.backdrop + beforeSky(PARTS[signs.find((sign) => sign in PARTS) ?? "drum"]);
}

/** A figure with a rim of paper around it, which keeps the lines of the sky off. @param {string} figure */
function beforeSky(figure) {
  const [paper, ink] = ["#fdf6e2", "#2b2418"];
  const rimFigure = figure.replace(/ (?:fill|fill-opacity|stroke|stroke-width)='[^']*'/g, "");
  return `<g fill="${paper}" stroke="${paper}" stroke-width="5">${rimFigure}</g><g fill="${paper}" stroke="${ink}" stroke-width="1.2" stroke-linejoin="round">${figure}</g>`;
}

/** The sections of the field with an order for each unit. @param {string[]} signs */
function field(signs, PARTS) {
  const order = PARTS[signs.includes("hand") ? "order-by-hand" : "order"];
  const sections = SECTIONS.map((section, place) => {
    const count = signs.filter((sign) => sign === section).length;
    const orders = Array.from({ length: count }, (_, index) => `<g transform="translate(${60 + SECTION_STEP * (place - 1) + ORDER_STEP * (index - (count - 1) / 2)} ${ORDER_HIGH})">${order}</g>`);
    return PARTS[count ? `${section}-lit` : section] + orders.join("");
  });
  return PARTS.field + sections.join("");
}

/** The face of a printed card. */
export function cardFace(printed) {
  const signs = printed?.signs ?? [];
  const head = make("b", { text: printed?.title ?? phrase("aCard") });
  return [head, make("div", { class: "signs" }, engraving(signs, head)), make("p", { text: printed?.text ?? "" })];
}

/**
 * The faces of the cards that a row of the story names, and above them its sentence, where that says more than they do; nothing where none is printed.
 * @param {import("./state.js").State} state @param {{ text?: string, about?: any } | undefined} row
 */
export function playedCards(state, row) {
  const printed = (row?.about?.cards ?? []).map((id) => state.printed("cards", id)).filter(Boolean);
  if (!printed.length) return [];
  const text = withoutIds(row.text ?? "", piecesOf(row));
  const cardText = printed.some((card) => card.text && text.includes(card.text)) ? "" : text;
  return [...(cardText ? [make("p", { class: "who", text: cardText })] : []), facesOf(printed)];
}

/** Printed cards side by side. @param {any[]} printed */
export function facesOf(printed) {
  return make("div", { class: "faces" }, ...printed.map((card) => make("div", { class: "card" }, ...cardFace(card))));
}

/** The number of the latest row that puts a card on the table, in the turn that goes on after so many rows or the one before it; -1 for none. @param {import("./messages").StoryLine[]} story */
export function latestPlayed(story, knownCount = story.length) {
  let heads = 0;
  for (let number = knownCount - 1; number >= 0; number -= 1) {
    if (story[number].scene?.as === "card" && story[number].about?.cards?.length) return number;
    if (story[number].by && (heads += 1) > 1) break;
  }
  return -1;
}
