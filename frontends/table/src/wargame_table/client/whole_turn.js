// What the others did since one acted, to read line by line with its losses, to copy, and to share at an address that anybody may open.
// It is loaded when somebody reads a turn.

import { make } from "./state.js";
import { namedBy } from "./story.js";

/** A recap as plain text, to be pasted into a letter or a chat. @param {import("./messages").RecapJson} recap @param {Record<string, string>} titles */
export function plainText(recap, titles) {
  const parts = recap.parts.flatMap(({ by, lines }) => [titles[by] ?? "", ...lines.map(({ text }) => `- ${text}`)]);
  return [recap.losses ?? "", ...parts].filter(Boolean).join("\n");
}

/**
 * A recap to read. `on` has `show(references)`, on the map, `explain(event, line)`, and `share()` where a server gives turns an address.
 * @param {import("./messages").RecapJson} recap @param {Record<string, string>} titles
 * @param {{ show: (references: string[]) => void, explain: (event: number, line: HTMLElement) => void, share: import("./messages").Share | null }} on
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
  const copy = make("button", { type: "button", class: "copy", text: "copy as text", onclick: () => copied(copy, plainText(recap, titles)) });
  const buttons = make("p", {}, copy, ...(on.share ? [" ", ...sharing(on.share)] : []));
  return [...(recap.losses ? [make("p", { class: "losses", text: recap.losses })] : []), ...parts, buttons];
}

/** A button that asks for the address of the turn, and what it answers. @param {import("./messages").Share} share */
function sharing(share) {
  const answer = make("span", { class: "shared", role: "status" });
  const button = make("button", { type: "button", class: "share", text: "share this turn", title: "a page with the map at each battle, for whoever you send the link to: it shows what who watches may know", onclick: async () => {
    try {
      const { page, picture } = await share();
      const copy = make("button", { type: "button", class: "copy-link", text: "copy the link", onclick: () => copied(copy, page) });
      answer.replaceChildren(" ", make("a", { href: page, target: "_blank", rel: "noreferrer", text: "its page" }), " ", make("a", { href: picture, target: "_blank", rel: "noreferrer", text: "a picture of it" }), " ", copy);
    } catch (problem) {
      answer.replaceChildren(` ${problem.message}`);
    }
  } });
  return [button, answer];
}

async function copied(button, text) {
  await navigator.clipboard?.writeText(text);
  button.textContent = navigator.clipboard ? "copied" : "this browser lets no page copy";
}
