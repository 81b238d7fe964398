// Which side the maker of a table plays: a click opens that side's table, and leaves the others' links with a sentence to send.

import { capital, make } from "./state.js";

/** The link of a seat, and what a person is told who is asked to take it. @param {string} title @param {string} seat @param {string} link */
export function invitation(title, seat, link) {
  return `Let us play ${title}: this link opens your seat, ${capital(seat)}. ${link}`;
}

/**
 * Ask which of the seats without a bot is one's own; nothing where there is no such seat.
 * @param {string} title @param {[string, string][]} seats each with its link
 */
export function sideQuestion(title, seats) {
  const part = make("div", { class: "side-question" });
  const choose = (mine) => {
    const others = seats.filter(([seat]) => seat !== mine);
    part.replaceChildren(
      make("p", { role: "status", text: `You have ${capital(mine)}: the table is open in another window.${others.length ? " Send this to who plays with you:" : ""}` }),
      ...others.map(([seat, link]) => toSend(title, seat, link)),
    );
  };
  const ways = seats.map(([seat, link]) => make("a", { class: "go", href: link, target: "_blank", rel: "noopener", "data-side": seat, text: capital(seat), onclick: () => choose(seat) }));
  if (ways.length) part.append(make("p", { text: "Which side are you?" }), make("p", { class: "choice-of-sides" }, ...ways));
  return part;
}

function toSend(title, seat, link) {
  const words = invitation(title, seat, link);
  const field = /** @type {HTMLTextAreaElement} */ (make("textarea", { readonly: true, rows: 3, "aria-label": `What to send to who plays ${capital(seat)}`, onfocus: () => field.select() }));
  field.value = words;
  const send = make("button", { type: "button", text: navigator.share ? "Send" : "Copy", onclick: async () => {
    await (navigator.share ? navigator.share({ text: words }) : navigator.clipboard?.writeText(words));
    send.textContent = navigator.share ? "Sent" : "Copied";
  } });
  return make("p", { class: "to-send" }, field, send);
}
