// What the others did since one acted, to read line by line with its losses, to copy, and to share at an address that anybody may open.
// It is loaded when somebody reads a turn.

import { facesOf } from "./cards.js";
import { styleSheet } from "./elements.js";
import { phrase } from "./phrases.js";
import { titleOf } from "./recap.js";
import { make } from "./state.js";
import { namedBy } from "./story.js";

export const LOOKS = styleSheet(`
.reader h3{margin:.8rem 0 .2rem;padding-left:.5rem;border-left:5px solid var(--wg-side,var(--wg-line))}
.reader ul{margin:0;padding:0;list-style:none}
.reader li{margin:.1rem 0 .5rem;padding-left:.7rem}
.reader li button{padding:0 .45rem;font-size:.85rem;min-height:28px}
.reader .losses{font-weight:bold;margin:.3rem 0}
.text .faces{justify-content:start;margin:.4rem 0}
.text .card{width:9.5rem;min-height:13.3rem;padding:.28rem}
`);

/** A recap as plain text, to be pasted into a letter or a chat. @param {import("./messages").RecapJson} recap @param {Record<string, string>} titles */
export function plainText(recap, titles) {
  const parts = recap.parts.flatMap((part) => [titleOf(part, titles), ...part.lines.map(({ text }) => `- ${text}`)]);
  return [recap.losses ?? "", ...parts].filter(Boolean).join("\n");
}

/**
 * A recap to read. `handlers` has `cards`, the printed ones by id, `show(references)`, on the map, `explain(event, line)`, and `share()` where a server gives turns an address.
 * @param {import("./messages").RecapJson} recap @param {Record<string, string>} titles
 * @param {{ cards: (id: string) => any, show: (references: string[]) => void, explain: (event: number, line: HTMLElement) => void, share: import("./messages").Share | null }} handlers
 */
export function toRead(recap, titles, handlers) {
  const line = ({ text, about, event }) => {
    const references = namedBy(about);
    const item = make("li", {}, make("span", { text }));
    const printed = (about?.cards ?? []).map(handlers.cards).filter(Boolean);
    if (references.length) item.append(" ", make("button", { type: "button", class: "show-place", text: phrase("show"), "aria-label": phrase("showThis", { what: text.slice(0, 60) }), onclick: () => handlers.show(references) }));
    if (event !== undefined) item.append(" ", make("button", { type: "button", class: "why", text: phrase("why"), "aria-label": phrase("whyThis", { what: text.slice(0, 60) }), onclick: () => handlers.explain(event, item) }));
    if (printed.length) item.append(facesOf(printed));
    return item;
  };
  const parts = recap.parts.flatMap((part) => [
    ...(titleOf(part, titles) ? [make("h3", { "data-side": part.by, text: titleOf(part, titles) })] : []),
    make("ul", { "data-side": part.by }, ...part.lines.map(line)),
  ]);
  const copy = make("button", { type: "button", class: "copy", text: phrase("copyAsText"), onclick: () => copied(copy, plainText(recap, titles)) });
  const buttons = make("p", {}, copy, ...(handlers.share ? [" ", ...sharing(handlers.share)] : []));
  return [...(recap.losses ? [make("p", { class: "losses", text: recap.losses })] : []), ...parts, buttons];
}

/** A button that asks for the address of the turn, and what it answers. @param {import("./messages").Share} share */
function sharing(share) {
  const answer = make("span", { class: "shared", role: "status" });
  const button = make("button", { type: "button", class: "share", text: phrase("shareTurn"), title: phrase("shareTurnTitle"), onclick: async () => {
    try {
      const { page, picture } = await share();
      const copy = make("button", { type: "button", class: "copy-link", text: phrase("copyLink"), onclick: () => copied(copy, page) });
      answer.replaceChildren(" ", make("a", { href: page, target: "_blank", rel: "noreferrer", text: phrase("itsPage") }), " ", make("a", { href: picture, target: "_blank", rel: "noreferrer", text: phrase("pictureOfIt") }), " ", copy);
    } catch (problem) {
      answer.replaceChildren(` ${problem.message}`);
    }
  } });
  return [button, answer];
}

async function copied(button, text) {
  await navigator.clipboard?.writeText(text);
  button.textContent = navigator.clipboard ? phrase("copiedNow") : phrase("cannotCopy");
}
