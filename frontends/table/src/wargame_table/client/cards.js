// Cards as they lie on a table: a head, an engraving of what they are about, and their text.

import { make } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const SECTIONS = ["left", "center", "right"];
const [SECTION_STEP, ORDER_STEP] = [32.7, 10.5]; // between the middles of two sections, and of two orders in one

/** @type {Promise<Record<string, string>> | undefined} */
let parts;

/** What a card is about, put together as its printed copy is. @param {string[]} signs */
function engraving(signs) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 120 68");
  svg.setAttribute("class", "themed");
  svg.setAttribute("aria-hidden", "true");
  parts ??= import("./engravings.js").then(({ PARTS }) => PARTS); // only where there are cards
  parts.then((PARTS) => (svg.innerHTML = drawn(signs, PARTS)));
  return svg;
}

function drawn(signs, PARTS) {
  if (signs.some((sign) => SECTIONS.includes(sign))) return field(signs, PARTS);
  return PARTS.backdrop + beforeSky(PARTS[signs.find((sign) => sign in PARTS) ?? "drum"]);
}

/** A figure with a rim of paper around it, which keeps the lines of the sky off. @param {string} figure */
function beforeSky(figure) {
  const [paper, ink] = ["#fdf6e2", "#2b2418"];
  const rim = figure.replace(/ (?:fill|fill-opacity|stroke|stroke-width)='[^']*'/g, "");
  return `<g fill="${paper}" stroke="${paper}" stroke-width="5">${rim}</g><g fill="${paper}" stroke="${ink}" stroke-width="1.2" stroke-linejoin="round">${figure}</g>`;
}

/** The sections of the field with an order for each unit. @param {string[]} signs */
function field(signs, PARTS) {
  const order = PARTS[signs.includes("hand") ? "order-by-hand" : "order"];
  const sections = SECTIONS.map((section, place) => {
    const count = signs.filter((sign) => sign === section).length;
    const orders = Array.from({ length: count }, (_, n) => `<g transform="translate(${60 + SECTION_STEP * (place - 1) + ORDER_STEP * (n - (count - 1) / 2)} 35.6)">${order}</g>`);
    return PARTS[count ? `${section}-lit` : section] + orders.join("");
  });
  return PARTS.field + sections.join("");
}

/** The face of a printed card. */
export function cardFace(printed) {
  const signs = printed?.signs ?? [];
  const head = make("b", { text: printed?.title ?? "a card" });
  if (signs.some((sign) => SECTIONS.includes(sign))) head.dataset.kind = "orders";
  return [head, make("div", { class: "signs" }, engraving(signs)), make("p", { text: printed?.text ?? "" })];
}
