// Which side the maker of a table plays: a click opens that side's table, and leaves the others' links with a sentence to send.

import { phrase } from "./phrases.js";
import { capital, make } from "./state.js";

/** The link of a seat, and what a person is told who is asked to take it. @param {string} title @param {string} seat @param {string} link */
export function invitation(title, seat, link) {
  return phrase("invitation", { game: title, side: capital(seat), link });
}

/**
 * Ask which of the seats without a bot is one's own; nothing where there is no such seat.
 * @param {string} title @param {[string, string][]} seats each with its link
 * @param {((seat: string, link: string) => HTMLElement) | null} offering what lets anybody take a seat, where that can be
 */
export function sideQuestion(title, seats, offering = null) {
  const part = make("div", { class: "side-question" });
  const chooseSide = (ownSeat) => {
    const otherSeats = seats.filter(([seat]) => seat !== ownSeat);
    part.replaceChildren(
      make("p", { role: "status", text: phrase(otherSeats.length ? "sideChosenSend" : "sideChosen", { side: capital(ownSeat) }) }),
      ...otherSeats.flatMap(([seat, link]) => [toSend(title, seat, link), ...(offering ? [offering(seat, link)] : [])]),
    );
  };
  const ways = seats.map(([seat, link]) => make("a", { class: "go", href: link, target: "_blank", rel: "noopener", "data-side": seat, text: capital(seat), onclick: () => chooseSide(seat) }));
  if (ways.length) part.append(make("p", { text: phrase("whichSide") }), make("p", { class: "choice-of-sides" }, ...ways));
  return part;
}

function toSend(title, seat, link) {
  const words = invitation(title, seat, link);
  const field = /** @type {HTMLTextAreaElement} */ (make("textarea", { readonly: true, rows: 3, "aria-label": phrase("whatToSend", { side: capital(seat) }), onfocus: () => field.select() }));
  field.value = words;
  const send = make("button", { type: "button", text: navigator.share ? phrase("send") : phrase("copyThis"), onclick: async () => {
    await (navigator.share ? navigator.share({ text: words }) : navigator.clipboard?.writeText(words));
    send.textContent = navigator.share ? phrase("sent") : phrase("copied");
  } });
  return make("p", { class: "to-send" }, field, send);
}
