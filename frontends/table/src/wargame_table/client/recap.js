// What the others did since one acted: a sentence above the question, and the whole turn to read, line by line, with its losses.

import { make } from "./state.js";
import { namedBy } from "./story.js";

/** The sentence above the question: who lost what; where nobody did, what happened last. @param {import("./messages").RecapJson | null} recap @param {Record<string, string>} titles */
export function headlineOf(recap, titles) {
  const part = recap?.parts.at(-1);
  if (!recap || !part) return "";
  const title = titles[part.by] ?? "";
  return recap.losses ?? `${title ? `${title}: ` : ""}${part.lines.at(-1)?.text ?? ""}`;
}

/** A recap as plain text, to be pasted into a letter or a chat. @param {import("./messages").RecapJson} recap @param {Record<string, string>} titles */
export function plainText(recap, titles) {
  const parts = recap.parts.flatMap(({ by, lines }) => [titles[by] ?? "", ...lines.map(({ text }) => `- ${text}`)]);
  return [recap.losses ?? "", ...parts].filter(Boolean).join("\n");
}

/**
 * A recap to read. `on` has `show(references)`, on the map, and `explain(event, line)`.
 * @param {import("./messages").RecapJson} recap @param {Record<string, string>} titles
 * @param {{ show: (references: string[]) => void, explain: (event: number, line: HTMLElement) => void }} on
 */
export function toRead(recap, titles, on) {
  const line = ({ text, about, event }) => {
    const references = namedBy(about);
    const item = make("li", {}, make("span", { text }));
    if (references.length) item.append(" ", make("button", { type: "button", class: "show-place", text: "show", "aria-label": `show on the map: ${text.slice(0, 60)}`, onclick: () => on.show(references) }));
    if (event !== undefined) item.append(" ", make("button", { type: "button", class: "why", text: "why", "aria-label": `why: ${text.slice(0, 60)}`, onclick: () => on.explain(event, item) }));
    return item;
  };
  const parts = recap.parts.flatMap(({ by, lines }) => [
    ...(titles[by] ? [make("h3", { "data-side": by, text: titles[by] })] : []),
    make("ul", { "data-side": by }, ...lines.map(line)),
  ]);
  const copy = make("button", { type: "button", class: "copy", text: "copy as text", onclick: async () => {
    await navigator.clipboard?.writeText(plainText(recap, titles));
    copy.textContent = navigator.clipboard ? "copied" : "this browser lets no page copy";
  } });
  return [...(recap.losses ? [make("p", { class: "losses", text: recap.losses })] : []), ...parts, make("p", {}, copy)];
}
